/* report.h - what the demo tells: a summary and JSON.  SPDX-License-Identifier: MIT */
#ifndef FLOWSEEDS_REPORT_H
#define FLOWSEEDS_REPORT_H

#include "subject.h"

#include <stdio.h>

/** "source", "saddle, out" and so on, by hpyr_flow_type without its bit. */
extern const char *const REPORT_TYPES[5];

bool report_json(const char *path, const subject *s);
void report_summary(FILE *stream, const subject *s);

#endif
