/* features.h - finds corners and blobs in images.
 * SPDX-License-Identifier: MIT
 *
 * Each pixel gets a response: a number that tells how much it looks like a corner or like the middle
 * of a blob. A feature is a pixel whose response is at least the threshold and the largest one of a
 * window around it. The list has the strongest feature first.
 *
 * If more features than `capacity` are found, the strongest ones are kept. Then hpyr_features_count,
 * hpyr_features_extract_buffer and hpyr_features_download answer INCOMPLETE. If you need more, make another
 * hpyr_features with a larger capacity.
 *
 *     image --gray--> responses --largest of their windows--> bits --pyramid--> list --sort--> records
 *
 * Corners. The gradient (gx, gy) of a pixel comes from Sobel's 3x3 differences. M is the 2x2 matrix of
 * the sums of gx*gx, gx*gy and gy*gy over a square of block_size x block_size pixels. Gradients
 * are divided by 4 * block_size; values of R8, RGBA8 and R16 are 0..1. So responses above 0 are the
 * numbers that OpenCV's cornerHarris and cornerMinEigenVal give with an aperture of 3. The strongest
 * ones of a photograph are about 0.03 for HARRIS, and 0.1 to 0.2 for SHI_TOMASI.
 * Pixels outside of the image repeat the nearest one inside, and so do gradients outside of it
 * (OpenCV's BORDER_REPLICATE).
 *
 * Blobs. The image is blurred by Gaussians of the standard deviations scale * ratio^(i - 0.5), for i
 * from 0 to `scales`. Neighbors of these are subtracted: blurred image i minus blurred image i + 1,
 * divided by ratio - 1. Size i is scale * ratio^i: a Gaussian blob of this standard deviation has its
 * largest difference there. The response is the difference for BRIGHT, the negative difference for
 * DARK, and the larger of both for BOTH. The strongest ones of a photograph are 0.3 to 0.4. A feature
 * is largest among its 26 neighbors in position and size. The smallest and the largest size have
 * neighbors in size on one side only.
 * On an edge a response may be the largest one, but its place along the edge is uncertain. So a feature
 * must also be round. H is the 2x2 matrix of second differences of the responses of its size, taken
 * between pixels that are d apart; d is half the size, rounded down, but at least 1 pixel, and at most
 * the shorter side of the image. Beyond the image responses are mirrored. trace(H)^2 must be less than
 * det(H) * (r + 1)^2 / r, where r is `edge_ratio`. That is so if one principal curvature is less than r
 * times the other, and both have the same sign.
 * Beyond its borders the image goes on with its mirror image, and that with its own, as far as needed:
 * pixel -1 is pixel 0, -2 is 1; pixel `width` is pixel width - 1, and so on. blob_dog of scikit-image
 * does the same. A blob closer to a border than about three of its sizes merges with its mirror image:
 * it is found on the border, too large, or twice. A blur is cut off at 4.5 of its standard deviations along x and along y, and at 400
 * pixels at most. Most Gaussians are made by a blur of the next smaller one. Compared with Gaussians of
 * the image itself that are not cut off, both together change responses by up to a ten-thousandth of the
 * strongest one, or a thousandth if `scale` is above 88. The rounding of floats adds about
 * 2e-6 / (ratio - 1) of the image's numbers.
 *
 * These rules hold for corners and blobs:
 *   - A response is set to 0, and is no feature, if it is not above 0, if it is not finite, or if it
 *     may be the rounding of floats: an eigenvalue (SHI_TOMASI) of up to a millionth of M's trace, or
 *     a difference of two Gaussians (BLOB) of up to a millionth of the first one's value.
 *   - So a pixel that is not finite removes all corners whose gradients or sums contain it, and all
 *     blobs of a size within 4.5 standard deviations of the larger Gaussian of that size, along x and
 *     along y. Blobs may be missing farther away: up to s * 4.5 standard deviations + 4 * n + 3 pixels,
 *     where s is sqrt((ratio + 1) / (ratio - 1)) and n the number of Gaussians up to this one. Finite
 *     pixels should be between -1e9 and 1e9, since floats overflow in responses of larger ones.
 *   - In the window, a feature's response is larger than those of all pixels before it in scan-line
 *     order (x runs fastest, then y, then size), and not smaller than those of all pixels after it.
 *     So a plateau that is a rectangle has one feature, its first pixel; one of another shape can have
 *     several. This is the rule of discriminator LOCAL_MAX. Responses of blobs are rounded: along a
 *     straight line, where all should be equal, some are larger in the last bit. Without the test of
 *     edges such a line has a feature every few pixels.
 *   - Features with equal responses are in Z-order of their pixels, x first, and of one pixel the
 *     smaller size comes first.
 *
 * How to use it:
 *   - hpyr_features_create once, hpyr_features_detect for each image.
 *   - hpyr_features_extract_buffer for a buffer that you draw from, or hpyr_features_download.
 *
 * Not on GL 2.1: there hpyr_features_create answers UNSUPPORTED. OpenGL ES needs
 * hpyr_caps.float_targets.
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

/** Finds features in images of one largest size, by one descriptor. */
typedef struct hpyr_features hpyr_features;

