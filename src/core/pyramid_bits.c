/* pyramid_bits.c - layout BITS: a base level of one bit a cell, 128 in a texel, and levels of wide nodes of popcounts above.
 * The traversal is that of Ziegler et al. 2006, section 6; what a texel holds is our own.
 *
 *     leaves (bits, borrowed or packed)   level 1               level 2      top
 *     one texel a leaf and layer          16 leaves a node      16 nodes     1 x 1
 *
 * A node is five texels, the layers of an array texture: running sums of its four quads of children, and of each quad's four
 * (reduce_bits.frag.glsl), so a pass divides by sixteen and a traversal takes two fetches for it. Levels lie side by side in two
 * textures, the odd ones in one and the even ones in the other, since reading and drawing one texture at once is undefined.
 * SPDX-License-Identifier: MIT */
#include "core/pyramid_bits.h"

#include <stdlib.h>

enum { NODE_LAYERS = 5, NODE_BYTES = 16 * NODE_LAYERS, BITS_OF_WORD = 32, BITS_OF_LEAF = 128 };

static uint32_t ceil_div(uint32_t a, uint32_t b) {
    return (a - 1) / b + 1;
}

/* ---- shapes ---- */

hpi_bits_shape hpi_core_bits_of_columns(const hpyr_flat3d *map) {
    return (hpi_bits_shape){.width = map->width,
                            .height = map->height,
                            .layers = ceil_div(map->depth, BITS_OF_LEAF),
                            .one_word = map->depth <= BITS_OF_WORD};
}

static hpi_bits_shape shape_of_leaves(const hpyr_pyramid_desc *desc, const hpyr_flat3d *map) {
    bool line = desc->order == HPYR_ORDER_LINE;
    if (desc->order == HPYR_ORDER_COLUMN)
        return hpi_core_bits_of_columns(map);
    hpi_bits_shape shape = {.layers = 1, .cells_x = line ? 128 : 16, .cells_y = line ? 1 : 8};
    shape.width = ceil_div(hpyr_flat3d_texture_width(map), shape.cells_x);
    shape.height = ceil_div(hpyr_flat3d_texture_height(map), shape.cells_y);
    return shape;
}

static void four_by_four(uint32_t width, uint32_t children[2]) {
    (void)width;
    children[0] = children[1] = 4;
}

static void row_or_column(uint32_t width, uint32_t children[2]) {
    children[0] = width > 1 ? 16 : 1;
    children[1] = width > 1 ? 1 : 16;
}

/* levels[0] are the leaves. Returns the index of the top. */
static int arrange_levels(const hpyr_context *context, const hpyr_pyramid_desc *desc, const hpi_bits_shape *leaves,
                          hpi_packed_level *levels, uint32_t sizes[2][2]) {
    const hpi_packed_plan plan = {desc->order == HPYR_ORDER_LINE ? row_or_column : four_by_four, 1};
    levels[0] = (hpi_packed_level){.width = leaves->width, .height = leaves->height};
    return hpi_core_packed_arrange(&plan, hpi_core_packed_limit(context, GL_TEXTURE_2D), levels, sizes);
}

static uint64_t bits_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc, const hpyr_flat3d *map) {
    hpi_packed_level levels[PYRAMID_MAX_LEVELS];
    uint32_t sizes[2][2];
    hpi_bits_shape leaves = shape_of_leaves(desc, map);
    if (context && desc->order == HPYR_ORDER_COLUMN && hpi_core_bits_check(context, "pyramid", map) != HPYR_OK)
        return 0;
    arrange_levels(context, desc, &leaves, levels, sizes);
    uint32_t limit = hpi_core_packed_limit(context, GL_TEXTURE_2D);
    for (int parity = 0; parity < 2; parity++)
        if (sizes[parity][0] > limit || sizes[parity][1] > limit)
            return 0;
    uint64_t nodes = (uint64_t)sizes[0][0] * sizes[0][1] + (uint64_t)sizes[1][0] * sizes[1][1];
    return hpi_core_bits_bytes(&leaves) + nodes * NODE_BYTES + hpi_core_base_bytes(context, desc, map);
}

/* ---- the texture of bits ---- */

uint64_t hpi_core_bits_bytes(const hpi_bits_shape *leaves) {
    return (uint64_t)leaves->width * leaves->height * leaves->layers * (leaves->one_word ? 4 : 16);
}

hpyr_result hpi_core_bits_check(const hpyr_context *context, const char *what, const hpyr_flat3d *map) {
    const hpyr_caps *caps = &context->caps;
    uint32_t side = caps->max_texture_size;
    hpi_bits_shape asked = hpi_core_bits_of_columns(map);
    hpi_bits_shape largest = {.width = side, .height = side, .layers = caps->max_array_layers};
    if (asked.width <= side && asked.height <= side && asked.layers <= largest.layers)
        return HPYR_OK;
    return hpi_gl_fail(
        context, HPYR_ERROR_TOO_LARGE,
        "%s: %ux%ux%u cells need %llu bytes; this GL allows %ux%u columns of %u slices in %u layers, %llu bytes", what,
        map->width, map->height, map->depth, (unsigned long long)hpi_core_bits_bytes(&asked), side, side,
        BITS_OF_LEAF * largest.layers, largest.layers, (unsigned long long)hpi_core_bits_bytes(&largest));
}

