/* viewer.c - where a demo draws: a window, or a context without one.  SPDX-License-Identifier: MIT */
#include "common/draw/viewer.h"

#include "common/files/error.h"
#include "common/platform/library.h"

#include <math.h>
#include <string.h>

static bool open_context(viewer *v, const viewer_desc *desc) {
    if (desc->headless) {
        v->headless = headless_open(desc->gl);
        return v->headless != NULL;
    }
    v->window = window_open(desc->title, desc->gl, desc->width, desc->height);
    return v->window != NULL;
}

bool viewer_open(viewer *v, const viewer_desc *desc) {
    return open_context(v, desc) && library_open(&v->library, desc->gl) && painter_open(&v->painter, desc->gl);
}

void viewer_close(viewer *v) {
    painter_close(&v->painter);
    library_close(&v->library);
    window_close(v->window);
    headless_close(v->headless);
    memset(v, 0, sizeof *v);
}

void frame_clock_tick(frame_clock *c, double now_ms) {
    const double longest_step_s = 0.1, first_ms = 250, period_ms = 1000;
    bool is_first = c->last_ms == 0;
    c->passed_s = is_first ? 0 : fmin((now_ms - c->last_ms) / 1000, longest_step_s);
    c->last_ms = now_ms;
    if (is_first) {
        c->since_ms = now_ms;
        return;
    }
    c->frames++;
    double passed_ms = now_ms - c->since_ms;
    if (passed_ms >= (c->fps > 0 ? period_ms : first_ms)) {
        c->fps = c->frames * 1000 / passed_ms;
        c->since_ms = now_ms;
        c->frames = 0;
    }
}
