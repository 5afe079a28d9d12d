/* measure.c - frames of a camera that orbits, and the medians of their times.  SPDX-License-Identifier: MIT */
#include "measure.h"

#include "common/files/median.h"
#include "common/files/memory.h"

#include <math.h>
#include <stdlib.h>

static const double TWO_PI = 6.283185307179586;

enum { COLUMNS = STEP_COUNT + GPU_STEP_COUNT };

static double *column_of(scene_times *t, int column) {
    return column < STEP_COUNT ? &t->ms[column] : &t->gpu_ms[column - STEP_COUNT];
}

/* NAN where any frame has none. */
static void take_medians(scene_times *frames, uint32_t count, double *scratch, scene_times *out) {
    for (int column = 0; column < COLUMNS; column++) {
        bool is_known = true;
        for (uint32_t i = 0; i < count; i++) {
            scratch[i] = *column_of(&frames[i], column);
            is_known = is_known && !isnan(scratch[i]);
        }
        *column_of(out, column) = is_known ? median_of(scratch, count) : NAN;
    }
}

/* Frame `i` of an orbit whose last frame is exactly at the camera. */
static scene_state state_of(const measure_desc *desc, uint32_t i) {
    scene_state s = {0};
    camera from = desc->camera;
    from.azimuth += (float)(TWO_PI * (i + 1) / desc->frames);
    s.store = &desc->subject->store;
    s.looks = desc->looks;
    s.way = desc->way;
    s.has_room = true;
    subject_look(desc->subject, i + 1 < desc->frames ? &from : &desc->camera, desc->turns_over, desc->width,
                 desc->height, &s.camera);
    return s;
}

uint8_t *measure(const measure_desc *desc, scene_times *medians, splat_camera *last) {
    scene_times *frames = memory_zeroed(desc->frames * sizeof *frames);
    double *scratch = frames ? memory_zeroed(desc->frames * sizeof *scratch) : NULL;
    uint8_t *rgb = NULL;
    scene_state state = state_of(desc, 0);
    bool ok = scratch != NULL;
    if (ok && desc->frames > 1) { /* the first compiles its shaders */
        rgb = scene_picture(desc->scene, &state, NULL);
        ok = rgb != NULL;
    }
    for (uint32_t i = 0; ok && i < desc->frames; i++) {
        free(rgb);
        state = state_of(desc, i);
        rgb = scene_picture(desc->scene, &state, &frames[i]);
        ok = rgb != NULL;
    }
    if (ok)
        take_medians(frames, desc->frames, scratch, medians);
    *last = state.camera;
    free(scratch);
    free(frames);
    return rgb;
}
