/* main.c - flowseeds: seeds of a 3D flow, and streamlines from them (Ziegler et al. 2006, section 8.2).
 * SPDX-License-Identifier: MIT */
#include "loop.h"
#include "report.h"
#include "save.h"

#include "common/files/error.h"
#include "common/files/image.h"
#include "common/files/options.h"
#include "common/files/outfile.h"
#include "common/files/warnings.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    STATUS_OK = 0,
    STATUS_FAILED = 1,
    STATUS_USAGE = 2,
    DEFAULT_SIDE = 64,
    DEFAULT_LINES = 256,
    DEFAULT_STEPS = 120
};

static const uint32_t WINDOW_SIZE[2] = {1120, 720}, PICTURE_SIZE[2] = {1280, 800};
static const double DEFAULT_STEP = 0.008;

typedef struct settings {
    const char *flow, *operand, *seeds, *output, *screenshot, *json, *gl;
    uint32_t size[3], pixels[2], repeat, frames, lines, steps;
    double abc[3], threshold, width, step, turn, zoom; /* NAN: not given */
    bool headless, is_periodic;
} settings;

/* What one run holds, so that one function frees it all. */
typedef struct flowseeds {
    settings s;
    viewer viewer;
    subject subject;
    scene *scene;
} flowseeds;

static int read_options(settings *s, int argc, char **argv) {
    static const char *const FILES[] = {".csv", ".ply", NULL}, *const PICTURES[] = {".png", NULL},
                             *const GLS[] = {"3.3", "es3", NULL};
    const option options[] = {
        {"--flow", "abc|lorenz", "a flow by its formula (abc)", OPTION_CHOICE, &s->flow, 0, 0, FLOW_NAMES},
        {"--a", "A", "A of abc (1), sigma of lorenz (10)", OPTION_NUMBER, &s->abc[0], .lowest = -1e30, .highest = 1e30},
        {"--b", "B", "B of abc (1), rho of lorenz (28)", OPTION_NUMBER, &s->abc[1], .lowest = -1e30, .highest = 1e30},
        {"--c", "C", "C of abc (1), beta of lorenz (8/3)", OPTION_NUMBER, &s->abc[2], .lowest = -1e30, .highest = 1e30},
        {"--size", "N|XxYxZ", "samples of a formula (64)", OPTION_GRID, s->size, 1, 1000000},
        {"--periodic", NULL, "a file's flow repeats along all three axes", OPTION_FLAG, &s->is_periodic},
        {"--seeds", "critical|vorticity|band|grid",
         "where lines begin: points where nothing flows, samples with a long curl, cells around a speed, or in a grid "
         "(critical)",
         OPTION_CHOICE, &s->seeds, 0, 0, SEED_NAMES},
        {"--threshold", "T", "vorticity: least length of the curl (0.9 of the longest); band: the speed (half way)",
         OPTION_NUMBER, &s->threshold, .lowest = 0, .highest = 1e30},
        {"--width", "W", "band: how far from --threshold (0.01 of the largest)", OPTION_NUMBER, &s->width, .lowest = 0,
         .highest = 1e30},
        {"--lines", "N", "most starts of lines; each has a line forward and one backward (256)", OPTION_COUNT,
         &s->lines, 1, LINES_MOST},
        {"--steps", "N", "steps of each line (120)", OPTION_COUNT, &s->steps, 1, 8000},
        {"--step", "H", "length of a step, of the longest side of the box (0.008)", OPTION_NUMBER, &s->step,
         .lowest = 1e-6, .highest = 1},
        {"--output", "FILE", "save the seeds as .csv, or the lines as .ply", OPTION_PATH, &s->output, 0, 0, FILES},
        {"--screenshot", "FILE.png", "save a picture; with a window one of the start, which key S replaces",
         OPTION_PATH, &s->screenshot, 0, 0, PICTURES},
        {"--turn", "DEGREES", "turn the box about its upright axis in pictures (0)", OPTION_NUMBER, &s->turn},
        {"--zoom", "FACTOR", "enlarge the box in pictures (1)", OPTION_NUMBER, &s->zoom, .lowest = 0.1, .highest = 20},
        {"--json", "FILE|-", "save the results as one JSON object, - is stdout", OPTION_PATH, &s->json},
        {"--repeat", "N", "runs to take medians over (5 with --json, else 1)", OPTION_COUNT, &s->repeat, 1, 10000},
        {"--headless", NULL, "no window", OPTION_FLAG, &s->headless},
        {"--frames", "N", "quit the window after N frames", OPTION_COUNT, &s->frames, 1, 1000000},
        {"--pixels", "WxH", "of the window and of pictures (1120x720, 1280x800)", OPTION_SIZE, s->pixels, 16, 16384},
        {"--gl", "3.3|es3", "the OpenGL to keep to (3.3); es3 is ES 3.0", OPTION_CHOICE, &s->gl, 0, 0, GLS},
    };
    option_table table = {0};
    table.program = "flowseeds";
    table.summary = "Finds seeds of a 3D flow on the GPU, and draws streamlines from them.";
    table.operand = "FILE.nrrd";
    table.operand_target = &s->operand;
    table.notes =
        "FILE.nrrd is a field of vectors: its first axis holds the three numbers of a vector, as\n"
        "`kinds: vector domain domain domain` says.\n"
        "In the window: drag to orbit, wheel to zoom, 1-4 seeds, up/down or [ ] the threshold, A B C the\n"
        "parameters, F another formula, + - G the steps, L the lines, P seeds or lines alone, Space stops what\n"
        "moves, a dropped file is another flow, R resets, S saves a picture, H hides the words, Esc quits.";
    table.options = options;
    table.option_count = sizeof options / sizeof options[0];
    return options_parse(&table, argc, argv);
}

