/* test_sparse.c - sparse matrices equal the oracle's: conversions and transpositions exactly, products within their rounding.
 * SPDX-License-Identifier: MIT */
#include "fetches.h"
#include "matrices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct size {
    uint32_t rows, columns;
} size;

static const size sizes[] = {{1, 1}, {3, 1},     {1, 127},   {1, 129},  {1, 700},   {700, 1},
                             {5, 3}, {128, 128}, {129, 127}, {31, 257}, {300, 301}, {17, 1000}};

static uint32_t size_count(const env *e) {
    return e->small || e->hostile ? 10 : LENGTH(sizes);
}

/* ---- conversion ---- */

static void check_count(env *e, hpyr_sparse *sparse, const matrix *m) {
    uint32_t count = 99;
    EXPECT(e, m->result, hpyr_sparse_count(sparse, &count));
    assert_int_equal(count, m->count);
    count = 99;
    EXPECT(e, m->result, hpyr_sparse_try_count(sparse, &count));
    assert_int_equal(count, m->count);
}

static void check_conversion(env *e, hpyr_sparse *sparse, const matrix *m, uint32_t number) {
    const hpyr_texture dense = matrix_upload(m);
    stored_matrix out = stored_matrix_make(m, false, number);
    stored rows = stored_make((list_place)(number / 4 % PLACES), HPYR_LIST_TYPE_UINT, NULL, m->room);
    const hpyr_sparse_convert_desc desc = {
        .dense = dense, .epsilon = m->epsilon, .rows = rows.list, .sparse = out.matrix};
    OK(e, hpyr_sparse_convert(sparse, &desc));
    check_count(e, sparse, m);
    stored_matrix_check(&out, m, "conversion");
    stored_check(&rows, m->row_indices, m->room, false, "rows");
    stored_free(&rows);
    stored_matrix_free(&out);
    glDeleteTextures(1, &dense.name);
}

GPU_TEST(conversions_equal_the_oracle) {
    uint32_t number = e->hostile ? 7 : 0;
    for (size_t i = 0; i < size_count(e); i++) {
        const uint32_t rows = sizes[i].rows, columns = sizes[i].columns;
        SCOPED(destroy_sparse)
        hpyr_sparse *sparse = make_sparse(e, rows, columns, rows * columns + 5, HPYR_SPARSE_OPERATION_CONVERT);
        for (matrix_kind kind = MATRIX_EMPTY; kind < MATRIX_KINDS; kind++) {
            if (e->hostile && (kind + i) % 3)
                continue;
            matrix m =
                matrix_make(kind, rows, columns, number % 3 ? 0.5f : 0, number % 2 ? 0 : rows * columns + 5, number);
            check_conversion(e, sparse, &m, number++);
            matrix_free(&m);
        }
    }
}

GPU_TEST(what_does_not_fit_is_counted) {
    SCOPED(destroy_sparse) hpyr_sparse *sparse = make_sparse(e, 60, 150, 5000, HPYR_SPARSE_OPERATION_CONVERT);
    const uint32_t rooms[] = {1, 2, 3, 4, 5, 127, 1000, 4999};
    for (uint32_t i = 0; i < LENGTH(rooms); i++) {
        SCOPED(matrix_free) matrix m = matrix_make(MATRIX_FULL, 60, 150, 0.5f, rooms[i], i);
        assert_int_equal(m.result, HPYR_TRUNCATED);
        check_conversion(e, sparse, &m, 3 * i);
    }
}

/* ---- elements that are not finite ---- */

static void check_unfinite(env *e, hpyr_sparse *sparse, uint32_t row, uint32_t column, float element,
                           const char *words) {
    SCOPED(matrix_free) matrix m = matrix_make(MATRIX_THIN, 70, 300, 0.5f, 0, row);
    m.dense[(size_t)row * m.columns + column] = element;
    m.dense[(size_t)69 * m.columns + 299] = element;
    matrix_list(&m, column % 2 ? 3 : 0);
    assert_int_equal(m.result, HPYR_NOT_FINITE);
    env_clear_log(e);
    check_conversion(e, sparse, &m, row);
    assert_true(env_logged(e, words));
}

