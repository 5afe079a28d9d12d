/* surface_fans.c - the oracle's surfaces: which diagonals the triangles of a cell have.  SPDX-License-Identifier: MIT
 *
 * It follows the rule in histopyramid/reference/surface.h. */
#include "reference/surface.h"

#include <math.h>

enum { STEPS = 256 /* a cell's side */, MOST_CORNERS = HPYR_CUBE_CORNERS / 3 + 2 };

/* Where an edge of a cell is crossed if the function rises evenly along it, in steps from the cell's lower corner on. The step along
 * the edge is found by bisection. */
static void place_evenly(const float values[OCTREE_CHILDREN], float isovalue, uint32_t edge, int32_t place[3]) {
    const uint32_t axis = hpi_cube_edge_axis(edge), corner = hpi_cube_edge_corner(edge);
    const float from = values[corner], to = values[corner | 1u << axis];
    const float rise = fabsf(to - from), part = fabsf(isovalue - from);
    int32_t low = 0, high = STEPS + 1;
    while (high - low > 1) {
        const int32_t middle = (low + high) / 2;
        *(((float)middle - 0.5f) / STEPS * rise <= part ? &low : &high) = middle;
    }
    for (uint32_t i = 0; i < 3; i++)
        place[i] = (int32_t)(corner >> i & 1) * STEPS;
    place[axis] = low;
}

/* The sum of the squares of all diagonals from a corner of the loop. */
static int32_t measure_fan(int32_t places[MOST_CORNERS][3], uint32_t count, uint32_t first) {
    int32_t sum = 0;
    for (uint32_t i = 2; i + 1 < count; i++)
        for (int axis = 0; axis < 3; axis++) {
            const int32_t way = places[(first + i) % count][axis] - places[first][axis];
            sum += way * way;
        }
    return sum;
}

void hpi_reference_surface_fan(const float values[OCTREE_CHILDREN], float isovalue, uint32_t cube_case,
                               uint32_t triangles, uint8_t edges[HPYR_CUBE_CORNERS]) {
    const uint32_t fans = hpi_cube_fans(cube_case), count = triangles + 2;
    int32_t places[MOST_CORNERS][3], least = INT32_MAX;
    uint8_t loop[MOST_CORNERS];
    uint32_t best = 0;
    if (fans == 1)
        return;
    for (uint32_t i = 0; i < count; i++) {
        loop[i] = edges[i < 2 ? i : 3 * i - 4];
        place_evenly(values, isovalue, loop[i], places[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        const int32_t sum = fans >> i & 1 ? measure_fan(places, count, i) : INT32_MAX;
        best = sum < least ? i : best;
        least = sum < least ? sum : least;
    }
    for (uint32_t i = 0; i < triangles; i++)
        for (uint32_t k = 0; k < 3; k++)
            edges[3 * i + k] = loop[(best + (k > 0 ? i + k : 0)) % count];
}
