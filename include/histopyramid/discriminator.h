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

/** A rule that gives each cell its number of outputs. A cell with one output or more is active.
 *  It has no size and no format: one discriminator may serve any number of pyramids, but only those of
 *  its own hpyr_context. */
typedef struct hpyr_discriminator hpyr_discriminator;

/** The kinds of rules. "value" is the number in the chosen channel of the cell's texel. If
 *  hpyr_texture.channel is not given, that is alpha of a texture with four channels, which is seldom
 *  what one wants of a photograph. */
typedef enum hpyr_discriminator_kind {
    HPYR_DISCRIMINATOR_KIND_DEFAULT = 0,   /**< THRESHOLD. */
    HPYR_DISCRIMINATOR_KIND_THRESHOLD = 1, /**< A cell has one output where value >= threshold, else
                                       *   none. */
    HPYR_DISCRIMINATOR_KIND_RANGES = 2,    /**< A cell has one output where value lies in a range, or in
                                       *   one of several, else none. */
    HPYR_DISCRIMINATOR_KIND_CUSTOM = 3,    /**< Your GLSL computes the number of outputs. */
    HPYR_DISCRIMINATOR_KIND_LOCAL_MAX = 4, /**< A cell has one output where value is the largest of the
                                       *   window around the cell, and >= threshold, else none. */
    HPYR_DISCRIMINATOR_KIND_EDGE = 5,      /**< A cell has one output where the gradient of the values is at
                                       *   least `threshold` long, else none. */
    HPYR_DISCRIMINATOR_KIND_TEMPLATE = 6   /**< A cell has one output where the values at and beside it are
                                       *   like those of a template, else none. */
} hpyr_discriminator_kind;

enum {
    HPYR_MAX_RANGES = 16, /**< Most ranges of a discriminator. */
    HPYR_MAX_PATTERN = 32 /**< Largest width and height of a template. */
};

/** Sets the uniforms and binds the textures that your own GLSL reads. You write this function.
 *  The library calls it before each pass that runs your GLSL, and in hpyr_pyramid_bind and
 *  hpyr_marching_cubes_bind if what they bind runs it again: a MERGED pyramid (hpyr_base) of layout
 *  SINGLE, RECT, BILINEAR or VOLUME does, and no other. `program` is then in use. Ask for the locations of uniforms in every
 *  call: the library may delete a program, and GL may then give its number to another one.
 *  `prefix` is "hpyr_" in the library's own programs. In a program of yours it is the prefix that you
 *  passed to hpyr_pyramid_bind or hpyr_marching_cubes_bind. For example, with "a_" the uniform
 *  u_hpyr_my_level of your GLSL is called u_a_my_level.
 *  `first_unit` is the first texture unit that is free for your GLSL. Bind nothing to units below it.
 *  `user` is what you passed beside the function.
 *  The library does not undo what this function binds. This is the one exception to "GL: state
 *  restored". If you need the old bindings, restore them after the library's call has returned. */
typedef void (*hpyr_bind_fn)(uint32_t program, const char *prefix, uint32_t first_unit, void *user);

