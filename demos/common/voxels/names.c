/* names.c - what the library calls by number, as command lines, JSON and overlays call it.  SPDX-License-Identifier: MIT */
#include "common/voxels/names.h"

const char *const NAMES_VOXELIZERS[] = {"bits", "slices", NULL};
const hpyr_voxelizer_kind VOXELIZERS[] = {HPYR_VOXELIZER_KIND_BITS, HPYR_VOXELIZER_KIND_SLICES};

const char *const NAMES_FILLS[] = {"thin", "surface", "solid", NULL};
const hpyr_fill FILLS[] = {HPYR_FILL_THIN, HPYR_FILL_SURFACE, HPYR_FILL_SOLID};

const pipeline_words NAMES_OF_OPTIONS = {
    "--", "take a coarser --grid, or --headless with .binvox or --dense alone, which need no list"};

const char *const WARNING_OF_OPEN_MESH =
    "the mesh is open, so what is inside of it is a guess: most of six rays decide";

const char *name_of_voxelizer(hpyr_voxelizer_kind kind) {
    for (int i = 0; NAMES_VOXELIZERS[i]; i++)
        if (VOXELIZERS[i] == kind)
            return NAMES_VOXELIZERS[i];
    return "?";
}

const char *name_of_fill(hpyr_fill fill) {
    for (int i = 0; NAMES_FILLS[i]; i++)
        if (FILLS[i] == fill)
            return NAMES_FILLS[i];
    return "?";
}

const char *name_of_layout(hpyr_layout layout) {
    static const char *const names[] = {"AUTO", "SINGLE", "BITS", "VEC4", "RECT", "LINE", "VOLUME", "BILINEAR"};
    return (uint32_t)layout <= HPYR_LAYOUT_BILINEAR ? names[layout] : "?";
}

/* ---- layouts ---- */

const char *const NAMES_LAYOUTS[] = {"auto", "bits", "single", "vec4", "rect", "bilinear", "line", "volume", NULL};
const layout_choice layout_choices[LAYOUT_CHOICES] = {
    {HPYR_LAYOUT_AUTO, HPYR_ORDER_DEFAULT, false, true}, {HPYR_LAYOUT_BITS, HPYR_ORDER_COLUMN, false, false},
    {HPYR_LAYOUT_SINGLE, HPYR_ORDER_MORTON, true, true}, {HPYR_LAYOUT_VEC4, HPYR_ORDER_MORTON, true, true},
    {HPYR_LAYOUT_RECT, HPYR_ORDER_MORTON, true, true},   {HPYR_LAYOUT_BILINEAR, HPYR_ORDER_MORTON, true, true},
    {HPYR_LAYOUT_LINE, HPYR_ORDER_LINE, true, false},    {HPYR_LAYOUT_VOLUME, HPYR_ORDER_MORTON3, false, false},
};

int layout_find(hpyr_layout layout) {
    int i = LAYOUT_CHOICES - 1;
    while (i > 0 && layout_choices[i].layout != layout)
        i--;
    return i;
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