GPU_TEST(elements_that_are_not_finite_are_found) {
    SCOPED(destroy_sparse) hpyr_sparse *sparse = make_sparse(e, 70, 300, 21000, HPYR_SPARSE_OPERATION_CONVERT);
    check_unfinite(e, sparse, 0, 0, NAN, "row 0, columns 0 to 127, is NaN or infinite");
    check_unfinite(e, sparse, 0, 129, INFINITY, "row 0, columns 128 to 255,");
    check_unfinite(e, sparse, 33, 299, -INFINITY, "row 33, columns 256 to 299,");
    check_unfinite(e, sparse, 69, 299, -NAN, "row 69, columns 256 to 299,");
    SCOPED(matrix_free) matrix m = matrix_make(MATRIX_HALF, 70, 300, 0.5f, 0, 5); /* and it is forgotten */
    check_conversion(e, sparse, &m, 4);
}

/* ---- other textures ---- */

static void check_format(env *e, hpyr_format format, hpyr_channel channel) {
    SCOPED(image_free) image im = image_make(format, channel, 70, 9, 1);
    image_fill(&im, 0.1, 5);
    image_upload(&im);
    SCOPED(matrix_free)
    matrix m = {.rows = 9, .columns = 70, .dense = calloc(70 * 9, sizeof(float)), .epsilon = 0.001f};
    float *all = calloc((size_t)70 * 9 * 4, sizeof *all);
    const fetch_source source = {GL_TEXTURE_2D, im.texture.name, 0, 70, 9, 1};
    fetch_texels(&source, GL_RGBA, GL_FLOAT, all);
    for (uint32_t i = 0; i < 70 * 9; i++)
        m.dense[i] = all[4 * i + (channel ? channel - HPYR_CHANNEL_RED : format_channels(format) == 4 ? 3 : 0)];
    free(all);
    matrix_list(&m, 0);
    assert_in_range(m.count, 1, 70 * 9 - 1);
    SCOPED(destroy_sparse) hpyr_sparse *sparse = make_sparse(e, 9, 70, m.room, HPYR_SPARSE_OPERATION_CONVERT);
    SCOPED(stored_matrix_free) stored_matrix out = stored_matrix_make(&m, false, 1);
    const hpyr_sparse_convert_desc desc = {.dense = im.texture, .epsilon = m.epsilon, .sparse = out.matrix};
    OK(e, hpyr_sparse_convert(sparse, &desc));
    stored_matrix_check(&out, &m, "another format");
}

GPU_TEST_ONCE(other_formats_are_taken) {
    check_format(e, HPYR_FORMAT_RGBA32F, HPYR_CHANNEL_BLUE);
    if (e->es) /* which reads no texels of the other formats as floats */
        return;
    check_format(e, HPYR_FORMAT_R8, 0);
    check_format(e, HPYR_FORMAT_RGBA8, 0);
    check_format(e, HPYR_FORMAT_RGBA8, HPYR_CHANNEL_RED);
    check_format(e, HPYR_FORMAT_RGBA8, HPYR_CHANNEL_GREEN);
    check_format(e, HPYR_FORMAT_R16F, 0);
}

/* ---- transposition ---- */

static void check_transposition(env *e, hpyr_sparse *sparse, const matrix *m, bool in_place, uint32_t number) {
    SCOPED(matrix_free) matrix right = matrix_transposed(m);
    SCOPED(stored_matrix_free) stored_matrix in = stored_matrix_make(m, true, number);
    SCOPED(stored_matrix_free) stored_matrix out = stored_matrix_make(&right, false, number / 2 + 1);
    hpyr_sparse_transpose_desc desc = {.matrix = in.matrix, .transposed = out.matrix};
    if (in_place) {
        desc.transposed.values = in.matrix.values;
        desc.transposed.indices = in.matrix.indices;
    }
    OK(e, hpyr_sparse_transpose(sparse, &desc));
    stored_check(&out.pointers, right.pointers, right.rows + 1, false, "pointers of columns");
    stored_check(in_place ? &in.indices : &out.indices, right.indices, right.room, false, "rows by columns");
    stored_check(in_place ? &in.values : &out.values, right.values, right.room, false, "values by columns");
    if (!in_place)
        stored_matrix_check(&in, m, "input of a transposition");
}

