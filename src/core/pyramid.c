/* pyramid.c - HistoPyramids of any layout: descriptors, creation, building, and programs that traverse.
 * SPDX-License-Identifier: MIT */
#include "core/pyramid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_SIDE = 1 << 30, MAX_FILES = 12 };

static const pyramid_layout *const layouts[] = {
    [HPYR_LAYOUT_SINGLE] = &hpyr_core_single,
    [HPYR_LAYOUT_BITS] = &hpyr_core_bits,
};

/* AUTO: the fastest layout for each order on GL 3.3. */
static const hpyr_layout automatic[] = {
    [HPYR_ORDER_MORTON] = HPYR_LAYOUT_SINGLE,
    [HPYR_ORDER_LINE] = HPYR_LAYOUT_BITS,
    [HPYR_ORDER_COLUMN] = HPYR_LAYOUT_BITS,
};

uint32_t hpyr_core_power_of_two(uint32_t n) {
    uint32_t power = 1;
    while (power < n)
        power *= 2;
    return power;
}

/* ---- descriptors ---- */

static const char *order_name(hpyr_order order) {
    static const char *const names[] = {"DEFAULT", "MORTON", "LINE", "MORTON3", "COLUMN"};
    return names[order];
}

hpyr_result hpyr_core_arrange(const hpyr_context *context, const char *what, const uint32_t size[3], uint32_t tiles_x,
                              uint32_t max_side, hpyr_flat3d *map) {
    char tiles[48] = "";
    hpyr_result result = hpyr_flat3d_arrange(size[0], size[1], size[2], tiles_x, max_side, map);
    if (tiles_x)
        snprintf(tiles, sizeof tiles, " in %u tiles a row", tiles_x);
    if (result == HPYR_ERROR_TOO_LARGE)
        return hpyr_gl_fail(context, result,
                            "%s: %ux%ux%u cells, laid flat-3D%s, do not fit into a texture of %ux%u texels", what,
                            size[0], size[1], size[2], tiles, max_side, max_side);
    if (result != HPYR_OK)
        return hpyr_gl_fail(context, result,
                            "%s: %ux%ux%u cells%s: sizes must be positive, and tiles a row at most the depth", what,
                            size[0], size[1], size[2], tiles);
    return HPYR_OK;
}

static hpyr_result resolve_layout(const hpyr_context *context, hpyr_pyramid_desc *desc) {
    if (!desc->order)
        desc->order = HPYR_ORDER_MORTON;
    if (desc->order < HPYR_ORDER_MORTON || desc->order > HPYR_ORDER_COLUMN || desc->layout < HPYR_LAYOUT_AUTO)
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "pyramid: order %d or layout %d is unknown",
                            (int)desc->order, (int)desc->layout);
    if (!desc->layout && (size_t)desc->order < sizeof automatic / sizeof *automatic)
        desc->layout = automatic[desc->order];
    bool known = desc->layout && (size_t)desc->layout < sizeof layouts / sizeof *layouts;
    if (!known || !(layouts[desc->layout]->orders & 1u << desc->order))
        return hpyr_gl_fail(context, HPYR_ERROR_UNSUPPORTED,
                            "pyramid: layout %s (%d) with order %s; this version has SINGLE with MORTON, and BITS with "
                            "MORTON, LINE and COLUMN",
                            known ? layouts[desc->layout]->name : "none", (int)desc->layout, order_name(desc->order));
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
    if (resolved->count_format < HPYR_COUNT_UINT || resolved->count_format > HPYR_COUNT_FLOAT ||
        resolved->base < HPYR_BASE_DEFAULT || resolved->base > HPYR_BASE_MERGED)
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "pyramid: count_format %d or base %d is unknown",
                            (int)desc->count_format, (int)desc->base);
    hpyr_result result = resolve_layout(context, resolved);
    if (result != HPYR_OK)
        return result;
    const pyramid_layout *layout = layouts[resolved->layout];
    if (!resolved->base)
        resolved->base = layout->default_base;
    if (!(layout->bases & 1u << resolved->base) || (resolved->count_format == HPYR_COUNT_FLOAT && !layout->floats))
        return hpyr_gl_fail(context, HPYR_ERROR_UNSUPPORTED,
                            "pyramid: layout %s has neither a MERGED base nor FLOAT counts", layout->name);
    if (resolved->order == HPYR_ORDER_COLUMN) /* cells are addressed by themselves: no 2D texture need hold them all */
        max_side = LARGEST_SIDE;
    const uint32_t size[3] = {resolved->width, resolved->height, resolved->depth};
    result = hpyr_core_arrange(context, "pyramid", size, resolved->tiles_x, max_side, map);
    if (result == HPYR_OK)
        resolved->tiles_x = map->tiles_x;
    return result;
}

uint64_t hpyr_pyramid_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc) {
    hpyr_pyramid_desc resolved;
    hpyr_flat3d map;
    (void)context;
    if (!desc || resolve_desc(NULL, desc, LARGEST_SIDE, &resolved, &map) != HPYR_OK)
        return 0;
    return layouts[resolved.layout]->bytes(&resolved, &map);
}

