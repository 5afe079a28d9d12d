/* insert.c - points that strokes, areas and pasted clouds add, and a circle takes away.  SPDX-License-Identifier: MIT */
#include "sculpt/edits.h"

#include "common/mesh/vector.h"
#include "sculpt/nearest.h"
#include "sculpt/sheets.h"

#include <math.h>
#include <stdlib.h>

/* Keeps those places that are inside. */
static bool keep_inside(const sculptor *s, sheets *places) {
    float *values = malloc(sizeof *values * ((size_t)places->count + 1));
    uint32_t kept = 0;
    bool ok = values != NULL || error_set("out of memory for %u points", (unsigned)places->count);
    ok = ok && solid_evaluate(&s->now, places->places, places->count, values);
    for (size_t i = 0; ok && i < places->count; i++) {
        if (!(values[i] < 0))
            continue;
        for (size_t k = 0; k < 3; k++) {
            places->places[3 * (size_t)kept + k] = places->places[3 * i + k];
            if (places->normals)
                places->normals[3 * (size_t)kept + k] = places->normals[3 * i + k];
        }
        kept++;
    }
    places->count = kept;
    free(values);
    return ok;
}

static bool take_nearest(const sculptor *s, sheets *places) {
    free(places->normals);
    places->normals = malloc(12 * ((size_t)places->count + 1));
    return places->normals ? nearest_normals(&s->now.cloud, places->places, places->count, places->normals)
                           : error_set("out of memory for %u normals", (unsigned)places->count);
}

static bool find_places(const sculptor *s, const edit *e, sheets *out) {
    const view_axes axes = view_axes_of(&s->view);
    const double *n = e->numbers, interval = sculptor_cell(s);
    const double corners[8] = {n[0], n[1], n[2], n[1], n[2], n[3], n[0], n[3]};
    double range[2];
    view_range(&axes, &s->now.cloud, &range[0], &range[1]);
    switch (e->kind) {
    case EDIT_STROKE:
        return sheets_stroke(&axes, n, e->count / 2, range, interval, out);
    case EDIT_RECTANGLE:
        return sheets_fill(&axes, corners, 4, range, interval, out);
    default:
        return sheets_fill(&axes, n, e->count / 2, range, interval, out);
    }
}

bool edits_insert(const sculptor *s, const edit *e, clay *out) {
    const bool is_near = s->state.normals == NORMALS_NEAR || e->kind != EDIT_STROKE;
    sheets places = {0};
    bool ok = find_places(s, e, &places) && keep_inside(s, &places);
    ok = ok && (places.count > 0 || error_set("it hits nothing: no part of it is inside of the surface"));
    ok = ok && (!is_near || take_nearest(s, &places)) && clay_copy(out, &s->now.cloud) &&
         clay_reserve(out, places.count);
    for (size_t i = 0; ok && i < places.count; i++)
        clay_add(out, places.places + 3 * i, places.normals + 3 * i);
    sheets_free(&places);
    return ok;
}

bool edits_paste(const sculptor *s, const clay *pasted, clay *out) {
    return clay_copy(out, &s->now.cloud) && clay_add_some(out, pasted, 0, pasted->points.count, NULL);
}

bool edits_erase(const sculptor *s, const edit *e, clay *out) {
    const view_axes axes = view_axes_of(&s->view);
    const clay *c = &s->now.cloud;
    const uint32_t first = e->name[0] ? c->anchors : 0; /* "inserted" */
    if (!clay_reserve(out, c->points.count))
        return false;
    for (uint32_t i = 0; i < c->points.count; i++) {
        const float *p = c->points.positions + 3 * (size_t)i;
        double x, y, distance;
        view_project(&axes, p, &x, &y, &distance);
        if (i >= first && distance > 0 && hypot(x - e->numbers[0], y - e->numbers[1]) < e->numbers[2])
            continue;
        clay_add(out, p, c->points.normals + 3 * (size_t)i);
        out->anchors += i < c->anchors;
    }
    return out->points.count < c->points.count ||
           error_set("it hits nothing: no %spoint is seen there", e->name[0] ? "inserted " : "");
}
