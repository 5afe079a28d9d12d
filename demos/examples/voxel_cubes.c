/* voxel_cubes.c - turns a mesh into voxels in each frame, and draws a cube for each.  SPDX-License-Identifier: MIT
 * A knotted tube turns in a fixed grid of 48x48x48 voxels. The voxelizer sets the voxels that its triangles
 * touch. The pyramid writes a list of them, and an instanced draw puts a cube at each entry. */
#include "example.h"

enum { SIDE = 48, ALONG = 256, AROUND = 24 };

static const char *const vertex_shader = GLSL(
    layout(location = 0) in uvec3 voxel; flat out vec3 color;
    void main() {
        int axis = gl_VertexID / 6 % 3; float side = gl_VertexID < 18 ? 1.0 : -1.0;
        vec2 corners[6] = vec2[6](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
        vec3 normal = vec3(0); normal[axis] = side;
        vec3 corner = normal;
        corner[(axis + 1) % 3] = corners[gl_VertexID % 6].x * side;
        corner[(axis + 2) % 3] = corners[gl_VertexID % 6].y;
        vec3 place = (vec3(voxel) + 0.5 + 0.45 * corner) / 24.0 - 1.0;
        color = shade(0.6 + 0.4 * cos(vec3(0, 1, 2) + 0.12 * vec3(voxel.yzx)), turn(normal, 0.3));
        gl_Position = project(turn(place, 0.3));
    });
static const char *const fragment_shader =
    GLSL(flat in vec3 color; out vec4 result; void main() { result = vec4(color, 1); });

/* A point on a tube around a trefoil knot. */
static void knot(double along, double around, float *out) {
    double t = 6.2831853 * along / ALONG, u = 6.2831853 * around / AROUND;
    double wide = 0.48 + 0.2 * cos(3 * t) + 0.13 * cos(u);
    out[0] = (float)(wide * cos(2 * t));
    out[1] = (float)(wide * sin(2 * t));
    out[2] = (float)(0.28 * sin(3 * t) + 0.13 * sin(u));
}

int main(int argc, char **argv) {
    const char *picture = argc > 1 ? argv[1] : NULL;
    static float corners[ALONG * AROUND][6][3];
    static const int steps[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}}; /* two triangles */
    hpyr_context *context;
    hpyr_voxelizer *voxelizer;
    hpyr_pyramid *pyramid;
    hpyr_texture volume;
    hpyr_report report;
    GLuint buffers[2];
    GLFWwindow *window = open_window("Voxels of a mesh", 33, &context);
    for (int i = 0; i < ALONG * AROUND; i++)
        for (int k = 0; k < 6; k++)
            knot(i / AROUND + steps[k][0], i % AROUND + steps[k][1], corners[i][k]);
    glGenBuffers(2, buffers);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[1]);
    glBufferData(GL_ARRAY_BUFFER, SIDE * SIDE * SIDE * sizeof(hpyr_point), NULL, GL_STREAM_DRAW);
    glVertexAttribIPointer(0, 3, GL_UNSIGNED_INT, sizeof(hpyr_point), NULL);
    glVertexAttribDivisor(0, 1); /* once for each cube */
    glEnableVertexAttribArray(0);
    glEnable(GL_DEPTH_TEST);
    glUseProgram(make_program("#version 330\n", "", vertex_shader, fragment_shader));

    const hpyr_voxelizer_desc grid = {.width = SIDE, .height = SIDE, .depth = SIDE, .fill = HPYR_FILL_SURFACE};
    const hpyr_pyramid_desc size = {
        .width = SIDE, .height = SIDE, .depth = SIDE, .layout = HPYR_LAYOUT_BITS, .order = HPYR_ORDER_COLUMN};
    const hpyr_mesh mesh = {.positions.buffer = buffers[0], .triangle_count = ALONG * AROUND * 2};
    CHECK(hpyr_voxelizer_create(context, &grid, &voxelizer));
    CHECK(hpyr_voxelizer_volume(voxelizer, &volume));
    CHECK(hpyr_pyramid_create(context, &size, &pyramid));
    do {
        float time = picture ? 0.1f : (float)glfwGetTime(), c = cosf(time), s = sinf(time);
        const float turn[16] = {c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1}; /* column by column */
        CHECK(hpyr_voxelizer_run(voxelizer, &mesh, turn));
        CHECK(hpyr_pyramid_build_bits(pyramid, &volume));
        CHECK(hpyr_pyramid_extract_buffer(pyramid, 0, HPYR_ALL, buffers[1], 0, 0, &report));
        begin_frame(window);
        glDrawArraysInstanced(GL_TRIANGLES, 0, 36, (GLsizei)report.written);
    } while (end_frame(window, picture));
    printf("%u voxels\n", (unsigned)report.written);
    hpyr_pyramid_destroy(pyramid);
    hpyr_voxelizer_destroy(voxelizer);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
