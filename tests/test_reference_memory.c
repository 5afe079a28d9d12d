/* test_reference_memory.c - the oracle where memory runs out: one allocation after the other fails.
 * SPDX-License-Identifier: MIT
 *
 * The linker passes the library's allocations through here (--wrap). Those of a shared library it cannot reach: skipped. */
#include <stdint.h>

#include "runner.h"

#include <histopyramid/reference/reference.h>

#include "seeded.h"

enum { SIDE = 6, UNLIMITED = -1 };

static int allowed = UNLIMITED, asked_for;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);

static bool may_allocate(void) {
    asked_for++;
    return allowed == UNLIMITED || allowed-- > 0;
}

void *__wrap_malloc(size_t size) {
    return may_allocate() ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size) {
    return may_allocate() ? __real_calloc(count, size) : NULL;
}

/* Calls `attempt` with one allocation more each time, until it succeeds. It must fail cleanly before. */
static void starve(hpyr_result (*attempt)(void)) {
    asked_for = 0;
    assert_int_equal(attempt(), HPYR_OK);
    int needed = asked_for;
    if (needed == 0)
        SKIP("the linker wraps no allocation");
    for (int i = 0; i < needed; i++) {
        allowed = i;
        hpyr_result result = attempt();
        allowed = UNLIMITED;
        assert_int_equal(result, HPYR_ERROR_OUT_OF_MEMORY);
    }
}

static hpyr_mesh_form form;

static hpyr_result attempt_isosurface(void) {
    float samples[SIDE * SIDE * SIDE];
    hpyr_ref_isosurface_desc desc = {
        .samples = samples, .width = SIDE, .height = SIDE, .depth = SIDE, .mesh = form, .trace = true};
    SCOPED(destroy_ref_isosurface) hpyr_ref_isosurface *isosurface = (hpyr_ref_isosurface *)samples;
    random_state = 1;
    for (int i = 0; i < SIDE * SIDE * SIDE; i++)
        samples[i] = (float)random_between(-1, 1);
    hpyr_result result = hpyr_ref_isosurface_create(&desc, &isosurface);
    if (result != HPYR_OK && isosurface)
        return HPYR_ERROR_GL; /* which is none of the expected */
    return result;
}

static hpyr_result attempt_pyramid(void) {
    const uint32_t counts[SIDE] = {1, 0, 3, 0, 0, 2};
    const hpyr_flat3d map = {SIDE, 1, 1, 1, 1};
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *pyramid = (hpyr_ref_pyramid *)&map;
    hpyr_result result = hpyr_ref_pyramid_create(counts, &map, HPYR_ORDER_LINE, &pyramid);
    if (result != HPYR_OK && pyramid)
        return HPYR_ERROR_GL;
    return result;
}

static hpyr_result attempt_sort(void) {
    const uint32_t keys[SIDE] = {3, 1, 2, 6, 5, 4};
    uint32_t sorted[SIDE];
    return hpyr_ref_list_sort(
        &(hpyr_ref_list_sort_desc){.keys = {keys, HPYR_LIST_TYPE_UINT, SIDE}, .sorted_keys = sorted});
}

static hpyr_result attempt_partition(void) {
    const uint32_t bins[SIDE] = {3, 1, 2, 6, 5, 4};
    uint32_t offsets[SIDE + 2];
    return hpyr_ref_list_partition(&(hpyr_ref_list_partition_desc){
        .keys = {NULL, HPYR_LIST_TYPE_UINT, SIDE}, .bins = bins, .bin_count = SIDE, .offsets = offsets});
}

static hpyr_result attempt_octree(void) {
    static const float positions[SIDE] = {0.1f, 0.2f, 0.3f, 0.6f, 0.7f, 0.8f};
    const hpyr_octree_cube cube = {{0, 0, 0}, 1};
    const hpyr_octree_desc desc = {.depth = 3, .growth = HPYR_OCTREE_GROWTH_GRADED};
    SCOPED(hpyr_ref_octree_free) hpyr_ref_octree octree;
    hpyr_result result = hpyr_ref_octree_build(positions, 3, 2, &cube, &desc, &octree);
    if (result != HPYR_OK && (octree.arrays[HPYR_OCTREE_ARRAY_KEYS] || octree.report.nodes))
        return HPYR_ERROR_GL;
    return result;
}

static hpyr_ref_octree solved_octree;

static hpyr_result attempt_poisson(void) {
    const float points[SIDE] = {0.1f, 0.2f, 0.3f, 0.6f, 0.7f, 0.8f};
    const hpyr_ref_poisson_desc desc = {.tolerance = 1e-3, .max_iterations = 9, .screening = 1};
    SCOPED(hpyr_ref_poisson_free) hpyr_ref_poisson poisson;
    hpyr_result result = hpyr_ref_poisson_solve(&solved_octree, points, 3, points, 3, &desc, &poisson);
    if (result != HPYR_OK &&
        (poisson.field || poisson.divergence || poisson.values || poisson.density || poisson.inner))
        return HPYR_ERROR_GL;
    return result;
}

static hpyr_ref_octree octree_of_surface;
static float values_of_surface[4096];

static hpyr_result attempt_surface(void) {
    SCOPED(hpyr_ref_surface_free) hpyr_ref_surface surface;
    hpyr_result result = hpyr_ref_surface_build(&octree_of_surface, values_of_surface, 0, &surface);
    if (result != HPYR_OK && (surface.cells || surface.positions || surface.indices || surface.cell_count))
        return HPYR_ERROR_GL;
    return result;
}

