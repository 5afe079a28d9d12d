/* quadtrees.c - quadtrees of images, in turn with those of the CPU.  SPDX-License-Identifier: MIT
 * Each quadtree has a library context of its own, so that its first build compiles all programs. */
#include "lists.h"

#include "gl/counts.h"
#include "parts.h"
#include "quadtree_peer.h"
#include "report.h"

#include "common/draw/image_texture.h"
#include "common/files/median.h"
#include "common/platform/gl.h"
#include "common/platform/readback.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_RUNS = 3, TOLERANCE = 16, DISCS = 60 };

/* One quadtree, and everything that it is compared with. */
typedef struct contest {
    bench *b;
    quadtree_row row;
    uint8_t *rgba, *copy;
    hpyr_texture image;
    hpyr_context *context;
    hpyr_quadtree *tree;
    quadtree_peer *peer;
    hpyr_quadtree_leaf *leaves, *others;
    GLuint list;
    uint32_t count;
} contest;

static bool check(bench *b, hpyr_result result, const char *what) {
    return bench_check(b, "quadtrees", result, what);
}

/* ---- pictures ---- */

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Flat discs over one another: large leaves, and small ones at edges. */
static void draw_discs(uint8_t *rgba, uint32_t side) {
    uint32_t state = 1;
    memset(rgba, 200, (size_t)side * side * 4);
    for (int i = 0; i < DISCS; i++) {
        const double x = next_random(&state) % side, y = next_random(&state) % side;
        const double radius = side * (0.02 + 0.1 * (next_random(&state) % 256) / 256.0);
        const uint32_t color = next_random(&state) << 8 | 255;
        for (uint32_t row = (uint32_t)fmax(y - radius, 0); row < side && row <= y + radius; row++)
            for (uint32_t column = (uint32_t)fmax(x - radius, 0); column < side && column <= x + radius; column++)
                if (hypot(column - x, row - y) < radius)
                    for (int c = 0; c < 4; c++)
                        rgba[4 * ((size_t)row * side + column) + (size_t)c] = (uint8_t)(color >> (24 - 8 * c));
    }
}

/* Slopes of every steepness, and the noise of a camera: leaves of all sizes. */
static void draw_hills(uint8_t *rgba, uint32_t side) {
    uint32_t state = 2;
    for (size_t i = 0; i < (size_t)side * side; i++) {
        const double x = (double)(i % side) / side, y = (double)(i / side) / side;
        const double height =
            sin(9 * x + 4 * y * y) * sin(7 * y) + 0.3 * sin(60 * x * x * y) + 0.2 * sin(200 * x * y * y);
        for (int c = 0; c < 3; c++)
            rgba[4 * i + (size_t)c] = (uint8_t)(128 + (60 + 10 * c) * height + next_random(&state) % 7);
        rgba[4 * i + 3] = 255;
    }
}

/* ---- what is timed ---- */

static bool run_build(contest *c) {
    return check(c->b, hpyr_quadtree_build(c->tree, &c->image, TOLERANCE / 255.0), "build") &&
           check(c->b, hpyr_quadtree_count(c->tree, &c->count), "count");
}

static bool run_list(contest *c) {
    return check(c->b, hpyr_quadtree_extract_buffer(c->tree, 0, HPYR_ALL, c->list, 0, NULL), "list");
}

static bool run_readback(contest *c) {
    const readback_source source = {GL_TEXTURE_2D, c->image.name, 0, c->image.width, c->image.height, 1};
    return readback_texels(bench_gl(c->b), &source, GL_RGBA, GL_UNSIGNED_BYTE, c->copy) ||
           error_set("quadtrees: the image cannot be read back");
}

static bool run_cpu(contest *c) {
    c->count = quadtree_peer_run(c->peer, c->copy, TOLERANCE, c->others);
    return true;
}

static bool run_timed(contest *c, quadtree_time at, double *ms) {
    static bool (*const runs[QUADTREE_TIMES])(contest * c) = {run_build, run_list, run_readback, run_cpu};
    glFinish();
    double start = clock_ms();
    bool ok = runs[at](c);
    glFinish();
    *ms = clock_ms() - start;
    return ok;
}

/* ---- comparing ---- */

static bool is_right(const contest *c, const hpyr_quadtree_leaf *leaves, uint32_t count) {
    return count == c->row.leaves && memcmp(leaves, c->others, (size_t)count * sizeof *leaves) == 0;
}

