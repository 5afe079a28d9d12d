/* loop.c - frames in which the mesh turns and is voxelized anew.  SPDX-License-Identifier: MIT */
#include "loop.h"

#include "panels.h"
#include "status.h"

#include "common/draw/pace.h"
#include "common/draw/picture.h"
#include "common/files/clock.h"
#include "common/files/warnings.h"
#include "common/platform/gl.h"
#include "common/platform/window_loop.h"
#include "common/voxels/layout_choices.h"
#include "common/voxels/names.h"
#include "common/voxels/pipeline_lists.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double TWO_PI = 6.283185307179586;
static const double TURN_PER_SECOND = 0.5; /* radians */
static const double ATTRIBUTES_MS = 60;    /* colors and normals that take longer wait until the mesh rests */
enum { SLOW_FRAMES = 8 }; /* in a row: the first compiles its shaders, and a coarser grid is tried before */

/* Cubes that the grid keys step through. */
static const uint32_t SIDES[] = {16, 32, 64, 96, 128, 192, 256, 384, 512, 768, 1024};
enum { SIDE_COUNT = sizeof SIDES / sizeof SIDES[0] };

typedef struct loop {
    const loop_desc *desc;
    pipeline pipeline;
    views *views;
    overlay *overlay; /* NULL without a window */
    view_state state;
    double angle;
    float scale; /* keeps a turning mesh inside the volume */
    bool turning, changed, quit, tells;
    bool looks_for_slice; /* the next frame takes one that shows much */
    bool is_first_frame;  /* main has told what is odd about it */
    bool saves;           /* the next frame saves a picture of what it shows */
    frame_clock clock;
    double ms[STATUS_TIMES];
    status_times times;
    uint32_t chosen[3]; /* the user's grid; while the mesh turns, the pipeline's may be coarser */
    pace pace;
    double frame_ms;
    int slow;   /* frames in a row whose colors and normals took too long */
    int layout; /* the last that was chosen, of layout_choices */
    messages messages;
} loop;

/* A mesh that is wider than the volume would leave it while it turns. */
static void look_at_subject(loop *l) {
    const draw_mesh *mesh = &l->desc->subject->drawn;
    l->state.mesh = mesh;
    l->scale = mesh->swept_radius > 1 ? 1 / mesh->swept_radius : 1;
    l->state.camera = views_default_camera();
    l->state.turns = true;
    l->angle = 0;
    l->changed = true;
}

/* Of the mesh in this grid and fill; told when it begins to be so, and not again. */
static void look_for_oddities(loop *l, bool is_told) {
    const pipeline *p = &l->pipeline;
    bool is_guess = p->desc.fill == HPYR_FILL_SOLID && l->state.mesh->is_open;
    const char *oddity =
        p->total == 0 && p->desc.fill == HPYR_FILL_THIN
            ? "no voxel is marked: sampling goes along z and sees no wall that is parallel to it; another "
              "fill does (key F)"
        : p->total == 0 ? "no voxel is marked"
        : is_guess      ? WARNING_OF_OPEN_MESH
                        : NULL;
    messages_set_oddity(&l->messages, oddity, is_told);
}

static bool loop_open(loop *l, const loop_desc *desc) {
    memset(l, 0, sizeof *l);
    l->desc = desc;
    if (desc->viewer->window) {
        l->overlay = overlay_create(&desc->viewer->painter);
        if (!l->overlay)
            return false;
    }
    l->views = views_create(&desc->viewer->painter);
    if (!l->views || !pipeline_create(&l->pipeline, &desc->viewer->library, &desc->pipeline))
        return false;
    l->pipeline.desc.words = NULL; /* there are keys here, and no options */
    l->messages.program = "dicer";
    memcpy(l->chosen, l->pipeline.desc.grid, sizeof l->chosen);
    l->layout = (int)(layout_find(l->pipeline.desc.layout) - layout_choices);
    l->state.pipeline = &l->pipeline;
    l->state.slice = desc->slice;
    l->turning = l->tells = l->is_first_frame = true;
    look_at_subject(l);
    return true;
}

static void loop_close(loop *l) {
    overlay_destroy(l->overlay);
    views_destroy(l->views);
    pipeline_destroy(&l->pipeline);
}

static bool dress(loop *l) {
    l->ms[STATUS_COLORS] = NAN;
    if (l->turning && l->slow >= SLOW_FRAMES)
        return true;
    glFinish();
    double begin = clock_ms();
    bool ok = pipeline_make_attributes(&l->pipeline, l->state.mesh, l->state.model);
    glFinish();
    l->ms[STATUS_COLORS] = clock_ms() - begin;
    l->slow = l->ms[STATUS_COLORS] > ATTRIBUTES_MS ? l->slow + 1 : 0;
    return ok;
}

