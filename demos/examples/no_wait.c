/* no_wait.c - draws a moving surface whose number of triangles only the GPU knows.  SPDX-License-Identifier: MIT
 * Drops run into each other and part again. In each frame the library makes a new mesh and writes its number of
 * indices into a buffer. OpenGL takes the number from there, so the CPU never waits for the GPU. */
#include "example.h"

enum { SIDE = 64, MOST_VERTICES = 40000, MOST_TRIANGLES = 80000 }; /* what the buffers have room for */

static const char *const drops = GLSL(
    uniform float u_hpyr_my_time;
    float hpyr_field_at(vec3 p) {
        float sum = -1.0;
        for (int i = 0; i < 7; i++) {
            vec3 phase = float(i) * vec3(1.3, 2.1, 0.7) + u_hpyr_my_time * vec3(0.5, 0.9, 0.7);
            vec3 way = p - 0.6 * sin(phase);
            sum += 0.05 / (dot(way, way) + 0.01);
        }
        return sum;
    });

static const char *const vertex_shader = GLSL(
    layout(location = 0) in vec3 position; layout(location = 1) in vec3 normal;
    out vec3 seen_normal; out vec3 color;
    void main() {
        seen_normal = turn(normal, 0.5);
        color = 0.5 + 0.4 * cos(vec3(0, 2, 4) + 2.5 * position.y + position.x);
        gl_Position = project(turn(position, 0.5));
    });
static const char *const fragment_shader =
    GLSL(in vec3 seen_normal, color; out vec4 result; void main() { result = vec4(shade(color, seen_normal), 1); });

static void set_time(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    (void)prefix, (void)first_unit;
    glUniform1f(glGetUniformLocation(program, "u_hpyr_my_time"), *(const float *)user);
}

int main(int argc, char **argv) {
    const char *picture = argc > 1 ? argv[1] : NULL;
    float time;
    GLuint buffers[3];
    hpyr_context *context;
    hpyr_isosurface *surface;
    GLFWwindow *window = open_window("A count that stays on the GPU", 33, &context);
    require(GLEW_ARB_draw_indirect, "OpenGL 4.0 or GL_ARB_draw_indirect");
    const GLsizeiptr bytes[3] = {MOST_VERTICES * sizeof(hpyr_mesh_vertex), MOST_TRIANGLES * 3 * sizeof(GLuint), 20};
    const GLenum targets[3] = {GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER, GL_DRAW_INDIRECT_BUFFER};
    glGenBuffers(3, buffers);
    for (int i = 0; i < 3; i++) {
        glBindBuffer(targets[i], buffers[i]);
        glBufferData(targets[i], bytes[i], NULL, GL_STREAM_DRAW);
    }
    for (GLuint i = 0; i < 2; i++) { /* positions and normals */
        glVertexAttribPointer(i, 3, GL_FLOAT, GL_FALSE, sizeof(hpyr_mesh_vertex), (const char *)NULL + i * 12);
        glEnableVertexAttribArray(i);
    }
    glEnable(GL_DEPTH_TEST);
    glUseProgram(make_program("#version 330\n", "", vertex_shader, fragment_shader));

    const hpyr_isosurface_desc desc = {.grid = {.width = SIDE, .height = SIDE, .depth = SIDE},
                                       .gradient = HPYR_GRADIENT_CENTRAL};
    const hpyr_field field = {.glsl = drops, .bind = set_time, .user = &time};
    const hpyr_mesh_output output = {.vertex_buffer = buffers[0],
                                     .vertex_count = MOST_VERTICES,
                                     .index_buffer = buffers[1],
                                     .triangle_count = MOST_TRIANGLES,
                                     .no_wait = true};
    CHECK(hpyr_isosurface_create(context, &desc, &surface));
    do {
        time = picture ? 3.0f : (float)glfwGetTime();
        CHECK(hpyr_isosurface_build(surface, &field, 0, 0));
        CHECK(hpyr_isosurface_extract(surface, &output, NULL));
        CHECK(hpyr_isosurface_command(surface, buffers[2], 0));
        begin_frame(window);
        glDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, NULL);
    } while (end_frame(window, picture));
    hpyr_isosurface_destroy(surface);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
