/* engine_cpu.c - particles animated in CPU memory (Ziegler et al. 2006, section 9).  SPDX-License-Identifier: MIT */
#include "engine_parts.h"

#include "common/files/clock.h"
#include "common/files/error.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

void engine_free_arrays(engine_arrays *a) {
    free(a->rests);
    free(a->starts);
    free(a->moving);
    free(a->speeds);
    memset(a, 0, sizeof *a);
}

/* Lists are downloaded whole. */
static bool reserve_arrays(engine *e) {
    engine_arrays *a = &e->arrays;
    size_t texels = (size_t)e->swarm.side * e->swarm.side;
    if (texels <= a->capacity)
        return true;
    engine_free_arrays(a);
    a->rests = malloc(texels * sizeof *a->rests);
    a->starts = malloc(texels * sizeof *a->starts);
    a->moving = calloc(texels, sizeof *a->moving);
    a->speeds = calloc(texels, sizeof *a->speeds);
    if (!a->rests || !a->starts || !a->moving || !a->speeds) {
        engine_free_arrays(a);
        return error_set("out of memory for %u particles", (unsigned)e->swarm.count);
    }
    a->capacity = (uint32_t)texels;
    return true;
}

/* Cells and normals go through the arrays of the state, which is not there yet. */
static bool take(engine *e, double *milliseconds) {
    if (!reserve_arrays(e))
        return false;
    engine_arrays *a = &e->arrays;
    glFinish();
    double since = clock_ms();
    bool ok = engine_read_list(e, e->swarm.cells, a->moving) && engine_read_list(e, e->swarm.normals, a->speeds);
    glFinish();
    *milliseconds = clock_ms() - since;
    if (ok)
        engine_make_rests(e, a->moving, a->speeds, a->rests);
    return ok && draw_check("downloading the particles");
}

static particle_state load(const engine_arrays *a, size_t i) {
    particle_state s;
    memcpy(s.position, a->moving[i], 3 * sizeof(float));
    memcpy(s.velocity, a->speeds[i], 3 * sizeof(float));
    s.angle = a->moving[i][3];
    s.rate = a->speeds[i][3];
    return s;
}

static void store(engine_arrays *a, size_t i, const particle_state *s) {
    memcpy(a->moving[i], s->position, 3 * sizeof(float));
    memcpy(a->speeds[i], s->velocity, 3 * sizeof(float));
    a->moving[i][3] = s->angle;
    a->speeds[i][3] = s->rate;
}

static void upload_list(const engine *e, uint32_t texture, float (*texels)[4]) {
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, (GLsizei)e->swarm.side, (GLsizei)engine_rows(e), GL_RGBA, GL_FLOAT, texels);
    glBindTexture(GL_TEXTURE_2D, 0);
}

static bool upload(engine *e) {
    upload_list(e, e->pairs[0].moving, e->arrays.moving);
    upload_list(e, e->pairs[0].speeds, e->arrays.speeds);
    return draw_check("uploading the particles");
}

static bool launch(engine *e) {
    if (!engine_reserve_pairs(e))
        return false;
    for (uint32_t i = 0; i < e->swarm.count; i++) {
        particle_state s;
        physics_launch(&e->physics, &e->impact, &e->arrays.rests[i], &s);
        store(&e->arrays, i, &s);
    }
    e->current = 0;
    return upload(e);
}

static bool advance(engine *e, uint32_t steps) {
    for (uint32_t i = 0; i < e->swarm.count; i++) {
        particle_state s = load(&e->arrays, i);
        physics_steps(&e->physics, &e->impact, &e->arrays.rests[i], e->steps, steps, &s);
        store(&e->arrays, i, &s);
    }
    return upload(e);
}

static bool turn_back(engine *e) {
    for (uint32_t i = 0; i < e->swarm.count; i++)
        e->arrays.starts[i] = load(&e->arrays, i);
    return true;
}

static bool reassemble(engine *e, float time) {
    for (uint32_t i = 0; i < e->swarm.count; i++) {
        particle_state s;
        physics_return(&e->physics, &e->arrays.rests[i], &e->arrays.starts[i], time, e->duration, &s);
        store(&e->arrays, i, &s);
    }
    return upload(e);
}

const engine_methods ENGINE_ON_CPU = {take, launch, advance, turn_back, reassemble};
