/* parts.c - the pyramid against itself: layouts, fills, discriminators, clones, counts, volumes.  SPDX-License-Identifier: MIT */
#include "parts.h"

#include "measure.h"

#include <math.h>
#include <string.h>

enum { MAX_SCENES = 4 };

/* Opens the scenes, measures the pyramids of all of them in turn, and prints the table. */
static bool run_part(bench *b, const scene_desc *descs, size_t scene_count, unsigned of, unsigned stages) {
    scene *scenes[MAX_SCENES] = {NULL};
    group g = {.stages = stages};
    size_t first = b->row_count;
    bool ok = true;
    for (size_t i = 0; i < scene_count && ok; i++) {
        scenes[i] = scene_open(b, &descs[i]);
        ok = scenes[i] && group_add(b, &g, scenes[i], of);
    }
    ok = ok && group_measure(b, &g);
    if (ok)
        pyramids_print(b, first);
    group_free(&g);
    for (size_t i = 0; i < scene_count; i++)
        scene_close(scenes[i]);
    return ok;
}

static scene_desc image_of(const char *part, uint32_t side, double fill) {
    scene_desc d = {0};
    d.part = part;
    d.picture = "random";
    d.width = d.height = side;
    d.fill = fill;
    return d;
}

/* What the smaller parts take where a size or a fill was not asked for: the smallest image, 1 % or what is next to it. */
static scene_desc typical(const bench *b, const char *part) {
    double fill = b->fills[0];
    for (size_t i = 1; i < b->fill_count; i++)
        if (b->fills[i] <= 0.01)
            fill = b->fills[i];
    return image_of(part, b->sizes[0], fill);
}

/* ---- MERGED over SEPARATE ---- */

static const column BASE_COLUMNS[] = {{DISCRIMINATOR, TEXT, NULL, "", 10},
                                      {LAYOUT, TEXT, NULL, "layout", 8},
                                      {ORDER, TEXT, NULL, "order", 7},
                                      {BUILD, NUMBER, NULL, "build", 9, 2},
                                      {BUFFER, NUMBER, NULL, "buffer", 9, 2},
                                      {TEXTURE, NUMBER, NULL, "texture", 9, 2},
                                      {DOWNLOAD, NUMBER, NULL, "download", 9, 2},
                                      {DRAW, NUMBER, NULL, "draw", 9, 2},
                                      {LIST, NUMBER, NULL, "|list", 8, 2},
                                      {BYTES, NUMBER, NULL, "memory", 9, 2},
                                      {0}};
static const table bases_table = {.columns = BASE_COLUMNS};

/* Keeps the quotients of a row's numbers and those of another. */
static bool keep_quotients(bench *b, const row *of, const row *by) {
    row r = *of;
    r.table = &bases_table;
    r.t[DISCRIMINATOR] = strcmp(of->t[DISCRIMINATOR], "custom") == 0 ? "CUSTOM 5x5" : "THRESHOLD";
    for (int i = ROW_OWN; i < ROW_CELLS; i++)
        r.n[i] = of->n[i] / by->n[i];
    return bench_keep(b, &r);
}

/* For each layout and discriminator among the rows from `first` on. */
static bool show_bases(bench *b, size_t first) {
    const size_t end = b->row_count;
    bool ok = true;
    for (size_t i = first; i < end; i++)
        for (size_t k = first; k < end && ok && strcmp(b->rows[i].t[BASE], "MERGED") == 0; k++) {
            const row *merged = &b->rows[i], *separate = &b->rows[k];
            if (strcmp(separate->t[BASE], "SEPARATE") == 0 && merged->n[ROW_RUNS] > 0 && separate->n[ROW_RUNS] > 0 &&
                pyramids_same_scene(merged, separate) && strcmp(merged->t[LAYOUT], separate->t[LAYOUT]) == 0 &&
                strcmp(merged->t[ORDER], separate->t[ORDER]) == 0) {
                ok = keep_quotients(b, merged, separate);
                break;
            }
        }
    return bench_show(b, ok, &bases_table, end, "  MERGED over SEPARATE: below 1 MERGED pays", NULL);
}

/* ---- images ---- */

bool bench_fills(bench *b) {
    bench_title(b, "Layouts: random R8 images, THRESHOLD; all of one image in turn");
    bool ok = true;
    for (size_t i = 0; i < b->size_count; i++) {
        for (size_t k = 0; k < b->fill_count && ok; k++) {
            scene_desc d = image_of("fills", b->sizes[i], b->fills[k]);
            ok = run_part(b, &d, 1, PYRAMIDS_BASES, STAGES_ALL);
        }
    }
    return ok;
}

