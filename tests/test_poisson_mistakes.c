/* test_poisson_mistakes.c - what a caller of Poisson reconstruction can do wrong, one argument at a time: each is told,
 * nothing is written, and after a call that failed there is no solution.  SPDX-License-Identifier: MIT */
#include "lists.h"
#include "mistakes.h"
#include "scans_gl.h"

#include <math.h>

enum { COUNT = 40, NOBODY = 12345 /* no object's name */ };

/* ---- create ---- */

MISTAKES_OF_CREATE(poisson, true)

#define DESC(error, ...) WRONG(error, hpyr_poisson_desc, __VA_ARGS__)

GPU_TEST(descriptors_are_refused) {
    const uint32_t most = hpyr_context_caps(e->context)->max_list_length;
    const hpyr_poisson_desc good = {.capacity = 1, .depth = 1}, deep = {.capacity = 3, .depth = 3};
    const mistake rows[] = {DESC(INVALID_ARGUMENT, capacity, 0),
                            DESC(INVALID_ARGUMENT, depth, 0),
                            DESC(INVALID_ARGUMENT, depth, HPYR_OCTREE_MAX_DEPTH + 1),
                            DESC(INVALID_ARGUMENT, depth, UINT32_MAX),
                            DESC(INVALID_ARGUMENT, tolerance, -1e-3),
                            DESC(INVALID_ARGUMENT, tolerance, 1),
                            DESC(INVALID_ARGUMENT, tolerance, 1.5),
                            DESC(INVALID_ARGUMENT, tolerance, -0.5),
                            DESC(INVALID_ARGUMENT, tolerance, NAN),
                            DESC(INVALID_ARGUMENT, tolerance, INFINITY),
                            DESC(INVALID_ARGUMENT, tolerance, -INFINITY),
                            DESC(INVALID_ARGUMENT, screening, -1e-3),
                            DESC(INVALID_ARGUMENT, screening, 1e39),
                            DESC(INVALID_ARGUMENT, screening, NAN),
                            DESC(INVALID_ARGUMENT, screening, INFINITY),
                            DESC(INVALID_ARGUMENT, screening, -INFINITY)};
    const mistake of_deep[] = {DESC(INVALID_ARGUMENT, density_depth, 4)};
    const mistake large[] = {DESC(TOO_LARGE, capacity, most + 1), DESC(TOO_LARGE, node_capacity, most + 1)};
    CHECK_MISTAKES(e, rows, &good, refuse_poisson, NULL);
    CHECK_MISTAKES(e, of_deep, &deep, refuse_poisson, NULL);
    if (most < UINT32_MAX)
        CHECK_MISTAKES(e, large, &deep, refuse_poisson, NULL);
    refuse_no_poisson(e, &good);
}

GPU_TEST(no_object_is_no_mistake_or_is_told) {
    const hpyr_poisson_points points = {.count = 0};
    float entry = 7;
    CALL_VOID(e, hpyr_poisson_destroy(NULL));
    assert_null(hpyr_poisson_resolved(NULL));
    assert_null(hpyr_poisson_last_report(NULL));
    assert_null(hpyr_poisson_octree(NULL));
    REFUSED(e, hpyr_poisson_unbind(NULL));
    assert_int_equal(hpyr_poisson_memory(NULL), 0);
    REFUSED(e, hpyr_poisson_solve(NULL, &points));
    REFUSED(e, hpyr_poisson_download(NULL, HPYR_POISSON_ARRAY_VALUES, 0, 1, &entry, 1, NULL));
    assert_true(entry == 7);
}

/* ---- solve ---- */

/* Everything is right but for what a test changes. */
typedef struct desk {
    hpyr_poisson *poisson;
    scan scan;
    hpyr_poisson_points points;
} desk;

static desk desk_make(env *e) {
    const hpyr_poisson_desc desc = {.capacity = COUNT, .depth = 3, .tolerance = 1e-6};
    desk d = {.poisson = make_poisson(e, &desc), .scan = scan_random(POINTS_SPHERE, COUNT, 3)};
    assert_int_equal(scan_solve(&d.scan, desc.tolerance, 100), HPYR_OK);
    d.points = scan_upload(&d.scan, 1, 4);
    return d;
}

static void desk_free(desk *d) {
    OK(env_running, hpyr_poisson_solve(d->poisson, &d->points)); /* no mistake has broken it */
    check_solution(env_running, d->poisson, &d->scan, 1e-4);
    scan_release(&d->points);
    scan_free(&d->scan);
    free_poisson(env_running, d->poisson);
}

