/* octree_functions.h - functions on the oracle's octrees, of which surfaces are made.  SPDX-License-Identifier: MIT */
#ifndef TEST_OCTREE_FUNCTIONS_H
#define TEST_OCTREE_FUNCTIONS_H

#include "octrees.h"

/** An octree with a number for each inner vertex. */
typedef struct function {
    hpyr_ref_octree tree;
    bool *inner;
    float *values;
    char name[64];
} function;

/** Numbers in [-1,1), of a seeded set of points. Those of nodes whose lower corner is not inner are NAN. */
function make_function(points_kind kind, uint32_t count, uint32_t depth, uint32_t seed);
void free_function(function *f);

/** Fails the test, and says the name, unless it holds. */
void check_that(const function *f, bool holds, const char *what);

uint32_t last_depth(const function *f);

/** The oracle's value at a vertex of the last depth. */
float value_at(const function *f, int32_t x, int32_t y, int32_t z);

/** The cell of the last depth that has a key. */
void cell_of_key(const function *f, uint32_t key, int32_t cell[3]);

#endif
