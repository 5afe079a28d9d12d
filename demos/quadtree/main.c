/* main.c - quadtree: the largest squares of one value in an image (Ziegler et al. 2006, section 8.4).
 * SPDX-License-Identifier: MIT */
#include "loop.h"
#include "output.h"
#include "report.h"

#include "common/files/error.h"
#include "common/files/image.h"
#include "common/files/options.h"
#include "common/files/outfile.h"
#include "common/files/path.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };

static const uint32_t WINDOW_SIZE[2] = {1120, 720}, PICTURE_SIZE[2] = {1280, 800};
static const double DEFAULT_TOLERANCE = 16;

typedef struct settings {
    const char *image, *shown, *output, *screenshot, *json, *gl;
    double tolerance;
    subject_desc desc;
    uint32_t pixels[2], repeat, frames, scale;
    bool headless, no_grid;
} settings;

/* What one run holds, so that one function frees it all. */
typedef struct quadtree {
    settings s;
    viewer viewer;
    subject subject;
} quadtree;

static int read_options(settings *s, int argc, char **argv) {
    static const char *const OUTPUTS[] = {".csv", ".png", NULL}, *const PICTURES[] = {".png", NULL};
    static const char *const DIALECTS[] = {"3.3", "es3", NULL};
    const option options[] = {
        {"--tolerance", "T",
         "a leaf's pixels differ by no more, in red, green, blue and alpha, which go from 0 to 255; 0 is exact (16)",
         OPTION_NUMBER, &s->tolerance, 0, 0, NULL, NULL, 0, 255},
        {"--smallest", "N", "no leaf has a smaller side, whatever the tolerance: a power of two (1)", OPTION_COUNT,
         &s->desc.smallest, 1, 32768},
        {"--largest", "N", "no leaf has a larger side: a power of two (any side)", OPTION_COUNT, &s->desc.largest, 1,
         32768},
        {"--output", "FILE", "save the leaves: as rows x,y,size,value in .csv, or as a picture with their grid in .png",
         OPTION_PATH, &s->output, 0, 0, OUTPUTS},
        {"--scale", "N",
         "pixels that a picture of --output has for each of the image, either way (4, or less if that is above 8192 "
         "pixels)",
         OPTION_COUNT, &s->scale, 1, 64},
        {"--no-grid", NULL, "draw no edges of leaves", OPTION_FLAG, &s->no_grid},
        {"--view", "NAME", "what is shown: leaves, image, or both side by side (leaves)", OPTION_CHOICE, &s->shown, 0,
         0, SCENE_SHOWN_NAMES},
        {"--screenshot", "FILE.png", "save a picture; with a window one of the start, which key S replaces",
         OPTION_PATH, &s->screenshot, 0, 0, PICTURES},
        {"--json", "FILE|-", "save the results as one JSON object, - is stdout", OPTION_PATH, &s->json},
        {"--repeat", "N", "runs to take medians over (5 with --json, else 2)", OPTION_COUNT, &s->repeat, 1, 10000},
        {"--headless", NULL, "no window", OPTION_FLAG, &s->headless},
        {"--frames", "N", "quit the window after N frames", OPTION_COUNT, &s->frames, 1, 1000000},
        {"--pixels", "WxH", "of the window and of pictures (1120x720, 1280x800)", OPTION_SIZE, s->pixels, 16, 16384},
        {"--gl", "3.3|es3", "the OpenGL to keep to (3.3); es3 is ES 3.0", OPTION_CHOICE, &s->gl, 0, 0, DIALECTS},
    };
    option_table table = {0};
    table.program = "quadtree";
    table.summary = "Divides an image into the largest squares whose pixels are equal, or nearly so, on the GPU.";
    table.operand = "IMAGE";
    table.operand_target = &s->image;
    table.notes =
        "IMAGE is a PNG, JPEG, BMP, TGA or whatever else stb_image reads; without it discs are drawn.\n"
        "In rows of a .csv file x and y are the lower left pixel of a leaf, counted from the lower left corner of the\n"
        "image, and value is the middle between the lowest and the highest number of its pixels: one number for gray\n"
        "images, else red, green and blue, and alpha where something is transparent, with blanks between them.\n"
        "In the window: drag or arrows to move, wheel or + - to zoom, [ ] or the slider for the tolerance, Space\n"
        "moves it by itself, V shows leaves, image or both, G the grid, a dropped file is another image, R resets, S\n"
        "saves a picture, H hides the words, Esc quits.";
    table.options = options;
    table.option_count = sizeof options / sizeof *options;
    return options_parse(&table, argc, argv);
}

static int usage(const char *message) {
    fprintf(stderr, "quadtree: %s\n", message);
    return STATUS_USAGE;
}

