/* isosurface.h - turns a field of samples into a mesh in buffers, 32 cells at a time.
 * SPDX-License-Identifier: MIT
 *
 * field.h says what fields, samples, cells and crossed edges are.
 * A hpyr_isosurface makes WELDED meshes and SOUPs by fragment shaders. It is the fastest way to a
 * mesh that is stored. Not on GL 2.1: there hpyr_isosurface_create answers UNSUPPORTED.
 * marching_cubes.h makes the same triangles without storing them, and works on GL 2.1 too.
 * docs/isosurface.md has examples and explains how it works.
 *
 * How to use it:
 *   - hpyr_isosurface_create once, hpyr_isosurface_build for each new field.
 *   - hpyr_isosurface_rebuild for another isovalue of the same field.
 *   - hpyr_isosurface_counts tells how much memory the mesh needs.
 *   - hpyr_isosurface_extract writes it into buffers, hpyr_isosurface_download into CPU memory.
 *   - To draw without buffers: hpyr_isosurface_glsl, hpyr_isosurface_bind.
 *
 * Dyken et al. find the cells of the surface by a pyramid, and so does this library. To work on 32
 * cells at once, as the bits of a word, is the library's own idea.
 *
 * Sources, and how they are cited here:
 *   - "Dyken et al.": Dyken, Ziegler, Theobalt, Seidel, "High-speed Marching Cubes using
 *     HistoPyramids", Computer Graphics Forum 27(8), 2008,
 *     https://doi.org/10.1111/j.1467-8659.2008.01182.x. Its sections are cited by the numbers of the
 *     authors' draft of 2007; docs/papers.md names them. */
#ifndef HPYR_ISOSURFACE_H
#define HPYR_ISOSURFACE_H

#include <histopyramid/field.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Makes meshes from fields of one size. */
typedef struct hpyr_isosurface hpyr_isosurface;

/** What fields look like, and what meshes are made from them.
 *
 *  | member   | meaning                                           | zero means             |
 *  |----------|---------------------------------------------------|------------------------|
 *  | grid     | size and place of the fields, see hpyr_field_grid | an error: set the size |
 *  | mesh     | SOUP or WELDED                                    | WELDED                 |
 *  | vertex   | where a vertex lies on its edge                   | LINEAR                 |
 *  | gradient | how normals are computed                          | FORWARD                |
 *  | winding  | how the corners of a triangle go round            | COUNTER_CLOCKWISE      | */
typedef struct hpyr_isosurface_desc {
    hpyr_field_grid grid;
    hpyr_mesh_form mesh;
    hpyr_edge_vertex vertex;
    hpyr_gradient gradient;
    hpyr_winding winding;
} hpyr_isosurface_desc;

/** Returns the GL memory that an isosurface takes at most for its builds, or 0 for a descriptor
 *  that hpyr_isosurface_create would refuse. Without `context` the number is that of GL 3.3.
 *  A build copies some textures and buffers to read them faster; the copy is included. The lists
 *  that an extraction allocates, and keeps for the next one, are not (docs/isosurface.md).
 *  Units: bytes.
 *  Pointers: `context` may be NULL.
 *  GL: no call. */
HPYR_API uint64_t hpyr_isosurface_bytes(const hpyr_context *context, const hpyr_isosurface_desc *desc);

/** Creates an isosurface: allocates what builds need.
 *  Errors:
 *    INVALID_ARGUMENT: a size is 0, a member of `desc` is out of range or not finite, or an axis
 *      without a spacing has an origin.
 *    UNSUPPORTED: this is GL 2.1, which has hpyr_marching_cubes only, or an OpenGL ES that cannot
 *      render to floats.
 *    TOO_LARGE: a build has too many samples for this GL. The log names the number asked and
 *      the number allowed. `slab_depth` helps.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_isosurface_create(hpyr_context *context, const hpyr_isosurface_desc *desc,
                                            hpyr_isosurface **out);

/** Destroys an isosurface.
 *  GL: state restored. */
HPYR_API void hpyr_isosurface_destroy(hpyr_isosurface *isosurface);

/** Returns the descriptor with all defaults filled in.
 *  Pointers: The result lives until hpyr_isosurface_destroy.
 *  GL: no call. */
HPYR_API const hpyr_isosurface_desc *hpyr_isosurface_resolved(const hpyr_isosurface *isosurface);

/** Finds the crossed edges and the triangles of `field`, so that the mesh can be counted and
 *  extracted.
 *  `slab` is the index of the slab that `field` holds; 0 for a whole field. When you extract a slab
 *  of a WELDED mesh, set `index_base` of hpyr_mesh_output to the number of vertices of all slabs
 *  before it.
 *  Pointers: `field.bind` lives until the next hpyr_isosurface_build. `field.user` lives until the
 *    next hpyr_isosurface_build.
 *  Errors:
 *    INVALID_ARGUMENT: the isovalue is NaN, there is no such slab, or a member of `field` is not
 *      allowed.
 *    TEXTURE, BUFFER: the texture or buffer is not what `field` says, or does not hold all samples.
 *    TOO_LARGE: the buffer has more samples than this GL can read.
 *    SHADER: your GLSL does not compile.
 *    After an error there is no mesh: other calls answer NOT_BUILT. But after NO_CONTEXT nothing
 *    changes.
 *    An overflow is found later, when the counts are asked for.
 *  Cost: O(samples), no read-back, no stall. For GLSL of yours see hpyr_pyramid_build.
 *  Lifetime: The isosurface reads the texture or buffer until its next build. Do not change or delete
 *    it before the last extraction, download or bind of the mesh.
 *  GL: state restored.
 *  Source: Dyken et al., section 5. */
