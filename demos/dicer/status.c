/* status.c - what the window tells over its pictures: points, ways, times and keys.  SPDX-License-Identifier: MIT */
#include "status.h"

#include "common/voxels/layout_choices.h"
#include "common/voxels/names.h"

#include <math.h>

void status_add(status_times *t, const double ms[STATUS_TIMES], double now_ms) {
    const double period_ms = 250;
    for (int i = 0; i < STATUS_TIMES; i++) {
        if (!isnan(ms[i])) {
            t->sums[i] += ms[i];
            t->counts[i]++;
        }
    }
    if (t->frames++ == 0 || now_ms - t->since_ms >= period_ms) {
        for (int i = 0; i < STATUS_TIMES; i++) {
            t->shown[i] = t->counts[i] > 0 ? t->sums[i] / t->counts[i] : NAN;
            t->sums[i] = 0;
            t->counts[i] = 0;
        }
        t->since_ms = now_ms;
    }
}

static void write_numbers(const status *s, page *lines) {
    static const char *const STEPS[STATUS_TIMES] = {"voxelize", "build", "extract", "colors", "draw"};
    const pipeline *p = s->pipeline;
    page_add_name(lines, "Dicer", s->model);
    page_add_count(lines, "points", p->total);
    page_add(lines, "drawn as", "%s", p->quads ? "quads" : "points");
    page_add_grid(lines, "grid", p->desc.grid);
    page_add(lines, "fill", "%s by %s", name_of_fill(p->desc.fill), name_of_voxelizer(p->desc.voxelizer));
    page_add(lines, "layout", "%s", layout_find(p->desc.layout)->name);
    page_add_gap(lines);
    for (int i = 0; i < STATUS_TIMES; i++)
        page_add_ms(lines, STEPS[i], s->times->shown[i]);
    page_add_gap(lines);
    page_add_fps(lines, s->fps, s->turning ? NULL : "at rest");
}

static void list_keys(page *out) {
    static const overlay_line OWN[] = {
        {"up, down, [ ]", "slice", OVERLAY_PLAIN},
        {"V", "voxelizer", OVERLAY_PLAIN},
        {"F", "fill", OVERLAY_PLAIN},
        {"L", "layout", OVERLAY_PLAIN},
        {"Q", "points or quads", OVERLAY_PLAIN},
    };
    const board_keys keys = {OWN, sizeof OWN / sizeof OWN[0], "grid", "stop or go on", "another model"};
    board_list_keys(&keys, out);
}

/* Numbers become longer and shorter with every frame; the pictures stay where they are. */
static int in_steps(int pixels) {
    enum { STEP = 16 };
    return (pixels + STEP - 1) / STEP * STEP;
}

/* The better of rows above the pictures and columns beside them. */
static panel_margins best_margins(const board_extent *extent, int width, int height) {
    const panel_margins above = {extent->height, 0, 0};
    const panel_margins beside = {0, in_steps(extent->facts_width), in_steps(extent->keys_width)};
    return panels_room(width, height, above) > panels_room(width, height, beside) ? above : beside;
}

panel_margins status_margins(status *s, overlay *o, int width, int height) {
    const float enough = 0.6f; /* of what the pictures have without margins */
    const float whole = panels_room(width, height, (panel_margins){0, 0, 0});
    page facts = {0}, keys = {0};
    write_numbers(s, &facts);
    list_keys(&keys);
    for (int tries = 0; tries < 2; tries++) {
        const board b = {&facts, tries == 0 ? &keys : NULL, s->messages, 0, 0, s->content_scale};
        const board_extent extent = board_measure(&b, o, width, height);
        const panel_margins best = best_margins(&extent, width, height);
        s->has_keys = tries == 0;
        if (extent.height > 0 && panels_room(width, height, best) >= enough * whole)
            return best;
    }
    s->has_keys = true;
    return (panel_margins){0, 0, 0};
}

void status_write(const status *s, overlay *o, int width, int height) {
    page facts = {0}, keys = {0};
    const board b = {&facts, s->has_keys ? &keys : NULL, s->messages, s->bottom, s->message_width, s->content_scale};
    write_numbers(s, &facts);
    list_keys(&keys);
    board_write(&b, o, width, height);
}
