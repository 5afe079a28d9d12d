/* octree_functions.c - functions on the oracle's octrees, of which surfaces are made.  SPDX-License-Identifier: MIT */
#include "octree_functions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const uint32_t NONE = HPYR_OCTREE_NONE;

void check_that(const function *f, bool holds, const char *what) {
    if (!holds)
        fail_msg("%s: %s", f->name, what);
    runner_checks++;
}

uint32_t last_depth(const function *f) {
    return f->tree.report.depth;
}

/* By the cells of the depth, from the root down: not as the oracle does it. */
static bool is_inner(const hpyr_ref_octree *tree, uint32_t node) {
    int32_t cell[3];
    cell_of_node(tree, node, cell);
    for (int32_t i = 0; i < 8; i++) {
        const int32_t around[3] = {cell[0] - (i >> 2), cell[1] - (i >> 1 & 1), cell[2] - (i & 1)};
        if (node_of_cell(tree, depth_of_node(tree, node), around) == NONE)
            return false;
    }
    return true;
}

function make_function(points_kind kind, uint32_t count, uint32_t depth, uint32_t seed) {
    const hpyr_octree_desc desc = {.depth = depth, .growth = HPYR_OCTREE_GROWTH_GRADED};
    SCOPED(points_free) point_set set = points_make(kind, count, 0, 3, seed);
    function f = {.tree = points_octree(&set, &desc)};
    uint64_t state = seed;
    f.inner = calloc(f.tree.report.nodes, sizeof *f.inner);
    f.values = calloc(f.tree.report.nodes, sizeof *f.values);
    assert_true(f.inner && f.values);
    for (uint32_t node = 0; node < f.tree.report.nodes; node++) {
        f.inner[node] = is_inner(&f.tree, node);
        f.values[node] = f.inner[node] ? (float)(random_next(&state) >> 8) / 8388608.0f - 1 : NAN;
    }
    snprintf(f.name, sizeof f.name, "%s points (%u), depth %u, seed %u", points_name(kind), count, depth, seed);
    return f;
}

void free_function(function *f) {
    hpyr_ref_octree_free(&f->tree);
    free(f->inner);
    free(f->values);
}

float value_at(const function *f, int32_t x, int32_t y, int32_t z) {
    float value = 0;
    answered(hpyr_ref_surface_value(&f->tree, f->values, (uint32_t[3]){(uint32_t)x, (uint32_t)y, (uint32_t)z}, &value));
    return value;
}

void cell_of_key(const function *f, uint32_t key, int32_t cell[3]) {
    for (uint32_t axis = 0; axis < 3; axis++) {
        cell[axis] = 0;
        for (uint32_t bit = 0; bit < last_depth(f); bit++)
            cell[axis] |= (int32_t)(key >> (3 * bit + 2 - axis) & 1) << bit;
    }
}
