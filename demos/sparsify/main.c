/* main.c - sparsify: a dense matrix becomes a sparse one on the GPU (Ziegler et al. 2006, section 8.3).
 * SPDX-License-Identifier: MIT */
#include "loop.h"

#include "common/draw/board.h"
#include "common/files/image.h"
#include "common/files/json.h"
#include "common/files/options.h"
#include "common/files/path.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };

static const uint32_t WINDOW_SIZE[2] = {1220, 860}, PICTURE_SIZE[2] = {1000, 1000};

typedef struct settings {
    const char *matrix, *form, *output, *screenshot, *json, *gl;
    uint32_t pixels[2], frames;
    double epsilon;
    bool headless;
} settings;

/* What one run holds, so that one function frees it all. */
typedef struct sparsify {
    settings s;
    viewer viewer;
    market_matrix matrix;
    engine engine;
    spy *spy;
    double residual;
    char name[WINDOW_MAX_PATH];
} sparsify;

static const char *const NOTES =
    "FILE.mtx is a Matrix Market file: an array, or coordinates; real, double, integer or pattern; general, symmetric\n"
    "or skew-symmetric; up to 16384 rows and columns.\n"
    "In the window: drag to move, wheel and + - to zoom, arrows move, [ ] epsilon, 0 epsilon 0, Space all\n"
    "of it, a dropped file is another matrix, R resets, S saves a picture, H hides the words, Esc quits.";

static int read_options(settings *s, int argc, char **argv) {
    static const char *const PICTURES[] = {".png", NULL}, *const OUTPUTS[] = {".mtx", ".png", NULL};
    static const char *const FORMS[] = {"coo", "csr", "csc", NULL};
    const option options[] = {
        {"--epsilon", "E", "elements with |a| > E are entries, 0 to 1e30 (0)", OPTION_NUMBER, &s->epsilon, .lowest = 0,
         .highest = 1e30},
        {"--format", "coo|csr|csc", "the lists that are saved: coordinates, or rows or columns of entries (csr)",
         OPTION_CHOICE, &s->form, 0, 0, FORMS},
        {"--output", "FILE", "save the entries as .mtx, in the order of --format, or the plot as .png", OPTION_PATH,
         &s->output, 0, 0, OUTPUTS},
        {"--screenshot", "FILE.png", "save the plot; with a window one of the start, which key S replaces", OPTION_PATH,
         &s->screenshot, 0, 0, PICTURES},
        {"--json", "FILE|-", "save the results as one JSON object, - is stdout", OPTION_PATH, &s->json},
        {"--headless", NULL, "no window", OPTION_FLAG, &s->headless},
        {"--frames", "N", "quit the window after N frames", OPTION_COUNT, &s->frames, 1, 1000000},
        {"--pixels", "WxH", "of the window and of pictures (1220x860, 1000x1000)", OPTION_SIZE, s->pixels, 16, 16384},
        {"--gl", "3.3|es3", "the OpenGL to keep to (3.3); es3 is OpenGL ES 3.0; 2.1 has no integers", OPTION_CHOICE,
         &s->gl, 0, 0, NAMES_GL},
    };
    option_table table = {0};
    table.program = "sparsify";
    table.summary =
        "Turns a dense matrix into a sparse one on the GPU, multiplies it, and draws where its entries are.\n"
        "Without FILE.mtx it makes a matrix: the Laplacian of a grid with dense rows, columns and a block.";
    table.notes = NOTES;
    table.options = options;
    table.option_count = sizeof options / sizeof options[0];
    table.operand = "FILE.mtx";
    table.operand_target = &s->matrix;
    return options_parse(&table, argc, argv);
}

static int usage(const char *message) {
    fprintf(stderr, "sparsify: %s\n", message);
    return STATUS_USAGE;
}

static int settle(settings *s) {
    const char *const options[] = {"FILE.mtx", "--output", "--screenshot", "--json"};
    const char *const names[] = {s->matrix, s->output, s->screenshot, s->json};
    if (!outfile_differ(options, names, sizeof names / sizeof names[0]))
        return usage(error_text());
    if (gl_of_name(s->gl) < 33)
        return usage("--gl 2.1: entries are listed by integers, which OpenGL 2.1 does not have; use 3.3");
    if (s->frames > 0 && s->headless)
        return usage("--frames: of a window, and --headless opens none");
    if (s->pixels[0] == 0)
        memcpy(s->pixels, s->headless ? PICTURE_SIZE : WINDOW_SIZE, sizeof s->pixels);
    s->form = s->form ? s->form : "csr";
    return STATUS_OK;
}

/* Before the work, and not after it. */
static bool try_outputs(sparsify *p) {
    const char *const names[] = {p->s.output, p->s.screenshot, p->s.json};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!outfile_try(names[i]))
            return false;
    return true;
}

static bool open_all(sparsify *p) {
    const settings *s = &p->s;
    const viewer_desc view = {"Sparsify", gl_of_name(s->gl), s->headless, (int)s->pixels[0], (int)s->pixels[1]};
    const bool transposes = strcmp(s->form, "csc") == 0;
    snprintf(p->name, sizeof p->name, "%s", s->matrix ? s->matrix : "built-in matrix");
    bool ok = s->matrix ? market_load(&p->matrix, s->matrix) : market_make(&p->matrix);
    if (!ok || !viewer_open(&p->viewer, &view) || !engine_open(&p->engine, &p->viewer.library, &p->matrix, transposes))
        return false;
    p->spy = spy_create(&p->viewer.painter);
    return p->spy;
}

