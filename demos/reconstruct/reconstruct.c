/* reconstruct.c - reconstruct: a surface of points (Zhou, Gong, Huang, Guo, Data-Parallel Octrees for Surface Reconstruction, 2011).
 * SPDX-License-Identifier: MIT */
#include "reconstruct/scene.h"

#include "common/files/path.h"
#include "common/mesh/mesh_load.h"
#include "common/platform/gl.h"
#include "frame/frame.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double BYTES_PER_MEGABYTE = 1e6;
/* By default. Where points lie at random and cells that hold some hold so many, a fifth of the cells that a surface crosses hold some. */
#define SAMPLES_PER_NODE 1.1
static const double TRIM_STEP = 0.5, TRIM_DEPTHS = 2.5; /* of density, and how far below its median trims begin */

typedef struct reconstruct {
    const char *mesh_path; /* of --mesh */
    bool is_mesh;          /* points are taken from the file's surface */
    subject_source source; /* its paths are those of the last one */
    making_desc wanted;
    uint32_t asked; /* depth that the user wants, 0 by the number of points */
    uint32_t taken; /* depth that was made of it, which is `wanted.depth` */
    uint32_t megabytes;
    double samples_per_node;
    scene_state looks;
    scene *scene;
    int drawn;       /* the view of the last picture */
    subject subject; /* from here on of one set of points */
} reconstruct;

/* ---- life ---- */

static bool open_all(void *self, frame *f) {
    reconstruct *p = self;
    p->scene = scene_create(&f->viewer.library, &f->viewer.painter);
    return p->scene != NULL;
}

static void close_all(void *self, frame *f) {
    reconstruct *p = self;
    (void)f;
    scene_destroy(p->scene);
}

static const char *settle(void *self, frame *f) {
    reconstruct *p = self;
    if (frame_operand(f) && p->mesh_path)
        return "--mesh and POINTS: give one of them";
    if (frame_operand(f) && (frame_given(f, "samples") || frame_given(f, "noise")))
        return "--samples and --noise: only for points of a mesh, not for a file of POINTS";
    p->is_mesh = p->mesh_path != NULL;
    if (p->is_mesh)
        frame_set_operand(f, p->mesh_path, p->mesh_path);
    p->mesh_path = NULL;
    return NULL;
}

static bool load(void *self, frame *f) {
    reconstruct *p = self;
    const char *path = f->path[0] ? f->path : NULL;
    progress bar = {0};
    const bool is_read = path && !p->is_mesh;
    p->source.points = is_read ? path : NULL;
    p->source.mesh = is_read ? NULL : path;
    if (is_read && !f->is_live)
        progress_begin(&bar, "percent read", 100);
    const bool ok =
        subject_load(&p->subject, &f->viewer.library, &p->source, is_read && !f->is_live ? &bar : NULL, frame_warn);
    progress_end(&bar);
    return ok;
}

static void unload(void *self, frame *f) {
    reconstruct *p = self;
    (void)f;
    subject_free(&p->subject);
}

/* ---- the work ---- */

/* Where hardly any cell has more than one point, there are cells without points between them. But evenly spread points stand alone at the
 * depth by their number already, and make a whole surface there: only who wants more of them gets less depth than that.
 * `line` tells of a depth that was asked for. */
static void choose_depth(reconstruct *p, char line[ERROR_SIZE]) {
    const spread *s = &p->subject.spread;
    const uint32_t usual = making_depth(s->points);
    const uint32_t lowest = p->samples_per_node > SAMPLES_PER_NODE ? LEAST_DEPTH : usual;
    const uint32_t asked = p->asked = p->wanted.depth == p->taken ? p->asked : p->wanted.depth;
    p->wanted.depth = p->taken = spread_depth(s, asked ? asked : usual, lowest, p->samples_per_node);
    if (asked && p->taken < asked) {
        line_write(line, ERROR_SIZE,
                   "%u points are few for depth %u: depth %u is taken, whose cells with points hold %.1f on average; "
                   "--samples-per-node 0 keeps depth %u",
                   (unsigned)s->points, (unsigned)asked, (unsigned)p->taken, spread_mean(s, p->taken), (unsigned)asked);
    }
}

