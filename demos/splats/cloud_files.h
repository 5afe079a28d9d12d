/* cloud_files.h - the two kinds of files that splats come in.  SPDX-License-Identifier: MIT */
#ifndef SPLATS_CLOUD_FILES_H
#define SPLATS_CLOUD_FILES_H

#include "splats/cloud.h"

#include <stdio.h>

/** The numbers that a .ply has of each splat: three of each triple, four of a quaternion, 45 coefficients. */
enum {
    PLY_CENTER = 0,
    PLY_COLOR = 3,
    PLY_OPACITY = 6,
    PLY_SCALE = 7,
    PLY_ROTATION = 10,
    PLY_REST = 14,
    PLY_NUMBERS = PLY_REST + 45
};

/** All splats of a .ply, or of a .splat, of `size` bytes, which begins where `file` stands. False with one line; `out` may then hold
 *  memory. */
bool ply_read(FILE *file, uint64_t size, const char *path, splat_cloud *out);
bool splat_read(FILE *file, uint64_t size, const char *path, splat_cloud *out);

/** Whether a file begins with "ply" and has, before its header's end, a property that only splats have. All else may be wrong. */
bool ply_tells_of_splats(FILE *file);

#endif
