/* discriminator.h - decides how many outputs each cell has.  SPDX-License-Identifier: MIT */
#ifndef HPYR_DISCRIMINATOR_H
#define HPYR_DISCRIMINATOR_H

#include <histopyramid/context.h>
#include <histopyramid/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hpyr_discriminator hpyr_discriminator;

typedef enum hpyr_discriminator_kind {
    HPYR_DISCRIMINATOR_DEFAULT = 0,   /**< THRESHOLD. */
    HPYR_DISCRIMINATOR_THRESHOLD = 1, /**< Active where value >= threshold (report, section 3). */
    HPYR_DISCRIMINATOR_RANGE = 2,     /**< Active where min <= value <= max, both ends included. */
    HPYR_DISCRIMINATOR_CUSTOM = 3     /**< The caller's GLSL says how many outputs a cell has. */
} hpyr_discriminator_kind;

/** Sets the caller's own uniforms and textures on a program that contains its GLSL. Called with `program` in use, once
 *  for every pass that needs them, and by hpyr_pyramid_bind. `prefix` is "hpyr_" but where the caller's own program was given
 *  another one: a uniform that the GLSL calls u_hpyr_level is u_<prefix>level there. Units below `first_unit` are the library's;
 *  whatever the callback binds to units from there on is the caller's to restore. */
typedef void (*hpyr_bind_fn)(uint32_t program, const char *prefix, uint32_t first_unit, void *user);

/** Values are compared in the texture's own units: 0..1 for R8, RGBA8 and R16, integers for the UI and I formats,
 *  floats as they are. Comparison is exact (no rounding on the GPU); NaN is never active.
 *
 *  | field                     | used by   | zero means                                                       |
 *  |---------------------------|-----------|------------------------------------------------------------------|
 *  | kind                      |           | THRESHOLD                                                        |
 *  | has_threshold, threshold  | THRESHOLD | without the flag, 1: the paper's alpha = 1.0, or a count above 0 |
 *  | min, max                  | RANGE     | 0                                                                |
 *  | glsl                      | CUSTOM    | an error                                                         |
 *  | bind, user                | CUSTOM    | nothing to set                                                   |
 *
 *  On GL 2.1 floats are compared as floats: NaN is never active where the GPU compares as IEEE 754 does.
 *
 *  `glsl` defines `HPYR_UINT hpyr_count_at(ivec3 cell)` (HPYR_UINT is uint, on GL 2.1 float), the number of outputs of a cell;
 *  it may call `hpyr_input_at(cell)`, the input's texel as vec4, uvec4 or ivec4, where the build has an input texture. Begin
 *  every global name in it with hpyr_ or u_hpyr_ if two pyramids shall meet in one shader: that is what a prefix replaces.
 *  Programs are shared by equal text, so set every uniform in `bind`, those with initial values too. The string is copied. */
typedef struct hpyr_discriminator_desc {
    hpyr_discriminator_kind kind;
    bool has_threshold;
    double threshold;
    double min, max;
    const char *glsl;
    hpyr_bind_fn bind;
    void *user;
} hpyr_discriminator_desc;

/** Errors: INVALID_ARGUMENT (a NaN bound, min > max, CUSTOM without glsl), OUT_OF_MEMORY. A snippet that does not compile
 *  is found by the first build, which answers HPYR_ERROR_SHADER.
 *  Lifetime: a build copies what it needs; `bind` and `user` must stay callable until a MERGED pyramid's next build.
 *  GL: no call.
 *  Source: Ziegler et al., MPI-I-2006-4-002, section 3.   Since: 0.1. */
HPYR_API hpyr_result hpyr_discriminator_create(hpyr_context *context, const hpyr_discriminator_desc *desc,
                                               hpyr_discriminator **out);

/** NULL is legal. Since: 0.1. */
HPYR_API void hpyr_discriminator_destroy(hpyr_discriminator *discriminator);

#ifdef __cplusplus
}
#endif

#endif
