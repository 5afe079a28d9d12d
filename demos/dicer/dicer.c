/* dicer.c - mesh, voxels, points, particles (Ziegler et al. 2006, section 9).  SPDX-License-Identifier: MIT */
#include "pointfile.h"
#include "views.h"

#include "frame/frame.h"

#include "common/draw/draw.h"
#include "common/files/clock.h"
#include "common/files/warnings.h"
#include "common/mesh/mesh_load.h"
#include "common/platform/gl.h"
#include "common/voxels/hybrid.h"
#include "common/voxels/names.h"
#include "common/voxels/pipeline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double TWO_PI = 6.283185307179586;
static const double TURN_PER_SECOND = 0.5; /* radians */
static const double DRESS_MS = 60;         /* colors and normals that take longer wait until the mesh rests */
static const double NEWS = 0.15;           /* weight of the last frame in mean times */
static const double LONGEST_SIDE = 1.8;    /* of a mesh that is fitted into the volume, whose side is 2 */
enum { TEAPOT_DIVISIONS = 7 };
enum { SLOW_FRAMES = 8 }; /* in a row: the first compiles its shaders, and a coarser grid is tried before */

enum { CLOUD_QUADS, CLOUD_POINTS };
static const char *const CLOUDS[] = {"quads", "points", NULL};

typedef struct dicer {
    uint32_t grid[3], slice;
    int voxelizer, fill, layout, cloud;
    bool fits, is_dense;
    int tried;         /* the layout that was chosen last, also where there was no room for it */
    hpyr_layout asked; /* of the pipeline: AUTO is another one then */
    bool asks_cloud;   /* who asks for quads wants to know why there are none */
    views *views;
    pipeline pipeline;
    double angle;         /* of the mesh, which turns */
    float model[16];      /* what the last run has turned it by */
    double ms;            /* of the last run: what the caption tells */
    bool looks_for_slice; /* the next run takes one that shows much */
    int slow;             /* frames in a row whose colors and normals took too long */
    double dress_ms, draw_ms;
    double cpu_ms[HYBRID_STAGE_COUNT];
    uint32_t loads, ran; /* meshes so far, and whose run the pipeline has */
    mesh mesh;           /* from here on of one mesh */
    mesh_fit fit;
    draw_mesh drawn;
    uint32_t number;  /* among the loads */
    uint32_t skipped; /* triangles */
} dicer;

/* ---- life ---- */

static bool is_seen(const frame *f) {
    return !frame_given(f, "headless") || frame_given(f, "screenshot") || frame_given(f, "video");
}

static pipeline_desc describe(const dicer *d, const frame *f) {
    pipeline_desc desc = {.voxelizer = VOXELIZERS[d->voxelizer],
                          .fill = FILLS[d->fill],
                          .layout = layout_choices[d->layout].layout,
                          .quads = d->cloud == CLOUD_QUADS,
                          .quads_may_go = !d->asks_cloud,
                          .words = f->is_live ? NULL : &NAMES_OF_OPTIONS,
                          .is_open = d->drawn.is_open};
    frame_grid(f, d->grid, desc.grid);
    return desc;
}

/* What was not asked for is what looks best. Slices have no fill but thin, which is also the paper's; a second pyramid is for those who
 * look at the cloud, and for machines that have room for it. */
static bool choose_looks(dicer *d, frame *f) {
    library *l = &f->viewer.library;
    if (!frame_given(f, "voxelizer"))
        d->voxelizer = pipeline_has_bits(l) ? 0 : 1;
    const bool has_fills = describe(d, f).voxelizer == HPYR_VOXELIZER_KIND_BITS;
    if (!frame_given(f, "fill") && !has_fills)
        d->fill = 0;
    d->asks_cloud = frame_given(f, "cloud");
    if (!d->asks_cloud && !is_seen(f))
        d->cloud = CLOUD_POINTS;
    pipeline_desc desc = describe(d, f);
    if (desc.quads_may_go && !pipeline_check(l, &desc))
        desc.quads = false;
    d->cloud = desc.quads ? CLOUD_QUADS : CLOUD_POINTS;
    return pipeline_check(l, &desc);
}

