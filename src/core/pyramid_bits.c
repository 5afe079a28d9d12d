/* pyramid_bits.c - layout BITS: the base level has one bit a cell, or up to eight, and wide nodes above it count
 * them. With max_count 2 to 8 a cell has two, four or eight bits, of which as many are set as it has outputs. So a set bit is an output,
 * whatever a cell has, and all but the place of a cell's bits is the same. The traversal is that of Ziegler et al. 2006, section 6; what a texel holds is our own.
 *
 *     leaves (bits, borrowed or packed)   level 1               level 2      top
 *     one texel a leaf and layer          16 leaves a node      16 nodes     1 x 1
 *
 * A node has sixteen children in four quads. It is five texels in the layers of an array texture:
 * running sums of the quads, then of the children of each quad (reduce_bits.frag.glsl). A traversal
 * fetches two of them a level. How the levels lie in their textures, packed.c says.  SPDX-License-Identifier: MIT */
#include "core/packed.h"

enum { NODE_LAYERS = 5, TEXEL_BYTES = 16, LEAF_CELLS = 128, BITS_OF_WORD = 32 };

/* ---- shapes ---- */

static hpi_bits_shape shape_of_leaves(const hpyr_pyramid_desc *desc, const hpyr_flat3d *map) {
    bool line = desc->order == HPYR_ORDER_LINE;
    if (desc->order == HPYR_ORDER_COLUMN)
        return hpi_core_bits_of_columns(map);
    hpi_bits_shape shape = {.layers = 1, .cell_bits = 1, .cells_x = line ? LEAF_CELLS : 16, .cells_y = line ? 1 : 8};
    for (; shape.cell_bits < desc->max_count; shape.cell_bits *= 2) {
        uint32_t *halved = line || shape.cells_x > shape.cells_y ? &shape.cells_x : &shape.cells_y;
        *halved /= 2; /* the side that has the highest bit in Morton order */
    }
    shape.width = (hpyr_flat3d_texture_width(map) - 1) / shape.cells_x + 1;
    shape.height = (hpyr_flat3d_texture_height(map) - 1) / shape.cells_y + 1;
    return shape;
}

static const hpi_packed_plan *plan_of(const hpyr_pyramid_desc *desc) {
    static const hpi_packed_plan squares = {GL_TEXTURE_2D_ARRAY, NODE_LAYERS, {4, 4}, 1},
                                 rows = {GL_TEXTURE_2D_ARRAY, NODE_LAYERS, {16, 1}, 1};
    return desc->order == HPYR_ORDER_LINE ? &rows : &squares;
}

static uint64_t bits_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc, const hpyr_flat3d *map) {
    hpi_bits_shape leaves = shape_of_leaves(desc, map);
    if (context && desc->order == HPYR_ORDER_COLUMN && hpi_core_bits_check(context, "pyramid", map) != HPYR_OK)
        return 0;
    uint64_t nodes = hpi_core_packed_bytes(context, plan_of(desc), leaves.width, leaves.height, 1, TEXEL_BYTES);
    return nodes ? nodes + hpi_core_bits_bytes(&leaves) : 0;
}

static hpyr_result bits_create(hpyr_pyramid *pyramid) {
    const hpi_bits_shape *leaves = &pyramid->leaves;
    hpyr_result result = HPYR_OK;
    pyramid->leaves = shape_of_leaves(&pyramid->desc, &pyramid->map);
    if (pyramid->desc.order == HPYR_ORDER_COLUMN) /* the base level of others fits */
        result = hpi_core_bits_check(pyramid->context, "pyramid", &pyramid->map);
    if (result == HPYR_OK)
        result = hpi_core_packed_create(pyramid, plan_of(&pyramid->desc), leaves->width, leaves->height, 1,
                                        HPYR_FORMAT_RGBA32UI);
    pyramid->first_level = 0; /* the leaves are level 0 */
    return result;
}

/* ---- leaves ---- */

/* Returns whether all cells of all leaves exist, so that shaders need not test each. */
static bool leaves_are_full(const hpyr_pyramid *pyramid) {
    const hpi_bits_shape *leaves = &pyramid->leaves;
    const hpyr_flat3d *map = &pyramid->map;
    return leaves->cells_x && pyramid->base_width % leaves->cells_x == 0 &&
           pyramid->base_height % leaves->cells_y == 0 && map->depth == map->tiles_x * map->tiles_y;
}

