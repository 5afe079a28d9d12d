/* main.c - Dicer: mesh, voxels, points, particles (Ziegler et al. 2006, section 9).  SPDX-License-Identifier: MIT */
#include "bench.h"
#include "loop.h"
#include "pointfile.h"
#include "report.h"

#include "common/draw/viewer.h"
#include "common/files/image.h"
#include "common/files/options.h"
#include "common/files/outfile.h"
#include "common/files/warnings.h"
#include "common/platform/gl.h"
#include "common/voxels/layout_choices.h"
#include "common/voxels/names.h"
#include "common/voxels/pipeline_lists.h"

#include <stdlib.h>
#include <string.h>

enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };

typedef struct settings {
    const char *model, *output, *screenshot, *json, *gl, *voxelizer, *fill, *layout, *cloud;
    pipeline_desc pipeline;
    uint32_t pixels[2];
    uint32_t repeat, bench_repeat, frames;
    int gl_version; /* 33, 21 or GL_ES3 */
    bool headless, bench, no_fit, dense;
} settings;

/* What one run holds, so that one function frees it all. */
typedef struct dicer {
    settings s;
    subject subject;
    viewer viewer;
    pipeline pipeline;
    bool closed; /* asked for with solid only */
} dicer;

/* The default is the first. */
static const char *const CLOUDS[] = {"quads", "points", NULL};

static int read_options(settings *s, int argc, char **argv) {
    static const char *const POINT_FILES[] = {".ply", ".xyz", ".binvox", ".npy", NULL}, *const PICTURES[] = {".png",
                                                                                                             NULL};
    const char *layouts[LAYOUT_CHOICES + 1];
    layout_list_names(layouts);
    const option options[] = {
        {"--grid", "N|XxYxZ", "cells of the volume, Z is the number of slices (256)", OPTION_GRID, s->pipeline.grid, 1,
         1000000},
        {"--voxelizer", "bits|slices", "draw the mesh once, a bit a voxel, or once a slice (bits; slices on 2.1)",
         OPTION_CHOICE, &s->voxelizer, 0, 0, NAMES_VOXELIZERS},
        {"--fill", "thin|surface|solid",
         "the paper's sampling along z, all that is touched, the inside (surface; thin by slices)", OPTION_CHOICE,
         &s->fill, 0, 0, NAMES_FILLS},
        {"--layout", "LAYOUT", "of the pyramid: auto, bits, single, vec4, rect, bilinear, line or volume (auto)",
         OPTION_CHOICE, &s->layout, 0, 0, layouts},
        {"--cloud", "quads|points", "draw squares, straight from a pyramid of six clones a point, or points (quads)",
         OPTION_CHOICE, &s->cloud, 0, 0, CLOUDS},
        {"--no-fit", NULL, "take MODEL's coordinates as they are, the volume is -1..1", OPTION_FLAG, &s->no_fit},
        {"--output", "FILE", "save the points as .ply, .xyz, .binvox or .npy", OPTION_PATH, &s->output, 0, 0,
         POINT_FILES},
        {"--dense", NULL, "with .npy: the whole grid [z][y][x] of bool instead of the points' cells", OPTION_FLAG,
         &s->dense},
        {"--screenshot", "FILE.png", "save the four pictures", OPTION_PATH, &s->screenshot, 0, 0, PICTURES},
        {"--json", "FILE|-", "save the results as one JSON object, - is stdout", OPTION_PATH, &s->json},
        {"--bench", NULL, "print the paper's tables 1 to 4 with this machine's numbers; chooses its own grids",
         OPTION_FLAG, &s->bench},
        {"--repeat", "N",
         "runs to take medians over (5; without --json 2 for a picture, 1 for another file; 1 before a window opens)",
         OPTION_COUNT, &s->repeat, 1, 10000},
        {"--headless", NULL, "no window", OPTION_FLAG, &s->headless},
        {"--frames", "N", "quit after N frames of the turning model", OPTION_COUNT, &s->frames, 1, 1000000},
        {"--pixels", "WxH", "of the window and of pictures (1280x720, 1920x540)", OPTION_SIZE, s->pixels, 64, 16384},
        {"--gl", "3.3|2.1|es3", "the OpenGL to keep to (3.3); es3 is ES 3.0", OPTION_CHOICE, &s->gl, 0, 0, NAMES_GL},
    };
    static const char *const RENAMED[][2] = {{"--size", "--pixels"}, {NULL, NULL}};
    option_table table = {0};
    table.renamed = RENAMED;
    table.program = "dicer";
    table.summary =
        "Voxelizes a mesh and turns the voxels into a point cloud, on the GPU. MODEL is any mesh file that\n"
        "assimp reads, fitted into the volume; without it, Newell's teapot as GLUT places it.";
    table.notes =
        "In the window: drag to orbit, wheel to zoom, up/down or [ ] step the slice, V F L change voxelizer,\n"
        "fill and layout, Q points or quads, + - G step the grid, Space stops what moves, a dropped file is\n"
        "another model, R resets, S saves a picture, H hides the words, Esc quits.";
    table.options = options;
    table.option_count = sizeof options / sizeof options[0];
    table.operand = "MODEL";
    table.operand_target = &s->model;
    return options_parse(&table, argc, argv);
}

