/* test_reference_null.c - every function of the reference answers INVALID_ARGUMENT where a pointer that it needs is NULL.
 * SPDX-License-Identifier: MIT */
#include "answers.h"

enum { COUNT = 4, POINTS = 2 };

static int place, missing;

static bool is_given(void) {
    return place++ != missing;
}

/* A pointer that the function needs. */
#define P(pointer) (is_given() ? (pointer) : NULL)

/* Makes the call without the first pointer, without the second one and so on, and at last with all of them. */
#define NEEDS_ALL(call)                                                                                                \
    do {                                                                                                               \
        missing = -1;                                                                                                  \
        do {                                                                                                           \
            missing++;                                                                                                 \
            place = 0;                                                                                                 \
            const hpyr_result result = (call);                                                                         \
            assert_int_equal(result, missing < place ? HPYR_ERROR_INVALID_ARGUMENT : HPYR_OK);                         \
        } while (missing < place);                                                                                     \
    } while (0)

static const float points[3 * POINTS] = {0.1f, 0.2f, 0.3f, 0.6f, 0.7f, 0.8f};
static const uint32_t numbers[COUNT] = {0, 1, 1, 2};
static uint32_t out[64], count;
static uint8_t bytes[64];

TEST(pyramids_need_all) {
    const hpyr_flat3d map = {COUNT, 1, 1, 1, 1};
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *pyramid = NULL;
    hpyr_point list[COUNT];
    uint64_t number;
    NEEDS_ALL(hpyr_ref_pyramid_create(P(numbers), P(&map), HPYR_ORDER_LINE, P(&pyramid)));
    NEEDS_ALL(hpyr_ref_pyramid_total(P(pyramid), P(&number)));
    NEEDS_ALL(hpyr_ref_pyramid_select(P(pyramid), 3, P(list)));
    NEEDS_ALL(hpyr_ref_pyramid_rank(P(pyramid), 3, 0, 0, P(&number)));
    NEEDS_ALL(hpyr_ref_pyramid_list(P(pyramid), 0, COUNT, P(list), NULL));
    NEEDS_ALL(hpyr_ref_pyramid_list(P(pyramid), 0, 0, NULL, &number));
}

TEST(voxelizers_need_all) {
    const float soup[9] = {0};
    NEEDS_ALL(hpyr_ref_voxelize_thin(P(soup), 1, 2, 2, 2, P(bytes), NULL, NULL));
    NEEDS_ALL(hpyr_ref_voxelize_surface(P(soup), 1, 2, 2, 2, 0, P(bytes), NULL));
    NEEDS_ALL(hpyr_ref_voxelize_solid(P(soup), 1, 2, 2, 2, P(bytes), NULL, NULL));
    NEEDS_ALL(hpyr_ref_voxelize_solid_six_rays(P(soup), 1, 2, 2, 2, P(bytes), NULL, NULL));
}

TEST(isosurfaces_need_all) {
    const float samples[8] = {1};
    hpyr_mesh_statistics counts;
    hpyr_ref_isosurface_desc desc = {.width = 2, .height = 2, .depth = 2, .iso = 0.5};
    SCOPED(destroy_ref_isosurface) hpyr_ref_isosurface *mesh = NULL;
    NEEDS_ALL(hpyr_ref_cube_case(1, P(bytes), P(&count)));
    NEEDS_ALL((desc.samples = P(samples), hpyr_ref_isosurface_count(P(&desc), P(&counts))));
    NEEDS_ALL((desc.samples = P(samples), hpyr_ref_isosurface_create(P(&desc), P(&mesh))));
}

TEST(discriminators_need_all) {
    const hpyr_range range = {0, 1};
    hpyr_ref_image image = {.format = HPYR_FORMAT_R32UI, .width = 2, .height = 2};
    NEEDS_ALL((image.pixels = P(numbers), hpyr_ref_discriminate(P(&image), 0, 1, P(out))));
    NEEDS_ALL((image.pixels = P(numbers), hpyr_ref_ranges(P(&image), P(&range), 1, P(out))));
    NEEDS_ALL((image.pixels = P(numbers), hpyr_ref_local_max(P(&image), 3, 0, P(out))));
    NEEDS_ALL((image.pixels = P(numbers), hpyr_ref_edge(P(&image), HPYR_EDGE_OPERATOR_SOBEL, 0, P(out), NULL)));
    NEEDS_ALL((image.pixels = P(numbers),
               hpyr_ref_template(P(&image), HPYR_TEMPLATE_MEASURE_DIFFERENCES, P(points), 1, 1, 0, P(out), NULL)));
    NEEDS_ALL((image.pixels = P(numbers), hpyr_ref_counts(P(&image), P(out))));
}

