/* pyramid.c - HistoPyramids of any layout: descriptors, creation, building, and programs that traverse.
 * SPDX-License-Identifier: MIT */
#include "core/pyramid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_SIDE = 1 << 30 };

static const hpi_pyramid_layout *const layouts[] = {
    [HPYR_LAYOUT_SINGLE] = &hpi_core_single,     [HPYR_LAYOUT_BITS] = &hpi_core_bits,
    [HPYR_LAYOUT_VEC4] = &hpi_core_vec4,         [HPYR_LAYOUT_VOLUME] = &hpi_core_volume,
    [HPYR_LAYOUT_BILINEAR] = &hpi_core_bilinear, [HPYR_LAYOUT_RECT] = &hpi_core_rect,
    [HPYR_LAYOUT_LINE] = &hpi_core_line,
};

/* AUTO: the fastest layout for each order, on GL 3.3 for cells of any number of outputs and of one at most, and on GL 2.1. */
static const struct {
    hpyr_layout any, binary, legacy;
} automatic[] = {
    [HPYR_ORDER_MORTON] = {HPYR_LAYOUT_SINGLE, HPYR_LAYOUT_BITS, HPYR_LAYOUT_RECT},
    [HPYR_ORDER_LINE] = {HPYR_LAYOUT_LINE, HPYR_LAYOUT_BITS, HPYR_LAYOUT_LINE},
    [HPYR_ORDER_MORTON3] = {HPYR_LAYOUT_VOLUME, HPYR_LAYOUT_VOLUME, HPYR_LAYOUT_VOLUME},
    [HPYR_ORDER_COLUMN] = {HPYR_LAYOUT_BITS, HPYR_LAYOUT_BITS, HPYR_LAYOUT_BITS},
};

uint32_t hpi_core_power_of_two(uint32_t n) {
    uint32_t power = 1;
    while (power < n)
        power *= 2;
    return power;
}

uint32_t hpi_core_halved(uint32_t size, int times) {
    return ((size - 1) >> times) + 1;
}

uint32_t hpi_core_mip_side(uint32_t side, int level) {
    return side >> level ? side >> level : 1;
}

int hpi_core_first_level(const hpyr_pyramid_desc *desc) {
    return desc->base == HPYR_BASE_MERGED ? 1 : 0;
}

/* ---- descriptors ---- */

static const char *order_name(hpyr_order order) {
    static const char *const names[] = {"DEFAULT", "MORTON", "LINE", "MORTON3", "COLUMN"};
    return names[order];
}

hpyr_result hpi_core_arrange(const hpyr_context *context, const char *what, const uint32_t size[3], uint32_t tiles_x,
                             uint32_t max_side, hpyr_flat3d *map) {
    char tiles[48] = "";
    hpyr_result result = hpyr_flat3d_arrange(size[0], size[1], size[2], tiles_x, max_side, map);
    if (tiles_x)
        snprintf(tiles, sizeof tiles, " in %u tiles a row", tiles_x);
    if (result == HPYR_ERROR_TOO_LARGE)
        return hpi_gl_fail(context, result,
                           "%s: %ux%ux%u cells, laid flat-3D%s, do not fit into a texture of %ux%u texels", what,
                           size[0], size[1], size[2], tiles, max_side, max_side);
    if (result != HPYR_OK)
        return hpi_gl_fail(context, result,
                           "%s: %ux%ux%u cells%s: sizes must be positive, and tiles a row at most the depth", what,
                           size[0], size[1], size[2], tiles);
    return HPYR_OK;
}

static bool is_legacy(const hpyr_context *context) {
    return context && context->legacy;
}

static hpyr_layout automatic_layout(const hpyr_context *context, const hpyr_pyramid_desc *desc) {
    if (is_legacy(context) && desc->order == HPYR_ORDER_MORTON && !context->caps.rectangle_textures)
        return HPYR_LAYOUT_VEC4;
    return is_legacy(context)                                              ? automatic[desc->order].legacy
           : desc->max_count == 1 && desc->count_format <= HPYR_COUNT_UINT ? automatic[desc->order].binary
                                                                           : automatic[desc->order].any;
}

