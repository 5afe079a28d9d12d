/* swarms.h - voxels of a mesh, and an engine that has them as particles, for HeartBreaker's tests.
 * SPDX-License-Identifier: MIT */
#ifndef TEST_SWARMS_H
#define TEST_SWARMS_H

#include "harness.h"
#include "works.h"

#include "common/voxels/pipeline.h"
#include "heartbreaker/engine.h"

extern const float SWARM_ORIGIN[3];

/** A mesh in voxels, with the lists that engines take. */
typedef struct world {
    painter painter;
    library library;
    draw_mesh mesh;
    pipeline pipeline;
} world;

/** Frees the mesh. */
void world_open(world *w, const env *e, mesh *m, const uint32_t grid[3]);
/** The paper's model at the paper's grid. */
void world_open_teapot(world *w, const env *e);
/** All cells of a volume of side x side x slices are active. */
void world_open_block(world *w, const env *e, uint32_t side, uint32_t slices);
void world_close(world *w);

/** An engine and what was last read of it. */
typedef struct cloud {
    engine *engine;
    engine_kind kind;
    particle_state *states;
    particle_rest *rests;
    uint32_t count;
} cloud;

/** The particles of `w`, at rest. */
cloud cloud_open(const world *w, engine_kind kind, uint32_t seed);
void cloud_close(cloud *c);
void cloud_take(cloud *c, const pipeline *p);
void cloud_read(cloud *c);
void cloud_explode(cloud *c, const impact *hit);
void cloud_advance(cloud *c, uint32_t steps);

/** Largest distance between particles of the same number; INFINITY where one is no number. */
double cloud_farthest(const cloud *a, const cloud *b);
/** Mean distance from home. */
double cloud_from_home(const cloud *c);

/** Particles fall onto a floor close below. It is not the default, which is a matter of looks. */
physics swarm_physics(void);
/** A shot at this point, towards the middle. */
impact swarm_impact(float x, float y, float z);
double swarm_distance(const float a[3], const float b[3]);

#endif
