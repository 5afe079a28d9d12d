/* pointfile.h - the points of a pipeline in files, as a cloud or as a grid of voxels.  SPDX-License-Identifier: MIT */
#ifndef DICER_POINTFILE_H
#define DICER_POINTFILE_H

#include "common/mesh/mesh.h"
#include "common/voxels/pipeline.h"

typedef enum pointfile_type { POINTFILE_PLY, POINTFILE_XYZ, POINTFILE_BINVOX, POINTFILE_NPY } pointfile_type;

/** What the ending of `path` asks for, PLY where none of the others. */
pointfile_type pointfile_kind(const char *path);

/** By the ending of `path`, with positions in the model's own coordinates:
 *
 *  | .ply    | binary little-endian: float x y z, float nx ny nz, uchar red green blue; `p` must have its attributes |
 *  | .xyz    | text, "x y z" a line                                                                           |
 *  | .binvox | version 1, for grids whose cells and sides are equal along x, y and z                          |
 *  | .npy    | int32, count x 3: the cells; where `dense`, bool, depth x height x width: the grid [z][y][x]   |
 *
 *  .binvox and `dense` come from the volume's bits where the run made no list. On failure nothing is left behind. */
bool pointfile_save(const char *path, bool dense, const pipeline *p, const mesh_fit *fit);

#endif
