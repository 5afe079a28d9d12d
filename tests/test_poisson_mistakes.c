/* test_poisson_mistakes.c - what a caller of Poisson reconstruction can do wrong, one argument at a time: each is told,
 * nothing is written, and after a call that failed there is no solution.  SPDX-License-Identifier: MIT */
#include "lists.h"
#include "scans_gl.h"

#include <math.h>

enum { COUNT = 40, NOBODY = 12345 /* no object's name */ };

/* ---- create ---- */

static void check_create(env *e, hpyr_result expected, const hpyr_poisson_desc *desc) {
    hpyr_poisson *poisson = (hpyr_poisson *)&expected;
    EXPECT_TOLD(e, expected, "", hpyr_poisson_create(e->context, desc, &poisson));
    assert_null(poisson);
}

GPU_TEST(descriptors_are_refused) {
    static const double screenings[] = {-1e-3, 1e39, NAN, INFINITY, -INFINITY};
    static const double tolerances[] = {-1e-3, 1, 1.5, -0.5, NAN, INFINITY, -INFINITY};
    const uint32_t most = hpyr_context_caps(e->context)->max_list_length;
    const hpyr_poisson_desc good = {.capacity = 1, .depth = 1};
    hpyr_poisson_desc descs[4] = {good, good, good, good};
    hpyr_poisson *poisson = (hpyr_poisson *)&good;
    descs[0].capacity = 0;
    descs[1].depth = 0;
    descs[2].depth = HPYR_OCTREE_MAX_DEPTH + 1;
    descs[3].depth = UINT32_MAX;
    for (size_t i = 0; i < LENGTH(descs); i++)
        check_create(e, HPYR_ERROR_INVALID_ARGUMENT, &descs[i]);
    for (size_t i = 0; i < LENGTH(tolerances); i++)
        check_create(e, HPYR_ERROR_INVALID_ARGUMENT,
                     &(hpyr_poisson_desc){.capacity = 1, .depth = 1, .tolerance = tolerances[i]});
    for (size_t i = 0; i < LENGTH(screenings); i++)
        check_create(e, HPYR_ERROR_INVALID_ARGUMENT,
                     &(hpyr_poisson_desc){.capacity = 1, .depth = 1, .screening = screenings[i]});
    check_create(e, HPYR_ERROR_INVALID_ARGUMENT, &(hpyr_poisson_desc){.capacity = 1, .depth = 3, .density_depth = 4});
    if (most < UINT32_MAX) {
        check_create(e, HPYR_ERROR_TOO_LARGE, &(hpyr_poisson_desc){.capacity = most + 1, .depth = 3});
        check_create(e, HPYR_ERROR_TOO_LARGE,
                     &(hpyr_poisson_desc){.capacity = 3, .depth = 3, .node_capacity = most + 1});
    }
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_create(NULL, &good, &poisson));
    assert_null(poisson);
    poisson = (hpyr_poisson *)&good;
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_create(e->context, NULL, &poisson));
    assert_null(poisson);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_create(e->context, &good, NULL));
}

GPU_TEST(no_object_is_no_mistake_or_is_told) {
    const hpyr_poisson_points points = {.count = 0};
    float entry = 7;
    CALL_VOID(e, hpyr_poisson_destroy(NULL));
    assert_null(hpyr_poisson_resolved(NULL));
    assert_null(hpyr_poisson_last_report(NULL));
    assert_null(hpyr_poisson_octree(NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_unbind(NULL));
    assert_int_equal(hpyr_poisson_memory(NULL), 0);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_solve(NULL, &points));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT,
           hpyr_poisson_download(NULL, HPYR_POISSON_ARRAY_VALUES, 0, 1, &entry, 1, NULL));
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
static void check_mistake(env *e, desk *d, hpyr_result expected, const hpyr_poisson_points *points) {
    OK(e, hpyr_poisson_solve(d->poisson, &d->points));
    assert_non_null(hpyr_poisson_last_report(d->poisson));
    EXPECT_TOLD(e, expected, "", hpyr_poisson_solve(d->poisson, points));
    check_unsolved(e, d->poisson);
}

GPU_TEST(wrong_points_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    hpyr_poisson_points points[13];
    for (size_t i = 0; i < LENGTH(points); i++)
        points[i] = d.points;
    points[0].count = COUNT + 1;
    points[1].count = UINT32_MAX;
    points[2].positions.offset = 2;
    points[3].positions.stride = 8;
    points[4].positions.stride = 14;
    points[5].normals.offset = 2;
    points[6].normals.stride = 8;
    points[7].normals.stride = 14;
    points[8].cube = (hpyr_octree_cube){{0, 0, 0}, 1}; /* and a margin */
    points[8].margin = 1.5;
    points[9].cube.side = 0;
    points[9].margin = 0.99;
    points[10].margin = 0;
    points[10].cube = (hpyr_octree_cube){{0, 0, 0}, -1};
    points[11].margin = 0;
    points[11].cube = (hpyr_octree_cube){{0, NAN, 0}, 1};
    points[12].margin = 0;
    points[12].cube.side = 0x1p-125f; /* 2^depth / side is infinite */
    for (size_t i = 0; i < LENGTH(points); i++)
        check_mistake(e, &d, HPYR_ERROR_INVALID_ARGUMENT, &points[i]);
    assert_true(env_logged(e, "scale the points"));
    points[12].cube.side = nextafterf(points[12].cube.side, 1);
    OK(e, hpyr_poisson_solve(d.poisson, &points[12]));
    OK(e, hpyr_poisson_solve(d.poisson, &d.points));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_solve(d.poisson, NULL));
}

