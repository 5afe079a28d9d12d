/* bright_pixels.c - finds the bright pixels of an image and draws a dot on each.  SPDX-License-Identifier: MIT
 * The image shows gray waves. The library finds the pixels on the crests and writes a list of them into a buffer. The
 * dots are drawn from this buffer, so the list never leaves the GPU. Esc closes the window. */
#include <GL/glew.h>
#include <GLFW/glfw3.h>
#include <histopyramid/histopyramid.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
enum { WIDTH = 160, HEIGHT = 120 };

static const char *const shaders[2] = {"#version 330\nlayout(location = 0) in uvec2 pixel; void main() { gl_Position = "
                                       "vec4((pixel + 0.5) / vec2(80, 60) - 1, 0, 1); }",
                                       "#version 330\nout vec4 color; void main() { color = vec4(1, 0.5, 0, 1); }"};

static GLuint make_texture(void) {
    static unsigned char image[HEIGHT][WIDTH][4]; /* RGBA; row 0 is the bottom */
    GLuint texture;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            memset(image[y][x], (int)(128 + 127 * sin(hypot(x - 30, y - 40) / 6) * sin(hypot(x - 130, y - 90) / 8)), 4);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, image);
    return texture;
}

static GLuint make_program(void) {
    GLuint program = glCreateProgram();
    for (int i = 0; i < 2; i++) {
        GLuint shader = glCreateShader(i == 0 ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER);
        glShaderSource(shader, 1, &shaders[i], NULL);
        glCompileShader(shader);
        glAttachShader(program, shader);
    }
    glLinkProgram(program);
    return program;
}

int main(void) {
    glfwInit();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    GLFWwindow *window = glfwCreateWindow(4 * WIDTH, 4 * HEIGHT, "Bright pixels", NULL, NULL);
    glfwMakeContextCurrent(window);
    glewInit(); /* on Wayland it reports an error, and works */
    if (!GLEW_VERSION_3_3)
        return fprintf(stderr, "bright_pixels: no window with OpenGL 3.3\n"), 1;
    glfwSetInputMode(window, GLFW_STICKY_KEYS, GLFW_TRUE); /* so that no Esc is missed */

    GLuint texture = make_texture(), list, array, framebuffer;
    glGenBuffers(1, &list);
    glBindBuffer(GL_ARRAY_BUFFER, list);
    glBufferData(GL_ARRAY_BUFFER, WIDTH * HEIGHT * sizeof(hpyr_point), NULL, GL_STATIC_DRAW);

    const hpyr_pyramid_desc size = {.width = WIDTH, .height = HEIGHT};
    const hpyr_discriminator_desc rule = {.has_threshold = true, .threshold = 0.75}; /* 0 is black, 1 is white */
    const hpyr_texture input = {
        .name = texture, .width = WIDTH, .height = HEIGHT, .format = HPYR_FORMAT_RGBA8, .channel = HPYR_CHANNEL_RED};
    hpyr_context *context;
    hpyr_discriminator *bright;
    hpyr_pyramid *pyramid;
    hpyr_report report;
    if (hpyr_context_create(NULL, &context) || hpyr_discriminator_create(context, &rule, &bright) ||
        hpyr_pyramid_create(context, &size, &pyramid) || hpyr_pyramid_build(pyramid, bright, &input) ||
        hpyr_pyramid_extract_buffer(pyramid, 0, HPYR_ALL, list, 0, 0, &report))
        return fprintf(stderr, "bright_pixels: the library could not list the pixels\n"), 1;
    printf("%u bright pixels\n", (unsigned)report.written);
    glUseProgram(make_program());
    glPointSize(3);
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glVertexAttribIPointer(0, 2, GL_UNSIGNED_INT, sizeof(hpyr_point), NULL); /* x and y of each hpyr_point */
    glEnableVertexAttribArray(0);
    glGenFramebuffers(1, &framebuffer); /* the image is copied from it into the window */
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    while (!glfwWindowShouldClose(window) && !glfwGetKey(window, GLFW_KEY_ESCAPE)) {
        glBlitFramebuffer(0, 0, WIDTH, HEIGHT, 0, 0, 4 * WIDTH, 4 * HEIGHT, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        glDrawArrays(GL_POINTS, 0, (GLsizei)report.written);
        glfwSwapBuffers(window);
        glfwWaitEvents();
    }
    hpyr_pyramid_destroy(pyramid);
    hpyr_discriminator_destroy(bright);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
