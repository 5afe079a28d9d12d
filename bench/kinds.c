/* kinds.c - every kind of discriminator on a smooth random image, beside reading back and plain C.  SPDX-License-Identifier: MIT */
#include "peers.h"

#include "parts.h"
#include "store.h"
#include "turns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATTERN = 12, PATTERN_CELLS = PATTERN * PATTERN, DEFAULT_SIDE = 2048, KINDS = 7 };

enum { KIND = ROW_OWN, SIDE, TEXELS, TOTAL, BUILD, LIST, READBACK, PLAIN_C, TO_C, TO_READ };

static const column COLUMNS[] = {{KIND, TEXT, "kind", "kind", 20},
                                 {SIDE, COUNT, "side"},
                                 {TEXELS, COUNT, NULL, "cells", 9},
                                 {TOTAL, COUNT, "total", "active", 9},
                                 {BUILD, MS, "ms.build", "build", 9, 2},
                                 {LIST, MS, "ms.list", "list", 9, 2},
                                 {READBACK, MS, "ms.readback", "readback", 9, 2},
                                 {PLAIN_C, MS, "ms.plain_c", "plain C", 9, 2},
                                 {TO_C, NUMBER, NULL, "|/ plain C", 14, 2},
                                 {TO_READ, NUMBER, NULL, "/ with readback", 15, 2},
                                 {ROW_RUNS, COUNT, "runs"},
                                 {0}};
const table kinds_table = {.key = "kinds", .columns = COLUMNS};

typedef struct contest {
    bench *b;
    store store;
    hpyr_texture input;
    uint8_t *image, *copy;
    uint32_t side, *list, buffer, total;
    size_t found;
    uint8_t marks[256], codes[PATTERN_CELLS];
    float pattern[PATTERN_CELLS];
    hpyr_range ranges[4];
    hpyr_discriminator_desc desc;
    hpyr_discriminator *discriminator;
    hpyr_pyramid *pyramid;
} contest;

/* Means of 3x3 random bytes: steps and flat parts, as images have them. */
static void make_image(contest *c) {
    uint32_t side = c->side, state = 1;
    for (size_t i = 0; i < (size_t)side * side; i++) {
        state = state * 1664525u + 1013904223u;
        c->copy[i] = (uint8_t)(state >> 24);
    }
    for (uint32_t y = 0; y < side; y++)
        for (uint32_t x = 0; x < side; x++) {
            uint32_t sum = 0;
            for (uint32_t k = 0; k < 9; k++)
                sum += c->copy[(size_t)((y + k / 3) % side) * side + (x + k % 3) % side];
            c->image[(size_t)y * side + x] = (uint8_t)(sum / 9);
        }
    for (uint32_t i = 0; i < PATTERN_CELLS; i++) {
        c->codes[i] = c->image[(size_t)(side / 2 + i / PATTERN) * side + side / 2 + i % PATTERN];
        c->pattern[i] = (float)c->codes[i] / 255.0f;
    }
}

/* ---- the kinds ---- */

static size_t run_peer(contest *c) {
    switch (c->desc.kind) {
    case HPYR_DISCRIMINATOR_KIND_LOCAL_MAX:
        return peer_local_max(c->image, c->side, (int)c->desc.window / 2, c->list);
    case HPYR_DISCRIMINATOR_KIND_EDGE: /* threshold 24 / 255, before it is divided by 8 */
        return peer_sobel(c->image, c->side, 24 * 8 * 24 * 8, c->list);
    case HPYR_DISCRIMINATOR_KIND_TEMPLATE:
        if (c->desc.measure == HPYR_TEMPLATE_MEASURE_CORRELATION)
            return peer_correlation(c->image, c->side, c->codes, PATTERN, (float)c->desc.threshold, c->list);
        return peer_differences(c->image, c->side, c->codes, PATTERN, 10 * PATTERN_CELLS, c->list);
    default:
        return peer_marked(c->image, c->side, c->marks, c->list);
    }
}

static const char *choose_kind(contest *c, int kind) {
    static const char *const names[] = {"THRESHOLD",  "RANGES of 4",          "LOCAL_MAX 3x3",       "LOCAL_MAX 5x5",
                                        "EDGE Sobel", "TEMPLATE differences", "TEMPLATE correlation"};
    const hpyr_discriminator_desc descs[] = {
        {.kind = HPYR_DISCRIMINATOR_KIND_THRESHOLD, .has_threshold = true, .threshold = 190 / 255.0},
        {.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = c->ranges, .range_count = 4},
        {.kind = HPYR_DISCRIMINATOR_KIND_LOCAL_MAX, .window = 3},
        {.kind = HPYR_DISCRIMINATOR_KIND_LOCAL_MAX, .window = 5},
        {.kind = HPYR_DISCRIMINATOR_KIND_EDGE,
         .has_threshold = true,
         .threshold = 24 / 255.0,
         .edge_operator = HPYR_EDGE_OPERATOR_SOBEL},
        {.kind = HPYR_DISCRIMINATOR_KIND_TEMPLATE,
         .has_threshold = true,
         .threshold = 10 * PATTERN_CELLS / 255.0,
         .pattern = c->pattern,
         .pattern_width = PATTERN,
         .pattern_height = PATTERN},
        {.kind = HPYR_DISCRIMINATOR_KIND_TEMPLATE,
         .has_threshold = true,
         .threshold = 0.9,
         .measure = HPYR_TEMPLATE_MEASURE_CORRELATION,
         .pattern = c->pattern,
         .pattern_width = PATTERN,
         .pattern_height = PATTERN}};
    c->desc = descs[kind];
    memset(c->marks, 0, sizeof c->marks);
    for (int code = 0; kind == 0 && code < 256; code++)
        c->marks[code] = code >= 190;
    for (int i = 0; kind == 1 && i < 4; i++) {
        c->ranges[i] = (hpyr_range){(40 + 50 * i) / 255.0, (41 + 50 * i) / 255.0};
        c->marks[40 + 50 * i] = c->marks[41 + 50 * i] = 1;
    }
    return names[kind];
}

