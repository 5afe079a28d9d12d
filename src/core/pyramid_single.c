/* pyramid_single.c - layout SINGLE: a texel is one count, and the levels are the mipmaps of one
 * texture.
 * Source: `dicer_single` of Ziegler et al. 2006, sections 5 and 9. A texel has one channel; on GL
 * 2.1 it has four, as in the paper.  SPDX-License-Identifier: MIT */
#include "core/mipmaps.h"

static uint64_t single_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc, const hpyr_flat3d *map) {
    return hpi_core_mipmaps_bytes(map, hpi_core_first_level(desc), hpi_core_node_bytes(context, desc->count_format, 1));
}

static hpyr_result single_build(hpyr_pyramid *pyramid) {
    static const hpi_gl_stage reduce = {.part = "core/store.glsl", .entry = "core/reduce_mip.frag.glsl"};
    return hpi_core_mipmaps_build(pyramid, &reduce, "#define HPYR_NODE_TOTAL .r\n", false);
}

static void single_add_defines(const hpyr_pyramid *pyramid, hpi_text *text) {
    (void)pyramid;
    hpi_text_add(text, "#define HPYR_NODE_COUNT(texel) HPYR_UINT((texel).r)\n");
}

const hpi_pyramid_layout hpi_core_single = {
    .name = "SINGLE",
    .traversal = "core/traversal_mip.glsl",
    .orders = 1u << HPYR_ORDER_MORTON,
    .formats = {1u << HPYR_COUNT_FORMAT_UINT | 1u << HPYR_COUNT_FORMAT_FLOAT, 1u << HPYR_COUNT_FORMAT_FLOAT},
    .fetches_mipmaps = true,
    .node_shape = {2, 2},
    .units = 1,
    .bytes = single_bytes,
    .create = hpi_core_mipmaps_create,
    .destroy = hpi_core_mipmaps_destroy,
    .build = single_build,
    .add_defines = single_add_defines,
    .bind = hpi_core_mipmaps_bind,
};
