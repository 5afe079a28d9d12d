/* pyramid_rect.c - layout RECT: a texel is one count, and the levels lie in two rectangle textures,
 * see packed.c.
 * Source: `dicer_rect` of Ziegler et al. 2006, section 9 and figure 6. Rectangle textures have no
 * mipmaps, so on GL 2.1 fragment passes need no GL_ARB_shader_texture_lod. There a texel may be a
 * single 32-bit float.  SPDX-License-Identifier: MIT */
#include "core/packed.h"

static const hpi_packed_plan plan = {
    .target = GL_TEXTURE_RECTANGLE,
    .layers = 1,
    .children = {2, 2},
    .run = 1,
};

static int node_format(const hpyr_context *context, const hpyr_pyramid_desc *desc) {
    if (context && context->red_textures)
        return HPYR_FORMAT_R32F;
    return hpi_core_node_format(context, desc->count_format, 1);
}

static hpyr_result rect_check(const hpyr_context *context, const hpyr_pyramid_desc *desc) {
    (void)desc;
    if (!context || context->caps.rectangle_textures)
        return HPYR_OK;
    return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "pyramid: layout RECT needs rectangle textures, which %s",
                       context->es ? "OpenGL ES does not have; LINE and SINGLE do without"
                                   : "GL_ARB_texture_rectangle would give this GL");
}

static uint64_t rect_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc, const hpyr_flat3d *map) {
    return hpi_core_packed_bytes(context, &plan, hpyr_flat3d_texture_width(map), hpyr_flat3d_texture_height(map),
                                 hpi_core_first_level(desc), hpi_gl_texel_bytes(node_format(context, desc)));
}

static hpyr_result rect_create(hpyr_pyramid *pyramid) {
    const hpyr_pyramid_desc *desc = &pyramid->desc;
    return hpi_core_packed_create(pyramid, &plan, pyramid->base_width, pyramid->base_height, hpi_core_first_level(desc),
                                  node_format(pyramid->context, desc));
}

static hpyr_result rect_build(hpyr_pyramid *pyramid) {
    static const hpi_gl_stage reduce = {.part = "core/store.glsl", .entry = "core/reduce_packed.frag.glsl"};
    GLuint program;
    hpyr_result result = hpi_core_program(pyramid, &reduce, false, "", &program);
    if (result == HPYR_OK) {
        hpi_core_packed_target(pyramid, pyramid->first_level, PACKED_ALL);
        result = hpi_core_draw_base(pyramid, reduce.part, pyramid->first_level == 1);
    }
    for (int level = pyramid->first_level + 1; result == HPYR_OK && level <= pyramid->top; level++)
        hpi_core_packed_reduce(pyramid, program, level - 1, level, PACKED_ALL);
    return result;
}

static void rect_add_defines(const hpyr_pyramid *pyramid, hpi_text *text) {
    hpi_text_print(text,
                   "#define HPYR_RECTANGLE\n#define HPYR_LEVEL_SAMPLER %ssampler2DRect\n#define HPYR_NODE_TOTAL .r\n",
                   pyramid->desc.count_format == HPYR_COUNT_FORMAT_UINT ? "u" : "");
}

const hpi_pyramid_layout hpi_core_rect = {
    .name = "RECT",
    .traversal = "core/traversal_rect.glsl",
    .orders = 1u << HPYR_ORDER_MORTON,
    .formats = {1u << HPYR_COUNT_FORMAT_UINT | 1u << HPYR_COUNT_FORMAT_FLOAT, 1u << HPYR_COUNT_FORMAT_FLOAT},
    .node_shape = {2, 2},
    .units = HPI_PYRAMID_UNITS,
    .check = rect_check,
    .bytes = rect_bytes,
    .create = rect_create,
    .destroy = hpi_core_packed_destroy,
    .build = rect_build,
    .add_defines = rect_add_defines,
    .bind = hpi_core_packed_bind,
};
