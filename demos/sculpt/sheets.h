/* sheets.h - where a stroke, a rectangle or a lasso puts points: extruded along the view (the paper, section V-A).
 * SPDX-License-Identifier: MIT */
#ifndef SCULPT_SHEETS_H
#define SCULPT_SHEETS_H

#include "sculpt/view.h"

/** Places, and for those of a stroke the normal across it, to its right. Zero it first. */
typedef struct sheets {
    float *places, *normals; /* three numbers each; no normals: NULL */
    uint32_t count;
} sheets;

/** Along the line through `corners` places of the picture, at each distance in the range, `interval` apart. */
bool sheets_stroke(const view_axes *a, const double *line, int corners, const double range[2], double interval,
                   sheets *out);

/** All over the inside of the closed line, at each distance in the range, `interval` apart. */
bool sheets_fill(const view_axes *a, const double *line, int corners, const double range[2], double interval,
                 sheets *out);

void sheets_free(sheets *s);

/** Whether a place is inside of the closed line: a ray from there crosses it an odd number of times. */
bool sheets_is_inside(const double *line, int corners, double x, double y);

#endif
