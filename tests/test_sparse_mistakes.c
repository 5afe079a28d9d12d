/* test_sparse_mistakes.c - what a caller of sparse matrices can do wrong, one argument at a time: each is told, and nothing
 * is written.  SPDX-License-Identifier: MIT */
#include "matrices.h"

#include <math.h>

enum { ROWS = 9, COLUMNS = 14, CAPACITY = 200, NONE = 12345 /* a name that no object has */ };

/* ---- the memory ---- */

static void check_create(env *e, hpyr_result expected, hpyr_sparse_desc desc, const char *words) {
    hpyr_sparse *sparse = (hpyr_sparse *)&desc;
    EXPECT_TOLD(e, expected, words, hpyr_sparse_create(e->context, &desc, &sparse));
    assert_null(sparse);
    assert_int_equal(hpyr_sparse_bytes(e->context, &desc), 0);
}

GPU_TEST(memory_is_refused) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    const hpyr_sparse_desc desc = {.rows = ROWS, .columns = COLUMNS, .capacity = CAPACITY};
    hpyr_sparse *sparse = (hpyr_sparse *)&desc;
    check_create(e, HPYR_ERROR_INVALID_ARGUMENT, (hpyr_sparse_desc){0, 1, 1, 0}, "a size is 0");
    check_create(e, HPYR_ERROR_INVALID_ARGUMENT, (hpyr_sparse_desc){1, 0, 1, 0}, "a size is 0");
    check_create(e, HPYR_ERROR_INVALID_ARGUMENT, (hpyr_sparse_desc){1, 1, 0, 0}, "1x1 elements, 0 entries");
    check_create(e, HPYR_ERROR_INVALID_ARGUMENT, (hpyr_sparse_desc){1, 1, 1, 8}, "operations 0x8");
    check_create(e, HPYR_ERROR_TOO_LARGE, (hpyr_sparse_desc){caps->max_texture_size + 1, 1, 1, 0},
                 "textures of this GL");
    check_create(e, HPYR_ERROR_TOO_LARGE, (hpyr_sparse_desc){1, UINT32_MAX, 1, 0}, "textures of this GL");
    if (caps->max_list_length < UINT32_MAX)
        check_create(e, HPYR_ERROR_TOO_LARGE, (hpyr_sparse_desc){1, 1, caps->max_list_length + 1, 0}, "this GL allows");
    assert_int_equal(hpyr_sparse_bytes(NULL, &(hpyr_sparse_desc){UINT32_MAX, UINT32_MAX, 1, 0}), 0);
    assert_int_equal(hpyr_sparse_bytes(NULL, &(hpyr_sparse_desc){1, 65537, 1, 0}), 0);
    assert_true(hpyr_sparse_bytes(NULL, &(hpyr_sparse_desc){65536, 65536, 1, 0}) > UINT64_C(65536) * 65536 / 8 * 2);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_sparse_create(NULL, &desc, &sparse));
    assert_null(sparse);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_sparse_create(e->context, NULL, &sparse));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_sparse_create(e->context, &desc, NULL));
    assert_int_equal(hpyr_sparse_bytes(e->context, NULL), 0);
    assert_null(hpyr_sparse_resolved(NULL));
    CALL_VOID(e, hpyr_sparse_destroy(NULL));
}

GPU_TEST(memory_says_what_it_is_for) {
    const hpyr_sparse_desc all = {.rows = 300, .columns = 200, .capacity = 5000};
    for (uint32_t operations = 1; operations <= HPYR_SPARSE_OPERATION_ALL; operations++) {
        const hpyr_sparse_desc some = {300, 200, 5000, operations};
        SCOPED(destroy_sparse) hpyr_sparse *sparse = make_sparse(e, 300, 200, 5000, operations);
        assert_int_equal(hpyr_sparse_resolved(sparse)->operations, operations);
        assert_int_equal(hpyr_sparse_resolved(sparse)->capacity, 5000);
        assert_in_range(hpyr_sparse_bytes(e->context, &some), 4 * 5000, hpyr_sparse_bytes(NULL, &all));
    }
    SCOPED(destroy_sparse) hpyr_sparse *sparse = make_sparse(e, 300, 200, 5000, 0);
    assert_int_equal(hpyr_sparse_resolved(sparse)->operations, HPYR_SPARSE_OPERATION_ALL);
}

