/* loop.c - features of a moving image in a window.  SPDX-License-Identifier: MIT */
#include "loop.h"

#include "panel.h"

#include "common/draw/picture.h"
#include "common/files/clock.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"
#include "common/platform/window_loop.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const uint32_t NUMBERS[] = {0,   1000, 300,
                                   100, 30,   10}; /* of the strongest, that key N steps through; 0 is all */
enum { NUMBER_COUNT = sizeof NUMBERS / sizeof NUMBERS[0] };

static const double STEP = 1.25, LEAST = 1e-5; /* of the threshold */
static const double NEWS = 0.15; /* weight of the last frame in the mean times, so that digits can be read */

typedef struct loop {
    const loop_desc *desc;
    subject *subject;
    overlay *overlay;
    finder_settings settings;
    image_view view;
    frame_clock clock;
    double seconds; /* that the image has moved for */
    double detect_ms, list_ms;
    bool moves, changed, quit, tells, saves;
    messages messages;
} loop;

static void complain(loop *l, const char *error) {
    messages_say(&l->messages, MESSAGE_ERROR, "%s", error);
    l->changed = true;
}

static void forget_times(loop *l) {
    l->detect_ms = l->list_ms = NAN;
    l->changed = true;
}

static void reset_view(loop *l) {
    memset(&l->view, 0, sizeof l->view);
    l->seconds = 0;
    l->changed = true;
}

static bool loop_open(loop *l, const loop_desc *desc) {
    memset(l, 0, sizeof *l);
    l->desc = desc;
    l->subject = desc->subject;
    l->overlay = overlay_create(&desc->viewer->painter);
    if (!l->overlay)
        return false;
    l->moves = l->tells = true;
    l->messages.program = "features";
    l->settings = desc->settings;
    reset_view(l);
    forget_times(l);
    return true;
}

/* ---- what the user does ---- */

/* In the place of what was there, which stays where the file is no image, or none that the detector can be used on. */
static void drop_file(loop *l, const char *path) {
    subject next;
    memset(&next, 0, sizeof next);
    bool ok = subject_load(&next, &l->desc->viewer->library, path);
    if (ok && !finder_find(&next.finder, &l->settings, next.texture))
        ok = error_set("%s: %s", path, error_text());
    if (!ok) {
        subject_free(&next);
        complain(l, error_text());
        return;
    }
    subject_free(l->subject);
    *l->subject = next;
    memset(&l->view, 0, sizeof l->view);
    forget_times(l);
}

/* A template may be larger than the image, and memory too small for a detector. Then what was there stays. */
static bool settings_work(loop *l, const finder_settings *next) {
    if (!finder_find(&l->subject->finder, next, l->subject->texture)) {
        complain(l, error_text());
        return false;
    }
    l->settings = *next;
    forget_times(l);
    return true;
}

/* The next detector that works here. */
static void step_kind(loop *l) {
    const int kinds = l->settings.pattern->size[0] ? FINDER_KINDS : FINDER_TEMPLATE;
    finder_settings next = l->settings;
    for (int i = 1; i < kinds; i++) {
        next.kind = (finder_kind)((l->settings.kind + i) % kinds);
        next.threshold = FINDER_THRESHOLDS[next.kind];
        if (settings_work(l, &next))
            return;
    }
}

static void step_threshold(loop *l, int direction) {
    const double next = l->settings.threshold * (direction > 0 ? STEP : 1 / STEP);
    l->settings.threshold = fmin(fmax(next, LEAST), 1);
}

static void step_number(loop *l) {
    int i = 0;
    while (i < NUMBER_COUNT && NUMBERS[i] != l->settings.strongest)
        i++;
    l->settings.strongest = NUMBERS[i + 1 < NUMBER_COUNT ? i + 1 : 0];
}

static void on_key(loop *l, int key) {
    const int slide = key == ']' || key == '[' ? window_slide_of(key) : 0;
    messages_clear(&l->messages);
    l->changed = true;
    if (slide)
        step_threshold(l, slide);
    switch (key) {
    case WINDOW_KEY_ESCAPE:
        l->quit = true;
        break;
    case 'D':
        step_kind(l);
        break;
    case 'N':
        step_number(l);
        break;
    case ' ':
        l->moves = !l->moves;
        break;
    case 'R':
        settings_work(l, &l->desc->settings);
        reset_view(l);
        break;
    case 'H':
        l->tells = !l->tells;
        break;
    case 'S':
        l->saves = true;
        break;
    default:
        break;
    }
}

