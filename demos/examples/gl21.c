/* gl21.c - the same on OpenGL 2.1, with GLSL 1.20: a galaxy of points.  SPDX-License-Identifier: MIT
 * An image shows turning spiral arms; each of its bright pixels becomes a star. The vertex shader finds the pixel of
 * its star by a traversal. OpenGL 2.1 has no gl_VertexID and no integers: an attribute of the library counts them. */
#include "example.h"

enum { WIDTH = 160, HEIGHT = 120 };

/* The pyramid's levels are in rectangle textures where this OpenGL has them. */
static const char *const head = "#version 120\n#extension GL_ARB_texture_rectangle : enable\n";
static const char *const vertex_shader = GLSL(
    attribute float a_hpyr_vertex; /* 0, 1, 2, ... */
    void main() {
        vec4 point = hpyr_point_at(hpyr_key_of_vertex(int(a_hpyr_vertex))); /* x, y, z, remainder */
        vec2 place = (point.xy + 0.5) / vec2(80, 60) - 1.0;
        float twinkle = fract(sin(dot(point.xy, vec2(12.9, 78.2))) * 43758.5);
        gl_FrontColor = mix(vec4(1, 0.9, 0.7, 1), vec4(0.3, 0.4, 1, 1), length(place)) * (0.3 + 0.7 * twinkle);
        gl_Position = vec4(place + 0.03 * vec2(twinkle, fract(57.0 * twinkle)) - 0.015, 0, 1);
    });
static const char *const fragment_shader = GLSL(void main() { gl_FragColor = gl_Color; });

static void draw_galaxy(double time) {
    static unsigned char image[HEIGHT][WIDTH];
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            double u = x - 79.5, v = 1.4 * (y - 59.5), distance = hypot(u, v);
            double arms = 0.5 + 0.5 * cos(2 * atan2(v, u) - 0.14 * distance + 0.5 * time);
            image[y][x] = (unsigned char)(255 * fmin(1, exp(-distance / 14) + arms * exp(-distance / 65)));
        }
    glTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE8, WIDTH, HEIGHT, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, image);
}

int main(int argc, char **argv) {
    const char *picture = argc > 1 ? argv[1] : NULL;
    static char library[32768]; /* GLSL */
    hpyr_context *context;
    hpyr_discriminator *bright;
    hpyr_pyramid *pyramid;
    hpyr_report report;
    GLuint image;
    GLFWwindow *window = open_window("OpenGL 2.1", 21, &context);
    glGenTextures(1, &image);
    glBindTexture(GL_TEXTURE_2D, image);

    const hpyr_discriminator_desc rule = {.has_threshold = true, .threshold = 0.3};
    const hpyr_pyramid_desc size = {.width = WIDTH, .height = HEIGHT, .base = HPYR_BASE_SEPARATE};
    const hpyr_texture input = {.name = image, .width = WIDTH, .height = HEIGHT, .format = HPYR_FORMAT_R8};
    CHECK(hpyr_discriminator_create(context, &rule, &bright));
    CHECK(hpyr_pyramid_create(context, &size, &pyramid));
    CHECK(hpyr_pyramid_glsl(pyramid, NULL, library, sizeof library, NULL));
    GLuint program = make_program(head, library, vertex_shader, fragment_shader);
    glPointSize(2);
    do {
        draw_galaxy(picture ? 1 : glfwGetTime());
        CHECK(hpyr_pyramid_build(pyramid, bright, &input));
        begin_frame(window);
        CHECK(hpyr_pyramid_bind(pyramid, program, NULL, 0, NULL));
        CHECK(hpyr_pyramid_draw(pyramid, GL_POINTS, 0, HPYR_ALL, 1, &report));
        CHECK(hpyr_pyramid_unbind(pyramid));
    } while (end_frame(window, picture));
    printf("%u stars\n", (unsigned)report.written);
    hpyr_pyramid_destroy(pyramid);
    hpyr_discriminator_destroy(bright);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