static int usage(const char *message) {
    fprintf(stderr, "flowseeds: %s\n", message);
    return STATUS_USAGE;
}

static seed_kind kind_of(const settings *s) {
    int kind = 0;
    while (s->seeds && strcmp(SEED_NAMES[kind], s->seeds) != 0)
        kind++;
    return (seed_kind)kind;
}

/* Options without an effect are mistakes. */
static const char *mistake_of(const settings *s) {
    const seed_kind kind = kind_of(s);
    const bool has_abc = !isnan(s->abc[0]) || !isnan(s->abc[1]) || !isnan(s->abc[2]);
    if (s->operand && s->flow)
        return "--flow: FILE.nrrd is another flow";
    if (s->operand && (has_abc || s->size[0]))
        return has_abc ? "--a, --b and --c: a file has no parameters" : "--size: a file has its own";
    if (!s->operand && s->is_periodic)
        return "--periodic: of a file; formulas know whether they are";
    if (!isnan(s->threshold) && kind != SEEDS_VORTICITY && kind != SEEDS_BAND)
        return "--threshold: of --seeds vorticity and band";
    if (!isnan(s->width) && kind != SEEDS_BAND)
        return "--width: of --seeds band";
    if (s->frames > 0 && s->headless)
        return "--frames: of a window, and --headless opens none";
    return NULL;
}

static int settle(settings *s) {
    const char *const options[] = {"FILE.nrrd", "--output", "--screenshot", "--json"};
    const char *const names[] = {s->operand, s->output, s->screenshot, s->json};
    const char *mistake = mistake_of(s);
    if (mistake)
        return usage(mistake);
    if (s->operand && strlen(s->operand) >= sizeof((flow_source *)0)->path)
        return usage("FILE.nrrd: the name is too long");
    if (!outfile_differ(options, names, sizeof names / sizeof names[0]))
        return usage(error_text());
    for (int axis = 0; axis < 3; axis++)
        s->size[axis] = s->size[axis] ? s->size[axis] : DEFAULT_SIDE;
    s->lines = s->lines ? s->lines : DEFAULT_LINES;
    s->steps = s->steps ? s->steps : DEFAULT_STEPS;
    s->repeat = s->repeat ? s->repeat : s->json ? 5 : 1;
    if (s->pixels[0] == 0)
        memcpy(s->pixels, s->headless ? PICTURE_SIZE : WINDOW_SIZE, sizeof s->pixels);
    return STATUS_OK;
}

