/* flow.c - seeds of the ABC flow, in turn with reading the field back and looping over it in plain C.  SPDX-License-Identifier: MIT
 * Each case has a library context of its own, so that its first run compiles all programs. */
#include "flow_loops.h"

#include "gl/counts.h"
#include "parts.h"
#include "report.h"

#include "common/files/median.h"
#include "common/platform/gl.h"
#include "common/platform/readback.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PERIOD = 6.283185307179586;

/* One case, and everything that it is compared with. */
typedef struct contest {
    bench *b;
    flow_row row;
    float *samples, *copy; /* made; read back */
    float bounds[2];
    uint32_t *cells; /* of the loop */
    uint32_t looped;
    hpyr_ref_flow oracle;
    hpyr_flow_field field;
    hpyr_context *context;
    hpyr_flow *flow;
    GLuint buffer;
} contest;

static bool check(bench *b, hpyr_result result, const char *what) {
    return bench_check(b, "flow", result, what);
}

static size_t samples_of(const contest *c) {
    return (size_t)c->row.side * c->row.side * c->row.side;
}

static int channels_of(const contest *c) {
    return c->row.kind == HPYR_FLOW_KIND_BAND ? 1 : 4;
}

/* ---- what is timed ---- */

static bool run_build(contest *c) {
    return check(c->b, hpyr_flow_build(c->flow, &c->field), "build");
}

static bool run_count(contest *c) {
    return check(c->b, hpyr_flow_count(c->flow, &c->row.seeds), "count");
}

static bool run_buffer(contest *c) {
    return check(c->b, hpyr_flow_extract_buffer(c->flow, 0, HPYR_ALL, c->buffer, 0, NULL), "buffer");
}

static bool run_readback(contest *c) {
    const hpyr_texture *t = &c->field.texture;
    const readback_source source = {t->target, t->name, 0, t->width, t->height, t->depth};
    return readback_texels(bench_gl(c->b), &source, channels_of(c) == 1 ? GL_RED : GL_RGBA, GL_FLOAT, c->copy) ||
           error_set("flow: the field cannot be read back");
}

/* The list, and Newton's method for each of its cells if they are candidates. */
static bool run_loop(contest *c) {
    hpyr_ref_flow_point points[HPYR_REF_FLOW_STARTS];
    uint32_t count;
    c->looped = flow_loop(c->row.kind, c->copy, c->row.side, (float)c->oracle.spacing[0], c->bounds, c->cells);
    for (uint32_t i = 0; i < c->looped && c->row.kind == HPYR_FLOW_KIND_CRITICAL; i++)
        hpyr_ref_flow_refine(&c->oracle, c->cells + 3 * (size_t)i, points, &count);
    return true;
}

static bool run_timed(contest *c, flow_time at, double *ms) {
    static bool (*const runs[FLOW_TIMES])(contest * c) = {run_build, run_count, run_buffer, run_readback, run_loop};
    glFinish();
    const double start = clock_ms();
    const bool ok = runs[at](c);
    glFinish();
    *ms = clock_ms() - start;
    return ok;
}

/* ---- the field ---- */

/* Vectors as the oracle has them, and as texels. */
static bool make_samples(contest *c, float *vectors) {
    const uint32_t n = c->row.side;
    const double h = PERIOD / n;
    for (size_t i = 0; i < samples_of(c); i++) {
        const double x = (double)(i % n) * h + 0.1, y = (double)(i / n % n) * h + 0.1,
                     z = (double)(i / n / n) * h + 0.1;
        const double v[3] = {sin(z) + cos(y), sin(x) + cos(z), sin(y) + cos(x)};
        for (int k = 0; k < 3; k++)
            vectors[3 * i + (size_t)k] = (float)v[k];
        if (c->row.kind == HPYR_FLOW_KIND_BAND)
            c->samples[i] = (float)sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        else
            memcpy(c->samples + 4 * i, vectors + 3 * i, 3 * sizeof *vectors);
    }
    return true;
}

static void upload(contest *c) {
    const bool is_band = c->row.kind == HPYR_FLOW_KIND_BAND;
    const GLsizei n = (GLsizei)c->row.side;
    hpyr_texture *t = &c->field.texture;
    glGenTextures(1, &t->name);
    glBindTexture(GL_TEXTURE_3D, t->name);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage3D(GL_TEXTURE_3D, 0, is_band ? GL_R32F : GL_RGBA32F, n, n, n, 0, is_band ? GL_RED : GL_RGBA, GL_FLOAT,
                 c->samples);
    glBindTexture(GL_TEXTURE_3D, 0);
    t->target = GL_TEXTURE_3D;
    t->width = t->height = t->depth = c->row.side;
    t->format = is_band ? HPYR_FORMAT_R32F : HPYR_FORMAT_RGBA32F;
}

static bool make_field(contest *c, float **vectors) {
    const size_t count = samples_of(c);
    *vectors = malloc(3 * count * sizeof **vectors);
    c->samples = calloc(count, (size_t)channels_of(c) * sizeof *c->samples);
    c->copy = malloc(count * (size_t)channels_of(c) * sizeof *c->copy);
    c->cells = malloc(3 * count * sizeof *c->cells);
    if (!*vectors || !c->samples || !c->copy || !c->cells)
        return error_set("flow: out of memory");
    make_samples(c, *vectors);
    upload(c);
    c->oracle =
        (hpyr_ref_flow){.kind = c->row.kind, .samples = c->row.kind == HPYR_FLOW_KIND_BAND ? c->samples : *vectors};
    for (int axis = 0; axis < 3; axis++) {
        c->oracle.size[axis] = c->row.side;
        c->oracle.periodic[axis] = true;
        c->oracle.spacing[axis] = (float)(PERIOD / c->row.side);
    }
    glGenBuffers(1, &c->buffer);
    glBindBuffer(GL_ARRAY_BUFFER, c->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(count * sizeof(hpyr_flow_seed)), NULL, GL_DYNAMIC_COPY);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return true;
}

