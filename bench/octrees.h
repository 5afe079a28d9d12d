/* octrees.h - octrees of points on a mesh, beside the oracle.  SPDX-License-Identifier: MIT */
#ifndef BENCH_OCTREES_H
#define BENCH_OCTREES_H

#include "bench.h"

#include "common/mesh/mesh.h"

/** Points spread evenly over a mesh by chance, the same on every machine: three floats each, in no order. NULL where memory runs out or the
 *  mesh has no area. `normals` gets those of the triangles that have them, of length 1; it may be NULL. */
float *octrees_sample(const mesh *m, uint32_t count, float *normals);

/** The mesh that --model names, or the teapot. */
bool octrees_model(bench *b, mesh *m);

/** Numbers of points, and how deep their octrees are: two of them, or all with --full. */
extern const uint32_t OCTREES_CASES[4][2];

#endif
