/* isosurface.h - marching cubes: turns a field of samples into triangles.
 * SPDX-License-Identifier: MIT
 *
 * A field is a grid of samples. Cells lie between the samples: width x height x depth samples have
 * (width - 1) x (height - 1) x (depth - 1) cells. A sample is inside if its value is at least the
 * isovalue; NaN is outside.
 * An edge between two neighbouring samples is crossed if one end is inside and the other outside.
 * Vertices lie on crossed edges.
 * docs/isosurface.md has examples and explains how it works.
 *
 * Every `report` may be NULL. pyramid.h explains keys, index ranges and traversal.
 *
 * How to use it:
 *   - hpyr_isosurface_create once, hpyr_isosurface_build for each new field or isovalue.
 *   - For a mesh: hpyr_isosurface_counts, then hpyr_isosurface_extract or hpyr_isosurface_download.
 *   - To draw without a mesh: hpyr_isosurface_glsl, hpyr_isosurface_bind, hpyr_isosurface_draw,
 *     hpyr_isosurface_unbind. Expansions VERTEX and GEOMETRY can do this.
 *
 * Source: "the paper" is Dyken, Ziegler, Theobalt, Seidel, "High-speed Marching Cubes using
 *   Histogram Pyramids", 2008.
 *
 * In the paper's form, the discriminator gives each cell its number of triangles. A traversal finds
 * the cell of a key, and the remainder says which vertex of the cell the key is. */
#ifndef HPYR_ISOSURFACE_H
#define HPYR_ISOSURFACE_H

#include <histopyramid/context.h>
#include <histopyramid/discriminator.h>
#include <histopyramid/pyramid.h>
#include <histopyramid/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Makes meshes from fields of one size. */
typedef struct hpyr_isosurface hpyr_isosurface;

/** Which shader stage makes the vertices. */
typedef enum hpyr_expansion {
    HPYR_EXPANSION_DEFAULT = 0,  /**< FRAGMENT. On GL 2.1: VERTEX. */
    HPYR_EXPANSION_FRAGMENT = 1, /**< Fragment shaders, which take 32 cells at a time. Makes WELDED
                                  *   and SOUP meshes in buffers. Not on GL 2.1. */
    HPYR_EXPANSION_VERTEX = 2,   /**< The paper's: a vertex shader, with one traversal for each
                                  *   vertex. SOUP only. Your own vertex shader can do it while
                                  *   drawing. */
    HPYR_EXPANSION_GEOMETRY = 3  /**< The paper's: a geometry shader, with one traversal for each
                                  *   active cell. SOUP only. Your own geometry shader can do it
                                  *   while drawing. Not on GL 2.1. */
} hpyr_expansion;

/** What fields look like, and what meshes are made from them.
 *
 *  | member               | meaning                                           | zero means                           |
 *  |----------------------|---------------------------------------------------|--------------------------------------|
 *  | width, height, depth | number of samples along their three axes          | an error                             |
 *  | spacing              | step from a sample to the next, along each axis   | the axis spans [-1,1], see below     |
 *  | origin               | place of sample (0,0,0)                           | 0                                    |
 *  | axes                 | the coordinate that each axis gives               | all three: {1,2,3}                   |
 *  | mesh                 | SOUP or WELDED                                    | WELDED; SOUP for VERTEX and GEOMETRY |
 *  | vertex               | where a vertex lies on its edge                   | LINEAR                               |
 *  | gradient             | how normals are computed                          | FORWARD                              |
 *  | winding              | how the corners of a triangle go round            | COUNTER_CLOCKWISE                    |
 *  | expansion            | which shader stage makes vertices                 | FRAGMENT; VERTEX on GL 2.1           |
 *  | layout               | layout of the pyramid of VERTEX and GEOMETRY      | AUTO; on GL 2.1 see below            |
 *  | slab_depth           | slices that a slab adds, see hpyr_isosurface_slab | the whole field is one slab          |
 *
 *  `spacing` and `origin` belong to the axes of the samples: along axis 0, sample (i,j,k) is at
 *  origin[0] + i * spacing[0]. Axes 1 and 2 work in the same way.
 *  axes[a] says which coordinate of the mesh axis `a` gives: 1 is x, 2 is y, 3 is z. For example,
 *  {3,2,1} suits an array whose last index is x.
 *  An axis without a spacing spans [-1,1]: its first sample lies at -1, its last one at 1. Its
 *  `origin` is not used.
 *  With layout AUTO the pyramid on GL 2.1 is VEC4, or RECT if hpyr_caps.fragment_lod is false.
 *  A spacing may be negative, and `axes` may mirror the field. The winding of the mesh stays as
 *  asked for.
 *  A side of one sample is allowed. The field then has no cells, and the mesh is empty. */
