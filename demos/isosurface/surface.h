/* surface.h - a volume on the GPU, and its isosurface in buffers ready to draw.  SPDX-License-Identifier: MIT */
#ifndef ISOSURFACE_SURFACE_H
#define ISOSURFACE_SURFACE_H

#include "common/draw/draw.h"
#include "common/platform/library.h"
#include "common/volume/volume.h"

#include <histopyramid/isosurface.h>
#include <histopyramid/marching_cubes.h>

enum { TIME_BUILD, TIME_EXTRACT, TIME_COUNT };

/** Who makes the vertices: a hpyr_isosurface, or a hpyr_marching_cubes of either expansion. */
typedef enum surface_expansion { EXPAND_DEFAULT, EXPAND_FRAGMENT, EXPAND_VERTEX, EXPAND_GEOMETRY } surface_expansion;

/** Zeros are the library's defaults: see hpyr_isosurface_desc. Only the gradient is CENTRAL then, which looks smoother. With
 *  EXPAND_DEFAULT it is a hpyr_isosurface if this GL has it. */
typedef struct surface_desc {
    hpyr_mesh_form mesh;
    hpyr_edge_vertex vertex;
    hpyr_gradient gradient;
    surface_expansion expansion;
} surface_desc;

/** Read its fields; change nothing. Zero it first. */
typedef struct surface {
    library *library;
    surface_desc desc;               /* as used: no field is zero */
    const volume *volume;            /* borrowed */
    hpyr_texture texture;            /* its samples; on OpenGL 2.1 always floats */
    hpyr_isosurface *isosurface;     /* with EXPAND_FRAGMENT */
    hpyr_marching_cubes *cubes;      /* with all others */
    bool is_classified;              /* the isosurface was built of these samples */
    hpyr_mesh_counts counts;         /* of the last run */
    hpyr_mesh_statistics statistics; /* by surface_count */
    /* hpyr_mesh_vertex records, and three uint32 a triangle, where the mesh is WELDED. OpenGL 2.1 has neither: there is only what
     * the library draws. */
    uint32_t vertex_buffer, index_buffer;
    uint64_t vertex_room, index_room; /* in bytes */
    draw_elements elements;           /* the indices, to draw with */
    double ms[TIME_COUNT];            /* of the last run; NAN where not measured */
} surface;

/** surface_destroy it after a failure too. */
bool surface_create(surface *s, library *l, const surface_desc *desc, const volume *v);
void surface_destroy(surface *s);

/** The volume has other samples now. */
bool surface_upload(surface *s);

/** From the texture to buffers that can be drawn; on OpenGL 2.1 to what the library can draw. `is_live`: where the isovalue alone has changed,
 *  the samples are not all read again, as a measured run does. */
bool surface_run(surface *s, double iso, bool is_live);

/** Number of cells between the samples. */
uint64_t surface_cells(const surface *s);

/** Finds the statistics of the last run: takes passes of its own, and so stays outside of what is measured. */
bool surface_count(surface *s);

/** The mesh of the last run as .ply, .obj or .stl, in the coordinates of the volume. */
bool surface_save(surface *s, const char *path, const char *comment);

#endif
