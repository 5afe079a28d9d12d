/* cubes.h - a hpyr_marching_cubes, and what its files share.
 * SPDX-License-Identifier: MIT
 *
 *     field --class pass--> triangles + class / 256 --pyramid--> key: cell and remainder --expand.glsl--> vertex
 *                           one texel a cell, flat-3D            a key of VERTEX is a vertex, one of GEOMETRY an active cell
 *
 * The class of a cell is the signs of its eight corners, as a number of eight bits. The pyramid
 * cuts the fraction off. It clones every triangle three times, once for each of its vertices. */
#ifndef HPI_ISOSURFACE_CUBES_H
#define HPI_ISOSURFACE_CUBES_H

#include "isosurface/field_samples.h"

#include "core/binding.h"
#include "core/traversal.h"

#include <histopyramid/marching_cubes.h>

/** Texture units of our passes, behind those of the pyramid. A caller's binding has CUBES_TABLES
 *  units behind those of its pyramid, for classes and cases, and then the field's. */
enum {
    CUBES_CLASSES_UNIT = HPI_PYRAMID_UNITS,
    CUBES_CASES_UNIT,
    CUBES_FIELD_UNIT,
    CUBES_COMMAND_UNIT,
    CUBES_TABLES = 2
};

enum { VERTICES_OF_TRIANGLE = 3, VERTICES_OF_CELL = 15 };

struct hpyr_marching_cubes {
    hpyr_context *context;
    hpyr_marching_cubes_desc desc; /* defaults resolved */
    hpi_field_grid grid;
    hpi_field field; /* of the last build */
    bool built;
    hpyr_pyramid *pyramid;      /* whose keys are drawn */
    hpyr_pyramid *vertices;     /* whose keys are vertices. GEOMETRY: made when it is needed */
    bool has_vertices;          /* GEOMETRY: `vertices` was built from the last field */
    hpyr_discriminator *active; /* finds cells with triangles */
    hpyr_texture classes;       /* flat-3D, see classes.frag.glsl */
    GLuint rows, quads;         /* what classes are made of, see cubes_classes.c; may be 0 */
    GLuint cases;               /* see expand.glsl */
    GLuint command;             /* last arguments of an indirect draw, as texels; 0 on GL 2.1 */
    GLuint command_buffer;      /* arguments that draw all keys of `pyramid`; 0 on GL 2.1 */
    hpi_gl_texels top;          /* shows a pyramid's top cell */
    bool has_command;           /* `command_buffer` is up to date */
    bool has_counts;            /* the next two are known */
    uint64_t active_cells, crossed_edges;
    hpi_gl_bindings bindings; /* what a binding has replaced behind the pyramid's units */
    hpi_gl_borrowed borrowed;
    GLuint field_unit;
};

/* ---- cubes_tables.c ---- */

uint64_t hpi_cubes_table_bytes(void);

/** Makes the table of cases. Call it inside of hpi_gl_state_enter and hpi_gl_state_leave. */
hpyr_result hpi_cubes_tables_create(hpyr_marching_cubes *cubes);

/** Binds classes and cases to two units and sets the uniforms of expand.glsl. */
void hpi_cubes_bind_tables(const hpyr_marching_cubes *cubes, GLuint program, const char *prefix, GLuint unit);

/** Adds the defines of expand.glsl and of the field. */
void hpi_cubes_add_defines(const hpyr_marching_cubes *cubes, hpi_text *text);

/* ---- cubes_classes.c: all but the first need hpi_gl_state_enter before them ---- */

uint64_t hpi_cubes_classes_bytes(const hpyr_context *context, const hpyr_flat3d *map);
hpyr_result hpi_cubes_classes_create(hpyr_marching_cubes *cubes);
void hpi_cubes_classes_destroy(const hpyr_marching_cubes *cubes);

/** Classifies the cells of the last field. */
hpyr_result hpi_cubes_draw_classes(hpyr_marching_cubes *cubes);

/* ---- cubes_keys.c ---- */

/** NO_CONTEXT, NOT_BUILT. */
hpyr_result hpi_cubes_check_built(const hpyr_marching_cubes *cubes);

/** Finds the pyramid whose keys are vertices. Makes and builds it if that was not done yet. */
hpyr_result hpi_cubes_vertices_pyramid(hpyr_marching_cubes *cubes, hpyr_pyramid **out);

/** Finds active_cells and crossed_edges of the last build. Waits for the GPU. Call it inside of hpi_gl_state_enter and
 *  hpi_gl_state_leave. */
hpyr_result hpi_cubes_count_cells(hpyr_marching_cubes *cubes);

/** Tells the counts as hpyr_marching_cubes_counts does; without `patient` as hpyr_marching_cubes_try_counts. */
hpyr_result hpi_cubes_counts(hpyr_marching_cubes *cubes, hpyr_mesh_counts *counts, bool patient);

/** Writes the arguments that draw all keys of a pyramid into our texels, and into `buffer` from
 *  `offset` on if there is a buffer. Not on GL 2.1. Call it inside of hpi_gl_state_enter and
 *  hpi_gl_state_leave. */
hpyr_result hpi_cubes_write_command(hpyr_marching_cubes *cubes, const hpyr_pyramid *pyramid, GLuint buffer,
                                    uint64_t offset);

/* ---- cubes_draw.c ---- */

/** Puts back what is still bound behind the pyramid's units, before the object goes away. */
void hpi_cubes_drop_binding(hpyr_marching_cubes *cubes);

#endif
