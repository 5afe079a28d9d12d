/* voxelize_surface.c - the oracle's voxelizer of fill SURFACE: triangle and box by separating axes,
 * in double.  SPDX-License-Identifier: MIT
 *
 * Source: Akenine-Moeller 2001, fast 3D triangle-box overlap testing.
 *
 * A triangle and a box are apart if and only if one of 13 directions separates them: the box's
 * three, the triangle's normal, and the products of the box's three with the three edges. Along a
 * direction d the triangle reaches from `low` to `high` and a box around c from d.c - r to d.c + r:
 * they overlap if low - r <= d.c <= high + r. All three corners make low and high, so a direction
 * that rounding has turned never separates what touches.
 *
 * In a row of voxels only c's x changes, so these are 13 intervals of x. The voxels that all of
 * them have in common, with some slack, go through the test itself. */
#include <histopyramid/reference/reference.h>

#include <math.h>
#include <string.h>

#include "touch.h"

#define SLACK 1e-6 /* cells; more than rounding below 1e9 */

typedef struct axis {
    double x, y, z;
    double low, high; /* range of d.c in which triangle and box overlap */
    double slack;
} axis;

typedef struct axes {
    axis list[13];
    int count;
} axes;

bool hpi_ref_is_place(double cell) {
    return fabs(cell) < HPI_REF_FARTHEST; /* NaN compares false */
}

bool hpi_ref_map_triangle(const float positions[9], const uint32_t size[3], hpi_triangle *out) {
    bool are_places = true;
    for (int i = 0; i < 9; i++) {
        out->corners[i / 3][i % 3] = (positions[i] * 0.5 + 0.5) * size[i % 3];
        are_places = are_places && hpi_ref_is_place(out->corners[i / 3][i % 3]);
    }
    return are_places;
}

/* Returns a*b - c*d almost without rounding, and 0 only if it is 0: fma recovers what c*d lost. */
static double difference_of_products(double a, double b, double c, double d) {
    double product = c * d;
    double lost = fma(c, d, -product);
    return fma(a, b, -product) - lost;
}

static void cross_product(const double u[3], const double v[3], double out[3]) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = difference_of_products(u[j], v[k], u[k], v[j]);
    }
}

/* Uses the positions as given, because mapping them may round collinear ones off their line. */
bool hpi_ref_has_area(const float positions[9]) {
    double u[3], v[3], normal[3];
    for (int i = 0; i < 3; i++) {
        u[i] = (double)positions[3 + i] - positions[i];
        v[i] = (double)positions[6 + i] - positions[i];
    }
    cross_product(u, v, normal);
    return normal[0] != 0 || normal[1] != 0 || normal[2] != 0;
}

