/* poisson.c - surfaces of points on a mesh, in turn with another program's.  SPDX-License-Identifier: MIT */
#include "poisson.h"

#include "octrees.h"
#include "parts.h"
#include "store.h"
#include "turns.h"

#include "common/mesh/mesh.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>

enum { ENOUGH_POINTS = 100000 };

/* How far the volume may be from that of the mesh that has the points, if there are enough of them. */
#define VOLUME_BOUND 0.02

enum { MODEL = ROW_OWN, POINTS, DEPTH, NODES, ACTIVE, VERTICES, TRIANGLES, OCTREE, SOLVE, SURFACE, EXTRACT, TOTAL };
enum { PEER = TOTAL + 1, EVALUATE, RATE, ITERATIONS, RESIDUAL, PARTS, VOLUME, MESH_VOLUME, VOLUME_ERROR };

static const column COLUMNS[] = {{MODEL, TEXT, "model"},
                                 {POINTS, COUNT, "points", "points", 8},
                                 {DEPTH, COUNT, "depth", "depth", 5},
                                 {NODES, COUNT, "nodes", "nodes", 8},
                                 {ACTIVE, COUNT, "cells"},
                                 {VERTICES, COUNT, "vertices"},
                                 {TRIANGLES, COUNT, "triangles", "triangles", 9},
                                 {ROW_FIRST, MS, "first_ms", "first", 9, 1},
                                 {OCTREE, MS, "ms.octree", "octree", 9, 1},
                                 {SOLVE, MS, "ms.solve", "solve", 9, 1},
                                 {SURFACE, MS, "ms.surface", "surface", 9, 1},
                                 {EXTRACT, MS, "ms.extract", "extract", 9, 1},
                                 {TOTAL, MS, "ms.total", "total", 9, 1},
                                 {PEER, MS, "ms.peer", "peer", 9, 1},
                                 {EVALUATE, MS, "ms.evaluate", "evaluate", 9, 1},
                                 {RATE, NUMBER, "nodes_per_second", "|Mnodes/s", 8, 2, 1e6},
                                 {ROW_MB, NUMBER, "megabytes", "MB", 6},
                                 {ROW_DRAWS, COUNT, "draws", "draws", 5},
                                 {ITERATIONS, COUNT, "iterations", "iterations", 10},
                                 {RESIDUAL, NUMBER, "residual", "residual", 8, -1},
                                 {PARTS, COUNT, "parts", "|parts", 5},
                                 {VOLUME, NUMBER, "volume"},
                                 {MESH_VOLUME, NUMBER, "mesh_volume"},
                                 {VOLUME_ERROR, NUMBER, NULL, "volume", 8, 2, 0.01, "%"},
                                 {ROW_RUNS, COUNT, "runs"},
                                 {0}};
const table poisson_table = {.key = "poisson", .columns = COLUMNS};

/* What all rows are about. */
typedef struct scene_mesh {
    const char *name;
    mesh mesh;
    double volume; /* 0 if it is not closed */
} scene_mesh;

/* One surface, and everything that it takes. */
typedef struct contest {
    bench *b;
    store store;
    row row;
    const scene_mesh *scene;
    uint32_t depth;
    hpyr_poisson_points points;
    hpyr_context *context;
    hpyr_octree *octree; /* one like that of `poisson`, so that it can be timed alone */
    hpyr_poisson *poisson;
    hpyr_mesh_statistics counts;        /* of the surface */
    uint32_t vertices, indices, values; /* buffers */
    peer *peer;
} contest;

/* ---- what is timed ---- */

static bool run_octree(void *user) {
    contest *c = user;
    const hpyr_octree_points points = {
        .positions = c->points.positions, .count = c->points.count, .margin = c->points.margin};
    return bench_check(c->b, hpyr_octree_build(c->octree, &points), "octree");
}

WAY_OF(run_solve, bench_check(c->b, hpyr_poisson_solve(c->poisson, &c->points), "solve"))
WAY_OF(run_surface, bench_check(c->b, hpyr_poisson_surface_build(c->poisson, NULL), "surface") &&
                        bench_check(c->b, hpyr_poisson_surface_statistics(c->poisson, &c->counts), "statistics"))

static bool run_extract(void *user) {
    contest *c = user;
    const hpyr_mesh_output output = {
        .vertex_buffer = c->vertices, .vertex_count = HPYR_ALL, .index_buffer = c->indices, .triangle_count = HPYR_ALL};
    return bench_check(c->b, hpyr_poisson_surface_extract(c->poisson, &output, NULL), "extract");
}

WAY_OF(run_evaluate,
       bench_check(c->b, hpyr_poisson_evaluate(c->poisson, &c->points.positions, c->points.count, c->values, 0),
                   "evaluate"))