static const hpi_pyramid_layout *layout_of(hpyr_layout layout) {
    return (size_t)layout < sizeof layouts / sizeof *layouts ? layouts[layout] : NULL;
}

static hpyr_result check_enums(const hpyr_context *context, const hpyr_pyramid_desc *desc) {
    if (desc->order < HPYR_ORDER_DEFAULT || desc->order > HPYR_ORDER_COLUMN || desc->layout < HPYR_LAYOUT_AUTO ||
        desc->layout > HPYR_LAYOUT_BILINEAR)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "pyramid: order %d or layout %d is unknown",
                           (int)desc->order, (int)desc->layout);
    if (desc->count_format < HPYR_COUNT_DEFAULT || desc->count_format > HPYR_COUNT_HALF ||
        desc->base < HPYR_BASE_DEFAULT || desc->base > HPYR_BASE_MERGED)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "pyramid: count_format %d or base %d is unknown",
                           (int)desc->count_format, (int)desc->base);
    return HPYR_OK;
}

static hpyr_result refuse(const hpyr_context *context, const hpi_pyramid_layout *layout, const char *what) {
    return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "pyramid: layout %s %s", layout->name, what);
}

/* The first of the layout's formats that this GL counts exactly, if any does. */
static hpyr_count_format default_format(const hpyr_context *context, const hpi_pyramid_layout *layout,
                                        unsigned formats) {
    hpyr_count_format lowest = HPYR_COUNT_DEFAULT;
    for (hpyr_count_format format = HPYR_COUNT_HALF; format >= HPYR_COUNT_UINT; format--)
        if (formats & 1u << format && (!context || !layout->counts || layout->counts(context, format)))
            lowest = format;
    return lowest ? lowest : HPYR_COUNT_FLOAT;
}

/* Whether the layout has what was asked for, and this GL has what the layout needs. */
static hpyr_result check_layout(const hpyr_context *context, hpyr_pyramid_desc *desc) {
    static const char *const no_format[] = {"", "has no UINT counts", "has no FLOAT counts", "has no HALF counts"};
    const hpi_pyramid_layout *layout = layout_of(desc->layout);
    char text[64];
    if (!(layout->orders & 1u << desc->order)) {
        snprintf(text, sizeof text, "has no order %s", order_name(desc->order));
        return refuse(context, layout, text);
    }
    unsigned formats = layout->formats[is_legacy(context)];
    if (!formats)
        return refuse(context, layout, "needs GL 3.3");
    if (desc->count_format && !(formats & 1u << desc->count_format)) {
        bool elsewhere = layout->formats[0] & 1u << desc->count_format;
        snprintf(text, sizeof text, "%s%s", no_format[desc->count_format], elsewhere ? " on GL 2.1" : "");
        return refuse(context, layout, text);
    }
    if (layout->binary && desc->max_count > 1)
        return refuse(context, layout, "holds no counts above 1, and max_count is larger");
    if (!desc->base)
        desc->base = HPYR_BASE_MERGED;
    if (context && layout->fetches_mipmaps && !context->caps.fragment_lod)
        return refuse(context, layout,
                      "needs GL_ARB_shader_texture_lod, which this GL does not have; RECT does without");
    if (!desc->count_format)
        desc->count_format = default_format(context, layout, formats);
    return layout->check ? layout->check(context, desc) : HPYR_OK;
}

/* The layout's own, the first of those it has; MORTON where AUTO shall choose. */
static hpyr_order default_order(hpyr_layout name) {
    const hpi_pyramid_layout *layout = layout_of(name);
    int order = HPYR_ORDER_MORTON;
    while (layout && order < HPYR_ORDER_COLUMN && !(layout->orders & 1u << order))
        order++;
    return (hpyr_order)order;
}

