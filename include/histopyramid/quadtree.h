/* quadtree.h - the quadtree of an image: its largest squares of one value, as a list.
 * SPDX-License-Identifier: MIT
 *
 * quadtree_types.h says what a leaf is. A build finds the lowest and the highest number of every node
 * from the texels up, marks the nodes that are uniform, and counts the leaves with a HistoPyramid.
 * The leaves are numbered in Z-order of their lower left corners, x first.
 *
 * How to use it:
 *   - hpyr_quadtree_create once for images of one size and format, hpyr_quadtree_build for each new
 *     image or tolerance.
 *   - hpyr_quadtree_count, then hpyr_quadtree_extract_buffer or hpyr_quadtree_download for the list.
 *   - hpyr_quadtree_paint for the image with each texel replaced by the value of its leaf.
 *   - hpyr_quadtree_glsl and hpyr_quadtree_bind, to ask in shaders of yours which leaf a texel is in.
 *
 * Not on GL 2.1: there hpyr_quadtree_create answers UNSUPPORTED.
 *
 * Sources, and how they are cited here:
 *   - "the paper": Ziegler, Tevs, Theobalt, Seidel, "On-the-fly Point Clouds through Histogram
 *     Pyramids", Vision, Modeling and Visualization (VMV) 2006, http://www.tevs.eu/project_vmv06.html
 *   - "the report": Ziegler, Tevs, Theobalt, Seidel, "GPU Point List Generation through Histogram
 *     Pyramids", report MPI-I-2006-4-002 of the Max Planck Institute for Informatics, 2006,
 *     https://pure.mpg.de/rest/items/item_1819167_4/component/file_1840866/content */
#ifndef HPYR_QUADTREE_H
#define HPYR_QUADTREE_H

#include <histopyramid/context.h>
#include <histopyramid/quadtree_types.h>
#include <histopyramid/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A quadtree on the GPU. */
typedef struct hpyr_quadtree hpyr_quadtree;

/** Creates a quadtree: allocates its levels.
 *  Errors:
 *    INVALID_ARGUMENT: a member of `desc` is out of range.
 *    UNSUPPORTED: GL 2.1 has no quadtrees.
 *    TOO_LARGE: a side is above hpyr_caps.max_texture_size, or above 32 768.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_quadtree_create(hpyr_context *context, const hpyr_quadtree_desc *desc, hpyr_quadtree **out);

/** Destroys a quadtree.
 *  GL: state restored. */
HPYR_API void hpyr_quadtree_destroy(hpyr_quadtree *tree);

/** Returns the descriptor with all defaults filled in.
 *  Pointers: The result lives until hpyr_quadtree_destroy.
 *  GL: no call. */
HPYR_API const hpyr_quadtree_desc *hpyr_quadtree_resolved(const hpyr_quadtree *tree);

/** Returns the GL memory that the quadtree takes now. Lists make it grow: by 64 bytes per leaf of the
 *  longest list, for at most 524 288 leaves.
 *  Units: bytes.
 *  GL: no call. */
HPYR_API uint64_t hpyr_quadtree_memory(const hpyr_quadtree *tree);

/** Builds the quadtree of an image.
 *  Shapes: `image` is a 2D texture of the format that the quadtree was made for. It may be larger
 *    than the quadtree's image; then the lower left part is used.
 *  Units: `tolerance` is in numbers of the image (quadtree_types.h), and 0 or more. So ten steps are
 *    10 / 255.0 for RGBA8, and 10 for R8UI.
 *      - R16F, R32F, RGBA32F: it is rounded to a 32-bit float. Above the largest float it is infinite.
 *        With 0 bits are compared, so denormal numbers count; both zeros are one number. A tolerance
 *        between 0 and 2^-126 is raised to 2^-126, since a GPU may treat smaller differences as 0.
 *      - All others: it is rounded down to a whole number of steps. For R8, RGBA8 and R16 first
 *        1/64 of a step is added, so that 10 / 255.0f, which may be slightly less than ten steps, means ten.
 *  Errors:
 *    INVALID_ARGUMENT: `tolerance` is negative or NaN, or a member of `image` is out of range.
 *    UNSUPPORTED: this GL does not have the image's format.
 *    TEXTURE: the image is not what its hpyr_texture says, is smaller than the quadtree's image, or
 *      has another target or format.
 *    After an error the quadtree is empty: other calls answer NOT_BUILT until a build succeeds.
 *  Cost: each texel is fetched once. The other passes fetch a third as often. No read-back, no stall.
 *  Lifetime: the quadtree reads `image` again for lists and paintings. Do not change or delete the
 *    texture between the build and the last of these.
 *  GL: state restored.
 *  Source: the paper, section 8.4; the report, section 7.4. */
HPYR_API hpyr_result hpyr_quadtree_build(hpyr_quadtree *tree, const hpyr_texture *image, double tolerance);

