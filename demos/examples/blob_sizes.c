/* blob_sizes.c - finds the florets of a sunflower, and how large each of them is.  SPDX-License-Identifier: MIT
 * The image is gray. A ring is drawn around each blob that the library has found, from the buffer with the list. Its
 * color tells the size that was found, and its place lies between pixels. The flower turns. */
#include "example.h"

enum { WIDTH = 640, HEIGHT = 480, FLORETS = 260, MOST = 1024 };

static const char *const draw_image = GLSL(
    out vec2 place; void main() {
        place = vec2(gl_VertexID & 1, gl_VertexID >> 1); gl_Position = vec4(2.0 * place - 1.0, 0, 1); });
static const char *const paint_image = GLSL(
    in vec2 place; uniform sampler2D image; out vec4 result; void main() {
        float gray = texture(image, place).r;
        result = vec4(mix(vec3(0.07, 0.05, 0.08), vec3(0.72, 0.5, 0.24), gray), 1);
    });
static const char *const draw_ring = GLSL(
    layout(location = 0) in uvec2 pixel; layout(location = 1) in vec2 offset; layout(location = 2) in float scale;
    flat out vec3 color; flat out float radius; void main() {
        radius = 1.414 * scale; /* of a disc */
        color = 0.58 + 0.42 * cos(vec3(0, 2.1, 4.2) + 0.85 * (radius - 3.0)); gl_PointSize = 2.0 * radius + 6.0;
        gl_Position = vec4((vec2(pixel) + 0.5 + offset) / vec2(320, 240) - 1.0, 0, 1);
    });
static const char *const paint_ring = GLSL(
    flat in vec3 color; flat in float radius; out vec4 result; void main() {
        float away = abs(length(gl_PointCoord - 0.5) * (2.0 * radius + 6.0) - radius - 0.5);
        result = vec4(color, clamp(1.6 - away, 0.0, 1.0)); });

/* A floret is a soft disc. Each is a golden angle further than the one before, and a little larger. */
static void draw_flower(unsigned char image[HEIGHT][WIDTH], double angle) {
    memset(image, 0, WIDTH * HEIGHT);
    for (int i = 0; i < FLORETS; i++) {
        double from_middle = sqrt((i + 1.0) / FLORETS), turn = angle + 2.399963 * i, radius = 2.6 + 5.8 * from_middle;
        double x = 320 + 218 * pow(from_middle, 1.3) * cos(turn), y = 240 + 218 * pow(from_middle, 1.3) * sin(turn);
        for (int row = (int)(y - radius - 1); row <= y + radius + 1; row++)
            for (int column = (int)(x - radius - 1); column <= x + radius + 1; column++) {
                double inside = fmin(1, fmax(0, radius + 0.5 - hypot(column + 0.5 - x, row + 0.5 - y)));
                image[row][column] = (unsigned char)fmax(image[row][column], 255 * inside);
            }
    }
}

int main(int argc, char **argv) {
    static unsigned char image[HEIGHT][WIDTH];
    const char *picture = argc > 1 ? argv[1] : NULL;
    const hpyr_features_desc desc = {.width = WIDTH,
                                     .height = HEIGHT,
                                     .capacity = MOST,
                                     .detector = HPYR_DETECTOR_BLOB,
                                     .polarity = HPYR_POLARITY_BRIGHT,
                                     .scales = 6,
                                     .threshold = 0.2};
    hpyr_texture input = {.width = WIDTH, .height = HEIGHT, .format = HPYR_FORMAT_R8};
    hpyr_context *context;
    hpyr_features *features;
    hpyr_report report;
    GLFWwindow *window = open_window("Blob sizes", 33, &context);
    glGenTextures(1, &input.name);
    glBindTexture(GL_TEXTURE_2D, input.name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    CHECK(hpyr_features_create(context, &desc, &features));
    GLuint blobs = make_buffer(GL_ARRAY_BUFFER, MOST * sizeof(hpyr_feature), NULL);
    glVertexAttribIPointer(0, 2, GL_UNSIGNED_INT, sizeof(hpyr_feature), NULL);         /* x, y */
    glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, sizeof(hpyr_feature), (void *)12); /* offset */
    glVertexAttribPointer(2, 1, GL_FLOAT, GL_FALSE, sizeof(hpyr_feature), (void *)20); /* scale */
    for (GLuint i = 0; i < 3; i++)
        glEnableVertexAttribArray(i);
    GLuint show = make_program("#version 330\n", "", draw_image, paint_image);
    GLuint rings = make_program("#version 330\n", "", draw_ring, paint_ring);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    do {
        draw_flower(image, picture ? 0 : 0.2 * glfwGetTime());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, WIDTH, HEIGHT, 0, GL_RED, GL_UNSIGNED_BYTE, image);
        CHECK(hpyr_features_detect(features, &input));
        CHECK(hpyr_features_extract_buffer(features, 0, HPYR_ALL, blobs, 0, &report));
        begin_frame(window);
        glUseProgram(show);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        glUseProgram(rings);
        glDrawArrays(GL_POINTS, 0, (GLsizei)report.written);
    } while (end_frame(window, picture));
    printf("%u blobs for %d florets\n", (unsigned)report.written, FLORETS);
    hpyr_features_destroy(features);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
