/* loop.c - the surface in a window.  SPDX-License-Identifier: MIT */
#include "loop.h"

#include "panel.h"

#include "common/draw/pace.h"
#include "common/draw/picture.h"
#include "common/files/clock.h"
#include "common/files/error.h"
#include "common/files/warnings.h"
#include "common/platform/gl.h"
#include "common/platform/window_loop.h"
#include "common/volume/volume_load.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Samples a side that keys step through. */
static const uint32_t SIDES[] = {16, 32, 48, 64, 96, 128, 160, 192, 256, 320, 384};
enum { SIDE_COUNT = sizeof SIDES / sizeof SIDES[0] };

static const double ISO_STEPS = 200;  /* of the slider's length that a key moves it by one */
static const double ISO_SWEEP = 0.12; /* how far an animated isovalue goes, either way, of the range */
static const double ISO_PACE = 0.9;   /* radians a second */
static const double NEWS = 0.15;      /* weight of the last frame in the mean time, so that digits can be read */

typedef struct loop {
    const loop_desc *desc;
    subject *subject;
    scene *scene;
    overlay *overlay;
    scene_state state;
    frame_clock clock;
    double iso, middle, swing; /* the isovalue; what it swings about, and how far in its swing it is, in radians */
    double seconds;            /* that metaballs have moved for */
    double total_ms;           /* 0: not measured */
    bool sweeps, moves;        /* the isovalue; whatever can move */
    bool slides;               /* the pointer holds the slider: */
    float grip, held_x;        /* so far from the middle of its handle, and it was here */
    bool is_stale;             /* the mesh is of another isovalue or field */
    bool changed, quit, tells;
    uint32_t chosen[3]; /* the user's samples of a field; while it moves there may be fewer */
    pace pace;
    bool is_resized; /* metaballs are sampled where they began */
    bool saves;      /* the next frame saves a picture of what it shows */
    double frame_ms;
    messages messages;
} loop;

static void complain(loop *l, const char *error) {
    messages_say(&l->messages, MESSAGE_ERROR, "%s", error);
    l->changed = true;
}

static bool is_moving(const loop *l) {
    return l->moves && (l->sweeps || l->subject->source.field == FIELD_METABALLS);
}

static void set_iso(loop *l, double iso) {
    const volume_facts *f = &l->subject->facts;
    l->iso = l->middle = fmin(fmax(iso, f->minimum), f->maximum);
    l->swing = 0;
    l->is_stale = l->changed = true;
}

static void look_at_subject(loop *l) {
    l->state.surface = &l->subject->surface;
    l->state.camera = scene_camera(&l->subject->volume);
    l->state.is_upside_down = l->subject->volume.first_slice_on_top != l->desc->upside_down;
    l->seconds = 0;
    set_iso(l, subject_iso(l->subject));
}

static bool loop_open(loop *l, const loop_desc *desc) {
    memset(l, 0, sizeof *l);
    l->desc = desc;
    l->subject = desc->subject;
    l->scene = scene_create(&desc->viewer->painter);
    l->overlay = l->scene ? overlay_create(&desc->viewer->painter) : NULL;
    if (!l->overlay)
        return false;
    look_at_subject(l);
    memcpy(l->chosen, l->subject->source.size, sizeof l->chosen);
    l->iso = l->middle = desc->iso; /* even where there is nothing */
    l->state.has_wires = desc->has_wires;
    l->moves = l->tells = true;
    l->messages.program = "isosurface";
    return true;
}

static void loop_close(loop *l) {
    overlay_destroy(l->overlay);
    scene_destroy(l->scene);
}

/* ---- what keys do ---- */

