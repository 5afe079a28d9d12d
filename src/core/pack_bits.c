/* pack_bits.c - discriminators (MPI-I-2006-4-002, section 3) whose answers are bits: one fragment asks for the 128 cells of a leaf.
 * SPDX-License-Identifier: MIT */
#include "core/pyramid_bits.h"

static hpyr_result reserve(hpyr_pyramid *pyramid) {
    bits_store *store = pyramid->bits;
    if (!store->own)
        store->own = hpyr_core_bits_create(pyramid->context, &store->leaves);
    return store->own ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

/* Leaves that lie within the base level and within its slices need no test of each cell. */
static bool leaves_are_full(const hpyr_pyramid *pyramid) {
    const bits_shape *leaves = &pyramid->bits->leaves;
    const hpyr_flat3d *map = &pyramid->map;
    return leaves->cells_x && pyramid->base_width % leaves->cells_x == 0 &&
           pyramid->base_height % leaves->cells_y == 0 && map->depth == map->tiles_x * map->tiles_y;
}

static hpyr_result draw_layer(hpyr_pyramid *pyramid, GLuint program, uint32_t layer) {
    const bits_store *store = pyramid->bits;
    GLuint framebuffer = hpyr_gl_layers_framebuffer(pyramid->context, store->own, 0, layer, 1);
    if (!framebuffer)
        return HPYR_ERROR_GL;
    glUniform1i(hpyr_gl_uniform(program, "", "layer"), (GLint)layer);
    hpyr_gl_viewport(pyramid->context, 0, 0, store->leaves.width, store->leaves.height);
    hpyr_gl_draw_fullscreen(pyramid->context);
    glDeleteFramebuffers(1, &framebuffer);
    return HPYR_OK;
}

hpyr_result hpyr_core_pack_bits(hpyr_pyramid *pyramid) {
    static const char *const files[] = {"core/morton.glsl", "core/pack_bits.frag.glsl", NULL};
    const source *s = &pyramid->source;
    gl_borrowed borrowed = {0};
    GLuint program;
    hpyr_result result = reserve(pyramid);
    if (result == HPYR_OK)
        result = hpyr_core_base_store(pyramid);
    if (result == HPYR_OK)
        result = hpyr_core_program(pyramid, NULL, true, files, leaves_are_full(pyramid) ? "#define HPYR_EVEN\n" : "",
                                   &program);
    if (result != HPYR_OK)
        return result;
    glUseProgram(program);
    hpyr_core_set_shape(pyramid, program, "hpyr_");
    glUniform1i(hpyr_gl_uniform(program, "", "depth"), (GLint)pyramid->map.depth);
    if (s->has_input)
        hpyr_gl_texture_borrow(pyramid->context, &s->input, GL_INPUT_UNIT, &borrowed);
    hpyr_core_source_set_uniforms(pyramid->context, s, program, "hpyr_", GL_INPUT_UNIT, GL_STATE_UNITS);
    for (uint32_t layer = 0; result == HPYR_OK && layer < pyramid->bits->leaves.layers; ++layer)
        result = draw_layer(pyramid, program, layer);
    hpyr_gl_texture_return(pyramid->context, &borrowed, GL_INPUT_UNIT);
    return result;
}