/* Fills in the documented defaults; `context` may be NULL, then it is GL 3.3's, and nothing is logged. */
static hpyr_result resolve_desc(const hpyr_context *context, const hpyr_pyramid_desc *desc, uint32_t max_side,
                                hpyr_pyramid_desc *resolved, hpyr_flat3d *map) {
    *resolved = *desc;
    hpyr_result result = check_enums(context, desc);
    if (result != HPYR_OK)
        return result;
    if (!resolved->depth)
        resolved->depth = 1;
    if (!resolved->clones)
        resolved->clones = 1;
    if (!resolved->order)
        resolved->order = default_order(resolved->layout);
    if (!resolved->layout)
        resolved->layout = automatic_layout(context, resolved);
    result = check_layout(context, resolved);
    if (result != HPYR_OK)
        return result;
    bool stored = resolved->layout == HPYR_LAYOUT_BITS && resolved->base == HPYR_BASE_SEPARATE;
    if ((resolved->order == HPYR_ORDER_COLUMN && !stored) || layout_of(resolved->layout)->addresses_cells)
        max_side = LARGEST_SIDE; /* cells are addressed by themselves: no 2D texture need hold them all */
    const uint32_t size[3] = {resolved->width, resolved->height, resolved->depth};
    result = hpi_core_arrange(context, "pyramid", size, resolved->tiles_x, max_side, map);
    if (result == HPYR_OK)
        resolved->tiles_x = map->tiles_x;
    return result;
}

uint64_t hpyr_pyramid_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc) {
    hpyr_pyramid_desc resolved;
    hpyr_flat3d map;
    if (!desc || resolve_desc(context, desc, context ? context->caps.max_texture_size : LARGEST_SIDE, &resolved,
                              &map) != HPYR_OK)
        return 0;
    return layouts[resolved.layout]->bytes(context, &resolved, &map);
}

const hpyr_pyramid_desc *hpyr_pyramid_resolved(const hpyr_pyramid *pyramid) {
    return pyramid ? &pyramid->desc : NULL;
}

/* ---- life ---- */

hpyr_result hpyr_pyramid_create(hpyr_context *context, const hpyr_pyramid_desc *desc, hpyr_pyramid **out) {
    hpi_gl_state state;
    if (out)
        *out = NULL;
    if (!context || !desc || !out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(context, "pyramid");
    if (result != HPYR_OK)
        return result;
    hpyr_pyramid *pyramid = calloc(1, sizeof *pyramid);
    if (!pyramid)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a pyramid");
    result = resolve_desc(context, desc, context->caps.max_texture_size, &pyramid->desc, &pyramid->map);
    if (result != HPYR_OK) {
        free(pyramid);
        return result;
    }
    hpi_gl_context_hold(context);
    pyramid->context = context;
    pyramid->layout = layouts[pyramid->desc.layout];
    pyramid->base_width = hpyr_flat3d_texture_width(&pyramid->map);
    pyramid->base_height = hpyr_flat3d_texture_height(&pyramid->map);
    hpi_gl_state_enter(context, &state);
    hpi_core_total_create(pyramid);
    result = hpi_gl_state_leave(context, &state, pyramid->layout->create(pyramid));
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
    hpyr_context *context = pyramid->context;
    hpi_gl_warn_of_leaks(context, "pyramid");
    hpi_core_drop_binding(pyramid);
    pyramid->layout->destroy(pyramid);
    hpi_core_source_free(&pyramid->source);
    hpi_core_total_destroy(pyramid);
    free(pyramid);
    hpi_gl_context_release(context);
}

/* ---- build ---- */

/* What a build begins with: the discriminator's answers, a texture of counts, or a texture of bits. */
typedef enum build_from { FROM_DISCRIMINATOR, FROM_COUNTS, FROM_BITS } build_from;

static hpyr_result make_source(hpyr_pyramid *pyramid, build_from from, const hpyr_discriminator *discriminator,
                               const hpyr_texture *input) {
    hpyr_context *context = pyramid->context;
    if (from == FROM_COUNTS && pyramid->layout->binary)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "pyramid: layout %s holds no counts above 1",
                           pyramid->layout->name);
    pyramid->borrows = from == FROM_BITS;
    if (from == FROM_BITS)
        return hpi_core_source_bits(context, input, &pyramid->map, &pyramid->source);
    hpyr_result result = hpi_core_source_make(context, discriminator, input, &pyramid->map, &pyramid->source);
    pyramid->borrows = hpi_core_reads_source(pyramid) && pyramid->source.has_input;
    return result;
}

