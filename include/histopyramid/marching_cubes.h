/* marching_cubes.h - draws the triangles of a field without storing them.
 * SPDX-License-Identifier: MIT
 *
 * field.h says what fields, samples and cells are, pyramid.h explains keys, index ranges and
 * traversal. An active cell is one that has triangles. The vertices of all triangles, one after the
 * other, are the soup.
 * Dyken et al. make vertices in two ways, and so does this library. With VERTEX a key is a vertex,
 * and its remainder is the number of the vertex in the cell. With GEOMETRY a key is an active cell.
 * Your own vertex or geometry shader makes the vertices while it draws. The library can also write
 * them into buffers; isosurface.h is faster at that, and makes WELDED meshes.
 *
 * How to use it:
 *   - hpyr_marching_cubes_create once, hpyr_marching_cubes_build for each new field or isovalue.
 *   - To draw without a mesh: hpyr_marching_cubes_glsl, hpyr_marching_cubes_bind,
 *     hpyr_marching_cubes_draw, hpyr_marching_cubes_unbind.
 *   - For a soup: hpyr_marching_cubes_counts, then hpyr_marching_cubes_extract or
 *     hpyr_marching_cubes_download.
 *
 * Sources, and how they are cited here:
 *   - "Dyken et al.": Dyken, Ziegler, Theobalt, Seidel, "High-speed Marching Cubes using
 *     HistoPyramids", Computer Graphics Forum 27(8), 2008,
 *     https://doi.org/10.1111/j.1467-8659.2008.01182.x. Its sections are cited by the numbers of the
 *     authors' draft of 2007; docs/papers.md names them. */
#ifndef HPYR_MARCHING_CUBES_H
#define HPYR_MARCHING_CUBES_H

#include <histopyramid/field.h>
#include <histopyramid/pyramid.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Makes triangle soups from fields of one size. */
typedef struct hpyr_marching_cubes hpyr_marching_cubes;

/** Which shader stage makes the vertices. */
typedef enum hpyr_expansion {
    HPYR_EXPANSION_DEFAULT = 0, /**< VERTEX. */
    HPYR_EXPANSION_VERTEX = 1,  /**< A vertex shader, with one traversal for each vertex. */
    HPYR_EXPANSION_GEOMETRY = 2 /**< A geometry shader, with one traversal for each active cell. Not
                                 *   on GL 2.1 and OpenGL ES. */
} hpyr_expansion;

/** What fields look like, and how their triangles are made.
 *
 *  | member    | meaning                                           | zero means             |
 *  |-----------|---------------------------------------------------|------------------------|
 *  | grid      | size and place of the fields, see hpyr_field_grid | an error: set the size |
 *  | vertex    | where a vertex lies on its edge                   | LINEAR                 |
 *  | gradient  | how normals are computed                          | FORWARD                |
 *  | winding   | how the corners of a triangle go round            | COUNTER_CLOCKWISE      |
 *  | expansion | which shader stage makes vertices                 | VERTEX                 |
 *  | layout    | layout of the pyramid                             | AUTO                   |
 *
 *  Layout AUTO is SINGLE for VERTEX and BITS for GEOMETRY. On GL 2.1 it is VEC4, or RECT if
 *  hpyr_caps.fragment_lod is false. BITS is not for VERTEX. Counts have the DEFAULT format. */
typedef struct hpyr_marching_cubes_desc {
    hpyr_field_grid grid;
    hpyr_edge_vertex vertex;
    hpyr_gradient gradient;
    hpyr_winding winding;
    hpyr_expansion expansion;
    hpyr_layout layout;
} hpyr_marching_cubes_desc;

/** Returns the GL memory that builds, counts and draws take, or 0 if the descriptor is invalid.
 *  Without `context` the number is that of GL 3.3. The pyramids that hpyr_marching_cubes_counts
 *  deletes before it returns are not included.
 *  Units: bytes.
 *  Pointers: `context` may be NULL.
 *  GL: no call. */
HPYR_API uint64_t hpyr_marching_cubes_bytes(const hpyr_context *context, const hpyr_marching_cubes_desc *desc);

/** Creates a hpyr_marching_cubes: allocates what builds need.
 *  Errors:
 *    INVALID_ARGUMENT: a size is 0, a member of `desc` is out of range or not finite, or an axis
 *      without a spacing has an origin.
 *    UNSUPPORTED: the layout, or this GL, does not have what `desc` asks for; OpenGL ES needs
 *      hpyr_caps.float_targets. The log says what is missing.
 *    TOO_LARGE: the cells do not fit into the textures of this GL. `slab_depth` helps.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_marching_cubes_create(hpyr_context *context, const hpyr_marching_cubes_desc *desc,
                                                hpyr_marching_cubes **out);

/** Destroys a hpyr_marching_cubes.
 *  If it is bound, hpyr_pyramid_destroy says what happens.
 *  GL: state restored. */
HPYR_API void hpyr_marching_cubes_destroy(hpyr_marching_cubes *cubes);

/** Returns the descriptor with all defaults filled in.
 *  Pointers: The result lives until hpyr_marching_cubes_destroy.
 *  GL: no call. */
