/* scene.h - one input with a discriminator: textures, the oracle's list, and what lists are written to.
 * SPDX-License-Identifier: MIT */
#ifndef BENCH_SCENE_H
#define BENCH_SCENE_H

#include "bench.h"
#include "store.h"

/** | field  | zero means                                                     |
 *  |--------|----------------------------------------------------------------|
 *  | draw   | random R8 cells, a share of `fill` of them active              |
 *  | active | of `draw`: how many cells are active                           |
 *  | depth  | 1: an image                                                    |
 *  | costly | THRESHOLD 1; true: CUSTOM, neighborhood.glsl, of square images |
 *  | clones | 1                                                              |
 *
 *  `draw` fills a square RGBA8 picture. */
typedef struct scene_desc {
    const char *part, *picture;
    void (*draw)(uint8_t *rgba, uint32_t side, uint32_t active);
    uint32_t width, height, depth;
    double fill;
    uint32_t active;
    bool costly;
    uint32_t clones;
} scene_desc;

typedef struct scene {
    store store;
    scene_desc desc;
    hpyr_flat3d map;
    hpyr_texture flat;   /* the image, or the volume as it lies flat-3D */
    hpyr_texture volume; /* the same cells as a 3D texture, an image as an array; no name on GL 2.1 and for pictures */
    hpyr_texture list;
    int gl;                       /* see bench_gl */
    uint32_t buffer, framebuffer; /* the framebuffer draws into `list` */
    hpyr_point *points;           /* for hpyr_pyramid_download */
    uint32_t total;
    uint32_t *counts; /* as the flat texture lies, clones included */
    hpyr_point *expected;
    hpyr_order expected_order;
} scene;

/** NULL with error_text() where memory or a texture's size does not suffice. */
scene *scene_open(bench *b, const scene_desc *desc);
void scene_close(scene *s);

/** The scene's cells as a pyramid of `desc` reads them: VOLUME and COLUMN by cell, all others flat. */
const hpyr_texture *scene_input(const scene *s, const hpyr_pyramid_desc *desc);

/** Makes s->expected the oracle's list in `order`. */
bool scene_expect(scene *s, hpyr_order order);

/** Frees what only scene_expect needs again. */
void scene_forget(scene *s);

/** Wipes all lists: one that was never written must not pass for right. */
bool scene_wipe(bench *b, const scene *s);

/** Whether a list begins with s->expected. `alone`: and the other texels are marked unused. */
bool scene_buffer_is_right(const scene *s);
bool scene_list_is_right(const scene *s, bool alone);
bool scene_points_are_right(const scene *s);

#endif
