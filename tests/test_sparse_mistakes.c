/* test_sparse_mistakes.c - what a caller of sparse matrices can do wrong, one argument at a time: each is told, and nothing
 * is written.  SPDX-License-Identifier: MIT */
#include "matrices.h"
#include "mistakes.h"

#include <math.h>

enum { ROWS = 9, COLUMNS = 14, CAPACITY = 200, NONE = 12345 /* a name that no object has */ };

/* ---- the memory ---- */

MISTAKES_OF_CREATE(sparse, hpyr_sparse_bytes(e->context, wrong) == 0)

#define DESC(error, words, ...) WRONG_TOLD(error, words, hpyr_sparse_desc, __VA_ARGS__)

GPU_TEST(memory_is_refused) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    const hpyr_sparse_desc desc = {.rows = 1, .columns = 1, .capacity = 1};
    const mistake rows[] = {DESC(INVALID_ARGUMENT, "a size is 0", rows, 0),
                            DESC(INVALID_ARGUMENT, "a size is 0", columns, 0),
                            DESC(INVALID_ARGUMENT, "1x1 elements, 0 entries", capacity, 0),
                            DESC(INVALID_ARGUMENT, "operations 0x8", operations, 8),
                            DESC(TOO_LARGE, "textures of this GL", rows, caps->max_texture_size + 1),
                            DESC(TOO_LARGE, "textures of this GL", columns, UINT32_MAX)};
    const mistake large[] = {DESC(TOO_LARGE, "this GL allows", capacity, caps->max_list_length + 1)};
    CHECK_MISTAKES(e, rows, &desc, refuse_sparse, NULL);
    if (caps->max_list_length < UINT32_MAX)
        CHECK_MISTAKES(e, large, &desc, refuse_sparse, NULL);
    refuse_no_sparse(e, &desc);
    assert_int_equal(hpyr_sparse_bytes(NULL, &(hpyr_sparse_desc){UINT32_MAX, UINT32_MAX, 1, 0}), 0);
    assert_int_equal(hpyr_sparse_bytes(NULL, &(hpyr_sparse_desc){1, 65537, 1, 0}), 0);
    assert_true(hpyr_sparse_bytes(NULL, &(hpyr_sparse_desc){65536, 65536, 1, 0}) > UINT64_C(65536) * 65536 / 8 * 2);
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

static void refuse_convert(env *e, void *at, const mistake *m, const void *wrong) {
    const desk *d = at;
    uint32_t count = 1;
    TOLD(e, m, hpyr_sparse_convert(d->sparse, wrong));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_sparse_count(d->sparse, &count));
    assert_int_equal(count, 0);
    desk_check_untouched(d);
}

static void refuse_multiply(env *e, void *at, const mistake *m, const void *wrong) {
    const desk *d = at;
    TOLD(e, m, hpyr_sparse_multiply(d->sparse, wrong));
    desk_check_untouched(d);
}

static void refuse_transpose(env *e, void *at, const mistake *m, const void *wrong) {
    const desk *d = at;
    TOLD(e, m, hpyr_sparse_transpose(d->sparse, wrong));
    desk_check_untouched(d);
}

#define CONVERT(error, ...)             WRONG(error, hpyr_sparse_convert_desc, __VA_ARGS__)
#define CONVERT_TOLD(error, words, ...) WRONG_TOLD(error, words, hpyr_sparse_convert_desc, __VA_ARGS__)
#define MULTIPLY(error, ...)            WRONG(error, hpyr_sparse_multiply_desc, __VA_ARGS__)
#define TRANSPOSE(error, ...)           WRONG(error, hpyr_sparse_transpose_desc, __VA_ARGS__)

GPU_TEST(conversions_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e, 0);
    SCOPED(image_free)
    image whole = image_make(HPYR_FORMAT_R32UI, 0, COLUMNS, ROWS, 1),
          other = image_make(HPYR_FORMAT_R32F, 0, ROWS, COLUMNS, 1);
    image_upload(&whole);
    image_upload(&other);
    const mistake rows[] = {
        WRONG_WHOLE(INVALID_ARGUMENT, hpyr_sparse_convert_desc,
                    {.dense = d.dense, .sparse = {.rows = ROWS, .columns = COLUMNS}}),
        CONVERT(INVALID_ARGUMENT, epsilon, NAN),
        CONVERT(INVALID_ARGUMENT, epsilon, INFINITY),
        CONVERT(INVALID_ARGUMENT, epsilon, -1),
        CONVERT(INVALID_ARGUMENT, sparse.rows, COLUMNS),
        CONVERT(INVALID_ARGUMENT, sparse.rows, 0),
        CONVERT(INVALID_ARGUMENT, sparse.columns, ROWS),
        CONVERT(INVALID_ARGUMENT, sparse.capacity, CAPACITY + 1),
        CONVERT(INVALID_ARGUMENT, sparse.values.type, HPYR_LIST_TYPE_UINT),
        CONVERT(INVALID_ARGUMENT, sparse.indices.type, HPYR_LIST_TYPE_FLOAT),
        CONVERT(INVALID_ARGUMENT, sparse.pointers.type, HPYR_LIST_TYPE_INT),
        CONVERT(INVALID_ARGUMENT, rows.type, HPYR_LIST_TYPE_FLOAT),
        CONVERT_TOLD(INVALID_ARGUMENT, "sparse: rows must be of type UINT", rows.type, HPYR_LIST_TYPE_INT),
        CONVERT(INVALID_ARGUMENT, rows, d.out.indices.list),
        CONVERT(INVALID_ARGUMENT, rows.offset, 2),
        CONVERT(BUFFER, rows.buffer, NONE),
        CONVERT_TOLD(BUFFER, "sparse: values: 800 bytes from offset 400", sparse.values.offset, 400),
        CONVERT(TEXTURE, dense.name, NONE),
        CONVERT(TEXTURE, dense.width, COLUMNS + 1),
        CONVERT_TOLD(TEXTURE, "without integers; it has R32UI", dense, whole.texture),
        CONVERT_TOLD(TEXTURE, "9x14 texels; 14 columns and 9 rows are needed", dense, other.texture),
    };
    CHECK_MISTAKES(e, rows, &d.convert, refuse_convert, &d);
}

