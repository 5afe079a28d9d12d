/* test_window.c - the library draws into the default framebuffer of a window.  SPDX-License-Identifier: MIT */
#include "oracle.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <string.h>

enum { WIDTH = 24, HEIGHT = 16, SCALE = 10 };

static const char *const vertex_body = "uniform vec2 u_size;\n"
                                       "void main() {\n"
                                       "    uvec4 p = hpyr_point_at(hpyr_key_of_vertex(gl_VertexID));\n"
                                       "    gl_Position = vec4((vec2(p.xy) + 0.5) / u_size * 2.0 - 1.0, 0.0, 1.0);\n"
                                       "}\n";
static const char *const fragment =
    "#version 330\nout vec4 color;\nvoid main() { color = vec4(1.0, 0.5, 0.0, 1.0); }\n";

static GLuint link_with_snippet(hpyr_pyramid *pyramid) {
    char text[32768] = "#version 330\n";
    size_t length = strlen(text);
    assert_int_equal(hpyr_pyramid_glsl(pyramid, NULL, text + length, sizeof text - length - 1024, NULL), HPYR_OK);
    strcat(text, vertex_body);
    return make_program(text, fragment);
}

static GLuint upload(const unsigned char *cells) {
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, WIDTH, HEIGHT, 0, GL_RED, GL_UNSIGNED_BYTE, cells);
    glBindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

/* Points of 6 pixels around the centers of the active cells, which are 10 pixels wide. */
static void draw(hpyr_pyramid *pyramid, GLuint program, hpyr_report *report) {
    GLuint array;
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glViewport(0, 0, WIDTH * SCALE, HEIGHT * SCALE);
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glPointSize(6);
    assert_int_equal(hpyr_pyramid_bind(pyramid, program, NULL, 0, NULL), HPYR_OK);
    glUniform2f(glGetUniformLocation(program, "u_size"), WIDTH, HEIGHT);
    assert_int_equal(hpyr_pyramid_draw(pyramid, GL_POINTS, 0, HPYR_ALL, 1, report), HPYR_OK);
    assert_int_equal(hpyr_pyramid_unbind(pyramid), HPYR_OK);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    glDeleteVertexArrays(1, &array);
}

static void check_pixels(const unsigned char *cells) {
    static unsigned char pixels[WIDTH * SCALE * HEIGHT * SCALE * 4];
    glReadBuffer(GL_BACK);
    glReadPixels(0, 0, WIDTH * SCALE, HEIGHT * SCALE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int x = i % WIDTH * SCALE + SCALE / 2, y = i / WIDTH * SCALE + SCALE / 2;
        const unsigned char *center = pixels + 4 * (y * WIDTH * SCALE + x);
        const unsigned char *corner = pixels + 4 * ((y - 5) * WIDTH * SCALE + x - 5);
        assert_int_equal(center[0], cells[i] ? 255 : 0);
        assert_int_equal(center[2], cells[i] ? 0 : 255);
        assert_int_equal(corner[2], 255);
    }
}

TEST_WITH(GLFWwindow *window, a_window_shows_the_points_of_a_pyramid) {
    hpyr_pyramid_desc desc = {.width = WIDTH, .height = HEIGHT};
    hpyr_discriminator_desc threshold = {.kind = HPYR_DISCRIMINATOR_KIND_THRESHOLD};
    hpyr_context *context = NULL;
    hpyr_discriminator *discriminator = NULL;
    hpyr_pyramid *pyramid = NULL;
    hpyr_report report;
    unsigned char cells[WIDTH * HEIGHT];
    uint32_t active = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        active += (cells[i] = (i * 7 + i / 5) % 3 ? 0 : 255) != 0;
    assert_int_equal(hpyr_context_create(NULL, &context),
                     HPYR_OK); /* before the test's own glewInit: it loads its own */
    assert_int_equal(glewInit(), GLEW_OK);
    while (glGetError() != GL_NO_ERROR) {}
    GLuint texture = upload(cells);
    assert_int_equal(hpyr_discriminator_create(context, &threshold, &discriminator), HPYR_OK);
    assert_int_equal(hpyr_pyramid_create(context, &desc, &pyramid), HPYR_OK);
    hpyr_texture input = {.name = texture, .width = WIDTH, .height = HEIGHT, .format = HPYR_FORMAT_R8};
    assert_int_equal(hpyr_pyramid_build(pyramid, discriminator, &input), HPYR_OK);
    GLuint program = link_with_snippet(pyramid);
    draw(pyramid, program, &report);
    assert_int_equal(report.written, active);
    check_pixels(cells);
    glfwSwapBuffers(window);
    glDeleteProgram(program);
    glDeleteTextures(1, &texture);
    hpyr_pyramid_destroy(pyramid);
    hpyr_discriminator_destroy(discriminator);
    hpyr_context_destroy(context);
    assert_int_equal(glGetError(), GL_NO_ERROR);
}

static int open_window(void **state) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    GLFWwindow *window = glfwCreateWindow(WIDTH * SCALE, HEIGHT * SCALE, "test_window", NULL, NULL);
    if (!window)
        return -1;
    glfwMakeContextCurrent(window);
    *state = window;
    return 0;
}

static int close_window(void **state) {
    glfwDestroyWindow(*state);
    return 0;
}

int main(void) {
    if (!glfwInit())
        return runner_skip_all("there is no display for a window");
    int failed = runner_run_group(&(runner_group){.open = open_window, .close = close_window});
    glfwTerminate();
    return failed;
}
