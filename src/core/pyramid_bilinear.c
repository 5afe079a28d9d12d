/* pyramid_bilinear.c - layout BILINEAR: SINGLE's mipmaps, reduced by one filtered fetch in the middle of each 2x2, times four.
 * Source: `dicer_bil` of Ziegler et al. 2006, section 7.2, there given up as numerically unstable; report, section 6.4.
 *
 *     +---+---+   The filter's weights are all 1/4. It reads the four texels whether or not they belong to the level, so levels are
 *     | a | b |   drawn over their size rounded up to even, with zeros where they have no node.
 *     +---x---+
 *     | c | d |   x = (a + b + c + d) / 4
 *     +---+---+
 *
 * FLOAT is exact up to 2^24 - 4.  A sum of integers up to 2^24 is a multiple of 1/4 below 2^22 once it is averaged, and so are all
 * steps towards it, sums as well as lerps of halves, in units of 1/2 or 1/4: all have 24 bits at most, so nothing is rounded, and
 * the product with four is exact. A sum past 2^24 may be rounded in its steps: half a unit of the pair's mean (1/2), of the
 * difference of the two means (1/4) and of the mean itself (1/4) are not more than 3/4 in the average, 3 in the sum. 2^24 + 1
 * then still shows as 2^24 - 2 or more, which is past the limit, and is stored as 2^25, a marker that no later average hides.
 *
 * HALF is exact up to 2^20 - 1.  A count is r + 1024 g. Four times 1023 fits into 12 bits, which the filter's result needs; what it is
 * stored in has 11, so r's carry goes to g at every level. A g past 1023 becomes 2047, and four averages of it and less are past
 * 1023 again, up to the top.
 *
 * Neither is promised by GL, so both are probed when the context is made: see probe_filter.c.  SPDX-License-Identifier: MIT */
#include "core/mipmaps.h"

#include <stdio.h>

static int first_level(const hpyr_pyramid_desc *desc) {
    return desc->base == HPYR_BASE_MERGED ? 1 : 0;
}

static bool bilinear_counts(const hpyr_context *context, hpyr_count_format format) {
    return format == HPYR_COUNT_HALF ? context->caps.filter_half : context->caps.filter_float;
}

static hpyr_result bilinear_check(const hpyr_context *context, const hpyr_pyramid_desc *desc) {
    if (!context || bilinear_counts(context, desc->count_format))
        return HPYR_OK;
    return hpyr_gl_fail(context, HPYR_ERROR_UNSUPPORTED,
                        "pyramid: layout BILINEAR: this GL's filter of %d-bit floats is not exact, a probe of %s found",
                        desc->count_format == HPYR_COUNT_HALF ? 16 : 32, context->caps.renderer);
}

static uint64_t bilinear_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc, const hpyr_flat3d *map) {
    return hpyr_core_mipmaps_bytes(map, first_level(desc), hpyr_core_node_bytes(context, desc->count_format, 1));
}

static hpyr_result bilinear_create(hpyr_pyramid *pyramid) {
    int format = hpyr_core_node_format(pyramid->context, pyramid->desc.count_format, 1);
    return hpyr_core_mipmaps_create(pyramid, first_level(&pyramid->desc), format);
}

static hpyr_result bilinear_build(hpyr_pyramid *pyramid) {
    static const char *const reduce[] = {"core/reduce_bilinear.frag.glsl", NULL};
    static const char *const store[] = {"core/add.glsl", "core/store_bilinear.glsl", NULL};
    GLuint program;
    hpyr_result result = hpyr_core_program(pyramid, store, false, reduce, "", &program);
    if (result == HPYR_OK) {
        hpyr_core_mipmaps_target(pyramid, pyramid->first_level, true);
        result = hpyr_core_draw_base(pyramid, store, pyramid->first_level == 1);
    }
    if (result == HPYR_OK)
        hpyr_core_mipmaps_reduce(pyramid, program, true);
    return result;
}

static void bilinear_write_defines(const hpyr_pyramid *pyramid, char *text, size_t size) {
    bool half = pyramid->desc.count_format == HPYR_COUNT_HALF;
    snprintf(text, size, "#define HPYR_NODE_COUNT(texel) HPYR_UINT((texel).r%s)\n#define HPYR_LIMIT %d.0\n",
             half ? " + 1024.0 * (texel).g" : "", (int)GL_FILTER_LIMIT);
}

static const char *const traversal[] = {"core/nodes_mip.glsl", "core/traverse_2x2.glsl", NULL};

const pyramid_layout hpyr_core_bilinear = {
    .name = "BILINEAR",
    .traversal = traversal,
    .orders = 1u << HPYR_ORDER_MORTON,
    .formats = {1u << HPYR_COUNT_FLOAT | 1u << HPYR_COUNT_HALF, 1u << HPYR_COUNT_FLOAT | 1u << HPYR_COUNT_HALF},
    .float_limit = GL_FILTER_LIMIT,
    .fetches_mipmaps = true,
    .node_shape = {4, 4}, /* level 1 is drawn in whole 2x2 */
    .units = 1,
    .counts = bilinear_counts,
    .bytes = bilinear_bytes,
    .check = bilinear_check,
    .create = bilinear_create,
    .destroy = hpyr_core_mipmaps_destroy,
    .build = bilinear_build,
    .write_defines = bilinear_write_defines,
    .bind = hpyr_core_mipmaps_bind,
};