/* ---- calls: everything is right but for what a test changes ---- */

typedef struct desk {
    hpyr_sparse *sparse;
    matrix m, turned;
    hpyr_texture dense;
    stored_matrix in, out, turned_out;
    stored rows, x, y;
    hpyr_sparse_convert_desc convert;
    hpyr_sparse_multiply_desc multiply;
    hpyr_sparse_transpose_desc transpose;
} desk;

static desk desk_make(env *e, uint32_t operations) {
    static const uint32_t ones[COLUMNS] = {0x3F800000};
    desk d = {.sparse = make_sparse(e, ROWS, COLUMNS, CAPACITY, operations),
              .m = matrix_make(MATRIX_HALF, ROWS, COLUMNS, 0.5f, CAPACITY, 1)};
    d.turned = matrix_transposed(&d.m);
    d.dense = matrix_upload(&d.m);
    d.in = stored_matrix_make(&d.m, true, 0);
    d.out = stored_matrix_make(&d.m, false, 0);
    d.turned_out = stored_matrix_make(&d.turned, false, 0);
    d.rows = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, NULL, CAPACITY);
    d.x = stored_make(PLACE_START, HPYR_LIST_TYPE_FLOAT, ones, COLUMNS);
    d.y = stored_make(PLACE_START, HPYR_LIST_TYPE_FLOAT, NULL, ROWS);
    d.convert =
        (hpyr_sparse_convert_desc){.dense = d.dense, .epsilon = 0.5f, .rows = d.rows.list, .sparse = d.out.matrix};
    d.multiply = (hpyr_sparse_multiply_desc){.matrix = d.in.matrix, .x = d.x.list, .y = d.y.list};
    d.transpose = (hpyr_sparse_transpose_desc){.matrix = d.in.matrix, .transposed = d.turned_out.matrix};
    return d;
}

static void desk_check_untouched(const desk *d) {
    const stored *lists[] = {&d->out.pointers,       &d->out.indices,       &d->out.values, &d->turned_out.pointers,
                             &d->turned_out.indices, &d->turned_out.values, &d->rows,       &d->y};
    for (size_t i = 0; i < LENGTH(lists); i++)
        stored_check_untouched(lists[i], "output of a call that fails");
    stored_matrix_check(&d->in, &d->m, "input of a call that fails");
}

static void desk_free(desk *d) {
    CALL_VOID(env_running, hpyr_sparse_destroy(d->sparse));
    stored_matrix_free(&d->in);
    stored_matrix_free(&d->out);
    stored_matrix_free(&d->turned_out);
    stored_free(&d->rows);
    stored_free(&d->x);
    stored_free(&d->y);
    glDeleteTextures(1, &d->dense.name);
    matrix_free(&d->m);
    matrix_free(&d->turned);
}

static void refuse_convert(env *e, const desk *d, hpyr_result expected, hpyr_sparse_convert_desc desc) {
    uint32_t count = 1;
    EXPECT_TOLD(e, expected, "", hpyr_sparse_convert(d->sparse, &desc));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_sparse_count(d->sparse, &count));
    assert_int_equal(count, 0);
    desk_check_untouched(d);
}

static void refuse_multiply(env *e, const desk *d, hpyr_result expected, hpyr_sparse_multiply_desc desc) {
    EXPECT_TOLD(e, expected, "", hpyr_sparse_multiply(d->sparse, &desc));
    desk_check_untouched(d);
}

