/* quadtree_leaves.c - draws a picture of Saturn by the leaves of its quadtree.  SPDX-License-Identifier: MIT
 * A leaf is the largest square whose pixels differ by no more than a tolerance. An instance is a leaf: its place, its
 * side and its color come from the buffer that the library has written. The tolerance moves. */
#include "example.h"

enum { WIDTH = 640, HEIGHT = 480, MOST = WIDTH * HEIGHT };

static const char *const draw_leaf = GLSL(
    layout(location = 0) in uvec3 square; layout(location = 1) in vec4 value;
    flat out vec3 color; flat out float side; out vec2 inside; void main() {
        color = value.rgb; side = float(square.z);
        inside = side * vec2(gl_VertexID & 1, gl_VertexID >> 1); /* of the square, in pixels */
        gl_Position = vec4((vec2(square.xy) + inside) / vec2(320, 240) - 1.0, 0, 1);
    });
static const char *const paint_leaf =
    GLSL(
    flat in vec3 color; flat in float side; in vec2 inside; out vec4 result; void main() {
        /* a large leaf has a line below and on the left */
                        bool is_line = side >= 4.0 && min(inside.x, inside.y) < 1.0;
                        result = vec4(is_line ? 0.6 * color + vec3(0.09, 0.14, 0.22) : color, 1);
    });

/* How bright the rings are, by the distance from the center; 0 in Cassini's division, which is between two of them. */
static double ring_at(double r) {
    if (r < 1.24 || r > 2.27 || (r > 1.95 && r < 2.03))
        return 0;
    return r < 1.53 ? 0.3 : (r < 2 ? 0.85 : 0.6) + 0.1 * sin(45 * r);
}

/* How bright a pixel is. Saturn's radius is 1, and its axis leans toward us by 20 degrees. */
static double brightness_at(int x, int y) {
    const double light[3] = {-0.6, 0.28, 0.75}, up = 0.94, toward = 0.342;
    double u = (0.95 * (x - 319.5) + 0.31 * (y - 239.5)) / 125, v = (0.95 * (y - 239.5) - 0.31 * (x - 319.5)) / 125;
    double depth = 1 - u * u - v * v / 0.84, along = v / toward, r = hypot(u, along), ring = ring_at(r);
    double facing = u * light[0] + v * light[1] - along * up * light[2]; /* of a point of the rings, to the sun */
    if (ring > 0 && facing < 0 && r * r - facing * facing < 0.95)
        ring = 0.04; /* the shadow of the ball */
    if (depth < 0 || (ring > 0 && v < 0))
        return ring;
    double z = sqrt(depth), latitude = v * up + z * toward, day = u * light[0] + v * light[1] + z * light[2];
    return (0.28 + 0.72 * fmax(0, day)) * (0.85 + 0.1 * cos(17 * latitude) + 0.05 * cos(41 * latitude));
}

int main(int argc, char **argv) {
    static unsigned char image[HEIGHT][WIDTH][4];
    const char *picture = argc > 1 ? argv[1] : NULL;
    const hpyr_quadtree_desc desc = {.width = WIDTH, .height = HEIGHT, .format = HPYR_FORMAT_RGBA8};
    hpyr_texture input = {.width = WIDTH, .height = HEIGHT, .format = HPYR_FORMAT_RGBA8};
    hpyr_context *context;
    hpyr_quadtree *tree;
    hpyr_report report;
    GLFWwindow *window = open_window("Quadtree leaves", 33, &context);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        double brightness = fmin(1, brightness_at(i % WIDTH, i / WIDTH));
        const double sky[3] = {12, 15, 24}, gold[3] = {255, 222, 165};
        for (int channel = 0; channel < 3; channel++)
            image[i / WIDTH][i % WIDTH][channel] = (unsigned char)fmax(sky[channel], brightness * gold[channel]);
    }
    glGenTextures(1, &input.name);
    glBindTexture(GL_TEXTURE_2D, input.name);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, image);
    CHECK(hpyr_quadtree_create(context, &desc, &tree));
    GLuint leaves = make_buffer(GL_ARRAY_BUFFER, MOST * sizeof(hpyr_quadtree_leaf), NULL);
    glVertexAttribIPointer(0, 3, GL_UNSIGNED_INT, sizeof(hpyr_quadtree_leaf), NULL); /* x, y, size */
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, sizeof(hpyr_quadtree_leaf), (void *)16);
    for (GLuint i = 0; i < 2; i++)
        glEnableVertexAttribArray(i), glVertexAttribDivisor(i, 1);
    glUseProgram(make_program("#version 330\n", "", draw_leaf, paint_leaf));
    do {
        double tolerance = picture ? 32 / 255.0 : 0.15 - 0.14 * cos(0.7 * glfwGetTime());
        CHECK(hpyr_quadtree_build(tree, &input, tolerance));
        CHECK(hpyr_quadtree_extract_buffer(tree, 0, HPYR_ALL, leaves, 0, &report));
        begin_frame(window);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)report.written);
    } while (end_frame(window, picture));
    printf("%u leaves instead of %d pixels\n", (unsigned)report.written, MOST);
    hpyr_quadtree_destroy(tree);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
