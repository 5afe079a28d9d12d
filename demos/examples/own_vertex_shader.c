/* own_vertex_shader.c - a vertex shader finds its pixels itself, without a list.  SPDX-License-Identifier: MIT
 * A spinning square stands on each bright pixel of a moving image; the brighter the pixel, the larger the square. Each
 * pixel has six keys in a row, its clones: one for each vertex of two triangles. The remainder says which vertex. */
#include "example.h"

enum { WIDTH = 40, HEIGHT = 30 };

static const char *const vertex_shader = GLSL(
    uniform sampler2D image;
    uniform float time;
    out vec3 color;
    void main() {
        uvec4 point = hpyr_point_at(hpyr_key_of_vertex(gl_VertexID)); /* x, y, z, remainder */
        vec2 corners[6] = vec2[6](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
        float bright = texelFetch(image, ivec2(point.xy), 0).r;
        float angle = time + 3.0 * bright;
        vec2 corner = mat2(cos(angle), sin(angle), -sin(angle), cos(angle)) * corners[point.w];
        vec2 place = vec2(point.xy) + 0.5 + (0.8 * bright - 0.3) * corner;
        color = mix(vec3(0.9, 0.2, 0.4), vec3(1, 0.9, 0.4), 2.0 * bright - 1.0);
        gl_Position = vec4(place / vec2(20, 15) - 1.0, 0, 1);
    });
static const char *const fragment_shader =
    GLSL(in vec3 color; out vec4 result; void main() { result = vec4(color, 1); });

static void draw_image(float time) {
    static unsigned char image[HEIGHT][WIDTH];
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            image[y][x] =
                (unsigned char)(128 + 60 * sin(0.3 * x + time) + 60 * cos(hypot(x - 28, y - 10) * 0.5 - time));
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, WIDTH, HEIGHT, 0, GL_RED, GL_UNSIGNED_BYTE, image);
}

int main(int argc, char **argv) {
    const char *picture = argc > 1 ? argv[1] : NULL;
    static char library[32768]; /* GLSL */
    hpyr_context *context;
    hpyr_discriminator *bright;
    hpyr_pyramid *pyramid;
    hpyr_report report;
    GLuint image;
    GLFWwindow *window = open_window("Your own vertex shader", 33, &context);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glGenTextures(1, &image);
    glBindTexture(GL_TEXTURE_2D, image); /* unit 0 */
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);

    const hpyr_discriminator_desc rule = {.has_threshold = true, .threshold = 0.5};
    const hpyr_pyramid_desc size = {.width = WIDTH, .height = HEIGHT, .max_count = 1, .clones = 6};
    const hpyr_texture input = {.name = image, .width = WIDTH, .height = HEIGHT, .format = HPYR_FORMAT_R8};
    CHECK(hpyr_discriminator_create(context, &rule, &bright));
    CHECK(hpyr_pyramid_create(context, &size, &pyramid));
    CHECK(hpyr_pyramid_glsl(pyramid, NULL, library, sizeof library, NULL));
    GLuint program = make_program("#version 330\n", library, vertex_shader, fragment_shader);
    do {
        float time = picture ? 2.0f : (float)glfwGetTime();
        draw_image(time);
        CHECK(hpyr_pyramid_build(pyramid, bright, &input));
        begin_frame(window);
        CHECK(hpyr_pyramid_bind(pyramid, program, NULL, 1, NULL)); /* units 1, 2, .. */
        glUniform1f(glGetUniformLocation(program, "time"), time);
        CHECK(hpyr_pyramid_draw(pyramid, GL_TRIANGLES, 0, HPYR_ALL, 1, &report));
        CHECK(hpyr_pyramid_unbind(pyramid));
    } while (end_frame(window, picture));
    printf("%u squares\n", (unsigned)report.written / 6);
    hpyr_pyramid_destroy(pyramid);
    hpyr_discriminator_destroy(bright);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
