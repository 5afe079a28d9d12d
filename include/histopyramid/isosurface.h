/* isosurface.h - marching cubes: a field of samples in, triangles out.  SPDX-License-Identifier: MIT
 *
 * Source: Dyken, Ziegler, Theobalt, Seidel, "High-speed Marching Cubes using Histogram Pyramids" (2008), here "the paper":
 * classifying cells is a discriminator, their vertices are the expansion, and the triangulation is a consumer of (cell,
 * remainder). */
#ifndef HPYR_ISOSURFACE_H
#define HPYR_ISOSURFACE_H

#include <histopyramid/context.h>
#include <histopyramid/discriminator.h>
#include <histopyramid/pyramid.h>
#include <histopyramid/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hpyr_isosurface hpyr_isosurface;

/** Who turns keys into vertices. */
typedef enum hpyr_expansion {
    HPYR_EXPANSION_DEFAULT = 0,  /**< FRAGMENT; VERTEX on GL 2.1. */
    HPYR_EXPANSION_FRAGMENT = 1, /**< Our own: 32 cells a word, fragments write meshes of either form. GL 3.3. */
    HPYR_EXPANSION_VERTEX = 2,   /**< The paper's: a vertex shader, one traversal a vertex; SOUP only. */
    HPYR_EXPANSION_GEOMETRY = 3 /**< The paper's: a geometry shader, one traversal an active cell; SOUP only. GL 3.3. */
} hpyr_expansion;

/** Fields are grids of width x height x depth samples; sample (i,j,k) lies at origin + (i,j,k) * spacing; cells lie between
 *  samples, (width-1) * (height-1) * (depth-1) of them. Inside is sample >= isovalue; NaN is outside.
 *
 *  | field       | zero means                                                                                     |
 *  |-------------|------------------------------------------------------------------------------------------------|
 *  | width..     | an error; a side of one sample makes a field without cells, and so an empty mesh               |
 *  | spacing     | along that axis samples span [-1,1], the first and the last on its ends, whatever `origin` says |
 *  | axes        | {1,2,3}: the samples' axes run along x, y, z; all three or none                                  |
 *  | mesh        | WELDED; SOUP with expansions VERTEX and GEOMETRY, which have nothing else                      |
 *  | vertex      | LINEAR                                                                                         |
 *  | gradient    | FORWARD                                                                                        |
 *  | winding     | COUNTER_CLOCKWISE, seen from where the field is smaller, whatever spacing and axes mirror      |
 *  | expansion   | FRAGMENT; VERTEX on GL 2.1                                                                     |
 *  | layout      | the pyramid of VERTEX and GEOMETRY: AUTO; on GL 2.1 the paper's VEC4, or RECT without fragment_lod |
 *  | slab_depth  | the whole field in one build; else slices that a slab adds, see hpyr_isosurface_slab           |
 *
 *  `spacing` and `origin` go with the axes of the samples: spacing[0] is from sample i to i + 1. axes[a] is the coordinate, 1 x,
 *  2 y, 3 z, that axis `a` of the samples runs along: {3,2,1} is the array whose last index is x. */
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

/** Where the samples are: in a texture, in a buffer, or nowhere but in a function. Just one of `texture.name`, `buffer` and a
 *  `glsl` that defines hpyr_field_at.
 *
 *  | field         | meaning                                                                                          |
 *  |---------------|--------------------------------------------------------------------------------------------------|
 *  | texture       | GL_TEXTURE_3D, or a GL_TEXTURE_2D with the slices side by side (flat-3D); it may be larger         |
 *  | tiles_x       | of a flat-3D texture, see hpyr_flat3d; 0: the arrangement that hpyr_flat3d_arrange picks        |
 *  | buffer        | samples in line order, x fastest, tight. GL 3.3                                                  |
 *  | buffer_format | R8UI, R16UI, R16I, R16F or R32F: one sample                                                      |
 *  | buffer_offset | in bytes, a multiple of the sample's size                                                        |
 *  | glsl          | `float hpyr_field_at(vec3 p)`, and `vec3 hpyr_gradient_at(vec3 p)` with gradient CALLER            |
 *  | bind, user    | as in hpyr_discriminator_desc                                                                    |
 *
 *  Textures have any format; their values are what shaders see: 0..1 for R8, RGBA8 and R16, whole numbers for UI and I.
 *  `p` is a place in the coordinates of the mesh. Beside a texture or a buffer `glsl` has the gradient only. Begin every
 *  global name in it with hpyr_ or u_hpyr_ and one of your own, as in u_hpyr_my_radius: the library has many. Samples nearer to 0
 *  than FLT_MIN are 0 to many GPUs. */
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

/** One vertex of a mesh in a buffer: 24 bytes, both in the coordinates of `spacing`, `origin` and `axes`. */
typedef struct hpyr_mesh_vertex {
    float position[3], normal[3];
} hpyr_mesh_vertex;

