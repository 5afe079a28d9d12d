/* reference/quadtree.h - the CPU reference of quadtree.h: the same leaves in plain C.
 * SPDX-License-Identifier: MIT
 *
 * The reference is there to check results and for tests. Unlike the rest of the library, its
 * functions and structs may change at any release. Its CMake target is histopyramid::reference. It
 * needs no GL. Threads may call it at the same time. quadtree_types.h says what a leaf is. */
#ifndef HPYR_REFERENCE_QUADTREE_H
#define HPYR_REFERENCE_QUADTREE_H

#include <histopyramid/export.h>
#include <histopyramid/quadtree_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Lists the leaves of an image, in the order of hpyr_quadtree_extract_buffer.
 *  Shapes: `texels` are desc->width * desc->height texels as glTexImage2D takes them for this format,
 *    row 0 first, without gaps. At most `capacity` leaves are written; *count receives how many there
 *    are. `leaves` may be NULL if `capacity` is 0.
 *  Units: `tolerance` as for hpyr_quadtree_build.
 *  Errors:
 *    INVALID_ARGUMENT: an argument is missing or out of range.
 *    TRUNCATED: there are more leaves than `capacity`.
 *  Cost: O(texels * log texels).
 *  Source: the paper, section 8.4; the report, section 7.4. */
HPYR_API hpyr_result hpyr_ref_quadtree(const hpyr_quadtree_desc *desc, const void *texels, double tolerance,
                                       hpyr_quadtree_leaf *leaves, size_t capacity, uint32_t *count);

#ifdef __cplusplus
}
#endif

#endif