static uint32_t slices_of_layer(const hpyr_pyramid *pyramid, uint32_t layer) {
    uint32_t left = pyramid->map.depth - LEAF_CELLS * layer;
    return left < LEAF_CELLS ? left : LEAF_CELLS;
}

static hpyr_result draw_layer(hpyr_pyramid *pyramid, uint32_t layer) {
    static const hpi_gl_stage stage = {.entry = "core/pack_bits.frag.glsl"};
    hpi_text defines = HPI_TEXT(pyramid->context);
    hpi_loan loan = {0};
    GLuint program;
    if (pyramid->desc.order == HPYR_ORDER_COLUMN)
        hpi_text_print(&defines, "#define HPYR_SLICES %u\n", slices_of_layer(pyramid, layer));
    else if (leaves_are_full(pyramid))
        hpi_text_add(&defines, "#define HPYR_EVEN\n");
    GLuint framebuffer =
        hpi_gl_layers_framebuffer(pyramid->context, pyramid->packed->textures[PACKED_BASE], 0, layer, 1);
    hpyr_result result =
        framebuffer ? hpi_core_source_begin(pyramid, &stage, hpi_text_get(&defines), &program, &loan) : HPYR_ERROR_GL;
    hpi_text_free(&defines);
    if (result == HPYR_OK) {
        glUniform1i(hpi_gl_location(pyramid->context, program, "", "layer"), (GLint)layer);
        glUniform1i(hpi_gl_location(pyramid->context, program, "", "bits"),
                    (GLint)(BITS_OF_WORD / pyramid->leaves.cell_bits));
        glUniform1ui(hpi_gl_location(pyramid->context, program, "hpyr_", "most"), pyramid->desc.max_count);
        hpi_gl_viewport(pyramid->context, 0, 0, pyramid->leaves.width, pyramid->leaves.height);
        hpi_gl_draw_bands(pyramid->context, (uint64_t)pyramid->leaves.width * pyramid->leaves.height *
                                                (LEAF_CELLS / pyramid->leaves.cell_bits) *
                                                hpi_core_source_fetches(&pyramid->source));
        hpi_core_loan_end(pyramid->context, &loan);
    }
    glDeleteFramebuffers(1, &framebuffer);
    return result;
}

/* Asks the source for all cells and packs its answers into the leaves. */
static hpyr_result pack(hpyr_pyramid *pyramid) {
    GLuint *leaves = &pyramid->packed->textures[PACKED_BASE];
    if (!*leaves)
        *leaves = hpi_core_bits_create(pyramid->context, &pyramid->leaves);
    hpyr_result result = *leaves ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
    for (uint32_t layer = 0; result == HPYR_OK && layer < pyramid->leaves.layers; layer++)
        result = draw_layer(pyramid, layer);
    return result;
}

/* ---- build ---- */

static bool is_even(const hpi_packed_level *below, const hpi_packed_level *level) {
    return below->width == level->width * level->children[0] && below->height == level->height * level->children[1];
}

/* The value of HPYR_LAYERS. Above 8 layers shaders loop over u_hpyr_layers, so one program serves
 * all. */
static uint32_t layers_define(const hpyr_pyramid *pyramid) {
    return pyramid->leaves.layers > 8 ? 9 : pyramid->leaves.layers;
}

/* Whether nodes above the leaves continue Morton order with a bit of x, because leaves end with one of y. */
static bool x_is_first(const hpyr_pyramid *pyramid) {
    return pyramid->leaves.cells_x == pyramid->leaves.cells_y && pyramid->leaves.cells_x > 0;
}

static hpyr_result reduction_program(hpyr_pyramid *pyramid, int level, hpi_packed_part part, GLuint *program) {
    const hpi_packed_level *to = &pyramid->packed->levels[level];
    hpi_text defines = HPI_TEXT(pyramid->context);
    hpi_text_print(&defines,
                   "#define HPYR_SHAPE ivec2(%u, %u)\n#define HPYR_ORDER %d\n#define HPYR_LAYERS %u\n#define HPYR_PART "
                   "%d\n%s%s%s%s",
                   to->children[0], to->children[1], (int)pyramid->desc.order, layers_define(pyramid), (int)part,
                   x_is_first(pyramid) ? "#define HPYR_X_FIRST\n" : "",
                   pyramid->leaves.one_word ? "#define HPYR_ONE_WORD\n" : "", level == 1 ? "#define HPYR_LEAVES\n" : "",
                   is_even(to - 1, to) ? "#define HPYR_EVEN\n" : "");
    const hpi_gl_program_desc desc = {.fragment = {.entry = "core/reduce_bits.frag.glsl"}, .defines = &defines};
    hpyr_result result = hpi_gl_program_get(pyramid->context, &desc, program);
    hpi_text_free(&defines);
    return result;
}

