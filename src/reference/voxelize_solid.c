/* voxelize_solid.c - the oracle's voxelizer of fill SOLID: parity at voxel centers along z, or along
 * x, y and z, in double.  SPDX-License-Identifier: MIT
 *
 * The row of columns at y cuts a triangle in an interval of x between two edges. The triangle
 * covers the columns that have just one of these edges to their left or through them. Which edges a
 * row cuts, and whether a column lies right of an edge, depends on the edge alone, taken from its
 * lower end: all triangles at an edge get the same answer. So if every edge has an even number of
 * triangles, every column has an even number of crossings, however numbers round.
 *
 * Ends at the row's y count as below it, and edges through the column as left of it: as if all
 * columns were moved a little to the right, and by far less upwards.
 *
 * For six rays the same is done along each axis, with coordinates permuted. A byte of a voxel then
 * has two bits for each axis: parity below the center, and parity of the whole column. */
#include <histopyramid/reference/reference.h>

#include <math.h>
#include <string.h>

#include "touch.h"

#define AMBIGUOUS 1e-4 /* voxels */

/* Bits of a voxel: BELOW << axis, and ODD << axis for the total of the voxel's column. */
enum { X, Y, Z, BELOW = 1, ODD = 8 };

/* The axes of a volume that is seen along x, y, z: across its columns, and along them. */
static const int AXES[3][3] = {{Z, Y, X}, {Z, X, Y}, {X, Y, Z}};

typedef struct volume {
    uint32_t size[3];  /* as seen along the axis */
    size_t strides[3]; /* from one voxel to the next */
    int axis;          /* of the columns */
    uint8_t *voxels;
} volume;

static uint8_t *voxel_at(const volume *v, uint32_t x, uint32_t y, uint32_t z) {
    return v->voxels + z * v->strides[2] + y * v->strides[1] + x * v->strides[0];
}

static volume volume_along(int axis, const uint32_t size[3], uint8_t *voxels) {
    const size_t strides[3] = {1, size[0], (size_t)size[0] * size[1]};
    volume v = {.axis = axis, .voxels = voxels};
    for (int i = 0; i < 3; i++) {
        v.size[i] = size[AXES[axis][i]];
        v.strides[i] = strides[AXES[axis][i]];
    }
    return v;
}

/* ---- crossings ---- */

/* An edge from its lower to its upper end, and its point at the row. */
typedef struct cut {
    const double *lower, *upper;
    double x, z;
} cut;

static bool cuts_row(const double *a, const double *b, double y) {
    return (a[1] <= y) != (b[1] <= y);
}

static cut cut_edge(const double *a, const double *b, double y) {
    cut c = {.lower = a[1] < b[1] ? a : b, .upper = a[1] < b[1] ? b : a};
    double part = (y - c.lower[1]) / (c.upper[1] - c.lower[1]);
    c.x = c.lower[0] + part * (c.upper[0] - c.lower[0]);
    c.z = c.lower[2] + part * (c.upper[2] - c.lower[2]);
    return c;
}

/* Compares products: they are equal wherever the edge goes through, where c->x may be rounded. */
static bool is_left_or_through(const cut *c, double x, double y) {
    double left = (c->upper[0] - c->lower[0]) * (y - c->lower[1]);
    double right = (c->upper[1] - c->lower[1]) * (x - c->lower[0]);
    return left <= right;
}

/* The depth stays between those of the two edges, however steep the triangle is. */
static double crossing_depth(const cut *a, const cut *b, double x) {
    double part = a->x == b->x ? 0 : (x - a->x) / (b->x - a->x);
    part = fmin(fmax(part, 0), 1);
    return a->z + part * (b->z - a->z);
}

/* The indices i with i + 0.5 in [low, high] that lie in the volume, as [*begin, *end). */
static void center_range(double low, double high, uint32_t size, uint32_t *begin, uint32_t *end) {
    *begin = (uint32_t)fmin(fmax(ceil(low - 0.5), 0), size);
    *end = (uint32_t)fmin(fmax(floor(high - 0.5) + 1, *begin), size);
}