/* ---- what has been found ---- */

static bool prepare_values(void *user) {
    contest *c = user;
    if (!c->values)
        c->values = store_buffer(&c->store, sizeof(float) * (size_t)c->points.count, NULL);
    return store_check(&c->store);
}

/* The isovalue is the mean of the function at the points. */
static bool examine_values(void *user) {
    contest *c = user;
    const double isovalue = hpyr_poisson_last_report(c->poisson)->isovalue;
    store s = {.b = c->b};
    float *values = store_memory(&s, c->points.count, sizeof *values);
    double sum = 0;
    if (!store_check(&s))
        return false;
    glBindBuffer(GL_ARRAY_BUFFER, c->values);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)(sizeof *values * (size_t)c->points.count), values);
    for (uint32_t i = 0; i < c->points.count; i++)
        sum += (double)values[i];
    store_free(&s);
    return fabs(sum) <= 1e-3 * fabs(isovalue) * c->points.count ||
           error_set("poisson: at the points the function is %g off the isovalue of %g", sum / c->points.count,
                     isovalue);
}

static bool judge(contest *c, const mesh_facts *facts) {
    const double volume = c->scene->volume;
    c->row.n[PARTS] = facts->parts;
    c->row.n[VOLUME] = facts->volume;
    if (volume > 0) {
        c->row.n[MESH_VOLUME] = volume;
        c->row.n[VOLUME_ERROR] = facts->volume / volume - 1;
    }
    if (!facts->is_manifold)
        return error_set("poisson: the surface of %u points to depth %u is not %s", (unsigned)c->points.count,
                         (unsigned)c->depth, facts->is_closed ? "2-manifold" : "closed");
    return volume <= 0 || c->points.count < ENOUGH_POINTS || fabs(facts->volume / volume - 1) <= VOLUME_BOUND ||
           error_set("poisson: a volume of %g, and the mesh has %g", facts->volume, volume);
}

static bool examine(void *user) {
    contest *c = user;
    const size_t vertex_count = (size_t)c->counts.crossed_edges, triangle_count = (size_t)c->counts.triangles;
    store s = {.b = c->b};
    hpyr_mesh_vertex *vertices = store_memory(&s, vertex_count, sizeof *vertices);
    uint32_t *indices = store_memory(&s, 3 * triangle_count, sizeof *indices);
    mesh_facts facts;
    const bool ok = store_check(&s) &&
                    bench_check(c->b,
                                hpyr_poisson_surface_download(c->poisson, vertices, NULL, vertex_count, indices,
                                                              triangle_count, NULL),
                                "download") &&
                    (poisson_examine(vertices->position, sizeof *vertices / sizeof(float), (uint32_t)vertex_count,
                                     indices, (uint32_t)triangle_count, &facts) ||
                     error_set("out of memory")) &&
                    judge(c, &facts);
    store_free(&s);
    return ok;
}

/* For the mesh that is extracted next. */
static bool make_room(void *user) {
    contest *c = user;
    c->vertices = store_buffer(&c->store, sizeof(hpyr_mesh_vertex) * (size_t)c->counts.crossed_edges + 4, NULL);
    c->indices = store_buffer(&c->store, 12 * (size_t)c->counts.triangles + 4, NULL);
    return store_check(&c->store);
}

WAY_OF(run_peer, peer_run(c->peer))

/* The octree is a part of what solving takes, so it does not count in the sum. */
static const way WAYS[] = {{SOLVE, true, run_solve, .draws = ROW_DRAWS},
                           {SURFACE, true, run_surface, make_room, .draws = ROW_DRAWS},
                           {EXTRACT, true, run_extract, examine, .draws = ROW_DRAWS},
                           {OCTREE, false, run_octree, .draws = ROW_DRAWS},
                           {.cell = TOTAL},
                           {EVALUATE, false, run_evaluate, examine_values, prepare_values, .draws = ROW_DRAWS},
                           {PEER, false, run_peer}};
enum { PEER_WAY = 6, WAY_COUNT };

/* ---- rows ---- */

