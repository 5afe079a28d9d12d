/* panel.c - the words over the picture.  SPDX-License-Identifier: MIT */
#include "panel.h"

#include "report.h"

#include "common/draw/board.h"

#include <math.h>

static void write_seeds(const subject *s, page *lines) {
    uint32_t types[5];
    subject_count_types(s, types);
    page_add(lines, "seeds", "%s", SEED_NAMES[s->wishes.seeds]);
    if (!isnan(s->threshold))
        page_add(lines, s->wishes.seeds == SEEDS_BAND ? "speed" : "curl from", "%.4g", s->threshold);
    page_add_count(lines, s->is_incomplete ? "found, of too many" : "found", s->seed_count);
    for (int type = 1; type < 5 && s->wishes.seeds == SEEDS_CRITICAL; type++)
        if (types[type])
            page_add_count(lines, REPORT_TYPES[type], types[type]);
}

static void write_numbers(const panel_state *state, page *lines) {
    const subject *s = state->subject;
    page_add_name(lines, "Flowseeds", subject_name(s));
    page_add_grid(lines, "samples", s->size);
    if (s->source.flow != FLOW_COUNT)
        page_add(lines, "A, B, C", "%.3g, %.3g, %.3g", s->source.abc[0], s->source.abc[1], s->source.abc[2]);
    write_seeds(s, lines);
    page_add_gap(lines);
    page_add_count(lines, "lines", 2 * (uint64_t)s->lines.starts);
    page_add_count(lines, "steps of each", s->lines.steps);
    page_add_gap(lines);
    page_add_ms(lines, "seeds and lines", state->total_ms);
    page_add_fps(lines, state->fps, state->is_moving ? NULL : "at rest");
}

static void list_keys(page *out) {
    static const overlay_line OWN[] = {
        {"1 \xE2\x80\x93 4", "seeds: points, vortices, band, grid", OVERLAY_PLAIN},
        {"up, down, [ ]", "threshold", OVERLAY_PLAIN},
        {"A B C", "parameters", OVERLAY_PLAIN},
        {"F", "another formula", OVERLAY_PLAIN},
        {"L", "number of lines", OVERLAY_PLAIN},
        {"P", "seeds, lines or both", OVERLAY_PLAIN},
    };
    const board_keys keys = {OWN, sizeof OWN / sizeof OWN[0], "steps of a line", "stop or go on", "another flow"};
    board_list_keys(&keys, out);
}

void panel_write(const panel_state *s, overlay *o, int width, int height) {
    page facts = {0}, keys = {0};
    const board words = {&facts, &keys, s->messages, 0, 0, s->content_scale};
    write_numbers(s, &facts);
    list_keys(&keys);
    board_write(&words, o, width, height);
}