/** Returns the GL memory that a hpyr_features takes at most, or 0 for a descriptor that
 *  hpyr_features_create would refuse. Without `context` the number is that of a GL 3.3 with
 *  textures of 65 536 x 65 536 and lists of 2^28 entries. The copy of the image in gray is counted as
 *  32 bits per pixel. For corners the first hpyr_features_detect allocates it, with only 8 bits per
 *  pixel for R8 and RGBA8.
 *  Units: bytes.
 *  Pointers: `context` may be NULL.
 *  GL: no call. */
HPYR_API uint64_t hpyr_features_bytes(const hpyr_context *context, const hpyr_features_desc *desc);

/** Creates a hpyr_features.
 *  Errors:
 *    INVALID_ARGUMENT: a member of `desc` is missing, out of range, not finite, or has no effect; or
 *      the largest Gaussian of BLOB has a standard deviation above 100.
 *    UNSUPPORTED: GL 2.1 has no lists; or this OpenGL ES cannot draw into textures of floats.
 *    TOO_LARGE: the image, or `capacity`, is larger than this GL allows.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_features_create(hpyr_context *context, const hpyr_features_desc *desc, hpyr_features **out);

/** Destroys a hpyr_features.
 *  GL: state restored. */
HPYR_API void hpyr_features_destroy(hpyr_features *features);

/** Returns the descriptor with all defaults filled in.
 *  Pointers: The result lives until hpyr_features_destroy.
 *  GL: no call. */
HPYR_API const hpyr_features_desc *hpyr_features_resolved(const hpyr_features *features);

/** Detects the features of an image. Nothing is read back.
 *  Shapes: a GL_TEXTURE_2D, at most as large as `width` and `height` of the descriptor.
 *    Borders are those of the image, also where it is smaller.
 *  Formats: see texture.h. Of a format with four channels the default channel is luminance, not
 *    alpha: 0.299 R + 0.587 G + 0.114 B of floats and of SRGB8_ALPHA8's linear values; for RGBA8
 *    (9798 R + 19235 G + 3735 B + 2^14) / 2^15 of the bytes, rounded down to a byte, as OpenCV 4.6 does.
 *    If `channel` is given, only that channel is read.
 *  Errors:
 *    INVALID_ARGUMENT: a member of `image` is out of range.
 *    TEXTURE: `image` is not what its hpyr_texture says, has another target or format, or is larger.
 *    After an error there are no features.
 *  Cost: O(pixels), in about 30 passes, most of them for the sort of `capacity` numbers, and 3 more for
 *    each size of blobs. Corners take about 5 fetches per pixel. Blobs take about ratio^i * scale
 *    fetches per pixel for size i, so most of the time goes to the largest sizes.
 *    No stall.
 *  Lifetime: `image` is read until the call returns.
 *  GL: state restored.
 *  Source: the paper, section 8.1; Harris and Stephens; Shi and Tomasi; Lowe, sections 3 and 4.1. */
