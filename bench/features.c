/* features.c - corners and blobs of an image, in turn with OpenCV's corners.  SPDX-License-Identifier: MIT
 * What is timed begins with an image in a texture, or in memory, and ends with the number of features; ours are sorted then. */
#include "corners_peer.h"
#include "parts.h"
#include "report.h"

#include "common/files/median.h"

#include <GL/glew.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CORNERS_SIDE = 4096,
    BLOBS_SIDE = 1024,
    CHECKED_SIDE = 256,
    MOST_FEATURES = 1 << 16,
    LEAST_RUNS = 3,
    BLOB_SCALES = 5
};

typedef struct contest {
    bench *b;
    features_row row;
    hpyr_features *features;
    hpyr_texture image;
    uint8_t *gray;
} contest;

static bool check(bench *b, hpyr_result result, const char *what) {
    return bench_check(b, "features", result, what);
}

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

static uint8_t *make_gray(uint32_t side) {
    uint8_t *gray = malloc((size_t)side * side);
    for (uint32_t y = 0; gray && y < side; y++)
        for (uint32_t x = 0; x < side; x++) {
            const double square = hash(x / 56 + 7, y / 40) % 5 == 0 && x % 56 > 20 && y % 40 > 12 ? 70 : 0;
            const double noise = 0.45 * noise_at(x, y, 128) + 0.2 * noise_at(x, y, 32) + 0.04 * noise_at(x, y, 3);
            gray[(size_t)y * side + x] = (uint8_t)(noise + square);
        }
    return gray;
}

static void upload(contest *c, uint32_t side) {
    GLuint name;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, (GLsizei)side, (GLsizei)side, 0, GL_RED, GL_UNSIGNED_BYTE, c->gray);
    c->image = (hpyr_texture){.name = name, .width = side, .height = side, .format = HPYR_FORMAT_R8};
}

/* ---- what is timed ---- */

static bool run_library(contest *c) {
    return check(c->b, hpyr_features_detect(c->features, &c->image), "detect") &&
           check(c->b, hpyr_features_count(c->features, &c->row.found), "count");
}

static bool run_peer(contest *c) {
#ifdef BENCH_HAS_OPENCV
    const peer_corners job = {c->gray, c->row.side, c->row.side, hpyr_features_resolved(c->features)->quality,
                              NULL,    NULL};
    c->row.peer_found = (uint32_t)peer_find_corners(&job);
#endif
    return c->b != NULL;
}

static bool has_peer(const contest *c) {
#ifdef BENCH_HAS_OPENCV
    return c->row.detector == HPYR_DETECTOR_SHI_TOMASI;
#else
    return c->b == NULL;
#endif
}

static bool run_timed(contest *c, features_time at, double *ms) {
    glFinish();
    const double start = clock_ms();
    const bool ok = at == FEATURES_LIBRARY ? run_library(c) : run_peer(c);
    *ms = clock_ms() - start;
    return ok;
}

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

static bool compare(contest *c, const hpyr_features_desc *asked) {
    bench *b = c->b;
    hpyr_features_desc desc = *asked;
    hpyr_features *small = NULL;
    hpyr_ref_field_2d gray = {malloc(sizeof(double) * CHECKED_SIDE * CHECKED_SIDE), CHECKED_SIDE, CHECKED_SIDE, 1};
    hpyr_feature *found = malloc(2 * sizeof *found * CHECKED_SIDE * CHECKED_SIDE);
    hpyr_report report = {0};
    desc.width = desc.height = CHECKED_SIDE;
    if (desc.detector == HPYR_DETECTOR_BLOB)
        desc.edge_ratio =
            INFINITY; /* the rounding of a ratio of curvatures is not known here; tests/ compare what it decides */
    c->gray = make_gray(CHECKED_SIDE);
    bool ok = (gray.numbers && found && c->gray) || error_set("out of memory");
    for (size_t i = 0; ok && i < (size_t)CHECKED_SIDE * CHECKED_SIDE; i++)
        gray.numbers[i] = c->gray[i] / 255.0;
    if (ok)
        upload(c, CHECKED_SIDE);
    ok = ok && check(b, hpyr_features_create(b->context, &desc, &small), "create") &&
         check(b, hpyr_features_detect(small, &c->image), "detect") &&
         check(b, hpyr_features_download(small, 0, HPYR_ALL, found, CHECKED_SIDE * CHECKED_SIDE, &report), "download");
    if (ok &&
        !is_right(hpyr_features_resolved(small), &gray, found + CHECKED_SIDE * CHECKED_SIDE, found, report.written))
        ok = error_set("features: detector %d: not the oracle's", (int)desc.detector);
    glDeleteTextures(1, &c->image.name);
    hpyr_features_destroy(small);
    free(gray.numbers);
    free(found);
    free(c->gray);
    c->gray = NULL;
    return ok;
}

