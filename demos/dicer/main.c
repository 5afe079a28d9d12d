/* main.c - Dicer: a mesh becomes voxels, a point list, a particle cloud (Ziegler et al. 2006, section 9).
 * SPDX-License-Identifier: MIT */
#include "loop.h"
#include "report.h"

#include "common/headless.h"
#include "common/image.h"
#include "common/options.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2, LONGEST_SIDE_PERCENT = 90, TEAPOT_DIVISIONS = 7 };

typedef struct settings {
    const char *model, *output, *screenshot, *json, *gl;
    uint32_t grid[3], size[2];
    uint32_t repeat, frames;
    bool headless, bench, no_fit;
} settings;

/* What one run holds, so that one function frees it all. */
typedef struct dicer {
    settings s;
    mesh loaded;
    mesh_fit fit;
    headless *headless;
    window *window;
    library library;
    draw_mesh mesh;
    pipeline pipeline;
    char error[ERROR_SIZE];
} dicer;

static int read_options(settings *s, int argc, char **argv) {
    static const char *const POINT_FILES[] = {".ply", ".xyz", NULL}, *const PICTURES[] = {".png", NULL};
    static const char *const VERSIONS[] = {"2.1", "3.3", NULL};
    const option options[] = {
        {"--grid", "N|XxYxZ", "cells of the volume, Z is the number of slices (256)", OPTION_GRID, s->grid, 1, 1000000,
         NULL},
        {"--no-fit", NULL, "take MODEL's coordinates as they are, the volume is -1..1", OPTION_FLAG, &s->no_fit, 0, 0,
         NULL},
        {"--output", "FILE.ply|.xyz", "save the points in MODEL's coordinates", OPTION_PATH, &s->output, 0, 0,
         POINT_FILES},
        {"--screenshot", "FILE.png", "save the four pictures", OPTION_PATH, &s->screenshot, 0, 0, PICTURES},
        {"--json", "FILE|-", "save the results as one JSON object, - is stdout", OPTION_PATH, &s->json, 0, 0, NULL},
        {"--bench", NULL, "print the paper's tables 1 to 4 with this machine's numbers, no window", OPTION_FLAG,
         &s->bench, 0, 0, NULL},
        {"--repeat", "N", "runs to take medians over (5; 1 before a window opens)", OPTION_COUNT, &s->repeat, 1, 10000,
         NULL},
        {"--headless", NULL, "no window", OPTION_FLAG, &s->headless, 0, 0, NULL},
        {"--frames", "N", "quit after N frames of the turning model", OPTION_COUNT, &s->frames, 1, 1000000, NULL},
        {"--size", "WxH", "of the window and the pictures, in pixels (1280x400, 1920x540)", OPTION_SIZE, s->size, 64,
         16384, NULL},
        {"--gl", "3.3|2.1", "the OpenGL version to keep to (3.3)", OPTION_CHOICE, &s->gl, 0, 0, VERSIONS},
    };
    option_table table = {0};
    table.program = "dicer";
    table.summary =
        "Voxelizes a mesh and turns the voxels into a point cloud, on the GPU. MODEL is any mesh file that\n"
        "assimp reads, fitted into the volume; without it, Newell's teapot as GLUT places it.";
    table.notes = "In the window: drag to orbit, wheel to zoom, up/down or [ ] step the slice, + - G step the grid,\n"
                  "Space stops the turning, R resets, S saves a picture, Esc quits.";
    table.options = options;
    table.option_count = sizeof options / sizeof options[0];
    table.operand = "MODEL";
    table.operand_target = &s->model;
    return options_parse(&table, argc, argv);
}

static bool same_file(const char *a, const char *b) {
    return a && b && strcmp(a, b) == 0;
}

static int settle(settings *s) {
    if (same_file(s->output, s->json) || same_file(s->screenshot, s->json)) {
        fprintf(stderr, "dicer: --json %s: another output has that name too\n", s->json);
        return STATUS_USAGE;
    }
    s->headless = s->headless || s->bench;
    if (s->repeat == 0) {
        s->repeat = s->headless ? 5 : 1;
    }
    return STATUS_OK;
}

static bool load_mesh(dicer *d) {
    d->fit = mesh_fit_none();
    if (!d->s.model) {
        return mesh_make_teapot(&d->loaded, TEAPOT_DIVISIONS) || error_set(d->error, sizeof d->error, "out of memory");
    }
    if (!mesh_load(d->s.model, &d->loaded, d->error, sizeof d->error)) {
        return false;
    }
    if (!d->s.no_fit) {
        d->fit = mesh_fit_box(&d->loaded, 2.0 * LONGEST_SIDE_PERCENT / 100);
    }
    return true;
}

static bool open_context(dicer *d) {
    if (d->s.gl && strcmp(d->s.gl, "2.1") == 0) {
        return error_set(d->error, sizeof d->error, "--gl 2.1 is not supported by this version: use --gl 3.3");
    }
    if (d->s.headless) {
        d->headless = headless_open(3, 3, d->error, sizeof d->error);
        return d->headless && library_open(&d->library, d->error, sizeof d->error);
    }
    int width = d->s.size[0] ? (int)d->s.size[0] : 1280, height = d->s.size[1] ? (int)d->s.size[1] : 400;
    char reason[ERROR_SIZE / 2];
    d->window = window_open("Dicer", width, height, reason, sizeof reason);
    if (!d->window) {
        return error_set(d->error, sizeof d->error, "%s; use --headless", reason);
    }
    return library_open(&d->library, d->error, sizeof d->error);
}

