/* flow_types.h - what the seeds are that flow.h finds.
 * SPDX-License-Identifier: MIT
 *
 * This header needs no GL. The GPU's seeds (flow.h) and the CPU reference (reference/flow.h) share
 * it. */
#ifndef HPYR_FLOW_TYPES_H
#define HPYR_FLOW_TYPES_H

#include <histopyramid/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What is listed. */
typedef enum hpyr_flow_kind {
    HPYR_FLOW_KIND_DEFAULT = 0,   /**< CRITICAL. */
    HPYR_FLOW_KIND_CRITICAL = 1,  /**< Critical points: places where a field of vectors is zero. */
    HPYR_FLOW_KIND_VORTICITY = 2, /**< Samples where the curl of a field of vectors is long enough. */
    HPYR_FLOW_KIND_BAND = 3       /**< Cells of a narrow band around a level of a field of numbers. */
} hpyr_flow_kind;

/** What a field of vectors does around a critical point. The eigenvalues of the Jacobian decide: the
 *  flow leaves where their real part is positive, and enters where it is negative.
 *  HPYR_FLOW_TYPE_SPIRAL is added to one of the other numbers if two eigenvalues are complex. So
 *  `type & 7` is the type without it. */
typedef enum hpyr_flow_type {
    HPYR_FLOW_TYPE_NO_POINT = 0,   /**< The seed is no critical point. */
    HPYR_FLOW_TYPE_SOURCE = 1,     /**< The flow leaves in all directions. */
    HPYR_FLOW_TYPE_SINK = 2,       /**< The flow enters from all directions. */
    HPYR_FLOW_TYPE_SADDLE_OUT = 3, /**< The flow leaves along a line, and enters along a surface. */
    HPYR_FLOW_TYPE_SADDLE_IN = 4,  /**< The flow enters along a line, and leaves along a surface. */
    HPYR_FLOW_TYPE_SPIRAL = 8      /**< A bit: the flow turns around the point. */
} hpyr_flow_type;

/** One seed: 32 bytes. A buffer of them can be drawn as it is.
 *
 *  | kind      | position                  | value                            | cell               |
 *  |-----------|---------------------------|----------------------------------|--------------------|
 *  | CRITICAL  | the critical point        | nearly 0, see below              | cell that found it |
 *  | VORTICITY | the sample                | length of the curl               | the sample         |
 *  | BAND      | the middle of the cell    | see hpyr_flow_build              | the cell           |
 *
 *  Cell (i,j,k) lies between the samples i, j, k and the next ones. Positions have the units of the
 *  grid's `spacing` and `origin`: sample i lies at origin + i * spacing, and the middle of cell i at
 *  origin + (i + 0.5) * spacing. Without a spacing the samples of an axis go from -1 to 1, see
 *  hpyr_flow_desc.
 *  The value of VORTICITY is infinite if the curl is longer than the largest float. It may be 0 if it
 *  is shorter than 2^-126.
 *  The value of a critical point is the length of the vector there. It tells how far Newton's method
 *  was from a zero. */
typedef struct hpyr_flow_seed {
    float position[3]; /**< Place of the seed: x, y, z. */
    float value;       /**< A number that goes with it, see the table. */
    uint32_t cell[3];  /**< Column, row and slice. */
    uint32_t type;     /**< CRITICAL: a hpyr_flow_type, to which HPYR_FLOW_TYPE_SPIRAL may be added. Else 0. */
} hpyr_flow_seed;

#ifdef __cplusplus
}
#endif

#endif
