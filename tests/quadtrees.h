/* quadtrees.h - images for quadtrees, and comparison of a quadtree with the oracle's.  SPDX-License-Identifier: MIT */
#ifndef TEST_QUADTREES_H
#define TEST_QUADTREES_H

#include "oracle.h"

typedef enum picture_kind {
    PICTURE_FLAT,
    PICTURE_BUT_ONE,  /* flat but for one texel */
    PICTURE_RANDOM,   /* all bits, so all that a format has: NaN, infinities, both zeros */
    PICTURE_BLOCKS,   /* squares of equal numbers, of all sizes */
    PICTURE_NOISY,    /* the same, and a little noise in every channel */
    PICTURE_SLOPE,    /* grows along x and y */
    PICTURE_CHECKERS, /* no two neighbors are equal */
    PICTURE_SPECIAL, /* squares of few numbers, and some of those that are not ordinary; for integers the ends of their range */
    PICTURES
} picture_kind;

/** An image of that kind, which is not uploaded yet. */
image picture_make(picture_kind kind, hpyr_format format, uint32_t width, uint32_t height, uint64_t seed);

/** A photograph of assets/photos, as RGBA8 or its red channel as R8. */
image photograph_make(const char *name, hpyr_format format);

/** Leaves of the oracle; fails the test where there are none. */
typedef struct leaves {
    hpyr_quadtree_leaf *leaves;
    uint32_t count;
} leaves;

/** What a tolerance is called that differs by `steps` of the numbers that the texture stores. */
double tolerance_of(hpyr_format format, double steps);

/** Of the lower left part of an image, of the size of `desc`. */
leaves leaves_of(const image *im, const hpyr_quadtree_desc *desc, double steps);
void leaves_free(leaves *l);

hpyr_quadtree_desc desc_of(const image *im);
hpyr_quadtree *make_quadtree(env *e, const hpyr_quadtree_desc *desc);
void free_quadtree(env *e, hpyr_quadtree *tree);

/** Each texel is in one leaf and one only, no leaf could be larger, and their order is the Z-order. */
void check_tiling(const leaves *l, const hpyr_quadtree_desc *desc);

/** `count` leaves equal the oracle's from `first` on. */
void check_leaves(const hpyr_quadtree_leaf *got, const leaves *oracle, uint32_t first, uint32_t count,
                  const hpyr_quadtree_desc *desc);

/** Builds the quadtree of an image that is uploaded. Its number of leaves, all leaves, and what is painted are the
 *  oracle's. */
void check_quadtree(env *e, hpyr_quadtree *tree, const image *im, double steps);

/** A build has failed: nothing of an earlier one is left. */
void check_empty_quadtree(env *e, hpyr_quadtree *tree);

#endif
