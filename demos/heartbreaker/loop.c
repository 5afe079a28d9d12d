/* loop.c - the show in a window.  SPDX-License-Identifier: MIT */
#include "loop.h"

#include "motions.h"
#include "panel.h"
#include "record.h"

#include "common/draw/pace.h"
#include "common/files/clock.h"
#include "common/platform/window_loop.h"
#include "common/voxels/names.h"

#include <stdio.h>
#include <string.h>

enum { MOST_TIMES = 100000 }; /* frames that are measured: an hour of them, and no more memory than that */

/* Grids that keys step through, the paper's the third. */
static const uint32_t GRIDS[][3] = {{16, 16, 16},    {32, 32, 32},    {64, 64, 256},   {64, 64, 64},
                                    {96, 96, 96},    {128, 128, 128}, {192, 192, 192}, {256, 256, 256},
                                    {384, 384, 384}, {512, 512, 512}};
enum { GRID_COUNT = sizeof GRIDS / sizeof GRIDS[0] };

typedef struct loop {
    const loop_desc *desc;
    player *player;
    panel *panel;
    frame_clock clock;
    bool has_panel, quit;
    pace pace;
    char notice[160];
    char pace_words[128];
} loop;

static const char *path_of(const loop *l) {
    return l->desc->path[0] ? l->desc->path : NULL;
}

/* On the picture until the next key, and on stderr for good. */
static void complain(loop *l, const char *error) {
    fprintf(stderr, "heartbreaker: %s\n", error);
    snprintf(l->notice, sizeof l->notice, "%.150s", error);
}

static void warn(const char *line) {
    fprintf(stderr, "heartbreaker: %s\n", line);
}

static void change_model(loop *l, model_number number, const char *path) {
    char error[ERROR_SIZE] = "";
    mesh m;
    if (models_load(number, path, &m, warn, error, sizeof error) &&
        player_set_mesh(l->player, &m, error, sizeof error)) {
        *l->desc->model = number;
        if (path && path != l->desc->path)
            snprintf(l->desc->path, WINDOW_MAX_PATH, "%s", path);
    } else {
        complain(l, error);
    }
    mesh_free(&m);
}

static void change_pipeline(loop *l, const pipeline_desc *desc) {
    char error[ERROR_SIZE] = "";
    memset(&l->pace, 0, sizeof l->pace);
    if (!player_set_pipeline(l->player, desc, error, sizeof error))
        complain(l, error);
}

static uint32_t longest(const uint32_t grid[3]) {
    uint32_t both = grid[0] > grid[1] ? grid[0] : grid[1];
    return both > grid[2] ? both : grid[2];
}

/* Frames that are counted are all alike, and from the impact on the particles are as many as they were. */
static void follow_pace(loop *l) {
    char error[ERROR_SIZE] = "";
    player *p = l->player;
    const uint32_t *chosen = p->desc.pipeline.grid, most = longest(chosen);
    if (l->desc->frames > 0 || p->show.act > SHOW_CLOUD || p->show.is_hit)
        return;
    uint32_t wanted = pace_frame(&l->pace, most, p->times.ms[TIME_FRAME], player_is_moving(p));
    if (wanted != longest(p->pipeline.desc.grid)) {
        uint32_t grid[3];
        for (int k = 0; k < 3; k++)
            grid[k] = pace_side(chosen[k], most, wanted);
        if (!player_pace_grid(p, grid, error, sizeof error)) {
            memcpy(p->desc.pipeline.grid, p->pipeline.desc.grid, sizeof grid);
            pace_give_up(&l->pace);
            complain(l, error);
        }
    }
    pace_words(&l->pace, most, "cells", "while it moves", l->pace_words, sizeof l->pace_words);
}

static uint64_t cells(const uint32_t grid[3]) {
    return (uint64_t)grid[0] * grid[1] * grid[2];
}

/* The nearest grid with more cells or fewer; past the last `around` goes on with the first. */
static void step_grid(loop *l, int direction, bool around) {
    pipeline_desc desc = l->player->desc.pipeline;
    const uint32_t *best = NULL, *least = GRIDS[0];
    uint64_t now = cells(desc.grid);
    for (int i = 0; i < GRID_COUNT; i++) {
        uint64_t here = cells(GRIDS[i]);
        bool beyond = direction > 0 ? here > now : here < now;
        bool nearer = !best || (direction > 0 ? here < cells(best) : here > cells(best));
        if (beyond && nearer)
            best = GRIDS[i];
    }
    best = best || !around ? best : least;
    if (best) {
        memcpy(desc.grid, best, sizeof desc.grid);
        change_pipeline(l, &desc);
    }
}

/* Slices have no fill but thin. */
static void change_fill(loop *l) {
    pipeline_desc desc = l->player->pipeline.desc;
    memcpy(desc.grid, l->player->desc.pipeline.grid, sizeof desc.grid); /* and not that of a slow moment */
    desc.fill = fill_after(desc.fill);
    desc.voxelizer = HPYR_VOXELIZER_DEFAULT;
    change_pipeline(l, &desc);
}

static void change_engine(loop *l) {
    char error[ERROR_SIZE] = "";
    engine_kind kind = l->player->desc.engine == ENGINE_GPU ? ENGINE_CPU : ENGINE_GPU;
    if (!player_set_engine(l->player, kind, error, sizeof error))
        complain(l, error);
}

