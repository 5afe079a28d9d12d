/* octrees.c - sets of points for octrees, and the oracle's octree of them.  SPDX-License-Identifier: MIT */
#include "octrees.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *points_name(points_kind kind) {
    static const char *const names[POINTS_KINDS] = {
        "random", "sphere", "clustered", "planar",  "collinear", "duplicate", "twin",  "single", "no",
        "border", "near",   "outside",   "strange", "lost",      "small",     "large", "far"};
    return names[kind];
}

/* ---- coordinates ---- */

static float random_float(uint64_t *seed) {
    return (float)(random_next(seed) >> 8) / 16777216.0f;
}

static void random_point(uint64_t *seed, float low, float high, float point[3]) {
    for (int axis = 0; axis < 3; axis++)
        point[axis] = low + (high - low) * random_float(seed);
}

static void put_on_sphere(uint64_t *seed, float point[3]) {
    float length = 0;
    while (length < 0.1f || length > 1) {
        random_point(seed, -1, 1, point);
        length = sqrtf(point[0] * point[0] + point[1] * point[1] + point[2] * point[2]);
    }
    for (int axis = 0; axis < 3; axis++)
        point[axis] = point[axis] / length * (axis == 0 ? 3.0f : 2.0f) + (float)axis;
}

/* The root's lowest corner is a border as well, and so is its highest one. */
static void put_on_border(uint64_t *seed, const hpyr_octree_cube *cube, bool beside, float point[3]) {
    for (int axis = 0; axis < 3; axis++) {
        uint32_t depth = 1 + random_below(seed, HPYR_OCTREE_MAX_DEPTH);
        float cells = (float)random_below(seed, (1u << depth) + 1);
        float border = cube->origin[axis] + cells * (cube->side / (float)(1u << depth));
        uint32_t side = random_below(seed, 3);
        point[axis] = !beside || side == 0 ? border : nextafterf(border, side == 1 ? -1000.0f : 1000.0f);
    }
}

static void make_strange(uint64_t *seed, uint32_t i, float point[3]) {
    static const uint32_t bits[] = {0x7FC00000u, 0x7F800000u, 0xFF800000u, 0xFFFFFFFFu, 0x7F800001u, 0xFFC00000u};
    uint32_t axes = 1 + i / 3 % 7; /* one of them, or two, or all */
    for (int axis = 0; axis < 3; axis++)
        if (axes >> axis & 1)
            memcpy(&point[axis], &bits[random_below(seed, sizeof bits / sizeof *bits)], sizeof *point);
}

static void put_special(const point_set *set, uint32_t i, uint64_t *seed, float point[3]) {
    static const float centers[4][3] = {{-7, 1, 0}, {3, 3, 3}, {3, 3.2f, 2.9f}, {1, -9, 8}};
    const float along = random_float(seed);
    uint64_t twin = 100 + random_below(seed, 7);
    switch (set->kind) {
    case POINTS_CLUSTERED:
        for (int axis = 0; axis < 3; axis++)
            point[axis] = centers[i * 7 % 4][axis] + 0.02f * (point[axis] + point[(axis + 1) % 3]);
        break;
    case POINTS_PLANAR:
        point[2] = 0.37f;
        break;
    case POINTS_COLLINEAR:
        for (int axis = 0; axis < 3; axis++)
            point[axis] = (float)axis - 2 * along * (float)(axis - 1) * 1.5f;
        break;
    case POINTS_DUPLICATES:
        memcpy(point, centers[2], 3 * sizeof *point);
        break;
    case POINTS_TWINS:
        random_point(&twin, -1, 1, point);
        break;
    case POINTS_STRANGE:
    case POINTS_LOST:
        if (i % 3 == 1 || set->kind == POINTS_LOST)
            make_strange(seed, i, point);
        break;
    case POINTS_FAR:
        for (int axis = 0; axis < 3; axis++)
            point[axis] = 100000.0f + 0.1f * point[axis];
        break;
    default:
        break;
    }
}

static void make_point(const point_set *set, uint32_t i, uint64_t *seed, float point[3]) {
    random_point(seed, -1, 1, point);
    switch (set->kind) {
    case POINTS_SPHERE:
        put_on_sphere(seed, point);
        break;
    case POINTS_BORDERS:
    case POINTS_NEAR:
        put_on_border(seed, &set->cube, set->kind == POINTS_NEAR, point);
        break;
    case POINTS_OUTSIDE:
        random_point(seed, -3, 3, point);
        break;
    case POINTS_SMALL:
        random_point(seed, -1e-20f, 3e-20f, point);
        break;
    case POINTS_LARGE:
        random_point(seed, -1e30f, 3e30f, point);
        break;
    default:
        put_special(set, i, seed, point);
    }
}

/* ---- sets ---- */

