/* loop.c - points and their surface in a window.  SPDX-License-Identifier: MIT */
#include "loop.h"

#include "panel.h"

#include "common/draw/message.h"
#include "common/draw/overlay.h"
#include "common/draw/picture.h"
#include "common/files/clock.h"
#include "common/files/path.h"
#include "common/files/warnings.h"
#include "common/platform/window_loop.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What key C steps through. */
static const double SCREENINGS[] = {0, 0.5, 1, 2, 4, 8, 16};
enum { SCREENING_COUNT = sizeof SCREENINGS / sizeof SCREENINGS[0] };

static const double TRIM_STEP = 0.5, TRIM_DEPTHS = 2.5; /* of density, and how far below its median trims begin */
static const double TURN_PER_SECOND = 0.35;             /* radians */

/* A surface that is to be made: the frame before says so, because making it may take long. */
typedef enum wish { WISH_NONE, WISH_TOLD, WISH_NEW } wish;

typedef struct loop {
    const loop_desc *desc;
    subject *subject;
    overlay *overlay;
    scene_state state;
    frame_clock clock;
    making_desc wanted;
    wish wish;
    bool moves; /* the camera, by itself */
    bool changed, quit, tells;
    bool saves; /* the next frame saves a picture of what it shows */
    messages messages;
} loop;

static void complain(loop *l, const char *error) {
    messages_say(&l->messages, MESSAGE_ERROR, "%s", error);
    l->changed = true;
}

static void look_at_subject(loop *l) {
    int width, height, size[2];
    window_framebuffer_size(l->desc->viewer->window, &width, &height);
    scene_part(l->state.view, width, height, size);
    l->state.camera = subject_camera(l->subject, l->state.is_z_up, size[0], size[1]);
    l->changed = true;
}

/* The surface is another one. */
static void take_surface(loop *l) {
    char why[ERROR_SIZE] = "";
    if (!scene_update(l->desc->scene, l->subject))
        complain(l, error_text());
    messages_set_oddity(&l->messages, subject_is_empty(l->subject, why, sizeof why) ? why : NULL, true);
}

static bool loop_open(loop *l, const loop_desc *desc) {
    memset(l, 0, sizeof *l);
    l->desc = desc;
    l->state = desc->begin;
    l->subject = desc->begin.subject;
    l->overlay = overlay_create(&desc->viewer->painter);
    if (!l->overlay)
        return false;
    l->wanted = l->subject->made.desc;
    l->wanted.is_timed = false; /* nobody sees the times of all stages */
    l->moves = l->tells = l->changed = true;
    l->messages.program = "reconstruct";
    take_surface(l);
    return true;
}

static void loop_close(loop *l) {
    overlay_destroy(l->overlay);
}

/* ---- surfaces ---- */

static void wish_for(loop *l, const making_desc *wanted) {
    l->wanted = *wanted;
    l->wish = WISH_NEW;
    l->changed = true;
}

static void make_surface(loop *l) {
    if (!subject_make(l->subject, &l->desc->viewer->library, &l->wanted, NULL)) {
        l->wanted = l->subject->made.desc;
        complain(l, error_text());
    }
    take_surface(l);
    memset(&l->clock, 0, sizeof l->clock); /* no slow second because of it */
}

/* True in the frame that makes it. */
static void follow_wish(loop *l) {
    l->messages.note[0] = '\0';
    if (l->wish == WISH_NEW) {
        snprintf(l->messages.note, sizeof l->messages.note, "reconstructing at depth %u ...",
                 (unsigned)l->wanted.depth);
        l->wish = WISH_TOLD;
    } else if (l->wish == WISH_TOLD) {
        l->wish = WISH_NONE;
        make_surface(l);
    }
}

static void step_depth(loop *l, int direction, bool around) {
    making_desc wanted = l->wanted;
    const int depth = (int)wanted.depth + direction;
    if (!around && (depth < LEAST_DEPTH || depth > HPYR_OCTREE_MAX_DEPTH))
        return;
    wanted.depth = depth < LEAST_DEPTH             ? HPYR_OCTREE_MAX_DEPTH
                   : depth > HPYR_OCTREE_MAX_DEPTH ? LEAST_DEPTH
                                                   : (uint32_t)depth;
    wish_for(l, &wanted);
}

static void step_screening(loop *l) {
    making_desc wanted = l->wanted;
    int i = 0;
    while (i < SCREENING_COUNT && SCREENINGS[i] <= wanted.screening)
        i++;
    wanted.screening = SCREENINGS[i % SCREENING_COUNT];
    wish_for(l, &wanted);
}

static void step_trim(loop *l) {
    making_desc wanted = l->wanted;
    const double median = l->subject->made.densities[DENSITY_MEDIAN];
    const double least = fmax(floor((median - TRIM_DEPTHS) / TRIM_STEP) * TRIM_STEP, TRIM_STEP);
    wanted.trim = wanted.trim > 0 ? wanted.trim + TRIM_STEP : least;
    if (wanted.trim > median + TRIM_STEP)
        wanted.trim = 0;
    wish_for(l, &wanted);
}

static void flip(loop *l) {
    if (!subject_flip(l->subject, &l->desc->viewer->library))
        complain(l, error_text());
    take_surface(l);
}