GLuint hpi_core_bits_create(const hpyr_context *context, const hpi_bits_shape *leaves) {
    return hpi_gl_array_create(context, leaves->one_word ? HPYR_FORMAT_R32UI : HPYR_FORMAT_RGBA32UI, leaves->width,
                               leaves->height, leaves->layers);
}

/* ---- life ---- */

static hpyr_result bits_create(hpyr_pyramid *pyramid) {
    const hpyr_context *context = pyramid->context;
    hpi_bits_store *store = calloc(1, sizeof *store);
    uint32_t sizes[2][2];
    if (!store)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a pyramid");
    pyramid->bits = store;
    store->leaves = shape_of_leaves(&pyramid->desc, &pyramid->map);
    hpyr_result result = HPYR_OK;
    if (pyramid->desc.order ==
        HPYR_ORDER_COLUMN) /* leaves of the others are smaller than their base level, which fits */
        result = hpi_core_bits_check(context, "pyramid", &pyramid->map);
    if (result != HPYR_OK)
        return result;
    pyramid->top = arrange_levels(context, &pyramid->desc, &store->leaves, store->levels, sizes);
    pyramid->top_at[0] = store->levels[pyramid->top].x;
    pyramid->top_at[1] = store->levels[pyramid->top].y;
    for (int parity = 1; parity >= 0; parity--) {
        uint32_t side = context->caps.max_texture_size;
        if (sizes[parity][0] > side || sizes[parity][1] > side)
            return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE,
                               "pyramid: levels of layout BITS need a texture of %ux%u texels; this GL allows %ux%u",
                               sizes[parity][0], sizes[parity][1], side, side);
        if (!sizes[parity][0]) /* just one level */
            continue;
        store->nodes[parity] =
            hpi_gl_array_create(context, HPYR_FORMAT_RGBA32UI, sizes[parity][0], sizes[parity][1], NODE_LAYERS);
        if (!store->nodes[parity])
            return HPYR_ERROR_OUT_OF_MEMORY;
        store->framebuffers[parity] = hpi_gl_layers_framebuffer(context, store->nodes[parity], 0, 0, NODE_LAYERS);
        if (!store->framebuffers[parity])
            return HPYR_ERROR_GL;
    }
    return hpi_core_base_create(pyramid);
}

static void bits_destroy(hpyr_pyramid *pyramid) {
    hpi_bits_store *store = pyramid->bits;
    hpi_core_base_destroy(pyramid);
    if (!store)
        return;
    hpi_gl_framebuffers_delete(pyramid->context, 2, store->framebuffers);
    hpi_gl_textures_delete(pyramid->context, 2, store->nodes);
    hpi_gl_textures_delete(pyramid->context, 1, &store->own);
    free(store);
}

/* ---- build ---- */

static bool is_even(const hpi_packed_level *below, const hpi_packed_level *level) {
    return below->width == level->width * level->children[0] && below->height == level->height * level->children[1];
}

/* HPYR_LAYERS: above 8 shaders loop over u_hpyr_layers, and one program serves all. */
static uint32_t layers_define(const hpi_bits_store *store) {
    return store->leaves.layers > 8 ? 9 : store->leaves.layers;
}

static hpyr_result reduction_program(hpyr_pyramid *pyramid, int level, GLuint *program) {
    const hpi_bits_store *store = pyramid->bits;
    const hpi_packed_level *to = &store->levels[level];
    hpi_text defines = {0};
    hpi_text_print(&defines, "#define HPYR_SHAPE ivec2(%u, %u)\n#define HPYR_ORDER %d\n#define HPYR_LAYERS %u\n%s%s%s",
                   to->children[0], to->children[1], (int)pyramid->desc.order, layers_define(store),
                   store->leaves.one_word ? "#define HPYR_ONE_WORD\n" : "", level == 1 ? "#define HPYR_LEAVES\n" : "",
                   is_even(to - 1, to) ? "#define HPYR_EVEN\n" : "");
    const hpi_gl_program_desc desc = {.fragment = {.entry = "core/reduce_bits.frag.glsl"}, .defines = &defines};
    hpyr_result result = hpi_gl_program_get(pyramid->context, &desc, program);
    hpi_text_free(&defines);
    return result;
}

static void set_level_uniforms(const hpyr_context *context, const hpi_bits_store *store, GLuint program, int level) {
    const hpi_packed_level *to = &store->levels[level], *below = to - 1;
    glUniform2i(hpi_gl_location(context, program, "", "corner"), (GLint)to->x, (GLint)to->y);
    glUniform2i(hpi_gl_location(context, program, "", "below"), (GLint)below->width, (GLint)below->height);
    glUniform2i(hpi_gl_location(context, program, "", "below_corner"), (GLint)below->x, (GLint)below->y);
    glUniform1i(hpi_gl_location(context, program, "", "nodes"), HPI_PYRAMID_UNIT);
    glUniform1i(hpi_gl_location(context, program, "hpyr_", "bits"), HPI_INPUT_UNIT);
    glUniform1i(hpi_gl_location(context, program, "hpyr_", "layers"), (GLint)store->leaves.layers);
}