/* At two fills: MERGED runs the discriminator again for every key. */
bool bench_discriminators(bench *b) {
    bench_title(b, "Discriminators: THRESHOLD, and CUSTOM that reads 5x5 cells, each MERGED and SEPARATE");
    double fills[] = {typical(b, "").fill, b->fills[b->fill_count < 3 ? b->fill_count - 1 : 2]};
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(fills) && ok && !(i > 0 && fills[i] == fills[0]); i++) {
        scene_desc d[2];
        size_t first = b->row_count;
        d[0] = d[1] = image_of("discriminators", b->sizes[0], fills[i]);
        d[1].costly = true;
        ok = run_part(b, d, 2, PYRAMIDS_BASES, STAGES_ALL);
        ok = ok && show_bases(b, first);
    }
    return ok;
}

bool bench_clones(bench *b) {
    bench_title(b, "Clones: 1 and 4 keys for every active cell");
    scene_desc d[2];
    d[0] = d[1] = typical(b, "clones");
    d[1].clones = 4;
    return run_part(b, d, 2, PYRAMIDS_DEFAULTS, STAGES_ALL);
}

bool bench_counts(bench *b) {
    bench_title(b, "Count formats");
    scene_desc d = typical(b, "counts");
    return run_part(b, &d, 1, PYRAMIDS_FORMATS, STAGES_ALL);
}

/* ---- volumes ---- */

/* Times per cell of a cube over those of another cube, one layout. The bound is that of the list: build, total and extraction. */
enum { ODD = COUNTS + 1, EVEN, COMPARED, BUILD_RATIO, LIST_RATIO, IS_WITHIN, PAST };
#define BOUND 1.3

static const column STAIR_COLUMNS[] = {WAY_COLUMNS,
                                       {ODD, COUNT, "side"},
                                       {EVEN, COUNT, "beside"},
                                       {COMPARED, TEXT, NULL, "cubes", 12},
                                       {BUILD_RATIO, NUMBER, "build", "build", 8, 3},
                                       {LIST_RATIO, NUMBER, "list", "list", 8, 3},
                                       {IS_WITHIN, TRUTH, "within_bound"},
                                       {PAST, TEXT, NULL, "", 1},
                                       {0}};
const table stairs_table = {.key = "stairs", .columns = STAIR_COLUMNS};

double stairs_worst(const bench *b) {
    return bench_worst(b, &stairs_table, LIST_RATIO);
}

static double per_cell(const row *r, int cell) {
    return r->n[cell] / (r->n[WIDTH] * r->n[HEIGHT] * r->n[DEPTH]);
}

static bool keep_stair(bench *b, const row *odd, const row *even) {
    row r = row_of(&stairs_table);
    r.t[LAYOUT] = odd->t[LAYOUT];
    r.t[ORDER] = odd->t[ORDER];
    r.t[BASE] = odd->t[BASE];
    r.t[COMPARED] = bench_text(b, "%.0f : %.0f", odd->n[WIDTH], even->n[WIDTH]);
    r.n[ODD] = odd->n[WIDTH];
    r.n[EVEN] = even->n[WIDTH];
    r.n[BUILD_RATIO] = per_cell(odd, BUILD) / per_cell(even, BUILD);
    r.n[LIST_RATIO] = per_cell(odd, LIST) / per_cell(even, LIST);
    r.n[IS_WITHIN] = r.n[LIST_RATIO] <= BOUND;
    r.t[PAST] = r.n[LIST_RATIO] > BOUND ? "past the bound" : NULL;
    return bench_keep(b, &r);
}

static bool is_even(const row *r) {
    return r->n[WIDTH] == 128 || r->n[WIDTH] == 256;
}

/* Rows of odd cubes beside those of powers of two, where peers climb a staircase. */
static bool find_stairs(bench *b, size_t first, size_t end) {
    bool ok = true;
    for (size_t i = first; i < end; i++)
        for (size_t k = first; k < end && ok; k++) {
            const row odd = b->rows[i], even = b->rows[k]; /* not those that may move */
            if (!is_even(&odd) && is_even(&even) && pyramids_same_way(&odd, &even) && odd.n[ROW_RUNS] > 0 &&
                even.n[ROW_RUNS] > 0)
                ok = keep_stair(b, &odd, &even);
        }
    return ok;
}

bool bench_volumes(bench *b) {
    static const uint32_t SIDES[] = {97, 128, 160, 256};
    bench_title(b, "Volumes: random R8 cubes, THRESHOLD; all sizes and layouts in turn");
    scene_desc d[COUNT_OF(SIDES)];
    for (size_t i = 0; i < COUNT_OF(SIDES); i++) {
        d[i] = image_of("volumes", SIDES[i], 0.01);
        d[i].depth = SIDES[i];
    }
    size_t first = b->row_count;
    double budget_ms = b->budget_ms;
    b->budget_ms *= 4; /* four scenes, and ratios that a bound is set to */
    bool ok = run_part(b, d, COUNT_OF(SIDES), PYRAMIDS_CUBES, STAGES_LIST);
    b->budget_ms = budget_ms;
    const size_t end = b->row_count;
    return bench_show(b, ok && find_stairs(b, first, end), &stairs_table, end,
                      "  Time per cell over that of a power of two; the bound is 1.3", NULL);
}