GPU_TEST(products_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e, 0);
    SCOPED(image_free) image numbers = image_make(HPYR_FORMAT_R32F, 0, CAPACITY, 1, 1);
    image_upload(&numbers);
    const mistake rows[] = {
        MULTIPLY(INVALID_ARGUMENT, matrix.pointers, {0}),
        MULTIPLY(INVALID_ARGUMENT, matrix.indices, {0}),
        MULTIPLY(INVALID_ARGUMENT, matrix.values, {0}),
        MULTIPLY(INVALID_ARGUMENT, x, {0}),
        MULTIPLY(INVALID_ARGUMENT, y, {0}),
        MULTIPLY(INVALID_ARGUMENT, matrix.rows, 0),
        MULTIPLY(INVALID_ARGUMENT, matrix.rows, COLUMNS + 1),
        MULTIPLY(INVALID_ARGUMENT, matrix.columns, COLUMNS + 1),
        MULTIPLY(INVALID_ARGUMENT, matrix.capacity, CAPACITY + 1),
        MULTIPLY(INVALID_ARGUMENT, x.type, HPYR_LIST_TYPE_UINT),
        MULTIPLY(INVALID_ARGUMENT, y.type, HPYR_LIST_TYPE_INT),
        MULTIPLY(INVALID_ARGUMENT, matrix.values.type, HPYR_LIST_TYPE_INT),
        MULTIPLY(INVALID_ARGUMENT, matrix.indices, {.texture = numbers.texture}),
        MULTIPLY(BUFFER, matrix.pointers.buffer, NONE),
        MULTIPLY(BUFFER, matrix.pointers.offset, 400),
        MULTIPLY(BUFFER, matrix.indices.offset, 400),
        MULTIPLY(BUFFER, x.offset, 400),
        MULTIPLY(BUFFER, y.offset, 400),
    };
    CHECK_MISTAKES(e, rows, &d.multiply, refuse_multiply, &d);
}

GPU_TEST(transpositions_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e, 0);
    const mistake rows[] = {
        TRANSPOSE(INVALID_ARGUMENT, matrix.pointers, {0}),
        TRANSPOSE(INVALID_ARGUMENT, matrix.indices, {0}),
        TRANSPOSE(INVALID_ARGUMENT, matrix.values, {0}),
        TRANSPOSE(INVALID_ARGUMENT, transposed.rows, ROWS),
        TRANSPOSE(INVALID_ARGUMENT, transposed.columns, COLUMNS),
        TRANSPOSE(INVALID_ARGUMENT, transposed.capacity, CAPACITY - 1),
        TRANSPOSE(INVALID_ARGUMENT, matrix.capacity, CAPACITY + 1),
        TRANSPOSE(INVALID_ARGUMENT, transposed.indices, d.turned_out.values.list),
        TRANSPOSE(INVALID_ARGUMENT, transposed.indices.type, HPYR_LIST_TYPE_FLOAT),
        TRANSPOSE(BUFFER, transposed.values.buffer, NONE),
        WRONG_TOLD(BUFFER, "transposed: pointers: 60 bytes from offset 4000", hpyr_sparse_transpose_desc,
                   transposed.pointers.offset, 4000),
        TRANSPOSE(INVALID_ARGUMENT, transposed, {COLUMNS, ROWS, CAPACITY, {0}, {0}, {0}}),
    };
    CHECK_MISTAKES(e, rows, &d.transpose, refuse_transpose, &d);
}

GPU_TEST(operations_that_the_memory_is_not_for_are_refused) {
    static const mistake none = {HPYR_ERROR_INVALID_ARGUMENT, "", "the operation", 0, 0, NULL};
    desk d = desk_make(e, HPYR_SPARSE_OPERATION_MULTIPLY);
    refuse_convert(e, &d, &none, &d.convert);
    refuse_transpose(e, &d, &none, &d.transpose);
    desk_free(&d);
    d = desk_make(e, HPYR_SPARSE_OPERATION_CONVERT);
    refuse_multiply(e, &d, &none, &d.multiply);
    desk_free(&d);
}

GPU_TEST(what_is_missing_is_refused) {
    uint32_t count;
    SCOPED(desk_free) desk d = desk_make(e, 0);
    REFUSED(e, hpyr_sparse_convert(NULL, &d.convert));
    REFUSED(e, hpyr_sparse_convert(d.sparse, NULL));
    REFUSED(e, hpyr_sparse_multiply(NULL, &d.multiply));
    REFUSED(e, hpyr_sparse_multiply(d.sparse, NULL));
    REFUSED(e, hpyr_sparse_transpose(NULL, &d.transpose));
    REFUSED(e, hpyr_sparse_transpose(d.sparse, NULL));
    count = 77;
    REFUSED(e, hpyr_sparse_count(NULL, &count));
    assert_int_equal(count, 0);
    REFUSED(e, hpyr_sparse_count(d.sparse, NULL));
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
