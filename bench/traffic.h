/* traffic.h - counts what the library's draws read and write.  SPDX-License-Identifier: MIT
 *
 * Shaders are compiled with counters in them (traffic_430.glsl): so the numbers are those of the texts that run, and not of formulas. They
 * are the same in every run; on another driver than llvmpipe nobody has compared them. Counting takes OpenGL 4.5.
 *
 * docs/results/traffic.txt has the sums, and ctest's `bench_traffic` fails where one is another. Whoever changes them on purpose writes
 * that file anew:
 *
 *     build/bin/histopyramid-bench --part traffic | sed -n '/^Traffic/,$p' > docs/results/traffic.txt */
#ifndef BENCH_TRAFFIC_H
#define BENCH_TRAFFIC_H

#include "table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRAFFIC_PASSES = 96 };

/** What the draws of programs with one last stage have done. Bytes are those of distinct texels in each draw, as with a cache that forgets nothing; of vertex
 *  attributes, and of targets that blending or a logic operation reads, those of each vertex and each fragment. */
typedef struct traffic_pass {
    const char *file; /* of its last stage; or the function of OpenGL that moved bytes */
    uint64_t draws, vertices, fragments, fetches, read, written;
} traffic_pass;

typedef struct traffic {
    traffic_pass passes[TRAFFIC_PASSES];
    size_t count;
    uint64_t waits;
    struct traffic_watch *watch;
    struct traffic_note *notes; /* of rows that are not kept yet */
    size_t note_count;
    struct bench *to;                            /* gets the rows */
    bool (*keep)(struct bench *b, const row *r); /* traffic_keep, so that bench.c need not know of it */
} traffic;

/** False with error_text() where this OpenGL cannot count. */
bool traffic_open(traffic *t);
void traffic_close(traffic *t);

/** From now on this thread's draws are counted, and programs compiled with counters; contexts of the library must be new, for old ones have
 *  programs without. */
void traffic_begin(traffic *t);
/** Forgets what was counted. */
void traffic_clear(traffic *t);
/** Counts no more. False with error_text() where something could not be counted. */
bool traffic_end(traffic *t);

/** Drops what is noted for rows that were not kept. */
void traffic_forget(traffic *t);

/** Runs the other parts on small inputs, each case once in a new context, without tables. `enter` gets the name of each part before it runs. */
bool traffic_run_parts(struct bench *b, traffic *counts, void (*enter)(const char *part));

/** Keeps what was counted since traffic_clear for this row, as its way of this name. `is_alone`: other ways do the same, so it has a sum of
 *  its own. */
bool traffic_note(struct bench *b, const row *r, const char *way, bool is_alone);
/** The row is complete: what was noted for it become rows of traffic_table. */
bool traffic_keep(struct bench *b, const row *r);

#endif