/* In the place of what was there, which stays where the file is none of points, or makes no surface. */
static void drop_file(loop *l, const char *path) {
    subject next;
    subject_source source = l->desc->source;
    library *library = &l->desc->viewer->library;
    int warnings = warnings_count();
    const bool is_mesh = path_names_mesh(path) && !path_ends_with(path, ".ply") && !path_ends_with(path, ".obj");
    source.points = is_mesh ? NULL : path;
    source.mesh = is_mesh ? path : NULL;
    memset(&next, 0, sizeof next);
    if (!subject_load(&next, library, &source, NULL, l->desc->warn) ||
        !subject_make(&next, library, &l->wanted, NULL)) {
        subject_free(&next);
        warnings_forget_after(warnings);
        complain(l, error_text());
        return;
    }
    warnings_forget_first(warnings);
    subject_free(l->subject);
    *l->subject = next;
    l->wish = WISH_NONE;
    take_surface(l);
    look_at_subject(l);
}

/* ---- what keys do ---- */

static void step_cells(loop *l, int direction) {
    const int depth = (int)l->subject->made.desc.depth, now = (int)l->state.cells < depth ? (int)l->state.cells : depth;
    const int next = now + direction;
    l->state.cells = (uint32_t)(next < 0 ? 0 : next > depth ? depth : next);
    if (l->state.view != VIEW_ALL)
        l->state.view = VIEW_OCTREE;
}

static void show(loop *l, scene_view view) {
    const bool is_other = (view == VIEW_ALL) != (l->state.view == VIEW_ALL);
    const camera before = l->state.camera;
    l->state.view = view;
    if (is_other) { /* whose parts have another shape */
        look_at_subject(l);
        l->state.camera.azimuth = before.azimuth;
        l->state.camera.elevation = before.elevation;
        l->state.camera.zoom = before.zoom;
    }
}

static void reset(loop *l) {
    l->state.view = l->desc->begin.view;
    l->state.cells = l->desc->begin.cells;
    l->state.is_z_up = l->desc->begin.is_z_up;
    look_at_subject(l);
}

/* Keys that step through numbers; false for others. */
static bool on_step_key(loop *l, int key) {
    int slide = window_slide_of(key), size = window_size_of(key);
    const bool is_view = key >= '1' && key < '1' + VIEW_COUNT;
    if (slide)
        step_cells(l, slide);
    else if (size || key == 'G')
        step_depth(l, size ? size : 1, key == 'G');
    else if (is_view)
        show(l, (scene_view)(key - '1'));
    return slide || size || key == 'G' || is_view;
}

/* Keys of the surface; false for others. */
static bool on_surface_key(loop *l, int key) {
    switch (key) {
    case 'C':
        step_screening(l);
        return true;
    case 'T':
        step_trim(l);
        return true;
    case 'F':
        flip(l);
        return true;
    case 'D':
        l->state.tells_density = !l->state.tells_density;
        return true;
    case 'W':
        l->state.has_wires = !l->state.has_wires;
        return true;
    default:
        return false;
    }
}

static void on_key(loop *l, int key) {
    messages_clear(&l->messages);
    l->changed = true;
    if (on_step_key(l, key) || on_surface_key(l, key))
        return;
    switch (key) {
    case WINDOW_KEY_ESCAPE:
        l->quit = true;
        break;
    case ' ':
        l->moves = !l->moves;
        break;
    case 'U':
        l->state.is_z_up = !l->state.is_z_up;
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

static void save_picture(loop *l, int width, int height) {
    uint8_t *rgb = scene_picture(l->desc->scene, &l->state, width, height);
    picture_save(rgb, width, height, l->desc->screenshot, &l->messages);
    l->saves = false;
}

static void tell(loop *l, int width, int height) {
    const painter *painter = &l->desc->viewer->painter;
    const panel_state state = {&l->state, l->clock.fps, l->moves, &l->messages,
                               window_content_scale(l->desc->viewer->window)};
    painter_begin(painter);
    overlay_begin(l->overlay, width, height);
    panel_write(&state, l->overlay, width, height);
    overlay_draw(l->overlay);
    painter_end(painter);
}

/* Nothing of what changes all the time: window managers are slow with titles. */
static void show_title(loop *l) {
    char details[160], cells[40] = "", trim[40] = "", screening[40] = "";
    const making_desc *made = &l->subject->made.desc;
    if (l->state.view == VIEW_OCTREE || l->state.view == VIEW_ALL)
        snprintf(cells, sizeof cells, ", cells of depth %u",
                 (unsigned)(l->state.cells < made->depth ? l->state.cells : made->depth));
    if (made->trim > 0)
        snprintf(trim, sizeof trim, ", trim %.4g", made->trim);
    if (made->screening > 0)
        snprintf(screening, sizeof screening, ", screening %.4g", made->screening);
    snprintf(details, sizeof details, "%u points, depth %u%s%s, %s%s%s%s%s", (unsigned)l->subject->points.count,
             (unsigned)made->depth, screening, trim, VIEW_NAMES[l->state.view], cells,
             l->state.has_wires ? ", wires" : "", l->state.tells_density ? ", density" : "",
             l->state.is_z_up ? ", z up" : "");
    const window_title title = {"Reconstruct", l->subject->name, details, l->moves ? "" : "paused",
                                messages_news(&l->messages)};
    window_set_title(l->desc->viewer->window, &title);
}

static bool window_frame(void *self, int width, int height) {
    loop *l = self;
    frame_clock_tick(&l->clock, clock_ms());
    if (l->moves)
        l->state.camera.azimuth += (float)(l->clock.passed_s * TURN_PER_SECOND);
    follow_wish(l);
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
    return l->moves || l->changed || l->wish != WISH_NONE;
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
