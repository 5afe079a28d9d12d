/* flowseeds.c - flowseeds: seeds of a 3D flow, and streamlines from them (Ziegler et al. 2006, section 8.2).
 * SPDX-License-Identifier: MIT */
#include "scene.h"

#include "common/platform/gl.h"
#include "common/volume/volume_load.h"
#include "frame/frame.h"

#include <math.h>
#include <string.h>

static const double THRESHOLD_STEP = 0.02; /* of the largest that makes sense */
static const double ABC_STEP = 0.25;       /* of what a parameter is by default */

typedef enum shown { SHOWN_ALL, SHOWN_SEEDS, SHOWN_LINES } shown;

static const char *const SHOWN_NAMES[] = {"seeds and lines", "seeds alone", "lines alone", NULL};

typedef struct flowseeds {
    flow_source source; /* its path is that of the last one; parameters may be NAN, by default */
    flow_wishes wishes;
    int shown;
    scene *scene;
    subject subject; /* from here on of one flow */
} flowseeds;

/* ---- life ---- */

static bool open_all(void *self, frame *f) {
    flowseeds *p = self;
    p->scene = scene_create(&f->viewer.painter);
    return p->scene != NULL;
}

static void close_all(void *self, frame *f) {
    flowseeds *p = self;
    (void)f;
    scene_destroy(p->scene);
}

/* Options without an effect are mistakes. */
static const char *settle(void *self, frame *f) {
    const flowseeds *p = self;
    const bool is_file = frame_operand(f) != NULL;
    const bool has_abc = frame_given(f, "a") || frame_given(f, "b") || frame_given(f, "c");
    if (is_file && frame_given(f, "flow"))
        return "--flow: FILE.nrrd is another flow";
    if (is_file && has_abc)
        return "--a, --b and --c: a file has no parameters";
    if (is_file && frame_given(f, "size"))
        return "--size: a file has its own";
    if (!is_file && p->source.is_periodic)
        return "--periodic: of a file; formulas know whether they are";
    if (!isnan(p->wishes.threshold) && p->wishes.seeds != SEEDS_VORTICITY && p->wishes.seeds != SEEDS_BAND)
        return "--threshold: of --seeds vorticity and band";
    if (!isnan(p->wishes.width) && p->wishes.seeds != SEEDS_BAND)
        return "--width: of --seeds band";
    return NULL;
}

static flow_wishes wishes_of(const flowseeds *p, const frame *f) {
    flow_wishes wishes = p->wishes;
    uint32_t lines[3] = {wishes.lines, 1, 1};
    frame_grid(f, lines, lines);
    wishes.lines = lines[0];
    return wishes;
}

static void choose_parameters(flowseeds *p, const frame *f) {
    for (int i = 0; i < 3 && !f->path[0]; i++)
        p->source.abc[i] = isnan(p->source.abc[i]) ? FLOWS[p->source.flow].abc[i] : p->source.abc[i];
}

static bool load(void *self, frame *f) {
    flowseeds *p = self;
    const flow_wishes wishes = wishes_of(p, f);
    p->source.path = f->path[0] ? f->path : NULL;
    choose_parameters(p, f);
    return subject_load(&p->subject, &f->viewer.library, &f->viewer.painter, &p->source, &wishes, frame_warn);
}

static void unload(void *self, frame *f) {
    flowseeds *p = self;
    (void)f;
    subject_free(&p->subject);
}

static bool make(void *self, frame *f) {
    flowseeds *p = self;
    const flow_wishes wishes = wishes_of(p, f);
    choose_parameters(p, f);
    if (!subject_change(&p->subject, &wishes, p->source.abc) || !subject_run(&p->subject))
        return false;
    for (int i = 0; i < TIME_COUNT; i++)
        frame_time(f, i, p->subject.ms[i]);
    frame_odd(f, "%s",
              p->subject.is_incomplete
                  ? "there are too many candidates for critical points: only the first were looked at"
              : starts_lack_points(&p->subject) ? "there are no critical points: lines begin in a grid"
                                                : "");
    return true;
}

static const char *name(const void *self) {
    const flowseeds *p = self;
    return subject_name(&p->subject);
}

/* ---- the picture ---- */

static void look(void *self, frame *f, int width, int height) {
    const flowseeds *p = self;
    (void)width, (void)height;
    f->camera = scene_camera(&p->subject);
}

static bool draw(void *self, frame *f, const frame_target *t) {
    flowseeds *p = self;
    const scene_state state = {&p->subject, &f->camera, p->shown != SHOWN_SEEDS, p->shown != SHOWN_LINES};
    return scene_draw(p->scene, &state, t->framebuffer, t->width, t->height, frame_is_fine(t));
}

/* ---- what it tells ---- */

