/* formula.c - makes a mesh of a surface that is given by a formula.  SPDX-License-Identifier: MIT
 * This is Barth's sextic inside a ball: a surface of degree six with 65 points where two cones meet. The formula is
 * GLSL. The library writes vertices, normals and indices into two buffers once; then only the mesh turns. */
#include "example.h"

enum { SIDE = 128 };

static const char *const barth = GLSL(
    float hpyr_field_at(vec3 place) {
        vec3 p = 1.75 * place;
        vec3 q = p * p;
        float golden = 2.618034; /* the golden ratio, squared */
        float planes = (golden * q.x - q.y) * (golden * q.y - q.z) * (golden * q.z - q.x);
        float sphere = dot(p, p) - 1.0;
        float sextic = 4.0 * planes - 4.236068 * sphere * sphere;
        return min(sextic, 2.95 - dot(p, p)); /* inside is at least 0 */
    });

static const char *const vertex_shader = GLSL(
    layout(location = 0) in vec3 position;
    layout(location = 1) in vec3 normal;
    uniform float time;
    out vec3 seen_normal; out vec3 color;
    void main() {
        seen_normal = turn(normal, 0.4 * time);
        color = mix(vec3(0.15, 0.5, 0.75), vec3(1, 0.75, 0.3), smoothstep(0.45, 0.75, length(position)));
        gl_Position = project(turn(position, 0.4 * time));
    });
static const char *const fragment_shader =
    GLSL(in vec3 seen_normal, color; out vec4 result; void main() { result = vec4(shade(color, seen_normal), 1); });

int main(int argc, char **argv) {
    const char *picture = argc > 1 ? argv[1] : NULL;
    hpyr_context *context;
    hpyr_isosurface *surface;
    hpyr_mesh_counts counts;
    GLuint buffers[2];
    GLFWwindow *window = open_window("A field from a formula", 33, &context);
    const hpyr_isosurface_desc desc = {.grid = {.width = SIDE, .height = SIDE, .depth = SIDE},
                                       .gradient = HPYR_GRADIENT_CENTRAL};
    const hpyr_field field = {.glsl = barth};
    CHECK(hpyr_isosurface_create(context, &desc, &surface));
    CHECK(hpyr_isosurface_build(surface, &field, 0, 0));
    CHECK(hpyr_isosurface_counts(surface, &counts));
    printf("%u vertices, %u triangles\n", (unsigned)counts.vertices, (unsigned)counts.triangles);

    glGenBuffers(2, buffers);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(counts.vertices * sizeof(hpyr_mesh_vertex)), NULL, GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(counts.triangles * 3 * sizeof(GLuint)), NULL, GL_STATIC_DRAW);
    const hpyr_mesh_output output = {
        .vertex_buffer = buffers[0], .vertex_count = HPYR_ALL, .index_buffer = buffers[1], .triangle_count = HPYR_ALL};
    CHECK(hpyr_isosurface_extract(surface, &output, NULL));
    hpyr_isosurface_destroy(surface); /* the mesh is in the buffers */
    hpyr_context_destroy(context);

    for (GLuint i = 0; i < 2; i++) { /* positions and normals */
        glVertexAttribPointer(i, 3, GL_FLOAT, GL_FALSE, sizeof(hpyr_mesh_vertex), (const char *)NULL + i * 12);
        glEnableVertexAttribArray(i);
    }
    glEnable(GL_DEPTH_TEST);
    GLuint program = make_program("#version 330\n", "", vertex_shader, fragment_shader);
    glUseProgram(program);
    do {
        glUniform1f(glGetUniformLocation(program, "time"), picture ? 0.6f : (float)glfwGetTime());
        begin_frame(window);
        glDrawElements(GL_TRIANGLES, (GLsizei)(counts.triangles * 3), GL_UNSIGNED_INT, NULL);
    } while (end_frame(window, picture));
    glfwTerminate();
    return 0;
}