/* One frame's voxels and lists. */
static bool dice(loop *l) {
    run_times times;
    pipeline_end end = l->looks_for_slice ? PIPELINE_DOWNLOAD : PIPELINE_LIST;
    camera_turn_y((float)l->angle, l->scale, l->state.model);
    if (!pipeline_run(&l->pipeline, l->state.mesh, l->state.model, end, &times) ||
        !pipeline_make_list_texture(&l->pipeline))
        return false;
    if (l->looks_for_slice) {
        l->state.slice = views_best_slice(&l->pipeline);
        l->looks_for_slice = false;
    }
    l->ms[STATUS_VOXELIZE] = times.wall[STAGE_VOXELIZE];
    l->ms[STATUS_BUILD] = times.wall[STAGE_BUILD];
    l->ms[STATUS_EXTRACT] = times.wall[STAGE_EXTRACT];
    l->state.ms = times.wall[STAGE_VOXELIZE] + times.wall[STAGE_BUILD] + times.wall[STAGE_EXTRACT];
    return pipeline_make_quads(&l->pipeline) && dress(l);
}

/* Another pipeline, or the old one where this GL or its memory cannot have it. */
static bool take_pipeline(loop *l, const pipeline_desc *desc) {
    pipeline next;
    memset(&next, 0, sizeof next);
    if (!pipeline_create(&next, &l->desc->viewer->library, desc)) {
        pipeline_destroy(&next);
        return false;
    }
    uint32_t depth = desc->grid[2];
    l->state.slice = (uint32_t)((l->state.slice + 0.5) * depth / l->pipeline.desc.grid[2]);
    l->state.slice = l->state.slice < depth ? l->state.slice : depth - 1;
    pipeline_destroy(&l->pipeline);
    l->pipeline = next;
    l->slow = 0;
    memset(&l->times, 0, sizeof l->times);
    l->changed = true;
    return true;
}

/* As the user wants it, whatever the grid of this moment. */
static pipeline_desc chosen(const loop *l) {
    pipeline_desc desc = l->pipeline.desc;
    memcpy(desc.grid, l->chosen, sizeof desc.grid);
    desc.is_open = l->state.mesh->is_open;
    return desc;
}

/* The user's choice, and no coarser grid before its frames are known. */
static bool choose_pipeline(loop *l, const pipeline_desc *desc) {
    if (!take_pipeline(l, desc))
        return false;
    memcpy(l->chosen, desc->grid, sizeof l->chosen);
    memset(&l->pace, 0, sizeof l->pace);
    return true;
}

static void change_pipeline(loop *l, const pipeline_desc *desc) {
    if (!choose_pipeline(l, desc))
        messages_say(&l->messages, MESSAGE_ERROR, "%s", error_text());
    l->changed = true;
}

/* Frames that are counted are all alike, so that they can be compared. */
static void follow_pace(loop *l) {
    uint32_t most = pace_longest(l->chosen);
    uint32_t wanted = l->desc->frames > 0 ? most : pace_frame(&l->pace, most, l->frame_ms, l->turning);
    if (wanted != pace_longest(l->pipeline.desc.grid)) {
        pipeline_desc desc = chosen(l);
        pace_grid(l->chosen, wanted, desc.grid);
        if (!take_pipeline(l, &desc)) {
            messages_say(&l->messages, MESSAGE_ERROR, "%s", error_text());
            memcpy(l->chosen, l->pipeline.desc.grid, sizeof l->chosen);
            pace_give_up(&l->pace);
        }
    }
    pace_words(&l->pace, pace_longest(l->chosen), "cells", "while it turns", l->messages.note, sizeof l->messages.note);
}

/* Slices have no fill but thin, so these two follow each other. */
static void change_voxelizer(loop *l) {
    pipeline_desc desc = chosen(l);
    bool are_bits = desc.voxelizer == HPYR_VOXELIZER_KIND_BITS;
    desc.voxelizer = are_bits ? HPYR_VOXELIZER_KIND_SLICES : HPYR_VOXELIZER_KIND_BITS;
    desc.fill = HPYR_FILL_THIN;
    change_pipeline(l, &desc);
}

static void change_fill(loop *l) {
    pipeline_desc desc = chosen(l);
    desc.fill = fill_after(desc.fill);
    desc.voxelizer = HPYR_VOXELIZER_KIND_BITS;
    change_pipeline(l, &desc);
}

static bool has_layout(const loop *l, const layout_choice *choice) {
    const library *lib = &l->desc->viewer->library;
    return (choice->is_legacy || lib->gl >= 33) &&
           (choice->layout != HPYR_LAYOUT_RECT || lib->caps->rectangle_textures) &&
           (choice->layout != HPYR_LAYOUT_BILINEAR || lib->caps->filter_float || lib->caps->filter_half);
}

