/* kinds.h - discriminators of every kind, compared with the oracle on layouts and formats.
 * SPDX-License-Identifier: MIT */
#ifndef TEST_KINDS_H
#define TEST_KINDS_H

#include "layouts.h"

/** Creates a discriminator. */
hpyr_discriminator *kind_make(env *e, const hpyr_discriminator_desc *desc);

/** What the oracle says of each pixel of an image, x fastest. `*margin` becomes NULL, or has 1 where single precision may
 *  decide otherwise. To be freed, both. */
uint32_t *kind_counts(const hpyr_discriminator_desc *desc, const hpyr_ref_image *ref, uint8_t **margin);

/** Builds a pyramid of that layout, whose grid is the image, from its texture, and compares everything with the oracle. */
void kind_check(env *e, const hpyr_discriminator_desc *desc, const image *im, const combination *c);

/** The same with all combinations that this GL has, or, from a `seed` that is not 0, with `most` of them; on GL 2.1 and
 *  with small sizes with six. Small sizes halve that. Returns how many there were. */
int kind_check_all(env *e, const hpyr_discriminator_desc *desc, const image *im, uint64_t seed, int most);

/** The same of a photograph: with `most` combinations, or with all if HPYR_TEST_FULL is set. */
void kind_check_photo(env *e, const hpyr_discriminator_desc *desc, const image *im, uint64_t seed, int most);

/** The same with the layout SINGLE, merged. */
void kind_check_plain(env *e, const hpyr_discriminator_desc *desc, const image *im);

/** A program that draws a_count of the cell under each fragment, for a pyramid of an image. Its shaders are of GLSL 3.30. */
GLuint kind_counting_program(env *e, const hpyr_pyramid *pyramid);

/** Compares what such a program draws with the oracle. The image has a texture, and the oracle leaves nothing open. */
void kind_check_bound(env *e, const hpyr_discriminator_desc *desc, const image *im);

bool kind_is_float(hpyr_format format);

/** The step between values of kind_image with levels: from one code or integer to the next, or 0.125. */
double kind_unit(hpyr_format format);

/** An uploaded image of random values: codes and integers of all sizes or, where `levels` is not 0, only so many
 *  different ones. Floats are multiples of 0.125 from -levels / 16 on; NaN and infinity if `levels` is 0. Volumes are 3D textures. */
image kind_image(hpyr_format format, uint32_t width, uint32_t height, uint32_t depth, uint32_t levels, uint64_t seed);

/** The volume of an image as a texture in which its slices are tiles, for pyramids that the map is for. */
image kind_lay_flat(const image *im, const hpyr_flat3d *map);

/** Number of formats that inputs may have on this GL, and the format number i. Where sizes are small it is every third, but
 *  not on OpenGL ES, which only small sizes run on. */
int kind_formats(const env *e);
hpyr_format kind_format(const env *e, int i);

/** Photographs of assets/photos. Discriminators are tried on the first KIND_PHOTOS of them. */
enum { KIND_PHOTOS = 3, KIND_ALL_PHOTOS = 5 };
extern const char *const kind_photo_names[KIND_ALL_PHOTOS];

/** Photograph `number`, uploaded. RGBA8, channel green. */
image kind_photo(int number);

#endif
