/* voxelizer.h - triangle meshes to volumes: slice by slice, or in one pass to bits.  SPDX-License-Identifier: MIT */
#ifndef HPYR_VOXELIZER_H
#define HPYR_VOXELIZER_H

#include <histopyramid/context.h>
#include <histopyramid/pyramid.h>
#include <histopyramid/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hpyr_voxelizer hpyr_voxelizer;

typedef enum hpyr_voxelizer_kind {
    HPYR_VOXELIZER_DEFAULT = 0, /**< BITS; where hpyr_caps.logic_op is false, SLICES, and the log says why; so on GL 2.1. */
    HPYR_VOXELIZER_SLICES = 1,  /**< The mesh drawn once per slice (Ziegler et al. 2006, section 9), into RGBA8. */
    HPYR_VOXELIZER_BITS = 2     /**< The mesh drawn once per 1024 slices, one bit a voxel. Not on GL 2.1. */
} hpyr_voxelizer_kind;

/** Which voxels a mesh sets. */
typedef enum hpyr_fill {
    HPYR_FILL_DEFAULT = 0, /**< THIN. */
    HPYR_FILL_THIN = 1,    /**< The paper's sampling along z: one voxel for each column whose centre a triangle covers. */
    HPYR_FILL_SURFACE = 2, /**< Gap-free: every voxel whose closed box a triangle touches, and those of THIN. */
    HPYR_FILL_SOLID = 3    /**< The interior: voxels whose centre has an odd number of surfaces below it. */
} hpyr_fill;

/** | field                | zero means                                                                             |
 *  |----------------------|----------------------------------------------------------------------------------------|
 *  | width, height, depth | an error; in voxels, of any size, depth is the number of slices                        |
 *  | tiles_x              | the arrangement that hpyr_flat3d_arrange picks; SLICES only                            |
 *  | kind                 | BITS, or SLICES where this GL cannot; SLICES has THIN only                             |
 *  | fill                 | THIN                                                                                   |  */
