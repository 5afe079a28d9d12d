/* pointfile.h - point clouds in files.  SPDX-License-Identifier: MIT */
#ifndef DEMO_POINTFILE_H
#define DEMO_POINTFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cloud_point {
    float position[3];
    uint8_t colour[3];
} cloud_point;

/** By the ending of `path`: .ply is PLY, binary little-endian, float x y z, uchar red green blue; .xyz is text, "x y z"
 *  a line. On failure nothing is left behind and one line stands in `error`. */
bool pointfile_write(const char *path, const cloud_point *points, size_t count, char *error, size_t error_size);

#endif
