/* nearest.c - points on a mesh that are nearest to queries, in turn with nanoflann's k-d tree.  SPDX-License-Identifier: MIT
 * What is timed begins with an octree, or a tree, and queries in a buffer, or in memory, and ends with indices and squared distances there.
 * Queries lie beside the surface, or in a grid over the cube, as those of a distance field do. */
#include "octrees.h"
#include "parts.h"
#include "peers.h"
#include "store.h"
#include "turns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NEIGHBORS = 32, CHECKED = 101 /* queries of the oracle's */, WORD = sizeof(uint32_t) };

enum { QUERIES = ROW_OWN, POINTS, DEPTH, COUNT_OF_QUERIES, NEIGHBORS, OURS, PEER, TO_PEER, BUILD, PEER_BUILD };

static const column COLUMNS[] = {{QUERIES, TEXT, "queries", "queries", 8},
                                 {POINTS, COUNT, "points", "points", 8},
                                 {DEPTH, COUNT, "depth", "depth", 5},
                                 {COUNT_OF_QUERIES, COUNT, "count", "queries", 8},
                                 {NEIGHBORS, COUNT, "neighbors", "each", 4},
                                 {ROW_FIRST, MS, "first_ms", "first", 9, 1},
                                 {OURS, MS, "ms.nearest", "library", 9, 1},
                                 {PEER, MS, "ms.nanoflann", "nanoflann", 9, 1},
                                 {BUILD, MS, "ms.build", "build", 9, 1},
                                 {PEER_BUILD, MS, "ms.nanoflann_build", "nanoflann", 9, 1},
                                 {TO_PEER, NUMBER, NULL, "|/ nano", 9, 2},
                                 {ROW_DRAWS, COUNT, "draws", "|draws", 5},
                                 {ROW_RUNS, COUNT, "runs"},
                                 {0}};
const table nearest_table = {.key = "nearest", .columns = COLUMNS};

#ifdef BENCH_HAS_NANOFLANN
enum { HAS_PEER = true };
#else
enum { HAS_PEER = false };
#endif

typedef struct contest {
    bench *b;
    store store;
    const float *floats; /* points */
    float *queries;
    uint32_t points, count, neighbors;
    hpyr_octree_desc desc;
    hpyr_octree_points built;
    hpyr_octree *octree;
    hpyr_octree_nearest_desc asked;
    uint32_t *indices, *peer_indices;
    float *squares, *peer_squares;
    nearest_peer *peer;
} contest;

/* ---- queries ---- */

static void query_beside_surface(contest *c, uint32_t i, float side, uint32_t *state) {
    const float *point = c->floats + 3 * (size_t)(store_random(state) % c->points);
    for (size_t axis = 0; axis < 3; axis++)
        c->queries[3 * (size_t)i + axis] =
            point[axis] + side * 0.01f * ((float)store_random(state) / 4294967296.0f - 0.5f);
}

static bool make_queries(contest *c, bool in_grid) {
    uint32_t state = 77, side = 1;
    hpyr_octree_cube cube;
    c->queries = store_memory(&c->store, 3 * (size_t)c->count, sizeof *c->queries);
    if (!c->queries || hpyr_ref_octree_cube(c->floats, 3, c->points, 1.1, &cube) != HPYR_OK)
        return store_check(&c->store);
    while ((side + 1) * (side + 1) * (side + 1) <= c->count)
        side++;
    for (uint32_t i = 0; i < c->count; i++) {
        const uint32_t cell[3] = {i % side, i / side % side, i / side / side};
        for (size_t axis = 0; axis < 3 && in_grid; axis++)
            c->queries[3 * (size_t)i + axis] = cube.origin[axis] + cube.side * ((float)cell[axis] + 0.5f) / (float)side;
        if (!in_grid)
            query_beside_surface(c, i, cube.side, &state);
    }
    return true;
}

static bool make_room(contest *c) {
    const size_t entries = (size_t)c->count * MOST_NEIGHBORS;
    c->indices = store_memory(&c->store, entries, WORD);
    c->squares = store_memory(&c->store, entries, WORD);
    c->peer_indices = store_memory(&c->store, entries, WORD);
    c->peer_squares = store_memory(&c->store, entries, WORD);
    c->asked = (hpyr_octree_nearest_desc){
        .queries.buffer = store_buffer(&c->store, 3 * (size_t)c->count * sizeof *c->queries, c->queries),
        .count = c->count,
        .indices = store_buffer(&c->store, entries * WORD, NULL),
        .distances = store_buffer(&c->store, entries * WORD, NULL)};
    return store_check(&c->store);
}

/* ---- what is timed ---- */

WAY_OF(run_build, bench_check(c->b, hpyr_octree_build(c->octree, &c->built), "build"))
WAY_OF(run_nearest, bench_check(c->b, hpyr_octree_nearest(c->octree, &c->asked, NULL), "nearest"))

#ifdef BENCH_HAS_NANOFLANN
static bool run_peer_build(void *user) {
    contest *c = user;
    nearest_peer_close(c->peer);
    c->peer = nearest_peer_open(c->floats, c->points);
    return c->peer || error_set("nearest: nanoflann has no memory");
}

