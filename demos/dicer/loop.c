/* loop.c - frames in which the mesh turns and is voxelized anew.  SPDX-License-Identifier: MIT */
#include "loop.h"

#include "report.h"

#include "common/image.h"
#include "common/layout_choices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double TWO_PI = 6.283185307179586;
static const double TURN_PER_SECOND = 0.5; /* radians */
static const double ATTRIBUTES_MS = 60;    /* colours and normals that take longer wait until the mesh rests */

/* Cubes that the grid keys step through. */
static const uint32_t SIDES[] = {16, 32, 64, 96, 128, 192, 256, 384, 512, 768, 1024};
enum { SIDE_COUNT = sizeof SIDES / sizeof SIDES[0] };

typedef struct loop {
    const loop_desc *desc;
    pipeline pipeline;
    views *views;
    view_state state;
    double angle;
    float scale; /* keeps a turning mesh inside the volume */
    bool turning, changed, quit;
    double last_ms, title_ms;
    double attributes_ms; /* what the last colours and normals took */
    int layout;           /* the last that was chosen, of layout_choices */
    char notice[128];     /* shown in the title until the next key */
} loop;

static bool loop_open(loop *l, const loop_desc *desc, char *error, size_t error_size) {
    memset(l, 0, sizeof *l);
    l->desc = desc;
    l->views = views_create(&desc->viewer->painter, error, error_size);
    if (!l->views || !pipeline_create(&l->pipeline, &desc->viewer->library, &desc->pipeline, error, error_size)) {
        return false;
    }
    l->layout = (int)(layout_find(l->pipeline.desc.layout) - layout_choices);
    l->state.mesh = desc->mesh;
    l->state.pipeline = &l->pipeline;
    l->state.camera = views_default_camera(desc->mesh);
    l->state.slice = desc->slice;
    l->scale = desc->mesh->swept_radius > 1 ? 1 / desc->mesh->swept_radius : 1;
    l->turning = l->changed = true;
    return true;
}

static void loop_close(loop *l) {
    views_destroy(l->views);
    pipeline_destroy(&l->pipeline);
}

/* One frame's voxels and lists. */
static bool dice(loop *l, char *error, size_t error_size) {
    run_times times;
    camera_turn_y((float)l->angle, l->scale, l->state.model);
    if (!pipeline_run(&l->pipeline, l->desc->mesh, l->state.model, PIPELINE_LIST, &times, error, error_size) ||
        !pipeline_make_list_texture(&l->pipeline, error, error_size)) {
        return false;
    }
    l->state.ms = times.wall[STAGE_TOTAL];
    if (!pipeline_make_quads(&l->pipeline, error, error_size)) {
        return false;
    }
    if (!pipeline_has_attributes(&l->pipeline) || (l->turning && l->attributes_ms > ATTRIBUTES_MS)) {
        return true;
    }
    double begin = hpyr_clock_ms();
    bool ok = pipeline_make_attributes(&l->pipeline, l->desc->mesh, l->state.model, error, error_size);
    l->attributes_ms = hpyr_clock_ms() - begin;
    return ok;
}

/* Another pipeline, or the old one and a notice where this GL or its memory cannot have it. */
static void change_pipeline(loop *l, const pipeline_desc *desc) {
    char error[ERROR_SIZE] = "";
    pipeline next;
    memset(&next, 0, sizeof next);
    if (!pipeline_create(&next, &l->desc->viewer->library, desc, error, sizeof error)) {
        pipeline_destroy(&next);
        fprintf(stderr, "dicer: %s\n", error);
        snprintf(l->notice, sizeof l->notice, "not here: %.80s", error);
        return;
    }
    uint32_t depth = desc->grid[2];
    l->state.slice = (uint32_t)((l->state.slice + 0.5) * depth / l->pipeline.desc.grid[2]);
    l->state.slice = l->state.slice < depth ? l->state.slice : depth - 1;
    pipeline_destroy(&l->pipeline);
    l->pipeline = next;
    l->attributes_ms = 0;
    l->changed = true;
}

static void change_grid(loop *l, uint32_t side) {
    pipeline_desc desc = l->pipeline.desc;
    desc.grid[0] = desc.grid[1] = desc.grid[2] = side;
    change_pipeline(l, &desc);
}

