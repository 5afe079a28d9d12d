/* test_normals_mistakes.c - what a caller of normals can do wrong, one argument at a time: each is told, nothing is written,
 * and the report is 0.  SPDX-License-Identifier: MIT */
#include "fetches.h"
#include "lists.h"
#include "mistakes.h"
#include "octrees_gl.h"

#include <math.h>
#include <string.h>

enum { COUNT = 20, NOBODY = 12345 /* no object's name */ };

/* Everything is right but for what a test changes. */
typedef struct desk {
    hpyr_octree *octree;
    point_set set;
    hpyr_octree_points points;
    stored out;
} desk;

static desk desk_make(env *e) {
    desk d = {.octree = make_octree(e, &(hpyr_octree_desc){.capacity = COUNT, .depth = 3})};
    d.set = points_make(POINTS_SPHERE, COUNT, 0, 3, 1);
    d.points = points_upload(&d.set);
    d.out = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_FLOAT, NULL, 3 * COUNT);
    OK(e, hpyr_octree_build(d.octree, &d.points));
    return d;
}

static void desk_free(desk *d) {
    stored_free(&d->out);
    points_release(&d->points);
    points_free(&d->set);
    free_octree(env_running, d->octree);
}

/* What is wrong: a descriptor, or where normals go. */
typedef struct call {
    const hpyr_normals_desc *desc;
    uint32_t buffer;
    uint64_t offset;
} call;

static void check_call(env *e, void *at, const mistake *m, const void *wrong) {
    static const hpyr_normals_report none;
    const desk *d = at;
    const call *c = wrong;
    hpyr_normals_report report;
    memset(&report, 7, sizeof report);
    TOLD(e, m, hpyr_normals_estimate(d->octree, c->desc, c->buffer, c->offset, &report));
    assert_memory_equal(&report, &none, sizeof none);
    EXPECT(e, m->expected, hpyr_normals_estimate(d->octree, c->desc, c->buffer, c->offset, NULL));
    stored_check_untouched(&d->out, "a mistake");
}

#define CALLED(error, ...) WRONG(error, call, __VA_ARGS__)
#define DESC(...)          CALLED(INVALID_ARGUMENT, desc, &(const hpyr_normals_desc){__VA_ARGS__})

GPU_TEST(wrong_arguments_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    const uint32_t buffer = d.out.list.buffer;
    const call good = {NULL, buffer, 0};
    const mistake rows[] = {DESC(.neighbors = 1),
                            DESC(.neighbors = 2),
                            DESC(.neighbors = HPYR_NORMALS_MAX_NEIGHBORS + 1),
                            DESC(.neighbors = UINT32_MAX),
                            DESC(.orientation = (hpyr_orientation)4),
                            DESC(.orientation = (hpyr_orientation)-1),
                            DESC(.viewpoint = {0, NAN, 0}),
                            DESC(.viewpoint = {0, 0, -INFINITY}),
                            CALLED(INVALID_ARGUMENT, offset, 2),
                            CALLED(BUFFER, buffer, 0),
                            CALLED(BUFFER, buffer, NOBODY),
                            CALLED(BUFFER, offset, 4),
                            CALLED(BUFFER, offset, UINT64_MAX - 3)};
    CHECK_MISTAKES(e, rows, &good, check_call, &d);
    set_mapped(buffer, true);
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_normals_estimate(d.octree, NULL, buffer, 0, NULL));
    set_mapped(buffer, false);
    stored_check_untouched(&d.out, "a buffer that was mapped");
    OK(e, hpyr_normals_estimate(d.octree, NULL, buffer, 0, NULL));
}

GPU_TEST(no_octree_is_told) {
    SCOPED(desk_free) desk d = desk_make(e);
    hpyr_octree_points wrong = d.points;
    wrong.positions.buffer = NOBODY;
    REFUSED(e, hpyr_normals_estimate(NULL, NULL, d.out.list.buffer, 0, NULL));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_octree_build(d.octree, &wrong));
    const mistake rows[] = {CALLED(NOT_BUILT, offset, 0)};
    CHECK_MISTAKES(e, rows, &((call){NULL, d.out.list.buffer, 0}), check_call, &d);
    OK(e, hpyr_octree_build(d.octree, &d.points));
    OK(e, hpyr_normals_estimate(d.octree, NULL, d.out.list.buffer, 0, NULL));
}

/* Such a buffer cannot be written by glBufferSubData. */
GPU_TEST(buffers_may_be_the_gpus_alone) {
    desk d = desk_make(e);
    hpyr_normals_report report;
    float normals[3 * COUNT], expected[3 * COUNT];
    GLuint buffer = env_buffer_of_the_gpu(e, sizeof normals);
    if (!buffer) {
        desk_free(&d);
        SKIP("there is no glBufferStorage");
    }
    OK(e, hpyr_normals_estimate(d.octree, NULL, buffer, 0, &report));
    OK(e, hpyr_normals_estimate(d.octree, NULL, d.out.list.buffer, 0, NULL));
    fetch_buffer(buffer, 0, sizeof normals, normals);
    fetch_buffer(d.out.list.buffer, 0, sizeof expected, expected);
    glDeleteBuffers(1, &buffer);
    assert_int_equal(report.estimated, COUNT);
    assert_memory_equal(normals, expected, sizeof normals);
    desk_free(&d);
}
