/* sparse.c - sparse matrices beside reading back, loops in C, and Eigen.  SPDX-License-Identifier: MIT
 *
 * On a software rasterizer reading back is a copy in memory and no trip over a bus: the CPU is at its strongest. */
#include "sparse.h"

#include "parts.h"
#include "report.h"

#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <math.h>
#include <string.h>

enum { STRIP_ROWS = 16, MOST_WAYS = 5 };

/* ---- what is right ---- */

static bool equal(const peer_sparse *made, const peer_sparse *expected) {
    const size_t count = expected->pointers[expected->rows];
    return memcmp(made->pointers, expected->pointers, ((size_t)expected->rows + 1) * 4) == 0 &&
           memcmp(made->indices, expected->indices, count * 4) == 0 &&
           memcmp(made->values, expected->values, count * 4) == 0;
}

static bool converted_is_right(void *user) {
    sparse_case *c = user;
    return equal(&c->made, &c->expected);
}

static bool turned_is_right(void *user) {
    sparse_case *c = user;
    return equal(&c->turned_made, &c->turned);
}

/* All values of x are positive, so sums of a row are of the size of its products or smaller. */
static bool product_is_right(void *user) {
    sparse_case *c = user;
    bool right = true;
    for (uint32_t row = 0; row < c->row.side && right; row++) {
        double magnitude = 0;
        for (uint32_t i = c->expected.pointers[row]; i < c->expected.pointers[row + 1]; i++)
            magnitude += fabs((double)c->expected.values[i] * c->x[c->expected.indices[i]]);
        right = fabs((double)c->y[row] - c->expected_y[row]) <= 1e-5 * magnitude;
    }
    return right;
}

static void read_lists(sparse_case *c, uint32_t pointers, uint32_t indices, uint32_t values, peer_sparse *made) {
    lists_read(c->b, pointers, (size_t)made->rows + 1, made->pointers);
    lists_read(c->b, indices, c->row.count, made->indices);
    lists_read(c->b, values, c->row.count, (uint32_t *)made->values);
}

static bool buffers_are_right(void *user) {
    sparse_case *c = user;
    read_lists(c, c->pointers, c->indices, c->values, &c->made);
    return converted_is_right(c);
}

static bool turned_buffers_are_right(void *user) {
    sparse_case *c = user;
    read_lists(c, c->turned_pointers, c->turned_indices, c->turned_values, &c->turned_made);
    return turned_is_right(c);
}

static bool product_buffer_is_right(void *user) {
    sparse_case *c = user;
    lists_read(c->b, c->out_y, c->row.side, (uint32_t *)c->y);
    return product_is_right(c);
}

/* ---- ours ---- */

static hpyr_sparse_matrix matrix_of(const sparse_case *c) {
    hpyr_sparse_matrix matrix = {0};
    matrix.rows = matrix.columns = c->row.side;
    matrix.pointers.buffer = c->pointers;
    matrix.indices.buffer = c->indices;
    matrix.values.buffer = c->values;
    return matrix;
}

static bool convert_gpu(void *user) {
    sparse_case *c = user;
    hpyr_sparse_convert_desc desc = {0};
    uint32_t count;
    desc.dense.name = c->texture;
    desc.dense.width = desc.dense.height = c->row.side;
    desc.dense.format = HPYR_FORMAT_R32F;
    desc.epsilon = SPARSE_EPSILON;
    desc.sparse = matrix_of(c);
    return bench_check(c->b, "sparse", hpyr_sparse_convert(c->sparse, &desc), "convert") &&
           bench_check(c->b, "sparse", hpyr_sparse_count(c->sparse, &count), "count");
}

static bool multiply_gpu(void *user) {
    sparse_case *c = user;
    hpyr_sparse_multiply_desc desc = {0};
    desc.matrix = matrix_of(c);
    desc.x.buffer = c->in_x;
    desc.y.buffer = c->out_y;
    return bench_check(c->b, "sparse", hpyr_sparse_multiply(c->sparse, &desc), "multiply");
}

static bool transpose_gpu(void *user) {
    sparse_case *c = user;
    hpyr_sparse_transpose_desc desc = {0};
    desc.matrix = desc.transposed = matrix_of(c);
    desc.transposed.pointers.buffer = c->turned_pointers;
    desc.transposed.indices.buffer = c->turned_indices;
    desc.transposed.values.buffer = c->turned_values;
    return bench_check(c->b, "sparse", hpyr_sparse_transpose(c->sparse, &desc), "transpose");
}

/* ---- the CPU's ---- */

static void read_rows(sparse_case *c, uint32_t first, uint32_t rows) {
    glReadPixels(0, (GLint)first, (GLsizei)c->row.side, (GLsizei)rows, GL_RED, GL_FLOAT, c->rows_read);
}

