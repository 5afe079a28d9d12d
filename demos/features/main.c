/* main.c - features: corners and blobs of an image, found and sorted on the GPU (Ziegler et al. 2006, section 8.1).
 * SPDX-License-Identifier: MIT */
#include "loop.h"
#include "report.h"

#include "common/files/image.h"
#include "common/files/median.h"
#include "common/files/memory.h"
#include "common/files/options.h"
#include "common/files/outfile.h"
#include "common/files/path.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2, DEFAULT_FRAMES = 10 };

static const uint32_t WINDOW_SIZE[2] = {1120, 720};

typedef struct settings {
    const char *image, *detector, *blobs, *pattern, *output, *screenshot, *json, *gl;
    double threshold, edges; /* NAN: not given */
    uint32_t strongest, pixels[2], frames;
    bool headless;
} settings;

/* What one run holds, so that one function frees it all. */
typedef struct features {
    settings s;
    finder_settings finds;
    pattern pattern;
    viewer viewer;
    subject subject;
    show show;
    report report;
} features;

static const char *const NOTES =
    "Features are found and sorted on the GPU, and drawn from the buffer in which they lie there. A row of the CSV\n"
    "has the pixel x,y, from the left and from the bottom; the response; offset_x,offset_y from the pixel's middle to\n"
    "the place between pixels; and the scale of a blob, 0.71 of its radius. The strongest feature comes first. Edges\n"
    "and templates, which are compared in the green channel, have x,y alone, of a template its lower left pixel. That\n"
    "needs OpenGL 3.3 or ES 3.0: lists of the library are of integers, which 2.1 does not have.\n"
    "In the window the image sways, and each frame finds its features anew. D takes another detector, [ ] change the\n"
    "threshold, N the number of the strongest, wheel or + - zoom, drag or arrows move what is shown, Space stops\n"
    "what moves, a dropped file is another image, R resets, S saves a picture, H hides the words, Esc quits.";

static const char *const OUTPUTS[] = {".png", ".csv", NULL}, *const PICTURES[] = {".png", NULL};

static int read_options(settings *s, int argc, char **argv) {
    const option options[] = {
        {"--detector", "NAME", "corner (Shi-Tomasi), harris, blob, edge or template (corner)", OPTION_CHOICE,
         &s->detector, 0, 0, FINDER_NAMES},
        {"--blobs", "KIND", "which blobs: both, bright or dark (both)", OPTION_CHOICE, &s->blobs, 0, 0,
         FINDER_POLARITIES},
        {"--edges", "R",
         "no blobs whose curvatures have a ratio of R or more, as edges have: above 1 (10); 0 keeps all", OPTION_NUMBER,
         &s->edges, .lowest = 0, .highest = 1e6},
        {"--strongest", "N", "only the N strongest features (all)", OPTION_COUNT, &s->strongest, 1,
         FINDER_MOST_STRONGEST},
        {"--template", "FILE", "the image to look for, at most 32x32 pixels; of --detector template", OPTION_PATH,
         &s->pattern},
        {"--threshold", "T",
         "smallest response, as a part of the strongest one (0.01; of blobs 0.1); of edges the smallest\n"
         "                             gradient, which is 0.5 where black meets white (0.1); of templates the "
         "smallest\n"
         "                             correlation (0.9); 0.000001 to 1",
         OPTION_NUMBER, &s->threshold, .lowest = 0.000001, .highest = 1},
        {"--output", "FILE.png|.csv", "save the image with marks, in its own pixels, or a row for each feature",
         OPTION_PATH, &s->output, 0, 0, OUTPUTS},
        {"--screenshot", "FILE.png", "save a picture; with a window one of the start, which key S replaces",
         OPTION_PATH, &s->screenshot, 0, 0, PICTURES},
        {"--json", "FILE|-", "save the results as one JSON object, - is stdout", OPTION_PATH, &s->json},
        {"--headless", NULL, "no window", OPTION_FLAG, &s->headless},
        {"--frames", "N", "runs to take medians over (10; 1 without --json); quit the window after N frames",
         OPTION_COUNT, &s->frames, 1, 1000000},
        {"--pixels", "WxH", "of the window and of its pictures (1120x720)", OPTION_SIZE, s->pixels, 16, 16384},
        {"--gl", "3.3|es3", "the OpenGL to keep to (3.3); es3 is OpenGL ES 3.0; 2.1 has no integers and cannot sort",
         OPTION_CHOICE, &s->gl, 0, 0, NAMES_GL},
    };
    option_table table = {0};
    table.program = "features";
    table.summary = "Finds corners or blobs of an image on the GPU, and marks them. IMAGE is a PNG, a JPEG, or what "
                    "else stb_image\n"
                    "reads; without it, a card with discs and squares.";
    table.notes = NOTES;
    table.options = options;
    table.option_count = sizeof options / sizeof options[0];
    table.operand = "IMAGE";
    table.operand_target = &s->image;
    return options_parse(&table, argc, argv);
}

