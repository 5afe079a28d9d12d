/* report.h - what Dicer tells: the summary, JSON, the paper's tables.  SPDX-License-Identifier: MIT */
#ifndef DICER_REPORT_H
#define DICER_REPORT_H

#include "measure.h"

#include <stdio.h>

/** `model` is the argument as given, or "teapot". */
bool report_json(const char *path, const char *model, const draw_mesh *mesh, const pipeline *p, const measurement *m,
                 char *error, size_t error_size);

void report_summary(FILE *stream, const char *model, const pipeline *p, const measurement *m);

/** Positions in the model's own coordinates, colours of the voxels. */
bool report_points(const char *path, const pipeline *p, const mesh_fit *fit, char *error, size_t error_size);

/** Measures the paper's three grids and prints its tables 1 to 4 with our numbers beside. */
bool report_bench(FILE *stream, const char *model, library *l, const draw_mesh *mesh, uint32_t repeat, char *error,
                  size_t error_size);

#endif
