/* main.c - HeartBreaker: a solid heart becomes a particle cloud and bursts (Ziegler et al. 2006, figure 7).
 * SPDX-License-Identifier: MIT */
#include "loop.h"
#include "motions.h"
#include "record.h"
#include "report.h"

#include "common/files/options.h"
#include "common/files/outfile.h"
#include "common/files/warnings.h"
#include "common/platform/gl.h"
#include "common/voxels/layout_choices.h"
#include "common/voxels/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2, DEFAULT_FPS = 30, NOT_GIVEN = INT32_MAX };

static const uint32_t GRID[3] = {96, 96, 96}, WINDOW_SIZE[2] = {960, 540}, PICTURE_SIZE[2] = {1280, 720};
static const double BURST = 0.55; /* seconds after the impact, when a picture shows the most */

typedef struct settings {
    const char *model, *screenshot, *json, *video, *output;
    const char *gl, *voxelizer, *fill, *layout, *animate, *name;
    deform_motion motion;
    pipeline_desc pipeline;
    uint32_t pixels[2], seed, frames, fps, at_ms;
    bool headless, has_panel, fine;
} settings;

/* What one run holds, so that one function frees it all. */
typedef struct heartbreaker {
    settings s;
    model_number number;
    char path[WINDOW_MAX_PATH]; /* of the window's own model */
    mesh loaded;
    viewer viewer;
    player player;
    times times;
} heartbreaker;

static const char *const RENAMED[][2] = {{"--size", "--pixels"}, {"--out", "--output"}, {NULL, NULL}};
static const char *const NOTES =
    "In the window: drag to orbit, wheel to zoom, click to hit the model there, A lets the show go on by\n"
    "itself, 1-5 models, F fill, E engine, M motion, + - G step the grid, Space for the next act, a dropped\n"
    "file is another model, R resets, S saves a picture, H hides the words, Esc quits.";

static const char *parse_motion(const char *value, void *motion) {
    return motion_parse(value, motion);
}

static int read_options(settings *s, int argc, char **argv) {
    static const char *const PICTURES[] = {".png", NULL}, *const VIDEOS[] = {".mp4", NULL};
    static const char *const ENGINES[] = {"gpu", "cpu", NULL};
    const char *layouts[LAYOUT_CHOICES + 1];
    layout_list_names(layouts);
    const option options[] = {
        {"--model", "NAME", "instead of a file: heart, teapot, torus, die or knot (heart)", OPTION_CHOICE, &s->name, 0,
         0, MODEL_NAMES},
        {"--grid", "N|XxYxZ", "cells of the volume, Z is the number of slices (96; the paper has 64x64x256)",
         OPTION_GRID, s->pipeline.grid, 1, 1000000},
        {"--fill", "thin|surface|solid",
         "the paper's sampling along z, all that is touched, the inside (surface; thin by slices)", OPTION_CHOICE,
         &s->fill, 0, 0, NAMES_FILLS},
        {"--voxelizer", "bits|slices", "draw the mesh once, a bit a voxel, or once a slice (bits; slices on 2.1)",
         OPTION_CHOICE, &s->voxelizer, 0, 0, NAMES_VOXELIZERS},
        {"--layout", "LAYOUT", "of the pyramid: auto, bits, single, vec4, rect, bilinear, line or volume (auto)",
         OPTION_CHOICE, &s->layout, 0, 0, layouts},
        {"--animate", "gpu|cpu", "where particles fly: on the GPU, or downloaded as in the paper (gpu)", OPTION_CHOICE,
         &s->animate, 0, 0, ENGINES},
        {"--motion", "MOTION", "until the impact: still, all, or some of spin, twist, pulse, joined by + (spin+pulse)",
         OPTION_PARSED, &s->motion, 0, 0, NULL, parse_motion},
        {"--seed", "N", "of all that is random (1)", OPTION_COUNT, &s->seed, 0, UINT32_MAX},
        {"--headless", NULL, "no window: the whole story is played, measured and told", OPTION_FLAG, &s->headless},
        {"--output", "DIR", "save all frames as DIR/frame_0001.png and so on; no window", OPTION_PATH, &s->output},
        {"--video", "FILE.mp4", "save a video, by ffmpeg; no window", OPTION_PATH, &s->video, 0, 0, VIDEOS},
        {"--frames", "N", "tell the story in N frames (13 s at --fps); in a window, quit after N", OPTION_COUNT,
         &s->frames, 1, 100000},
        {"--fps", "F", "frames a second of the story (30)", OPTION_COUNT, &s->fps, 1, 1000},
        {"--pixels", "WxH", "of the window and of pictures (960x540, 1280x720)", OPTION_SIZE, s->pixels, 16, 16384},
        {"--fine", NULL, "draw the frames at twice their resolution, as screenshots are", OPTION_FLAG, &s->fine},
        {"--overlay", NULL, "words on the frames too: their times differ from run to run", OPTION_FLAG, &s->has_panel},
        {"--screenshot", "FILE.png", "save one picture, of the explosion", OPTION_PATH, &s->screenshot, 0, 0, PICTURES},
        {"--at", "MS", "milliseconds of the story that --screenshot is of", OPTION_COUNT, &s->at_ms, 0, 13000},
        {"--json", "FILE|-", "save the results as one JSON object, - is stdout", OPTION_PATH, &s->json},
        {"--gl", "3.3|2.1|es3", "the OpenGL to keep to (3.3); es3 is ES 3.0", OPTION_CHOICE, &s->gl, 0, 0, NAMES_GL},
    };
    option_table table = {0};
    table.renamed = RENAMED;
    table.program = "heartbreaker";
    table.summary =
        "Turns a solid model into a particle cloud, blows it apart, and puts it together again, all on the GPU.\n"
        "MODEL is any mesh file that assimp reads, fitted into the volume; without it, a heart.";
    table.notes = NOTES;
    table.options = options;
    table.option_count = sizeof options / sizeof options[0];
    table.operand = "MODEL";
    table.operand_target = &s->model;
    return options_parse(&table, argc, argv);
}