HPYR_API hpyr_result hpyr_isosurface_build(hpyr_isosurface *isosurface, const hpyr_field *field, uint32_t slab,
                                           double isovalue);

/** Builds the mesh of another isovalue, in the field and the slab of the last hpyr_isosurface_build. Neither its samples nor what your
 *  GLSL reads may have changed since.
 *  The first call after a build finds the smallest and the largest of each 32 samples. After that, only those 32 samples are read that
 *  the isovalue divides: so a slider that moves the isovalue costs little more than what it crosses. The mesh is the same as that of
 *  a build. Only where samples are computed by GLSL of yours, and one is all but equal to the isovalue, a GPU may round it otherwise here.
 *  Errors:
 *    NOT_BUILT: there was no hpyr_isosurface_build, or the last one failed.
 *    INVALID_ARGUMENT: the isovalue is NaN.
 *    TEXTURE, BUFFER: the field was deleted, or has another size or format now, and the build has not copied it.
 *    SHADER: your GLSL does not compile in a shader that this call alone needs.
 *    After NOT_BUILT and INVALID_ARGUMENT nothing changes. After another error there is no mesh, but you can call this again.
 *  Cost: O(samples / 32) and what the isovalue crosses; O(samples) for the first call after a build. No read-back, no stall.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_isosurface_rebuild(hpyr_isosurface *isosurface, double isovalue);

/** Tells how many vertices and triangles the mesh of the last build has. After a build of a slab
 *  these are the ones that the slab adds.
 *  Errors:
 *    NOT_BUILT: there was no build, or the last one failed.
 *    OVERFLOW: there are 2^31 crossed edges or more, or 2^32 - 1 triangles or more.
 *    After an error all counts are 0.
 *  Cost: waits for the GPU.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_isosurface_counts(hpyr_isosurface *isosurface, hpyr_mesh_counts *counts);

/** Tells the counts if the GPU has finished, and never waits.
 *  Errors:
 *    NOT_READY: the GPU has not finished. All counts are 0. Ask again later.
 *    All others: as hpyr_isosurface_counts.
 *  Cost: no stall.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_isosurface_try_counts(hpyr_isosurface *isosurface, hpyr_mesh_counts *counts);

/** Tells what the last build has found, also what the mesh does not need: the active cells.
 *  Errors: as hpyr_isosurface_counts. After an error all numbers are 0.
 *  Cost: waits for the GPU, and counts the active cells by passes of its own, once for each build.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_isosurface_statistics(hpyr_isosurface *isosurface, hpyr_mesh_statistics *statistics);

/** Writes the mesh, or a range of it, into buffer objects.
 *  Positions and normals follow the rules of hpyr_ref_isosurface. A position differs from that of
 *  the reference by less than 1e-6 of an edge, plus its rounding to float. A normal differs by less
 *  than 1e-5, but by more where the gradient is close to 0. Both differ more if the GPU rounds
 *  samples of R8, RGBA8 or R16.
 *  Order of triangles: by cell, x first, then y, then z; in a cell as hpyr_ref_cube_case orders
 *    them. Here x, y and z are the axes 0, 1 and 2 of the samples, whatever `axes` says.
 *  Order of vertices: In a SOUP they follow the triangles. In a WELDED mesh they follow the lower
 *    samples of their edges, x first, then y, then z. The lower sample of an edge is its end with
 *    the smaller index. Of the edges with the same lower sample, the one along z comes first, then
 *    y, then x. So the index of a vertex is the number of crossed edges before its edge.
 *  Pointers: `report` may be NULL.
 *  WebGL 2: A buffer that was ever bound as GL_ELEMENT_ARRAY_BUFFER is refused with BUFFER, and an
 *    `index_buffer` cannot be bound as one afterwards. Use a SOUP, or hpyr_isosurface_bind.
 *  Errors:
 *    NOT_BUILT, OVERFLOW: as hpyr_isosurface_counts.
 *    INVALID_ARGUMENT: a member of `output` is not allowed.
 *    BUFFER: a buffer of `output` is no buffer object, or is mapped.
 *    TEXTURE, BUFFER: the field was deleted, or has another size or format now. The log says which.
 *    TRUNCATED: a buffer ends before the range does. What fits was written; of a SOUP only whole
 *      triangles.
 *  Cost: O(vertices + triangles). Waits for the counts, except with `no_wait`.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_isosurface_extract(hpyr_isosurface *isosurface, const hpyr_mesh_output *output,
                                             hpyr_mesh_report *report);

/** Writes the mesh into CPU memory.
 *  Shapes: at most `vertex_capacity` vertices, and the indices of at most `triangle_capacity`
 *    triangles, three for each. What has a capacity of 0 and is NULL is not written, and that is no
 *    TRUNCATED.
 *  Order: as hpyr_isosurface_extract.
 *  Pointers: `vertices` has `vertex_capacity` entries. `indices` has `3 * triangle_capacity` entries.
 *    `report` may be NULL.
 *  Errors:
 *    NOT_BUILT, OVERFLOW: as hpyr_isosurface_counts.
 *    INVALID_ARGUMENT: `indices` is given for a SOUP, or an array is NULL and its capacity is not 0.
 *    TEXTURE, BUFFER: the field was deleted, or has another size or format now.
 *    TRUNCATED: a capacity is too small. What fits was written; of a SOUP only whole triangles.
 *  Cost: as hpyr_isosurface_extract, and a read-back that stalls.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_isosurface_download(hpyr_isosurface *isosurface, hpyr_mesh_vertex *vertices,
                                              size_t vertex_capacity, uint32_t *indices, size_t triangle_capacity,
                                              hpyr_mesh_report *report);

/** Writes the arguments of an indirect draw of the whole mesh into `buffer`. The GPU writes them,
 *  so nothing waits. Not on OpenGL ES.
 *  Shapes: five uint32, which are 20 bytes: the number of indices, 1, 0, 0, 0. For a SOUP the first
 *    one is the number of vertices. Use glDrawElementsIndirect for a WELDED mesh and
 *    glDrawArraysIndirect for a SOUP (GL 4.0 or GL_ARB_draw_indirect). The first one is 0 if it
 *    would be 2^32 - 1 or more. It counts the whole mesh, even if your buffers have room for
 *    less: the draw would then read past their end.
 *  Units: `offset` is bytes and a multiple of 4.
 *  Errors:
 *    NOT_BUILT: there was no build, or the last one failed.
 *    UNSUPPORTED: this is OpenGL ES, which has no indirect draws before 3.1.
 *    INVALID_ARGUMENT: `offset` is not allowed.
 *    BUFFER: `buffer` is no buffer object, is mapped, or ends before the 20 bytes do.
 *  Cost: one small pass, no stall.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_isosurface_command(hpyr_isosurface *isosurface, uint32_t buffer, uint64_t offset);

/** Writes GLSL with which your vertex shader fetches the mesh from textures. So a mesh is drawn
 *  without vertex buffers, and without indices in a buffer: WebGL cannot draw with indices that
 *  the GPU wrote. glsl.h lists the functions.
 *  The whole mesh is glDrawArrays(GL_TRIANGLES, 0, 3 * triangles) with gl_VertexID as the corner.
 *  Shapes: as hpyr_pyramid_glsl. The text depends on hpyr_isosurface_desc.mesh alone.
 *  Pointers: `prefix` may be NULL. `text` has `capacity` bytes. `needed` may be NULL.
 *  Errors:
 *    INVALID_ARGUMENT, TRUNCATED: as hpyr_pyramid_glsl.
 *  GL: no call. */
