/* features.c - corners and blobs of an image, in turn with OpenCV's corners.  SPDX-License-Identifier: MIT
 * What is timed begins with an image in a texture, or in memory, and ends with the number of features; ours are sorted then. */
#include "parts.h"
#include "peers.h"
#include "store.h"
#include "turns.h"

#include <math.h>
#include <stdlib.h>

enum { CORNERS_SIDE = 4096, BLOBS_SIDE = 1024, CHECKED_SIDE = 256, MOST_FEATURES = 1 << 16, BLOB_SCALES = 5 };

enum { DETECTOR = ROW_OWN, SIDE, FOUND, PEER_FOUND, OURS, PEER, TO_PEER };

static const column COLUMNS[] = {{DETECTOR, TEXT, "detector", "detector", 10},
                                 {SIDE, COUNT, "side", "side", 6},
                                 {FOUND, COUNT, "found", "found", 9},
                                 {PEER_FOUND, COUNT, "opencv_found", "OpenCV's", 9},
                                 {ROW_FIRST, MS, "first_ms", "first", 9, 1},
                                 {OURS, MS, "ms.ms", "library", 9, 1},
                                 {PEER, MS, "ms.opencv_ms", "OpenCV", 9, 1},
                                 {TO_PEER, NUMBER, NULL, "|/ OpenCV", 8, 2},
                                 {ROW_MB, NUMBER, "megabytes", "|MiB", 6, 0, 1.048576},
                                 {ROW_RUNS, COUNT, "runs"},
                                 {0}};
const table features_table = {.key = "features", .columns = COLUMNS};

typedef struct contest {
    bench *b;
    store store;
    uint32_t side, found, peer_found;
    hpyr_features *features;
    hpyr_texture image;
    uint8_t *gray;
} contest;

#ifdef BENCH_HAS_OPENCV
#    define PEER_VERSION peer_corners_version()
enum { HAS_PEER = true };
#else
#    define PEER_VERSION "is not installed"
enum { HAS_PEER = false };
#endif

/* ---- the image: noise of several sizes, and squares, as a photograph has ---- */

static uint32_t hash(uint32_t x, uint32_t y) {
    uint32_t h = x * 0x9E3779B1u ^ y * 0x85EBCA77u;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    return h ^ h >> 13;
}

static double noise_at(uint32_t x, uint32_t y, uint32_t cell) {
    const uint32_t i = x / cell, j = y / cell;
    const double u = (double)(x % cell) / cell, v = (double)(y % cell) / cell;
    const double corners[4] = {hash(i, j) % 256, hash(i + 1, j) % 256, hash(i, j + 1) % 256, hash(i + 1, j + 1) % 256};
    return (corners[0] * (1 - u) + corners[1] * u) * (1 - v) + (corners[2] * (1 - u) + corners[3] * u) * v;
}

/* In memory and in a texture. */
static bool make_image(contest *c) {
    const uint32_t side = c->side;
    c->gray = store_memory(&c->store, side, side);
    for (uint32_t y = 0; c->gray && y < side; y++)
        for (uint32_t x = 0; x < side; x++) {
            const double square = hash(x / 56 + 7, y / 40) % 5 == 0 && x % 56 > 20 && y % 40 > 12 ? 70 : 0;
            const double noise = 0.45 * noise_at(x, y, 128) + 0.2 * noise_at(x, y, 32) + 0.04 * noise_at(x, y, 3);
            c->gray[(size_t)y * side + x] = (uint8_t)(noise + square);
        }
    c->image = store_texture(&c->store, 0, HPYR_FORMAT_R8, (const uint32_t[]){side, side, 1}, c->gray);
    return store_check(&c->store);
}

/* ---- what is timed ---- */

WAY_OF(run_library, bench_check(c->b, hpyr_features_detect(c->features, &c->image), "detect") &&
                        bench_check(c->b, hpyr_features_count(c->features, &c->found), "count"))

