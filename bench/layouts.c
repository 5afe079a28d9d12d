/* layouts.c - what building and extraction cost in every layout.  SPDX-License-Identifier: MIT */
#include "bench.h"
#include "images.h"

#include "common/gl.h"
#include "common/median.h"

#include <stdlib.h>
#include <string.h>

enum { STAGE_BUILD, STAGE_BUFFER, STAGE_TEXTURE, STAGE_DOWNLOAD, STAGES };

static const char *const STAGE_NAMES[STAGES] = {"build", "buffer", "texture", "download"};

typedef struct contender {
    const char *layout_name, *base_name;
    hpyr_layout layout;
    hpyr_base base;
} contender;

static const contender CONTENDERS[] = {
    {"single", "merged", HPYR_LAYOUT_SINGLE, HPYR_BASE_MERGED},
    {"single", "separate", HPYR_LAYOUT_SINGLE, HPYR_BASE_SEPARATE},
    {"bits", "separate", HPYR_LAYOUT_BITS, HPYR_BASE_SEPARATE},
};

enum { CONTENDER_COUNT = sizeof CONTENDERS / sizeof CONTENDERS[0] };

/* One random image and everything that its lists are written to. */
typedef struct image_case {
    uint32_t side;
    double fill; /* share of active cells, 0..1 */
    uint8_t *pixels;
    hpyr_point *expected, *points;
    uint32_t total;
    uint32_t input, list, buffer;
    hpyr_pyramid *pyramids[CONTENDER_COUNT]; /* NULL where this GL has no such layout */
    uint64_t bytes[CONTENDER_COUNT];
    double samples[CONTENDER_COUNT][STAGES][BENCH_MAX_REPEAT];
} image_case;

static bool make_targets(bench *b, image_case *c) {
    GLsizei side = (GLsizei)c->side, list_side = (GLsizei)hpyr_list_side(c->total);
    glGenTextures(1, &c->input);
    glBindTexture(GL_TEXTURE_2D, c->input);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, side, side, 0, GL_RED, GL_UNSIGNED_BYTE, c->pixels);
    glGenTextures(1, &c->list);
    glBindTexture(GL_TEXTURE_2D, c->list);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, list_side, list_side, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, NULL);
    glBindTexture(GL_TEXTURE_2D, 0);
    glGenBuffers(1, &c->buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, c->buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)(((size_t)c->total + 1) * sizeof(hpyr_point)), NULL,
                 GL_DYNAMIC_COPY);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    return glGetError() == GL_NO_ERROR ||
           error_set(b->error, sizeof b->error, "no GL memory for %ux%u cells", (unsigned)c->side, (unsigned)c->side);
}

static bool make_pyramids(bench *b, image_case *c) {
    for (size_t i = 0; i < CONTENDER_COUNT; i++) {
        hpyr_pyramid_desc desc = {0};
        desc.width = desc.height = c->side;
        desc.layout = CONTENDERS[i].layout;
        desc.base = CONTENDERS[i].base;
        c->bytes[i] = hpyr_pyramid_bytes(NULL, &desc);
        hpyr_result result = hpyr_pyramid_create(b->context, &desc, &c->pyramids[i]);
        if (result != HPYR_ERROR_UNSUPPORTED && !bench_check(b, result, "creating a pyramid")) {
            return false;
        }
    }
    return true;
}

static bool prepare(bench *b, image_case *c) {
    size_t cells = (size_t)c->side * c->side;
    c->pixels = malloc(cells);
    if (!c->pixels) {
        return error_set(b->error, sizeof b->error, "out of memory for %ux%u cells", (unsigned)c->side,
                         (unsigned)c->side);
    }
    image_random_bytes(c->pixels, c->side, c->fill);
    hpyr_ref_image image = {0};
    image.pixels = c->pixels;
    image.format = HPYR_FORMAT_R8;
    image.width = image.height = c->side;
    c->expected = bench_expect(b, &image, HPYR_ORDER_MORTON, &c->total);
    if (!c->expected) {
        return false;
    }
    c->points = malloc(((size_t)c->total + 1) * sizeof *c->points);
    if (!c->points) {
        return error_set(b->error, sizeof b->error, "out of memory for %u points", (unsigned)c->total);
    }
    return make_targets(b, c) && make_pyramids(b, c);
}

