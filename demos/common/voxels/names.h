/* names.h - what the library calls by number, as command lines, JSON and overlays call it.  SPDX-License-Identifier: MIT */
#ifndef DEMO_NAMES_H
#define DEMO_NAMES_H

#include <histopyramid/histopyramid.h>

#include <stdbool.h>
#include <stdint.h>

/** What options may be, NULL at the end; and what the library calls the same. */
extern const char *const NAMES_VOXELIZERS[], *const NAMES_FILLS[], *const NAMES_LAYOUTS[];
extern const hpyr_voxelizer_kind VOXELIZERS[];
extern const hpyr_fill FILLS[];

/** "?" for none. */
const char *name_of_voxelizer(hpyr_voxelizer_kind kind);
const char *name_of_fill(hpyr_fill fill);
/** As the headers write it: "VEC4". */
const char *name_of_layout(hpyr_layout layout);

/** How messages call what a pipeline is made with. */
typedef struct pipeline_words {
    const char *prefix;       /* of grid, voxelizer, fill, layout */
    const char *without_list; /* what to do where a list does not fit into memory */
} pipeline_words;

/** Where options say it. */
extern const pipeline_words NAMES_OF_OPTIONS;

/** What is odd about a solid fill of an open mesh. */
extern const char *const WARNING_OF_OPEN_MESH;

/** A layout of the pyramid as the demos offer it. */
typedef struct layout_choice {
    hpyr_layout layout;
    hpyr_order order; /* that its points come in */
    bool is_flat3d;   /* its base level is one 2D texture of all slices */
    bool is_legacy;   /* on OpenGL 2.1 too */
} layout_choice;

enum { LAYOUT_CHOICES = 8 };

/** Auto is the first. In the order of their names. */
extern const layout_choice layout_choices[LAYOUT_CHOICES];

/** Which of them it is; 0, for auto, where it is unknown. */
int layout_find(hpyr_layout layout);

/** Passes of a build, as docs/layouts.md counts them. `desc` is resolved; `has_bits`: by hpyr_pyramid_build_bits. */
uint32_t layout_passes(const hpyr_pyramid_desc *desc, bool has_bits);

#endif