/* A good solution before, so that a mistake has something to forget. */
static void check_wrong_points(env *e, void *at, const mistake *m, const void *points) {
    desk *d = at;
    OK(e, hpyr_poisson_solve(d->poisson, &d->points));
    assert_non_null(hpyr_poisson_last_report(d->poisson));
    TOLD(e, m, hpyr_poisson_solve(d->poisson, points));
    check_unsolved(e, d->poisson);
}

#define POINTS(error, ...) WRONG(error, hpyr_poisson_points, __VA_ARGS__)

GPU_TEST(wrong_points_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    hpyr_poisson_points both = d.points, no_margin = d.points, no_side = d.points;
    both.margin = 1.5; /* and a cube */
    no_side.cube.side = 0;
    no_margin.margin = 0;
    const mistake rows[] = {
        POINTS(INVALID_ARGUMENT, count, COUNT + 1),     POINTS(INVALID_ARGUMENT, count, UINT32_MAX),
        POINTS(INVALID_ARGUMENT, positions.offset, 2),  POINTS(INVALID_ARGUMENT, positions.stride, 8),
        POINTS(INVALID_ARGUMENT, positions.stride, 14), POINTS(INVALID_ARGUMENT, normals.offset, 2),
        POINTS(INVALID_ARGUMENT, normals.stride, 8),    POINTS(INVALID_ARGUMENT, normals.stride, 14),
        POINTS(INVALID_ARGUMENT, anchors, COUNT + 1),   POINTS(INVALID_ARGUMENT, anchors, UINT32_MAX)};
    const mistake with_a_margin[] = {POINTS(INVALID_ARGUMENT, cube, {{0, 0, 0}, 1})};
    const mistake margins[] = {POINTS(INVALID_ARGUMENT, margin, 0.99)};
    const mistake cubes[] = {POINTS(INVALID_ARGUMENT, cube, {{0, 0, 0}, -1}),
                             POINTS(INVALID_ARGUMENT, cube, {{0, NAN, 0}, 1}),
                             WRONG_TOLD(INVALID_ARGUMENT, "scale the points", hpyr_poisson_points, cube.side,
                                        0x1p-125f)}; /* 2^depth / side is infinite */
    CHECK_MISTAKES(e, rows, &d.points, check_wrong_points, &d);
    CHECK_MISTAKES(e, with_a_margin, &both, check_wrong_points, &d);
    CHECK_MISTAKES(e, margins, &no_side, check_wrong_points, &d);
    CHECK_MISTAKES(e, cubes, &no_margin, check_wrong_points, &d);
    no_side.anchors = COUNT + 1;
    REFUSED(e, hpyr_poisson_solve(d.poisson, &no_side));
    assert_null(hpyr_octree_last_report(hpyr_poisson_octree(d.poisson))); /* it has not been built */
    no_margin.cube.side = nextafterf(0x1p-125f, 1);
    OK(e, hpyr_poisson_solve(d.poisson, &no_margin));
    OK(e, hpyr_poisson_solve(d.poisson, &d.points));
    REFUSED(e, hpyr_poisson_solve(d.poisson, NULL));
}

GPU_TEST(wrong_buffers_are_refused) {
    static const size_t places[] = {offsetof(hpyr_poisson_points, positions), offsetof(hpyr_poisson_points, normals)};
    SCOPED(desk_free) desk d = desk_make(e);
    for (int i = 0; i < 2; i++) {
        check_attribute_mistakes(e, &d.points, sizeof d.points, places[i], check_wrong_points, &d);
        hpyr_poisson_points mapped = scan_upload(&d.scan, 1, 4);
        const GLuint buffer = i ? mapped.normals.buffer : mapped.positions.buffer;
        const mistake rows[] = {WRONG_WHOLE(BUFFER, hpyr_poisson_points, mapped)};
        set_mapped(buffer, true);
        CHECK_MISTAKES(e, rows, &d.points, check_wrong_points, &d);
        set_mapped(buffer, false);
        OK(e, hpyr_poisson_solve(d.poisson, &mapped));
        scan_release(&mapped);
    }
}

/* All points are skipped, and the normals are wrong all the same. */
GPU_TEST(normals_of_no_points_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    SCOPED(scan_free) scan lost = scan_random(POINTS_LOST, COUNT, 3);
    SCOPED(scan_release) hpyr_poisson_points points = scan_upload(&lost, 1, 4);
    const mistake rows[] = {POINTS(BUFFER, normals.buffer, NOBODY), POINTS(INVALID_ARGUMENT, normals.stride, 6)};
    OK(e, hpyr_poisson_solve(d.poisson, &points));
    CHECK_MISTAKES(e, rows, &points, check_wrong_points, &d);
}