GPU_TEST(transpositions_equal_the_oracle) {
    uint32_t number = e->hostile ? 5 : 0;
    for (size_t i = 0; i < size_count(e); i++) {
        const uint32_t rows = sizes[i].rows, columns = sizes[i].columns;
        SCOPED(destroy_sparse)
        hpyr_sparse *sparse = make_sparse(e, rows, columns, rows * columns + 5, HPYR_SPARSE_OPERATION_TRANSPOSE);
        for (matrix_kind kind = MATRIX_EMPTY; kind < MATRIX_EPSILONS; kind++) {
            if ((e->hostile || e->small) && (kind + i) % 3)
                continue;
            matrix m = matrix_make(kind, rows, columns, 0.5f, number % 2 ? 0 : rows * columns + 5, number);
            check_transposition(e, sparse, &m, number % 5 == 4, number);
            matrix_free(&m);
            number++;
        }
    }
}

/* ---- product ---- */

static void check_sums(const stored *y, const matrix *m, const float *x) {
    const hpyr_ref_sparse ref = matrix_ref(m);
    SCOPED(free_memory) double *right = calloc(m->rows, sizeof *right);
    SCOPED(free_memory) uint32_t *bits = zeros_make(m->rows);
    assert_int_equal(hpyr_ref_sparse_multiply(&ref, x, right), HPYR_OK);
    if (y->list.texture.name) {
        const hpyr_texture *t = &y->list.texture;
        SCOPED(free_memory) uint32_t *all = zeros_make((size_t)t->width * t->height);
        const fetch_source source = {GL_TEXTURE_2D, t->name, t->level, t->width, t->height, 1};
        fetch_texels(&source, GL_RED, GL_FLOAT, all);
        memcpy(bits, all, m->rows * sizeof *bits);
    } else {
        fetch_buffer(y->list.buffer, y->list.offset, m->rows * sizeof *bits, bits);
    }
    for (uint32_t row = 0; row < m->rows; row++) {
        double magnitude = 0;
        float got;
        memcpy(&got, &bits[row], sizeof got);
        for (uint32_t i = m->pointers[row]; i < m->pointers[row + 1]; i++)
            magnitude += fabs((double)((const float *)m->values)[i] * x[m->indices[i]]);
        if (!(fabs(got - right[row]) <= 1e-5 * magnitude))
            fail_msg("row %u of %ux%u: %g, not %g", row, m->rows, m->columns, (double)got, right[row]);
    }
    stored_check(y, bits, m->rows, false, "a product"); /* nothing else has changed */
}

static void check_product(env *e, hpyr_sparse *sparse, const matrix *m, uint32_t number) {
    SCOPED(free_memory) float *x = calloc(m->columns, sizeof *x);
    uint64_t seed = number;
    for (uint32_t i = 0; i < m->columns; i++)
        x[i] = (float)random_below(&seed, 2001) / 100 - 10;
    SCOPED(stored_matrix_free) stored_matrix in = stored_matrix_make(m, true, number);
    SCOPED(stored_free)
    stored in_x = stored_make((list_place)(number / 5 % PLACES), HPYR_LIST_TYPE_FLOAT, (uint32_t *)x, m->columns);
    SCOPED(stored_free)
    stored out = stored_make((list_place)(number / 7 % PLACES), HPYR_LIST_TYPE_FLOAT, NULL, m->rows);
    const hpyr_sparse_multiply_desc desc = {.matrix = in.matrix, .x = in_x.list, .y = out.list};
    OK(e, hpyr_sparse_multiply(sparse, &desc));
    check_sums(&out, m, x);
    stored_matrix_check(&in, m, "matrix of a product");
    stored_check(&in_x, (uint32_t *)x, m->columns, false, "vector of a product");
}

