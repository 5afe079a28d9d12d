/* features_types.h - what features.h and its CPU reference share: descriptors and records.
 * SPDX-License-Identifier: MIT
 *
 * This header needs no GL. features.h explains it. */
#ifndef HPYR_FEATURES_TYPES_H
#define HPYR_FEATURES_TYPES_H

#include <histopyramid/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a feature is. features.h says what M is. */
typedef enum hpyr_detector {
    HPYR_DETECTOR_DEFAULT = 0,    /**< HARRIS. */
    HPYR_DETECTOR_HARRIS = 1,     /**< Corners: det(M) - k * trace(M)^2. */
    HPYR_DETECTOR_SHI_TOMASI = 2, /**< Corners: the smaller eigenvalue of M. */
    HPYR_DETECTOR_BLOB = 3        /**< Blobs: differences of Gaussians of several sizes. */
} hpyr_detector;

/** Which blobs are found. */
typedef enum hpyr_polarity {
    HPYR_POLARITY_DEFAULT = 0, /**< BOTH. */
    HPYR_POLARITY_BOTH = 1,    /**< Bright ones and dark ones. A record does not tell which. */
    HPYR_POLARITY_BRIGHT = 2,  /**< Blobs that are brighter than what is around them. */
    HPYR_POLARITY_DARK = 3     /**< Blobs that are darker. */
} hpyr_polarity;

/** What features are looked for, and in what images.
 *
 *  | member        | used by            | meaning                                             | zero means        |
 *  |---------------|--------------------|-----------------------------------------------------|-------------------|
 *  | width, height |                    | size of the largest image                           | an error          |
 *  | capacity      |                    | most features that are kept                         | 16 384            |
 *  | detector      |                    | what a feature is                                   | HARRIS            |
 *  | threshold     |                    | smallest response of a feature                      | `quality` decides |
 *  | quality       |                    | the same, divided by the strongest response         | 0.01              |
 *  | window        |                    | side of the window of a feature: 3 or 5, for BLOB 3 | 3                 |
 *  | block_size    | HARRIS, SHI_TOMASI | side of the square of M's sums: 3, 5 or 7           | 3                 |
 *  | harris_k      | HARRIS             | k, above 0 and below 0.25                           | 0.04              |
 *  | scales        | BLOB               | number of sizes of blobs, up to 16                  | see below         |
 *  | scale         | BLOB               | smallest size, in pixels: 0.5 or more               | 1.5               |
 *  | ratio         | BLOB               | each size divided by the one before, 1.1 to 2       | 1.6               |
 *  | polarity      | BLOB               | which blobs are found                               | BOTH              |
 *  | edge_ratio    | BLOB               | r of the test of edges, above 1; INFINITY: no test  | 10                |
 *
 *  `capacity` is at most half of hpyr_caps.max_list_length.
 *  `threshold` or `quality` is given, not both. `quality` is up to 1. A response that equals the
 *  smallest one is large enough. The strongest response is that of the image, over all sizes of blobs
 *  and by their `polarity`.
 *  A size of blobs is the standard deviation of a Gaussian blob. The largest Gaussian that is
 *  used has scale * ratio^(scales - 0.5), which must be at most 100 pixels. If `scales` is 0, it is chosen
 *  so that the largest size, scale * ratio^(scales - 1), is nearest to a limit: 64 pixels, or a quarter
 *  of the smaller one of `width` and `height` if that is less. There is at least one size, there are at
 *  most 16, and no Gaussian is above 100 pixels. With all defaults these are 9 sizes, from 1.5 to 64
 *  pixels, for an image of 256 x 256 or more. hpyr_features_resolved tells.
 *  A member that the detector does not use must be zero. */
typedef struct hpyr_features_desc {
    uint32_t width, height;
    uint32_t capacity;
    hpyr_detector detector;
    double threshold;
    double quality;
    uint32_t window;
    uint32_t block_size;
    double harris_k;
    uint32_t scales;
    double scale;
    double ratio;
    hpyr_polarity polarity;
    double edge_ratio;
} hpyr_features_desc;

/** One feature. */
typedef struct hpyr_feature {
    uint32_t x;      /**< Column of its pixel, from the left. */
    uint32_t y;      /**< Row of its pixel, from the bottom. */
    float response;  /**< How strong it is: above 0, and finite. */
    float offset[2]; /**< From the pixel's center to the place where the response is highest, by a
                      *   quadratic through the responses around it: -0.5 to 0.5 pixels each, to the
                      *   right and upwards. In texture coordinates this place is
                      *   (x + 0.5 + offset[0]) / width, (y + 0.5 + offset[1]) / height, by the size of the
                      *   image. */
    float scale;     /**< A blob's size in pixels, interpolated between sizes. A disc of radius r has
                      *   about r / 1.41. 0 for a corner. */
} hpyr_feature;

#ifdef __cplusplus
}
#endif

#endif
