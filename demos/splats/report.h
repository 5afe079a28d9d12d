/* report.h - what the demo tells: a summary, JSON, and the splats' order and centers in files.  SPDX-License-Identifier: MIT */
#ifndef SPLATS_REPORT_H
#define SPLATS_REPORT_H

#include "scene.h"
#include "subject.h"

#include <stdio.h>

typedef struct report {
    const subject *subject;
    const library *library;
    splat_camera camera; /* of the last picture */
    splat_looks looks;
    sort_way way;
    uint32_t frames;
    scene_times times; /* medians */
} report;

bool report_json(const char *path, const report *r);
void report_summary(FILE *stream, const report *r);

/** The splats in the order that the last picture was drawn in, the farthest first: four bytes each, little-endian. */
bool report_order(const char *path, const scene *drawn, uint32_t count);

/** The splats' centers: three float32 each, little-endian. */
bool report_positions(const char *path, const splat_cloud *c);

#endif
