/* loop.c - splats in a window.  SPDX-License-Identifier: MIT */
#include "loop.h"

#include "panel.h"

#include "common/draw/pace.h"
#include "common/draw/picture.h"
#include "common/files/clock.h"
#include "common/files/warnings.h"
#include "common/platform/gl.h"
#include "common/platform/window_loop.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Numbers of splats that keys step through. */
static const uint32_t NUMBERS[] = {1000,   2000,   5000,   10000,   20000,   50000,
                                   100000, 200000, 500000, 1000000, 2000000, 5000000};
enum { NUMBER_COUNT = sizeof NUMBERS / sizeof NUMBERS[0] };

static const float SIZE_STEP = 1.1f, SMALLEST = 0.05f, LARGEST = 10;
static const double TURN_PER_SECOND = 0.35; /* radians */
static const double NEWS = 0.15;            /* weight of the last frame in the mean times, so that digits can be read */

typedef struct loop {
    const loop_desc *desc;
    subject *subject;
    overlay *overlay;
    scene_state state;
    camera camera;
    frame_clock clock;
    double ms[STEP_COUNT]; /* means; NAN where none is known */
    uint32_t wanted;       /* splats that are asked for of a mesh */
    bool turns_over;
    bool moves; /* the camera, by itself */
    bool changed, quit, tells;
    bool saves; /* the next frame saves a picture of what it shows */
    pace pace;
    double frame_ms;
    messages messages;
} loop;

static void complain(loop *l, const char *error) {
    messages_say(&l->messages, MESSAGE_ERROR, "%s", error);
    l->changed = true;
}

/* Times and the pace know frames of what was shown before. */
static void forget_times(loop *l) {
    for (int i = 0; i < STEP_COUNT; i++)
        l->ms[i] = NAN;
    memset(&l->pace, 0, sizeof l->pace);
    l->state.looks.stride = 1;
    l->frame_ms = 0;
    l->changed = true;
}

static void look_at_subject(loop *l) {
    int width, height;
    window_framebuffer_size(l->desc->viewer->window, &width, &height);
    l->state.store = &l->subject->store;
    l->camera = subject_camera(l->subject, l->turns_over, width, height);
    l->changed = true;
}

static bool loop_open(loop *l, const loop_desc *desc) {
    memset(l, 0, sizeof *l);
    l->desc = desc;
    l->subject = desc->subject;
    l->overlay = overlay_create(&desc->viewer->painter);
    if (!l->overlay)
        return false;
    l->turns_over = desc->turns_over;
    l->wanted = desc->splats;
    l->state.looks = desc->looks;
    l->state.way = desc->way;
    l->state.has_room = true;
    look_at_subject(l);
    l->camera = desc->camera;
    forget_times(l);
    l->moves = l->tells = true;
    l->messages.program = "splats";
    return true;
}

static void loop_close(loop *l) {
    overlay_destroy(l->overlay);
}

/* ---- what keys do ---- */

/* In the place of what was there, which stays where the file is none that can be shown. */
static void drop_file(loop *l, const char *path) {
    subject next;
    int warnings = warnings_count();
    memset(&next, 0, sizeof next);
    if (!subject_load(&next, &l->desc->viewer->library, path, l->wanted, l->desc->warn)) {
        subject_free(&next);
        warnings_forget_after(warnings);
        complain(l, error_text());
        return;
    }
    warnings_forget_first(warnings);
    subject_free(l->subject);
    *l->subject = next;
    forget_times(l);
    look_at_subject(l);
}

/* The next number in a direction, NUMBER_COUNT past the ends. */
static int next_number(uint32_t now, int direction) {
    int i = direction > 0 ? 0 : NUMBER_COUNT - 1;
    while (i >= 0 && i < NUMBER_COUNT && (direction > 0 ? NUMBERS[i] <= now : NUMBERS[i] >= now))
        i += direction;
    return i < 0 ? NUMBER_COUNT : i;
}

/* `around` goes on with the smallest after the largest, and where there is no room for more. */
static void step_number(loop *l, int direction, bool around) {
    library *library = &l->desc->viewer->library;
    int i = next_number(l->wanted, direction);
    if (!l->subject->is_mesh) {
        messages_say(&l->messages, MESSAGE_NOTICE, "a file of splats has its own number of them");
        return;
    }
    if (i == NUMBER_COUNT && !around)
        return;
    uint32_t wanted = NUMBERS[i % NUMBER_COUNT];
    bool ok = subject_make_splats(l->subject, library, wanted);
    if (!ok) {
        complain(l, error_text());
        wanted = NUMBERS[0];
        ok = around && subject_make_splats(l->subject, library, wanted);
    }
    if (ok)
        l->wanted = wanted;
    forget_times(l);
}

static void step_size(loop *l, int direction) {
    float size = l->state.looks.size * (direction > 0 ? SIZE_STEP : 1 / SIZE_STEP);
    size = fabsf(size - 1) < 0.01f ? 1 : size; /* back where it was */
    l->state.looks.size = fminf(fmaxf(size, SMALLEST), LARGEST);
}

static void step_degree(loop *l) {
    uint32_t most = l->subject->cloud.degree, now = l->state.looks.degree;
    l->state.looks.degree = now > most ? most : now;
    l->state.looks.degree = l->state.looks.degree == 0 ? most : l->state.looks.degree - 1;
    if (most == 0)
        messages_say(&l->messages, MESSAGE_NOTICE, "these splats have colors of degree 0 only");
}

