/* panel.c - the words over the picture, and the slider.  SPDX-License-Identifier: MIT */
#include "panel.h"

#include "common/draw/board.h"

#include <math.h>

static void write_numbers(const panel_state *s, page *lines) {
    const subject *made = s->subject;
    page_add_name(lines, "Quadtree", made->name);
    page_add(lines, "pixels", "%u \xC3\x97 %u", (unsigned)made->size[0], (unsigned)made->size[1]);
    page_add(lines, "tolerance", "%g", made->tolerance);
    page_add_count(lines, "leaves", made->leaf_count);
    page_add(lines, "of the pixels", "%.3g %%", 100 * subject_ratio(made));
    page_add(lines, "largest leaf", "%u", (unsigned)subject_largest(made));
    if (isinf(made->psnr))
        page_add(lines, "PSNR", "exact");
    else
        page_add(lines, "PSNR", "%.1f dB", made->psnr);
    page_add_gap(lines);
    page_add_ms(lines, "build", made->ms[TIME_BUILD]);
    page_add_ms(lines, "list", made->ms[TIME_LIST]);
    page_add_fps(lines, s->fps, s->is_moving ? NULL : "at rest");
}

static void list_keys(page *out) {
    static const overlay_line OWN[] = {
        {"[ ]", "tolerance", OVERLAY_PLAIN},
        {"V", "leaves, image, both", OVERLAY_PLAIN},
        {"G", "grid", OVERLAY_PLAIN},
    };
    const board_keys keys = {OWN, sizeof OWN / sizeof OWN[0], NULL, "tolerance by itself", "another image"};
    board_list_keys(&keys, out);
}

slider panel_slider(const panel_state *s, int width, int height) {
    static const slider_scale values = {0, 255, NULL, 0, {0.16f, 0.56f, 0.68f}, {0.24f, 0.27f, 0.32f}};
    return slider_place(&values, width, height, board_scale(width, height, s->content_scale));
}

void panel_write(const panel_state *s, overlay *o, int width, int height) {
    page facts = {0}, keys = {0};
    slider under = panel_slider(s, width, height);
    const board words = {&facts, &keys, s->messages, (int)under.top, 0, s->content_scale};
    write_numbers(s, &facts);
    list_keys(&keys);
    board_write(&words, o, width, height);
    slider_write(&under, s->subject->tolerance, o);
}
