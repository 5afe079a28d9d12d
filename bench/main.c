/* main.c - histopyramid-bench: what the pyramid costs, every timed list compared with the oracle's first.
 * SPDX-License-Identifier: MIT */
#include "parts.h"

#include "common/files/options.h"
#include "common/files/outfile.h"
#include "common/files/system.h"
#include "common/platform/gl.h"
#include "common/platform/headless.h"
#include "common/volume/volume_load.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char PROGRAM[] = "histopyramid-bench";

/* The options that a part takes, whether --csv has its rows, and whether it needs OpenGL 3.3 or OpenGL ES 3.0. */
enum { TAKES_SIZE = 1, TAKES_FILL = 2, TAKES_LAYOUT = 4, HAS_ROWS = 8, TAKES_ALL = 15 };
enum {
    TAKES_VOLUME = 16,
    TAKES_MODEL = 32,
    TAKES_PEER = 64,
    NEEDS_33 = 128,
    ALONE = 256 /* it runs where it is named */
};

typedef struct part {
    const char *name;
    bool (*run)(bench *b);
    unsigned takes;
} part;

static const part PARTS[] = {
    {"fills", bench_fills, TAKES_ALL},
    {"discriminators", bench_discriminators, TAKES_ALL},
    {"clones", bench_clones, TAKES_ALL},
    {"counts", bench_counts, TAKES_ALL},
    {"volumes", bench_volumes, TAKES_LAYOUT | HAS_ROWS},
    {"papers", bench_papers, TAKES_LAYOUT | HAS_ROWS},
    {"image-list", bench_image_list, TAKES_LAYOUT | HAS_ROWS},
    {"isosurfaces", bench_isosurfaces, TAKES_SIZE | TAKES_VOLUME | NEEDS_33},
    {"edges", bench_edges, TAKES_SIZE | NEEDS_33},
    {"overhead", bench_overhead, TAKES_LAYOUT},
    {"lists", bench_lists, TAKES_SIZE | NEEDS_33},
    {"flow", bench_flows, TAKES_SIZE | NEEDS_33},
    {"octree", bench_octrees, TAKES_SIZE | TAKES_MODEL | NEEDS_33},
    {"nearest", bench_nearest, TAKES_SIZE | TAKES_MODEL | NEEDS_33},
    {"poisson", bench_poisson, TAKES_SIZE | TAKES_MODEL | TAKES_PEER | NEEDS_33},
    {"scans", bench_scans, TAKES_SIZE | TAKES_PEER | NEEDS_33 | ALONE},
    {"quadtree", bench_quadtrees, TAKES_SIZE | NEEDS_33},
    {"kinds", bench_kinds, TAKES_SIZE | NEEDS_33},
    {"sparse", bench_sparse, TAKES_SIZE | NEEDS_33},
    {"features", bench_features, TAKES_SIZE | NEEDS_33},
    {"voxels", bench_voxels, TAKES_MODEL},
    {"traffic", bench_traffic, NEEDS_33 | ALONE},
    {"programs", bench_programs, NEEDS_33 | ALONE},
};

enum { PART_COUNT = COUNT_OF(PARTS) };

typedef struct settings {
    const char *json, *csv, *gl, *layout, *part, *volume;
    uint32_t size;
    double fill, iso; /* NAN where they were not asked for */
    volume_source source;
    bool headless;
} settings;

/* ---- options ---- */

static int usage(const char *message) {
    fprintf(stderr, "%s: %s\n", PROGRAM, message);
    return 2;
}

static const char SUMMARY[] =
    "Times every layout: building, the total, and extraction by each path, on random images and volumes, and\n"
    "beside reading back and scanning on the CPU. Every timed list is compared with the oracle's first.";

static const char NOTES[] =
    "Tables: fills (every layout, size and fill), discriminators (MERGED and SEPARATE, cheap and expensive),\n"
    "clones, counts (count formats), volumes (97, 128, 160 and 256 cubed), papers (beside the figures of 2006),\n"
    "image-list (4096x4096 texels beside the CPU), isosurfaces (fields of up to 256 cubed samples, and beside the\n"
    "figures of 2008), edges (isosurfaces beside VTK's Flying Edges), overhead (calls of OpenGL and CPU time of\n"
    "64x64 cells); and beside the CPU lists (sorts, others), kinds (of discriminators), flow (seeds), octree (of\n"
    "points on a mesh), nearest (points, beside nanoflann), poisson (their surface), quadtree (of images),\n"
    "sparse (matrices, beside Eigen too),\n"
    "features (of images, beside OpenCV), voxels (of meshes, and beside the counts of 2006). traffic runs only\n"
    "where it is asked for: what most of these shade, fetch, read and write, counted by their shaders on small\n"
    "inputs. It needs OpenGL 4.5. programs, only where it is asked for, too: what the driver's compiler takes for\n"
    "the programs of the same parts. scans, too: how far surfaces of clean and dirty points are from the truth.\n"
    "--size is the side of fills, discriminators, clones and counts; with --part also of isosurfaces, edges\n"
    "and flow (N^3 samples), lists (N*N entries), octree, nearest, poisson and scans (N*N points), kinds and features\n"
    "(NxN pixels), quadtree (NxN pixels, where N is a power of two), sparse (N*N elements). --size and --fill leave\n"
    "these and overhead out.\n"
    "list is build + total + buffer, * marks the least of it. What a layout or this OpenGL cannot do is a line\n"
    "with the library's reason. Exit status: 1 where a result was wrong or nothing could be measured.";