/** What to extract, and where to. Offsets in bytes, multiples of 4.
 *
 *  | field          | meaning                                                                                         |
 *  |----------------|-------------------------------------------------------------------------------------------------|
 *  | vertex_buffer  | gets hpyr_mesh_vertex records; 0: no vertices are wanted                                        |
 *  | first_vertex   | of the range; of a SOUP a multiple of 3                                                         |
 *  | vertex_count   | 0: all from `first_vertex` on; of a SOUP a multiple of 3                                        |
 *  | index_buffer   | gets three uint32 a triangle; 0: no indices are wanted. Not with SOUP                           |
 *  | first_triangle |                                                                                                 |
 *  | triangle_count | 0: all from `first_triangle` on                                                                 |
 *  | index_base     | is added to every index                                                                         |
 *  | no_wait        | do not wait for the counts: those of the lists asked for must be given; the report says nothing |
 *
 *  With `no_wait` records and indices past the end of the mesh are 0; with GEOMETRY `first_vertex` must be 0 then. */
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

/** What an extraction did; with HPYR_TRUNCATED the buffers ended before the range did. */
typedef struct hpyr_isosurface_report {
    uint64_t vertices_written, vertices_available;
    uint64_t triangles_written, triangles_available; /**< Of the indices. */
} hpyr_isosurface_report;

/** The slices of samples that the build of slab `index` needs, and what it adds to the mesh. */
typedef struct hpyr_slab {
    uint32_t first_slice, slice_count; /**< Of the field to build from: its slice 0 is `first_slice` of the whole. */
    uint32_t first_owned, owned_count; /**< Slices of the whole whose vertices and cells the slab adds. */
} hpyr_slab;

/** GL memory in bytes, 0 for an invalid descriptor: an upper bound with the copy that some fields need, without the lists
 *  that an extraction takes for a while (docs/isosurface.md). `context` may be NULL: GL 3.3.   GL: no call.   Since: 0.1. */
HPYR_API uint64_t hpyr_isosurface_bytes(const hpyr_context *context, const hpyr_isosurface_desc *desc);

/** Errors: INVALID_ARGUMENT, UNSUPPORTED (a combination that this expansion or this GL does not have), TOO_LARGE (the log has
 *  what was asked and allowed), OUT_OF_MEMORY, SHADER, GL; then *out is NULL.
 *  Lifetime: until hpyr_isosurface_destroy.   GL: state restored.   Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_create(hpyr_context *context, const hpyr_isosurface_desc *desc,
                                            hpyr_isosurface **out);

/** NULL is legal. GL: state restored. Since: 0.1. */
HPYR_API void hpyr_isosurface_destroy(hpyr_isosurface *isosurface);

/** The descriptor with every default resolved. NULL for NULL. Lifetime: the isosurface's. GL: no call. Since: 0.1. */
HPYR_API const hpyr_isosurface_desc *hpyr_isosurface_resolved(const hpyr_isosurface *isosurface);

/** How many slabs make the whole, 1 without `slab_depth`; and slab `index` of them. A field larger than one texture or buffer
 *  is built and extracted slab after slab, in order, with `index_base` the number of vertices of all slabs before: the
 *  outputs, one after the other, are the mesh of the whole, vertex by vertex and triangle by triangle.
 *  Errors: INVALID_ARGUMENT (no such slab).   GL: no call.   Since: 0.1. */
HPYR_API uint32_t hpyr_isosurface_slab_count(const hpyr_isosurface *isosurface);
HPYR_API hpyr_result hpyr_isosurface_slab(const hpyr_isosurface *isosurface, uint32_t index, hpyr_slab *slab);

