/* report.h - what the demo tells: a summary and JSON.  SPDX-License-Identifier: MIT */
#ifndef ISOSURFACE_REPORT_H
#define ISOSURFACE_REPORT_H

#include "subject.h"

#include <stdio.h>

typedef struct report {
    const subject *subject;
    double iso;
    double ms[TIME_COUNT];
} report;

bool report_json(const char *path, const report *r);
void report_summary(FILE *stream, const report *r);

/** Millions of cells a second. */
double report_rate(uint64_t cells, double ms);

#endif