typedef struct hpyr_isosurface_desc {
    uint32_t width, height, depth;
    float spacing[3], origin[3];
    uint8_t axes[3];
    hpyr_mesh_form mesh;
    hpyr_edge_vertex vertex;
    hpyr_gradient gradient;
    hpyr_winding winding;
    hpyr_expansion expansion;
    hpyr_layout layout;
    uint32_t slab_depth;
} hpyr_isosurface_desc;

/** Where the samples of a field are: in a texture, in a buffer, or computed by GLSL of yours. Give
 *  just one of the three: `texture`, `buffer`, or a `glsl` that defines hpyr_field_at.
 *
 *  | member        | meaning                                                    | zero means                     |
 *  |---------------|------------------------------------------------------------|--------------------------------|
 *  | texture       | a GL_TEXTURE_3D, or a flat-3D GL_TEXTURE_2D; may be larger | name 0: no texture             |
 *  | tiles_x       | tiles in a row of a flat-3D texture                        | what hpyr_flat3d_arrange picks |
 *  | buffer        | samples without gaps, x fastest; not on GL 2.1             | no buffer                      |
 *  | buffer_format | type of a sample: R8UI, R16UI, R16I, R16F or R32F          | an error, with a buffer        |
 *  | buffer_offset | bytes before the first sample, a multiple of its size      | 0                              |
 *  | glsl          | your GLSL, see below                                       | none                           |
 *  | bind          | sets what your GLSL reads, see hpyr_bind_fn                | there is nothing to set        |
 *  | user          | is passed to `bind`                                        | NULL                           |
 *
 *  A texture may have any format. Values are 0..1 for R8, RGBA8 and R16, whole numbers for the UI
 *  and I formats, and floats for the F formats. Many GPUs treat numbers closer to 0 than FLT_MIN as
 *  0.
 *
 *  `glsl` defines `float hpyr_field_at(vec3 p)`, the value at place p, in the coordinates of the
 *  mesh.
 *  With gradient CALLER it also defines `vec3 hpyr_gradient_at(vec3 p)`. Beside a texture or a
 *  buffer, `glsl` is allowed with gradient CALLER only, and defines nothing but the gradient.
 *  Begin every global name in your GLSL with hpyr_ or u_hpyr_ and then a word of your own, such as
 *  u_hpyr_my_radius: the library uses many names, and the prefix of hpyr_isosurface_glsl replaces
 *  hpyr_. */
typedef struct hpyr_field {
    hpyr_texture texture;
    uint32_t tiles_x;
    uint32_t buffer;
    hpyr_format buffer_format;
    uint64_t buffer_offset;
    const char *glsl;
    hpyr_bind_fn bind;
    void *user;
} hpyr_field;

/** One vertex of a mesh in a buffer: 24 bytes.
 *  `position` is the place of the vertex, in the coordinates that `spacing`, `origin` and `axes`
 *  make.
 *  `normal` is the direction in which the field gets smaller, in the same coordinates. Its length
 *  is 1. */
