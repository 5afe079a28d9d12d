/* engine.h - all particles in motion, on the GPU or on the CPU as in the paper, with the same physics.
 * SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_ENGINE_H
#define HEARTBREAKER_ENGINE_H

#include "physics.h"

#include "common/draw/draw.h"
#include "common/voxels/pipeline.h"

#include <stdbool.h>

typedef enum engine_kind { ENGINE_GPU, ENGINE_CPU } engine_kind;

enum { ENGINE_RANDOM_SIDE = 64, ENGINE_RANDOM_COUNT = ENGINE_RANDOM_SIDE * ENGINE_RANDOM_SIDE };

typedef struct engine engine;

/** The particles as textures, all `side` x `side` texels but for `random`: particle i is texel (i % side, i / side).
 *  Names of GL textures, nearest filtered; those of the cloud are the pipeline's.
 *
 *  | cells   | RGBA32F, x y z of the voxel                      |
 *  | normals | RGBA32F, of unit length or 0                     |
 *  | colors | RGBA8, alpha 0 where there is no surface         |
 *  | moving  | RGBA32F, position and angle; 0 while all rest    |
 *  | speeds  | RGBA32F, velocity and rate; 0 while all rest     |
 *  | random  | RGBA32F, 64 x 64                                 |  */
typedef struct swarm {
    uint32_t count, side;
    uint32_t grid[3];
    uint32_t cells, normals, colors, moving, speeds, random;
} swarm;

/** NULL on failure. `painter` must outlive it.
 *  GL: functions leave no bindings behind, but some viewport; none is called between painter_begin and painter_end. */
engine *engine_create(engine_kind kind, const painter *painter, uint32_t seed);
/** NULL is legal. */
void engine_destroy(engine *e);

/** Takes the particles that the pipeline's last run found, whose list texture and attributes are made. They rest. The CPU engine
 *  downloads them, which is all that ever leaves the GPU; the pipeline must not run again while they move. `download_ms` is NAN for
 *  the GPU. */
bool engine_take(engine *e, const pipeline *p, double *download_ms);

/** At time 0 something hits them. Particles rest until the shock wave comes by. */
bool engine_explode(engine *e, const physics *p, const impact *hit);
/** Goes on by steps of 1/240 s; 0 is legal. Fails where nothing has hit them, or they were told to turn back. However many steps
 *  a call has, particles end up in the same places, bit for bit. */
bool engine_advance(engine *e, uint32_t steps);
/** Steps since the impact. */
uint32_t engine_steps(const engine *e);

/** From where particles are now they go home; then engine_reassemble at times that grow, in seconds, up to `duration`. */
bool engine_turn_back(engine *e, float duration);
bool engine_reassemble(engine *e, float time);

/** Sets the uniforms of shaders/physics.glsl in the program in use, as far as it has them. */
void engine_set_physics(uint32_t program, const physics *p, const impact *hit);

/** All rest again. */
void engine_rest(engine *e);

/** Valid until the next call of another function; a count of 0 before engine_take. */
const swarm *engine_swarm(const engine *e);

/** States of all particles, read back from their textures: for tests. */
bool engine_read(const engine *e, particle_state *states);
/** Homes and the rest likewise. */
bool engine_read_rest(const engine *e, particle_rest *rests);

#endif
