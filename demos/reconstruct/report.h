/* report.h - what the demo tells: a summary and JSON.  SPDX-License-Identifier: MIT */
#ifndef RECONSTRUCT_REPORT_H
#define RECONSTRUCT_REPORT_H

#include "reconstruct/subject.h"

#include <stdio.h>

typedef struct report {
    const subject *subject;
    const library *library;
    uint32_t runs;
    double ms[TIME_COUNT]; /* medians; NAN where not measured */
} report;

bool report_json(const char *path, const report *r);
void report_summary(FILE *stream, const report *r);

#endif
