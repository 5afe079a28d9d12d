/* main.c - reconstruct: a surface of points (Zhou, Gong, Huang, Guo, Data-Parallel Octrees for Surface Reconstruction, 2011).
 * SPDX-License-Identifier: MIT */
#include "loop.h"
#include "report.h"

#include "common/draw/viewer.h"
#include "common/files/image.h"
#include "common/files/median.h"
#include "common/files/memory.h"
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
    DEFAULT_SAMPLES = 100000,
    DEFAULT_CELLS = 5,
    MOST_OPTIONS = 40
};

static const uint32_t WINDOW_SIZE[2] = {1120, 720}, PICTURE_SIZE[2] = {1280, 800};
static const uint32_t DEPTH_BY_POINTS = UINT32_MAX; /* no --depth */
static const double RADIANS_PER_DEGREE = 0.017453292519943295, BYTES_PER_MEGABYTE = 1e6;

typedef struct settings {
    subject_source source;
    making_desc making;
    const char *output, *view, *screenshot, *json, *gl;
    uint32_t cells, pixels[2], repeat, frames, megabytes;
    double turn, rise, zoom;
    bool headless, wires, density, z_up;
} settings;

/* What one run holds, so that one function frees it all. */
typedef struct reconstruct {
    settings s;
    viewer viewer;
    subject subject;
    scene *scene;
    progress bar;
    report report;
} reconstruct;

static const char *const NOTES =
    "POINTS is a .ply (text or binary), an .obj, or text with a point a line: x y z, or x y z nx ny nz. Normals point\n"
    "outwards. Points without normals get estimated ones.\n"
    "In the window: drag to orbit, wheel to zoom, 1-4 points, octree, surface, all three, + - G the octree's\n"
    "depth, up/down or [ ] the depth of the cells that are shown, C screening, T trim, F turns all normals,\n"
    "D colors of density, W wires, U whether y or z points up, Space stops what moves, a dropped file is other\n"
    "points, R resets, S saves a picture, H hides the words, Esc quits.";

/* "1,2,3" or "1 2 3". */
static const char *parse_viewpoint(const char *value, void *target) {
    subject_source *source = target;
    double v[3];
    char rest;
    if (sscanf(value, "%lf , %lf , %lf %c", &v[0], &v[1], &v[2], &rest) != 3 || !isfinite(v[0] + v[1] + v[2]))
        return "expected three numbers, X,Y,Z";
    memcpy(source->viewpoint, v, sizeof v);
    source->has_viewpoint = true;
    return NULL;
}

static size_t list_work(settings *s, option *out) {
    static const char *const MESH_FILES[] = {".ply", ".obj", ".stl", NULL};
    const option options[] = {
        {"--depth", "D", "depth of the octree, 2 to 10: its cells have 1/2^D of its side (by the number of points)",
         OPTION_COUNT, &s->making.depth, 0, UINT32_MAX - 1},
        {"--screen", "W", "how strongly the surface is drawn to the points, 0 to 1000; 4 is a good start (0)",
         OPTION_NUMBER, &s->making.screening, .lowest = 0, .highest = 1000},
        {"--trim", "T", "leave out the surface where points reach less than this depth, 0 to 10; 0 keeps all (0)",
         OPTION_NUMBER, &s->making.trim, .lowest = 0, .highest = 10},
        {"--output", "FILE", "save the mesh as .ply, .obj or .stl", OPTION_PATH, &s->output, 0, 0, MESH_FILES},
        {"--mesh", "FILE", "take points from the surface of a mesh, instead of POINTS", OPTION_PATH, &s->source.mesh},
        {"--samples", "N", "number of points on a mesh, or on the teapot (100000)", OPTION_COUNT, &s->source.samples, 1,
         100000000},
        {"--noise", "S",
         "move the points of a mesh at random: standard deviation in parts of the longest side, 0 to 1 (0)",
         OPTION_NUMBER, &s->source.noise, .lowest = 0, .highest = 1},
        {"--estimate", NULL, "estimate normals, even if there are some", OPTION_FLAG, &s->source.estimates},
        {"--neighbors", "K", "how many of the nearest points an estimated normal is made of, 3 to 32 (10)",
         OPTION_COUNT, &s->source.neighbors, 3, HPYR_NORMALS_MAX_NEIGHBORS},
        {"--viewpoint", "X,Y,Z",
         "where the scanner stood: estimated normals look there (outwards, as far as can be told)", OPTION_PARSED,
         &s->source, .parse = parse_viewpoint},
        {"--flip", NULL, "turn all normals", OPTION_FLAG, &s->source.flips},
        {"--memory", "MB", "what octree, function and surface may take, in million bytes (all that this machine has)",
         OPTION_COUNT, &s->megabytes, 1, UINT32_MAX},
    };
    memcpy(out, options, sizeof options);
    return sizeof options / sizeof options[0];
}

