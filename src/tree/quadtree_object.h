/* quadtree_object.h - what the files of the quadtree share.
 * SPDX-License-Identifier: MIT
 *
 * Stage s has a texel for each node of 4^s x 4^s cells: it is mipmap 2 (s - 1) of four textures. The
 * image itself is stage 0. Two levels of the quadtree are found at once, so that the texels of the
 * image are fetched once, and a texel of stage 1 says all about 4 x 4 cells:
 *
 *     low, high   the lowest and the highest number of the node (numbers.glsl)
 *     flags       which of the node's four children are uniform, and whether it is (reduce.frag.glsl)
 *     levels      which leaf the node is in, or which leaves are in it (leaf.glsl)
 *
 * low, high and flags are made from stage 1 up, levels from the last stage down. Then 8 x 8 cells at a
 * time are asked whether a leaf begins there, and a pyramid of layout BITS counts the answers. */
#ifndef HPI_TREE_QUADTREE_OBJECT_H
#define HPI_TREE_QUADTREE_OBJECT_H

#include "core/binding.h"
#include "core/pyramid_object.h"

#include <histopyramid/quadtree.h>

/* Texture units of passes. */
enum {
    HPI_QUADTREE_LOW_UNIT = 0,
    HPI_QUADTREE_IMAGE_UNIT = HPI_INPUT_UNIT,
    HPI_QUADTREE_HIGH_UNIT,
    HPI_QUADTREE_LEVELS_UNIT,
    HPI_QUADTREE_MORE_UNIT
};

enum { HPI_QUADTREE_LOW, HPI_QUADTREE_HIGH, HPI_QUADTREE_FLAGS, HPI_QUADTREE_LEVELS, HPI_QUADTREE_PLANES };

enum {
    HPI_QUADTREE_MOST_STAGES = 8,
    HPI_QUADTREE_MOST_LEVEL = 15, /* of a leaf: four bits hold it (leaf.glsl) */
    HPI_QUADTREE_BLOCK = 8,       /* cells of a block of bits along an axis */
    HPI_QUADTREE_ROW = 1024       /* texels of a row of the list */
};

struct hpyr_quadtree {
    hpyr_context *context;
    hpyr_quadtree_desc desc; /* with the defaults filled in */
    int stages;              /* the last one has one node */
    uint32_t side[2];        /* of mipmap 0: powers of two */
    GLuint planes[HPI_QUADTREE_PLANES];
    GLuint framebuffers[HPI_QUADTREE_MOST_STAGES]; /* of low, high and flags */
    GLuint bits, bits_framebuffer;
    hpyr_pyramid *pyramid;
    GLuint list, values, records; /* of a part of the leaves: the pyramid's points, values, and what callers get */
    uint32_t rows;                /* of the list */
    hpyr_texture image;           /* of the last build */
    bool is_built;
    hpi_bound bound;
};

/* ---- quadtree.c ---- */

/** NO_CONTEXT, or NOT_BUILT if there is no quadtree. `what` begins the message. */
hpyr_result hpi_quadtree_check_built(const hpyr_quadtree *tree, const char *what);

/* ---- quadtree_levels.c ---- */

/** The planes have this many mipmaps. */
int hpi_quadtree_mipmaps(const hpyr_quadtree *tree);

/** The format of a plane's texels. */
hpyr_format hpi_quadtree_plane_format(const hpyr_quadtree *tree, int plane);

/** Makes a program of entry file `entry`, with the defines of numbers.glsl and then `more`, and puts
 *  it to use. */
hpyr_result hpi_quadtree_program(const hpyr_quadtree *tree, const char *entry, const char *more, GLuint *program);

/** Sets uniform u_<name>. */
void hpi_quadtree_set(const hpyr_quadtree *tree, GLuint program, const char *name, GLint value);
void hpi_quadtree_set_pair(const hpyr_quadtree *tree, GLuint program, const char *name, uint32_t x, uint32_t y);

/** Binds mipmaps first to last of a plane to a unit, for the sampler u_<name>. */
void hpi_quadtree_show(const hpyr_quadtree *tree, GLuint program, const char *name, GLuint unit, int plane, int first,
                       int last);

/** Sets the uniforms of leaf.glsl and binds its texture to `unit`. */
void hpi_quadtree_use(const hpyr_quadtree *tree, GLuint program, const char *prefix, GLuint unit);

/** Finds low, high, flags and levels of all stages. The image is known. */
hpyr_result hpi_quadtree_find_levels(const hpyr_quadtree *tree, double tolerance);

/** Draws the bits: where leaves begin. */
hpyr_result hpi_quadtree_draw_bits(const hpyr_quadtree *tree);

#endif
