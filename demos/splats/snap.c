/* snap.c - puts splats of a mesh's voxels onto its surface: triangles look for the splats near them in a grid.
 * SPDX-License-Identifier: MIT */
#include "snap.h"

#include "common/files/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double CELL = 2; /* of the grid, in standard deviations of a splat: somewhat more than a voxel */
static const double LONGEST_EDGE =
    4; /* in cells; longer triangles are halved, since their boxes would be mostly empty */

/* Splats by the hash of their cell: those of bucket b are members[first[b]] to members[first[b + 1] - 1]. Buckets may hold splats of
 * several cells. */
typedef struct grid {
    splat_cloud *cloud;
    double cell;
    uint32_t mask;
    uint32_t *first, *members;
    float *distances, *nearest; /* squared, of the best point so far, and that point */
} grid;

static int32_t cell_of(const grid *g, double x) {
    return (int32_t)floor(x / g->cell);
}

static uint32_t bucket_of(const grid *g, int32_t x, int32_t y, int32_t z) {
    uint32_t mixed = (uint32_t)x * 73856093u ^ (uint32_t)y * 19349663u ^ (uint32_t)z * 83492791u;
    return (mixed ^ mixed >> 15) & g->mask;
}

static uint32_t bucket_of_splat(const grid *g, size_t i) {
    const float *p = g->cloud->centres + 3 * i;
    return bucket_of(g, cell_of(g, p[0]), cell_of(g, p[1]), cell_of(g, p[2]));
}

static bool grid_open(grid *g, splat_cloud *c, char *error, size_t error_size) {
    const size_t count = c->count;
    memset(g, 0, sizeof *g);
    g->cloud = c;
    g->cell = CELL * c->scales[0];
    g->mask = 1;
    while (g->mask < count)
        g->mask = 2 * g->mask + 1;
    g->first = memory_zeroed(((size_t)g->mask + 2) * sizeof *g->first, error, error_size);
    g->members = g->first ? memory_zeroed(count * sizeof *g->members, error, error_size) : NULL;
    g->distances = g->members ? memory_zeroed(count * sizeof *g->distances, error, error_size) : NULL;
    g->nearest = g->distances ? memory_zeroed(3 * count * sizeof *g->nearest, error, error_size) : NULL;
    if (!g->nearest)
        return false;
    for (size_t i = 0; i < count; i++) {
        g->first[bucket_of_splat(g, i) + 1]++;
        g->distances[i] = (float)(g->cell * g->cell);
        memcpy(g->nearest + 3 * i, c->centres + 3 * i, 3 * sizeof *g->nearest);
    }
    for (size_t b = 0; b <= g->mask; b++)
        g->first[b + 1] += g->first[b];
    for (size_t i = count; i-- > 0;) /* the ends of the buckets become their beginnings */
        g->members[--g->first[bucket_of_splat(g, i) + 1]] = (uint32_t)i;
    memmove(g->first, g->first + 1, ((size_t)g->mask + 1) * sizeof *g->first);
    g->first[g->mask + 1] = c->count;
    return true;
}

static void grid_close(grid *g) {
    free(g->first);
    free(g->members);
    free(g->distances);
    free(g->nearest);
}

/* ---- nearest points ---- */

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void offer(grid *g, uint32_t splat, const double point[3]) {
    const float *p = g->cloud->centres + 3 * (size_t)splat;
    const double away[3] = {point[0] - p[0], point[1] - p[1], point[2] - p[2]};
    const double distance = dot(away, away);
    if (distance < g->distances[splat]) {
        g->distances[splat] = (float)distance;
        for (int k = 0; k < 3; k++)
            g->nearest[3 * (size_t)splat + (size_t)k] = (float)point[k];
    }
}

static void offer_edge(grid *g, uint32_t splat, const double a[3], const double b[3]) {
    const float *p = g->cloud->centres + 3 * (size_t)splat;
    double along[3], from[3], point[3];
    for (int k = 0; k < 3; k++) {
        along[k] = b[k] - a[k];
        from[k] = p[k] - a[k];
    }
    double length = dot(along, along), part = length > 0 ? fmin(fmax(dot(along, from) / length, 0), 1) : 0;
    for (int k = 0; k < 3; k++)
        point[k] = a[k] + part * along[k];
    offer(g, splat, point);
}