static void refuse_transpose(env *e, const desk *d, hpyr_result expected, hpyr_sparse_transpose_desc desc) {
    EXPECT_TOLD(e, expected, "", hpyr_sparse_transpose(d->sparse, &desc));
    desk_check_untouched(d);
}

/* A descriptor of the desk, with one member changed. */
#define WITH_CONVERT(result, change)                                                                                   \
    do {                                                                                                               \
        hpyr_sparse_convert_desc desc = d.convert;                                                                     \
        desc.change;                                                                                                   \
        refuse_convert(e, &d, result, desc);                                                                           \
    } while (0)
#define WITH_MULTIPLY(result, change)                                                                                  \
    do {                                                                                                               \
        hpyr_sparse_multiply_desc desc = d.multiply;                                                                   \
        desc.change;                                                                                                   \
        refuse_multiply(e, &d, result, desc);                                                                          \
    } while (0)
#define WITH_TRANSPOSE(result, change)                                                                                 \
    do {                                                                                                               \
        hpyr_sparse_transpose_desc desc = d.transpose;                                                                 \
        desc.change;                                                                                                   \
        refuse_transpose(e, &d, result, desc);                                                                         \
    } while (0)

static const hpyr_list no_list;

GPU_TEST(conversions_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e, 0);
    hpyr_sparse_convert_desc nothing = {.dense = d.dense, .sparse = {.rows = ROWS, .columns = COLUMNS}};
    refuse_convert(e, &d, HPYR_ERROR_INVALID_ARGUMENT, nothing);
    WITH_CONVERT(HPYR_ERROR_INVALID_ARGUMENT, epsilon = NAN);
    WITH_CONVERT(HPYR_ERROR_INVALID_ARGUMENT, epsilon = INFINITY);
    WITH_CONVERT(HPYR_ERROR_INVALID_ARGUMENT, epsilon = -1);
    WITH_CONVERT(HPYR_ERROR_INVALID_ARGUMENT, sparse.rows = COLUMNS);
    WITH_CONVERT(HPYR_ERROR_INVALID_ARGUMENT, sparse.rows = 0);
    WITH_CONVERT(HPYR_ERROR_INVALID_ARGUMENT, sparse.columns = ROWS);
    WITH_CONVERT(HPYR_ERROR_INVALID_ARGUMENT, sparse.capacity = CAPACITY + 1);
    WITH_CONVERT(HPYR_ERROR_INVALID_ARGUMENT, sparse.values.type = HPYR_LIST_TYPE_UINT);
    WITH_CONVERT(HPYR_ERROR_INVALID_ARGUMENT, sparse.indices.type = HPYR_LIST_TYPE_FLOAT);
    WITH_CONVERT(HPYR_ERROR_INVALID_ARGUMENT, sparse.pointers.type = HPYR_LIST_TYPE_INT);
    WITH_CONVERT(HPYR_ERROR_INVALID_ARGUMENT, rows.type = HPYR_LIST_TYPE_FLOAT);
    WITH_CONVERT(HPYR_ERROR_INVALID_ARGUMENT, rows.type = HPYR_LIST_TYPE_INT);
    assert_true(env_logged(e, "sparse: rows must be of type UINT"));
    WITH_CONVERT(HPYR_ERROR_INVALID_ARGUMENT, rows = d.out.indices.list);
    WITH_CONVERT(HPYR_ERROR_INVALID_ARGUMENT, rows.offset = 2);
    WITH_CONVERT(HPYR_ERROR_BUFFER, rows.buffer = NONE);
    WITH_CONVERT(HPYR_ERROR_BUFFER, sparse.values.offset = 400);
    assert_true(env_logged(e, "sparse: values: 800 bytes from offset 400"));
    WITH_CONVERT(HPYR_ERROR_TEXTURE, dense.name = NONE);
    WITH_CONVERT(HPYR_ERROR_TEXTURE, dense.width = COLUMNS + 1);
}

