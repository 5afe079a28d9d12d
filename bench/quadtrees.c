/* quadtrees.c - quadtrees of images, in turn with those of the CPU.  SPDX-License-Identifier: MIT */
#include "parts.h"
#include "peers.h"
#include "store.h"
#include "turns.h"

#include <math.h>
#include <string.h>

enum { TOLERANCE = 16, DISCS = 60 };

enum { IMAGE = ROW_OWN, SIDE, LEAVES, BUILD, LIST, READBACK, CPU, RATIO };

static const column COLUMNS[] = {{IMAGE, TEXT, "image", "image", 6},
                                 {SIDE, COUNT, "side", "side", 6},
                                 {LEAVES, COUNT, "leaves", "leaves", 9},
                                 {ROW_FIRST, MS, "first_ms", "first", 9, 1},
                                 {BUILD, MS, "ms.build", "build", 9, 2},
                                 {LIST, MS, "ms.list", "list", 9, 2},
                                 {READBACK, MS, "ms.readback", "readback", 9, 2},
                                 {CPU, MS, "ms.cpu", "cpu", 9, 2},
                                 {RATIO, NUMBER, "ratio", "|/ CPU", 8, 2},
                                 {ROW_MB, NUMBER, "megabytes", "|MiB", 6, 1, 1.048576},
                                 {ROW_DRAWS, COUNT, "build_draws", "draws", 5},
                                 {ROW_RUNS, COUNT, "runs"},
                                 {0}};
const table quadtree_table = {.key = "quadtrees", .columns = COLUMNS};

/* One quadtree, and everything that it is compared with. */
typedef struct contest {
    bench *b;
    store store;
    hpyr_quadtree_desc desc;
    uint8_t *rgba, *copy;
    hpyr_texture image;
    hpyr_context *context;
    hpyr_quadtree *tree;
    quadtree_peer *peer;
    hpyr_quadtree_leaf *leaves, *others, *expected;
    uint32_t list, count, looped, wanted; /* a buffer; leaves that the library, the CPU and the oracle have found */
} contest;

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

WAY_OF(run_build, bench_check(c->b, hpyr_quadtree_build(c->tree, &c->image, TOLERANCE / 255.0), "build") &&
                      bench_check(c->b, hpyr_quadtree_count(c->tree, &c->count), "count"))
WAY_OF(run_list, bench_check(c->b, hpyr_quadtree_extract_buffer(c->tree, 0, HPYR_ALL, c->list, 0, NULL), "list"))

WAY_OF(run_readback, store_read_texture(c->b, &c->image, c->copy))

WAY_THAT(run_cpu, c->looped = quadtree_peer_run(c->peer, c->copy, TOLERANCE, c->others))

/* ---- comparing ---- */

static size_t texels_of(const contest *c) {
    return (size_t)c->desc.width * c->desc.height;
}

static bool is_right(const contest *c, const hpyr_quadtree_leaf *leaves, uint32_t count) {
    return count == c->wanted && memcmp(leaves, c->expected, (size_t)count * sizeof *leaves) == 0;
}

WAY_OF(list_is_right,
       hpyr_quadtree_download(c->tree, 0, HPYR_ALL, c->leaves, (uint32_t)texels_of(c), NULL) == HPYR_OK &&
           is_right(c, c->leaves, c->count))
WAY_OF(cpu_is_right, is_right(c, c->others, c->looped))

static const way WAYS[] = {{BUILD, true, run_build, .draws = ROW_DRAWS},
                           {LIST, true, run_list, list_is_right},
                           {READBACK, false, run_readback},
                           {CPU, false, run_cpu, cpu_is_right}};

/* ---- rows ---- */

static bool open_contest(contest *c, void (*draw)(uint8_t *rgba, uint32_t side)) {
    const uint32_t side = c->desc.width;
    const size_t texels = texels_of(c);
    c->rgba = store_memory(&c->store, texels, 4);
    c->copy = store_memory(&c->store, texels, 4);
    c->leaves = store_memory(&c->store, texels, sizeof *c->leaves);
    c->others = store_memory(&c->store, texels, sizeof *c->others);
    c->expected = store_memory(&c->store, texels, sizeof *c->expected);
    c->peer = quadtree_peer_create(side);
    if (!store_check(&c->store) || !c->peer)
        return error_set("quadtree: out of memory");
    draw(c->rgba, side);
    c->image = store_texture(&c->store, 0, HPYR_FORMAT_RGBA8, (const uint32_t[]){side, side, 1}, c->rgba);
    c->list = store_buffer(&c->store, texels * sizeof *c->leaves, NULL);
    return store_check(&c->store) && bench_context(c->b, &c->context) &&
           bench_check(c->b, hpyr_quadtree_create(c->context, &c->desc, &c->tree), "create") &&
           bench_check(
               c->b, hpyr_ref_quadtree(&c->desc, c->rgba, TOLERANCE / 255.0, c->expected, (uint32_t)texels, &c->wanted),
               "the oracle");
}

static bool run_case(bench *b, bool is_discs, uint32_t side) {
    contest c = {.b = b, .store = {.b = b}, .desc = {side, side, HPYR_FORMAT_RGBA8, 0, 0}};
    row r = row_of(&quadtree_table);
    player p = {.row = &r, .ways = WAYS, .way_count = 4, .user = &c};
    bool ok = open_contest(&c, is_discs ? draw_discs : draw_hills) && turns_run(b, &p, &(turns){.least = 3});
    r.t[IMAGE] = is_discs ? "discs" : "hills";
    r.n[SIDE] = side;
    r.n[LEAVES] = c.wanted;
    r.n[ROW_LEAST] = 4.0 * side * side + (double)sizeof *c.leaves * c.wanted;
    r.n[RATIO] = (r.n[BUILD] + r.n[LIST]) / (r.n[READBACK] + r.n[CPU]);
    r.n[ROW_MB] = ok ? (double)hpyr_quadtree_memory(c.tree) / 1e6 : NAN;
    hpyr_quadtree_destroy(c.tree);
    hpyr_context_destroy(c.context);
    quadtree_peer_destroy(c.peer);
    store_free(&c.store);
    return ok && bench_keep(b, &r);
}

bool bench_quadtrees(bench *b) {
    const size_t first = b->row_count;
    bool ok = true;
    for (size_t i = 0; i < b->size_count * 2 && ok; i++) {
        const uint32_t side = b->sizes[i / 2];
        if (side & (side - 1))
            return error_set("quadtrees: the CPU's take sides that are powers of two");
        ok = run_case(b, i % 2 == 0, side);
    }
    return bench_show(
        b, ok, &quadtree_table, first,
        "Quadtrees of RGBA8 images, tolerance 16/255: ms, medians; cpu is a loop in C after the read-back",
        "  first: the first build and list, with the compilation of all programs; list: into a buffer; / CPU: "
        "build and list over\n  read-back and cpu; draws: of a build");
}
