/* window.c - a demo in a window: what the user does, and frames.  SPDX-License-Identifier: MIT */
#include "frame/own.h"

#include "common/files/clock.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"
#include "common/platform/window_loop.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const float PIXELS_A_STEP = 12; /* of a drag over a row of the panel */

/* ---- settings ---- */

static void take_change(frame *f, const setting *s, bool has_changed) {
    frame_own *o = f->own;
    uint8_t now[SETTING_BYTES] = {0}, *made = o->made[s - f->demo->settings];
    o->changed = true;
    if (has_changed && f->demo->changed)
        f->demo->changed(f->self, f, s);
    setting_keep(s, f->self, now);
    if (s->effect == CHANGE_LOOKS)
        memcpy(made, now, sizeof now);
    if (!has_changed || memcmp(made, now, sizeof now) == 0) /* the demo may have put it back */
        return;
    if (!s->slides) { /* the pace knows frames of other work */
        memset(&o->pace, 0, sizeof o->pace);
        o->paced = 0;
    }
    if (o->wish != WISH_LOAD)
        o->wish = s->effect == CHANGE_LOADS ? WISH_LOAD : WISH_MAKE;
}

static void step(frame *f, const setting *s, int direction, bool around) {
    const double steps = 200; /* of the slider */
    slider_scale scale;
    if (s->slides && s->step == 0 && panel_scale(f, &scale) == s) {
        if (isnan(setting_number(s, f->self))) /* the work chooses it */
            work_now(f);
        const double low = scale.minimum, high = scale.maximum;
        const double part = (high - low) / steps, least = s->kind == SETTING_COUNT ? 1 : 0;
        const double now = setting_number(s, f->self);
        const double next = scale.skips_empty ? slider_next(&scale, now, direction)
                                              : now + direction * fmax(least > 0 ? floor(part) : part, least);
        take_change(f, s, setting_put(s, f->self, fmin(fmax(next, low), high)));
        return;
    }
    f->own->around = around && s->stops ? s : NULL;
    take_change(f, s, setting_step(s, f->self, direction, around));
}

void window_put(frame *f, const setting *s, double number) {
    take_change(f, s, setting_put(s, f->self, number));
}

void window_step(frame *f, const setting *s, int direction) {
    step(f, s, direction, false);
}

/* The key in the terms of a setting's: whether it is the setting's. */
static bool is_key_of(frame *f, const setting *s, int key) {
    const int slide = f->demo->eye == EYE_CAMERA || key == '[' || key == ']' ? window_slide_of(key) : 0;
    const int size = f->demo->eye == EYE_CAMERA ? window_size_of(key) : 0;
    if (s->key == KEY_SLIDE && slide)
        step(f, s, slide, false);
    else if (s->key == KEY_SIZE && (size || key == 'G'))
        step(f, s, size ? size : 1, key == 'G');
    else if (s->key == KEY_DIGITS && key >= '1' && key <= '9' && key - '1' < setting_choices(s))
        take_change(f, s, setting_put(s, f->self, key - '1'));
    else if (s->key == key && s->key >= 'A')
        step(f, s, 1, true);
    else
        return false;
    return true;
}

static bool on_setting_key(frame *f, int key) {
    for (size_t i = 0; i < f->demo->setting_count; i++)
        if (f->demo->settings[i].key && is_key_of(f, &f->demo->settings[i], key))
            return true;
    return false;
}

/* As it was to begin with, but for what is looked at. */
static void reset(frame *f, const image_area *picture) {
    for (size_t i = 0; i < f->demo->setting_count; i++)
        if (f->demo->settings[i].effect != CHANGE_LOADS)
            setting_restore(&f->demo->settings[i], f->self, f->own->first[i]);
    memset(&f->view, 0, sizeof f->view);
    f->moves = f->moves && !f->demo->rests;
    work_look(f, picture->width, picture->height);
    frame_remake(f);
}

static void on_key(frame *f, int key, const image_area *picture) {
    frame_own *o = f->own;
    messages_clear(&f->messages);
    o->changed = true;
    if ((f->demo->act && f->demo->act(f->self, f, key)) || on_setting_key(f, key))
        return;
    switch (key) {
    case WINDOW_KEY_ESCAPE:
        o->quit = true;
        break;
    case ' ':
        f->moves = !f->moves;
        break;
    case 'R':
        reset(f, picture);
        break;
    case 'H':
        o->tells = !o->tells;
        break;
    case 'S':
        o->saves = true;
        break;
    default:
        break;
    }
}

/* ---- the pointer ---- */

/* True while the pointer holds the slider, and so nothing else. A press beside the handle brings it there. */
static bool hold_slider(frame *f, const window_input *input, const panel_places *places) {
    frame_own *o = f->own;
    const slider *bar = &places->slider;
    const setting *s = places->slides;
    const bool slides = s && input->held && slider_has(bar, input->press_x, input->press_y);
    if (slides && !o->slides) {
        f->moves = f->moves && !f->demo->rests;
        o->grip = slider_grip(bar, setting_number(s, f->self), input->press_x);
        o->held_x = o->grip != 0 ? input->press_x : -1;
    }
    if (slides && input->held_x != o->held_x) {
        const double value = slider_value(bar, input->held_x - o->grip);
        const bool in_steps = s->step > 0 && s->factor == 0;
        take_change(f, s, setting_put(s, f->self, in_steps ? s->step * floor(value / s->step + 0.5) : value));
    }
    o->held_x = input->held_x;
    o->slides = slides;
    return slides;
}

