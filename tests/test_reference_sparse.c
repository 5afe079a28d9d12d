/* test_reference_sparse.c - the oracle's sparse matrices, on matrices that can be checked by eye.  SPDX-License-Identifier: MIT */
#include "runner.h"

#include <histopyramid/reference/reference.h>

#include <math.h>

/* The one of sparse.h. */
static const float dense[3][4] = {{0, 5, 0, 7}, {0, 0, -0.0f, 0}, {2, 9, 0, 4}};
static const uint32_t pointers[] = {0, 2, 2, 5}, rows[] = {0, 0, 2, 2, 2}, columns[] = {1, 3, 0, 1, 3};
static const float values[] = {5, 7, 2, 9, 4};

TEST(the_headers_example_comes_out) {
    uint32_t p[4], r[5], c[5], count;
    float v[5];
    const hpyr_ref_sparse_output all = {5, p, r, c, v};
    assert_int_equal(hpyr_ref_sparse_convert(dense[0], 3, 4, 0, &all, &count), HPYR_OK);
    assert_int_equal(count, 5);
    assert_memory_equal(p, pointers, sizeof p);
    assert_memory_equal(r, rows, sizeof r);
    assert_memory_equal(c, columns, sizeof c);
    assert_memory_equal(v, values, sizeof v);
}

TEST(epsilon_itself_is_no_entry) {
    uint32_t p[4], c[5], count;
    const hpyr_ref_sparse_output some = {.capacity = 5, .pointers = p, .columns = c};
    assert_int_equal(hpyr_ref_sparse_convert(dense[0], 3, 4, 5, &some, &count), HPYR_OK);
    assert_int_equal(count, 2); /* 7 and 9 */
    assert_int_equal(c[0], 3);
    assert_int_equal(c[1], 1);
    assert_int_equal(hpyr_ref_sparse_convert(dense[0], 3, 4, nextafterf(5, 0), &some, &count), HPYR_OK);
    assert_int_equal(count, 3);
}

TEST(what_does_not_fit_is_counted) {
    uint32_t p[4], c[3] = {9, 9, 9}, count;
    const hpyr_ref_sparse_output two = {.capacity = 2, .pointers = p, .columns = c};
    assert_int_equal(hpyr_ref_sparse_convert(dense[0], 3, 4, 0, &two, &count), HPYR_TRUNCATED);
    assert_int_equal(count, 5);
    assert_memory_equal(p, pointers, sizeof p);
    assert_int_equal(c[1], 3);
    assert_int_equal(c[2], 9);
}

TEST(what_is_not_finite_is_told) {
    const float wild[3] = {NAN, 0, -INFINITY};
    uint32_t count, c[3];
    const hpyr_ref_sparse_output some = {.capacity = 3, .columns = c};
    assert_int_equal(hpyr_ref_sparse_convert(wild, 1, 3, 1e30f, &some, &count), HPYR_NOT_FINITE);
    assert_int_equal(count, 2);
    assert_int_equal(c[1], 2);
}

TEST(products_and_transpositions_come_out) {
    const hpyr_ref_sparse m = {3, 4, pointers, columns, values};
    static const float x[] = {1, 2, 3, -1};
    static const uint32_t right_pointers[] = {0, 1, 3, 3, 5}, right_rows[] = {2, 0, 2, 0, 2};
    static const float right_values[] = {2, 5, 9, 7, 4};
    double y[3];
    uint32_t p[5], r[5];
    float v[5];
    assert_int_equal(hpyr_ref_sparse_multiply(&m, x, y), HPYR_OK);
    assert_true(y[0] == 3 && y[1] == 0 && y[2] == 16);
    assert_int_equal(hpyr_ref_sparse_transpose(&m, p, r, v), HPYR_OK);
    assert_memory_equal(p, right_pointers, sizeof p);
    assert_memory_equal(r, right_rows, sizeof r);
    assert_memory_equal(v, right_values, sizeof v);
}

TEST(mistakes_are_refused) {
    static const uint32_t falling[] = {0, 2, 1, 5}, late[] = {1, 2, 2, 5}, wide[] = {1, 4, 0, 1, 3};
    const hpyr_ref_sparse bad[] = {{0, 4, pointers, columns, values}, {3, 0, pointers, columns, values},
                                   {3, 4, NULL, columns, values},     {3, 4, pointers, NULL, values},
                                   {3, 4, falling, columns, values},  {3, 4, late, columns, values},
                                   {3, 4, pointers, wide, values}};
    const hpyr_ref_sparse_output none = {0};
    float x[4] = {0}, v[5];
    double y[3];
    uint32_t p[5], r[5], count;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(hpyr_ref_sparse_multiply(&bad[i], x, y), HPYR_ERROR_INVALID_ARGUMENT);
        assert_int_equal(hpyr_ref_sparse_transpose(&bad[i], p, r, v), HPYR_ERROR_INVALID_ARGUMENT);
    }
    assert_int_equal(hpyr_ref_sparse_convert(dense[0], 0, 4, 0, &none, &count), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_ref_sparse_convert(dense[0], 3, 4, -1, &none, &count), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_ref_sparse_convert(dense[0], 3, 4, NAN, &none, &count), HPYR_ERROR_INVALID_ARGUMENT);
}