GPU_TEST(dense_matrices_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e, 0);
    SCOPED(image_free)
    image whole = image_make(HPYR_FORMAT_R32UI, 0, COLUMNS, ROWS, 1),
          other = image_make(HPYR_FORMAT_R32F, 0, ROWS, COLUMNS, 1);
    image_upload(&whole);
    image_upload(&other);
    WITH_CONVERT(HPYR_ERROR_TEXTURE, dense = whole.texture);
    assert_true(env_logged(e, "without integers; it has R32UI"));
    WITH_CONVERT(HPYR_ERROR_TEXTURE, dense = other.texture);
    assert_true(env_logged(e, "9x14 texels; 14 columns and 9 rows are needed"));
}

GPU_TEST(products_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e, 0);
    SCOPED(image_free) image numbers = image_make(HPYR_FORMAT_R32F, 0, CAPACITY, 1, 1);
    image_upload(&numbers);
    const hpyr_list floats = {.texture = numbers.texture};
    WITH_MULTIPLY(HPYR_ERROR_INVALID_ARGUMENT, matrix.pointers = no_list);
    WITH_MULTIPLY(HPYR_ERROR_INVALID_ARGUMENT, matrix.indices = no_list);
    WITH_MULTIPLY(HPYR_ERROR_INVALID_ARGUMENT, matrix.values = no_list);
    WITH_MULTIPLY(HPYR_ERROR_INVALID_ARGUMENT, x = no_list);
    WITH_MULTIPLY(HPYR_ERROR_INVALID_ARGUMENT, y = no_list);
    WITH_MULTIPLY(HPYR_ERROR_INVALID_ARGUMENT, matrix.rows = 0);
    WITH_MULTIPLY(HPYR_ERROR_INVALID_ARGUMENT, matrix.rows = COLUMNS + 1);
    WITH_MULTIPLY(HPYR_ERROR_INVALID_ARGUMENT, matrix.columns = COLUMNS + 1);
    WITH_MULTIPLY(HPYR_ERROR_INVALID_ARGUMENT, matrix.capacity = CAPACITY + 1);
    WITH_MULTIPLY(HPYR_ERROR_INVALID_ARGUMENT, x.type = HPYR_LIST_TYPE_UINT);
    WITH_MULTIPLY(HPYR_ERROR_INVALID_ARGUMENT, y.type = HPYR_LIST_TYPE_INT);
    WITH_MULTIPLY(HPYR_ERROR_INVALID_ARGUMENT, matrix.values.type = HPYR_LIST_TYPE_INT);
    WITH_MULTIPLY(HPYR_ERROR_INVALID_ARGUMENT, matrix.indices = floats);
    WITH_MULTIPLY(HPYR_ERROR_BUFFER, matrix.pointers.buffer = NONE);
    WITH_MULTIPLY(HPYR_ERROR_BUFFER, matrix.pointers.offset = 400);
    WITH_MULTIPLY(HPYR_ERROR_BUFFER, matrix.indices.offset = 400);
    WITH_MULTIPLY(HPYR_ERROR_BUFFER, x.offset = 400);
    WITH_MULTIPLY(HPYR_ERROR_BUFFER, y.offset = 400);
}

