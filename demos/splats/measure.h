/* measure.h - frames of a camera that orbits, and the medians of their times.  SPDX-License-Identifier: MIT */
#ifndef SPLATS_MEASURE_H
#define SPLATS_MEASURE_H

#include "scene.h"
#include "subject.h"

typedef struct measure_desc {
    scene *scene;
    const subject *subject;
    camera camera; /* of the last frame */
    bool turns_over;
    splat_looks looks;
    sort_way way;
    uint32_t frames;
    int width, height;
} measure_desc;

/** Draws so many frames, on one orbit about the subject that ends where the camera is, after one more to warm up. Sets the medians, each
 *  step by itself, and what the last frame was seen with. Returns the last picture: RGB, row 0 the bottom, to be freed by the caller;
 *  NULL on failure. */
uint8_t *measure(const measure_desc *desc, scene_times *medians, splat_camera *last);

#endif
