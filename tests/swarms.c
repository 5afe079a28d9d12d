/* swarms.c - voxels of a mesh, and an engine that has them as particles.  SPDX-License-Identifier: MIT */
#include "swarms.h"

#include "common/mesh/mesh.h"
#include "common/platform/gl.h"
#include "common/voxels/pipeline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const float SWARM_ORIGIN[3] = {0, 0, 0};

/* ---- a model in voxels ---- */

void world_open(world *w, const env *e, mesh *m, const uint32_t grid[3]) {
    int gl = e->es ? GL_ES3 : e->gl21 ? 21 : 33;
    mesh_fit fit = mesh_fit_none();
    run_times times;
    memset(w, 0, sizeof *w);
    pipeline_desc desc = {.grid = {grid[0], grid[1], grid[2]}};
    WORKS(painter_open(&w->painter, gl));
    WORKS(library_open(&w->library, gl));
    WORKS(draw_mesh_upload(&w->mesh, m, &fit, gl));
    mesh_free(m);
    WORKS(pipeline_create(&w->pipeline, &w->library, &desc));
    WORKS(pipeline_run(&w->pipeline, &w->mesh, NULL, PIPELINE_LIST, &times));
    WORKS(pipeline_make_list_texture(&w->pipeline));
    WORKS(pipeline_make_attributes(&w->pipeline, &w->mesh, NULL));
}

void world_close(world *w) {
    pipeline_destroy(&w->pipeline);
    draw_mesh_free(&w->mesh);
    library_close(&w->library);
    painter_close(&w->painter);
    CHECK_GL();
}

void world_open_teapot(world *w, const env *e) {
    const uint32_t grid[3] = {64, 64, 256};
    mesh m;
    assert_true(mesh_make_teapot(&m, 7));
    world_open(w, e, &m, grid);
    assert_in_range(w->pipeline.total, 1500, 2200);
}

/* A square across the volume for each slice. */
void world_open_block(world *w, const env *e, uint32_t side, uint32_t slices) {
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
    world_open(w, e, &m, grid);
    assert_int_equal(w->pipeline.total, side * side * slices);
}

/* ---- a swarm ---- */

void cloud_read(cloud *c) {
    c->count = engine_swarm(c->engine)->count;
    free(c->states);
    c->states = make_room(((size_t)c->count + 1) * sizeof *c->states);
    WORKS(engine_read(c->engine, c->states));
}

void cloud_take(cloud *c, const pipeline *p) {
    double milliseconds = -1;
    WORKS(engine_take(c->engine, p, &milliseconds));
    assert_true(c->kind == ENGINE_GPU ? isnan(milliseconds) : milliseconds >= 0);
    free(c->rests);
    c->rests = make_room(((size_t)p->total + 1) * sizeof *c->rests);
    WORKS(engine_read_rest(c->engine, c->rests));
    cloud_read(c);
    assert_int_equal(c->count, p->total);
}

cloud cloud_open(const world *w, engine_kind kind, uint32_t seed) {
    cloud c = {.kind = kind};
    c.engine = engine_create(kind, &w->painter, seed);
    if (!c.engine)
        fail_msg("%s", error_text());
    assert_int_equal(engine_swarm(c.engine)->count, 0);
    cloud_take(&c, &w->pipeline);
    return c;
}

void cloud_close(cloud *c) {
    engine_destroy(c->engine);
    free(c->states);
    free(c->rests);
    memset(c, 0, sizeof *c);
    CHECK_GL();
}

physics swarm_physics(void) {
    return (physics){3.0f, 0.35f, 0.02f, 0.45f, 0.15f, -0.95f, 3.5f, 0.55f, 6.0f, 18.0f, 7.0f};
}

impact swarm_impact(float x, float y, float z) {
    float length = sqrtf(x * x + y * y + z * z);
    impact hit = {{x, y, z}, {-x / length, -y / length, -z / length}};
    return hit;
}

double swarm_distance(const float a[3], const float b[3]) {
    double dx = (double)a[0] - b[0], dy = (double)a[1] - b[1], dz = (double)a[2] - b[2];
    return sqrt(dx * dx + dy * dy + dz * dz);
}

double cloud_farthest(const cloud *a, const cloud *b) {
    double most = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        double d = swarm_distance(a->states[i].position, b->states[i].position);
        most = d >= most ? d : isnan(d) ? INFINITY : most;
    }
    return most;
}

void cloud_explode(cloud *c, const impact *hit) {
    physics p = swarm_physics();
    WORKS(engine_explode(c->engine, &p, hit));
    assert_int_equal(engine_steps(c->engine), 0);
}

void cloud_advance(cloud *c, uint32_t steps) {
    WORKS(engine_advance(c->engine, steps));
}

double cloud_from_home(const cloud *c) {
    double sum = 0;
    for (uint32_t i = 0; i < c->count; i++)
        sum += swarm_distance(c->states[i].position, c->rests[i].home);
    return sum / c->count;
}