/* A mesh without triangles is nobody's wish, but a window can go on. `odd` is what else is odd. */
static bool look_for_emptiness(const reconstruct *p, frame *f, const char *odd) {
    char why[ERROR_SIZE] = "";
    const making *m = &p->subject.made;
    if (m->mesh.triangle_count == 0 && m->desc.trim > 0)
        snprintf(why, sizeof why, "trim %.4g leaves nothing of the surface of %s", m->desc.trim, p->subject.name);
    else if (m->mesh.triangle_count == 0)
        snprintf(why, sizeof why, "the points of %s make no surface: do their normals point outwards?",
                 p->subject.name);
    if (why[0] && !f->viewer.window)
        return error_set("%s", why);
    frame_odd(f, "%s", why[0] ? why : odd);
    return true;
}

static bool is_made(const making *m, const making_desc *wanted) {
    return making_has_function(m, wanted) && m->desc.trim == wanted->trim;
}

/* With memory and shaders that are there already, where nothing else is wanted. */
static bool make_surface(reconstruct *p, frame *f, progress *bar) {
    subject *s = &p->subject;
    p->wanted.is_timed = f->is_measured && !f->is_live;
    p->wanted.bytes = (uint64_t)(p->megabytes * BYTES_PER_MEGABYTE);
    if (p->source.flips != s->source.flips && !subject_flip(s, &f->viewer.library))
        return false;
    return is_made(&s->made, &p->wanted) && !f->is_live
               ? making_repeat(&s->made, &s->buffers, bar)
               : making_run(&s->made, &f->viewer.library, &p->wanted, &s->buffers, false, bar);
}

static bool make(void *self, frame *f) {
    reconstruct *p = self;
    progress bar = {0};
    char odd[ERROR_SIZE] = "";
    choose_depth(p, odd);
    if (!f->is_live)
        progress_begin(&bar, "steps", making_steps(p->wanted.depth) + 1);
    const bool ok = make_surface(p, f, f->is_live ? NULL : &bar);
    progress_end(&bar);
    if (!ok || !look_for_emptiness(p, f, odd) || !scene_update(p->scene, &p->subject))
        return false;
    for (int i = 0; i < TIME_TOTAL; i++)
        frame_time(f, i, p->subject.made.ms[i]);
    frame_total(f, p->subject.made.ms[TIME_TOTAL]);
    return true;
}

/* ---- the picture ---- */

static void look(void *self, frame *f, int width, int height) {
    const reconstruct *p = self;
    int size[2];
    scene_part(p->looks.view, width, height, size);
    f->camera = subject_camera(&p->subject, p->looks.is_z_up, size[0], size[1]);
}

static bool draw(void *self, frame *f, const frame_target *t) {
    reconstruct *p = self;
    p->drawn = p->looks.view;
    p->looks.subject = &p->subject;
    p->looks.camera = f->camera;
    return scene_draw(p->scene, &p->looks, t->framebuffer, t->width, t->height, frame_is_fine(t));
}

/* ---- what it tells and saves ---- */

static uint32_t shown_cells(const reconstruct *p) {
    const uint32_t depth = p->subject.made.desc.depth;
    return p->looks.cells < depth ? p->looks.cells : depth;
}

static void tell_title(const reconstruct *p, facts *out) {
    const making_desc *made = &p->subject.made.desc;
    fact_title(out, "%u points, depth %u", (unsigned)p->subject.points.count, (unsigned)made->depth);
    if (made->screening > 0)
        fact_title(out, "screening %.4g", made->screening);
    if (made->unweighted)
        fact_title(out, "unweighted");
    if (made->trim > 0)
        fact_title(out, "trim %.4g", made->trim);
    fact_title(out, "%s", VIEW_NAMES[p->looks.view]);
    if (p->looks.view == VIEW_OCTREE || p->looks.view == VIEW_ALL)
        fact_title(out, "cells of depth %u", (unsigned)shown_cells(p));
    if (p->looks.has_wires)
        fact_title(out, "wires");
    if (p->looks.tells_density)
        fact_title(out, "density");
    if (p->looks.is_z_up)
        fact_title(out, "z up");
}

