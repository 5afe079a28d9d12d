/* main.c - splats: 3D Gaussian splats, drawn back to front in exact order (Kerbl et al. 2023; sorted by hpyr_lists_sort).
 * SPDX-License-Identifier: MIT */
#include "loop.h"
#include "measure.h"
#include "report.h"

#include "common/draw/viewer.h"
#include "common/files/image.h"
#include "common/files/options.h"
#include "common/files/outfile.h"
#include "common/files/warnings.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2, DEFAULT_SPLATS = 100000, DEFAULT_FRAMES = 10 };

static const uint32_t WINDOW_SIZE[2] = {1120, 720}, PICTURE_SIZE[2] = {1280, 800};
static const double RADIANS_PER_DEGREE = 0.017453292519943295;

typedef struct settings {
    const char *model, *order, *positions, *screenshot, *json, *gl;
    uint32_t splats, pixels[2], frames;
    double turn, rise, zoom, size;
    bool headless, cpu_sort, no_sort, turns_over;
} settings;

/* What one run holds, so that one function frees it all. */
typedef struct splats {
    settings s;
    viewer viewer;
    subject subject;
    scene *scene;
    report report;
} splats;

static const char *const NOTES =
    "Splats are sorted by their exact depths in every frame, on the GPU, and nothing is read back. That needs\n"
    "OpenGL 3.3 or ES 3.0: lists of the library are of integers, which 2.1 does not have.\n"
    "In the window: drag to orbit, wheel to zoom, O sorts by the GPU, by the CPU or not at all, up/down or [ ]\n"
    "the size of splats, D the degree of their colors, U turns them over, + - G step the number of splats of a\n"
    "mesh, Space stops what moves, a dropped file is another model, R resets, S saves a picture, H hides the\n"
    "words, Esc quits.";

static int read_options(settings *s, int argc, char **argv) {
    static const char *const PICTURES[] = {".png", NULL};
    const option options[] = {
        {"--splats", "N", "about how many splats are made of a mesh (100000)", OPTION_COUNT, &s->splats, 1, 10000000},
        {"--cpu-sort", NULL, "sort on the CPU, for comparison: keys are read back", OPTION_FLAG, &s->cpu_sort},
        {"--no-sort", NULL, "do not sort, to see why it matters", OPTION_FLAG, &s->no_sort},
        {"--splat-size", "V", "factor of the splats' sizes, 0.01 to 100 (1)", OPTION_NUMBER, &s->size, .lowest = 0.01,
         .highest = 100},
        {"--turn", "DEGREES", "turn the camera around the model, to the right, -36000 to 36000 (0)", OPTION_NUMBER,
         &s->turn, .lowest = -36000, .highest = 36000},
        {"--rise", "DEGREES", "raise the camera, -36000 to 36000 (0)", OPTION_NUMBER, &s->rise, .lowest = -36000,
         .highest = 36000},
        {"--zoom", "V", "look closer by this factor, 0.2 to 12 (1)", OPTION_NUMBER, &s->zoom, .lowest = 0.2,
         .highest = 12},
        {"--upside-down", NULL, "turn the model over: splats of files have y down, meshes have y up", OPTION_FLAG,
         &s->turns_over},
        {"--order", "FILE|-", "save the picture's order: a uint32 a splat, little-endian, farthest first", OPTION_PATH,
         &s->order},
        {"--positions", "FILE|-", "save the splats' centers: three float32 a splat, little-endian", OPTION_PATH,
         &s->positions},
        {"--screenshot", "FILE.png", "save a picture; with a window one of the start, which key S replaces",
         OPTION_PATH, &s->screenshot, 0, 0, PICTURES},
        {"--json", "FILE|-", "save the results as one JSON object, - is stdout", OPTION_PATH, &s->json},
        {"--headless", NULL, "no window", OPTION_FLAG, &s->headless},
        {"--frames", "N",
         "frames of one orbit to take medians over (10; 1 without --json); quit the window after N frames",
         OPTION_COUNT, &s->frames, 1, 1000000},
        {"--pixels", "WxH", "of the window and of pictures (1120x720, 1280x800)", OPTION_SIZE, s->pixels, 16, 16384},
        {"--gl", "3.3|es3", "the OpenGL to keep to (3.3); es3 is OpenGL ES 3.0; 2.1 has no integers and cannot sort",
         OPTION_CHOICE, &s->gl, 0, 0, NAMES_GL},
    };
    option_table table = {0};
    table.program = "splats";
    table.summary =
        "Draws 3D Gaussian splats back to front, sorted on the GPU in every frame. MODEL is a .ply that training\n"
        "writes, a .splat, or any mesh file that assimp reads, of which splats are made; without it, a teapot.";
    table.notes = NOTES;
    table.options = options;
    table.option_count = sizeof options / sizeof options[0];
    table.operand = "MODEL";
    table.operand_target = &s->model;
    return options_parse(&table, argc, argv);
}

static int usage(const char *message) {
    fprintf(stderr, "splats: %s\n", message);
    return STATUS_USAGE;
}

/* How many outputs go there. */
static int count_stdout(const settings *s) {
    const char *const names[] = {s->order, s->positions, s->json};
    int count = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        count += names[i] && strcmp(names[i], "-") == 0;
    return count;
}

