/* heartbreaker.c - a solid heart becomes a particle cloud and bursts (Ziegler et al. 2006, figure 7).  SPDX-License-Identifier: MIT */
#include "models.h"
#include "player.h"

#include "frame/frame.h"

#include "common/files/clock.h"
#include "common/mesh/mesh_load.h"
#include "common/platform/window.h"
#include "common/voxels/names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double BURST = 0.55; /* seconds after the impact, when a picture shows the most */

static const char *const ENGINES[] = {"gpu", "cpu", NULL}; /* of engine_kind */

static const char *const MOTION_NAMES[] = {"still",      "spin",        "twist", "spin+twist", "pulse",
                                           "spin+pulse", "twist+pulse", "all",   NULL}; /* by number */

/* What frames took, by act. */
typedef struct times {
    struct timed_frame {
        show_act act;
        double ms;
    } * frames;
    size_t count, capacity;
} times;

typedef struct heartbreaker {
    uint32_t grid[3], seed;
    int model, voxelizer, fill, layout, engine, motion;
    int moved; /* the motion of the model, which a change may have to wait for */
    player player;
    double due;             /* seconds that the next frame goes on by */
    model_number number;    /* of the model that is there, */
    char path[FRAME_NAME];  /* and its file where it is MODEL_OWN */
    char given[FRAME_NAME]; /* the file that was shown last, which key 5 comes back to */
    times times;
} heartbreaker;

/* ---- life ---- */

/* Slices have no fill but thin. */
static bool open_all(void *self, frame *f) {
    heartbreaker *h = self;
    if (!frame_given(f, "voxelizer"))
        h->voxelizer = pipeline_has_bits(&f->viewer.library) ? 0 : 1;
    if (!frame_given(f, "fill") && VOXELIZERS[h->voxelizer] == HPYR_VOXELIZER_KIND_SLICES)
        h->fill = 0;
    return true;
}

static void close_all(void *self, frame *f) {
    heartbreaker *h = self;
    (void)f;
    player_close(&h->player);
    free(h->times.frames);
}

static const char *settle(void *self, frame *f) {
    const heartbreaker *h = self;
    const bool has_slices = frame_given(f, "voxelizer") && VOXELIZERS[h->voxelizer] == HPYR_VOXELIZER_KIND_SLICES;
    if (has_slices && frame_given(f, "fill") && FILLS[h->fill] != HPYR_FILL_THIN)
        return "--fill: not with --voxelizer slices, which has thin only";
    if (frame_given(f, "model") && frame_operand(f))
        return "--model and MODEL are two models: give one of them";
    return NULL;
}

static pipeline_desc describe(const heartbreaker *h, const frame *f) {
    pipeline_desc desc = {.voxelizer = VOXELIZERS[h->voxelizer],
                          .fill = FILLS[h->fill],
                          .layout = layout_choices[h->layout].layout,
                          .words = f->is_live && f->viewer.window ? NULL : &NAMES_OF_OPTIONS,
                          .is_open = h->player.deform.mesh.is_open};
    memcpy(desc.grid, h->grid, sizeof desc.grid);
    return desc;
}

static bool open_player(heartbreaker *h, frame *f, const mesh *m) {
    const player_desc desc = {&f->viewer.library, &f->viewer.painter, describe(h, f), (engine_kind)h->engine, h->seed,
                              h->motion};
    return player_open(&h->player, &desc, m);
}

/* The model is the player's: it takes another one as a whole, or keeps its own. */
static bool load(void *self, frame *f) {
    heartbreaker *h = self;
    const model_number number = f->path[0] ? MODEL_OWN : (model_number)(h->model + 1);
    mesh m;
    const bool ok = models_load(number, f->path[0] ? f->path : NULL, &m, frame_warn) &&
                    (h->player.engine ? player_set_mesh(&h->player, &m) : open_player(h, f, &m));
    mesh_free(&m);
    if (ok) {
        h->number = number;
        h->model = (int)number - 1;
        memcpy(h->path, f->path, sizeof h->path);
        if (f->path[0])
            memcpy(h->given, f->path, sizeof h->given);
    }
    return ok;
}

