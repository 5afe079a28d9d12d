/* report.h - what the demo tells: a summary, JSON, and the features as CSV.  SPDX-License-Identifier: MIT */
#ifndef FEATURES_REPORT_H
#define FEATURES_REPORT_H

#include "finder.h"

#include <stdio.h>

/** Medians. */
typedef enum report_time { TIME_DETECT, TIME_LIST, TIME_TOTAL, TIME_COUNT } report_time;

typedef struct report {
    const char *image;
    const finder *finder;
    finder_settings settings;
    uint32_t frames;
    double ms[TIME_COUNT];
} report;

bool report_json(const char *path, const report *r);
/** A header line, then one row for each of r->finder->count records, in their order. */
bool report_csv(const char *path, const report *r, const hpyr_feature *features);
void report_summary(FILE *stream, const report *r);
/** One line if memory did not suffice for the list, else nothing. */
void report_cut(FILE *stream, const report *r);

#endif
