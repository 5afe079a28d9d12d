/* field.h - fields of samples, and the vertices of the meshes that are made from them.
 * SPDX-License-Identifier: MIT
 *
 * A field is a grid of samples. Cells lie between the samples: width x height x depth samples have
 * (width - 1) x (height - 1) x (depth - 1) cells. A sample is inside if its value is at least the
 * isovalue; NaN is outside.
 * An edge between two neighboring samples is crossed if one end is inside and the other outside.
 * Vertices lie on crossed edges.
 *
 * isosurface.h and marching_cubes.h make meshes from fields. */
#ifndef HPYR_FIELD_H
#define HPYR_FIELD_H

#include <histopyramid/context.h>
#include <histopyramid/discriminator.h>
#include <histopyramid/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Size and place of a field.
 *
 *  | member               | meaning                                            | zero means                       |
 *  |----------------------|----------------------------------------------------|----------------------------------|
 *  | width, height, depth | number of samples along their three axes           | an error                         |
 *  | spacing              | step from a sample to the next, along each axis    | the axis spans [-1,1], see below |
 *  | origin               | place of sample (0,0,0)                            | 0                                |
 *  | axes                 | the coordinate that each axis gives                | {1,2,3}, if all three are 0      |
 *  | slab_depth           | slices that a slab adds, see hpyr_field_slab_count | the whole field is one slab      |
 *
 *  `spacing` and `origin` belong to the axes of the samples: along axis 0, sample (i,j,k) is at
 *  origin[0] + i * spacing[0]. Axes 1 and 2 work in the same way.
 *  An axis without a spacing spans [-1,1]: its first sample lies at -1, its last one at 1. Its
 *  `origin` must be 0.
 *  axes[a] is the coordinate of the mesh that sample axis `a` becomes: 1 is x, 2 is y, 3 is z. For
 *  example, {3,2,1} suits a C array samples[x][y][z]: axis 0 is the fastest one, and there it is z.
 *  A spacing may be negative, and `axes` may mirror the field. The winding of the mesh stays as
 *  asked for.
 *  A side of one sample is allowed. The field then has no cells, and the mesh is empty. */
typedef struct hpyr_field_grid {
    uint32_t width, height, depth;
    float spacing[3], origin[3];
    uint8_t axes[3];
    uint32_t slab_depth;
} hpyr_field_grid;

/** The slices of one slab (see hpyr_field_slab_count): those that its build reads, and those that
 *  it adds to the mesh. */
typedef struct hpyr_slab {
    uint32_t first_slice; /**< First slice of the whole field that the build reads. It is slice 0 of
                           *   the field that you pass to the build. */
    uint32_t slice_count; /**< Number of slices that the build reads. */
    uint32_t first_owned; /**< First slice of the whole field that the slab owns. The slab adds the
                           *   cells and the crossed edges that begin at its own slices. So its last
                           *   triangles may use vertices that the next slab adds. */
    uint32_t owned_count; /**< Number of slices that the slab owns. The build also reads one slice
                           *   below them, for CENTRAL gradients, and two above them, for the upper
                           *   ends of the last cells and the gradients there. Slices that the field
                           *   does not have are left out. */
} hpyr_slab;

/** Returns the number of slabs that make the whole field. It is 1 if `slab_depth` is 0, and 0 if
 *  `grid` has no slices.
 *  Slabs are for a field that is larger than one texture or buffer. Build and extract them one
 *  after the other, from slab 0 on. The meshes of all slabs, one after the other, have the vertices
 *  and triangles of the whole field's mesh. A hpyr_isosurface also keeps their order; a
 *  hpyr_marching_cubes may have another one.
 *  GL: no call. */
HPYR_API uint32_t hpyr_field_slab_count(const hpyr_field_grid *grid);

/** Tells which slices slab `index` reads, and which it adds.
 *  Errors:
 *    INVALID_ARGUMENT: there is no such slab. *slab stays as it was.
 *  GL: no call. */
HPYR_API hpyr_result hpyr_field_slab(const hpyr_field_grid *grid, uint32_t index, hpyr_slab *slab);

