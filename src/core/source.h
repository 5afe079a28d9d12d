/* source.h - a discriminator applied to an input: what the base level is computed from.
 * SPDX-License-Identifier: MIT */
#ifndef HPI_CORE_SOURCE_H
#define HPI_CORE_SOURCE_H

#include "gl/gl.h"

#include <histopyramid/discriminator.h>
#include <histopyramid/flat3d.h>

struct hpyr_discriminator {
    hpyr_context *context;
    hpyr_discriminator_desc desc; /* defaults resolved; its `glsl` and its arrays are these: */
    char *glsl;
    hpyr_range *ranges;
};

typedef struct hpi_source {
    bool has_input;
    hpyr_texture input;
    uint32_t cells[3];                    /* size of the grid */
    uint32_t bound_count;                 /* RANGE: counts are 1 between one of these pairs, else 0 */
    uint32_t bounds[HPYR_MOST_RANGES][2]; /* ordinals, both included; first > second if nothing is active */
    uint32_t window;                      /* LOCAL_MAX: its side */
    char *custom;                         /* a copy of the caller's GLSL, or NULL */
    const char *rule;                     /* the shader file that stands in its place, or NULL */
    hpyr_bind_fn bind;
    void *user;
    int kind; /* HPYR_KIND of discriminate.glsl */
} hpi_source;

/** Copies bytes to the heap. Returns NULL without memory, and for no bytes. */
void *hpi_core_copy(const void *bytes, size_t size);

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
void hpi_core_source_free(hpi_source *s);

/** Adds the defines of discriminate.glsl and input.glsl. */
void hpi_core_source_add_defines(const hpi_source *s, hpi_text *text);

/** Lists the types that the uniforms of the source must have in a caller's program. Returns their
 *  number. */
enum { SOURCE_UNIFORMS = 2 };
int hpi_core_source_uniforms(const hpyr_context *context, const hpi_source *s,
                             hpi_gl_uniform uniforms[SOURCE_UNIFORMS]);

/** Sets the uniforms of the source in `program`, which is current. The input is bound to `unit`;
 *  the textures of a CUSTOM discriminator go to units from `first_free` on. */
void hpi_core_source_set_uniforms(const hpyr_context *context, const hpi_source *s, GLuint program, const char *prefix,
                                  GLuint unit, GLuint first_free);

#endif
