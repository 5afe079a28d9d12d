/* main.c - histopyramid-bench: what building, totals and extraction cost, every timed result checked against the oracle first.
 * SPDX-License-Identifier: MIT */
#include "common/error.h"
#include "common/gl.h"
#include "common/headless.h"
#include "common/median.h"
#include "common/options.h"

#include <histopyramid/histopyramid.h>
#include <histopyramid/reference.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = 4, MAX_REPEAT = 1000 };

static const char *const stage_names[STAGES] = {"build", "buffer", "texture", "download"};

/* One row of the table: a layout on an image. */
typedef struct cell {
    uint32_t side;
    double fill; /* share of active cells, 0..1 */
    hpyr_base base;
    hpyr_count_format counts;
} cell;

typedef struct bench {
    hpyr_context *context;
    hpyr_discriminator *discriminator;
    uint32_t repeat;
    uint8_t *image;
    GLuint input, list, buffer;
    hpyr_point *points, *expected;
    uint32_t total;
    double samples[STAGES][MAX_REPEAT];
} bench;

static void log_line(hpyr_log_level level, const char *message, void *user) {
    (void)user;
    if (level == HPYR_LOG_ERROR)
        fprintf(stderr, "histopyramid-bench: %s\n", message);
}

static uint32_t random_next(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void draw_image(bench *b, const cell *c) {
    uint32_t state = 2463534242u, threshold = (uint32_t)(c->fill * 4294967295.0);
    size_t count = (size_t)c->side * c->side;
    for (size_t i = 0; i < count; ++i)
        b->image[i] = random_next(&state) <= threshold ? 255 : 0;
}

/* The oracle's list of the image; its length becomes the total. */
static bool ask_oracle(bench *b, const cell *c) {
    const hpyr_flat3d map = {c->side, c->side, 1, 1, 1};
    const hpyr_ref_image image = {.pixels = b->image, .format = HPYR_FORMAT_R8, .width = c->side, .height = c->side};
    uint32_t *counts = malloc((size_t)c->side * c->side * sizeof *counts);
    hpyr_ref_pyramid *oracle = NULL;
    bool done = counts && hpyr_ref_discriminate(&image, 1.0, 1.0, counts) == HPYR_OK &&
                hpyr_ref_pyramid_create(counts, &map, HPYR_ORDER_MORTON, &oracle) == HPYR_OK;
    if (done) {
        b->total = (uint32_t)hpyr_ref_pyramid_total(oracle);
        b->expected = malloc((b->total + 1) * sizeof *b->expected);
        b->points = malloc((b->total + 1) * sizeof *b->points);
        done = b->expected && b->points && hpyr_ref_pyramid_list(oracle, 0, b->total, b->expected) == b->total;
    }
    hpyr_ref_pyramid_destroy(oracle);
    free(counts);
    return done;
}

static void make_targets(bench *b, const cell *c) {
    uint32_t side = hpyr_list_side(b->total);
    glGenTextures(1, &b->input);
    glBindTexture(GL_TEXTURE_2D, b->input);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, (GLsizei)c->side, (GLsizei)c->side, 0, GL_RED, GL_UNSIGNED_BYTE, b->image);
    glGenTextures(1, &b->list);
    glBindTexture(GL_TEXTURE_2D, b->list);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, (GLsizei)side, (GLsizei)side, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT,
                 NULL);
    glGenBuffers(1, &b->buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, b->buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)((b->total + 1) * sizeof(hpyr_point)), NULL, GL_DYNAMIC_COPY);
}

static void release(bench *b) {
    glDeleteTextures(1, &b->input);
    glDeleteTextures(1, &b->list);
    glDeleteBuffers(1, &b->buffer);
    b->input = b->list = b->buffer = 0;
    free(b->image);
    free(b->points);
    free(b->expected);
    b->image = NULL;
    b->points = b->expected = NULL;
}

static hpyr_result run_stage(bench *b, hpyr_pyramid *pyramid, const cell *c, int stage) {
    const hpyr_texture input = {.name = b->input, .width = c->side, .height = c->side, .format = HPYR_FORMAT_R8};
    const uint32_t side = hpyr_list_side(b->total);
    const hpyr_texture list = {.name = b->list, .width = side, .height = side, .format = HPYR_FORMAT_RGBA32UI};
    switch (stage) {
    case 0:
        return hpyr_pyramid_build(pyramid, b->discriminator, &input);
    case 1:
        return hpyr_pyramid_extract_buffer(pyramid, 0, HPYR_ALL, b->buffer, 0, 0, NULL);
    case 2:
        return hpyr_pyramid_extract_texture(pyramid, 0, HPYR_ALL, &list, NULL);
    default:
        return hpyr_pyramid_download(pyramid, 0, HPYR_ALL, b->points, b->total, 0, NULL);
    }
}