static double smaller(double a, double b) {
    return a < b ? a : b;
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

static double dot_axis(const axis *a, const double point[3]) {
    return a->x * point[0] + a->y * point[1] + a->z * point[2];
}

static void add_axis(axes *set, double x, double y, double z, const hpi_triangle *t, double half) {
    double length = fabs(x) + fabs(y) + fabs(z);
    if (length == 0)
        return;
    axis *a = &set->list[set->count++];
    *a = (axis){.x = x, .y = y, .z = z, .slack = SLACK * length};
    double at[3] = {dot_axis(a, t->corners[0]), dot_axis(a, t->corners[1]), dot_axis(a, t->corners[2])};
    a->low = smaller(at[0], smaller(at[1], at[2])) - half * length;
    a->high = larger(at[0], larger(at[1], at[2])) + half * length;
}

/* Axes without x come first: they dismiss a row at once. */
static void make_axes(axes *set, const hpi_triangle *t, double half) {
    double edges[3][3], normal[3];
    set->count = 0;
    for (int e = 0; e < 3; e++) {
        for (int i = 0; i < 3; i++)
            edges[e][i] = t->corners[(e + 1) % 3][i] - t->corners[e][i];
        add_axis(set, 0, -edges[e][2], edges[e][1], t, half);
    }
    cross_product(edges[0], edges[1], normal);
    add_axis(set, normal[0], normal[1], normal[2], t, half);
    for (int e = 0; e < 3; e++) {
        add_axis(set, edges[e][2], 0, -edges[e][0], t, half);
        add_axis(set, -edges[e][1], edges[e][0], 0, t, half);
    }
    add_axis(set, 1, 0, 0, t, half);
    add_axis(set, 0, 1, 0, t, half);
    add_axis(set, 0, 0, 1, t, half);
}

static bool overlaps_on_all(const axes *set, const double center[3]) {
    for (int i = 0; i < set->count; i++) {
        double at = dot_axis(&set->list[i], center);
        if (at < set->list[i].low || at > set->list[i].high)
            return false;
    }
    return true;
}

/* The voxels with centers in [low, high], as [*begin, *end). */
static void cell_range(double low, double high, uint32_t size, uint32_t *begin, uint32_t *end) {
    *begin = (uint32_t)smaller(larger(ceil(low - 0.5), 0), size);
    *end = (uint32_t)smaller(larger(floor(high - 0.5) + 1, *begin), size);
}

/* The voxels of row (., y, z) that may be touched, as [*begin, *end); false if there are none. */
static bool row_range(const axes *set, double y, double z, uint32_t width, uint32_t *begin, uint32_t *end) {
    double low = 0, high = width;
    for (int i = 0; i < set->count; i++) {
        const axis *a = &set->list[i];
        double rest = a->y * y + a->z * z;
        double least = a->low - a->slack - rest, most = a->high + a->slack - rest; /* of a->x * x */
        if (a->x == 0) {
            if (least > 0 || most < 0)
                return false;
            continue;
        }
        low = larger(low, (a->x > 0 ? least : most) / a->x);
        high = smaller(high, (a->x > 0 ? most : least) / a->x);
        if (low > high)
            return false;
    }
    cell_range(low, high, width, begin, end);
    return *begin < *end;
}

static void bounds(const hpi_triangle *t, int i, double margin, uint32_t size, uint32_t *begin, uint32_t *end) {
    double low = smaller(t->corners[0][i], smaller(t->corners[1][i], t->corners[2][i]));
    double high = larger(t->corners[0][i], larger(t->corners[1][i], t->corners[2][i]));
    cell_range(low - margin, high + margin, size, begin, end);
}

void hpi_ref_visit_touched(const hpi_triangle *t, const uint32_t size[3], double half, hpyr_ref_visitor *visit,
                           void *user) {
    if (!(half >= 0))
        return;
    axes set;
    uint32_t x, x_end, y_begin, y_end, z_begin, z_end;
    make_axes(&set, t, half);
    bounds(t, 1, half + SLACK, size[1], &y_begin, &y_end);
    bounds(t, 2, half + SLACK, size[2], &z_begin, &z_end);
    for (uint32_t z = z_begin; z < z_end; z++) {
        for (uint32_t y = y_begin; y < y_end; y++) {
            if (!row_range(&set, y + 0.5, z + 0.5, size[0], &x, &x_end))
                continue;
            for (; x < x_end; x++) {
                const double center[3] = {x + 0.5, y + 0.5, z + 0.5};
                if (overlaps_on_all(&set, center))
                    visit(user, x, y, z);
            }
        }
    }
}

typedef struct volume {
    uint32_t size[3];
    uint8_t *voxels;
    uint64_t set;
} volume;

static void mark_voxel(void *user, uint32_t x, uint32_t y, uint32_t z) {
    volume *v = user;
    uint8_t *voxel = v->voxels + ((size_t)z * v->size[1] + y) * v->size[0] + x;
    v->set += !*voxel;
    *voxel = 1;
}

/* A triangle without area does not count. Single precision may take it for a sliver, so where boxes
 * are grown it counts if its corners differ. */
static bool counts(const float positions[9], double grow) {
    const float *p = positions, *q = positions + 3, *r = positions + 6;
    bool distinct = memcmp(p, q, 3 * sizeof *p) && memcmp(q, r, 3 * sizeof *q) && memcmp(r, p, 3 * sizeof *r);
    return hpi_ref_has_area(positions) || (grow > 0 && distinct);
}

hpyr_result hpyr_ref_voxelize_surface(const float *soup, uint32_t triangle_count, uint32_t width, uint32_t height,
                                      uint32_t depth, double grow, uint8_t *voxels, uint64_t *set) {
    if (!voxels || (!soup && triangle_count > 0))
        return HPYR_ERROR_INVALID_ARGUMENT;
    volume v = {{width, height, depth}, voxels, 0};
    memset(voxels, 0, (size_t)width * height * depth);
    for (uint32_t i = 0; i < triangle_count; i++) {
        const float *positions = soup + (size_t)i * 9;
        hpi_triangle t;
        if (hpi_ref_map_triangle(positions, v.size, &t) && counts(positions, grow))
            hpi_ref_visit_touched(&t, v.size, 0.5 + grow, mark_voxel, &v);
    }
    if (set)
        *set = v.set;
    return HPYR_OK;
}