static bool open_all(void *self, frame *f) {
    dicer *d = self;
    d->views = views_create(&f->viewer.painter);
    return d->views && choose_looks(d, f);
}

static void close_all(void *self, frame *f) {
    dicer *d = self;
    (void)f;
    pipeline_destroy(&d->pipeline);
    views_destroy(d->views);
}

static const char *settle(void *self, frame *f) {
    const dicer *d = self;
    const char *output = frame_output(f);
    const bool has_slices = frame_given(f, "voxelizer") && VOXELIZERS[d->voxelizer] == HPYR_VOXELIZER_KIND_SLICES;
    if (has_slices && frame_given(f, "fill") && FILLS[d->fill] != HPYR_FILL_THIN)
        return "--fill: --voxelizer slices has thin only";
    if (d->is_dense && (!output || pointfile_kind(output) != POINTFILE_NPY))
        return "--dense: only --output FILE.npy can be dense";
    if (output && pointfile_kind(output) == POINTFILE_BINVOX && (d->grid[0] != d->grid[1] || d->grid[1] != d->grid[2]))
        return "--output: .binvox holds cubic grids only, see --grid";
    return NULL;
}

static bool load(void *self, frame *f) {
    dicer *d = self;
    d->number = ++d->loads;
    d->looks_for_slice = true;
    d->slow = 0;
    d->fit = mesh_fit_none();
    if (!mesh_load_or_teapot(f->path[0] ? f->path : NULL, TEAPOT_DIVISIONS, &d->mesh, frame_warn))
        return false;
    if (f->path[0] && d->fits)
        d->fit = mesh_fit_box(&d->mesh, LONGEST_SIDE);
    return draw_mesh_upload(&d->drawn, &d->mesh, &d->fit, f->viewer.library.gl);
}

static void unload(void *self, frame *f) {
    dicer *d = self;
    (void)f;
    draw_mesh_free(&d->drawn);
    mesh_free(&d->mesh);
}

/* ---- voxels and lists ---- */

static bool is_made(const dicer *d, const pipeline_desc *wanted) {
    const pipeline *p = &d->pipeline;
    const pipeline_desc *has = &p->desc;
    return p->pyramid && memcmp(has->grid, wanted->grid, sizeof has->grid) == 0 &&
           has->voxelizer == wanted->voxelizer && has->fill == wanted->fill &&
           (wanted->layout == d->asked || has->layout == wanted->layout) && has->quads == wanted->quads;
}

/* Another pipeline, or the old one where this GL or its memory cannot have it. The slice stays where it is in the volume. */
static bool suit(dicer *d, const frame *f) {
    const pipeline_desc desc = describe(d, f);
    pipeline next;
    if (!is_made(d, &desc)) {
        memset(&next, 0, sizeof next);
        if (!pipeline_create(&next, (library *)&f->viewer.library, &desc)) {
            pipeline_destroy(&next);
            return false;
        }
        const uint32_t depth = desc.grid[2], before = d->pipeline.pyramid ? d->pipeline.desc.grid[2] : depth;
        const uint32_t slice = (uint32_t)((d->slice + 0.5) * depth / before);
        d->slice = slice < depth ? slice : depth - 1;
        pipeline_destroy(&d->pipeline);
        d->pipeline = next;
        d->asked = desc.layout;
        d->slow = 0;
    }
    d->pipeline.desc.words = desc.words;
    d->layout = d->tried = layout_find(d->pipeline.desc.layout);
    return true;
}

/* A mesh that is wider than the volume would leave it while it turns. */
static void turn(dicer *d, const frame *f) {
    const float radius = d->drawn.swept_radius;
    camera_turn_y((float)d->angle, f->is_live && radius > 1 ? 1 / radius : 1, d->model);
}

