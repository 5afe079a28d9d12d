/* bench.h - what the benchmarks share: the run and its rows.  SPDX-License-Identifier: MIT */
#ifndef BENCH_H
#define BENCH_H

#include "common/draw/gpu_timer.h"
#include "common/files/clock.h"
#include "common/files/error.h"
#include "common/volume/volume.h"
#include "common/voxels/names.h"
#include "table.h"

#include <histopyramid/histopyramid.h>
#include <histopyramid/poisson_surface.h>
#include <histopyramid/reference/reference.h>

#include <stdio.h>

enum { BENCH_MAX_RUNS = 1000, BENCH_LEAST_RUNS = 5, BENCH_MOST_RUNS = 15 };

enum { MAX_SIZES = 3, MAX_FILLS = 5 };

typedef struct bench {
    hpyr_context *context;
    const hpyr_caps *caps;
    hpyr_discriminator *cheap, *costly;
    gpu_timer timer;           /* zero where GPU timestamps are of no use */
    uint32_t repeat;           /* 0: as many runs as the time allows */
    double budget_ms;          /* that time, for one group of pyramids */
    hpyr_layout layout;        /* the only one to time; AUTO for all */
    uint32_t sizes[MAX_SIZES]; /* of square images */
    double fills[MAX_FILLS];   /* ascending */
    size_t size_count, fill_count;
    bool is_full;
    bool has_size;               /* sizes[0] was asked for, and is the side of isosurfaces' cubes too */
    const volume_source *volume; /* the only field for isosurfaces; NULL: the generated ones */
    double iso;                  /* of that, where has_iso */
    bool has_iso;
    const char *model;      /* a file, with the points of octrees and surfaces; NULL: the teapot */
    const char *peer;       /* a program that makes surfaces, too; or NULL */
    FILE *stream;           /* where the tables go */
    const char *part;       /* that runs now, for messages */
    struct traffic *counts; /* nothing is timed: the draws of our ways are counted; else NULL */
    row *rows;              /* all that was measured, and kept by bench_keep */
    size_t row_count;
    char **texts; /* of bench_text */
    size_t text_count;
    char logged[ERROR_SIZE]; /* the library's last error */
} bench;

/** Whether shaders speak GLSL 1.20, so that lists in textures and buffers are floats. */
bool bench_has_floats(const bench *b);
/** 21 or 33, as demos/common takes it. */
int bench_gl(const bench *b);

/** A log for hpyr_context_desc, with a bench as its user: the last error stays in b->logged. */
void bench_remember(hpyr_log_level level, const char *message, void *user);

/** Whether the library did it. If not, error_text() says which part of the bench failed, at what, and the last error that was logged. */
bool bench_check(bench *b, hpyr_result result, const char *what);

/** The same bench, of which no row and no text was kept yet. */
bench bench_without_rows(const bench *b);

/** The context of a run on this OpenGL, as demos/common takes it, with its discriminators and its timer. */
bool bench_open(bench *b, int version);
void bench_close(bench *b);

/** A context of the library's own for a case, so that its first run compiles all programs. */
bool bench_context(bench *b, hpyr_context **out);

/** Room for one more entry of an array; NULL with error_text() without memory, and the array is as it was. */
void *bench_grow(void *entries, size_t count, size_t size);

/** Appends a row, and where draws are counted, what was counted for it to another bench. */
bool bench_keep(bench *b, const row *r);

/** A text for a row: it stays until the end. NULL without memory, as a row's missing text. */
const char *bench_text(bench *b, const char *format, ...) FORMAT_OF(2, 3);

/** The side that --size asked for, or another one. */
uint32_t bench_side(const bench *b, uint32_t side);

void bench_title(const bench *b, const char *title);
/** Prints the rows of a table from `first` on, under a title and above a note, lines that begin with two blanks. Each may be NULL. False,
 *  and nothing is printed, where all is not `ok`. */
bool bench_show(const bench *b, bool ok, const table *t, size_t first, const char *title, const char *note);

void bench_free(bench *b);

/** True where `wanted` has the layout or no layout was asked for. */
bool bench_wants(const bench *b, hpyr_layout layout);

/** The largest number in a cell of a table's rows; NAN where there is none. */
double bench_worst(const bench *b, const table *t, int cell);

#endif