HPYR_API const hpyr_marching_cubes_desc *hpyr_marching_cubes_resolved(const hpyr_marching_cubes *cubes);

/** Finds the triangles of all cells of `field`, so that they can be counted, drawn or extracted.
 *  `slab` is the index of the slab that `field` holds; 0 for a whole field.
 *  Pointers: `field.bind` lives until the next hpyr_marching_cubes_build. `field.user` lives until the
 *    next hpyr_marching_cubes_build.
 *  Errors:
 *    INVALID_ARGUMENT: the isovalue is NaN, there is no such slab, a member of `field` is not
 *      allowed, or the hpyr_marching_cubes is bound.
 *    UNSUPPORTED: GL 2.1 does not have buffers as fields; or this GL does not have the texture's
 *      format.
 *    TEXTURE, BUFFER: the texture or buffer is not what `field` says, or does not hold all samples.
 *    TOO_LARGE: the buffer has more samples than this GL can read.
 *    SHADER: your GLSL does not compile.
 *    After an error there are no triangles: other calls answer NOT_BUILT. But after NO_CONTEXT, or
 *    if the hpyr_marching_cubes is bound, nothing changes.
 *    An overflow is found later, when the counts are asked for.
 *  Cost: O(samples), no read-back, no stall. For GLSL of yours see hpyr_pyramid_build.
 *  Lifetime: The texture or buffer is read until the next build. Do not change it while the
 *    triangles are drawn or extracted.
 *  GL: state restored.
 *  Source: Dyken et al., sections 4 and 5. */
HPYR_API hpyr_result hpyr_marching_cubes_build(hpyr_marching_cubes *cubes, const hpyr_field *field, uint32_t slab,
                                               double isovalue);

/** Tells how many vertices and triangles the soup of the last build has: three vertices for each
 *  triangle.
 *  Errors:
 *    NOT_BUILT: there was no build, or the last one failed.
 *    OVERFLOW: the soup has more vertices than can be counted: above 2^32 - 2 with UINT, with FLOAT or
 *      HALF fewer (see hpyr_count_format).
 *    After an error all counts are 0.
 *  Cost: waits for the GPU. With GEOMETRY the first call after a build also builds a second pyramid,
 *    over the vertices.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_marching_cubes_counts(hpyr_marching_cubes *cubes, hpyr_mesh_counts *counts);

/** Tells the counts if the GPU has finished. It does not wait, with one exception on GL 2.1.
 *  Errors:
 *    NOT_READY: the GPU has not finished. All counts are 0. Ask again later.
 *    All others: as hpyr_marching_cubes_counts.
 *  Cost: no stall. On GL 2.1 see hpyr_pyramid_try_total.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_marching_cubes_try_counts(hpyr_marching_cubes *cubes, hpyr_mesh_counts *counts);

/** Tells what the last build has found, also what the soup does not need: active cells and crossed
 *  edges.
 *  Errors: as hpyr_marching_cubes_counts. After an error all numbers are 0.
 *  Cost: waits for the GPU, and builds pyramids over the cells and the edges, once for each build.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_marching_cubes_statistics(hpyr_marching_cubes *cubes, hpyr_mesh_statistics *statistics);

/** Writes the soup, or a range of it, into a buffer object. Not on GL 2.1.
 *  Positions and normals follow the rules of hpyr_ref_isosurface, as exactly as
 *  hpyr_isosurface_extract says.
 *  Order: triangles follow the order of cells of the pyramid, which `layout` decides (hpyr_order);
 *    its flat-3D has the tiles of hpyr_flat3d_arrange. In a cell hpyr_ref_cube_case orders them.
 *  Pointers: `report` may be NULL.
 *  Errors:
 *    NOT_BUILT, OVERFLOW: as hpyr_marching_cubes_counts.
 *    INVALID_ARGUMENT: a member of `output` is not allowed. There are no indices and no densities.
 *    UNSUPPORTED: this is GL 2.1, where hpyr_marching_cubes_download works; or a probe found that this GL
 *      captures several varyings wrong; or with `no_wait` and the expansion GEOMETRY, `first_vertex` is
 *      not 0.
 *    BUFFER: `vertex_buffer` is no buffer object, or is mapped.
 *    TEXTURE, BUFFER: the field was deleted, or has another size or format now. The log says which.
 *    TRUNCATED: the buffer ends before the range does. The whole triangles that fit were written.
 *  Cost: O(vertices * levels). Waits for the total, except with `no_wait`.
 *  GL: state restored.
 *  Source: Dyken et al., section 5. */
HPYR_API hpyr_result hpyr_marching_cubes_extract(hpyr_marching_cubes *cubes, const hpyr_mesh_output *output,
                                                 hpyr_mesh_report *report);

