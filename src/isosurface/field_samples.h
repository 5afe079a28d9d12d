/* field_samples.h - a caller's field: checked, and bound to shaders that read its samples.
 * SPDX-License-Identifier: MIT */
#ifndef HPI_ISOSURFACE_FIELD_SAMPLES_H
#define HPI_ISOSURFACE_FIELD_SAMPLES_H

#include "isosurface/field_grid.h"

#include "gl/text.h"

/** From what shaders read samples: a 3D texture, a flat-3D texture, a buffer texture, or the
 *  caller's GLSL. */
typedef enum hpi_field_kind { FIELD_CELLS = 1, FIELD_TILES = 2, FIELD_BUFFER = 3, FIELD_GLSL = 4 } hpi_field_kind;

/** OpenGL ES, which has no buffer textures: a 3D texture with a copy of a caller's buffer. It is kept
 *  from build to build. */
typedef struct hpi_field_volume {
    GLuint name;
    hpyr_format format;
    uint32_t size[3];
} hpi_field_volume;

/** The field of the last build. Zero it before its first use. */
typedef struct hpi_field {
    const hpi_field_grid *grid;
    hpyr_slab slab;
    uint32_t size[3]; /* samples along each axis, of this slab */
    double isovalue;
    hpi_field_kind kind;
    hpyr_format format;
    hpyr_texture texture; /* CELLS and TILES: the caller's, or `volume` */
    hpyr_flat3d map;      /* TILES: how slices lie in the texture */
    GLuint buffer;        /* BUFFER: the caller's, or our copy */
    uint64_t first;       /* BUFFER: number of samples before the field */
    hpi_gl_texels texels; /* BUFFER: shows the buffer */
    hpi_field_volume volume;
    char *glsl; /* a copy of the caller's text, or NULL */
    hpyr_bind_fn bind;
    void *user;
} hpi_field;

/** Takes over a caller's field after checking it against GL and the slab. Its text is copied. The
 *  field before is freed. */
hpyr_result hpi_field_set(hpi_field *field, const hpi_field_grid *grid, const hpyr_field *given, uint32_t slab,
                          double isovalue);
void hpi_field_free(hpi_field *field);

/** Number of samples in the field. */
uint64_t hpi_field_sample_count(const hpi_field *field);

/** Texel fetches of a sample; and of a vertex, which looks at 14 samples or at a gradient of the caller's. */
uint32_t hpi_field_sample_fetches(const hpi_field *field);
uint32_t hpi_field_vertex_fetches(const hpi_field *field);

/** Number of cells that the slab adds along each axis. */
void hpi_field_cells(const hpi_field *field, uint32_t cells[3]);
uint64_t hpi_field_cell_count(const hpi_field *field);

/** Whether the field has any cell. */
bool hpi_field_has_cells(const hpi_field *field);

/** Number of texels of a buffer texture that shaders can address. */
uint32_t hpi_field_texels_read(const hpyr_context *context);

/** Most bytes of the texture that samples in a buffer are copied into: 0 where buffers are read. */
uint64_t hpi_field_volume_bytes(const hpyr_context *context, const hpyr_field_grid *grid);

/** The first whole number n with n / largest >= value. Normalized formats store n. */
double hpi_field_normalized_bound(double value, double largest);

/** From now on the samples are read from `buffer`: in line order, without gaps, as `format`, from
 *  sample number `first` on. Binds the buffer texture. Not on OpenGL ES. */
hpyr_result hpi_field_use_buffer(hpi_field *field, GLuint buffer, uint64_t first, hpyr_format format);

/** Adds the defines of field.glsl and edge.glsl. */
void hpi_field_add_defines(const hpi_field *field, hpi_text *text);

/** What a sample is compared with: 0 a float, 1 an unsigned or 2 a signed integer. Sets uniform u_<prefix>bound of that type to the smallest
 *  value that is inside. */
int hpi_field_value_kind(const hpi_field *field);
void hpi_field_set_bound(const hpi_field *field, GLuint program, const char *prefix);

/** Number of texture units that the field takes, without those of the caller's GLSL. */
GLuint hpi_field_units(const hpi_field *field);

/** INVALID_ARGUMENT for NaN. */
hpyr_result hpi_field_check_isovalue(const hpyr_context *context, double isovalue);

/** Checks that the caller's object still is what it was at the build.   TEXTURE, BUFFER. */
hpyr_result hpi_field_check_again(const hpi_field *field);

/** Checks the types of the field's uniforms in a caller's program. INVALID_ARGUMENT if it was made
 *  for another field. */
hpyr_result hpi_field_check_program(const hpi_field *field, GLuint program, const char *prefix);

/** Binds the field to `unit` and sets the uniforms of field.glsl and edge.glsl in `program`, which
 *  is in use. The textures of the caller's GLSL go to units from `first_free` on. The texture stays
 *  in `borrowed` until hpi_field_release. TEXTURE and BUFFER if the caller's object is gone. */
hpyr_result hpi_field_use(const hpi_field *field, GLuint program, const char *prefix, GLuint unit, GLuint first_free,
                          hpi_gl_borrowed *borrowed);

/** Does the same without checking sizes again, and changes nothing but these units. So it can be
 *  called in the caller's state. */
hpyr_result hpi_field_bind(const hpi_field *field, GLuint program, const char *prefix, GLuint unit, GLuint first_free,
                           hpi_gl_borrowed *borrowed);
void hpi_field_release(const hpi_field *field, const hpi_gl_borrowed *borrowed, GLuint unit);

#endif