/* The next one that this OpenGL has; one that it has no room for is told and passed over the next time. */
static void change_layout(loop *l) {
    pipeline_desc desc = chosen(l);
    do {
        l->layout = l->layout + 1 < LAYOUT_CHOICES ? l->layout + 1 : 1; /* auto is one of the others */
    } while (!has_layout(l, &layout_choices[l->layout]));
    desc.layout = layout_choices[l->layout].layout;
    change_pipeline(l, &desc);
}

static void change_quads(loop *l) {
    pipeline_desc desc = chosen(l);
    desc.quads = !desc.quads;
    desc.quads_may_go = false; /* who asks for them wants to know why there are none */
    change_pipeline(l, &desc);
}

/* The next side in a direction, SIDE_COUNT past the ends. */
static int next_side(uint32_t now, int direction) {
    int i = direction > 0 ? 0 : SIDE_COUNT - 1;
    while (i >= 0 && i < SIDE_COUNT && (direction > 0 ? SIDES[i] <= now : SIDES[i] >= now))
        i += direction;
    return i < 0 ? SIDE_COUNT : i;
}

/* `around` passes over grids that cannot be had, says why of the first, and goes on with the smallest after the largest. */
static void step_grid(loop *l, int direction, bool around) {
    char error[ERROR_SIZE] = ""; /* the first one */
    pipeline_desc desc = chosen(l);
    int i = next_side(desc.grid[2], direction);
    for (int tries = 0; tries < SIDE_COUNT && (around || i < SIDE_COUNT); tries++, i++) {
        desc.grid[0] = desc.grid[1] = desc.grid[2] = SIDES[i % SIDE_COUNT];
        if (choose_pipeline(l, &desc))
            break;
        if (!error[0])
            snprintf(error, sizeof error, "%s", error_text());
        if (!around)
            break;
    }
    if (error[0])
        messages_say(&l->messages, MESSAGE_ERROR, "%s", error);
    l->changed = true;
}

static void step_slice(loop *l, int direction) {
    uint32_t depth = l->pipeline.desc.grid[2], step = depth / 128 > 0 ? depth / 128 : 1;
    if (direction > 0)
        l->state.slice = depth - 1 - l->state.slice > step ? l->state.slice + step : depth - 1;
    else
        l->state.slice = l->state.slice > step ? l->state.slice - step : 0;
    l->changed = true;
}

/* Returns how long it took, which is no part of the frame. */
static double save_picture(loop *l, int width, int height) {
    double begin = clock_ms();
    view_state alone = l->state;
    memset(&alone.margins, 0, sizeof alone.margins);
    uint8_t *rgb = views_picture(l->views, &alone, width, height);
    picture_save(rgb, width, height, l->desc->screenshot, &l->messages);
    l->saves = false;
    return clock_ms() - begin;
}

/* Fill solid takes more of an open mesh, which there may be no room for. */
static bool suit_subject(loop *l, const subject *next) {
    pipeline_desc desc = chosen(l);
    if (desc.fill != HPYR_FILL_SOLID || desc.is_open == next->drawn.is_open)
        return true;
    desc.is_open = next->drawn.is_open;
    return take_pipeline(l, &desc);
}

/* In the place of what was there, which stays where the file is none that can be shown. */
static void change_subject(loop *l, const char *path) {
    const loop_desc *d = l->desc;
    subject next;
    int warnings = warnings_count();
    memset(&next, 0, sizeof next);
    if (!subject_load(&next, path, d->fits, d->warn) || !subject_upload(&next, d->viewer->painter.gl) ||
        !suit_subject(l, &next)) {
        subject_free(&next);
        warnings_forget_after(warnings);
        messages_say(&l->messages, MESSAGE_ERROR, "%s", error_text());
        return;
    }
    warnings_forget_first(warnings);
    subject_free(d->subject);
    *d->subject = next;
    messages_clear(&l->messages);
    l->slow = 0;
    memset(&l->pace, 0, sizeof l->pace); /* which knows frames of another mesh */
    memset(&l->times, 0, sizeof l->times);
    l->looks_for_slice = true;
    look_at_subject(l);
}

/* Keys that step through slices and grids; false for others. */
static bool on_step_key(loop *l, int key) {
    int slide = window_slide_of(key), size = window_size_of(key);
    if (slide)
        step_slice(l, slide);
    else if (size || key == 'G')
        step_grid(l, size ? size : 1, key == 'G');
    return slide || size || key == 'G';
}