static hpyr_result build(hpyr_pyramid *pyramid, build_from from, const hpyr_discriminator *discriminator,
                         const hpyr_texture *input) {
    hpi_gl_state state;
    hpyr_context *context = pyramid->context;
    hpyr_result result = hpi_gl_check_current(context, "pyramid");
    if (result != HPYR_OK)
        return result;
    if (pyramid->bound)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "pyramid: unbind it before building it again");
    hpi_gl_state_enter(context, &state);
    pyramid->status = PYRAMID_EMPTY;
    result = make_source(pyramid, from, discriminator, input);
    if (result == HPYR_OK)
        result = pyramid->layout->build(pyramid);
    if (result == HPYR_OK) {
        hpi_core_request_total(pyramid);
        pyramid->status = PYRAMID_PENDING;
        pyramid->total = 0;
    }
    result = hpi_gl_state_leave(context, &state, result);
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
        return hpi_gl_fail(pyramid->context, HPYR_ERROR_INVALID_ARGUMENT,
                           "pyramid: bits need layout BITS and order COLUMN; it has %s and %s", pyramid->layout->name,
                           order_name(pyramid->desc.order));
    return build(pyramid, FROM_BITS, NULL, bits);
}

/* ---- programs that read the source and traverse ---- */

bool hpi_core_reads_source(const hpyr_pyramid *pyramid) {
    return pyramid->desc.base == HPYR_BASE_MERGED && !pyramid->layout->knows_children;
}

/* Whether every node of level 1 has all its cells: none past the edge, none in a tile without a slice. */
static bool is_even(const hpyr_pyramid *pyramid) {
    const uint32_t *shape = pyramid->layout->node_shape;
    const hpyr_flat3d *map = &pyramid->map;
    return shape[0] && pyramid->base_width % shape[0] == 0 && pyramid->base_height % shape[1] == 0 &&
           map->depth == map->tiles_x * map->tiles_y;
}

static void add_common_defines(const hpyr_pyramid *pyramid, hpi_text *text) {
    const hpyr_pyramid_desc *desc = &pyramid->desc;
    bool integers = desc->count_format == HPYR_COUNT_UINT;
    hpi_text_print(text,
                   "#define HPYR_NODES %ssampler%s\n#define HPYR_COUNT %s\n#define HPYR_FIRST_LEVEL %d\n"
                   "#define HPYR_MAX_LEVELS %d\n%s%s%s%s",
                   integers ? "u" : "", pyramid->layout->volumes ? "3D" : "2D", integers ? "uint" : "float",
                   pyramid->first_level, (int)PYRAMID_MAX_LEVELS,
                   desc->count_format == HPYR_COUNT_FLOAT ? "#define HPYR_FLOAT_COUNTS\n" : "",
                   desc->depth > 1 ? "#define HPYR_VOLUME\n" : "", is_even(pyramid) ? "#define HPYR_EVEN\n" : "",
                   desc->clones > 1 ? "#define HPYR_CLONES\n" : "");
}

void hpi_core_add_defines(const hpyr_pyramid *pyramid, bool reads_source, hpi_text *text) {
    add_common_defines(pyramid, text);
    if (pyramid->layout->add_defines)
        pyramid->layout->add_defines(pyramid, text);
    if (reads_source)
        hpi_core_source_add_defines(&pyramid->source, text);
}

