/* example.h - what the examples share: a window, shaders, errors, pictures.  SPDX-License-Identifier: MIT
 * An example and this file are a complete program. `EXAMPLE PICTURE.ppm` saves one picture and ends. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <GL/glew.h>
#include <GLFW/glfw3.h>
#include <histopyramid/histopyramid.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes a string of the text of a shader. */
#define GLSL(...) #__VA_ARGS__

/* Functions for all shaders: a turn about the vertical axis, the place of a point on the screen, and light. */
static const char *const view_glsl = GLSL(
    vec3 turn(vec3 p, float angle) {
        float c = cos(angle); float s = sin(angle);
        p = vec3(c * p.x + s * p.z, p.y, c * p.z - s * p.x);
        return vec3(p.x, 0.9 * p.y - 0.43 * p.z, 0.43 * p.y + 0.9 * p.z);
    }
    vec4 project(vec3 p) { return vec4(2.4 * p.x, 3.2 * p.y, 1.4 * (3.6 - p.z) - 2.4, 3.6 - p.z); }
    vec3 shade(vec3 color, vec3 normal) {
        float light = dot(normalize(normal), vec3(0.37, 0.64, 0.67));
        return color * (0.45 + 0.55 * light) + 0.3 * pow(max(light, 0.0), 40.0);
    });

/* Ends the program, with a line that says what failed, unless all is well. */
static inline void require(bool all_is_well, const char *what) {
    if (!all_is_well) {
        fprintf(stderr, "failed: %s\n", what);
        exit(1);
    }
}

/* Calls the library, and ends the program if the answer is not HPYR_OK. */
#define CHECK(call) require((call) == HPYR_OK, #call)

/* The library's log, which says why a call failed. */
static inline void print_message(hpyr_log_level level, const char *message, void *user) {
    (void)user;
    if (level != HPYR_LOG_LEVEL_INFO)
        fprintf(stderr, "%s\n", message);
}

/* Opens a window with OpenGL 3.3 (`version` is 33) or 2.1 (21), and connects the library with it. */
static inline GLFWwindow *open_window(const char *title, int version, hpyr_context **context) {
    const hpyr_context_desc desc = {.log = print_message, .gl_version_cap = version};
    glfwInit();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, version / 10);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, version % 10);
    glfwWindowHint(GLFW_OPENGL_PROFILE, version < 33 ? GLFW_OPENGL_ANY_PROFILE : GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_SAMPLES, 4); /* smooth edges; but no image can be scaled by a blit into such a window */
    GLFWwindow *window = glfwCreateWindow(640, 480, title, NULL, NULL);
    require(window, "a window with this version of OpenGL");
    glfwMakeContextCurrent(window);
    glfwSetInputMode(window, GLFW_STICKY_KEYS, GLFW_TRUE); /* Esc counts even if it is released before the next frame */
    glewInit();                                            /* on Wayland it reports an error, and works */
    CHECK(hpyr_context_create(&desc, context));
    if (version >= 33) { /* a core profile draws nothing without a vertex array */
        GLuint vertex_array;
        glGenVertexArrays(1, &vertex_array);
        glBindVertexArray(vertex_array);
    }
    return window;
}

/* Links two shaders. `head` is the #version line. `library` is GLSL that the library has written, or "". */
static inline GLuint make_program(const char *head, const char *library, const char *vertex, const char *fragment) {
    GLuint program = glCreateProgram();
    GLint linked;
    char words[2048] = ""; /* of the driver */
    for (int i = 0; i < 2; i++) {
        const char *texts[] = {head, library, view_glsl, i == 0 ? vertex : fragment};
        GLuint shader = glCreateShader(i == 0 ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER);
        glShaderSource(shader, 4, texts, NULL);
        glCompileShader(shader);
        glGetShaderInfoLog(shader, sizeof words, NULL, words);
        fprintf(stderr, "%s", words);
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    require(linked, "linking the shaders");
    return program;
}

/* Makes a buffer and leaves it bound to `target`. `contents` may be NULL. */
static inline GLuint make_buffer(GLenum target, size_t bytes, const void *contents) {
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(target, buffer);
    glBufferData(target, (GLsizeiptr)bytes, contents, GL_STATIC_DRAW);
    return buffer;
}

/* Begins a frame: clears the window. */
static inline void begin_frame(GLFWwindow *window) {
    int width, height;
    glfwGetFramebufferSize(window, &width, &height);
    glViewport(0, 0, width, height);
    glClearColor(0.06f, 0.07f, 0.1f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

/* Ends a frame: shows it, or saves it if `picture` is the name of a file. Returns false if the program should end. */
static inline bool end_frame(GLFWwindow *window, const char *picture) {
    static unsigned char pixels[480][640][3];
    require(glGetError() == GL_NO_ERROR, "a call of OpenGL in this frame");
    if (picture) {
        FILE *file = fopen(picture, "wb");
        require(file, picture);
        glReadPixels(0, 0, 640, 480, GL_RGB, GL_UNSIGNED_BYTE, pixels);
        fprintf(file, "P6 640 480 255\n");
        for (int y = 479; y >= 0; y--) /* the first row of a file is the top, of OpenGL the bottom */
            fwrite(pixels[y], sizeof pixels[y], 1, file);
        require(fclose(file) == 0, picture);
        return false;
    }
    glfwSwapBuffers(window);
    glfwPollEvents();
    return !glfwWindowShouldClose(window) && !glfwGetKey(window, GLFW_KEY_ESCAPE);
}

#endif