static void on_key(loop *l, int key) {
    l->changed = l->changed || l->messages.text[0];
    messages_clear(&l->messages);
    if (on_step_key(l, key))
        return;
    switch (key) {
    case WINDOW_KEY_ESCAPE:
        l->quit = true;
        break;
    case 'V':
        change_voxelizer(l);
        break;
    case 'F':
        change_fill(l);
        break;
    case 'L':
        change_layout(l);
        break;
    case 'Q':
        change_quads(l);
        break;
    case ' ':
        l->turning = !l->turning;
        l->changed = true; /* what waited for the mesh to rest */
        break;
    case 'R':
        look_at_subject(l);
        break;
    case 'H':
        l->tells = !l->tells;
        l->changed = true;
        break;
    case 'S':
        l->saves = l->changed = true;
        break;
    default:
        break;
    }
}

static bool on_input(void *self, const window_input *input, int width, int height) {
    loop *l = self;
    (void)width;
    (void)height;
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
        change_subject(l, input->dropped);
        l->changed = true;
    }
    if (messages_expire(&l->messages, clock_ms()))
        l->changed = true;
    return !l->quit || l->saves; /* who saves and quits has a picture */
}

/* Nothing of what changes all the time: window managers are slow with titles. */
static void show_title(loop *l) {
    char details[160];
    const pipeline *p = &l->pipeline;
    snprintf(details, sizeof details, "%ux%ux%u, %s by %s, layout %s", (unsigned)p->desc.grid[0],
             (unsigned)p->desc.grid[1], (unsigned)p->desc.grid[2], name_of_fill(p->desc.fill),
             name_of_voxelizer(p->desc.voxelizer), layout_find(p->desc.layout)->name);
    const window_title title = {"Dicer", l->desc->subject->name, details, l->turning ? "" : "paused",
                                messages_news(&l->messages)};
    window_set_title(l->desc->viewer->window, &title);
}

static status status_of(const loop *l) {
    const status s = {l->desc->subject->name,
                      &l->pipeline,
                      &l->times,
                      l->clock.fps,
                      l->turning,
                      &l->messages,
                      window_content_scale(l->desc->viewer->window),
                      0,
                      0,
                      true};
    return s;
}

static void tell(loop *l, status *s, int width, int height) {
    const painter *painter = &l->desc->viewer->painter;
    const panel_layout layout = panels_arrange(width, height, l->state.margins, 1);
    const panel_area *lowest = &layout.captions[PANEL_COUNT - 1];
    s->bottom = l->state.margins.left > 0 ? 0 : lowest->y + lowest->height;
    s->message_width = l->state.margins.left;
    painter_begin(painter);
    overlay_begin(l->overlay, width, height);
    status_write(s, l->overlay, width, height);
    overlay_draw(l->overlay);
    painter_end(painter);
}

static bool window_frame(void *self, int width, int height) {
    loop *l = self;
    frame_clock_tick(&l->clock, clock_ms());
    if (l->turning)
        l->angle = fmod(l->angle + l->clock.passed_s * TURN_PER_SECOND, TWO_PI);
    follow_pace(l);
    double start = clock_ms();
    if (!dice(l))
        return false;
    look_for_oddities(l, l->is_first_frame);
    l->is_first_frame = false;
    if (l->saves)
        start += save_picture(l, width, height);
    status s = status_of(l);
    const panel_margins none = {0, 0, 0};
    l->state.margins = l->tells ? status_margins(&s, l->overlay, width, height) : none;
    double begin = clock_ms();
    if (!views_draw(l->views, &l->state, 0, width, height, false))
        return false;
    glFinish();
    double end = clock_ms();
    l->ms[STATUS_DRAW] = end - begin;
    l->frame_ms = end - start;
    status_add(&l->times, l->ms, end);
    if (l->tells)
        tell(l, &s, width, height);
    l->changed = false;
    window_swap(l->desc->viewer->window);
    show_title(l);
    return draw_check("drawing the overlay");
}

static bool needs_frame(const void *self) {
    const loop *l = self;
    return l->turning || l->changed;
}

static void on_rest(void *self, bool is_minimized) {
    loop *l = self;
    memset(&l->clock, 0, sizeof l->clock); /* neither a leap nor a slow second after a rest */
    (void)is_minimized;
}

bool loop_window(const loop_desc *desc) {
    loop l;
    const window_loop frames = {&l, on_input, needs_frame, window_frame, on_rest};
    bool ok = loop_open(&l, desc) && window_loop_run(&frames, desc->viewer->window, desc->frames);
    loop_close(&l);
    return ok;
}

bool loop_headless(const loop_desc *desc) {
    loop l;
    bool ok = loop_open(&l, desc);
    for (uint32_t frame = 0; ok && frame < desc->frames; frame++) {
        l.angle = TWO_PI * frame / desc->frames;
        ok = dice(&l);
        uint8_t *rgb = ok ? views_picture(l.views, &l.state, desc->width, desc->height) : NULL;
        ok = rgb != NULL;
        free(rgb);
    }
    loop_close(&l);
    return ok;
}
