/* voxelizer.h - turns triangle meshes into volumes of voxels.
 * SPDX-License-Identifier: MIT
 *
 * A voxel is a cell of the volume. A column is all voxels that have the same x and y.
 * docs/voxelizer.md has pictures of the fills, and times.
 *
 * Sources, and how they are cited here:
 *   - "the paper": Ziegler, Tevs, Theobalt, Seidel, "On-the-fly Point Clouds through Histogram
 *     Pyramids", Vision, Modeling and Visualization (VMV) 2006, http://www.tevs.eu/project_vmv06.html
 *   - "Schwarz and Seidel": "Fast Parallel Surface and Solid Voxelization on GPUs", ACM Transactions
 *     on Graphics 29(6), 2010, https://doi.org/10.1145/1882261.1866201 */
#ifndef HPYR_VOXELIZER_H
#define HPYR_VOXELIZER_H

#include <histopyramid/context.h>
#include <histopyramid/pyramid.h>
#include <histopyramid/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A volume, and what draws a mesh into it. */
typedef struct hpyr_voxelizer hpyr_voxelizer;

/** How the volume is stored and drawn. */
typedef enum hpyr_voxelizer_kind {
    HPYR_VOXELIZER_KIND_DEFAULT = 0, /**< BITS. On GL 2.1, which cannot do BITS, with fill THIN: SLICES,
                                 *   and the log says why. */
    HPYR_VOXELIZER_KIND_SLICES = 1,  /**< The volume is flat-3D, RGBA8. The mesh is drawn once for each
                                 *   slice (the paper, section 9). Only fill THIN. */
    HPYR_VOXELIZER_KIND_BITS = 2     /**< The volume has one bit a voxel. The mesh is drawn once for
                                 *   every 1024 slices. Without hpyr_caps.logic_op, as on
                                 *   OpenGL ES, blending combines bits, and it is drawn once for
                                 *   every 32 slices. Not on GL 2.1. */
} hpyr_voxelizer_kind;

/** Which voxels a mesh sets. */
typedef enum hpyr_fill {
    HPYR_FILL_DEFAULT = 0, /**< THIN. */
    HPYR_FILL_THIN = 1,    /**< In each column whose center a triangle covers, one voxel for this
                            *   triangle. So steep surfaces have gaps. */
    HPYR_FILL_SURFACE = 2, /**< Every voxel that a triangle touches, and the voxels of THIN. The
                            *   surface has no gaps. Not on GL 2.1. */
    HPYR_FILL_SOLID = 3    /**< The inside: every voxel whose center is inside the mesh, by the rule
                            *   that hpyr_inside names. Not on GL 2.1. */
} hpyr_fill;

/** When SOLID takes a point to be inside the mesh. A ray says "inside" if it crosses an odd number
 *  of triangles. In a closed mesh all rays say the same, so both rules set the same voxels, but for
 *  voxels with a center within 1e-4 voxel of the surface. */
typedef enum hpyr_inside {
    HPYR_INSIDE_DEFAULT = 0, /**< ONE_RAY. */
    HPYR_INSIDE_ONE_RAY = 1, /**< The ray down along z says "inside". The mesh is drawn once. Above a
                              *   hole of an open mesh whole columns are filled wrongly. */
    HPYR_INSIDE_SIX_RAYS = 2 /**< At least four of six rays say "inside": down and up along x, y and
                              *   z. The mesh is drawn three times, for meshes with holes. */
} hpyr_inside;

/** What a voxelizer is made for.
 *
 *  | member               | meaning                                | zero means                              |
 *  |----------------------|----------------------------------------|-----------------------------------------|
 *  | width, height, depth | size of the volume, in voxels          | an error                                |
 *  | tiles_x              | tiles in a row of flat-3D; SLICES only | what hpyr_flat3d_arrange picks          |
 *  | kind                 | how the volume is stored               | BITS or SLICES, see hpyr_voxelizer_kind |
 *  | fill                 | which voxels are set                   | THIN                                    |
 *  | inside               | what is inside the mesh; SOLID only    | ONE_RAY                                 | */
typedef struct hpyr_voxelizer_desc {
    uint32_t width, height, depth;
    uint32_t tiles_x;
    hpyr_voxelizer_kind kind;
    hpyr_fill fill;
    hpyr_inside inside;
} hpyr_voxelizer_desc;

