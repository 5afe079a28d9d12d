/* features_passes.c - programs, textures and draws of features.  SPDX-License-Identifier: MIT */
#include "image/features_object.h"

/* Of 4x4 responses, at most: corners look at three texels of each of twelve rows. */
enum { FETCHES_OF_BLOCK = 36 };

hpyr_result hpi_features_program(hpyr_features *features, const char *entry, hpi_text *defines, GLuint *program) {
    return hpi_list_program(features->lists, entry, defines, program);
}

void hpi_features_bind(const hpyr_features *features, GLuint program, const char *name, GLuint unit,
                       hpi_features_texture texture) {
    hpi_list_bind(features->lists, program, name, unit, GL_TEXTURE_2D_ARRAY, features->textures[texture]);
}

void hpi_features_set(const hpyr_features *features, GLuint program, const char *name, int32_t x, int32_t y) {
    glUniform2i(hpi_gl_location(features->context, program, "", name), x, y);
}

hpyr_result hpi_features_no_target(const hpyr_features *features) {
    return hpi_gl_fail(features->context, HPYR_ERROR_GL, "features: this GL cannot render to its textures");
}

hpyr_result hpi_features_draw(const hpyr_features *features, hpi_features_texture texture, uint32_t first,
                              uint32_t count, uint32_t width, uint32_t height, uint32_t fetches) {
    const hpyr_context *context = features->context;
    GLuint framebuffer = hpi_gl_layers_framebuffer(context, features->textures[texture], 0, first, count);
    if (!framebuffer)
        return hpi_features_no_target(features);
    hpi_gl_viewport(context, 0, 0, width, height);
    hpi_gl_draw_bands(context, (uint64_t)width * height * fetches);
    hpi_gl_framebuffers_delete(context, 1, &framebuffer);
    return HPYR_OK;
}

hpyr_result hpi_features_draw_responses(const hpyr_features *features, uint32_t layer) {
    const hpyr_context *context = features->context;
    const hpi_gl_interleaving rows = {.targets = HPI_FEATURES_PACK,
                                      .texels = hpi_features_blocks(features->width, HPI_FEATURES_PACK),
                                      .rows = hpi_features_blocks(features->height, HPI_FEATURES_PACK),
                                      .buffer = features->rows,
                                      .texture = features->textures[HPI_FEATURES_RESPONSES],
                                      .layer = layer,
                                      .width = features->width,
                                      .height = features->height};
    GLuint framebuffer =
        hpi_gl_layers_framebuffer(context, features->textures[HPI_FEATURES_PACKED], 0, 0, HPI_FEATURES_PACK);
    if (!framebuffer)
        return hpi_features_no_target(features);
    hpi_gl_viewport(context, 0, 0, rows.texels, rows.rows);
    hpi_gl_draw_bands(context, (uint64_t)rows.texels * rows.rows * FETCHES_OF_BLOCK);
    hpyr_result result = hpi_gl_pixels_interleave(context, &rows);
    hpi_gl_framebuffers_delete(context, 1, &framebuffer);
    return result;
}
