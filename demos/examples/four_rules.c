/* four_rules.c - contours, slopes, summits and crosses of a landscape by four discriminators.  SPDX-License-Identifier: MIT */
#include "example.h"

enum { WIDTH = 320, HEIGHT = 240, CROSS = 7, CROSSES = 9 };

static const char *const vertex_shader = GLSL(
    layout(location = 0) in uvec2 place; uniform sampler2D landscape; uniform int quarter; uniform vec4 mark;
    out vec3 color; void main() {
        ivec2 pixel = mark.a > 0.0 ? ivec2(place) : ivec2(gl_VertexID % 320, gl_VertexID / 320);
        color = mark.a > 0.0 ? mark.rgb : vec3(0.15, 0.17, 0.2) + 0.6 * texelFetch(landscape, pixel, 0).r;
        gl_Position = vec4((vec2(pixel) + 0.5) / vec2(320, 240) - vec2(quarter % 2, quarter / 2), 0, 1);
    });
static const char *const fragment_shader = GLSL(in vec3 color; out vec4 c; void main() { c = vec4(color, 1); });

static float height_at(int x, int y) {
    double height = 0.5 + 0.2 * sin(0.026 * x + 1) * cos(0.034 * y) + 0.2 * sin(0.042 * hypot(x - 210, y - 100));
    for (int i = 0; i < CROSSES; i++) {
        int dx = abs(x - 30 - i * 37 % 270), dy = abs(y - 25 - i * 91 % 200);
        height += dx <= CROSS / 2 && dy <= CROSS / 2 && (dx == 0 || dy == 0) ? 0.1 : 0;
    }
    return (float)height;
}

static void make_rules(hpyr_context *context, hpyr_discriminator *rules[4]) {
    static const hpyr_range steps[] = {{0.2, 0.205}, {0.3, 0.305}, {0.4, 0.405}, {0.5, 0.505}, {0.6, 0.605}};
    static float cross[CROSS * CROSS];
    for (int i = 0; i < CROSS; i++)
        cross[CROSS / 2 * CROSS + i] = cross[i * CROSS + CROSS / 2] = 1;
    hpyr_discriminator_desc descs[4] = {
        {.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = steps, .range_count = 5},
        {.kind = HPYR_DISCRIMINATOR_KIND_EDGE, .threshold = 0.009, .edge_operator = HPYR_EDGE_OPERATOR_SOBEL},
        {.kind = HPYR_DISCRIMINATOR_KIND_LOCAL_MAX, .threshold = 0.6, .window = 5},
        {.kind = HPYR_DISCRIMINATOR_KIND_TEMPLATE, .threshold = 0.8, .measure = HPYR_TEMPLATE_MEASURE_CORRELATION}};
    descs[1].has_threshold = descs[2].has_threshold = descs[3].has_threshold = true;
    descs[3].pattern = cross;
    descs[3].pattern_width = descs[3].pattern_height = CROSS;
    for (int i = 0; i < 4; i++)
        CHECK(hpyr_discriminator_create(context, &descs[i], &rules[i]));
}

int main(int argc, char **argv) {
    static float heights[HEIGHT][WIDTH];
    static const float marks[4][4] = {{1, 0.8f, 0.2f, 1}, {0.2f, 0.9f, 1, 1}, {1, 0.3f, 0.3f, 1}, {0.4f, 1, 0.4f, 1}};
    hpyr_context *context;
    hpyr_discriminator *rules[4];
    hpyr_pyramid *pyramid;
    hpyr_report reports[4];
    GLFWwindow *window = open_window("Four rules", 33, &context);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        heights[i / WIDTH][i % WIDTH] = height_at(i % WIDTH, i / WIDTH);
    hpyr_texture input = {.width = WIDTH, .height = HEIGHT, .format = HPYR_FORMAT_R32F};
    glGenTextures(1, &input.name);
    glBindTexture(GL_TEXTURE_2D, input.name);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, WIDTH, HEIGHT, 0, GL_RED, GL_FLOAT, heights);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    GLuint points = make_buffer(GL_ARRAY_BUFFER, WIDTH * HEIGHT * sizeof(hpyr_point), NULL);
    glVertexAttribIPointer(0, 2, GL_UNSIGNED_INT, sizeof(hpyr_point), NULL);
    glEnableVertexAttribArray(0);
    make_rules(context, rules);
    CHECK(
        hpyr_pyramid_create(context, &(hpyr_pyramid_desc){.width = WIDTH, .height = HEIGHT, .max_count = 1}, &pyramid));
    GLuint program = make_program("#version 330\n", "", vertex_shader, fragment_shader);
    glUseProgram(program);
    do {
        begin_frame(window);
        for (int i = 0; i < 4; i++) {
            CHECK(hpyr_pyramid_build(pyramid, rules[i], &input));
            CHECK(hpyr_pyramid_extract_buffer(pyramid, 0, HPYR_ALL, points, 0, 0, &reports[i]));
            glUniform1i(glGetUniformLocation(program, "quarter"), i ^ 2 ^ 1);
            glUniform4f(glGetUniformLocation(program, "mark"), 0, 0, 0, 0);
            glPointSize(1);
            glDrawArrays(GL_POINTS, 0, WIDTH * HEIGHT);
            glUniform4fv(glGetUniformLocation(program, "mark"), 1, marks[i]);
            glPointSize(i < 2 ? 1 : 7);
            glDrawArrays(GL_POINTS, 0, (GLsizei)reports[i].written);
        }
    } while (end_frame(window, argc > 1 ? argv[1] : NULL));
    printf("%u pixels on contours, %u summits\n", (unsigned)reports[0].written, (unsigned)reports[2].written);
    for (int i = 0; i < 4; i++)
        hpyr_discriminator_destroy(rules[i]);
    hpyr_pyramid_destroy(pyramid);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
