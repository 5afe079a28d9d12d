/* sight.h - what a camera has to see of a cloud of splats.  SPDX-License-Identifier: MIT */
#ifndef SPLATS_SIGHT_H
#define SPLATS_SIGHT_H

#include "common/draw/camera.h"
#include "splats/cloud.h"

enum { SIGHT_RINGS = 48 };

/** False with one line that begins with `name` where floats do not suffice to look at this sphere. */
bool sight_check(const char *name, const float middle[3], float radius);

/** What a mesh's splats sweep as they turn about the vertical through the middle of their box, in slices; heights count from there,
 *  and downwards where `up` is -1. `low` and `high` are the cloud's bounds. */
void sight_rings(const splat_cloud *c, const float low[3], const float high[3], float up,
                 camera_ring rings[SIGHT_RINGS]);

#endif
