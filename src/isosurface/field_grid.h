/* field_grid.h - size and place of a field with all defaults filled in.  SPDX-License-Identifier: MIT */
#ifndef HPI_ISOSURFACE_FIELD_GRID_H
#define HPI_ISOSURFACE_FIELD_GRID_H

#include "gl/gl.h"

#include <histopyramid/field.h>

typedef struct hpi_field_grid {
    const hpyr_context *context;
    hpyr_field_grid grid;         /* defaults resolved */
    double spacing[3], origin[3]; /* those of `grid`, but defaults are not rounded to floats */
    hpyr_edge_vertex vertex;
    hpyr_gradient gradient;
    bool is_reversed; /* the second and third corners of all triangles change places */
} hpi_field_grid;

/** Fills in the defaults of a public descriptor's members, and `out` from them. `context` may be
 *  NULL: then nobody hears what is wrong. INVALID_ARGUMENT; on OpenGL ES also UNSUPPORTED. */
hpyr_result hpi_field_grid_resolve(const hpyr_context *context, hpyr_field_grid *grid, hpyr_edge_vertex *vertex,
                                   hpyr_gradient *gradient, hpyr_winding *winding, hpi_field_grid *out);

/** Most slices that a slab reads. */
uint64_t hpi_field_most_slices(const hpyr_field_grid *grid);

/** Logs `text` if there is a context to log to. Returns `result`. */
hpyr_result hpi_field_grid_fail(const hpyr_context *context, hpyr_result result, const char *text);

#endif