static void step_way(loop *l) {
    l->state.way = (sort_way)((l->state.way + 1) % SORT_WAYS);
    l->ms[STEP_SORT] = l->ms[STEP_FRAME] = NAN;
}

static void reset(loop *l) {
    l->state.looks.size = l->desc->looks.size;
    l->state.looks.degree = l->desc->looks.degree;
    l->state.way = l->desc->way;
    look_at_subject(l);
}

/* Keys that step through numbers; false for others. */
static bool on_step_key(loop *l, int key) {
    int slide = window_slide_of(key), size = window_size_of(key);
    if (slide)
        step_size(l, slide);
    else if (size || key == 'G')
        step_number(l, size ? size : 1, key == 'G');
    return slide || size || key == 'G';
}

static void on_key(loop *l, int key) {
    messages_clear(&l->messages);
    l->changed = true;
    if (on_step_key(l, key))
        return;
    switch (key) {
    case WINDOW_KEY_ESCAPE:
        l->quit = true;
        break;
    case 'O':
        step_way(l);
        break;
    case 'D':
        step_degree(l);
        break;
    case ' ':
        l->moves = !l->moves;
        break;
    case 'U':
        l->turns_over = !l->turns_over;
        look_at_subject(l);
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
        camera_orbit(&l->camera, input->drag_x, input->drag_y);
        l->changed = true;
    }
    if (input->wheel != 0) {
        camera_wheel(&l->camera, input->wheel);
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

/* Where frames take long, a moving picture has fewer pixels, and so many times fewer splats as its sides are shorter: what a splat costs
 * and what a pixel costs then fall alike. Frames that are counted are all alike. */
static void follow_pace(loop *l, int width, int height) {
    const uint32_t side = (uint32_t)(width > height ? width : height), count = l->subject->cloud.count;
    uint32_t wanted = l->desc->frames > 0 ? side : pace_frame(&l->pace, side, l->frame_ms, l->moves);
    int drawn[2] = {(int)pace_side((uint32_t)width, side, wanted), (int)pace_side((uint32_t)height, side, wanted)};
    l->state.width = (uint32_t)width;
    l->state.height = (uint32_t)height;
    l->state.looks.stride = (side + wanted / 2) / wanted;
    l->messages.note[0] = '\0';
    if (wanted < side) {
        snprintf(l->messages.note, sizeof l->messages.note,
                 "%u of %u splats in %dx%d pixels while it turns: a frame took %.0f ms",
                 (unsigned)prints_count(count, l->state.looks.stride), (unsigned)count, drawn[0], drawn[1],
                 l->pace.slow_ms);
    }
    subject_look(l->subject, &l->camera, l->turns_over, drawn[0], drawn[1], &l->state.camera);
}

/* Of all splats, in all pixels. */
static void save_picture(loop *l, int width, int height) {
    scene_state state = l->state;
    state.looks.stride = 1;
    subject_look(l->subject, &l->camera, l->turns_over, width, height, &state.camera);
    uint8_t *rgb = scene_picture(l->desc->scene, &state, NULL);
    picture_save(rgb, (int)state.camera.width, (int)state.camera.height, l->desc->screenshot, &l->messages);
    l->saves = false;
}

static void take_times(loop *l, const scene_times *t) {
    for (int i = 0; i < STEP_COUNT; i++)
        l->ms[i] = isnan(l->ms[i]) || isnan(t->ms[i]) ? t->ms[i] : l->ms[i] + NEWS * (t->ms[i] - l->ms[i]);
    l->frame_ms = t->ms[STEP_FRAME];
}

static void tell(loop *l, int width, int height) {
    const painter *painter = &l->desc->viewer->painter;
    const panel_state state = {l->subject,
                               &l->state,
                               l->ms,
                               l->clock.fps,
                               l->moves,
                               &l->messages,
                               window_content_scale(l->desc->viewer->window)};
    painter_begin(painter);
    overlay_begin(l->overlay, width, height);
    panel_write(&state, l->overlay, width, height);
    overlay_draw(l->overlay);
    painter_end(painter);
}

/* Nothing of what changes all the time: window managers are slow with titles. */
static void show_title(loop *l) {
    char details[160];
    snprintf(details, sizeof details, "%u splats, sort %s, size %.2f%s", (unsigned)l->subject->cloud.count,
             sort_name(l->state.way), l->state.looks.size, l->turns_over ? ", upside down" : "");
    const window_title title = {"Splats", l->subject->name, details, l->moves ? "" : "paused",
                                messages_news(&l->messages)};
    window_set_title(l->desc->viewer->window, &title);
}

static bool window_frame(void *self, int width, int height) {
    loop *l = self;
    scene_times times;
    frame_clock_tick(&l->clock, clock_ms());
    if (l->moves)
        l->camera.azimuth += (float)(l->clock.passed_s * TURN_PER_SECOND);
    follow_pace(l, width, height);
    if (l->saves)
        save_picture(l, width, height);
    if (!scene_draw(l->desc->scene, &l->state, 0, &times))
        return false;
    take_times(l, &times);
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
    loop_close(&l);
    return ok;
}
