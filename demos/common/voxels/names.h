/* names.h - words of command lines, JSON and overlays for what the library calls by number.  SPDX-License-Identifier: MIT */
#ifndef DEMO_NAMES_H
#define DEMO_NAMES_H

#include <histopyramid/histopyramid.h>

/** What options may be, NULL at the end. */
extern const char *const NAMES_VOXELIZERS[], *const NAMES_FILLS[];

/** How messages call what a pipeline is made with. */
typedef struct pipeline_words {
    const char *prefix;       /* of grid, voxelizer, fill, layout */
    const char *without_list; /* what to do where a list does not fit into memory */
} pipeline_words;

/** Where options say it. */
extern const pipeline_words NAMES_OF_OPTIONS;

/** What is odd about a solid fill of an open mesh. */
extern const char *const WARNING_OF_OPEN_MESH;

/** "?" for none. */
const char *name_of_voxelizer(hpyr_voxelizer_kind kind);
const char *name_of_fill(hpyr_fill fill);
/** As the headers write it: "VEC4". */
const char *name_of_layout(hpyr_layout layout);

/** NULL and unknown names are the default. */
hpyr_voxelizer_kind voxelizer_of_name(const char *name);
/** NULL and unknown names are thin. */
hpyr_fill fill_of_name(const char *name);
/** The one that comes next, round and round. */
hpyr_fill fill_after(hpyr_fill fill);

#endif
