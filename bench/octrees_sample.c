/* octrees_sample.c - points on a mesh, by chance but the same ones every time.  SPDX-License-Identifier: MIT */
#include "octrees.h"

#include "store.h"

#include <math.h>
#include <stdlib.h>

enum { SEED = 0x2545F491 };

static const float *corner(const mesh *m, uint32_t triangle, int number) {
    return m->positions + 3 * (size_t)m->indices[3 * (size_t)triangle + (size_t)number];
}

/* The area of all triangles up to each one. */
static double *sum_areas(const mesh *m) {
    double sum = 0, cross[3], *areas = malloc(m->triangle_count * sizeof *areas);
    for (uint32_t i = 0; areas && i < m->triangle_count; i++) {
        if (mesh_triangle_is_finite(m, i)) {
            mesh_cross(corner(m, i, 0), corner(m, i, 1), corner(m, i, 2), cross);
            sum += sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
        }
        areas[i] = sum;
    }
    return areas;
}

/* The first triangle up to which there is more area than `area`. */
static uint32_t find_triangle(const double *areas, uint32_t count, double area) {
    uint32_t low = 0, high = count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (areas[middle] > area)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static double chance(uint32_t *state) {
    return store_random(state) / 4294967296.0;
}

static void take_normal(const mesh *m, uint32_t triangle, float normal[3]) {
    double cross[3];
    mesh_cross(corner(m, triangle, 0), corner(m, triangle, 1), corner(m, triangle, 2), cross);
    double length = sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
    for (int axis = 0; axis < 3; axis++)
        normal[axis] = (float)(cross[axis] / length); /* a triangle without area has no points */
}

float *octrees_sample(const mesh *m, uint32_t count, float *normals) {
    double *areas = sum_areas(m), whole = areas ? areas[m->triangle_count - 1] : 0;
    float *points = whole > 0 ? malloc(3 * (size_t)count * sizeof *points) : NULL;
    uint32_t state = SEED;
    for (uint32_t i = 0; points && i < count; i++) {
        uint32_t triangle = find_triangle(areas, m->triangle_count, chance(&state) * whole);
        if (normals)
            take_normal(m, triangle, normals + 3 * (size_t)i);
        double root = sqrt(chance(&state)), way = chance(&state); /* even over a triangle */
        for (int axis = 0; axis < 3; axis++)
            points[3 * (size_t)i + (size_t)axis] = (float)((1 - root) * (double)corner(m, triangle, 0)[axis] +
                                                           root * (1 - way) * (double)corner(m, triangle, 1)[axis] +
                                                           root * way * (double)corner(m, triangle, 2)[axis]);
    }
    free(areas);
    return points;
}
