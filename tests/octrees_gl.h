/* octrees_gl.h - octrees that the GPU builds, compared with the oracle's.  SPDX-License-Identifier: MIT */
#ifndef TEST_OCTREES_GL_H
#define TEST_OCTREES_GL_H

#include <histopyramid/octree.h>

#include "octrees.h"

hpyr_octree *make_octree(env *e, const hpyr_octree_desc *desc);
void free_octree(env *e, hpyr_octree *octree);

/** A program that covers the viewport. `fragment` is a shader without its version; what it includes of the library's GLSL
 *  comes first. */
GLuint make_drawing(const char *fragment);

/** The points of a set in a buffer of their size. points_release frees it. */
hpyr_octree_points points_upload(const point_set *set);
void points_release(hpyr_octree_points *points);

/** Does an array exist only after hpyr_octree_share? */
bool is_shared(hpyr_octree_array array);

/** The report and every entry of every array. With `elements` it shares them, else there are none. */
void check_octree(env *e, hpyr_octree *octree, const hpyr_ref_octree *oracle, bool elements);

/** Builds the octree of a set and compares it. `desc` is what the octree was made from. */
void check_build(env *e, hpyr_octree *octree, const hpyr_octree_desc *desc, const point_set *set, bool elements);

/** There is no octree: every call says so. */
void check_empty(env *e, hpyr_octree *octree);

#endif
