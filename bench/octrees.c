/* octrees.c - octrees of points on a mesh, in turn with the oracle's.  SPDX-License-Identifier: MIT */
#include "octrees.h"

#include "parts.h"
#include "store.h"
#include "turns.h"

#include "common/mesh/mesh_load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 0x2545F491, TEAPOT_DIVISIONS = 15, WORD = sizeof(uint32_t) };

enum { MODEL = ROW_OWN, POINTS, DEPTH, GROWTH, NODES, LEAVES, BUILD, SHARE, ARRAYS, ORACLE, TO_ORACLE, RATE };
enum { SHARE_DRAWS = RATE + 1 };

static const column COLUMNS[] = {{MODEL, TEXT, "model"},
                                 {POINTS, COUNT, "points", "points", 8},
                                 {DEPTH, COUNT, "depth", "depth", 5},
                                 {GROWTH, TEXT, "growth", "growth", 6},
                                 {NODES, COUNT, "nodes", "nodes", 8},
                                 {LEAVES, COUNT, "leaves"},
                                 {ROW_FIRST, MS, "first_ms", "first", 9, 1},
                                 {BUILD, MS, "ms.build", "build", 9, 1},
                                 {SHARE, MS, "ms.share", "share", 9, 1},
                                 {ARRAYS, MS, "ms.arrays", "arrays", 9, 1},
                                 {ORACLE, MS, "ms.oracle", "oracle", 9, 1},
                                 {TO_ORACLE, NUMBER, NULL, "|/ oracle", 8, 2},
                                 {RATE, NUMBER, "nodes_per_second", "|Mnodes/s", 8, 2, 1e6},
                                 {ROW_MB, NUMBER, "megabytes", "MiB", 6, 0, 1.048576},
                                 {ROW_DRAWS, COUNT, "build_draws", "draws", 5},
                                 {SHARE_DRAWS, COUNT, "share_draws", "share", 5},
                                 {ROW_RUNS, COUNT, "runs"},
                                 {0}};
const table octree_table = {.key = "octrees", .columns = COLUMNS};

/* ---- points on a mesh, by chance but the same ones every time ---- */

static const float *corner(const mesh *m, uint32_t triangle, int number) {
    return m->positions + 3 * (size_t)m->indices[3 * (size_t)triangle + (size_t)number];
}

/* The area of all triangles up to each one. */
static double *sum_areas(const mesh *m) {
    double sum = 0, cross[3], *areas = malloc(m->triangle_count * sizeof *areas);
    for (uint32_t i = 0; areas && i < m->triangle_count; i++) {
        if (mesh_triangle_is_finite(m, i)) {
            mesh_cross(corner(m, i, 0), corner(m, i, 1), corner(m, i, 2), cross);
            sum += sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
        }
        areas[i] = sum;
    }
    return areas;
}

