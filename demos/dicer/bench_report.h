/* bench_report.h - comparisons as tables and as JSON.  SPDX-License-Identifier: MIT */
#ifndef DICER_BENCH_REPORT_H
#define DICER_BENCH_REPORT_H

#include "bench_compare.h"

#include "common/files/json.h"

#include <stdio.h>

/** Times, then ratios, rates and memory, a line a comparison. */
void bench_print(FILE *stream, const char *title, const comparison *const *rows, size_t count);

/** One object of the array "runs". */
void bench_json(json *j, const comparison *c);

#endif
