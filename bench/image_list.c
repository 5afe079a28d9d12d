/* image_list.c - the point list of a large image: the pyramid beside reading back and scanning.  SPDX-License-Identifier: MIT
 *
 * On a software rasterizer reading back is a copy in memory and no trip over a bus: the CPU is at its strongest. Its list holds
 * texel numbers, 4 bytes each, in CPU memory; the pyramid's holds points, 16 bytes each, in a buffer object. */
#include "bench.h"
#include "images.h"
#include "scan.h"

#include "common/gl.h"
#include "common/median.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ACTIVE = 34000, CELLS = IMAGE_SIDE * IMAGE_SIDE };
enum { CPU_COUNT = 3, CPU_READBACK = 0, CPU_SCAN, CPU_TOTAL, CPU_STAGES };
enum { ORDER_COUNT = 2, BITS_BUILD = 0, BITS_EXTRACT, BITS_TOTAL, BITS_STAGES };

static const scan_fn SCANS[CPU_COUNT] = {scan_plain, scan_by_256, scan_by_64};
static const char *const SCAN_NAMES[CPU_COUNT] = {"plain", "by_256", "by_64"};
static const char *const CPU_STAGE_NAMES[CPU_STAGES] = {"readback", "scan", "total"};

static const hpyr_order ORDERS[ORDER_COUNT] = {HPYR_ORDER_LINE, HPYR_ORDER_MORTON};
static const char *const ORDER_NAMES[ORDER_COUNT] = {"line", "morton"};
static const char *const BITS_STAGE_NAMES[BITS_STAGES] = {"build", "extract", "total"};

typedef struct picture {
    const char *name;
    void (*draw)(uint8_t *rgba, uint32_t active);
} picture;

static const picture PICTURES[] = {{"spheres", image_spheres}, {"scatter", image_scatter}};

typedef struct contest {
    const picture *picture;
    uint8_t *pixels; /* read back into: touched before, as by any program that does it every frame */
    uint32_t *list;
    hpyr_point *expected[ORDER_COUNT];
    uint32_t total;
    uint32_t input, framebuffer, buffer;
    hpyr_pyramid *pyramids[ORDER_COUNT]; /* NULL where this GL has no BITS */
    double cpu[CPU_COUNT][CPU_STAGES][BENCH_MAX_REPEAT];
    double bits[ORDER_COUNT][BITS_STAGES][BENCH_MAX_REPEAT];
} contest;

/* Medians of a contest. */
typedef struct outcome {
    double cpu[CPU_COUNT][CPU_STAGES];
    double bits[ORDER_COUNT][BITS_STAGES];
    int fastest; /* of the CPU's */
} outcome;

static bool make_objects(bench *b, contest *c) {
    glGenTextures(1, &c->input);
    glBindTexture(GL_TEXTURE_2D, c->input);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, IMAGE_SIDE, IMAGE_SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, c->pixels);
    glBindTexture(GL_TEXTURE_2D, 0);
    glGenFramebuffers(1, &c->framebuffer);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, c->framebuffer);
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, c->input, 0);
    glGenBuffers(1, &c->buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, c->buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)(c->total * sizeof(hpyr_point)), NULL, GL_DYNAMIC_COPY);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    if (glGetError() != GL_NO_ERROR) {
        return error_set(b->error, sizeof b->error, "no GL memory for %ux%u texels", IMAGE_SIDE, IMAGE_SIDE);
    }
    for (int i = 0; i < ORDER_COUNT; i++) {
        hpyr_pyramid_desc desc = {0};
        desc.width = desc.height = IMAGE_SIDE;
        desc.layout = HPYR_LAYOUT_BITS;
        desc.order = ORDERS[i];
        hpyr_result result = hpyr_pyramid_create(b->context, &desc, &c->pyramids[i]);
        if (result != HPYR_ERROR_UNSUPPORTED && !bench_check(b, result, "creating a pyramid")) {
            return false;
        }
    }
    return true;
}

static bool prepare(bench *b, contest *c) {
    c->pixels = malloc((size_t)CELLS * 4);
    c->list = malloc((ACTIVE + 1) * sizeof *c->list);
    if (!c->pixels || !c->list) {
        return error_set(b->error, sizeof b->error, "out of memory for %ux%u texels", IMAGE_SIDE, IMAGE_SIDE);
    }
    c->picture->draw(c->pixels, ACTIVE);
    hpyr_ref_image image = {0};
    image.pixels = c->pixels;
    image.format = HPYR_FORMAT_RGBA8;
    image.width = image.height = IMAGE_SIDE;
    for (int i = 0; i < ORDER_COUNT; i++) {
        c->expected[i] = bench_expect(b, &image, ORDERS[i], &c->total);
        if (!c->expected[i]) {
            return false;
        }
    }
    if (c->total != ACTIVE) {
        return error_set(b->error, sizeof b->error, "%s: the oracle finds %u cells", c->picture->name,
                         (unsigned)c->total);
    }
    return make_objects(b, c);
}