static bool save_picture(dicer *d, const measurement *m, uint32_t slice) {
    int width = d->s.size[0] ? (int)d->s.size[0] : 1920, height = d->s.size[1] ? (int)d->s.size[1] : 540;
    view_state state;
    memset(&state, 0, sizeof state);
    state.mesh = &d->mesh;
    state.pipeline = &d->pipeline;
    state.camera = views_default_camera(&d->mesh);
    state.slice = slice;
    state.ms = m->times.wall[STAGE_VOXELIZE] + m->times.wall[STAGE_BUILD] + m->times.wall[STAGE_EXTRACT];
    camera_turn_y(0, 1, state.model);
    views *v = views_create(d->error, sizeof d->error);
    uint8_t *rgb = NULL;
    if (v && pipeline_make_list_texture(&d->pipeline, d->error, sizeof d->error)) {
        rgb = views_picture(v, &state, width, height, d->error, sizeof d->error);
    }
    bool ok =
        rgb && image_write_png(d->s.screenshot, rgb, (uint32_t)width, (uint32_t)height, d->error, sizeof d->error);
    free(rgb);
    views_destroy(v);
    return ok;
}

/* The still run: measured, told, saved. */
static bool run_still(dicer *d, uint32_t *slice) {
    const settings *s = &d->s;
    const char *model = s->model ? s->model : "teapot";
    bool json_to_stdout = s->json && strcmp(s->json, "-") == 0;
    FILE *stream = json_to_stdout ? stderr : stdout;
    measurement m;
    if (s->bench && !report_bench(stream, model, &d->library, &d->mesh, s->repeat, d->error, sizeof d->error)) {
        return false;
    }
    if (!pipeline_create(&d->pipeline, &d->library, s->grid, d->error, sizeof d->error) ||
        !measure(&d->pipeline, &d->mesh, s->repeat, s->json != NULL, &m, d->error, sizeof d->error)) {
        return false;
    }
    if (d->pipeline.total == 0) {
        fprintf(stderr,
                "dicer: %s: no voxel is marked; sampling goes along z and sees no wall that is parallel to it\n",
                model);
    }
    *slice = views_best_slice(&d->pipeline);
    if (s->output && !report_points(s->output, &d->pipeline, &d->fit, d->error, sizeof d->error)) {
        return false;
    }
    if (s->screenshot && !save_picture(d, &m, *slice)) {
        return false;
    }
    if (s->json && !report_json(s->json, model, &d->mesh, &d->pipeline, &m, d->error, sizeof d->error)) {
        return false;
    }
    if (!s->bench) {
        report_summary(stream, model, &d->pipeline, &m);
    }
    if (fflush(stream) != 0 || ferror(stream)) {
        return error_set(d->error, sizeof d->error, "standard output: cannot be written: %s", strerror(errno));
    }
    return true;
}

static bool run_frames(dicer *d, uint32_t slice) {
    loop_desc desc = {0};
    desc.library = &d->library;
    desc.mesh = &d->mesh;
    desc.model = d->s.model ? d->s.model : "teapot";
    desc.screenshot = d->s.screenshot ? d->s.screenshot : "dicer.png";
    memcpy(desc.grid, d->s.grid, sizeof desc.grid);
    desc.slice = slice;
    desc.frames = d->s.frames;
    desc.width = d->s.size[0] ? (int)d->s.size[0] : 1280;
    desc.height = d->s.size[1] ? (int)d->s.size[1] : 400;
    pipeline_destroy(&d->pipeline); /* the frames have their own: memory for two might not be there */
    if (d->window) {
        return loop_window(&desc, d->window, d->error, sizeof d->error);
    }
    return d->s.frames == 0 || loop_headless(&desc, d->error, sizeof d->error);
}

static void close_all(dicer *d) {
    pipeline_destroy(&d->pipeline);
    if (d->mesh.vertex_array) {
        draw_mesh_free(&d->mesh);
    }
    library_close(&d->library);
    window_close(d->window);
    headless_close(d->headless);
    mesh_free(&d->loaded);
}

int main(int argc, char **argv) {
    dicer d;
    memset(&d, 0, sizeof d);
    d.s.grid[0] = d.s.grid[1] = d.s.grid[2] = 256;
    int status = read_options(&d.s, argc, argv);
    if (status >= 0) {
        return status;
    }
    status = settle(&d.s);
    if (status != STATUS_OK) {
        return status;
    }
    /* A full disk or a closed pipe shall be a failed write, which cleans up, and not the end of the process. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    uint32_t slice = 0;
    bool ok = load_mesh(&d) && open_context(&d) && pipeline_check_grid(&d.library, d.s.grid, d.error, sizeof d.error) &&
              draw_mesh_upload(&d.mesh, &d.loaded, &d.fit, d.error, sizeof d.error) && run_still(&d, &slice) &&
              run_frames(&d, slice);
    if (!ok) {
        fprintf(stderr, "dicer: %s\n", d.error);
    }
    close_all(&d);
    return ok ? STATUS_OK : STATUS_FAILED;
}
