/* features.h - finds corners and blobs in images.
 * SPDX-License-Identifier: MIT
 *
 * Each pixel gets a response: a number that tells how much it looks like a corner or like the middle
 * of a blob. A feature is a pixel whose response is at least the threshold and the largest one of a
 * window around it. The list has the strongest feature first.
 *
 *     image --gray--> responses --largest of their windows--> bits --pyramid--> list --sort--> records
 *
 * Corners. The gradient (gx, gy) of a pixel comes from Sobel's 3x3 differences. M is the 2x2 matrix of
 * the sums of gx*gx, gx*gy and gy*gy over a square of block_size x block_size pixels. Gradients
 * are divided by 4 * block_size, and values of images of 8 and 16 bits are 0..1. So responses are the
 * numbers that OpenCV's cornerHarris and cornerMinEigenVal give with an aperture of 3.
 * Where a pixel outside of the image would be read, the nearest one inside counts; and where a
 * gradient outside would be added to a sum, the nearest one inside is (OpenCV's BORDER_REPLICATE).
 *
 * Blobs. The image is blurred by Gaussians of the standard deviations scale * ratio^(i - 0.5), for i
 * from 0 to `scales`. Neighbours of these are subtracted: image i minus image i + 1, divided by
 * ratio - 1. A Gaussian blob of the standard deviation s has its largest difference where scale *
 * ratio^i is s. Its response is the difference for BRIGHT, the negative difference for DARK, and the
 * larger of both for BOTH. A feature is largest among its 26 neighbours in position and size. The
 * smallest and the largest size have neighbours in size on one side only. Gaussians reach to four
 * standard deviations; outside of the image the nearest pixel counts.
 *
 * These rules hold for both:
 *   - A response that is not above 0 is 0, and is no feature. So is that of a NaN. And so is what may
 *     be the rounding of floats: an eigenvalue of up to a millionth of M's trace, and a difference of
 *     two Gaussians of up to a millionth of the first one's value.
 *   - In the window, a feature's response is larger than those of all pixels before it in scan-line
 *     order (x, then y, then size), and not smaller than those of all pixels after it. So a plateau
 *     has one feature, not more. This is the rule of discriminator LOCAL_MAX.
 *   - Features with equal responses are in Z-order of their pixels, x first, and of one pixel the
 *     smaller size comes first.
 *
 * How to use it:
 *   - hpyr_features_create once, hpyr_features_detect for each image.
 *   - hpyr_features_extract_buffer for a buffer that you draw from, or hpyr_features_download.
 *
 * GL 2.1 has no lists, and so no features.
 *
 * Sources, and how they are cited here:
 *   - "the paper": Ziegler, Tevs, Theobalt, Seidel, "On-the-fly Point Clouds through Histogram
 *     Pyramids", Vision, Modeling and Visualization (VMV) 2006, http://www.tevs.eu/project_vmv06.html.
 *     Section 8.1.
 *   - "Harris and Stephens": "A Combined Corner and Edge Detector", Alvey Vision Conference 1988,
 *     https://doi.org/10.5244/C.2.23
 *   - "Shi and Tomasi": "Good Features to Track", CVPR 1994, https://doi.org/10.1109/CVPR.1994.323794
 *   - "Lowe": "Distinctive Image Features from Scale-Invariant Keypoints", IJCV 60(2), 2004,
 *     https://doi.org/10.1023/B:VISI.0000029664.99615.94. Sections 3 and 4. */
#ifndef HPYR_FEATURES_H
#define HPYR_FEATURES_H

#include <histopyramid/context.h>
#include <histopyramid/features_types.h>
#include <histopyramid/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A detector of features, with its memory. */
typedef struct hpyr_features hpyr_features;