/* No output may replace the model, or another output. */
static int settle_names(const settings *s) {
    const char *const options[] = {"MODEL", "--screenshot", "--json", "--video"};
    const char *const names[] = {s->model, s->screenshot, s->json, s->video};
    if (!outfile_differ(options, names, sizeof names / sizeof names[0])) {
        fprintf(stderr, "heartbreaker: %s\n", error_text());
        return STATUS_USAGE;
    }
    return STATUS_OK;
}

static int settle(settings *s) {
    if (s->pipeline.grid[0] == 0)
        memcpy(s->pipeline.grid, GRID, sizeof GRID);
    s->pipeline.voxelizer = voxelizer_of_name(s->voxelizer);
    s->pipeline.fill = s->fill ? fill_of_name(s->fill) : HPYR_FILL_DEFAULT;
    s->pipeline.layout = layout_find_name(s->layout)->layout;
    s->pipeline.words = &NAMES_OF_OPTIONS;
    if (s->pipeline.voxelizer == HPYR_VOXELIZER_KIND_SLICES && s->fill && s->pipeline.fill != HPYR_FILL_THIN) {
        fprintf(stderr, "heartbreaker: --fill %s: not with --voxelizer slices, which has thin only\n", s->fill);
        return STATUS_USAGE;
    }
    if (s->at_ms != NOT_GIVEN && !s->screenshot) {
        fprintf(stderr, "heartbreaker: --at is the moment of a --screenshot, and none is asked for\n");
        return STATUS_USAGE;
    }
    if (s->name && s->model) {
        fprintf(stderr, "heartbreaker: --model %s and %s are two models: give one of them\n", s->name, s->model);
        return STATUS_USAGE;
    }
    s->headless = s->headless || s->output || s->video;
    s->fps = s->fps ? s->fps : DEFAULT_FPS;
    if (s->pixels[0] == 0)
        memcpy(s->pixels, s->headless ? PICTURE_SIZE : WINDOW_SIZE, sizeof s->pixels);
    return settle_names(s);
}

/* What is odd about a file. */
static void warn(const char *line) {
    warnings_add("heartbreaker", line);
}

/* What is odd about this grid and fill: the window has words of its own for it. */
static void tell_oddity(const char *line) {
    fprintf(stderr, "heartbreaker: %s\n", line);
}

