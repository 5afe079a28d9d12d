/* corners.h - images, their features on the GPU, and those of the oracle.  SPDX-License-Identifier: MIT */
#ifndef TEST_CORNERS_H
#define TEST_CORNERS_H

#include "kinds.h"

/** An image, the features that were detected in it, and what the oracle knows of it. */
typedef struct sight {
    const hpyr_features_desc *desc; /* resolved */
    hpyr_ref_field_2d gray, expected;
    hpyr_ref_field_2d responses; /* of the GPU */
    hpyr_feature *found;
    uint32_t count;
} sight;

hpyr_features *make_features(env *e, const hpyr_features_desc *desc);
void free_features(env *e, hpyr_features *features);

/** kind_photo, whose luminance is looked at. */
image photograph(int number);

/** A field of numbers, all of them 0. */
hpyr_ref_field_2d field_make(uint32_t width, uint32_t height, uint32_t layers);

/** The gray values of an image, as features.h defines them. */
hpyr_ref_field_2d gray_of(const image *im);

/** Detects the features of an image, and fetches responses and records. */
sight sight_make(env *e, hpyr_features *features, const image *im);
void sight_free(sight *s);

/** Responses equal the oracle's within 1e-5 of the strongest one, and of blobs within 5e-5 and the rounding of sums; and the list
 *  is exactly what the oracle finds in the GPU's responses, with its order; offsets within 1e-3 pixels. `what` begins messages. */
void sight_check(const sight *s, const char *what);

#endif
