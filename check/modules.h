/* modules.h - the checks of modules.  SPDX-License-Identifier: MIT */
#ifndef CHECK_MODULES_H
#define CHECK_MODULES_H

#include "check.h"

/* X(name): check_<name>, in the order of the report. */
/* clang-format off */
#define CHECKS(X) \
    X(context) X(layouts) X(discriminators) X(volumes) X(bits) X(extraction) X(drawing) X(voxelizers) X(isosurfaces) \
    X(marching_cubes) X(scan) X(select) X(unique) X(partition) X(sort) X(gather) X(octrees) X(nearest) X(normals) X(poisson) \
    X(quadtrees) X(features) X(flows) X(sparse) X(times)
/* clang-format on */

#define X(name) void check_##name(check *c);
CHECKS(X)
#undef X

#endif
