/* nrrd_parts.h - what both readers of NRRD files share: places of samples, and samples as floats.  SPDX-License-Identifier: MIT */
#ifndef DEMO_NRRD_PARTS_H
#define DEMO_NRRD_PARTS_H

#include "common/files/error.h"
#include "common/volume/volume.h"

/** What a header tells of the three axes of space; NaN is what it does not tell. */
typedef struct nrrd_axes {
    int space_dimension; /* 0 without a space */
    double direction[3][3], origin[3];
    double spacing[3], minimum[3], maximum[3];
    bool is_node[3]; /* minimum and maximum are at the outer samples, else at the ends of their cells */
} nrrd_axes;

/** Places the samples of out->size. False with one line where floats cannot hold that. */
bool nrrd_place(const nrrd_axes *axes, const char *path, warn_fn warn, volume *out);

/** Allocates out->samples, floats, and fills them with what `value` has for each number; warns of what floats do not hold. `type` is what
 *  the file has. */
bool nrrd_convert(double (*value)(const void *samples, size_t index), const void *samples, const char *type,
                  const char *path, warn_fn warn, volume *out);

/** Bytes that follow the samples of a raw file may tell of sizes that are too small. */
void nrrd_warn_of_rest(long bytes, const char *path, warn_fn warn);

#endif
