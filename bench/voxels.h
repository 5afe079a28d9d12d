/* voxels.h - ways from a mesh to its points: timed beside each other, as tables and as JSON.  SPDX-License-Identifier: MIT */
#ifndef BENCH_VOXELS_H
#define BENCH_VOXELS_H

#include "common/files/copier.h"
#include "common/files/json.h"
#include "common/mesh/draw_mesh.h"
#include "common/platform/library.h"

#include <stdio.h>

/** The whole pipeline: the mesh is there, the points end in a buffer. */
enum { PIPE_VOXELIZE, PIPE_BUILD, PIPE_EXTRACT, PIPE_TOTAL, PIPE_STAGES };

/** The hybrid's total takes in the slices' voxelization, but no upload: its points end in CPU memory. */
enum { LOOP_READBACK, LOOP_SCAN, LOOP_TOTAL, LOOP_STAGES };

/** Milliseconds; NAN where there is none. Plain doubles, so that medians can be taken of all in one loop. */
typedef struct compared_times {
    double slices[PIPE_STAGES]; /* slices + SINGLE */
    double bits[PIPE_STAGES];   /* bits + BITS */
    double cpu[LOOP_STAGES];    /* slices, read back, scan */
    double copy;
} compared_times;

/** One mesh in one grid. */
typedef struct comparison {
    uint32_t grid[3], triangles;
    uint32_t points;
    uint32_t runs;         /* that the medians are taken over */
    bool cold;             /* the slices' only run was their first */
    compared_times ms;     /* medians, each stage by itself */
    uint64_t slices_bytes; /* of GL memory, 0 where absent */
    uint64_t bits_bytes;
    char reason[ERROR_SIZE]; /* why a contender is absent, else empty */
} comparison;

/** Runs slices + SINGLE, the CPU on those slices, bits + BITS and the memcpy one after the other, `repeat` times after one run to
 *  warm up; with 0, as often as a few seconds allow. A single run of many seconds is not warmed up. Before anything counts, all
 *  point lists are compared as sets. A contender that the GL has no room or no feature for is left out, with the reason. */
bool compare(library *l, const draw_mesh *mesh, const uint32_t grid[3], uint32_t repeat, copier *copy, comparison *out);

/** Ours over theirs; NAN where one of both is absent. */
double comparison_vs_slices(const comparison *c);
double comparison_vs_cpu(const comparison *c);
double comparison_vs_copy(const comparison *c);

/** Times, then ratios, rates and memory, a line a comparison. */
void comparison_print(FILE *stream, const char *title, const comparison *rows, size_t count);

void comparison_json(json *j, const comparison *c);

#endif
