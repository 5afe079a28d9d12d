/* setup.h - triangle setup, which every voxelizer begins with: it turns meshes into batches of
 * triangles that know their plane.  SPDX-License-Identifier: MIT */
#ifndef HPI_VOLUME_SETUP_H
#define HPI_VOLUME_SETUP_H

#include "volume/mesh_input.h"

#include <histopyramid/flat3d.h>

enum { SETUP_BATCH = 32768 };

typedef enum hpi_setup_kind {
    SETUP_RASTER, /* three vertices a triangle, rounded to 1/256 cell: see setup_triangle.vert.glsl */
    SETUP_EXACT,  /* one record a triangle: see setup_exact.vert.glsl */
    SETUP_KINDS
} hpi_setup_kind;

/** Words of a record, and texels: of a RASTER one of RG32F, of an EXACT one of RGBA32F. */
enum {
    SETUP_RASTER_WORDS = 30,
    SETUP_EXACT_WORDS = 12,
    SETUP_RASTER_TEXELS = SETUP_RASTER_WORDS / 2,
    SETUP_EXACT_TEXELS = SETUP_EXACT_WORDS / 4
};

typedef struct hpi_setup {
    hpyr_context *context;
    hpi_setup_kind kind;
    GLuint triangle_program;
    GLuint soup, records;             /* buffers for a batch */
    GLuint soup_array, records_array; /* vertex arrays that read them */
    hpi_gl_texels texels;             /* the records, where shaders fetch them */
    bool has_new_records;             /* which `texels` do not show yet */
    uint32_t capacity;                /* triangles that the buffers hold */
} hpi_setup;

/** Zero `s` first; call hpi_volume_setup_destroy after a failure too. */
hpyr_result hpi_volume_setup_create(hpi_setup *s, hpyr_context *context, hpi_setup_kind kind);
void hpi_volume_setup_destroy(hpi_setup *s);

/** Fills in the mesh's defaults. If it has triangles, checks its buffers. */
hpyr_result hpi_volume_check_mesh(const hpyr_context *context, const hpyr_mesh *given, hpyr_mesh *mesh);

/** Does the same as hpi_volume_check_mesh, and makes room for a batch. */
hpyr_result hpi_volume_setup_begin(hpi_setup *s, const hpyr_mesh *given, hpyr_mesh *mesh);

/** Fills in the stride of an attribute of `size` bytes a vertex and checks it. `what` is its name. */
hpyr_result hpi_volume_check_array(const hpyr_context *context, const hpyr_mesh *mesh, const char *what,
                                   hpyr_attribute *attribute, uint32_t size);

/** Captures triangles [first, first + count) in s->records. */
hpyr_result hpi_volume_setup_run(hpi_setup *s, const hpi_mesh_input *input, const float transform[16],
                                 const hpyr_flat3d *map, uint32_t first, uint32_t count);

/** Its two passes: captures the triangles in s->soup, and then their records, once for each transform
 *  and map. */
hpyr_result hpi_volume_setup_soup(hpi_setup *s, const hpi_mesh_input *input, uint32_t first, uint32_t count);
void hpi_volume_setup_records(hpi_setup *s, const float transform[16], const hpyr_flat3d *map, uint32_t count);

/** Binds the records of `count` triangles to `unit`, and sets the uniforms of sheets.glsl or of exact.glsl. */
hpyr_result hpi_volume_setup_bind(hpi_setup *s, GLuint program, GLuint unit, const hpyr_flat3d *map, uint32_t count);

/** Quanta in a cell. An axis of the volume has 2^24 quanta at most, which a float holds. */
float hpi_volume_quanta_of(uint32_t cells);

/** Makes NULL the identity. INVALID_ARGUMENT where the matrix is not affine. */
hpyr_result hpi_volume_check_transform(const hpyr_context *context, const float **transform);

#endif