static int usage(const char *message) {
    fprintf(stderr, "features: %s\n", message);
    return STATUS_USAGE;
}

/* Of a name in a list that has it; NULL is the first. */
static int number_of(const char *name, const char *const *names) {
    int i = 0;
    while (name && strcmp(name, names[i]) != 0)
        i++;
    return i;
}

static int settle(features *p) {
    settings *s = &p->s;
    const char *const options[] = {"IMAGE", "--template", "--output", "--screenshot", "--json"};
    const char *const names[] = {s->image, s->pattern, s->output, s->screenshot, s->json};
    if (!outfile_differ(options, names, sizeof names / sizeof names[0]))
        return usage(error_text());
    if (gl_of_name(s->gl) < 33)
        return usage("--gl 2.1: features are sorted by lists of integers, which OpenGL 2.1 does not have; use 3.3");
    if (s->pixels[0] == 0)
        memcpy(s->pixels, WINDOW_SIZE, sizeof s->pixels);
    p->finds = (finder_settings){.kind = (finder_kind)number_of(s->detector, FINDER_NAMES),
                                 .polarity = (hpyr_polarity)(number_of(s->blobs, FINDER_POLARITIES) + 1),
                                 .threshold = s->threshold,
                                 .edge_ratio = isnan(s->edges) ? 0
                                               : s->edges > 0  ? s->edges
                                                               : HUGE_VAL,
                                 .strongest = s->strongest,
                                 .pattern = &p->pattern};
    if (p->finds.threshold == 0)
        p->finds.threshold = FINDER_THRESHOLDS[p->finds.kind];
    if ((p->finds.kind == FINDER_TEMPLATE) != (s->pattern != NULL))
        return usage("--template and --detector template need each other");
    if (s->strongest && !finder_has_responses(p->finds.kind))
        return usage("--strongest: edges and templates have no responses to be sorted by");
    if (p->finds.kind != FINDER_BLOB && (s->blobs || !isnan(s->edges)))
        return usage("--blobs and --edges: of --detector blob only");
    if (s->edges > 0 && s->edges <= 1)
        return usage("--edges: 0, or more than 1");
    return STATUS_OK;
}

/* Before the work, and not after it. */
static bool try_outputs(features *p) {
    const char *const names[] = {p->s.output, p->s.screenshot, p->s.json};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!outfile_try(names[i]))
            return false;
    return true;
}

static bool open_subject(features *p) {
    const settings *s = &p->s;
    viewer_desc view = {"Features", gl_of_name(s->gl), s->headless, (int)s->pixels[0], (int)s->pixels[1]};
    return viewer_open(&p->viewer, &view) && (!s->pattern || pattern_load(&p->pattern, s->pattern)) &&
           subject_load(&p->subject, &p->viewer.library, s->image) && show_open(&p->show, &p->viewer.painter);
}

/* ---- the still run: measured, told, saved ---- */

