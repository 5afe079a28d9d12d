/* base.c - the first pass of a build: it stores the answers of the discriminator as the base level,
 * or sums them for level 1 at once (report, section 6.1).  SPDX-License-Identifier: MIT */
#include "core/layout.h"

#include <string.h>

/* ---- texels of counts ---- */

int hpi_core_node_format(const hpyr_context *context, hpyr_count_format format, int channels) {
    bool legacy = context && context->legacy;
    if (format == HPYR_COUNT_FORMAT_UINT)
        return channels == 1 ? HPYR_FORMAT_R32UI : HPYR_FORMAT_RGBA32UI;
    if (format == HPYR_COUNT_FORMAT_HALF)
        return legacy ? HPYR_FORMAT_RGBA16F : HPI_FORMAT_RG16F;
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
    hpi_gl_draw_bands(pyramid->context,
                      (uint64_t)pyramid->base_width * pyramid->base_height * hpi_core_source_fetches(&pyramid->source));
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

hpyr_result hpi_core_rule_begin(hpyr_pyramid *pyramid, const hpi_gl_stage *stage, GLuint *program, hpi_loan *loan) {
    hpi_source source = pyramid->source;
    if (pyramid->rule.kind)
        pyramid->source = pyramid->rule;
    hpyr_result result = hpi_core_source_begin(pyramid, stage, "", program, loan);
    pyramid->source = source;
    return result;
}

/* ---- a base level of its own, which is the source of the first reduction ---- */

bool hpi_core_has_own_base(const hpi_pyramid_layout *layout, const hpyr_pyramid_desc *desc) {
    return layout->knows_children && desc->base == HPYR_BASE_SEPARATE;
}

bool hpi_core_chooses_base(const hpi_pyramid_layout *layout, const hpyr_pyramid_desc *desc) {
    return !layout->knows_children && desc->base == HPYR_BASE_DEFAULT;
}

/* Cells of layout VOLUME may be more than a 2D texture holds. */
bool hpi_core_base_fits(const hpyr_context *context, const hpyr_flat3d *map) {
    uint32_t most = context ? context->caps.max_texture_size : UINT32_MAX;
    return hpyr_flat3d_texture_width(map) <= most && hpyr_flat3d_texture_height(map) <= most;
}

static int base_format(const hpyr_context *context, const hpyr_pyramid_desc *desc) {
    bool half = desc->count_format == HPYR_COUNT_FORMAT_HALF;
    return hpi_core_node_format(context, half ? HPYR_COUNT_FORMAT_FLOAT : desc->count_format, 1);
}

uint64_t hpi_core_base_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc, const hpyr_flat3d *map) {
    return (uint64_t)hpyr_flat3d_texture_width(map) * hpyr_flat3d_texture_height(map) *
           hpi_gl_texel_bytes(base_format(context, desc));
}

hpyr_result hpi_core_base_create(hpyr_pyramid *pyramid) {
    hpyr_format format = (hpyr_format)base_format(pyramid->context, &pyramid->desc);
    if (!pyramid->base)
        pyramid->base = hpi_gl_texture_create(pyramid->context, format, pyramid->base_width, pyramid->base_height);
    return pyramid->base ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

void hpi_core_base_destroy(hpyr_pyramid *pyramid) {
    hpi_gl_textures_delete(pyramid->context, 1, &pyramid->base);
}

/* Whether this build has a base level of its own. A rule that calculates with floats may answer
 * differently in the traversal than in the first reduction, because compilers join a * b + c in one
 * program and not in the other. */
static bool stores_base(hpyr_pyramid *pyramid) {
    if (!pyramid->chooses_base)
        return hpi_core_has_own_base(pyramid->layout, &pyramid->desc) && !pyramid->borrows;
    bool stores = !hpi_core_source_is_exact(&pyramid->source) && hpi_core_base_fits(pyramid->context, &pyramid->map);
    pyramid->desc.base = stores ? HPYR_BASE_SEPARATE : HPYR_BASE_MERGED;
    return stores;
}

hpyr_result hpi_core_base_store(hpyr_pyramid *pyramid) {
    static const hpi_gl_stage stage = {.part = "core/store.glsl", .entry = "core/base.frag.glsl"};
    hpyr_context *context = pyramid->context;
    bool half = pyramid->desc.count_format == HPYR_COUNT_FORMAT_HALF;
    hpi_core_source_free(context, &pyramid->rule);
    if (!stores_base(pyramid))
        return HPYR_OK;
    hpyr_result result = hpi_core_base_create(pyramid);
    if (result != HPYR_OK)
        return result;
    if (!hpi_gl_target(context, pyramid->base, 0, pyramid->base_width, pyramid->base_height))
        result = hpi_gl_fail(context, HPYR_ERROR_GL, "pyramid: the base level cannot be rendered to");
    if (result == HPYR_OK)
        result = hpi_core_draw_source(pyramid, &stage, half ? "#define HPYR_FLOAT_COUNTS\n" : "");
    hpi_gl_target_release(context);
    if (result != HPYR_OK)
        return result;
    const hpyr_texture counts = {
        .name = pyramid->base,
        .width = pyramid->base_width,
        .height = pyramid->base_height,
        .format = (hpyr_format)base_format(context, &pyramid->desc),
        .channel = HPYR_CHANNEL_RED,
    };
    if (pyramid->chooses_base) { /* traversals read this texture in the place of the input */
        pyramid->borrows = true;
        pyramid->rule = pyramid->source;
        memset(&pyramid->source, 0, sizeof pyramid->source);
    }
    return hpi_core_source_make(context, NULL, &counts, &pyramid->map, &pyramid->source);
}
