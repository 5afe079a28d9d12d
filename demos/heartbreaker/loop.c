/* loop.c - the show in a window.  SPDX-License-Identifier: MIT */
#include "loop.h"

#include "motions.h"
#include "panel.h"
#include "record.h"

#include "common/draw/pace.h"
#include "common/files/clock.h"
#include "common/files/warnings.h"
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
    messages messages;
    pace pace;
} loop;

static const char *path_of(const loop *l) {
    return l->desc->path[0] ? l->desc->path : NULL;
}

static void complain(loop *l, const char *error) {
    messages_say(&l->messages, MESSAGE_ERROR, "%s", error);
}

static void warn(const char *line) {
    warnings_add("heartbreaker", line);
}

static void change_model(loop *l, model_number number, const char *path) {
    mesh m;
    int warnings = warnings_count();
    if (models_load(number, path, &m, warn) && player_set_mesh(l->player, &m)) {
        warnings_forget_first(warnings);
        memset(&l->pace, 0, sizeof l->pace); /* which knows frames of another mesh */
        *l->desc->model = number;
        if (path && path != l->desc->path)
            snprintf(l->desc->path, WINDOW_MAX_PATH, "%s", path);
    } else {
        warnings_forget_after(warnings);
        complain(l, error_text());
    }
    mesh_free(&m);
}

/* The user's choice, and no coarser grid before its frames are known. */
static bool take_pipeline(loop *l, const pipeline_desc *desc) {
    pipeline_desc chosen = *desc;
    chosen.is_open = l->player->deform.mesh.is_open;
    if (!player_set_pipeline(l->player, &chosen))
        return false;
    memset(&l->pace, 0, sizeof l->pace);
    return true;
}

static void change_pipeline(loop *l, const pipeline_desc *desc) {
    if (!take_pipeline(l, desc))
        complain(l, error_text());
}

/* Frames that are counted are all alike, and from the impact on the particles are as many as they were. */
static void follow_pace(loop *l) {
    player *p = l->player;
    const uint32_t *chosen = p->desc.pipeline.grid, most = pace_longest(chosen);
    if (l->desc->frames > 0 || p->show.act > SHOW_CLOUD || p->show.is_hit)
        return;
    uint32_t wanted = pace_frame(&l->pace, most, p->times.ms[TIME_FRAME], player_is_moving(p));
    if (wanted != pace_longest(p->pipeline.desc.grid)) {
        uint32_t grid[3];
        pace_grid(chosen, wanted, grid);
        if (!player_pace_grid(p, grid)) {
            memcpy(p->desc.pipeline.grid, p->pipeline.desc.grid, sizeof grid);
            pace_give_up(&l->pace);
            complain(l, error_text());
        }
    }
    pace_words(&l->pace, most, "cells", "while it moves", l->messages.note, sizeof l->messages.note);
}

static uint64_t cells(const uint32_t grid[3]) {
    return (uint64_t)grid[0] * grid[1] * grid[2];
}

/* The nearest grid with more cells or fewer; NULL past the ends. */
static const uint32_t *next_grid(uint64_t now, int direction) {
    const uint32_t *best = NULL;
    for (int i = 0; i < GRID_COUNT; i++) {
        uint64_t here = cells(GRIDS[i]);
        bool beyond = direction > 0 ? here > now : here < now;
        bool nearer = !best || (direction > 0 ? here < cells(best) : here > cells(best));
        if (beyond && nearer)
            best = GRIDS[i];
    }
    return best;
}

/* `around` passes over grids that cannot be had, says why of the first, and goes on with the smallest after the largest. */
static void step_grid(loop *l, int direction, bool around) {
    char error[ERROR_SIZE] = ""; /* the first one */
    pipeline_desc desc = l->player->desc.pipeline;
    for (int tries = 0; tries < GRID_COUNT; tries++) {
        const uint32_t *next = next_grid(cells(desc.grid), direction);
        next = next || !around ? next : GRIDS[0];
        if (!next)
            break;
        memcpy(desc.grid, next, sizeof desc.grid);
        if (take_pipeline(l, &desc))
            break;
        if (!error[0])
            snprintf(error, sizeof error, "%s", error_text());
        if (!around)
            break;
    }
    if (error[0])
        complain(l, error);
}

