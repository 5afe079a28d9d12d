/* pyramid_bilinear.c - layout BILINEAR: SINGLE's mipmaps, reduced by one filtered fetch in the middle of each 2x2, times four.
 * Source: `dicer_bil` of Ziegler et al. 2006, section 7.2, there given up as numerically unstable; report, section 6.4.
 *
 *     +---+---+   The weights of the filter are all 1/4. It reads four texels whether or not they belong to the level, so levels
 *     | c | d |   are drawn over their size rounded up to even, with zeros where they have no node.
 *     +---x---+
 *     | a | b |   x = (a + b + c + d) / 4
 *     +---+---+
 *
 * FLOAT is exact up to 2^24 - 4.  Integers whose sum is 2^24 or less have an average in units of 1/4 that is 2^22 or less, and
 * the steps towards it, be they sums of quarters or lerps of lerps, are in units of 1/2 and 1/4 of the like: all fit into 24
 * bits, nothing is rounded, and four times the average is the sum. Past 2^24 steps may be rounded: the mean of a pair by 1/2 and
 * the difference of the two means by 1/2, half of which goes into the average, and the average itself by 1/4. That is 3/4, in
 * the sum 3, so 2^24 + 1 still shows as 2^24 - 2 or more: past the limit. It is stored as 2^25, which no later average hides.
 *
 * HALF is exact up to 2^20 - 1.  A count is r + 1024 g, each 0..1023. Four times 1023 takes 12 bits in the filter's result; what
 * it is stored in has 11, so the carry goes from r to g at every level. A g past 1023 is stored as 2047, and averages of four
 * with it among them are past 1023 again, up to the top.
 *
 * GL promises neither, so both are probed when the context is made, see probe_filter.c.  SPDX-License-Identifier: MIT */
#include "core/mipmaps.h"

static bool bilinear_counts(const hpyr_context *context, hpyr_count_format format) {
    return format == HPYR_COUNT_HALF ? context->caps.filter_half : context->caps.filter_float;
}

static hpyr_result bilinear_check(const hpyr_context *context, const hpyr_pyramid_desc *desc) {
    if (!context || bilinear_counts(context, desc->count_format))
        return HPYR_OK;
    return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED,
                       "pyramid: layout BILINEAR: this GL's filter of %d-bit floats is not exact, a probe of %s found",
                       desc->count_format == HPYR_COUNT_HALF ? 16 : 32, context->caps.renderer);
}

static uint64_t bilinear_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc, const hpyr_flat3d *map) {
    return hpi_core_mipmaps_bytes(map, hpi_core_first_level(desc), hpi_core_node_bytes(context, desc->count_format, 1));
}

static hpyr_result bilinear_create(hpyr_pyramid *pyramid) {
    int format = hpi_core_node_format(pyramid->context, pyramid->desc.count_format, 1);
    return hpi_core_mipmaps_create(pyramid, hpi_core_first_level(&pyramid->desc), format);
}

static hpyr_result bilinear_build(hpyr_pyramid *pyramid) {
    static const hpi_gl_stage reduce = {.part = "core/store_bilinear.glsl", .entry = "core/reduce_bilinear.frag.glsl"};
    GLuint program;
    hpyr_result result = hpi_core_program(pyramid, &reduce, false, "", &program);
    if (result == HPYR_OK) {
        hpi_core_mipmaps_target(pyramid, pyramid->first_level, true);
        result = hpi_core_draw_base(pyramid, reduce.part, pyramid->first_level == 1);
    }
    if (result == HPYR_OK)
        hpi_core_mipmaps_reduce(pyramid, program, true);
    return result;
}

static void bilinear_add_defines(const hpyr_pyramid *pyramid, hpi_text *text) {
    bool half = pyramid->desc.count_format == HPYR_COUNT_HALF;
    hpi_text_print(text, "#define HPYR_NODE_COUNT(texel) HPYR_UINT((texel).r%s)\n#define HPYR_LIMIT %d.0\n",
                   half ? " + 1024.0 * (texel).g" : "", (int)HPI_FILTER_LIMIT);
}

const hpi_pyramid_layout hpi_core_bilinear = {
    .name = "BILINEAR",
    .traversal = "core/traversal_mip.glsl",
    .orders = 1u << HPYR_ORDER_MORTON,
    .formats = {1u << HPYR_COUNT_FLOAT | 1u << HPYR_COUNT_HALF, 1u << HPYR_COUNT_FLOAT | 1u << HPYR_COUNT_HALF},
    .float_limit = HPI_FILTER_LIMIT,
    .fetches_mipmaps = true,
    .node_shape = {4, 4}, /* level 1 is drawn in whole 2x2 */
    .units = 1,
    .counts = bilinear_counts,
    .bytes = bilinear_bytes,
    .check = bilinear_check,
    .create = bilinear_create,
    .destroy = hpi_core_mipmaps_destroy,
    .build = bilinear_build,
    .add_defines = bilinear_add_defines,
    .bind = hpi_core_mipmaps_bind,
};
