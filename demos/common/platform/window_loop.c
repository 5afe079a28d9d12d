/* window_loop.c - frames in a window, of what moves or has changed.  SPDX-License-Identifier: MIT */
#include "common/platform/window_loop.h"

#include "common/files/error.h"

#ifdef __EMSCRIPTEN__
#    include <emscripten.h>
#endif

int window_slide_of(int key) {
    return key == WINDOW_KEY_UP || key == ']' ? 1 : key == WINDOW_KEY_DOWN || key == '[' ? -1 : 0;
}

int window_size_of(int key) {
    return key == '+' || key == '=' ? 1 : key == '-' ? -1 : 0;
}

static const double LONGEST_REST = 0.1; /* seconds */

typedef struct state {
    window_loop loop;
    window *window;
    uint32_t frames, drawn;
    int shown_width, shown_height;
    bool is_lost; /* what the window shows */
    bool ok;
} state;

/* False where the last frame was drawn. */
static bool step(state *s) {
    const window_loop *l = &s->loop;
    int width, height;
    window_input input;
    window_poll(s->window, &input);
    window_framebuffer_size(s->window, &width, &height);
    bool is_minimized = width < 1 || height < 1;
    if ((!is_minimized && !l->input(l->self, &input, width, height)) || input.closed)
        return false;
    s->is_lost = s->is_lost || width != s->shown_width || height != s->shown_height || input.exposed;
    if (is_minimized || !(s->is_lost || s->frames > 0 || !l->needs_frame || l->needs_frame(l->self))) {
        if (l->rest)
            l->rest(l->self, is_minimized);
        window_wait(s->window, LONGEST_REST);
        return true;
    }
    s->ok = l->frame(l->self, width, height);
    s->is_lost = false;
    s->shown_width = width;
    s->shown_height = height;
    return s->ok && (s->frames == 0 || ++s->drawn < s->frames);
}

#ifdef __EMSCRIPTEN__

extern void web_end(const char *error); /* in web/canvas.c */

static void step_in_browser(void *user) {
    state *s = user;
    if (!step(s)) {
        emscripten_cancel_main_loop();
        web_end(s->ok ? "" : error_text());
    }
}

/* The browser calls for each frame, and this function never returns. */
static bool run(state *s) {
    static state kept;
    kept = *s;
    emscripten_set_main_loop_arg(step_in_browser, &kept, 0, true);
    return true;
}

#else

static bool run(state *s) {
    while (step(s)) {}
    return s->ok;
}

#endif

bool window_loop_run(const window_loop *l, window *w, uint32_t frames) {
    state s = {.loop = *l, .window = w, .frames = frames, .ok = true};
    return run(&s);
}
