/* flow.c - seeds of the ABC flow, in turn with reading the field back and looping over it in plain C.  SPDX-License-Identifier: MIT */
#include "parts.h"
#include "peers.h"
#include "store.h"
#include "turns.h"

#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PERIOD = 6.283185307179586;

enum { KIND = ROW_OWN, SIDE, SEEDS, BUILD, COUNTED, BUFFER, READBACK, LOOP, TO_CPU };

static const column COLUMNS[] = {{KIND, TEXT, "kind", "", 9},
                                 {SIDE, COUNT, "side", "samples", 7, 0, 0, "^3"},
                                 {SEEDS, COUNT, "seeds", "seeds", 8},
                                 {ROW_FIRST, MS, "first_ms", "first", 9, 1},
                                 {BUILD, MS, "ms.build", "build", 9, 2},
                                 {COUNTED, MS, "ms.count", "count", 9, 2},
                                 {BUFFER, MS, "ms.buffer", "buffer", 9, 2},
                                 {READBACK, MS, "ms.readback", "readback", 9, 2},
                                 {LOOP, MS, "ms.loop", "loop", 9, 2},
                                 {TO_CPU, NUMBER, NULL, "|all/CPU", 7, 2},
                                 {ROW_MB, NUMBER, "megabytes", "|MiB", 6, 1, 1.048576},
                                 {ROW_DRAWS, COUNT, "draws", "draws", 5},
                                 {ROW_RUNS, COUNT, "runs"},
                                 {0}};
const table flow_table = {.key = "flows", .columns = COLUMNS};

/* One case, and everything that it is compared with. */
typedef struct contest {
    bench *b;
    row row;
    store store;
    hpyr_flow_kind kind;
    uint32_t side, seeds, looped; /* what the library and the loop have found */
    float *samples, *copy;        /* made; read back */
    float bounds[2];
    uint32_t *cells; /* of the loop */
    hpyr_ref_flow oracle;
    hpyr_flow_field field;
    hpyr_context *context;
    hpyr_flow *flow;
    uint32_t buffer;
} contest;

static size_t samples_of(const contest *c) {
    return (size_t)c->side * c->side * c->side;
}

static size_t channels_of(const contest *c) {
    return c->kind == HPYR_FLOW_KIND_BAND ? 1 : 4;
}

/* ---- what is timed ---- */

WAY_OF(run_build, bench_check(c->b, hpyr_flow_build(c->flow, &c->field), "build"))
WAY_OF(run_count, bench_check(c->b, hpyr_flow_count(c->flow, &c->seeds), "count"))
WAY_OF(run_buffer, bench_check(c->b, hpyr_flow_extract_buffer(c->flow, 0, HPYR_ALL, c->buffer, 0, NULL), "buffer"))

WAY_OF(run_readback, store_read_texture(c->b, &c->field.texture, c->copy))

/* The list, and Newton's method for each of its cells if they are candidates. */
static bool run_loop(void *user) {
    contest *c = user;
    hpyr_ref_flow_point points[HPYR_REF_FLOW_STARTS];
    uint32_t count;
    c->looped = flow_loop(c->kind, c->copy, c->side, (float)c->oracle.spacing[0], c->bounds, c->cells);
    for (uint32_t i = 0; i < c->looped && c->kind == HPYR_FLOW_KIND_CRITICAL; i++)
        hpyr_ref_flow_refine(&c->oracle, c->cells + 3 * (size_t)i, points, &count);
    return true;
}

/* All cells must be those of the loop, but critical points, of which there are eight. */
static bool is_right(void *user) {
    const contest *c = user;
    const uint32_t wanted = c->kind == HPYR_FLOW_KIND_CRITICAL ? 8 : c->looped;
    const uint32_t most = c->kind == HPYR_FLOW_KIND_VORTICITY ? 8 : 0; /* that rounding may decide otherwise */
    const uint32_t apart = c->seeds > wanted ? c->seeds - wanted : wanted - c->seeds;
    return apart <= most;
}

static const way WAYS[] = {{BUILD, true, run_build, .draws = ROW_DRAWS},
                           {COUNTED, true, run_count, .draws = ROW_DRAWS},
                           {BUFFER, true, run_buffer, .draws = ROW_DRAWS},
                           {READBACK, false, run_readback},
                           {LOOP, false, run_loop, is_right}};

/* ---- the field ---- */

/* Vectors as the oracle has them, and as texels. */
static void make_samples(contest *c, float *vectors) {
    const uint32_t n = c->side;
    const double h = PERIOD / n;
    for (size_t i = 0; i < samples_of(c); i++) {
        const double x = (double)(i % n) * h + 0.1, y = (double)(i / n % n) * h + 0.1,
                     z = (double)(i / n / n) * h + 0.1;
        const double v[3] = {sin(z) + cos(y), sin(x) + cos(z), sin(y) + cos(x)};
        for (int k = 0; k < 3; k++)
            vectors[3 * i + (size_t)k] = (float)v[k];
        if (c->kind == HPYR_FLOW_KIND_BAND)
            c->samples[i] = (float)sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        else
            memcpy(c->samples + 4 * i, vectors + 3 * i, 3 * sizeof *vectors);
    }
}

