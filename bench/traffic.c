/* traffic.c - what the library's passes read, write and shade: the other parts on small inputs, counted in place of timed.
 * SPDX-License-Identifier: MIT */
#include "traffic.h"

#include "bench.h"

#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PART = ROW_OWN, SUBJECT, WAY, PASS, DRAWS, VERTICES, FRAGMENTS, FETCHES, READ, WRITTEN, WAITS, RATIO };

#define OF_A_CASE                                                                                                      \
    {PART, TEXT, "part", "", 11}, {                                                                                    \
        SUBJECT, TEXT, "subject", "", 57                                                                               \
    }
#define NUMBERS                                                                                                        \
    {DRAWS, COUNT, "draws", "draws", 5}, {VERTICES, COUNT, "vertices", "vertices", 8},                                 \
        {FRAGMENTS, COUNT, "fragments", "fragments", 9}, {FETCHES, COUNT, "fetches", "fetches", 9},                    \
        {READ, COUNT, "bytes_read", "read", 10}, {                                                                     \
        WRITTEN, COUNT, "bytes_written", "written", 10                                                                 \
    }

static const column PASSES[] = {OF_A_CASE, {WAY, TEXT, "way", "", 8}, {PASS, TEXT, "pass", "pass", 34}, NUMBERS, {0}};
const table passes_table = {.key = "passes", .columns = PASSES};

static const column COLUMNS[] = {OF_A_CASE,
                                 NUMBERS,
                                 {WAITS, COUNT, "waits", "waits", 5},
                                 {ROW_LEAST, COUNT, "least_bytes", "least", 9},
                                 {RATIO, NUMBER, "ratio", "ratio", 6, 1},
                                 {0}};
const table traffic_table = {.key = "traffic", .columns = COLUMNS};

typedef struct traffic_note {
    const row *of; /* NULL: kept */
    const char *way;
    bool is_alone;
    uint64_t waits;
    size_t count;
    traffic_pass *passes;
} note;

bool traffic_note(bench *b, const row *r, const char *way, bool is_alone) {
    traffic *t = b->counts;
    note *grown = bench_grow(t->notes, t->note_count, sizeof *grown);
    traffic_pass *passes = malloc((t->count + 1) * sizeof *passes);
    if (grown)
        t->notes = grown;
    if (!grown || !passes) {
        free(passes);
        return error_set("traffic: out of memory");
    }
    memcpy(passes, t->passes, t->count * sizeof *passes);
    if (strncmp(way, "ms.", 3) == 0)
        way += 3;
    t->notes[t->note_count++] = (note){r, way, is_alone, t->waits, t->count, passes};
    return true;
}

/* Whether a column has what the library takes, and not what its case is. */
static bool is_price(const char *key) {
    return key && (strcmp(key, "bytes") == 0 || strcmp(key, "passes") == 0);
}

/* The row's texts and counts up to its first time, which tell its case. */
static const char *subject_of(bench *b, const row *r) {
    char text[ERROR_SIZE] = "";
    size_t length = 0;
    for (const column *c = r->table->columns; (c->key || c->title) && c->kind != MS && length < sizeof text; c++) {
        const char *space = length ? " " : "";
        if (c->kind == TEXT && r->t[c->cell] && c->cell != ROW_REASON && strcmp(c->key ? c->key : "", "part") != 0)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", space, r->t[c->cell]);
        else if (c->kind == SIZE)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%.0fx%.0fx%.0f", space, r->n[c->cell],
                                       r->n[c->cell + 1], r->n[c->cell + 2]);
        else if (c->kind == COUNT && c->cell >= ROW_OWN && !isnan(r->n[c->cell]) && !is_price(c->key))
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%.0f", space, r->n[c->cell]);
    }
    return bench_text(b, "%s", text);
}

static void add_pass(row *to, const traffic_pass *p) {
    const double more[] = {(double)p->draws,   (double)p->vertices, (double)p->fragments,
                           (double)p->fetches, (double)p->read,     (double)p->written};
    for (int i = DRAWS; i <= WRITTEN; i++)
        to->n[i] = (isnan(to->n[i]) ? 0 : to->n[i]) + more[i - DRAWS];
}

static bool keep_passes(bench *b, const note *n, const row *like, row *sum) {
    bool ok = true;
    for (size_t i = 0; i < n->count && ok; i++) {
        row r = *like;
        r.t[WAY] = n->way;
        r.t[PASS] = n->passes[i].file;
        add_pass(&r, &n->passes[i]);
        add_pass(sum, &n->passes[i]);
        ok = bench_keep(b, &r);
    }
    sum->n[WAITS] += (double)n->waits;
    return ok;
}

static bool keep_sum(bench *b, row *sum, const row *of) {
    sum->n[ROW_LEAST] = of->n[ROW_LEAST];
    sum->n[RATIO] = (sum->n[READ] + sum->n[WRITTEN]) / sum->n[ROW_LEAST];
    return bench_keep(b, sum);
}

void traffic_forget(traffic *t) {
    for (size_t i = 0; i < t->note_count; i++)
        free(t->notes[i].passes);
    free(t->notes);
    t->notes = NULL;
    t->note_count = 0;
}

bool traffic_keep(bench *b, const row *r) {
    traffic *t = b->counts;
    row like = row_of(&passes_table), none, sum;
    bool ok = true, has_sum = false;
    like.t[PART] = b->part;
    like.t[SUBJECT] = subject_of(t->to, r);
    like.n[ROW_RUNS] = 1;
    none = like;
    none.table = &traffic_table;
    none.n[WAITS] = 0;
    sum = none;
    for (size_t i = 0; i < t->note_count; i++) {
        note *n = &t->notes[i];
        if (n->of != r)
            continue;
        row own = none;
        if (n->is_alone)
            own.t[SUBJECT] = bench_text(t->to, "%s %.*s", like.t[SUBJECT], (int)strcspn(n->way, "."), n->way);
        ok =
            ok && keep_passes(t->to, n, &like, n->is_alone ? &own : &sum) && (!n->is_alone || keep_sum(t->to, &own, r));
        has_sum = has_sum || !n->is_alone;
        free(n->passes);
        n->passes = NULL;
        n->of = NULL;
    }
    return ok && (!has_sum || keep_sum(t->to, &sum, r));
}
