/* cloud_mesh.c - clouds of splats that need no data: a flat Gaussian for each voxel of a mesh's surface.
 * SPDX-License-Identifier: MIT */
#include "splats/cloud_mesh.h"

#include "common/draw/draw.h"
#include "common/files/error.h"
#include "common/mesh/draw_mesh.h"
#include "common/platform/gl.h"
#include "common/voxels/pipeline.h"

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

/* How the mesh lies in the volume that is voxelized. */
static mesh_fit fit_of(const mesh *m) {
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

static pipeline_desc describe(const library *l, uint32_t side) {
    pipeline_desc desc = {.grid = {side, side, side}};
    if (pipeline_has_bits(l))
        desc.fill = HPYR_FILL_SURFACE;
    return desc;
}

static bool count_voxels(library *l, const draw_mesh *mesh, uint32_t side, uint32_t *total) {
    pipeline p = {0};
    run_times times;
    pipeline_desc desc = describe(l, side);
    bool ok = pipeline_create(&p, l, &desc) && pipeline_run(&p, mesh, NULL, PIPELINE_COUNT, &times);
    *total = p.total;
    pipeline_destroy(&p);
    return ok;
}

static uint32_t side_for(uint32_t side, uint32_t total, uint32_t wanted) {
    double next = total > 0 ? side * sqrt((double)wanted / total) : 2.0 * side;
    return (uint32_t)fmin(fmax(next + 0.5, 1), MOST_SIDE);
}

/* The grid that has about as many voxels as splats are wanted. Surfaces have voxels with the square of the side, nearly; so each guess is
 * far better than the last. The best side that has voxels is kept; half the step to the next side is near enough. */
static bool find_side(library *l, const draw_mesh *mesh, uint32_t wanted, uint32_t *best) {
    uint32_t side = FIRST_SIDE, next = 0, total = 0;
    double least = INFINITY;
    *best = FIRST_SIDE;
    for (int trial = 0; trial < MOST_TRIALS && next != side; trial++) {
        side = next ? next : FIRST_SIDE;
        if (!count_voxels(l, mesh, side, &total))
            return false;
        const double off = fabs((double)total - wanted);
        if (total > 0 && off < least) {
            least = off;
            *best = side;
        }
        const bool is_near = total > 0 && off * side <= wanted;
        next = is_near ? side : side_for(side, total, wanted);
    }
    return true;
}

/* ---- places ---- */

/* The middles of the voxels, three floats each. */
static float *find_middles(const hpyr_point *points, uint32_t count, uint32_t side) {
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

/* The library interpolates a mesh's normals at the point that is nearest to a voxel's center, and makes their length 1. So it tells
 * where that point is if the "normals" are (a, b, 1) for two of the coordinates: a is x / z of what comes back, b is y / z. Three
 * floats a vertex. */
static float *make_normals(const mesh *m, const mesh_fit *fit, int first, int second) {
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

/* Takes what came back, four floats a voxel, into two coordinates of the places. */
static void take_places(const float *normals, uint32_t count, uint32_t side, int first, int second, float *places) {
    for (size_t i = 0; i < count; i++) {
        const float *n = normals + 4 * i;
        if (n[2] > 0) {
            take_place(n[0] / n[2], side, &places[3 * i + (size_t)first]);
            take_place(n[1] / n[2], side, &places[3 * i + (size_t)second]);
        }
    }
}

static bool upload_places(const mesh *m, const mesh_fit *fit, int first, int second, uint32_t *buffer) {
    float *places = make_normals(m, fit, first, second);
    if (!places)
        return false;
    *buffer = draw_buffer(places, (size_t)m->vertex_count * 3 * sizeof *places);
    free(places);
    return draw_check("uploading where the mesh is");
}

/* Two coordinates of all places, three floats a voxel. */
static bool find_places(pipeline *p, const draw_mesh *drawn, const mesh *m, const mesh_fit *fit, int first, int second,
                        float *places) {
    draw_mesh placed = *drawn;
    attributes a = {0};
    placed.normals = 0;
    bool ok = upload_places(m, fit, first, second, &placed.normals) && pipeline_make_attributes(p, &placed, NULL) &&
              attributes_read(&a, p);
    if (ok)
        take_places(a.normals, p->total, p->desc.grid[0], first, second, places);
    p->has_attributes = false; /* these are none that anybody else should have */
    attributes_free(&a);
    glDeleteBuffers(1, &placed.normals);
    return ok;
}

/* ---- clouds ---- */

/* A flat splat for each voxel; a mesh without colors gets some that go with its normals. */
static bool fill_cloud(splat_cloud *c, const pipeline *p, const float *places, bool has_colors) {
    splat_record record;
    attributes a = {0};
    const bool ok = attributes_read(&a, p) && cloud_allocate(c, "splats of the mesh", p->total, 0);
    for (size_t i = 0; ok && i < p->total; i++) {
        make_splat(places + 3 * i, a.colors + 4 * i, a.normals + 4 * i, has_colors, p->desc.grid[0], &record);
        cloud_add(c, &record);
    }
    attributes_free(&a);
    return ok;
}

static bool make_cloud(splat_cloud *c, library *l, const draw_mesh *drawn, const mesh *m, const mesh_fit *fit,
                       uint32_t side) {
    pipeline p = {0};
    run_times times;
    pipeline_desc desc = describe(l, side);
    float *places = NULL;
    bool ok = pipeline_create(&p, l, &desc) && pipeline_run(&p, drawn, NULL, PIPELINE_DOWNLOAD, &times) &&
              (places = find_middles(p.points, p.total, side)) != NULL &&
              find_places(&p, drawn, m, fit, 0, 1, places) && find_places(&p, drawn, m, fit, 1, 2, places) &&
              pipeline_make_attributes(&p, drawn, NULL) && fill_cloud(c, &p, places, m->has_colors);
    free(places);
    pipeline_destroy(&p);
    return ok;
}

bool cloud_from_mesh(splat_cloud *c, library *l, const mesh *m, uint32_t wanted) {
    draw_mesh drawn;
    uint32_t side = 0;
    mesh_fit fit = fit_of(m);
    memset(c, 0, sizeof *c);
    if (!draw_mesh_upload(&drawn, m, &fit, l->gl))
        return false;
    bool ok = find_side(l, &drawn, wanted, &side) && make_cloud(c, l, &drawn, m, &fit, side) &&
              (c->count > 0 || error_set("the mesh has no surface voxels"));
    if (!ok)
        cloud_free(c);
    draw_mesh_free(&drawn);
    return ok;
}