/* Slices have no fill but thin, so these two follow each other. */
static void change_voxelizer(loop *l) {
    pipeline_desc desc = l->pipeline.desc;
    bool are_bits = desc.voxelizer == HPYR_VOXELIZER_BITS;
    desc.voxelizer = are_bits ? HPYR_VOXELIZER_SLICES : HPYR_VOXELIZER_BITS;
    desc.fill = HPYR_FILL_THIN;
    change_pipeline(l, &desc);
}

static void change_fill(loop *l) {
    pipeline_desc desc = l->pipeline.desc;
    desc.fill = desc.fill == HPYR_FILL_THIN      ? HPYR_FILL_SURFACE
                : desc.fill == HPYR_FILL_SURFACE ? HPYR_FILL_SOLID
                                                 : HPYR_FILL_THIN;
    desc.voxelizer = HPYR_VOXELIZER_BITS;
    change_pipeline(l, &desc);
}

static bool has_layout(const loop *l, const layout_choice *choice) {
    const library *lib = &l->desc->viewer->library;
    return (choice->is_legacy || lib->gl >= 33) &&
           (choice->layout != HPYR_LAYOUT_BILINEAR || lib->caps->filter_float || lib->caps->filter_half);
}

/* The next one that this OpenGL has; one that it has no room for is told and passed over the next time. */
static void change_layout(loop *l) {
    pipeline_desc desc = l->pipeline.desc;
    do {
        l->layout = l->layout + 1 < LAYOUT_CHOICES ? l->layout + 1 : 1; /* auto is one of the others */
    } while (!has_layout(l, &layout_choices[l->layout]));
    desc.layout = layout_choices[l->layout].layout;
    change_pipeline(l, &desc);
}

static void change_quads(loop *l) {
    pipeline_desc desc = l->pipeline.desc;
    desc.quads = !desc.quads;
    change_pipeline(l, &desc);
}

static void step_grid(loop *l, int direction, bool around) {
    uint32_t now = l->pipeline.desc.grid[2];
    int i = direction > 0 ? 0 : SIDE_COUNT - 1;
    while (i >= 0 && i < SIDE_COUNT && (direction > 0 ? SIDES[i] <= now : SIDES[i] >= now)) {
        i += direction;
    }
    if (i < 0 || i >= SIDE_COUNT) {
        if (!around) {
            return;
        }
        i = 0;
    }
    change_grid(l, SIDES[i]);
}

static void step_slice(loop *l, int direction) {
    uint32_t depth = l->pipeline.desc.grid[2], step = depth / 128 > 0 ? depth / 128 : 1;
    if (direction > 0) {
        l->state.slice = depth - 1 - l->state.slice > step ? l->state.slice + step : depth - 1;
    } else {
        l->state.slice = l->state.slice > step ? l->state.slice - step : 0;
    }
    l->changed = true;
}

static void save_picture(loop *l, int width, int height) {
    char error[ERROR_SIZE] = "";
    uint8_t *rgb = views_picture(l->views, &l->state, width, height, error, sizeof error);
    if (rgb && image_write_png(l->desc->screenshot, rgb, (uint32_t)width, (uint32_t)height, error, sizeof error)) {
        snprintf(l->notice, sizeof l->notice, "saved %.80s", l->desc->screenshot);
    } else {
        fprintf(stderr, "dicer: %s\n", error);
        snprintf(l->notice, sizeof l->notice, "could not save %.70s", l->desc->screenshot);
    }
    free(rgb);
    l->changed = true;
}

static void reset(loop *l) {
    l->state.camera = views_default_camera(l->desc->mesh);
    l->angle = 0;
    l->changed = true;
}

/* Keys that step through slices and grids; false for others. */
static bool on_step_key(loop *l, int key) {
    switch (key) {
    case WINDOW_KEY_UP:
    case ']':
        step_slice(l, 1);
        return true;
    case WINDOW_KEY_DOWN:
    case '[':
        step_slice(l, -1);
        return true;
    case '+':
    case '=': /* '+' without shift on many keyboards */
        step_grid(l, 1, false);
        return true;
    case '-':
        step_grid(l, -1, false);
        return true;
    case 'G':
        step_grid(l, 1, true);
        return true;
    default:
        return false;
    }
}