static bool run_peer(void *user) {
    contest *c = user;
#ifdef BENCH_HAS_OPENCV
    const peer_corners job = {c->gray, c->side, c->side, hpyr_features_resolved(c->features)->quality, NULL, NULL};
    c->peer_found = (uint32_t)peer_find_corners(&job);
#endif
    return c->b != NULL;
}

static const way WAYS[] = {{OURS, true, run_library}, {PEER, false, run_peer}};

/* ---- comparing ---- */

/* By how much a response of the oracle's is no feature: it misses the limit, or its largest neighbor. Below 0 it is one. */
static double lack_of(const hpyr_ref_field_2d *r, size_t pixel, uint32_t layer, double limit) {
    const int64_t x = (int64_t)(pixel % r->width), y = (int64_t)(pixel / r->width), z = (int64_t)layer;
    double largest = limit;
    for (int64_t k = z - 1; k <= z + 1; k++)
        for (int64_t j = y - 1; j <= y + 1; j++)
            for (int64_t i = x - 1; i <= x + 1; i++)
                if (i >= 0 && j >= 0 && k >= 0 && i < r->width && j < r->height && k < r->layers &&
                    (i != x || j != y || k != z))
                    largest = fmax(largest, r->numbers[(size_t)((k * r->height + j) * r->width + i)]);
    return largest - r->numbers[(size_t)((z * r->height + y) * r->width + x)];
}

/* Whether rounding decides if a pixel is a feature. */
static bool is_tie(const hpyr_ref_field_2d *r, size_t pixel, double limit, double rounding) {
    bool is = false;
    for (uint32_t z = 0; z < r->layers; z++)
        is = is || fabs(lack_of(r, pixel, z, limit)) <= rounding;
    return is;
}

/* Features of a small part of the image: those of the oracle, in the order of their responses, but for rounding. */
static bool is_right(const hpyr_features_desc *desc, const hpyr_ref_field_2d *gray, hpyr_feature *expected,
                     const hpyr_feature *found, uint32_t count) {
    const size_t pixels = (size_t)gray->width * gray->height;
    hpyr_ref_field_2d r = {NULL, gray->width, gray->height, desc->scales ? desc->scales : 1};
    int8_t *more = calloc(pixels, 1); /* features of a pixel that were found, less those that were expected */
    uint32_t right = 0;
    r.numbers = malloc(pixels * r.layers * sizeof *r.numbers);
    bool ok = more && r.numbers && hpyr_ref_features_respond(desc, gray, &r) == HPYR_OK &&
              hpyr_ref_features_find(desc, &r, expected, (uint32_t)pixels, &right) == HPYR_OK && right > 0;
    const double strongest = ok ? (double)expected[0].response : 0, rounding = (r.layers > 1 ? 5e-5 : 1e-5) * strongest;
    for (uint32_t i = 0; ok && i < count; i++) {
        more[(size_t)found[i].y * r.width + found[i].x]++;
        ok = i >= right || fabs((double)found[i].response - (double)expected[i].response) <= rounding;
    }
    for (uint32_t i = 0; ok && i < right; i++)
        more[(size_t)expected[i].y * r.width + expected[i].x]--;
    for (size_t i = 0; ok && i < pixels; i++)
        ok = !more[i] || is_tie(&r, i, desc->quality * strongest, rounding);
    free(more);
    free(r.numbers);
    return ok;
}

