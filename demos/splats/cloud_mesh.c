/* cloud_mesh.c - clouds of splats that need no data: a flat Gaussian for each voxel of a mesh's surface.
 * SPDX-License-Identifier: MIT */
#include "splats/cloud_mesh.h"

#include "common/draw/draw.h"
#include "common/mesh/draw_mesh.h"
#include "common/platform/gl.h"
#include "common/voxels/pipeline.h"
#include "common/voxels/pipeline_lists.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Standard deviations, in cells: neighbours overlap, so that no gap shows between them. */
#define ALONG   0.6f
#define ACROSS  0.1f
#define OPACITY 0.95f

/* The mesh leaves a little of the volume free, since what lies on its border may round out of it. */
#define LONGEST_SIDE 1.96

/* And it stands a little beside the middle. Else a plane through the middle lies between two layers of an even grid: both have
 * voxels then, and each place has two splats. A plane elsewhere hardly lies there. */
static const double SHIFT[3] = {0.00371, 0.00467, 0.00589};

enum { FIRST_SIDE = 64, MOST_SIDE = 16384, MOST_TRIALS = 4 };

/* ---- a splat of a voxel ---- */

/* The shortest turn of z to n: half of the angle's turn, so w = 1 + cos before it is normalised. */
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
static void light_colour(const uint8_t base[4], const float n[3], float colour[3]) {
    static const float KEY[3] = {-0.42f, 0.71f, 0.57f}, FILL[3] = {0.93f, 0.10f, 0.36f};
    static const float GROUND[3] = {0.16f, 0.14f, 0.16f}, SKY[3] = {0.34f, 0.38f, 0.44f};
    static const float KEY_COLOUR[3] = {0.85f, 0.80f, 0.73f}, FILL_COLOUR[3] = {0.10f, 0.12f, 0.17f};
    const float up = 0.5f + 0.5f * n[1], key = lit_by(n, KEY), fill = lit_by(n, FILL);
    for (int k = 0; k < 3; k++) {
        float light = GROUND[k] + (SKY[k] - GROUND[k]) * up + KEY_COLOUR[k] * key + FILL_COLOUR[k] * fill;
        float linear = powf((float)base[k] / 255, 2.2f) * light;
        colour[k] = powf(linear < 1 ? linear : 1, 1 / 2.2f);
    }
}

/* Meshes without colours: a pale one that goes with the side it looks to. */
static void colour_of_normal(const float n[3], uint8_t base[4]) {
    static const float MIDDLE[3] = {205, 185, 170}, SPREAD[3] = {26, 20, 30};
    for (int k = 0; k < 3; k++)
        base[k] = (uint8_t)(MIDDLE[k] + SPREAD[k] * n[k]);
    base[3] = 255;
}

static void make_splat(const float place[3], const uint8_t *colour, const float *normal, bool has_colours,
                       uint32_t side, splat_record *out) {
    static const float UP[3] = {0, 0, 1};
    const float size = (float)(2 / LONGEST_SIDE * 2 / side);
    const float *n = normal[0] != 0 || normal[1] != 0 || normal[2] != 0 ? normal : UP;
    uint8_t base[4];
    memcpy(base, colour, sizeof base);
    if (!has_colours)
        colour_of_normal(n, base);
    for (int k = 0; k < 3; k++) {
        out->centre[k] = (float)((place[k] - SHIFT[k]) * (2 / LONGEST_SIDE));
        out->scale[k] = size * (k < 2 ? ALONG : ACROSS);
    }
    turn_z_to(n, out->rotation);
    light_colour(base, n, out->colour);
    out->colour[3] = OPACITY;
}

/* ---- voxels ---- */

static pipeline_desc describe(const library *l, uint32_t side) {
    pipeline_desc desc = {.grid = {side, side, side}};
    if (pipeline_has_bits(l))
        desc.fill = HPYR_FILL_SURFACE;
    return desc;
}

static bool count_voxels(library *l, const draw_mesh *mesh, uint32_t side, uint32_t *total, char *error,
                         size_t error_size) {
    pipeline p = {0};
    run_times times;
    pipeline_desc desc = describe(l, side);
    bool ok = pipeline_create(&p, l, &desc, error, error_size) &&
              pipeline_run(&p, mesh, NULL, PIPELINE_COUNT, &times, error, error_size);
    *total = p.total;
    pipeline_destroy(&p);
    return ok;
}

static uint32_t side_for(uint32_t side, uint32_t total, uint32_t wanted) {
    double next = total > 0 ? side * sqrt((double)wanted / total) : 2.0 * side;
    return (uint32_t)fmin(fmax(next + 0.5, 1), MOST_SIDE);
}

/* Surfaces have voxels with the square of the side, nearly; so each guess is far better than the last. The best side that has
 * voxels is returned; half the step to the next side is near enough. */
static bool find_side(library *l, const draw_mesh *mesh, uint32_t wanted, uint32_t *best, char *error,
                      size_t error_size) {
    double least = INFINITY;
    uint32_t side = FIRST_SIDE, last = 0, total = 0;
    for (int i = 0; i < MOST_TRIALS && side != last; i++) {
        if (!count_voxels(l, mesh, side, &total, error, error_size))
            return false;
        double off = fabs((double)total - wanted);
        if (total > 0 && off < least) {
            least = off;
            *best = side;
        }
        if (total > 0 && off * side <= wanted)
            return true;
        last = side;
        side = side_for(side, total, wanted);
    }
    return true;
}

/* ---- places ---- */