/* What was asked for; zeros are left to the pipeline, which knows this GL. */
static void choose_pipeline(settings *s) {
    pipeline_desc *p = &s->pipeline;
    p->voxelizer = voxelizer_of_name(s->voxelizer);
    p->fill = fill_of_name(s->fill);
    p->layout = layout_find_name(s->layout)->layout;
    p->words = &NAMES_OF_OPTIONS;
    s->gl_version = gl_of_name(s->gl);
}

/* No output may replace the model, or another output. */
static int settle_names(const settings *s) {
    const char *const options[] = {"MODEL", "--output", "--screenshot", "--json"};
    const char *const names[] = {s->model, s->output, s->screenshot, s->json};
    if (!outfile_differ(options, names, sizeof names / sizeof names[0])) {
        fprintf(stderr, "dicer: %s\n", error_text());
        return STATUS_USAGE;
    }
    return STATUS_OK;
}

/* The tables are of grids, and ways through them, that they choose themselves. */
static int settle_bench(const settings *s) {
    const char *const options[] = {"--grid",  "--voxelizer", "--fill",       "--layout",
                                   "--cloud", "--output",    "--screenshot", "--frames"};
    const bool given[] = {s->pipeline.grid[0] > 0, s->voxelizer, s->fill, s->layout, s->cloud, s->output,
                          s->screenshot,           s->frames > 0};
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        if (given[i]) {
            fprintf(stderr, "dicer: --bench: %s has no place beside it: the tables are of grids of their own\n",
                    options[i]);
            return STATUS_USAGE;
        }
    }
    return STATUS_OK;
}

static int settle_files(const settings *s) {
    const uint32_t *grid = s->pipeline.grid;
    if (s->dense && (!s->output || pointfile_kind(s->output) != POINTFILE_NPY)) {
        fprintf(stderr, "dicer: --dense: only --output FILE.npy can be dense\n");
        return STATUS_USAGE;
    }
    if (s->output && pointfile_kind(s->output) == POINTFILE_BINVOX && (grid[0] != grid[1] || grid[1] != grid[2])) {
        fprintf(stderr, "dicer: --output %s: binvox holds cubic grids only, this one is %ux%ux%u\n", s->output,
                (unsigned)grid[0], (unsigned)grid[1], (unsigned)grid[2]);
        return STATUS_USAGE;
    }
    return settle_names(s);
}

static int settle(settings *s) {
    if (s->bench && settle_bench(s) != STATUS_OK)
        return STATUS_USAGE;
    if (s->pipeline.grid[0] == 0)
        s->pipeline.grid[0] = s->pipeline.grid[1] = s->pipeline.grid[2] = 256;
    choose_pipeline(s);
    if (s->pipeline.voxelizer == HPYR_VOXELIZER_KIND_SLICES && s->pipeline.fill != HPYR_FILL_THIN) {
        fprintf(stderr, "dicer: --fill %s: --voxelizer slices has thin only\n", s->fill);
        return STATUS_USAGE;
    }
    s->headless = s->headless || s->bench;
    s->bench_repeat = s->repeat;
    if (s->repeat == 0) { /* medians are for those who read them */
        bool for_files = (s->output || s->screenshot) && !s->json;
        s->repeat = s->headless && !s->bench && !for_files ? 5 : s->screenshot ? 2 : 1; /* the picture tells it */
    }
    return settle_files(s);
}

