/* test_few_targets.c - where a pass has four render targets, as OpenGL ES promises, sorts equal the oracle's, and what needs
 * more is refused.  SPDX-License-Identifier: MIT
 *
 * The linker passes the library's questions for limits through here (--wrap). */
#include "fetches.h"
#include "lists.h"
#include "octrees_gl.h"
#include "scans_gl.h"

#include <stdlib.h>

enum { FEWEST = 4, POISSON_TARGETS = 6, MOST_ENTRIES = 70000, MOST_BINS = 300 };

static GLint most_targets; /* 0: as many as there are */

void __real_glGetIntegerv(GLenum name, GLint *values);
void __wrap_glGetIntegerv(GLenum name, GLint *values);

void __wrap_glGetIntegerv(GLenum name, GLint *values) {
    __real_glGetIntegerv(name, values);
    if (name == GL_MAX_DRAW_BUFFERS && most_targets && values[0] > most_targets)
        values[0] = most_targets;
}

/* A context of the library for so many targets. */
static hpyr_context *open_context(env *e, int targets) {
    hpyr_context *context = NULL;
    most_targets = targets;
    OK(e, hpyr_context_create(NULL, &context));
    most_targets = 0;
    assert_int_equal(hpyr_context_caps(context)->max_draw_buffers, targets);
    return context;
}

static void close_context(env *e, hpyr_context *context) {
    CALL_VOID(e, hpyr_context_destroy(context));
}

/* ---- lists ---- */

/* Sorts of pairs, of words, and of words that become pairs. */
static void check_sorts(env *e, hpyr_list_scratch *scratch, const list_case *c, uint32_t bits, bool keys_alone) {
    const uint32_t count = c->count;
    uint32_t *keys = keys_make(c), *sorted = zeros_make(count), *order = zeros_make(count);
    stored in = stored_make(PLACE_START, HPYR_LIST_UINT, keys, count);
    stored out = stored_make(PLACE_SHIFTED, HPYR_LIST_UINT, NULL, count);
    stored positions = stored_make(PLACE_TEXTURE, HPYR_LIST_UINT, NULL, count);
    const hpyr_list_sort_desc desc = {.keys = in.list,
                                      .bit_count = bits,
                                      .sorted_keys = out.list,
                                      .sorted_values = keys_alone ? (hpyr_list){0} : positions.list,
                                      .length = {.count = count}};
    const hpyr_ref_list_sort_desc right = {.keys = {keys, HPYR_LIST_UINT, count},
                                           .bit_count = bits,
                                           .sorted_keys = sorted,
                                           .sorted_values = keys_alone ? NULL : order};
    assert_int_equal(hpyr_ref_list_sort(&right), HPYR_OK);
    OK(e, hpyr_list_sort(scratch, &desc));
    stored_check(&out, sorted, count, false, "sorted keys");
    if (keys_alone)
        stored_check_untouched(&positions, "positions");
    else
        stored_check(&positions, order, count, false, "positions");
    stored_free(&in);
    stored_free(&out);
    stored_free(&positions);
    free(keys);
    free(sorted);
    free(order);
}

static void check_partition(env *e, hpyr_list_scratch *scratch, const list_case *c) {
    const uint32_t count = c->count;
    uint32_t *bins = keys_make(c), *order = zeros_make(count), offsets[MOST_BINS + 2];
    for (uint32_t i = 0; i < count; i++)
        bins[i] %= MOST_BINS + 1;
    stored in = stored_make(PLACE_START, HPYR_LIST_UINT, bins, count);
    stored out = stored_make(PLACE_START, HPYR_LIST_UINT, NULL, count);
    stored begins = stored_make(PLACE_START, HPYR_LIST_UINT, NULL, MOST_BINS + 2);
    const hpyr_list_partition_desc desc = {.bins = in.list,
                                           .bin_count = MOST_BINS,
                                           .partitioned_values = out.list,
                                           .offsets = begins.list,
                                           .length = {.count = count}};
    const hpyr_ref_list_partition_desc right = {.keys = {bins, HPYR_LIST_UINT, count},
                                                .bins = bins,
                                                .bin_count = MOST_BINS,
                                                .partitioned_values = order,
                                                .offsets = offsets};
    assert_int_equal(hpyr_ref_list_partition(&right), HPYR_OK);
    OK(e, hpyr_list_partition(scratch, &desc));
    stored_check(&out, order, count, false, "positions in the order of bins");
    stored_check(&begins, offsets, MOST_BINS + 2, false, "offsets");
    stored_free(&in);
    stored_free(&out);
    stored_free(&begins);
    free(bins);
    free(order);
}

