/* reference/features.h - the CPU reference of features.h: responses, peaks and records in plain C.
 * SPDX-License-Identifier: MIT
 *
 * The reference is there to check results and for tests. Unlike the rest of the library, its
 * functions and structs may change at any release. Its CMake target is histopyramid::reference. It
 * needs no GL. Threads may call it at the same time. features.h says what responses and features
 * are. Everything is computed in double precision.
 *
 * Descriptors here have no defaults: pass what hpyr_features_resolved tells. Their `width`, `height`
 * and `capacity` are not read.
 *
 * Source, and how it is cited here:
 *   - "the paper": Ziegler, Tevs, Theobalt, Seidel, "On-the-fly Point Clouds through Histogram
 *     Pyramids", Vision, Modeling and Visualization (VMV) 2006, http://www.tevs.eu/project_vmv06.html */
#ifndef HPYR_REFERENCE_FEATURES_H
#define HPYR_REFERENCE_FEATURES_H

#include <histopyramid/export.h>
#include <histopyramid/features_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The gray values of an image, or the responses of its pixels: one number a pixel, x fastest, then y,
 *  then sizes of blobs. Row 0 is the bottom. */
typedef struct hpyr_ref_field_2d {
    double *numbers; /**< width * height * layers of them. */
    uint32_t width;  /**< Pixels along x. */
    uint32_t height; /**< Pixels along y. */
    uint32_t layers; /**< 1, but for responses of blobs: their number of sizes. */
} hpyr_ref_field_2d;

/** Tells the luminance of a pixel of RGBA8, as hpyr_features_detect finds it. Red, green and blue
 *  are the first three bytes.
 *  Units: 0..255. */
HPYR_API hpyr_result hpyr_ref_features_luminance(const uint8_t rgba[4], uint32_t *luminance);

/** Computes the responses of an image whose gray values are `gray`. What is not above 0 is 0.
 *  Shapes: `responses` has memory for all its numbers, the size of `gray`, and one layer, or for BLOB
 *    desc->scales.
 *  Errors:
 *    INVALID_ARGUMENT: an argument is missing, a member of `desc` that must not be 0 is, sizes differ,
 *      or `layers` is another number.
 *    OUT_OF_MEMORY: there is no memory for Gaussians or for products of gradients.
 *  Cost: O(pixels * block_size^2); for blobs O(pixels * radius) for each Gaussian.
 *  Source: the paper, section 8.1. */
HPYR_API hpyr_result hpyr_ref_features_respond(const hpyr_features_desc *desc, const hpyr_ref_field_2d *gray,
                                               const hpyr_ref_field_2d *responses);

/** Lists the features of responses, the strongest first. *count is how many there are, of which up to
 *  `capacity` are written to `found`, which may be NULL if `capacity` is 0.
 *  Errors:
 *    INVALID_ARGUMENT: an argument is missing, or a member of `desc` that must not be 0 is.
 *    TRUNCATED: there are more than `capacity`. The strongest were written.
 *    OUT_OF_MEMORY: there is no memory for the list.
 *  Cost: O(pixels * window^2), and a sort. */
HPYR_API hpyr_result hpyr_ref_features_find(const hpyr_features_desc *desc, const hpyr_ref_field_2d *responses,
                                            hpyr_feature *found, size_t capacity, uint32_t *count);

#ifdef __cplusplus
}
#endif

#endif