static void set_mapped(GLuint buffer, bool mapped) {
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    if (mapped)
        assert_non_null(glMapBufferRange(GL_COPY_READ_BUFFER, 0, 4, GL_MAP_READ_BIT));
    else
        glUnmapBuffer(GL_COPY_READ_BUFFER);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
}

/* `changed` are the positions or the normals of `points`. */
static void check_buffers(env *e, desk *d, hpyr_poisson_points *points, hpyr_attribute *changed) {
    const hpyr_attribute good = *changed;
    const hpyr_attribute mistakes[] = {
        {NOBODY, good.offset, good.stride},          {0, good.offset, good.stride},
        {good.buffer, good.offset + 4, good.stride}, {good.buffer, UINT64_MAX - 3, good.stride},
        {good.buffer, good.offset, good.stride + 4}, {good.buffer, good.offset, UINT32_MAX - 3}};
    for (size_t i = 0; i < LENGTH(mistakes); i++) {
        *changed = mistakes[i];
        check_mistake(e, d, HPYR_ERROR_BUFFER, points);
    }
    *changed = good;
}

GPU_TEST(wrong_buffers_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    hpyr_poisson_points points = d.points, mapped;
    check_buffers(e, &d, &points, &points.positions);
    check_buffers(e, &d, &points, &points.normals);
    for (int i = 0; i < 2; i++) {
        mapped = scan_upload(&d.scan, 1, 4);
        const GLuint buffer = i ? mapped.normals.buffer : mapped.positions.buffer;
        set_mapped(buffer, true);
        check_mistake(e, &d, HPYR_ERROR_BUFFER, &mapped);
        set_mapped(buffer, false);
        OK(e, hpyr_poisson_solve(d.poisson, &mapped));
        scan_release(&mapped);
    }
}

/* All points are skipped, and the normals are wrong all the same. */
GPU_TEST(normals_of_no_points_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    SCOPED(scan_free) scan lost = scan_random(POINTS_LOST, COUNT, 3);
    hpyr_poisson_points points = scan_upload(&lost, 1, 4), wrong = points;
    OK(e, hpyr_poisson_solve(d.poisson, &points));
    wrong.normals.buffer = NOBODY;
    check_mistake(e, &d, HPYR_ERROR_BUFFER, &wrong);
    wrong = points;
    wrong.normals.stride = 6;
    check_mistake(e, &d, HPYR_ERROR_INVALID_ARGUMENT, &wrong);
    scan_release(&points);
}

/* Their squares are infinite. */
GPU_TEST(long_normals_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    float normals[COUNT][3];
    hpyr_poisson_points points = d.points;
    for (int i = 0; i < COUNT; i++)
        for (int axis = 0; axis < 3; axis++)
            normals[i][axis] = 1e25f * (float)(i % 3 + 1);
    points.normals.buffer = buffer_of(normals, sizeof normals);
    points.normals.offset = 0;
    points.normals.stride = 0;
    check_mistake(e, &d, HPYR_ERROR_INVALID_ARGUMENT, &points);
    glDeleteBuffers(1, &points.normals.buffer);
}

/* Squares of residuals are finite, but products of directions with the matrix are not. */
GPU_TEST(strong_screening_is_refused) {
    const hpyr_poisson_desc desc = {.capacity = 40, .depth = 4, .screening = 1e16};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, 40, desc.depth);
    SCOPED(scan_release) hpyr_poisson_points points = scan_upload(&scan, 1, 4);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_solve(poisson, &points));
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
    const struct {
        int array;
        uint32_t first, count;
    } parts[] = {{-1, 0, 1}, {HPYR_POISSON_ARRAY_DENSITY + 1, 0, 1}};
    for (size_t i = 0; i < LENGTH(parts); i++) {
        EXPECT_TOLD(e, HPYR_ERROR_INVALID_ARGUMENT, "",
                    hpyr_poisson_download(d.poisson, (hpyr_poisson_array)parts[i].array, parts[i].first, parts[i].count,
                                          entries, parts[i].count, NULL));
    }
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT,
           hpyr_poisson_download(d.poisson, HPYR_POISSON_ARRAY_VALUES, 0, 1, NULL, 1, NULL));
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
                                   hpyr_poisson_download(d.poisson, HPYR_POISSON_ARRAY_VALUES, 0, 1, &entry, 1, NULL)};
    assert_true(headless_make_current(e->display, true));
    for (size_t i = 0; i < LENGTH(results); i++)
        assert_int_equal(results[i], HPYR_ERROR_NO_CONTEXT);
    assert_null(other);
    assert_true(entry == 7);
    check_solution(e, d.poisson, &d.scan, 1e-4); /* what was there is still there */
}
