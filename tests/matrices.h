/* matrices.h - seeded matrices, what the oracle makes of them, and the same in GL.  SPDX-License-Identifier: MIT */
#ifndef TEST_MATRICES_H
#define TEST_MATRICES_H

#include "lists.h"

/** What a matrix has. */
typedef enum matrix_kind {
    MATRIX_EMPTY,    /* zeros of both signs, and numbers up to epsilon */
    MATRIX_FULL,     /* no element is too small */
    MATRIX_THIN,     /* one element in 50 */
    MATRIX_HALF,     /* every other one, at random */
    MATRIX_MIDDLE,   /* rows and columns at all four sides are empty */
    MATRIX_ARROW,    /* the first row, the first column and the diagonal */
    MATRIX_CORNERS,  /* the first and the last element */
    MATRIX_EPSILONS, /* numbers around epsilon, denormal ones, the largest ones */
    MATRIX_KINDS
} matrix_kind;

/** A matrix in CPU memory, and its lists by the oracle. */
typedef struct matrix {
    uint32_t rows, columns;
    float epsilon;
    float *dense;
    uint32_t room;                                       /* entries that lists have room for */
    uint32_t count;                                      /* entries that there are */
    hpyr_result result;                                  /* of the oracle */
    uint32_t *pointers, *row_indices, *indices, *values; /* entries are bits; behind the last one stand zeros */
} matrix;

/** `room` 0: for exactly all entries, one at least. */
matrix matrix_make(matrix_kind kind, uint32_t rows, uint32_t columns, float epsilon, uint32_t room, uint32_t seed);

/** The lists again, after the dense matrix has changed. */
void matrix_list(matrix *m, uint32_t room);
void matrix_free(matrix *m);

/** The matrix as the oracle takes it; as many entries as there are. */
hpyr_ref_sparse matrix_ref(const matrix *m);

/** A texture with the dense matrix. */
hpyr_texture matrix_upload(const matrix *m);

/** Lists in GL: of the pattern, or with the matrix. Where they lie follows from `number`. */
typedef struct stored_matrix {
    hpyr_sparse_matrix matrix;
    stored pointers, indices, values;
} stored_matrix;

stored_matrix stored_matrix_make(const matrix *m, bool is_filled, uint32_t number);
void stored_matrix_check(const stored_matrix *s, const matrix *m, const char *what);
void stored_matrix_free(stored_matrix *s);

/** The lists of the transposed matrix, by the oracle; its dense matrix is NULL. */
matrix matrix_transposed(const matrix *m);

hpyr_sparse *make_sparse(env *e, uint32_t rows, uint32_t columns, uint32_t capacity, uint32_t operations);

#endif