/* ---- rows ---- */

static bool make_flow(contest *c) {
    hpyr_flow_desc desc = {.kind = c->row.kind, .periodic = {true, true, true}};
    desc.grid.width = desc.grid.height = desc.grid.depth = c->row.side;
    for (int axis = 0; axis < 3; axis++)
        desc.grid.spacing[axis] = (float)c->oracle.spacing[axis];
    c->row.bytes = hpyr_flow_bytes(c->context, &desc);
    if (c->row.kind == HPYR_FLOW_KIND_VORTICITY)
        c->bounds[0] = (float)(c->field.threshold = c->oracle.threshold = 2.2);
    if (c->row.kind == HPYR_FLOW_KIND_BAND) {
        c->field.isovalue = c->oracle.isovalue = 1;
        c->field.width = c->oracle.width = 0.03125;
        c->bounds[0] = 1 - 0.03125f;
        c->bounds[1] = 1 + 0.03125f;
    }
    return check(c->b, hpyr_flow_create(c->context, &desc, &c->flow), "create");
}

/* All cells must be those of the loop, but critical points, of which there are eight. */
static bool is_right(const contest *c) {
    const uint32_t wanted = c->row.kind == HPYR_FLOW_KIND_CRITICAL ? 8 : c->looped;
    const uint32_t most = c->row.kind == HPYR_FLOW_KIND_VORTICITY ? 8 : 0; /* that rounding may decide otherwise */
    const uint32_t apart = c->row.seeds > wanted ? c->row.seeds - wanted : wanted - c->row.seeds;
    return apart <= most || error_set("flow: %u seeds in %u cubed samples, not %u", (unsigned)c->row.seeds,
                                      (unsigned)c->row.side, (unsigned)wanted);
}

static bool measure(contest *c) {
    static double ms[FLOW_TIMES][BENCH_MAX_RUNS];
    bench *b = c->b;
    const uint32_t most = b->repeat ? b->repeat : BENCH_MOST_RUNS, least = b->repeat ? b->repeat : BENCH_LEAST_RUNS;
    const unsigned long draws = hpi_gl_draws;
    uint32_t runs = 0;
    double first[FLOW_TIMES];
    bool ok = true;
    for (int at = 0; at < FLOW_TIMES && ok; at++) {
        ok = run_timed(c, (flow_time)at, &first[at]);
        c->row.draws = at <= FLOW_BUFFER ? (uint32_t)(hpi_gl_draws - draws) : c->row.draws;
    }
    ok = ok && is_right(c);
    const double start = clock_ms();
    while (ok && runs < most && (runs < least || clock_ms() - start < b->budget_ms)) {
        for (int at = 0; at < FLOW_TIMES && ok; at++)
            ok = run_timed(c, (flow_time)at, &ms[at][runs]);
        runs++;
    }
    for (int at = 0; at < FLOW_TIMES && ok; at++)
        c->row.ms[at] = median_of(ms[at], runs);
    c->row.first_ms = ok ? first[FLOW_BUILD] + first[FLOW_COUNT] + first[FLOW_BUFFER] : NAN;
    c->row.runs = runs;
    if (ok && b->flow_count == MAX_FLOWS)
        return error_set("flow: too many rows");
    if (ok)
        b->flows[b->flow_count++] = c->row;
    return ok;
}

static bool run_case(bench *b, hpyr_flow_kind kind, uint32_t side) {
    hpyr_context_desc desc = {0};
    contest c = {.b = b, .row = {.kind = kind, .side = side}};
    float *vectors = NULL;
    desc.log = bench_remember;
    desc.user = b;
    bool ok = check(b, hpyr_context_create(&desc, &c.context), "preparing OpenGL") && make_field(&c, &vectors) &&
              make_flow(&c) && measure(&c);
    hpyr_flow_destroy(c.flow);
    hpyr_context_destroy(c.context);
    glDeleteTextures(1, &c.field.texture.name);
    glDeleteBuffers(1, &c.buffer);
    free(vectors);
    free(c.samples);
    free(c.copy);
    free(c.cells);
    return ok;
}

bool bench_flows(bench *b) {
    static const uint32_t SIDES[] = {64, 128};
    const size_t count = b->has_size ? 1 : sizeof SIDES / sizeof *SIDES;
    bool ok = true;
    if (bench_has_floats(b)) {
        report_title(b, "Flows: OpenGL 2.1 has no seeds of them");
        return true;
    }
    for (size_t i = 0; i < count && ok; i++)
        for (int kind = HPYR_FLOW_KIND_CRITICAL; kind <= HPYR_FLOW_KIND_BAND && ok; kind++)
            ok = run_case(b, (hpyr_flow_kind)kind, b->has_size ? b->sizes[0] : SIDES[i]);
    if (ok)
        report_flows(b);
    return ok;
}
