/* loop.c - a flow in a window.  SPDX-License-Identifier: MIT */
#include "loop.h"

#include "panel.h"

#include "common/draw/picture.h"
#include "common/files/clock.h"
#include "common/files/path.h"
#include "common/files/warnings.h"
#include "common/platform/gl.h"
#include "common/platform/window_loop.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What keys step through. */
static const uint32_t STEPS[] = {10, 20, 40, 80, 120, 160, 240, 320, 480, 640, 1000};
static const uint32_t LINES[] = {32, 64, 128, 256, 512, 1024, 2048};
enum { STEPS_COUNT = sizeof STEPS / sizeof STEPS[0], LINES_COUNT = sizeof LINES / sizeof LINES[0] };

static const double THRESHOLD_STEP = 0.02;  /* of the largest that makes sense */
static const double ABC_STEP = 0.25;        /* of what a parameter is by default */
static const double TURN_PER_SECOND = 0.25; /* radians */
static const double NEWS = 0.15;            /* weight of the last run in the mean time, so that digits can be read */

typedef struct loop {
    const loop_desc *desc;
    subject *subject;
    overlay *overlay;
    scene_state state;
    frame_clock clock;
    flow_wishes first, wishes; /* to begin with; now */
    double abc[3];
    double total_ms;
    bool moves;    /* the camera, by itself */
    bool is_stale; /* seeds and lines are of other wishes */
    bool changed, quit, tells;
    bool saves; /* the next frame saves a picture of what it shows */
    messages messages;
} loop;

static void complain(loop *l, const char *error) {
    messages_say(&l->messages, MESSAGE_ERROR, "%s", error);
    l->changed = true;
}

static void look_at_subject(loop *l) {
    l->state.subject = l->subject;
    l->state.camera = scene_camera(l->subject);
    l->wishes = l->subject->wishes;
    memcpy(l->abc, l->subject->source.abc, sizeof l->abc);
    l->is_stale = l->changed = true;
}

static bool loop_open(loop *l, const loop_desc *desc) {
    memset(l, 0, sizeof *l);
    l->desc = desc;
    l->subject = desc->subject;
    l->overlay = overlay_create(&desc->viewer->painter);
    if (!l->overlay)
        return false;
    l->first = l->subject->wishes;
    l->state.has_lines = l->state.has_seeds = true;
    look_at_subject(l);
    l->moves = l->tells = true;
    l->messages.program = "flowseeds";
    return true;
}

/* ---- what keys do ---- */

/* In the place of what was there, which stays where this fails. */
static void take_source(loop *l, const flow_source *source) {
    subject next;
    const int warnings = warnings_count();
    flow_wishes wishes = l->wishes;
    memset(&next, 0, sizeof next);
    wishes.threshold = wishes.width = NAN;
    if (!subject_load(&next, &l->desc->viewer->library, &l->desc->viewer->painter, source, &wishes, l->desc->warn)) {
        subject_free(&next);
        warnings_forget_after(warnings);
        complain(l, error_text());
        return;
    }
    warnings_forget_first(warnings);
    subject_free(l->subject);
    *l->subject = next; /* the next run tells the library where it is now */
    look_at_subject(l);
}

static void drop_file(loop *l, const char *path) {
    flow_source source = l->subject->source;
    if (strlen(path) >= sizeof source.path) {
        complain(l, "the name of the dropped file is too long");
        return;
    }
    source.flow = FLOW_COUNT;
    memcpy(source.path, path, strlen(path) + 1);
    take_source(l, &source);
}

static void next_formula(loop *l) {
    flow_source source = l->subject->source;
    source.flow = source.flow >= FLOW_COUNT - 1 ? (flow_name)0 : (flow_name)(source.flow + 1);
    source.path[0] = '\0';
    memcpy(source.abc, FLOWS[source.flow].abc, sizeof source.abc);
    take_source(l, &source);
}

static void step_parameter(loop *l, int which) {
    if (l->subject->source.flow == FLOW_COUNT) {
        messages_say(&l->messages, MESSAGE_NOTICE, "a file has no parameters");
        return;
    }
    const double own = FLOWS[l->subject->source.flow].abc[which];
    l->abc[which] += ABC_STEP * own;
    if (l->abc[which] > 2 * own + 1e-6)
        l->abc[which] = 0;
    l->is_stale = true;
}

static void step_threshold(loop *l, int direction) {
    const subject *s = l->subject;
    if (isnan(s->threshold)) {
        messages_say(&l->messages, MESSAGE_NOTICE, "%s seeds have no threshold", SEED_NAMES[s->wishes.seeds]);
        return;
    }
    l->wishes.threshold = fmax(0, s->threshold + direction * THRESHOLD_STEP * subject_most(s));
    l->is_stale = true;
}

