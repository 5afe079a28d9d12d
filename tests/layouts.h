/* layouts.h - every layout in every form that it has, and scenes that compare one with the oracle.
 * SPDX-License-Identifier: MIT */
#ifndef TEST_LAYOUTS_H
#define TEST_LAYOUTS_H

#include "oracle.h"

/** A layout in one form. The table of what works is in layouts.c, taken from the documentation, not from the library. */
typedef struct combination {
    hpyr_layout layout;
    hpyr_order order;
    hpyr_count_format format;
    hpyr_base base;
    uint32_t most; /* max_count */
} combination;

/** Combination i of all that can be written down, without a max_count; false past the last one. */
bool combination_at(size_t i, combination *c);

/** What the table says, for a GL whose caps allow everything; `gl` is what env_gl answers. */
bool combination_works(const combination *c, int gl);

/** What this context should answer: the table, and the caps that BILINEAR, GL 2.1 and OpenGL ES hang on. */
bool combination_runs(const env *e, const combination *c);

/** "VEC4 MORTON FLOAT MERGED"; `name` holds 64 characters. */
const char *combination_name(const combination *c, char *name);

/** The layouts' table in Markdown. */
void combination_print_table(void);

/** The largest total that the documentation promises. */
uint64_t combination_limit(const combination *c);

hpyr_pyramid_desc combination_desc(const combination *c, const uint32_t size[3], uint32_t clones);

/** What a scene's pyramid is built from. */
typedef enum scene_input {
    INPUT_R8,            /* THRESHOLD 0.5 */
    INPUT_RGBA8,         /* THRESHOLD 0.5 of alpha, garbage elsewhere */
    INPUT_R32F,          /* RANGE, NaN and infinity among what is outside */
    INPUT_COUNTS,        /* build_counts, 0..15 */
    INPUT_COUNTS_FOUR,   /* the same, from one channel of four */
    INPUT_CUSTOM,        /* a CUSTOM discriminator without an input */
    INPUT_CUSTOM_TEXTURE /* one that multiplies the input's texel */
} scene_input;

/** A pyramid of cells that are known, in an image, or a volume that lies in a 3D texture or flat-3D. */
typedef struct scene {
    combination c;
    uint32_t size[3], clones;
    uint32_t *counts; /* of the cells, x fastest, without clones */
    image im;
    hpyr_flat3d map;
    hpyr_ref_pyramid *oracle; /* clones included */
    hpyr_discriminator *discriminator;
    hpyr_pyramid *pyramid;
    uint32_t total;
} scene;

/** Built. `fill` is the fraction of cells that are active, exactly one where it is negative. */
scene scene_make(env *e, const combination *c, const uint32_t size[3], scene_input input, double fill, uint32_t clones);
void scene_free(scene *s);

/** Builds it again from the same input; what a test does after it has misused the pyramid. */
void scene_build(env *e, scene *s);

/** Does the layout have this input? BITS holds counts only with `most`. */
bool scene_possible(const combination *c, scene_input input);

/** How many of the keys [first, first + count) there are. */
uint32_t scene_keys_in(const scene *s, uint32_t first, uint32_t count);

/** Total, the list by download, into buffers and textures, whole and in part, and ranks: all equal to the oracle's. */
void scene_check(env *e, const scene *s);

/** The list as floats or integers at `offset` in a buffer of `stride`; nothing else written. */
void scene_check_buffer(env *e, const scene *s, uint32_t first, uint32_t count, uint32_t offset, uint32_t stride);
void scene_check_texture(env *e, const scene *s, uint32_t first, uint32_t count, hpyr_format format);

/** The snippet in a fragment shader: select of every key, total, rank and count of every cell. */
void scene_check_fragments(env *e, const scene *s);

/** hpyr_pyramid_draw with the snippet in a vertex shader, one point a key, from `first` on. */
void scene_check_vertices(env *e, const scene *s, uint32_t first, uint32_t count);

/** Counts as they are, up to 2^32 - 1 (GL 2.1: what a float holds), in a 2D or 3D texture. */
image counts_image(const env *e, const uint32_t *counts, const uint32_t size[3]);

#endif
