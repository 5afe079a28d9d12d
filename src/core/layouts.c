/* layouts.c - the table of layouts, and which of them a descriptor gets.  SPDX-License-Identifier: MIT */
#include "core/layout.h"

#include <stdio.h>

enum { LARGEST_SIDE = 1 << 30 };

static const hpi_pyramid_layout *const layouts[] = {
    [HPYR_LAYOUT_SINGLE] = &hpi_core_single,     [HPYR_LAYOUT_BITS] = &hpi_core_bits,
    [HPYR_LAYOUT_VEC4] = &hpi_core_vec4,         [HPYR_LAYOUT_VOLUME] = &hpi_core_volume,
    [HPYR_LAYOUT_BILINEAR] = &hpi_core_bilinear, [HPYR_LAYOUT_RECT] = &hpi_core_rect,
    [HPYR_LAYOUT_LINE] = &hpi_core_line,
};

/* The layout that AUTO takes for each order: on GL 3.3 for any counts, on GL 3.3 for counts that are few (are_few), and on GL 2.1. */
static const struct {
    hpyr_layout any, few, legacy;
} automatic[] = {
    [HPYR_ORDER_MORTON] = {HPYR_LAYOUT_SINGLE, HPYR_LAYOUT_BITS, HPYR_LAYOUT_RECT},
    [HPYR_ORDER_LINE] = {HPYR_LAYOUT_LINE, HPYR_LAYOUT_BITS, HPYR_LAYOUT_LINE},
    [HPYR_ORDER_MORTON3] = {HPYR_LAYOUT_VOLUME, HPYR_LAYOUT_VOLUME, HPYR_LAYOUT_VOLUME},
    [HPYR_ORDER_COLUMN] = {HPYR_LAYOUT_BITS, HPYR_LAYOUT_BITS, HPYR_LAYOUT_BITS},
};

/* ---- names ---- */

const char *hpi_core_order_name(hpyr_order order) {
    static const char *const names[] = {"DEFAULT", "MORTON", "LINE", "MORTON3", "COLUMN"};
    return names[order];
}

/* ---- descriptors ---- */

static bool is_legacy(const hpyr_context *context) {
    return context && context->legacy;
}

static bool are_few(const hpyr_pyramid_desc *desc) {
    return desc->max_count && desc->max_count <= HPI_MOST_CELL_BITS && desc->count_format <= HPYR_COUNT_FORMAT_UINT;
}

static hpyr_layout automatic_layout(const hpyr_context *context, const hpyr_pyramid_desc *desc) {
    if (is_legacy(context) && desc->order == HPYR_ORDER_MORTON && !context->caps.rectangle_textures)
        return HPYR_LAYOUT_VEC4;
    return is_legacy(context) ? automatic[desc->order].legacy
           : are_few(desc)    ? automatic[desc->order].few
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
    if (desc->count_format < HPYR_COUNT_FORMAT_DEFAULT || desc->count_format > HPYR_COUNT_FORMAT_HALF ||
        desc->base < HPYR_BASE_DEFAULT || desc->base > HPYR_BASE_MERGED)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "pyramid: count_format %d or base %d is unknown",
                           (int)desc->count_format, (int)desc->base);
    return HPYR_OK;
}

static hpyr_result refuse(const hpyr_context *context, const hpi_pyramid_layout *layout, const char *what) {
    return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "pyramid: layout %s %s", layout->name, what);
}

/* Returns the first format of the layout that this GL counts exactly; FLOAT if there is none. */
static hpyr_count_format default_format(const hpyr_context *context, const hpi_pyramid_layout *layout,
                                        unsigned formats) {
    hpyr_count_format lowest = HPYR_COUNT_FORMAT_DEFAULT;
    for (hpyr_count_format format = HPYR_COUNT_FORMAT_HALF; format >= HPYR_COUNT_FORMAT_UINT; format--)
        if (formats & 1u << format && (!context || !layout->counts || layout->counts(context, format)))
            lowest = format;
    return lowest ? lowest : HPYR_COUNT_FORMAT_FLOAT;
}