/* ---- what is saved ---- */

static bool save_json(sparsify *p) {
    const engine *e = &p->engine;
    json j = {0};
    j.file = outfile_open(p->s.json);
    if (!j.file)
        return false;
    json_open(&j, NULL, '{');
    json_text(&j, "matrix", p->name);
    json_text(&j, "form", p->matrix.form);
    json_text(&j, "symmetry", p->matrix.symmetry);
    json_count(&j, "rows", p->matrix.rows);
    json_count(&j, "columns", p->matrix.columns);
    json_count(&j, "stored", p->matrix.stored);
    json_number(&j, "epsilon", (double)e->epsilon);
    json_count(&j, "entries", e->count);
    json_number(&j, "fill", e->count / ((double)p->matrix.rows * p->matrix.columns));
    json_text(&j, "format", p->s.form);
    json_number(&j, "residual", p->residual);
    json_times(&j, "ms", STAGE_NAMES, e->ms, STAGE_COUNT);
    json_count(&j, "bytes", hpyr_sparse_bytes(e->library->context, hpyr_sparse_resolved(e->sparse)));
    json_text(&j, "gl", name_of_gl(e->library->gl));
    json_text(&j, "renderer", e->library->caps->renderer);
    json_close(&j, '}');
    outfile_write(j.file, "\n", 1);
    return outfile_close(j.file, true);
}

static bool save_matrix(sparsify *p, const char *path) {
    engine_entries entries = {0};
    bool ok = engine_read(&p->engine, p->s.form, &entries);
    if (ok) {
        const market_entries all = {p->matrix.rows, p->matrix.columns, p->engine.count,
                                    entries.rows,   entries.columns,   entries.values};
        ok = market_save(path, &all);
    }
    engine_entries_free(&entries);
    return ok;
}

static bool save_plot(sparsify *p, const char *path) {
    char name[PAGE_WORDS], words[LOOP_WORDS];
    spy_look look = {.width = (int)p->s.pixels[0], .height = (int)p->s.pixels[1], .words = words};
    page_shorten_name(p->name, name, sizeof name);
    loop_words(&p->engine, name, words, sizeof words);
    look.scale = board_scale(look.width, look.height, 1);
    look.area = spy_area(look.width, look.height, look.scale, 0, 0);
    uint8_t *rgb = spy_picture(p->spy, &p->engine, &look);
    bool ok = rgb && image_write_png(path, rgb, p->s.pixels[0], p->s.pixels[1]);
    free(rgb);
    return ok;
}

static bool save(sparsify *p) {
    const settings *s = &p->s;
    const bool is_plot = s->output && path_ends_with(s->output, ".png");
    return (!s->output || (is_plot ? save_plot(p, s->output) : save_matrix(p, s->output))) &&
           (!s->screenshot || save_plot(p, s->screenshot)) && (!s->json || save_json(p));
}

/* The still run: measured after the shaders are compiled, told, saved. */
static bool run_still(sparsify *p) {
    const settings *s = &p->s;
    FILE *stream = s->json && strcmp(s->json, "-") == 0 ? stderr : stdout;
    const float epsilon = (float)s->epsilon;
    char words[WINDOW_MAX_PATH + LOOP_WORDS];
    bool ok = engine_run(&p->engine, epsilon) && (!s->json || engine_run(&p->engine, epsilon)) &&
              engine_residual(&p->engine, &p->residual);
    if (ok && !(p->residual <= 1e-5))
        return error_set("the product is wrong by %g of its magnitude", p->residual);
    if (!ok || !save(p))
        return false;
    loop_words(&p->engine, path_last_part(p->name), words, sizeof words);
    fprintf(stream, "%s; convert %.2f ms, multiply %.2f ms, residual %.1e on %s, %s\n", words,
            p->engine.ms[STAGE_CONVERT], p->engine.ms[STAGE_MULTIPLY], p->residual, p->viewer.library.caps->renderer,
            title_of_gl(p->viewer.library.gl));
    return outfile_flush(stream);
}

static bool run_window(sparsify *p) {
    const loop_desc desc = {.viewer = &p->viewer,
                            .engine = &p->engine,
                            .matrix = &p->matrix,
                            .name = p->name,
                            .name_size = sizeof p->name,
                            .spy = p->spy,
                            .epsilon = (float)p->s.epsilon,
                            .screenshot = p->s.screenshot ? p->s.screenshot : "sparsify.png",
                            .frames = p->s.frames};
    return !p->viewer.window || loop_window(&desc);
}

int main(int argc, char **argv) {
    sparsify *p = calloc(1, sizeof *p);
    if (!p) {
        fputs("sparsify: out of memory\n", stderr);
        return STATUS_FAILED;
    }
    int status = read_options(&p->s, argc, argv);
    status = status >= 0 ? status : settle(&p->s) == STATUS_OK ? -1 : STATUS_USAGE;
    if (status < 0) {
        outfile_ignore_signals();
        bool ok = try_outputs(p) && open_all(p) && run_still(p) && run_window(p);
        if (!ok)
            fprintf(stderr, "sparsify: %s\n", error_text());
        status = ok ? STATUS_OK : STATUS_FAILED;
    }
    spy_destroy(p->spy);
    engine_close(&p->engine);
    viewer_close(&p->viewer);
    market_free(&p->matrix);
    free(p);
    return status;
}