static void unload(void *self, frame *f) {
    (void)self;
    (void)f;
}

/* ---- the show ---- */

static bool is_other(const pipeline_desc *a, const pipeline_desc *b) {
    return memcmp(a->grid, b->grid, sizeof a->grid) != 0 || a->voxelizer != b->voxelizer || a->fill != b->fill ||
           a->layout != b->layout;
}

/* The player does what settings say. */
static bool make(void *self, frame *f) {
    heartbreaker *h = self;
    player *p = &h->player;
    const pipeline_desc desc = describe(h, f);
    uint32_t grid[3];
    p->desc.motion = h->motion;
    h->moved = h->motion;
    p->desc.pipeline.words = p->pipeline.desc.words = desc.words;
    if ((int)p->desc.engine != h->engine && !player_set_engine(p, (engine_kind)h->engine))
        return false;
    if (is_other(&p->desc.pipeline, &desc) && !player_set_pipeline(p, &desc))
        return false;
    frame_grid(f, h->grid, grid);
    return memcmp(grid, p->pipeline.desc.grid, sizeof grid) == 0 || player_pace_grid(p, grid);
}

static void begin(void *self, frame *f) {
    heartbreaker *h = self;
    player_restart(&h->player);
    h->player.show.goes_on = true;
    if (f->viewer.window) /* there are keys, and no options */
        h->player.desc.pipeline.words = h->player.pipeline.desc.words = NULL;
    h->due = 0;
}

static void move(void *self, frame *f) {
    heartbreaker *h = self;
    h->due += f->passed_s;
}

/* From the impact on the particles are as many as they were. */
static bool can_pace(const void *self, const frame *f) {
    const heartbreaker *h = self;
    (void)f;
    return h->player.show.act <= SHOW_CLOUD && !h->player.show.is_hit;
}

static bool is_pacing(const void *self, const frame *f) {
    const heartbreaker *h = self;
    (void)f;
    return player_is_moving(&h->player);
}

/* ---- the picture ---- */

static void look(void *self, frame *f, int width, int height) {
    (void)self;
    (void)width;
    (void)height;
    f->camera = player_camera();
}

/* A model that no sample meets is no error: the show goes on without particles. */
static void look_for_oddities(const player *p, frame *f) {
    const bool is_thin = p->pipeline.desc.fill == HPYR_FILL_THIN;
    if (p->points == 0)
        frame_odd(f, "the model has no voxels%s",
                  is_thin
                      ? ": fill thin samples along z and misses walls that are parallel to z; on OpenGL 3.3 there is "
                        "fill surface"
                      : "");
    else if (p->pipeline.desc.fill == HPYR_FILL_SOLID && p->deform.mesh.is_open)
        frame_odd(f, "%s", WARNING_OF_OPEN_MESH);
    else
        frame_odd(f, "%s", "");
}

static bool add_frame(times *t, show_act act, double ms) {
    if (t->count == t->capacity) {
        size_t capacity = 2 * t->capacity + 64;
        void *frames = realloc(t->frames, capacity * sizeof *t->frames);
        if (!frames)
            return false;
        t->frames = frames;
        t->capacity = capacity;
    }
    t->frames[t->count].act = act;
    t->frames[t->count++].ms = ms;
    return true;
}

/* A picture of the window is what was shown last, once more. */
static bool draw(void *self, frame *f, const frame_target *t) {
    heartbreaker *h = self;
    player *p = &h->player;
    p->camera = f->camera;
    if (t->is_picture && f->viewer.window)
        return player_draw(p, t->framebuffer, t->width, t->height, frame_is_fine(t));
    if (!player_frame(p, h->due, t->framebuffer, t->width, t->height, frame_is_fine(t)))
        return false;
    h->due = 0;
    for (int i = 0; i < TIME_FRAME; i++)
        frame_time(f, i, p->ms[i]);
    frame_total(f, p->ms[TIME_FRAME]);
    look_for_oddities(p, f);
    const bool counts = (t->is_film || !t->is_picture) && h->times.count < FRAME_RECORDS;
    return !counts || add_frame(&h->times, p->show.act, p->ms[TIME_FRAME]) ||
           error_set("out of memory for the frames' times");
}