static void tell_points(const subject *s, facts *out) {
    fact_count(out, "points", "points", s->points.count);
    fact_count(out, "skipped", NULL, s->points.skipped);
    fact_text(out, "normals", "normals", "%s", NORMAL_ORIGINS[s->normals]);
    fact_count(out, "neighbors_taken", NULL, s->neighbors);
    fact_count(out, "estimated", NULL, s->estimated);
    fact_count(out, "undecided", NULL, s->undecided);
    fact_numbers(out, "origin", NULL, s->points.origin, 3);
    fact_number(out, "scale", NULL, s->points.scale, "%s", "");
}

static void tell(void *self, frame *f, facts *out) {
    const reconstruct *p = self;
    const making *m = &p->subject.made;
    const hpyr_octree_report *octree = making_octree(m);
    tell_title(p, out);
    tell_points(&p->subject, out);
    fact_summary(out, "depth %u", (unsigned)m->desc.depth);
    fact_number(out, "screening", NULL, m->desc.screening, "%s", "");
    fact_count(out, "nodes", "nodes", octree->nodes);
    fact_count(out, "leaves", NULL, octree->leaves);
    fact_count(out, "triangles", "triangles", m->mesh.triangle_count);
    fact_count(out, "vertices", "vertices", m->mesh.vertex_count);
    fact_numbers(out, "density", DENSITY_NAMES, m->densities, DENSITY_COUNT);
    fact_text(out, NULL, "density", "%.1f to %.1f, median %.1f", m->densities[DENSITY_SMALLEST],
              m->densities[DENSITY_LARGEST], m->densities[DENSITY_MEDIAN]);
    fact_number(out, "megabytes", "memory", (double)making_bytes(m) / 1e6, "%.0f MB", (double)making_bytes(m) / 1e6);
    fact_count(out, "iterations", "iterations", making_iterations(m));
    fact_counts(out, "iterations_by_depth", making_function(m)->iterations, (int)m->desc.depth + 1);
    fact_number(out, "isovalue", NULL, making_function(m)->isovalue, "%s", "");
    fact_count(out, "runs", NULL, f->runs);
    fact_note(out, "octree and function", "%.0f ms", m->function_ms);
}

static bool save(void *self, frame *f, const char *path) {
    const reconstruct *p = self;
    const double *origin = p->subject.points.origin;
    char comment[200];
    uint32_t clamped;
    (void)f;
    snprintf(comment, sizeof comment, "reconstructed at depth %u, origin %.15g %.15g %.15g, from %.90s",
             (unsigned)p->wanted.depth, origin[0], origin[1], origin[2], p->subject.name);
    for (char *c = comment; *c; c++)
        *c = *c < ' ' ? ' ' : *c; /* a line break in a path would end the comment */
    if (!making_save(&p->subject.made, path, comment, p->subject.points.scale, &clamped))
        return false;
    if (clamped > 0)
        warn_with(frame_warn, "%s: %u vertices lie where floats do not reach: their coordinates end at %.2g", path,
                  (unsigned)clamped, (double)FLT_MAX);
    return true;
}

/* ---- what the user changes ---- */

static void changed(void *self, frame *f, const setting *s) {
    const reconstruct *p = self;
    if (s->place == offsetof(reconstruct, looks.view) && (p->drawn == VIEW_ALL) != (p->looks.view == VIEW_ALL))
        frame_look(f, true); /* parts have another shape */
    if (s->place == offsetof(reconstruct, looks.is_z_up))
        frame_look(f, false);
}

/* A mesh, where only meshes end so. */
static void forget(void *self, const char *path) {
    reconstruct *p = self;
    p->is_mesh = path_names_mesh(path) && !path_ends_with(path, ".ply") && !path_ends_with(path, ".obj");
}

