/* features_gray.c - the gray values of an image, four of a row in a texel.  SPDX-License-Identifier: MIT */
#include "image/features_object.h"

/* Corners: makes the texture of gray values anew if it has another format. */
static hpyr_result need_gray(hpyr_features *features, bool has_codes) {
    const hpyr_context *context = features->context;
    GLuint *gray = &features->textures[HPI_FEATURES_GRAY];
    if (features->desc.detector == HPYR_DETECTOR_BLOB || (*gray && features->has_codes == has_codes))
        return HPYR_OK;
    hpi_gl_textures_delete(context, 1, gray);
    *gray = hpi_gl_texture_create(context, has_codes ? HPYR_FORMAT_R32UI : HPYR_FORMAT_RGBA32F,
                                  hpi_features_blocks(features->desc.width, HPI_FEATURES_PACK), features->desc.height);
    features->has_codes = has_codes;
    return *gray ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

static bool has_codes(const hpyr_texture *image) {
    return image->format == HPYR_FORMAT_R8 || image->format == HPYR_FORMAT_RGBA8;
}

static hpyr_result gray_program(hpyr_features *features, const hpyr_texture *image, GLuint *program) {
    const bool is_blob = features->desc.detector == HPYR_DETECTOR_BLOB;
    const bool is_luminance = hpi_gl_format_of(image->format)->channels == 4 && !image->channel;
    hpi_text defines = HPI_TEXT(features->context);
    hpi_text_print(&defines, "#define HPYR_GRAY %d\n%s", has_codes(image) ? 0 : 1,
                   has_codes(image) ? "#define HPYR_CODES\n" : "");
    if (!is_luminance)
        hpi_text_print(&defines, "#define HPYR_CHANNEL .%c\n",
                       "rgba"[hpi_gl_channel_of(image->format, image->channel)]);
    return hpi_features_program(features, is_blob ? "image/gray_blocks.frag.glsl" : "image/gray.frag.glsl", &defines,
                                program);
}

hpyr_result hpi_features_draw_gray(hpyr_features *features, const hpyr_texture *image, hpi_features_texture target) {
    const hpyr_context *context = features->context;
    const bool is_blob = features->desc.detector == HPYR_DETECTOR_BLOB;
    const uint32_t texels = hpi_features_blocks(image->width, HPI_FEATURES_PACK);
    hpi_gl_borrowed borrowed = {0};
    GLuint program;
    hpyr_result result = need_gray(features, has_codes(image));
    if (result == HPYR_OK)
        result = gray_program(features, image, &program);
    if (result != HPYR_OK)
        return result;
    hpi_gl_texture_borrow(context, image, HPI_INPUT_UNIT, &borrowed);
    glUniform1i(hpi_gl_location(context, program, "", "image"), HPI_INPUT_UNIT);
    glUniform2f(hpi_gl_location(context, program, "", "scale"), 1.0f / (GLfloat)image->width,
                1.0f / (GLfloat)image->height);
    hpi_features_set(features, program, "size", (int32_t)image->width, (int32_t)image->height);
    if (is_blob)
        result = hpi_features_draw(features, target, 0, HPI_FEATURES_PACK, texels,
                                   hpi_features_blocks(image->height, HPI_FEATURES_PACK),
                                   HPI_FEATURES_PACK * HPI_FEATURES_PACK);
    else if (hpi_gl_target(context, features->textures[target], 0, texels, image->height))
        hpi_gl_draw_fullscreen(context);
    else
        result = hpi_features_no_target(features);
    hpi_gl_texture_return(context, &borrowed, HPI_INPUT_UNIT);
    return result;
}