WAY_THAT(run_peer, nearest_peer_find(c->peer, c->queries, c->count, c->neighbors, c->peer_indices, c->peer_squares))
#else
#    define run_peer_build NULL
#    define run_peer       NULL
#endif

/* ---- comparing ---- */

/* Some lists are the oracle's. */
static bool nearest_is_right(void *user) {
    contest *c = user;
    const uint32_t step = c->count / CHECKED + 1, k = c->neighbors;
    const hpyr_ref_points points = {c->floats, 3, c->points};
    uint32_t indices[MOST_NEIGHBORS];
    float squares[MOST_NEIGHBORS];
    bool same = store_read(c->b, c->asked.indices, (size_t)c->count * k, c->indices) &&
                store_read(c->b, c->asked.distances, (size_t)c->count * k, c->squares);
    for (uint32_t i = 0; i < c->count && same; i += step) {
        const hpyr_ref_points query = {c->queries + 3 * (size_t)i, 3, 1};
        same = hpyr_ref_octree_nearest(&points, &query, k, 0, indices, squares) == HPYR_OK &&
               memcmp(indices, c->indices + (size_t)i * k, k * WORD) == 0 &&
               memcmp(squares, c->squares + (size_t)i * k, k * WORD) == 0;
    }
    return same;
}

/* nanoflann rounds otherwise, so of two points that are almost equally far it may take the other one: but all squares are ours. */
static bool peer_is_right(void *user) {
    const contest *c = user;
    bool same = true;
    for (size_t i = 0; i < (size_t)c->count * c->neighbors && same; i++)
        same = fabsf(c->peer_squares[i] - c->squares[i]) <= 1e-5f * c->squares[i] + 1e-12f;
    return same;
}

static const way WAYS[] = {{BUILD, false, run_build},
                           {OURS, true, run_nearest, nearest_is_right, .draws = ROW_DRAWS},
                           {PEER_BUILD, false, run_peer_build},
                           {PEER, false, run_peer, peer_is_right}};

/* ---- rows ---- */

static bool run_neighbors(contest *c, const char *queries, uint32_t neighbors) {
    const turns t = {.least = 3, .most = BENCH_LEAST_RUNS, .budgets = 2};
    row r = row_of(&nearest_table);
    player p = {.row = &r, .ways = WAYS, .way_count = COUNT_OF(WAYS), .user = c, .skipped = HAS_PEER ? 0 : 12};
    c->neighbors = c->asked.neighbors = neighbors < c->points ? neighbors : c->points;
    r.t[QUERIES] = queries;
    r.n[POINTS] = c->points;
    r.n[DEPTH] = c->desc.depth;
    r.n[COUNT_OF_QUERIES] = c->count;
    r.n[NEIGHBORS] = c->neighbors;
    if (!turns_run(c->b, &p, &t))
        return false;
    r.n[TO_PEER] = r.n[OURS] / r.n[PEER];
    return bench_keep(c->b, &r);
}

static bool run_case(bench *b, const float *floats, uint32_t points, uint32_t depth, bool in_grid) {
    static const uint32_t neighbors[] = {1, 8, MOST_NEIGHBORS};
    contest c = {.b = b, .store = {.b = b}, .floats = floats, .points = points, .count = points};
    c.desc = (hpyr_octree_desc){.capacity = points, .depth = depth};
    c.built.count = points;
    c.built.positions.buffer = store_buffer(&c.store, 3 * (size_t)points * sizeof *floats, floats);
    bool ok = make_queries(&c, in_grid) && make_room(&c) &&
              bench_check(b, hpyr_octree_create(b->context, &c.desc, &c.octree), "create");
    for (size_t i = 0; i < COUNT_OF(neighbors) && ok; i++)
        ok = run_neighbors(&c, in_grid ? "grid" : "surface", neighbors[i]);
    hpyr_octree_destroy(c.octree);
#ifdef BENCH_HAS_NANOFLANN
    nearest_peer_close(c.peer);
#endif
    store_free(&c.store);
    return ok;
}

bool bench_nearest(bench *b) {
    const size_t first = b->row_count;
    const uint32_t count = b->has_size ? b->sizes[0] * b->sizes[0] : OCTREES_CASES[0][0];
    mesh m = {0};
    bool ok = octrees_model(b, &m);
    float *floats = ok ? octrees_sample(&m, count, NULL) : NULL;
    ok = ok && (floats || error_set("nearest: no memory, or the mesh has no area"));
    for (int in_grid = 0; in_grid < 2 && ok; in_grid++)
        ok = run_case(b, floats, count, b->has_size ? 8 : OCTREES_CASES[0][1] + 1, in_grid);
    free(floats);
    mesh_free(&m);
    return bench_show(b, ok, &nearest_table, first,
                      bench_text(b, "Nearest points: ms, medians; beside nanoflann, one thread, %s; points on %s",
                                 HAS_PEER ? "-O3" : "which is not installed", b->model ? b->model : "the teapot"),
                      NULL);
}
