/* octrees.c - octrees of points on a mesh, in turn with the oracle's.  SPDX-License-Identifier: MIT
 * Each octree has a library context of its own, so that its first build compiles all programs. */
#include "octrees.h"

#include "gl/counts.h"

#include "lists.h"
#include "parts.h"
#include "report.h"

#include "common/files/median.h"
#include "common/mesh/mesh_load.h"
#include "common/mesh/teapot.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_RUNS = 3, TEAPOT_DIVISIONS = 15, WORD = sizeof(uint32_t) };

/* One octree, and everything that it is compared with. */
typedef struct contest {
    bench *b;
    octree_row row;
    const float *floats;
    hpyr_octree_desc desc;
    hpyr_octree_points points;
    hpyr_context *context;
    hpyr_octree *octree;
    hpyr_ref_octree oracle;
    GLuint arrays; /* a buffer for the longest array */
    uint32_t *entries;
} contest;

static bool check(bench *b, hpyr_result result, const char *what) {
    return bench_check(b, "octrees", result, what);
}

/* ---- what is timed ---- */

static bool run_build(contest *c) {
    return check(c->b, hpyr_octree_build(c->octree, &c->points), "build");
}

static bool run_share(contest *c) {
    return check(c->b, hpyr_octree_share(c->octree), "share");
}

/* The oracle writes all of its arrays, so these are what its time is compared with. */
static bool run_arrays(contest *c) {
    bool ok = true;
    for (int i = 0; i < HPYR_OCTREE_ARRAYS && ok; i++) {
        hpyr_octree_array array = (hpyr_octree_array)i;
        uint64_t count = hpyr_octree_entries(c->octree, array);
        ok = check(c->b, hpyr_octree_extract_buffer(c->octree, array, 0, count, c->arrays, 0, NULL), "arrays");
    }
    return ok;
}

static bool run_oracle(contest *c) {
    hpyr_ref_octree_free(&c->oracle);
    hpyr_octree_cube cube;
    return check(c->b, hpyr_ref_octree_cube(c->floats, 3, c->row.points, 1.1, &cube), "the oracle's cube") &&
           check(c->b, hpyr_ref_octree_build(c->floats, 3, c->row.points, &cube, &c->desc, &c->oracle), "the oracle");
}

static bool run_timed(contest *c, octree_time at, double *ms) {
    static bool (*const runs[OCTREE_TIMES])(contest * c) = {run_build, run_share, run_arrays, run_oracle};
    glFinish();
    double start = clock_ms();
    bool ok = runs[at](c);
    glFinish();
    *ms = clock_ms() - start;
    return ok;
}

/* ---- comparing ---- */

static bool is_right(contest *c, hpyr_octree_array array) {
    const uint32_t length = c->oracle.lengths[array];
    return hpyr_octree_entries(c->octree, array) == length &&
           hpyr_octree_download(c->octree, array, 0, length, c->entries, length, NULL) == HPYR_OK &&
           memcmp(c->entries, c->oracle.arrays[array], (size_t)length * WORD) == 0;
}

static bool compare(contest *c) {
    const hpyr_octree_report *got = hpyr_octree_last_report(c->octree), *right = &c->oracle.report;
    bool same = memcmp(&got->cube, &right->cube, sizeof right->cube) == 0 && got->nodes == right->nodes &&
                got->leaves == right->leaves;
    for (int i = 0; i < HPYR_OCTREE_ARRAYS && same; i++)
        same = is_right(c, (hpyr_octree_array)i);
    return same || error_set("octrees: %u points to depth %u: not the oracle's", (unsigned)c->row.points,
                             (unsigned)c->row.depth);
}

static bool make_room(contest *c) {
    uint32_t longest = 1;
    for (int i = 0; i < HPYR_OCTREE_ARRAYS; i++)
        longest = c->oracle.lengths[i] > longest ? c->oracle.lengths[i] : longest;
    c->entries = malloc((size_t)longest * WORD);
    c->arrays = lists_buffer(NULL, longest);
    return c->entries || error_set("out of memory");
}

