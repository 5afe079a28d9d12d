/* splat_numbers.h - the numbers that a PLY file has of each splat.  SPDX-License-Identifier: MIT */
#ifndef SPLATS_SPLAT_NUMBERS_H
#define SPLATS_SPLAT_NUMBERS_H

#include "common/mesh/ply.h"

/** Three of each triple, four of a quaternion, 45 coefficients. */
enum {
    PLY_CENTER = 0,
    PLY_COLOR = 3,
    PLY_OPACITY = 6,
    PLY_SCALE = 7,
    PLY_ROTATION = 10,
    PLY_REST = 14,
    PLY_NUMBERS = PLY_REST + 45
};

/** What the names of a header's properties tell. Zero it first. */
typedef struct splat_names {
    uint32_t rest;  /* one more than the largest N of its properties f_rest_N */
    bool is_packed; /* by a property packed_position: SuperSplat's compressed splats */
} splat_names;

/** For ply_wanted: the names of the first numbers, and which number another name is; `user` is a splat_names. */
extern const char *const SPLAT_NAMES[PLY_REST + 1];
int splat_number_of(void *user, const char *name);

/** Whether a file begins with "ply" and has, before its header's end, a property that only splats have. All else may be wrong. */
bool ply_tells_of_splats(FILE *file);

/** Whether the vertices have all that splats need, and tells the degree of their harmonics; false with one line that names
 *  what is missing. */
bool splat_names_check(const splat_names *names, const ply_header *h, const char *path, uint32_t *degree);

#endif
