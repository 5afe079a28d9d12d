/* quadtree_types.h - what a quadtree of an image is made of.
 * SPDX-License-Identifier: MIT
 *
 * The root of a quadtree is the smallest square around the image whose side is a power of two. It has
 * the same lower left corner as the image. A node is a square of the tree: the root, or a quarter of a
 * node. A node is uniform if the texels in it differ by no more than the tolerance, in each channel.
 * Texels outside of the image do not count. The leaves are the largest uniform nodes that have a part
 * of the image, and each texel of the image lies in just one of them.
 *
 * Numbers of an image are what a shader reads: 0..1 for R8, RGBA8 and R16, integers for formats that
 * end in UI or I, and floats for formats that end in F. Tolerances and values of leaves are such
 * numbers. A step is the difference between neighbors of them: 1/255 for R8 and RGBA8, 1/65535 for
 * R16, 1 for integers. These formats are compared in whole steps, so nothing is rounded.
 * A node of one texel is always uniform. A larger node with a NaN is not. An infinity equals itself.
 * A tolerance of 0 gives the quadtree of section 8.4 of the paper: leaves of equal texels. */
#ifndef HPYR_QUADTREE_TYPES_H
#define HPYR_QUADTREE_TYPES_H

#include <histopyramid/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a quadtree is made for.
 *
 *  | member        | meaning                                                           | zero means           |
 *  |---------------|-------------------------------------------------------------------|----------------------|
 *  | width, height | size of the image: texels                                         | an error             |
 *  | format        | of the image, see texture.h; all of its channels are compared     | an error             |
 *  | min_size      | smallest side of a leaf: a power of two, not above the root's     | 1                    |
 *  | max_size      | largest side of a leaf: a power of two, not below `min_size`      | the side of the root |
 *
 *  With a `min_size` above 1 a leaf of that side may hold texels that differ by more than the
 *  tolerance. A `max_size` above the root's side means that side. */
typedef struct hpyr_quadtree_desc {
    uint32_t width, height;
    hpyr_format format;
    uint32_t min_size, max_size;
} hpyr_quadtree_desc;

/** The value of a leaf, a number for each channel; 0 for channels that the image lacks.
 *  Pointers: `floats` is chosen by `hpyr_quadtree_desc.format`. `unsigneds` is chosen by
 *    `hpyr_quadtree_desc.format`. `integers` is chosen by `hpyr_quadtree_desc.format`. */
typedef union hpyr_quadtree_value {
    float floats[4];       /**< R8, RGBA8, R16, R16F, R32F and RGBA32F. */
    uint32_t unsigneds[4]; /**< R8UI, R16UI, R32UI and RGBA32UI. */
    int32_t integers[4];   /**< R16I. */
} hpyr_quadtree_value;

/** A leaf: 32 bytes. Its square may reach past the right and the upper edge of the image; the leaf is
 *  the part inside.
 *  In each channel its value is the middle between its lowest and its highest number, so no texel is
 *  farther from it than half of the tolerance. It is the number itself if all are equal. Otherwise it
 *  is (lowest + highest) / 2: for R8, RGBA8 and R16 the 32-bit float that is nearest to it, and
 *  rounded down for R8UI, R16UI, R32UI, RGBA32UI and R16I. For R16F, R32F and RGBA32F it is
 *  lowest * 0.5 + highest * 0.5 in 32-bit floats, where a GPU may take numbers closer to 0 than 2^-126
 *  for 0. A channel with a NaN has a NaN. A value of -0 is +0. */
typedef struct hpyr_quadtree_leaf {
    uint32_t x;                /**< Column of its lower left texel. */
    uint32_t y;                /**< Row of that texel, from the bottom. */
    uint32_t size;             /**< Side of the square: texels, a power of two. */
    uint32_t texels;           /**< Number of texels of the image in the square. */
    hpyr_quadtree_value value; /**< See above. */
} hpyr_quadtree_leaf;

#ifdef __cplusplus
}
#endif

#endif