/** Tells the number of leaves. Waits until the GPU has built the quadtree.
 *  Errors:
 *    NOT_BUILT: there was no build, or the last one failed.
 *    HPYR_ERROR_GL: also if the GPU does not finish within a minute. You may ask again.
 *    After an error *count is 0.
 *  Cost: a stall until the build is done.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_quadtree_count(hpyr_quadtree *tree, uint32_t *count);

/** Tells the number of leaves if the GPU has finished. It does not wait.
 *  Errors:
 *    NOT_READY: the GPU has not finished. *count is 0. Ask again later.
 *    All others: as hpyr_quadtree_count.
 *  Cost: no stall.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_quadtree_try_count(hpyr_quadtree *tree, uint32_t *count);

/** Writes leaves `first` to first + count - 1 into the buffer object `buffer`. HPYR_ALL as `count` means
 *  all from `first` on. The report counts leaves.
 *  Shapes: one hpyr_quadtree_leaf, which is 32 bytes, after the other, from byte `offset` on.
 *  Units: `offset` is in bytes, a multiple of 4.
 *  Pointers: `report` may be NULL.
 *  Errors:
 *    NOT_BUILT: as hpyr_quadtree_count.
 *    INVALID_ARGUMENT: `offset` is no multiple of 4.
 *    BUFFER: `buffer` is no buffer object, or is mapped.
 *    TEXTURE: the image was deleted, or has another size or format now.
 *    TRUNCATED: the buffer ends before the range does. What fits was written.
 *  Cost: a traversal and 20 fetches per leaf. The call waits for the number of leaves.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_quadtree_extract_buffer(hpyr_quadtree *tree, uint32_t first, uint32_t count, uint32_t buffer,
                                                  uint64_t offset, hpyr_report *report);

/** Writes the same leaves into CPU memory.
 *  Pointers: `leaves` has `capacity` entries. `report` may be NULL.
 *  Errors:
 *    NOT_BUILT, TEXTURE, TRUNCATED: as hpyr_quadtree_extract_buffer.
 *  Cost: as hpyr_quadtree_extract_buffer, and a read-back that stalls.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_quadtree_download(hpyr_quadtree *tree, uint32_t first, uint32_t count,
                                            hpyr_quadtree_leaf *leaves, size_t capacity, hpyr_report *report);

/** Paints every texel with the value of its leaf. With a tolerance of 0 and a `min_size` of 1 that gives
 *  the image itself, except for the sign of 0.
 *  Shapes: `target` is a level of a 2D texture of the image's format, not of the image itself. The level
 *    must exist, at least as large as the quadtree's image. Its lower left part is painted; other
 *    texels stay as they are. In R8, RGBA8 and R16 values are rounded down to whole steps.
 *  Errors:
 *    NOT_BUILT: as hpyr_quadtree_count.
 *    INVALID_ARGUMENT: a member of `target` is out of range.
 *    TEXTURE: `target` is not what its hpyr_texture says, is too small, has another target or format,
 *      is the image, or cannot be drawn into; or the image was deleted, or has another size or format
 *      now.
 *  Cost: 13 fetches per texel. No stall.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_quadtree_paint(hpyr_quadtree *tree, const hpyr_texture *target);

/** Writes GLSL with which your shaders ask for leaves. glsl.h lists its functions.
 *  Shapes: as hpyr_pyramid_glsl. The text is the same for all quadtrees; 4096 bytes hold it.
 *  Pointers: `prefix` may be NULL. `text` has `capacity` bytes. `needed` may be NULL.
 *  Errors:
 *    INVALID_ARGUMENT, TRUNCATED: as hpyr_pyramid_glsl.
 *  GL: no call. */
HPYR_API hpyr_result hpyr_quadtree_glsl(const hpyr_quadtree *tree, const char *prefix, char *text, size_t capacity,
                                        size_t *needed);

/** Puts `program` to use, and binds a quadtree to it. `program` contains the text of
 *  hpyr_quadtree_glsl with this `prefix`.
 *  Everything not said here is as with hpyr_pyramid_bind. It uses one texture unit.
 *  While a quadtree is bound it cannot be built: unbind it, build it, and bind it again.
 *  Pointers: `prefix` may be NULL. `binding` may be NULL.
 *  Errors:
 *    NOT_BUILT: there is no quadtree.
 *    INVALID_ARGUMENT: `program` is not linked or lacks the text, `prefix` is not allowed, there are not
 *      enough texture units, a uniform has another type, or the object is bound.
 *  Cost: no stall.
 *  GL: as hpyr_pyramid_bind, and the uniforms of the text are set. */
HPYR_API hpyr_result hpyr_quadtree_bind(hpyr_quadtree *tree, uint32_t program, const char *prefix, uint32_t first_unit,
                                        hpyr_binding *binding);

/** Undoes hpyr_quadtree_bind.
 *  Errors, GL: as hpyr_pyramid_unbind. */
HPYR_API hpyr_result hpyr_quadtree_unbind(hpyr_quadtree *tree);

#ifdef __cplusplus
}
#endif

#endif