/** Classifies the cells and builds the pyramids: everything but the mesh itself. `slab` is 0 for a whole field.
 *  Errors: INVALID_ARGUMENT (also an isovalue that is NaN), TEXTURE, BUFFER, TOO_LARGE (a buffer of more samples than this GL
 *  reads), SHADER, OUT_OF_MEMORY, GL. An OVERFLOW (2^32 - 1 triangles or 2^31 vertices of a WELDED mesh, or more) shows when
 *  counts are asked for.
 *  Cost: O(samples); no read-back, no stall.
 *  Lifetime: borrows the field until the next build: leave its contents alone while the mesh is extracted or drawn. `glsl` is
 *  copied; `bind` and `user` must stay callable as long.   After an error there is nothing to extract: NOT_BUILT.
 *  GL: state restored.   Source: the paper, section 5.   Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_build(hpyr_isosurface *isosurface, const hpyr_field *field, uint32_t slab,
                                           double isovalue);

/** The first half of hpyr_isosurface_build, which then does the second one if its `field` is NULL (INVALID_ARGUMENT without a
 *  first half; its other arguments are not looked at). To measure the paper's stages, or to do other work in between; in the end
 *  the same as one call. Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_classify(hpyr_isosurface *isosurface, const hpyr_field *field, uint32_t slab,
                                              double isovalue);

/** What the last build found. Waits for the GPU; `active_cells`, and `crossed_edges` of VERTEX and GEOMETRY, take passes of
 *  their own, once a build.
 *  Errors: NOT_BUILT, OVERFLOW, GL.   GL: state restored.   Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_counts(hpyr_isosurface *isosurface, hpyr_mesh_counts *counts);

/** The same without ever waiting: NOT_READY until the GPU is done; `active_cells` is 0, with VERTEX and GEOMETRY
 *  `crossed_edges`, too. Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_try_counts(hpyr_isosurface *isosurface, hpyr_mesh_counts *counts);

/** Writes the mesh, or ranges of it, to buffer objects. `report` may be NULL.
 *
 *  Order of triangles: by cell, x first, then y, then z; in a cell as hpyr_ref_cube_case has them. Order of vertices: SOUP as
 *  the triangles have them; WELDED by the edge's lower sample, x first, then y, then z, and of one sample its edges along z,
 *  y, x: a vertex's index is the rank of its edge. Expansions VERTEX and GEOMETRY order cells as their pyramid does.
 *  Positions and normals: as hpyr_ref_isosurface has them but for rounding, below 1e-6 of an edge and the position's own
 *  rounding.
 *  Errors: NOT_BUILT, OVERFLOW, INVALID_ARGUMENT, BUFFER, UNSUPPORTED (GL 2.1), OUT_OF_MEMORY, GL; TRUNCATED where a buffer
 *  ends first.
 *  Cost: O(vertices + triangles) fragments.   GL: state restored.   Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_extract(hpyr_isosurface *isosurface, const hpyr_isosurface_output *output,
                                             hpyr_isosurface_report *report);

/** The same into CPU memory: `vertex_capacity` records and `triangle_capacity` times three indices (either may be NULL and
 *  0). Works on GL 2.1, too.   Errors: as above.   Cost: as above, and a read-back, so it stalls.   GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_download(hpyr_isosurface *isosurface, hpyr_mesh_vertex *vertices,
                                              uint64_t vertex_capacity, uint32_t *indices, uint64_t triangle_capacity,
                                              hpyr_isosurface_report *report);

/** Writes an indirect draw's arguments, 20 bytes, into `buffer` at `offset`, a multiple of 4, on the GPU, without waiting for
 *  it: the number of the mesh's indices (SOUP: vertices), 1, 0, 0, 0, which glDrawElementsIndirect and glDrawArraysIndirect
 *  both take (GL 4.0 or GL_ARB_draw_indirect). 2^32 - 1 or more vertices make it 0.
 *  Errors: NOT_BUILT, INVALID_ARGUMENT, BUFFER, UNSUPPORTED (GL 2.1), GL.   GL: state restored.   Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_command(hpyr_isosurface *isosurface, uint32_t buffer, uint64_t offset);

/** GLSL for the caller's own vertex shader (VERTEX) or geometry shader (GEOMETRY), as hpyr_pyramid_glsl. Not with FRAGMENT:
 *  UNSUPPORTED.
 *  With the default prefix it defines, beside what hpyr_pyramid_glsl does,
 *
 *      void hpyr_vertex_at(uint key, out vec3 position, out vec3 normal);        VERTEX: vertex `key` of the soup
 *      int  hpyr_cell_vertices(uint key);                                        GEOMETRY: 3..15, vertices of active cell `key`
 *      void hpyr_cell_vertex(int vertex, out vec3 position, out vec3 normal);    GEOMETRY: one of them, after the call above
 *
 *  (GL 2.1: float instead of uint.) A key past the total is undefined. Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_glsl(const hpyr_isosurface *isosurface, const char *prefix, char *text,
                                          size_t capacity, size_t *needed);

/** As hpyr_pyramid_bind and hpyr_pyramid_unbind; the program must have been made for this kind of field, too. Table and field take the units behind the pyramid's, up to 6 in all. Waits
 *  for the total only where this GL has no indirect draws; elsewhere hpyr_total() in the shader is 0. Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_bind(hpyr_isosurface *isosurface, uint32_t program, const char *prefix,
                                          uint32_t first_unit, hpyr_binding *binding);
HPYR_API hpyr_result hpyr_isosurface_unbind(hpyr_isosurface *isosurface);

/** Draws keys [first, first + count) between bind and unbind: VERTEX as GL_TRIANGLES, a key a vertex; GEOMETRY as GL_POINTS,
 *  a key a cell. Where the whole is drawn (0, HPYR_ALL) and this GL has indirect draws, the count stays on the GPU and
 *  nothing waits for it. `report` may be NULL; it is zero where nothing was waited for. Otherwise as hpyr_pyramid_draw.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_isosurface_draw(hpyr_isosurface *isosurface, uint32_t first, uint32_t count,
                                          hpyr_report *report);

#ifdef __cplusplus
}
#endif

#endif
