/* status.c - what the window tells over its pictures: points, ways, times and keys.  SPDX-License-Identifier: MIT */
#include "status.h"

#include "common/draw/page.h"
#include "common/files/path.h"
#include "common/voxels/layout_choices.h"
#include "common/voxels/names.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NOTICE_ROWS = 6, NOTICE_COLUMNS = 56 };

/* In the window's units of text: both boxes side by side, and nothing of them over each other. */
static const int WIDTH_FOR_KEYS = 460;

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

static void add_ms(page *lines, const char *left, double ms) {
    if (isnan(ms))
        page_add(lines, left, "-");
    else
        page_add(lines, left, "%.*f ms", ms < 9.95 ? 2 : 1, ms);
}

static void write_numbers(const status *s, page *lines) {
    static const char *const STEPS[STATUS_TIMES] = {"voxelize", "build", "extract", "colours", "draw"};
    const pipeline *p = s->pipeline;
    const uint32_t *grid = p->desc.grid;
    page_add(lines, "Dicer", "%.24s", path_last_part(s->model));
    page_add(lines, p->quads ? "quads" : "points", "%u", (unsigned)p->total);
    page_add(lines, "grid", "%u x %u x %u", (unsigned)grid[0], (unsigned)grid[1], (unsigned)grid[2]);
    page_add(lines, "fill", "%s by %s", name_of_fill(p->desc.fill), name_of_voxelizer(p->desc.voxelizer));
    page_add(lines, "layout", "%s", layout_find(p->desc.layout)->name);
    page_add_gap(lines);
    for (int i = 0; i < STATUS_TIMES; i++)
        add_ms(lines, STEPS[i], s->times->shown[i]);
    page_add_gap(lines);
    if (s->turning && s->fps > 0)
        page_add(lines, "frames a second", "%.*f", s->fps < 9.95 ? 1 : 0, s->fps);
    else
        page_add(lines, "frames a second", s->turning ? "-" : "paused");
}

static void write_keys(overlay *o, float scale) {
    static const overlay_line LINES[] = {
        {"Keys", "H hides this", true},
        {"drag, wheel", "orbit, zoom", false},
        {"up, down", "slice", false},
        {"+ - G", "grid", false},
        {"V F L", "voxelizer, fill, layout", false},
        {"Q", "points, quads", false},
        {"Space R", "stop, reset", false},
        {"S", "save the pictures", false},
        {"drop a file", "another model", false},
        {"Esc", "quit", false},
    };
    overlay_box(o, OVERLAY_TOP_RIGHT, LINES, sizeof LINES / sizeof LINES[0], scale);
}

/* Broken at blanks where there are any. */
static void write_notice(const char *notice, overlay *o, float scale) {
    char rows[NOTICE_ROWS][NOTICE_COLUMNS + 1];
    overlay_line lines[NOTICE_ROWS];
    size_t count = 0;
    while (*notice && count < NOTICE_ROWS) {
        size_t length = strlen(notice), end = length;
        if (length > NOTICE_COLUMNS) {
            for (end = NOTICE_COLUMNS; end > 0 && notice[end] != ' '; end--) {}
            end = end > 0 ? end : NOTICE_COLUMNS;
        }
        snprintf(rows[count], sizeof rows[count], "%.*s", (int)end, notice);
        lines[count].left = rows[count];
        lines[count].right = NULL;
        lines[count].is_title = false;
        count++;
        notice += end;
        notice += strspn(notice, " ");
    }
    overlay_box(o, OVERLAY_BOTTOM_LEFT, lines, count, scale);
}

static float scale_for(int height) {
    return fmaxf(1, floorf((float)height / 720 + 0.5f)); /* from where a large screen is looked at */
}

int status_height(const status *s, int width, int height) {
    page lines = {0};
    write_numbers(s, &lines);
    int rows = (int)overlay_box_height(lines.lines, lines.count, scale_for(height));
    return height >= 3 * rows && width > 2 * (height - rows) ? rows : 0;
}

void status_write(const status *s, overlay *o, int width, int height) {
    float scale = scale_for(height);
    page lines = {0};
    write_numbers(s, &lines);
    overlay_box(o, OVERLAY_TOP_LEFT, lines.lines, lines.count, scale);
    if ((float)width >= (float)WIDTH_FOR_KEYS * scale)
        write_keys(o, scale);
    if (s->notice[0] || s->pace[0])
        write_notice(s->notice[0] ? s->notice : s->pace, o, scale);
}
