/* kinds.c - every kind of discriminator on a smooth random image, beside reading back and plain C.  SPDX-License-Identifier: MIT */
#include "kinds.h"

#include "lists.h"
#include "parts.h"
#include "report.h"

#include "common/files/median.h"
#include "common/platform/gl.h"
#include "common/platform/readback.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATTERN = 12, CELLS = PATTERN * PATTERN, DEFAULT_SIDE = 2048, LEAST_RUNS = 2 };

typedef struct contest {
    bench *b;
    hpyr_texture input;
    uint8_t *image, *copy;
    uint32_t side, *list, buffer;
    uint8_t marks[256], codes[CELLS];
    float pattern[CELLS];
    hpyr_range ranges[4];
    const char *name;
    hpyr_discriminator_desc desc;
    hpyr_discriminator *discriminator;
    hpyr_pyramid *pyramid;
    uint32_t total;
    size_t found;
} contest;

static bool check(bench *b, hpyr_result result, const char *what) {
    return result == HPYR_OK || error_set("kinds: %s: %s", what, b->logged);
}

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
    for (uint32_t i = 0; i < CELLS; i++) {
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
        return peer_differences(c->image, c->side, c->codes, PATTERN, 10 * CELLS, c->list);
    default:
        return peer_marked(c->image, c->side, c->marks, c->list);
    }
}

static void choose_kind(contest *c, int kind) {
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
         .threshold = 10 * CELLS / 255.0,
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
    c->name = names[kind];
    c->desc = descs[kind];
    memset(c->marks, 0, sizeof c->marks);
    for (int code = 0; kind == 0 && code < 256; code++)
        c->marks[code] = code >= 190;
    for (int i = 0; kind == 1 && i < 4; i++) {
        c->ranges[i] = (hpyr_range){(40 + 50 * i) / 255.0, (41 + 50 * i) / 255.0};
        c->marks[40 + 50 * i] = c->marks[41 + 50 * i] = 1;
    }
}

/* ---- runs ---- */

static bool run_timed(contest *c, kind_time what, double *ms) {
    const readback_source source = {
        .name = c->input.name, .target = GL_TEXTURE_2D, .width = c->side, .height = c->side, .depth = 1};
    hpyr_result result = HPYR_OK;
    bool ok = true;
    glFinish();
    double start = clock_ms();
    if (what == KIND_BUILD) {
        result = hpyr_pyramid_build(c->pyramid, c->discriminator, &c->input);
        if (result == HPYR_OK)
            result = hpyr_pyramid_total(c->pyramid, &c->total);
    } else if (what == KIND_LIST) {
        result = hpyr_pyramid_extract_buffer(c->pyramid, 0, HPYR_ALL, c->buffer, 0, 0, NULL);
    } else if (what == KIND_READ_BACK) {
        ok = readback_texels(bench_gl(c->b), &source, GL_RED, GL_UNSIGNED_BYTE, c->copy);
    } else {
        c->found = run_peer(c);
    }
    glFinish();
    *ms = clock_ms() - start;
    return check(c->b, result, c->name) && (ok || error_set("kinds: reading back"));
}

/* The first run compiles, and is compared with plain C. The list has room for what that found. */
static bool try_first(contest *c) {
    double ms;
    if (!run_timed(c, KIND_PLAIN_C, &ms) || !run_timed(c, KIND_BUILD, &ms))
        return false;
    double slack = c->desc.measure == HPYR_TEMPLATE_MEASURE_CORRELATION ? 0.001 * (double)c->found + 1 : 0;
    if (fabs((double)c->found - c->total) > slack)
        return error_set("kinds: %s: %u cells; plain C finds %zu", c->name, (unsigned)c->total, c->found);
    c->buffer = lists_buffer(NULL, 4 * ((size_t)c->total + 1));
    return run_timed(c, KIND_LIST, &ms) && run_timed(c, KIND_READ_BACK, &ms) &&
           (memcmp(c->copy, c->image, (size_t)c->side * c->side) == 0 ||
            error_set("kinds: other texels were read back"));
}

static bool measure(contest *c) {
    static double ms[KIND_TIMES][BENCH_MAX_RUNS];
    bench *b = c->b;
    uint32_t most = b->repeat ? b->repeat : BENCH_LEAST_RUNS, least = b->repeat ? b->repeat : LEAST_RUNS, runs = 0;
    kind_row row = {.name = c->name, .side = c->side};
    bool ok = try_first(c);
    double start = clock_ms();
    for (; ok && runs < most && (runs < least || clock_ms() - start < 2 * b->budget_ms); runs++)
        for (kind_time at = 0; at < KIND_TIMES && ok; at++)
            ok = run_timed(c, at, &ms[at][runs]);
    for (kind_time at = 0; at < KIND_TIMES && ok; at++)
        row.ms[at] = median_of(ms[at], runs);
    row.total = c->total;
    row.runs = runs;
    if (ok)
        b->kinds[b->kind_count++] = row;
    return ok;
}

static bool run_kind(contest *c, hpyr_context *context, int kind) {
    const hpyr_pyramid_desc desc = {.width = c->side, .height = c->side, .max_count = 1};
    choose_kind(c, kind);
    bool ok = check(c->b, hpyr_discriminator_create(context, &c->desc, &c->discriminator), c->name) &&
              check(c->b, hpyr_pyramid_create(context, &desc, &c->pyramid), c->name) && measure(c);
    hpyr_pyramid_destroy(c->pyramid);
    hpyr_discriminator_destroy(c->discriminator);
    glDeleteBuffers(1, &c->buffer);
    c->pyramid = NULL;
    c->discriminator = NULL;
    c->buffer = 0;
    return ok;
}

static hpyr_texture upload(const contest *c) {
    hpyr_texture t = {.width = c->side, .height = c->side, .format = HPYR_FORMAT_R8};
    glGenTextures(1, &t.name);
    glBindTexture(GL_TEXTURE_2D, t.name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, (GLsizei)c->side, (GLsizei)c->side, 0, GL_RED, GL_UNSIGNED_BYTE, c->image);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glBindTexture(GL_TEXTURE_2D, 0);
    return t;
}

bool bench_kinds(bench *b) {
    const hpyr_context_desc desc = {.log = bench_remember, .user = b};
    contest c = {.b = b, .side = b->has_size ? b->sizes[0] : DEFAULT_SIDE};
    size_t texels = (size_t)c.side * c.side;
    hpyr_context *context = NULL;
    if (bench_has_floats(b) || c.side < 2 * PATTERN) {
        report_title(b, "Kinds of discriminators: not on OpenGL 2.1, and not of fewer than 24x24 cells");
        return true;
    }
    c.image = malloc(texels);
    c.copy = malloc(texels);
    c.list = malloc(texels * sizeof *c.list);
    bool ok = (c.image && c.copy && c.list) || error_set("kinds: out of memory");
    if (ok) {
        make_image(&c);
        c.input = upload(&c);
        ok = check(b, hpyr_context_create(&desc, &context), "preparing OpenGL");
    }
    for (int kind = 0; kind < MAX_KINDS && ok; kind++)
        ok = run_kind(&c, context, kind);
    if (ok)
        report_kinds(b);
    hpyr_context_destroy(context);
    glDeleteTextures(1, &c.input.name);
    free(c.image);
    free(c.copy);
    free(c.list);
    return ok;
}