/* A click on a row of the panel steps its setting, and a drag along it steps it to and fro. True while the pointer is there. */
static bool hold_row(frame *f, const window_input *input, int width, int height) {
    frame_own *o = f->own;
    const bool is_on = o->tells && (input->held || input->clicked);
    const setting *s = is_on ? panel_row(f, width, height, input->press_x, input->press_y) : NULL;
    if (!s || !s->key) {
        o->dragged = 0;
        return false;
    }
    if (input->clicked && fabsf(o->dragged) < PIXELS_A_STEP) {
        messages_clear(&f->messages);
        step(f, s, 1, true);
    }
    for (o->dragged += input->drag_x; fabsf(o->dragged) >= PIXELS_A_STEP;
         o->dragged -= copysignf(PIXELS_A_STEP, o->dragged))
        step(f, s, o->dragged > 0 ? 1 : -1, false);
    return true;
}

static void move_eye(frame *f, const window_input *input, int width, int height) {
    if (f->demo->eye == EYE_IMAGE) {
        image_area areas[2] = {{0, 0, width, height}};
        const frame_target target = {0, width, height, false, false, false};
        const int count = f->demo->areas ? f->demo->areas(f->self, f, &target, areas) : 1;
        if (image_view_input(&f->view, input, areas, count, f->image_size))
            f->own->changed = true;
        return;
    }
    if (input->drag_x != 0 || input->drag_y != 0) {
        camera_orbit(&f->camera, input->drag_x, input->drag_y);
        f->own->changed = true;
    }
    if (input->wheel != 0) {
        camera_wheel(&f->camera, input->wheel);
        f->own->changed = true;
    }
}

/* The button was released and went down elsewhere while a frame was drawn: that drag ends where the pointer was seen last. */
static bool ends_unseen(const frame_own *o, const window_input *in) {
    return in->held && o->is_held && (in->press_x != o->last.from[0] || in->press_y != o->last.from[1]);
}

/* True where the drag is the demo's. */
static bool drag_demo(frame *f, const window_input *in, const image_area *picture) {
    frame_own *o = f->own;
    if (ends_unseen(o, in)) {
        o->last.begins = o->is_held = false;
        o->last.ends = true;
        if (o->is_demos)
            f->demo->drag(f->self, f, &o->last);
        o->is_demos = false;
    }
    const demo_drag d = {{in->press_x, in->press_y},
                         {in->held_x, in->held_y},
                         picture->width,
                         picture->height,
                         in->held && !o->is_held,
                         !in->held};
    const bool is_there = d.from[0] >= 0 && d.from[1] >= 0;
    const bool has_begun = o->is_demos;
    o->is_held = in->held;
    o->last = d;
    if (d.begins)
        o->is_demos = is_there && f->demo->drag && f->demo->drag(f->self, f, &d);
    else if (has_begun)
        f->demo->drag(f->self, f, &d);
    o->is_demos = o->is_demos && in->held;
    f->own->changed = f->own->changed || has_begun || o->is_demos;
    return has_begun || o->is_demos;
}

/* What the user does in pixels of the picture. */
static void move_picture(frame *f, const window_input *input, const image_area *picture) {
    const float x = (float)picture->x, y = (float)picture->y;
    const bool is_there = input->click_x >= x && input->click_y >= y;
    window_input in = *input;
    in.click_x -= x, in.press_x -= x, in.held_x -= x, in.pointer_x -= x;
    in.click_y -= y, in.press_y -= y, in.held_y -= y, in.pointer_y -= y;
    if (drag_demo(f, &in, picture))
        in.drag_x = in.drag_y = 0;
    move_eye(f, &in, picture->width, picture->height);
    if (in.clicked && is_there && f->demo->click)
        f->demo->click(f->self, f, in.click_x, in.click_y, picture->width, picture->height);
}

static void drop_file(frame *f, const char *path, const image_area *picture) {
    messages_clear(&f->messages);
    f->own->changed = true;
    frame_own *o = f->own;
    const pace known = o->pace; /* of frames of another subject */
    const uint32_t paced = o->paced;
    memset(&o->pace, 0, sizeof o->pace);
    o->paced = 0;
    if (f->demo->forget)
        f->demo->forget(f->self, path);
    if (!work_load(f, path)) {
        messages_say(&f->messages, MESSAGE_ERROR, "%s", error_text());
        o->pace = known;
        o->paced = paced;
        return;
    }
    memset(&f->view, 0, sizeof f->view);
    work_look(f, picture->width, picture->height);
}

