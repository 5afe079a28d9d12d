/* poisson.c - surfaces of points on a mesh, in turn with another program's.  SPDX-License-Identifier: MIT
 * Each row has a library context of its own, so that its first surface compiles all programs. */
#include "poisson.h"

#include "gl/counts.h"

#include "lists.h"
#include "octrees.h"
#include "parts.h"
#include "report.h"

#include "common/files/median.h"
#include "common/mesh/mesh_load.h"
#include "common/mesh/mesh_weld.h"
#include "common/mesh/teapot.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_RUNS = 3, TEAPOT_DIVISIONS = 15, ENOUGH_POINTS = 100000 };

/* How far the volume may be from that of the mesh that has the points, if there are enough of them. */
#define VOLUME_BOUND 0.02

/* What all rows are about. */
typedef struct scene_mesh {
    const char *name;
    mesh mesh;
    double volume; /* 0 if it is not closed */
} scene_mesh;

/* One surface, and everything that it takes. */
typedef struct contest {
    bench *b;
    poisson_row row;
    const float *positions, *normals;
    hpyr_poisson_points points;
    hpyr_context *context;
    hpyr_octree *octree; /* one like that of `poisson`, so that it can be timed alone */
    hpyr_poisson *poisson;
    hpyr_mesh_statistics counts; /* of the surface */
    GLuint vertices, indices;
    peer *peer;
} contest;

static bool check(bench *b, hpyr_result result, const char *what) {
    return bench_check(b, "poisson", result, what);
}

/* ---- what is timed ---- */

static bool run_octree(contest *c) {
    const hpyr_octree_points points = {
        .positions = c->points.positions, .count = c->points.count, .margin = c->points.margin};
    return check(c->b, hpyr_octree_build(c->octree, &points), "octree");
}

static bool run_solve(contest *c) {
    return check(c->b, hpyr_poisson_solve(c->poisson, &c->points), "solve");
}

static bool run_surface(contest *c) {
    return check(c->b, hpyr_poisson_surface_build(c->poisson, NULL), "surface") &&
           check(c->b, hpyr_poisson_surface_statistics(c->poisson, &c->counts), "statistics");
}

static bool run_extract(contest *c) {
    const hpyr_mesh_output output = {
        .vertex_buffer = c->vertices, .vertex_count = HPYR_ALL, .index_buffer = c->indices, .triangle_count = HPYR_ALL};
    return check(c->b, hpyr_poisson_surface_extract(c->poisson, &output, NULL), "extract");
}

static bool run_timed(contest *c, poisson_time at, double *ms) {
    static bool (*const runs[POISSON_TOTAL])(contest * c) = {run_octree, run_solve, run_surface, run_extract};
    glFinish();
    double start = clock_ms();
    bool ok = runs[at](c);
    glFinish();
    *ms = clock_ms() - start;
    return ok;
}

/* All times of one run. The octree is a part of what solving takes, so it does not count in the sum. */
static bool run_all(contest *c, double ms[POISSON_TIMES]) {
    bool ok = true;
    for (poisson_time at = POISSON_OCTREE; at < POISSON_TOTAL && ok; at++)
        ok = run_timed(c, at, &ms[at]);
    ms[POISSON_TOTAL] = ms[POISSON_SOLVE] + ms[POISSON_SURFACE] + ms[POISSON_EXTRACT];
    ms[POISSON_PEER] = NAN;
    return ok && (!c->peer || peer_run(c->peer, &ms[POISSON_PEER]));
}

/* ---- what has been found ---- */

static bool judge(contest *c, const scene_mesh *scene, const mesh_facts *facts) {
    c->row.parts = facts->parts;
    c->row.volume = facts->volume;
    c->row.mesh_volume = scene->volume;
    if (!facts->is_manifold)
        return error_set("poisson: the surface of %u points to depth %u is not %s", (unsigned)c->row.points,
                         (unsigned)c->row.depth, facts->is_closed ? "2-manifold" : "closed");
    return scene->volume <= 0 || c->row.points < ENOUGH_POINTS ||
           fabs(facts->volume / scene->volume - 1) <= VOLUME_BOUND ||
           error_set("poisson: a volume of %g, and the mesh has %g", facts->volume, scene->volume);
}

