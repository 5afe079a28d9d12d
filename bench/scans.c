/* scans.c - surfaces of clean and dirty points beside the truth, and another program's.  SPDX-License-Identifier: MIT */
#include "knot.h"
#include "parts.h"
#include "poisson.h"
#include "store.h"

#include "common/mesh/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 0x1B56C4E9, MOST_POINTS = 350000, FEW_POINTS = 1000 };

/* What is judged of a mesh, in cells that follow each other: ours, and then the peer's. */
enum { DISTANCE, ANGLE, PARTS, VOLUME_ERROR, TRIANGLES, JUDGED };
enum { CLOUD = ROW_OWN, POINTS, DEPTH, PEER_DEPTH, SCREENING, OURS, PEER = OURS + JUDGED };

static const column COLUMNS[] = {{CLOUD, TEXT, "cloud", "cloud", 14},
                                 {POINTS, COUNT, "points", "points", 8},
                                 {DEPTH, COUNT, "depth", "depth", 5},
                                 {SCREENING, NUMBER, "screening", "screen", 6},
                                 {OURS + DISTANCE, NUMBER, "distance", "|distance", 8, 2, 1e-4},
                                 {PEER + DISTANCE, NUMBER, "peer_distance", "peer", 8, 2, 1e-4},
                                 {OURS + ANGLE, NUMBER, "degrees", "|degrees", 7, 2},
                                 {PEER + ANGLE, NUMBER, "peer_degrees", "peer", 7, 2},
                                 {OURS + PARTS, COUNT, "parts", "|parts", 5},
                                 {PEER + PARTS, COUNT, "peer_parts", "peer", 5},
                                 {OURS + VOLUME_ERROR, NUMBER, "volume_error", "|volume", 8, 2, 0.01, "%"},
                                 {PEER + VOLUME_ERROR, NUMBER, "peer_volume_error", "peer", 8, 2, 0.01, "%"},
                                 {OURS + TRIANGLES, COUNT, "triangles", "|triangles", 9},
                                 {PEER + TRIANGLES, COUNT, "peer_triangles", "peer", 9},
                                 {PEER_DEPTH, COUNT, "peer_depth"},
                                 {ROW_RUNS, COUNT, "runs"},
                                 {0}};
const table scans_table = {.key = "scans", .columns = COLUMNS};

/* Points on the knot. */
typedef struct cloud {
    const char *name;
    uint32_t count, depth;
    uint32_t peer_depth; /* 0: the same */
    double noise;        /* standard deviation along each axis, in parts of the longest side; normals have none */
    double outliers;     /* so many lie anywhere in the box instead, with any normal */
} cloud;

/* `reconstruct` takes depth 5 where 10 is asked for of the few points. */
static const cloud CLOUDS[] = {{"clean", MOST_POINTS, 7, 0, 0, 0},
                               {"clean", MOST_POINTS, 8, 0, 0, 0},
                               {"noise 0.01", MOST_POINTS, 7, 0, 0.01, 0},
                               {"outliers 2 %", MOST_POINTS, 7, 0, 0, 0.02},
                               {"few", FEW_POINTS, 5, 10, 0, 0}};
static const double SCREENINGS[] = {0, 4};

/* A mesh of ours or of another program. */
typedef struct surface {
    const float *positions;
    uint32_t stride, vertex_count; /* floats from a position to the next */
    const uint32_t *indices;
    uint32_t triangle_count;
} surface;

/* ---- points ---- */

/* Box and Muller 1958. */
static double find_normal(uint32_t *state) {
    const double radius = sqrt(-2 * log(1 - store_chance(state)));
    return radius * cos(6.283185307179586 * store_chance(state));
}

