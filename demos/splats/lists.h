/* lists.h - the splats' order and centers in files.  SPDX-License-Identifier: MIT */
#ifndef SPLATS_LISTS_H
#define SPLATS_LISTS_H

#include "cloud.h"
#include "scene.h"

/** The splats in the order that the last picture was drawn in, the farthest first: four bytes each, little-endian. */
bool lists_save_order(const char *path, const scene *drawn, uint32_t count);

/** The splats' centers: three float32 each, little-endian. */
bool lists_save_positions(const char *path, const splat_cloud *c);

#endif
