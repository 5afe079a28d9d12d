/* sparse.c - the oracle's sparse matrices.  SPDX-License-Identifier: MIT */
#include <histopyramid/reference/sparse.h>

#include <math.h>
#include <string.h>

static void write_entry(const hpyr_ref_sparse_output *output, uint64_t at, uint32_t row, uint32_t column, float value) {
    if (at >= output->capacity)
        return;
    if (output->rows)
        output->rows[at] = row;
    if (output->columns)
        output->columns[at] = column;
    if (output->values)
        output->values[at] = value;
}

hpyr_result hpyr_ref_sparse_convert(const float *dense, uint32_t rows, uint32_t columns, double epsilon,
                                    const hpyr_ref_sparse_output *output, uint32_t *count) {
    uint64_t found = 0;
    bool is_finite = true;
    if (!dense || !rows || !columns || !output || !count || !isfinite(epsilon) || epsilon < 0)
        return HPYR_ERROR_INVALID_ARGUMENT;
    for (uint32_t row = 0; row < rows; row++) {
        if (output->pointers)
            output->pointers[row] = (uint32_t)found;
        for (uint32_t column = 0; column < columns; column++) {
            const float value = dense[(size_t)row * columns + column];
            is_finite = is_finite && isfinite(value);
            if (!(fabs((double)value) <= epsilon)) /* so NaN is an entry */
                write_entry(output, found++, row, column, value);
        }
    }
    *count = found < UINT32_MAX ? (uint32_t)found : 0;
    if (output->pointers)
        output->pointers[rows] = *count;
    if (found >= UINT32_MAX)
        return HPYR_ERROR_OVERFLOW;
    return !is_finite ? HPYR_NOT_FINITE : found > output->capacity ? HPYR_TRUNCATED : HPYR_OK;
}

static bool is_valid(const hpyr_ref_sparse *matrix) {
    if (!matrix || !matrix->rows || !matrix->columns || !matrix->pointers || matrix->pointers[0])
        return false;
    for (uint32_t row = 0; row < matrix->rows; row++)
        if (matrix->pointers[row] > matrix->pointers[row + 1])
            return false;
    const uint32_t count = matrix->pointers[matrix->rows];
    if (count && (!matrix->indices || !matrix->values))
        return false;
    for (uint32_t entry = 0; entry < count; entry++)
        if (matrix->indices[entry] >= matrix->columns)
            return false;
    return true;
}

hpyr_result hpyr_ref_sparse_multiply(const hpyr_ref_sparse *matrix, const float *x, double *y) {
    if (!is_valid(matrix) || !x || !y)
        return HPYR_ERROR_INVALID_ARGUMENT;
    for (uint32_t row = 0; row < matrix->rows; row++) {
        y[row] = 0;
        for (uint32_t entry = matrix->pointers[row]; entry < matrix->pointers[row + 1]; entry++)
            y[row] += (double)matrix->values[entry] * x[matrix->indices[entry]];
    }
    return HPYR_OK;
}

hpyr_result hpyr_ref_sparse_transpose(const hpyr_ref_sparse *matrix, uint32_t *pointers, uint32_t *rows,
                                      float *values) {
    if (!is_valid(matrix) || !pointers || (matrix->pointers[matrix->rows] && (!rows || !values)))
        return HPYR_ERROR_INVALID_ARGUMENT;
    const uint32_t count = matrix->pointers[matrix->rows];
    memset(pointers, 0, ((size_t)matrix->columns + 1) * sizeof *pointers);
    for (uint32_t entry = 0; entry < count; entry++)
        pointers[matrix->indices[entry] + 1]++;
    for (uint32_t column = 0; column < matrix->columns; column++)
        pointers[column + 1] += pointers[column];
    /* Now pointers[column] is where the column begins. It moves on with each entry, to the begin of the next. */
    for (uint32_t row = 0; row < matrix->rows; row++)
        for (uint32_t entry = matrix->pointers[row]; entry < matrix->pointers[row + 1]; entry++) {
            const uint32_t at = pointers[matrix->indices[entry]]++;
            rows[at] = row;
            values[at] = matrix->values[entry];
        }
    memmove(pointers + 1, pointers, (size_t)matrix->columns * sizeof *pointers);
    pointers[0] = 0;
    return HPYR_OK;
}
