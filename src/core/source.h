/* source.h - a discriminator applied to an input: what the base level is computed from.
 * SPDX-License-Identifier: MIT */
#ifndef HPI_CORE_SOURCE_H
#define HPI_CORE_SOURCE_H

#include "gl/gl.h"

#include <histopyramid/discriminator.h>
#include <histopyramid/flat3d.h>

struct hpyr_discriminator {
    hpyr_context *context;
    hpyr_discriminator_desc desc; /* defaults resolved; its `glsl` is ours */
    char *glsl;
};

typedef struct hpi_source {
    bool has_input;
    hpyr_texture input;
    bool ranged;        /* counts are 1 between `bounds`, else 0 */
    uint32_t bounds[2]; /* ordinals, both included; first > second if nothing is active */
    char *custom;       /* a copy of the caller's GLSL, or NULL */
    hpyr_bind_fn bind;
    void *user;
    int kind; /* HPYR_KIND of discriminate.glsl */
} hpi_source;

/** Copies a text to the heap. Returns NULL without memory. */
char *hpi_core_copy_text(const char *text);

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
