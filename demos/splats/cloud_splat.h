/* cloud_splat.h - reading .splat: 32 bytes a splat, and nothing else.  SPDX-License-Identifier: MIT */
#ifndef DEMO_CLOUD_SPLAT_H
#define DEMO_CLOUD_SPLAT_H

#include "splats/cloud.h"

#include <stdio.h>

/** All of a file of `size` bytes, which begins where `file` stands. False with one line; `out` may then hold memory. */
bool splat_read(FILE *file, uint64_t size, const char *path, splat_cloud *out);

#endif
