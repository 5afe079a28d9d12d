/* two_clouds.c - the union, the intersection and the difference of two clouds of points.  SPDX-License-Identifier: MIT
 * Each cloud is asked where the points of the other one lie. Some points of both make a third cloud, and its surface. */
#include "example.h"

enum { POINTS = 20000, DEPTH = 6, MESHES = 3, NUMBERS = 6 /* of a point: its position, its normal */ };

static const char *const draw_surface = GLSL(
    layout(location = 0) in vec3 place; layout(location = 1) in vec3 normal; uniform float angle; uniform float side;
    out vec3 across; out float far;
    vec3 lean(vec3 p) { return turn(vec3(0.9 * p.x - 0.44 * p.y, 0.44 * p.x + 0.9 * p.y, p.z), angle); }
    void main() {
        far = length(place); across = lean(normal);
        gl_Position = project(0.66 * lean(place) + vec3(side, 0.0, 0.0)); });
static const char *const paint_surface = GLSL(
    in vec3 across; in float far; out vec4 result; void main() {
        vec3 color = abs(far - 0.6) < 0.01 ? vec3(0.95, 0.62, 0.35) : vec3(0.35, 0.65, 0.95); /* the ball, the ring */
        result = vec4(shade(color, across), 1.0); });

/* A point of a ball, or of a ring. */
static void make_point(bool is_ring, int number, float point[NUMBERS]) {
    float part = ((float)number + 0.5f) / POINTS, turned = 2.399963f * (float)number, height = 1 - 2 * part;
    float wide = sqrtf(1 - height * height), along = part * 6.2831853f, out = cosf(turned), up = sinf(turned);
    float ball[3] = {wide * out, height, wide * up}, ring[3] = {cosf(along) * out, up, sinf(along) * out};
    float middle[3] = {cosf(along), 0, sinf(along)}; /* of the ring */
    for (int axis = 0; axis < 3; axis++) {
        point[axis] = is_ring ? 0.6f * middle[axis] + 0.22f * ring[axis] : 0.6f * ball[axis];
        point[3 + axis] = is_ring ? ring[axis] : ball[axis];
    }
}

static void solve(hpyr_poisson *poisson, GLuint buffer, uint64_t offset, uint32_t count) {
    hpyr_attribute positions = {buffer, offset, 24}, normals = {buffer, offset + 12, 24};
    CHECK(hpyr_poisson_solve(poisson, &(hpyr_poisson_points){positions, normals, .count = count}));
}

/* Which points stay. Union: those outside of the other cloud. Intersection: those inside. Difference: those of the ball
 * that are outside, and those of the ring that are inside, turned over. */
static uint32_t collect(int mesh, float (*clouds)[NUMBERS], const float *values, float (*kept)[NUMBERS]) {
    uint32_t count = 0;
    for (int i = 0; i < 2 * POINTS; i++) {
        bool is_turned = mesh == 2 && i >= POINTS, must_be_inside = mesh == 1 || is_turned, is_inside = values[i] < 0;
        for (int k = 0; k < NUMBERS; k++)
            kept[count][k] = k >= 3 && is_turned ? -clouds[i][k] : clouds[i][k];
        count += is_inside == must_be_inside;
    }
    return count;
}

int main(int argc, char **argv) {
    static float clouds[2 * POINTS][NUMBERS], values[2 * POINTS], kept[2 * POINTS][NUMBERS];
    hpyr_mesh_counts counts[MESHES];
    GLuint arrays[MESHES];
    hpyr_context *context;
    hpyr_poisson *poisson;
    GLFWwindow *window = open_window("Two clouds", 33, &context);
    CHECK(hpyr_poisson_create(context, &(hpyr_poisson_desc){2 * POINTS, DEPTH, .screening = 4}, &poisson));
    for (int i = 0; i < 2 * POINTS; i++)
        make_point(i >= POINTS, i % POINTS, clouds[i]);
    GLuint points = make_buffer(GL_ARRAY_BUFFER, sizeof clouds, clouds);
    GLuint answers = make_buffer(GL_ARRAY_BUFFER, sizeof values, NULL);
    for (int i = 0; i < 2; i++) { /* where do the points of cloud i lie in the other cloud? */
        hpyr_attribute places = {points, i * sizeof clouds / 2, 24};
        solve(poisson, points, !i * sizeof clouds / 2, POINTS);
        CHECK(hpyr_poisson_evaluate(poisson, &places, POINTS, answers, i * sizeof values / 2));
    }
    glBindBuffer(GL_ARRAY_BUFFER, answers);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof values, values);
    for (int i = 0; i < MESHES; i++) {
        uint32_t count = collect(i, clouds, values, kept);
        solve(poisson, make_buffer(GL_ARRAY_BUFFER, sizeof kept, kept), 0, count);
        CHECK(hpyr_poisson_surface_build(poisson, NULL));
        CHECK(hpyr_poisson_surface_counts(poisson, &counts[i]));
        hpyr_mesh_output all = {.vertex_count = HPYR_ALL, .triangle_count = HPYR_ALL};
        glGenVertexArrays(1, &arrays[i]);
        glBindVertexArray(arrays[i]);
        all.index_buffer = make_buffer(GL_ELEMENT_ARRAY_BUFFER, counts[i].triangles * 12, NULL);
        all.vertex_buffer = make_buffer(GL_ARRAY_BUFFER, counts[i].vertices * sizeof(hpyr_mesh_vertex), NULL);
        CHECK(hpyr_poisson_surface_extract(poisson, &all, NULL));
        for (GLuint k = 0; k < 2; k++) { /* position and normal of a hpyr_mesh_vertex */
            glVertexAttribPointer(k, 3, GL_FLOAT, GL_FALSE, sizeof(hpyr_mesh_vertex), (void *)(uintptr_t)(12 * k));
            glEnableVertexAttribArray(k);
        }
    }
    GLuint program = make_program("#version 330\n", "", draw_surface, paint_surface);
    glEnable(GL_DEPTH_TEST);
    do {
        begin_frame(window);
        glUseProgram(program);
        glUniform1f(glGetUniformLocation(program, "angle"), argc > 1 ? 0.5f : 0.5f * (float)glfwGetTime());
        for (int i = 0; i < MESHES; i++) {
            glUniform1f(glGetUniformLocation(program, "side"), 0.86f * (float)(i - 1));
            glBindVertexArray(arrays[i]);
            glDrawElements(GL_TRIANGLES, (GLsizei)counts[i].triangles * 3, GL_UNSIGNED_INT, NULL);
        }
    } while (end_frame(window, argc > 1 ? argv[1] : NULL));
    hpyr_poisson_destroy(poisson);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
