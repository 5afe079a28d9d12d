/* test_particles.c - HeartBreaker's physics, and its two engines against each other.  SPDX-License-Identifier: MIT */
#include "harness.h"

#include "common/draw.h"
#include "common/pipeline.h"
#include "engine.h"
#include "seeded.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static const float CENTRE[3] = {0, 0, 0};
static char error[ERROR_SIZE];

/* Fails with the line that a demo would show. */
#define WORKS(call)                                                                                                    \
    do {                                                                                                               \
        if (!(call)) {                                                                                                 \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, error);                                      \
            fail();                                                                                                    \
        }                                                                                                              \
    } while (0)
#define E error, sizeof error

/* ---- a model in voxels ---- */

typedef struct world {
    painter painter;
    library library;
    draw_mesh mesh;
    pipeline pipeline;
} world;

static void open_world(world *w, const env *e, mesh *m, const uint32_t grid[3]) {
    int gl = e->gl21 ? 21 : 33;
    mesh_fit fit = mesh_fit_none();
    run_times times;
    memset(w, 0, sizeof *w);
    pipeline_desc desc = {.grid = {grid[0], grid[1], grid[2]}};
    WORKS(painter_open(&w->painter, gl, E));
    WORKS(library_open(&w->library, gl, E));
    WORKS(draw_mesh_upload(&w->mesh, m, &fit, gl, E));
    mesh_free(m);
    WORKS(pipeline_create(&w->pipeline, &w->library, &desc, E));
    WORKS(pipeline_run(&w->pipeline, &w->mesh, NULL, PIPELINE_LIST, &times, E));
    WORKS(pipeline_make_list_texture(&w->pipeline, E));
    if (pipeline_has_attributes(&w->pipeline)) {
        WORKS(pipeline_make_attributes(&w->pipeline, &w->mesh, NULL, E));
    }
}

static void close_world(world *w) {
    pipeline_destroy(&w->pipeline);
    draw_mesh_free(&w->mesh);
    library_close(&w->library);
    painter_close(&w->painter);
    CHECK_GL();
}

/* The paper's model at the paper's grid. */
static void open_teapot(world *w, const env *e) {
    const uint32_t grid[3] = {64, 64, 256};
    mesh m;
    assert_true(mesh_make_teapot(&m, 7));
    open_world(w, e, &m, grid);
    assert_in_range(w->pipeline.total, 1500, 2200);
}

/* `count` squares across the whole volume, one for a slice: every cell is active. */
static void open_block(world *w, const env *e, uint32_t side, uint32_t slices) {
    const uint32_t grid[3] = {side, side, slices};
    mesh m;
    assert_true(mesh_allocate(&m, 4 * slices, 2 * slices));
    for (uint32_t i = 0; i < slices; i++) {
        const uint32_t corners[6] = {4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 2, 4 * i + 1, 4 * i + 3};
        for (uint32_t c = 0; c < 4; c++) {
            const float p[3] = {c % 2 ? 1.0f : -1.0f, c / 2 ? 1.0f : -1.0f, (2 * (float)i + 1) / (float)slices - 1};
            memcpy(m.positions + 3 * (4 * i + c), p, sizeof p);
        }
        memcpy(m.indices + 6 * i, corners, sizeof corners);
    }
    mesh_complete_normals(&m);
    open_world(w, e, &m, grid);
    assert_int_equal(w->pipeline.total, side * side * slices);
}

/* ---- a swarm ---- */

typedef struct cloud {
    engine *engine;
    particle_state *states;
    particle_rest *rests;
    uint32_t count;
} cloud;

static void read_cloud(cloud *c) {
    c->count = engine_swarm(c->engine)->count;
    free(c->states);
    c->states = malloc(((size_t)c->count + 1) * sizeof *c->states);
    assert_non_null(c->states);
    WORKS(engine_read(c->engine, c->states, E));
}

