/* test_sparse_eigen.c - sparse matrices equal Eigen's: conversions by its sparseView, transpositions by its assignment of a
 * matrix by rows to one by columns; products are as near.  SPDX-License-Identifier: MIT */
#include "fetches.h"
#include "matrices.h"
#include "peers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The lists in GL are Eigen's. */
static void check_lists(const stored_matrix *s, const peer_sparse *right, const char *what) {
    stored_check(&s->pointers, right->pointers, right->rows + 1, false, what);
    const uint32_t count = right->pointers[right->rows];
    SCOPED(free_memory) uint32_t *bits = zeros_make(count);
    memcpy(bits, right->values, count * sizeof *bits);
    stored_check(&s->indices, right->indices, count, false, what);
    stored_check(&s->values, bits, count, false, what);
}

static void check_product(const stored *y, const matrix *m, const float *right) {
    SCOPED(free_memory) float *got = calloc(m->rows, sizeof *got);
    fetch_buffer(y->list.buffer, 0, m->rows * sizeof *got, got);
    for (uint32_t row = 0; row < m->rows; row++) {
        double magnitude = 0;
        for (uint32_t i = m->pointers[row]; i < m->pointers[row + 1]; i++)
            magnitude += fabs((double)((const float *)m->values)[i]);
        if (!(fabs((double)got[row] - right[row]) <= 1e-5 * magnitude))
            fail_msg("row %u: %g, and by Eigen %g", row, (double)got[row], (double)right[row]);
    }
    runner_checks++;
}

static void check_matrix(env *e, matrix_kind kind, uint32_t rows, uint32_t columns, float epsilon) {
    SCOPED(matrix_free) matrix m = matrix_make(kind, rows, columns, epsilon, 0, rows);
    if (m.count == 0) /* then the lists have room for an entry, which is 0, and Eigen's for none */
        m.room = 1;
    matrix shape = {.rows = columns, .columns = rows, .room = m.room};
    SCOPED(destroy_sparse) hpyr_sparse *sparse = make_sparse(e, rows, columns, m.room, 0);
    const hpyr_texture dense = matrix_upload(&m);
    SCOPED(stored_matrix_free)
    stored_matrix lists = stored_matrix_make(&m, false, 0), turned = stored_matrix_make(&shape, false, 0);
    SCOPED(free_memory) float *ones = calloc(columns, sizeof *ones), *sums = calloc(rows, sizeof *sums);
    for (uint32_t i = 0; i < columns; i++)
        ones[i] = 1;
    SCOPED(stored_free) stored x = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_FLOAT, (uint32_t *)ones, columns);
    SCOPED(stored_free) stored y = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_FLOAT, NULL, rows);
    const hpyr_sparse_convert_desc convert = {.dense = dense, .epsilon = epsilon, .sparse = lists.matrix};
    const hpyr_sparse_transpose_desc transpose = {.matrix = lists.matrix, .transposed = turned.matrix};
    const hpyr_sparse_multiply_desc multiply = {.matrix = lists.matrix, .x = x.list, .y = y.list};
    OK(e, hpyr_sparse_convert(sparse, &convert));
    OK(e, hpyr_sparse_transpose(sparse, &transpose));
    OK(e, hpyr_sparse_multiply(sparse, &multiply));
    eigen_matrices *eigen = eigen_open(m.dense, rows, columns, epsilon);
    assert_true(eigen && eigen_convert(eigen) && eigen_transpose(eigen) && eigen_multiply(eigen, ones, sums));
    const peer_sparse right = eigen_converted(eigen), right_turned = eigen_transposed(eigen);
    if (m.count) {
        check_lists(&lists, &right, "Eigen's rows");
        check_lists(&turned, &right_turned, "Eigen's columns");
    }
    assert_int_equal(right.pointers[rows], m.count);
    if (kind != MATRIX_EPSILONS) /* whose sums may pass the largest float */
        check_product(&y, &m, sums);
    eigen_close(eigen);
    glDeleteTextures(1, &dense.name);
}

GPU_TEST_ONCE(matrices_equal_eigens) {
    for (matrix_kind kind = MATRIX_EMPTY; kind < MATRIX_KINDS; kind++) {
        const float epsilon = kind % 2 ? 0 : 0.5f;
        check_matrix(e, kind, 131, 300, epsilon);
        check_matrix(e, kind, 1, 140, epsilon);
        check_matrix(e, kind, 77, 1, 0.25f);
    }
}
