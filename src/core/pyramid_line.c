/* pyramid_line.c - layout LINE: nodes of four cells in a row, then of four rows, so that keys follow the scan lines.
 * Source: report, section 5, end; a texel holds the running sums of its four children, as in section 7.1.
 *
 *     levels halve twice in x, while they are wider than 1      then in y
 *     W x H -> ceil(W/4) x H -> ceil(W/16) x H .. 1 x H          -> 1 x ceil(H/4) .. 1 x 1
 *
 * Level 1 comes from the input and knows its four cells, so level 0 is not stored. From then on a pass draws two levels, the
 * upper one from its grandchildren: on few texels a pass costs more than what it fetches. The levels lie side by side in two
 * textures, see packed.c.
 * SPDX-License-Identifier: MIT */
#include "core/packed.h"

static void row_or_column(uint32_t width, uint32_t children[2]) {
    children[0] = width > 1 ? 4 : 1;
    children[1] = width > 1 ? 1 : 4;
}

static const hpi_packed_plan plan = {row_or_column, 2};

static bool is_row(const hpyr_pyramid *pyramid, int level) {
    return pyramid->packed->levels[level].children[0] == 4;
}

static uint64_t line_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc, const hpyr_flat3d *map) {
    uint32_t texel = hpi_core_node_bytes(context, desc->count_format, 4);
    uint32_t limit = hpi_core_packed_limit(context, GL_TEXTURE_2D);
    uint64_t levels = hpi_core_packed_bytes(map, &plan, limit, 1, texel);
    return levels ? levels + hpi_core_base_bytes(context, desc, map) : 0;
}

static hpyr_result line_create(hpyr_pyramid *pyramid) {
    int format = hpi_core_node_format(pyramid->context, pyramid->desc.count_format, 4);
    hpyr_result result = hpi_core_packed_create(pyramid, GL_TEXTURE_2D, &plan, 1, format);
    return result == HPYR_OK ? hpi_core_base_create(pyramid) : result;
}

static void line_destroy(hpyr_pyramid *pyramid) {
    hpi_core_packed_destroy(pyramid);
    hpi_core_base_destroy(pyramid);
}

static const char *shape_define(const hpyr_pyramid *pyramid, int level) {
    return is_row(pyramid, level) ? "#define HPYR_ROW\n" : "#define HPYR_COLUMN\n";
}

/* Of a level and the one below it: rows never come after columns. */
static const char *shape_defines(const hpyr_pyramid *pyramid, int level) {
    if (is_row(pyramid, level))
        return "#define HPYR_ROW\n#define HPYR_CHILD_SIZE ivec2(4, 1)\n";
    return is_row(pyramid, level - 1) ? "#define HPYR_COLUMN\n#define HPYR_CHILD_SIZE ivec2(4, 1)\n"
                                      : "#define HPYR_COLUMN\n#define HPYR_CHILD_SIZE ivec2(1, 4)\n";
}

static const char store[] = "core/store_sums.glsl";

static hpyr_result draw_first(hpyr_pyramid *pyramid) {
    static const hpi_gl_stage stage = {.part = store, .entry = "core/reduce_base.frag.glsl"};
    hpyr_result result = hpi_core_base_store(pyramid);
    if (result != HPYR_OK)
        return result;
    hpi_core_packed_target(pyramid, 1);
    return hpi_core_draw_source(pyramid, &stage, shape_define(pyramid, 1));
}

/* `level` from its children, or from its grandchildren, which are of level `below`. */
static hpyr_result draw_level(hpyr_pyramid *pyramid, int below, int level) {
    static const hpi_gl_stage once = {.part = store, .entry = "core/reduce_packed.frag.glsl"},
                              twice = {.part = store, .entry = "core/reduce_twice.frag.glsl"};
    bool is_next = level == below + 1;
    GLuint program;
    hpyr_result result =
        hpi_core_program(pyramid, is_next ? &once : &twice, false,
                         is_next ? shape_define(pyramid, level) : shape_defines(pyramid, level), &program);
    if (result == HPYR_OK)
        hpi_core_packed_reduce(pyramid, program, below, level);
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
    int rows = 0;
    while (rows < pyramid->top && is_row(pyramid, rows + 1))
        rows++;
    hpi_text_print(
        text, "#define HPYR_LEVEL_SAMPLER HPYR_NODES\n#define HPYR_NODE_TOTAL .a\n#define HPYR_ROW_LEVELS %d\n", rows);
}

const hpi_pyramid_layout hpi_core_line = {
    .name = "LINE",
    .traversal = "core/traversal_line.glsl",
    .orders = 1u << HPYR_ORDER_LINE,
    .formats = {1u << HPYR_COUNT_UINT | 1u << HPYR_COUNT_FLOAT, 0},
    .knows_children = true,
    .total_channel = 3,
    .node_shape = {4, 1}, /* where the base level is one cell wide, its masks stay: no four divide one */
    .units = HPI_PYRAMID_UNITS,
    .bytes = line_bytes,
    .create = line_create,
    .destroy = line_destroy,
    .build = line_build,
    .add_defines = line_add_defines,
    .bind = hpi_core_packed_bind,
};