/** What a discriminator decides by.
 *
 *  | member         | used by                | meaning                                              | zero means                        |
 *  |----------------|------------------------|------------------------------------------------------|-----------------------------------|
 *  | kind           |                        | the kind of rule                                     | THRESHOLD                         |
 *  | has_threshold  | the next five rows     | whether `threshold` is given, if only as 0           | it is not: `threshold` must be 0  |
 *  | threshold      | THRESHOLD              | smallest value of an active cell                     | 1 if `has_threshold` is false     |
 *  | threshold      | LOCAL_MAX              | smallest value of an active cell                     | none if `has_threshold` is false  |
 *  | threshold      | EDGE                   | smallest gradient of an active cell                  | an error without `has_threshold`  |
 *  | threshold      | TEMPLATE, DIFFERENCES  | largest sum of differences of an active cell         | an error without `has_threshold`  |
 *  | threshold      | TEMPLATE, CORRELATION  | smallest correlation of an active cell, -1 to 1      | an error without `has_threshold`  |
 *  | glsl           | CUSTOM                 | your GLSL, see below                                 | an error                          |
 *  | bind           | CUSTOM                 | sets what your GLSL reads                            | there is nothing to set           |
 *  | user           | CUSTOM                 | is passed to `bind`                                  | NULL                              |
 *  | ranges         | RANGES                 | the ranges; they may overlap                         | an error                          |
 *  | range_count    | RANGES                 | number of `ranges`, 1 to HPYR_MAX_RANGES             | an error                          |
 *  | window         | LOCAL_MAX              | side of the window in cells, 3 or 5                  | 3                                 |
 *  | edge_operator  | EDGE                   | how the gradient is estimated                        | CENTRAL                           |
 *  | measure        | TEMPLATE               | how values are compared                              | DIFFERENCES                       |
 *  | pattern        | TEMPLATE               | values of the template, row by row, lowest row first | an error                          |
 *  | pattern_width  | TEMPLATE               | its width in cells, 1 to HPYR_MAX_PATTERN            | an error                          |
 *  | pattern_height | TEMPLATE               | its height in cells, 1 to HPYR_MAX_PATTERN           | an error                          |
 *  | inputs         | CUSTOM                 | textures that `glsl` reads beside the build's input  | there are none                    |
 *  | input_count    | CUSTOM                 | number of `inputs`                                   | there are none                    |
 *
 *  A member that its kind does not use must be zero, and so must `user` without `bind`.
 *  docs/discriminators.md has an example of each kind.
 *  Values are 0..1 for R8, RGBA8 and R16, integers for formats that end in UI or I, and floats for
 *  formats that end in F. A code is the whole number that a texel of R8, RGBA8 or R16 stores: 0 to 255,
 *  or 0 to 65535. M is the largest code, or 1 for other formats, so a value is a code divided by M.
 *  Values and bounds are compared exactly: neither is rounded first. NaN is never active.
 *  GL 2.1: 32-bit floats are compared. NaN may be active if the GPU does not follow IEEE 754, and a
 *  number nearer to 0 than 2^-126 may be taken for 0.
 *
 *  LOCAL_MAX: The window is centered at the cell. It has `window` x `window` cells, and in volumes
 *  `window` x `window` x `window`, where `window` must be 3. The value of an active cell is larger
 *  than that of every cell of its window that comes before it in scan-line order (x runs fastest,
 *  then y, then z), and not smaller than that of every cell that comes after it. So where several
 *  cells next to one another share the largest value, the first of them is active. A plateau that is a
 *  rectangle of equal cells has one active cell, its first. In a plateau of another shape each cell is
 *  active that has no cell of the plateau before it in its own window. So there can be several, and
 *  the plateau may touch a larger value that lies outside of their windows.
 *  Cells outside of the grid and NaN do not count. -0 equals +0.
 *
 *  EDGE: The gradient is measured in value per cell. Neighbors outside of the grid repeat the nearest
 *  cell inside. A cell is active where sqrt(x * x + y * y + z * z) / (n * M) >= threshold. x, y and z
 *  are what the operator finds in the codes, or in the values of formats without codes; n is its
 *  divisor (see hpyr_edge_operator). Where x, y or z is NaN, a cell is not active. They are NaN where
 *  one of the values that the operator looks at is, or where infinities are subtracted.
 *  With at most 16 bits, but not for floats, the comparison is exact, as if it were evaluated in double.
 *  Other formats are computed with 32-bit floats. Cells may then be decided otherwise if their gradient
 *  is closer to the threshold than 4e-6 times the larger of the threshold and the largest neighbor.
 *  There the threshold should be 0, or 1e-30 to 1e30, and values at most 1e30.
 *  A threshold of 0 or less takes all cells but those where x, y or z is NaN.
 *  GL 2.1: floats. Codes are exact as long as the sum of squares is below 2^24, which always holds for
 *  CENTRAL and SOBEL on images of R8 and RGBA8.
 *
 *  TEMPLATE: The template lies with its lower left corner at the cell. A cell where it would leave the
 *  grid is not active. In a volume it lies in the cell's slice. The build answers INVALID_ARGUMENT if
 *  the template is wider or higher than the grid. Its values are compared with those of the texture, so
 *  they are 0..1 for R8. A cell whose window has NaN is not active.
 *  DIFFERENCES: A cell is active where the sum of |value - template| is at most `threshold`. For
 *  formats of integers or codes the template's values are rounded to the nearest integer or code that
 *  the format has. With 16 bits or fewer the sum is exact: a whole number of codes s is compared as
 *  s / M <= threshold in double. Other formats are summed in 32-bit floats, with a relative error of up
 *  to 1e-4. A threshold below 0 takes no cell.
 *  CORRELATION: A cell is active where the correlation is at least `threshold`. It is computed with
 *  32-bit floats, to within 1e-4 of its value. Where all values under the template are equal, the cell
 *  is not active. Where they differ by less than 1e-15 or more than 1e15, floats are too coarse.
 *  GL 2.1: floats; DIFFERENCES of R8 and RGBA8 is exact.
 *
 *  CUSTOM: `glsl` must define hpyr_count_at (glsl.h). On GL 2.1 the number must be whole and not negative.
 *  cell.y counts from the bottom, and cell.z is 0 in images. If the build has an input texture, the function
 *  may call hpyr_input_at. That of a volume in a 2D texture finds the texel by itself. To look at neighbors,
 *  keep within the input. hpyr_input_1_at to hpyr_input_n_at do the same with the textures of `inputs`: the
 *  first of these is number 1, also if the build has no input. Each may have a format and a target of its
 *  own. Their `channel` must be 0, since your GLSL gets all channels. Like the build's input each must cover
 *  the grid. A MERGED pyramid that runs your GLSL again goes on reading all of them (hpyr_pyramid_build).
 *  A GL has units for min(24, GL_MAX_TEXTURE_IMAGE_UNITS - 8) of them; 3.3 and ES promise 8. A vertex
 *  shader of yours that contains the text of hpyr_pyramid_glsl needs them too, and a GL may have fewer
 *  there (GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS): then your program does not link. The same texture may be
 *  there several times, but always with the same level.
 *  Two discriminators with equal `glsl` may share one program. So set every uniform in `bind`, even
 *  one that has an initial value.
 *  Pointers: `glsl` may be NULL. `bind` may be NULL. `ranges` has `range_count` entries. `pattern` has
 *    `pattern_width * pattern_height` entries. `inputs` has `input_count` entries. */
