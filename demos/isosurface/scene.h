/* scene.h - a surface in its box, lit from both sides.  SPDX-License-Identifier: MIT */
#ifndef ISOSURFACE_SCENE_H
#define ISOSURFACE_SCENE_H

#include "surface.h"

#include "common/draw/camera.h"
#include "common/draw/draw.h"

typedef struct scene scene;

/** The surface's colors where light falls on it, as a screen shows them: outside, where the field is smaller, and inside. */
extern const float SCENE_OUTSIDE[3], SCENE_INSIDE[3];

typedef struct scene_state {
    surface *surface;
    const camera *camera;
    bool has_wires;
    bool is_upside_down; /* z points down, as slices of images that lie on each other do */
} scene_state;

/** NULL on failure. */
scene *scene_create(const painter *painter);
/** NULL is legal. */
void scene_destroy(scene *s);

/** From the front, and a little to the left, from above: z is up. */
camera scene_camera(const volume *v);

/** After every run of the surface that is drawn next. */
bool scene_update(scene *s, const surface *from, double iso);

/** Draws into `framebuffer` and leaves it bound; `fine` is at twice the resolution. */
bool scene_draw(scene *s, const scene_state *state, uint32_t framebuffer, int width, int height, bool fine);

#endif