static bool examine(contest *c, const scene_mesh *scene) {
    const size_t vertex_count = (size_t)c->counts.crossed_edges, triangle_count = (size_t)c->counts.triangles;
    hpyr_mesh_vertex *vertices = malloc((vertex_count + 1) * sizeof *vertices);
    uint32_t *indices = malloc((3 * triangle_count + 1) * sizeof *indices);
    mesh_facts facts;
    bool ok = (vertices && indices) || error_set("out of memory");
    ok = ok &&
         check(c->b,
               hpyr_poisson_surface_download(c->poisson, vertices, NULL, vertex_count, indices, triangle_count, NULL),
               "download");
    if (ok && !poisson_examine(vertices ? vertices->position : NULL, sizeof *vertices / sizeof(float), vertex_count,
                               indices, triangle_count, &facts))
        ok = error_set("out of memory");
    ok = ok && judge(c, scene, &facts);
    free(vertices);
    free(indices);
    return ok;
}

static void note(contest *c) {
    const hpyr_octree_report *octree = hpyr_octree_last_report(hpyr_poisson_octree(c->poisson));
    const hpyr_poisson_report *report = hpyr_poisson_last_report(c->poisson);
    c->row.nodes = octree->nodes;
    c->row.counts = c->counts;
    c->row.bytes = hpyr_poisson_memory(c->poisson);
    for (uint32_t depth = 0; depth <= c->row.depth; depth++) {
        c->row.iterations += report->iterations[depth];
        c->row.residual = fmax(c->row.residual, (double)report->residuals[depth]);
    }
}

static bool create(contest *c) {
    const hpyr_octree_desc octree = {
        .capacity = c->row.points, .depth = c->row.depth, .growth = HPYR_OCTREE_GROWTH_GRADED};
    const hpyr_poisson_desc desc = {.capacity = c->row.points, .depth = c->row.depth};
    return check(c->b, hpyr_octree_create(c->context, &octree, &c->octree), "create") &&
           check(c->b, hpyr_poisson_create(c->context, &desc, &c->poisson), "create");
}

/* The first surface, which compiles; and whether it is right. */
static bool try_first(contest *c, const scene_mesh *scene) {
    double solve = NAN, surface = NAN, extract = NAN;
    if (!create(c) || !run_timed(c, POISSON_SOLVE, &solve) || !run_timed(c, POISSON_SURFACE, &surface))
        return false;
    c->vertices = lists_buffer(NULL, sizeof(hpyr_mesh_vertex) / 4 * (size_t)c->counts.crossed_edges + 1);
    c->indices = lists_buffer(NULL, 3 * (size_t)c->counts.triangles + 1);
    if (!run_timed(c, POISSON_EXTRACT, &extract))
        return false;
    c->row.first_ms = solve + surface + extract;
    note(c);
    if (!examine(c, scene))
        return false;
    unsigned long draws = hpi_gl_draws;
    bool ok = run_solve(c) && run_surface(c) && run_extract(c) && run_octree(c);
    c->row.draws = (uint32_t)(hpi_gl_draws - draws);
    return ok;
}

/* ---- rows ---- */

static bool open_peer(contest *c) {
    bench *b = c->b;
    if (b->peer)
        c->peer = peer_open(b->peer, c->positions, c->normals, c->row.points, c->row.depth);
    return !b->peer || c->peer;
}