/* Their squares are infinite. */
GPU_TEST(long_normals_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    float normals[COUNT][3];
    for (int i = 0; i < COUNT; i++)
        for (int axis = 0; axis < 3; axis++)
            normals[i][axis] = 1e35f * (float)(i % 3 + 1);
    SCOPED(delete_buffer) const GLuint buffer = buffer_of(normals, sizeof normals);
    const mistake rows[] = {POINTS(INVALID_ARGUMENT, normals, {.buffer = buffer})};
    CHECK_MISTAKES(e, rows, &d.points, check_wrong_points, &d);
}

/* The function is linear in the normals, and multiplying by a power of two rounds nothing: the function's values are as
 * many times as large. */
GPU_TEST_ONCE(lengths_of_normals_scale_the_function) {
    enum { MANY = 300 };
    static const int powers[] = {0, 60, -30}; /* 1e18 and 9e-10 */
    static const hpyr_poisson_desc descs[] = {{.depth = 5, .screening = 100},
                                              {.depth = 5, .screening = 100, .unweighted = true},
                                              {.depth = 8, .screening = 100, .density_depth = 1}};
    for (size_t d = 0; d < LENGTH(descs); d++) {
        hpyr_poisson_desc desc = descs[d];
        desc.capacity = MANY;
        SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
        SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, MANY, desc.depth);
        SCOPED(free_memory) float *first = NULL;
        for (size_t i = 0; i < LENGTH(powers); i++) {
            for (uint32_t k = 0; k < MANY * SCAN_NORMAL_STRIDE; k++)
                scan.normals[k] = ldexpf(scan.normals[k], powers[i] - (i ? powers[i - 1] : 0));
            SCOPED(scan_release) hpyr_poisson_points points = scan_upload(&scan, 0, 3);
            OK(e, hpyr_poisson_solve(poisson, &points));
            const uint32_t nodes = scan.tree.report.nodes;
            SCOPED(free_memory) float *values = make_zeros(nodes, sizeof *values);
            OK(e, hpyr_poisson_download(poisson, HPYR_POISSON_ARRAY_VALUES, 0, nodes, values, nodes, NULL));
            for (uint32_t k = 0; i && k < nodes; k++)
                assert_float_equal(ldexpf(values[k], -powers[i]), first[k], 0);
            if (i == 0) {
                first = values;
                values = NULL;
            }
        }
    }
}

/* Squares of residuals are finite, but products of directions with the matrix are not. */
GPU_TEST(strong_screening_is_refused) {
    const hpyr_poisson_desc desc = {.capacity = 40, .depth = 4, .screening = 1e20};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, 40, desc.depth);
    SCOPED(scan_release) hpyr_poisson_points points = scan_upload(&scan, 1, 4);
    REFUSED(e, hpyr_poisson_solve(poisson, &points));
    check_unsolved(e, poisson);
}

/* The log has the number that is needed and the number that is allowed. */
GPU_TEST(too_many_nodes_are_refused) {
    const hpyr_poisson_desc desc = {.capacity = COUNT, .depth = 3, .node_capacity = 80};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, COUNT, 3);
    SCOPED(scan_release) hpyr_poisson_points points = scan_upload(&scan, 0, 3);
    EXPECT_TOLD(e, HPYR_ERROR_TOO_LARGE, "80", hpyr_poisson_solve(poisson, &points));
    check_unsolved(e, poisson);
}

/* ---- arrays ---- */

GPU_TEST(wrong_parts_of_arrays_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    float entries[3] = {7, 7, 7};
    check_unsolved(e, d.poisson);
    OK(e, hpyr_poisson_solve(d.poisson, &d.points));
    const uint32_t nodes = d.scan.tree.report.nodes;
    for (int array = -1; array <= HPYR_POISSON_ARRAY_DENSITY + 1; array += HPYR_POISSON_ARRAY_DENSITY + 2)
        EXPECT_TOLD(e, HPYR_ERROR_INVALID_ARGUMENT, "",
                    hpyr_poisson_download(d.poisson, (hpyr_poisson_array)array, 0, 1, entries, 1, NULL));
    REFUSED(e, hpyr_poisson_download(d.poisson, HPYR_POISSON_ARRAY_VALUES, 0, 1, NULL, 1, NULL));
    assert_true(entries[0] == 7 && entries[1] == 7 && entries[2] == 7);
    const struct {
        uint32_t first, count, available;
    } ranges[] = {{nodes, 1, 0},        {nodes + 1, 0, 0},        {nodes - 1, 2, 1},
                  {UINT32_MAX, 2, 0},   {1, HPYR_ALL, nodes - 1}, {HPYR_ALL, HPYR_ALL, 0},
                  {0, nodes + 1, nodes}};
    for (size_t i = 0; i < LENGTH(ranges); i++) {
        const uint32_t written = ranges[i].available ? 1 : 0;
        hpyr_report report = {7, 7, 7};
        EXPECT(e, written < ranges[i].available ? HPYR_TRUNCATED : HPYR_OK,
               hpyr_poisson_download(d.poisson, HPYR_POISSON_ARRAY_VALUES, ranges[i].first, ranges[i].count, entries, 1,
                                     &report));
        assert_true(report.written == written && report.available == ranges[i].available && report.total == nodes);
    }
    assert_true(entries[1] == 7 && entries[2] == 7);
    assert_non_null(hpyr_poisson_last_report(d.poisson)); /* it is still there */
    check_solution(e, d.poisson, &d.scan, 1e-4);
}