/** A triangle mesh in buffer objects of yours. Offsets and strides are bytes and multiples of 4. A
 *  stride is at most 2048, and not below its default.
 *
 *  | member         | meaning                                         | zero means                             |
 *  |----------------|-------------------------------------------------|----------------------------------------|
 *  | positions      | three floats for each vertex                    | an error, unless triangle_count is 0   |
 *  | colors         | four bytes for each vertex: RGBA; A is not used | all vertices are white                 |
 *  | index_buffer   | three uint32 for each triangle                  | three vertices in a row are a triangle |
 *  | index_offset   | where the first index begins                    | 0                                      |
 *  | triangle_count | number of triangles                             | the volume stays empty                 |
 *
 *  On OpenGL ES, the arrays of a mesh with indices are copied on the GPU, each from its offset to the
 *  end of its buffer. WebGL does not allow that for a buffer that was ever bound as
 *  GL_ELEMENT_ARRAY_BUFFER, nor its use as anything else. So there index_buffer, too, must be a
 *  buffer that never was.
 *
 *  hpyr_voxelizer_run stores colors only with SLICES. */
typedef struct hpyr_mesh {
    hpyr_attribute positions, colors;
    uint32_t index_buffer;
    uint64_t index_offset;
    uint32_t triangle_count;
} hpyr_mesh;

/** Returns the GL memory that the voxelizer takes, or 0 for a descriptor that hpyr_voxelizer_create
 *  would refuse. Without `context` the number is that of GL 3.3 without limits.
 *  SLICES takes 4 bytes for each texel of the flat-3D texture, unused tiles included. BITS takes 16
 *  bytes for every 128 slices of a column, or 4 bytes for a column if the depth is 32 or less.
 *  SIX_RAYS takes five to ten times as much: it keeps such a volume, with one more bit in each
 *  column, for each axis, and turned copies of two of them.
 *  Without hpyr_caps.logic_op, each volume that triangles are drawn into takes 32 bytes more for a
 *  column, or 16 bytes if the depth is 16 or less; and SOLID as much again as 128 slices.
 *  Units: bytes.
 *  Pointers: `context` may be NULL.
 *  GL: no call. */
HPYR_API uint64_t hpyr_voxelizer_bytes(const hpyr_context *context, const hpyr_voxelizer_desc *desc);

/** Creates a voxelizer: allocates the volume.
 *  Errors:
 *    INVALID_ARGUMENT: a size is 0, a member of `desc` is out of range, `tiles_x` is given and
 *      `kind` is DEFAULT or BITS, or `inside` is given and `fill` is not SOLID.
 *    UNSUPPORTED: SLICES was asked for with another fill than THIN; or this is GL 2.1, and BITS or
 *      another fill than THIN was asked for; or a probe found that this GL captures several varyings
 *      wrong.
 *    TOO_LARGE: the volume does not fit into a texture of this GL. The log names the size asked and
 *      the size allowed. SIX_RAYS needs a depth that is allowed as a width and as a height.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_voxelizer_create(hpyr_context *context, const hpyr_voxelizer_desc *desc,
                                           hpyr_voxelizer **out);

/** Destroys a voxelizer and its volume.
 *  GL: state restored. */
HPYR_API void hpyr_voxelizer_destroy(hpyr_voxelizer *voxelizer);