static bool is_power_of_two(uint32_t number) {
    return (number & (number - 1)) == 0;
}

static bool is_csv(const char *path) {
    return path && path_ends_with(path, ".csv");
}

static scene_shown shown_of(const char *name) {
    int i = 0;
    while (name && strcmp(SCENE_SHOWN_NAMES[i], name) != 0)
        i++;
    return (scene_shown)i;
}

/* STATUS_OK to go on. */
static int settle(settings *s) {
    const char *const options[] = {"IMAGE", "--output", "--screenshot", "--json"};
    const char *const names[] = {s->image, s->output, s->screenshot, s->json};
    if (!outfile_differ(options, names, sizeof names / sizeof *names))
        return usage(error_text());
    if (!is_power_of_two(s->desc.smallest))
        return usage("--smallest: not a power of two");
    if (!is_power_of_two(s->desc.largest))
        return usage("--largest: not a power of two");
    if (s->desc.largest && s->desc.smallest > s->desc.largest)
        return usage("--smallest: larger than --largest");
    if (s->scale && (!s->output || is_csv(s->output)))
        return usage("--scale: of an --output FILE.png only");
    if (s->frames > 0 && s->headless)
        return usage("--frames: of a window, and --headless opens none");
    if (s->repeat == 0)
        s->repeat = s->json ? 5 : 2; /* the first run compiles */
    if (s->pixels[0] == 0)
        memcpy(s->pixels, s->headless ? PICTURE_SIZE : WINDOW_SIZE, sizeof s->pixels);
    return STATUS_OK;
}

/* Before the work, and not after it. */
static bool try_outputs(quadtree *q) {
    return outfile_try(q->s.output) && outfile_try(q->s.screenshot) && outfile_try(q->s.json);
}

static bool open_subject(quadtree *q) {
    const settings *s = &q->s;
    const viewer_desc view = {"Quadtree", gl_of_name(s->gl), s->headless, (int)s->pixels[0], (int)s->pixels[1]};
    return viewer_open(&q->viewer, &view) && subject_load(&q->subject, &q->viewer.library, s->image, &s->desc) &&
           subject_measure(&q->subject, s->tolerance, s->repeat);
}

static bool save_pictures(quadtree *q) {
    const settings *s = &q->s;
    const bool has_png = s->output && !is_csv(s->output);
    const scene_state state = {&q->subject, {0}, shown_of(s->shown), !s->no_grid, 0};
    const int width = (int)s->pixels[0], height = (int)s->pixels[1];
    uint8_t *rgb = NULL;
    if (!has_png && !s->screenshot)
        return true;
    scene *drawn = scene_create(&q->viewer.painter, &q->viewer.library);
    bool ok = drawn && (!has_png || output_png(drawn, &state, s->scale, s->output));
    if (ok && s->screenshot) {
        rgb = scene_picture(drawn, &state, width, height);
        ok = rgb && image_write_png(s->screenshot, rgb, s->pixels[0], s->pixels[1]);
    }
    free(rgb);
    scene_destroy(drawn);
    return ok;
}

/* The still run: told and saved. */
static bool run_still(quadtree *q) {
    const settings *s = &q->s;
    FILE *stream = s->json && strcmp(s->json, "-") == 0 ? stderr : stdout;
    if ((is_csv(s->output) && !output_csv(&q->subject, s->output)) || !save_pictures(q) ||
        (s->json && !report_json(s->json, &q->subject)))
        return false;
    report_summary(stream, &q->subject);
    return outfile_flush(stream);
}

static bool run_window(quadtree *q) {
    const settings *s = &q->s;
    if (!q->viewer.window)
        return true;
    const loop_desc desc = {
        &q->viewer, &q->subject, shown_of(s->shown), !s->no_grid, s->screenshot ? s->screenshot : "quadtree.png",
        s->frames};
    return loop_window(&desc);
}

int main(int argc, char **argv) {
    quadtree *q = calloc(1, sizeof *q);
    if (!q) {
        fputs("quadtree: out of memory\n", stderr);
        return STATUS_FAILED;
    }
    q->s.tolerance = DEFAULT_TOLERANCE;
    int status = read_options(&q->s, argc, argv);
    status = status >= 0 ? status : settle(&q->s) == STATUS_OK ? -1 : STATUS_USAGE;
    if (status < 0) {
        outfile_ignore_signals();
        bool ok = try_outputs(q) && open_subject(q) && run_still(q) && run_window(q);
        if (!ok)
            fprintf(stderr, "quadtree: %s\n", error_text());
        status = ok ? STATUS_OK : STATUS_FAILED;
    }
    subject_free(&q->subject);
    viewer_close(&q->viewer);
    free(q);
    return status;
}