/* Grids of voxels are read from the volume itself, where nothing else asks for a list of points, which may be far larger. */
static pipeline_end end_of(const dicer *d, const frame *f) {
    const char *output = frame_output(f);
    const bool is_grid = output && (d->is_dense || pointfile_kind(output) == POINTFILE_BINVOX);
    if (f->is_live)
        return d->looks_for_slice ? PIPELINE_DOWNLOAD : PIPELINE_LIST;
    return is_grid && !is_seen(f) && !f->is_measured && d->pipeline.desc.voxelizer == HPYR_VOXELIZER_KIND_BITS
               ? PIPELINE_COUNT
               : PIPELINE_DOWNLOAD;
}

/* Those of a file that are no use. The teapot's poles are no news. */
static bool count_skipped(dicer *d, const frame *f) {
    if (!pipeline_count_skipped(&d->pipeline, &d->drawn, &d->skipped))
        return false;
    if (d->skipped > 0 && f->path[0])
        warn_with(frame_warn, "%s: %u of %u triangles are skipped: no area, or a corner that is not finite",
                  frame_name(f), (unsigned)d->skipped, (unsigned)d->drawn.triangle_count);
    return true;
}

static bool misses_volume(const mesh *m) {
    float low[3], high[3];
    bool meets = true;
    mesh_bounds(m, low, high);
    for (int k = 0; k < 3; k++)
        meets = meets && high[k] >= -1 && low[k] <= 1;
    return !meets;
}

static void look_for_oddities(const dicer *d, frame *f) {
    const pipeline *p = &d->pipeline;
    const char *name = frame_name(f);
    if (p->total == 0 && !d->fits && misses_volume(&d->mesh))
        frame_odd(f, "%s: no voxel is marked: the mesh lies outside of the volume, [-1,1]^3, and is not fitted into it",
                  name);
    else if (p->total == 0 && p->desc.fill == HPYR_FILL_THIN)
        frame_odd(f,
                  "%s: no voxel is marked; sampling goes along z and sees no wall that is parallel to it: fill surface "
                  "does",
                  name);
    else if (p->total == 0)
        frame_odd(f, "%s: no voxel is marked", name);
    else if (p->desc.fill == HPYR_FILL_SOLID && d->drawn.is_open)
        frame_odd(f, "%s: %s", name, WARNING_OF_OPEN_MESH);
    else
        frame_odd(f, "%s", "");
}

static bool run(dicer *d, frame *f) {
    run_times times;
    pipeline *p = &d->pipeline;
    const pipeline_end end = end_of(d, f);
    turn(d, f);
    d->ran = 0;
    if (!pipeline_run(p, &d->drawn, f->is_live ? d->model : NULL, end, &times))
        return false;
    d->ran = d->number;
    d->ms = times.wall[STAGE_VOXELIZE] + times.wall[STAGE_BUILD] + times.wall[STAGE_EXTRACT];
    for (int i = 0; i < STAGE_TOTAL; i++)
        frame_time(f, i, times.wall[i]);
    for (int i = 0; i < GPU_STAGE_COUNT; i++)
        frame_gpu_time(f, i, times.gpu[i]);
    if (d->looks_for_slice && end == PIPELINE_DOWNLOAD) {
        d->slice = views_best_slice(p);
        d->looks_for_slice = false;
    }
    return true;
}

static bool make(void *self, frame *f) {
    dicer *d = self;
    if (!suit(d, f) || (d->ran != d->number && !count_skipped(d, f)) || !run(d, f))
        return false;
    look_for_oddities(d, f);
    return true;
}

static void move(void *self, frame *f) {
    dicer *d = self;
    d->angle = fmod(d->angle + f->passed_s * TURN_PER_SECOND, TWO_PI);
    frame_remake(f);
}

/* ---- the four pictures ---- */

static double mean(double before, double now) {
    return before > 0 ? before + NEWS * (now - before) : now;
}