static void tell_types(const subject *s, facts *out) {
    static const char *const MEMBERS[5] = {"", "sources", "sinks", "saddles_out", "saddles_in"};
    static const char *const LABELS[5] = {"", "sources", "sinks", "saddles out", "saddles in"};
    uint32_t types[5];
    subject_count_types(s, types);
    for (int type = 1; type < 5; type++) {
        const bool has_some = s->wishes.seeds == SEEDS_CRITICAL && types[type];
        const overlay_colors color = {&SCENE_COLORS[type], 1};
        fact_count(out, MEMBERS[type], has_some ? LABELS[type] : NULL, types[type]);
        if (has_some)
            fact_colors(out, &color);
    }
}

static void tell(void *self, frame *f, facts *out) {
    static const char *const WORDS[SEED_KINDS] = {"critical points", "samples of high vorticity", "cells of a band",
                                                  "places of a grid"};
    const flowseeds *p = self;
    const subject *s = &p->subject;
    const bool has_threshold = !isnan(s->threshold);
    const overlay_colors dots = {SCENE_COLORS, 1}, speeds = {SCENE_SPEEDS, SCENE_SPEED_COLORS, 24};
    (void)f;
    fact_title(out, "%u seeds, %u lines of %u steps", (unsigned)s->seed_count, (unsigned)(2 * s->lines.starts),
               (unsigned)s->lines.steps);
    if (p->shown != SHOWN_ALL)
        fact_title(out, "%s", SHOWN_NAMES[p->shown]);
    fact_counts(out, "samples", s->size, 3);
    fact_text(out, NULL, "samples", "%u \xC3\x97 %u \xC3\x97 %u", (unsigned)s->size[0], (unsigned)s->size[1],
              (unsigned)s->size[2]);
    fact_number(out, "threshold", has_threshold ? s->wishes.seeds == SEEDS_BAND ? "speed" : "curl from" : NULL,
                s->threshold, "%.4g", s->threshold);
    fact_number(out, "width", NULL, s->width, "%s", "");
    fact_count(out, "count", WORDS[s->wishes.seeds], s->seed_count);
    if (s->wishes.seeds != SEEDS_CRITICAL)
        fact_colors(out, &dots);
    fact_truth(out, "truncated", s->is_incomplete);
    tell_types(s, out);
    fact_count(out, "lines", "lines", 2 * (uint64_t)s->lines.starts);
    fact_note(out, "speed 0", "%.3g", s->fastest);
    fact_colors(out, &speeds);
}

static bool save(void *self, frame *f, const char *path) {
    const flowseeds *p = self;
    (void)f;
    return subject_save(path, &p->subject);
}

/* ---- what the user changes ---- */

static void changed(void *self, frame *f, const setting *s) {
    flowseeds *p = self;
    (void)f;
    if (s->place == offsetof(flowseeds, wishes.seeds))
        p->wishes.threshold = p->wishes.width = NAN;
    if (s->place == offsetof(flowseeds, source.flow))
        p->source.abc[0] = p->source.abc[1] = p->source.abc[2] = NAN;
}

static void step_threshold(flowseeds *p, frame *f, int direction) {
    const subject *s = &p->subject;
    if (isnan(s->threshold)) {
        messages_say(&f->messages, MESSAGE_NOTICE, "%s seeds have no threshold", SEED_NAMES[s->wishes.seeds]);
        return;
    }
    p->wishes.threshold = fmax(0, s->threshold + direction * THRESHOLD_STEP * subject_most(s));
    frame_remake(f);
}

static void step_parameter(flowseeds *p, frame *f, int which) {
    const double own = FLOWS[p->source.flow].abc[which];
    if (f->path[0]) {
        messages_say(&f->messages, MESSAGE_NOTICE, "a file has no parameters");
        return;
    }
    p->source.abc[which] += ABC_STEP * own;
    if (p->source.abc[which] > 2 * own + 1e-6)
        p->source.abc[which] = 0;
    frame_remake(f);
}

static bool act(void *self, frame *f, int key) {
    flowseeds *p = self;
    const int slide = window_slide_of(key);
    if (slide) {
        step_threshold(p, f, slide);
    } else if (key >= 'A' && key <= 'C') {
        step_parameter(p, f, key - 'A');
    } else if (key == 'F' && f->path[0]) { /* from a file to the first formula */
        p->source.flow = 0;
        f->path[0] = '\0';
        frame_reload(f);
    } else {
        return false;
    }
    return true;
}

/* ---- description ---- */

static const double STEPS[] = {10, 20, 40, 80, 120, 160, 240, 320, 400, 480, 640, 1000};
static const double LINES[] = {32, 64, 128, 256, 512, 1024, 2048};

