/* names.c - words of command lines, JSON and overlays for what the library calls by number.  SPDX-License-Identifier: MIT */
#include "common/voxels/names.h"

#include <string.h>

const char *const NAMES_VOXELIZERS[] = {"bits", "slices", NULL}, *const NAMES_FILLS[] = {"thin", "surface", "solid",
                                                                                         NULL};
const pipeline_words NAMES_OF_OPTIONS = {
    "--", "take a coarser --grid, or --headless with .binvox or --dense alone, which need no list"};

const char *const WARNING_OF_OPEN_MESH =
    "the mesh is open, so what is inside of it is a guess: most of six rays decide";

static const int VOXELIZERS[] = {HPYR_VOXELIZER_KIND_BITS, HPYR_VOXELIZER_KIND_SLICES};
static const int FILLS[] = {HPYR_FILL_THIN, HPYR_FILL_SURFACE, HPYR_FILL_SOLID};

/* Where a name stands in a list; its end, where it does not. */
static int find(const char *const *names, const char *name) {
    int i = 0;
    while (names[i] && (!name || strcmp(names[i], name) != 0))
        i++;
    return i;
}

/* Where a value stands in a list as long as its names; their end, where it does not. */
static int place_of(const char *const *names, const int *values, int value) {
    int i = 0;
    while (names[i] && values[i] != value)
        i++;
    return i;
}

const char *name_of_voxelizer(hpyr_voxelizer_kind kind) {
    const char *name = NAMES_VOXELIZERS[place_of(NAMES_VOXELIZERS, VOXELIZERS, (int)kind)];
    return name ? name : "?";
}

const char *name_of_fill(hpyr_fill fill) {
    const char *name = NAMES_FILLS[place_of(NAMES_FILLS, FILLS, (int)fill)];
    return name ? name : "?";
}

const char *name_of_layout(hpyr_layout layout) {
    static const char *const names[] = {"AUTO", "SINGLE", "BITS", "VEC4", "RECT", "LINE", "VOLUME", "BILINEAR"};
    return (uint32_t)layout <= HPYR_LAYOUT_BILINEAR ? names[layout] : "?";
}

hpyr_voxelizer_kind voxelizer_of_name(const char *name) {
    int i = find(NAMES_VOXELIZERS, name);
    return NAMES_VOXELIZERS[i] ? (hpyr_voxelizer_kind)VOXELIZERS[i] : HPYR_VOXELIZER_KIND_DEFAULT;
}

hpyr_fill fill_of_name(const char *name) {
    int i = find(NAMES_FILLS, name);
    return NAMES_FILLS[i] ? (hpyr_fill)FILLS[i] : HPYR_FILL_THIN;
}

hpyr_fill fill_after(hpyr_fill fill) {
    int i = place_of(NAMES_FILLS, FILLS, (int)fill);
    return (hpyr_fill)(NAMES_FILLS[i] && NAMES_FILLS[i + 1] ? FILLS[i + 1] : FILLS[0]);
}