static void use_leaves(const hpyr_pyramid *pyramid, GLuint program) {
    glUseProgram(program);
    glUniform1i(hpi_gl_location(pyramid->context, program, "hpyr_", "base"), HPI_INPUT_UNIT);
    glUniform1i(hpi_gl_location(pyramid->context, program, "hpyr_", "layers"), (GLint)pyramid->leaves.layers);
}

static hpyr_result reduce_level(hpyr_pyramid *pyramid, int level, hpi_packed_part part) {
    GLuint program;
    hpyr_result result = reduction_program(pyramid, level, part, &program);
    if (result != HPYR_OK)
        return result;
    if (level == 1)
        use_leaves(pyramid, program);
    hpi_core_packed_reduce(pyramid, program, level - 1, level, part);
    return HPYR_OK;
}

/* The heads are drawn last, for the total is read from the head of the top. */
static hpyr_result reduce(hpyr_pyramid *pyramid) {
    bool has_parts = hpi_core_packed_has_parts(pyramid);
    hpyr_result result = HPYR_OK;
    for (int level = 1; result == HPYR_OK && level <= pyramid->top; level++) {
        result = reduce_level(pyramid, level, has_parts ? PACKED_REST : PACKED_ALL);
        if (has_parts && result == HPYR_OK)
            result = reduce_level(pyramid, level, PACKED_HEAD);
    }
    return result;
}

static hpyr_result bits_build(hpyr_pyramid *pyramid) {
    const hpyr_context *context = pyramid->context;
    hpi_gl_borrowed borrowed = {0};
    hpyr_result result = HPYR_OK;
    if (pyramid->borrows) {
        hpi_gl_texture_borrow(context, &pyramid->source.input, HPI_INPUT_UNIT, &borrowed);
    } else {
        result = pack(pyramid);
        hpi_gl_texture_bind(context, HPI_INPUT_UNIT, GL_TEXTURE_2D_ARRAY, pyramid->packed->textures[PACKED_BASE]);
    }
    if (result == HPYR_OK)
        result = reduce(pyramid);
    hpi_gl_texture_return(context, &borrowed, HPI_INPUT_UNIT);
    return result;
}

/* ---- traversal ---- */

static void bits_add_defines(const hpyr_pyramid *pyramid, hpi_text *text) {
    const hpi_bits_shape *leaves = &pyramid->leaves;
    hpi_text_print(text, "#define HPYR_ORDER %d\n#define HPYR_LAYERS %u\n#define HPYR_ROW_LEVELS %d\n%s%s",
                   (int)pyramid->desc.order, layers_define(pyramid), hpi_core_packed_row_levels(pyramid),
                   leaves->one_word ? "#define HPYR_ONE_WORD\n" : "",
                   x_is_first(pyramid) ? "#define HPYR_X_FIRST\n" : "");
    hpi_text_print(text, "#define HPYR_CELL_BITS %u\n#define HPYR_LEAF ivec2(%u, %u)\n", leaves->cell_bits,
                   leaves->cells_x, leaves->cells_y);
}

/* hpi_core_use binds a borrowed texture of bits afterwards. */
static void bits_bind(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit) {
    hpi_core_packed_bind(pyramid, program, prefix, unit);
    glUniform1i(hpi_gl_location(pyramid->context, program, prefix, "layers"), (GLint)pyramid->leaves.layers);
}

const hpi_pyramid_layout hpi_core_bits = {
    .name = "BITS",
    .traversal = "core/traversal_bits.glsl",
    .orders = 1u << HPYR_ORDER_MORTON | 1u << HPYR_ORDER_LINE | 1u << HPYR_ORDER_COLUMN,
    .formats = {1u << HPYR_COUNT_FORMAT_UINT, 0},
    .binary = true,
    .knows_children = true,
    .units = HPI_PYRAMID_UNITS,
    .asked = 128,
    .bytes = bits_bytes,
    .create = bits_create,
    .destroy = hpi_core_packed_destroy,
    .build = bits_build,
    .add_defines = bits_add_defines,
    .bind = bits_bind,
};