void hpi_core_add_level_defines(const hpyr_pyramid *pyramid, hpi_text *text) {
    int top = pyramid->top;
    hpi_text_print(text, "#define HPYR_TOP %d\n#define HPYR_DOWN(s)", top);
    for (int level = top - 1; level >= 1; level--)
        hpi_text_print(text, " s(%d)", level);
    hpi_text_add(text, "\n#define HPYR_UP(s)");
    for (int level = 1; level < top; level++)
        hpi_text_print(text, " s(%d)", level);
    hpi_text_add(text, "\n");
}

hpyr_result hpi_core_program(const hpyr_pyramid *pyramid, const hpi_gl_stage *stage, bool reads_source,
                             const char *more, GLuint *program) {
    hpi_text defines = {0};
    if (!more)
        return hpi_gl_fail(pyramid->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a program");
    hpi_core_add_defines(pyramid, reads_source, &defines);
    hpi_text_add(&defines, more);
    const hpi_gl_program_desc desc = {
        .fragment = *stage, .defines = &defines, .caller = reads_source ? pyramid->source.custom : NULL};
    hpyr_result result = hpi_gl_program_get(pyramid->context, &desc, program);
    hpi_text_free(&defines);
    return result;
}

void hpi_core_set_shape(const hpyr_pyramid *pyramid, GLuint program, const char *prefix) {
    const hpyr_flat3d *map = &pyramid->map;
    uint32_t last_row = map->tiles_y - 1;
    glUniform2i(hpi_gl_location(pyramid->context, program, prefix, "size"), (GLint)pyramid->base_width,
                (GLint)pyramid->base_height);
    glUniform3i(hpi_gl_location(pyramid->context, program, prefix, "volume"), (GLint)map->width, (GLint)map->height,
                (GLint)map->tiles_x);
    glUniform2i(hpi_gl_location(pyramid->context, program, prefix, "unused"),
                (GLint)((map->depth - last_row * map->tiles_x) * map->width), (GLint)(last_row * map->height));
}

GLuint hpi_core_unit_count(const hpyr_pyramid *pyramid) {
    GLuint own = pyramid->layout->units;
    return pyramid->borrows && own <= PYRAMID_INPUT_OFFSET ? PYRAMID_INPUT_OFFSET + 1 : own;
}

hpyr_result hpi_core_use(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit,
                         GLuint first_free, hpi_gl_borrowed *borrowed) {
    const hpi_source *s = &pyramid->source;
    bool reads_source = hpi_core_reads_source(pyramid);
    borrowed->name = 0;
    if (pyramid->borrows && !glIsTexture(s->input.name))
        return hpi_gl_fail(pyramid->context, HPYR_ERROR_TEXTURE,
                           "pyramid: the input texture %u, which the pyramid borrows, was deleted", s->input.name);
    glUseProgram(program);
    hpi_core_set_shape(pyramid, program, prefix);
    pyramid->layout->bind(pyramid, program, prefix, unit);
    hpi_gl_set_count(pyramid->context, hpi_gl_location(pyramid->context, program, prefix, "total"), pyramid->total);
    hpi_gl_set_count(pyramid->context, hpi_gl_location(pyramid->context, program, prefix, "clones"),
                     pyramid->desc.clones);
    if (pyramid->borrows)
        hpi_gl_texture_borrow(pyramid->context, &s->input, unit + PYRAMID_INPUT_OFFSET, borrowed);
    if (reads_source)
        hpi_core_source_set_uniforms(pyramid->context, s, program, prefix, unit + PYRAMID_INPUT_OFFSET, first_free);
    return HPYR_OK;
}

void hpi_core_release(const hpyr_pyramid *pyramid, const hpi_gl_borrowed *borrowed, GLuint unit) {
    hpi_gl_texture_return(pyramid->context, borrowed, unit + PYRAMID_INPUT_OFFSET);
}