static int settle(settings *s) {
    const char *const options[] = {"MODEL", "--order", "--positions", "--screenshot", "--json"};
    const char *const names[] = {s->model, s->order, s->positions, s->screenshot, s->json};
    if (!outfile_differ(options, names, sizeof names / sizeof names[0]))
        return usage(error_text());
    if (s->cpu_sort && s->no_sort)
        return usage("--no-sort: --cpu-sort sorts");
    if (count_stdout(s) > 1)
        return usage("--order, --positions and --json: only one of them can be standard output");
    if (gl_of_name(s->gl) < 33)
        return usage("--gl 2.1: splats are sorted by lists of integers, which OpenGL 2.1 does not have; use 3.3");
    if (s->pixels[0] == 0)
        memcpy(s->pixels, s->headless ? PICTURE_SIZE : WINDOW_SIZE, sizeof s->pixels);
    s->splats = s->splats ? s->splats : DEFAULT_SPLATS;
    return STATUS_OK;
}

static void warn(const char *line) {
    warnings_add("splats", line);
}

/* Before the work, and not after it. */
static bool try_outputs(splats *p) {
    const char *const names[] = {p->s.order, p->s.positions, p->s.screenshot, p->s.json};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!outfile_try(names[i]))
            return false;
    return true;
}

static bool open_subject(splats *p) {
    const settings *s = &p->s;
    viewer_desc view = {"Splats", gl_of_name(s->gl), s->headless, (int)s->pixels[0], (int)s->pixels[1]};
    if (!viewer_open(&p->viewer, &view) || !subject_load(&p->subject, &p->viewer.library, s->model, s->splats, warn))
        return false;
    p->scene = scene_create(&p->viewer.library, &p->viewer.painter);
    return p->scene != NULL;
}

static camera camera_of(const splats *p) {
    camera c = subject_camera(&p->subject, p->s.turns_over, (int)p->s.pixels[0], (int)p->s.pixels[1]);
    float elevation = c.elevation + (float)(p->s.rise * RADIANS_PER_DEGREE);
    c.azimuth += (float)(p->s.turn * RADIANS_PER_DEGREE);
    c.elevation = fminf(fmaxf(elevation, -1.5f), 1.5f); /* straight down has no up */
    c.zoom = (float)p->s.zoom;
    return c;
}

/* Medians are for those who read them. */
static uint32_t frames_of(const settings *s) {
    return s->headless && s->frames > 0 ? s->frames : s->headless && s->json ? DEFAULT_FRAMES : 1;
}

static bool save(splats *p, const uint8_t *rgb) {
    const settings *s = &p->s;
    const uint32_t count = p->subject.cloud.count;
    return (!s->screenshot || image_write_png(s->screenshot, rgb, s->pixels[0], s->pixels[1])) &&
           (!s->order || report_order(s->order, p->scene, count)) &&
           (!s->positions || report_positions(s->positions, &p->subject.cloud)) &&
           (!s->json || report_json(s->json, &p->report));
}

/* The still run: measured, told, saved. */
static bool run_still(splats *p) {
    const settings *s = &p->s;
    FILE *stream = count_stdout(s) > 0 ? stderr : stdout;
    measure_desc desc = {0};
    desc.scene = p->scene;
    desc.subject = &p->subject;
    desc.camera = camera_of(p);
    desc.turns_over = s->turns_over;
    desc.looks = (splat_looks){CLOUD_MAX_DEGREE, 1, (float)s->size};
    desc.way = s->no_sort ? SORT_NONE : s->cpu_sort ? SORT_CPU : SORT_GPU;
    desc.frames = frames_of(s);
    desc.width = (int)s->pixels[0];
    desc.height = (int)s->pixels[1];
    p->report.subject = &p->subject;
    p->report.library = &p->viewer.library;
    p->report.looks = desc.looks;
    p->report.way = desc.way;
    p->report.frames = desc.frames;
    if (s->json)
        scene_measure_gpu(p->scene);
    uint8_t *rgb = measure(&desc, &p->report.times, &p->report.camera);
    bool ok = rgb && save(p, rgb);
    free(rgb);
    if (ok)
        report_summary(stream, &p->report);
    return ok && outfile_flush(stream);
}

static bool run_window(splats *p) {
    loop_desc desc = {0};
    if (!p->viewer.window)
        return true;
    desc.viewer = &p->viewer;
    desc.subject = &p->subject;
    desc.scene = p->scene;
    desc.camera = camera_of(p);
    desc.looks = p->report.looks;
    desc.way = p->report.way;
    desc.turns_over = p->s.turns_over;
    desc.splats = p->s.splats;
    desc.warn = warn;
    desc.screenshot = p->s.screenshot ? p->s.screenshot : "splats.png";
    desc.frames = p->s.frames;
    return loop_window(&desc);
}

int main(int argc, char **argv) {
    splats *p = calloc(1, sizeof *p);
    if (!p) {
        fputs("splats: out of memory\n", stderr);
        return STATUS_FAILED;
    }
    p->s.size = p->s.zoom = 1;
    int status = read_options(&p->s, argc, argv);
    status = status >= 0 ? status : settle(&p->s) == STATUS_OK ? -1 : STATUS_USAGE;
    if (status < 0) {
        outfile_ignore_signals();
        bool ok = try_outputs(p) && open_subject(p) && run_still(p) && run_window(p);
        if (!ok)
            fprintf(stderr, "splats: %s\n", error_text());
        status = ok ? STATUS_OK : STATUS_FAILED;
    }
    scene_destroy(p->scene);
    subject_free(&p->subject);
    viewer_close(&p->viewer);
    free(p);
    return status;
}
