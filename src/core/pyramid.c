/* pyramid.c - HistoPyramids of any layout: descriptors, creation, building, and programs that traverse.
 * SPDX-License-Identifier: MIT */
#include "core/pyramid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const pyramid_layout *const layouts[] = {
    [HPYR_LAYOUT_SINGLE] = &hpyr_core_single,
};

/* AUTO: the fastest layout for each order on GL 3.3. */
static const hpyr_layout automatic[] = {
    [HPYR_ORDER_MORTON] = HPYR_LAYOUT_SINGLE,
};

uint32_t hpyr_core_power_of_two(uint32_t n) {
    uint32_t power = 1;
    while (power < n)
        power *= 2;
    return power;
}

/* ---- descriptors ---- */

static hpyr_result resolve_layout(const hpyr_context *context, hpyr_pyramid_desc *desc) {
    if (!desc->order)
        desc->order = HPYR_ORDER_MORTON;
    if (desc->order < HPYR_ORDER_MORTON || desc->order > HPYR_ORDER_COLUMN || desc->layout < HPYR_LAYOUT_AUTO)
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "pyramid: order %d or layout %d is unknown",
                            (int)desc->order, (int)desc->layout);
    if (!desc->layout && (size_t)desc->order < sizeof automatic / sizeof *automatic)
        desc->layout = automatic[desc->order];
    if (!desc->layout || (size_t)desc->layout >= sizeof layouts / sizeof *layouts ||
        !(layouts[desc->layout]->orders & 1u << desc->order))
        return hpyr_gl_fail(context, HPYR_ERROR_UNSUPPORTED,
                            "pyramid: layout %d with order %d; this version has layout SINGLE with order MORTON",
                            (int)desc->layout, (int)desc->order);
    return HPYR_OK;
}

/* Fills in the documented defaults; `context` may be NULL, then nothing is logged. */
static hpyr_result resolve_desc(const hpyr_context *context, const hpyr_pyramid_desc *desc, uint32_t max_side,
                                hpyr_pyramid_desc *resolved, hpyr_flat3d *map) {
    *resolved = *desc;
    if (!resolved->depth)
        resolved->depth = 1;
    if (!resolved->count_format)
        resolved->count_format = HPYR_COUNT_UINT;
    if (!resolved->base)
        resolved->base = HPYR_BASE_MERGED;
    if (resolved->count_format < HPYR_COUNT_UINT || resolved->count_format > HPYR_COUNT_FLOAT ||
        resolved->base < HPYR_BASE_SEPARATE || resolved->base > HPYR_BASE_MERGED)
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "pyramid: count_format %d or base %d is unknown",
                            (int)desc->count_format, (int)desc->base);
    hpyr_result result = resolve_layout(context, resolved);
    if (result != HPYR_OK)
        return result;
    result = hpyr_flat3d_arrange(resolved->width, resolved->height, resolved->depth, resolved->tiles_x, max_side, map);
    if (result == HPYR_ERROR_TOO_LARGE)
        return hpyr_gl_fail(context, result,
                            "pyramid: %ux%ux%u cells in %u tiles a row do not fit into a texture of %ux%u texels",
                            resolved->width, resolved->height, resolved->depth, resolved->tiles_x, max_side, max_side);
    if (result != HPYR_OK)
        return hpyr_gl_fail(context, result,
                            "pyramid: %ux%ux%u cells in %u tiles a row: sizes must be positive, tiles at most depth",
                            resolved->width, resolved->height, resolved->depth, resolved->tiles_x);
    resolved->tiles_x = map->tiles_x;
    return HPYR_OK;
}

uint64_t hpyr_pyramid_bytes(const hpyr_pyramid_desc *desc) {
    hpyr_pyramid_desc resolved;
    hpyr_flat3d map;
    if (!desc || resolve_desc(NULL, desc, UINT32_C(1) << 30, &resolved, &map) != HPYR_OK)
        return 0;
    return layouts[resolved.layout]->bytes(&resolved, hpyr_flat3d_texture_width(&map),
                                           hpyr_flat3d_texture_height(&map));
}

/* ---- life ---- */

hpyr_result hpyr_pyramid_create(hpyr_context *context, const hpyr_pyramid_desc *desc, hpyr_pyramid **out) {
    gl_state state;
    if (out)
        *out = NULL;
    if (!context || !desc || !out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_pyramid *pyramid = calloc(1, sizeof *pyramid);
    if (!pyramid)
        return hpyr_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a pyramid");
    hpyr_result result = resolve_desc(context, desc, context->caps.max_texture_size, &pyramid->desc, &pyramid->map);
    if (result != HPYR_OK) {
        free(pyramid);
        return result;
    }
    pyramid->context = context;
    pyramid->layout = layouts[pyramid->desc.layout];
    pyramid->base_width = hpyr_flat3d_texture_width(&pyramid->map);
    pyramid->base_height = hpyr_flat3d_texture_height(&pyramid->map);
    hpyr_gl_state_enter(context, &state);
    glGenBuffers(1, &pyramid->total_buffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, pyramid->total_buffer);
    glBufferData(GL_PIXEL_PACK_BUFFER, sizeof(uint32_t), NULL, GL_STREAM_READ);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    result = hpyr_gl_state_leave(context, &state, pyramid->layout->create(pyramid));
    if (result != HPYR_OK) {
        hpyr_pyramid_destroy(pyramid);
        return result;
    }
    *out = pyramid;
    return HPYR_OK;
}

void hpyr_pyramid_destroy(hpyr_pyramid *pyramid) {
    if (!pyramid)
        return;
    hpyr_core_drop_binding(pyramid);
    pyramid->layout->destroy(pyramid);
    hpyr_core_source_free(&pyramid->source);
    glDeleteBuffers(1, &pyramid->total_buffer);
    if (pyramid->fence)
        glDeleteSync(pyramid->fence);
    free(pyramid);
}

/* ---- build ---- */

static hpyr_result build(hpyr_pyramid *pyramid, const hpyr_discriminator *discriminator, const hpyr_texture *input) {
    gl_state state;
    hpyr_context *context = pyramid->context;
    if (pyramid->bound)
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "pyramid: unbind it before building it again");
    hpyr_gl_state_enter(context, &state);
    pyramid->status = PYRAMID_EMPTY;
    hpyr_result result = hpyr_core_source_make(context, discriminator, input, &pyramid->map, &pyramid->source);
    if (result == HPYR_OK)
        result = pyramid->layout->build(pyramid);
    if (result == HPYR_OK) {
        hpyr_core_request_total(pyramid);
        pyramid->status = PYRAMID_PENDING;
    }
    result = hpyr_gl_state_leave(context, &state, result);
    if (result != HPYR_OK)
        pyramid->status = PYRAMID_EMPTY;
    return result;
}