/* ---- evaluation ---- */

/* The arguments of hpyr_poisson_evaluate, but for the object. */
typedef struct question {
    hpyr_attribute places;
    uint32_t count, buffer;
    uint64_t offset;
} question;

static void check_question(env *e, void *at, const mistake *m, const void *wrong) {
    const desk *d = at;
    const question *q = wrong;
    TOLD(e, m, hpyr_poisson_evaluate(d->poisson, &q->places, q->count, q->buffer, q->offset));
}

#define QUESTION(error, ...) WRONG(error, question, __VA_ARGS__)

GPU_TEST(wrong_questions_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    SCOPED(stored_free) stored out = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_FLOAT, NULL, COUNT);
    const question good = {d.points.positions, COUNT, out.list.buffer, 0};
    const mistake unsolved[] = {QUESTION(NOT_BUILT, offset, 0)};
    CHECK_MISTAKES(e, unsolved, &good, check_question, &d);
    OK(e, hpyr_poisson_solve(d.poisson, &d.points));
    const mistake rows[] = {QUESTION(INVALID_ARGUMENT, places.offset, 2),
                            QUESTION(INVALID_ARGUMENT, places.stride, 8),
                            QUESTION(INVALID_ARGUMENT, places.stride, 14),
                            QUESTION(INVALID_ARGUMENT, offset, 2),
                            QUESTION(BUFFER, buffer, 0),
                            QUESTION(BUFFER, buffer, NOBODY),
                            QUESTION(BUFFER, offset, 4),
                            QUESTION(BUFFER, offset, UINT64_MAX - 3),
                            QUESTION(BUFFER, count, COUNT + 1),
                            QUESTION(BUFFER, count, UINT32_MAX)};
    CHECK_MISTAKES(e, rows, &good, check_question, &d);
    check_attribute_mistakes(e, &good, sizeof good, offsetof(question, places), check_question, &d);
    REFUSED(e, hpyr_poisson_evaluate(NULL, &good.places, COUNT, good.buffer, 0));
    REFUSED(e, hpyr_poisson_evaluate(d.poisson, NULL, COUNT, good.buffer, 0));
    for (int i = 0; i < 2; i++) {
        const uint32_t mapped = i ? good.buffer : good.places.buffer;
        set_mapped(mapped, true);
        EXPECT(e, HPYR_ERROR_BUFFER, hpyr_poisson_evaluate(d.poisson, &good.places, COUNT, good.buffer, 0));
        set_mapped(mapped, false);
    }
    stored_check_untouched(&out, "a mistake");
    OK(e, hpyr_poisson_evaluate(d.poisson, &(hpyr_attribute){0}, 0, 0, 0));
    OK(e, hpyr_poisson_evaluate(d.poisson, &good.places, COUNT, good.buffer, 0));
}

/* ---- contexts ---- */

/* The harness looks at GL's state around each call, which it cannot without a context. */
GPU_TEST_ONCE(no_current_context_is_told) {
    const hpyr_poisson_desc desc = {.capacity = 1, .depth = 1};
    SCOPED(desk_free) desk d = desk_make(e);
    hpyr_poisson *other = (hpyr_poisson *)&desc;
    float entry = 7;
    OK(e, hpyr_poisson_solve(d.poisson, &d.points));
    assert_true(headless_make_current(e->display, false));
    const hpyr_result results[] = {hpyr_poisson_create(e->context, &desc, &other),
                                   hpyr_poisson_solve(d.poisson, &d.points),
                                   hpyr_poisson_download(d.poisson, HPYR_POISSON_ARRAY_VALUES, 0, 1, &entry, 1, NULL),
                                   hpyr_poisson_evaluate(d.poisson, &d.points.positions, 1, 1, 0)};
    assert_true(headless_make_current(e->display, true));
    for (size_t i = 0; i < LENGTH(results); i++)
        assert_int_equal(results[i], HPYR_ERROR_NO_CONTEXT);
    assert_null(other);
    assert_true(entry == 7);
    check_solution(e, d.poisson, &d.scan, 1e-4); /* what was there is still there */
}