static void step_trim(reconstruct *p) {
    const double median = p->subject.made.densities[DENSITY_MEDIAN];
    const double least = fmax(floor((median - TRIM_DEPTHS) / TRIM_STEP) * TRIM_STEP, TRIM_STEP);
    p->wanted.trim = p->wanted.trim > 0 ? p->wanted.trim + TRIM_STEP : least;
    if (p->wanted.trim > median + TRIM_STEP)
        p->wanted.trim = 0;
}

static void step_cells(reconstruct *p, int direction) {
    const int depth = (int)p->subject.made.desc.depth, next = (int)shown_cells(p) + direction;
    p->looks.cells = (uint32_t)(next < 0 ? 0 : next > depth ? depth : next);
    if (p->looks.view != VIEW_ALL)
        p->looks.view = VIEW_OCTREE;
}

static bool act(void *self, frame *f, int key) {
    reconstruct *p = self;
    const int slide = window_slide_of(key);
    if (slide)
        step_cells(p, slide);
    if (key == 'T') {
        step_trim(p);
        frame_remake(f);
    }
    return slide || key == 'T';
}

/* ---- description ---- */

static const char *parse_viewpoint(const char *value, void *place) {
    viewpoint *v = place;
    double at[3];
    char rest;
    if (sscanf(value, "%lf , %lf , %lf %c", &at[0], &at[1], &at[2], &rest) != 3 || !isfinite(at[0] + at[1] + at[2]))
        return "expected three numbers, X,Y,Z";
    memcpy(v->place, at, sizeof at);
    v->is_given = true;
    return NULL;
}

static const double SCREENINGS[] = {0, 0.5, 1, 2, 4, 8, 16}, DEPTHS[] = {2, 3, 4, 5, 6, 7, 8, 9, 10};

static const double SAMPLES[] = {0, SAMPLES_PER_NODE, 1.5, 2, 4, 8};

