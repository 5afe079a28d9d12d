/* shade.c - what lies inside of a mesh, coarsely, for shading what little light reaches.  SPDX-License-Identifier: MIT */
#include "common/points/shade.h"

#include "common/files/error.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = SHADE_SIDE * SHADE_SIDE * SHADE_SIDE, COLUMN = SHADE_SIDE + 1 };

/* ---- which cells are inside ---- */

/* Where columns stand in their cells. The octree's own cells are parts of these, so exactly in the middle there are many vertices and
 * edges of the mesh, and no triangle would have those. */
static const double MIDDLE[2] = {0.5137, 0.4791};
static const float SLACK = 1e-3f;

/* Twice the area of a, b and p. The same for both triangles of an edge but for its sign, so that p belongs to one of them. */
static double side_of(const float *a, const float *b, double x, double y) {
    const bool is_turned = a[0] > b[0] || (a[0] == b[0] && a[1] > b[1]);
    const float *from = is_turned ? b : a, *to = is_turned ? a : b;
    double area = ((double)to[0] - from[0]) * (y - from[1]) - ((double)to[1] - from[1]) * (x - from[0]);
    return is_turned ? -area : area;
}

static int first_column(float low, int axis) {
    return (int)fmin(fmax(ceil(low - MIDDLE[axis]), 0), SHADE_SIDE);
}

/* Where the column through a cell's middle crosses the triangle, all cells above are one layer deeper inside, or one less. */
static void cross_column(int16_t *column, const float *const v[3], double x, double y) {
    const double a = side_of(v[1], v[2], x, y), b = side_of(v[2], v[0], x, y), c = side_of(v[0], v[1], x, y);
    const bool looks_up = a > 0 && b > 0 && c > 0, looks_down = a <= 0 && b <= 0 && c <= 0 && a + b + c < 0;
    if (!looks_up && !looks_down)
        return;
    double z = (a * v[0][2] + b * v[1][2] + c * v[2][2]) / (a + b + c);
    int first = (int)fmin(fmax(ceil(z - 0.5), 0), SHADE_SIDE);
    column[first] = (int16_t)(column[first] + (looks_up ? -1 : 1));
}

static void add_triangle(int16_t *steps, const float *const v[3]) {
    float low[2], high[2];
    for (int k = 0; k < 2; k++) {
        low[k] = fminf(v[0][k], fminf(v[1][k], v[2][k]));
        high[k] = fmaxf(v[0][k], fmaxf(v[1][k], v[2][k]));
    }
    for (int y = first_column(low[1], 1); y < first_column(high[1] + SLACK, 1); y++)
        for (int x = first_column(low[0], 0); x < first_column(high[0] + SLACK, 0); x++)
            cross_column(steps + (size_t)COLUMN * (size_t)(y * SHADE_SIDE + x), v, x + MIDDLE[0], y + MIDDLE[1]);
}

/* A column that ends inside goes through a hole. */
static void fill_column(uint8_t *inside, const int16_t *steps, int column) {
    int depth = 0, end = 0;
    for (int z = 0; z < COLUMN; z++)
        end += steps[z];
    for (int z = 0; z < SHADE_SIDE; z++) {
        depth += steps[z];
        inside[z * SHADE_SIDE * SHADE_SIDE + column] = end == 0 && depth > 0;
    }
}

void shade_fill(uint8_t *inside, const float *vertices, uint32_t stride, const uint32_t *indices, uint32_t triangles) {
    int16_t *steps = calloc((size_t)COLUMN * SHADE_SIDE * SHADE_SIDE, sizeof *steps);
    memset(inside, 0, CELLS);
    for (size_t t = 0; steps && t < triangles; t++) {
        const uint32_t *corner = indices + 3 * t;
        const float *const v[3] = {vertices + (size_t)stride * corner[0], vertices + (size_t)stride * corner[1],
                                   vertices + (size_t)stride * corner[2]};
        add_triangle(steps, v);
    }
    for (int i = 0; steps && i < SHADE_SIDE * SHADE_SIDE; i++)
        fill_column(inside, steps + (size_t)COLUMN * (size_t)i, i);
    free(steps);
}

/* ---- the texture ---- */

static bool read_mesh(int gl, const mesh_buffers *m, const hpyr_octree_cube *cube, hpyr_mesh_vertex *vertices,
                      uint32_t *indices) {
    if (!mesh_buffers_read(gl, m, vertices, indices))
        return false;
    for (size_t i = 0; i < m->vertex_count; i++)
        for (int k = 0; k < 3; k++)
            vertices[i].position[k] = (vertices[i].position[k] - cube->origin[k]) / cube->side * SHADE_SIDE;
    return true;
}

