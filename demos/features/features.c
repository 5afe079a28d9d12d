/* features.c - features: corners and blobs of an image, found and sorted on the GPU (Ziegler et al. 2006, section 8.1).
 * SPDX-License-Identifier: MIT */
#include "photo_file.h"
#include "show.h"

#include "common/draw/image_texture.h"
#include "common/files/image.h"
#include "common/files/outfile.h"
#include "common/files/path.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"
#include "frame/frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STAGE_DETECT, STAGE_LIST };

typedef struct features {
    int kind, polarity;
    double threshold, edges; /* edges: NAN where it is not given */
    uint32_t strongest;
    const char *template_path;
    pattern pattern;
    show show;
    double seconds;   /* that the image has moved for; from here on of one image */
    uint32_t texture; /* of the image */
    finder finder;
} features;

/* ---- life ---- */

static bool open_all(void *self, frame *f) {
    features *p = self;
    return (!p->template_path || pattern_load(&p->pattern, p->template_path)) &&
           show_open(&p->show, &f->viewer.painter);
}

static void close_all(void *self, frame *f) {
    features *p = self;
    (void)f;
    show_close(&p->show);
}

static const char *settle(void *self, frame *f) {
    features *p = self;
    if (p->threshold == 0)
        p->threshold = FINDER_THRESHOLDS[p->kind];
    if ((p->kind == FINDER_TEMPLATE) != (p->template_path != NULL))
        return "--template and --detector template need each other";
    if (p->strongest && !finder_has_responses((finder_kind)p->kind))
        return "--strongest: edges and templates have no responses to be sorted by";
    if (p->kind != FINDER_BLOB && (frame_given(f, "blobs") || !isnan(p->edges)))
        return "--blobs and --edges: of --detector blob only";
    if (p->edges > 0 && p->edges <= 1)
        return "--edges: 0, or more than 1";
    return NULL;
}

static uint8_t *read_pixels(const char *path, uint32_t size[2]) {
    uint8_t *rgba =
        path[0] ? image_read(path, &size[0], &size[1]) : image_decode(photo_file, photo_file_size, &size[0], &size[1]);
    if (!rgba && path[0])
        error_set("%s: %s", path, error_text());
    return rgba;
}

static bool load(void *self, frame *f) {
    features *p = self;
    uint32_t *size = f->image_size;
    uint8_t *rgba = read_pixels(f->path, size);
    const bool ok = rgba && finder_open(&p->finder, &f->viewer.library, size[0], size[1]);
    p->texture = ok ? image_texture_create(f->viewer.library.gl, rgba, size[0], size[1], false) : 0;
    free(rgba);
    return p->texture != 0;
}

static void unload(void *self, frame *f) {
    features *p = self;
    (void)f;
    finder_close(&p->finder);
    if (p->texture) /* else GL may not even be loaded */
        glDeleteTextures(1, &p->texture);
}

/* ---- the work ---- */

/* The image as it is now. */
static uint32_t texture_of(const features *p) {
    return p->seconds > 0 ? p->show.moved.texture : p->texture;
}

/* More than there is memory for. */
static void look_for_cut(const finder *found, frame *f) {
    if (found->is_cut)
        frame_odd(f, "no memory for a longer list: it has the %s %u of %u features; a larger threshold finds fewer",
                  found->features ? "strongest" : "first", (unsigned)found->count, (unsigned)found->found);
    else
        frame_odd(f, "%s", "");
}

static bool make(void *self, frame *f) {
    features *p = self;
    const finder_settings wanted = {.kind = (finder_kind)p->kind,
                                    .polarity = (hpyr_polarity)(p->polarity + 1),
                                    .threshold = p->threshold,
                                    .edge_ratio = isnan(p->edges) ? 0
                                                  : p->edges > 0  ? p->edges
                                                                  : HUGE_VAL,
                                    .strongest = p->strongest,
                                    .pattern = &p->pattern};
    if ((p->seconds > 0 && !show_move(&p->show, p->texture, f->image_size, p->seconds)) ||
        !finder_find(&p->finder, &wanted, texture_of(p)))
        return false;
    frame_time(f, STAGE_DETECT, p->finder.detect_ms);
    frame_time(f, STAGE_LIST, p->finder.list_ms);
    look_for_cut(&p->finder, f);
    return true;
}