static void save_picture(loop *l, int width, int height) {
    char error[ERROR_SIZE] = "";
    if (record_still(l->player, l->desc->screenshot, width, height, error, sizeof error))
        snprintf(l->notice, sizeof l->notice, "saved %.140s", l->desc->screenshot);
    else
        complain(l, error);
}

static void reset(loop *l) {
    player_restart(l->player);
    l->player->camera = player_camera();
}

/* From the impact on the model rests in its pose, which the solid returns to. */
static void change_motion(loop *l) {
    if (l->player->show.act <= SHOW_CLOUD)
        l->player->desc.motion = motion_after(&l->player->desc.motion);
    else
        snprintf(l->notice, sizeof l->notice, "the model rests until it is solid again");
}

/* Keys of what is shown; false for others. */
static bool on_content_key(loop *l, int key) {
    int size = window_size_of(key);
    if (size || key == 'G') {
        step_grid(l, size ? size : 1, key == 'G');
        return true;
    }
    switch (key) {
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
        change_model(l, (model_number)(key - '0'), key == '5' ? path_of(l) : NULL);
        return true;
    case 'F':
        change_fill(l);
        return true;
    case 'E':
        change_engine(l);
        return true;
    case 'M':
        change_motion(l);
        return true;
    default:
        return false;
    }
}

static void on_key(loop *l, int key, int width, int height) {
    show *s = &l->player->show;
    l->notice[0] = '\0';
    if (on_content_key(l, key))
        return;
    switch (key) {
    case WINDOW_KEY_ESCAPE:
        l->quit = true;
        break;
    case ' ':
        s->goes_on = false; /* the viewer has taken over */
        player_next(l->player);
        break;
    case 'A':
        s->goes_on = !s->goes_on;
        snprintf(l->notice, sizeof l->notice, "the show %s", s->goes_on ? "goes on by itself" : "waits for you");
        break;
    case 'R':
        reset(l);
        break;
    case 'S':
        save_picture(l, width, height);
        break;
    case 'H':
        l->has_panel = !l->has_panel;
        break;
    default:
        break;
    }
}

static void on_click(loop *l, float x, float y, int width, int height) {
    float origin[3], direction[3];
    camera_ray(&l->player->camera, width, height, x, y, origin, direction);
    if (player_shoot(l->player, origin, direction)) {
        l->player->show.goes_on = false;
        l->notice[0] = '\0';
    }
}

static bool on_input(void *self, const window_input *input, int width, int height) {
    loop *l = self;
    if (input->drag_x != 0 || input->drag_y != 0)
        camera_orbit(&l->player->camera, input->drag_x, input->drag_y);
    if (input->wheel != 0)
        camera_wheel(&l->player->camera, input->wheel);
    if (input->clicked)
        on_click(l, input->click_x, input->click_y, width, height);
    for (int i = 0; i < input->key_count; i++)
        on_key(l, input->keys[i], width, height);
    if (input->dropped[0])
        change_model(l, MODEL_OWN, input->dropped);
    return !l->quit;
}

static void show_title(loop *l) {
    char title[512];
    const pipeline_desc *d = &l->player->pipeline.desc;
    snprintf(title, sizeof title, "HeartBreaker - %.100s - %ux%ux%u, %s by %s, %s, %s - %s%s%s",
             models_name(*l->desc->model, path_of(l)), (unsigned)d->grid[0], (unsigned)d->grid[1], (unsigned)d->grid[2],
             name_of_fill(d->fill), name_of_voxelizer(d->voxelizer), name_of_engine(l->player->desc.engine),
             name_of_motion(&l->player->desc.motion), show_name(l->player->show.act), l->notice[0] ? " - " : "",
             l->notice);
    window_set_title(l->desc->viewer->window, title);
}

static bool window_frame(void *self, int width, int height, char *error, size_t error_size) {
    loop *l = self;
    frame_clock_tick(&l->clock, clock_ms());
    follow_pace(l);
    if (!player_frame(l->player, l->clock.passed_s, 0, width, height, false, error, error_size))
        return false;
    if (l->has_panel) {
        panel_state state = {l->player, models_name(*l->desc->model, path_of(l)),
                             l->notice[0] ? l->notice : l->pace_words, l->clock.fps, true};
        panel_draw(l->panel, &state, 0, width, height);
    }
    window_swap(l->desc->viewer->window);
    show_title(l);
    return l->desc->times->count >= MOST_TIMES || times_add(l->desc->times, &l->player->times) ||
           error_set(error, error_size, "out of memory for the frames' times");
}

bool loop_window(const loop_desc *desc, char *error, size_t error_size) {
    loop l;
    const window_loop frames = {&l, on_input, NULL, window_frame, NULL};
    memset(&l, 0, sizeof l);
    l.desc = desc;
    l.player = desc->player;
    l.has_panel = true;
    l.player->show.goes_on = true;
    l.panel = panel_create(&desc->viewer->painter, error, error_size);
    bool ok = l.panel && window_loop_run(&frames, desc->viewer->window, desc->frames, error, error_size);
    panel_destroy(l.panel);
    return ok;
}