/* Before the work, and not after it; other files may lie beside the frames. */
static bool try_outputs(heartbreaker *h) {
    const char *const options[] = {"--screenshot", "--json", "--video"};
    const char *const names[] = {h->s.screenshot, h->s.json, h->s.video}, *out = h->s.output;
    if (out && !film_make_folder(out))
        return false;
    for (int i = 0; i < 3; i++) {
        if (film_has_frame(out, names[i]))
            return error_set("%s %s: a frame of --output %s may have that name", options[i], names[i], out);
        if (!outfile_try(names[i]))
            return false;
    }
    return true;
}

static bool open_player(heartbreaker *h) {
    const settings *s = &h->s;
    viewer_desc view = {"HeartBreaker", gl_of_name(s->gl), s->headless, (int)s->pixels[0], (int)s->pixels[1]};
    h->number = s->model ? MODEL_OWN : model_of_name(s->name);
    if (!models_load(h->number, s->model, &h->loaded, warn) || !viewer_open(&h->viewer, &view))
        return false;
    player_desc desc = {0};
    desc.library = &h->viewer.library;
    desc.painter = &h->viewer.painter;
    desc.pipeline = s->pipeline;
    desc.engine = s->animate && strcmp(s->animate, "cpu") == 0 ? ENGINE_CPU : ENGINE_GPU;
    desc.seed = s->seed;
    desc.motion = s->motion;
    desc.warn = tell_oddity;
    return player_open(&h->player, &desc, &h->loaded);
}

static bool record(heartbreaker *h) {
    const settings *s = &h->s;
    bool tells = s->output || s->video || s->frames || s->json || !s->screenshot;
    record_desc desc = {0};
    desc.film.program = "heartbreaker";
    desc.film.folder = s->output;
    desc.film.video = s->video;
    desc.film.fps = s->fps;
    desc.film.frames = s->frames ? s->frames : (uint32_t)ceil(show_length() * s->fps);
    desc.film.width = (int)s->pixels[0];
    desc.film.height = (int)s->pixels[1];
    desc.has_panel = s->has_panel;
    desc.fine = s->fine;
    desc.model = models_name(h->number, s->model);
    if (tells && !record_story(&h->player, &desc, &h->times))
        return false;
    double at = s->at_ms == NOT_GIVEN ? show_begin(SHOW_EXPLOSION) + BURST : s->at_ms / 1000.;
    return !s->screenshot || record_moment(&h->player, at, s->screenshot, desc.film.width, desc.film.height);
}

static bool show_window(heartbreaker *h) {
    loop_desc desc = {0};
    snprintf(h->path, sizeof h->path, "%s", h->s.model ? h->s.model : "");
    desc.viewer = &h->viewer;
    desc.player = &h->player;
    desc.model = &h->number;
    desc.path = h->path;
    desc.screenshot = h->s.screenshot ? h->s.screenshot : "heartbreaker.png";
    desc.frames = h->s.frames;
    desc.times = &h->times;
    bool ok = loop_window(&desc);
    h->s.model = h->path[0] ? h->path : NULL;
    return ok;
}

static bool tell(heartbreaker *h) {
    const settings *s = &h->s;
    FILE *stream = s->json && strcmp(s->json, "-") == 0 ? stderr : stdout;
    const char *model = models_name(h->number, s->model);
    if (s->json && !report_json(s->json, model, &h->player, &h->times))
        return false;
    report_summary(stream, model, h->number == MODEL_HEART, &h->player, &h->times);
    return outfile_flush(stream);
}

static void close_all(heartbreaker *h) {
    player_close(&h->player);
    viewer_close(&h->viewer);
    times_free(&h->times);
    mesh_free(&h->loaded);
}

int main(int argc, char **argv) {
    heartbreaker h;
    memset(&h, 0, sizeof h);
    h.s.seed = 1;
    h.s.at_ms = NOT_GIVEN;
    h.s.motion = MOTION_HEARTBEAT;
    int status = read_options(&h.s, argc, argv);
    if (status >= 0)
        return status;
    status = settle(&h.s);
    if (status != STATUS_OK)
        return status;
    outfile_ignore_signals();
    bool ok = try_outputs(&h) && open_player(&h) && (h.s.headless ? record(&h) : show_window(&h)) && tell(&h);
    if (!ok)
        fprintf(stderr, "heartbreaker: %s\n", error_text());
    close_all(&h);
    return ok ? STATUS_OK : STATUS_FAILED;
}