static int parse_options(bench *b, settings *s, int argc, char **argv) {
    static const char *const LAYOUTS[] = {"single", "vec4", "rect", "bilinear", "bits", "line", "volume", NULL};
    const char *names[PART_COUNT + 1] = {NULL};
    for (size_t i = 0; i < PART_COUNT; i++)
        names[i] = PARTS[i].name;
    const option options[] = {
        {"--gl", "2.1|3.3|es3", "the OpenGL and its dialect of shaders (3.3); es3 is OpenGL ES 3.0", OPTION_CHOICE,
         &s->gl, 0, 0, NAMES_GL},
        {"--layout", "NAME", "only this layout: single, vec4, rect, bilinear, bits, line, volume", OPTION_CHOICE,
         &s->layout, 0, 0, LAYOUTS},
        {"--size", "N", "only images of NxN cells (1024 and 2048)", OPTION_COUNT, &s->size, 1, 16384},
        {"--fill", "PERCENT", "only images with so many active cells (0.1, 1 and 5)", OPTION_NUMBER, &s->fill,
         .highest = 100},
        {"--volume", "FIELD|FILE", "only isosurfaces, of cayley, gyroid, .., FILE.nrrd or FILE.raw:XxYxZ:TYPE[:big]",
         OPTION_PATH, &s->volume},
        {"--iso", "V", "isovalue of --volume (0, of files what parts their samples best)", OPTION_NUMBER, &s->iso},
        {"--model", "FILE",
         "only octrees, or with --part poisson, of points on this mesh (on the teapot); or --part voxels of it",
         OPTION_PATH, &b->model},
        {"--peer", "PROGRAM",
         "only poisson, or with --part scans, beside this program, which takes PoissonRecon's options", OPTION_PATH,
         &b->peer},
        {"--part", "NAME", "only this table", OPTION_CHOICE, &s->part, 0, 0, names},
        {"--full", NULL, "also 4096x4096, 25 and 100 percent of active cells, all lists: takes long", OPTION_FLAG,
         &b->is_full},
        {"--repeat", "N", "runs a figure is the median of (5 to 15, as time allows)", OPTION_COUNT, &b->repeat, 1,
         BENCH_MAX_RUNS},
        {"--json", "FILE|-", "save the results as one JSON object, - is stdout", OPTION_PATH, &s->json},
        {"--csv", "FILE|-", "save the rows of all tables but isosurfaces, overhead, lists and sparse, - is stdout",
         OPTION_PATH, &s->csv},
        {"--headless", NULL, "no window; there never is one", OPTION_FLAG, &s->headless}};
    const option_table table = {
        .program = PROGRAM, .summary = SUMMARY, .notes = NOTES, .options = options, .option_count = COUNT_OF(options)};
    return options_parse(&table, argc, argv);
}

/* What the options leave of the default sizes and fills. */
static void choose_input(bench *b, const settings *s) {
    static const uint32_t SIZES[MAX_SIZES] = {1024, 2048, 4096};
    static const double FILLS[MAX_FILLS] = {0.001, 0.01, 0.05, 0.25, 1};
    memcpy(b->sizes, SIZES, sizeof SIZES);
    memcpy(b->fills, FILLS, sizeof FILLS);
    b->size_count = b->is_full ? MAX_SIZES : 2;
    b->fill_count = b->is_full ? MAX_FILLS : 3;
    b->has_size = s->size > 0;
    if (s->size) {
        b->sizes[0] = s->size;
        b->size_count = 1;
    }
    if (!isnan(s->fill)) {
        b->fills[0] = s->fill / 100;
        b->fill_count = 1;
    }
}

/* The part, where an option is for one, and what it would take no notice of, or leave out. -1 to go on, as options_parse. */
static int choose_part(const bench *b, settings *s) {
    const struct {
        const char *name;
        bool is_given;
        unsigned takes;
        const char *part; /* that it means, where none is named */
    } given[] = {{"--volume", s->volume != NULL, TAKES_VOLUME, "isosurfaces"},
                 {"--peer", b->peer != NULL, TAKES_PEER, "poisson"},
                 {"--model", b->model != NULL, TAKES_MODEL, "octree"},
                 {"--size", s->size > 0, TAKES_SIZE, NULL},
                 {"--fill", !isnan(s->fill), TAKES_FILL, NULL},
                 {"--layout", s->layout != NULL, TAKES_LAYOUT, NULL},
                 {"--csv", s->csv != NULL, HAS_ROWS, NULL}};
    for (size_t i = 0; i < COUNT_OF(given); i++) {
        if (given[i].is_given && !s->part)
            s->part = given[i].part;
        for (size_t k = 0; given[i].is_given && s->part && k < PART_COUNT; k++)
            if (strcmp(s->part, PARTS[k].name) == 0 && !(PARTS[k].takes & given[i].takes)) {
                fprintf(stderr, "%s: %s: of no use to --part %s%s\n", PROGRAM, given[i].name, s->part,
                        given[i].takes == HAS_ROWS ? ", whose figures --json saves" : "");
                return 2;
            }
    }
    return -1;
}