typedef struct hpyr_voxelizer_desc {
    uint32_t width, height, depth;
    uint32_t tiles_x;
    hpyr_voxelizer_kind kind;
    hpyr_fill fill;
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

/** GL memory of the volume in bytes, 0 for an invalid descriptor. SLICES: 4 a voxel and unused tiles. BITS (also DEFAULT): 16 for every 128
 *  voxels of a column, or 4 for a column where the depth is 32 or less.   GL: no call.   Since: 0.1. */
HPYR_API uint64_t hpyr_voxelizer_bytes(const hpyr_voxelizer_desc *desc);

/** Allocates the volume.
 *  Errors: INVALID_ARGUMENT, UNSUPPORTED (SLICES with another fill than THIN; BITS, or a fill that needs it, without
 *  hpyr_caps.logic_op), TOO_LARGE (the log names the bytes or texels asked and allowed), OUT_OF_MEMORY, SHADER, GL.
 *  GL: state restored.   Since: 0.1. */
HPYR_API hpyr_result hpyr_voxelizer_create(hpyr_context *context, const hpyr_voxelizer_desc *desc, hpyr_voxelizer **out);

/** NULL is legal. GL: state restored. Since: 0.1. */
HPYR_API void hpyr_voxelizer_destroy(hpyr_voxelizer *voxelizer);

/** Fills the volume [-1,1]^3 with `mesh`. `transform` takes mesh coordinates to the volume's: 16 floats, column by column, affine (the last
 *  row is not looked at); NULL is the identity. Parts outside the volume mark nothing.
 *
 *  THIN: a triangle covers the columns whose centre it covers in xy (GL's rule for pixel centres, vertices rounded to 1/256
 *  cell); in each it marks the voxel floor(z) of its plane there. Triangles edge-on along z mark nothing. The plane is computed
 *  in single precision: a sliver a few 1/256 cell wide may mark the voxel below or above. SLICES and BITS mark the same voxels; where a triangle
 *  reaches farther outside than the volume is wide or high, a rasterizer may cut it there and move its edges by 1e-3 cell.
 *  SURFACE: exact to 1e-4 voxel for triangles up to 256 voxels across, slivers and edge-on ones included, and in proportion
 *  beyond.
 *  SOLID: parity along z at the centre of each column, decided to 1e-4 voxel like SURFACE; what lies below the volume counts. A
 *  mesh whose edges do not all have an even number of triangles has no inside: parity then fills columns up to the top.
 *  Triangles without area, and those with a vertex that is not finite or over 1e9 voxels away, are skipped. Distinct corners
 *  that lie on one line but for rounding may count as that line for SURFACE.
 *
 *  Output: SLICES RGBA8, alpha 1 and the colour of the last triangle in a voxel it marks, else 0 in all channels; BITS one bit
 *  a voxel.
 *  Errors: INVALID_ARGUMENT, BUFFER, TOO_LARGE, OUT_OF_MEMORY, GL.
 *  Cost: SLICES triangles * slices in vertex work, BITS triangles per 1024 slices; no read-back, no stall.
 *  GL 2.1: the CPU reads the mesh back, which stalls, prepares it and sorts it by slices; each slice is a draw of the triangles
 *  that reach it, and marks the voxels that GL 3.3 marks. Takes memory for the indices, and for the vertices between the lowest
 *  and the highest that they name; a triangle that names a vertex past its buffer is skipped.
 *  GL: state restored.   Source: Ziegler et al. 2006, section 9; Schwarz and Seidel 2010 for the overlap of triangle and
 *  box.   Since: 0.1. */
HPYR_API hpyr_result hpyr_voxelizer_run(hpyr_voxelizer *voxelizer, const hpyr_mesh *mesh, const float transform[16]);

/** How many of the mesh's triangles a run skips: no area, or a vertex that is not finite or over 1e9 voxels away.
 *  Cost: one vertex pass and a stall; on GL 2.1 the CPU counts, and also those that name a vertex past its buffer. The volume
 *  stays as it is.   Errors: as hpyr_voxelizer_run.   Since: 0.1. */
HPYR_API hpyr_result hpyr_voxelizer_count_skipped(hpyr_voxelizer *voxelizer, const hpyr_mesh *mesh, const float transform[16],
                                                  uint32_t *skipped);

/** The kind that DEFAULT became, 0 for NULL. GL: no call. Since: 0.1. */
HPYR_API hpyr_voxelizer_kind hpyr_voxelizer_kind_of(const hpyr_voxelizer *voxelizer);

/** What a run writes, and its arrangement (either may be NULL). SLICES: a flat-3D texture for hpyr_pyramid_build. BITS: an array texture for
 *  hpyr_pyramid_build_bits; `map` then only tells the size.
 *  Lifetime: owned by the voxelizer, overwritten by its next run. GL: no call. Since: 0.1. */
HPYR_API hpyr_result hpyr_voxelizer_output(const hpyr_voxelizer *voxelizer, hpyr_texture *texture, hpyr_flat3d *map);

/** A mesh with what its voxels shall look like. Offsets and strides as in hpyr_mesh.
 *
 *  | field           | meaning                                                            | zero means                       |
 *  |-----------------|--------------------------------------------------------------------|----------------------------------|
 *  | mesh            | its colours are interpolated and multiplied with the texture's     |                                  |
 *  | normal_buffer   | three floats a vertex, interpolated and normalised                 | the triangle's own normal        |
 *  | normal_stride   |                                                                    | 12                               |
 *  | texcoord_buffer | two floats a vertex; (0,0) is the corner of texel (0,0), repeating | no texture                       |
 *  | texcoord_stride |                                                                    | 8                                |
 *  | texture         | 2D, RGBA8, filtered linearly within the level given                | name 0: no texture               |  */
typedef struct hpyr_surface {
    hpyr_mesh mesh;
    uint32_t normal_buffer;
    uint32_t normal_stride;
    uint64_t normal_offset;
    uint32_t texcoord_buffer;
    uint32_t texcoord_stride;
    uint64_t texcoord_offset;
    hpyr_texture texture;
} hpyr_surface;

/** Colour and normal of every surface voxel, in the order of the point list: key i is texel (i % width, i / width) of both lists
 *  (where the pyramid has clones, they share the entry of key i / clones).
 *  A voxel takes both from the point of the mesh that is nearest to its centre. THIN: among the triangles that mark it, those
 *  that cover its column's centre and pass the voxel there; where rounding decides that (1/128 cell from an edge, the last bits
 *  of a height), also one that just does not. Every voxel that they mark has looks. SURFACE: if that point lies within the
 *  voxel's circumscribed sphere; SOLID: within one voxel. Voxels without one (the inside of SOLID) become 0 in all channels.
 *  `pyramid` is any that was built from this voxelizer's output, of any layout. Each triangle is expanded to the columns it
 *  crosses, these to voxels (general counts, twice; THIN: once), each voxel drawn as a point at its rank.
 *  Shapes: `colours` RGBA8, alpha 1 where there is a surface; `normals` RGBA32F, x y z of unit length in the mesh's own
 *  coordinates, w 0; 2D, at least `total` / clones texels, as wide as each other. Either may be NULL.
 *  Errors: INVALID_ARGUMENT, UNSUPPORTED (GL 2.1), NOT_BUILT, TEXTURE, BUFFER, TOO_LARGE, OUT_OF_MEMORY, SHADER, GL; TRUNCATED
 *  where a list is too small for the pyramid's total (what fits is written).
 *  Cost: THIN O(columns in the triangles' rectangles), SURFACE and SOLID O(voxels that triangles come near); and for each
 *  surface, or 32768 triangles of it, O(keys) and one stall, or two. Memory while it runs: 20 bytes a key, 210 a triangle of
 *  these, and, but for THIN, 22 for each of up to 2^20 columns.   GL: state restored.   Since: 0.1. */
HPYR_API hpyr_result hpyr_voxelizer_attributes(hpyr_voxelizer *voxelizer, hpyr_pyramid *pyramid, const hpyr_surface *surfaces,
                                               uint32_t surface_count, const float transform[16], const hpyr_texture *colours,
                                               const hpyr_texture *normals);

#ifdef __cplusplus
}
#endif

#endif
