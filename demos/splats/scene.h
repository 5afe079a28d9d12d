/* scene.h - splats, drawn from the farthest to the nearest.  SPDX-License-Identifier: MIT */
#ifndef SPLATS_SCENE_H
#define SPLATS_SCENE_H

#include "prints.h"
#include "sorter.h"

#include "common/draw/draw.h"

typedef struct scene scene;

/** Steps of a frame. */
enum { STEP_KEYS, STEP_SORT, STEP_DRAW, STEP_FRAME, STEP_COUNT, GPU_STEP_COUNT = 3 };

/** Milliseconds; NAN where there was no such step, or where it was not measured. The frame's is the sum of all. */
typedef struct scene_times {
    double ms[STEP_COUNT];
    double gpu_ms[GPU_STEP_COUNT];
} scene_times;

/** What is drawn. */
typedef struct scene_state {
    const splat_store *store;
    splat_camera camera;    /* its size is that of the picture, which is scaled to what is shown */
    uint32_t width, height; /* of what is shown */
    splat_looks looks;
    sort_way way;
    bool has_room; /* behind the splats, instead of the camera's background */
} scene_state;

/** Keeps both pointers. NULL on failure. */
scene *scene_create(library *l, const painter *painter);
/** NULL is legal. */
void scene_destroy(scene *s);

/** Times on the GPU's own clock, too, where it has one that works: it takes a probe of some milliseconds. */
void scene_measure_gpu(scene *s);

/** Draws into `framebuffer` and leaves it bound. The GPU's way to sort reads nothing back. With `times` it waits for the GPU after each
 *  step; NULL is legal. */
bool scene_draw(scene *s, const scene_state *state, uint32_t framebuffer, scene_times *times);

/** Reads back, of the last frame: the keys, and the splats in the order that they were drawn in. Each has room for one of each splat. */
bool scene_read_keys(const scene *s, float *keys);
bool scene_read_order(const scene *s, uint32_t *order);

#endif
