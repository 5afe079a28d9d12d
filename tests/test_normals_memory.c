/* test_normals_memory.c - normals where memory runs out: it is told, nothing is written, the next call is right, and
 * nothing is left behind.  SPDX-License-Identifier: MIT */
#include "fetches.h"
#include "octrees_gl.h"
#include "starving.h"

#include <string.h>

enum { COUNT = 30, FLOATS = 3 * COUNT };

/* Fails at each place in turn, until nothing fails any more. Returns how many places there were. */
static int fail_everywhere(env *e, hpyr_octree *octree, uint32_t buffer, bool textures) {
    float before[FLOATS], after[FLOATS];
    hpyr_normals_report report;
    int failures = 0;
    OK(e, hpyr_normals_estimate(octree, NULL, buffer, 0, NULL)); /* makes the programs */
    const uint32_t objects = starving_objects();
    hpyr_result result = HPYR_ERROR_OUT_OF_MEMORY;
    while (result != HPYR_OK) {
        memset(before, 0x55, sizeof before);
        glBindBuffer(GL_ARRAY_BUFFER, buffer);
        glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof before, before);
        starving_begin(textures, failures);
        result = CALL(e, hpyr_normals_estimate(octree, NULL, buffer, 0, &report));
        starving_end();
        fetch_buffer(buffer, 0, sizeof after, after);
        assert_int_equal(starving_objects(), objects);
        assert_int_equal(report.estimated, result == HPYR_OK ? COUNT : 0);
        if (result != HPYR_OK) {
            assert_int_equal(result, HPYR_ERROR_OUT_OF_MEMORY);
            assert_memory_equal(after, before, sizeof after);
            failures++;
        }
    }
    return failures;
}

static int fail_with(env *e, bool textures) {
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &(hpyr_octree_desc){.capacity = COUNT, .depth = 3});
    SCOPED(points_free) point_set set = points_make(POINTS_SPHERE, COUNT, 0, 3, 1);
    SCOPED(points_release) hpyr_octree_points points = points_upload(&set);
    SCOPED(delete_buffer) GLuint buffer = buffer_of(NULL, FLOATS * sizeof(float));
    OK(e, hpyr_octree_build(octree, &points));
    const int failures = fail_everywhere(e, octree, buffer, textures);
    return failures;
}

GPU_TEST(each_allocation_may_fail_once) {
    int failures = fail_with(e, false);
    assert_true(failures >= 9);
}

GPU_TEST(each_texture_may_fail_once) {
    int failures = fail_with(e, true);
    if (failures == 0)
        SKIP("the linker wraps no texture");
    assert_true(failures >= 2); /* GLEW calls glTexImage3D by a pointer, which is not wrapped */
}