static void move(void *self, frame *f) {
    features *p = self;
    p->seconds += f->passed_s;
    frame_remake(f);
}

static bool draw(void *self, frame *f, const frame_target *t) {
    features *p = self;
    const image_area area = {0, 0, t->width, t->height};
    framebuffer_bind(f->viewer.library.gl, t->framebuffer);
    show_draw(&p->show, texture_of(p), &p->finder, &f->view, &area);
    return draw_check("drawing the image");
}

/* ---- what the user changes ---- */

static void changed(void *self, frame *f, const setting *s) {
    features *p = self;
    (void)f;
    if (s->place == offsetof(features, kind))
        p->threshold = FINDER_THRESHOLDS[p->kind];
}

/* The next detector that works here: a template may be larger than the image, and memory too small. */
static bool act(void *self, frame *f, int key) {
    features *p = self;
    const int kinds = p->pattern.size[0] ? FINDER_KINDS : FINDER_TEMPLATE, now = p->kind;
    const double threshold = p->threshold;
    if (key == 'R')
        p->seconds = 0;
    if (key != 'D')
        return false;
    for (int i = 1; i < kinds; i++) {
        p->kind = (now + i) % kinds;
        p->threshold = FINDER_THRESHOLDS[p->kind];
        if (make(p, f)) {
            frame_remake(f);
            return true;
        }
        messages_say(&f->messages, MESSAGE_ERROR, "%s", error_text());
    }
    p->kind = now;
    p->threshold = threshold;
    return true;
}

/* ---- what it tells and saves ---- */

/* Ranks are told by colors, and of corners by sizes, too. */
static void tell_colors(const finder *found, facts *out) {
    const finder_kind kind = found->made_for.kind;
    const overlay_colors ranks = {SHOW_RANKS, SHOW_RANK_COLORS, kind == FINDER_BLOB ? 24 : SHOW_SIZES,
                                  kind != FINDER_BLOB},
                         one = {kind == FINDER_EDGE ? &SHOW_EDGE : SHOW_RANKS, 1};
    if (finder_has_responses(kind))
        fact_note(out, "strong", "weak");
    else
        fact_note(out, FINDER_NAMES[kind], "%s", "");
    fact_colors(out, finder_has_responses(kind) ? &ranks : &one);
}

static void tell(void *self, frame *f, facts *out) {
    const features *p = self;
    const finder *found = &p->finder;
    fact_counts(out, "size", f->image_size, 2);
    fact_text(out, NULL, "size", "%u \xC3\x97 %u", (unsigned)found->width, (unsigned)found->height);
    fact_count(out, "found", "found", found->found);
    fact_count(out, "listed", "listed", found->count);
    fact_truth(out, "cut", found->is_cut);
    fact_count(out, "frames", NULL, f->runs);
    tell_colors(found, out);
}

/* Nine digits are exact. */
static bool write_rows(const char *path, const hpyr_feature *list, uint32_t count, bool has_response) {
    outfile *file = outfile_open(path);
    if (!file)
        return false;
    outfile_print(file, "x,y%s\n", has_response ? ",response,offset_x,offset_y,scale" : "");
    for (const hpyr_feature *f = list; f < list + count; f++) {
        outfile_print(file, "%u,%u", (unsigned)f->x, (unsigned)f->y);
        if (has_response)
            outfile_print(file, ",%.9g,%.6g,%.6g,%.6g", (double)f->response, (double)f->offset[0], (double)f->offset[1],
                          (double)f->scale);
        outfile_print(file, "\n");
    }
    return outfile_close(file, true);
}

static bool save(void *self, frame *f, const char *path) {
    features *p = self;
    if (!path_ends_with(path, ".csv"))
        return frame_save_picture(f, path, f->image_size[0], f->image_size[1]);
    hpyr_feature *list = finder_read(&p->finder);
    const bool ok = list && write_rows(path, list, p->finder.count, finder_has_responses((finder_kind)p->kind));
    free(list);
    return ok;
}

/* ---- description ---- */

