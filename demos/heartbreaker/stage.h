/* stage.h - the picture: backdrop, floor, the solid, the particles, light and glow.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_STAGE_H
#define HEARTBREAKER_STAGE_H

#include "engine.h"

#include "common/draw/camera.h"
#include "common/draw/draw.h"

#include <stdbool.h>

typedef struct stage stage;

/** One frame. Positions are the volume's, where the mesh and the particles are. */
typedef struct stage_scene {
    const draw_mesh *mesh; /* as deformed; drawn where `sweep` < 1 */
    const swarm *swarm;    /* drawn where `sweep` > 0 */
    float sweep;     /* 0 the solid, 1 the cloud; between them a glowing front passes from the top to the bottom */
    float low, high; /* y of the mesh, which the front passes through */
    const physics *physics;
    const impact *hit;
    float time;  /* since the impact; below 0 before it */
    float ahead; /* seconds by which what is drawn is ahead of the swarm's state */
    float life;  /* 1: particles are as hot and as faded as `time` says; 0: all are cool and whole; or in between */
    camera look;
} stage_scene;

/** NULL on failure. */
stage *stage_create(const painter *painter);
/** NULL is legal. */
void stage_destroy(stage *s);

/** y of the floor, which physics.floor lies a particle's radius above. */
extern const float stage_floor;
/** Of a particle from such a grid, in the volume's units. */
float stage_radius(const uint32_t grid[3]);

/** Draws into `framebuffer`; `fine` doubles the resolution that is drawn at. Between painter_begin and painter_end. */
bool stage_draw(stage *s, const stage_scene *scene, uint32_t framebuffer, int width, int height, bool fine);

#endif