typedef struct hpyr_mesh_vertex {
    float position[3], normal[3];
} hpyr_mesh_vertex;

/** What hpyr_isosurface_extract writes, and where. Offsets are bytes and multiples of 4.
 *
 *  | member         | meaning                                                 | zero means                 |
 *  |----------------|---------------------------------------------------------|----------------------------|
 *  | vertex_buffer  | gets a hpyr_mesh_vertex for each vertex                 | no vertices are written    |
 *  | vertex_offset  | where the first vertex goes                             | 0                          |
 *  | first_vertex   | first vertex of the range; a multiple of 3 for a SOUP   | vertex 0                   |
 *  | vertex_count   | vertices in the range; a multiple of 3 for a SOUP       | all from first_vertex on   |
 *  | index_buffer   | gets three uint32 for each triangle; not for a SOUP     | no indices are written     |
 *  | index_offset   | where the first index goes                              | 0                          |
 *  | first_triangle | first triangle of the range                             | triangle 0                 |
 *  | triangle_count | triangles in the range                                  | all from first_triangle on |
 *  | index_base     | is added to every index                                 | 0                          |
 *  | no_wait        | true: the call does not wait for the counts of the mesh | the call waits             |
 *
 *  With `no_wait` the number of records is what you ask for, whatever the mesh has. So
 *  `vertex_count` must be given if there is a vertex buffer, and `triangle_count` if there is an
 *  index buffer. Records and indices past the end of the mesh are 0. The report holds zeros. With
 *  expansion GEOMETRY `first_vertex` must be 0. */
typedef struct hpyr_isosurface_output {
    uint32_t vertex_buffer;
    uint64_t vertex_offset;
    uint64_t first_vertex, vertex_count;
    uint32_t index_buffer;
    uint64_t index_offset;
    uint64_t first_triangle, triangle_count;
    uint32_t index_base;
    bool no_wait;
} hpyr_isosurface_output;

/** What an extraction did. "Available" is what the requested range holds: a large enough buffer
 *  gets it all. */
typedef struct hpyr_isosurface_report {
    uint64_t vertices_written, vertices_available;   /**< Number of vertices. 0 if none were asked
                                                      *   for. */
    uint64_t triangles_written, triangles_available; /**< Number of triangles whose indices were
                                                      *   written, or are available. 0 if none were
                                                      *   asked for. */
} hpyr_isosurface_report;

/** The slices of one slab: those that its build reads, and those that it adds to the mesh. */
typedef struct hpyr_slab {
    uint32_t first_slice, slice_count; /**< Slices of the whole field that the build reads. Slice 0
                                        *   of the field that you pass to the build is slice
                                        *   `first_slice` of the whole field. */
    uint32_t first_owned, owned_count; /**< Slices of the whole field whose vertices and cells the
                                        *   slab adds. The build also reads one slice below them,
                                        *   for CENTRAL gradients, and two above them, for the edges
                                        *   of the last cells, as far as the field has such
                                        *   slices. */
} hpyr_slab;

