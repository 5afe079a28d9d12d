/* cube_cases.c - derives the triangles of marching cubes' 256 cases from how a surface crosses the
 * faces of a cell.  SPDX-License-Identifier: MIT
 *
 * Source: Lorensen and Cline 1987 for the idea of a table; this one is our own.
 *
 * Walk round a face, counter-clockwise seen from outside of the cell. The walk enters a run of
 * inside corners through an edge a and leaves it through an edge b. The segment a b cuts it off:
 *
 *      o---------o       o----b----*       * inside, o outside
 *      |         |       |      \  |
 *      a         |       a        \a       On the right are two runs, of a corner each,
 *      |\        |       |\        |       and so two segments: an ambiguous face.
 *      | \       |       | \       |
 *      *--b------o       *--b------o
 *
 * Every crossed edge lies on two faces that walk it in opposite directions: it is entered on one
 * and left on the other. So one segment begins there and one ends there, and the segments form
 * loops. The cell behind a face gets the same segments, reversed, so there are no cracks. */
#include "tables/cube_cases.h"

#include <stdbool.h>

enum { FACES = 6, SIDES = 4, MOST_LOOPS = 4 };

static const uint8_t face_corners[FACES][SIDES] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                                   {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

typedef struct loop {
    uint8_t edges[HPYR_CUBE_EDGES];
    uint32_t length;
} loop;

static uint32_t edge_between(uint32_t a, uint32_t b) {
    uint32_t low = a & b;
    switch (a ^ b) {
    case 1:
        return low >> 1;
    case 2:
        return 4 + ((low & 1) | (low >> 1 & 2));
    default:
        return 8 + low;
    }
}

/* Returns the two faces that an edge lies on, as bits. */
static uint32_t faces_of_edge(uint32_t edge) {
    uint32_t faces = 0;
    for (uint32_t axis = 0; axis < 3; axis++)
        if (axis != hpi_cube_edge_axis(edge))
            faces |= 1u << (2 * axis + (hpi_cube_edge_corner(edge) >> axis & 1));
    return faces;
}

/* Adds a face's segments: next[entered edge] = left edge. */
static void link_face(uint32_t cube_case, const uint8_t corners[SIDES], uint8_t next[HPYR_CUBE_EDGES]) {
    for (uint32_t i = 0; i < SIDES; i++) {
        uint32_t outside = corners[i], first = corners[(i + 1) % SIDES];
        if (cube_case >> outside & 1 || !(cube_case >> first & 1))
            continue;
        uint32_t last = i + 1;
        while (cube_case >> corners[(last + 1) % SIDES] & 1)
            last++;
        next[edge_between(outside, first)] = (uint8_t)edge_between(corners[last % SIDES], corners[(last + 1) % SIDES]);
    }
}

static loop follow(const uint8_t next[HPYR_CUBE_EDGES], uint32_t first, uint32_t *followed) {
    loop l = {{0}, 0};
    for (uint32_t edge = first; !(*followed >> edge & 1); edge = next[edge]) {
        *followed |= 1u << edge;
        l.edges[l.length++] = (uint8_t)edge;
    }
    return l;
}

/* A fan may not have a diagonal in a face, where a diagonal of the neighbor may lie too. */
static bool fan_stays_inside(const loop *l, uint32_t apex) {
    for (uint32_t i = 2; i + 1 < l->length; i++)
        if (faces_of_edge(l->edges[apex]) & faces_of_edge(l->edges[(apex + i) % l->length]))
            return false;
    return true;
}

/* Every loop of the 256 cases has an apex whose fan stays inside. This is the first one. */
static uint32_t find_apex(const loop *l) {
    uint32_t apex = 0;
    while (apex + 1 < l->length && !fan_stays_inside(l, apex))
        apex++;
    return apex;
}

static uint32_t write_fan(const loop *l, uint8_t *edges) {
    const uint32_t apex = find_apex(l);
    for (uint32_t i = 1; i + 1 < l->length; i++) {
        *edges++ = l->edges[apex];
        *edges++ = l->edges[(apex + i) % l->length];
        *edges++ = l->edges[(apex + i + 1) % l->length];
    }
    return l->length - 2;
}

static uint32_t find_loops(uint32_t cube_case, loop loops[MOST_LOOPS]) {
    enum { UNCROSSED = HPYR_CUBE_EDGES };
    uint8_t next[HPYR_CUBE_EDGES];
    uint32_t followed = 0, count = 0;
    if (cube_case >= HPYR_CUBE_CASES)
        return 0;
    for (uint32_t edge = 0; edge < HPYR_CUBE_EDGES; edge++)
        next[edge] = UNCROSSED;
    for (uint32_t face = 0; face < FACES; face++)
        link_face(cube_case, face_corners[face], next);
    for (uint32_t edge = 0; edge < HPYR_CUBE_EDGES; edge++)
        if (next[edge] != UNCROSSED && !(followed >> edge & 1))
            loops[count++] = follow(next, edge, &followed);
    return count;
}

uint32_t hpi_cube_case(uint32_t cube_case, uint8_t edges[HPYR_CUBE_CORNERS]) {
    loop loops[MOST_LOOPS];
    const uint32_t count = find_loops(cube_case, loops);
    uint32_t triangles = 0;
    for (uint32_t i = 0; i < count; i++)
        triangles += write_fan(&loops[i], edges + 3 * (size_t)triangles);
    return triangles;
}

uint32_t hpi_cube_fans(uint32_t cube_case) {
    loop loops[MOST_LOOPS];
    uint32_t fans = 0;
    if (find_loops(cube_case, loops) != 1)
        return 1;
    const uint32_t apex = find_apex(loops), length = loops[0].length;
    for (uint32_t i = 0; i < length; i++)
        fans |= (uint32_t)fan_stays_inside(loops, (apex + i) % length) << i;
    return fans;
}