const hpyr_pyramid_desc *hpyr_pyramid_resolved(const hpyr_pyramid *pyramid) {
    return pyramid ? &pyramid->desc : NULL;
}

const char *hpyr_layout_name(hpyr_layout layout) {
    static const char *const names[] = {"AUTO", "SINGLE", "BITS", "VEC4", "RECT", "LINE", "VOLUME", "BILINEAR"};
    return layout >= HPYR_LAYOUT_AUTO && (size_t)layout < sizeof names / sizeof *names ? names[layout] : "unknown layout";
}

uint32_t hpyr_pyramid_passes(const hpyr_pyramid *pyramid) {
    return pyramid ? (uint32_t)(pyramid->top - pyramid->first_level + 1) : 0;
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

/* What a build begins with: the discriminator's answers, a texture of counts, or a texture of bits. */
typedef enum build_from { FROM_DISCRIMINATOR, FROM_COUNTS, FROM_BITS } build_from;

static hpyr_result make_source(hpyr_pyramid *pyramid, build_from from, const hpyr_discriminator *discriminator,
                               const hpyr_texture *input) {
    hpyr_context *context = pyramid->context;
    if (from == FROM_COUNTS && pyramid->layout->binary)
        return hpyr_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "pyramid: layout %s holds no counts above 1",
                            pyramid->layout->name);
    pyramid->borrows = from == FROM_BITS;
    if (from == FROM_BITS)
        return hpyr_core_source_bits(context, input, &pyramid->map, &pyramid->source);
    hpyr_result result = hpyr_core_source_make(context, discriminator, input, &pyramid->map, &pyramid->source);
    pyramid->borrows = hpyr_core_reads_source(pyramid) && pyramid->source.has_input;
    return result;
}

static hpyr_result build(hpyr_pyramid *pyramid, build_from from, const hpyr_discriminator *discriminator,
                         const hpyr_texture *input) {
    gl_state state;
    hpyr_context *context = pyramid->context;
    if (pyramid->bound)
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "pyramid: unbind it before building it again");
    hpyr_gl_state_enter(context, &state);
    pyramid->status = PYRAMID_EMPTY;
    hpyr_result result = make_source(pyramid, from, discriminator, input);
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
    return build(pyramid, FROM_DISCRIMINATOR, discriminator, input);
}

hpyr_result hpyr_pyramid_build_counts(hpyr_pyramid *pyramid, const hpyr_texture *counts) {
    if (!pyramid)
        return HPYR_ERROR_INVALID_ARGUMENT;
    return build(pyramid, FROM_COUNTS, NULL, counts);
}

hpyr_result hpyr_pyramid_build_bits(hpyr_pyramid *pyramid, const hpyr_texture *bits) {
    if (!pyramid)
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (!pyramid->layout->binary || pyramid->desc.order != HPYR_ORDER_COLUMN)
        return hpyr_gl_fail(pyramid->context, HPYR_ERROR_INVALID_ARGUMENT,
                            "pyramid: bits need layout BITS and order COLUMN; it has %s and %s", pyramid->layout->name,
                            order_name(pyramid->desc.order));
    return build(pyramid, FROM_BITS, NULL, bits);
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
    const char *files[MAX_FILES + 1];
    char defines[ALL_DEFINES_SIZE];
    int count = 0;
    if (before)
        files[count++] = before;
    files[count++] = "core/cell.glsl";
    if (reads_source && pyramid->source.has_input)
        files[count++] = "core/input.glsl";
    if (reads_source)
        files[count++] = "core/discriminate.glsl";
    while (*after && count < MAX_FILES)
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
    GLuint own = pyramid->layout->units;
    return pyramid->borrows && own <= PYRAMID_INPUT_OFFSET ? PYRAMID_INPUT_OFFSET + 1 : own;
}

hpyr_result hpyr_core_use(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit,
                          GLuint first_free, gl_borrowed *borrowed) {
    const source *s = &pyramid->source;
    bool reads_source = hpyr_core_reads_source(pyramid);
    borrowed->name = 0;
    if (pyramid->borrows && !glIsTexture(s->input.name))
        return hpyr_gl_fail(pyramid->context, HPYR_ERROR_TEXTURE,
                            "pyramid: the input texture %u, which the pyramid borrows, was deleted", s->input.name);
    glUseProgram(program);
    hpyr_core_set_shape(pyramid, program, prefix);
    pyramid->layout->bind(pyramid, program, prefix, unit);
    if (pyramid->borrows)
        hpyr_gl_texture_borrow(pyramid->context, &s->input, unit + PYRAMID_INPUT_OFFSET, borrowed);
    if (reads_source)
        hpyr_core_source_set_uniforms(s, program, prefix, unit + PYRAMID_INPUT_OFFSET, first_free);
    return HPYR_OK;
}

void hpyr_core_release(const gl_borrowed *borrowed, GLuint unit) {
    hpyr_gl_texture_return(borrowed, unit + PYRAMID_INPUT_OFFSET);
}