/* Checks that the layout has what was asked for, and that this GL has what the layout needs. */
static hpyr_result check_layout(const hpyr_context *context, hpyr_pyramid_desc *desc) {
    static const char *const no_format[] = {"", "has no UINT counts", "has no FLOAT counts", "has no HALF counts"};
    const hpi_pyramid_layout *layout = layout_of(desc->layout);
    char text[64];
    if (!(layout->orders & 1u << desc->order)) {
        snprintf(text, sizeof text, "has no order %s", hpi_core_order_name(desc->order));
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
    if (layout->binary && desc->max_count > 1 && desc->order == HPYR_ORDER_COLUMN)
        return refuse(context, layout, "holds no counts above 1 in order COLUMN, and max_count is larger");
    if (layout->binary && desc->max_count > HPI_MOST_CELL_BITS)
        return refuse(context, layout, "holds no counts above 8, and max_count is larger");
    if (!desc->base)
        desc->base = HPYR_BASE_MERGED;
    if (context && layout->fetches_mipmaps && !context->caps.fragment_lod)
        return refuse(context, layout,
                      "needs GL_ARB_shader_texture_lod, which this GL does not have; RECT does without");
    if (!desc->count_format)
        desc->count_format = default_format(context, layout, formats);
    if (context && desc->count_format != HPYR_COUNT_FORMAT_UINT && !context->caps.float_targets)
        return refuse(context, layout, "needs GL_EXT_color_buffer_float for counts other than UINT");
    return layout->check ? layout->check(context, desc) : HPYR_OK;
}

/* Returns the first order of the layout, or MORTON for AUTO. */
static hpyr_order default_order(hpyr_layout name) {
    const hpi_pyramid_layout *layout = layout_of(name);
    int order = HPYR_ORDER_MORTON;
    while (layout && order < HPYR_ORDER_COLUMN && !(layout->orders & 1u << order))
        order++;
    return (hpyr_order)order;
}

hpyr_result hpi_core_resolve(const hpyr_context *context, const hpyr_pyramid_desc *desc, hpyr_pyramid_desc *resolved,
                             const hpi_pyramid_layout **layout, hpyr_flat3d *map) {
    uint32_t max_side = context ? context->caps.max_texture_size : LARGEST_SIDE;
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
    *layout = layout_of(resolved->layout);
    bool stored = resolved->layout == HPYR_LAYOUT_BITS && resolved->base == HPYR_BASE_SEPARATE;
    if ((resolved->order == HPYR_ORDER_COLUMN && !stored) || (*layout)->addresses_cells)
        max_side = LARGEST_SIDE; /* no 2D texture has to hold all cells */
    const uint32_t size[3] = {resolved->width, resolved->height, resolved->depth};
    result = hpi_core_arrange(context, "pyramid", size, resolved->tiles_x, max_side, map);
    if (result == HPYR_OK)
        resolved->tiles_x = map->tiles_x;
    return result;
}

static uint64_t bytes_of(const hpyr_context *context, const hpyr_pyramid_desc *desc, bool chosen) {
    const hpi_pyramid_layout *layout;
    hpyr_pyramid_desc resolved;
    hpyr_flat3d map;
    if (!desc || hpi_core_resolve(context, desc, &resolved, &layout, &map) != HPYR_OK)
        return 0;
    uint64_t levels = layout->bytes(context, &resolved, &map); /* 0: they do not fit */
    bool has_base = hpi_core_has_own_base(layout, &resolved) ||
                    (chosen && hpi_core_chooses_base(layout, desc) && hpi_core_base_fits(context, &map));
    return levels && has_base ? levels + hpi_core_base_bytes(context, &resolved, &map) : levels;
}

uint64_t hpyr_pyramid_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc) {
    return bytes_of(context, desc, false);
}

uint64_t hpi_core_most_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc) {
    return bytes_of(context, desc, true);
}
