/* measure.c - repeated runs and their medians.  SPDX-License-Identifier: MIT */
#include "measure.h"

#include "common/files/median.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One run as plain numbers, so that one function takes all medians. */
enum { GPU_AT = STAGE_COUNT, COLUMNS = STAGE_COUNT + GPU_STAGE_COUNT };

double measure_median(const double *table, size_t rows, size_t columns, size_t column, double *scratch) {
    for (size_t i = 0; i < rows; i++) {
        scratch[i] = table[i * columns + column];
        if (isnan(scratch[i]))
            return NAN;
    }
    return median_of(scratch, rows);
}

static bool measure_pipeline(pipeline *p, const draw_mesh *mesh, pipeline_end end, uint32_t repeat, double *table) {
    run_times times;
    if (repeat > 1 && !pipeline_run(p, mesh, NULL, end, &times))
        return false;
    for (uint32_t i = 0; i < repeat; i++) {
        if (!pipeline_run(p, mesh, NULL, end, &times))
            return false;
        memcpy(table + (size_t)i * COLUMNS, times.wall, sizeof times.wall);
        memcpy(table + (size_t)i * COLUMNS + GPU_AT, times.gpu, sizeof times.gpu);
    }
    return true;
}

static bool measure_hybrid(const pipeline *p, uint32_t repeat, double *table) {
    hybrid h;
    memset(&h, 0, sizeof h);
    double ignored[HYBRID_STAGE_COUNT];
    bool ok = hybrid_create(&h, p) && (repeat == 1 || hybrid_run(&h, p, ignored));
    for (uint32_t i = 0; i < repeat && ok; i++)
        ok = hybrid_run(&h, p, table + (size_t)i * HYBRID_STAGE_COUNT);
    hybrid_destroy(&h);
    return ok;
}

bool measure(pipeline *p, const draw_mesh *mesh, pipeline_end end, uint32_t repeat, bool with_cpu, measurement *out) {
    double *table = malloc((size_t)repeat * (COLUMNS + 1) * sizeof *table);
    if (!table)
        return error_set("out of memory for %u runs", (unsigned)repeat);
    double *scratch = table + (size_t)repeat * COLUMNS;
    bool ok = measure_pipeline(p, mesh, end, repeat, table);
    for (int i = 0; i < COLUMNS && ok; i++) {
        *(i < GPU_AT ? &out->times.wall[i] : &out->times.gpu[i - GPU_AT]) =
            measure_median(table, repeat, COLUMNS, (size_t)i, scratch);
    }
    bool scan = with_cpu && p->desc.voxelizer == HPYR_VOXELIZER_KIND_SLICES;
    ok = ok && (!scan || measure_hybrid(p, repeat, table));
    for (int i = 0; i < HYBRID_STAGE_COUNT; i++)
        out->cpu[i] = ok && scan ? measure_median(table, repeat, HYBRID_STAGE_COUNT, (size_t)i, scratch) : NAN;
    free(table);
    return ok;
}

bool measurement_has_gpu(const measurement *m) {
    for (int i = 0; i < GPU_STAGE_COUNT; i++)
        if (isnan(m->times.gpu[i]))
            return false;
    return true;
}
