/* pack_bits.c - discriminators (MPI-I-2006-4-002, section 3) whose answers are bits: one fragment asks for the 128 cells of a leaf.
 * SPDX-License-Identifier: MIT */
#include "core/pyramid_bits.h"

enum { LEAF_CELLS = 128 };

static hpyr_result reserve(hpyr_pyramid *pyramid) {
    hpi_bits_store *store = pyramid->bits;
    if (!store->own)
        store->own = hpi_core_bits_create(pyramid->context, &store->leaves);
    return store->own ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

/* Leaves that lie within the base level and within its slices need no test of each cell. */
static bool leaves_are_full(const hpyr_pyramid *pyramid) {
    const hpi_bits_shape *leaves = &pyramid->bits->leaves;
    const hpyr_flat3d *map = &pyramid->map;
    return leaves->cells_x && pyramid->base_width % leaves->cells_x == 0 &&
           pyramid->base_height % leaves->cells_y == 0 && map->depth == map->tiles_x * map->tiles_y;
}

/* Slices of a column in one layer: 128 but for the last one. */
static uint32_t slices_of_layer(const hpyr_pyramid *pyramid, uint32_t layer) {
    uint32_t left = pyramid->map.depth - LEAF_CELLS * layer;
    return left < LEAF_CELLS ? left : LEAF_CELLS;
}

static hpyr_result draw_layer(hpyr_pyramid *pyramid, uint32_t layer) {
    static const hpi_gl_stage stage = {.entry = "core/pack_bits.frag.glsl"};
    const hpi_bits_store *store = pyramid->bits;
    hpi_text defines = {0};
    hpi_gl_borrowed borrowed = {0};
    GLuint program;
    if (pyramid->desc.order == HPYR_ORDER_COLUMN)
        hpi_text_print(&defines, "#define HPYR_SLICES %u\n", slices_of_layer(pyramid, layer));
    else if (leaves_are_full(pyramid))
        hpi_text_add(&defines, "#define HPYR_EVEN\n");
    GLuint framebuffer = hpi_gl_layers_framebuffer(pyramid->context, store->own, 0, layer, 1);
    hpyr_result result = framebuffer
                             ? hpi_core_source_begin(pyramid, &stage, hpi_text_get(&defines), &program, &borrowed)
                             : HPYR_ERROR_GL;
    hpi_text_free(&defines);
    if (result == HPYR_OK) {
        glUniform1i(hpi_gl_location(pyramid->context, program, "", "layer"), (GLint)layer);
        hpi_gl_viewport(pyramid->context, 0, 0, store->leaves.width, store->leaves.height);
        hpi_gl_draw_fullscreen(pyramid->context);
        hpi_gl_texture_return(pyramid->context, &borrowed, HPI_INPUT_UNIT);
    }
    glDeleteFramebuffers(1, &framebuffer);
    return result;
}

hpyr_result hpi_core_pack_bits(hpyr_pyramid *pyramid) {
    hpyr_result result = reserve(pyramid);
    if (result == HPYR_OK)
        result = hpi_core_base_store(pyramid);
    for (uint32_t layer = 0; result == HPYR_OK && layer < pyramid->bits->leaves.layers; layer++)
        result = draw_layer(pyramid, layer);
    return result;
}
