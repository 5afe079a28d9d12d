/* surface_of_points.c - makes the surface of points that have normals, and cuts it open.  SPDX-License-Identifier: MIT
 * The cut shows the function whose isosurface it is: a fragment shader asks for its value. */
#include "example.h"

enum { POINTS = 30000, DEPTH = 6, NUMBERS = 6 /* of a point: its position, its normal */ };

static const char *const draw_surface = GLSL(
    layout(location = 0) in vec3 place; layout(location = 1) in vec3 normal; out vec3 spot; out vec3 across;
    void main() { spot = place; across = turn(normal, -0.4); gl_Position = project(turn(place, -0.4)); });
static const char *const paint_surface = GLSL(
    uniform float cut; in vec3 spot; in vec3 across; out vec4 result; void main() {
        if (spot.z > cut && spot.x > 0.0) discard;
        result = vec4(gl_FrontFacing ? shade(vec3(0.95, 0.62, 0.35), across) : vec3(0.25, 0.1, 0.06), 1.0); });
static const char *const draw_cut = GLSL(
    uniform float cut; out vec3 place; void main() {
        place = vec3(1.1 * float(gl_VertexID & 1), 2.2 * float(gl_VertexID >> 1) - 1.1, cut);
        gl_Position = project(turn(place, -0.4)); });
static const char *const paint_cut = GLSL(
    in vec3 place; out vec4 result; void main() {
        float value = hpyr_poisson_value(place) / hpyr_isovalue(); /* 1 on the surface, more of it inside */
        float line = clamp(abs(fract(value * 5.0) - 0.5) / fwidth(value * 5.0), 0.0, 1.0);
        vec3 color = value > 1.0 ? vec3(0.8, 0.36, 0.2) : mix(vec3(0.1, 0.14, 0.24), vec3(0.3, 0.6, 0.85), value);
        result = vec4(color * (0.8 + 0.2 * line), 1.0);
    });

/* A point on a tube around a trefoil knot. */
static void make_point(int number, float point[NUMBERS]) {
    float t = (float)number * 6.2831853f / POINTS, around = (float)number * 2.4f, radius = 2 + cosf(3 * t);
    float out[2] = {cosf(2 * t), sinf(2 * t)}, slope = 0.7f * cosf(3 * t), length = sqrtf(1 + slope * slope);
    float across[3] = {out[1] * slope / length, -out[0] * slope / length, 1 / length};
    for (int axis = 0; axis < 3; axis++) {
        point[3 + axis] = sinf(around) * across[axis] + (axis < 2 ? cosf(around) * out[axis] : 0);
        point[axis] = (axis < 2 ? radius * out[axis] : sinf(3 * t)) / 3.6f + 0.16f * point[3 + axis];
    }
}

int main(int argc, char **argv) {
    static float numbers[POINTS][NUMBERS];
    const char *picture = argc > 1 ? argv[1] : NULL;
    const hpyr_poisson_desc desc = {.capacity = POINTS, .depth = DEPTH};
    hpyr_mesh_output all = {.vertex_count = HPYR_ALL, .triangle_count = HPYR_ALL};
    hpyr_mesh_counts counts;
    hpyr_context *context;
    hpyr_poisson *poisson;
    char library[16384]; /* what the library has for our shaders */
    GLFWwindow *window = open_window("Surface of points", 33, &context);
    for (int i = 0; i < POINTS; i++)
        make_point(i, numbers[i]);
    GLuint points = make_buffer(GL_ARRAY_BUFFER, sizeof numbers, numbers);
    CHECK(hpyr_poisson_create(context, &desc, &poisson));
    CHECK(hpyr_poisson_solve(poisson, &(hpyr_poisson_points){{points, 0, 24}, {points, 12, 24}, .count = POINTS}));
    CHECK(hpyr_poisson_surface_build(poisson, NULL));
    CHECK(hpyr_poisson_surface_counts(poisson, &counts));
    all.index_buffer = make_buffer(GL_ELEMENT_ARRAY_BUFFER, counts.triangles * 12, NULL);
    all.vertex_buffer = make_buffer(GL_ARRAY_BUFFER, counts.vertices * sizeof(hpyr_mesh_vertex), NULL);
    CHECK(hpyr_poisson_surface_extract(poisson, &all, NULL));
    CHECK(hpyr_poisson_glsl(poisson, NULL, library, sizeof library, NULL));
    GLuint show = make_program("#version 330\n", "", draw_surface, paint_surface);
    GLuint cut = make_program("#version 330\n", library, draw_cut, paint_cut);
    for (GLuint i = 0; i < 2; i++) { /* position and normal of a hpyr_mesh_vertex */
        glVertexAttribPointer(i, 3, GL_FLOAT, GL_FALSE, sizeof(hpyr_mesh_vertex), (void *)(uintptr_t)(12 * i));
        glEnableVertexAttribArray(i);
    }
    glEnable(GL_DEPTH_TEST);
    do {
        float place = picture ? 0 : 0.45f * sinf((float)glfwGetTime());
        begin_frame(window);
        glUseProgram(show);
        glUniform1f(glGetUniformLocation(show, "cut"), place);
        glDrawElements(GL_TRIANGLES, (GLsizei)counts.triangles * 3, GL_UNSIGNED_INT, NULL);
        CHECK(hpyr_poisson_bind(poisson, cut, NULL, 0, NULL));
        glUniform1f(glGetUniformLocation(cut, "cut"), place);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        CHECK(hpyr_poisson_unbind(poisson));
    } while (end_frame(window, picture));
    hpyr_poisson_destroy(poisson);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