static void release(image_case *c) {
    for (size_t i = 0; i < CONTENDER_COUNT; i++) {
        hpyr_pyramid_destroy(c->pyramids[i]);
    }
    glDeleteTextures(1, &c->input);
    glDeleteTextures(1, &c->list);
    glDeleteBuffers(1, &c->buffer);
    free(c->pixels);
    free(c->points);
    free(c->expected);
    free(c);
}

static hpyr_texture describe_list(const image_case *c) {
    hpyr_texture list = {0};
    list.name = c->list;
    list.width = list.height = hpyr_list_side(c->total);
    list.format = HPYR_FORMAT_RGBA32UI;
    return list;
}

static hpyr_result run_stage(const bench *b, const image_case *c, hpyr_pyramid *pyramid, int stage) {
    hpyr_texture input = {0}, list = describe_list(c);
    input.name = c->input;
    input.width = input.height = c->side;
    input.format = HPYR_FORMAT_R8;
    switch (stage) {
    case STAGE_BUILD:
        return hpyr_pyramid_build(pyramid, b->discriminator, &input);
    case STAGE_BUFFER:
        return hpyr_pyramid_extract_buffer(pyramid, 0, HPYR_ALL, c->buffer, 0, 0, NULL);
    case STAGE_TEXTURE:
        return hpyr_pyramid_extract_texture(pyramid, 0, HPYR_ALL, &list, NULL);
    default:
        return hpyr_pyramid_download(pyramid, 0, HPYR_ALL, c->points, c->total, 0, NULL);
    }
}

/* Every path must hold the oracle's list before its time counts. */
static bool lists_are_right(const image_case *c) {
    size_t size = c->total * sizeof(hpyr_point), side = hpyr_list_side(c->total);
    hpyr_point *texels = malloc(side * side * sizeof *texels);
    if (!texels) {
        return false;
    }
    glBindTexture(GL_TEXTURE_2D, c->list);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels);
    glBindTexture(GL_TEXTURE_2D, 0);
    bool right = memcmp(texels, c->expected, size) == 0 && memcmp(c->points, c->expected, size) == 0 &&
                 bench_buffer_holds(c->buffer, c->expected, c->total);
    free(texels);
    return right;
}

/* Wipes what the contender before has left, or a list that was never written would pass for right. */
static void wipe_lists(const image_case *c) {
    size_t side = hpyr_list_side(c->total);
    void *zeros = calloc(side * side + 1, sizeof(hpyr_point));
    memset(c->points, 0, c->total * sizeof *c->points);
    if (zeros) {
        glBindBuffer(GL_COPY_WRITE_BUFFER, c->buffer);
        glBufferSubData(GL_COPY_WRITE_BUFFER, 0, (GLsizeiptr)(c->total * sizeof(hpyr_point)), zeros);
        glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
        glBindTexture(GL_TEXTURE_2D, c->list);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, (GLsizei)side, (GLsizei)side, GL_RGBA_INTEGER, GL_UNSIGNED_INT, zeros);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    free(zeros);
}