/* The first triangle up to which there is more area than `area`. */
static uint32_t find_triangle(const double *areas, uint32_t count, double area) {
    uint32_t low = 0, high = count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (areas[middle] > area)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void take_normal(const mesh *m, uint32_t triangle, float normal[3]) {
    double cross[3];
    mesh_cross(corner(m, triangle, 0), corner(m, triangle, 1), corner(m, triangle, 2), cross);
    double length = sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
    for (int axis = 0; axis < 3; axis++)
        normal[axis] = (float)(cross[axis] / length); /* a triangle without area has no points */
}

float *octrees_sample(const mesh *m, uint32_t count, float *normals) {
    double *areas = sum_areas(m), whole = areas ? areas[m->triangle_count - 1] : 0;
    float *points = whole > 0 ? malloc(3 * (size_t)count * sizeof *points) : NULL;
    uint32_t state = SEED;
    for (uint32_t i = 0; points && i < count; i++) {
        uint32_t triangle = find_triangle(areas, m->triangle_count, store_chance(&state) * whole);
        if (normals)
            take_normal(m, triangle, normals + 3 * (size_t)i);
        double root = sqrt(store_chance(&state)), way = store_chance(&state); /* even over a triangle */
        for (int axis = 0; axis < 3; axis++)
            points[3 * (size_t)i + (size_t)axis] = (float)((1 - root) * (double)corner(m, triangle, 0)[axis] +
                                                           root * (1 - way) * (double)corner(m, triangle, 1)[axis] +
                                                           root * way * (double)corner(m, triangle, 2)[axis]);
    }
    free(areas);
    return points;
}

/* ---- octrees ---- */

/* One octree, and everything that it is compared with. */
typedef struct contest {
    bench *b;
    store store;
    row row;
    const float *floats;
    uint32_t count;
    hpyr_octree_desc desc;
    hpyr_octree_points points;
    hpyr_context *context;
    hpyr_octree *octree;
    hpyr_ref_octree oracle;
    uint32_t arrays; /* a buffer for the longest array */
    uint32_t *entries;
} contest;

/* ---- what is timed ---- */

WAY_OF(run_build, bench_check(c->b, hpyr_octree_build(c->octree, &c->points), "build"))
WAY_OF(run_share, bench_check(c->b, hpyr_octree_share(c->octree), "share"))

/* The oracle writes all of its arrays, so these are what its time is compared with. */
static bool run_arrays(void *user) {
    contest *c = user;
    bool ok = true;
    for (int i = 0; i < HPYR_OCTREE_ARRAYS && ok; i++) {
        hpyr_octree_array array = (hpyr_octree_array)i;
        uint64_t count = hpyr_octree_entries(c->octree, array);
        ok = bench_check(c->b, hpyr_octree_extract_buffer(c->octree, array, 0, count, c->arrays, 0, NULL), "arrays");
    }
    return ok;
}

static bool run_oracle(void *user) {
    contest *c = user;
    hpyr_ref_octree_free(&c->oracle);
    hpyr_octree_cube cube;
    return bench_check(c->b, hpyr_ref_octree_cube(c->floats, 3, c->count, 1.1, &cube), "the oracle's cube") &&
           bench_check(c->b, hpyr_ref_octree_build(c->floats, 3, c->count, &cube, &c->desc, &c->oracle), "the oracle");
}

/* ---- comparing ---- */

static bool is_right(contest *c, hpyr_octree_array array) {
    const uint32_t length = c->oracle.lengths[array];
    return hpyr_octree_entries(c->octree, array) == length &&
           hpyr_octree_download(c->octree, array, 0, length, c->entries, length, NULL) == HPYR_OK &&
           memcmp(c->entries, c->oracle.arrays[array], (size_t)length * WORD) == 0;
}

static bool make_room(contest *c) {
    uint32_t longest = 1;
    for (int i = 0; i < HPYR_OCTREE_ARRAYS; i++)
        longest = c->oracle.lengths[i] > longest ? c->oracle.lengths[i] : longest;
    c->entries = store_memory(&c->store, longest, WORD);
    c->arrays = store_buffer(&c->store, (size_t)longest * WORD, NULL);
    return store_check(&c->store);
}

/* The oracle has run; the arrays come next, and have room then. */
static bool octree_is_right(void *user) {
    contest *c = user;
    const hpyr_octree_report *got = hpyr_octree_last_report(c->octree), *right = &c->oracle.report;
    bool same = memcmp(&got->cube, &right->cube, sizeof right->cube) == 0 && got->nodes == right->nodes &&
                got->leaves == right->leaves && make_room(c);
    c->row.n[ROW_MB] = (double)hpyr_octree_memory(c->octree) / 1e6; /* of the octree: what reads arrays adds to it */
    for (int i = 0; i < HPYR_OCTREE_ARRAYS && same; i++)
        same = is_right(c, (hpyr_octree_array)i);
    return same;
}

static const way WAYS[] = {{BUILD, true, run_build, .draws = ROW_DRAWS},
                           {SHARE, true, run_share, .draws = SHARE_DRAWS},
                           {ORACLE, false, run_oracle, octree_is_right},
                           {ARRAYS, false, run_arrays}};

/* ---- rows ---- */

static void note(contest *c) {
    const hpyr_octree_report *report = hpyr_octree_last_report(c->octree);
    double *n = c->row.n, ours = n[BUILD] + n[SHARE];
    c->row.t[GROWTH] = c->desc.growth == HPYR_OCTREE_GROWTH_GRADED ? "GRADED" : "POINTS";
    n[POINTS] = c->count;
    n[DEPTH] = c->desc.depth;
    n[NODES] = report->nodes;
    n[LEAVES] = report->leaves;
    n[TO_ORACLE] = (ours + n[ARRAYS]) / n[ORACLE];
    n[RATE] = report->nodes / ours * 1000;
}

static bool run_case(bench *b, const char *model, const float *floats, uint32_t count, uint32_t depth,
                     hpyr_octree_growth growth) {
    contest c = {.b = b, .store = {.b = b}, .row = row_of(&octree_table), .floats = floats, .count = count};
    player p = {.row = &c.row, .ways = WAYS, .way_count = 4, .user = &c};
    const turns t = {.least = 3, .most = BENCH_LEAST_RUNS, .budgets = 2};
    c.desc = (hpyr_octree_desc){.capacity = count, .depth = depth, .growth = growth};
    c.points.count = count;
    c.points.positions.buffer = store_buffer(&c.store, 3 * (size_t)count * sizeof *floats, floats);
    c.row.t[MODEL] = model;
    bool ok = bench_context(b, &c.context) &&
              bench_check(b, hpyr_octree_create(c.context, &c.desc, &c.octree), "create") && turns_run(b, &p, &t);
    if (ok)
        note(&c);
    hpyr_octree_destroy(c.octree);
    hpyr_context_destroy(c.context);
    hpyr_ref_octree_free(&c.oracle);
    store_free(&c.store);
    return ok && bench_keep(b, &c.row);
}

static bool run_count(bench *b, const char *model, const mesh *m, uint32_t count, uint32_t depth) {
    float *floats = octrees_sample(m, count, NULL);
    bool ok = floats || error_set("octrees: no memory, or the mesh has no area");
    for (int growth = HPYR_OCTREE_GROWTH_POINTS; growth <= HPYR_OCTREE_GROWTH_GRADED && ok; growth++)
        ok = run_case(b, model, floats, count, depth, (hpyr_octree_growth)growth);
    free(floats);
    return ok;
}

bool octrees_model(bench *b, mesh *m) {
    return b->model ? mesh_load(b->model, m, NULL)
                    : mesh_make_teapot(m, TEAPOT_DIVISIONS) || error_set("out of memory");
}

/* 353 272 points to depth 8 are the paper's bunny. */
const uint32_t OCTREES_CASES[4][2] = {{100000, 6}, {353272, 8}, {1000000, 8}, {353272, 9}};

bool bench_octrees(bench *b) {
    const char *model = b->model ? b->model : "teapot";
    const size_t first = b->row_count, count = b->has_size ? 1 : b->is_full ? 4 : 2;
    mesh m = {0};
    bool ok = octrees_model(b, &m);
    for (size_t i = 0; i < count && ok; i++)
        ok = run_count(b, model, &m, b->has_size ? b->sizes[0] * b->sizes[0] : OCTREES_CASES[i][0],
                       b->has_size ? 8 : OCTREES_CASES[i][1]);
    mesh_free(&m);
    if (ok)
        fprintf(b->stream,
                "\nOctrees: ms, medians; all has build, share and arrays, which is what the oracle does in plain C\n"
                "    points on %s\n",
                model);
    return bench_show(
        b, ok, &octree_table, first, NULL,
        "  first: the first build and share, with the compilation of all programs; Mnodes/s: of build and share");
}
