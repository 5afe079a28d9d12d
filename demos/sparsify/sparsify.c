/* sparsify.c - sparsify: a dense matrix becomes a sparse one on the GPU (Ziegler et al. 2006, section 8.3).
 * SPDX-License-Identifier: MIT */
#include "spy.h"

#include "common/draw/page.h"
#include "common/files/path.h"
#include "common/platform/gl.h"
#include "frame/frame.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BINS = 256, WORDS = 400 };

static const double MOST_RESIDUAL = 1e-5; /* a product that is as right as floats can be */

static const char *const FORMATS[] = {"coo", "csr", "csc", NULL};
enum { FORMAT_CSR = 1, FORMAT_CSC };

typedef struct sparsify {
    double epsilon;
    int format;
    spy *spy;
    market_matrix matrix; /* from here on of one matrix */
    engine engine;
    double residual;
    double largest;      /* |a| */
    uint64_t bins[BINS]; /* how many elements but 0 have which |a|, up to the largest */
} sparsify;

/* ---- life ---- */

static bool open_all(void *self, frame *f) {
    sparsify *p = self;
    p->spy = spy_create(&f->viewer.painter);
    return p->spy != NULL;
}

static void close_all(void *self, frame *f) {
    sparsify *p = self;
    (void)f;
    spy_destroy(p->spy);
}

static void survey(sparsify *p) {
    const market_matrix *m = &p->matrix;
    const size_t count = (size_t)m->rows * m->columns;
    p->largest = 0;
    for (size_t i = 0; i < count; i++)
        p->largest = fmax(p->largest, fabs((double)m->elements[i]));
    for (size_t i = 0; i < count; i++) {
        const double size = fabs((double)m->elements[i]);
        if (size > 0)
            p->bins[(int)fmin(fmax(ceil(size / p->largest * BINS) - 1, 0), BINS - 1)]++; /* a bin has its upper end */
    }
}

static bool load(void *self, frame *f) {
    sparsify *p = self;
    if (!(f->path[0] ? market_load(&p->matrix, f->path) : market_make(&p->matrix)))
        return false;
    survey(p);
    f->image_size[0] = p->matrix.columns;
    f->image_size[1] = p->matrix.rows;
    return engine_open(&p->engine, &f->viewer.library, &p->matrix, p->format == FORMAT_CSC);
}

static void unload(void *self, frame *f) {
    sparsify *p = self;
    (void)f;
    engine_close(&p->engine);
    market_free(&p->matrix);
}

/* The product is compared with that of double precision as long as nobody waits for a frame. */
static bool make(void *self, frame *f) {
    sparsify *p = self;
    if (!engine_run(&p->engine, (float)p->epsilon))
        return false;
    for (int i = 0; i < STAGE_COUNT; i++)
        frame_time(f, i, p->engine.ms[i]);
    if (f->is_live)
        return true;
    return engine_residual(&p->engine, &p->residual) &&
           (p->residual <= MOST_RESIDUAL || error_set("the product is wrong by %g of its magnitude", p->residual));
}

/* ---- the plot ---- */

static image_area area_of(const frame *f, const frame_target *t) {
    return spy_area(t->width, t->height, frame_scale(f, t));
}

static int areas(void *self, frame *f, const frame_target *t, image_area out[2]) {
    (void)self;
    out[0] = area_of(f, t);
    return 1;
}

static double percent(const sparsify *p) {
    return 100.0 * p->engine.count / ((double)p->matrix.rows * p->matrix.columns);
}

static const char *noun(uint32_t count) {
    return count == 1 ? "entry" : "entries";
}

static void name_matrix(const sparsify *p, const frame *f, char words[WORDS]) {
    char name[PAGE_WORDS];
    page_shorten_name(frame_name(f), name, sizeof name);
    snprintf(words, WORDS, "%s: %u \xC3\x97 %u, %u %s (%.3g %%), |a| > %g", name, (unsigned)p->matrix.rows,
             (unsigned)p->matrix.columns, (unsigned)p->engine.count, noun(p->engine.count), percent(p), p->epsilon);
}

/* What the pointer is at; false where that is no element. */
static bool name_element(const sparsify *p, const frame *f, const spy_look *look, char words[WORDS]) {
    const market_matrix *m = &p->matrix;
    uint32_t place[2];
    if (!spy_element(&p->engine, look, f->pointer, place))
        return false;
    const float a = m->elements[(size_t)place[0] * m->columns + place[1]];
    snprintf(words, WORDS, "row %u, column %u: %.6g%s", (unsigned)place[0], (unsigned)place[1], (double)a,
             fabsf(a) > (float)p->epsilon ? "" : ", no entry");
    return true;
}

static bool draw(void *self, frame *f, const frame_target *t) {
    sparsify *p = self;
    char words[WORDS];
    const image_view whole = {0};
    const spy_look look = {t->width, t->height, frame_scale(f, t), area_of(f, t), t->is_picture ? whole : f->view,
                           words};
    if (t->is_picture || !name_element(p, f, &look, words))
        name_matrix(p, f, words);
    return spy_draw(p->spy, &p->engine, &look, t->framebuffer);
}

