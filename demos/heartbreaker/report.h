/* report.h - what HeartBreaker tells: the summary, JSON.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_REPORT_H
#define HEARTBREAKER_REPORT_H

#include "player.h"

#include <stdio.h>

bool report_json(const char *path, const char *model, const player *p, const times *t, char *error, size_t error_size);

/** At the paper's grid its own points and times stand beside ours. */
void report_summary(FILE *stream, const char *model, const player *p, const times *t);

#endif
