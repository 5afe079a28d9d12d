/* pyramid_vec4.c - layout VEC4: a texel holds the running sums of its four children, so a traversal
 * fetches once a level.
 * Source: `dicer_vec4` of Ziegler et al. 2006, section 7.1; report, section 6.3.
 *
 *     level 1 (of 2x2 cells)                    level 2       top
 *     a | a+b | a+b+c | a+b+c+d  in one texel   of 2x2 ..     1 x 1
 *
 * The levels do not hold level 0: level 1 knows its four cells.  SPDX-License-Identifier: MIT */
#include "core/mipmaps.h"

static uint64_t vec4_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc, const hpyr_flat3d *map) {
    return hpi_core_mipmaps_bytes(map, 1, hpi_core_node_bytes(context, desc->count_format, 4));
}

static hpyr_result vec4_build(hpyr_pyramid *pyramid) {
    static const hpi_gl_stage reduce = {.part = "core/store_sums.glsl", .entry = "core/reduce_mip.frag.glsl"};
    return hpi_core_mipmaps_build(pyramid, &reduce, "#define HPYR_NODE_TOTAL .a\n", false);
}

const hpi_pyramid_layout hpi_core_vec4 = {
    .name = "VEC4",
    .traversal = "core/traversal_vec4.glsl",
    .orders = 1u << HPYR_ORDER_MORTON,
    .formats = {1u << HPYR_COUNT_FORMAT_UINT | 1u << HPYR_COUNT_FORMAT_FLOAT, 1u << HPYR_COUNT_FORMAT_FLOAT},
    .fetches_mipmaps = true,
    .knows_children = true,
    .total_channel = 3,
    .node_shape = {2, 2},
    .units = 1,
    .bytes = vec4_bytes,
    .create = hpi_core_mipmaps_create,
    .destroy = hpi_core_mipmaps_destroy,
    .build = vec4_build,
    .bind = hpi_core_mipmaps_bind,
};