/** Where the samples of a field are: in a texture, in a buffer, or computed by GLSL of yours. Give
 *  just one of the three: `texture`, `buffer`, or a `glsl` that defines hpyr_field_at.
 *
 *  | member        | meaning                                               | zero means                     |
 *  |---------------|-------------------------------------------------------|--------------------------------|
 *  | texture       | a GL_TEXTURE_3D, or a flat-3D GL_TEXTURE_2D           | name 0: no texture             |
 *  | tiles_x       | tiles in a row of a flat-3D texture                   | what hpyr_flat3d_arrange picks |
 *  | buffer        | samples without gaps, x fastest; not on GL 2.1        | no buffer                      |
 *  | buffer_format | type of a sample: R8UI, R16UI, R16I, R16F or R32F     | an error, with a buffer        |
 *  | buffer_offset | bytes before the first sample, a multiple of its size | 0                              |
 *  | glsl          | your GLSL, see below                                  | none                           |
 *  | bind          | sets what your GLSL reads, see hpyr_bind_fn           | there is nothing to set        |
 *  | user          | is passed to `bind`                                   | NULL                           |
 *
 *  A texture may be larger than the field, and may have any hpyr_format. Values are 0..1 for R8,
 *  RGBA8 and R16, integers for formats that end in UI or I, and floats for formats that end in F.
 *  Many GPUs treat numbers closer to 0 than FLT_MIN as 0.
 *  A member that belongs to something that is not given must be zero: for example `tiles_x` with a 3D
 *  texture.
 *
 *  `glsl` defines hpyr_field_at (glsl.h). Places are in the coordinates of the mesh. With gradient
 *  CALLER it also defines hpyr_gradient_at, which is called at each vertex. Only its direction counts.
 *  With a texture or a buffer, `glsl` is allowed only with gradient CALLER, and defines that alone.
 *  Pointers: `glsl` may be NULL. `bind` may be NULL. */
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
 *  Both members are in the coordinates that `spacing`, `origin` and `axes` of hpyr_field_grid make. */
typedef struct hpyr_mesh_vertex {
    float position[3]; /**< Place of the vertex: x, y, z. */
    float normal[3];   /**< Direction that leads outside. Its length is 1. Inside of an isosurface the
                        *   field is at least the isovalue; inside of a Poisson surface the function is
                        *   at most its isovalue, and the normal is 0 where the function has no slope. */
} hpyr_mesh_vertex;

/** What an extraction writes, and where. Offsets are bytes and multiples of 4.
 *
 *  | member         | meaning                                                     | zero means               |
 *  |----------------|-------------------------------------------------------------|--------------------------|
 *  | vertex_buffer  | gets a hpyr_mesh_vertex for each vertex                     | no vertices are written  |
 *  | vertex_offset  | where the first vertex goes                                 | 0                        |
 *  | first_vertex   | first vertex of the range; of a soup a multiple of 3        | vertex 0                 |
 *  | vertex_count   | vertices in the range, see below; of a soup a multiple of 3 | none                     |
 *  | density_buffer | gets a float for each of these vertices; Poisson surfaces   | no densities are written |
 *  |                | alone have it: how densely points lie there                 |                          |
 *  | density_offset | where the first density goes                                | 0                        |
 *  | index_buffer   | gets three uint32 for each triangle; not for a soup         | no indices are written   |
 *  | index_offset   | where the first index goes                                  | 0                        |
 *  | first_triangle | first triangle of the range                                 | triangle 0               |
 *  | triangle_count | triangles in the range, see below                           | none                     |
 *  | index_base     | is added to every index                                     | 0                        |
 *  | no_wait        | true: the call does not wait for the counts of the mesh     | the call waits           |
 *
 *  A soup is a mesh without indices, where each triangle has three vertices of its own: marching
 *  cubes, and isosurfaces of the form SOUP.
 *  A range ends at the end of the mesh if its count is HPYR_ALL, or larger than what is left of the
 *  mesh. HPYR_ALL is allowed for a soup too. A count without its buffer, or a buffer with a count of 0,
 *  is no error.
 *
 *  With `no_wait` the number of records is what you ask for, whatever the mesh has. So HPYR_ALL is
 *  not allowed. Vertices and indices past the end of the mesh are 0; `index_base` is not added to
 *  these indices. The report holds zeros, after TRUNCATED too. OVERFLOW is not found. */
typedef struct hpyr_mesh_output {
    uint32_t vertex_buffer;
    uint64_t vertex_offset;
    uint64_t first_vertex, vertex_count;
    uint32_t density_buffer;
    uint64_t density_offset;
    uint32_t index_buffer;
    uint64_t index_offset;
    uint64_t first_triangle, triangle_count;
    uint32_t index_base;
    bool no_wait;
} hpyr_mesh_output;

/** What an extraction or a download did. "Available" is what the requested range holds: a large
 *  enough buffer gets it all. Densities have no numbers of their own: there are as many as vertices. */
typedef struct hpyr_mesh_report {
    uint64_t vertices_written;    /**< Number of vertices that were written. */
    uint64_t vertices_available;  /**< Number of vertices in the range. 0 if none were asked for. */
    uint64_t triangles_written;   /**< Number of triangles whose indices were written. */
    uint64_t triangles_available; /**< Number of triangles in the range. 0 if no indices were asked
                                   *   for. */
} hpyr_mesh_report;

#ifdef __cplusplus
}
#endif

#endif
