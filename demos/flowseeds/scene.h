/* scene.h - streamlines as ribbons, seeds as balls, in their box.  SPDX-License-Identifier: MIT */
#ifndef FLOWSEEDS_SCENE_H
#define FLOWSEEDS_SCENE_H

#include "subject.h"

#include "common/draw/camera.h"
#include "common/draw/draw.h"

typedef struct scene scene;

/** Colors of seeds by hpyr_flow_type without its bit, as a screen shows them; 0 is no critical point. */
extern const float SCENE_COLORS[5][3];

enum { SCENE_SPEED_COLORS = 4 };

/** Colors of speeds from 0 to the fastest, as a screen shows them. */
extern const float SCENE_SPEEDS[SCENE_SPEED_COLORS][3];

typedef struct scene_state {
    const subject *subject; /* which has run */
    const camera *camera;
    bool has_lines, has_seeds;
} scene_state;

/** NULL on failure. */
scene *scene_create(const painter *painter);
/** NULL is legal. */
void scene_destroy(scene *s);

/** From the front, and a little to the left, from above: z is up. */
camera scene_camera(const subject *s);

/** Draws into `framebuffer` and leaves it bound; `fine` is at twice the resolution. */
bool scene_draw(scene *s, const scene_state *state, uint32_t framebuffer, int width, int height, bool fine);

#endif