static bool make_field(contest *c) {
    const bool is_band = c->kind == HPYR_FLOW_KIND_BAND;
    const size_t count = samples_of(c);
    float *vectors = store_memory(&c->store, 3 * count, sizeof *vectors);
    c->samples = store_memory(&c->store, count * channels_of(c), sizeof *c->samples);
    c->copy = store_memory(&c->store, count * channels_of(c), sizeof *c->copy);
    c->cells = store_memory(&c->store, 3 * count, sizeof *c->cells);
    if (!store_check(&c->store))
        return false;
    make_samples(c, vectors);
    c->field.texture = store_texture(&c->store, GL_TEXTURE_3D, is_band ? HPYR_FORMAT_R32F : HPYR_FORMAT_RGBA32F,
                                     (const uint32_t[]){c->side, c->side, c->side}, c->samples);
    c->buffer = store_buffer(&c->store, count * sizeof(hpyr_flow_seed), NULL);
    c->oracle = (hpyr_ref_flow){.kind = c->kind, .samples = is_band ? c->samples : vectors};
    for (int axis = 0; axis < 3; axis++) {
        c->oracle.size[axis] = c->side;
        c->oracle.periodic[axis] = true;
        c->oracle.spacing[axis] = (float)(PERIOD / c->side);
    }
    return store_check(&c->store);
}

static bool make_flow(contest *c) {
    hpyr_flow_desc desc = {.kind = c->kind, .periodic = {true, true, true}};
    desc.grid.width = desc.grid.height = desc.grid.depth = c->side;
    for (int axis = 0; axis < 3; axis++)
        desc.grid.spacing[axis] = (float)c->oracle.spacing[axis];
    c->row.n[ROW_MB] = (double)hpyr_flow_bytes(c->context, &desc) / 1e6;
    if (c->kind == HPYR_FLOW_KIND_VORTICITY)
        c->bounds[0] = (float)(c->field.threshold = c->oracle.threshold = 2.2);
    if (c->kind == HPYR_FLOW_KIND_BAND) {
        c->field.isovalue = c->oracle.isovalue = 1;
        c->field.width = c->oracle.width = 0.03125;
        c->bounds[0] = 1 - 0.03125f;
        c->bounds[1] = 1 + 0.03125f;
    }
    return bench_check(c->b, hpyr_flow_create(c->context, &desc, &c->flow), "create");
}

static bool measure(contest *c) {
    static const char *const NAMES[] = {[HPYR_FLOW_KIND_CRITICAL] = "critical",
                                        [HPYR_FLOW_KIND_VORTICITY] = "vorticity",
                                        [HPYR_FLOW_KIND_BAND] = "band"};
    double *n = c->row.n;
    player p = {.row = &c->row, .ways = WAYS, .way_count = 5, .user = c};
    c->row.t[KIND] = NAMES[c->kind];
    n[SIDE] = c->side;
    if (!turns_run(c->b, &p, &(turns){0}))
        return false;
    n[SEEDS] = c->seeds;
    n[ROW_LEAST] = (double)(samples_of(c) * channels_of(c) * sizeof *c->samples + c->seeds * sizeof(hpyr_flow_seed));
    n[TO_CPU] = (n[BUILD] + n[COUNTED] + n[BUFFER]) / (n[READBACK] + n[LOOP]);
    return bench_keep(c->b, &c->row);
}

static bool run_case(bench *b, hpyr_flow_kind kind, uint32_t side) {
    contest c = {.b = b, .kind = kind, .side = side, .store = {.b = b}, .row = row_of(&flow_table)};
    const bool ok = bench_context(b, &c.context) && make_field(&c) && make_flow(&c) && measure(&c);
    hpyr_flow_destroy(c.flow);
    hpyr_context_destroy(c.context);
    store_free(&c.store);
    return ok;
}

bool bench_flows(bench *b) {
    static const uint32_t SIDES[] = {64, 128};
    const size_t first = b->row_count;
    bool ok = true;
    for (size_t i = 0; i < (b->has_size ? 1 : COUNT_OF(SIDES)) && ok; i++)
        for (int kind = HPYR_FLOW_KIND_CRITICAL; kind <= HPYR_FLOW_KIND_BAND && ok; kind++)
            ok = run_case(b, (hpyr_flow_kind)kind, bench_side(b, SIDES[i]));
    return bench_show(b, ok, &flow_table, first,
                      "Seeds of the ABC flow: ms, medians; all has build, count and buffer, the CPU readback and loop",
                      "  first: the first build, count and buffer, with the compilation of all programs");
}