static size_t list_looks(settings *s, option *out) {
    static const char *const PICTURES[] = {".png", NULL};
    const option options[] = {
        {"--screenshot", "FILE.png", "save a picture; with a window one of the start, which key S replaces",
         OPTION_PATH, &s->screenshot, 0, 0, PICTURES},
        {"--view", "points|octree|surface|all", "what is shown (surface)", OPTION_CHOICE, &s->view, 0, 0, VIEW_NAMES},
        {"--cells", "D", "depth of the octree's cells that are shown, 0 to 10 (5)", OPTION_COUNT, &s->cells, 0, 10},
        {"--wires", NULL, "draw the edges of the triangles, too", OPTION_FLAG, &s->wires},
        {"--density", NULL, "color the surface by the depth that points reach there, as --trim takes it", OPTION_FLAG,
         &s->density},
        {"--z-up", NULL, "z points up, not y", OPTION_FLAG, &s->z_up},
        {"--turn", "DEGREES", "turn the camera around the points, to the right, -36000 to 36000 (0)", OPTION_NUMBER,
         &s->turn, .lowest = -36000, .highest = 36000},
        {"--rise", "DEGREES", "raise the camera, -36000 to 36000 (0)", OPTION_NUMBER, &s->rise, .lowest = -36000,
         .highest = 36000},
        {"--zoom", "V", "look closer by this factor, 0.2 to 12 (1)", OPTION_NUMBER, &s->zoom, .lowest = 0.2,
         .highest = 12},
        {"--json", "FILE|-", "save the results as one JSON object, - is stdout", OPTION_PATH, &s->json},
        {"--repeat", "N", "runs to take medians over (5; 1 without --json and before a window opens)", OPTION_COUNT,
         &s->repeat, 1, 10000},
        {"--headless", NULL, "no window", OPTION_FLAG, &s->headless},
        {"--frames", "N", "quit the window after N frames", OPTION_COUNT, &s->frames, 1, 1000000},
        {"--pixels", "WxH", "of the window and of pictures (1120x720, 1280x800)", OPTION_SIZE, s->pixels, 16, 16384},
        {"--gl", "3.3|es3", "the OpenGL to keep to (3.3); es3 is OpenGL ES 3.0; 2.1 has no integers, and so no octrees",
         OPTION_CHOICE, &s->gl, 0, 0, NAMES_GL},
    };
    memcpy(out, options, sizeof options);
    return sizeof options / sizeof options[0];
}

static int read_options(settings *s, int argc, char **argv) {
    option options[MOST_OPTIONS];
    size_t count = list_work(s, options);
    count += list_looks(s, options + count);
    option_table table = {0};
    table.program = "reconstruct";
    table.summary =
        "Turns points into a closed surface, on the GPU: by an octree, Poisson's equation and marching cubes.\n"
        "Without POINTS or --mesh it takes points from the surface of a teapot.";
    table.notes = NOTES;
    table.options = options;
    table.option_count = count;
    table.operand = "POINTS";
    table.operand_target = &s->source.points;
    return options_parse(&table, argc, argv);
}

static int usage(const char *message) {
    fprintf(stderr, "reconstruct: %s\n", message);
    return STATUS_USAGE;
}

static int settle_source(settings *s) {
    if (s->source.points && s->source.mesh)
        return usage("--mesh and POINTS: give one of them");
    if (s->source.points && (s->source.samples > 0 || s->source.noise > 0))
        return usage("--samples and --noise: only for points of a mesh, not for a file of POINTS");
    s->source.samples = s->source.samples ? s->source.samples : DEFAULT_SAMPLES;
    return STATUS_OK;
}