/** Returns the GL memory that a detector takes, or 0 for a descriptor that hpyr_features_create would
 *  refuse. If `context` is NULL, the number is that of GL 3.3 without limits. It includes gray values
 *  of the image, which the first hpyr_features_detect allocates: those of images of 8 bits take a
 *  quarter of what is counted.
 *  Units: bytes.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API uint64_t hpyr_features_bytes(const hpyr_context *context, const hpyr_features_desc *desc);

/** Creates a detector.
 *  Errors:
 *    INVALID_ARGUMENT: a member of `desc` is missing, out of range, not finite, or has no effect.
 *    UNSUPPORTED: GL 2.1 has no lists; or this OpenGL ES cannot draw into textures of floats.
 *    TOO_LARGE: the image, or `capacity`, is larger than this GL allows.
 *  Lifetime: until hpyr_features_destroy.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_features_create(hpyr_context *context, const hpyr_features_desc *desc, hpyr_features **out);

/** Destroys a detector. NULL is allowed.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API void hpyr_features_destroy(hpyr_features *features);

/** Returns the descriptor with all defaults filled in. Returns NULL for NULL.
 *  Lifetime: valid until the detector is destroyed.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API const hpyr_features_desc *hpyr_features_resolved(const hpyr_features *features);

/** Detects the features of an image. Nothing is read back.
 *  Shapes: a GL_TEXTURE_2D, at most as large as `width` and `height` of the descriptor.
 *  Formats: R8, RGBA8, R16, R16F, R32F, RGBA32F. Of a format with four channels the default channel
 *    is luminance, not alpha: (4899 R + 9617 G + 1868 B + 8192) / 2^14 of RGBA8, cut off to 8 bits;
 *    0.299 R + 0.587 G + 0.114 B of RGBA32F. A `channel` that is given is read alone.
 *  Errors:
 *    INVALID_ARGUMENT: a member of `image` is out of range.
 *    TEXTURE: `image` is not what its hpyr_texture says, has another target or format, or is larger.
 *    After an error there are no features.
 *  Cost: O(pixels), in about 30 passes, most of them for the sort of `capacity` numbers. For corners
 *    a pixel is fetched about four times, a response about three times. For blobs a size takes two
 *    passes of about ratio^i * scale fetches a pixel. No stall.
 *  Lifetime: `image` is read until the call returns.
 *  GL: state restored.
 *  Source: the paper, section 8.1; Harris and Stephens; Shi and Tomasi; Lowe, section 3.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_features_detect(hpyr_features *features, const hpyr_texture *image);

/** Tells the number of features that were found. Waits until the GPU has found them.
 *  Errors:
 *    NOT_BUILT: no image was given, or the last call with one failed. *count is 0.
 *    TRUNCATED: more than `capacity` were found. *count tells how many. The first `capacity` of them
 *      in Z-order are kept, which are not the strongest ones: raise the threshold, or the capacity.
 *    HPYR_ERROR_GL: also if the GPU does not finish within a minute. You may ask again.
 *  Cost: a stall until the GPU is done.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_features_count(hpyr_features *features, uint32_t *count);

/** Tells the same if the GPU has finished. It does not wait.
 *  Errors:
 *    NOT_READY: the GPU has not finished. *count is 0. Ask again later.
 *    All others: as hpyr_features_count.
 *  Cost: no stall.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_features_try_count(hpyr_features *features, uint32_t *count);

/** Writes features `first` .. first + count - 1 into a buffer, the strongest first. So the strongest n
 *  are those from 0 on with a `count` of n. `report` may be NULL.
 *  Shapes: one hpyr_feature, which is 24 bytes, after the other, from byte `offset` on.
 *  Units: `offset` is in bytes, a multiple of 4.
 *  Errors:
 *    NOT_BUILT: as hpyr_features_count.
 *    INVALID_ARGUMENT: `offset` is no multiple of 4.
 *    BUFFER: `buffer` is no buffer object, or is mapped.
 *    TRUNCATED: the buffer ends before the range does, or the range needs features that were not
 *      kept. What there is and fits was written; `report` says how many features exist.
 *  Cost: one pass over the features, and a copy. The call waits for their number.
 *  GL: state restored.
 *  Source: Lowe, section 4, for the quadratics; here one in x and y, and one in size.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_features_extract_buffer(hpyr_features *features, uint32_t first, uint32_t count,
                                                  uint32_t buffer, uint64_t offset, hpyr_report *report);

/** Writes features into CPU memory.
 *  Shapes: at most `capacity` records, from `records` on.
 *  Errors:
 *    NOT_BUILT: as hpyr_features_count.
 *    INVALID_ARGUMENT: `records` is NULL and `capacity` is not 0.
 *    TRUNCATED: `capacity` is too small, or the range needs features that were not kept.
 *  Cost: as hpyr_features_extract_buffer, and a read-back that stalls.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_features_download(hpyr_features *features, uint32_t first, uint32_t count,
                                            hpyr_feature *records, size_t capacity, hpyr_report *report);

/** Tells in which texture the responses of all pixels are: a GL_TEXTURE_2D_ARRAY of R32F. A layer is a
 *  size of BLOB; corners have one layer. Texels beyond the last image have no meaning. You may read it,
 *  but not change it.
 *  Errors:
 *    NOT_BUILT: as hpyr_features_count.
 *  Lifetime: until the next hpyr_features_detect.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_features_responses(const hpyr_features *features, hpyr_texture *responses);

#ifdef __cplusplus
}
#endif

#endif
