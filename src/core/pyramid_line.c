/* pyramid_line.c - layout LINE: a node has four children in a row, and above a level of width 1
 * four in a column, so keys follow the scan lines.
 * Source: report, section 5, end; a texel holds the running sums of its four children, as in
 * section 7.1.
 *
 *     levels shrink in x, while they are wider than 1            then in y
 *     W x H -> ceil(W/4) x H -> ceil(W/16) x H .. 1 x H          -> 1 x ceil(H/4) .. 1 x 1
 *
 * Level 1 comes from the input and knows its four cells, so level 0 is not stored. The levels above
 * are drawn in pairs from one level, the upper one from its grandchildren: with few texels a pass
 * costs more than its fetches. How the levels lie in their textures, packed.c says.  SPDX-License-Identifier: MIT */
#include "core/packed.h"

static const hpi_packed_plan plan = {
    .target = GL_TEXTURE_2D,
    .layers = 1,
    .children = {4, 1},
    .run = 2,
};

static bool is_row(const hpyr_pyramid *pyramid, int level) {
    return pyramid->packed->levels[level].children[0] == 4;
}

static uint64_t line_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc, const hpyr_flat3d *map) {
    uint32_t texel_bytes = hpi_core_node_bytes(context, desc->count_format, 4);
    return hpi_core_packed_bytes(context, &plan, hpyr_flat3d_texture_width(map), hpyr_flat3d_texture_height(map), 1,
                                 texel_bytes);
}

static hpyr_result line_create(hpyr_pyramid *pyramid) {
    int format = hpi_core_node_format(pyramid->context, pyramid->desc.count_format, 4);
    return hpi_core_packed_create(pyramid, &plan, pyramid->base_width, pyramid->base_height, 1, format);
}

static const char *shape_define(const hpyr_pyramid *pyramid, int level) {
    return is_row(pyramid, level) ? "#define HPYR_ROW\n" : "#define HPYR_COLUMN\n";
}

/* Returns the defines of a level that is drawn from its grandchildren. Rows never follow
 * columns. */
static const char *shape_defines(const hpyr_pyramid *pyramid, int level) {
    if (is_row(pyramid, level))
        return "#define HPYR_ROW\n#define HPYR_CHILD_SIZE ivec2(4, 1)\n";
    return is_row(pyramid, level - 1) ? "#define HPYR_COLUMN\n#define HPYR_CHILD_SIZE ivec2(4, 1)\n"
                                      : "#define HPYR_COLUMN\n#define HPYR_CHILD_SIZE ivec2(1, 4)\n";
}

static const char store[] = "core/store_sums.glsl";

static hpyr_result draw_first(hpyr_pyramid *pyramid) {
    static const hpi_gl_stage stage = {.part = store, .entry = "core/reduce_base.frag.glsl"};
    hpi_core_packed_target(pyramid, 1, PACKED_ALL);
    return hpi_core_draw_source(pyramid, &stage, shape_define(pyramid, 1));
}

/* Draws `level` from level `below`: its children or its grandchildren. */
static hpyr_result draw_level(hpyr_pyramid *pyramid, int below, int level) {
    static const hpi_gl_stage once = {.part = store, .entry = "core/reduce_packed.frag.glsl"},
                              twice = {.part = store, .entry = "core/reduce_twice.frag.glsl"};
    bool is_next = level == below + 1;
    GLuint program;
    hpyr_result result =
        hpi_core_program(pyramid, is_next ? &once : &twice, false,
                         is_next ? shape_define(pyramid, level) : shape_defines(pyramid, level), &program);
    if (result == HPYR_OK)
        hpi_core_packed_reduce(pyramid, program, below, level, PACKED_ALL);
    return result;
}

static hpyr_result line_build(hpyr_pyramid *pyramid) {
    hpyr_result result = draw_first(pyramid);
    for (int level = 2; result == HPYR_OK && level <= pyramid->top; level += 2) {
        result = draw_level(pyramid, level - 1, level);
        if (result == HPYR_OK && level < pyramid->top)
            result = draw_level(pyramid, level - 1, level + 1);
    }
    return result;
}

static void line_add_defines(const hpyr_pyramid *pyramid, hpi_text *text) {
    hpi_text_print(text,
                   "#define HPYR_LEVEL_SAMPLER HPYR_NODES\n#define HPYR_NODE_TOTAL .a\n#define HPYR_ROW_LEVELS %d\n",
                   hpi_core_packed_row_levels(pyramid));
}

const hpi_pyramid_layout hpi_core_line = {
    .name = "LINE",
    .traversal = "core/traversal_line.glsl",
    .orders = 1u << HPYR_ORDER_LINE,
    .formats = {1u << HPYR_COUNT_FORMAT_UINT | 1u << HPYR_COUNT_FORMAT_FLOAT, 0},
    .knows_children = true,
    .total_channel = 3,
    .node_shape = {4, 1}, /* no four divide a base level of width 1 */
    .units = HPI_PYRAMID_UNITS,
    .bytes = line_bytes,
    .create = line_create,
    .destroy = hpi_core_packed_destroy,
    .build = line_build,
    .add_defines = line_add_defines,
    .bind = hpi_core_packed_bind,
};