static int settle(settings *s) {
    const char *const options[] = {"POINTS", "--mesh", "--output", "--screenshot", "--json"};
    const char *const names[] = {s->source.points, s->source.mesh, s->output, s->screenshot, s->json};
    if (!outfile_differ(options, names, sizeof names / sizeof names[0]))
        return usage(error_text());
    if (gl_of_name(s->gl) < 33)
        return usage("--gl 2.1: octrees are made of integers, which OpenGL 2.1 does not have; use 3.3");
    if (s->frames > 0 && s->headless)
        return usage("--frames: only with a window, and --headless opens none");
    if (s->making.depth != DEPTH_BY_POINTS &&
        (s->making.depth < LEAST_DEPTH || s->making.depth > HPYR_OCTREE_MAX_DEPTH)) {
        fprintf(stderr, "reconstruct: --depth %u: %d to %d are allowed\n", (unsigned)s->making.depth, LEAST_DEPTH,
                HPYR_OCTREE_MAX_DEPTH);
        return STATUS_FAILED;
    }
    if (s->repeat == 0) /* medians are for those who read them */
        s->repeat = s->headless && s->json ? 5 : 1;
    if (s->pixels[0] == 0)
        memcpy(s->pixels, s->headless ? PICTURE_SIZE : WINDOW_SIZE, sizeof s->pixels);
    s->making.is_timed = s->json != NULL;
    s->making.bytes = (uint64_t)(s->megabytes * BYTES_PER_MEGABYTE);
    return settle_source(s);
}

static void warn(const char *line) {
    warnings_add("reconstruct", line);
}

/* Before the work, and not after it. */
static bool try_outputs(reconstruct *r) {
    const char *const names[] = {r->s.output, r->s.screenshot, r->s.json};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!outfile_try(names[i]))
            return false;
    return true;
}

static bool open_subject(reconstruct *r) {
    const settings *s = &r->s;
    viewer_desc view = {"Reconstruct", gl_of_name(s->gl), s->headless, (int)s->pixels[0], (int)s->pixels[1]};
    if (!viewer_open(&r->viewer, &view))
        return false;
    progress_begin(&r->bar, "percent read", 100);
    bool ok = subject_load(&r->subject, &r->viewer.library, &s->source, s->source.points ? &r->bar : NULL, warn);
    progress_end(&r->bar);
    if (r->s.making.depth == DEPTH_BY_POINTS)
        r->s.making.depth = making_depth(r->subject.points.count);
    return ok;
}

static scene_state state_of(reconstruct *r) {
    const settings *s = &r->s;
    scene_state state = {0};
    int size[2];
    state.subject = &r->subject;
    state.view = view_of_name(s->view);
    state.cells = s->cells;
    state.has_wires = s->wires;
    state.tells_density = s->density;
    state.is_z_up = s->z_up;
    scene_part(state.view, (int)s->pixels[0], (int)s->pixels[1], size);
    state.camera = subject_camera(&r->subject, s->z_up, size[0], size[1]);
    float elevation = state.camera.elevation + (float)(s->rise * RADIANS_PER_DEGREE);
    state.camera.azimuth += (float)(s->turn * RADIANS_PER_DEGREE);
    state.camera.elevation = fminf(fmaxf(elevation, -1.5f), 1.5f); /* straight down has no up */
    state.camera.zoom = (float)s->zoom;
    return state;
}

/* ---- the still run: measured, told, saved ---- */

static bool take_medians(reconstruct *r, double *table) {
    const uint32_t runs = r->s.repeat;
    making *m = &r->subject.made;
    for (uint32_t run = 0; run < runs; run++) {
        if (!making_repeat(m, &r->subject.buffers, &r->bar))
            return false;
        for (int i = 0; i < TIME_COUNT; i++)
            table[(size_t)i * runs + run] = m->ms[i];
    }
    for (int i = 0; i < TIME_COUNT; i++)
        r->report.ms[i] = isnan(table[(size_t)i * runs]) ? NAN : median_of(table + (size_t)i * runs, runs);
    return true;
}