/* ---- rows ---- */

static bool measure(contest *c) {
    static double ms[FEATURES_TIMES][BENCH_MAX_RUNS];
    bench *b = c->b;
    const uint32_t most = b->repeat ? b->repeat : BENCH_LEAST_RUNS, least = b->repeat ? b->repeat : LEAST_RUNS;
    const features_time ways = has_peer(c) ? FEATURES_TIMES : FEATURES_PEER;
    uint32_t runs = 0;
    bool ok = run_timed(c, FEATURES_LIBRARY, &c->row.first_ms);
    const double start = clock_ms();
    while (ok && runs < most && (runs < least || clock_ms() - start < 2 * b->budget_ms)) {
        for (features_time at = FEATURES_LIBRARY; at < ways && ok; at++)
            ok = run_timed(c, at, &ms[at][runs]);
        runs++;
    }
    for (features_time at = FEATURES_LIBRARY; at < FEATURES_TIMES; at++)
        c->row.ms[at] = at < ways ? median_of(ms[at], runs) : NAN;
    c->row.runs = runs;
    return ok;
}

static bool run(bench *b, hpyr_detector detector, uint32_t side) {
    contest c = {.b = b, .row = {.detector = detector, .side = side}};
    const uint64_t pixels = (uint64_t)side * side;
    const hpyr_features_desc desc = {.width = side,
                                     .height = side,
                                     .capacity = pixels < MOST_FEATURES ? (uint32_t)pixels : MOST_FEATURES,
                                     .detector = detector,
                                     .quality = 0.05f,
                                     .scales = detector == HPYR_DETECTOR_BLOB ? BLOB_SCALES : 0,
                                     .scale = detector == HPYR_DETECTOR_BLOB ? 2 : 0};
    bool ok = compare(&c, &desc) && check(b, hpyr_features_create(b->context, &desc, &c.features), "create");
    c.gray = ok ? make_gray(side) : NULL;
    ok = ok && (c.gray || error_set("out of memory"));
    if (ok) {
        upload(&c, side);
        c.row.bytes = hpyr_features_bytes(b->context, &desc);
        ok = measure(&c);
        glDeleteTextures(1, &c.image.name);
    }
    if (ok)
        b->features[b->features_count++] = c.row;
    hpyr_features_destroy(c.features);
    free(c.gray);
    return ok;
}

bool bench_features(bench *b) {
    const uint32_t corners = b->has_size ? b->sizes[0] : CORNERS_SIDE, blobs = b->has_size ? b->sizes[0] : BLOBS_SIDE;
    if (bench_has_floats(b)) {
        report_title(b, "Features: OpenGL 2.1 has none");
        return true;
    }
    bool ok = run(b, HPYR_DETECTOR_SHI_TOMASI, corners) && run(b, HPYR_DETECTOR_HARRIS, corners) &&
              run(b, HPYR_DETECTOR_BLOB, blobs);
    if (ok)
        report_features(b);
    return ok;
}
