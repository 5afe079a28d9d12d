/* engine.c - what both engines share: the swarm, its random numbers, its acts.  SPDX-License-Identifier: MIT */
#include "engine_parts.h"

#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"
#include "shaders.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool make_random(engine *e, uint32_t seed) {
    e->random = malloc(ENGINE_RANDOM_COUNT * sizeof *e->random);
    if (!e->random)
        return error_set("out of memory for random numbers");
    physics_random(seed, ENGINE_RANDOM_COUNT, e->random);
    e->swarm.random = engine_make_list(ENGINE_RANDOM_SIDE, e->random);
    return draw_check("a texture of random numbers");
}

static bool make_passes(engine *e) {
    static const char *const names[PASS_COUNT] = {"#define LAUNCH\n", "#define STEPS\n", "#define RETURN\n"};
    for (int i = 0; i < PASS_COUNT && e->kind == ENGINE_GPU; i++) {
        const draw_program_desc desc = {heartbreaker_shaders,
                                        {"square.vert.glsl"},
                                        {"physics.glsl", "swarm.glsl", names[i], "update.frag.glsl"},
                                        DRAW_SQUARE_ATTRIBUTES};
        e->passes[i] = draw_program(e->painter, &desc);
        if (!e->passes[i])
            return false;
    }
    return true;
}

engine *engine_create(engine_kind kind, const painter *painter, uint32_t seed) {
    engine *e = memory_zeroed(sizeof *e);
    if (!e)
        return NULL;
    e->kind = kind;
    e->methods = kind == ENGINE_GPU ? &ENGINE_ON_GPU : &ENGINE_ON_CPU;
    e->painter = painter;
    e->swarm.side = 1;
    e->physics = physics_default;
    if (!make_random(e, seed) || !make_passes(e)) {
        engine_destroy(e);
        return NULL;
    }
    return e;
}

void engine_destroy(engine *e) {
    if (!e)
        return;
    for (int i = 0; i < PASS_COUNT; i++)
        if (e->passes[i])
            glDeleteProgram(e->passes[i]);
    glDeleteTextures(1, &e->swarm.random);
    engine_free_pairs(e);
    engine_free_arrays(&e->arrays);
    free(e->random);
    free(e);
}

bool engine_take(engine *e, const pipeline *p, double *download_ms) {
    swarm *s = &e->swarm;
    double milliseconds = e->kind == ENGINE_GPU ? NAN : 0;
    engine_rest(e);
    s->count = 0;
    if (p->list_texture.width != hpyr_list_side(p->total))
        return error_set("the list of %u points was not made", (unsigned)p->total);
    if (!p->has_attributes)
        return error_set("colors and normals of %u points were not made", (unsigned)p->total);
    s->count = p->total;
    s->side = p->list_texture.width;
    memcpy(s->grid, p->desc.grid, sizeof s->grid);
    s->cells = p->list_texture.name;
    s->normals = p->normals.name;
    s->colors = p->colors.name;
    bool ok = s->count == 0 || e->methods->take(e, &milliseconds);
    if (download_ms)
        *download_ms = milliseconds;
    s->count = ok ? s->count : 0;
    return ok;
}

static void show_state(engine *e) {
    e->swarm.moving = e->pairs[e->current].moving;
    e->swarm.speeds = e->pairs[e->current].speeds;
}

bool engine_explode(engine *e, const physics *p, const impact *hit) {
    engine_rest(e);
    e->physics = *p;
    e->impact = *hit;
    if (e->swarm.count > 0 && !e->methods->launch(e))
        return false;
    e->phase = PHASE_FLIGHT;
    show_state(e);
    return true;
}

bool engine_advance(engine *e, uint32_t steps) {
    if (e->phase != PHASE_FLIGHT)
        return steps == 0 || error_set("particles do not fly before an impact");
    if (steps > 0 && e->swarm.count > 0 && !e->methods->advance(e, steps))
        return false;
    e->steps += steps;
    show_state(e);
    return true;
}

uint32_t engine_steps(const engine *e) {
    return e->steps;
}

bool engine_turn_back(engine *e, float duration) {
    if (e->phase == PHASE_REST)
        return error_set("particles at home have no way back");
    e->duration = duration;
    if (e->swarm.count > 0 && !e->methods->turn_back(e))
        return false;
    e->phase = PHASE_RETURN;
    return true;
}

bool engine_reassemble(engine *e, float time) {
    if (e->phase != PHASE_RETURN)
        return error_set("particles were not told to turn back");
    if (e->swarm.count > 0 && !e->methods->reassemble(e, time))
        return false;
    show_state(e);
    return true;
}

void engine_rest(engine *e) {
    e->phase = PHASE_REST;
    e->steps = 0;
    e->swarm.moving = e->swarm.speeds = 0;
}

const swarm *engine_swarm(const engine *e) {
    return &e->swarm;
}

bool engine_read_rest(const engine *e, particle_rest *rests) {
    size_t texels = (size_t)e->swarm.side * e->swarm.side;
    if (e->swarm.count == 0)
        return true;
    float(*lists)[4] = malloc(2 * texels * sizeof *lists);
    if (!lists)
        return error_set("out of memory for %u particles", (unsigned)e->swarm.count);
    bool ok = engine_read_list(e, e->swarm.cells, lists) && engine_read_list(e, e->swarm.normals, lists + texels);
    if (ok)
        engine_make_rests(e, lists, lists + texels, rests);
    free(lists);
    return ok && draw_check("reading the particles back");
}

static bool read_homes(const engine *e, particle_state *states) {
    particle_rest *rests = malloc((size_t)e->swarm.count * sizeof *rests);
    if (!rests)
        return error_set("out of memory for %u particles", (unsigned)e->swarm.count);
    bool ok = engine_read_rest(e, rests);
    for (uint32_t i = 0; ok && i < e->swarm.count; i++) {
        memset(&states[i], 0, sizeof states[i]);
        memcpy(states[i].position, rests[i].home, sizeof rests[i].home);
    }
    free(rests);
    return ok;
}

static bool read_states(const engine *e, particle_state *states) {
    size_t texels = (size_t)e->swarm.side * e->swarm.side;
    float(*lists)[4] = malloc(2 * texels * sizeof *lists);
    if (!lists)
        return error_set("out of memory for %u particles", (unsigned)e->swarm.count);
    bool ok = engine_read_list(e, e->swarm.moving, lists) && engine_read_list(e, e->swarm.speeds, lists + texels);
    for (uint32_t i = 0; ok && i < e->swarm.count; i++) {
        memcpy(states[i].position, lists[i], 3 * sizeof(float));
        memcpy(states[i].velocity, lists[texels + i], 3 * sizeof(float));
        states[i].angle = lists[i][3];
        states[i].rate = lists[texels + i][3];
    }
    free(lists);
    return ok && draw_check("reading the particles back");
}

bool engine_read(const engine *e, particle_state *states) {
    if (e->swarm.count == 0)
        return true;
    return e->phase == PHASE_REST ? read_homes(e, states) : read_states(e, states);
}
