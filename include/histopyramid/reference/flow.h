/* reference/flow.h - the CPU reference of flow.h: the same seeds in plain C.
 * SPDX-License-Identifier: MIT
 *
 * The reference is there to check results and for tests. Unlike the rest of the library, its
 * functions and structs may change at any release. Its CMake target is histopyramid::reference. It
 * needs no GL. Threads may call it at the same time. flow_types.h says what seeds are. */
#ifndef HPYR_REFERENCE_FLOW_H
#define HPYR_REFERENCE_FLOW_H

#include <histopyramid/export.h>
#include <histopyramid/flow_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A field in CPU memory, and what is looked for in it. Nothing has a default: all members mean what
 *  they mean in hpyr_flow_desc and hpyr_flow_field. */
typedef struct hpyr_ref_flow {
    hpyr_flow_kind kind;   /**< What is looked for. */
    const float *samples;  /**< x fastest, then y, then z. Three numbers each; one number for BAND. */
    uint32_t size[3];      /**< Number of samples along x, y and z. */
    bool periodic[3];      /**< Which axes repeat. */
    double spacing[3];     /**< Step from a sample to the next, along each axis. */
    double origin[3];      /**< Place of sample (0,0,0). */
    hpyr_order order;      /**< The order of cells. */
    uint32_t tiles_x;      /**< Tiles in a row, for the orders that follow flat-3D texels. */
    double merge_distance; /**< CRITICAL: points that are closer are one point. */
    double threshold;      /**< VORTICITY: least length of the curl. */
    double isovalue;       /**< BAND: the level. */
    double width;          /**< BAND: how far from the level samples may be. */
} hpyr_ref_flow;

/** Finds the number of cells along x, y and z: samples for VORTICITY. One of them may be 0. The samples
 *  are not read, and may be NULL.
 *  Errors:
 *    INVALID_ARGUMENT: a size is 0. */
HPYR_API hpyr_result hpyr_ref_flow_cells(const hpyr_ref_flow *flow, uint32_t cells[3]);

/** Tells which cells a flow's discriminator takes: flags[i] becomes 1 for candidates of CRITICAL and
 *  for seeds of the others, else 0.
 *  Shapes: `flags` has an entry for each cell, x fastest, then y, then z.
 *  VORTICITY: `margins`, which may be NULL, gets how far the curl's length is from the threshold.
 *    Where this is as small as its rounding, a GPU may decide otherwise.
 *  Errors:
 *    INVALID_ARGUMENT: a size is 0.
 *  Cost: O(samples). */
HPYR_API hpyr_result hpyr_ref_flow_flags(const hpyr_ref_flow *flow, uint8_t *flags, double *margins);

/** Lists the seeds in the order of keys. Positions and values are computed in double precision, and
 *  rounded at the end. *count becomes how many there are, of which up to `capacity` are written to
 *  `seeds`, which may be NULL if `capacity` is 0.
 *  Errors:
 *    INVALID_ARGUMENT: a size or `tiles_x` is 0, or `order` is out of range.
 *    TRUNCATED: there are more than `capacity`.
 *  Cost: O(samples), and Newton's method for each candidate. */
HPYR_API hpyr_result hpyr_ref_flow_seeds(const hpyr_ref_flow *flow, hpyr_flow_seed *seeds, size_t capacity,
                                         uint32_t *count);

/** How often hpyr_ref_flow_refine begins in a cell. */
enum { HPYR_REF_FLOW_STARTS = 8 };

/** A critical point that one start has found. */
typedef struct hpyr_ref_flow_point {
    double position[3]; /**< Place of the point. */
    double length;      /**< Length of the vector there, which is nearly 0. */
    uint32_t type;      /**< A hpyr_flow_type, to which HPYR_FLOW_TYPE_SPIRAL may be added. */
} hpyr_ref_flow_point;

/** Looks for critical points in one cell, as hpyr_flow_build tells. Several starts may have found one
 *  point; hpyr_ref_flow_seeds merges those, this function does not.
 *  *count becomes the number of starts that have found a point, and as many `points` are written.
 *  Errors:
 *    INVALID_ARGUMENT: the kind is not CRITICAL, or there is no such cell. */
HPYR_API hpyr_result hpyr_ref_flow_refine(const hpyr_ref_flow *flow, const uint32_t cell[3],
                                          hpyr_ref_flow_point points[HPYR_REF_FLOW_STARTS], uint32_t *count);

#ifdef __cplusplus
}
#endif

#endif
