/* report.h - what Dicer tells: the summary, JSON, point files.  SPDX-License-Identifier: MIT */
#ifndef DICER_REPORT_H
#define DICER_REPORT_H

#include "measure.h"

#include <stdio.h>

/** What was put in. */
typedef struct report_mesh {
    const char *model; /* the argument as given, or "teapot" */
    uint32_t triangles, skipped;
    bool knows_closed, closed;
} report_mesh;

bool report_json(const char *path, const report_mesh *mesh, const pipeline *p, const measurement *m);

void report_summary(FILE *stream, const char *model, const pipeline *p, const measurement *m);

/** Positions in the model's own coordinates; colors and normals where the format holds them, which `p` must then have made.
 *  .binvox and `dense` come from the volume's bits where the run made no list. */
bool report_points(const char *path, bool dense, const pipeline *p, const mesh_fit *fit);

#endif
