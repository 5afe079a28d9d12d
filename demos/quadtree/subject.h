/* subject.h - what is looked at: an image and its quadtree.  SPDX-License-Identifier: MIT */
#ifndef QUADTREE_SUBJECT_H
#define QUADTREE_SUBJECT_H

#include "common/platform/library.h"

#include <stdbool.h>
#include <stdint.h>

/* What is timed: the quadtree until the number of its leaves is known, the list of leaves in CPU memory, and both. */
typedef enum subject_time { TIME_BUILD, TIME_LIST, TIME_TOTAL, TIME_COUNT } subject_time;

enum { SUBJECT_LEVELS = 16 };

/** How leaves are bounded; 0 is the library's default. */
typedef struct subject_desc {
    uint32_t smallest, largest;
} subject_desc;

/** Zero it first. */
typedef struct subject {
    library *library;
    subject_desc desc;
    char name[4096]; /* of the file, or of the built-in image */
    uint8_t *rgba;   /* row 0 is the bottom */
    uint32_t size[2];
    int channels;              /* that say something: 1 of gray images, 3 of those without transparency, or 4 */
    uint32_t texture, painted; /* the image, and the same as its leaves have it */
    hpyr_quadtree *tree;
    double tolerance; /* of what follows, of 255: */
    hpyr_quadtree_leaf *leaves;
    uint32_t leaf_count, room;
    uint32_t by_level[SUBJECT_LEVELS]; /* leaves with a side of 1 << level */
    double psnr;                       /* in dB; infinite where all pixels are equal */
    double ms[TIME_COUNT];
} subject;

/** Loads a file, or with NULL makes the built-in image. Nothing is built. */
bool subject_load(subject *s, library *l, const char *path, const subject_desc *desc);
void subject_free(subject *s);

/** Builds the quadtree, takes the list of its leaves, and paints them. */
bool subject_build(subject *s, double tolerance);

/** The same `runs` times; the times are medians then. */
bool subject_measure(subject *s, double tolerance, uint32_t runs);

/** What a channel of a leaf has of 255: a whole number, or a half. */
double subject_number(const hpyr_quadtree_leaf *leaf, int channel);

/** Leaves for each pixel. */
double subject_ratio(const subject *s);
/** The side of the largest leaf. */
uint32_t subject_largest(const subject *s);

#endif
