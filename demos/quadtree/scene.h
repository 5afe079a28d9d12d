/* scene.h - an image, its leaves, and the grid of their edges.  SPDX-License-Identifier: MIT */
#ifndef QUADTREE_SCENE_H
#define QUADTREE_SCENE_H

#include "subject.h"

#include "common/draw/image_view.h"

typedef struct scene scene;

typedef enum scene_shown { SHOWN_LEAVES, SHOWN_IMAGE, SHOWN_BOTH, SHOWN_COUNT } scene_shown;

extern const char *const SCENE_SHOWN_NAMES[]; /* ends with NULL */

typedef struct scene_state {
    const subject *subject;
    image_view view;
    scene_shown shown;
    bool has_grid;
    int raised; /* rows of pixels at the bottom that are not the scene's */
} scene_state;

/** NULL on failure. */
scene *scene_create(const painter *painter, library *library);
/** NULL is legal. */
void scene_destroy(scene *s);

/** Where images are in a target of this size: one or two areas. Returns how many. */
int scene_areas(const scene_state *state, int width, int height, image_area areas[2]);

/** Draws into a framebuffer of this size, all of it. The quadtree is built. */
bool scene_draw(scene *s, const scene_state *state, uint32_t framebuffer, int width, int height);

/** The same as RGB pixels, row 0 the bottom. To be freed by the caller; NULL on failure. */
uint8_t *scene_picture(scene *s, const scene_state *state, int width, int height);

#endif