/* In the place of what was there, which stays where this fails. */
static bool take_source(loop *l, const volume_source *source) {
    subject next;
    int warnings = warnings_count();
    memset(&next, 0, sizeof next);
    if (!subject_load(&next, &l->desc->viewer->library, source, &l->subject->surface.desc, l->desc->warn)) {
        subject_free(&next);
        warnings_forget_after(warnings);
        return false;
    }
    warnings_forget_first(warnings);
    subject_free(l->subject);
    *l->subject = next;
    l->subject->surface.volume = &l->subject->volume; /* which has moved */
    l->total_ms = 0;
    l->state.surface = &l->subject->surface;
    l->is_resized = l->is_stale = l->changed = true;
    return true;
}

/* The user's choice, and no fewer samples before its frames are known. */
static bool choose_source(loop *l, const volume_source *source) {
    if (!take_source(l, source))
        return false;
    memcpy(l->chosen, source->size, sizeof l->chosen);
    memset(&l->pace, 0, sizeof l->pace);
    return true;
}

static bool change_source(loop *l, const volume_source *source) {
    bool ok = choose_source(l, source);
    if (!ok)
        complain(l, error_text());
    return ok;
}

/* As the user wants it, whatever the size of this moment. */
static volume_source chosen(const loop *l) {
    volume_source source = l->subject->source;
    memcpy(source.size, l->chosen, sizeof source.size);
    return source;
}

/* Files have the samples that they have, and frames that are counted are all alike. */
static void follow_pace(loop *l) {
    uint32_t most = pace_longest(l->chosen);
    l->messages.note[0] = '\0';
    if (l->subject->source.field == FIELD_COUNT || l->desc->frames > 0)
        return;
    uint32_t wanted = pace_frame(&l->pace, most, l->frame_ms, is_moving(l));
    if (wanted != pace_longest(l->subject->source.size)) {
        volume_source source = chosen(l);
        pace_grid(l->chosen, wanted, source.size);
        if (!take_source(l, &source)) {
            complain(l, error_text());
            memcpy(l->chosen, l->subject->source.size, sizeof l->chosen);
            pace_give_up(&l->pace);
        }
    }
    pace_words(&l->pace, pace_longest(l->chosen), "samples", "while it moves", l->messages.note,
               sizeof l->messages.note);
}

static void change_field(loop *l, field_kind field) {
    volume_source source = chosen(l);
    source.path[0] = '\0';
    source.field = field;
    if (l->subject->source.field == FIELD_COUNT)
        source.size[0] = source.size[1] = source.size[2] = 128;
    if (change_source(l, &source))
        look_at_subject(l);
}

static void drop_file(loop *l, const char *path) {
    volume_source source;
    if (!volume_parse(path, l->chosen, &source))
        complain(l, error_text());
    else if (change_source(l, &source))
        look_at_subject(l);
}

/* The next side in a direction, SIDE_COUNT past the ends. */
static int next_side(uint32_t now, int direction) {
    int i = direction > 0 ? 0 : SIDE_COUNT - 1;
    while (i >= 0 && i < SIDE_COUNT && (direction > 0 ? SIDES[i] <= now : SIDES[i] >= now))
        i += direction;
    return i < 0 ? SIDE_COUNT : i;
}

/* `around` passes over sizes that cannot be had, says why of the first, and goes on with the smallest after the largest. */
static void step_size(loop *l, int direction, bool around) {
    char error[ERROR_SIZE] = ""; /* the first one */
    volume_source source = chosen(l);
    int i = next_side(source.size[0], direction);
    if (source.field == FIELD_COUNT) {
        messages_say(&l->messages, MESSAGE_NOTICE, "a file has its own size");
        return;
    }
    for (int tries = 0; tries < SIDE_COUNT && (around || i < SIDE_COUNT); tries++, i++) {
        source.size[0] = source.size[1] = source.size[2] = SIDES[i % SIDE_COUNT];
        if (choose_source(l, &source))
            break;
        if (!error[0])
            snprintf(error, sizeof error, "%s", error_text());
        if (!around)
            break;
    }
    if (error[0])
        complain(l, error);
}