/* The first run compiles and allocates. Where several are measured it does not count. */
static bool measure(reconstruct *r) {
    const uint32_t runs = r->s.repeat;
    making *m = &r->subject.made;
    if (!subject_make(&r->subject, &r->viewer.library, &r->s.making, &r->bar))
        return false;
    if (runs == 1) {
        memcpy(r->report.ms, m->ms, sizeof m->ms);
        return true;
    }
    double *table = memory_zeroed((size_t)runs * TIME_COUNT * sizeof *table);
    bool ok = table && take_medians(r, table);
    free(table);
    return ok;
}

static bool save_picture(reconstruct *r) {
    const settings *s = &r->s;
    const scene_state state = state_of(r);
    uint8_t *rgb = scene_picture(r->scene, &state, (int)s->pixels[0], (int)s->pixels[1]);
    bool ok = rgb && image_write_png(s->screenshot, rgb, s->pixels[0], s->pixels[1]);
    free(rgb);
    return ok;
}

static bool save_mesh(reconstruct *r) {
    char comment[200];
    const point_set *p = &r->subject.points;
    snprintf(comment, sizeof comment, "reconstructed at depth %u, origin %.15g %.15g %.15g, from %.90s",
             (unsigned)r->s.making.depth, p->origin[0], p->origin[1], p->origin[2], r->subject.name);
    for (char *c = comment; *c; c++)
        *c = *c < ' ' ? ' ' : *c; /* a line break in a path would end the comment */
    return making_save(&r->subject.made, r->s.output, comment);
}

/* A mesh without triangles is nobody's wish. */
static bool check_emptiness(reconstruct *r) {
    char why[ERROR_SIZE];
    if (!subject_is_empty(&r->subject, why, sizeof why))
        return true;
    if (r->s.headless)
        return error_set("%s", why);
    warn(why);
    return true;
}

static bool save(reconstruct *r) {
    const settings *s = &r->s;
    return (!s->output || save_mesh(r)) && (!s->screenshot || save_picture(r)) &&
           (!s->json || report_json(s->json, &r->report));
}

static bool run_still(reconstruct *r) {
    const settings *s = &r->s;
    FILE *stream = s->json && strcmp(s->json, "-") == 0 ? stderr : stdout;
    r->report.subject = &r->subject;
    r->report.library = &r->viewer.library;
    r->report.runs = s->repeat;
    progress_begin(&r->bar, "steps", (stage_steps(s->making.depth) + 1) * (s->repeat > 1 ? s->repeat + 1 : 1));
    bool ok = measure(r) && check_emptiness(r);
    progress_end(&r->bar);
    r->scene = ok ? scene_create(&r->viewer.library, &r->viewer.painter) : NULL;
    if (!r->scene || !scene_update(r->scene, &r->subject) || !save(r))
        return false;
    report_summary(stream, &r->report);
    return outfile_flush(stream);
}

static bool run_window(reconstruct *r) {
    loop_desc desc = {0};
    if (!r->viewer.window)
        return true;
    desc.viewer = &r->viewer;
    desc.scene = r->scene;
    desc.begin = state_of(r);
    desc.source = r->s.source;
    desc.warn = warn;
    desc.screenshot = r->s.screenshot ? r->s.screenshot : "reconstruct.png";
    desc.frames = r->s.frames;
    return loop_window(&desc);
}

int main(int argc, char **argv) {
    reconstruct *r = calloc(1, sizeof *r);
    if (!r) {
        fputs("reconstruct: out of memory\n", stderr);
        return STATUS_FAILED;
    }
    r->s.zoom = 1;
    r->s.making.depth = DEPTH_BY_POINTS;
    r->s.cells = DEFAULT_CELLS;
    int status = read_options(&r->s, argc, argv);
    if (status < 0) {
        status = settle(&r->s);
        status = status == STATUS_OK ? -1 : status;
    }
    if (status < 0) {
        outfile_ignore_signals();
        bool ok = try_outputs(r) && open_subject(r) && run_still(r) && run_window(r);
        if (!ok)
            fprintf(stderr, "reconstruct: %s\n", error_text());
        status = ok ? STATUS_OK : STATUS_FAILED;
    }
    scene_destroy(r->scene);
    subject_free(&r->subject);
    viewer_close(&r->viewer);
    free(r);
    return status;
}