static void warn(const char *line) {
    warnings_add("dicer", line);
}

/* Before the work, and not after it. */
static bool try_outputs(dicer *d) {
    return outfile_try(d->s.output) && outfile_try(d->s.screenshot) && outfile_try(d->s.json);
}

static const char *name_of(const settings *s) {
    return s->model ? s->model : "teapot";
}

static void check_closed(dicer *d) {
    if (d->s.pipeline.fill == HPYR_FILL_SOLID) {
        d->closed = !d->subject.drawn.is_open;
        d->s.pipeline.is_open = d->subject.drawn.is_open;
        if (!d->closed)
            fprintf(stderr, "dicer: %s: %s\n", name_of(&d->s), WARNING_OF_OPEN_MESH);
    }
}

static bool open_viewer(dicer *d) {
    viewer_desc desc = {"Dicer", d->s.gl_version, d->s.headless, 1280, 720};
    if (d->s.pixels[0]) {
        desc.width = (int)d->s.pixels[0];
        desc.height = (int)d->s.pixels[1];
    }
    return viewer_open(&d->viewer, &desc);
}

/* What was not asked for is what looks best. Slices have no fill but thin, which is also the paper's; a second pyramid is for
 * those who look at the cloud, and for machines that have room for it. */
static void choose_looks(dicer *d) {
    settings *s = &d->s;
    pipeline_desc *p = &s->pipeline;
    library *l = &d->viewer.library;
    bool has_bits = pipeline_has_bits(l) && p->voxelizer != HPYR_VOXELIZER_KIND_SLICES;
    bool is_seen = !s->headless || s->screenshot || s->frames > 0;
    if (s->bench)
        return; /* it counts and times as the paper did */
    if (!s->fill && has_bits)
        p->fill = HPYR_FILL_SURFACE;
    p->quads = s->cloud ? strcmp(s->cloud, CLOUDS[0]) == 0 : is_seen;
    p->quads_may_go = !s->cloud;
    if (p->quads_may_go && !pipeline_check(l, p))
        p->quads = false;
}

static bool save_picture(dicer *d, const measurement *m, uint32_t slice) {
    int width = d->s.pixels[0] ? (int)d->s.pixels[0] : 1920, height = d->s.pixels[1] ? (int)d->s.pixels[1] : 540;
    view_state state;
    memset(&state, 0, sizeof state);
    state.mesh = &d->subject.drawn;
    state.pipeline = &d->pipeline;
    state.camera = views_default_camera();
    state.slice = slice;
    state.ms = m->times.wall[STAGE_VOXELIZE] + m->times.wall[STAGE_BUILD] + m->times.wall[STAGE_EXTRACT];
    camera_turn_y(0, 1, state.model);
    views *v = views_create(&d->viewer.painter);
    uint8_t *rgb = NULL;
    if (v && pipeline_make_list_texture(&d->pipeline) && pipeline_make_quads(&d->pipeline))
        rgb = views_picture(v, &state, width, height);
    bool ok = rgb && image_write_png(d->s.screenshot, rgb, (uint32_t)width, (uint32_t)height);
    free(rgb);
    views_destroy(v);
    return ok;
}

static bool save(dicer *d, const report_mesh *mesh, const measurement *m, uint32_t slice) {
    const settings *s = &d->s;
    bool is_ply = s->output && pointfile_kind(s->output) == POINTFILE_PLY;
    if ((s->screenshot || is_ply) && !pipeline_make_attributes(&d->pipeline, &d->subject.drawn, NULL))
        return false;
    if (s->output && !report_points(s->output, s->dense, &d->pipeline, &d->subject.fit))
        return false;
    if (s->screenshot && !save_picture(d, m, slice))
        return false;
    return !s->json || s->bench || report_json(s->json, mesh, &d->pipeline, m);
}

static void tell_oddities(const dicer *d, const report_mesh *mesh) {
    if (mesh->skipped > 0 && d->s.model) { /* the teapot's poles are no news */
        warn_with(warn, "%s: %u of %u triangles are skipped: no area, or a corner that is not finite", mesh->model,
                  (unsigned)mesh->skipped, (unsigned)mesh->triangles);
    }
    if (d->pipeline.total == 0 && d->s.no_fit && subject_misses_volume(&d->subject)) {
        fprintf(stderr,
                "dicer: %s: no voxel is marked: the mesh lies outside of the volume, [-1,1]^3, and --no-fit leaves it "
                "there\n",
                mesh->model);
    } else if (d->pipeline.total == 0) {
        fprintf(stderr, "dicer: %s: no voxel is marked%s\n", mesh->model,
                d->pipeline.desc.fill == HPYR_FILL_THIN
                    ? "; sampling goes along z and sees no wall that is parallel to it: --fill surface does"
                    : "");
    }
}

