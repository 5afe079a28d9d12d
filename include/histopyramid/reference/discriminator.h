/* reference/discriminator.h - the CPU reference of discriminators.
 * SPDX-License-Identifier: MIT
 *
 * The reference is there to check results and for tests. Unlike the rest of the library, its
 * functions and structs may change at any release. Its CMake target is histopyramid::reference. It
 * needs no GL. Threads may call it at the same time. discriminator.h says what the kinds of
 * discriminators are.
 *
 * Sources, and how they are cited here:
 *   - "the report": Ziegler, Tevs, Theobalt, Seidel, "GPU Point List Generation through Histogram
 *     Pyramids", report MPI-I-2006-4-002 of the Max Planck Institute for Informatics, 2006,
 *     https://pure.mpg.de/rest/items/item_1819167_4/component/file_1840866/content
 *   - "Dyken et al.": Dyken, Ziegler, Theobalt, Seidel, "High-speed Marching Cubes using
 *     HistoPyramids", Computer Graphics Forum 27(8), 2008,
 *     https://doi.org/10.1111/j.1467-8659.2008.01182.x. Its sections are cited by the numbers of the
 *     authors' draft of 2007; docs/papers.md names them. */
#ifndef HPYR_REFERENCE_DISCRIMINATOR_H
#define HPYR_REFERENCE_DISCRIMINATOR_H

#include <histopyramid/export.h>
#include <histopyramid/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Pixels in CPU memory, without gaps, x fastest, then y, then z. Row 0 is the bottom, as in a GL
 *  texture.
 *  R16F pixels are the 16 bits of a half float, in uint16_t. */
typedef struct hpyr_ref_image {
    const void *pixels;   /**< The first pixel. */
    hpyr_format format;   /**< The format of a pixel. */
    hpyr_channel channel; /**< The channel that is read. 0 is alpha of formats with four
                                    *   channels, red of all others. */
    uint32_t width;       /**< Pixels along x. */
    uint32_t height;      /**< Pixels along y. */
    uint32_t depth;       /**< Pixels along z. 0 means 1. */
} hpyr_ref_image;

/** Computes what a discriminator of kind RANGES does with one range: counts[i] becomes 1 where min <= value of
 *  pixel i <= max, else 0. NaN is never active. For THRESHOLD t pass t and INFINITY.
 *  Shapes: `counts` has width * height * depth entries, in the order of the pixels.
 *  Units: values are 0..1 for R8, RGBA8 and R16, integers for the UI and I formats, and floats for
 *    the F formats.
 *  Errors:
 *    INVALID_ARGUMENT: a size is 0, `format` or `channel` is not allowed, a bound is NaN, or `min`
 *      is above `max`.
 *  Cost: O(pixels).
 *  Source: the report, section 3. */
HPYR_API hpyr_result hpyr_ref_discriminate(const hpyr_ref_image *image, double min, double max, uint32_t *counts);

/** Computes what a discriminator of kind RANGES does: counts[i] becomes 1 where the value of pixel i
 *  lies in one of the ranges, whose ends belong to them, else 0. NaN is never active.
 *  Shapes: `counts` has width * height * depth entries, in the order of the pixels.
 *  Errors:
 *    INVALID_ARGUMENT: as hpyr_ref_discriminate, or there is no range.
 *  Cost: O(pixels * ranges).
 *  Source: the report, section 3. */
HPYR_API hpyr_result hpyr_ref_ranges(const hpyr_ref_image *image, const hpyr_range *ranges, uint32_t range_count,
                                     uint32_t *counts);

/** Computes what a discriminator of kind LOCAL_MAX does: counts[i] becomes 1 where the value of pixel
 *  i is at least `threshold` and the largest of its window, else 0. A pixel must be larger than all
 *  pixels of its window that come before it in scan-line order (x, then y, then z), and must not be
 *  smaller than those that come after it. Pixels outside of the image, and NaN, do not count. -0 and
 *  +0 are equal. For no threshold pass -INFINITY.
 *  Shapes: `counts` has width * height * depth entries, in the order of the pixels. `window` is the
 *    side of the window, 3 or 5. It is a cube if the image has more than one slice, and then 3.
 *  Errors:
 *    INVALID_ARGUMENT: as hpyr_ref_discriminate, or `window` is not allowed.
 *  Cost: O(pixels * window^2), for volumes window^3. */
