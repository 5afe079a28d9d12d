/* source.h - a discriminator applied to an input: what the base level is computed from.
 * SPDX-License-Identifier: MIT */
#ifndef HPI_CORE_SOURCE_H
#define HPI_CORE_SOURCE_H

#include "core/pattern.h"
#include "gl/gl.h"
#include "gl/state.h"

#include <histopyramid/discriminator.h>
#include <histopyramid/flat3d.h>

struct hpyr_discriminator {
    hpyr_context *context;
    hpyr_discriminator_desc desc; /* defaults resolved; its `glsl` and its arrays are these: */
    char *glsl;
    hpyr_range *ranges;
    hpyr_texture *inputs;
    hpi_pattern *pattern; /* its `pattern`, or NULL */
    uint32_t fetches;     /* CUSTOM: texel fetches of a cell. HPI_CALLER_FETCHES, but for GLSL of ours */
};

/** Values of HPYR_KIND, see discriminate.glsl. */
enum { HPI_KIND_RANGE = 0, HPI_KIND_COUNTS = 1, HPI_KIND_CUSTOM = 2 };

/** Digits of a mark, see hpi_core_source_mark. */
enum { HPI_MARK = 16 };

typedef struct hpi_source {
    int kind; /* HPYR_KIND */
    bool has_input;
    hpyr_texture input;
    uint32_t more_count; /* textures behind the input */
    hpyr_texture more[HPI_MOST_INPUTS];
    uint32_t cells[3];                   /* size of the grid */
    uint32_t bound_count;                /* RANGE: counts are 1 between one of these pairs, else 0 */
    uint32_t bounds[HPYR_MAX_RANGES][2]; /* ordinals, both included; first > second if nothing is active */
    char *custom;                        /* a copy of the caller's GLSL, or NULL */
    uint32_t custom_fetches;             /* see hpyr_discriminator */
    hpyr_bind_fn bind;
    void *user;
    const char *rule; /* the shader file that stands in the place of a caller's GLSL, or NULL */
    bool exact;       /* the rule calculates in integers; what follows are its limits, see rules.c */
    float codes, factor, limit;
    uint32_t window;  /* LOCAL_MAX, EDGE: its side */
    int side, middle; /* EDGE: weights of smoothing */
    uint64_t least;
    hpi_pattern *pattern; /* TEMPLATE: held; its texture is the first behind the input */
    hpyr_template_measure measure;
    int32_t whole_limit;
    char mark[HPI_MARK + 1]; /* empty until a program is bound */
} hpi_source;

/** Copies bytes to memory of the context's. Returns NULL without memory, and for no bytes. */
void *hpi_core_copy(const hpyr_context *context, const void *bytes, size_t size);

/** The GLSL that stands where a shader includes <caller>; NULL if the source has none. */
const char *hpi_core_source_glsl(const hpi_source *s);

/** Prepares a discriminator for an input and checks the input against GL and `map`. Without a
 *  discriminator the input holds counts. `*out` is all zero or made before; what it held is
 *  freed. */
hpyr_result hpi_core_source_make(const hpyr_context *context, const hpyr_discriminator *discriminator,
                                 const hpyr_texture *input, const hpyr_flat3d *map, hpi_source *out);

/** Checks a texture of bits for a volume of the size of `map`, and takes it as the source. */
hpyr_result hpi_core_source_bits(const hpyr_context *context, const hpyr_texture *bits, const hpyr_flat3d *map,
                                 hpi_source *out);
void hpi_core_source_free(const hpyr_context *context, hpi_source *s);

/** Whether two programs always answer alike: nothing is calculated with floats. Of a caller's GLSL
 *  nobody knows. */
bool hpi_core_source_is_exact(const hpi_source *s);

/** Texel fetches of a cell, at most. */
uint32_t hpi_core_source_fetches(const hpi_source *s);

/* ---- inputs.c ---- */

/** The number of textures that a source reads, and the texture number i: the input comes first. */
uint32_t hpi_core_texture_count(const hpi_source *s);
const hpyr_texture *hpi_core_texture(const hpi_source *s, uint32_t i);

/** Checks a texture of the caller's as hpi_gl_texture_check does, and that it covers the grid. */
hpyr_result hpi_core_check_input(const hpyr_context *context, const hpyr_texture *stated, const char *what,
                                 const hpyr_flat3d *map, hpyr_texture *resolved);

/** Checks the textures behind the input, and takes them into the source. */
hpyr_result hpi_core_take_inputs(const hpyr_context *context, const hpyr_discriminator_desc *desc,
                                 const hpyr_flat3d *map, hpi_source *s);

/** The types of a texture in GLSL. */
typedef struct hpi_texture_types {
    char sampler[20], texel[8];
} hpi_texture_types;
void hpi_core_texture_types(const hpyr_texture *texture, hpi_texture_types *types);

/** Adds the defines of inputs.glsl. */
void hpi_core_inputs_add_defines(const hpi_source *s, hpi_text *text);

/** Sets the uniforms of input.glsl and inputs.glsl. */
void hpi_core_inputs_set_uniforms(const hpyr_context *context, const hpi_source *s, GLuint program, const char *prefix,
                                  GLuint unit, GLuint more_unit);

/** Textures of the caller's that a program reads, and what their parameters were. */
typedef struct hpi_loan {
    uint32_t count;
    GLuint units[1 + HPI_MOST_INPUTS];
    hpi_gl_borrowed textures[1 + HPI_MOST_INPUTS];
} hpi_loan;

/** Borrows all textures of the source: binds the input to `unit`, and the others from `more_unit` on.
 *  `_end` returns what there is to return. */
void hpi_core_loan_begin(const hpyr_context *context, const hpi_source *s, GLuint unit, GLuint more_unit,
                         hpi_loan *loan);
void hpi_core_loan_end(const hpyr_context *context, hpi_loan *loan);

/* ---- source.c ---- */

/** Adds the defines of discriminate.glsl, input.glsl and inputs.glsl. */
void hpi_core_source_add_defines(const hpi_source *s, hpi_text *text);

/** Writes the mark of the source: a hash, in hexadecimal digits, of all that its GLSL depends on. The text
 *  for callers has a uniform whose name is u_hpyr_rule_ and this mark. So a program tells which text it
 *  was made from. After OUT_OF_MEMORY it is empty. */
hpyr_result hpi_core_source_mark(const hpyr_context *context, const hpi_source *s, char mark[HPI_MARK + 1]);

/** Sets the uniforms of the source in `program`, which is current. The input is bound to `unit`;
 *  the textures behind it go to units from `first_free` on, and those of a caller's `bind` behind them. */
void hpi_core_source_set_uniforms(const hpyr_context *context, const hpi_source *s, GLuint program, const char *prefix,
                                  GLuint unit, GLuint first_free);

#endif
