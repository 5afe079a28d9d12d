/* cloud_voxels.c - how voxels of a mesh's surface become splats, without GL.  SPDX-License-Identifier: MIT */
#include "splats/cloud_voxels.h"

#include "common/files/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Standard deviations, in cells: neighbors overlap, so that no gap shows between them. */
#define ALONG   0.6f
#define ACROSS  0.1f
#define OPACITY 0.95f

/* The mesh leaves a little of the volume free, since what lies on its border may round out of it. */
#define LONGEST_SIDE 1.96

/* And it stands a little beside the middle. Else a plane through the middle lies between two layers of an even grid: both have
 * voxels then, and each place has two splats. A plane elsewhere hardly lies there. */
static const double SHIFT[3] = {0.00371, 0.00467, 0.00589};

enum { FIRST_SIDE = 64, MOST_SIDE = 16384, MOST_TRIALS = 4 };

mesh_fit voxels_fit(const mesh *m) {
    mesh_fit fit = mesh_fit_box(m, LONGEST_SIDE);
    for (int k = 0; k < 3; k++)
        fit.center[k] -= SHIFT[k] / fit.scale;
    return fit;
}

/* ---- a splat of a voxel ---- */

/* The shortest turn of z to n: half of the angle's turn, so w = 1 + cos before it is normalized. */
static void turn_z_to(const float n[3], float rotation[4]) {
    const bool is_opposite = n[2] < -0.9999f;
    rotation[0] = is_opposite ? 0 : 1 + n[2];
    rotation[1] = is_opposite ? 1 : -n[1];
    rotation[2] = is_opposite ? 0 : n[0];
    rotation[3] = 0;
}

static float lit_by(const float n[3], const float light[3]) {
    float dot = n[0] * light[0] + n[1] * light[1] + n[2] * light[2];
    return dot > 0 ? dot : 0;
}

/* The matte part of shaders/light.glsl, with lights that stay where they are: splats look alike from all sides. Bytes are
 * sRGB, nearly. */
static void light_color(const uint8_t base[4], const float n[3], float color[3]) {
    static const float KEY[3] = {-0.42f, 0.71f, 0.57f}, FILL[3] = {0.93f, 0.10f, 0.36f};
    static const float GROUND[3] = {0.16f, 0.14f, 0.16f}, SKY[3] = {0.34f, 0.38f, 0.44f};
    static const float KEY_COLOR[3] = {0.85f, 0.80f, 0.73f}, FILL_COLOR[3] = {0.10f, 0.12f, 0.17f};
    const float up = 0.5f + 0.5f * n[1], key = lit_by(n, KEY), fill = lit_by(n, FILL);
    for (int k = 0; k < 3; k++) {
        float light = GROUND[k] + (SKY[k] - GROUND[k]) * up + KEY_COLOR[k] * key + FILL_COLOR[k] * fill;
        float linear = powf((float)base[k] / 255, 2.2f) * light;
        color[k] = powf(linear < 1 ? linear : 1, 1 / 2.2f);
    }
}

/* Meshes without colors: a pale one that goes with the side it looks to. */
static void color_of_normal(const float n[3], uint8_t base[4]) {
    static const float MIDDLE[3] = {205, 185, 170}, SPREAD[3] = {26, 20, 30};
    for (int k = 0; k < 3; k++)
        base[k] = (uint8_t)(MIDDLE[k] + SPREAD[k] * n[k]);
    base[3] = 255;
}

static void make_splat(const float place[3], const uint8_t *color, const float *normal, bool has_colors, uint32_t side,
                       splat_record *out) {
    static const float UP[3] = {0, 0, 1};
    const float size = (float)(2 / LONGEST_SIDE * 2 / side);
    const float *n = normal[0] != 0 || normal[1] != 0 || normal[2] != 0 ? normal : UP;
    uint8_t base[4];
    memcpy(base, color, sizeof base);
    if (!has_colors)
        color_of_normal(n, base);
    for (int k = 0; k < 3; k++) {
        out->center[k] = (float)((place[k] - SHIFT[k]) * (2 / LONGEST_SIDE));
        out->scale[k] = size * (k < 2 ? ALONG : ACROSS);
    }
    turn_z_to(n, out->rotation);
    light_color(base, n, out->color);
    out->color[3] = OPACITY;
}

/* ---- grids ---- */

grid_search grid_search_begin(uint32_t wanted) {
    grid_search s = {wanted, FIRST_SIDE, FIRST_SIDE, INFINITY, 0};
    return s;
}

static uint32_t side_for(uint32_t side, uint32_t total, uint32_t wanted) {
    double next = total > 0 ? side * sqrt((double)wanted / total) : 2.0 * side;
    return (uint32_t)fmin(fmax(next + 0.5, 1), MOST_SIDE);
}

/* Surfaces have voxels with the square of the side, nearly; so each guess is far better than the last. The best side that has
 * voxels is kept; half the step to the next side is near enough. */
bool grid_search_next(grid_search *s, uint32_t total) {
    const uint32_t side = s->side;
    double off = fabs((double)total - s->wanted);
    if (total > 0 && off < s->least) {
        s->least = off;
        s->best = side;
    }
    if (total > 0 && off * side <= s->wanted)
        return false;
    s->side = side_for(side, total, s->wanted);
    return ++s->trials < MOST_TRIALS && s->side != side;
}

/* ---- places ---- */

float *voxels_places(const hpyr_point *points, uint32_t count, uint32_t side) {
    float *places = malloc((size_t)count * 3 * sizeof *places + 1);
    if (!places) {
        error_set("out of memory for %u splats", (unsigned)count);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t cell[3] = {points[i].x, points[i].y, points[i].z};
        for (size_t k = 0; k < 3; k++)
            places[3 * i + k] = (float)((cell[k] + 0.5) / side * 2 - 1);
    }
    return places;
}

float *voxels_make_normals(const mesh *m, const mesh_fit *fit, int first, int second) {
    float *normals = malloc((size_t)m->vertex_count * 3 * sizeof *normals);
    if (!normals) {
        error_set("out of memory for %u vertices", (unsigned)m->vertex_count);
        return NULL;
    }
    for (size_t i = 0; i < m->vertex_count; i++) {
        normals[3 * i] = (float)((m->positions[3 * i + (size_t)first] - fit->center[first]) * fit->scale);
        normals[3 * i + 1] = (float)((m->positions[3 * i + (size_t)second] - fit->center[second]) * fit->scale);
        normals[3 * i + 2] = 1;
    }
    return normals;
}

/* What is far from its voxel is none of it: then places[] keeps the voxel's center. */
static void take_place(float value, uint32_t side, float *place) {
    if (fabsf(value - *place) <= 2.0f / (float)side)
        *place = value;
}

void voxels_take_places(const float *normals, uint32_t count, uint32_t side, int first, int second, float *places) {
    for (size_t i = 0; i < count; i++) {
        const float *n = normals + 4 * i;
        if (n[2] > 0) {
            take_place(n[0] / n[2], side, &places[3 * i + (size_t)first]);
            take_place(n[1] / n[2], side, &places[3 * i + (size_t)second]);
        }
    }
}

/* ---- clouds ---- */

bool voxels_make_cloud(const voxel_list *v, splat_cloud *c) {
    splat_record record;
    if (!cloud_allocate(c, "splats of the mesh", v->count, 0))
        return false;
    for (size_t i = 0; i < v->count; i++) {
        make_splat(v->places + 3 * i, v->colors + 4 * i, v->normals + 4 * i, v->has_colors, v->side, &record);
        cloud_add(c, &record);
    }
    return true;
}
