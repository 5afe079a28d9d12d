/* test_nearest_mistakes.c - what a caller who asks for nearest points can do wrong, one member at a time: each is told, nothing is written,
 * and the report is 0.  SPDX-License-Identifier: MIT */
#include "fetches.h"
#include "lists.h"
#include "mistakes.h"
#include "octrees_gl.h"

#include <histopyramid/nearest.h>

#include <math.h>
#include <string.h>

enum { COUNT = 20, QUERIES = 11, NEIGHBORS = 3, WORDS = QUERIES * NEIGHBORS, NOBODY = 12345 /* no object's name */ };

/* Everything is right but for what a test changes. */
typedef struct desk {
    hpyr_octree *octree;
    point_set set, queries;
    hpyr_octree_points points, asked;
    stored indices, distances;
    hpyr_octree_nearest_desc good;
} desk;

static desk desk_make(env *e) {
    desk d = {.octree = make_octree(e, &(hpyr_octree_desc){.capacity = COUNT, .depth = 3})};
    d.set = points_make(POINTS_SPHERE, COUNT, 0, 3, 1);
    d.queries = points_make(POINTS_SPHERE, QUERIES, 0, 4, 2);
    d.points = points_upload(&d.set);
    d.asked = points_upload(&d.queries);
    d.indices = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, NULL, WORDS);
    d.distances = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_FLOAT, NULL, WORDS);
    d.good = (hpyr_octree_nearest_desc){.queries = d.asked.positions,
                                        .count = QUERIES,
                                        .neighbors = NEIGHBORS,
                                        .radius = 0.5f,
                                        .indices = d.indices.list.buffer,
                                        .distances = d.distances.list.buffer};
    OK(e, hpyr_octree_build(d.octree, &d.points));
    return d;
}

static void desk_free(desk *d) {
    stored_free(&d->indices);
    stored_free(&d->distances);
    points_release(&d->points);
    points_release(&d->asked);
    points_free(&d->set);
    points_free(&d->queries);
    free_octree(env_running, d->octree);
}

static void check_call(env *e, void *at, const mistake *m, const void *wrong) {
    static const hpyr_octree_nearest_report none;
    const desk *d = at;
    hpyr_octree_nearest_report report;
    memset(&report, 7, sizeof report);
    TOLD(e, m, hpyr_octree_nearest(d->octree, wrong, &report));
    assert_memory_equal(&report, &none, sizeof none);
    EXPECT(e, m->expected, hpyr_octree_nearest(d->octree, wrong, NULL));
    stored_check_untouched(&d->indices, "a mistake");
    stored_check_untouched(&d->distances, "a mistake");
}

#define DESC(error, ...) WRONG(error, hpyr_octree_nearest_desc, __VA_ARGS__)

GPU_TEST(wrong_members_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    const uint32_t indices = d.indices.list.buffer;
    hpyr_octree_nearest_desc alone = d.good;
    alone.distances = 0;
    const mistake rows[] = {DESC(INVALID_ARGUMENT, neighbors, HPYR_OCTREE_MAX_NEIGHBORS + 1),
                            DESC(INVALID_ARGUMENT, neighbors, UINT32_MAX),
                            DESC(INVALID_ARGUMENT, radius, -1),
                            DESC(INVALID_ARGUMENT, radius, NAN),
                            DESC(INVALID_ARGUMENT, radius, INFINITY),
                            DESC(INVALID_ARGUMENT, queries.offset, 2),
                            DESC(INVALID_ARGUMENT, queries.stride, 8),
                            DESC(INVALID_ARGUMENT, queries.stride, 14),
                            DESC(INVALID_ARGUMENT, indices_offset, 2),
                            DESC(INVALID_ARGUMENT, distances_offset, 3),
                            DESC(INVALID_ARGUMENT, distances, indices), /* they overlap */
                            DESC(BUFFER, count, QUERIES + 1),
                            DESC(BUFFER, count, UINT32_MAX),
                            DESC(BUFFER, neighbors, NEIGHBORS + 1),
                            DESC(BUFFER, indices, 0),
                            DESC(BUFFER, indices, NOBODY),
                            DESC(BUFFER, indices_offset, 4),
                            DESC(BUFFER, indices_offset, UINT64_MAX - 3),
                            DESC(BUFFER, distances, NOBODY),
                            DESC(BUFFER, distances_offset, 4),
                            DESC(BUFFER, distances_offset, UINT64_MAX - 3)};
    const mistake alone_rows[] = {DESC(INVALID_ARGUMENT, distances_offset, 4)};
    CHECK_MISTAKES(e, rows, &d.good, check_call, &d);
    CHECK_MISTAKES(e, alone_rows, &alone, check_call, &d);
    REFUSED(e, hpyr_octree_nearest(d.octree, NULL, NULL));
    REFUSED(e, hpyr_octree_nearest(NULL, &d.good, NULL));
    OK(e, hpyr_octree_nearest(d.octree, &d.good, NULL));
}

