/* reference/sparse.h - the CPU reference of sparse.h: conversion, product and transposition in plain C.
 * SPDX-License-Identifier: MIT
 *
 * The reference is there to check results and for tests. Unlike the rest of the library, its
 * functions and structs may change at any release. Its CMake target is histopyramid::reference. It
 * needs no GL. Threads may call it at the same time. An output must not overlap an input or another
 * output. */
#ifndef HPYR_REFERENCE_SPARSE_H
#define HPYR_REFERENCE_SPARSE_H

#include <histopyramid/export.h>
#include <histopyramid/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Lists of a sparse matrix in CPU memory that are written. A list that is NULL is not wanted.
 *
 *  | member   | meaning                                                              |
 *  |----------|----------------------------------------------------------------------|
 *  | capacity | entries that `rows`, `columns` and `values` have room for            |
 *  | pointers | where each row begins, and the number of all entries: rows + 1 numbers |
 *  | rows     | the row of each entry                                                |
 *  | columns  | the column of each entry                                             |
 *  | values   | the value of each entry                                              | */
typedef struct hpyr_ref_sparse_output {
    size_t capacity;
    uint32_t *pointers;
    uint32_t *rows;
    uint32_t *columns;
    float *values;
} hpyr_ref_sparse_output;

/** Lists the elements a with |a| > epsilon, row after row, in a row by column. Elements that are NaN or
 *  infinite are listed, too. *count becomes the number of all entries.
 *  Errors:
 *    NOT_FINITE: an element is NaN or infinite. Everything is written.
 *    INVALID_ARGUMENT: a size is 0, an argument is missing, or `epsilon` is NaN, infinite or negative.
 *    TRUNCATED: there are more than `capacity` entries. Those that fit are written; pointers and
 *      *count are those of all.
 *    OVERFLOW: there are more than 2^32 - 2 entries.
 *  Shapes: element (i, j) is dense[i * columns + j].
 *  Cost: O(rows * columns). */
HPYR_API hpyr_result hpyr_ref_sparse_convert(const float *dense, uint32_t rows, uint32_t columns, double epsilon,
                                             const hpyr_ref_sparse_output *output, uint32_t *count);

/** A sparse matrix in CPU memory, in compressed sparse rows. */
typedef struct hpyr_ref_sparse {
    uint32_t rows;            /**< Number of rows. */
    uint32_t columns;         /**< Number of columns. */
    const uint32_t *pointers; /**< rows + 1 numbers, ascending from 0 on. */
    const uint32_t *indices;  /**< The column of each entry. */
    const float *values;      /**< The value of each entry. */
} hpyr_ref_sparse;

/** Multiplies the matrix with the vector x of `columns` numbers, in double precision. `y` gets `rows`
 *  numbers.
 *  Errors:
 *    INVALID_ARGUMENT: a size is 0, an argument is missing, a pointer is below the one before, or an
 *      index is not below `columns`.
 *  Cost: O(rows + entries). */
HPYR_API hpyr_result hpyr_ref_sparse_multiply(const hpyr_ref_sparse *matrix, const float *x, double *y);

/** Transposes the matrix: `pointers` gets columns + 1 numbers, `rows` and `values` the row and the value of
 *  each entry, column after column. In a column the entries keep their order.
 *  Errors:
 *    INVALID_ARGUMENT: as hpyr_ref_sparse_multiply.
 *  Cost: O(columns + entries). */
HPYR_API hpyr_result hpyr_ref_sparse_transpose(const hpyr_ref_sparse *matrix, uint32_t *pointers, uint32_t *rows,
                                               float *values);

#ifdef __cplusplus
}
#endif

#endif
