/* names.c - words of command lines, JSON and overlays for what the library calls by number.  SPDX-License-Identifier: MIT */
#include "common/voxels/names.h"

#include <string.h>

const char *const NAMES_VOXELIZERS[] = {"bits", "slices", NULL}, *const NAMES_FILLS[] = {"thin", "surface", "solid",
                                                                                         NULL};
const pipeline_words NAMES_OF_OPTIONS = {
    "--", "take a coarser --grid, or --headless with .binvox or --dense alone, which need no list"};

static const hpyr_voxelizer_kind VOXELIZERS[] = {HPYR_VOXELIZER_BITS, HPYR_VOXELIZER_SLICES};
static const hpyr_fill FILLS[] = {HPYR_FILL_THIN, HPYR_FILL_SURFACE, HPYR_FILL_SOLID};

/* Where a name stands in a list; its end, where it does not. */
static int find(const char *const *names, const char *name) {
    int i = 0;
    while (names[i] && (!name || strcmp(names[i], name) != 0)) {
        i++;
    }
    return i;
}

const char *name_of_voxelizer(hpyr_voxelizer_kind kind) {
    for (int i = 0; NAMES_VOXELIZERS[i]; i++) {
        if (VOXELIZERS[i] == kind) {
            return NAMES_VOXELIZERS[i];
        }
    }
    return "?";
}

const char *name_of_fill(hpyr_fill fill) {
    for (int i = 0; NAMES_FILLS[i]; i++) {
        if (FILLS[i] == fill) {
            return NAMES_FILLS[i];
        }
    }
    return "?";
}

hpyr_voxelizer_kind voxelizer_of_name(const char *name) {
    int i = find(NAMES_VOXELIZERS, name);
    return NAMES_VOXELIZERS[i] ? VOXELIZERS[i] : HPYR_VOXELIZER_DEFAULT;
}

hpyr_fill fill_of_name(const char *name) {
    int i = find(NAMES_FILLS, name);
    return NAMES_FILLS[i] ? FILLS[i] : HPYR_FILL_THIN;
}

hpyr_fill fill_after(hpyr_fill fill) {
    int i = 0;
    while (NAMES_FILLS[i] && FILLS[i] != fill) {
        i++;
    }
    return NAMES_FILLS[i] && NAMES_FILLS[i + 1] ? FILLS[i + 1] : FILLS[0];
}
