/* octrees_gl.c - octrees that the GPU builds, compared with the oracle's.  SPDX-License-Identifier: MIT */
#include "octrees_gl.h"

#include "fetches.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 5 /* floats before and behind normals */ };
static const float guard = 1234.5f;
static char telling[160] = ""; /* the octree that is looked at */

/* ---- points ---- */

hpyr_octree *make_octree(env *e, const hpyr_octree_desc *desc) {
    hpyr_octree *octree = NULL;
    OK(e, hpyr_octree_create(e->context, desc, &octree));
    assert_non_null(octree);
    return octree;
}

void free_octree(env *e, hpyr_octree *octree) {
    CALL_VOID(e, hpyr_octree_destroy(octree));
}

GLuint make_drawing(const char *fragment) {
    static const char version[] = "#version 330\n";
    SCOPED(free_memory) char *text = make_room(sizeof version + strlen(fragment));
    return make_program(covering, strcat(strcpy(text, version), fragment));
}

hpyr_octree_points points_upload(const point_set *set) {
    hpyr_octree_points points = {.count = set->count, .cube = set->cube, .margin = set->margin};
    const bool is_dense = set->stride == 3 && set->first % 2;
    points.positions.offset = (uint64_t)set->first * sizeof *set->floats;
    points.positions.stride = is_dense ? 0 : set->stride * (uint32_t)sizeof *set->floats;
    points.positions.buffer = buffer_of(set->floats, set->float_count * sizeof *set->floats);
    CHECK_GL();
    return points;
}

void points_release(hpyr_octree_points *points) {
    glDeleteBuffers(1, &points->positions.buffer);
    points->positions.buffer = 0;
}

point_normals normals_estimate(env *e, hpyr_octree *octree, uint32_t count, const hpyr_normals_desc *desc) {
    const size_t floats = (size_t)count * 3 + 2 * GUARD;
    SCOPED(free_memory) float *all = make_room(floats * sizeof *all);
    point_normals found = {.at = make_room(floats * sizeof *found.at)};
    for (size_t i = 0; i < floats; i++)
        all[i] = guard;
    GLuint buffer = buffer_of(all, floats * sizeof *all);
    OK(e, hpyr_normals_estimate(octree, desc, buffer, GUARD * sizeof *all, &found.report));
    fetch_buffer(buffer, 0, floats * sizeof *all, all);
    glDeleteBuffers(1, &buffer);
    CHECK_GL();
    for (size_t i = 0; i < GUARD; i++)
        assert_true(all[i] == guard && all[floats - 1 - i] == guard);
    memcpy(found.at, all + GUARD, (size_t)count * 3 * sizeof *all);
    return found;
}

static void check_points_untouched(const point_set *set, const hpyr_octree_points *points) {
    const size_t bytes = set->float_count * sizeof *set->floats;
    SCOPED(free_memory) float *floats = make_room(bytes + 1);
    if (bytes)
        fetch_buffer(points->positions.buffer, 0, bytes, floats);
    assert_memory_equal(floats, set->floats, bytes);
}

/* ---- comparing ---- */

bool is_shared(hpyr_octree_array array) {
    return array >= HPYR_OCTREE_ARRAY_VERTICES && array <= HPYR_OCTREE_ARRAY_FACE_EDGES;
}

static void check_count(uint64_t got, uint64_t expected, const char *what, uint32_t depth) {
    if (got != expected)
        fail_msg("%s: %s of depth %" PRIu32 ": %" PRIu64 ", not %" PRIu64, telling, what, depth, got, expected);
    runner_checks++;
}

static void check_cube(const hpyr_octree_cube *got, const hpyr_octree_cube *expected) {
    for (int axis = 0; axis < 3; axis++)
        if (got->origin[axis] != expected->origin[axis])
            fail_msg("%s: the cube begins at %.9g along axis %d, not at %.9g", telling, (double)got->origin[axis], axis,
                     (double)expected->origin[axis]);
    if (got->side != expected->side)
        fail_msg("%s: the cube's side is %.9g, not %.9g", telling, (double)got->side, (double)expected->side);
    runner_checks++;
}

