/* measure.h - repeated runs and their medians.  SPDX-License-Identifier: MIT */
#ifndef DICER_MEASURE_H
#define DICER_MEASURE_H

#include "hybrid.h"

#include "common/voxels/pipeline.h"

/** Medians over the runs, each stage by itself; NAN where not measured. */
typedef struct measurement {
    run_times times;
    double cpu[HYBRID_STAGE_COUNT];
} measurement;

/** Runs the pipeline up to `end`, `repeat` times, after one more to warm up where `repeat` > 1; then, where `with_cpu` and the
 *  voxels are slices, the paper's hybrid as often. */
bool measure(pipeline *p, const draw_mesh *mesh, pipeline_end end, uint32_t repeat, bool with_cpu, measurement *out);

/** Median of one column of a table of `rows` by `columns` numbers; NAN where any row has none. `scratch` has room for `rows`. */
double measure_median(const double *table, size_t rows, size_t columns, size_t column, double *scratch);

/** True where the GPU's own times are known. */
bool measurement_has_gpu(const measurement *m);

#endif