/* The voxelizer interpolates a mesh's normals at the point that is nearest to a voxel's centre, and makes their length 1. So
 * it tells where that point is if the "normals" are (a, b, 1) for two of the coordinates: a is x / z of what comes back, b is
 * y / z. */
static bool upload_places(const mesh *m, const mesh_fit *fit, int first, int second, uint32_t *buffer, char *error,
                          size_t error_size) {
    float *places = malloc((size_t)m->vertex_count * 3 * sizeof *places);
    if (!places)
        return error_set(error, error_size, "out of memory for %u vertices", (unsigned)m->vertex_count);
    for (size_t i = 0; i < m->vertex_count; i++) {
        places[3 * i] = (float)((m->positions[3 * i + (size_t)first] - fit->centre[first]) * fit->scale);
        places[3 * i + 1] = (float)((m->positions[3 * i + (size_t)second] - fit->centre[second]) * fit->scale);
        places[3 * i + 2] = 1;
    }
    *buffer = draw_buffer(places, (size_t)m->vertex_count * 3 * sizeof *places);
    free(places);
    return draw_check("uploading where the mesh is", error, error_size);
}

/* What is far from its voxel is none of it: then places[] keeps the voxel's centre. */
static void take_place(float value, uint32_t side, float *place) {
    if (fabsf(value - *place) <= 2.0f / (float)side)
        *place = value;
}

/* Two coordinates of all places, three floats a voxel. */
static bool find_places(pipeline *p, const draw_mesh *drawn, const mesh *m, const mesh_fit *fit, int first, int second,
                        float *places, char *error, size_t error_size) {
    draw_mesh placed = *drawn;
    attributes a = {0};
    placed.normals = 0;
    bool ok = upload_places(m, fit, first, second, &placed.normals, error, error_size) &&
              pipeline_make_attributes(p, &placed, NULL, error, error_size) &&
              attributes_read(&a, p, error, error_size);
    for (size_t i = 0; ok && i < p->total; i++) {
        const float *n = a.normals + 4 * i;
        if (n[2] > 0) {
            take_place(n[0] / n[2], p->desc.grid[0], &places[3 * i + (size_t)first]);
            take_place(n[1] / n[2], p->desc.grid[0], &places[3 * i + (size_t)second]);
        }
    }
    p->has_attributes = false; /* these are none that anybody else should have */
    attributes_free(&a);
    glDeleteBuffers(1, &placed.normals);
    return ok;
}

static float *start_places(const pipeline *p, char *error, size_t error_size) {
    float *places = malloc((size_t)p->total * 3 * sizeof *places + 1);
    if (!places) {
        error_set(error, error_size, "out of memory for %u splats", (unsigned)p->total);
        return NULL;
    }
    for (size_t i = 0; i < p->total; i++) {
        const uint32_t cell[3] = {p->points[i].x, p->points[i].y, p->points[i].z};
        for (size_t k = 0; k < 3; k++)
            places[3 * i + k] = (float)((cell[k] + 0.5) / p->desc.grid[0] * 2 - 1);
    }
    return places;
}

/* ---- clouds ---- */

static bool fill_cloud(splat_cloud *c, const pipeline *p, const float *places, bool has_colours, char *error,
                       size_t error_size) {
    attributes a = {0};
    splat_record record;
    bool ok = attributes_read(&a, p, error, error_size) &&
              cloud_allocate(c, "splats of the mesh", p->total, 0, error, error_size);
    for (size_t i = 0; ok && i < p->total; i++) {
        make_splat(places + 3 * i, a.colours + 4 * i, a.normals + 4 * i, has_colours, p->desc.grid[0], &record);
        cloud_add(c, &record);
    }
    attributes_free(&a);
    return ok;
}

static bool make_cloud(splat_cloud *c, library *l, const draw_mesh *drawn, const mesh *m, const mesh_fit *fit,
                       uint32_t side, char *error, size_t error_size) {
    pipeline p = {0};
    run_times times;
    pipeline_desc desc = describe(l, side);
    float *places = NULL;
    bool ok = pipeline_create(&p, l, &desc, error, error_size) &&
              pipeline_run(&p, drawn, NULL, PIPELINE_DOWNLOAD, &times, error, error_size) &&
              (places = start_places(&p, error, error_size)) != NULL &&
              find_places(&p, drawn, m, fit, 0, 1, places, error, error_size) &&
              find_places(&p, drawn, m, fit, 1, 2, places, error, error_size) &&
              pipeline_make_attributes(&p, drawn, NULL, error, error_size) &&
              fill_cloud(c, &p, places, m->has_colours, error, error_size);
    free(places);
    pipeline_destroy(&p);
    return ok;
}

bool cloud_from_mesh(splat_cloud *c, library *l, const mesh *m, uint32_t wanted, char *error, size_t error_size) {
    draw_mesh drawn;
    uint32_t side = FIRST_SIDE;
    mesh_fit fit = mesh_fit_box(m, LONGEST_SIDE);
    for (int k = 0; k < 3; k++)
        fit.centre[k] -= SHIFT[k] / fit.scale;
    memset(c, 0, sizeof *c);
    if (!draw_mesh_upload(&drawn, m, &fit, l->gl, error, error_size))
        return false;
    bool ok = find_side(l, &drawn, wanted, &side, error, error_size) &&
              make_cloud(c, l, &drawn, m, &fit, side, error, error_size) &&
              (c->count > 0 || error_set(error, error_size, "the mesh has no surface voxels"));
    if (!ok)
        cloud_free(c);
    draw_mesh_free(&drawn);
    return ok;
}
