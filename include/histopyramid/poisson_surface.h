/* poisson_surface.h - the surface of points: a mesh where a Poisson function has its isovalue.
 * SPDX-License-Identifier: MIT
 *
 * The mesh is made by adaptive marching cubes on the leaves of the octree. It is closed and each of
 * its edges has two triangles, whatever the points are. reference/surface.h says exactly which mesh
 * it is, and the GPU's one has the same vertices and the same triangles in the same order.
 *
 * How to use it:
 *   - hpyr_poisson_solve (poisson.h) finds the function.
 *   - hpyr_poisson_surface_build finds the mesh, and tells how large it is.
 *   - hpyr_poisson_surface_extract writes it to buffers of yours, hpyr_poisson_surface_download to
 *     CPU memory.
 *
 * Source, and how it is cited here:
 *   - "the paper": Zhou, Gong, Huang, Guo, "Data-Parallel Octrees for Surface Reconstruction", IEEE
 *     Transactions on Visualization and Computer Graphics 17(5), 2011,
 *     https://doi.org/10.1109/TVCG.2010.75 */
#ifndef HPYR_POISSON_SURFACE_H
#define HPYR_POISSON_SURFACE_H

#include <histopyramid/field.h>
#include <histopyramid/poisson.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Which surface is wanted.
 *
 *  | member | meaning                                                           | zero means                 |
 *  |--------|-------------------------------------------------------------------|----------------------------|
 *  | offset | is added to the isovalue of hpyr_poisson_last_report. The surface | the surface that fits best |
 *  |        | moves outwards if it is above 0, inwards if it is below           |                            |
 *  | trim   | cells whose density is below get no triangles, see                | nothing is trimmed         |
 *  |        | hpyr_poisson_surface_output. Then the mesh may have a border      |                            | */
typedef struct hpyr_poisson_surface_desc {
    double offset;
    double trim;
} hpyr_poisson_surface_desc;

/** How large a surface is. */
typedef struct hpyr_poisson_surface_counts {
    uint32_t cells;     /**< Number of cells of the last depth that the surface crosses. Leaves of
                         *   other depths are divided first. Trimmed ones count, too. */
    uint32_t vertices;  /**< Number of vertices. */
    uint32_t triangles; /**< Number of triangles. */
} hpyr_poisson_surface_counts;

/** Where a surface goes. Offsets are bytes and multiples of 4.
 *
 *  | member         | meaning                                                         | zero means               |
 *  |----------------|-----------------------------------------------------------------|--------------------------|
 *  | vertex_buffer  | gets a hpyr_mesh_vertex for each vertex: the position, in the   | no vertices are written  |
 *  |                | units of the points, and the normal, which points outwards; it  |                          |
 *  |                | is 0 where the function has no slope                            |                          |
 *  | vertex_offset  | where the first vertex goes                                     | 0                        |
 *  | density_buffer | gets a float for each vertex: the depth down to which there are | no densities are written |
 *  |                | points enough near it, one in a cell. 0 where there are none    |                          |
 *  | density_offset | where the first density goes                                    | 0                        |
 *  | index_buffer   | gets three uint32 for each triangle, counter-clockwise seen     | no indices are written   |
 *  |                | from outside                                                    |                          |
 *  | index_offset   | where the first index goes                                      | 0                        | */
typedef struct hpyr_poisson_surface_output {
    uint32_t vertex_buffer;
    uint64_t vertex_offset;
    uint32_t density_buffer;
    uint64_t density_offset;
    uint32_t index_buffer;
    uint64_t index_offset;
} hpyr_poisson_surface_output;

/** Finds the surface of the last solution. `desc` may be NULL, which means all zero. `counts` may be
 *  NULL.
 *  Errors:
 *    NOT_BUILT: there is no solution.
 *    INVALID_ARGUMENT: `offset` is not finite; `trim` is not finite or below 0.
 *    TOO_LARGE: the surface has more cells, vertices or triangles than this GL's lists have entries.
 *    OUT_OF_MEMORY: also where GL has none. Few points at a large depth make surfaces far from them, in
 *      large leaves that are divided to the last depth: hundreds of points may need gigabytes.
 *    After an error there is no surface, and all counts are 0.
 *  Cost: some passes over all leaves, and over the cells of the surface (docs/poisson.md). Waits for
 *    the numbers of cells, vertices and triangles.
 *  Lifetime: until the next surface or solution, or until the solution's object is destroyed.
 *  GL: state restored.
 *  Source: the paper, section IV-D.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_poisson_surface_build(hpyr_poisson *poisson, const hpyr_poisson_surface_desc *desc,
                                                hpyr_poisson_surface_counts *counts);

/** Writes the surface to buffers of yours.
 *  Order: vertices and triangles as in hpyr_ref_surface.
 *  Errors:
 *    NOT_BUILT: there is no surface.
 *    INVALID_ARGUMENT: an offset is no multiple of 4.
 *    BUFFER: a buffer is none, is mapped, or is too small. Then nothing is written.
 *  Cost: a pass for every 2^20 numbers, and one for the normals. No stall.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_poisson_surface_extract(hpyr_poisson *poisson, const hpyr_poisson_surface_output *output);

/** Reads the surface to CPU memory. A pointer that is NULL gets nothing.
 *  Shapes: as many entries as hpyr_poisson_surface_build has counted; of `indices` three for each
 *    triangle.
 *  Order, contents: as hpyr_poisson_surface_extract.
 *  Errors:
 *    NOT_BUILT: there is no surface.
 *    OUT_OF_MEMORY: also if GL has none for a copy.
 *  Cost: as hpyr_poisson_surface_extract, and it waits.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_poisson_surface_download(hpyr_poisson *poisson, hpyr_mesh_vertex *vertices, float *densities,
                                                   uint32_t *indices);

#ifdef __cplusplus
}
#endif

#endif