static void take_cloud(cloud *c, const pipeline *p) {
    double milliseconds = -1;
    WORKS(engine_take(c->engine, p, CENTRE, &milliseconds, E));
    assert_true(engine_kind_of(c->engine) == ENGINE_GPU ? isnan(milliseconds) : milliseconds >= 0);
    free(c->rests);
    c->rests = malloc(((size_t)p->total + 1) * sizeof *c->rests);
    assert_non_null(c->rests);
    WORKS(engine_read_rest(c->engine, c->rests, E));
    read_cloud(c);
    assert_int_equal(c->count, p->total);
}

static cloud open_cloud(const world *w, engine_kind kind, uint32_t seed) {
    cloud c = {0};
    c.engine = engine_create(kind, &w->painter, seed, E);
    if (!c.engine) {
        fail_msg("%s", error);
    }
    assert_int_equal(engine_swarm(c.engine)->count, 0);
    take_cloud(&c, &w->pipeline);
    return c;
}

static void close_cloud(cloud *c) {
    engine_destroy(c->engine);
    free(c->states);
    free(c->rests);
    memset(c, 0, sizeof *c);
    CHECK_GL();
}

static physics low_floor(void) {
    physics p = physics_default;
    p.floor = -0.95f;
    return p;
}

static impact impact_at(float x, float y, float z) {
    float length = sqrtf(x * x + y * y + z * z);
    impact hit = {{x, y, z}, {-x / length, -y / length, -z / length}};
    return hit;
}

static double distance(const float a[3], const float b[3]) {
    double dx = (double)a[0] - b[0], dy = (double)a[1] - b[1], dz = (double)a[2] - b[2];
    return sqrt(dx * dx + dy * dy + dz * dz);
}

static double farthest(const cloud *a, const cloud *b) {
    double most = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        double d = distance(a->states[i].position, b->states[i].position);
        most = d >= most ? d : isnan(d) ? INFINITY : most;
    }
    return most;
}

static void engines_agree_on(const world *w, uint32_t seed, const impact *hit, uint32_t steps) {
    physics p = low_floor();
    cloud clouds[2];
    for (int kind = 0; kind < 2; kind++) {
        clouds[kind] = open_cloud(w, (engine_kind)kind, seed);
        WORKS(engine_explode(clouds[kind].engine, &p, hit, E));
        WORKS(engine_advance(clouds[kind].engine, steps, E));
        read_cloud(&clouds[kind]);
    }
    assert_int_equal(clouds[0].count, clouds[1].count);
    double off = farthest(&clouds[0], &clouds[1]);
    fprintf(stderr, "%u particles, %u steps, seed %u: engines differ by %.2g\n", (unsigned)clouds[0].count,
            (unsigned)steps, (unsigned)seed, off);
    assert_true(off < 1e-3);
    close_cloud(&clouds[0]);
    close_cloud(&clouds[1]);
}

static void engines_agree_after_two_seconds(void **state) {
    const float points[][3] = {{0.1f, 0.2f, 0.5f}, {-0.6f, 0.1f, 0.0f}, {0.0f, 0.0f, 1e-4f}, {0.3f, -0.3f, -0.3f}};
    const env *e = *state;
    world w;
    open_teapot(&w, e);
    for (uint32_t i = 0; i < LENGTH(points); i++) {
        impact hit = impact_at(points[i][0], points[i][1], points[i][2]);
        engines_agree_on(&w, 1 + i * 977, &hit, 480);
    }
    close_world(&w);
}

static void engines_agree_on_many(void **state) {
    const env *e = *state;
    impact hit = impact_at(0.2f, 0.3f, 0.7f);
    world w;
    open_block(&w, e, e->small ? 24 : 128, 8);
    engines_agree_on(&w, 5, &hit, 480);
    close_world(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engines_agree_after_two_seconds),
        cmocka_unit_test(engines_agree_on_many),
    };
    return env_has_gl() ? cmocka_run_group_tests(tests, env_open, env_close) : HARNESS_SKIP;
}