static hpyr_result reduce(hpyr_pyramid *pyramid) {
    const hpyr_context *context = pyramid->context;
    hpi_bits_store *store = pyramid->bits;
    for (int level = 1; level <= pyramid->top; level++) {
        const hpi_packed_level *to = &store->levels[level];
        GLuint program;
        hpyr_result result = reduction_program(pyramid, level, &program);
        if (result != HPYR_OK)
            return result;
        glUseProgram(program);
        set_level_uniforms(pyramid->context, store, program, level);
        if (level > 1)
            hpi_gl_texture_bind(context, HPI_PYRAMID_UNIT, GL_TEXTURE_2D_ARRAY, store->nodes[(level - 1) & 1]);
        glBindFramebuffer(GL_FRAMEBUFFER, store->framebuffers[level & 1]);
        hpi_gl_viewport(context, (int32_t)to->x, (int32_t)to->y, to->width, to->height);
        hpi_gl_draw_fullscreen(context);
    }
    return HPYR_OK;
}

static hpyr_result bits_build(hpyr_pyramid *pyramid) {
    const hpyr_context *context = pyramid->context;
    hpi_gl_borrowed borrowed = {0};
    hpyr_result result = HPYR_OK;
    if (pyramid->borrows) {
        hpi_gl_texture_borrow(context, &pyramid->source.input, HPI_INPUT_UNIT, &borrowed);
    } else {
        result = hpi_core_pack_bits(pyramid);
        hpi_gl_texture_bind(context, HPI_INPUT_UNIT, GL_TEXTURE_2D_ARRAY, pyramid->bits->own);
    }
    if (result == HPYR_OK)
        result = reduce(pyramid);
    hpi_gl_texture_return(context, &borrowed, HPI_INPUT_UNIT);
    return result;
}

/* ---- traversal ---- */

static void bits_add_defines(const hpyr_pyramid *pyramid, hpi_text *text) {
    const hpi_bits_store *store = pyramid->bits;
    int rows = 0;
    while (rows < pyramid->top && store->levels[rows + 1].children[0] == 16)
        rows++;
    hpi_text_print(text, "#define HPYR_ORDER %d\n#define HPYR_LAYERS %u\n#define HPYR_ROW_LEVELS %d\n%s",
                   (int)pyramid->desc.order, layers_define(store), rows,
                   store->leaves.one_word ? "#define HPYR_ONE_WORD\n" : "");
}

/* Units: odd levels, bits, even levels. A borrowed texture of bits is bound by hpi_core_use. */
static void bits_bind(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit) {
    const hpi_bits_store *store = pyramid->bits;
    GLint corners[2 * PYRAMID_MAX_LEVELS];
    for (int level = 0; level <= pyramid->top; level++) {
        corners[2 * level] = (GLint)store->levels[level].x;
        corners[2 * level + 1] = (GLint)store->levels[level].y;
    }
    hpi_gl_texture_bind(pyramid->context, unit, GL_TEXTURE_2D_ARRAY, store->nodes[1]);
    hpi_gl_texture_bind(pyramid->context, unit + 2, GL_TEXTURE_2D_ARRAY,
                        store->nodes[0] ? store->nodes[0] : store->nodes[1]);
    if (!pyramid->borrows)
        hpi_gl_texture_bind(pyramid->context, unit + PYRAMID_INPUT_OFFSET, GL_TEXTURE_2D_ARRAY, store->own);
    glUniform1i(hpi_gl_location(pyramid->context, program, prefix, "odd"), (GLint)unit);
    glUniform1i(hpi_gl_location(pyramid->context, program, prefix, "bits"), (GLint)unit + PYRAMID_INPUT_OFFSET);
    glUniform1i(hpi_gl_location(pyramid->context, program, prefix, "even"), (GLint)unit + 2);
    glUniform1i(hpi_gl_location(pyramid->context, program, prefix, "layers"), (GLint)store->leaves.layers);
    glUniform2iv(hpi_gl_location(pyramid->context, program, prefix, "corners"), pyramid->top + 1, corners);
}

const hpi_pyramid_layout hpi_core_bits = {
    .name = "BITS",
    .traversal = "core/traversal_bits.glsl",
    .orders = 1u << HPYR_ORDER_MORTON | 1u << HPYR_ORDER_LINE | 1u << HPYR_ORDER_COLUMN,
    .formats = {1u << HPYR_COUNT_UINT, 0},
    .binary = true,
    .knows_children = true,
    .units = HPI_PYRAMID_UNITS,
    .bytes = bits_bytes,
    .create = bits_create,
    .destroy = bits_destroy,
    .build = bits_build,
    .add_defines = bits_add_defines,
    .bind = bits_bind,
};
