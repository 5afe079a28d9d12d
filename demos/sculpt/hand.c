/* hand.c - what the pointer does, as edits.  SPDX-License-Identifier: MIT */
#include "sculpt/hand.h"

#include "sculpt/shapes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const TOOL_NAMES[] = {"turn", "stroke", "rectangle", "lasso", "erase", "pull", "solid", NULL};
const char *const WAY_NAMES[] = {"paste", "union", "intersection", "difference", NULL};
static const edit_kind WAYS[] = {EDIT_PASTE, EDIT_UNION, EDIT_INTERSECTION, EDIT_DIFFERENCE};

static const double STEP = 0.01,
                    TWO_PI = 6.283185307179586; /* of a path: places nearer to each other tell nothing more */
static const double REACH = 0.06;               /* what the pointer takes hold of is as near as this */
enum { CIRCLE = 48 };

static void find_place(const demo_drag *d, const float pixel[2], double out[2]) {
    const double half = (d->width < d->height ? d->width : d->height) / 2.0;
    out[0] = fmin(fmax((pixel[0] - d->width / 2.0) / half, -VIEW_EDGE), VIEW_EDGE);
    out[1] = fmin(fmax((pixel[1] - d->height / 2.0) / half, -VIEW_EDGE), VIEW_EDGE);
}

/* ---- the line ---- */

static void add_to_line(hand *h, double x, double y) {
    if (h->line_count == HAND_PLACES)
        return;
    h->line[2 * h->line_count] = (float)x;
    h->line[2 * h->line_count + 1] = (float)y;
    h->line_count++;
}

static void show_circle(hand *h, const double at[2], double radius) {
    h->line_count = 0;
    for (int i = 0; i <= CIRCLE; i++)
        add_to_line(h, at[0] + radius * cos(TWO_PI * i / CIRCLE), at[1] + radius * sin(TWO_PI * i / CIRCLE));
}

static void show_path(hand *h, int tool, const double to[2]) {
    const double *p = h->path;
    h->line_count = 0;
    if (tool == TOOL_RECTANGLE) {
        const double corners[5][2] = {{p[0], p[1]}, {to[0], p[1]}, {to[0], to[1]}, {p[0], to[1]}, {p[0], p[1]}};
        for (int i = 0; i < 5; i++)
            add_to_line(h, corners[i][0], corners[i][1]);
        return;
    }
    for (int i = 0; i < h->path_count; i += 2)
        add_to_line(h, p[i], p[i + 1]);
    add_to_line(h, to[0], to[1]);
    if (tool == TOOL_LASSO)
        add_to_line(h, p[0], p[1]);
}

/* A path that is full keeps its last place. */
static void add_to_path(hand *h, const double to[2]) {
    const double *last = h->path + h->path_count - 2;
    if (h->path_count > 0 && hypot(to[0] - last[0], to[1] - last[1]) < STEP)
        return;
    if (h->path_count == EDIT_NUMBERS)
        h->path_count -= 2;
    h->path[h->path_count++] = to[0];
    h->path[h->path_count++] = to[1];
}

/* ---- what is under the pointer ---- */

/* Of the points that are seen near the place the one that is nearest to the eye. */
static bool take_hold(hand *h, const sculptor *s, const double at[2], double radius) {
    const view_axes axes = view_axes_of(&s->view);
    const point_set *p = &s->now.cloud.points;
    double nearest = INFINITY;
    for (size_t i = 0; i < p->count; i++) {
        double x, y, distance;
        view_project(&axes, p->positions + 3 * i, &x, &y, &distance);
        if (distance <= 0 || distance >= nearest || hypot(x - at[0], y - at[1]) > REACH)
            continue;
        nearest = distance;
        for (size_t k = 0; k < 3; k++)
            h->grip[k] = p->positions[3 * i + k];
    }
    h->size = radius * nearest * axes.tangent;
    return nearest < INFINITY;
}

/* As far as the pointer has moved, in the plane across the view. */
static void set_pull(const hand *h, const sculptor *s, const double to[2], double radius, edit *out) {
    const view_axes axes = view_axes_of(&s->view);
    const double unit = h->size / radius; /* of the picture, where the point is */
    out->kind = EDIT_PULL;
    out->count = 7;
    memcpy(out->numbers, h->grip, sizeof h->grip);
    out->numbers[3] = h->size;
    for (int k = 0; k < 3; k++)
        out->numbers[4 + k] = unit * ((to[0] - h->path[0]) * axes.right[k] + (to[1] - h->path[1]) * axes.up[k]);
}

/* ---- drags ---- */

static void set_path(const hand *h, const hand_choice *choice, const double to[2], edit *out) {
    out->kind = choice->tool == TOOL_STROKE ? EDIT_STROKE : choice->tool == TOOL_LASSO ? EDIT_LASSO : EDIT_RECTANGLE;
    out->count = choice->tool == TOOL_RECTANGLE ? 4 : h->path_count;
    memcpy(out->numbers, h->path, sizeof h->path);
    if (choice->tool == TOOL_RECTANGLE)
        memcpy(out->numbers + 2, to, 2 * sizeof *to);
}

static void set_solid(const hand *h, const hand_choice *choice, edit *out) {
    out->kind = WAYS[choice->way];
    out->count = 4;
    snprintf(out->name, sizeof out->name, "%s", SHAPE_NAMES[choice->shape]);
    memcpy(out->numbers, h->grip, sizeof h->grip);
    out->numbers[3] = h->size;
}

static bool is_whole(const hand *h, int tool) {
    return h->path_count >= (tool == TOOL_LASSO ? 6 : 4);
}

/* A tool that draws a line: the edit comes at its end, and a click is none. */
static bool drag_path(hand *h, const hand_choice *choice, const double to[2], bool ends, edit *out) {
    add_to_path(h, to);
    show_path(h, choice->tool, to);
    if (!ends)
        return false;
    h->line_count = 0;
    set_path(h, choice, to, out);
    return is_whole(h, choice->tool);
}

static bool drag_erase(hand *h, const hand_choice *choice, const double to[2], bool ends, edit *out) {
    show_circle(h, to, choice->radius);
    out->kind = EDIT_ERASE;
    out->count = 3;
    memcpy(out->numbers, to, 2 * sizeof *to);
    out->numbers[2] = choice->radius;
    if (ends)
        h->line_count = 0;
    return ends;
}

bool hand_drag(hand *h, const hand_choice *choice, const sculptor *s, const demo_drag *d, edit *out, bool *has_edit) {
    double from[2], to[2];
    find_place(d, d->from, from);
    find_place(d, d->to, to);
    memset(out, 0, sizeof *out);
    *has_edit = false;
    if (d->begins) {
        h->path_count = 0;
        add_to_path(h, from);
    }
    switch (choice->tool) {
    case TOOL_TURN:
        return false;
    case TOOL_ERASE:
        *has_edit = drag_erase(h, choice, to, d->ends, out);
        return true;
    case TOOL_PULL:
    case TOOL_SOLID:
        if (d->begins && !take_hold(h, s, from, choice->radius))
            return false;
        break;
    default:
        *has_edit = drag_path(h, choice, to, d->ends, out);
        return true;
    }
    if (choice->tool == TOOL_SOLID)
        set_solid(h, choice, out);
    else
        set_pull(h, s, to, choice->radius, out);
    show_circle(h, choice->tool == TOOL_SOLID ? from : to, choice->radius);
    h->line_count = d->ends ? 0 : h->line_count;
    *has_edit = choice->tool == TOOL_SOLID ? d->ends : hypot(to[0] - from[0], to[1] - from[1]) > 0;
    return true;
}