/* Slices have no fill but thin. */
static void change_fill(loop *l) {
    pipeline_desc desc = l->player->pipeline.desc;
    memcpy(desc.grid, l->player->desc.pipeline.grid, sizeof desc.grid); /* and not that of a slow moment */
    desc.fill = fill_after(desc.fill);
    desc.voxelizer = HPYR_VOXELIZER_KIND_DEFAULT;
    change_pipeline(l, &desc);
}

static void change_engine(loop *l) {
    engine_kind kind = l->player->desc.engine == ENGINE_GPU ? ENGINE_CPU : ENGINE_GPU;
    if (!player_set_engine(l->player, kind))
        complain(l, error_text());
}

static void save_picture(loop *l, int width, int height) {
    if (record_still(l->player, l->desc->screenshot, width, height))
        messages_say(&l->messages, MESSAGE_NOTICE, "saved %s", l->desc->screenshot);
    else
        complain(l, error_text());
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
        messages_say(&l->messages, MESSAGE_NOTICE, "the model rests until it is solid again");
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
    messages_clear(&l->messages);
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
        messages_say(&l->messages, MESSAGE_NOTICE, "the show %s", s->goes_on ? "goes on by itself" : "waits for you");
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
        messages_clear(&l->messages);
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
    if (input->dropped[0]) {
        messages_clear(&l->messages);
        change_model(l, MODEL_OWN, input->dropped);
    }
    messages_expire(&l->messages, clock_ms());
    return !l->quit;
}

static void show_title(loop *l) {
    char details[160];
    const pipeline_desc *d = &l->player->pipeline.desc;
    snprintf(details, sizeof details, "%ux%ux%u, %s by %s, %s, %s", (unsigned)d->grid[0], (unsigned)d->grid[1],
             (unsigned)d->grid[2], name_of_fill(d->fill), name_of_voxelizer(d->voxelizer),
             name_of_engine(l->player->desc.engine), name_of_motion(&l->player->desc.motion));
    const window_title title = {"HeartBreaker", models_name(*l->desc->model, path_of(l)), details,
                                show_name(l->player->show.act), messages_news(&l->messages)};
    window_set_title(l->desc->viewer->window, &title);
}

/* Of the model in this grid and fill; the player tells stderr of the first. */
static void look_for_oddities(loop *l) {
    const player *p = l->player;
    bool is_empty = p->points == 0 && p->show.act <= SHOW_CLOUD, is_thin = p->pipeline.desc.fill == HPYR_FILL_THIN;
    if (is_empty) {
        messages_set_oddity(&l->messages,
                            is_thin
                                ? "no voxel is marked: sampling goes along z and sees no wall that is parallel to it; "
                                  "another fill does (key F)"
                                : "no voxel is marked",
                            true);
    } else {
        bool is_guess = p->pipeline.desc.fill == HPYR_FILL_SOLID && p->deform.mesh.is_open;
        messages_set_oddity(&l->messages, is_guess ? WARNING_OF_OPEN_MESH : NULL, false);
    }
}

static bool window_frame(void *self, int width, int height) {
    loop *l = self;
    frame_clock_tick(&l->clock, clock_ms());
    follow_pace(l);
    if (!player_frame(l->player, l->clock.passed_s, 0, width, height, false))
        return false;
    look_for_oddities(l);
    if (l->has_panel) {
        panel_state state = {l->player, models_name(*l->desc->model, path_of(l)), &l->messages, l->clock.fps,
                             window_content_scale(l->desc->viewer->window)};
        panel_draw(l->panel, &state, 0, width, height);
    }
    window_swap(l->desc->viewer->window);
    show_title(l);
    return l->desc->times->count >= MOST_TIMES || times_add(l->desc->times, &l->player->times) ||
           error_set("out of memory for the frames' times");
}

bool loop_window(const loop_desc *desc) {
    loop l;
    const window_loop frames = {&l, on_input, NULL, window_frame, NULL};
    memset(&l, 0, sizeof l);
    l.desc = desc;
    l.player = desc->player;
    l.has_panel = true;
    l.messages.program = "heartbreaker";
    l.player->show.goes_on = true;
    l.player->desc.pipeline.words = l.player->pipeline.desc.words = NULL; /* there are keys here, and no options */
    l.panel = panel_create(&desc->viewer->painter);
    bool ok = l.panel && window_loop_run(&frames, desc->viewer->window, desc->frames);
    panel_destroy(l.panel);
    return ok;
}