/* Reads so many rows at a time, and lists them. */
static bool convert_read(sparse_case *c, uint32_t step) {
    const uint32_t side = c->row.side;
    framebuffer_bind(bench_gl(c->b), c->framebuffer);
    for (uint32_t first = 0; first < side; first += step) {
        const uint32_t rows = side - first < step ? side - first : step;
        read_rows(c, first, rows);
        peer_sparse_convert(c->rows_read, first, rows, SPARSE_EPSILON, &c->made);
    }
    framebuffer_bind(bench_gl(c->b), 0);
    return true;
}

static bool convert_readback(void *user) {
    sparse_case *c = user;
    return convert_read(c, c->row.side);
}

static bool convert_strips(void *user) {
    return convert_read(user, STRIP_ROWS);
}

static bool convert_loop(void *user) {
    sparse_case *c = user;
    peer_sparse_convert(c->dense, 0, c->row.side, SPARSE_EPSILON, &c->made);
    return true;
}

static bool multiply_loop(void *user) {
    sparse_case *c = user;
    peer_sparse_multiply(&c->expected, c->x, c->y);
    return true;
}

static bool transpose_loop(void *user) {
    sparse_case *c = user;
    peer_sparse_transpose(&c->expected, &c->turned_made);
    return true;
}

/* ---- Eigen's ---- */

#ifdef BENCH_HAS_EIGEN
static bool check_eigen(bool ok) {
    return ok || error_set("sparse: Eigen has no memory");
}

static bool convert_eigen(void *user) {
    sparse_case *c = user;
    return check_eigen(eigen_convert(c->eigen));
}

static bool eigen_converted_is_right(void *user) {
    sparse_case *c = user;
    const peer_sparse made = eigen_converted(c->eigen);
    return equal(&made, &c->expected);
}

static bool multiply_eigen(void *user) {
    sparse_case *c = user;
    return check_eigen(eigen_multiply(c->eigen, c->x, c->y));
}

static bool transpose_eigen(void *user) {
    sparse_case *c = user;
    return check_eigen(eigen_transpose(c->eigen));
}

static bool eigen_transposed_is_right(void *user) {
    sparse_case *c = user;
    const peer_sparse made = eigen_transposed(c->eigen);
    return equal(&made, &c->turned);
}
#    define EIGEN(run, is_right)                                                                                       \
        { LIST_EIGEN, NULL, run, is_right }
#    define EIGEN_WAYS 1
#else
#    define EIGEN(run, is_right)                                                                                       \
        { LIST_TIMES, NULL, NULL, NULL }
#    define EIGEN_WAYS 0
#endif

/* ---- turns ---- */

static bool measure_case(sparse_case *c) {
    static const list_way CONVERT[] = {{LIST_GPU, NULL, convert_gpu, buffers_are_right},
                                       {LIST_READBACK, NULL, convert_readback, converted_is_right},
                                       {LIST_STRIPS, NULL, convert_strips, converted_is_right},
                                       {LIST_LOOP, NULL, convert_loop, converted_is_right},
                                       EIGEN(convert_eigen, eigen_converted_is_right)};
    static const list_way MULTIPLY[] = {{LIST_GPU, NULL, multiply_gpu, product_buffer_is_right},
                                        {LIST_LOOP, NULL, multiply_loop, product_is_right},
                                        EIGEN(multiply_eigen, product_is_right)};
    static const list_way TRANSPOSE[] = {{LIST_GPU, NULL, transpose_gpu, turned_buffers_are_right},
                                         {LIST_LOOP, NULL, transpose_loop, turned_is_right},
                                         EIGEN(transpose_eigen, eigen_transposed_is_right)};
    c->row.what = "convert";
    if (!lists_measure_settled(c->b, &c->row, CONVERT, 4 + EIGEN_WAYS, c))
        return false;
    c->row.what = "multiply";
    if (!lists_measure_settled(c->b, &c->row, MULTIPLY, 2 + EIGEN_WAYS, c))
        return false;
    c->row.what = "transpose";
    return lists_measure_settled(c->b, &c->row, TRANSPOSE, 2 + EIGEN_WAYS, c);
}

bool bench_sparse(bench *b) {
    static const double FILLS[] = {0.001, 0.01, 0.1};
    const size_t first = b->list_count;
    const uint32_t side = b->has_size ? b->sizes[0] : 4096;
    bool ok = true;
    if (bench_has_floats(b)) {
        report_title(b, "Sparse matrices: OpenGL 2.1 has none");
        return true;
    }
    for (size_t i = 0; i < sizeof FILLS / sizeof *FILLS && ok; i++) {
        sparse_case c;
        ok = sparse_open(&c, b, side, FILLS[i]) && measure_case(&c);
        sparse_close(&c);
    }
    if (ok)
        report_sparse(b, first);
    return ok;
}