/** Writes the soup into CPU memory. This works on GL 2.1 too.
 *  Order: as hpyr_marching_cubes_extract.
 *  Pointers: `vertices` has `vertex_capacity` entries. `report` may be NULL.
 *  Errors:
 *    NOT_BUILT, OVERFLOW: as hpyr_marching_cubes_counts.
 *    UNSUPPORTED: a probe found that this GL captures several varyings wrong.
 *    TEXTURE, BUFFER: the field was deleted, or has another size or format now.
 *    TRUNCATED: `vertex_capacity` is too small. The whole triangles that fit were written.
 *  Cost: as hpyr_marching_cubes_extract, and a read-back that stalls.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_marching_cubes_download(hpyr_marching_cubes *cubes, hpyr_mesh_vertex *vertices,
                                                  size_t vertex_capacity, hpyr_mesh_report *report);

/** Writes the arguments of an indirect draw into `buffer`: of a draw of the whole soup, which you have
 *  extracted to another buffer. The GPU writes, so nothing waits. hpyr_marching_cubes_draw needs none.
 *  Not on GL 2.1 and OpenGL ES.
 *  Shapes: five uint32, which are 20 bytes: the number of vertices, 1, 0, 0, 0. You pass them to
 *    glDrawArraysIndirect (GL 4.0 or GL_ARB_draw_indirect). The first one is 0 if the soup has more
 *    vertices than the pyramid can count.
 *  Units: `offset` is bytes and a multiple of 4.
 *  Errors:
 *    NOT_BUILT: there was no build, or the last one failed.
 *    INVALID_ARGUMENT: `offset` is not allowed.
 *    UNSUPPORTED: this is GL 2.1 or OpenGL ES.
 *    BUFFER: `buffer` is no buffer object, is mapped, or ends before the 20 bytes do.
 *  Cost: one small pass, no stall. With GEOMETRY the first call after a build also builds a second
 *    pyramid, over the vertices.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_marching_cubes_command(hpyr_marching_cubes *cubes, uint32_t buffer, uint64_t offset);

/** Writes GLSL functions that make the vertices, for a vertex shader (VERTEX) or a geometry shader
 *  (GEOMETRY) of yours. glsl.h lists them.
 *  The text depends on the descriptor and on the kind of field of the last build: on the target,
 *  format and channel of its texture, on the format of its buffer, and on its `glsl`.
 *  Arguments are as with hpyr_pyramid_glsl.
 *  Pointers: `prefix` may be NULL. `text` has `capacity` bytes. `needed` may be NULL.
 *  Errors:
 *    NOT_BUILT: there was no build, or the last one failed.
 *    All others: as hpyr_pyramid_glsl.
 *  GL: no call. */
HPYR_API hpyr_result hpyr_marching_cubes_glsl(const hpyr_marching_cubes *cubes, const char *prefix, char *text,
                                              size_t capacity, size_t *needed);

/** Binds everything for drawing: textures, the field, and the uniforms of your program.
 *  `program` contains the text of hpyr_marching_cubes_glsl for these `cubes` and this `prefix`.
 *  Everything not said here is as with hpyr_pyramid_bind. Up to 6 texture units are used.
 *  Pointers: `prefix` may be NULL. `binding` may be NULL.
 *  Errors:
 *    INVALID_ARGUMENT: also if the program was made for another kind of field, as
 *      hpyr_marching_cubes_glsl defines it.
 *    TEXTURE, BUFFER: the field was deleted.
 *    All others: as hpyr_pyramid_bind.
 *    OVERFLOW: as hpyr_pyramid_total, if the call waits.
 *  Cost: If this GL has indirect draws, the call does not wait for the total. Else it waits.
 *  GL: as hpyr_pyramid_bind. */
HPYR_API hpyr_result hpyr_marching_cubes_bind(hpyr_marching_cubes *cubes, uint32_t program, const char *prefix,
                                              uint32_t first_unit, hpyr_binding *binding);

/** Undoes hpyr_marching_cubes_bind.
 *  Errors: as hpyr_pyramid_unbind.
 *  GL: as hpyr_pyramid_unbind. */
HPYR_API hpyr_result hpyr_marching_cubes_unbind(hpyr_marching_cubes *cubes);

/** Draws an index range. Call it between hpyr_marching_cubes_bind and hpyr_marching_cubes_unbind.
 *  VERTEX draws GL_TRIANGLES, and a key is a vertex. GEOMETRY draws GL_POINTS, and a key is an
 *  active cell.
 *  If this GL has indirect draws, drawing everything (first 0, HPYR_ALL) does not wait for the
 *  total: the number stays on the GPU, and the report holds zeros. If there are more keys than the
 *  pyramid can count, such a draw draws nothing. All other draws wait for the total.
 *  Everything not said here is as with hpyr_pyramid_draw.
 *  Pointers: `report` may be NULL.
 *  Errors:
 *    OVERFLOW: as hpyr_pyramid_total, if the draw waits.
 *    All others: as hpyr_pyramid_draw.
 *  Cost: If this GL has indirect draws, a draw of everything does not wait for the total. Else it waits.
 *  GL: as hpyr_pyramid_draw. */
HPYR_API hpyr_result hpyr_marching_cubes_draw(hpyr_marching_cubes *cubes, uint32_t first, uint32_t count,
                                              hpyr_report *report);

#ifdef __cplusplus
}
#endif

#endif