/* Marks the lowest voxel with its center at the crossing or above it; slice 0 if that is below. The
 * column's total is kept in its slice 0. */
static void mark_crossing(volume *v, uint32_t x, uint32_t y, double z) {
    double slice = fmax(ceil(z - 0.5), 0);
    *voxel_at(v, x, y, 0) ^= (uint8_t)(ODD << v->axis);
    if (slice < v->size[2])
        *voxel_at(v, x, y, (uint32_t)slice) ^= (uint8_t)(BELOW << v->axis);
}

static void cross_row(volume *v, const hpi_triangle *t, uint32_t row) {
    cut cuts[2];
    int count = 0;
    double y = row + 0.5;
    for (int e = 0; e < 3; e++) {
        const double *a = t->corners[e], *b = t->corners[(e + 1) % 3];
        if (cuts_row(a, b, y))
            cuts[count++] = cut_edge(a, b, y);
    }
    if (count != 2) /* 0: the row misses the triangle */
        return;
    uint32_t begin, end;
    center_range(fmin(cuts[0].x, cuts[1].x) - 1, fmax(cuts[0].x, cuts[1].x) + 1, v->size[0], &begin, &end);
    for (uint32_t column = begin; column < end; column++) {
        double x = column + 0.5;
        if (is_left_or_through(&cuts[0], x, y) != is_left_or_through(&cuts[1], x, y))
            mark_crossing(v, column, row, crossing_depth(&cuts[0], &cuts[1], x));
    }
}

static void cross_triangle(volume *v, const hpi_triangle *t) {
    double at[3] = {t->corners[0][1], t->corners[1][1], t->corners[2][1]};
    uint32_t begin, end;
    center_range(fmin(at[0], fmin(at[1], at[2])), fmax(at[0], fmax(at[1], at[2])), v->size[1], &begin, &end);
    for (uint32_t row = begin; row < end; row++)
        cross_row(v, t, row);
}

/* Turns the marks at crossings into parity, and tells every voxel its column's total. */
static void sum_up_columns(volume *v) {
    uint8_t mine = (uint8_t)((BELOW | ODD) << v->axis);
    for (uint32_t z = 1; z < v->size[2]; z++)
        for (uint32_t y = 0; y < v->size[1]; y++)
            for (uint32_t x = 0; x < v->size[0]; x++)
                *voxel_at(v, x, y, z) ^= *voxel_at(v, x, y, z - 1) & mine;
}

/* ---- rays ---- */

static int count_rays(unsigned below, unsigned odd) {
    int rays = 0;
    for (int axis = X; axis <= Z; axis++)
        rays += (int)((below >> axis & 1) + ((below ^ odd) >> axis & 1)); /* the ray down, the ray up */
    return rays;
}

/* Turns parities into voxels. */
static uint64_t decide(uint8_t *voxels, size_t count, bool six_rays) {
    uint64_t set = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned below = voxels[i] & 7, odd = voxels[i] >> 3;
        voxels[i] = six_rays ? count_rays(below, odd) >= 4 : below >> Z & 1;
        set += voxels[i];
    }
    return set;
}

/* ---- centers near triangles ---- */

static double dot(const double u[3], const double v[3]) {
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

static void subtract(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = a[i] - b[i];
}

static void cross_product(const double u[3], const double v[3], double out[3]) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = u[j] * v[k] - u[k] * v[j];
    }
}

static double segment_distance(const double a[3], const double b[3], const double point[3]) {
    double edge[3], away[3];
    subtract(b, a, edge);
    subtract(point, a, away);
    double square = dot(edge, edge);
    double part = square > 0 ? fmin(fmax(dot(away, edge) / square, 0), 1) : 0;
    for (int i = 0; i < 3; i++)
        away[i] -= part * edge[i];
    return sqrt(dot(away, away));
}