/* Above the triangle the point below, by Cramer's rule; elsewhere a point of an edge. */
static void offer_triangle(grid *g, uint32_t splat, const double corners[3][3]) {
    const float *p = g->cloud->centres + 3 * (size_t)splat;
    double u[3], v[3], w[3], point[3];
    for (int k = 0; k < 3; k++) {
        u[k] = corners[1][k] - corners[0][k];
        v[k] = corners[2][k] - corners[0][k];
        w[k] = p[k] - corners[0][k];
    }
    double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w), area = uu * vv - uv * uv;
    double s = vv * uw - uv * vw, t = uu * vw - uv * uw;
    if (area > 0 && s >= 0 && t >= 0 && s + t <= area) {
        for (int k = 0; k < 3; k++)
            point[k] = corners[0][k] + (s * u[k] + t * v[k]) / area;
        offer(g, splat, point);
        return;
    }
    for (int i = 0; i < 3; i++)
        offer_edge(g, splat, corners[i], corners[(i + 1) % 3]);
}

/* All splats in cells that its box touches, or that are neighbours of those. */
static void visit_box(grid *g, const double corners[3][3]) {
    int32_t low[3], high[3];
    for (int k = 0; k < 3; k++) {
        low[k] = cell_of(g, fmin(fmin(corners[0][k], corners[1][k]), corners[2][k])) - 1;
        high[k] = cell_of(g, fmax(fmax(corners[0][k], corners[1][k]), corners[2][k])) + 1;
    }
    for (int32_t z = low[2]; z <= high[2]; z++) {
        for (int32_t y = low[1]; y <= high[1]; y++) {
            for (int32_t x = low[0]; x <= high[0]; x++) {
                uint32_t b = bucket_of(g, x, y, z);
                for (uint32_t i = g->first[b]; i < g->first[b + 1]; i++)
                    offer_triangle(g, g->members[i], corners);
            }
        }
    }
}

/* Halves triangles along their longest edge until they are small. */
static void visit(grid *g, const double corners[3][3]) {
    int longest = 0;
    double lengths[3], halves[2][3][3];
    for (int i = 0; i < 3; i++) {
        double along[3];
        for (int k = 0; k < 3; k++)
            along[k] = corners[(i + 1) % 3][k] - corners[i][k];
        lengths[i] = dot(along, along);
        longest = lengths[i] > lengths[longest] ? i : longest;
    }
    if (lengths[longest] <= LONGEST_EDGE * LONGEST_EDGE * g->cell * g->cell) {
        visit_box(g, corners);
        return;
    }
    memcpy(halves[0], corners, sizeof halves[0]);
    memcpy(halves[1], corners, sizeof halves[1]);
    for (int k = 0; k < 3; k++) {
        double middle = (corners[longest][k] + corners[(longest + 1) % 3][k]) / 2;
        halves[0][(longest + 1) % 3][k] = middle;
        halves[1][longest][k] = middle;
    }
    visit(g, (const double(*)[3])halves[0]);
    visit(g, (const double(*)[3])halves[1]);
}

bool snap_to_mesh(splat_cloud *c, const mesh *m, char *error, size_t error_size) {
    const mesh_fit fit = mesh_fit_box(m, 2);
    double corners[3][3];
    grid g;
    bool ok = grid_open(&g, c, error, error_size);
    for (uint32_t t = 0; ok && t < m->triangle_count; t++) {
        if (!mesh_triangle_is_finite(m, t))
            continue;
        for (int i = 0; i < 3; i++) {
            const float *p = m->positions + 3 * (size_t)m->indices[3 * (size_t)t + (size_t)i];
            for (int k = 0; k < 3; k++)
                corners[i][k] = (p[k] - fit.centre[k]) * fit.scale;
        }
        visit(&g, (const double(*)[3])corners);
    }
    if (ok)
        memcpy(c->centres, g.nearest, 3 * (size_t)c->count * sizeof *c->centres);
    grid_close(&g);
    return ok;
}