/* Every path must hold the oracle's list before its time counts. */
static bool check(bench *b) {
    size_t size = b->total * sizeof(hpyr_point);
    uint32_t side = hpyr_list_side(b->total);
    bool good = !memcmp(b->points, b->expected, size);
    glBindBuffer(GL_COPY_READ_BUFFER, b->buffer);
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, (GLsizeiptr)size, b->points);
    good = good && !memcmp(b->points, b->expected, size);
    hpyr_point *texels = malloc((size_t)side * side * sizeof *texels);
    if (!texels)
        return false;
    glBindTexture(GL_TEXTURE_2D, b->list);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels);
    good = good && !memcmp(texels, b->expected, size);
    free(texels);
    return good;
}

static bool measure(bench *b, hpyr_pyramid *pyramid, const cell *c) {
    for (uint32_t run = 0; run <= b->repeat; ++run) { /* the first compiles shaders and is checked, not counted */
        for (int stage = 0; stage < STAGES; ++stage) {
            glFinish();
            double start = hpyr_clock_ms();
            if (run_stage(b, pyramid, c, stage) != HPYR_OK)
                return false;
            glFinish();
            if (run)
                b->samples[stage][run - 1] = hpyr_clock_ms() - start;
        }
        if (!run && !check(b)) {
            fprintf(stderr, "histopyramid-bench: a list differs from the oracle's\n");
            return false;
        }
    }
    return true;
}

static bool bench_cell(bench *b, const cell *c) {
    const hpyr_pyramid_desc desc = {.width = c->side, .height = c->side, .base = c->base, .count_format = c->counts};
    hpyr_pyramid *pyramid = NULL;
    bool good = false;
    b->image = malloc((size_t)c->side * c->side);
    if (!b->image)
        return false;
    draw_image(b, c);
    if (ask_oracle(b, c) && hpyr_pyramid_create(b->context, &desc, &pyramid) == HPYR_OK) {
        make_targets(b, c);
        good = measure(b, pyramid, c);
    }
    if (good) {
        printf("%5u  %6.2f %%  %-8s  %-5s  %9u", c->side, 100.0 * c->fill,
               c->base == HPYR_BASE_MERGED ? "merged" : "separate", c->counts == HPYR_COUNT_FLOAT ? "R32F" : "R32UI",
               b->total);
        for (int stage = 0; stage < STAGES; ++stage)
            printf("  %8.3f", median_of(b->samples[stage], b->repeat));
        printf("  %10.2f\n", (double)hpyr_pyramid_bytes(&desc) / 1048576.0);
        fflush(stdout);
    }
    hpyr_pyramid_destroy(pyramid);
    release(b);
    return good;
}

static bool bench_all(bench *b, uint32_t largest) {
    static const double fills[] = {0.002, 0.01, 0.05};
    printf("layout SINGLE on %s, medians of %u runs in ms\n", hpyr_context_caps(b->context)->renderer, b->repeat);
    printf(" side     fill  base      counts     total");
    for (int stage = 0; stage < STAGES; ++stage)
        printf("  %8s", stage_names[stage]);
    printf("  %10s\n", "MiB");
    for (uint32_t side = 1024; side <= largest; side *= 2)
        for (size_t fill = 0; fill < sizeof fills / sizeof *fills; ++fill)
            for (int kind = 0; kind < 4; ++kind) {
                const cell c = {side, fills[fill], kind & 1 ? HPYR_BASE_SEPARATE : HPYR_BASE_MERGED,
                                kind & 2 ? HPYR_COUNT_FLOAT : HPYR_COUNT_UINT};
                if (!bench_cell(b, &c))
                    return false;
            }
    return !ferror(stdout);
}

int main(int argc, char **argv) {
    static bench b;
    uint32_t largest = 2048;
    char error[ERROR_SIZE];
    b.repeat = 5;
    const option options[] = {
        {"--repeat", "N", "runs a figure is the median of (5)", OPTION_COUNT, &b.repeat, 1, MAX_REPEAT, NULL},
        {"--largest", "SIDE", "largest image: 1024, 2048, 4096 (2048)", OPTION_COUNT, &largest, 1024, 4096, NULL}};
    const option_table table = {
        .program = "histopyramid-bench",
        .summary = "Times layout SINGLE on random images; every timed list is checked against the oracle.",
        .options = options,
        .option_count = sizeof options / sizeof *options};
    int status = options_parse(&table, argc, argv);
    if (status >= 0)
        return status;
    headless *gl = headless_open(3, 3, error, sizeof error);
    if (!gl || !gl_load(3, 3, error, sizeof error)) {
        fprintf(stderr, "histopyramid-bench: %s\n", error);
        headless_close(gl);
        return EXIT_FAILURE;
    }
    bool good = hpyr_context_create(&(hpyr_context_desc){.log = log_line}, &b.context) == HPYR_OK &&
                hpyr_discriminator_create(b.context, NULL, &b.discriminator) == HPYR_OK && bench_all(&b, largest);
    hpyr_discriminator_destroy(b.discriminator);
    hpyr_context_destroy(b.context);
    headless_close(gl);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
