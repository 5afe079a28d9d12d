/* features_respond.c - the responses of an image, and those of corners.
 * Source: Harris and Stephens 1988; Shi and Tomasi 1994.  SPDX-License-Identifier: MIT
 *
 * Fetches are what counts on a software rasterizer. So a texel has four gray values of a row, and a fragment
 * finds the responses of 4x4 pixels: it fetches 24 texels for them, where a pixel alone would need 25.
 * The four rows go to four targets, and from there through a buffer into a texture of one number a texel. */
#include "image/features_object.h"

static hpyr_result corners_program(hpyr_features *features, GLuint *program) {
    const hpyr_features_desc *desc = &features->desc;
    hpi_text defines = HPI_TEXT(features->context);
    hpi_text_print(&defines, "#define HPYR_RADIUS %u\n%s%s%s", desc->block_size / 2,
                   desc->detector == HPYR_DETECTOR_HARRIS ? "#define HPYR_HARRIS\n" : "",
                   features->has_codes ? "#define HPYR_CODES\n" : "",
                   features->width % HPI_FEATURES_PACK ? "#define HPYR_RAGGED\n" : "");
    return hpi_features_program(features, "image/corners.frag.glsl", &defines, program);
}

/* The factor of Sobel's differences, squared: see features.h. */
static float weight_of(const hpyr_features *features) {
    const double factor = 1.0 / (4.0 * features->desc.block_size * (features->has_codes ? 255.0 : 1.0));
    return (float)(factor * factor);
}

static hpyr_result respond_corners(hpyr_features *features) {
    const hpyr_context *context = features->context;
    GLuint program;
    hpyr_result result = corners_program(features, &program);
    if (result != HPYR_OK)
        return result;
    hpi_list_bind(features->lists, program, "gray", HPI_FEATURES_UNIT, GL_TEXTURE_2D,
                  features->textures[HPI_FEATURES_GRAY]);
    hpi_features_set(features, program, "size", (int32_t)features->width, (int32_t)features->height);
    glUniform2f(hpi_gl_location(context, program, "", "scale"),
                1.0f / (GLfloat)hpi_features_blocks(features->desc.width, HPI_FEATURES_PACK),
                1.0f / (GLfloat)features->desc.height);
    glUniform1f(hpi_gl_location(context, program, "", "weight"), weight_of(features));
    glUniform1f(hpi_gl_location(context, program, "", "k"), (GLfloat)features->desc.harris_k);
    return hpi_features_draw_responses(features, 0);
}

hpyr_result hpi_features_respond(hpyr_features *features, const hpyr_texture *image) {
    if (features->desc.detector == HPYR_DETECTOR_BLOB)
        return hpi_features_respond_blobs(features, image);
    hpyr_result result = hpi_features_draw_gray(features, image, HPI_FEATURES_GRAY);
    return result == HPYR_OK ? respond_corners(features) : result;
}