static void release(contest *c) {
    for (int i = 0; i < ORDER_COUNT; i++) {
        hpyr_pyramid_destroy(c->pyramids[i]);
        free(c->expected[i]);
    }
    glDeleteFramebuffers(1, &c->framebuffer);
    glDeleteTextures(1, &c->input);
    glDeleteBuffers(1, &c->buffer);
    free(c->pixels);
    free(c->list);
    free(c);
}

/* The CPU's list must be the oracle's in scan-line order. */
static bool list_is_right(const contest *c, uint32_t count) {
    bool right = count == c->total;
    for (uint32_t i = 0; i < count && right; i++) {
        const hpyr_point *p = &c->expected[0][i];
        right = c->list[i] == p->y * IMAGE_SIDE + p->x;
    }
    return right;
}

static bool run_cpu(bench *b, contest *c, int i, uint32_t run) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, c->framebuffer);
    if (run == 0) {
        memset(c->list, 0, (ACTIVE + 1) * sizeof *c->list);
        memset(c->pixels, 0, (size_t)CELLS * 4);
    }
    glFinish();
    double start = hpyr_clock_ms();
    glReadPixels(0, 0, IMAGE_SIDE, IMAGE_SIDE, GL_RGBA, GL_UNSIGNED_BYTE, c->pixels);
    double read = hpyr_clock_ms();
    uint32_t count = SCANS[i](c->pixels, CELLS, 255, c->list);
    double end = hpyr_clock_ms();
    if (run > 0) {
        c->cpu[i][CPU_READBACK][run - 1] = read - start;
        c->cpu[i][CPU_SCAN][run - 1] = end - read;
        c->cpu[i][CPU_TOTAL][run - 1] = end - start;
    }
    return (run > 0 ? count == c->total : list_is_right(c, count)) ||
           error_set(b->error, sizeof b->error, "%s: the CPU's list (%s) differs from the oracle's", c->picture->name,
                     SCAN_NAMES[i]);
}

static void wipe_buffer(const contest *c) {
    void *zeros = calloc(c->total, sizeof(hpyr_point));
    glBindBuffer(GL_COPY_WRITE_BUFFER, c->buffer);
    if (zeros) {
        glBufferSubData(GL_COPY_WRITE_BUFFER, 0, (GLsizeiptr)(c->total * sizeof(hpyr_point)), zeros);
    }
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    free(zeros);
}

static bool run_bits(bench *b, contest *c, int i, uint32_t run) {
    hpyr_texture input = {0};
    input.name = c->input;
    input.width = input.height = IMAGE_SIDE;
    input.format = HPYR_FORMAT_RGBA8;
    if (run == 0) {
        wipe_buffer(c);
    }
    uint32_t total = 0;
    glFinish();
    double start = hpyr_clock_ms();
    hpyr_result result = hpyr_pyramid_build(c->pyramids[i], b->discriminator, &input);
    if (result == HPYR_OK) {
        result = hpyr_pyramid_total(c->pyramids[i], &total);
    }
    double built = hpyr_clock_ms();
    if (result == HPYR_OK) {
        result = hpyr_pyramid_extract_buffer(c->pyramids[i], 0, HPYR_ALL, c->buffer, 0, 0, NULL);
    }
    glFinish();
    double end = hpyr_clock_ms();
    if (!bench_check(b, result, "the point list of an image")) {
        return false;
    }
    if (run > 0) {
        c->bits[i][BITS_BUILD][run - 1] = built - start;
        c->bits[i][BITS_EXTRACT][run - 1] = end - built;
        c->bits[i][BITS_TOTAL][run - 1] = end - start;
    }
    return (total == c->total && (run > 0 || bench_buffer_holds(c->buffer, c->expected[i], c->total))) ||
           error_set(b->error, sizeof b->error, "%s: the list in %s order differs from the oracle's", c->picture->name,
                     ORDER_NAMES[i]);
}

static outcome take_medians(contest *c, uint32_t repeat) {
    outcome out;
    memset(&out, 0, sizeof out);
    for (int i = 0; i < CPU_COUNT; i++) {
        for (int stage = 0; stage < CPU_STAGES; stage++) {
            out.cpu[i][stage] = median_of(c->cpu[i][stage], repeat);
        }
        if (out.cpu[i][CPU_TOTAL] < out.cpu[out.fastest][CPU_TOTAL]) {
            out.fastest = i;
        }
    }
    for (int i = 0; i < ORDER_COUNT; i++) {
        for (int stage = 0; stage < BITS_STAGES; stage++) {
            out.bits[i][stage] = c->pyramids[i] ? median_of(c->bits[i][stage], repeat) : NAN;
        }
    }
    return out;
}

