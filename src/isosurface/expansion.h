/* expansion.h - the paper's forms: a pyramid over classes, and keys that a vertex or geometry shader makes vertices of.
 * SPDX-License-Identifier: MIT */
#ifndef HPYR_ISOSURFACE_EXPANSION_H
#define HPYR_ISOSURFACE_EXPANSION_H

#include "isosurface/isosurface.h"

/** Units of our passes, behind those of the pyramid. A binding has the first two behind its pyramid's units, then the field's. */
enum {
    EXPANSION_CLASSES_UNIT = HPI_PYRAMID_UNITS,
    EXPANSION_CASES_UNIT,
    EXPANSION_FIELD_UNIT,
    EXPANSION_COMMAND_UNIT,
    EXPANSION_TABLES = 2 /* units of classes and cases */
};

enum { EXPANSION_COMMAND_WORDS = 5 };

typedef struct hpi_expansion_store {
    hpyr_pyramid *pyramid;      /* VERTEX: a key is a vertex; GEOMETRY: an active cell */
    hpyr_pyramid *vertices;     /* a key is a vertex; GEOMETRY: made where it is asked for, of the same order */
    bool has_vertices;          /* whether it was built, of the last field */
    hpyr_discriminator *active; /* cells with triangles */
    hpyr_texture classes;       /* flat-3D, see classes.frag.glsl */
    GLuint rows, quads;         /* GL 3.3: what classes are made of, or 0: see expansion_classes.c */
    GLuint cases;               /* see expand.glsl */
    GLuint command;             /* GL 3.3: the last command, as texels */
    GLuint command_buffer;      /* GL 3.3: of the keys that are drawn */
    GLuint top;                 /* GL 3.3: a pyramid's top cell as a buffer texture */
    bool has_command;           /* whether the buffer has that of the last build */
    uint32_t cells[3];          /* of the last build */
    bool has_counts;            /* whether these are known, */
    uint64_t active_cells, crossed_edges;
    hpi_gl_bindings bindings; /* what hpyr_isosurface_bind replaced behind the pyramid's units */
    hpi_gl_borrowed borrowed;
    GLuint field_unit;
    GLint total_location;
} hpi_expansion_store;

/* ---- expansion.c ---- */

/** The pyramid whose keys are vertices: made and built where that was not done yet. */
hpyr_result hpi_isosurface_vertices_pyramid(hpyr_isosurface *iso, hpyr_pyramid **out);

/* ---- expansion_classes.c: all but the bytes between entering and leaving ---- */

uint64_t hpi_isosurface_classes_bytes(const hpyr_context *context, const hpyr_flat3d *map);
hpyr_result hpi_isosurface_classes_create(hpyr_isosurface *iso);
void hpi_isosurface_classes_destroy(const hpyr_isosurface *iso);

/** Classifies the cells of the last field. */
hpyr_result hpi_isosurface_draw_classes(hpyr_isosurface *iso);

/* ---- expansion_draw.c ---- */

/** Adds the defines of expand.glsl and of the field. */
void hpi_isosurface_add_expansion_defines(const hpyr_isosurface *iso, hpi_text *text);

/** Puts back what a bound isosurface has behind its pyramid's units; for one that goes away. */
void hpi_isosurface_drop_binding(hpyr_isosurface *iso);

/** Binds classes and cases to two units and sets the uniforms of expand.glsl. */
void hpi_isosurface_bind_tables(const hpyr_isosurface *iso, GLuint program, const char *prefix, GLuint unit);

/** Writes the command that draws a pyramid's keys into our texels and, at `offset`, into `buffer`. GL 3.3, state saved. */
hpyr_result hpi_isosurface_write_command(hpyr_isosurface *iso, const hpyr_pyramid *pyramid, GLuint buffer,
                                         uint64_t offset);

/* ---- expansion_extract.c ---- */

hpyr_result hpi_isosurface_expansion_extract(hpyr_isosurface *iso, const hpyr_isosurface_output *output,
                                             hpyr_isosurface_report *report);
hpyr_result hpi_isosurface_expansion_download(hpyr_isosurface *iso, hpyr_mesh_vertex *vertices,
                                              uint64_t vertex_capacity, uint32_t *indices, uint64_t triangle_capacity,
                                              hpyr_isosurface_report *report);

#endif