static void check_report(const hpyr_octree_report *got, const hpyr_octree_report *expected, bool elements) {
    const uint32_t depth = expected->depth;
    check_count(got->depth, depth, "number of depths", depth);
    check_cube(&got->cube, &expected->cube);
    check_count(got->points, expected->points, "points", depth);
    check_count(got->skipped, expected->skipped, "skipped points", depth);
    for (uint32_t d = 0; d < HPYR_OCTREE_MAX_DEPTH + 2; d++)
        check_count(got->first_node[d], expected->first_node[d], "first node", d);
    check_count(got->nodes, expected->nodes, "nodes", depth);
    check_count(got->leaves, expected->leaves, "leaves", depth);
    check_count(got->vertices, elements ? expected->vertices : 0, "vertices", depth);
    check_count(got->edges, elements ? expected->edges : 0, "edges", depth);
    check_count(got->faces, elements ? expected->faces : 0, "faces", depth);
    for (uint32_t d = 0; d < HPYR_OCTREE_MAX_DEPTH + 2 && elements; d++) {
        check_count(got->first_vertex[d], expected->first_vertex[d], "first vertex", d);
        check_count(got->first_edge[d], expected->first_edge[d], "first edge", d);
        check_count(got->first_face[d], expected->first_face[d], "first face", d);
    }
}

static void check_array(env *e, hpyr_octree *octree, const hpyr_ref_octree *oracle, hpyr_octree_array array) {
    const uint32_t *expected = oracle->arrays[array], length = oracle->lengths[array], width = array_width(array);
    uint32_t wrong = 0, *entries = make_room(((size_t)length + 1) * sizeof *entries);
    if (hpyr_octree_entries(octree, array) != length)
        fail_msg("%s: %s: %" PRIu64 " entries, not %" PRIu32, telling, array_name(array),
                 hpyr_octree_entries(octree, array), length);
    memset(entries, 0x5A, ((size_t)length + 1) * sizeof *entries);
    OK(e, hpyr_octree_download(octree, array, 0, length, entries, length, NULL));
    for (uint32_t i = 0; i < length; i++)
        if (entries[i] != expected[i] && wrong++ < 5)
            fprintf(stderr, "%s: %s: row %" PRIu32 ", entry %" PRIu32 ": %" PRIu32 ", not %" PRIu32 "\n", telling,
                    array_name(array), i / width, i % width, entries[i], expected[i]);
    const bool is_longer = entries[length] != 0x5A5A5A5Au;
    free(entries);
    if (wrong || is_longer)
        fail_msg("%s: %s: %" PRIu32 " of %" PRIu32 " entries are wrong%s", telling, array_name(array), wrong, length,
                 is_longer ? ", and one is written behind them" : "");
    runner_checks++;
}

static void check_not_shared(env *e, hpyr_octree *octree) {
    uint32_t entry = 7;
    for (int i = 0; i < HPYR_OCTREE_ARRAYS; i++)
        if (is_shared((hpyr_octree_array)i)) {
            assert_int_equal(hpyr_octree_entries(octree, (hpyr_octree_array)i), 0);
            EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_octree_download(octree, (hpyr_octree_array)i, 0, 1, &entry, 1, NULL));
        }
    assert_int_equal(entry, 7);
}

void check_octree(env *e, hpyr_octree *octree, const hpyr_ref_octree *oracle, bool elements) {
    const hpyr_octree_report *report = hpyr_octree_last_report(octree);
    assert_non_null(report);
    check_report(report, &oracle->report, false);
    if (elements) {
        OK(e, hpyr_octree_share(octree));
        report = hpyr_octree_last_report(octree);
        assert_non_null(report);
        check_report(report, &oracle->report, true);
    } else {
        check_not_shared(e, octree);
    }
    for (int i = 0; i < HPYR_OCTREE_ARRAYS; i++)
        if (elements || !is_shared((hpyr_octree_array)i))
            check_array(e, octree, oracle, (hpyr_octree_array)i);
}

