/* engine_parts.h - what the two engines are made of.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_ENGINE_PARTS_H
#define HEARTBREAKER_ENGINE_PARTS_H

#include "engine.h"

typedef enum engine_phase { PHASE_REST, PHASE_FLIGHT, PHASE_RETURN } engine_phase;

/** What one engine does its own way. None is called without particles. */
typedef struct engine_methods {
    /** New particles; `milliseconds` of their download. */
    bool (*take)(engine *e, double *milliseconds);
    bool (*launch)(engine *e);
    bool (*advance)(engine *e, uint32_t steps);
    /** Keeps the state as the start of the return. */
    bool (*turn_back)(engine *e);
    bool (*reassemble)(engine *e, float time);
} engine_methods;

extern const engine_methods ENGINE_ON_GPU, ENGINE_ON_CPU;

/** The state of all particles. */
typedef struct engine_pair {
    uint32_t moving, speeds;
    uint32_t framebuffer; /* of both; 0 on the CPU engine */
} engine_pair;

enum { PASS_LAUNCH, PASS_STEP, PASS_RETURN, PASS_COUNT };

/** In CPU memory; empty on the GPU engine. */
typedef struct engine_arrays {
    uint32_t capacity; /* of particles */
    particle_rest *rests;
    particle_state *starts;           /* of the return */
    float (*moving)[4], (*speeds)[4]; /* as in the textures, whole rows of them */
} engine_arrays;

struct engine {
    engine_kind kind;
    const engine_methods *methods;
    const painter *painter;
    swarm swarm;
    engine_phase phase;
    physics physics;
    impact impact;
    uint32_t steps;
    float duration;
    float (*random)[4];
    uint32_t passes[PASS_COUNT];
    engine_pair pairs[2]; /* the CPU engine has the first */
    uint32_t pair_side;
    int current; /* pair that holds the state */
    int start;   /* pair that holds the start of the return */
    engine_arrays arrays;
};

/** Rows of the lists that hold particles. */
uint32_t engine_rows(const engine *e);

/** Textures of the swarm's size for the state. */
bool engine_reserve_pairs(engine *e);
void engine_free_pairs(engine *e);
void engine_free_arrays(engine_arrays *a);
/** An RGBA32F list of these texels; NULL leaves them open. */
uint32_t engine_make_list(uint32_t side, const void *texels);
/** Texels of a list of the swarm's size, in rows of `side`; four floats each. */
bool engine_read_list(const engine *e, uint32_t texture, float (*texels)[4]);

/** Homes, normals and random numbers from the lists of cells and normals. */
void engine_make_rests(const engine *e, float (*cells)[4], float (*normals)[4], particle_rest *rests);

/** A pass over all particles: begin, its own uniforms, end. `state` may be NULL: the pass then has normals as input, if any. */
void engine_begin_pass(const engine *e, int pass, const engine_pair *state, uint32_t framebuffer);
void engine_end_pass(const engine *e);

#endif
