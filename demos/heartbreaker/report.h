/* report.h - what HeartBreaker tells: the summary, JSON.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_REPORT_H
#define HEARTBREAKER_REPORT_H

#include "player.h"

#include <stdio.h>

bool report_json(const char *path, const char *model, const player *p, const times *t);

/** Prints the points, and the frames where any were drawn. Where the built-in heart was sampled as in the paper, the paper's points
 *  and times follow. */
void report_summary(FILE *stream, const char *model, bool is_heart, const player *p, const times *t);

#endif
