/* market.h - matrices in Matrix Market files, and one that is always there.  SPDX-License-Identifier: MIT
 *
 * Format: R. F. Boisvert, R. Pozo, K. A. Remington, "The Matrix Market Exchange Formats: Initial Design", NISTIR 5935, 1996. */
#ifndef SPARSIFY_MARKET_H
#define SPARSIFY_MARKET_H

#include "common/files/error.h"
#include "common/files/outfile.h"

#include <stdint.h>

enum { MARKET_MOST_SIDE = 16384 };

/** A dense matrix. Zero it first. */
typedef struct market_matrix {
    uint32_t rows, columns;
    float *elements;      /* row after row */
    const char *form;     /* "array" or "coordinate"; "built-in" */
    const char *symmetry; /* "general", "symmetric" or "skew-symmetric" */
    uint64_t stored;      /* numbers in the file */
} market_matrix;

/** Reads a text of `size` bytes behind which a 0 stands. False with one line in error_text(), which names the line of the text but not the
 *  file. Elements that are not finite as float are refused, and so are two entries in one place. market_free it in any case. */
bool market_parse(market_matrix *m, const char *text, size_t size);

/** The same from a file. The line names it. */
bool market_load(market_matrix *m, const char *path);

/** The Laplacian of a grid of 56 x 56 places, whose last rows and columns are dense, and a dense block in the middle: 3200 rows. */
bool market_make(market_matrix *m);

void market_free(market_matrix *m);

/** Entries in coordinates. */
typedef struct market_entries {
    uint32_t rows, columns, count;
    const uint32_t *row_indices, *column_indices;
    const float *values;
} market_entries;

/** Writes them in their order. */
bool market_save(const char *path, const market_entries *entries);

#endif