/* -1 to go on, as options_parse. */
static int choose_volume(bench *b, settings *s) {
    uint32_t side = s->size ? s->size : 256;
    const uint32_t size[3] = {side, side, side};
    b->has_iso = !isnan(s->iso);
    b->iso = s->iso;
    b->volume = s->volume ? &s->source : NULL;
    if (!s->volume)
        return b->has_iso ? usage("--iso: of a --volume only") : -1;
    return volume_parse(s->volume, size, &s->source) ? -1 : usage(error_text());
}

static bool is_stdout(const char *path) {
    return path && strcmp(path, "-") == 0;
}

static int read_options(bench *b, settings *s, int argc, char **argv) {
    s->fill = s->iso = NAN;
    int status = parse_options(b, s, argc, argv);
    if (status >= 0)
        return status;
    if (is_stdout(s->json) && is_stdout(s->csv))
        return usage("--json and --csv: only one of them can be standard output");
    if (outfile_same(s->json, s->csv))
        return usage("--json and --csv: the same file");
    status = choose_part(b, s);
    if (status < 0)
        status = choose_volume(b, s);
    if (status >= 0)
        return status;
    b->budget_ms = b->is_full ? 20000 : 2000;
    b->stream = is_stdout(s->json) || is_stdout(s->csv) ? stderr : stdout;
    for (int i = 0; i < LAYOUT_CHOICES && s->layout; i++)
        if (strcmp(NAMES_LAYOUTS[i], s->layout) == 0)
            b->layout = layout_choices[i].layout;
    choose_input(b, s);
    return -1;
}

/* ---- the run ---- */

static bool run_parts(bench *b, const settings *s) {
    bool ok = true;
    const char *kind = b->caps->gl == HPYR_GL_ES3 ? "" : "OpenGL "; /* the version of OpenGL ES begins with its name */
    fprintf(b->stream, "%s, %s%s, GLSL %d, wall clock\n", b->caps->renderer, kind, b->caps->version,
            b->caps->glsl_version);
    for (size_t i = 0; i < PART_COUNT && ok; i++) {
        bool asked = s->part
                         ? strcmp(s->part, PARTS[i].name) == 0
                         : PARTS[i].takes == TAKES_ALL || (s->size == 0 && isnan(s->fill) && !(PARTS[i].takes & ALONE));
        b->part = PARTS[i].name;
        if (asked && (PARTS[i].takes & NEEDS_33) && bench_has_floats(b))
            fprintf(b->stream, "\n%s: OpenGL 2.1 has none\n", b->part);
        else
            ok = !asked || PARTS[i].run(b);
    }
    return ok;
}

/* What was refused throughout is no measurement. */
static bool has_measured(const bench *b) {
    bool measured = false;
    for (size_t i = 0; i < b->row_count; i++)
        measured = measured || b->rows[i].n[ROW_RUNS] > 0;
    return measured || error_set("nothing could be measured: see the reasons above");
}

static bool flush(bench *b) {
    return (fflush(b->stream) == 0 && !ferror(b->stream)) ||
           error_set("the tables cannot be written: %s", strerror(errno));
}

static bool save(bench *b, const char *path, void (*write)(const bench *b, outfile *file)) {
    outfile *file = path ? outfile_open(path) : NULL;
    if (file)
        write(b, file);
    return !path || (file && outfile_close(file, true));
}

int main(int argc, char **argv) {
    settings s = {0};
    bench b;
    memset(&b, 0, sizeof b);
    system_set_variable("HISTOPYRAMID_CACHE", ""); /* first calls shall compile what they need */
    b.part = PROGRAM;
    system_begin(false);
    int status = read_options(&b, &s, argc, argv);
    if (status >= 0)
        return status;
    system_survive_writes();
    int version = gl_of_name(s.gl);
    bool can = outfile_try(s.json) && outfile_try(s.csv); /* before minutes are spent */
    headless *gl = can ? headless_open(version) : NULL;
    bool ok = gl && bench_open(&b, version) && run_parts(&b, &s) && flush(&b) && save(&b, s.json, results_json) &&
              save(&b, s.csv, results_csv) && has_measured(&b);
    if (!ok)
        fprintf(stderr, "%s: %s\n", PROGRAM, error_text());
    bench_close(&b);
    headless_close(gl);
    bench_free(&b);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
