/* images.h - seeded images: the same on every machine.  SPDX-License-Identifier: MIT */
#ifndef BENCH_IMAGES_H
#define BENCH_IMAGES_H

#include <stddef.h>
#include <stdint.h>

/** `count` bytes, 255 with probability `fill`, else 0. */
void image_random_bytes(uint8_t *pixels, size_t count, double fill);

/** Both fill `side` x `side` RGBA8 texels: alpha is 255 in just `active` of them and less elsewhere, colors are noise. `side` is
 *  a power of two from 512 on. */

/** Active cells anywhere, independent of each other. */
void image_scatter(uint8_t *rgba, uint32_t side, uint32_t active);

/** Active cells as a voxelized surface leaves them: spheres in side/16 x side/16 x 256 voxels, whose 16 x 16 slices are the
 *  image, one voxel a column and side (2006, section 9). */
void image_spheres(uint8_t *rgba, uint32_t side, uint32_t active);

#endif