static const setting SETTINGS[] = {
    {"depth", "D", "depth of the octree, 2 to 10: its cells have 1/2^D of its side", SETTING_COUNT,
     offsetof(reconstruct, wanted.depth), .lowest = LEAST_DEPTH, .highest = HPYR_OCTREE_MAX_DEPTH,
     .otherwise = "by the number of points", .key = KEY_SIZE, .stops = DEPTHS,
     .stop_count = sizeof DEPTHS / sizeof DEPTHS[0], .label = "depth", .effect = CHANGE_MAKES},
    {"screen", "W", "how strongly the surface is drawn to the points, 0 to 1000; 4 is a good start", SETTING_NUMBER,
     offsetof(reconstruct, wanted.screening), .highest = 1000, .key = 'C', .stops = SCREENINGS,
     .stop_count = sizeof SCREENINGS / sizeof SCREENINGS[0], .label = "screening", .effect = CHANGE_MAKES,
     .no_member = true},
    {"unweighted", NULL, "all normals count the same, and not for less where points lie dense", SETTING_FLAG,
     offsetof(reconstruct, wanted.unweighted), .key = 'N', .label = "unweighted", .effect = CHANGE_MAKES},
    {"samples-per-node", "N", "take less depth where cells with points hold less than so many on average; 0: never",
     SETTING_NUMBER, offsetof(reconstruct, samples_per_node), .highest = 1000, .standard = SAMPLES_PER_NODE, .key = 'P',
     .stops = SAMPLES, .stop_count = sizeof SAMPLES / sizeof SAMPLES[0], .label = "least points a cell",
     .effect = CHANGE_MAKES},
    {"trim", "T", "leave out the surface where points reach less than this depth, 0 to 10; 0 keeps all", SETTING_NUMBER,
     offsetof(reconstruct, wanted.trim), .highest = 10, .key = 'T', .step = 0.5, .label = "trim",
     .effect = CHANGE_MAKES},
    {"mesh", "FILE", "take points from the surface of a mesh, instead of POINTS", SETTING_PATH,
     offsetof(reconstruct, mesh_path)},
    {"samples", "N", "number of points on a mesh, or on the teapot", SETTING_COUNT,
     offsetof(reconstruct, source.samples), .lowest = 1, .highest = 100000000, .standard = 100000},
    {"noise", "S", "move the points of a mesh at random: standard deviation in parts of the longest side, 0 to 1",
     SETTING_NUMBER, offsetof(reconstruct, source.noise), .highest = 1},
    {"estimate", NULL, "estimate normals, even if there are some", SETTING_FLAG,
     offsetof(reconstruct, source.estimates)},
    {"neighbors", "K", "how many of the nearest points an estimated normal is made of, 3 to 32", SETTING_COUNT,
     offsetof(reconstruct, source.neighbors), .lowest = 3, .highest = HPYR_NORMALS_MAX_NEIGHBORS,
     .otherwise = "10, more where points are noisy"},
    {"viewpoint", "X,Y,Z", "where the scanner stood: estimated normals look there (outwards, as far as can be told)",
     SETTING_PARSED, offsetof(reconstruct, source.viewpoint), .parse = parse_viewpoint},
    {"flip", NULL, "turn all normals", SETTING_FLAG, offsetof(reconstruct, source.flips), .key = 'F',
     .label = "normals turned", .effect = CHANGE_MAKES},
    {"memory", "MB", "what octree, function and surface may take, in million bytes", SETTING_COUNT,
     offsetof(reconstruct, megabytes), .lowest = 1, .highest = UINT32_MAX, .otherwise = "all that this machine has"},
    {"view", "points|octree|surface|all", "what is shown", SETTING_CHOICE, offsetof(reconstruct, looks.view),
     .choices = VIEW_NAMES, .standard = VIEW_SURFACE, .key = KEY_DIGITS, .label = "view"},
    {"cells", "D", "depth of the octree's cells that are shown, 0 to 10", SETTING_COUNT,
     offsetof(reconstruct, looks.cells), .highest = 10, .standard = 5, .key = KEY_SLIDE, .label = "depth of the cells"},
    {"wires", NULL, "draw the edges of the triangles, too", SETTING_FLAG, offsetof(reconstruct, looks.has_wires),
     .key = 'W', .label = "wires"},
    {"density", NULL, "color the surface by the depth that points reach there, as --trim takes it", SETTING_FLAG,
     offsetof(reconstruct, looks.tells_density), .key = 'D', .label = "colors of density", .no_member = true},
    {"z-up", NULL, "z points up, not y", SETTING_FLAG, offsetof(reconstruct, looks.is_z_up), .key = 'U',
     .label = "z up"},
};

static const char *const OUTPUTS[] = {".ply", ".obj", ".stl", NULL};
static const char *const STAGES[] = {"octree", "divergence", "solve", "isovalue", "surface", NULL};

static const demo RECONSTRUCT = {
    .program = "reconstruct",
    .title = "Reconstruct",
    .summary = "Turns points into a closed surface, on the GPU: by an octree, Poisson's equation and marching cubes.\n"
               "Without POINTS or --mesh it takes points from the surface of a teapot.",
    .notes =
        "POINTS is a .ply (text or binary), an .obj, or text with a point a line: x y z, or x y z nx ny nz. Normals "
        "point\n"
        "outwards. Points without normals get estimated ones.",
    .operand = "POINTS",
    .subject = "source",
    .built_in = "teapot",
    .reader = &MESH_READER,
    .dropped = "other points",
    .why_not_21 = "--gl 2.1: octrees are made of integers, which OpenGL 2.1 does not have; use 3.3",
    .gls = DEMO_GL_33 | DEMO_GL_ES3,
    .eye = EYE_CAMERA,
    .window = {1120, 720},
    .picture = {1280, 800},
    .outputs = OUTPUTS,
    .output_help = "save the mesh as .ply, .obj or .stl",
    .stages = STAGES,
    .turns = 0.35,
    .settings = SETTINGS,
    .setting_count = sizeof SETTINGS / sizeof SETTINGS[0],
    .size = sizeof(reconstruct),
    .kept = offsetof(reconstruct, subject),
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
    .changed = changed,
    .forget = forget,
    .act = act,
};

int main(int argc, char **argv) {
    return frame_main(&RECONSTRUCT, argc, argv);
}
