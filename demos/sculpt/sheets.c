/* sheets.c - where a stroke, a rectangle or a lasso puts points.  SPDX-License-Identifier: MIT */
#include "sculpt/sheets.h"

#include "common/mesh/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void sheets_free(sheets *s) {
    free(s->places);
    free(s->normals);
    memset(s, 0, sizeof *s);
}

/* `places` may be more than there will be. */
static bool make_room(sheets *s, double places, bool has_normals) {
    if (!(places <= CLAY_MAX_POINTS))
        return error_set("%.0f points would be too many: %u are allowed at most", places, (unsigned)CLAY_MAX_POINTS);
    const size_t bytes = 12 * ((size_t)places + 1);
    s->places = malloc(bytes);
    s->normals = has_normals ? malloc(bytes) : NULL;
    return (s->places && (s->normals || !has_normals)) || error_set("out of memory for %.0f points", places);
}

static double line_length(const double *line, int corners) {
    double length = 0;
    for (int i = 1; i < corners; i++)
        length += hypot(line[2 * i] - line[2 * i - 2], line[2 * i + 1] - line[2 * i - 1]);
    return length;
}

static int count_steps(const double range[2], double interval) {
    return (int)fmin(fmax(floor((range[1] - range[0]) / interval + 0.5), 1), INT32_MAX);
}

/* Across the ray through the place and the line there, to its right. */
static void across(const view_axes *a, const double ray[3], const double step[2], float out[3]) {
    double along[3], normal[3];
    for (int k = 0; k < 3; k++)
        along[k] = step[0] * a->right[k] + step[1] * a->up[k];
    vector_cross(ray, along, normal);
    const double length = vector_length(normal);
    for (int k = 0; k < 3; k++)
        out[k] = (float)(normal[k] / length);
}

static void add_place(sheets *s, const view_axes *a, const double ray[3], double distance) {
    for (int k = 0; k < 3; k++)
        s->places[3 * (size_t)s->count + (size_t)k] = (float)(a->eye[k] + distance * ray[k]);
}

/* The line as it is extruded at one distance. */
static void add_line(sheets *s, const view_axes *a, const double *line, int corners, double distance, double interval) {
    const double spacing = interval / (distance * a->tangent);
    double left = spacing / 2; /* to go until the next place */
    for (int i = 1; i < corners; i++) {
        const double *from = line + 2 * i - 2, step[2] = {line[2 * i] - from[0], line[2 * i + 1] - from[1]};
        const double length = hypot(step[0], step[1]);
        for (; left < length; left += spacing) {
            double ray[3];
            view_ray(a, from[0] + step[0] * left / length, from[1] + step[1] * left / length, ray);
            add_place(s, a, ray, distance);
            across(a, ray, step, s->normals + 3 * (size_t)s->count);
            s->count++;
        }
        left -= length;
    }
}

bool sheets_stroke(const view_axes *a, const double *line, int corners, const double range[2], double interval,
                   sheets *out) {
    const int steps = count_steps(range, interval);
    const double spacing = interval / ((range[1] + interval) * a->tangent), length = line_length(line, corners);
    if (!(length > 0))
        return error_set("a stroke needs two places that differ");
    if (!make_room(out, (double)steps * (length / spacing + 2), true))
        return false;
    for (int i = 0; i < steps; i++)
        add_line(out, a, line, corners, range[0] + (i + 0.5) * interval, interval);
    return true;
}

bool sheets_is_inside(const double *line, int corners, double x, double y) {
    bool is_inside = false;
    for (int i = 0, before = corners - 1; i < corners; before = i++) {
        const double *p = line + 2 * i, *q = line + 2 * before;
        if ((p[1] > y) != (q[1] > y) && x < p[0] + (q[0] - p[0]) * (y - p[1]) / (q[1] - p[1]))
            is_inside = !is_inside;
    }
    return is_inside;
}

static void find_box(const double *line, int corners, double low[2], double high[2]) {
    for (int k = 0; k < 2; k++) {
        low[k] = high[k] = line[k];
        for (int i = 1; i < corners; i++) {
            low[k] = fmin(low[k], line[2 * i + k]);
            high[k] = fmax(high[k], line[2 * i + k]);
        }
    }
}

bool sheets_fill(const view_axes *a, const double *line, int corners, const double range[2], double interval,
                 sheets *out) {
    const int steps = count_steps(range, interval);
    const double finest = interval / ((range[1] + interval) * a->tangent);
    double low[2], high[2];
    find_box(line, corners, low, high);
    if (!(high[0] > low[0] && high[1] > low[1]))
        return error_set("the area is empty");
    if (!make_room(out, steps * ((high[0] - low[0]) / finest + 2) * ((high[1] - low[1]) / finest + 2), false))
        return false;
    for (int i = 0; i < steps; i++) {
        const double distance = range[0] + (i + 0.5) * interval, spacing = interval / (distance * a->tangent);
        for (double y = low[1] + spacing / 2; y < high[1]; y += spacing)
            for (double x = low[0] + spacing / 2; x < high[0]; x += spacing) {
                double ray[3];
                if (!sheets_is_inside(line, corners, x, y))
                    continue;
                view_ray(a, x, y, ray);
                add_place(out, a, ray, distance);
                out->count++;
            }
    }
    return true;
}