/* The next of some numbers in a direction; with `around` the first one after the last. */
static uint32_t next_of(const uint32_t *numbers, int count, uint32_t now, int direction, bool around) {
    int i = direction > 0 ? 0 : count - 1;
    while (i >= 0 && i < count && (direction > 0 ? numbers[i] <= now : numbers[i] >= now))
        i += direction;
    return i >= 0 && i < count ? numbers[i] : around ? numbers[0] : now;
}

static void choose_seeds(loop *l, seed_kind kind) {
    l->wishes.seeds = kind;
    l->wishes.threshold = l->wishes.width = NAN;
    l->is_stale = true;
}

/* Keys that change what is shown; false for others. */
static bool on_wish(loop *l, int key) {
    const int slide = window_slide_of(key), size = window_size_of(key);
    const bool is_kind = key >= '1' && key < '1' + SEED_KINDS;
    if (slide)
        step_threshold(l, slide);
    else if (size || key == 'G')
        l->wishes.steps = next_of(STEPS, STEPS_COUNT, l->wishes.steps, size ? size : 1, key == 'G');
    else if (key == 'L')
        l->wishes.lines = next_of(LINES, LINES_COUNT, l->wishes.lines, 1, true);
    else if (is_kind)
        choose_seeds(l, (seed_kind)(key - '1'));
    else if (key >= 'A' && key <= 'C')
        step_parameter(l, key - 'A');
    else if (key == 'F')
        next_formula(l);
    else
        return false;
    l->is_stale = true;
    return true;
}

/* Both, seeds alone, lines alone. */
static void step_parts(loop *l) {
    scene_state *s = &l->state;
    const bool both = s->has_lines && s->has_seeds;
    s->has_lines = both ? false : true;
    s->has_seeds = both || !s->has_seeds;
}

static void reset(loop *l) {
    look_at_subject(l);
    if (l->subject->source.flow != FLOW_COUNT) /* the subject changes when it runs, and looks at the formula again */
        memcpy(l->abc, FLOWS[l->subject->source.flow].abc, sizeof l->abc);
    l->wishes = l->first;
}

static void on_key(loop *l, int key) {
    messages_clear(&l->messages);
    l->changed = true;
    if (on_wish(l, key))
        return;
    switch (key) {
    case WINDOW_KEY_ESCAPE:
        l->quit = true;
        break;
    case 'P':
        step_parts(l);
        break;
    case ' ':
        l->moves = !l->moves;
        break;
    case 'R':
        reset(l);
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
    (void)width, (void)height;
    if (input->drag_x != 0 || input->drag_y != 0) {
        camera_orbit(&l->state.camera, input->drag_x, input->drag_y);
        l->changed = true;
    }
    if (input->wheel != 0) {
        camera_wheel(&l->state.camera, input->wheel);
        l->changed = true;
    }
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

static bool follow_wishes(loop *l) {
    if (!l->is_stale)
        return true;
    l->is_stale = false;
    if (!subject_change(l->subject, &l->wishes, l->abc) || !subject_run(l->subject))
        return false;
    const double ms = l->subject->ms[TIME_TOTAL];
    l->total_ms = l->total_ms > 0 ? l->total_ms + NEWS * (ms - l->total_ms) : ms;
    return true;
}

static void save_picture(loop *l, int width, int height) {
    uint8_t *rgb = scene_picture(l->desc->scene, &l->state, width, height);
    picture_save(rgb, width, height, l->desc->screenshot, &l->messages);
    l->saves = false;
}

static void tell(loop *l, int width, int height) {
    const painter *painter = &l->desc->viewer->painter;
    const panel_state state = {l->subject, l->clock.fps, l->total_ms,
                               l->moves,   &l->messages, window_content_scale(l->desc->viewer->window)};
    painter_begin(painter);
    overlay_begin(l->overlay, width, height);
    panel_write(&state, l->overlay, width, height);
    overlay_draw(l->overlay);
    painter_end(painter);
}

/* Nothing of what changes all the time: window managers are slow with titles. */
static void show_title(loop *l) {
    char details[160];
    const subject *s = l->subject;
    snprintf(details, sizeof details, "%s: %u seeds, %u lines of %u steps%s", SEED_NAMES[s->wishes.seeds],
             (unsigned)s->seed_count, (unsigned)(2 * s->lines.starts), (unsigned)s->lines.steps,
             !l->state.has_lines   ? ", seeds alone"
             : !l->state.has_seeds ? ", lines alone"
                                   : "");
    const window_title title = {"Flowseeds", subject_name(s), details, l->moves ? "" : "paused",
                                messages_news(&l->messages)};
    window_set_title(l->desc->viewer->window, &title);
}

static bool window_frame(void *self, int width, int height) {
    loop *l = self;
    frame_clock_tick(&l->clock, clock_ms());
    if (l->moves)
        l->state.camera.azimuth += (float)(l->clock.passed_s * TURN_PER_SECOND);
    if (!follow_wishes(l))
        return false;
    if (l->saves)
        save_picture(l, width, height);
    if (!scene_draw(l->desc->scene, &l->state, 0, width, height, false))
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