static uint32_t frames_of(const settings *s) {
    return s->headless && s->frames > 0 ? s->frames : s->headless && s->json ? DEFAULT_FRAMES : 1;
}

/* The first run compiles its shaders. It counts where it is the only one. */
static bool measure(features *p) {
    const uint32_t frames = frames_of(&p->s);
    finder *f = &p->subject.finder;
    double *ms = memory_zeroed(TIME_COUNT * (size_t)frames * sizeof *ms);
    bool ok = ms && (frames == 1 || finder_find(f, &p->finds, p->subject.texture));
    for (uint32_t i = 0; ok && i < frames; i++) {
        ok = finder_find(f, &p->finds, p->subject.texture);
        ms[TIME_DETECT * frames + i] = f->detect_ms;
        ms[TIME_LIST * frames + i] = f->list_ms;
        ms[TIME_TOTAL * frames + i] = f->detect_ms + f->list_ms;
    }
    for (int i = 0; ok && i < TIME_COUNT; i++)
        p->report.ms[i] = median_of(ms + (size_t)i * frames, frames);
    free(ms);
    p->report.image = p->subject.name;
    p->report.finder = f;
    p->report.settings = p->finds;
    p->report.frames = frames;
    return ok;
}

static bool save_picture(features *p, const char *path, const uint32_t size[2]) {
    const image_area area = {0, 0, (int)size[0], (int)size[1]};
    const image_view view = {0};
    picture into = {0};
    uint8_t *rgb = NULL;
    if (picture_resize(&into, p->viewer.painter.gl, area.width, area.height)) {
        framebuffer_bind(into.gl, into.framebuffer);
        show_draw(&p->show, p->subject.texture, &p->subject.finder, &view, &area);
        rgb = picture_read(&into);
    }
    bool ok = rgb && image_write_png(path, rgb, size[0], size[1]);
    free(rgb);
    picture_free(&into);
    return ok;
}

static bool save_csv(features *p) {
    hpyr_feature *list = finder_read(&p->subject.finder);
    bool ok = list && report_csv(p->s.output, &p->report, list);
    free(list);
    return ok;
}

static bool save(features *p) {
    const settings *s = &p->s;
    const bool is_csv = s->output && path_ends_with(s->output, ".csv");
    return (!s->output || (is_csv ? save_csv(p) : save_picture(p, s->output, p->subject.size))) &&
           (!s->screenshot || save_picture(p, s->screenshot, s->pixels)) &&
           (!s->json || report_json(s->json, &p->report));
}

static bool run_still(features *p) {
    FILE *stream = p->s.json && strcmp(p->s.json, "-") == 0 ? stderr : stdout;
    if (!measure(p) || !save(p))
        return false;
    report_summary(stream, &p->report);
    report_cut(stderr, &p->report);
    return outfile_flush(stream);
}

static bool run_window(features *p) {
    loop_desc desc = {0};
    if (!p->viewer.window)
        return true;
    desc.viewer = &p->viewer;
    desc.subject = &p->subject;
    desc.show = &p->show;
    desc.settings = p->finds;
    desc.screenshot = p->s.screenshot ? p->s.screenshot : "features.png";
    desc.frames = p->s.frames;
    return loop_window(&desc);
}

int main(int argc, char **argv) {
    features *p = calloc(1, sizeof *p);
    if (!p) {
        fputs("features: out of memory\n", stderr);
        return STATUS_FAILED;
    }
    p->s.edges = NAN;
    int status = read_options(&p->s, argc, argv);
    status = status >= 0 ? status : settle(p) == STATUS_OK ? -1 : STATUS_USAGE;
    if (status < 0) {
        outfile_ignore_signals();
        bool ok = try_outputs(p) && open_subject(p) && run_still(p) && run_window(p);
        if (!ok)
            fprintf(stderr, "features: %s\n", error_text());
        status = ok ? STATUS_OK : STATUS_FAILED;
    }
    show_close(&p->show);
    subject_free(&p->subject);
    viewer_close(&p->viewer);
    free(p);
    return status;
}