static void on_key(loop *l, int key, int width, int height) {
    l->notice[0] = '\0';
    l->title_ms = 0;
    if (on_step_key(l, key)) {
        return;
    }
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
        reset(l);
        break;
    case 'S':
        save_picture(l, width, height);
        break;
    default:
        break;
    }
}

static void on_input(loop *l, const window_input *input, int width, int height) {
    if (input->drag_x != 0 || input->drag_y != 0) {
        camera_orbit(&l->state.camera, input->drag_x, input->drag_y);
        l->changed = true;
    }
    if (input->wheel != 0) {
        camera_wheel(&l->state.camera, input->wheel);
        l->changed = true;
    }
    for (int i = 0; i < input->key_count; i++) {
        on_key(l, input->keys[i], width, height);
    }
    l->quit = l->quit || input->closed;
}

/* Window managers are slow with titles: a few a second are enough. */
static void show_title(loop *l, window *w, double now) {
    if (l->title_ms != 0 && now - l->title_ms < 250) {
        return;
    }
    char title[512];
    const pipeline *p = &l->pipeline;
    snprintf(title, sizeof title, "Dicer - %.200s - %u point%s in %ux%ux%u, %s by %s, layout %s, %.1f ms%s%s%s",
             l->desc->model, (unsigned)p->total, p->total == 1 ? "" : "s", (unsigned)p->desc.grid[0],
             (unsigned)p->desc.grid[1], (unsigned)p->desc.grid[2], report_fill_name(p->desc.fill),
             report_voxelizer_name(p->desc.voxelizer), layout_find(p->desc.layout)->name, l->state.ms,
             l->turning ? "" : " - paused", l->notice[0] ? " - " : "", l->notice);
    window_set_title(w, title);
    l->title_ms = now;
}

static bool window_frame(loop *l, window *w, int width, int height, char *error, size_t error_size) {
    double now = hpyr_clock_ms();
    if (l->turning) {
        double passed = l->last_ms > 0 ? fmin(now - l->last_ms, 100) : 0; /* no leap after a pause */
        l->angle = fmod(l->angle + passed / 1000 * TURN_PER_SECOND, TWO_PI);
    }
    l->last_ms = now;
    if (!dice(l, error, error_size) || !views_draw(l->views, &l->state, 0, width, height, false, error, error_size)) {
        return false;
    }
    l->changed = false;
    window_swap(w);
    show_title(l, w, now);
    return true;
}

bool loop_window(const loop_desc *desc, char *error, size_t error_size) {
    loop l;
    window *w = desc->viewer->window;
    bool ok = loop_open(&l, desc, error, error_size);
    int shown_width = 0, shown_height = 0;
    for (uint32_t frame = 0; ok && !l.quit && (desc->frames == 0 || frame < desc->frames);) {
        int width, height;
        window_input input;
        window_poll(w, &input);
        window_framebuffer_size(w, &width, &height);
        bool hidden = width < 1 || height < 1; /* minimised */
        if (!hidden) {
            on_input(&l, &input, width, height);
        }
        l.quit = l.quit || input.closed;
        l.changed = l.changed || width != shown_width || height != shown_height || input.exposed;
        if (l.quit) {
            break;
        }
        if (!hidden && (l.turning || l.changed || desc->frames > 0)) {
            ok = window_frame(&l, w, width, height, error, error_size);
            shown_width = width;
            shown_height = height;
            frame++;
        } else {
            l.last_ms = 0;
            if (!hidden) {
                show_title(&l, w, hpyr_clock_ms());
            }
            window_wait(w, 0.1);
        }
    }
    loop_close(&l);
    return ok;
}

bool loop_headless(const loop_desc *desc, char *error, size_t error_size) {
    loop l;
    bool ok = loop_open(&l, desc, error, error_size);
    for (uint32_t frame = 0; ok && frame < desc->frames; frame++) {
        l.angle = TWO_PI * frame / desc->frames;
        ok = dice(&l, error, error_size);
        uint8_t *rgb = ok ? views_picture(l.views, &l.state, desc->width, desc->height, error, error_size) : NULL;
        ok = rgb != NULL;
        free(rgb);
    }
    loop_close(&l);
    return ok;
}