/** Clears the volume and draws `mesh` into it.
 *  `transform` is an affine 4x4 matrix that takes the coordinates of the mesh to the volume
 *  [-1,1]^3, column by column. Its last row must be 0 0 0 1, to 1e-4. NULL means the
 *  identity. Parts of the mesh outside the volume set no voxels. But SOLID also counts the
 *  triangles below the volume, and SIX_RAYS those on all of its sides.
 *
 *  THIN: A triangle covers the columns whose center lies in it, seen along z, by GL's rule for
 *    pixel centers. Vertices are rounded to 1/256 voxel in x and y for that. In each of these
 *    columns the voxel floor(z) is set, where z is the height of the triangle's plane at the
 *    center, counted in voxels.
 *    - A triangle that is parallel to z sets nothing.
 *    - SLICES and BITS set the same voxels.
 *    - The plane is computed in single precision. A triangle that is only a few 1/256 voxel wide
 *      may set the voxel above or below instead.
 *    - If a triangle reaches out of the volume by more than the volume's width or height, a
 *      rasterizer may cut the triangle and so move its edges by 1e-3 voxel.
 *
 *  SURFACE: A triangle sets every voxel whose box it touches, the faces of the box included. Thin
 *    triangles and triangles parallel to z are not lost.
 *    - The test is exact to 1e-4 voxel for triangles up to 256 voxels across. For larger triangles
 *      the error grows in proportion.
 *
 *  SOLID: A voxel is set if its center is inside the mesh. A ray from the center says "inside" if
 *    it crosses an odd number of triangles.
 *    - The crossings are exact to 1e-4 voxel, as with SURFACE.
 *    - In a closed mesh each edge has an even number of triangles.
 *    - ONE_RAY asks the ray down along z. Where a mesh is open along z, columns are filled up to the
 *      top of the volume.
 *    - SIX_RAYS asks the rays down and up along x, y and z, and sets the voxel if at least four of
 *      them say "inside". A line that crosses an odd number of triangles has passed a hole: its two
 *      rays contradict each other, so the other two axes decide.
 *
 *  Skipped triangles: SURFACE and SOLID skip triangles without area. All fills skip triangles with
 *  a vertex that is not finite or lies 1e9 voxels or more away. If the three corners of a triangle
 *  differ but lie on one line, rounding can give the triangle an area: then SURFACE sets the voxels
 *  that the line touches.
 *
 *  Pointers: `transform` has 16 entries. `transform` may be NULL.
 *  Output: hpyr_voxelizer_volume gives the texture. With SLICES a voxel that is set has alpha 1 and
 *    the color of the last triangle that set it; all other texels are 0. With BITS a voxel that is
 *    set is a bit that is 1.
 *  Errors:
 *    INVALID_ARGUMENT: an offset or a stride is not allowed, or `transform` is not affine.
 *    BUFFER: a buffer of the mesh is no buffer object, is mapped, or is too small. With indices the
 *      buffers of positions and colors only need room for one vertex: on GL 3.3 an index past
 *      their end has undefined results.
 *    TOO_LARGE: the mesh has more than 357 881 173 triangles; or on OpenGL ES it has indices, and an
 *      array with more words than 2048 times hpyr_caps.max_texture_size.
 *    After these three, and after NO_CONTEXT, the volume is as it was. After any other error its
 *    content is undefined.
 *  Cost: SLICES processes all triangles once for each slice, BITS once for every 1024 slices, or for
 *    every 32 without hpyr_caps.logic_op. With four render targets it is every 512, or 16.
 *    SIX_RAYS processes them once for every 1024 voxels along each axis, and then takes three passes
 *    for every 128 slices. No read-back, no stall.
 *  GL 2.1: The CPU reads the mesh back, which stalls, and sorts the triangles by slices. The voxels
 *    are the same as on GL 3.3. CPU memory is taken for the indices, and for the vertices from the
 *    lowest to the highest index. A triangle with an index past the end of its buffer is skipped.
 *  Lifetime: the buffers of `mesh` are needed only until the call returns.
 *  GL: state restored.
 *  Source: the paper, section 9. The overlap of triangle and box: Schwarz and Seidel. */
HPYR_API hpyr_result hpyr_voxelizer_run(hpyr_voxelizer *voxelizer, const hpyr_mesh *mesh, const float transform[16]);

/** Counts the triangles that have no area, or a vertex that is not finite or lies 1e9 voxels or
 *  more away, after `transform`. SURFACE and SOLID skip all of these, THIN only those with such a
 *  vertex. The count is the same for every fill. The volume stays as it is.
 *  Pointers: `transform` has 16 entries. `transform` may be NULL.
 *  Errors: as hpyr_voxelizer_run, but the volume stays as it is. After an error *skipped is 0.
 *  Cost: one vertex pass, and a stall.
 *  GL 2.1: The CPU counts. It also counts triangles with an index past the end of its buffer.
 *  Lifetime: as hpyr_voxelizer_run.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_voxelizer_count_skipped(hpyr_voxelizer *voxelizer, const hpyr_mesh *mesh,
                                                  const float transform[16], uint32_t *skipped);

/** Returns the descriptor with all defaults filled in: for example the kind that DEFAULT became.
 *  With SLICES `tiles_x` is the number of tiles in a row, with BITS it is 0.
 *  Pointers: The result lives until hpyr_voxelizer_destroy.
 *  GL: no call. */
HPYR_API const hpyr_voxelizer_desc *hpyr_voxelizer_resolved(const hpyr_voxelizer *voxelizer);

/** Tells the texture that holds the volume.
 *  SLICES: a flat-3D texture for hpyr_pyramid_build, with the tiles of hpyr_voxelizer_resolved.
 *  BITS: an array texture for hpyr_pyramid_build_bits.
 *  Errors: only those that always hold, see hpyr_result.
 *  Lifetime: The texture belongs to the voxelizer. Its content is undefined before the first run,
 *    and each run that draws overwrites it.
 *  GL: no call. */
