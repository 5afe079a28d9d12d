/* engine.h - a matrix on the GPU: dense, sparse, transposed, and its product with ones.  SPDX-License-Identifier: MIT */
#ifndef SPARSIFY_ENGINE_H
#define SPARSIFY_ENGINE_H

#include "market.h"

#include "common/platform/library.h"

/** What is timed: the conversion and its count, the transposition, the product. */
typedef enum engine_stage { STAGE_CONVERT, STAGE_TRANSPOSE, STAGE_MULTIPLY, STAGE_COUNT } engine_stage;

extern const char *const STAGE_NAMES[STAGE_COUNT];

/** Zero it first. */
typedef struct engine {
    library *library;
    const market_matrix *matrix;
    uint32_t texture;
    hpyr_sparse *sparse;
    bool transposes;
    uint32_t pointers, rows, indices, values;                /* buffers */
    uint32_t turned_pointers, turned_indices, turned_values; /* the same by columns */
    uint32_t ones, sums;                                     /* x and y of the product */
    float epsilon;
    uint32_t count; /* entries of the last run */
    double ms[STAGE_COUNT];
} engine;

bool engine_open(engine *e, library *l, const market_matrix *m, bool transposes);
void engine_close(engine *e);

/** Converts and multiplies, and transposes if the engine is for that. The memory grows where there are more entries than before.
 *  After a failure there are no entries; a run with an epsilon that went well before goes well again. */
bool engine_run(engine *e, float epsilon);

/** How far the sums of rows are from those in double precision, at most, as a share of the sum of the row's magnitudes. Rows
 *  whose magnitudes have a sum below 1e-28 or above half of the largest float are left out. */
bool engine_residual(const engine *e, double *residual);

/** The entries in the order of a form: "coo" and "csr" by rows, "csc" by columns. Free them. */
typedef struct engine_entries {
    uint32_t *rows, *columns;
    float *values;
} engine_entries;

bool engine_read(const engine *e, const char *form, engine_entries *entries);
void engine_entries_free(engine_entries *entries);

#endif
