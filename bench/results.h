/* results.h - everything measured, as JSON and as CSV.  SPDX-License-Identifier: MIT */
#ifndef BENCH_RESULTS_H
#define BENCH_RESULTS_H

#include "bench.h"

/** The file's failures show when it is closed. */
void results_json(const bench *b, outfile *file);
void results_csv(const bench *b, outfile *file);

#endif
