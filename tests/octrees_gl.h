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

/** Normals that were estimated, three floats a point, and what was said of them. */
typedef struct point_normals {
    float *at;
    hpyr_normals_report report;
} point_normals;

/** Estimates the normals of the points that the octree was built from, which are so many. Nothing may be written around them. The
 *  caller frees them. */
point_normals normals_estimate(env *e, hpyr_octree *octree, uint32_t count, const hpyr_normals_desc *desc);

/** Does an array exist only after hpyr_octree_share? */
bool is_shared(hpyr_octree_array array);

/** The report and every entry of every array. With `elements` it shares them, else there are none. */
void check_octree(env *e, hpyr_octree *octree, const hpyr_ref_octree *oracle, bool elements);

/** Builds the octree of a set and compares it. `desc` is what the octree was made from. */
void check_build(env *e, hpyr_octree *octree, const hpyr_octree_desc *desc, const point_set *set, bool elements);

/** There is no octree: every call says so. */
void check_empty(env *e, hpyr_octree *octree);

/* ---- shaders of a caller's that ask an octree or a solution on it, a pixel a question ---- */

/* A canvas that shows WALK_NOBODY has not been drawn to; WALK_PROBES_UNIT is the unit of the points that shaders ask about. */
enum { WALK_WIDTH = 256, WALK_NOBODY = 0xABCDEF, WALK_PROBES_UNIT = 6, WALK_TEXT = 16384 };

/** A program of `body` behind the library's text, of which it was said that it needs so many bytes. */
GLuint walk_program(const char *snippet, size_t needed, const char *body);

/** After env_pause, env_enter and a bind whose answer is in e->result: it has changed the program and these units, and nothing else. */
void walk_check_bind(env *e, GLuint program, const hpyr_binding *binding, uint32_t unit, uint32_t units,
                     const char *call);

/** Puts points into a texture and binds it as the program's u_probes. */
void walk_set_probes(GLuint texture, GLuint program, float (*probes)[3], uint32_t count);

/** After a bind: draws a pixel an entry. The texels are the caller's to free. */
uint32_t *walk_draw(const env *e, uint32_t entries);

/** After an unbind: deletes the program, and all state is GL's default again. */
void walk_end(env *e, GLuint program);

#endif
