/* answers.h - what the reference answers, as values. A call that fails ends the test.  SPDX-License-Identifier: MIT */
#ifndef TEST_ANSWERS_H
#define TEST_ANSWERS_H

#include "runner.h"

#include <histopyramid/reference/reference.h>

static inline void answered(hpyr_result result) {
    if (result != HPYR_OK)
        fail_msg("the reference answers %d", (int)result);
}

static inline uint64_t answer_total(const hpyr_ref_pyramid *pyramid) {
    uint64_t total = 0;
    answered(hpyr_ref_pyramid_total(pyramid, &total));
    return total;
}

static inline uint64_t answer_rank(const hpyr_ref_pyramid *pyramid, uint32_t x, uint32_t y, uint32_t z) {
    uint64_t key = 0;
    answered(hpyr_ref_pyramid_rank(pyramid, x, y, z, &key));
    return key;
}

static inline uint64_t answer_list(const hpyr_ref_pyramid *pyramid, uint64_t first, uint64_t count,
                                   hpyr_point *points) {
    uint64_t written = 0;
    answered(hpyr_ref_pyramid_list(pyramid, first, count, points, &written));
    return written;
}

static inline uint32_t answer_case(uint32_t cube_case, uint8_t edges[HPYR_CUBE_CORNERS]) {
    uint32_t triangles = 0;
    answered(hpyr_ref_cube_case(cube_case, edges, &triangles));
    return triangles;
}

static inline uint64_t answer_thin(const float *soup, uint32_t triangle_count, uint32_t width, uint32_t height,
                                   uint32_t depth, uint8_t *voxels, uint8_t *ambiguous) {
    uint64_t set = 0;
    answered(hpyr_ref_voxelize_thin(soup, triangle_count, width, height, depth, voxels, ambiguous, &set));
    return set;
}

/** All seeds count, also those for which there is no room. */
static inline uint32_t answer_seeds(const hpyr_ref_flow *flow, hpyr_flow_seed *seeds, size_t capacity) {
    uint32_t count = 0;
    const hpyr_result result = hpyr_ref_flow_seeds(flow, seeds, capacity, &count);
    answered(result == HPYR_TRUNCATED && count > capacity ? HPYR_OK : result);
    return count;
}

static inline uint32_t answer_luminance(const uint8_t rgba[4]) {
    uint32_t luminance = 0;
    answered(hpyr_ref_features_luminance(rgba, &luminance));
    return luminance;
}

static inline hpyr_octree_cube answer_cube(const float *positions, uint32_t stride, uint32_t count, double margin) {
    hpyr_octree_cube cube = {{0}, 0};
    answered(hpyr_ref_octree_cube(positions, stride, count, margin, &cube));
    return cube;
}

static inline double answer_value(const hpyr_ref_octree *octree, const hpyr_ref_poisson *poisson,
                                  const double point[3]) {
    double value = 0;
    answered(hpyr_ref_poisson_value(octree, poisson, point, &value));
    return value;
}

#endif
