/* report.h - what the demo tells: a summary and JSON.  SPDX-License-Identifier: MIT */
#ifndef QUADTREE_REPORT_H
#define QUADTREE_REPORT_H

#include "subject.h"

#include <stdio.h>

bool report_json(const char *path, const subject *s);
void report_summary(FILE *stream, const subject *s);

#endif