static const double STRONGEST[] = {0, 10, 30, 100, 300, 1000};

static const setting SETTINGS[] = {
    {"detector", "NAME", "corner (Shi-Tomasi), harris, blob, edge or template", SETTING_CHOICE,
     offsetof(features, kind), .choices = FINDER_NAMES, .key = 'D', .label = "detector", .effect = CHANGE_MAKES,
     .in_title = true},
    {"threshold", "T",
     "smallest response, as a part of the strongest one; of edges the smallest gradient, which is 0.5 where black "
     "meets "
     "white; of templates the smallest correlation; 0.000001 to 1",
     SETTING_NUMBER, offsetof(features, threshold), .lowest = 0.000001, .highest = 1,
     .otherwise = "0.01; of blobs and edges 0.1, of templates 0.9", .key = KEY_SLIDE, .step = 1e-5, .factor = 1.25,
     .label = "threshold", .effect = CHANGE_MAKES, .in_title = true},
    {"strongest", "N", "only the N strongest features", SETTING_COUNT, offsetof(features, strongest), .lowest = 1,
     .highest = FINDER_MOST_STRONGEST, .otherwise = "all", .key = 'N', .stops = STRONGEST,
     .stop_count = sizeof STRONGEST / sizeof STRONGEST[0], .label = "strongest", .effect = CHANGE_MAKES},
    {"blobs", "KIND", "which blobs: both, bright or dark", SETTING_CHOICE, offsetof(features, polarity),
     .choices = FINDER_POLARITIES, .key = 'B', .label = "blobs", .effect = CHANGE_MAKES},
    {"edges", "R", "no blobs whose curvatures have a ratio of R or more, as edges have: above 1; 0 keeps all",
     SETTING_NUMBER, offsetof(features, edges), .highest = 1e6, .standard = NAN, .otherwise = "10",
     .effect = CHANGE_MAKES},
    {"template", "FILE", "the image to look for, at most 32x32 pixels; of --detector template", SETTING_PATH,
     offsetof(features, template_path)},
};

static const char *const OUTPUTS[] = {".png", ".csv", NULL}, *const STAGES[] = {"detect", "list", NULL};

static const demo FEATURES = {
    .program = "features",
    .title = "Features",
    .summary = "Finds corners or blobs of an image on the GPU, and marks them. IMAGE is a PNG, a JPEG, or what else "
               "stb_image\n"
               "reads; without it, a photograph of a cup.",
    .notes =
        "Features are found and sorted on the GPU, and drawn from the buffer in which they lie there. A row of the "
        "CSV\n"
        "has the pixel x,y, from the left and from the bottom; the response; offset_x,offset_y from the pixel's middle "
        "to\n"
        "the place between pixels; and the scale of a blob, 0.71 of its radius. The strongest feature comes first. "
        "Edges\n"
        "and templates, which are compared in the green channel, have x,y alone, of a template its lower left pixel. "
        "That\n"
        "needs OpenGL 3.3 or ES 3.0: lists of the library are of integers, which 2.1 does not have.\n"
        "In the window the image sways, and each frame finds its features anew.",
    .operand = "IMAGE",
    .subject = "image",
    .built_in = "coffee",
    .dropped = "another image",
    .why_not_21 = "--gl 2.1: features are sorted by lists of integers, which OpenGL 2.1 does not have; use 3.3",
    .gls = DEMO_GL_33 | DEMO_GL_ES3,
    .window = {1120, 720},
    .picture = {1120, 720},
    .outputs = OUTPUTS,
    .output_help = "save the image with marks, in its own pixels, as .png, or a row for each feature as .csv",
    .stages = STAGES,
    .settings = SETTINGS,
    .setting_count = sizeof SETTINGS / sizeof SETTINGS[0],
    .size = sizeof(features),
    .kept = offsetof(features, seconds),
    .open = open_all,
    .close = close_all,
    .settle = settle,
    .load = load,
    .unload = unload,
    .make = make,
    .draw = draw,
    .tell = tell,
    .save = save,
    .move = move,
    .changed = changed,
    .act = act,
};

int main(int argc, char **argv) {
    return frame_main(&FEATURES, argc, argv);
}
