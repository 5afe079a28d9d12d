/* test_normals_mistakes.c - what a caller of normals can do wrong, one argument at a time: each is told, nothing is written,
 * and the report is 0.  SPDX-License-Identifier: MIT */
#include "fetches.h"
#include "lists.h"
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

static void check_mistake(env *e, desk *d, hpyr_result expected, const hpyr_normals_desc *desc, uint32_t buffer,
                          uint64_t offset) {
    static const hpyr_normals_report none;
    hpyr_normals_report report;
    memset(&report, 7, sizeof report);
    EXPECT_TOLD(e, expected, "", hpyr_normals_estimate(d->octree, desc, buffer, offset, &report));
    assert_memory_equal(&report, &none, sizeof none);
    EXPECT(e, expected, hpyr_normals_estimate(d->octree, desc, buffer, offset, NULL));
    stored_check_untouched(&d->out, "a mistake");
}

GPU_TEST(wrong_members_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    const hpyr_normals_desc descs[] = {{.neighbors = 1},
                                       {.neighbors = 2},
                                       {.neighbors = HPYR_NORMALS_MAX_NEIGHBORS + 1},
                                       {.neighbors = UINT32_MAX},
                                       {.orientation = (hpyr_orientation)4},
                                       {.orientation = (hpyr_orientation)-1},
                                       {.viewpoint = {0, NAN, 0}},
                                       {.viewpoint = {0, 0, -INFINITY}}};
    for (size_t i = 0; i < LENGTH(descs); i++)
        check_mistake(e, &d, HPYR_ERROR_INVALID_ARGUMENT, &descs[i], d.out.list.buffer, 0);
}

GPU_TEST(wrong_buffers_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    const uint32_t buffer = d.out.list.buffer;
    check_mistake(e, &d, HPYR_ERROR_INVALID_ARGUMENT, NULL, buffer, 2);
    check_mistake(e, &d, HPYR_ERROR_BUFFER, NULL, 0, 0);
    check_mistake(e, &d, HPYR_ERROR_BUFFER, NULL, NOBODY, 0);
    check_mistake(e, &d, HPYR_ERROR_BUFFER, NULL, buffer, 4);
    check_mistake(e, &d, HPYR_ERROR_BUFFER, NULL, buffer, UINT64_MAX - 3);
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    assert_non_null(glMapBufferRange(GL_COPY_READ_BUFFER, 0, 4, GL_MAP_READ_BIT));
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_normals_estimate(d.octree, NULL, buffer, 0, NULL));
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    glUnmapBuffer(GL_COPY_READ_BUFFER);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    stored_check_untouched(&d.out, "a buffer that was mapped");
    OK(e, hpyr_normals_estimate(d.octree, NULL, buffer, 0, NULL));
}

GPU_TEST(no_octree_is_told) {
    SCOPED(desk_free) desk d = desk_make(e);
    hpyr_octree_points wrong = d.points;
    wrong.positions.buffer = NOBODY;
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_normals_estimate(NULL, NULL, d.out.list.buffer, 0, NULL));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_octree_build(d.octree, &wrong));
    check_mistake(e, &d, HPYR_ERROR_NOT_BUILT, NULL, d.out.list.buffer, 0);
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