static bool on_input(void *self, const window_input *input, int width, int height) {
    loop *l = self;
    const image_area area = {0, 0, width, height};
    if (image_view_input(&l->view, input, &area, 1, l->subject->size))
        l->changed = true;
    for (int i = 0; i < input->key_count; i++)
        on_key(l, input->keys[i]);
    if (input->dropped[0]) {
        messages_clear(&l->messages);
        l->changed = true;
        drop_file(l, input->dropped);
    }
    if (messages_expire(&l->messages, clock_ms()))
        l->changed = true;
    return !l->quit || l->saves; /* who saves and quits has a picture */
}

/* ---- frames ---- */

static double mean_of(double mean, double now) {
    return isnan(mean) ? now : mean + NEWS * (now - mean);
}

/* The image as it is now, its features, and all of it on the screen. */
static bool draw(loop *l, int width, int height) {
    const image_area area = {0, 0, width, height};
    finder *f = &l->subject->finder;
    show *s = l->desc->show;
    if (!show_move(s, l->subject->texture, l->subject->size, l->seconds) ||
        !finder_find(f, &l->settings, s->moved.texture))
        return false;
    l->detect_ms = mean_of(l->detect_ms, f->detect_ms);
    l->list_ms = mean_of(l->list_ms, f->list_ms);
    framebuffer_bind(l->desc->viewer->painter.gl, 0);
    show_draw(s, s->moved.texture, f, &l->view, &area);
    return true;
}

static void save_picture(loop *l, int width, int height) {
    picture p = {0};
    const image_area area = {0, 0, width, height};
    uint8_t *rgb = NULL;
    if (picture_resize(&p, l->desc->viewer->painter.gl, width, height)) {
        framebuffer_bind(p.gl, p.framebuffer);
        show_draw(l->desc->show, l->desc->show->moved.texture, &l->subject->finder, &l->view, &area);
        rgb = picture_read(&p);
    }
    picture_save(rgb, width, height, l->desc->screenshot, &l->messages);
    picture_free(&p);
    l->saves = false;
}

static void tell(loop *l, int width, int height) {
    const painter *painter = &l->desc->viewer->painter;
    const panel_state state = {l->subject->name, &l->subject->finder, &l->settings,
                               l->detect_ms,     l->list_ms,          l->clock.fps,
                               l->moves,         &l->messages,        window_content_scale(l->desc->viewer->window)};
    painter_begin(painter);
    overlay_begin(l->overlay, width, height);
    panel_write(&state, l->overlay, width, height);
    overlay_draw(l->overlay);
    painter_end(painter);
}

static void show_title(loop *l) {
    char details[160];
    snprintf(details, sizeof details, "%s, threshold %.3g", FINDER_NAMES[l->settings.kind], l->settings.threshold);
    const window_title title = {"Features", l->subject->name, details, l->moves ? "" : "paused",
                                messages_news(&l->messages)};
    window_set_title(l->desc->viewer->window, &title);
}

static bool window_frame(void *self, int width, int height) {
    loop *l = self;
    frame_clock_tick(&l->clock, clock_ms());
    if (l->moves)
        l->seconds += l->clock.passed_s;
    if (!draw(l, width, height))
        return false;
    if (l->saves)
        save_picture(l, width, height);
    framebuffer_bind(l->desc->viewer->painter.gl, 0);
    glViewport(0, 0, width, height);
    if (l->tells)
        tell(l, width, height);
    l->changed = false;
    window_swap(l->desc->viewer->window);
    show_title(l);
    return draw_check("drawing the picture");
}

static bool needs_frame(const void *self) {
    const loop *l = self;
    return l->moves || l->changed;
}

static void on_rest(void *self, bool is_minimized) {
    loop *l = self;
    (void)is_minimized;
    memset(&l->clock, 0, sizeof l->clock); /* neither a leap nor a slow second after a rest */
}

bool loop_window(const loop_desc *desc) {
    loop l;
    const window_loop frames = {&l, on_input, needs_frame, window_frame, on_rest};
    bool ok = loop_open(&l, desc) && window_loop_run(&frames, desc->viewer->window, desc->frames);
    overlay_destroy(l.overlay);
    return ok;
}
