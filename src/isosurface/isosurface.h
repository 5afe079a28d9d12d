/* isosurface.h - what the files of the isosurfaces share.  SPDX-License-Identifier: MIT */
#ifndef HPYR_ISOSURFACE_ISOSURFACE_H
#define HPYR_ISOSURFACE_ISOSURFACE_H

#include "core/binding.h"
#include "core/traversal.h"

#include <histopyramid/isosurface.h>

typedef enum hpi_field_kind { FIELD_CELLS = 1, FIELD_TILES = 2, FIELD_BUFFER = 3, FIELD_GLSL = 4 } hpi_field_kind;

/** A caller's field, checked; and where its samples are read from. */
typedef struct hpi_iso_field {
    hpi_field_kind kind;
    hpyr_format format;
    hpyr_texture texture; /* CELLS, TILES */
    hpyr_flat3d map;      /* TILES */
    GLuint buffer;        /* BUFFER: the caller's or our copy */
    uint64_t first;       /* BUFFER: of the samples in it, in samples */
    GLuint buffer_texture;
    char *glsl; /* a copy, or NULL */
    hpyr_bind_fn bind;
    void *user;
    uint32_t size[3];     /* samples */
    uint32_t first_slice; /* of the whole field */
    double isovalue;
} hpi_iso_field;

struct hpyr_isosurface {
    hpyr_context *context;
    hpyr_isosurface_desc desc;    /* defaults resolved */
    double spacing[3], origin[3]; /* without the descriptor's rounding */
    hpyr_slab slab;               /* of the last build */
    bool classified, built;
    hpi_iso_field field;
    struct hpi_bits_engine *bits;      /* expansion FRAGMENT, see bits_engine.h */
    struct hpi_expansion_store *store; /* expansions VERTEX and GEOMETRY, see expansion.h */
};

/** One way to make meshes; every function gets an isosurface whose descriptor and arguments are checked, and which has cells. They enter
 *  and leave GL's state by themselves, but for `command`, which is called in between, with room in the buffer. */
typedef struct hpi_iso_engine {
    uint64_t (*bytes)(const hpyr_context *context, const hpyr_isosurface_desc *desc);
    hpyr_result (*create)(hpyr_isosurface *iso);
    void (*destroy)(hpyr_isosurface *iso);
    hpyr_result (*classify)(hpyr_isosurface *iso); /* from iso->field and iso->slab */
    hpyr_result (*build)(hpyr_isosurface *iso);    /* pyramids over that */
    hpyr_result (*counts)(hpyr_isosurface *iso, hpyr_mesh_counts *counts, bool patient);
    hpyr_result (*extract)(hpyr_isosurface *iso, const hpyr_isosurface_output *output, hpyr_isosurface_report *report);
    hpyr_result (*download)(hpyr_isosurface *iso, hpyr_mesh_vertex *vertices, uint64_t vertex_capacity,
                            uint32_t *indices, uint64_t triangle_capacity, hpyr_isosurface_report *report);
    hpyr_result (*command)(hpyr_isosurface *iso, uint32_t buffer, uint64_t offset);
} hpi_iso_engine;

extern const hpi_iso_engine hpi_isosurface_bits_engine, hpi_isosurface_expansion_engine;

/** Whether the last build was of a field that has cells; without, there is nothing in the engine. */
bool hpi_isosurface_has_cells(const hpyr_isosurface *iso);

/** Whether triangles must be turned round: winding, mirrored by spacings and axes. */
bool hpi_isosurface_is_reversed(const hpyr_isosurface_desc *desc);

/** How many records of `bytes` fit into a caller's buffer from `offset` on, 0 where there is no buffer. BUFFER. State. */
hpyr_result hpi_isosurface_room(const hpyr_isosurface *iso, GLuint buffer, uint64_t offset, uint32_t bytes,
                                uint64_t *room);

/** How many items of [first, first + count) there are among `total`; a count of 0 is all that remain. */
uint64_t hpi_isosurface_items_in_range(uint64_t total, uint64_t first, uint64_t count);

/** Whether a caller has bound it: see expansion_draw.c. */
bool hpi_isosurface_is_bound(const hpyr_isosurface *iso);

/* ---- field.c ---- */

/** Of the field. */
uint64_t hpi_isosurface_samples(const hpi_iso_field *field);

/** Most texels of a buffer texture that shaders reach. */
uint32_t hpi_isosurface_texels_read(const hpyr_context *context);

/** The smallest float that is not below `value`, nor so small that a GPU may take it for 0. */
float hpi_isosurface_round_up(double value);

/** The first whole number that stands for no less than `value` where `largest` stands for 1. */
double hpi_isosurface_normalised_bound(double value, double largest);

/** Takes over a caller's field, checked against GL and the slab; copies its text. What was there is freed. */
hpyr_result hpi_isosurface_field_set(hpyr_isosurface *iso, const hpyr_field *field, double isovalue);
void hpi_isosurface_field_free(hpyr_isosurface *iso);

/** The samples are in `buffer` from sample `first` on from now on, in line order, tight, as `format`. Binds the buffer texture. */
void hpi_isosurface_field_in_buffer(hpyr_isosurface *iso, GLuint buffer, uint64_t first, hpyr_format format);

/** Whether samples are read from the caller's objects as long as the mesh is extracted. */
bool hpi_isosurface_field_is_borrowed(const hpi_iso_field *field);

/** Adds the defines of field.glsl and edge.glsl. */
void hpi_isosurface_add_defines(const hpyr_isosurface *iso, hpi_text *text);

/** Units that the field takes, its snippet's own not counted. */
GLuint hpi_isosurface_field_units(const hpi_iso_field *field);

/** What the uniforms of field.glsl must be in a caller's program. INVALID_ARGUMENT where it was made for another field. */
hpyr_result hpi_isosurface_field_check(const hpyr_isosurface *iso, GLuint program, const char *prefix);

/** Binds the field to `unit` and sets the uniforms of field.glsl and edge.glsl in `program`, which is in use; the snippet's textures
 *  go to units from `first_free` on. The texture stays borrowed in `borrowed` until hpi_isosurface_field_release. TEXTURE, BUFFER
 *  where the caller's object is gone. */
hpyr_result hpi_isosurface_field_use(const hpyr_isosurface *iso, GLuint program, const char *prefix, GLuint unit,
                                     GLuint first_free, hpi_gl_borrowed *borrowed);

/** The same, with nothing but these units changed: for the caller's state, and objects whose sizes were checked before. */
hpyr_result hpi_isosurface_field_bind(const hpyr_isosurface *iso, GLuint program, const char *prefix, GLuint unit,
                                      GLuint first_free, hpi_gl_borrowed *borrowed);
void hpi_isosurface_field_release(const hpyr_isosurface *iso, const hpi_gl_borrowed *borrowed, GLuint unit);

#endif