/* Colors and normals. */
static bool dress(dicer *d, const frame *f) {
    const bool waits = f->is_live && f->viewer.window && frame_moves(f) && d->slow >= SLOW_FRAMES;
    if (waits || d->pipeline.has_attributes)
        return true;
    glFinish();
    const double begin = clock_ms();
    const bool ok = pipeline_make_attributes(&d->pipeline, &d->drawn, f->is_live ? d->model : NULL);
    glFinish();
    const double ms = clock_ms() - begin;
    d->slow = ms > DRESS_MS ? d->slow + 1 : 0;
    d->dress_ms = mean(d->dress_ms, ms);
    return ok;
}

/* What the pictures need of the last run. It was another mesh's where this one's could not be had. */
static bool prepare(dicer *d, frame *f) {
    if (d->ran != d->number && !run(d, f))
        return false;
    const bool has_quads = d->pipeline.quads != NULL;
    if (!d->pipeline.has_list_texture &&
        (!pipeline_make_list_texture(&d->pipeline) || !pipeline_make_quads(&d->pipeline)))
        return false;
    if (has_quads && !d->pipeline.quads) /* its counts were too small for them */
        d->cloud = CLOUD_POINTS;
    return dress(d, f);
}

static void look(void *self, frame *f, int width, int height) {
    dicer *d = self;
    (void)width;
    (void)height;
    f->camera = views_default_camera();
    if (f->is_live && d->angle != 0)
        frame_remake(f);
    d->angle = 0;
}

static bool draw(void *self, frame *f, const frame_target *t) {
    dicer *d = self;
    if (!prepare(d, f))
        return false;
    view_state state = {.mesh = &d->drawn,
                        .pipeline = &d->pipeline,
                        .camera = f->camera,
                        .turns = f->is_live,
                        .slice = d->slice,
                        .ms = f->is_live ? d->ms : f->ms[STAGE_VOXELIZE] + f->ms[STAGE_BUILD] + f->ms[STAGE_EXTRACT]};
    memcpy(state.model, d->model, sizeof state.model);
    const double begin = clock_ms();
    const bool ok = views_draw(d->views, &state, t->framebuffer, t->width, t->height, frame_is_fine(t));
    glFinish();
    d->draw_ms = mean(d->draw_ms, clock_ms() - begin);
    return ok;
}

/* ---- what it tells and saves ---- */

static const char *name_of_counts(const pipeline *p) {
    switch (hpyr_pyramid_resolved(p->pyramid)->count_format) {
    case HPYR_COUNT_FORMAT_UINT:
        return "uint";
    case HPYR_COUNT_FORMAT_FLOAT:
        return "float";
    default:
        return "half";
    }
}

static void tell_pyramid(const pipeline *p, facts *out) {
    const bool has_bits = p->desc.voxelizer == HPYR_VOXELIZER_KIND_BITS && p->desc.layout == HPYR_LAYOUT_BITS;
    const double megabytes = (double)pipeline_bytes(p) / 1e6;
    fact_text(out, "counts", NULL, "%s", name_of_counts(p));
    fact_count(out, "passes", NULL, layout_passes(hpyr_pyramid_resolved(p->pyramid), has_bits));
    fact_count(out, "pyramid_bytes", NULL, pipeline_pyramid_bytes(p));
    fact_count(out, "clones", NULL, p->quads ? PIPELINE_QUAD_CORNERS : 1);
    fact_count(out, "bytes", NULL, pipeline_bytes(p));
    fact_note(out, "memory", "%.1f MB", megabytes);
    fact_summary(out, "%.1f MB", megabytes);
}

static void tell_ways(const pipeline *p, facts *out) {
    const uint32_t *grid = p->desc.grid;
    const char *fill = name_of_fill(p->desc.fill), *voxelizer = name_of_voxelizer(p->desc.voxelizer);
    const char *note = p->desc.voxelizer == HPYR_VOXELIZER_KIND_SLICES ? " (they have no other fill)" : "";
    const char *layout = NAMES_LAYOUTS[layout_find(p->desc.layout)];
    fact_summary(out, "%ux%ux%u, %s by %s%s, layout %s", (unsigned)grid[0], (unsigned)grid[1], (unsigned)grid[2], fill,
                 voxelizer, note, layout);
    fact_title(out, "%ux%ux%u, %s by %s, layout %s", (unsigned)grid[0], (unsigned)grid[1], (unsigned)grid[2], fill,
               voxelizer, layout);
}