/* The first build, which compiles; then the comparison. */
static bool try_first(contest *c) {
    double build = NAN, share = NAN, oracle;
    unsigned long draws = hpi_gl_draws;
    bool ok = check(c->b, hpyr_octree_create(c->context, &c->desc, &c->octree), "create") &&
              run_timed(c, OCTREE_BUILD, &build);
    c->row.build_draws = (uint32_t)(hpi_gl_draws - draws);
    draws = hpi_gl_draws;
    ok = ok && run_timed(c, OCTREE_SHARE, &share);
    c->row.share_draws = (uint32_t)(hpi_gl_draws - draws);
    c->row.first_ms = build + share;
    if (!ok || !run_timed(c, OCTREE_ORACLE, &oracle) || !make_room(c))
        return false;
    const hpyr_octree_report *report = hpyr_octree_last_report(c->octree);
    c->row.nodes = report->nodes;
    c->row.leaves = report->leaves;
    c->row.bytes = hpyr_octree_memory(c->octree);
    return compare(c) && run_arrays(c);
}

/* ---- rows ---- */

static bool append_row(bench *b, const octree_row *row) {
    if (b->octree_count == MAX_OCTREES)
        return error_set("octrees: too many rows");
    b->octrees[b->octree_count++] = *row;
    return true;
}

static bool measure(contest *c) {
    static double ms[OCTREE_TIMES][BENCH_MAX_RUNS];
    bench *b = c->b;
    uint32_t most = b->repeat ? b->repeat : BENCH_LEAST_RUNS, least = b->repeat ? b->repeat : LEAST_RUNS, runs = 0;
    bool ok = try_first(c);
    double start = clock_ms();
    while (ok && runs < most && (runs < least || clock_ms() - start < 2 * b->budget_ms)) {
        for (octree_time at = 0; at < OCTREE_TIMES && ok; at++)
            ok = run_timed(c, at, &ms[at][runs]);
        runs++;
    }
    for (octree_time at = 0; at < OCTREE_TIMES && ok; at++)
        c->row.ms[at] = median_of(ms[at], runs);
    c->row.runs = runs;
    return ok && append_row(b, &c->row);
}

static bool run_case(bench *b, const char *model, const float *floats, uint32_t count, uint32_t depth,
                     hpyr_octree_growth growth) {
    hpyr_context_desc desc = {0};
    contest c = {.b = b, .row = {.model = model, .points = count, .depth = depth, .growth = growth}, .floats = floats};
    desc.log = bench_remember;
    desc.user = b;
    c.desc = (hpyr_octree_desc){.capacity = count, .depth = depth, .growth = growth};
    c.points.count = count;
    c.points.positions.buffer = lists_buffer((const uint32_t *)floats, 3 * (size_t)count);
    bool ok = check(b, hpyr_context_create(&desc, &c.context), "preparing OpenGL") && measure(&c);
    hpyr_octree_destroy(c.octree);
    hpyr_context_destroy(c.context);
    hpyr_ref_octree_free(&c.oracle);
    glDeleteBuffers(1, &c.points.positions.buffer);
    glDeleteBuffers(1, &c.arrays);
    free(c.entries);
    return ok;
}

static bool run_count(bench *b, const char *model, const mesh *m, uint32_t count, uint32_t depth) {
    float *floats = octrees_sample(m, count, NULL);
    bool ok = floats || error_set("octrees: no memory, or the mesh has no area");
    for (int growth = HPYR_OCTREE_GROWTH_POINTS; growth <= HPYR_OCTREE_GROWTH_GRADED && ok; growth++)
        ok = run_case(b, model, floats, count, depth, (hpyr_octree_growth)growth);
    free(floats);
    return ok;
}

static bool open_model(bench *b, mesh *m) {
    if (b->model)
        return mesh_load(b->model, m, NULL);
    return mesh_make_teapot(m, TEAPOT_DIVISIONS) || error_set("out of memory");
}

bool bench_octrees(bench *b) {
    /* 353 272 points to depth 8 are the paper's bunny. */
    static const uint32_t CASES[][2] = {{100000, 6}, {353272, 8}, {1000000, 8}, {353272, 9}};
    const char *model = b->model ? b->model : "teapot";
    size_t count = b->has_size ? 1 : b->is_full ? 4 : 2;
    mesh m = {0};
    if (bench_has_floats(b)) {
        report_title(b, "Octrees: OpenGL 2.1 has none");
        return true;
    }
    bool ok = open_model(b, &m);
    for (size_t i = 0; i < count && ok; i++)
        ok = run_count(b, model, &m, b->has_size ? b->sizes[0] * b->sizes[0] : CASES[i][0],
                       b->has_size ? 8 : CASES[i][1]);
    if (ok)
        report_octrees(b);
    mesh_free(&m);
    return ok;
}