static const setting SETTINGS[] = {
    {"flow", "abc|lorenz", "a flow by its formula", SETTING_CHOICE, offsetof(flowseeds, source.flow),
     .choices = FLOW_NAMES, .key = 'F', .label = "formula", .effect = CHANGE_LOADS, .is_fact = true},
    {"a", "A", "A of abc, sigma of lorenz", SETTING_NUMBER, offsetof(flowseeds, source.abc[0]), .lowest = -1e30,
     .highest = 1e30, .standard = NAN, .otherwise = "1, 10", .key = 'A', .label = "parameter A", .step = 0.25,
     .effect = CHANGE_MAKES},
    {"b", "B", "B of abc, rho of lorenz", SETTING_NUMBER, offsetof(flowseeds, source.abc[1]), .lowest = -1e30,
     .highest = 1e30, .standard = NAN, .otherwise = "1, 28", .key = 'B', .label = "parameter B", .step = 0.25,
     .effect = CHANGE_MAKES},
    {"c", "C", "C of abc, beta of lorenz", SETTING_NUMBER, offsetof(flowseeds, source.abc[2]), .lowest = -1e30,
     .highest = 1e30, .standard = NAN, .otherwise = "1, 8/3", .key = 'C', .label = "parameter C", .step = 0.25,
     .effect = CHANGE_MAKES},
    {"size", "N|XxYxZ", "samples of a formula", SETTING_GRID, offsetof(flowseeds, source.size), .lowest = 1,
     .highest = 1000000, .standard = 64, .effect = CHANGE_LOADS, .is_fact = true},
    {"periodic", NULL, "a file's flow repeats along all three axes", SETTING_FLAG,
     offsetof(flowseeds, source.is_periodic)},
    {"seeds", "critical|vorticity|band|grid",
     "where lines begin: points where nothing flows, samples with a long curl, cells around a speed, or in a grid",
     SETTING_CHOICE, offsetof(flowseeds, wishes.seeds), .choices = SEED_NAMES, .key = KEY_DIGITS, .label = "seeds",
     .effect = CHANGE_MAKES, .in_title = true},
    {"threshold", "T", "vorticity: least length of the curl; band: the speed", SETTING_NUMBER,
     offsetof(flowseeds, wishes.threshold), .highest = 1e30, .standard = NAN,
     .otherwise = "0.9 of the longest; half way", .key = KEY_SLIDE, .label = "threshold", .effect = CHANGE_MAKES,
     .is_fact = true},
    {"width", "W", "band: how far from --threshold", SETTING_NUMBER, offsetof(flowseeds, wishes.width), .highest = 1e30,
     .standard = NAN, .otherwise = "0.01 of the largest", .is_fact = true},
    {"lines", "N", "most starts of lines; each has a line forward and one backward", SETTING_COUNT,
     offsetof(flowseeds, wishes.lines), .lowest = 1, .highest = LINES_MOST, .standard = 256, .key = 'L', .stops = LINES,
     .stop_count = sizeof LINES / sizeof LINES[0], .label = "number of lines", .effect = CHANGE_MAKES, .is_fact = true,
     .paced = "starts of lines"},
    {"steps", "N", "steps of each line", SETTING_COUNT, offsetof(flowseeds, wishes.steps), .lowest = 1, .highest = 8000,
     .standard = 400, .key = KEY_SIZE, .stops = STEPS, .stop_count = sizeof STEPS / sizeof STEPS[0],
     .label = "steps of a line", .effect = CHANGE_MAKES},
    {"step", "H", "length of a step, of the longest side of the box", SETTING_NUMBER, offsetof(flowseeds, wishes.step),
     .lowest = 1e-6, .highest = 1, .standard = 0.008},
    {NULL, NULL, NULL, SETTING_CHOICE, offsetof(flowseeds, shown), .choices = SHOWN_NAMES, .key = 'P',
     .label = "shown"},
};

static const char *const OUTPUTS[] = {".csv", ".ply", NULL}, *const STAGES[] = {"build", "seeds", "lines", NULL};

static const demo FLOWSEEDS = {
    .program = "flowseeds",
    .title = "Flowseeds",
    .summary = "Finds seeds of a 3D flow on the GPU, and draws streamlines from them.",
    .notes = "FILE.nrrd is a field of vectors: its first axis holds the three numbers of a vector, as\n"
             "`kinds: vector domain domain domain` says.",
    .operand = "FILE.nrrd",
    .subject = "flow",
    .reader = &VOLUME_READER,
    .dropped = "another flow",
    .gls = DEMO_GL_33 | DEMO_GL_ES3,
    .eye = EYE_CAMERA,
    .window = {1120, 720},
    .picture = {1280, 800},
    .outputs = OUTPUTS,
    .output_help = "save the seeds as .csv, or the lines as .ply",
    .stages = STAGES,
    .turns = 0.25,
    .settings = SETTINGS,
    .setting_count = sizeof SETTINGS / sizeof SETTINGS[0],
    .size = sizeof(flowseeds),
    .kept = offsetof(flowseeds, subject),
    .open = open_all,
    .close = close_all,
    .settle = settle,
    .load = load,
    .unload = unload,
    .make = make,
    .look = look,
    .draw = draw,
    .tell = tell,
    .save = save,
    .name = name,
    .changed = changed,
    .act = act,
};

int main(int argc, char **argv) {
    return frame_main(&FLOWSEEDS, argc, argv);
}