static void tell(void *self, frame *f, facts *out) {
    static const char *const HYBRID_NAMES[HYBRID_STAGE_COUNT] = {"readback", "scan", "upload", "total"};
    const dicer *d = self;
    const pipeline *p = &d->pipeline;
    fact_count(out, "points", "points", p->total);
    tell_ways(p, out);
    fact_count(out, "triangles", NULL, d->drawn.triangle_count);
    fact_count(out, "skipped", NULL, d->skipped);
    if (p->desc.fill == HPYR_FILL_SOLID)
        fact_truth(out, "closed", !d->drawn.is_open);
    else
        fact_number(out, "closed", NULL, NAN, "%s", "");
    tell_pyramid(p, out);
    if (f->is_live) {
        fact_note(out, "colors", "%.1f ms", d->dress_ms);
        fact_note(out, "pictures", "%.1f ms", d->draw_ms);
    }
    fact_times(out, "cpu_ms", HYBRID_NAMES, d->cpu_ms, HYBRID_STAGE_COUNT);
}

static bool save(void *self, frame *f, const char *path) {
    dicer *d = self;
    (void)f;
    return (pointfile_kind(path) != POINTFILE_PLY || pipeline_make_attributes(&d->pipeline, &d->drawn, NULL)) &&
           pointfile_save(path, d->is_dense, &d->pipeline, &d->fit);
}

/* Medians of the paper's competitor, which reads slices. */
static bool measure_cpu(void *self, frame *f) {
    dicer *d = self;
    hybrid h;
    for (int i = 0; i < HYBRID_STAGE_COUNT; i++)
        d->cpu_ms[i] = NAN;
    if (!f->is_measured || d->pipeline.desc.voxelizer != HPYR_VOXELIZER_KIND_SLICES)
        return true;
    memset(&h, 0, sizeof h);
    const bool ok = hybrid_create(&h, &d->pipeline) && hybrid_measure(&h, &d->pipeline, f->runs, d->cpu_ms);
    hybrid_destroy(&h);
    return ok;
}

/* ---- what the user changes ---- */

static void range(void *self, frame *f, slider_scale *out) {
    const dicer *d = self;
    (void)f;
    out->minimum = 0;
    out->maximum = d->pipeline.desc.grid[2] - 1;
}

static bool has_layout(const library *l, const layout_choice *choice) {
    return choice != layout_choices /* auto is one of the others */ && (choice->is_legacy || l->gl >= 33) &&
           (choice->layout != HPYR_LAYOUT_RECT || l->caps->rectangle_textures) &&
           (choice->layout != HPYR_LAYOUT_BILINEAR || l->caps->filter_float || l->caps->filter_half);
}

/* The next one that this OpenGL has, in the direction of the step. One that there was no room for is passed over the next time. */
static void choose_layout(dicer *d, const library *l) {
    const int now = layout_find(d->pipeline.desc.layout);
    const int step = d->layout == now - 1 ? LAYOUT_CHOICES - 1 : 1;
    do {
        d->tried = (d->tried + step) % LAYOUT_CHOICES;
    } while (!has_layout(l, &layout_choices[d->tried]));
    d->layout = d->tried;
}

/* Slices have no fill but thin, so these two follow each other. */
static void changed(void *self, frame *f, const setting *s) {
    dicer *d = self;
    if (s->place == offsetof(dicer, voxelizer))
        d->fill = 0;
    if (s->place == offsetof(dicer, fill))
        d->voxelizer = 0;
    if (s->place == offsetof(dicer, cloud))
        d->asks_cloud = true;
    if (s->place == offsetof(dicer, layout))
        choose_layout(d, &f->viewer.library);
}

static bool act(void *self, frame *f, int key) {
    dicer *d = self;
    (void)f;
    d->looks_for_slice = d->looks_for_slice || key == 'R';
    return false;
}

