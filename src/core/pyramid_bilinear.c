/* pyramid_bilinear.c - layout BILINEAR: the mipmaps of SINGLE, but one filtered fetch in the middle
 * of 2x2 texels, times four, is their sum.
 * Source: `dicer_bil` of Ziegler et al. 2006, section 7.2, where it is given up as numerically
 * unstable; report, section 6.4.
 *
 *     +---+---+   All weights of the filter are 1/4. It always reads four texels, so a level is
 *     | c | d |   drawn over sides rounded up to even ones, with 0 where it has no node.
 *     +---x---+
 *     | a | b |   x = (a + b + c + d) / 4
 *     +---+---+
 *
 * FLOAT is exact up to 2^24 - 4.  If the sum of four integers is at most 2^24, their average is at
 * most 2^22 and a multiple of 1/4. The filter may add quarters or interpolate twice; its steps are
 * multiples of 1/2 or 1/4 and as small. All of these fit into 24 bits, so nothing is rounded, and
 * four times the average is the sum. Above 2^24 three steps may round: the mean of a pair by 1/2,
 * the difference of the two means by 1/2, of which half reaches the average, and the average itself
 * by 1/4. The average is then wrong by at most 3/4 and the sum by 3, so 2^24 + 1 still shows as
 * 2^24 - 2 or more, which is above the limit. A sum above the limit is stored as 2^25, and no later
 * average brings that below the limit.
 *
 * HALF is exact up to 2^20 - 1.  A count is r + 1024 g, with r and g in 0..1023. Four times 1023
 * needs 12 bits. The filter has them, but the texel has 11, so every level carries from r to g. A g
 * above 1023 is stored as 2047; an average of four with such a g is above 1023 again, up to the
 * top.
 *
 * GL promises neither, so the context probes both when it is made, see probe_filter.c.  SPDX-License-Identifier: MIT */
#include "core/mipmaps.h"

static bool bilinear_counts(const hpyr_context *context, hpyr_count_format format) {
    return format == HPYR_COUNT_FORMAT_HALF ? context->caps.filter_half : context->caps.filter_float;
}

static hpyr_result bilinear_check(const hpyr_context *context, const hpyr_pyramid_desc *desc) {
    if (!context || bilinear_counts(context, desc->count_format))
        return HPYR_OK;
    return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED,
                       "pyramid: layout BILINEAR: this GL's filter of %d-bit floats is not exact, a probe of %s found",
                       desc->count_format == HPYR_COUNT_FORMAT_HALF ? 16 : 32, context->caps.renderer);
}

static uint64_t bilinear_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc, const hpyr_flat3d *map) {
    return hpi_core_mipmaps_bytes(map, hpi_core_first_level(desc), hpi_core_node_bytes(context, desc->count_format, 1));
}

static hpyr_result bilinear_build(hpyr_pyramid *pyramid) {
    static const hpi_gl_stage reduce = {.part = "core/store_bilinear.glsl", .entry = "core/reduce_bilinear.frag.glsl"};
    return hpi_core_mipmaps_build(pyramid, &reduce, "", true);
}

static void bilinear_add_defines(const hpyr_pyramid *pyramid, hpi_text *text) {
    bool half = pyramid->desc.count_format == HPYR_COUNT_FORMAT_HALF;
    hpi_text_print(text, "#define HPYR_NODE_COUNT(texel) HPYR_UINT((texel).r%s)\n#define HPYR_LIMIT %d.0\n",
                   half ? " + 1024.0 * (texel).g" : "", (int)HPI_FILTER_LIMIT);
}

const hpi_pyramid_layout hpi_core_bilinear = {
    .name = "BILINEAR",
    .traversal = "core/traversal_mip.glsl",
    .orders = 1u << HPYR_ORDER_MORTON,
    .formats = {1u << HPYR_COUNT_FORMAT_FLOAT | 1u << HPYR_COUNT_FORMAT_HALF,
                1u << HPYR_COUNT_FORMAT_FLOAT | 1u << HPYR_COUNT_FORMAT_HALF},
    .float_limit = HPI_FILTER_LIMIT,
    .fetches_mipmaps = true,
    .node_shape = {4, 4}, /* level 1 is drawn in whole 2x2 */
    .units = 1,
    .counts = bilinear_counts,
    .bytes = bilinear_bytes,
    .check = bilinear_check,
    .create = hpi_core_mipmaps_create,
    .destroy = hpi_core_mipmaps_destroy,
    .build = bilinear_build,
    .add_defines = bilinear_add_defines,
    .bind = hpi_core_mipmaps_bind,
};