/* Grids of voxels are read from the volume itself, where nothing else asks for a list of points, which may be far larger. */
static pipeline_end end_of(const dicer *d) {
    const settings *s = &d->s;
    bool is_grid = s->output && (s->dense || pointfile_kind(s->output) == POINTFILE_BINVOX);
    bool needs_list = !s->headless || s->bench || s->frames || s->json || s->screenshot;
    return is_grid && !needs_list && d->pipeline.desc.voxelizer == HPYR_VOXELIZER_KIND_BITS ? PIPELINE_COUNT
                                                                                            : PIPELINE_DOWNLOAD;
}

/* The still run: measured, told, saved. */
static bool run_still(dicer *d, uint32_t *slice) {
    const settings *s = &d->s;
    bool json_to_stdout = s->json && strcmp(s->json, "-") == 0;
    FILE *stream = json_to_stdout ? stderr : stdout;
    measurement m;
    report_mesh mesh = {name_of(s), d->subject.drawn.triangle_count, 0, s->pipeline.fill == HPYR_FILL_SOLID, d->closed};
    bench_desc tables = {stream, &d->viewer.library, &d->subject.drawn, s->model, s->json, s->bench_repeat};
    if (s->bench && !bench(&tables))
        return false;
    if (!pipeline_create(&d->pipeline, &d->viewer.library, &s->pipeline) ||
        !pipeline_count_skipped(&d->pipeline, &d->subject.drawn, &mesh.skipped) ||
        !measure(&d->pipeline, &d->subject.drawn, end_of(d), s->repeat, s->json != NULL, &m))
        return false;
    tell_oddities(d, &mesh);
    *slice = d->pipeline.points ? views_best_slice(&d->pipeline) : 0;
    if (!save(d, &mesh, &m, *slice))
        return false;
    if (!s->bench)
        report_summary(stream, mesh.model, &d->pipeline, &m);
    return outfile_flush(stream);
}

static bool run_frames(dicer *d, uint32_t slice) {
    loop_desc desc = {0};
    desc.viewer = &d->viewer;
    desc.subject = &d->subject;
    desc.fits = !d->s.no_fit;
    desc.warn = warn;
    desc.screenshot = d->s.screenshot ? d->s.screenshot : "dicer.png";
    desc.pipeline = d->s.pipeline;
    desc.slice = slice;
    desc.frames = d->s.frames;
    desc.width = d->s.pixels[0] ? (int)d->s.pixels[0] : 1280;
    desc.height = d->s.pixels[1] ? (int)d->s.pixels[1] : 720;
    pipeline_destroy(&d->pipeline); /* the frames have their own: memory for two might not be there */
    if (d->viewer.window)
        return loop_window(&desc);
    return d->s.frames == 0 || loop_headless(&desc);
}

static void close_all(dicer *d) {
    pipeline_destroy(&d->pipeline);
    subject_free(&d->subject);
    viewer_close(&d->viewer);
}

int main(int argc, char **argv) {
    dicer d;
    memset(&d, 0, sizeof d);
    int status = read_options(&d.s, argc, argv);
    if (status >= 0)
        return status;
    status = settle(&d.s);
    if (status != STATUS_OK)
        return status;
    outfile_ignore_signals();
    uint32_t slice = 0;
    bool ok = try_outputs(&d) && subject_load(&d.subject, d.s.model, !d.s.no_fit, warn) && open_viewer(&d);
    if (ok) {
        choose_looks(&d);
        ok = pipeline_check(&d.viewer.library, &d.s.pipeline) && subject_upload(&d.subject, d.s.gl_version);
    }
    if (ok) {
        check_closed(&d);
        ok = run_still(&d, &slice) && run_frames(&d, slice);
    }
    if (!ok)
        fprintf(stderr, "dicer: %s\n", error_text());
    close_all(&d);
    return ok ? STATUS_OK : STATUS_FAILED;
}