static void find_point(const cloud *c, double side, uint32_t *state, double point[3], double normal[3]) {
    knot_sample(state, point, normal);
    const bool is_outlier = store_chance(state) < c->outliers;
    for (int k = 0; k < 3; k++) {
        if (c->noise > 0)
            point[k] += c->noise * side * find_normal(state);
        if (is_outlier) {
            point[k] = (store_chance(state) - 0.5) * side;
            normal[k] = find_normal(state);
        }
    }
    const double length = vector_length(normal);
    for (int k = 0; k < 3; k++)
        normal[k] /= length;
}

static void make_points(const cloud *c, double side, uint32_t count, float *positions, float *normals) {
    uint32_t state = SEED;
    double point[3], normal[3];
    for (size_t i = 0; i < count; i++) {
        find_point(c, side, &state, point, normal);
        for (size_t k = 0; k < 3; k++) {
            positions[3 * i + k] = (float)point[k];
            normals[3 * i + k] = (float)normal[k];
        }
    }
}

/* ---- the truth ---- */

/* A point of a triangle by chance, and twice its area along its normal. */
static void find_on_triangle(const surface *s, size_t triangle, uint32_t *state, double point[3], double across[3]) {
    const float *corners[3];
    const double root = sqrt(store_chance(state)), way = store_chance(state);
    for (size_t i = 0; i < 3; i++)
        corners[i] = s->positions + (size_t)s->stride * s->indices[3 * triangle + i];
    mesh_cross(corners[0], corners[1], corners[2], across);
    for (int k = 0; k < 3; k++)
        point[k] = (1 - root) * (double)corners[0][k] + root * (1 - way) * (double)corners[1][k] +
                   root * way * (double)corners[2][k];
}

/* Averages over the mesh's area; each triangle has one point. */
static bool judge(const knot *k, const surface *s, double cells[JUDGED]) {
    uint32_t state = SEED;
    double area = 0, distances = 0, angles = 0, point[3], across[3], normal[3];
    mesh_facts facts;
    if (!poisson_examine(s->positions, s->stride, s->vertex_count, s->indices, s->triangle_count, &facts))
        return error_set("scans: out of memory");
    for (size_t i = 0; i < s->triangle_count && facts.parts > 0; i++) {
        find_on_triangle(s, i, &state, point, across);
        const double size = vector_length(across), far = knot_distance(k, point, normal);
        if (size > 0) {
            area += size;
            distances += size * fabs(far);
            angles += size * acos(fmin(fmax(vector_dot(across, normal) / size, -1), 1));
        }
    }
    cells[DISTANCE] = distances / area / k->side;
    cells[ANGLE] = angles / area * 57.29577951308232;
    cells[PARTS] = facts.parts;
    cells[VOLUME_ERROR] = facts.volume / k->volume - 1;
    cells[TRIANGLES] = s->triangle_count;
    return facts.parts > 0 || error_set("scans: a mesh without triangles");
}

/* ---- meshes ---- */

static bool judge_ours(bench *b, const knot *k, hpyr_poisson *poisson, double cells[JUDGED]) {
    hpyr_mesh_statistics counts;
    if (!bench_check(b, hpyr_poisson_surface_build(poisson, NULL), "surface") ||
        !bench_check(b, hpyr_poisson_surface_statistics(poisson, &counts), "statistics"))
        return false;
    const size_t vertex_count = (size_t)counts.crossed_edges, triangle_count = (size_t)counts.triangles;
    store s = {.b = b};
    hpyr_mesh_vertex *vertices = store_memory(&s, vertex_count + 1, sizeof *vertices);
    uint32_t *indices = store_memory(&s, 3 * triangle_count + 1, sizeof *indices);
    const bool ok = store_check(&s) && bench_check(b,
                                                   hpyr_poisson_surface_download(poisson, vertices, NULL, vertex_count,
                                                                                 indices, triangle_count, NULL),
                                                   "download");
    const surface ours = {.stride = sizeof *vertices / sizeof(float),
                          .positions = ok ? vertices->position : NULL,
                          .vertex_count = (uint32_t)vertex_count,
                          .indices = indices,
                          .triangle_count = (uint32_t)triangle_count};
    const bool judged = ok && judge(k, &ours, cells);
    store_free(&s);
    return judged;
}

