/* layout_choices.c - the pyramid's layouts as the demos offer them.  SPDX-License-Identifier: MIT */
#include "common/voxels/layout_choices.h"

#include <string.h>

const layout_choice layout_choices[LAYOUT_CHOICES] = {
    {"auto", HPYR_LAYOUT_AUTO, HPYR_ORDER_DEFAULT, false, true},
    {"bits", HPYR_LAYOUT_BITS, HPYR_ORDER_COLUMN, false, false},
    {"single", HPYR_LAYOUT_SINGLE, HPYR_ORDER_MORTON, true, true},
    {"vec4", HPYR_LAYOUT_VEC4, HPYR_ORDER_MORTON, true, true},
    {"rect", HPYR_LAYOUT_RECT, HPYR_ORDER_MORTON, true, true},
    {"bilinear", HPYR_LAYOUT_BILINEAR, HPYR_ORDER_MORTON, true, true},
    {"line", HPYR_LAYOUT_LINE, HPYR_ORDER_LINE, true, false},
    {"volume", HPYR_LAYOUT_VOLUME, HPYR_ORDER_MORTON3, false, false},
};

const layout_choice *layout_find(hpyr_layout layout) {
    for (int i = 0; i < LAYOUT_CHOICES; i++)
        if (layout_choices[i].layout == layout)
            return &layout_choices[i];
    return layout_choices;
}

const layout_choice *layout_find_name(const char *name) {
    for (int i = 0; i < LAYOUT_CHOICES && name; i++)
        if (strcmp(layout_choices[i].name, name) == 0)
            return &layout_choices[i];
    return layout_choices;
}

/* Columns are what the library has bits for, wherever it can. */
void layout_list_names(const char *names[LAYOUT_CHOICES + 1]) {
    for (int i = 0; i < LAYOUT_CHOICES; i++)
        names[i] = layout_choices[i].name;
    names[LAYOUT_CHOICES] = NULL;
}

hpyr_order layout_order(hpyr_layout layout, bool legacy) {
    if (layout == HPYR_LAYOUT_AUTO)
        return legacy ? HPYR_ORDER_MORTON : HPYR_ORDER_COLUMN;
    return layout_find(layout)->order;
}

bool layout_is_flat3d(hpyr_layout layout, bool legacy) {
    return layout == HPYR_LAYOUT_AUTO ? legacy : layout_find(layout)->is_flat3d;
}

/* ---- passes ---- */

static uint32_t parts(uint32_t size, uint32_t of_part) {
    return (size - 1) / of_part + 1;
}

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* Levels above one of `side` nodes, of which `children` are one on the next. */
static uint32_t levels(uint32_t side, uint32_t children) {
    uint32_t count = 0;
    for (; side > 1; count++)
        side = parts(side, children);
    return count;
}

static uint32_t bits_levels(const hpyr_pyramid_desc *d, uint32_t width, uint32_t height) {
    if (d->order == HPYR_ORDER_LINE)
        return levels(parts(width, 128), 16) + levels(height, 16);
    return d->order == HPYR_ORDER_COLUMN ? levels(larger(d->width, d->height), 4)
                                         : levels(larger(parts(width, 16), parts(height, 8)), 4);
}

/* Each of them draws eight slices of a level. */
static uint32_t volume_passes(const hpyr_pyramid_desc *d, bool separate) {
    uint32_t top = larger(1, levels(larger(larger(d->width, d->height), d->depth), 2)), passes = 0;
    for (uint32_t level = separate ? 0 : 1; level <= top; level++)
        passes += parts(parts(d->depth, 1u << level), 8);
    return passes;
}

uint32_t layout_passes(const hpyr_pyramid_desc *d, bool has_bits) {
    uint32_t width = d->width * d->tiles_x, height = d->height * parts(d->depth, d->tiles_x);
    bool separate = d->base == HPYR_BASE_SEPARATE;
    switch (d->layout) {
    case HPYR_LAYOUT_BITS:
        return larger(1, bits_levels(d, width, height)) +
               (has_bits ? 0 : separate + (d->order == HPYR_ORDER_COLUMN ? parts(d->depth, 128) : 1));
    case HPYR_LAYOUT_LINE: /* two levels each */
        return 1 + larger(1, levels(width, 4) + levels(height, 4)) / 2 + separate;
    case HPYR_LAYOUT_VOLUME:
        return volume_passes(d, separate);
    default:
        return larger(1, levels(larger(width, height), 2)) + separate;
    }
}
