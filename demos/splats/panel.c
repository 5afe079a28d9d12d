/* panel.c - the words over the picture.  SPDX-License-Identifier: MIT */
#include "panel.h"

#include "common/draw/board.h"

static void write_numbers(const panel_state *s, page *lines) {
    static const char *const ORDERS[SORT_WAYS] = {"by the GPU", "by the CPU", "not sorted"};
    static const char *const WORDS[STEP_COUNT] = {"keys", "sort", "draw", "frame"};
    const scene_state *d = s->drawn;
    uint32_t degree = d->looks.degree < s->subject->cloud.degree ? d->looks.degree : s->subject->cloud.degree;
    page_add_name(lines, "Splats", s->subject->name);
    page_add_count(lines, "splats", prints_count(s->subject->cloud.count, d->looks.stride));
    page_add(lines, "order", "%s", ORDERS[d->way]);
    page_add(lines, "size", "%.2f", d->looks.size);
    page_add(lines, "degree of colors", "%u of %u", (unsigned)degree, (unsigned)s->subject->cloud.degree);
    page_add_gap(lines);
    for (int i = 0; i < STEP_COUNT; i++)
        page_add_ms(lines, WORDS[i], s->ms[i]);
    page_add_gap(lines);
    page_add_fps(lines, s->fps, s->is_moving ? NULL : "at rest");
}

static void list_keys(page *out) {
    static const overlay_line OWN[] = {
        {"O", "sort by GPU, CPU, not at all", OVERLAY_PLAIN},
        {"up, down, [ ]", "size of splats", OVERLAY_PLAIN},
        {"D", "degree of colors", OVERLAY_PLAIN},
        {"U", "upside down", OVERLAY_PLAIN},
    };
    const board_keys keys = {OWN, sizeof OWN / sizeof OWN[0], "number of splats", "stop or go on", "another model"};
    board_list_keys(&keys, out);
}

void panel_write(const panel_state *s, overlay *o, int width, int height) {
    page facts = {0}, keys = {0};
    const board words = {&facts, &keys, s->messages, 0, 0, s->content_scale};
    write_numbers(s, &facts);
    list_keys(&keys);
    board_write(&words, o, width, height);
}
