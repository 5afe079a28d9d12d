/* pointfile.h - point clouds and voxel grids in files.  SPDX-License-Identifier: MIT */
#ifndef DICER_POINTFILE_H
#define DICER_POINTFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cloud_point {
    uint32_t cell[3];
    float position[3]; /* the cell's center */
    float normal[3];
    uint8_t color[3];
} cloud_point;

/** Points that are asked for one by one: there may be many, and no format needs all of a point. */
typedef struct cloud {
    size_t count;
    uint32_t grid[3];
    double origin[3]; /* the lower corner of cell (0,0,0), in the points' coordinates */
    double side;      /* the length of the grid along x there */
    void (*point)(const void *user, size_t index, cloud_point *out);
    /* For .binvox and `dense`, where not NULL, in place of `point`: sets bit x * strides[0] + y * strides[1] + z * strides[2],
     * bit i % 8 of byte i / 8, for each point. False where it cannot. */
    bool (*mark)(const void *user, uint8_t *bits, const uint64_t strides[3]);
    const void *user;
} cloud;

typedef enum pointfile_type { POINTFILE_PLY, POINTFILE_XYZ, POINTFILE_BINVOX, POINTFILE_NPY } pointfile_type;

/** What the ending of `path` asks for, PLY where none of the others. */
pointfile_type pointfile_kind(const char *path);

/** By the ending of `path`:
 *
 *  | .ply    | binary little-endian: float x y z, float nx ny nz, uchar red green blue                        |
 *  | .xyz    | text, "x y z" a line                                                                           |
 *  | .binvox | version 1, for grids whose cells and sides are equal along x, y and z                          |
 *  | .npy    | int32, count x 3: the cells; where `dense`, bool, depth x height x width: the grid [z][y][x]   |
 *
 *  On failure nothing is left behind. */
bool pointfile_write(const char *path, const cloud *c, bool dense);

#endif
