/* loop.c - the leaves in a window.  SPDX-License-Identifier: MIT */
#include "loop.h"

#include "panel.h"

#include "common/draw/picture.h"
#include "common/files/clock.h"
#include "common/files/error.h"
#include "common/platform/gl.h"
#include "common/platform/window_loop.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double LARGEST = 255;          /* tolerance */
static const double SWEEP = 40, PACE = 0.8; /* how far the tolerance goes by itself, and radians a second */

typedef struct loop {
    const loop_desc *desc;
    subject *subject;
    scene *scene;
    overlay *overlay;
    scene_state state;
    frame_clock clock;
    double wanted, first; /* tolerances: of the next frame, and of the first one */
    double swing;         /* radians */
    bool sweeps;          /* the tolerance moves by itself */
    bool slides;          /* the pointer holds the slider: */
    float grip, held_x;   /* so far from the middle of its handle, and it was here */
    bool changed, quit, tells, saves;
    messages messages;
} loop;

static void complain(loop *l, const char *error) {
    messages_say(&l->messages, MESSAGE_ERROR, "%s", error);
    l->changed = true;
}

static bool loop_open(loop *l, const loop_desc *desc) {
    memset(l, 0, sizeof *l);
    l->desc = desc;
    l->subject = desc->subject;
    l->state.subject = desc->subject;
    l->state.shown = desc->shown;
    l->state.has_grid = desc->has_grid;
    l->wanted = l->first = desc->subject->tolerance;
    l->scene = scene_create(&desc->viewer->painter, &desc->viewer->library);
    l->overlay = l->scene ? overlay_create(&desc->viewer->painter) : NULL;
    l->tells = l->changed = true;
    l->messages.program = "quadtree";
    return l->overlay != NULL;
}

static void loop_close(loop *l) {
    overlay_destroy(l->overlay);
    scene_destroy(l->scene);
}

/* ---- what the user does ---- */

static void set_tolerance(loop *l, double tolerance) {
    l->wanted = fmin(fmax(tolerance, 0), LARGEST);
    l->changed = true;
}

/* In the place of the image that was there, which stays where this fails. */
static void drop_file(loop *l, const char *path) {
    subject next;
    memset(&next, 0, sizeof next);
    if (!subject_load(&next, &l->desc->viewer->library, path, &l->subject->desc) ||
        !subject_build(&next, l->subject->tolerance)) {
        subject_free(&next);
        complain(l, error_text());
        return;
    }
    subject_free(l->subject);
    *l->subject = next;
    memset(&l->state.view, 0, sizeof l->state.view);
}

static void save_picture(loop *l, int width, int height) {
    scene_state state = l->state;
    state.raised = 0; /* no slider is in its way */
    uint8_t *rgb = scene_picture(l->scene, &state, width, height);
    picture_save(rgb, width, height, l->desc->screenshot, &l->messages);
    l->saves = false;
}

static void on_key(loop *l, int key) {
    messages_clear(&l->messages);
    l->changed = true;
    switch (key) {
    case WINDOW_KEY_ESCAPE:
        l->quit = true;
        break;
    case '[':
        set_tolerance(l, ceil(l->wanted) - 1);
        break;
    case ']':
        set_tolerance(l, floor(l->wanted) + 1);
        break;
    case 'V':
        l->state.shown = (scene_shown)((l->state.shown + 1) % SHOWN_COUNT);
        break;
    case 'G':
        l->state.has_grid = !l->state.has_grid;
        break;
    case ' ':
        l->sweeps = !l->sweeps;
        l->swing = asin(fmin(l->wanted / SWEEP * 2, 2) - 1); /* goes on from where it is */
        break;
    case 'R':
        l->sweeps = false;
        memset(&l->state.view, 0, sizeof l->state.view);
        set_tolerance(l, l->first);
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

static panel_state panel_state_of(const loop *l) {
    const panel_state s = {l->subject, l->clock.fps, l->sweeps, &l->messages,
                           window_content_scale(l->desc->viewer->window)};
    return s;
}

/* True while the pointer holds the slider, and so not the image. A press beside the handle brings it there. */
static bool hold_slider(loop *l, const window_input *input, int width, int height) {
    const panel_state shown = panel_state_of(l);
    const slider s = panel_slider(&shown, width, height);
    bool slides = l->tells && input->held && slider_has(&s, input->press_x, input->press_y);
    if (slides && !l->slides) {
        l->sweeps = false;
        l->grip = slider_grip(&s, l->wanted, input->press_x);
        l->held_x = l->grip != 0 ? input->press_x : -1;
    }
    if (slides && input->held_x != l->held_x)
        set_tolerance(l, floor(slider_value(&s, input->held_x - l->grip) + 0.5));
    l->held_x = input->held_x;
    l->slides = slides;
    return slides;
}

static void set_raised(loop *l, int width, int height) {
    const panel_state shown = panel_state_of(l);
    l->state.raised = l->tells ? (int)panel_slider(&shown, width, height).top : 0;
}

static bool on_input(void *self, const window_input *input, int width, int height) {
    loop *l = self;
    image_area areas[2];
    set_raised(l, width, height);
    const int count = scene_areas(&l->state, width, height, areas);
    if (!hold_slider(l, input, width, height) &&
        image_view_input(&l->state.view, input, areas, count, l->subject->size))
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

static bool move(loop *l) {
    if (l->sweeps) {
        l->swing = fmod(l->swing + l->clock.passed_s * PACE, 6.283185307179586);
        l->wanted = floor((sin(l->swing) + 1) * SWEEP / 2 + 0.5);
    }
    return l->wanted == l->subject->tolerance || subject_build(l->subject, l->wanted);
}

static void tell(loop *l, int width, int height) {
    const painter *painter = &l->desc->viewer->painter;
    const panel_state state = panel_state_of(l);
    painter_begin(painter);
    overlay_begin(l->overlay, width, height);
    panel_write(&state, l->overlay, width, height);
    overlay_draw(l->overlay);
    painter_end(painter);
}

/* Nothing of what changes all the time: window managers are slow with titles. */
static void show_title(loop *l) {
    char details[80], tolerance[40];
    snprintf(tolerance, sizeof tolerance, "tolerance %g", l->subject->tolerance);
    snprintf(details, sizeof details, "%s, %s%s", l->sweeps ? "animated" : tolerance, SCENE_SHOWN_NAMES[l->state.shown],
             l->state.has_grid ? ", grid" : "");
    const window_title title = {"Quadtree", l->subject->name, details, "", messages_news(&l->messages)};
    window_set_title(l->desc->viewer->window, &title);
}

static bool window_frame(void *self, int width, int height) {
    loop *l = self;
    frame_clock_tick(&l->clock, clock_ms());
    set_raised(l, width, height);
    if (!move(l))
        return false;
    if (l->saves)
        save_picture(l, width, height);
    if (!scene_draw(l->scene, &l->state, 0, width, height))
        return false;
    if (l->tells)
        tell(l, width, height);
    l->changed = false;
    window_swap(l->desc->viewer->window);
    show_title(l);
    return draw_check("drawing the overlay");
}

static bool needs_frame(const void *self) {
    const loop *l = self;
    return l->sweeps || l->changed;
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
    loop_close(&l);
    return ok;
}