static void sorts_equal_the_oracle(void **state) {
    static const uint32_t counts[] = {1, 17, 33, 4097, MOST_ENTRIES};
    env *e = *state;
    hpyr_context *own = e->context;
    for (int targets = FEWEST; targets < 8; targets += 3) {
        uint32_t number = 0;
        e->context = open_context(e, targets);
        hpyr_list_scratch *scratch = make_scratch(e, MOST_ENTRIES, HPYR_LIST_SORT);
        for (size_t i = 0; i < LENGTH(counts) - e->small; i++, number += 3) {
            list_case c = case_at(number, counts[i]);
            c.type = HPYR_LIST_UINT;
            c.most = c.count;
            check_sorts(e, scratch, &c, 0, false);
            check_sorts(e, scratch, &c, 0, true);
            check_sorts(e, scratch, &c, 16, false);
            check_partition(e, scratch, &c);
        }
        free_scratch(e, scratch);
        close_context(e, e->context);
    }
    e->context = own;
}

/* ---- octrees ---- */

/* A list of neighbours has four of them in a target. */
static void normals_have_as_many_neighbors_as_fit(void **state) {
    enum { POINTS = 100 };
    const hpyr_octree_desc desc = {.points = POINTS, .depth = 4};
    env *e = *state;
    float normals[2][3 * POINTS] = {{0}, {1}};
    hpyr_context *own = e->context;
    point_set set = points_make(POINTS_SPHERE, POINTS, 0, 3, 1);
    for (int few = 0; few < 2; few++) {
        const hpyr_normals_desc fits = {.neighbors = 4 * FEWEST}, more = {.neighbors = 4 * FEWEST + 1};
        e->context = few ? open_context(e, FEWEST) : own;
        hpyr_octree *octree = make_octree(e, &desc);
        hpyr_octree_points points = points_upload(&set);
        stored out = stored_make(PLACE_WHOLE, HPYR_LIST_FLOAT, NULL, 3 * POINTS);
        OK(e, hpyr_octree_build(octree, &points));
        OK(e, hpyr_normals_estimate(octree, &fits, out.list.buffer, 0, NULL));
        fetch_buffer(out.list.buffer, 0, sizeof normals[few], normals[few]);
        EXPECT(e, few ? HPYR_ERROR_UNSUPPORTED : HPYR_OK,
               hpyr_normals_estimate(octree, &more, out.list.buffer, 0, NULL));
        stored_free(&out);
        points_release(&points);
        free_octree(e, octree);
        if (few)
            close_context(e, e->context);
    }
    e->context = own;
    assert_memory_equal(normals[0], normals[1], sizeof normals[0]);
    points_free(&set);
}

static void poisson_solutions_need_six_targets(void **state) {
    const hpyr_poisson_desc desc = {.points = 10, .depth = 3};
    env *e = *state;
    for (int targets = POISSON_TARGETS - 1; targets <= POISSON_TARGETS; targets++) {
        hpyr_context *context = open_context(e, targets);
        hpyr_poisson *poisson = NULL;
        EXPECT(e, targets < POISSON_TARGETS ? HPYR_ERROR_UNSUPPORTED : HPYR_OK,
               hpyr_poisson_create(context, &desc, &poisson));
        assert_true((poisson != NULL) == (targets == POISSON_TARGETS));
        CALL_VOID(e, hpyr_poisson_destroy(poisson));
        close_context(e, context);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        GPU_TEST(sorts_equal_the_oracle),
        GPU_TEST(normals_have_as_many_neighbors_as_fit),
        GPU_TEST(poisson_solutions_need_six_targets),
    };
    return RUN_GPU_TESTS(tests);
}
