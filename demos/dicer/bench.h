/* bench.h - the paper's tables, and the ways from a mesh to its points beside each other.  SPDX-License-Identifier: MIT */
#ifndef DICER_BENCH_H
#define DICER_BENCH_H

#include "common/mesh/draw_mesh.h"
#include "common/platform/library.h"

#include <stdio.h>

/** | field         | zero means                                     |
 *  |---------------|------------------------------------------------|
 *  | stream        | an error; where the tables go                  |
 *  | library, mesh | an error                                       |
 *  | model         | `mesh` is the teapot                           |
 *  | json          | no JSON; a path, or "-"                        |
 *  | repeat        | as often as a few seconds a comparison allow   |  */
typedef struct bench_desc {
    FILE *stream;
    library *library;
    const draw_mesh *mesh;
    const char *model;
    const char *json;
    uint32_t repeat;
} bench_desc;

/** Prints tables 1 to 4 of Ziegler et al. 2006 with our numbers beside, then slices + SINGLE, bits + BITS and the CPU's hybrid
 *  over grids and meshes. Fails where two of them find different points. */
bool bench(const bench_desc *desc);

#endif
