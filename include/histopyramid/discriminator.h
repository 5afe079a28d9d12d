/* discriminator.h - decides how many outputs each cell has.
 * SPDX-License-Identifier: MIT
 *
 * Sources, and how they are cited here:
 *   - "the report": Ziegler, Tevs, Theobalt, Seidel, "GPU Point List Generation through Histogram
 *     Pyramids", report MPI-I-2006-4-002 of the Max Planck Institute for Informatics, 2006,
 *     https://pure.mpg.de/rest/items/item_1819167_4/component/file_1840866/content */
#ifndef HPYR_DISCRIMINATOR_H
#define HPYR_DISCRIMINATOR_H

#include <histopyramid/context.h>
#include <histopyramid/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A rule that gives each cell its number of outputs. A cell with one output or more is active. */
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
 *  The library calls it before each pass that runs your GLSL, and in hpyr_pyramid_bind and
 *  hpyr_marching_cubes_bind. `program` is then in use. Ask for the locations of uniforms in every
 *  call: the library may delete a program, and GL may then give its number to another one.
 *  `prefix` is "hpyr_" in the library's own programs. In a program of yours it is the prefix that
 *  you passed to one of these two functions. For example, with "a_" the uniform u_hpyr_level of
 *  your GLSL is called u_a_level.
 *  `first_unit` is the first texture unit that is free for your GLSL. Bind nothing to units below
 *  it. The library does not undo what this function binds. If you need the old bindings, restore
 *  them after the library's call has returned. */
typedef void (*hpyr_bind_fn)(uint32_t program, const char *prefix, uint32_t first_unit, void *user);

/** What a discriminator decides by.
 *
 *  | member        | used by   | meaning                                      | zero means                   |
 *  |---------------|-----------|----------------------------------------------|------------------------------|
 *  | kind          |           | the kind of rule                             | THRESHOLD                    |
 *  | has_threshold | THRESHOLD | whether `threshold` is given                 | the threshold is 1           |
 *  | threshold     | THRESHOLD | smallest value of an active cell             | 0, with `has_threshold`      |
 *  | min, max      | RANGE     | smallest and largest value of an active cell | 0                            |
 *  | glsl          | CUSTOM    | your GLSL, see below                         | an error                     |
 *  | bind          | CUSTOM    | sets what your GLSL reads                    | there is nothing to set      |
 *  | user          | CUSTOM    | is passed to `bind`                          | NULL                         |
 *
 *  A member that its kind does not use must be zero. So must `threshold` without `has_threshold`,
 *  and `user` without `bind`.
 *  Values are 0..1 for R8, RGBA8 and R16, integers for formats that end in UI or I, and floats for
 *  formats that end in F.
 *  Values and bounds are compared exactly: neither is rounded first. NaN is never active.
 *  GL 2.1: 32-bit floats are compared. NaN may be active if the GPU does not follow IEEE 754.
 *
 *  `glsl` must define `HPYR_UINT hpyr_count_at(ivec3 cell)`, which returns the number of outputs of
 *  a cell. HPYR_UINT is uint, or float on GL 2.1.
 *  If the build has an input texture, the function may call `hpyr_input_at(cell)`. It returns all
 *  channels of the cell's texel: uvec4 for UI formats, ivec4 for I formats, vec4 for all others. To
 *  look at neighbours, keep within the input: the result for a cell outside of it is undefined.
 *  Begin every global name in your GLSL with hpyr_my_ or u_hpyr_my_, such as u_hpyr_my_radius. The
 *  library has names of its own that begin with hpyr_ and u_hpyr_. The prefix of hpyr_pyramid_glsl
 *  replaces hpyr_, so that two pyramids can share one shader.
 *  Two discriminators with equal `glsl` may share one program. So set every uniform in `bind`, even
 *  one that has an initial value. */
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
 *      `glsl`, or a member has no effect. The log names the member.
 *  Lifetime: The discriminator lives until hpyr_discriminator_destroy. `glsl` is copied. A build
 *    copies what it needs, so you may destroy the discriminator after it. But a pyramid that runs
 *    your GLSL again later (see hpyr_base) calls `bind` until its next build or its destruction.
 *    Keep `bind`, and what `user` points to, until then.
 *  GL: no call.
 *  Source: the report, section 3.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_discriminator_create(hpyr_context *context, const hpyr_discriminator_desc *desc,
                                               hpyr_discriminator **out);

/** Destroys a discriminator. NULL is allowed.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API void hpyr_discriminator_destroy(hpyr_discriminator *discriminator);

/** Returns the descriptor with all defaults filled in: for example `has_threshold` is true for
 *  THRESHOLD. Its `glsl` is the library's copy. Returns NULL for NULL.
 *  Lifetime: valid until the discriminator is destroyed.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API const hpyr_discriminator_desc *hpyr_discriminator_resolved(const hpyr_discriminator *discriminator);

#ifdef __cplusplus
}
#endif

#endif