HPYR_API hpyr_result hpyr_features_detect(hpyr_features *features, const hpyr_texture *image);

/** Tells the number of features that were found. Waits until the GPU has found them.
 *  Errors:
 *    NOT_BUILT: hpyr_features_detect was not called, or failed.
 *    INCOMPLETE: more than `capacity` were found. *count tells how many. The strongest ones are kept;
 *      of equal responses those that come first in the order of the list. To keep all, create another
 *      hpyr_features with a capacity of *count.
 *    HPYR_ERROR_GL: also if the GPU does not finish within a minute. You may ask again.
 *    After an error *count is 0.
 *  Cost: a stall until the GPU is done. If more than `capacity` features were found, the first call that
 *    learns this also makes the GPU list and sort all of them, in parts of `capacity` features, but of
 *    at least 4096. It returns before that is done.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_features_count(hpyr_features *features, uint32_t *count);

/** Tells the same if the GPU has finished. It does not wait.
 *  Errors:
 *    NOT_READY: the GPU has not finished. *count is 0. Ask again later.
 *    All others: as hpyr_features_count.
 *  Cost: no stall. Where more than `capacity` were found, as hpyr_features_count.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_features_try_count(hpyr_features *features, uint32_t *count);

/** Writes features `first` to first + count - 1 into a buffer, the strongest first. So the strongest n
 *  are those from 0 on with a `count` of n. HPYR_ALL as `count` means all from `first` on. In the
 *  report, `available` and `total` count all that were found, also those that were not kept.
 *  Shapes: one hpyr_feature, which is 24 bytes, after the other, from byte `offset` on.
 *  Units: `offset` is in bytes, a multiple of 4.
 *  Pointers: `report` may be NULL.
 *  Errors:
 *    NOT_BUILT: as hpyr_features_count.
 *    INVALID_ARGUMENT: `offset` is no multiple of 4.
 *    BUFFER: `buffer` is no buffer object, or is mapped.
 *    TRUNCATED: the buffer ends before the features of the range that are kept. What fits was written.
 *    INCOMPLETE: more than `capacity` were found, whatever the range is, and all of the range that are
 *      kept were written. If the buffer is too small as well, the answer is TRUNCATED.
 *  Cost: one pass over the features, and a copy. The call waits for their number, with the cost of
 *    hpyr_features_count.
 *  GL: state restored.
 *  Source: Lowe, section 4, for the quadratics; here one in x and y, and one in size. */
HPYR_API hpyr_result hpyr_features_extract_buffer(hpyr_features *features, uint32_t first, uint32_t count,
                                                  uint32_t buffer, uint64_t offset, hpyr_report *report);

/** Writes features `first` to first + count - 1 into CPU memory, by the rules of
 *  hpyr_features_extract_buffer.
 *  Pointers: `records` has `capacity` entries. `report` may be NULL.
 *  Errors:
 *    NOT_BUILT: as hpyr_features_count.
 *    TRUNCATED, INCOMPLETE: as hpyr_features_extract_buffer.
 *  Cost: as hpyr_features_extract_buffer, and a read-back that stalls.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_features_download(hpyr_features *features, uint32_t first, uint32_t count,
                                            hpyr_feature *records, size_t capacity, hpyr_report *report);

/** Describes the texture that holds the responses of all pixels: a GL_TEXTURE_2D_ARRAY of R32F, as large
 *  as `width` and `height` of the descriptor. Layer i is size i of BLOB; corners have one layer. The
 *  response of a pixel is the texel of its x and y; texels beyond the last image have no meaning.
 *  The texture belongs to `features`: read it, but do not change or delete it.
 *  Errors:
 *    NOT_BUILT: as hpyr_features_count.
 *  Lifetime: until the next hpyr_features_detect.
 *  GL: no call. */
HPYR_API hpyr_result hpyr_features_responses(const hpyr_features *features, hpyr_texture *responses);

#ifdef __cplusplus
}
#endif

#endif