static void upload(shade *s, int gl, const uint8_t *inside, uint8_t *texels) {
    for (size_t i = 0; i < CELLS; i++) {
        texels[2 * i] = inside[i] ? 255 : 0;
        texels[2 * i + 1] = inside[i] ? 0 : 255;
    }
    if (!s->texture)
        glGenTextures(1, &s->texture);
    glBindTexture(GL_TEXTURE_3D, s->texture);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    draw_border(gl, GL_TEXTURE_3D);
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RG8, SHADE_SIDE, SHADE_SIDE, SHADE_SIDE, 0, GL_RG, GL_UNSIGNED_BYTE, texels);
    glGenerateMipmap(GL_TEXTURE_3D);
    glBindTexture(GL_TEXTURE_3D, 0);
}

/* ---- the vertices ---- */

static bool prepare(shade *s, const painter *p) {
    static const char *const ATTRIBUTES[] = {"a_position", "a_normal", NULL}, *const CAPTURED[] = {"v_blocked", NULL};
    const draw_program_desc desc = {
        demo_shaders, {"shade.glsl", "blocked.vert.glsl"}, {"never.frag.glsl"}, ATTRIBUTES, CAPTURED};
    s->program = s->program ? s->program : draw_program(p, &desc);
    if (!s->program || s->blocked)
        return s->program != 0;
    glGenBuffers(1, &s->blocked);
    return draw_check("preparing to shade the surface");
}

static void capture(shade *s, const mesh_buffers *m, const hpyr_octree_cube *cube) {
    const uint32_t stride = sizeof(hpyr_mesh_vertex);
    const draw_attribute attributes[] = {
        {m->vertices, 3, GL_FLOAT, false, stride, offsetof(hpyr_mesh_vertex, position)},
        {m->vertices, 3, GL_FLOAT, false, stride, offsetof(hpyr_mesh_vertex, normal)}};
    glUseProgram(s->program);
    glUniform4f(draw_uniform(s->program, "u_cube"), cube->origin[0], cube->origin[1], cube->origin[2], cube->side);
    glUniform1f(draw_uniform(s->program, "u_cell"), 1.0f / SHADE_SIDE);
    glUniform1i(draw_uniform(s->program, "u_inside"), 0);
    glBindTexture(GL_TEXTURE_3D, s->texture);
    glDeleteBuffers(1, &s->blocked); /* WebGL captures into no buffer that an attribute still names */
    glGenBuffers(1, &s->blocked);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, s->blocked);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, (GLsizeiptr)m->vertex_count * 8, NULL, GL_DYNAMIC_COPY);
    glEnable(GL_RASTERIZER_DISCARD);
    draw_attributes_begin(attributes, 2);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, (GLsizei)m->vertex_count);
    glEndTransformFeedback();
    draw_attributes_end(2);
    glDisable(GL_RASTERIZER_DISCARD);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glBindTexture(GL_TEXTURE_3D, 0);
}

static bool make_texture(shade *s, int gl, const mesh_buffers *m, const hpyr_octree_cube *cube) {
    hpyr_mesh_vertex *vertices = malloc(m->vertex_count * sizeof *vertices + 1);
    uint32_t *indices = malloc(12 * (size_t)m->triangle_count + 1);
    uint8_t *inside = malloc(3 * (size_t)CELLS);
    bool ok = (vertices && indices && inside) || error_set("out of memory for a picture");
    ok = ok && read_mesh(gl, m, cube, vertices, indices);
    if (ok) {
        shade_fill(inside, vertices->position, sizeof *vertices / sizeof(float), indices, m->triangle_count);
        upload(s, gl, inside, inside + CELLS);
    }
    free(vertices);
    free(indices);
    free(inside);
    return ok;
}

bool shade_update(shade *s, const painter *p, const mesh_buffers *m, const hpyr_octree_cube *cube) {
    if (m->triangle_count == 0)
        return true;
    if (!prepare(s, p) || !make_texture(s, p->gl, m, cube))
        return false;
    painter_begin(p);
    capture(s, m, cube);
    painter_end(p);
    return draw_check("shading the surface");
}

void shade_free(shade *s) {
    if (s->texture) /* else GL may not even be loaded */
        glDeleteTextures(1, &s->texture);
    if (s->blocked)
        glDeleteBuffers(1, &s->blocked);
    if (s->program)
        glDeleteProgram(s->program);
    memset(s, 0, sizeof *s);
}