static void note(contest *c) {
    const hpyr_poisson_report *report = hpyr_poisson_last_report(c->poisson);
    double *n = c->row.n;
    c->row.t[MODEL] = c->scene->name;
    n[POINTS] = c->points.count;
    n[DEPTH] = c->depth;
    n[NODES] = hpyr_octree_last_report(hpyr_poisson_octree(c->poisson))->nodes;
    n[ACTIVE] = (double)c->counts.active_cells;
    n[VERTICES] = (double)c->counts.crossed_edges;
    n[TRIANGLES] = (double)c->counts.triangles;
    n[ROW_MB] = (double)hpyr_poisson_memory(c->poisson) / 1e6;
    n[RATE] = n[NODES] / n[TOTAL] * 1000;
    n[ROW_LEAST] = 24.0 * c->points.count + (double)sizeof(hpyr_mesh_vertex) * (double)c->counts.crossed_edges +
                   12.0 * (double)c->counts.triangles;
    n[ITERATIONS] = n[RESIDUAL] = 0;
    for (uint32_t depth = 0; depth <= c->depth; depth++) {
        n[ITERATIONS] += report->iterations[depth];
        n[RESIDUAL] = fmax(n[RESIDUAL], (double)report->residuals[depth]);
    }
}

static bool measure(contest *c) {
    bench *b = c->b;
    const uint32_t count = c->points.count;
    const hpyr_octree_desc octree = {.capacity = count, .depth = c->depth, .growth = HPYR_OCTREE_GROWTH_GRADED};
    const hpyr_poisson_desc desc = {.capacity = count, .depth = c->depth};
    const turns t = {.least = 3, .most = b->peer ? 3 : BENCH_LEAST_RUNS, .budgets = 2};
    player p = {.row = &c->row, .ways = WAYS, .way_count = WAY_COUNT, .user = c};
    p.skipped = c->peer ? 0 : 1u << PEER_WAY;
    if (!bench_check(b, hpyr_octree_create(c->context, &octree, &c->octree), "create") ||
        !bench_check(b, hpyr_poisson_create(c->context, &desc, &c->poisson), "create") || !turns_run(b, &p, &t))
        return false;
    note(c);
    return bench_keep(b, &c->row);
}

static bool run_case(bench *b, const scene_mesh *scene, uint32_t count, uint32_t depth) {
    contest c = {.b = b, .store = {.b = b}, .row = row_of(&poisson_table), .scene = scene, .depth = depth};
    float *normals = store_memory(&c.store, 3 * (size_t)count, sizeof *normals);
    float *positions = normals ? octrees_sample(&scene->mesh, count, normals) : NULL;
    const size_t bytes = 3 * (size_t)count * sizeof *normals;
    bool ok = positions || error_set("poisson: no memory, or the mesh has no area");
    if (ok) {
        c.points = (hpyr_poisson_points){.count = count, .margin = 1.1};
        c.points.positions.buffer = store_buffer(&c.store, bytes, positions);
        c.points.normals.buffer = store_buffer(&c.store, bytes, normals);
        const peer_desc desc = {
            .program = b->peer, .positions = positions, .normals = normals, .count = count, .depth = depth};
        c.peer = b->peer ? peer_open(&desc) : NULL;
        ok = (!b->peer || c.peer) && bench_context(b, &c.context) && measure(&c);
    }
    peer_close(c.peer);
    hpyr_octree_destroy(c.octree);
    hpyr_poisson_destroy(c.poisson);
    hpyr_context_destroy(c.context);
    store_free(&c.store);
    free(positions);
    return ok;
}

/* ---- the mesh ---- */

static bool open_scene(bench *b, scene_mesh *scene) {
    const mesh *m = &scene->mesh;
    mesh_facts facts;
    bool ok = octrees_model(b, &scene->mesh);
    scene->name = b->model ? b->model : "teapot";
    if (ok && mesh_is_closed(m)) {
        ok = poisson_examine(m->positions, 3, m->vertex_count, m->indices, m->triangle_count, &facts) ||
             error_set("out of memory");
        scene->volume = ok ? facts.volume : 0;
    }
    return ok;
}

bool bench_poisson(bench *b) {
    const size_t first = b->row_count, count = b->has_size || !b->is_full ? 2 : 4;
    scene_mesh scene = {.name = NULL};
    bool ok = open_scene(b, &scene);
    for (size_t i = 0; i < count && ok; i++)
        ok = run_case(b, &scene, b->has_size ? b->sizes[0] * b->sizes[0] : OCTREES_CASES[i][0], OCTREES_CASES[i][1]);
    mesh_free(&scene.mesh);
    if (ok)
        fprintf(b->stream,
                "\nSurfaces of points: ms, medians; total has solve, surface and extract, and solve has an octree\n"
                "    points on %s\n",
                scene.name);
    bench_show(b, ok, &poisson_table, first, NULL,
               "  first: with the compilation of all programs; residual: the largest of a depth; volume: beside the "
               "mesh's, if that is closed;\n  draws: of the first run, with those of the octree alone;\n  evaluate: at "
               "all points");
    if (ok && b->peer)
        fprintf(b->stream, "  peer: %s on all processors, unscreened, with its start, reading and writing\n", b->peer);
    return ok;
}