static void warn(const char *line) {
    warnings_add("flowseeds", line);
}

/* Before the work, and not after it. */
static bool try_outputs(flowseeds *f) {
    return outfile_try(f->s.output) && outfile_try(f->s.screenshot) && outfile_try(f->s.json);
}

static flow_source source_of(const settings *s) {
    flow_source source = {.flow = FLOW_ABC, .is_periodic = s->is_periodic};
    while (s->flow && strcmp(FLOWS[source.flow].name, s->flow) != 0)
        source.flow = (flow_name)(source.flow + 1);
    memcpy(source.size, s->size, sizeof source.size);
    for (int i = 0; i < 3; i++)
        source.abc[i] = isnan(s->abc[i]) ? FLOWS[source.flow].abc[i] : s->abc[i];
    if (s->operand) {
        source.flow = FLOW_COUNT;
        memcpy(source.path, s->operand, strlen(s->operand) + 1);
    }
    return source;
}

static bool open_subject(flowseeds *f) {
    const settings *s = &f->s;
    const viewer_desc view = {"Flowseeds", gl_of_name(s->gl), s->headless, (int)s->pixels[0], (int)s->pixels[1]};
    const flow_wishes wishes = {kind_of(s), s->threshold, s->width, s->lines, s->steps, s->step};
    const flow_source source = source_of(s);
    if (!viewer_open(&f->viewer, &view) ||
        !subject_load(&f->subject, &f->viewer.library, &f->viewer.painter, &source, &wishes, warn))
        return false;
    f->scene = s->screenshot || f->viewer.window ? scene_create(&f->viewer.painter) : NULL;
    return f->scene || !(s->screenshot || f->viewer.window);
}

static bool save_picture(flowseeds *f) {
    const settings *s = &f->s;
    scene_state state = {&f->subject, scene_camera(&f->subject), true, true};
    state.camera.azimuth += (float)(s->turn * 3.14159265358979 / 180);
    state.camera.zoom = (float)s->zoom;
    uint8_t *rgb = scene_picture(f->scene, &state, (int)s->pixels[0], (int)s->pixels[1]);
    bool ok = rgb && image_write_png(s->screenshot, rgb, s->pixels[0], s->pixels[1]);
    free(rgb);
    return ok;
}

/* The still run: measured, told, saved. */
static bool run_still(flowseeds *f) {
    const settings *s = &f->s;
    FILE *stream = s->json && strcmp(s->json, "-") == 0 ? stderr : stdout;
    if (!subject_measure(&f->subject, s->repeat) || (s->output && !save_write(s->output, &f->subject)) ||
        (s->screenshot && !save_picture(f)) || (s->json && !report_json(s->json, &f->subject)))
        return false;
    report_summary(stream, &f->subject);
    return outfile_flush(stream);
}

static bool run_window(flowseeds *f) {
    const loop_desc desc = {
        &f->viewer, &f->subject, f->scene, warn, f->s.screenshot ? f->s.screenshot : "flowseeds.png", f->s.frames};
    return !f->viewer.window || loop_window(&desc);
}

int main(int argc, char **argv) {
    flowseeds *f = calloc(1, sizeof *f);
    if (!f) {
        fputs("flowseeds: out of memory\n", stderr);
        return STATUS_FAILED;
    }
    f->s.abc[0] = f->s.abc[1] = f->s.abc[2] = f->s.threshold = f->s.width = NAN;
    f->s.step = DEFAULT_STEP;
    f->s.zoom = 1;
    int status = read_options(&f->s, argc, argv);
    status = status >= 0 ? status : settle(&f->s) == STATUS_OK ? -1 : STATUS_USAGE;
    if (status < 0) {
        outfile_ignore_signals();
        bool ok = try_outputs(f) && open_subject(f) && run_still(f) && run_window(f);
        if (!ok)
            fprintf(stderr, "flowseeds: %s\n", error_text());
        status = ok ? STATUS_OK : STATUS_FAILED;
    }
    scene_destroy(f->scene);
    subject_free(&f->subject);
    viewer_close(&f->viewer);
    free(f);
    return status;
}