HPYR_API hpyr_result hpyr_isosurface_glsl(const hpyr_isosurface *isosurface, const char *prefix, char *text,
                                          size_t capacity, size_t *needed);

/** Puts `program` to use, and binds a mesh to it. `program` contains the text of
 *  hpyr_isosurface_glsl with this `prefix`.
 *  Everything not said here is as with hpyr_pyramid_bind. A SOUP uses one texture unit,
 *  a WELDED mesh two. The first call after a build writes the mesh into textures of the library.
 *  While a mesh is bound hpyr_isosurface_build is refused.
 *  Pointers: `prefix` may be NULL. `binding` may be NULL.
 *  Errors:
 *    NOT_BUILT, OVERFLOW: as hpyr_isosurface_counts.
 *    INVALID_ARGUMENT: `program` is not linked or lacks the text, `prefix` is not allowed, there are not
 *      enough texture units, a uniform has another type, or the object is bound.
 *    TOO_LARGE: the mesh has more vertices or triangles than 1024 times the side of the largest
 *      texture. `slab_depth` helps.
 *    TEXTURE, BUFFER: the field was deleted, or has another size or format now.
 *  Cost: the first call after a build takes O(vertices + triangles) and waits for the counts.
 *  GL: as hpyr_pyramid_bind, and the uniforms of the text are set. */
HPYR_API hpyr_result hpyr_isosurface_bind(hpyr_isosurface *isosurface, uint32_t program, const char *prefix,
                                          uint32_t first_unit, hpyr_binding *binding);

/** Undoes hpyr_isosurface_bind.
 *  Errors, GL: as hpyr_pyramid_unbind. */
HPYR_API hpyr_result hpyr_isosurface_unbind(hpyr_isosurface *isosurface);

#ifdef __cplusplus
}
#endif

#endif
