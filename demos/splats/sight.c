/* sight.c - what a camera has to see of a cloud of splats.  SPDX-License-Identifier: MIT */
#include "sight.h"

#include "common/files/error.h"

#include <math.h>

/* A camera's distances are squared in floats, and it must not be nearer to what it looks at than floats can tell. */
bool sight_check(const char *name, const float middle[3], float radius) {
    const double most = 1e15, most_radii = 1e7;
    double away = 0;
    for (int k = 0; k < 3; k++)
        away = fmax(away, fabs((double)middle[k]));
    const double extent = fmax(radius, away);
    if (extent > most)
        return error_set("%s: its extent of %.3g is more than this program can show", name, extent);
    return away <= most_radii * radius ||
           error_set("%s: a radius of %.3g at %.3g from the origin is less than this program can show", name,
                     (double)radius, away);
}

void sight_rings(const splat_cloud *c, const float low[3], const float high[3], float up,
                 camera_ring rings[SIGHT_RINGS]) {
    float height = high[1] - low[1], step = height > 0 ? height / (SIGHT_RINGS - 1) : 1;
    for (int i = 0; i < SIGHT_RINGS; i++)
        rings[i] = (camera_ring){up * (step * (float)i - height / 2), 0};
    for (size_t i = 0; i < c->count; i++) {
        const float *p = c->centers + 3 * i;
        camera_ring *ring = &rings[(int)((p[1] - low[1]) / step + 0.5f)];
        float x = p[0] - (low[0] + high[0]) / 2, z = p[2] - (low[2] + high[2]) / 2;
        ring->radius = fmaxf(ring->radius, hypotf(x, z));
    }
}