GPU_TEST(wrong_buffers_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    const uint32_t buffers[] = {d.asked.positions.buffer, d.indices.list.buffer, d.distances.list.buffer};
    check_attribute_mistakes(e, &d.good, sizeof d.good, offsetof(hpyr_octree_nearest_desc, queries), check_call, &d);
    for (size_t i = 0; i < LENGTH(buffers); i++) {
        set_mapped(buffers[i], true);
        EXPECT(e, HPYR_ERROR_BUFFER, hpyr_octree_nearest(d.octree, &d.good, NULL));
        set_mapped(buffers[i], false);
        stored_check_untouched(&d.indices, "a buffer that was mapped");
        stored_check_untouched(&d.distances, "a buffer that was mapped");
    }
    OK(e, hpyr_octree_nearest(d.octree, &d.good, NULL));
}

GPU_TEST(no_octree_is_told) {
    SCOPED(desk_free) desk d = desk_make(e);
    hpyr_octree_points wrong = d.points;
    wrong.positions.buffer = NOBODY;
    OK(e, hpyr_octree_nearest(d.octree, &(hpyr_octree_nearest_desc){.count = 0}, NULL));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_octree_build(d.octree, &wrong));
    const mistake rows[] = {DESC(NOT_BUILT, radius, 0)};
    CHECK_MISTAKES(e, rows, &d.good, check_call, &d);
    OK(e, hpyr_octree_build(d.octree, &d.points));
    OK(e, hpyr_octree_nearest(d.octree, &d.good, NULL));
}

/* Without queries nothing is looked at but the numbers. */
GPU_TEST(no_queries_are_no_mistake) {
    SCOPED(desk_free) desk d = desk_make(e);
    hpyr_octree_nearest_report report = {7, 7};
    hpyr_octree_nearest_desc desc = d.good;
    desc.count = 0;
    desc.indices = NOBODY;
    OK(e, hpyr_octree_nearest(d.octree, &desc, &report));
    assert_true(report.found == 0 && report.skipped == 0);
    stored_check_untouched(&d.indices, "no queries");
    desc.radius = -1;
    REFUSED(e, hpyr_octree_nearest(d.octree, &desc, NULL));
}

/* Points in order belong to the octree. Their memory is told, and freed with it. */
GPU_TEST(memory_is_told) {
    SCOPED(desk_free) desk d = desk_make(e);
    const uint64_t before = hpyr_octree_memory(d.octree);
    OK(e, hpyr_octree_nearest(d.octree, &d.good, NULL));
    const uint64_t after = hpyr_octree_memory(d.octree);
    assert_true(after >= before + COUNT * 16);
    OK(e, hpyr_octree_nearest(d.octree, &d.good, NULL));
    assert_int_equal(hpyr_octree_memory(d.octree), after);
}

/* Such buffers cannot be written by glBufferSubData. */
GPU_TEST(buffers_may_be_the_gpus_alone) {
    SCOPED(desk_free) desk d = desk_make(e);
    uint32_t got[WORDS], expected[WORDS];
    hpyr_octree_nearest_desc desc = d.good;
    desc.distances = 0;
    SCOPED(delete_buffer) GLuint buffer = env_buffer_of_the_gpu(e, sizeof got);
    if (!buffer)
        SKIP("there is no glBufferStorage");
    desc.indices = buffer;
    OK(e, hpyr_octree_nearest(d.octree, &desc, NULL));
    OK(e, hpyr_octree_nearest(d.octree, &d.good, NULL));
    fetch_buffer(buffer, 0, sizeof got, got);
    fetch_buffer(d.good.indices, 0, sizeof expected, expected);
    assert_memory_equal(got, expected, sizeof got);
}

GPU_TEST(without_a_context_it_answers_so) {
    SCOPED(desk_free) desk d = desk_make(e);
    hpyr_octree_nearest_report report = {7, 7};
    assert_true(headless_make_current(e->display, false));
    const hpyr_result result = hpyr_octree_nearest(d.octree, &d.good, &report);
    assert_true(headless_make_current(e->display, true));
    assert_int_equal(result, HPYR_ERROR_NO_CONTEXT);
    assert_true(report.found == 0 && report.skipped == 0);
    stored_check_untouched(&d.indices, "a call without a context");
    OK(e, hpyr_octree_nearest(d.octree, &d.good, NULL));
}