static void change_surface(loop *l, const surface_desc *desc) {
    if (subject_change(l->subject, desc))
        memset(&l->pace, 0, sizeof l->pace); /* which knows frames of another form */
    else
        complain(l, error_text());
    l->total_ms = 0;
    l->is_stale = l->changed = true;
}

/* Fragments make either mesh, shaders of the paper a soup. */
static void change_expansion(loop *l) {
    surface_desc desc = l->subject->surface.desc;
    bool has_geometry = l->subject->surface.library->gl != GL_ES3;
    desc.expansion = desc.expansion == EXPAND_FRAGMENT                 ? EXPAND_VERTEX
                     : desc.expansion == EXPAND_VERTEX && has_geometry ? EXPAND_GEOMETRY
                                                                       : EXPAND_FRAGMENT;
    desc.mesh = HPYR_MESH_FORM_DEFAULT;
    change_surface(l, &desc);
}

/* Keys of the mesh's form; false for others. */
static bool on_form_key(loop *l, int key) {
    surface_desc desc = l->subject->surface.desc;
    switch (key) {
    case 'V':
        desc.vertex = desc.vertex == HPYR_EDGE_VERTEX_LINEAR ? HPYR_EDGE_VERTEX_MIDPOINT : HPYR_EDGE_VERTEX_LINEAR;
        break;
    case 'N':
        desc.gradient = desc.gradient == HPYR_GRADIENT_FORWARD ? HPYR_GRADIENT_CENTRAL : HPYR_GRADIENT_FORWARD;
        break;
    case 'M':
        desc.mesh = desc.mesh == HPYR_MESH_FORM_SOUP ? HPYR_MESH_FORM_WELDED : HPYR_MESH_FORM_SOUP;
        break;
    case 'E':
        change_expansion(l);
        return true;
    default:
        return false;
    }
    change_surface(l, &desc);
    return true;
}

/* Returns how long it took, which is no part of the frame. */
static double save_picture(loop *l, int width, int height) {
    double begin = clock_ms();
    scene_state state = l->state;
    state.raised = 0; /* no slider is in its way */
    uint8_t *rgb = scene_picture(l->scene, &state, width, height);
    picture_save(rgb, width, height, l->desc->screenshot, &l->messages);
    l->saves = false;
    return clock_ms() - begin;
}

/* Keys of the field, its size and its isovalue; false for others. */
static bool on_field_key(loop *l, int key) {
    const volume_facts *f = &l->subject->facts;
    double step = (f->maximum - f->minimum) / ISO_STEPS;
    int slide = window_slide_of(key), size = window_size_of(key);
    bool is_field = key >= '1' && key < '1' + FIELD_COUNT;
    if (slide)
        set_iso(l, l->iso + slide * step);
    else if (size || key == 'G')
        step_size(l, size ? size : 1, key == 'G');
    else if (is_field)
        change_field(l, (field_kind)(key - '1'));
    return slide || size || key == 'G' || is_field;
}