GPU_TEST(transpositions_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e, 0);
    WITH_TRANSPOSE(HPYR_ERROR_INVALID_ARGUMENT, matrix.pointers = no_list);
    WITH_TRANSPOSE(HPYR_ERROR_INVALID_ARGUMENT, matrix.indices = no_list);
    WITH_TRANSPOSE(HPYR_ERROR_INVALID_ARGUMENT, matrix.values = no_list);
    WITH_TRANSPOSE(HPYR_ERROR_INVALID_ARGUMENT, transposed.rows = ROWS);
    WITH_TRANSPOSE(HPYR_ERROR_INVALID_ARGUMENT, transposed.columns = COLUMNS);
    WITH_TRANSPOSE(HPYR_ERROR_INVALID_ARGUMENT, transposed.capacity = CAPACITY - 1);
    WITH_TRANSPOSE(HPYR_ERROR_INVALID_ARGUMENT, matrix.capacity = CAPACITY + 1);
    WITH_TRANSPOSE(HPYR_ERROR_INVALID_ARGUMENT, transposed.indices = d.turned_out.values.list);
    WITH_TRANSPOSE(HPYR_ERROR_INVALID_ARGUMENT, transposed.indices.type = HPYR_LIST_TYPE_FLOAT);
    WITH_TRANSPOSE(HPYR_ERROR_BUFFER, transposed.values.buffer = NONE);
    WITH_TRANSPOSE(HPYR_ERROR_BUFFER, transposed.pointers.offset = 4000);
    assert_true(env_logged(e, "transposed: pointers: 60 bytes from offset 4000"));
    hpyr_sparse_transpose_desc nothing = {.matrix = d.in.matrix,
                                          .transposed = {COLUMNS, ROWS, CAPACITY, {0}, {0}, {0}}};
    refuse_transpose(e, &d, HPYR_ERROR_INVALID_ARGUMENT, nothing);
}

GPU_TEST(operations_that_the_memory_is_not_for_are_refused) {
    desk d = desk_make(e, HPYR_SPARSE_OPERATION_MULTIPLY);
    refuse_convert(e, &d, HPYR_ERROR_INVALID_ARGUMENT, d.convert);
    refuse_transpose(e, &d, HPYR_ERROR_INVALID_ARGUMENT, d.transpose);
    desk_free(&d);
    d = desk_make(e, HPYR_SPARSE_OPERATION_CONVERT);
    refuse_multiply(e, &d, HPYR_ERROR_INVALID_ARGUMENT, d.multiply);
    desk_free(&d);
}

GPU_TEST(what_is_missing_is_refused) {
    uint32_t count;
    SCOPED(desk_free) desk d = desk_make(e, 0);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_sparse_convert(NULL, &d.convert));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_sparse_convert(d.sparse, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_sparse_multiply(NULL, &d.multiply));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_sparse_multiply(d.sparse, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_sparse_transpose(NULL, &d.transpose));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_sparse_transpose(d.sparse, NULL));
    count = 77;
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_sparse_count(NULL, &count));
    assert_int_equal(count, 0);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_sparse_count(d.sparse, NULL));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_sparse_count(d.sparse, &count));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_sparse_try_count(d.sparse, &count));
    OK(e, hpyr_sparse_convert(d.sparse, &d.convert)); /* all of it was right */
    OK(e, hpyr_sparse_count(d.sparse, &count));
    OK(e, hpyr_sparse_multiply(d.sparse, &d.multiply));
    OK(e, hpyr_sparse_transpose(d.sparse, &d.transpose));
}

/* Results are undefined then, but nothing else is read or written. */
GPU_TEST_ONCE(indices_out_of_range_do_no_harm) {
    SCOPED(matrix_free) matrix m = matrix_make(MATRIX_HALF, ROWS, COLUMNS, 0.5f, CAPACITY, 1);
    for (uint32_t i = 0; i < m.count; i++)
        m.indices[i] = i % 3 ? m.indices[i] : UINT32_MAX - i;
    m.pointers[4] = UINT32_MAX;
    SCOPED(desk_free) desk d = desk_make(e, 0);
    SCOPED(stored_matrix_free) stored_matrix wild = stored_matrix_make(&m, true, 0);
    d.multiply.matrix = d.transpose.matrix = wild.matrix;
    OK(e, hpyr_sparse_multiply(d.sparse, &d.multiply));
    OK(e, hpyr_sparse_transpose(d.sparse, &d.transpose));
    stored_matrix_check(&wild, &m, "a wild matrix");
}
