/* surface.h - what the files of surfaces from octrees share.  SPDX-License-Identifier: MIT
 *
 * histopyramid/reference/surface.h defines what is computed. A surface passes through these lists:
 *
 *     values        the function at the lower corner of every node
 *     places        leaves of all depths that the surface crosses
 *     cells         of the last depth: leaves, and parts of larger leaves; a key and eight values each
 *     edges         for each cell, which of the edges that begin at its lower corner are crossed, and from bit 8 on
 *                   the corner of its loop at which its triangles meet
 *     triangles     for each cell, how many triangles it has
 *     vertices      the crossed edges one after the other, and their positions */
#ifndef HPI_OCTREE_SURFACE_H
#define HPI_OCTREE_SURFACE_H

#include "core/output.h"
#include "octree/poisson_object.h"

#include <histopyramid/poisson_surface.h>

/* Bits of a cell's word, 1 << these: three edges, five triangles at most. */
enum { HPI_SURFACE_EDGE_SHIFT = 2, HPI_SURFACE_TRIANGLE_SHIFT = 3, HPI_SURFACE_TRIANGLES = 5 };

/** Cells that the surface crosses. */
typedef struct hpi_surface_cells {
    hpi_list_plane keys; /* words */
    hpi_halves corners;  /* their values, a texel a cell */
} hpi_surface_cells;

struct hpi_surface {
    hpi_list_plane values; /* RGBA32F, two texels a block: see function.glsl */
    hpi_list_plane flags, places;
    hpi_surface_cells cells[2];
    int current; /* which of them are the cells */
    hpi_list_plane edges, triangles, firsts;
    hpi_list_plane triangle_places, positions, normals;
    GLuint cases; /* see cases.glsl */
    bool has_values, is_built, has_normals;
    float isovalue;
    double trim;
    uint32_t cell_count, vertex_count, triangle_count;
};

/* ---- surface.c ---- */

/** Creates what a poisson's surfaces need. */
hpyr_result hpi_surface_create(hpyr_poisson *poisson);
void hpi_surface_destroy(hpyr_poisson *poisson);
uint64_t hpi_surface_bytes(const hpyr_poisson *poisson);

/** NOT_BUILT if there is no surface. */
hpyr_result hpi_surface_check_built(const hpyr_poisson *poisson);

/** There is another solution now, or none. */
void hpi_surface_forget(hpyr_poisson *poisson);

/* ---- poisson_function.c ---- */

/** Makes the values of all nodes, unless there are. */
hpyr_result hpi_surface_make_values(hpyr_poisson *poisson);

/** Sets the uniforms of function.glsl for the values of all nodes, and binds them to `unit`. */
void hpi_surface_use_values(const hpyr_poisson *poisson, GLuint program, const char *prefix, GLuint unit,
                            const hpi_list_plane *values);

/** Sets the uniforms of function.glsl and those of walk.glsl, and binds their textures to so many units from `unit` on. */
enum { HPI_SURFACE_FUNCTION_UNITS = 2 };
void hpi_surface_use_function(const hpyr_poisson *poisson, GLuint program, const char *prefix, GLuint unit,
                              float isovalue);

/* ---- surface_cells.c ---- */

/** Finds the cells of the last depth that the surface crosses, in the order of their keys. */
hpyr_result hpi_surface_find_cells(hpyr_poisson *poisson);

/** Binds the cells for cells.glsl, to three units, and sets u_isovalue where a program has it. */
void hpi_surface_bind_cells(const hpyr_poisson *poisson, GLuint program, GLuint unit, const hpi_surface_cells *cells);

/* ---- surface_mesh.c ---- */

/** Finds the vertices and the triangles of the cells. */
hpyr_result hpi_surface_find_mesh(hpyr_poisson *poisson);

#endif
