/* programs.c - what the driver's compiler takes for the library's programs: the other parts on small inputs.  SPDX-License-Identifier: MIT
 *
 * Drivers keep what they have compiled: with Mesa, MESA_SHADER_CACHE_DISABLE=true measures what a first start takes. */
#include "parts.h"
#include "traffic.h"

#include "common/platform/gl.h"
#include "gl/counts.h"

#include <stdlib.h>
#include <string.h>

enum { PART = ROW_OWN, STAGE, PROGRAMS, BYTES, LINK, DRAW, SUM };

static const column COLUMNS[] = {{PART, TEXT, "part", "", 11},
                                 {STAGE, TEXT, "last_stage", "last stage", 44},
                                 {PROGRAMS, COUNT, "programs", "programs", 8},
                                 {BYTES, COUNT, "bytes", "bytes", 8},
                                 {LINK, MS, "ms.link", "link", 8, 1},
                                 {DRAW, MS, "ms.draw", "draw", 8, 1},
                                 {SUM, MS, "ms.sum", "sum", 8, 1},
                                 {0}};
const table programs_table = {.key = "programs", .columns = COLUMNS};

#ifdef HPYR_COUNT_CALLS

enum { FILE_SIZE = 80 };

/* Programs of one last stage, in one part. */
typedef struct entry {
    const char *part;
    char file[FILE_SIZE];
    uint32_t programs;
    uint64_t bytes;
    double link_ms, draw_ms;
} entry;

/* A program that was linked. */
typedef struct made {
    GLuint program;
    size_t entry;
    bool has_drawn;
} made;

static struct {
    const char *part;
    entry *entries;
    made *programs;
    size_t count, program_count;
    uint64_t bytes; /* of the texts of the program that is being made */
    double began, draw_began;
    made *drawing;
    bool is_short;
} seen;

static void enter(const char *part) {
    seen.part = part;
}

static const char *compiles(void *user, unsigned kind, const char *text) {
    (void)user, (void)kind;
    if (!seen.bytes)
        seen.began = clock_ms();
    seen.bytes += strlen(text);
    return text;
}

static entry *entry_of(const char *file) {
    for (size_t i = 0; i < seen.count; i++)
        if (strcmp(seen.entries[i].file, file) == 0 && strcmp(seen.entries[i].part, seen.part) == 0)
            return &seen.entries[i];
    entry *grown = bench_grow(seen.entries, seen.count, sizeof *grown);
    if (!grown)
        return NULL;
    seen.entries = grown;
    entry *e = &grown[seen.count++];
    *e = (entry){.part = seen.part};
    snprintf(e->file, sizeof e->file, "%s", file);
    return e;
}

static void linked(void *user, unsigned program, const char *file) {
    (void)user;
    entry *e = entry_of(file);
    made *grown = bench_grow(seen.programs, seen.program_count, sizeof *grown);
    if (grown)
        seen.programs = grown;
    seen.is_short = seen.is_short || !e || !grown;
    if (seen.is_short)
        return;
    grown[seen.program_count++] = (made){program, (size_t)(e - seen.entries), false};
    e->programs++;
    e->bytes += seen.bytes;
    e->link_ms += clock_ms() - seen.began;
    seen.bytes = 0;
}

/* A driver gives the names of programs that are deleted again: the last one of a name counts. */
static made *current_program(void) {
    GLint current = 0;
    glGetIntegerv(GL_CURRENT_PROGRAM, &current);
    for (size_t i = seen.program_count; i > 0; i--)
        if (seen.programs[i - 1].program == (GLuint)current)
            return &seen.programs[i - 1];
    return NULL;
}

static void draws(void *user, bool is_over) {
    (void)user;
    if (!is_over) {
        seen.drawing = current_program();
        if (!seen.drawing || seen.drawing->has_drawn)
            seen.drawing = NULL;
        else
            glFinish();
        seen.draw_began = clock_ms();
    } else if (seen.drawing) {
        glFinish();
        seen.entries[seen.drawing->entry].draw_ms += clock_ms() - seen.draw_began;
        seen.drawing->has_drawn = true;
    }
}

static void moves(void *user, const char *function, uint64_t read, uint64_t written, bool waits) {
    (void)user, (void)function, (void)read, (void)written, (void)waits;
}

static int by_time(const void *a, const void *b) {
    const entry *x = a, *y = b;
    const double difference = y->link_ms + y->draw_ms - x->link_ms - x->draw_ms;
    return difference > 0 ? 1 : difference < 0 ? -1 : 0;
}

/* The slowest first, and the sums of each part behind them. */
static bool keep_entries(bench *b) {
    bool ok = true;
    qsort(seen.entries, seen.count, sizeof *seen.entries, by_time);
    for (size_t i = 0; i < seen.count && ok; i++) {
        const entry *e = &seen.entries[i];
        row r = row_of(&programs_table);
        r.t[PART] = e->part;
        r.t[STAGE] = bench_text(b, "%s", e->file);
        r.n[ROW_RUNS] = 1;
        r.n[PROGRAMS] = e->programs;
        r.n[BYTES] = (double)e->bytes;
        r.n[LINK] = e->link_ms;
        r.n[DRAW] = e->draw_ms;
        r.n[SUM] = e->link_ms + e->draw_ms;
        ok = bench_keep(b, &r);
    }
    return ok;
}

static bool keep_sums(bench *b, size_t first, size_t end) {
    bool ok = true;
    for (size_t i = first; i < end && ok; i++) {
        row r = b->rows[i];
        bool is_first = true;
        for (size_t k = first; k < end; k++) {
            const row *other = &b->rows[k];
            if (k == i || strcmp(other->t[PART], r.t[PART]) != 0)
                continue;
            is_first = is_first && k > i;
            for (int c = PROGRAMS; c <= SUM; c++)
                r.n[c] += other->n[c];
        }
        r.t[STAGE] = "all";
        ok = !is_first || bench_keep(b, &r);
    }
    return ok;
}

bool bench_programs(bench *b) {
    static const hpi_gl_watcher WATCHER = {NULL, compiles, linked, draws, moves};
    const size_t first = b->row_count;
    bench dropped = bench_without_rows(b); /* gets the rows of what nobody has counted */
    traffic counts;
    memset(&counts, 0, sizeof counts);
    counts.to = &dropped;
    hpi_gl_watched_by = &WATCHER;
    bool ok = traffic_run_parts(b, &counts, enter);
    hpi_gl_watched_by = NULL;
    bench_free(&dropped);
    ok = ok && (!seen.is_short || error_set("programs: out of memory")) && keep_entries(b);
    const size_t end = b->row_count;
    ok = ok && keep_sums(b, first, end);
    free(seen.entries);
    free(seen.programs);
    memset(&seen, 0, sizeof seen);
    return bench_show(
        b, ok, &programs_table, first, "Programs: what the driver's compiler takes for each, in ms",
        "  link: of all programs of that last stage, compiling and linking; draw: of the first draw of each, for which "
        "drivers compile, too");
}

#else

bool bench_programs(bench *b) {
    (void)b;
    return error_set("programs: this program was built without HPYR_COUNT_CALLS");
}

#endif
