/* octrees.h - sets of points for octrees, and the oracle's octree of them.  SPDX-License-Identifier: MIT
 *
 * Sets are seeded: the same kind, number and seed give the same points everywhere. */
#ifndef TEST_OCTREES_H
#define TEST_OCTREES_H

#include "oracle.h"

/** How the points lie. */
typedef enum points_kind {
    POINTS_RANDOM,
    POINTS_SPHERE,     /* as a scan has them */
    POINTS_CLUSTERED,  /* a few dense clusters, far from each other */
    POINTS_PLANAR,     /* all have the same z */
    POINTS_COLLINEAR,  /* on a diagonal */
    POINTS_DUPLICATES, /* all are the same point */
    POINTS_TWINS,      /* a few different points, each many times, in no order */
    POINTS_ONE,        /* one point */
    POINTS_NONE,       /* no point */
    POINTS_BORDERS,    /* on borders of cells, in a cube whose sides are numbers of few bits */
    POINTS_NEAR,       /* on borders of cells and one number beside them, in a cube of odd sides */
    POINTS_OUTSIDE,    /* partly outside of a cube that is given, in all directions */
    POINTS_STRANGE,    /* every third one has a NaN or an infinity */
    POINTS_LOST,       /* all have a NaN or an infinity */
    POINTS_SMALL,      /* coordinates of about 1e-20 */
    POINTS_LARGE,      /* coordinates of about 1e30 */
    POINTS_FAR,        /* far from 0, so that many are rounded to the same numbers */
    POINTS_KINDS
} points_kind;

/** A set of points. Between them and before the first one are floats that are none of their coordinates. */
typedef struct point_set {
    points_kind kind;
    float *floats; /* all of the memory */
    uint32_t float_count;
    uint32_t first;  /* the float with the first coordinate */
    uint32_t stride; /* floats from a point to the next one */
    uint32_t count;
    double margin;         /* 0 where the cube is given */
    hpyr_octree_cube cube; /* side 0: the smallest cube with all points is to be found */
} point_set;

const char *points_name(points_kind kind);

/** At most `count` points; with a stride of 3 or more floats. */
point_set points_make(points_kind kind, uint32_t count, uint32_t first, uint32_t stride, uint32_t seed);
void points_free(point_set *set);
const float *points_at(const point_set *set, uint32_t i);

/** The cube that a build takes: the one that is given, or the oracle's. */
hpyr_octree_cube points_cube(const point_set *set);

/** The oracle's octree; fails the test where it cannot be built. */
hpyr_ref_octree points_octree(const point_set *set, const hpyr_octree_desc *desc);

/** Number of entries of an array for each node, element or point; and its name. */
uint32_t array_width(hpyr_octree_array array);
const char *array_name(hpyr_octree_array array);

/** Depth of a node of the oracle's. */
uint32_t depth_of_node(const hpyr_ref_octree *tree, uint32_t node);

/** Cell of a node of the oracle's in its depth, and back: the node of that depth there, or NONE. */
void cell_of_node(const hpyr_ref_octree *tree, uint32_t node, int32_t cell[3]);
uint32_t node_of_cell(const hpyr_ref_octree *tree, uint32_t depth, const int32_t cell[3]);

/** Cell of a point, as hpyr_octree_cube says. */
void cell_of_point(const hpyr_octree_cube *cube, const float *point, uint32_t depth, int32_t cell[3]);

#endif
