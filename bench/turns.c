/* turns.c - ways to do something, timed in turn.  SPDX-License-Identifier: MIT */
#include "turns.h"

#include "traffic.h"

#include "gl/counts.h"

#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SETTLING = 20, SETTLE_MS = 150 };

#ifdef HPYR_COUNT_CALLS
double turns_calls(void) {
    return (double)hpi_gl_calls;
}

double turns_draws(void) {
    return (double)hpi_gl_draws;
}
#else
double turns_calls(void) {
    return NAN;
}

double turns_draws(void) {
    return NAN;
}
#endif

static bool run_way(bench *b, const way *w, void *user, double *ms, double *gpu_ms) {
    const gpu_timer none = {{0, 0}}, *timer = w->gpu ? &b->timer : &none;
    if (w->prepare && !w->prepare(user))
        return false;
    glFinish();
    const double start = clock_ms();
    gpu_timer_start(timer);
    const bool ok = w->run(user);
    gpu_timer_stop(timer);
    glFinish();
    *ms = clock_ms() - start;
    *gpu_ms = gpu_timer_read(timer);
    return ok;
}

static double told_to(const player *p, const way *w) {
    double ms;
    memcpy(&ms, (const char *)p->user + w->told, sizeof ms);
    return ms;
}

static bool is_skipped(const player *p, size_t i) {
    return p->skipped >> i & 1u;
}

void turns_note_last(const player *p) {
    for (size_t i = 0; i < p->way_count; i++)
        if (p->ways[i].told && !is_skipped(p, i))
            p->row->n[p->ways[i].cell] = told_to(p, &p->ways[i]);
    p->row->n[ROW_RUNS] = 1;
}

/* One turn; the times of way i go to ms[i * stride] and gpu_ms[i * stride]. */
static bool run_turn(bench *b, player *p, bool settles, double *ms, double *gpu_ms, size_t stride) {
    double sum = 0, gpu_sum = 0;
    bool ok = true;
    for (size_t i = 0; i < p->way_count && ok; i++) {
        const way *w = &p->ways[i];
        double *time = &ms[i * stride], *gpu = &gpu_ms[i * stride];
        *time = sum;
        *gpu = gpu_sum;
        if (is_skipped(p, i)) {
            *time = *gpu = NAN;
            continue;
        }
        const double start = clock_ms();
        for (int k = 0; settles && k < SETTLING && ok && w->run && clock_ms() - start < SETTLE_MS; k++)
            ok = run_way(b, w, p->user, time, gpu);
        if (w->run && ok)
            ok = run_way(b, w, p->user, time, gpu);
        if (w->told)
            *time = told_to(p, w);
        if (w->is_ours) {
            sum += *time;
            gpu_sum += *gpu;
        }
    }
    return ok;
}

/* ---- the first run ---- */

static void add_to(double *cell, double more) {
    *cell = (isnan(*cell) ? 0 : *cell) + more;
}

static const char *name_of(const table *t, int cell) {
    const column *c = t->columns;
    while ((c->key || c->title) && (c->cell != cell || !c->key))
        c++;
    return c->key ? c->key : "a way";
}

bool turns_first(bench *b, player *p) {
    bool ok = true;
    for (size_t i = 0; i < p->way_count && ok; i++) {
        const way *w = &p->ways[i];
        const double draws = turns_draws();
        double ms = 0, gpu_ms = 0;
        if (!w->run || is_skipped(p, i))
            continue;
        ok = run_way(b, w, p->user, &ms, &gpu_ms);
        if (w->is_ours)
            add_to(&p->row->n[ROW_FIRST], ms);
        if (w->draws)
            add_to(&p->row->n[w->draws], turns_draws() - draws);
        if (ok)
            error_clear();
        if (ok && w->is_right && !w->is_right(p->user)) /* which may have said more */
            ok = *error_text() ? false
                               : error_set("%s, %s: the result is wrong", b->part, name_of(p->row->table, w->cell));
    }
    return ok;
}

/* ---- turns ---- */

static bool warm_up(bench *b, const player *p) {
    bool ok = true;
    double ms, gpu_ms;
    for (size_t i = 0; i < p->way_count && ok; i++) {
        const way *w = &p->ways[i];
        if (w->run && (w->is_ours || w->draws) && !is_skipped(p, i))
            ok = run_way(b, w, p->user, &ms, &gpu_ms);
    }
    return ok;
}

static double median(double *samples, uint32_t runs) {
    return runs == 0 || isnan(samples[0]) ? NAN : median_of(samples, runs);
}

static void take_medians(const player *p, size_t most, uint32_t runs) {
    for (size_t i = 0; i < p->way_count; i++) {
        p->row->n[p->ways[i].cell] = median(p->ms + i * most, runs);
        if (p->ways[i].gpu)
            p->row->n[p->ways[i].gpu] = median(p->gpu_ms + i * most, runs);
    }
    p->row->n[ROW_RUNS] = runs;
}

/* In place of turns: one run of each way that is the library's. */
static bool count_ways(bench *b, const player *p) {
    bool ok = true;
    for (size_t i = 0; i < p->way_count && ok; i++) {
        const way *w = &p->ways[i];
        if (!w->run || is_skipped(p, i) || !(w->is_ours || w->counts))
            continue;
        ok = !w->prepare || w->prepare(p->user);
        traffic_clear(b->counts);
        ok = ok && w->run(p->user) && traffic_note(b, p->row, name_of(p->row->table, w->cell), w->counts);
    }
    return ok;
}

bool turns_take(bench *b, player *players, size_t count, const turns *t) {
    bool counted = true;
    for (size_t i = 0; i < count && counted && b->counts; i++)
        counted = count_ways(b, &players[i]);
    if (b->counts)
        return counted;
    const uint32_t least = b->repeat ? b->repeat : t->least ? t->least : BENCH_LEAST_RUNS;
    const uint32_t most = b->repeat ? b->repeat : t->most ? t->most : BENCH_MOST_RUNS;
    const double budget = b->budget_ms * (t->budgets > 0 ? t->budgets : 1);
    uint32_t runs = 0;
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++) {
        player *p = &players[i];
        p->ms = memory_zeroed(2 * p->way_count * most * sizeof *p->ms);
        p->gpu_ms = p->ms ? p->ms + p->way_count * most : NULL;
        ok = p->ms || error_set("%s: out of memory", b->part);
    }
    for (size_t i = 0; i < count && ok && t->warms; i++)
        ok = warm_up(b, &players[i]);
    const double start = clock_ms();
    for (; ok && runs < most && (runs < least || clock_ms() - start < budget); runs++)
        for (size_t i = 0; i < count && ok; i++)
            ok = run_turn(b, &players[i], t->settles, players[i].ms + runs, players[i].gpu_ms + runs, most);
    for (size_t i = 0; i < count; i++) {
        if (ok)
            take_medians(&players[i], most, runs);
        free(players[i].ms);
    }
    return ok;
}

bool turns_run(bench *b, player *p, const turns *t) {
    return turns_first(b, p) && turns_take(b, p, 1, t);
}