static bool run_ours(bench *b, const knot *k, const hpyr_poisson_desc *desc, const hpyr_poisson_points *points,
                     double cells[JUDGED]) {
    hpyr_poisson *poisson = NULL;
    const bool ok = bench_check(b, hpyr_poisson_create(b->context, desc, &poisson), "create") &&
                    bench_check(b, hpyr_poisson_solve(poisson, points), "solve") && judge_ours(b, k, poisson, cells);
    hpyr_poisson_destroy(poisson);
    return ok;
}

/* Opening it has run it. */
static bool run_peer(const knot *k, const peer_desc *desc, double cells[JUDGED]) {
    mesh m = {0};
    peer *p = peer_open(desc);
    bool ok = p && peer_load(p, &m);
    peer_close(p);
    if (ok) {
        const surface theirs = {m.positions, 3, m.vertex_count, m.indices, m.triangle_count};
        ok = judge(k, &theirs, cells);
    }
    mesh_free(&m);
    return ok;
}

/* ---- rows ---- */

static bool run_case(bench *b, const knot *k, const cloud *c, double screening, uint32_t count, const float *positions,
                     const float *normals, const hpyr_poisson_points *points) {
    row r = row_of(&scans_table);
    const hpyr_poisson_desc desc = {.capacity = count, .depth = c->depth, .screening = screening};
    const peer_desc peer = {.program = b->peer,
                            .positions = positions,
                            .normals = normals,
                            .count = count,
                            .depth = c->peer_depth ? c->peer_depth : c->depth,
                            .screening = screening};
    r.t[CLOUD] = c->name;
    r.n[POINTS] = count;
    r.n[DEPTH] = c->depth;
    r.n[SCREENING] = screening;
    r.n[ROW_RUNS] = 1;
    if (b->peer)
        r.n[PEER_DEPTH] = peer.depth;
    return run_ours(b, k, &desc, points, r.n + OURS) && (!b->peer || run_peer(k, &peer, r.n + PEER)) &&
           bench_keep(b, &r);
}

static bool run_cloud(bench *b, const knot *k, const cloud *c) {
    const uint32_t most = b->has_size ? b->sizes[0] * b->sizes[0] : c->count;
    const uint32_t count = most < c->count ? most : c->count;
    const size_t floats = 3 * (size_t)count;
    store s = {.b = b};
    float *positions = store_memory(&s, floats, sizeof *positions);
    float *normals = store_memory(&s, floats, sizeof *normals);
    bool ok = store_check(&s);
    if (ok) {
        make_points(c, k->side, count, positions, normals);
        hpyr_poisson_points points = {.count = count, .margin = 1.1};
        points.positions.buffer = store_buffer(&s, floats * sizeof *positions, positions);
        points.normals.buffer = store_buffer(&s, floats * sizeof *normals, normals);
        ok = store_check(&s);
        for (size_t i = 0; i < COUNT_OF(SCREENINGS) && ok; i++)
            ok = run_case(b, k, c, SCREENINGS[i], count, positions, normals, &points);
    }
    store_free(&s);
    return ok;
}

bool bench_scans(bench *b) {
    const size_t first = b->row_count;
    const knot k = knot_make();
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(CLOUDS) && ok; i++)
        ok = run_cloud(b, &k, &CLOUDS[i]);
    bench_show(b, ok, &scans_table, first, "Surfaces of points on a knotted tube, beside the tube",
               "  distance: mean of the mesh from the tube, in 1e-4 of its longest side; degrees: mean angle between "
               "normals of\n"
               "  triangles and of the tube; volume: beside the tube's. Noise is in parts of the longest side");
    if (ok && b->peer)
        fprintf(b->stream, "  peer: %s, to the same depth, but 10 of few points, where reconstruct takes 5\n", b->peer);
    return ok;
}