/* ---- what is timed ---- */

WAY_THAT(run_plain_c, c->found = run_peer(c))

WAY_OF(run_build, bench_check(c->b, hpyr_pyramid_build(c->pyramid, c->discriminator, &c->input), "build") &&
                      bench_check(c->b, hpyr_pyramid_total(c->pyramid, &c->total), "total"))
WAY_OF(run_list, bench_check(c->b, hpyr_pyramid_extract_buffer(c->pyramid, 0, HPYR_ALL, c->buffer, 0, 0, NULL), "list"))

WAY_OF(run_readback, store_read_texture(c->b, &c->input, c->copy))

/* As many as plain C finds. Then the list gets its room. */
static bool total_is_right(void *user) {
    contest *c = user;
    const bool is_correlation = c->desc.measure == HPYR_TEMPLATE_MEASURE_CORRELATION;
    const double slack = is_correlation ? 0.001 * (double)c->found + 1 : 0;
    c->buffer = store_buffer(&c->store, ((size_t)c->total + 1) * sizeof(hpyr_point), NULL);
    return fabs((double)c->found - c->total) <= slack;
}

WAY_OF(copy_is_right, memcmp(c->copy, c->image, (size_t)c->side * c->side) == 0)

static const way WAYS[] = {{PLAIN_C, false, run_plain_c},
                           {BUILD, true, run_build, total_is_right},
                           {LIST, true, run_list},
                           {READBACK, false, run_readback, copy_is_right}};

static bool run_kind(contest *c, hpyr_context *context, int kind) {
    const hpyr_pyramid_desc desc = {.width = c->side, .height = c->side, .max_count = 1};
    bench *b = c->b;
    row r = row_of(&kinds_table);
    player p = {.row = &r, .ways = WAYS, .way_count = 4, .user = c};
    const turns t = {.least = 2, .most = BENCH_LEAST_RUNS, .budgets = 2};
    r.t[KIND] = choose_kind(c, kind);
    bool ok = bench_check(b, hpyr_discriminator_create(context, &c->desc, &c->discriminator), r.t[KIND]) &&
              bench_check(b, hpyr_pyramid_create(context, &desc, &c->pyramid), r.t[KIND]) && turns_run(b, &p, &t);
    r.n[SIDE] = c->side;
    r.n[TEXELS] = (double)c->side * c->side;
    r.n[TOTAL] = c->total;
    r.n[ROW_LEAST] = r.n[TEXELS] + r.n[TOTAL] * (double)sizeof(hpyr_point);
    r.n[TO_C] = (r.n[BUILD] + r.n[LIST]) / r.n[PLAIN_C];
    r.n[TO_READ] = (r.n[BUILD] + r.n[LIST]) / (r.n[PLAIN_C] + r.n[READBACK]);
    hpyr_pyramid_destroy(c->pyramid);
    hpyr_discriminator_destroy(c->discriminator);
    c->pyramid = NULL;
    c->discriminator = NULL;
    return ok && bench_keep(b, &r);
}

bool bench_kinds(bench *b) {
    contest c = {.b = b, .store = {.b = b}, .side = bench_side(b, DEFAULT_SIDE)};
    const size_t first = b->row_count, texels = (size_t)c.side * c.side;
    hpyr_context *context = NULL;
    if (c.side < 2 * PATTERN) {
        bench_title(b, "Kinds of discriminators: not of fewer than 24x24 cells");
        return true;
    }
    c.image = store_memory(&c.store, texels, 1);
    c.copy = store_memory(&c.store, texels, 1);
    c.list = store_memory(&c.store, texels, sizeof *c.list);
    bool ok = store_check(&c.store) && bench_context(b, &context);
    if (ok) {
        make_image(&c);
        c.input = store_texture(&c.store, 0, HPYR_FORMAT_R8, (const uint32_t[]){c.side, c.side, 1}, c.image);
    }
    for (int kind = 0; kind < KINDS && ok; kind++)
        ok = run_kind(&c, context, kind);
    hpyr_context_destroy(context);
    store_free(&c.store);
    return bench_show(b, ok, &kinds_table, first,
                      "Kinds of discriminators: ms, medians; plain C beside them has one thread",
                      "  build: with the total; list: into a buffer; the ratios are of both together");
}