HPYR_API hpyr_result hpyr_ref_local_max(const hpyr_ref_image *image, uint32_t window, double threshold,
                                        uint32_t *counts);

/** Computes what a discriminator of kind EDGE does: counts[i] becomes 1 where the gradient of the
 *  values at pixel i is at least `threshold` long, else 0. Neighbors outside of the image repeat the
 *  nearest pixel inside.
 *  Everything is computed in double. With M = 255 or 65535 for normalized formats, else 1, and codes
 *  in place of their values, the rule is
 *
 *      sqrt(sx * sx + sy * sy + sz * sz) / (n * M) >= threshold,
 *
 *  where the sums sx, sy, sz are those of `edge_operator` before they are divided by its n. For codes
 *  and integers of 16 bits or fewer all of this is exact but for the root and the division.
 *  `margin` has the same shape as `counts` and may be NULL. It becomes 1 where a GPU, which computes in
 *  single precision, may decide otherwise. That is so in three cases:
 *    - The length and the threshold differ by at most 4e-6 times the largest number in the window.
 *    - They differ by at most 4e-6 times the threshold.
 *    - A number in the window is finite, but above 1e35. Then a sum may be infinite.
 *  A window with a number that is not finite has a margin of 0. If a sum is NaN, the count is 0.
 *  Errors:
 *    INVALID_ARGUMENT: as hpyr_ref_discriminate, or `edge_operator` is unknown.
 *  Cost: O(pixels). */
HPYR_API hpyr_result hpyr_ref_edge(const hpyr_ref_image *image, hpyr_edge_operator edge_operator, double threshold,
                                   uint32_t *counts, uint8_t *margin);

/** Computes what a discriminator of kind TEMPLATE does: counts[i] becomes 1 where the pixels at and
 *  above, and to the right of, pixel i are like `pattern`, else 0. Where the pattern would leave the
 *  image the count is 0.
 *  Everything is computed in double. For DIFFERENCES with codes or integers the pattern is first
 *  rounded to these, as in discriminator.h.
 *  `margin` has the same shape as `counts` and may be NULL. It becomes 1 where single precision may
 *  decide otherwise: where the correlation is within 1e-4 of the threshold; or where for floats and
 *  integers of 32 bits the sum of differences is within 1e-4 of the threshold, relative to it, or
 *  within 1e-6 of the sum of all absolute values; or where the root of the sum of squares that the
 *  correlation is divided by lies outside of 1e-15 to 1e15. Where a sum is NaN, the count is 0.
 *  Shapes: `pattern` has width * height values, row by row, lowest first.
 *  Errors:
 *    INVALID_ARGUMENT: as hpyr_ref_discriminate, or `measure` is unknown, or a size is 0 or larger than
 *      that of the image.
 *  Cost: O(pixels * width * height).
 *  Source: the report, section 3. */
HPYR_API hpyr_result hpyr_ref_template(const hpyr_ref_image *image, hpyr_template_measure measure, const float *pattern,
                                       uint32_t width, uint32_t height, double threshold, uint32_t *counts,
                                       uint8_t *margin);

/** Reads pixels as counts, as hpyr_pyramid_build_counts does: counts[i] becomes the value of pixel
 *  i. Negative values and NaN become 0. Fractions are cut off. Values of 2^32 or more become
 *  2^32 - 1; a hpyr_pyramid answers OVERFLOW instead.
 *  Shapes: `counts` has width * height * depth entries, in the order of the pixels.
 *  Errors:
 *    INVALID_ARGUMENT: as hpyr_ref_discriminate, or the format is R8, RGBA8 or R16.
 *  Cost: O(pixels).
 *  Source: Dyken et al., section 4. */
HPYR_API hpyr_result hpyr_ref_counts(const hpyr_ref_image *image, uint32_t *counts);

#ifdef __cplusplus
}
#endif

#endif