TEST(features_need_all) {
    const hpyr_features_desc desc = {.detector = HPYR_DETECTOR_SHI_TOMASI, .window = 3, .block_size = 3};
    double grays[COUNT] = {0}, responses[COUNT] = {0};
    hpyr_ref_field_2d from = {NULL, 2, 2, 1}, to = from;
    hpyr_feature found[COUNT];
    NEEDS_ALL(hpyr_ref_features_luminance(P(bytes), P(out)));
    NEEDS_ALL(
        (from.numbers = P(grays), to.numbers = P(responses), hpyr_ref_features_respond(P(&desc), P(&from), P(&to))));
    NEEDS_ALL((from.numbers = P(responses), hpyr_ref_features_find(P(&desc), P(&from), P(found), COUNT, P(&count))));
}

TEST(flows_need_all) {
    const float samples[3 * 8] = {1};
    const uint32_t cell[3] = {0, 0, 0};
    hpyr_ref_flow flow = {.kind = HPYR_FLOW_KIND_CRITICAL,
                          .size = {2, 2, 2},
                          .spacing = {1, 1, 1},
                          .order = HPYR_ORDER_LINE,
                          .tiles_x = 1};
    hpyr_flow_seed seed;
    hpyr_ref_flow_point starts[HPYR_REF_FLOW_STARTS];
    NEEDS_ALL(hpyr_ref_flow_cells(P(&flow), P(out)));
    NEEDS_ALL((flow.samples = P(samples), hpyr_ref_flow_flags(P(&flow), P(bytes), NULL)));
    NEEDS_ALL((flow.samples = P(samples), hpyr_ref_flow_seeds(P(&flow), P(&seed), 1, P(&count))));
    NEEDS_ALL((flow.samples = P(samples), hpyr_ref_flow_refine(P(&flow), P(cell), P(starts), P(&count))));
    assert_int_equal(hpyr_ref_flow_refine(&flow, numbers, starts, &count), HPYR_ERROR_INVALID_ARGUMENT); /* outside */
}

static bool select_none(uint32_t position, uint32_t entry, void *user) {
    (void)position;
    (void)entry;
    (void)user;
    return false;
}

TEST(lists_need_all) {
    hpyr_ref_list list = {NULL, HPYR_LIST_TYPE_UINT, COUNT}, flags = list;
    hpyr_ref_list_partition_desc bins = {.keys = list, .bin_count = 3};
    hpyr_ref_list_sort_desc sort = {.keys = list};
    NEEDS_ALL((list.entries = P(numbers), hpyr_ref_list_scan(P(&list), false, P(out), NULL)));
    NEEDS_ALL((list.entries = P(numbers), hpyr_ref_list_reduce(P(&list), HPYR_LIST_REDUCTION_SUM, P(out))));
    NEEDS_ALL((list.entries = P(numbers), hpyr_ref_list_select_range(P(&list), 0, 1, P(out), NULL, NULL)));
    NEEDS_ALL((list.entries = P(numbers), hpyr_ref_list_unique(P(&list), P(out), NULL, NULL, NULL)));
    NEEDS_ALL((flags.entries = P(numbers), hpyr_ref_list_select_flags(P(&list), P(&flags), NULL, P(out), NULL)));
    NEEDS_ALL(hpyr_ref_list_select(P(&list), is_given() ? select_none : NULL, NULL, P(out), NULL, NULL));
    NEEDS_ALL((bins.keys.entries = P(numbers), bins.bins = P(numbers), bins.partitioned_keys = P(out),
               hpyr_ref_list_partition(P(&bins))));
    NEEDS_ALL((sort.keys.entries = P(numbers), sort.sorted_keys = P(out), hpyr_ref_list_sort(P(&sort))));
    NEEDS_ALL(hpyr_ref_list_gather(P(numbers), COUNT, P(numbers), COUNT, 4, P(out), NULL));
}