/* The nearest point lies inside, if the foot of the perpendicular does, else on an edge. */
static double triangle_distance(const hpi_triangle *t, const double point[3]) {
    double normal[3], edges[3][3], away[3], inward[3], nearest = INFINITY;
    bool is_inside = true;
    for (int e = 0; e < 3; e++)
        subtract(t->corners[(e + 1) % 3], t->corners[e], edges[e]);
    cross_product(edges[0], edges[1], normal);
    for (int e = 0; e < 3; e++) {
        subtract(point, t->corners[e], away);
        cross_product(normal, edges[e], inward);
        is_inside = is_inside && dot(inward, away) > 0;
        nearest = fmin(nearest, segment_distance(t->corners[e], t->corners[(e + 1) % 3], point));
    }
    return is_inside ? fmin(nearest, fabs(dot(normal, away)) / sqrt(dot(normal, normal))) : nearest;
}

typedef struct neighborhood {
    const hpi_triangle *t;
    const uint32_t *size;
    uint8_t *ambiguous;
} neighborhood;

static void mark_if_near(void *user, uint32_t x, uint32_t y, uint32_t z) {
    const neighborhood *n = user;
    const double center[3] = {x + 0.5, y + 0.5, z + 0.5};
    if (triangle_distance(n->t, center) <= AMBIGUOUS)
        n->ambiguous[((size_t)z * n->size[1] + y) * n->size[0] + x] = 1;
}

static void mark_doubts(const float *soup, uint32_t triangle_count, const uint32_t size[3], uint8_t *ambiguous) {
    memset(ambiguous, 0, (size_t)size[0] * size[1] * size[2]);
    for (uint32_t i = 0; i < triangle_count; i++) {
        const float *positions = soup + (size_t)i * 9;
        hpi_triangle t;
        neighborhood near_triangle = {&t, size, ambiguous};
        if (hpi_ref_map_triangle(positions, size, &t) && hpi_ref_has_area(positions))
            hpi_ref_visit_touched(&t, size, AMBIGUOUS, mark_if_near, &near_triangle);
    }
}

/* ---- all triangles ---- */

static void cross_all(volume *v, const float *soup, uint32_t triangle_count, const uint32_t size[3]) {
    for (uint32_t i = 0; i < triangle_count; i++) {
        hpi_triangle t, seen;
        if (!hpi_ref_map_triangle(soup + (size_t)i * 9, size, &t))
            continue;
        for (int k = 0; k < 9; k++)
            seen.corners[k / 3][k % 3] = t.corners[k / 3][AXES[v->axis][k % 3]];
        cross_triangle(v, &seen); /* without area too: it may close the mesh */
    }
    sum_up_columns(v);
}

static hpyr_result voxelize(const float *soup, uint32_t triangle_count, const uint32_t size[3], bool six_rays,
                            uint8_t *voxels, uint8_t *ambiguous, uint64_t *set) {
    size_t voxel_count = (size_t)size[0] * size[1] * size[2];
    if (!voxels || (!soup && triangle_count > 0))
        return HPYR_ERROR_INVALID_ARGUMENT;
    memset(voxels, 0, voxel_count);
    for (int axis = six_rays ? X : Z; axis <= Z; axis++) {
        volume v = volume_along(axis, size, voxels);
        cross_all(&v, soup, triangle_count, size);
    }
    if (ambiguous)
        mark_doubts(soup, triangle_count, size, ambiguous);
    const uint64_t found = decide(voxels, voxel_count, six_rays);
    if (set)
        *set = found;
    return HPYR_OK;
}

hpyr_result hpyr_ref_voxelize_solid(const float *soup, uint32_t triangle_count, uint32_t width, uint32_t height,
                                    uint32_t depth, uint8_t *voxels, uint8_t *ambiguous, uint64_t *set) {
    return voxelize(soup, triangle_count, (const uint32_t[3]){width, height, depth}, false, voxels, ambiguous, set);
}

hpyr_result hpyr_ref_voxelize_solid_six_rays(const float *soup, uint32_t triangle_count, uint32_t width,
                                             uint32_t height, uint32_t depth, uint8_t *voxels, uint8_t *ambiguous,
                                             uint64_t *set) {
    return voxelize(soup, triangle_count, (const uint32_t[3]){width, height, depth}, true, voxels, ambiguous, set);
}
