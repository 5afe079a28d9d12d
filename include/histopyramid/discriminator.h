/* discriminator.h - decides how many outputs each cell has.
 * SPDX-License-Identifier: MIT
 *
 * Sources, and how they are cited here:
 *   "the paper": Ziegler, Tevs, Theobalt, Seidel, "On-the-fly Point Clouds through Histogram
 *     Pyramids", VMV 2006.
 *   "the report": the same authors' longer report MPI-I-2006-4-002. */
#ifndef HPYR_DISCRIMINATOR_H
#define HPYR_DISCRIMINATOR_H

#include <histopyramid/context.h>
#include <histopyramid/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A rule that gives each cell its number of outputs. */
typedef struct hpyr_discriminator hpyr_discriminator;

/** The kinds of rules. "value" is the number in the chosen channel of the cell's texel. */
typedef enum hpyr_discriminator_kind {
    HPYR_DISCRIMINATOR_DEFAULT = 0,   /**< THRESHOLD. */
    HPYR_DISCRIMINATOR_THRESHOLD = 1, /**< A cell has one output where value >= threshold, else
                                       *   none. */
    HPYR_DISCRIMINATOR_RANGE = 2,     /**< A cell has one output where min <= value <= max, else
                                       *   none. */
    HPYR_DISCRIMINATOR_CUSTOM = 3     /**< Your GLSL computes the number of outputs. */
} hpyr_discriminator_kind;

/** Sets the uniforms and binds the textures that your own GLSL reads. You write this function.
 *  The library calls it for every pass that runs your GLSL, and in hpyr_pyramid_bind. `program` is
 *  then in use.
 *  `prefix` is "hpyr_" in the library's own programs. In a program of yours it is the prefix that
 *  you passed to hpyr_pyramid_bind: the uniform u_hpyr_level of your GLSL is then called
 *  u_<prefix>level.
 *  `first_unit` is the first texture unit that your GLSL may use. The units below belong to the
 *  library. What you bind to the units from there on stays bound: restore it yourself. */
typedef void (*hpyr_bind_fn)(uint32_t program, const char *prefix, uint32_t first_unit, void *user);

/** What a discriminator decides by.
 *
 *  | member        | used by   | meaning                                      | zero means                   |
 *  |---------------|-----------|----------------------------------------------|------------------------------|
 *  | kind          |           | the kind of rule                             | THRESHOLD                    |
 *  | has_threshold | THRESHOLD | whether `threshold` is given                 | the threshold is 1           |
 *  | threshold     | THRESHOLD | smallest value of an active cell             | 0, if `has_threshold` is set |
 *  | min, max      | RANGE     | smallest and largest value of an active cell | 0                            |
 *  | glsl          | CUSTOM    | your GLSL, see below                         | an error                     |
 *  | bind          | CUSTOM    | sets what your GLSL reads                    | there is nothing to set      |
 *  | user          | CUSTOM    | is passed to `bind`                          | NULL                         |
 *
 *  A member that its kind does not use must be zero. So must `threshold` without `has_threshold`,
 *  and `user` without `bind`.
 *  Values are 0..1 for R8, RGBA8 and R16, integers for the UI and I formats, and floats for the F
 *  formats.
 *  Comparisons are exact, because nothing is rounded first. NaN is never active.
 *  GL 2.1: The GPU compares floats in its own way. NaN is not active if the GPU follows IEEE 754.
 *
 *  `glsl` must define `HPYR_UINT hpyr_count_at(ivec3 cell)`, which returns the number of outputs of
 *  a cell. HPYR_UINT is uint, or float on GL 2.1. The function may call `hpyr_input_at(cell)` if
 *  the build has an input texture: that is the cell's texel as vec4, uvec4 or ivec4.
 *  A name in your GLSL that begins with hpyr_ or u_hpyr_ changes with the prefix of
 *  hpyr_pyramid_glsl. So begin every global name that way if the GLSL of two pyramids shall fit
 *  into one shader.
 *  Programs with equal text are shared. So set every uniform in `bind`, even one that has an
 *  initial value. */
typedef struct hpyr_discriminator_desc {
    hpyr_discriminator_kind kind;
    bool has_threshold;
    double threshold;
    double min, max;
    const char *glsl;
    hpyr_bind_fn bind;
    void *user;
} hpyr_discriminator_desc;

/** Creates a discriminator. `desc` may be NULL: then all members have their defaults.
 *  GLSL that does not compile is found only by the first build, which answers SHADER.
 *  Errors:
 *    INVALID_ARGUMENT: `kind` is unknown, a bound is NaN, `min` is above `max`, CUSTOM has no
 *      `glsl`, or a member is given that has no effect. The log names it.
 *  Lifetime: The discriminator lives until hpyr_discriminator_destroy. `glsl` is copied. A build
 *    copies what it needs, so you may destroy the discriminator after it. But a MERGED pyramid
 *    calls `bind` until its next build: keep it, and what `user` points to, until then.
 *  GL: no call.
 *  Source: the report, section 3.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_discriminator_create(hpyr_context *context, const hpyr_discriminator_desc *desc,
                                               hpyr_discriminator **out);

/** Destroys a discriminator. NULL is allowed.
 *  Since: 0.1. */
HPYR_API void hpyr_discriminator_destroy(hpyr_discriminator *discriminator);

/** Returns the descriptor with all defaults filled in: for example the threshold, if none was given.
 *  Its `glsl` is the library's copy. Returns NULL for NULL.
 *  Lifetime: valid until the discriminator is destroyed.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API const hpyr_discriminator_desc *hpyr_discriminator_resolved(const hpyr_discriminator *discriminator);

#ifdef __cplusplus
}
#endif

#endif