/* ---- description ---- */

static const double SIDES[] = {16, 32, 64, 96, 128, 192, 256, 384, 512, 768, 1024};

static const setting SETTINGS[] = {
    {"grid", "N|XxYxZ", "cells of the volume, Z is the number of slices", SETTING_GRID, offsetof(dicer, grid), 1,
     1000000, 256, .key = KEY_SIZE, .stops = SIDES, .stop_count = sizeof SIDES / sizeof SIDES[0], .label = "grid",
     .effect = CHANGE_MAKES, .paced = "cells a side"},
    {"fill", "thin|surface|solid", "the paper's sampling along z, all that is touched, the inside", SETTING_CHOICE,
     offsetof(dicer, fill), .choices = NAMES_FILLS, .standard = 1, .otherwise = "surface; thin by slices", .key = 'F',
     .label = "fill", .effect = CHANGE_MAKES},
    {"voxelizer", "bits|slices", "draw the mesh once, a bit a voxel, or once a slice", SETTING_CHOICE,
     offsetof(dicer, voxelizer), .choices = NAMES_VOXELIZERS, .otherwise = "bits; slices on 2.1", .key = 'V',
     .label = "voxelizer", .effect = CHANGE_MAKES},
    {"layout", "LAYOUT", "of the pyramid: auto, bits, single, vec4, rect, bilinear, line or volume", SETTING_CHOICE,
     offsetof(dicer, layout), .choices = NAMES_LAYOUTS, .key = 'L', .label = "layout", .effect = CHANGE_MAKES},
    {"cloud", "quads|points", "draw squares, straight from a pyramid of six clones a point, or points", SETTING_CHOICE,
     offsetof(dicer, cloud), .choices = CLOUDS, .key = 'Q', .label = "cloud", .effect = CHANGE_MAKES},
    {"no-fit", NULL, "take MODEL's coordinates as they are, the volume is -1..1", SETTING_FLAG, offsetof(dicer, fits),
     .standard = 1},
    {"dense", NULL, "with .npy: the whole grid [z][y][x] of bool instead of the points' cells", SETTING_FLAG,
     offsetof(dicer, is_dense)},
    {.kind = SETTING_COUNT,
     .place = offsetof(dicer, slice),
     .highest = UINT32_MAX,
     .key = KEY_SLIDE,
     .label = "slice",
     .slides = true},
};

static const char *const OUTPUTS[] = {".ply", ".xyz", ".binvox", ".npy", NULL};
static const char *const STAGES[] = {"voxelize", "build", "extract", "download", NULL};
static const char *const RENAMED[][2] = {{"--size", "--pixels"}, {NULL, NULL}};

static const demo DICER = {
    .program = "dicer",
    .title = "Dicer",
    .summary = "Voxelizes a mesh and turns the voxels into a point cloud, on the GPU. MODEL is any mesh file that\n"
               "assimp reads, fitted into the volume; without it, Newell's teapot as GLUT places it.",
    .operand = "MODEL",
    .subject = "model",
    .built_in = "teapot",
    .reader = &MESH_READER,
    .dropped = "another model",
    .gls = DEMO_GL_33 | DEMO_GL_21 | DEMO_GL_ES3,
    .eye = EYE_CAMERA,
    .window = {1280, 720},
    .picture = {1920, 540},
    .outputs = OUTPUTS,
    .output_help = "save the points as .ply, .xyz, .binvox or .npy",
    .renamed = RENAMED,
    .stages = STAGES,
    .gpu_stages = GPU_STAGE_COUNT,
    .shows_times = true,
    .settings = SETTINGS,
    .setting_count = sizeof SETTINGS / sizeof SETTINGS[0],
    .size = sizeof(dicer),
    .kept = offsetof(dicer, mesh),
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
    .save_more = measure_cpu,
    .range = range,
    .move = move,
    .changed = changed,
    .act = act,
};

int main(int argc, char **argv) {
    return frame_main(&DICER, argc, argv);
}
