/* sparse_peers.c - sparse matrices on the CPU.  SPDX-License-Identifier: MIT */
#include "sparse_peers.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { STEP = 64 };

static bool has_any(const float *elements, uint32_t count, float epsilon) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        found += fabsf(elements[i]) > epsilon;
    return found;
}

/* Steps without any are skipped. In the others every element is written, and kept if it counts: a branch that nobody can
 * foresee costs more. */
static uint32_t convert_row(const float *row, uint32_t columns, float epsilon, uint32_t found, peer_sparse *out) {
    for (uint32_t first = 0; first < columns; first += STEP) {
        const uint32_t end = columns - first < STEP ? columns : first + STEP;
        if (!has_any(row + first, end - first, epsilon))
            continue;
        for (uint32_t column = first; column < end; column++) {
            out->indices[found] = column;
            out->values[found] = row[column];
            found += fabsf(row[column]) > epsilon;
        }
    }
    return found;
}

void peer_sparse_convert(const float *dense, uint32_t first, uint32_t rows, float epsilon, peer_sparse *out) {
    uint32_t found = out->pointers[first];
    for (uint32_t row = 0; row < rows; row++) {
        found = convert_row(dense + (size_t)row * out->columns, out->columns, epsilon, found, out);
        out->pointers[first + row + 1] = found;
    }
}

void peer_sparse_multiply(const peer_sparse *matrix, const float *x, float *y) {
    for (uint32_t row = 0; row < matrix->rows; row++) {
        float sum = 0;
        for (uint32_t i = matrix->pointers[row]; i < matrix->pointers[row + 1]; i++)
            sum += matrix->values[i] * x[matrix->indices[i]];
        y[row] = sum;
    }
}

void peer_sparse_transpose(const peer_sparse *matrix, peer_sparse *out) {
    const uint32_t count = matrix->pointers[matrix->rows];
    memset(out->pointers, 0, ((size_t)out->rows + 1) * sizeof *out->pointers);
    for (uint32_t i = 0; i < count; i++)
        out->pointers[matrix->indices[i] + 1]++;
    for (uint32_t i = 0; i < out->rows; i++)
        out->pointers[i + 1] += out->pointers[i];
    for (uint32_t row = 0; row < matrix->rows; row++)
        for (uint32_t i = matrix->pointers[row]; i < matrix->pointers[row + 1]; i++) {
            const uint32_t at = out->pointers[matrix->indices[i]]++;
            out->indices[at] = row;
            out->values[at] = matrix->values[i];
        }
    memmove(out->pointers + 1, out->pointers, (size_t)out->rows * sizeof *out->pointers);
    out->pointers[0] = 0;
}