/** Returns the GL memory that an isosurface takes at most, or 0 if the descriptor is invalid.
 *  If `context` is NULL, the number is that of GL 3.3.
 *  The copy that some fields need is included. The lists that an extraction allocates, and keeps
 *  for the next one, are not (docs/isosurface.md).
 *  Units: bytes.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API uint64_t hpyr_isosurface_bytes(const hpyr_context *context, const hpyr_isosurface_desc *desc);

/** Creates an isosurface: allocates what builds need.
 *  Errors:
 *    INVALID_ARGUMENT: a size is 0, or a member of `desc` is out of range or not finite.
 *    UNSUPPORTED: the expansion, or this GL, does not have what `desc` asks for.
 *    TOO_LARGE: a build has too many samples for this GL. The log names the number asked and the
 *      number allowed. `slab_depth` helps.
 *  Lifetime: until hpyr_isosurface_destroy.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_create(hpyr_context *context, const hpyr_isosurface_desc *desc,
                                            hpyr_isosurface **out);

/** Destroys an isosurface. NULL is allowed.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API void hpyr_isosurface_destroy(hpyr_isosurface *isosurface);

/** Returns the descriptor with all defaults filled in. Returns NULL for NULL.
 *  Lifetime: valid until the isosurface is destroyed.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API const hpyr_isosurface_desc *hpyr_isosurface_resolved(const hpyr_isosurface *isosurface);

/** Returns the number of slabs that make the whole field. It is 1 without `slab_depth`, and 0 for
 *  NULL.
 *  Slabs are for a field that is larger than one texture or buffer. Build and extract them one
 *  after the other, from slab 0 on. For each slab set `index_base` to the number of vertices of all
 *  slabs before it. Then the outputs, one after the other, are the mesh of the whole field: the
 *  same vertices and triangles in the same order.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API uint32_t hpyr_isosurface_slab_count(const hpyr_isosurface *isosurface);

/** Tells which slices slab `index` reads, and which it adds.
 *  Errors:
 *    INVALID_ARGUMENT: there is no such slab.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_slab(const hpyr_isosurface *isosurface, uint32_t index, hpyr_slab *slab);

/** Finds the crossed edges and the triangles of `field`, so that the mesh can be counted, extracted
 *  or drawn.
 *  `slab` is the index of the slab that `field` holds; 0 for a whole field.
 *  Errors:
 *    INVALID_ARGUMENT: the isovalue is NaN, there is no such slab, a member of `field` is not
 *      allowed, or the isosurface is bound. For a NULL `field` see hpyr_isosurface_classify.
 *    UNSUPPORTED: GL 2.1 does not have buffers as fields, or the texture's format.
 *    TEXTURE, BUFFER: the texture or buffer is not what `field` says, or does not hold all samples.
 *    TOO_LARGE: the buffer has more samples than this GL can read.
 *    SHADER: your GLSL does not compile.
 *    After an error there is no mesh: other calls answer NOT_BUILT. But if the isosurface is bound,
 *    nothing changes.
 *    An overflow is found later, when the counts are asked for.
 *  Cost: O(samples), no read-back, no stall.
 *  Lifetime: The isosurface reads the texture or buffer until its next build. Do not change it
 *    while the mesh is extracted or drawn. `glsl` is copied. Keep `bind`, and what `user` points
 *    to, until the next build.
 *  GL: state restored.
 *  Source: the paper, section 5.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_build(hpyr_isosurface *isosurface, const hpyr_field *field, uint32_t slab,
                                           double isovalue);

/** Does the first half of hpyr_isosurface_build: it classifies the samples as inside or outside.
 *  hpyr_isosurface_build with a NULL `field` then does the second half, and ignores its other
 *  arguments. It answers INVALID_ARGUMENT if there was no first half.
 *  From the first half on, the mesh of the last build is gone. Both halves together do the same as
 *  one call. Use them to measure the two stages, or to do other work in between.
 *  Errors: as hpyr_isosurface_build.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_classify(hpyr_isosurface *isosurface, const hpyr_field *field, uint32_t slab,
                                              double isovalue);

/** Tells how many cells, triangles and crossed edges the last build has found. For a slab it tells
 *  those that the slab adds.
 *  Errors:
 *    NOT_BUILT: there was no build, or the last one failed.
 *    OVERFLOW: with FRAGMENT, there are 2^31 crossed edges or more, or 2^32 - 1 triangles or more.
 *    OVERFLOW: with VERTEX and GEOMETRY, the soup has more vertices than its pyramid can count. The
 *      limits are at hpyr_count_format.
 *    After an error all counts are 0.
 *  Cost: waits for the GPU. `active_cells` takes passes of its own, once for each build. So does
 *    `crossed_edges` with VERTEX and GEOMETRY.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_counts(hpyr_isosurface *isosurface, hpyr_mesh_counts *counts);

/** Tells the counts if the GPU has finished, and never waits.
 *  `active_cells` is always 0. With VERTEX and GEOMETRY `crossed_edges` is 0 too.
 *  Errors:
 *    NOT_READY: the GPU has not finished. All counts are 0. Ask again later.
 *    All others: as hpyr_isosurface_counts.
 *  Cost: no stall. On GL 2.1 see hpyr_pyramid_try_total.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_try_counts(hpyr_isosurface *isosurface, hpyr_mesh_counts *counts);

/** Writes the mesh, or a range of it, into buffer objects.
 *  Positions and normals follow the rules of hpyr_ref_isosurface. They differ from its results by
 *  less than 1e-6 of an edge, plus the rounding of the position to float.
 *  Order of triangles, FRAGMENT: by cell, x first, then y, then z; in a cell as hpyr_ref_cube_case
 *    orders them.
 *  Order of vertices, FRAGMENT: In a SOUP they follow the triangles. In a WELDED mesh they follow
 *    the lower samples of their edges, x first, then y, then z. Of the edges with the same lower
 *    sample, the one along z comes first, then y, then x. So the index of a vertex is the number of
 *    crossed edges before its edge.
 *  Order, VERTEX and GEOMETRY: triangles follow the order of cells of the pyramid, which `layout`
 *    decides.
 *  Errors:
 *    NOT_BUILT, OVERFLOW: as hpyr_isosurface_counts.
 *    INVALID_ARGUMENT: a member of `output` is not allowed.
 *    UNSUPPORTED: this is GL 2.1.
 *    UNSUPPORTED: with GEOMETRY and `no_wait`, `first_vertex` is not 0.
 *    BUFFER: a buffer of `output` is no buffer object, or is mapped.
 *    TEXTURE, BUFFER: the field was deleted, or has another size or format now.
 *    TRUNCATED: a buffer ends before the range does. What fits was written; of a SOUP only whole
 *      triangles.
 *  Cost: O(vertices + triangles). Waits for the counts, except with `no_wait`.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_extract(hpyr_isosurface *isosurface, const hpyr_isosurface_output *output,
                                             hpyr_isosurface_report *report);

/** Writes the mesh into CPU memory. This works on GL 2.1 too.
 *  Shapes: at most `vertex_capacity` vertices, and the indices of at most `triangle_capacity`
 *    triangles, three for each. `vertices` or `indices` may be NULL if its capacity is 0: then it
 *    is not wanted.
 *  Order: as hpyr_isosurface_extract.
 *  Errors:
 *    NOT_BUILT, OVERFLOW: as hpyr_isosurface_counts.
 *    INVALID_ARGUMENT: NULL comes with a capacity that is not 0, or `indices` is given for a SOUP.
 *    TEXTURE, BUFFER: the field was deleted, or has another size or format now.
 *    TRUNCATED: a capacity is too small. What fits was written; of a SOUP only whole triangles.
 *  Cost: as hpyr_isosurface_extract, and a read-back that stalls.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_download(hpyr_isosurface *isosurface, hpyr_mesh_vertex *vertices,
                                              uint64_t vertex_capacity, uint32_t *indices, uint64_t triangle_capacity,
                                              hpyr_isosurface_report *report);

/** Writes the arguments of an indirect draw of the whole mesh into `buffer`. The GPU writes them,
 *  so nothing waits.
 *  Shapes: five uint32, which are 20 bytes: the number of indices, 1, 0, 0, 0. For a SOUP the first
 *    one is the number of vertices. Both glDrawElementsIndirect and glDrawArraysIndirect take them
 *    (GL 4.0 or GL_ARB_draw_indirect). The first one is 0 if it would be 2^32 - 1 or more, or more
 *    than the pyramid of VERTEX and GEOMETRY can count.
 *  Units: `offset` is bytes and a multiple of 4.
 *  Errors:
 *    NOT_BUILT: there was no build, or the last one failed.
 *    INVALID_ARGUMENT: `offset` is not allowed.
 *    UNSUPPORTED: this is GL 2.1.
 *    BUFFER: `buffer` is no buffer object, is mapped, or ends before the 20 bytes do.
 *  Cost: one small pass, no stall.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_command(hpyr_isosurface *isosurface, uint32_t buffer, uint64_t offset);

/** Writes GLSL functions that make the mesh, for a vertex shader (VERTEX) or a geometry shader
 *  (GEOMETRY) of yours.
 *  The text defines what hpyr_pyramid_glsl defines, and with VERTEX
 *
 *      void hpyr_vertex_at(uint key, out vec3 position, out vec3 normal);   vertex `key`
 *
 *  and with GEOMETRY
 *
 *      int  hpyr_cell_vertices(uint key);   3..15
 *      void hpyr_cell_vertex(int vertex, out vec3 position, out vec3 normal);
 *
 *  With VERTEX a key is a vertex of the soup.
 *  With GEOMETRY a key is an active cell. hpyr_cell_vertices returns how many vertices the cell has
 *  and selects the cell; hpyr_cell_vertex then returns one of its vertices.
 *
 *  All of them are undefined for keys past the total. On GL 2.1 `key` is a float.
 *  The text depends on the descriptor and on the kind of field of the last build.
 *  Arguments are as with hpyr_pyramid_glsl.
 *  Errors:
 *    UNSUPPORTED: the expansion is FRAGMENT.
 *    NOT_BUILT: there was no build, or the last one failed.
 *    All others: as hpyr_pyramid_glsl.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_glsl(const hpyr_isosurface *isosurface, const char *prefix, char *text,
                                          size_t capacity, size_t *needed);

/** Binds the isosurface for drawing: its textures, the field, and the uniforms of your program.
 *  `program` contains the text of hpyr_isosurface_glsl for this isosurface and this `prefix`.
 *  Everything not said here is as with hpyr_pyramid_bind. Up to 6 texture units are used.
 *  Errors:
 *    UNSUPPORTED: the expansion is FRAGMENT.
 *    INVALID_ARGUMENT: also if the program was made for another kind of field.
 *    TEXTURE, BUFFER: the field was deleted.
 *    All others: as hpyr_pyramid_bind.
 *  Cost: If this GL has indirect draws, the call does not wait for the total. Then hpyr_total() can
 *    be 0 in the shader. Otherwise it waits.
 *  GL: as hpyr_pyramid_bind.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_bind(hpyr_isosurface *isosurface, uint32_t program, const char *prefix,
                                          uint32_t first_unit, hpyr_binding *binding);

/** Undoes hpyr_isosurface_bind.
 *  Errors:
 *    UNSUPPORTED: the expansion is FRAGMENT.
 *    All others: as hpyr_pyramid_unbind.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_unbind(hpyr_isosurface *isosurface);

/** Draws an index range. Call it between hpyr_isosurface_bind and hpyr_isosurface_unbind.
 *  VERTEX draws GL_TRIANGLES, and a key is a vertex. GEOMETRY draws GL_POINTS, and a key is an
 *  active cell.
 *  If this GL has indirect draws, drawing everything (first 0, HPYR_ALL) does not wait for the
 *  total: the number stays on the GPU, and the report holds zeros. All other draws wait for the
 *  total.
 *  Everything not said here is as with hpyr_pyramid_draw.
 *  Errors:
 *    UNSUPPORTED: the expansion is FRAGMENT.
 *    OVERFLOW: as hpyr_pyramid_total.
 *    All others: as hpyr_pyramid_draw.
 *  GL: draws with the state as it is, and restores nothing.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_draw(hpyr_isosurface *isosurface, uint32_t first, uint32_t count,
                                          hpyr_report *report);

#ifdef __cplusplus
}
#endif

#endif
