/* oracle.h - seeded images on both sides, CPU and GL, and comparison of a pyramid with the reference.
 * SPDX-License-Identifier: MIT */
#ifndef TEST_ORACLE_H
#define TEST_ORACLE_H

#include "harness.h"

/** An image in CPU memory and, once uploaded, in a texture. */
typedef struct image {
    hpyr_ref_image ref;
    void *pixels; /* the same memory as ref.pixels */
    hpyr_texture texture;
} image;

/** A seeded generator: the same numbers everywhere. */
uint32_t random_next(uint64_t *state);
uint32_t random_below(uint64_t *state, uint32_t bound);
double random_double(uint64_t *state, double low, double high);

/** A vector of length 1. All directions are equally likely. */
void random_direction(uint64_t *state, double direction[3]);

int format_channels(hpyr_format format);
size_t format_bytes(hpyr_format format);
GLenum format_internal(hpyr_format format);
/** What glTexImage2D and glGetTexImage take. */
void format_transfer(hpyr_format format, GLenum *external, GLenum *type);

/** All texels 0. */
image image_make(hpyr_format format, hpyr_channel channel, uint32_t width, uint32_t height, uint32_t depth);

/** Sets the looked-at channel of texel i, in the format's own units; halves take whole numbers below 2048. */
void image_set(image *im, size_t i, double value);
void image_set_bits(image *im, size_t i, uint32_t bits);

/** Random bytes everywhere, other channels included. */
void image_scramble(image *im, uint64_t seed);

/** Texels that are 1 where active, else 0: the fraction `fill` of them, exactly one where it is negative. */
void image_fill(image *im, double fill, uint64_t seed);

/** Uploads to `level` of a new texture of `target` (0 is 2D) whose other levels hold something else. */
void image_upload_to(image *im, uint32_t target, int level);
void image_upload(image *im);
void image_free(image *im);

/** A 2D image made, filled and uploaded. */
image image_filled(hpyr_format format, uint32_t width, uint32_t height, double fill, uint64_t seed);

/** Deletes a texture and gives its name to a new one of `target`. Skips the test where the driver gives no name again, which Mesa
 *  22.3.6 does only if main() sets force_gl_names_reuse. */
void rename_texture(uint32_t name, uint32_t target);

/** The oracle for a 2D image, whose texels are the pyramid's; or for the top left part of one that is larger. */
hpyr_ref_pyramid *oracle_range(const image *im, uint32_t width, uint32_t height, double min, double max);
hpyr_ref_pyramid *oracle_counts(const image *im, uint32_t width, uint32_t height);

/** The oracle for counts of a volume's cells, x fastest, laid flat-3D. */
hpyr_ref_pyramid *oracle_volume(const uint32_t *counts, const hpyr_flat3d *map);
hpyr_ref_pyramid *oracle_volume_in(const uint32_t *counts, const hpyr_flat3d *map, hpyr_order order);

hpyr_discriminator *make_threshold(env *e, double threshold);
hpyr_discriminator *make_default(env *e);
hpyr_discriminator *make_custom(env *e, const char *glsl);

/** A 2D pyramid of the default kind. */
hpyr_pyramid *make_pyramid(env *e, uint32_t width, uint32_t height);
hpyr_pyramid *make_pyramid_from(env *e, const hpyr_pyramid_desc *desc);
hpyr_pyramid *make_pyramid_of(env *e, uint32_t width, uint32_t height, hpyr_count_format format, hpyr_base base);

/** An image, what the oracle makes of it, and what it is built with. Each test makes its own, this frees them all. */
typedef struct thresholded {
    image im;
    hpyr_ref_pyramid *oracle;
    hpyr_discriminator *discriminator;
    hpyr_pyramid *pyramid;
} thresholded;

/** Of an uploaded image, which is freed with it, whose cells above 0 are active, and a pyramid of its size that is not built. */
thresholded thresholded_of(env *e, image im, hpyr_base base);
void thresholded_free(thresholded *t);

/** Total, every key's record in order, and ranks (all cells of small ones, a seeded choice of large ones). */
void check_pyramid(env *e, hpyr_pyramid *pyramid, const hpyr_ref_pyramid *oracle, const hpyr_flat3d *map);
void check_image(env *e, hpyr_pyramid *pyramid, const hpyr_ref_pyramid *oracle, uint32_t width, uint32_t height);

/** Pyramids with every base, built from the input, which may be NULL. */
void check_bases(env *e, const hpyr_discriminator *discriminator, const hpyr_texture *input,
                 const hpyr_ref_pyramid *oracle, uint32_t width, uint32_t height);

/** A context beside the test's own counts one image right. */
void check_context(env *e, hpyr_context *context, hpyr_layout layout);

/** Keys [first, first + count) by download. */
void check_range(env *e, hpyr_pyramid *pyramid, const hpyr_ref_pyramid *oracle, uint32_t first, uint32_t count);

/** `count` records equal the oracle's from `first` on; says which one does not. */
void check_points(const hpyr_point *points, const hpyr_ref_pyramid *oracle, uint64_t first, uint32_t count);

/** Compiles a shader and attaches it; fails the test with the driver's log. On OpenGL ES `#version 330` at the beginning stands for
 *  GLSL ES 3.00 with highp for all types. */
void add_stage(GLuint program, GLenum stage, const char *text);

/** Whether such a shader compiles. */
bool stage_compiles(GLenum stage, const char *text);

/** A program from two texts; fails the test with the driver's log. */
GLuint make_program(const char *vertex, const char *fragment);

/** A vertex shader of which three vertices, a triangle, cover the viewport. */
extern const char *const covering;

/** How a shader begins that contains the snippet of a pyramid of that layout: its version, on GL 2.1 extensions too; nothing else is needed. */
const char *glsl_version(hpyr_layout layout, bool fragment);

/** A text with hpyr_pyramid_glsl(pyramid, prefix) between the version (of a fragment shader) and `body`. Free it. */
char *paste_snippet(env *e, const hpyr_pyramid *pyramid, const char *prefix, const char *body);
char *paste_snippet_after(env *e, const hpyr_pyramid *pyramid, const char *prefix, const char *version,
                          const char *body);

/** Floats that are whole numbers become integers, in place; negative ones become HPYR_UNUSED. */
void words_from_floats(uint32_t *words, size_t count);

/** An RGBA32UI (GL 2.1: RGBA32F) target of that size, cleared to `clear`, bound and with its viewport set; the texture's name. */
typedef struct target {
    GLuint texture, framebuffer, vertex_array;
    uint32_t width, height;
} target;
target target_make(uint32_t width, uint32_t height);
void target_begin(const target *t, uint32_t clear);
void target_read(const target *t, uint32_t *texels);
void target_free(target *t);

#endif