/* ---- what it tells ---- */

/* Figure 7, of a heart of 5000 triangles: what the paper counted, by its grid and its sampling. */
static void tell_paper(const heartbreaker *h, facts *out) {
    static const uint32_t GRID[3] = {64, 64, 256};
    const pipeline_desc *desc = &h->player.pipeline.desc;
    if (h->number == MODEL_HEART && player_points(&h->player) > 0 && memcmp(desc->grid, GRID, sizeof GRID) == 0 &&
        desc->fill == HPYR_FILL_THIN)
        fact_summary(out, "the paper's heart in 2006: 1872 points, frames of 25 ms, the first of 90 ms");
}

/* The median of the frames of an act; NAN without such a frame, or memory. */
static double median_of_act(const times *t, show_act act, size_t *count) {
    double *samples = malloc((t->count + 1) * sizeof *samples), median = NAN;
    *count = 0;
    for (size_t i = 0; samples && i < t->count; i++)
        if (t->frames[i].act == act)
            samples[(*count)++] = t->frames[i].ms;
    if (*count > 0)
        median = median_of(samples, *count);
    free(samples);
    return median;
}

static void tell_acts(const times *t, json *j) {
    json_open(j, "acts", '[');
    for (int i = 0; i < SHOW_ACTS; i++) {
        size_t count;
        const double median = median_of_act(t, (show_act)i, &count);
        json_open(j, NULL, '{');
        json_text(j, "name", show_name((show_act)i));
        json_count(j, "frames", count);
        json_ms(j, "ms", median);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void tell_grid(const player *p, facts *out) {
    const pipeline_desc *d = &p->pipeline.desc;
    const char *fill = name_of_fill(d->fill), *voxelizer = name_of_voxelizer(d->voxelizer);
    char grid[40];
    snprintf(grid, sizeof grid, "%ux%ux%u", (unsigned)d->grid[0], (unsigned)d->grid[1], (unsigned)d->grid[2]);
    fact_title(out, "%s, %s by %s, %s", grid, fill, voxelizer, ENGINES[p->desc.engine]);
    fact_summary(out, "%s, %s by %s, particles on the %s", grid, fill, voxelizer,
                 p->desc.engine == ENGINE_GPU ? "GPU" : "CPU");
    fact_counts(out, "grid", d->grid, 3);
    fact_text(out, "engine", NULL, "%s", ENGINES[p->desc.engine]);
    fact_text(out, "voxelizer", NULL, "%s", voxelizer);
    fact_text(out, "layout", NULL, "%s", NAMES_LAYOUTS[layout_find(d->layout)]);
}

/* What the first frame with particles took; NAN without one. */
static double first_of(const times *t) {
    for (size_t i = 0; i < t->count; i++)
        if (t->frames[i].act != SHOW_SOLID)
            return t->frames[i].ms;
    return NAN;
}

static void tell(void *self, frame *f, facts *out) {
    const heartbreaker *h = self;
    const player *p = &h->player;
    const double first = player_points(p) > 0 && f->runs > 0 ? first_of(&h->times) : NAN;
    fact_note(out, "act", "%s", show_name(p->show.act));
    fact_count(out, "points", "points", player_points(p));
    if (out->panel && p->show.act == SHOW_EXPLOSION)
        page_add_count(out->panel, "not yet faded", (uint64_t)(p->points * player_left(p) + 0.5));
    fact_count(out, "triangles", NULL, p->deform.mesh.triangle_count);
    tell_grid(p, out);
    fact_title(out, "%s", MOTION_NAMES[h->motion]);
    fact_count(out, "frames", NULL, f->runs);
    if (f->runs > 0)
        fact_summary(out, "%u frame%s", (unsigned)f->runs, f->runs == 1 ? "" : "s");
    fact_number(out, "first_ms", NULL, first, "%s", "");
    if (!isnan(first))
        fact_summary(out, "the first with particles of %.1f ms", first);
    if (out->json)
        tell_acts(&h->times, out->json);
    tell_paper(h, out);
}

static const char *name(const void *self) {
    const heartbreaker *h = self;
    return models_name(h->number, h->path[0] ? h->path : NULL);
}

static const char *state(const void *self) {
    const heartbreaker *h = self;
    return show_name(h->player.show.act);
}

/* ---- what the user does ---- */

/* From the impact on the model rests in its pose, which the solid returns to. */
static bool may_move(heartbreaker *h, frame *f) {
    if (h->player.show.act <= SHOW_CLOUD)
        return true;
    messages_say(&f->messages, MESSAGE_NOTICE, "the model rests until it is solid again");
    return false;
}

static void changed(void *self, frame *f, const setting *s) {
    heartbreaker *h = self;
    if (s->place == offsetof(heartbreaker, model)) /* the fifth one is the file that there was */
        snprintf(f->path, sizeof f->path, "%s", h->model + 1 == MODEL_OWN ? h->given : "");
    if (s->place == offsetof(heartbreaker, fill)) /* slices have thin alone */
        h->voxelizer = 0;
    if (s->place == offsetof(heartbreaker, motion) && !may_move(h, f))
        h->motion = h->moved;
}

static void click(void *self, frame *f, float x, float y, int width, int height) {
    heartbreaker *h = self;
    float origin[3], direction[3];
    camera_ray(&f->camera, width, height, x, y, origin, direction);
    if (player_shoot(&h->player, origin, direction)) {
        h->player.show.goes_on = false;
        messages_clear(&f->messages);
    }
}

static bool act(void *self, frame *f, int key) {
    heartbreaker *h = self;
    show *s = &h->player.show;
    if (key == ' ') {
        s->goes_on = false; /* the viewer has taken over */
        player_next(&h->player);
    } else if (key == 'A') {
        s->goes_on = !s->goes_on;
        messages_say(&f->messages, MESSAGE_NOTICE, "the show %s", s->goes_on ? "goes on by itself" : "waits for you");
    } else if (key == 'R') {
        player_restart(&h->player);
    }
    return key == ' ' || key == 'A';
}

/* ---- description ---- */

/* 0 where these characters name no single motion. */
static int part_of(const char *name, size_t length) {
    for (int part = MOTION_SPIN; part <= MOTION_PULSE; part *= 2)
        if (strlen(MOTION_NAMES[part]) == length && strncmp(MOTION_NAMES[part], name, length) == 0)
            return part;
    return 0;
}

static const char *parse_parts(const char *name, int *number) {
    static const char *const TWICE[] = {"spin is there twice", "twist is there twice", "pulse is there twice"};
    *number = 0;
    for (const char *from = name;;) {
        size_t length = strcspn(from, "+");
        int part = part_of(from, length);
        if (part == 0)
            return "expected still, all, or some of spin, twist and pulse, joined by +";
        if (*number & part)
            return TWICE[part / 2];
        *number += part;
        if (from[length] == '\0')
            return NULL;
        from += length + 1;
    }
}

/* "still", "all", or some of spin, twist and pulse in any order, joined by +, each once. */
static const char *parse_motion(const char *name, void *number) {
    int parsed = strcmp(name, MOTION_NAMES[MOTION_ALL]) == 0 ? MOTION_ALL : 0;
    bool has_parts = parsed == 0 && strcmp(name, MOTION_NAMES[0]) != 0;
    const char *wrong = has_parts ? parse_parts(name, &parsed) : NULL;
    if (!wrong)
        *(int *)number = parsed;
    return wrong;
}

static const double SIDES[] = {16, 32, 64, 96, 128, 192, 256, 384, 512};

static const setting SETTINGS[] = {
    {"model", "NAME", "instead of a file: heart, teapot, torus, die or knot", SETTING_CHOICE,
     offsetof(heartbreaker, model), .choices = MODEL_NAMES, .key = KEY_DIGITS, .label = "models",
     .effect = CHANGE_LOADS, .is_fact = true},
    {"grid", "N|XxYxZ", "cells of the volume, Z is the number of slices; the paper has 64x64x256", SETTING_GRID,
     offsetof(heartbreaker, grid), 1, 1000000, 96, .key = KEY_SIZE, .stops = SIDES,
     .stop_count = sizeof SIDES / sizeof SIDES[0], .label = "grid", .effect = CHANGE_MAKES, .no_member = true,
     .paced = "cells a side"},
    {"fill", "thin|surface|solid", "the paper's sampling along z, all that is touched, the inside", SETTING_CHOICE,
     offsetof(heartbreaker, fill), .choices = NAMES_FILLS, .standard = 1, .otherwise = "surface; thin by slices",
     .key = 'F', .label = "fill", .effect = CHANGE_MAKES},
    {"voxelizer", "bits|slices", "draw the mesh once, a bit a voxel, or once a slice", SETTING_CHOICE,
     offsetof(heartbreaker, voxelizer), .choices = NAMES_VOXELIZERS, .otherwise = "bits; slices on 2.1",
     .is_fact = true},
    {"layout", "LAYOUT", "of the pyramid: auto, bits, single, vec4, rect, bilinear, line or volume", SETTING_CHOICE,
     offsetof(heartbreaker, layout), .choices = NAMES_LAYOUTS, .is_fact = true},
    {"animate", "gpu|cpu", "where particles fly: on the GPU, or downloaded as in the paper", SETTING_CHOICE,
     offsetof(heartbreaker, engine), .choices = ENGINES, .key = 'E', .label = "engine", .effect = CHANGE_MAKES,
     .no_member = true},
    {"motion", "MOTION", "until the impact: still, all, or some of spin, twist, pulse, joined by +", SETTING_CHOICE,
     offsetof(heartbreaker, motion), .standard = MOTION_HEARTBEAT, .choices = MOTION_NAMES, .parse = parse_motion,
     .key = 'M', .label = "motion", .effect = CHANGE_MAKES},
    {"seed", "N", "of all that is random", SETTING_COUNT, offsetof(heartbreaker, seed), .highest = UINT32_MAX,
     .standard = 1},
};

static const char *const STAGES[] = {"deform",   "voxelize", "build", "extract", "attributes",
                                     "download", "animate",  "draw",  NULL};

static const char *const ACTS[][2] = {{"click", "hit the model there"}, {"A", "go on by itself or wait"}, {NULL, NULL}};
static const char *const RENAMED[][2] = {{"--size", "--pixels"}, {"--out", "--output"}, {NULL, NULL}};

static demo HEARTBREAKER = {
    .program = "heartbreaker",
    .title = "HeartBreaker",
    .summary =
        "Turns a solid model into a particle cloud, blows it apart, and puts it together again, all on the GPU.\n"
        "MODEL is any mesh file that assimp reads, fitted into the volume; without it, a heart.",
    .operand = "MODEL",
    .subject = "model",
    .space = "next act",
    .reader = &MESH_READER,
    .dropped = "another model",
    .gls = DEMO_GL_33 | DEMO_GL_21 | DEMO_GL_ES3,
    .eye = EYE_CAMERA,
    .window = {960, 540},
    .picture = {1280, 720},
    .renamed = RENAMED,
    .stages = STAGES,
    .total = "frame",
    .times_draw = true,
    .story = show_length,
    .settings = SETTINGS,
    .setting_count = sizeof SETTINGS / sizeof SETTINGS[0],
    .size = sizeof(heartbreaker),
    .kept = sizeof(heartbreaker),
    .open = open_all,
    .close = close_all,
    .settle = settle,
    .load = load,
    .unload = unload,
    .make = make,
    .look = look,
    .draw = draw,
    .tell = tell,
    .name = name,
    .state = state,
    .begin = begin,
    .move = move,
    .click = click,
    .changed = changed,
    .can_pace = can_pace,
    .is_pacing = is_pacing,
    .act = act,
    .acts = ACTS,
};

int main(int argc, char **argv) {
    HEARTBREAKER.moment = show_begin(SHOW_EXPLOSION) + BURST;
    return frame_main(&HEARTBREAKER, argc, argv);
}
