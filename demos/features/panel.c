/* panel.c - the words over the picture.  SPDX-License-Identifier: MIT */
#include "panel.h"

#include "common/draw/board.h"

static void write_facts(const panel_state *s, page *lines) {
    static const char *const WORDS[FINDER_KINDS] = {"corners (Shi-Tomasi)", "corners (Harris)", "blobs", "edges",
                                                    "a template"};
    const finder *f = s->finder;
    page_add_name(lines, "Features", s->image);
    page_add(lines, "pixels", "%u \xC3\x97 %u", (unsigned)f->width, (unsigned)f->height);
    page_add(lines, "detector", "%s", WORDS[s->settings->kind]);
    page_add(lines, s->settings->kind == FINDER_TEMPLATE ? "correlation" : "threshold", "%.3g%s",
             s->settings->threshold, finder_has_responses(s->settings->kind) ? " of the strongest" : "");
    page_add_count(lines, "found", f->found);
    page_add_count(lines, "marked", f->count);
    page_add_gap(lines);
    page_add_ms(lines, "detect", s->detect_ms);
    page_add_ms(lines, "list", s->list_ms);
    page_add_gap(lines);
    page_add_fps(lines, s->fps, s->is_moving ? NULL : "at rest");
}

static void list_keys(page *out) {
    static const overlay_line OWN[] = {{"D", "another detector", OVERLAY_PLAIN},
                                       {"[ ]", "threshold", OVERLAY_PLAIN},
                                       {"N", "how many of the strongest", OVERLAY_PLAIN}};
    const board_keys keys = {OWN, sizeof OWN / sizeof OWN[0], NULL, "stop or go on", "another image"};
    board_list_keys(&keys, out);
}

void panel_write(const panel_state *s, overlay *o, int width, int height) {
    page facts = {0}, keys = {0};
    const board words = {&facts, &keys, s->messages, 0, 0, s->content_scale};
    write_facts(s, &facts);
    list_keys(&keys);
    board_write(&words, o, width, height);
}