static void on_key(loop *l, int key) {
    messages_clear(&l->messages);
    l->changed = true;
    if (on_field_key(l, key) || on_form_key(l, key))
        return;
    switch (key) {
    case WINDOW_KEY_ESCAPE:
        l->quit = true;
        break;
    case 'A':
        l->sweeps = !l->sweeps;
        l->moves = l->moves || l->sweeps;
        break;
    case ' ':
        l->moves = !l->moves;
        break;
    case 'W':
        l->state.has_wires = !l->state.has_wires;
        break;
    case 'U':
        l->state.is_upside_down = !l->state.is_upside_down;
        break;
    case 'R':
        l->sweeps = false;
        look_at_subject(l);
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
    const panel_state s = {l->subject,
                           l->iso,
                           l->clock.fps,
                           l->total_ms,
                           is_moving(l),
                           &l->messages,
                           window_content_scale(l->desc->viewer->window)};
    return s;
}

/* True while the pointer holds the slider, and so not the camera. A press beside the handle brings it there. */
static bool hold_slider(loop *l, const window_input *input, int width, int height) {
    const panel_state shown = panel_state_of(l);
    slider s = panel_slider(&shown, width, height);
    bool slides = l->tells && input->held && slider_has(&s, input->press_x, input->press_y);
    if (slides && !l->slides) {
        l->grip = slider_grip(&s, l->iso, input->press_x);
        l->held_x = l->grip != 0 ? input->press_x : -1;
    }
    if (slides && input->held_x != l->held_x)
        set_iso(l, slider_value(&s, input->held_x - l->grip));
    l->held_x = input->held_x;
    l->slides = slides;
    return slides;
}

static bool on_input(void *self, const window_input *input, int width, int height) {
    loop *l = self;
    bool slides = hold_slider(l, input, width, height);
    if (!slides && (input->drag_x != 0 || input->drag_y != 0)) {
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

/* The field and the isovalue of this moment. */
static bool move(loop *l) {
    const volume_facts *f = &l->subject->facts;
    bool moves = is_moving(l), is_resized = l->is_resized;
    l->is_resized = false;
    if (!moves && !is_resized)
        return true;
    if (moves && l->sweeps) {
        l->swing = fmod(l->swing + l->clock.passed_s * ISO_PACE, 6.283185307179586);
        double iso = l->middle + sin(l->swing) * ISO_SWEEP * (f->maximum - f->minimum);
        l->iso = fmin(fmax(iso, f->minimum), f->maximum);
    }
    l->is_stale = true;
    if (l->subject->source.field != FIELD_METABALLS)
        return true;
    l->seconds += moves ? l->clock.passed_s : 0;
    return subject_move(l->subject, l->seconds);
}

static bool extract(loop *l) {
    if (!l->is_stale)
        return true;
    surface *s = &l->subject->surface;
    l->is_stale = false;
    if (!surface_run(s, l->iso) || !scene_update(l->scene, s, l->iso))
        return false;
    char why[ERROR_SIZE];
    messages_set_oddity(&l->messages, subject_is_empty(l->subject, l->iso, why, sizeof why) ? why : NULL, true);
    l->total_ms = l->total_ms > 0 ? l->total_ms + NEWS * (s->ms[TIME_TOTAL] - l->total_ms) : s->ms[TIME_TOTAL];
    return true;
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
    char details[160], iso[40];
    const surface *s = &l->subject->surface;
    const uint32_t *size = l->subject->volume.size;
    snprintf(iso, sizeof iso, "at %.5g", l->iso);
    snprintf(details, sizeof details, "%ux%ux%u %s, %s, %s, %s%s", (unsigned)size[0], (unsigned)size[1],
             (unsigned)size[2], l->sweeps ? "animated" : iso, surface_mesh_name(s),
             s->desc.vertex == HPYR_EDGE_VERTEX_MIDPOINT ? "midpoint" : "linear", surface_normals_name(s),
             l->state.has_wires ? ", wires" : "");
    const window_title title = {"Isosurface", subject_name(l->subject), details, l->moves ? "" : "paused",
                                messages_news(&l->messages)};
    window_set_title(l->desc->viewer->window, &title);
}

static bool window_frame(void *self, int width, int height) {
    loop *l = self;
    frame_clock_tick(&l->clock, clock_ms());
    const panel_state shown = panel_state_of(l);
    l->state.raised = l->tells ? (int)panel_slider(&shown, width, height).top : 0;
    follow_pace(l);
    double start = clock_ms();
    if (!move(l) || !extract(l))
        return false;
    if (l->saves)
        start += save_picture(l, width, height);
    if (!scene_draw(l->scene, &l->state, 0, width, height, false))
        return false;
    if (l->tells)
        tell(l, width, height);
    l->changed = false;
    glFinish();
    l->frame_ms = clock_ms() - start;
    window_swap(l->desc->viewer->window);
    show_title(l);
    return draw_check("drawing the overlay");
}

static bool needs_frame(const void *self) {
    const loop *l = self;
    return is_moving(l) || l->changed;
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
