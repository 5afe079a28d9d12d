/* test_sparsify_market.c - Matrix Market files: each kind, and one clear line for each mistake.  SPDX-License-Identifier: MIT */
#include "runner.h"

#include "sparsify/market.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COORDINATE(symmetry) "%%MatrixMarket matrix coordinate real " symmetry "\n"

/* The matrix of a text, as "1 2; 3 4". */
static void check_read(const char *text, const char *expected) {
    char got[256] = "";
    SCOPED(market_free) market_matrix m = {0};
    if (!market_parse(&m, text, strlen(text)))
        fail_msg("%s\n%s", text, error_text());
    for (uint32_t row = 0; row < m.rows; row++)
        for (uint32_t column = 0; column < m.columns; column++)
            snprintf(got + strlen(got), sizeof got - strlen(got), "%g%s",
                     (double)m.elements[(size_t)row * m.columns + column],
                     column + 1 < m.columns ? " "
                     : row + 1 < m.rows     ? "; "
                                            : "");
    assert_string_equal(got, expected);
}

TEST(every_kind_is_read) {
    check_read("%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n4\n5\n6\n", "1 3 5; 2 4 6");
    check_read("%%MatrixMarket matrix array real general\n% words\n\n2 2\n1 2\n\n3\n% more\n4", "1 3; 2 4");
    check_read("%%MatrixMarket matrix array integer symmetric\n2 2\n1\n-2\n+3\n", "1 -2; -2 3");
    check_read("%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n", "0 -1 -2; 1 0 -3; 2 3 0");
    check_read(COORDINATE("general") "2 3 2\n1 3 2.5e1\n2 1 -.5\n", "0 0 25; -0.5 0 0");
    check_read(COORDINATE("general") "1 1 0\n", "0");
    check_read(COORDINATE("symmetric") "2 2 2\n1 1 4\n2 1 3\n", "4 3; 3 0");
    check_read(COORDINATE("skew-symmetric") "2 2 1\n2 1 3\n", "0 -3; 3 0");
    check_read("%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1\n2 2\n", "1 0; 0 1");
    check_read("%%matrixmarket MATRIX Coordinate REAL General\r\n1 2 1\r\n 1\t2  7 \r\n", "0 7");
}

static void check_refused(const char *text, const char *words) {
    SCOPED(market_free) market_matrix m = {0};
    if (market_parse(&m, text, strlen(text)))
        fail_msg("%s was read", text);
    if (!strstr(error_text(), words))
        fail_msg("%s: '%s' and not '%s'", text, error_text(), words);
    runner_checks++;
}

TEST(mistakes_are_told) {
    check_refused("", "line 1: this is no Matrix Market file");
    check_refused("1 2 3\n", "this is no Matrix Market file");
    check_refused("%%MatrixMarket vector array real general\n", "no matrix");
    check_refused("%%MatrixMarket matrix array real\n", "the header must be");
    check_refused("%%MatrixMarket matrix list real general\n", "form must be");
    check_refused("%%MatrixMarket matrix array complex general\n", "field must be");
    check_refused("%%MatrixMarket matrix array real hermitian\n", "symmetry must be");
    check_refused("%%MatrixMarket matrix array pattern general\n", "a pattern has coordinates");
    check_refused("%%MatrixMarket matrix array real general\n", "ends before the sizes");
    check_refused("%%MatrixMarket matrix array real general\n2\n", "two numbers");
    check_refused(COORDINATE("general") "2 2\n", "line 2: the sizes must be three numbers");
    check_refused(COORDINATE("general") "2 2 1 1\n", "three numbers");
    check_refused(COORDINATE("general") "-2 2 1\n", "three numbers");
    check_refused(COORDINATE("general") "99999999999999999999999 2 1\n", "three numbers");
    check_refused(COORDINATE("general") "0 2 0\n", "must be 1 to 16384");
    check_refused(COORDINATE("general") "2 16385 0\n", "must be 1 to 16384");
    check_refused(COORDINATE("general") "18446744073709551615 18446744073709551615 0\n", "must be 1 to 16384");
    check_refused(COORDINATE("general") "2 2 5\n", "more entries than elements");
    check_refused(COORDINATE("symmetric") "2 3 1\n", "must be square");
    check_refused(COORDINATE("general") "2 2 2\n1 1 1\n", "after 1 of 2 entries");
    check_refused(COORDINATE("general") "2 2 1\n1 1 1\n2 2 1\n", "line 4: there are more entries");
    check_refused(COORDINATE("general") "2 2 1\n0 1 1\n", "line 3: the row or the column");
    check_refused(COORDINATE("general") "2 2 1\n1 3 1\n", "the row or the column");
    check_refused(COORDINATE("general") "2 2 1\n1 1\n", "a number is missing");
    check_refused(COORDINATE("general") "2 2 1\n1 1 1 1\n", "more behind an entry");
    check_refused(COORDINATE("general") "2 2 1\n1 1 nan\n", "no number, or is not finite");
    check_refused(COORDINATE("general") "2 2 1\n1 1 1e39\n", "too large for 32 bits");
    check_refused(COORDINATE("general") "2 2 1\n1 1 1e\n", "no number");
    check_refused(COORDINATE("general") "2 2 2\n1 2 1\n1 2 2\n", "line 4: there are two entries");
    check_refused(COORDINATE("symmetric") "2 2 1\n1 2 1\n", "lower triangle");
    check_refused(COORDINATE("skew-symmetric") "2 2 1\n1 1 1\n", "lower triangle");
    check_refused("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 0.5\n", "no integer");
    check_refused("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n", "ends before the last element");
    check_refused("%%MatrixMarket matrix array real general\n1 1\n1\n2\n", "more behind the last element");
}

TEST(what_is_saved_is_read_again) {
    static const uint32_t rows[] = {0, 2}, columns[] = {3, 1};
    static const float values[] = {0.1f, -3e38f};
    const market_entries entries = {3, 4, 2, rows, columns, values};
    char path[] = "/tmp/sparsify_XXXXXX";
    market_matrix m = {0};
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_true(market_save(path, &entries));
    assert_true(market_load(&m, path));
    assert_int_equal(m.rows, 3);
    assert_int_equal(m.columns, 4);
    assert_true(m.elements[3] == values[0] && m.elements[9] == values[1]);
    assert_int_equal(m.stored, 2);
    market_free(&m);
    remove(path);
    assert_false(market_load(&m, path));
    assert_non_null(strstr(error_text(), path));
}

TEST(the_built_in_matrix_is_finite_and_the_same_each_time) {
    SCOPED(market_free) market_matrix a = {0}, b = {0};
    assert_true(market_make(&a) && market_make(&b));
    const size_t count = (size_t)a.rows * a.columns;
    assert_memory_equal(a.elements, b.elements, count * sizeof *a.elements);
    bool finite = true;
    for (size_t i = 0; i < count; i++)
        finite = finite && isfinite(a.elements[i]);
    assert_true(finite);
}