static double ratio_of(const outcome *o, int order) {
    return o->bits[order][BITS_TOTAL] / o->cpu[o->fastest][CPU_TOTAL];
}

static void print_outcome(const bench *b, const contest *c, const outcome *o) {
    for (int i = 0; i < CPU_COUNT; i++) {
        fprintf(b->stream, "  %-8s  read back + scan, %-10s %10.3f %10.3f %10.3f%s\n", c->picture->name, SCAN_NAMES[i],
                o->cpu[i][CPU_READBACK], o->cpu[i][CPU_SCAN], o->cpu[i][CPU_TOTAL],
                i == o->fastest ? "   the competitor" : "");
    }
    for (int i = 0; i < ORDER_COUNT; i++) {
        if (c->pyramids[i]) {
            fprintf(b->stream, "  %-8s  build + list, BITS, %-8s %10.3f %10.3f %10.3f   %.3f of it\n", c->picture->name,
                    ORDER_NAMES[i], o->bits[i][BITS_BUILD], o->bits[i][BITS_EXTRACT], o->bits[i][BITS_TOTAL],
                    ratio_of(o, i));
        } else {
            fprintf(b->stream, "  %-8s  build + list, BITS, %-8s %10s %10s %10s   this OpenGL has no such layout\n",
                    c->picture->name, ORDER_NAMES[i], "-", "-", "-");
        }
    }
    fflush(b->stream);
}

static void put_stages(json *j, const char *key, const char *const *names, const double *ms, int count) {
    if (isnan(ms[0])) {
        json_null(j, key);
        return;
    }
    json_open(j, key, '{');
    for (int stage = 0; stage < count; stage++) {
        json_ms(j, names[stage], ms[stage]);
    }
    json_close(j, '}');
}

static void put_outcome(json *j, const contest *c, const outcome *o) {
    json_open(j, NULL, '{');
    json_text(j, "image", c->picture->name);
    json_count(j, "side", IMAGE_SIDE);
    json_count(j, "active", c->total);
    json_open(j, "cpu_ms", '{');
    for (int i = 0; i < CPU_COUNT; i++) {
        put_stages(j, SCAN_NAMES[i], CPU_STAGE_NAMES, o->cpu[i], CPU_STAGES);
    }
    json_close(j, '}');
    json_text(j, "fastest_scan", SCAN_NAMES[o->fastest]);
    json_open(j, "bits_ms", '{');
    for (int i = 0; i < ORDER_COUNT; i++) {
        put_stages(j, ORDER_NAMES[i], BITS_STAGE_NAMES, o->bits[i], BITS_STAGES);
    }
    json_close(j, '}');
    json_open(j, "ratios", '{');
    for (int i = 0; i < ORDER_COUNT; i++) {
        json_number(j, ORDER_NAMES[i], ratio_of(o, i));
    }
    json_close(j, '}');
    json_close(j, '}');
}

static bool bench_picture(bench *b, const picture *p, outcome *out) {
    contest *c = calloc(1, sizeof *c);
    if (!c) {
        return error_set(b->error, sizeof b->error, "out of memory");
    }
    c->picture = p;
    bool ok = prepare(b, c);
    for (uint32_t run = 0; run <= b->repeat && ok; run++) { /* run 0 warms up and is checked, not counted */
        for (int i = 0; i < CPU_COUNT && ok; i++) {
            ok = run_cpu(b, c, i, run);
        }
        for (int i = 0; i < ORDER_COUNT && ok; i++) {
            ok = !c->pyramids[i] || run_bits(b, c, i, run);
        }
    }
    if (ok) {
        *out = take_medians(c, b->repeat);
        print_outcome(b, c, out);
        if (b->json.file) {
            put_outcome(&b->json, c, out);
        }
    }
    release(c);
    return ok;
}

bool bench_image_list(bench *b, image_list_ratios *ratios) {
    fprintf(b->stream,
            "\nPoint list of %ux%u RGBA8 texels, %u active, ms, contenders in turn in every run\n"
            "  %-38s %10s %10s %10s\n",
            IMAGE_SIDE, IMAGE_SIDE, ACTIVE, "", "read/build", "scan/list", "total");
    ratios->line = ratios->morton = 0;
    for (size_t i = 0; i < sizeof PICTURES / sizeof PICTURES[0]; i++) {
        outcome o;
        if (!bench_picture(b, &PICTURES[i], &o)) {
            return false;
        }
        double line = ratio_of(&o, 0), morton = ratio_of(&o, 1);
        ratios->line = line <= ratios->line ? ratios->line : line; /* so that NAN stays */
        ratios->morton = morton <= ratios->morton ? ratios->morton : morton;
    }
    return true;
}
