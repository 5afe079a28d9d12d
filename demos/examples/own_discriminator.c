/* own_discriminator.c - finds the contour lines of a landscape by its own rule.  SPDX-License-Identifier: MIT
 * The rule is a few lines of GLSL: a pixel is on a contour if the next pixel is on another step of height. A uniform of
 * the rule moves the steps, so the lines wander over the hills. Valleys are green, peaks white. */
#include "example.h"

enum { WIDTH = 640, HEIGHT = 480 };

static const char *const rule = GLSL(
    uniform float u_hpyr_my_shift; /* your names begin with u_hpyr_my_ or hpyr_my_ */
    float hpyr_my_step(ivec3 cell) { return floor(12.0 * hpyr_input_at(cell).r + u_hpyr_my_shift); }
    HPYR_UINT hpyr_count_at(ivec3 cell) {
        ivec3 right = ivec3(min(cell.x + 1, 639), cell.y, 0);
        ivec3 above = ivec3(cell.x, min(cell.y + 1, 479), 0);
        return HPYR_UINT(hpyr_my_step(cell) != hpyr_my_step(right) || hpyr_my_step(cell) != hpyr_my_step(above));
    });

static const char *const vertex_shader = GLSL(
    layout(location = 0) in uvec2 pixel; uniform sampler2D landscape; out vec3 color;
    void main() {
        float height = texelFetch(landscape, ivec2(pixel), 0).r;
        color = mix(vec3(0, 0.45, 0.4), vec3(1, 0.95, 0.8), smoothstep(0.2, 0.9, height));
        gl_Position = vec4((vec2(pixel) + 0.5) / vec2(320, 240) - 1.0, 0, 1);
    });
static const char *const fragment_shader =
    GLSL(in vec3 color; out vec4 result; void main() { result = vec4(color, 1); });

static float height_at(int x, int y) {
    double hills = sin(0.013 * x + 1) * cos(0.017 * y) + sin(0.021 * hypot(x - 420, y - 200));
    return (float)(0.5 + 0.2 * hills + 0.06 * sin(0.041 * x + 0.023 * y) + 0.04 * cos(0.05 * y - 0.017 * x));
}

/* The library calls this before it runs the rule. */
static void set_shift(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    (void)prefix, (void)first_unit;
    glUniform1f(glGetUniformLocation(program, "u_hpyr_my_shift"), *(const float *)user);
}

int main(int argc, char **argv) {
    static float heights[HEIGHT][WIDTH], shift;
    const char *picture = argc > 1 ? argv[1] : NULL;
    hpyr_context *context;
    hpyr_discriminator *contour;
    hpyr_pyramid *pyramid;
    hpyr_report report;
    GLuint landscape;
    GLFWwindow *window = open_window("Your own discriminator", 33, &context);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            heights[y][x] = height_at(x, y);
    glGenTextures(1, &landscape);
    glBindTexture(GL_TEXTURE_2D, landscape);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, WIDTH, HEIGHT, 0, GL_RED, GL_FLOAT, heights);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    GLuint points = make_buffer(GL_ARRAY_BUFFER, WIDTH * HEIGHT * sizeof(hpyr_point), NULL);
    glVertexAttribIPointer(0, 2, GL_UNSIGNED_INT, sizeof(hpyr_point), NULL);
    glEnableVertexAttribArray(0);

    const hpyr_texture input = {.name = landscape, .width = WIDTH, .height = HEIGHT, .format = HPYR_FORMAT_R32F};
    const hpyr_pyramid_desc size = {.width = WIDTH, .height = HEIGHT, .max_count = 1};
    hpyr_discriminator_desc own = {
        .kind = HPYR_DISCRIMINATOR_KIND_CUSTOM, .glsl = rule, .bind = set_shift, .user = &shift};
    CHECK(hpyr_discriminator_create(context, &own, &contour));
    CHECK(hpyr_pyramid_create(context, &size, &pyramid));
    glPointSize(1.5f);
    glUseProgram(make_program("#version 330\n", "", vertex_shader, fragment_shader));
    do {
        shift = picture ? 0.0f : (float)(0.5 * glfwGetTime());
        CHECK(hpyr_pyramid_build(pyramid, contour, &input));
        CHECK(hpyr_pyramid_extract_buffer(pyramid, 0, HPYR_ALL, points, 0, 0, &report));
        begin_frame(window);
        glDrawArrays(GL_POINTS, 0, (GLsizei)report.written);
    } while (end_frame(window, picture));
    printf("%u pixels on contour lines\n", (unsigned)report.written);
    hpyr_pyramid_destroy(pyramid);
    hpyr_discriminator_destroy(contour);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