/* The library's leaves and the CPU's are the oracle's. */
static bool compare(contest *c) {
    const hpyr_quadtree_desc desc = {c->row.side, c->row.side, HPYR_FORMAT_RGBA8, 0, 0};
    const uint32_t texels = c->row.side * c->row.side;
    bool same = hpyr_ref_quadtree(&desc, c->rgba, TOLERANCE / 255.0, c->others, texels, &c->row.leaves) == HPYR_OK &&
                hpyr_quadtree_download(c->tree, 0, HPYR_ALL, c->leaves, texels, NULL) == HPYR_OK &&
                is_right(c, c->leaves, c->count);
    if (same) {
        memcpy(c->leaves, c->others, (size_t)c->row.leaves * sizeof *c->leaves);
        same = run_readback(c) && run_cpu(c) && is_right(c, c->leaves, c->count);
    }
    return same || error_set("quadtrees: %s of %u x %u: not the oracle's", c->row.picture, (unsigned)c->row.side,
                             (unsigned)c->row.side);
}

/* The first build and list, which compile; then the comparison. */
static bool try_first(contest *c) {
    const hpyr_quadtree_desc desc = {c->row.side, c->row.side, HPYR_FORMAT_RGBA8, 0, 0};
    double build = NAN, list = NAN;
    unsigned long draws = hpi_gl_draws;
    bool ok = check(c->b, hpyr_quadtree_create(c->context, &desc, &c->tree), "create") &&
              run_timed(c, QUADTREE_BUILD, &build);
    c->row.build_draws = (uint32_t)(hpi_gl_draws - draws);
    ok = ok && run_timed(c, QUADTREE_LIST, &list);
    c->row.first_ms = build + list;
    c->row.bytes = hpyr_quadtree_memory(c->tree);
    return ok && compare(c);
}

/* ---- rows ---- */

static bool append_row(bench *b, const quadtree_row *row) {
    if (b->quadtree_count == MAX_QUADTREES)
        return error_set("quadtrees: too many rows");
    b->quadtrees[b->quadtree_count++] = *row;
    return true;
}

static bool measure(contest *c) {
    static double ms[QUADTREE_TIMES][BENCH_MAX_RUNS];
    bench *b = c->b;
    uint32_t most = b->repeat ? b->repeat : BENCH_MOST_RUNS, least = b->repeat ? b->repeat : LEAST_RUNS, runs = 0;
    bool ok = try_first(c);
    double start = clock_ms();
    while (ok && runs < most && (runs < least || clock_ms() - start < b->budget_ms)) {
        for (quadtree_time at = 0; at < QUADTREE_TIMES && ok; at++)
            ok = run_timed(c, at, &ms[at][runs]);
        runs++;
    }
    for (quadtree_time at = 0; at < QUADTREE_TIMES && ok; at++)
        c->row.ms[at] = median_of(ms[at], runs);
    c->row.runs = runs;
    return ok && append_row(b, &c->row);
}

static bool open_contest(contest *c) {
    const uint32_t side = c->row.side;
    const size_t texels = (size_t)side * side;
    hpyr_context_desc desc = {0};
    desc.log = bench_remember;
    desc.user = c->b;
    c->rgba = malloc(texels * 4);
    c->copy = malloc(texels * 4);
    c->leaves = malloc(texels * sizeof *c->leaves);
    c->others = malloc(texels * sizeof *c->others);
    c->peer = quadtree_peer_create(side);
    if (!c->rgba || !c->copy || !c->leaves || !c->others || !c->peer)
        return error_set("quadtrees: out of memory");
    (strcmp(c->row.picture, "discs") == 0 ? draw_discs : draw_hills)(c->rgba, side);
    c->image = (hpyr_texture){.width = side, .height = side, .format = HPYR_FORMAT_RGBA8};
    c->image.name = image_texture_create(bench_gl(c->b), c->rgba, side, side, false);
    c->list = lists_buffer(NULL, texels * sizeof *c->leaves / sizeof(uint32_t));
    return c->image.name && check(c->b, hpyr_context_create(&desc, &c->context), "preparing OpenGL");
}

static bool run_case(bench *b, const char *picture, uint32_t side) {
    contest c = {.b = b, .row = {.picture = picture, .side = side}};
    bool ok = open_contest(&c) && measure(&c);
    hpyr_quadtree_destroy(c.tree);
    hpyr_context_destroy(c.context);
    glDeleteTextures(1, &c.image.name);
    glDeleteBuffers(1, &c.list);
    quadtree_peer_destroy(c.peer);
    free(c.rgba);
    free(c.copy);
    free(c.leaves);
    free(c.others);
    return ok;
}

bool bench_quadtrees(bench *b) {
    static const char *const PICTURES[] = {"discs", "hills"};
    if (bench_has_floats(b)) {
        report_title(b, "Quadtrees: OpenGL 2.1 has none");
        return true;
    }
    bool ok = true;
    for (size_t i = 0; i < b->size_count * 2 && ok; i++) {
        const uint32_t side = b->sizes[i / 2];
        if (side & (side - 1))
            return error_set("quadtrees: the CPU's take sides that are powers of two");
        ok = run_case(b, PICTURES[i % 2], side);
    }
    if (ok)
        report_quadtrees(b);
    return ok;
}