typedef struct hpyr_discriminator_desc {
    hpyr_discriminator_kind kind;
    bool has_threshold;
    double threshold;
    const char *glsl;
    hpyr_bind_fn bind;
    void *user;
    const hpyr_range *ranges;
    uint32_t range_count;
    uint32_t window;
    hpyr_edge_operator edge_operator;
    hpyr_template_measure measure;
    const float *pattern;
    uint32_t pattern_width, pattern_height;
    const hpyr_texture *inputs;
    uint32_t input_count;
} hpyr_discriminator_desc;

/** Creates a discriminator. Without `desc` all members have their defaults.
 *  GLSL that does not compile is found only by the first build, which answers SHADER.
 *  Pointers: `desc` may be NULL.
 *  Errors:
 *    INVALID_ARGUMENT: `kind`, `edge_operator`, `measure` or `window` is not one of those that there are.
 *    INVALID_ARGUMENT: a bound is NaN, or the `min` of a range is above its `max`.
 *    INVALID_ARGUMENT: CUSTOM has no `glsl`, or RANGES no ranges or more than HPYR_MAX_RANGES.
 *    INVALID_ARGUMENT: EDGE or TEMPLATE has no threshold, or one that is not allowed: for EDGE it must be
 *      finite, and for CORRELATION within -1 to 1.
 *    INVALID_ARGUMENT: a template has a size that is not allowed, or values that are not finite; or, for
 *      CORRELATION, values that are all equal.
 *    INVALID_ARGUMENT: there are more `inputs` than texture units for them.
 *    INVALID_ARGUMENT: a member is given that has no effect. The log names it.
 *  Lifetime: A build copies what it needs, so you may destroy the discriminator after it. But a pyramid
 *    that runs your GLSL again later (see hpyr_base) calls `bind` until the pyramid's next build or its
 *    destruction. Keep `bind`, and what `user` points to, until the discriminator is destroyed, and until
 *    then.
 *  GL: no call.
 *  Source: the report, section 3. */
HPYR_API hpyr_result hpyr_discriminator_create(hpyr_context *context, const hpyr_discriminator_desc *desc,
                                               hpyr_discriminator **out);

/** Destroys a discriminator.
 *  A TEMPLATE has a GL texture from the first build on that uses it. So its GL context must be current
 *  on this thread. Otherwise the texture stays there, and the log says so. As long as a pyramid that was
 *  built by the template may read the texture, that pyramid keeps it: then the pyramid's next build or
 *  its hpyr_pyramid_destroy deletes it, and it is there that the context must be current.
 *  GL: state restored. */
HPYR_API void hpyr_discriminator_destroy(hpyr_discriminator *discriminator);

/** Returns the descriptor with all defaults filled in: for example `has_threshold` is true for
 *  THRESHOLD. Its `glsl` and its arrays are the library's copies.
 *  Pointers: The result lives until hpyr_discriminator_destroy.
 *  GL: no call. */
HPYR_API const hpyr_discriminator_desc *hpyr_discriminator_resolved(const hpyr_discriminator *discriminator);

#ifdef __cplusplus
}
#endif

#endif