static void choose_cube(point_set *set, uint32_t seed) {
    static const hpyr_octree_cube even = {{-2, 0, 0.5f}, 4}, odd = {{-1.3f, 0.7f, 5.1f}, 3.7f},
                                  inner = {{-1, -0.9f, -1.1f}, 1.9f};
    if (set->kind == POINTS_BORDERS)
        set->cube = even;
    else if (set->kind == POINTS_NEAR)
        set->cube = odd;
    else if (set->kind == POINTS_OUTSIDE)
        set->cube = inner;
    else if (seed % 3 == 0 && set->kind <= POINTS_PLANAR)
        set->cube = (hpyr_octree_cube){{-9.5f, -10, -3.25f}, 20.3f};
    else
        set->margin = seed % 2 ? 1.1 : seed % 4 ? 1.0 : 1.75;
}

point_set points_make(points_kind kind, uint32_t count, uint32_t first, uint32_t stride, uint32_t seed) {
    point_set set = {.kind = kind, .first = first, .stride = stride, .count = count};
    uint64_t state = UINT64_C(1000) * seed + (uint64_t)kind;
    if (kind == POINTS_NONE || (kind == POINTS_ONE && count))
        set.count = kind == POINTS_ONE;
    set.float_count = first + (set.count ? (set.count - 1) * stride + 3 : 0);
    set.floats = make_zeros((size_t)set.float_count + 1, sizeof *set.floats);
    choose_cube(&set, seed);
    for (uint32_t i = 0; i < set.float_count; i++)
        set.floats[i] = i % 2 ? 4e4f : NAN;
    for (uint32_t i = 0; i < set.count; i++)
        make_point(&set, i, &state, set.floats + first + (size_t)i * stride);
    return set;
}

void points_free(point_set *set) {
    free(set->floats);
    set->floats = NULL;
}

const float *points_at(const point_set *set, uint32_t i) {
    return set->floats + set->first + (size_t)i * set->stride;
}

hpyr_octree_cube points_cube(const point_set *set) {
    return set->cube.side > 0 ? set->cube : answer_cube(points_at(set, 0), set->stride, set->count, set->margin);
}

hpyr_ref_octree points_octree(const point_set *set, const hpyr_octree_desc *desc) {
    const hpyr_octree_cube cube = points_cube(set);
    hpyr_ref_octree tree;
    assert_int_equal(hpyr_ref_octree_build(points_at(set, 0), set->stride, set->count, &cube, desc, &tree), HPYR_OK);
    return tree;
}

/* ---- the oracle's octree ---- */

uint32_t array_width(hpyr_octree_array array) {
    static const uint32_t widths[HPYR_OCTREE_ARRAYS] = {1, 1, 1, 1, 8, 27, 8, 12, 6, 8, 2, 4, 1, 1};
    return widths[array];
}

const char *array_name(hpyr_octree_array array) {
    static const char *const names[HPYR_OCTREE_ARRAYS] = {
        "keys",  "first points", "point counts", "parents",       "children",   "neighbors",   "vertices",
        "edges", "faces",        "vertex nodes", "edge vertices", "face edges", "point order", "point nodes"};
    return names[array];
}

uint32_t depth_of_node(const hpyr_ref_octree *tree, uint32_t node) {
    uint32_t depth = 0;
    while (node >= tree->report.first_node[depth + 1])
        depth++;
    return depth;
}

void cell_of_node(const hpyr_ref_octree *tree, uint32_t node, int32_t cell[3]) {
    const uint32_t key = tree->arrays[HPYR_OCTREE_ARRAY_KEYS][node], depth = depth_of_node(tree, node);
    for (uint32_t axis = 0; axis < 3; axis++) {
        cell[axis] = 0;
        for (uint32_t bit = 0; bit < depth; bit++)
            cell[axis] |= (int32_t)(key >> (3 * bit + 2 - axis) & 1) << bit;
    }
}

/* Down from the root: another way than the oracle's. */
uint32_t node_of_cell(const hpyr_ref_octree *tree, uint32_t depth, const int32_t cell[3]) {
    uint32_t node = 0;
    for (int axis = 0; axis < 3; axis++)
        if (cell[axis] < 0 || cell[axis] >> depth > 0)
            return HPYR_OCTREE_NONE;
    for (uint32_t bit = depth; bit-- > 0 && node != HPYR_OCTREE_NONE;) {
        uint32_t child = (uint32_t)((cell[0] >> bit & 1) * 4 + (cell[1] >> bit & 1) * 2 + (cell[2] >> bit & 1));
        node = tree->arrays[HPYR_OCTREE_ARRAY_CHILDREN][(size_t)node * 8 + child];
    }
    return node;
}

void cell_of_point(const hpyr_octree_cube *cube, const float *point, uint32_t depth, int32_t cell[3]) {
    const float end = (float)(1u << depth), cells_per_unit = end / cube->side;
    for (int axis = 0; axis < 3; axis++) {
        float distance = point[axis] - cube->origin[axis];
        float cells = distance * cells_per_unit;
        cell[axis] = cells < 0 ? 0 : cells >= end ? (int32_t)end - 1 : (int32_t)floorf(cells);
    }
}