static void range(void *self, frame *f, slider_scale *out) {
    static const float KEPT[3] = {0.45f, 0.62f, 0.78f};
    const sparsify *p = self;
    (void)f;
    out->maximum = p->largest;
    memcpy(out->above, KEPT, sizeof KEPT);
    out->bins = p->bins;
    out->bin_count = BINS;
    out->skips_empty = true;
}

static bool act(void *self, frame *f, int key) {
    sparsify *p = self;
    if (key == ' ')
        memset(&f->view, 0, sizeof f->view);
    if (key != '0')
        return key == ' ';
    p->epsilon = 0;
    frame_remake(f);
    return true;
}

/* ---- what it tells and saves ---- */

static void tell(void *self, frame *f, facts *out) {
    const sparsify *p = self;
    const market_matrix *m = &p->matrix;
    const engine *e = &p->engine;
    const overlay_colors colors = {SPY_COLORS, SPY_COLOR_COUNT};
    fact_title(out, "%u %s", (unsigned)e->count, noun(e->count));
    fact_text(out, "form", NULL, "%s", m->form);
    fact_text(out, "symmetry", NULL, "%s", m->symmetry);
    fact_text(out, NULL, "elements", "%u \xC3\x97 %u", (unsigned)m->rows, (unsigned)m->columns);
    fact_count(out, "rows", NULL, m->rows);
    fact_count(out, "columns", NULL, m->columns);
    fact_count(out, "stored", NULL, m->stored);
    fact_count(out, "entries", "entries", e->count);
    fact_number(out, "fill", "fill", percent(p) / 100, "%.3g %%", percent(p));
    fact_number(out, "residual", f->is_live ? NULL : "residual", p->residual, "%.1e", p->residual);
    fact_note(out,
              "\xE2\x89\xA4 \xE2\x88\x92"
              "4",
              "\xE2\x89\xA5 4");
    fact_colors(out, &colors);
    fact_count(out, "bytes", NULL, hpyr_sparse_bytes(e->library->context, hpyr_sparse_resolved(e->sparse)));
}

static bool save(void *self, frame *f, const char *path) {
    sparsify *p = self;
    engine_entries entries = {0};
    if (path_ends_with(path, ".png"))
        return frame_save_screenshot(f, path);
    bool ok = engine_read(&p->engine, FORMATS[p->format], &entries);
    if (ok) {
        const market_entries all = {p->matrix.rows, p->matrix.columns, p->engine.count,
                                    entries.rows,   entries.columns,   entries.values};
        ok = market_save(path, &all);
    }
    engine_entries_free(&entries);
    return ok;
}

/* ---- description ---- */

static const setting SETTINGS[] = {
    {"epsilon", "E", "elements with |a| > E are entries, 0 to 1e30", SETTING_NUMBER, offsetof(sparsify, epsilon),
     .highest = 1e30, .key = KEY_SLIDE, .label = "epsilon", .effect = CHANGE_MAKES, .slides = true},
    {"format", "coo|csr|csc", "the lists that are saved: coordinates, or rows or columns of entries", SETTING_CHOICE,
     offsetof(sparsify, format), .choices = FORMATS, .standard = FORMAT_CSR},
};

static const char *const OUTPUTS[] = {".mtx", ".png", NULL},
                         *const STAGES[] = {"convert", "transpose", "multiply", NULL},
                         *const ACTS[][2] = {{"0", "epsilon 0"}, {NULL, NULL}};

static const demo SPARSIFY = {
    .program = "sparsify",
    .title = "Sparsify",
    .summary = "Turns a dense matrix into a sparse one on the GPU, multiplies it, and draws where its entries are.\n"
               "Without FILE.mtx it makes a matrix: the Laplacian of a grid with dense rows, columns and a block.",
    .notes = "FILE.mtx is a Matrix Market file: an array, or coordinates; real, double, integer or pattern; general, "
             "symmetric\n"
             "or skew-symmetric; up to 16384 rows and columns.",
    .operand = "FILE.mtx",
    .subject = "matrix",
    .built_in = "built-in matrix",
    .space = "all of it",
    .dropped = "another matrix",
    .why_not_21 = "--gl 2.1: entries are listed by integers, which OpenGL 2.1 does not have; use 3.3",
    .gls = DEMO_GL_33 | DEMO_GL_ES3,
    .window = {1220, 860},
    .picture = {1000, 1000},
    .outputs = OUTPUTS,
    .output_help = "save the entries as .mtx, in the order of --format, or the plot as .png",
    .stages = STAGES,
    .rests = true,
    .points = true,
    .settings = SETTINGS,
    .setting_count = sizeof SETTINGS / sizeof SETTINGS[0],
    .size = sizeof(sparsify),
    .kept = offsetof(sparsify, matrix),
    .open = open_all,
    .close = close_all,
    .load = load,
    .unload = unload,
    .make = make,
    .areas = areas,
    .draw = draw,
    .tell = tell,
    .save = save,
    .range = range,
    .act = act,
    .acts = ACTS,
};

int main(int argc, char **argv) {
    return frame_main(&SPARSIFY, argc, argv);
}
