/* cloud_ply.h - reading the .ply that 3DGS training writes.  SPDX-License-Identifier: MIT */
#ifndef DEMO_CLOUD_PLY_H
#define DEMO_CLOUD_PLY_H

#include "splats/cloud.h"

#include <stdio.h>

/** All splats of a file of `size` bytes, which begins where `file` stands. False with one line; `out` may then hold memory. */
bool ply_read(FILE *file, uint64_t size, const char *path, splat_cloud *out);

#endif