HPYR_API hpyr_result hpyr_voxelizer_volume(const hpyr_voxelizer *voxelizer, hpyr_texture *texture);

/** A mesh, and what gives its voxels their colors and normals. Offsets and strides are as in
 *  hpyr_mesh.
 *
 *  | member    | meaning                                              | zero means                         |
 *  |-----------|------------------------------------------------------|------------------------------------|
 *  | mesh      | the mesh; its colors are multiplied by the texture's | it has no triangles                |
 *  | normals   | three floats for each vertex, interpolated           | normals are those of the triangles |
 *  | texcoords | two floats for each vertex; the texture repeats      | there must be no texture           |
 *  | texture   | a 2D texture, RGBA8, filtered linearly in its level  | name 0: no texture                 |
 *
 *  Texture coordinate (0,0) is the lower left corner of the texture. Without a texture, `texcoords` have
 *  no influence. */
typedef struct hpyr_mesh_part {
    hpyr_mesh mesh;
    hpyr_attribute normals, texcoords;
    hpyr_texture texture;
} hpyr_mesh_part;

/** Writes the color and the normal of every active voxel into two lists, in the order of the point
 *  list. Not on GL 2.1.
 *  `parts` together hold the triangles of the mesh that the last run drew, for example one part
 *  for each texture. `transform` is that of the run. `pyramid` is built from this voxelizer's
 *  output: with SLICES it may have any layout, with BITS it has layout BITS and order COLUMN.
 *
 *  A voxel has the color and the normal of the point nearest to its center, on the triangles that
 *  count for its fill:
 *    - THIN: the triangles that set the voxel. A triangle that misses the voxel only by rounding
 *      may count too: its edge is within 1/128 voxel of the column's center, or its height differs
 *      in the last bits. So every voxel that was set has a color and a normal.
 *    - SURFACE: the triangles that touch the sphere around the voxel's box.
 *    - SOLID: the triangles within one voxel of the center. Voxels deep inside get 0.
 *
 *  Shapes: Entry i is texel (i % width, i / width) of both lists. It belongs to key i or, if the
 *    pyramid has clones, to keys i * clones to i * clones + clones - 1. The lists are 2D textures
 *    of the same width with at least one texel for each active voxel. A list that is NULL is not
 *    written.
 *  Pointers: `parts` has `part_count` entries. `transform` has 16 entries. `transform` may be NULL.
 *    `colors` may be NULL. `normals` may be NULL.
 *  Output: `colors` is RGBA8; alpha is 1. `normals` is RGBA32F; x, y, z have length 1, in the
 *    coordinates of the mesh, and w is 0. A voxel for which no triangle counts has 0 in all
 *    channels of both.
 *  Errors:
 *    INVALID_ARGUMENT: the pyramid has another size than the volume, an offset or a stride is not
 *      allowed, a texture has no texture coordinates, or `transform` is not affine.
 *    UNSUPPORTED: this is GL 2.1, or this GL lacks hpyr_caps.float_targets.
 *    NOT_BUILT, OVERFLOW: as hpyr_pyramid_total.
 *    TEXTURE: a texture is not what its hpyr_texture says, has another format, or is both a list
 *      and an input; or the lists differ in width.
 *    BUFFER: as hpyr_voxelizer_run.
 *    TOO_LARGE: the volume has more than 2^18 slices, or a mesh is too large for
 *      hpyr_voxelizer_run.
 *    TRUNCATED: a list is too small. What fits was written. The log names the number of voxels.
 *  Cost: THIN takes O(columns in the rectangles around the triangles), SURFACE and SOLID take
 *    O(voxels near triangles). Every part, or every 32 768 triangles of it, also takes O(keys)
 *    and one or two stalls.
 *  Memory: while it runs, 20 bytes for each key, and 210 bytes for each of at most 32 768
 *    triangles. SURFACE and SOLID also take 22 bytes for each of at most 2^20 columns.
 *  Lifetime: all arguments are needed only until the call returns.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_voxelizer_attributes(hpyr_voxelizer *voxelizer, hpyr_pyramid *pyramid,
                                               const hpyr_mesh_part *parts, uint32_t part_count,
                                               const float transform[16], const hpyr_texture *colors,
                                               const hpyr_texture *normals);

#ifdef __cplusplus
}
#endif

#endif