GPU_TEST(products_equal_the_oracle) {
    uint32_t number = e->hostile ? 3 : 0;
    for (size_t i = 0; i < size_count(e); i++) {
        const uint32_t rows = sizes[i].rows, columns = sizes[i].columns;
        SCOPED(destroy_sparse)
        hpyr_sparse *sparse = make_sparse(e, columns, rows, rows * columns + 5,
                                          HPYR_SPARSE_OPERATION_MULTIPLY); /* of A, or of its transpose */
        for (matrix_kind kind = MATRIX_EMPTY; kind < MATRIX_EPSILONS; kind++) {
            if ((e->hostile || e->small) && (kind + i) % 3)
                continue;
            SCOPED(matrix_free)
            matrix m = matrix_make(kind, rows, columns, 0.5f, number % 2 ? 0 : rows * columns + 5, number);
            check_product(e, sparse, &m, number++);
        }
    }
}

/* Rows of all lengths around nodes of 16 and of 256, one after the other. */
GPU_TEST_ONCE(rows_of_every_length_are_added_up) {
    static const uint32_t lengths[] = {0,   1,   15, 16,  17,  31,  32,   33, 3,    255,
                                       256, 257, 2,  511, 512, 530, 1023, 0,  4100, 7};
    const uint32_t side = hpyr_context_caps(e->context)->max_texture_size, most = side < 4100 ? side : 4100;
    SCOPED(matrix_free)
    matrix m = {.rows = LENGTH(lengths), .columns = most, .dense = calloc(LENGTH(lengths) * most, sizeof(float))};
    for (uint32_t row = 0; row < m.rows; row++)
        for (uint32_t i = 0; i < lengths[row] && i < most; i++)
            m.dense[row * most + i] = (float)(row + i % 7 + 1);
    matrix_list(&m, 0);
    SCOPED(destroy_sparse)
    hpyr_sparse *sparse = make_sparse(e, m.rows, m.columns, m.room, HPYR_SPARSE_OPERATION_MULTIPLY);
    for (uint32_t number = 0; number < 4; number++)
        check_product(e, sparse, &m, number);
}

/* ---- one after the other ---- */

/* Converts, transposes twice and multiplies, all on the GPU: the matrix comes back. What was counted stays. */
GPU_TEST(results_are_inputs_of_what_follows) {
    matrix m = matrix_make(MATRIX_HALF, 45, 200, 0.5f, 45 * 200, 9), turned;
    SCOPED(destroy_sparse) hpyr_sparse *sparse = make_sparse(e, 45, 200, 45 * 200, 0);
    const hpyr_texture dense = matrix_upload(&m);
    turned = matrix_transposed(&m);
    SCOPED(stored_matrix_free)
    stored_matrix first = stored_matrix_make(&m, false, 0), second = stored_matrix_make(&turned, false, 5);
    const hpyr_sparse_convert_desc convert = {.dense = dense, .epsilon = 0.5f, .sparse = first.matrix};
    const hpyr_sparse_transpose_desc there = {.matrix = first.matrix, .transposed = second.matrix};
    const hpyr_sparse_transpose_desc back = {.matrix = second.matrix, .transposed = first.matrix};
    uint32_t count = 0;
    OK(e, hpyr_sparse_convert(sparse, &convert));
    OK(e, hpyr_sparse_transpose(sparse, &there));
    stored_matrix_check(&second, &turned, "after one transposition");
    OK(e, hpyr_sparse_transpose(sparse, &back));
    stored_matrix_check(&first, &m, "after two transpositions");
    OK(e, hpyr_sparse_count(sparse, &count));
    assert_int_equal(count, m.count);
    glDeleteTextures(1, &dense.name);
    matrix_free(&turned);
    matrix_free(&m);
}

/* Sizes past 65535 leaves, and rows of several leaves. */
GPU_TEST_ONCE(large_matrices_equal_the_oracle) {
    need_speed(e);
    SCOPED(matrix_free) matrix m = matrix_make(MATRIX_THIN, 2100, 2200, 0.5f, 0, 3);
    SCOPED(destroy_sparse) hpyr_sparse *sparse = make_sparse(e, 2100, 2200, m.room, 0);
    check_conversion(e, sparse, &m, 0);
    check_transposition(e, sparse, &m, false, 0);
    check_product(e, sparse, &m, 0);
}