void check_build(env *e, hpyr_octree *octree, const hpyr_octree_desc *desc, const point_set *set, bool elements) {
    snprintf(telling, sizeof telling,
             "%" PRIu32 " %s points from byte %" PRIu32 ", stride %" PRIu32 ", depth %" PRIu32 ", growth %d",
             set->count, points_name(set->kind), set->first * 4, set->stride * 4, desc->depth, (int)desc->growth);
    SCOPED(hpyr_ref_octree_free) hpyr_ref_octree oracle = points_octree(set, desc);
    hpyr_octree_points points = points_upload(set);
    OK(e, hpyr_octree_build(octree, &points));
    check_points_untouched(set, &points);
    points_release(&points); /* a build needs its points no longer */
    check_octree(e, octree, &oracle, elements);
}

void check_empty(env *e, hpyr_octree *octree) {
    uint32_t entry = 7;
    SCOPED(delete_buffer) GLuint buffer = buffer_of(NULL, 64);
    assert_null(hpyr_octree_last_report(octree));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_octree_share(octree));
    for (int i = 0; i < HPYR_OCTREE_ARRAYS; i++) {
        assert_int_equal(hpyr_octree_entries(octree, (hpyr_octree_array)i), 0);
        EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_octree_download(octree, (hpyr_octree_array)i, 0, 1, &entry, 1, NULL));
        EXPECT(e, HPYR_ERROR_NOT_BUILT,
               hpyr_octree_extract_buffer(octree, (hpyr_octree_array)i, 0, 1, buffer, 0, NULL));
    }
    assert_int_equal(entry, 7);
}

/* ---- shaders of a caller's ---- */

GLuint walk_program(const char *snippet, size_t needed, const char *body) {
    static char fragment[2 * WALK_TEXT];
    assert_int_equal(needed, strlen(snippet) + 1);
    snprintf(fragment, sizeof fragment, "%s\n%s", snippet, body);
    return make_drawing(fragment);
}

void walk_check_bind(env *e, GLuint program, const hpyr_binding *binding, uint32_t unit, uint32_t units,
                     const char *call) {
    const snapshot_except except = {true, (int)unit, (int)units};
    GLint used = 0;
    env_expect(e, HPYR_OK, e->result, call, __FILE__, __LINE__);
    env_check_gl(call, __FILE__, __LINE__);
    glGetIntegerv(GL_CURRENT_PROGRAM, &used);
    assert_int_equal(used, program);
    assert_true(binding->first_unit == unit && binding->unit_count == units && binding->first_key_location == -1);
    snapshot_take(&e->after, env_gl(), e->watches, e->watch_count);
    if (snapshot_compare(&e->before, &e->after, &except, call))
        fail();
}

void walk_set_probes(GLuint texture, GLuint program, float (*probes)[3], uint32_t count) {
    glActiveTexture(GL_TEXTURE0 + WALK_PROBES_UNIT);
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindSampler(WALK_PROBES_UNIT, 0);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB32F, (GLsizei)count, 1, 0, GL_RGB, GL_FLOAT, probes);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glUniform1i(glGetUniformLocation(program, "u_probes"), WALK_PROBES_UNIT);
}

uint32_t *walk_draw(const env *e, uint32_t entries) {
    glActiveTexture(GL_TEXTURE31); /* what is made now is bound for a moment, and not to a unit that is drawn with */
    SCOPED(target_free) target canvas = target_make(WALK_WIDTH, entries / WALK_WIDTH + 1);
    uint32_t *texels = make_room((size_t)canvas.width * canvas.height * 16);
    assert_false(e->applied);
    target_begin(&canvas, WALK_NOBODY);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    target_read(&canvas, texels);
    assert_int_equal(texels[4 * (size_t)entries], WALK_NOBODY);
    glActiveTexture(GL_TEXTURE0);
    return texels;
}

void walk_end(env *e, GLuint program) {
    glUseProgram(0);
    glDeleteProgram(program);
    hostile_remove(e->enemy);
    e->applied = false;
    CHECK_GL();
}