/* Run 0 compiles shaders and is checked, not counted. */
static bool run_contender(bench *b, image_case *c, size_t i, uint32_t run) {
    if (run == 0) {
        wipe_lists(c);
    }
    for (int stage = 0; stage < STAGES; stage++) {
        glFinish();
        double start = hpyr_clock_ms();
        hpyr_result result = run_stage(b, c, c->pyramids[i], stage);
        glFinish();
        double end = hpyr_clock_ms();
        if (!bench_check(b, result, STAGE_NAMES[stage])) {
            return false;
        }
        if (run > 0) {
            c->samples[i][stage][run - 1] = end - start;
        }
    }
    return run > 0 || lists_are_right(c) ||
           error_set(b->error, sizeof b->error, "%s, %s, %ux%u: a list differs from the oracle's",
                     CONTENDERS[i].layout_name, CONTENDERS[i].base_name, (unsigned)c->side, (unsigned)c->side);
}

static void print_row(const bench *b, const image_case *c, size_t i, const double ms[STAGES]) {
    const contender *who = &CONTENDERS[i];
    fprintf(b->stream, "%5u  %6.2f %%  %-6s  %-8s  %9u", (unsigned)c->side, 100 * c->fill, who->layout_name,
            who->base_name, (unsigned)c->total);
    for (int stage = 0; stage < STAGES; stage++) {
        if (c->pyramids[i]) {
            fprintf(b->stream, "  %8.3f", ms[stage]);
        } else {
            fprintf(b->stream, "  %8s", "-");
        }
    }
    fprintf(b->stream, "  %10.2f\n", (double)c->bytes[i] / 1048576);
}

static void put_row(bench *b, const image_case *c, size_t i, const double ms[STAGES]) {
    json *j = &b->json;
    json_open(j, NULL, '{');
    json_count(j, "side", c->side);
    json_number(j, "fill", c->fill);
    json_count(j, "total", c->total);
    json_text(j, "layout", CONTENDERS[i].layout_name);
    json_text(j, "base", CONTENDERS[i].base_name);
    json_count(j, "bytes", c->bytes[i]);
    if (c->pyramids[i]) {
        json_open(j, "ms", '{');
        for (int stage = 0; stage < STAGES; stage++) {
            json_ms(j, STAGE_NAMES[stage], ms[stage]);
        }
        json_close(j, '}');
    } else {
        json_null(j, "ms");
        json_text(j, "reason", "this OpenGL has no such layout");
    }
    json_close(j, '}');
}

static void report(bench *b, image_case *c) {
    for (size_t i = 0; i < CONTENDER_COUNT; i++) {
        double ms[STAGES];
        for (int stage = 0; stage < STAGES; stage++) {
            ms[stage] = c->pyramids[i] ? median_of(c->samples[i][stage], b->repeat) : 0;
        }
        print_row(b, c, i, ms);
        if (b->json.file) {
            put_row(b, c, i, ms);
        }
    }
    fflush(b->stream);
}

static bool bench_case(bench *b, uint32_t side, double fill) {
    image_case *c = calloc(1, sizeof *c);
    if (!c) {
        return error_set(b->error, sizeof b->error, "out of memory");
    }
    c->side = side;
    c->fill = fill;
    bool ok = prepare(b, c);
    for (uint32_t run = 0; run <= b->repeat; run++) {
        for (size_t i = 0; i < CONTENDER_COUNT && ok; i++) {
            ok = !c->pyramids[i] || run_contender(b, c, i, run);
        }
    }
    if (ok) {
        report(b, c);
    }
    release(c);
    return ok;
}

bool bench_layouts(bench *b, uint32_t largest) {
    static const double FILLS[] = {0.002, 0.01, 0.05};
    fprintf(b->stream, "Random R8 images, ms, layouts in turn in every run; keys in Morton order\n"
                       " side     fill  layout  base          total");
    for (int stage = 0; stage < STAGES; stage++) {
        fprintf(b->stream, "  %8s", STAGE_NAMES[stage]);
    }
    fprintf(b->stream, "  %10s\n", "MiB");
    for (uint32_t side = 1024; side <= largest; side *= 2) {
        for (size_t fill = 0; fill < sizeof FILLS / sizeof FILLS[0]; fill++) {
            if (!bench_case(b, side, FILLS[fill])) {
                return false;
            }
        }
    }
    return true;
}