static bool compare(bench *b, const hpyr_features_desc *asked) {
    contest c = {.b = b, .store = {.b = b}, .side = CHECKED_SIDE};
    const size_t pixels = (size_t)CHECKED_SIDE * CHECKED_SIDE;
    hpyr_features_desc desc = *asked;
    hpyr_ref_field_2d gray = {store_memory(&c.store, pixels, sizeof(double)), CHECKED_SIDE, CHECKED_SIDE, 1};
    hpyr_feature *found = store_memory(&c.store, 2 * pixels, sizeof *found);
    hpyr_report report = {0};
    desc.width = desc.height = CHECKED_SIDE;
    if (desc.detector == HPYR_DETECTOR_BLOB)
        desc.edge_ratio =
            INFINITY; /* the rounding of a ratio of curvatures is not known here; tests/ compare what it decides */
    bool ok = make_image(&c) && bench_check(b, hpyr_features_create(b->context, &desc, &c.features), "create");
    for (size_t i = 0; ok && i < pixels; i++)
        gray.numbers[i] = c.gray[i] / 255.0;
    ok =
        ok && bench_check(b, hpyr_features_detect(c.features, &c.image), "detect") &&
        bench_check(b, hpyr_features_download(c.features, 0, HPYR_ALL, found, (uint32_t)pixels, &report), "download") &&
        (is_right(hpyr_features_resolved(c.features), &gray, found + pixels, found, report.written) ||
         error_set("features: detector %d: not the oracle's", (int)desc.detector));
    hpyr_features_destroy(c.features);
    store_free(&c.store);
    return ok;
}

/* ---- rows ---- */

static bool run(bench *b, hpyr_detector detector, uint32_t side) {
    static const char *const NAMES[] = {"", "HARRIS", "SHI_TOMASI", "BLOB"};
    const bool is_blob = detector == HPYR_DETECTOR_BLOB, has_peer = HAS_PEER && detector == HPYR_DETECTOR_SHI_TOMASI;
    contest c = {.b = b, .store = {.b = b}, .side = side};
    row r = row_of(&features_table);
    player p = {.row = &r, .ways = WAYS, .way_count = 2, .user = &c, .skipped = has_peer ? 0 : 2};
    const uint64_t pixels = (uint64_t)side * side;
    const hpyr_features_desc desc = {.width = side,
                                     .height = side,
                                     .capacity = pixels < MOST_FEATURES ? (uint32_t)pixels : MOST_FEATURES,
                                     .detector = detector,
                                     .quality = 0.05f,
                                     .scales = is_blob ? BLOB_SCALES : 0,
                                     .scale = is_blob ? 2 : 0};
    const turns t = {.least = 3, .most = BENCH_LEAST_RUNS, .budgets = 2};
    bool ok = compare(b, &desc) && make_image(&c) &&
              bench_check(b, hpyr_features_create(b->context, &desc, &c.features), "create") && turns_run(b, &p, &t);
    r.t[DETECTOR] = NAMES[detector];
    r.n[SIDE] = side;
    r.n[FOUND] = c.found;
    r.n[ROW_LEAST] = (double)pixels + (double)sizeof(hpyr_feature) * c.found;
    r.n[PEER_FOUND] = has_peer ? c.peer_found : NAN;
    r.n[TO_PEER] = r.n[OURS] / r.n[PEER];
    r.n[ROW_MB] = (double)hpyr_features_bytes(b->context, &desc) / 1e6;
    hpyr_features_destroy(c.features);
    store_free(&c.store);
    return ok && bench_keep(b, &r);
}

bool bench_features(bench *b) {
    const size_t first = b->row_count;
    const bool ok = run(b, HPYR_DETECTOR_SHI_TOMASI, bench_side(b, CORNERS_SIDE)) &&
                    run(b, HPYR_DETECTOR_HARRIS, bench_side(b, CORNERS_SIDE)) &&
                    run(b, HPYR_DETECTOR_BLOB, bench_side(b, BLOBS_SIDE));
    if (ok)
        fprintf(b->stream,
                "\nFeatures: ms, medians, from an image in a texture to the number of sorted features\n"
                "    OpenCV %s: cornerMinEigenVal, minMaxLoc, dilate, comparison; two threads\n",
                PEER_VERSION);
    return bench_show(b, ok, &features_table, first, NULL,
                      "  first: with the compilation of programs that no table before this one has made");
}
