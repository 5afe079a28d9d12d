/* voxelize.c - the oracle's voxelizer of fill THIN: columns by integer edge functions, depths in
 * double.  SPDX-License-Identifier: MIT
 *
 * Source: Ziegler et al. 2006, section 9, with the sampling rules of hpyr_voxelizer_run.
 *
 * A column is a pixel seen along z. x and y are whole numbers of 1/256 cell, so it is exact which
 * columns a triangle covers: those with the center inside, or on an edge that has the inside to its
 * right or above it (GL's tie rule if row 0 is the bottom). Just one of two triangles has that. */
#include <histopyramid/reference/reference.h>

#include <math.h>
#include <string.h>

#include "touch.h"

#define UNITS       256.0     /* per cell */
#define EXACT_UNITS 536870912 /* 2^29: up to it edge functions stay below 2^63 */

/* A vertex in cells: x and y in whole 1/256 cells, z unrounded. */
typedef struct vertex {
    double x, y, z;
} vertex;

typedef struct volume {
    uint32_t width, height, depth;
    uint8_t *voxels, *ambiguous;
    uint64_t set;
} volume;

/* In single precision, as on GPUs, to find the same columns. False if it is too far away. */
static bool map_vertex(const float position[3], const volume *v, vertex *out) {
    float sizes[3] = {(float)v->width, (float)v->height, (float)v->depth};
    float mapped[3];
    for (int axis = 0; axis < 3; axis++) {
        float unit = position[axis] * 0.5f + 0.5f;
        mapped[axis] = unit * sizes[axis];
    }
    out->x = rint(mapped[0] * UNITS);
    out->y = rint(mapped[1] * UNITS);
    out->z = mapped[2];
    return hpi_ref_is_place(mapped[0]) && hpi_ref_is_place(mapped[1]) && hpi_ref_is_place(mapped[2]);
}

static bool is_exact(double x, double y) {
    return fabs(x) <= EXACT_UNITS && fabs(y) <= EXACT_UNITS;
}

/* Returns twice the signed area of a, b and (x,y), above 0 if (x,y) lies left of a → b. Only the
 * sign is used; it may be wrong for vertices millions of cells away, which get it in double. */
static double edge_function(const vertex *a, const vertex *b, double x, double y) {
    if (!is_exact(a->x, a->y) || !is_exact(b->x, b->y) || !is_exact(x, y))
        return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
    int64_t ax = (int64_t)a->x, ay = (int64_t)a->y;
    int64_t area = ((int64_t)b->x - ax) * ((int64_t)y - ay) - ((int64_t)b->y - ay) * ((int64_t)x - ax);
    return (double)area;
}

/* Left edges of a counter-clockwise triangle run down, and its bottom edges run to the right. */
static bool is_left_of(const vertex *a, const vertex *b, double x, double y) {
    double side = edge_function(a, b, x, y);
    bool owns_ties = b->y < a->y || (b->y == a->y && b->x > a->x);
    return side > 0 || (side == 0 && owns_ties);
}

static void mark_voxel(volume *v, uint8_t *voxels, uint32_t x, uint32_t y, double z, uint64_t *newly_set) {
    if (z >= 0 && z < v->depth) {
        uint8_t *voxel = voxels + ((size_t)z * v->height + y) * v->width + x;
        *newly_set += !*voxel;
        *voxel = 1;
    }
}

static void mark_depth(volume *v, uint32_t x, uint32_t y, double z) {
    mark_voxel(v, v->voxels, x, y, floor(z), &v->set);
    double boundary = rint(z);
    if (v->ambiguous && fabs(z - boundary) <= 1e-4) {
        uint64_t ignored = 0;
        mark_voxel(v, v->ambiguous, x, y, boundary - 1, &ignored);
        mark_voxel(v, v->ambiguous, x, y, boundary, &ignored);
    }
}

/* Returns the depth at (x,y) on the plane through the rounded vertices; `area` is the triangle's
 * edge function. The last line keeps the depth in the triangle, however it was rounded. */
static double plane_depth(const vertex t[3], double area, double x, double y) {
    double ux = t[1].x - t[0].x, uy = t[1].y - t[0].y, uz = t[1].z - t[0].z;
    double vx = t[2].x - t[0].x, vy = t[2].y - t[0].y, vz = t[2].z - t[0].z;
    double slope_x = (uz * vy - uy * vz) / area;
    double slope_y = (ux * vz - uz * vx) / area;
    double z = t[0].z + slope_x * (x - t[0].x) + slope_y * (y - t[0].y);
    double nearest = fmin(t[0].z, fmin(t[1].z, t[2].z));
    double farthest = fmax(t[0].z, fmax(t[1].z, t[2].z));
    return fmin(fmax(z, nearest), farthest);
}

/* The columns between coordinates of one axis, as [*begin, *end). Others need not be tried. */
static void column_range(const double at[3], uint32_t size, uint32_t *begin, uint32_t *end) {
    double low = floor(fmin(at[0], fmin(at[1], at[2])) / UNITS);
    double high = floor(fmax(at[0], fmax(at[1], at[2])) / UNITS) + 1;
    *begin = (uint32_t)fmin(fmax(low, 0), size);
    *end = (uint32_t)fmin(fmax(high, 0), size);
}

static void draw_triangle(volume *v, const vertex t[3]) {
    double area = edge_function(&t[0], &t[1], t[2].x, t[2].y);
    if (area == 0)
        return;
    /* The tie rule is for one winding; a triangle of the other one is walked backwards. */
    const vertex *a = &t[0], *b = area > 0 ? &t[1] : &t[2], *c = area > 0 ? &t[2] : &t[1];
    uint32_t x_begin, x_end, y_begin, y_end;
    column_range((const double[3]){a->x, b->x, c->x}, v->width, &x_begin, &x_end);
    column_range((const double[3]){a->y, b->y, c->y}, v->height, &y_begin, &y_end);
    for (uint32_t row = y_begin; row < y_end; row++) {
        double y = (row + 0.5) * UNITS;
        for (uint32_t column = x_begin; column < x_end; column++) {
            double x = (column + 0.5) * UNITS;
            if (is_left_of(a, b, x, y) && is_left_of(b, c, x, y) && is_left_of(c, a, x, y))
                mark_depth(v, column, row, plane_depth(t, area, x, y));
        }
    }
}

hpyr_result hpyr_ref_voxelize_thin(const float *soup, uint32_t triangle_count, uint32_t width, uint32_t height,
                                   uint32_t depth, uint8_t *voxels, uint8_t *ambiguous, uint64_t *set) {
    if (!voxels || (!soup && triangle_count > 0))
        return HPYR_ERROR_INVALID_ARGUMENT;
    volume v = {width, height, depth, voxels, ambiguous, 0};
    size_t voxel_count = (size_t)width * height * depth;
    memset(voxels, 0, voxel_count);
    if (ambiguous)
        memset(ambiguous, 0, voxel_count);
    for (uint32_t i = 0; i < triangle_count; i++) {
        const float *corners = soup + (size_t)i * 9;
        vertex t[3];
        if (map_vertex(corners, &v, &t[0]) && map_vertex(corners + 3, &v, &t[1]) && map_vertex(corners + 6, &v, &t[2]))
            draw_triangle(&v, t);
    }
    if (set)
        *set = v.set;
    return HPYR_OK;
}