TEST(normals_need_all) {
    uint32_t lists[POINTS * 2];
    hpyr_ref_plane planes[POINTS];
    float normals[3 * POINTS] = {0};
    NEEDS_ALL(hpyr_ref_normals_lists(P(points), 3, POINTS, 2, P(lists)));
    NEEDS_ALL(hpyr_ref_normals_planes(P(points), 3, POINTS, P(lists), 2, P(planes)));
    NEEDS_ALL(hpyr_ref_normals_along_tree(P(points), 3, POINTS, P(lists), 2, P(normals), NULL));
    NEEDS_ALL(hpyr_ref_normals_to_viewpoint(P(points), 3, POINTS, P(points), P(normals)));
}

TEST(nearest_points_need_all) {
    uint32_t lists[POINTS * 2];
    hpyr_ref_points given = {.stride = 3, .count = POINTS}, asked = given;
    NEEDS_ALL((given.positions = P(points), asked.positions = P(points),
               hpyr_ref_octree_nearest(P(&given), P(&asked), 2, 0, P(lists), NULL)));
}

TEST(octrees_need_all) {
    static uint8_t tables[2][8][HPYR_OCTREE_PLACES];
    static const float values[4096];
    const hpyr_octree_desc desc = {.depth = 2, .growth = HPYR_OCTREE_GROWTH_GRADED};
    const hpyr_ref_poisson_desc solving = {.max_iterations = 1};
    const double middle[3] = {0.5, 0.5, 0.5};
    hpyr_octree_cube cube;
    SCOPED(hpyr_ref_octree_free) hpyr_ref_octree tree;
    SCOPED(hpyr_ref_poisson_free) hpyr_ref_poisson poisson;
    SCOPED(hpyr_ref_surface_free) hpyr_ref_surface surface;
    double number;
    float value;
    NEEDS_ALL(hpyr_ref_octree_tables(P(tables[0]), P(tables[1])));
    NEEDS_ALL(hpyr_ref_octree_cube(P(points), 3, POINTS, 2, P(&cube)));
    NEEDS_ALL(hpyr_ref_octree_build(P(points), 3, POINTS, P(&cube), P(&desc), P(&tree)));
    NEEDS_ALL(hpyr_ref_poisson_solve(P(&tree), P(points), 3, P(points), 3, P(&solving), P(&poisson)));
    NEEDS_ALL(hpyr_ref_poisson_value(P(&tree), P(&poisson), P(middle), P(&number)));
    NEEDS_ALL(hpyr_ref_poisson_density(P(&tree), P(&poisson), P(middle), P(&number)));
    assert_true(tree.report.nodes <= sizeof values / sizeof *values);
    NEEDS_ALL(hpyr_ref_surface_value(P(&tree), P(values), P(numbers), P(&value)));
    NEEDS_ALL(hpyr_ref_surface_build(P(&tree), P(values), 1, P(&surface)));
}

TEST(quadtrees_need_all) {
    const hpyr_quadtree_desc desc = {.width = 2, .height = 2, .format = HPYR_FORMAT_R32UI};
    hpyr_quadtree_leaf leaves[COUNT];
    NEEDS_ALL(hpyr_ref_quadtree(P(&desc), P(numbers), 0, P(leaves), COUNT, P(&count)));
}

TEST(sparse_matrices_need_all) {
    const uint32_t pointers[] = {0, 1, 2}, indices[] = {0, 1};
    const hpyr_ref_sparse_output output = {.capacity = 6, .rows = out};
    hpyr_ref_sparse matrix = {.rows = 2, .columns = 2};
    float values[COUNT];
    double product[2];
    NEEDS_ALL(hpyr_ref_sparse_convert(P(points), 2, 3, 0, P(&output), P(&count)));
    NEEDS_ALL((matrix.pointers = P(pointers), matrix.indices = P(indices), matrix.values = P(points),
               hpyr_ref_sparse_multiply(P(&matrix), P(points), P(product))));
    NEEDS_ALL((matrix.pointers = P(pointers), matrix.indices = P(indices), matrix.values = P(points),
               hpyr_ref_sparse_transpose(P(&matrix), P(out), P(out + 8), P(values))));
}

/* What gives memory back takes NULL, too. */
TEST(nothing_is_given_back) {
    hpyr_ref_pyramid_destroy(NULL);
    hpyr_ref_isosurface_destroy(NULL);
    hpyr_ref_octree_free(NULL);
    hpyr_ref_poisson_free(NULL);
    hpyr_ref_surface_free(NULL);
    assert_true(true);
}
