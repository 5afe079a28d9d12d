/* voxelizer.h - triangle meshes to volumes.  SPDX-License-Identifier: MIT */
#ifndef HPYR_VOXELIZER_H
#define HPYR_VOXELIZER_H

#include <histopyramid/context.h>
#include <histopyramid/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hpyr_voxelizer hpyr_voxelizer;

typedef enum hpyr_voxelizer_kind {
    HPYR_VOXELIZER_DEFAULT = 0, /**< SLICES. */
    HPYR_VOXELIZER_SLICES = 1   /**< The mesh drawn once per slice (Ziegler et al. 2006, section 9). */
} hpyr_voxelizer_kind;

/** | field                | zero means                                                            |
 *  |----------------------|-----------------------------------------------------------------------|
 *  | width, height, depth | an error; in voxels, of any size, depth is the number of slices       |
 *  | tiles_x              | the arrangement that hpyr_flat3d_arrange picks                        |
 *  | kind                 | SLICES                                                                |  */
typedef struct hpyr_voxelizer_desc {
    uint32_t width, height, depth;
    uint32_t tiles_x;
    hpyr_voxelizer_kind kind;
} hpyr_voxelizer_desc;

/** A triangle mesh in the caller's buffer objects. Offsets and strides in bytes, multiples of 4, strides up to 2048.
 *
 *  | field           | meaning                                                         | zero means                 |
 *  |-----------------|-----------------------------------------------------------------|----------------------------|
 *  | position_buffer | three floats a vertex                                           | an error                   |
 *  | position_stride |                                                                 | 12                         |
 *  | colour_buffer   | four bytes a vertex, RGBA; alpha is not looked at               | white                      |
 *  | colour_stride   |                                                                 | 4                          |
 *  | index_buffer    | three uint32 a triangle                                         | vertices in order: a soup  |
 *  | triangle_count  |                                                                 | an empty volume            |  */
typedef struct hpyr_mesh {
    uint32_t position_buffer;
    uint32_t position_stride;
    uint64_t position_offset;
    uint32_t colour_buffer;
    uint32_t colour_stride;
    uint64_t colour_offset;
    uint32_t index_buffer;
    uint64_t index_offset;
    uint32_t triangle_count;
} hpyr_mesh;

/** Allocates the flat-3D texture, 4 bytes a voxel.
 *  Errors: INVALID_ARGUMENT, UNSUPPORTED (a kind of a later version), TOO_LARGE, OUT_OF_MEMORY, SHADER, GL.
 *  GL: state restored.   Since: 0.1. */
HPYR_API hpyr_result hpyr_voxelizer_create(hpyr_context *context, const hpyr_voxelizer_desc *desc, hpyr_voxelizer **out);

/** NULL is legal. GL: state restored. Since: 0.1. */
HPYR_API void hpyr_voxelizer_destroy(hpyr_voxelizer *voxelizer);

/** Fills the volume [-1,1]^3 with the surface of `mesh`. `transform` takes mesh coordinates to the volume's: 16 floats,
 *  column by column, affine (the last row is not looked at); NULL is the identity.
 *  Sampling: `thin`, along z. A triangle covers the columns whose centre it covers in xy (GL's rule for pixel centres, vertices
 *  rounded to 1/256 cell); in each it marks the voxel floor(z) of its plane there. Parts outside the volume mark nothing.
 *  Output: RGBA8, alpha 1 and the colour of the last triangle in a voxel it marks, else 0 in all channels.
 *  Triangles edge-on along z mark nothing, nor do those with a vertex that is not finite or over 1e9 cells away. The plane is
 *  computed in single precision: a sliver a few 1/256 cell wide may mark the voxel below or above.
 *  Errors: INVALID_ARGUMENT, BUFFER, TOO_LARGE, OUT_OF_MEMORY, GL.
 *  Cost: triangles * slices in vertex work, no read-back, no stall.
 *  GL: state restored.   Source: Ziegler et al. 2006, section 9.   Since: 0.1. */
HPYR_API hpyr_result hpyr_voxelizer_run(hpyr_voxelizer *voxelizer, const hpyr_mesh *mesh, const float transform[16]);

/** The flat-3D texture, ready for hpyr_pyramid_build, and its arrangement (either may be NULL).
 *  Lifetime: owned by the voxelizer, overwritten by its next run. GL: no call. Since: 0.1. */
HPYR_API hpyr_result hpyr_voxelizer_output(const hpyr_voxelizer *voxelizer, hpyr_texture *texture, hpyr_flat3d *map);

#ifdef __cplusplus
}
#endif

#endif