static hpyr_result attempt_value(void) {
    float value;
    return hpyr_ref_surface_value(&octree_of_surface, values_of_surface, (const uint32_t[3]){3, 5, 6}, &value);
}

static hpyr_flow_kind kind;

static hpyr_result attempt_seeds(void) {
    float samples[3 * SIDE * SIDE * SIDE];
    const hpyr_ref_flow flow = {.kind = kind,
                                .samples = samples,
                                .size = {SIDE, SIDE, SIDE},
                                .spacing = {1, 1, 1},
                                .order = HPYR_ORDER_LINE,
                                .tiles_x = 2,
                                .width = 1};
    hpyr_flow_seed seeds[8 * SIDE * SIDE * SIDE];
    uint32_t count = 0;
    random_state = 1;
    for (int i = 0; i < 3 * SIDE * SIDE * SIDE; i++)
        samples[i] = (float)random_between(-1, 1);
    hpyr_result result = hpyr_ref_flow_seeds(&flow, seeds, sizeof seeds / sizeof *seeds, &count);
    return result == HPYR_OK && count == 0 ? HPYR_ERROR_GL : result;
}

static hpyr_result attempt_features(void) {
    const hpyr_features_desc desc = {.detector = HPYR_DETECTOR_BLOB,
                                     .window = 3,
                                     .quality = 0.1f,
                                     .scales = 2,
                                     .scale = 1,
                                     .ratio = 1.5f,
                                     .edge_ratio = 10};
    double grays[SIDE * SIDE] = {1}, numbers[2 * SIDE * SIDE];
    const hpyr_ref_field_2d image = {grays, SIDE, SIDE, 1}, responses = {numbers, SIDE, SIDE, 2};
    hpyr_feature found[2 * SIDE * SIDE];
    uint32_t count;
    hpyr_result result = hpyr_ref_features_respond(&desc, &image, &responses);
    return result ? result : hpyr_ref_features_find(&desc, &responses, found, 2 * SIDE * SIDE, &count);
}

static hpyr_result attempt_normals(void) {
    const float points[SIDE] = {0.1f, 0.2f, 0.3f, 0.6f, 0.7f, 0.8f};
    float normals[SIDE] = {1, 0, 0, 0, 1, 0};
    uint32_t lists[SIDE];
    hpyr_result result = hpyr_ref_normals_lists(points, 3, 2, 3, lists);
    return result ? result : hpyr_ref_normals_along_tree(points, 3, 2, lists, 3, normals, NULL);
}

static hpyr_result attempt_nearest(void) {
    const float numbers[SIDE] = {0.1f, 0.2f, 0.3f, 0.6f, 0.7f, 0.8f};
    const hpyr_ref_points points = {numbers, 3, 2};
    uint32_t lists[SIDE];
    return hpyr_ref_octree_nearest(&points, &points, 3, 0, lists, NULL);
}

TEST(isosurfaces_fail_cleanly) {
    form = HPYR_MESH_FORM_WELDED;
    starve(attempt_isosurface);
    form = HPYR_MESH_FORM_SOUP;
    starve(attempt_isosurface);
}

TEST(pyramids_fail_cleanly) {
    starve(attempt_pyramid);
}

TEST(lists_fail_cleanly) {
    starve(attempt_sort);
    starve(attempt_partition);
}

TEST(seeds_fail_cleanly) {
    for (kind = HPYR_FLOW_KIND_CRITICAL; kind <= HPYR_FLOW_KIND_BAND; kind++)
        starve(attempt_seeds);
}

TEST(features_and_normals_fail_cleanly) {
    starve(attempt_features);
    starve(attempt_nearest);
    starve(attempt_normals);
}

TEST(octrees_fail_cleanly) {
    starve(attempt_octree);
}

TEST(poisson_fails_cleanly) {
    const float positions[SIDE] = {0.1f, 0.2f, 0.3f, 0.6f, 0.7f, 0.8f};
    const hpyr_octree_cube cube = {{0, 0, 0}, 1};
    const hpyr_octree_desc desc = {.depth = 3, .growth = HPYR_OCTREE_GROWTH_GRADED};
    assert_int_equal(hpyr_ref_octree_build(positions, 3, 2, &cube, &desc, &solved_octree), HPYR_OK);
    starve(attempt_poisson);
    hpyr_ref_octree_free(&solved_octree);
}

TEST(surfaces_of_octrees_fail_cleanly) {
    static const float position[] = {0.6f, 0.6f, 0.6f};
    const hpyr_octree_cube cube = {{0, 0, 0}, 1};
    const hpyr_octree_desc desc = {.depth = 4, .growth = HPYR_OCTREE_GROWTH_GRADED};
    assert_int_equal(hpyr_ref_octree_build(position, 3, 1, &cube, &desc, &octree_of_surface), HPYR_OK);
    assert_true(octree_of_surface.report.nodes <= sizeof values_of_surface / sizeof *values_of_surface);
    random_state = 1;
    for (uint32_t node = 0; node < octree_of_surface.report.nodes; node++)
        values_of_surface[node] = (float)random_between(-1, 1);
    starve(attempt_surface);
    starve(attempt_value);
    hpyr_ref_octree_free(&octree_of_surface);
}