hpyr_result hpyr_pyramid_build(hpyr_pyramid *pyramid, const hpyr_discriminator *discriminator,
                               const hpyr_texture *input) {
    if (!pyramid || !discriminator)
        return HPYR_ERROR_INVALID_ARGUMENT;
    return build(pyramid, discriminator, input);
}

hpyr_result hpyr_pyramid_build_counts(hpyr_pyramid *pyramid, const hpyr_texture *counts) {
    if (!pyramid)
        return HPYR_ERROR_INVALID_ARGUMENT;
    return build(pyramid, NULL, counts);
}

/* ---- programs that read the source and traverse ---- */

bool hpyr_core_reads_source(const hpyr_pyramid *pyramid) {
    return pyramid->desc.base == HPYR_BASE_MERGED;
}

void hpyr_core_write_defines(const hpyr_pyramid *pyramid, bool reads_source, const char *more, char *defines) {
    char own[PYRAMID_DEFINES_SIZE];
    pyramid->layout->write_defines(pyramid, own, sizeof own);
    snprintf(defines, ALL_DEFINES_SIZE, "%s%s%s", own, reads_source ? pyramid->source.defines : "", more);
}

hpyr_result hpyr_core_program(const hpyr_pyramid *pyramid, const char *before, bool reads_source,
                              const char *const *after, const char *more_defines, GLuint *program) {
    const char *files[8];
    char defines[ALL_DEFINES_SIZE];
    int count = 0;
    if (before)
        files[count++] = before;
    files[count++] = "core/cell.glsl";
    if (reads_source && pyramid->source.has_input)
        files[count++] = "core/input.glsl";
    if (reads_source)
        files[count++] = "core/discriminate.glsl";
    while (*after && count < 7)
        files[count++] = *after++;
    files[count] = NULL;
    hpyr_core_write_defines(pyramid, reads_source, more_defines, defines);
    const gl_program_desc desc = {.vertex = hpyr_gl_fullscreen,
                                  .fragment = files,
                                  .defines = defines,
                                  .snippet = reads_source ? pyramid->source.custom : NULL,
                                  .snippet_before = "core/discriminate.glsl"};
    return hpyr_gl_program_get(pyramid->context, &desc, program);
}

void hpyr_core_set_shape(const hpyr_pyramid *pyramid, GLuint program, const char *prefix) {
    const hpyr_flat3d *map = &pyramid->map;
    uint32_t last_row = map->tiles_y - 1;
    glUniform2i(hpyr_gl_uniform(program, prefix, "size"), (GLint)pyramid->base_width, (GLint)pyramid->base_height);
    glUniform3i(hpyr_gl_uniform(program, prefix, "volume"), (GLint)map->width, (GLint)map->height, (GLint)map->tiles_x);
    glUniform2i(hpyr_gl_uniform(program, prefix, "unused"),
                (GLint)((map->depth - last_row * map->tiles_x) * map->width), (GLint)(last_row * map->height));
}

GLuint hpyr_core_unit_count(const hpyr_pyramid *pyramid) {
    return hpyr_core_reads_source(pyramid) && pyramid->source.has_input ? 2 : 1;
}

hpyr_result hpyr_core_use(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit,
                          GLuint first_free, gl_borrowed *borrowed) {
    const source *s = &pyramid->source;
    bool reads_source = hpyr_core_reads_source(pyramid);
    borrowed->name = 0;
    if (reads_source && s->has_input && !glIsTexture(s->input.name))
        return hpyr_gl_fail(pyramid->context, HPYR_ERROR_TEXTURE,
                            "pyramid: the input texture %u, which a MERGED pyramid borrows, was deleted",
                            s->input.name);
    glUseProgram(program);
    hpyr_core_set_shape(pyramid, program, prefix);
    pyramid->layout->bind(pyramid, program, prefix, unit);
    if (reads_source) {
        if (s->has_input)
            hpyr_gl_texture_borrow(pyramid->context, &s->input, unit + 1, borrowed);
        hpyr_core_source_set_uniforms(s, program, prefix, unit + 1, first_free);
    }
    return HPYR_OK;
}

void hpyr_core_release(const gl_borrowed *borrowed, GLuint unit) {
    hpyr_gl_texture_return(borrowed, unit + 1);
}
