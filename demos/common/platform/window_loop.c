/* window_loop.c - frames in a window, of what moves or has changed.  SPDX-License-Identifier: MIT */
#include "common/platform/window_loop.h"

static const double LONGEST_REST = 0.1; /* seconds */

bool window_loop_run(const window_loop *l, window *w, uint32_t frames) {
    int shown_width = 0, shown_height = 0;
    bool is_lost = false; /* what the window shows */
    for (uint32_t frame = 0; frames == 0 || frame < frames;) {
        int width, height;
        window_input input;
        window_poll(w, &input);
        window_framebuffer_size(w, &width, &height);
        bool is_minimized = width < 1 || height < 1;
        if ((!is_minimized && !l->input(l->self, &input, width, height)) || input.closed)
            break;
        is_lost = is_lost || width != shown_width || height != shown_height || input.exposed;
        if (!is_minimized && (is_lost || frames > 0 || !l->needs_frame || l->needs_frame(l->self))) {
            if (!l->frame(l->self, width, height))
                return false;
            is_lost = false;
            shown_width = width;
            shown_height = height;
            frame++;
        } else {
            if (l->rest)
                l->rest(l->self, is_minimized);
            window_wait(w, LONGEST_REST);
        }
    }
    return true;
}