static bool on_input(void *self, const window_input *input, int width, int height) {
    frame *f = self;
    const panel_places places = panel_place(f, width, height, f->own->tells);
    const image_area *picture = &places.picture;
    float *pointer = f->own->pointer;
    const bool has_moved = pointer[0] != input->pointer_x || pointer[1] != input->pointer_y;
    f->own->changed = f->own->changed || (f->demo->points && has_moved);
    pointer[0] = input->pointer_x;
    pointer[1] = input->pointer_y;
    if (!hold_slider(f, input, &places) && !hold_row(f, input, width, height))
        move_picture(f, input, picture);
    for (int i = 0; i < input->key_count; i++)
        on_key(f, input->keys[i], picture);
    if (input->dropped[0])
        drop_file(f, input->dropped, picture);
    if (messages_expire(&f->messages, clock_ms()))
        f->own->changed = true;
    return !f->own->quit || f->own->saves; /* who saves and quits has a picture */
}

/* ---- frames ---- */

/* Returns how long it took, which is no part of the frame. */
static double save_picture(frame *f, int width, int height) {
    const double begin = clock_ms();
    char name[SETTING_WORDS];
    snprintf(name, sizeof name, "%s.png", f->demo->program);
    const char *path = f->own->screenshot ? f->own->screenshot : name;
    f->own->saves = false;
    if (frame_save_picture(f, path, (uint32_t)width, (uint32_t)height))
        messages_say(&f->messages, MESSAGE_NOTICE, "saved %s", path);
    else
        messages_say(&f->messages, MESSAGE_ERROR, "%s", error_text());
    return clock_ms() - begin;
}

/* Nothing of what changes all the time: window managers are slow with titles. */
static void show_title(frame *f) {
    char details[4 * SETTING_WORDS + FACTS_TITLE] = "", text[SETTING_WORDS], told[FACTS_TITLE] = "";
    facts all = {.title = told};
    size_t length = 0;
    for (size_t i = 0; i < f->demo->setting_count; i++) {
        const setting *s = &f->demo->settings[i];
        const bool is_flag = s->kind == SETTING_FLAG, is_choice = s->kind == SETTING_CHOICE;
        if (!s->in_title || (is_flag && setting_number(s, f->self) == 0) || length > 3 * SETTING_WORDS)
            continue;
        setting_text(s, f->self, "x", text);
        length += (size_t)snprintf(details + length, sizeof details - length, "%s%s%s%s", length > 0 ? ", " : "",
                                   is_choice ? "" : s->label, is_flag || is_choice ? "" : " ", is_flag ? "" : text);
    }
    f->demo->tell(f->self, f, &all);
    snprintf(details + length, sizeof details - length, "%s%s", length > 0 && told[0] ? ", " : "", told);
    const char *state = f->demo->state                ? f->demo->state(f->self)
                        : f->moves == !f->demo->rests ? ""
                        : f->moves                    ? "moving"
                                                      : "paused";
    const window_title title = {f->demo->title, frame_name(f), details, state, messages_news(&f->messages)};
    window_set_title(f->viewer.window, &title);
}

static void look_anew(frame *f, int width, int height) {
    frame_own *o = f->own;
    const camera before = f->camera;
    if (!o->looks_anew)
        return;
    const image_area picture = panel_place(f, width, height, o->tells).picture;
    work_look(f, picture.width, picture.height);
    if (o->keeps_angles) {
        f->camera.azimuth = before.azimuth;
        f->camera.elevation = before.elevation;
        f->camera.zoom = before.zoom;
    }
    o->looks_anew = false;
}

static bool window_frame(void *self, int width, int height) {
    frame *f = self;
    frame_own *o = f->own;
    frame_clock_tick(&o->clock, clock_ms());
    work_pace(f);
    double start = clock_ms();
    work_move(f, o->clock.passed_s);
    if (!work_follow(f))
        return false;
    if (o->saves && o->wish == WISH_NONE)
        start += save_picture(f, width, height);
    const frame_target target = {0, width, height, false, false, false};
    look_anew(f, width, height);
    const double before = clock_ms() - start;
    if (!panel_draw(f, &target, o->tells))
        return false;
    o->frame_ms += before;
    if (f->demo->story && !work_record(f))
        return false;
    window_swap(f->viewer.window);
    show_title(f);
    return true;
}

static bool needs_frame(const void *self) {
    const frame *f = self;
    return frame_moves(f) || f->own->changed || f->own->wish != WISH_NONE;
}

static void on_rest(void *self, bool is_minimized) {
    frame *f = self;
    (void)is_minimized;
    memset(&f->own->clock, 0, sizeof f->own->clock); /* neither a leap nor a slow second after a rest */
}

bool window_run(frame *f) {
    frame_own *o = f->own;
    const window_loop frames = {f, on_input, needs_frame, window_frame, on_rest};
    o->overlay = overlay_create(&f->viewer.painter);
    o->changed = f->is_live = true;
    o->tells = !GL_IS_WEB; /* a page has elements for words */
    o->looks_anew = true;
    if (f->demo->begin)
        f->demo->begin(f->self, f);
    return o->overlay && window_loop_run(&frames, f->viewer.window, o->frames);
}