static bool measure(contest *c) {
    static double ms[POISSON_TIMES][BENCH_MAX_RUNS];
    bench *b = c->b;
    uint32_t most = b->repeat ? b->repeat : b->peer ? LEAST_RUNS : BENCH_LEAST_RUNS;
    uint32_t least = b->repeat ? b->repeat : LEAST_RUNS, runs = 0;
    double start = clock_ms();
    bool ok = true;
    while (ok && runs < most && (runs < least || clock_ms() - start < 2 * b->budget_ms)) {
        double now[POISSON_TIMES];
        ok = run_all(c, now);
        for (poisson_time at = 0; at < POISSON_TIMES && ok; at++)
            ms[at][runs] = now[at];
        runs++;
    }
    for (poisson_time at = 0; at < POISSON_TIMES && ok; at++)
        c->row.ms[at] = median_of(ms[at], runs);
    c->row.runs = runs;
    return ok;
}

static bool append_row(bench *b, const poisson_row *row) {
    if (b->poisson_count == MAX_POISSONS)
        return error_set("poisson: too many rows");
    b->poissons[b->poisson_count++] = *row;
    return true;
}

static void close_contest(contest *c) {
    peer_close(c->peer);
    hpyr_octree_destroy(c->octree);
    hpyr_poisson_destroy(c->poisson);
    hpyr_context_destroy(c->context);
    const GLuint buffers[] = {c->points.positions.buffer, c->points.normals.buffer, c->vertices, c->indices};
    glDeleteBuffers(4, buffers);
}

static bool run_case(bench *b, const scene_mesh *scene, uint32_t count, uint32_t depth) {
    const hpyr_context_desc desc = {.log = bench_remember, .user = b};
    float *normals = malloc(3 * (size_t)count * sizeof *normals);
    float *positions = normals ? octrees_sample(&scene->mesh, count, normals) : NULL;
    contest c = {.b = b,
                 .row = {.model = scene->name, .points = count, .depth = depth},
                 .positions = positions,
                 .normals = normals,
                 .points = {.count = count, .margin = 1.1}};
    bool ok = positions || error_set("poisson: no memory, or the mesh has no area");
    if (ok) {
        c.points.positions.buffer = lists_buffer((const uint32_t *)positions, 3 * (size_t)count);
        c.points.normals.buffer = lists_buffer((const uint32_t *)normals, 3 * (size_t)count);
        ok = open_peer(&c) && check(b, hpyr_context_create(&desc, &c.context), "preparing OpenGL") &&
             try_first(&c, scene) && measure(&c) && append_row(b, &c.row);
        close_contest(&c);
    }
    free(positions);
    free(normals);
    return ok;
}

/* ---- the mesh ---- */

static bool open_scene(bench *b, scene_mesh *scene) {
    mesh *m = &scene->mesh;
    mesh_facts facts;
    bool ok =
        b->model ? mesh_load(b->model, m, NULL) : mesh_make_teapot(m, TEAPOT_DIVISIONS) || error_set("out of memory");
    scene->name = b->model ? b->model : "teapot";
    if (ok && mesh_is_closed(m)) {
        ok = poisson_examine(m->positions, 3, m->vertex_count, m->indices, m->triangle_count, &facts) ||
             error_set("out of memory");
        scene->volume = ok ? facts.volume : 0;
    }
    return ok;
}

bool bench_poisson(bench *b) {
    /* 353 272 points to depth 8 are the paper's bunny. */
    static const uint32_t CASES[][2] = {{100000, 6}, {353272, 8}, {1000000, 8}, {353272, 9}};
    size_t count = b->has_size || !b->is_full ? 2 : 4;
    scene_mesh scene = {.name = NULL};
    if (bench_has_floats(b)) {
        report_title(b, "Surfaces of points: OpenGL 2.1 has none");
        return true;
    }
    bool ok = open_scene(b, &scene);
    for (size_t i = 0; i < count && ok; i++)
        ok = run_case(b, &scene, b->has_size ? b->sizes[0] * b->sizes[0] : CASES[i][0], CASES[i][1]);
    if (ok)
        report_poisson(b);
    mesh_free(&scene.mesh);
    return ok;
}
