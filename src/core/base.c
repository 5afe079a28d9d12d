/* base.c - the first pass of a build: it stores the answers of the discriminator as the base level,
 * or sums them for level 1 at once (report, section 6.1).  SPDX-License-Identifier: MIT */
#include "core/layout.h"

/* ---- texels of counts ---- */

int hpi_core_node_format(const hpyr_context *context, hpyr_count_format format, int channels) {
    bool legacy = context && context->legacy;
    if (format == HPYR_COUNT_UINT)
        return channels == 1 ? HPYR_FORMAT_R32UI : HPYR_FORMAT_RGBA32UI;
    if (format == HPYR_COUNT_HALF)
        return legacy ? HPI_FORMAT_RGBA16F : HPI_FORMAT_RG16F;
    return channels == 1 && !legacy ? HPYR_FORMAT_R32F : HPYR_FORMAT_RGBA32F;
}

uint32_t hpi_core_node_bytes(const hpyr_context *context, hpyr_count_format format, int channels) {
    return hpi_gl_texel_bytes(hpi_core_node_format(context, format, channels));
}

/* ---- drawing the first pass ---- */

int hpi_core_first_level(const hpyr_pyramid_desc *desc) {
    return desc->base == HPYR_BASE_MERGED ? 1 : 0;
}

hpyr_result hpi_core_draw_base(hpyr_pyramid *pyramid, const char *store, bool merged) {
    const hpi_gl_stage stage = {.part = store, .entry = merged ? "core/reduce_base.frag.glsl" : "core/base.frag.glsl"};
    return hpi_core_draw_source(pyramid, &stage, "");
}

hpyr_result hpi_core_draw_source(hpyr_pyramid *pyramid, const hpi_gl_stage *stage, const char *more_defines) {
    hpi_loan loan = {0};
    GLuint program;
    hpyr_result result = hpi_core_source_begin(pyramid, stage, more_defines, &program, &loan);
    if (result != HPYR_OK)
        return result;
    hpi_gl_draw_fullscreen(pyramid->context);
    hpi_core_loan_end(pyramid->context, &loan);
    return HPYR_OK;
}

hpyr_result hpi_core_source_begin(hpyr_pyramid *pyramid, const hpi_gl_stage *stage, const char *more_defines,
                                  GLuint *program, hpi_loan *loan) {
    const hpi_source *s = &pyramid->source;
    hpyr_result result = hpi_core_program(pyramid, stage, true, more_defines, program);
    if (result != HPYR_OK)
        return result;
    glUseProgram(*program);
    hpi_core_set_shape(pyramid, *program, "hpyr_");
    hpi_core_loan_begin(pyramid->context, s, HPI_INPUT_UNIT, HPI_STATE_UNITS, loan);
    hpi_core_source_set_uniforms(pyramid->context, s, *program, "hpyr_", HPI_INPUT_UNIT, HPI_STATE_UNITS);
    return HPYR_OK;
}

/* ---- a base level of its own, which only the first reduction reads ---- */

static bool has_own_base(const hpi_pyramid_layout *layout, const hpyr_pyramid_desc *desc) {
    return layout->knows_children && desc->base == HPYR_BASE_SEPARATE;
}

uint64_t hpi_core_base_bytes(const hpyr_context *context, const hpi_pyramid_layout *layout,
                             const hpyr_pyramid_desc *desc, const hpyr_flat3d *map) {
    if (!has_own_base(layout, desc))
        return 0;
    return (uint64_t)hpyr_flat3d_texture_width(map) * hpyr_flat3d_texture_height(map) *
           hpi_core_node_bytes(context, desc->count_format, 1);
}

hpyr_result hpi_core_base_create(hpyr_pyramid *pyramid) {
    if (!has_own_base(pyramid->layout, &pyramid->desc))
        return HPYR_OK;
    int format = hpi_core_node_format(pyramid->context, pyramid->desc.count_format, 1);
    pyramid->base =
        hpi_gl_texture_create(pyramid->context, (hpyr_format)format, pyramid->base_width, pyramid->base_height);
    return pyramid->base ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

void hpi_core_base_destroy(hpyr_pyramid *pyramid) {
    hpi_gl_textures_delete(pyramid->context, 1, &pyramid->base);
}

hpyr_result hpi_core_base_store(hpyr_pyramid *pyramid) {
    hpyr_context *context = pyramid->context;
    if (!pyramid->base || pyramid->borrows)
        return HPYR_OK;
    hpyr_result result = HPYR_OK;
    if (!hpi_gl_target(context, pyramid->base, 0, pyramid->base_width, pyramid->base_height))
        result = hpi_gl_fail(context, HPYR_ERROR_GL, "pyramid: the base level cannot be rendered to");
    if (result == HPYR_OK)
        result = hpi_core_draw_base(pyramid, "core/store.glsl", false);
    hpi_gl_target_release(context);
    if (result != HPYR_OK)
        return result;
    const hpyr_texture counts = {
        .name = pyramid->base,
        .width = pyramid->base_width,
        .height = pyramid->base_height,
        .format = (hpyr_format)hpi_core_node_format(context, pyramid->desc.count_format, 1),
        .channel = HPYR_CHANNEL_RED,
    };
    return hpi_core_source_make(context, NULL, &counts, &pyramid->map, &pyramid->source);
}
