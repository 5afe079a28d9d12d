/* poisson_surface.h - the surface of points: a mesh where a Poisson function has its isovalue.
 * SPDX-License-Identifier: MIT
 *
 * The mesh is made by adaptive marching cubes on the leaves of the octree. Unless `trim` cuts it, it is
 * closed and each of its edges has two triangles, whatever the points are. reference/surface.h says
 * exactly which mesh it is. The GPU's one has the same triangles in the same order, and the same
 * vertices but for rounding.
 *
 * How to use it:
 *   - hpyr_poisson_solve (poisson.h) finds the function.
 *   - hpyr_poisson_surface_build finds the mesh, hpyr_poisson_surface_counts tells how large it is.
 *   - hpyr_poisson_surface_extract writes it to buffers of yours, hpyr_poisson_surface_download to
 *     CPU memory.
 *
 * Not on GL 2.1, which has no integers: see hpyr_caps.max_list_length.
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
 *  | offset | is added to the isovalue of hpyr_poisson_last_report, in units of | the surface that fits best |
 *  |        | the function. The surface moves outwards if it is above 0,        |                            |
 *  |        | inwards if it is below. Where the sum has another sign than the   |                            |
 *  |        | isovalue, the surface leaves the points altogether                |                            |
 *  | trim   | cells with a density below this get no triangles. Densities are   | nothing is trimmed         |
 *  |        | those of hpyr_poisson_surface_extract: depths, not numbers of     |                            |
 *  |        | points. Then the mesh may have a border                           |                            | */
typedef struct hpyr_poisson_surface_desc {
    double offset;
    double trim;
} hpyr_poisson_surface_desc;

/** Finds the surface of the last solution. Without `desc` all its members are zero.
 *  Pointers: `desc` may be NULL.
 *  Errors:
 *    NOT_BUILT: there is no solution.
 *    INVALID_ARGUMENT: `offset` is not finite; `trim` is not finite or below 0.
 *    TOO_LARGE: the surface has more cells, vertices or triangles than this GL's lists have entries.
 *    OUT_OF_MEMORY: also where GL has none. Few points at a large depth make surfaces far from them, in
 *      large leaves that are divided to the last depth: hundreds of points may need gigabytes.
 *    After an error there is no surface.
 *  Cost: some passes over all leaves, and over the cells of the surface (docs/poisson.md). Waits for
 *    the numbers of cells, vertices and triangles.
 *  Lifetime: until the next surface or solution, or until the solution's object is destroyed.
 *  GL: state restored.
 *  Source: the paper, section IV-D. */
HPYR_API hpyr_result hpyr_poisson_surface_build(hpyr_poisson *poisson, const hpyr_poisson_surface_desc *desc);

/** Tells how many vertices and triangles the last surface has. The build knows them, so this never
 *  waits.
 *  Errors:
 *    NOT_BUILT: there is no surface. All counts are 0.
 *  Cost: none.
 *  GL: no call. */
HPYR_API hpyr_result hpyr_poisson_surface_counts(const hpyr_poisson *poisson, hpyr_mesh_counts *counts);

/** Tells what the build of the last surface has found, also its cells and leaves.
 *  Errors:
 *    NOT_BUILT: there is no surface. All numbers are 0.
 *  Cost: none.
 *  GL: no call. */
HPYR_API hpyr_result hpyr_poisson_surface_statistics(const hpyr_poisson *poisson, hpyr_mesh_statistics *statistics);

/** Writes the surface, or ranges of it, to buffers of yours.
 *  Contents: positions are in the units of the points. Normals point outwards; they are 0 where the
 *    function has no slope. Triangles are counter-clockwise seen from outside. A density is the depth
 *    down to which there are points enough near the vertex, one in a cell; 0 where there are none.
 *  Order: vertices and triangles as in hpyr_ref_surface.
 *  Pointers: `report` may be NULL.
 *  Errors:
 *    NOT_BUILT: there is no surface.
 *    INVALID_ARGUMENT: a member of `output` is not allowed.
 *    BUFFER: a buffer is none, or is mapped. Then nothing is written.
 *    TRUNCATED: a buffer ends before the range does. What fits was written. If the densities have less
 *      room than the vertices, so many vertices are written as there are densities.
 *  Cost: a pass for every 2^20 numbers, and one for the normals. No stall.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_poisson_surface_extract(hpyr_poisson *poisson, const hpyr_mesh_output *output,
                                                  hpyr_mesh_report *report);

/** Reads the surface to CPU memory.
 *  Shapes: at most `vertex_capacity` vertices and densities, and the indices of at most
 *    `triangle_capacity` triangles, three for each. A pointer that is NULL gets nothing, and that is no
 *    TRUNCATED; but a capacity needs a pointer.
 *  Order, contents: as hpyr_poisson_surface_extract.
 *  Pointers: `vertices` may be NULL. `vertices` has `vertex_capacity` entries. `densities` may be NULL.
 *    `densities` has `vertex_capacity` entries. `indices` has `3 * triangle_capacity` entries. `report`
 *    may be NULL.
 *  Errors:
 *    NOT_BUILT: there is no surface.
 *    INVALID_ARGUMENT: a capacity is not 0, and there is nothing for it.
 *    OUT_OF_MEMORY: also if GL has none for a copy.
 *    TRUNCATED: a capacity is too small. What fits was written.
 *  Cost: as hpyr_poisson_surface_extract, and it waits.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_poisson_surface_download(hpyr_poisson *poisson, hpyr_mesh_vertex *vertices, float *densities,
                                                   size_t vertex_capacity, uint32_t *indices, size_t triangle_capacity,
                                                   hpyr_mesh_report *report);

#ifdef __cplusplus
}
#endif

#endif
