/* quadtree.h - the quadtree of an image: its largest squares of one value, as a list.
 * SPDX-License-Identifier: MIT
 *
 * quadtree_types.h says what a leaf is. A build finds the lowest and the highest number of every node
 * from the texels up, marks the nodes that are uniform, and counts the leaves with a HistoPyramid.
 * The leaves are numbered in Z-order of their lower left corners, x first: a leaf comes before
 * another one if all of it does.
 *
 * How to use it:
 *   - hpyr_quadtree_create once, hpyr_quadtree_build for each new image or tolerance.
 *   - hpyr_quadtree_count, then hpyr_quadtree_extract_buffer or hpyr_quadtree_download for the list.
 *   - hpyr_quadtree_paint for the image as its leaves have it.
 *   - hpyr_quadtree_glsl and hpyr_quadtree_bind, to ask in shaders of yours which leaf a texel is in.
 *
 * GL 2.1 has no integers, so there are no quadtrees there.
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
 *    TOO_LARGE: this GL has no textures of the image's size.
 *  Lifetime: until hpyr_quadtree_destroy.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_quadtree_create(hpyr_context *context, const hpyr_quadtree_desc *desc, hpyr_quadtree **out);

/** Destroys a quadtree. NULL is allowed.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API void hpyr_quadtree_destroy(hpyr_quadtree *tree);

/** Returns the descriptor with all defaults filled in. Returns NULL for NULL.
 *  Lifetime: valid until the quadtree is destroyed.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API const hpyr_quadtree_desc *hpyr_quadtree_resolved(const hpyr_quadtree *tree);

/** Returns the GL memory that the quadtree takes now. The first list allocates some more. Returns 0
 *  for NULL.
 *  Units: bytes.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API uint64_t hpyr_quadtree_bytes(const hpyr_quadtree *tree);

/** Builds the quadtree of an image.
 *  Shapes: `image` is a 2D texture of the format that the quadtree was made for. It may be larger
 *    than the quadtree's image; what lies beyond does not count.
 *  Units: `tolerance` is in numbers of the image (quadtree_types.h), and 0 or more. For formats
 *    without F it is rounded down to a whole number. For the others it is rounded to a 32-bit float,
 *    and a tolerance between 0 and 2^-126 counts as 2^-126; a GPU may take numbers below 2^-126 for 0.
 *  Errors:
 *    INVALID_ARGUMENT: `tolerance` is negative or NaN, or a member of `image` is out of range.
 *    UNSUPPORTED: this GL does not have the image's format.
 *    TEXTURE: the image is not what its hpyr_texture says, is smaller than the quadtree's image, or
 *      has another target or format.
 *    After an error the quadtree is empty: other calls answer NOT_BUILT until a build succeeds.
 *  Cost: each texel is fetched once. The other passes fetch an eighth as much. No read-back, no stall.
 *  Lifetime: the quadtree reads `image` until its next build. Do not change the texture between the
 *    build and your last list or painting.
 *  GL: state restored.
 *  Source: the paper, section 8.4; the report, section 7.4.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_quadtree_build(hpyr_quadtree *tree, const hpyr_texture *image, double tolerance);

/** Tells the number of leaves. Waits until the GPU has built the quadtree.
 *  Errors:
 *    NOT_BUILT: there was no build, or the last one failed.
 *    After an error *leaves is 0.
 *  Cost: a stall until the build is done.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_quadtree_count(hpyr_quadtree *tree, uint32_t *leaves);

/** Tells the number of leaves if the GPU has finished. It does not wait.
 *  Errors:
 *    NOT_READY: the GPU has not finished. *leaves is 0. Ask again later.
 *    All others: as hpyr_quadtree_count.
 *  Cost: no stall.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_quadtree_try_count(hpyr_quadtree *tree, uint32_t *leaves);

/** Writes leaves [first, first + count) into the buffer object `buffer`, as hpyr_quadtree_leaf: one
 *  after the other from byte `offset` on. HPYR_ALL as `count` means all behind `first`. The report
 *  counts leaves, and may be NULL.
 *  Units: `offset` is in bytes and a multiple of 4.
 *  Errors:
 *    NOT_BUILT: as hpyr_quadtree_count.
 *    INVALID_ARGUMENT: `offset` is not allowed.
 *    BUFFER: `buffer` is no buffer object, or is mapped.
 *    TEXTURE: the image was deleted, or has another size or format now.
 *    TRUNCATED: the buffer ends before the range does. What fits was written.
 *  Cost: a traversal and 20 fetches a leaf. The call waits for the number of leaves.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_quadtree_extract_buffer(hpyr_quadtree *tree, uint32_t first, uint32_t count, uint32_t buffer,
                                                  uint64_t offset, hpyr_report *report);

/** Writes the same into CPU memory with room for `capacity` leaves.
 *  Errors:
 *    NOT_BUILT, TEXTURE, TRUNCATED: as hpyr_quadtree_extract_buffer.
 *    INVALID_ARGUMENT: `leaves` is NULL and `capacity` is not 0.
 *  Cost: as hpyr_quadtree_extract_buffer, and a read-back that stalls.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_quadtree_download(hpyr_quadtree *tree, uint32_t first, uint32_t count,
                                            hpyr_quadtree_leaf *leaves, size_t capacity, hpyr_report *report);

/** Paints the image as its leaves have it: every texel gets the value of its leaf. With a tolerance of
 *  0 and a `min_size` of 1 that is the image itself, but for the sign of 0.
 *  Shapes: `target` is a 2D texture of the image's format and another one than the image, at least as
 *    large as the quadtree's image. Texels beyond that stay as they are. In R8, RGBA8 and R16 values are
 *    rounded down to whole numbers.
 *  Errors:
 *    NOT_BUILT: as hpyr_quadtree_count.
 *    INVALID_ARGUMENT: a member of `target` is out of range.
 *    TEXTURE: `target` is not what its hpyr_texture says, is too small, has another target or format,
 *      is the image, or cannot be drawn into; or the image was deleted, or has another size or format
 *      now.
 *  Cost: 13 fetches a texel. No stall.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_quadtree_paint(hpyr_quadtree *tree, const hpyr_texture *target);

/** Writes GLSL with which your shaders ask for leaves. The text declares
 *
 *      int   hpyr_leaf_level(ivec2 texel);   of the leaf around a texel: its side is 1 << level
 *      ivec3 hpyr_leaf_at(ivec2 texel);      that leaf: x, y of its lower left texel, and its side
 *
 *  and uniforms whose names begin with u_hpyr_. For texels outside of the image the results are
 *  undefined. `prefix` replaces "hpyr_" in all these names. NULL means "hpyr_".
 *  Shapes, errors TRUNCATED and INVALID_ARGUMENT: as hpyr_pyramid_glsl. The text is the same for all
 *    quadtrees; 4096 bytes hold it.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_quadtree_glsl(const hpyr_quadtree *tree, const char *prefix, char *text, size_t capacity,
                                        size_t *needed);

/** Puts `program` to use and binds the quadtree to it, to texture unit `unit`. Bind again after each
 *  build.
 *  Errors:
 *    INVALID_ARGUMENT: `program` is not linked, `prefix` is wrong as for hpyr_quadtree_glsl, there is
 *      no such unit, or a uniform has another type.
 *    NOT_BUILT: as hpyr_quadtree_count.
 *  GL: leaves `program` in use, its uniforms set, the unit with a texture and a sampler, and active.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_quadtree_bind(hpyr_quadtree *tree, uint32_t program, const char *prefix, uint32_t unit);

#ifdef __cplusplus
}
#endif

#endif
