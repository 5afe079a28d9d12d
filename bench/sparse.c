/* sparse.c - sparse matrices beside reading back, loops in C, and Eigen.  SPDX-License-Identifier: MIT
 *
 * On a software rasterizer reading back is a copy in memory and no trip over a bus: the CPU is at its strongest. */
#include "parts.h"
#include "peers.h"
#include "store.h"
#include "turns.h"

#include "common/files/memory.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <histopyramid/sparse.h>

#include <math.h>
#include <string.h>

enum { STRIP_ROWS = 16 };

/* Elements above it are entries. */
#define EPSILON 0.5f

enum { WHAT = ROW_OWN, SIDE, FILL, ENTRIES, OURS, READBACK, STRIPS, LOOP, EIGEN, TO_READBACK, TO_STRIPS };

static const column COLUMNS[] = {{WHAT, TEXT, "what", "", 10},
                                 {SIDE, COUNT, "side", "side", 6},
                                 {FILL, NUMBER, "fill", "fill %", 7, 1, 0.01},
                                 {ENTRIES, COUNT, "entries", "entries", 9},
                                 {OURS, MS, "ms", "ours", 9, 3},
                                 {READBACK, MS, "readback_ms", "readback", 9, 3},
                                 {STRIPS, MS, "strips_ms", "strips", 9, 3},
                                 {LOOP, MS, "loop_ms", "loop", 9, 3},
                                 {EIGEN, MS, "eigen_ms", "Eigen", 9, 3},
                                 {TO_READBACK, NUMBER, NULL, "|ours/readback", 13, 2},
                                 {TO_STRIPS, NUMBER, NULL, "ours/strips", 11, 2},
                                 {ROW_RUNS, COUNT, "runs"},
                                 {ROW_DRAWS, COUNT, "draws", "|draws", 5},
                                 {0}};
const table sparse_table = {.key = "sparse", .columns = COLUMNS};

/* A matrix in buffers. */
typedef struct buffers {
    uint32_t pointers, indices, values;
} buffers;

/* A matrix on both sides, and room for what every way makes of it. */
typedef struct contest {
    bench *b;
    store store;
    uint32_t side, count;
    double fill;
    float *dense;
    peer_sparse expected, made; /* in CPU memory */
    peer_sparse turned, turned_made;
    float *x, *y, *expected_y;
    float *rows_read; /* of the texture, as many as a strip or all */
    hpyr_texture texture;
    uint32_t framebuffer;
    buffers ours, ours_turned;
    uint32_t in_x, out_y; /* buffers */
    hpyr_sparse *sparse;
    eigen_matrices *eigen; /* or NULL */
} contest;

/* ---- the matrix ---- */

static void make_sparse(contest *c, peer_sparse *m) {
    m->rows = m->columns = c->side;
    m->pointers = store_memory(&c->store, (size_t)c->side + 1, sizeof *m->pointers);
    m->indices = store_memory(&c->store, (size_t)c->count + 1,
                              sizeof *m->indices); /* a loop may write one more and not keep it */
    m->values = store_memory(&c->store, (size_t)c->count + 1, sizeof *m->values);
}

/* Noise below epsilon, and entries above it. Returns the number of entries. */
static uint32_t fill_dense(float *dense, size_t count, double fill) {
    uint32_t state = 0x1E3779B9u, entries = 0;
    const uint32_t bound = (uint32_t)(fill * 4294967295.0);
    for (size_t i = 0; i < count; i++) {
        const uint32_t noise = store_random(&state);
        const bool is_entry = store_random(&state) <= bound;
        const float magnitude = (float)(noise >> 9) / (1 << 24) * (is_entry ? 8 : 0.9f) + (is_entry ? 0.6f : 0);
        dense[i] = noise & 1 ? magnitude : -magnitude;
        entries += is_entry;
    }
    return entries;
}

static bool make_matrix(contest *c) {
    const uint32_t side = c->side;
    const size_t elements = (size_t)side * side;
    c->dense = store_memory(&c->store, elements, sizeof *c->dense);
    c->rows_read = store_memory(&c->store, elements, sizeof *c->rows_read);
    c->x = store_memory(&c->store, side, sizeof *c->x);
    c->y = store_memory(&c->store, side, sizeof *c->y);
    c->expected_y = store_memory(&c->store, side, sizeof *c->expected_y);
    if (!store_check(&c->store))
        return false;
    memset(c->rows_read, 0,
           elements * sizeof *c->rows_read); /* touched before, as by a program that does it every frame */
    c->count = fill_dense(c->dense, elements, c->fill);
    for (uint32_t i = 0; i < side; i++)
        c->x[i] = 1 + (float)(i % 17) / 16;
    make_sparse(c, &c->expected);
    make_sparse(c, &c->made);
    make_sparse(c, &c->turned);
    make_sparse(c, &c->turned_made);
    return store_check(&c->store);
}

static bool expect(contest *c) {
    const uint32_t side = c->side;
    const hpyr_ref_sparse_output output = {.capacity = c->count,
                                           .pointers = c->expected.pointers,
                                           .columns = c->expected.indices,
                                           .values = c->expected.values};
    hpyr_ref_sparse matrix = {side, side, c->expected.pointers, c->expected.indices, c->expected.values};
    double *y = store_memory(&c->store, side, sizeof *y);
    uint32_t count = 0;
    bool ok = y && hpyr_ref_sparse_convert(c->dense, side, side, EPSILON, &output, &count) == HPYR_OK &&
              count == c->count && hpyr_ref_sparse_multiply(&matrix, c->x, y) == HPYR_OK &&
              hpyr_ref_sparse_transpose(&matrix, c->turned.pointers, c->turned.indices, c->turned.values) == HPYR_OK;
    for (uint32_t i = 0; ok && i < side; i++)
        c->expected_y[i] = (float)y[i];
    return ok;
}

static buffers make_buffers(contest *c) {
    const size_t pointers = ((size_t)c->side + 1) * sizeof(uint32_t), entries = (size_t)c->count * sizeof(uint32_t);
    return (buffers){store_buffer(&c->store, pointers, NULL), store_buffer(&c->store, entries, NULL),
                     store_buffer(&c->store, entries, NULL)};
}

static bool open_gl(contest *c) {
    const uint32_t side = c->side;
    const hpyr_sparse_desc desc = {.rows = side, .columns = side, .capacity = c->count};
    c->texture = store_texture(&c->store, 0, HPYR_FORMAT_R32F, (const uint32_t[]){side, side, 1}, c->dense);
    c->framebuffer = framebuffer_of(bench_gl(c->b), c->texture.name);
    c->ours = make_buffers(c);
    c->ours_turned = make_buffers(c);
    c->in_x = store_buffer(&c->store, side * sizeof *c->x, c->x);
    c->out_y = store_buffer(&c->store, side * sizeof *c->y, NULL);
    return store_check(&c->store) && bench_check(c->b, hpyr_sparse_create(c->b->context, &desc, &c->sparse), "memory");
}

/* ---- what is right ---- */

static bool equal(peer_sparse made, const peer_sparse *expected) {
    const size_t count = expected->pointers[expected->rows];
    return memcmp(made.pointers, expected->pointers, ((size_t)expected->rows + 1) * 4) == 0 &&
           memcmp(made.indices, expected->indices, count * 4) == 0 &&
           memcmp(made.values, expected->values, count * 4) == 0;
}

WAY_OF(converted_is_right, equal(c->made, &c->expected))
WAY_OF(turned_is_right, equal(c->turned_made, &c->turned))

/* All values of x are positive, so sums of a row are of the size of its products or smaller. */
static bool product_is_right(void *user) {
    contest *c = user;
    bool right = true;
    for (uint32_t row = 0; row < c->side && right; row++) {
        double magnitude = 0;
        for (uint32_t i = c->expected.pointers[row]; i < c->expected.pointers[row + 1]; i++)
            magnitude += fabs((double)c->expected.values[i] * c->x[c->expected.indices[i]]);
        right = fabs((double)c->y[row] - c->expected_y[row]) <= 1e-5 * magnitude;
    }
    return right;
}

static bool read_lists(const contest *c, const buffers *from, peer_sparse *made) {
    return store_read(c->b, from->pointers, (size_t)made->rows + 1, made->pointers) &&
           store_read(c->b, from->indices, c->count, made->indices) &&
           store_read(c->b, from->values, c->count, made->values);
}

WAY_OF(buffers_are_right, read_lists(c, &c->ours, &c->made) && converted_is_right(c))
WAY_OF(turned_buffers_are_right, read_lists(c, &c->ours_turned, &c->turned_made) && turned_is_right(c))
WAY_OF(product_buffer_is_right, store_read(c->b, c->out_y, c->side, c->y) && product_is_right(c))

/* ---- ours ---- */

static hpyr_sparse_matrix matrix_of(const contest *c, const buffers *in) {
    return (hpyr_sparse_matrix){.rows = c->side,
                                .columns = c->side,
                                .pointers.buffer = in->pointers,
                                .indices.buffer = in->indices,
                                .values.buffer = in->values};
}

static bool convert_ours(void *user) {
    contest *c = user;
    const hpyr_sparse_convert_desc desc = {.dense = c->texture, .epsilon = EPSILON, .sparse = matrix_of(c, &c->ours)};
    uint32_t count;
    return bench_check(c->b, hpyr_sparse_convert(c->sparse, &desc), "convert") &&
           bench_check(c->b, hpyr_sparse_count(c->sparse, &count), "count");
}

static bool multiply_ours(void *user) {
    contest *c = user;
    const hpyr_sparse_multiply_desc desc = {
        .matrix = matrix_of(c, &c->ours), .x.buffer = c->in_x, .y.buffer = c->out_y};
    return bench_check(c->b, hpyr_sparse_multiply(c->sparse, &desc), "multiply");
}

static bool transpose_ours(void *user) {
    contest *c = user;
    const hpyr_sparse_transpose_desc desc = {.matrix = matrix_of(c, &c->ours),
                                             .transposed = matrix_of(c, &c->ours_turned)};
    return bench_check(c->b, hpyr_sparse_transpose(c->sparse, &desc), "transpose");
}

/* ---- the CPU's ---- */

/* Reads so many rows at a time, and lists them. */
static bool convert_read(contest *c, uint32_t step) {
    const uint32_t side = c->side;
    framebuffer_bind(bench_gl(c->b), c->framebuffer);
    for (uint32_t first = 0; first < side; first += step) {
        const uint32_t rows = side - first < step ? side - first : step;
        glReadPixels(0, (GLint)first, (GLsizei)side, (GLsizei)rows, GL_RED, GL_FLOAT, c->rows_read);
        peer_sparse_convert(c->rows_read, first, rows, EPSILON, &c->made);
    }
    framebuffer_bind(bench_gl(c->b), 0);
    return true;
}

WAY_OF(convert_readback, convert_read(c, c->side))
WAY_OF(convert_strips, convert_read(c, STRIP_ROWS))
WAY_THAT(convert_loop, peer_sparse_convert(c->dense, 0, c->side, EPSILON, &c->made))
WAY_THAT(multiply_loop, peer_sparse_multiply(&c->expected, c->x, c->y))
WAY_THAT(transpose_loop, peer_sparse_transpose(&c->expected, &c->turned_made))

/* ---- Eigen's ---- */

#ifdef BENCH_HAS_EIGEN
static bool check_eigen(bool ok) {
    return ok || error_set("sparse: Eigen has no memory");
}

WAY_OF(convert_eigen, check_eigen(eigen_convert(c->eigen)))
WAY_OF(multiply_eigen, check_eigen(eigen_multiply(c->eigen, c->x, c->y)))
WAY_OF(transpose_eigen, check_eigen(eigen_transpose(c->eigen)))
WAY_OF(eigen_converted_is_right, equal(eigen_converted(c->eigen), &c->expected))
WAY_OF(eigen_transposed_is_right, equal(eigen_transposed(c->eigen), &c->turned))
#else
#    define convert_eigen             NULL
#    define multiply_eigen            NULL
#    define transpose_eigen           NULL
#    define eigen_converted_is_right  NULL
#    define eigen_transposed_is_right NULL
#endif

/* ---- turns ---- */

static const way CONVERT[] = {{OURS, true, convert_ours, buffers_are_right, .draws = ROW_DRAWS},
                              {READBACK, false, convert_readback, converted_is_right},
                              {STRIPS, false, convert_strips, converted_is_right},
                              {LOOP, false, convert_loop, converted_is_right},
                              {EIGEN, false, convert_eigen, eigen_converted_is_right}};
static const way MULTIPLY[] = {{OURS, true, multiply_ours, product_buffer_is_right, .draws = ROW_DRAWS},
                               {LOOP, false, multiply_loop, product_is_right},
                               {EIGEN, false, multiply_eigen, product_is_right}};
static const way TRANSPOSE[] = {{OURS, true, transpose_ours, turned_buffers_are_right, .draws = ROW_DRAWS},
                                {LOOP, false, transpose_loop, turned_is_right},
                                {EIGEN, false, transpose_eigen, eigen_transposed_is_right}};

static bool measure(contest *c, const char *what, const way *ways, size_t way_count) {
    const turns t = {TURNS_OF_LISTS, .settles = true};
    row r = row_of(&sparse_table);
    player p = {.row = &r, .ways = ways, .way_count = way_count, .user = c};
    p.skipped = c->eigen ? 0 : 1u << (way_count - 1);
    r.t[WHAT] = what;
    r.n[SIDE] = c->side;
    r.n[FILL] = c->fill;
    r.n[ENTRIES] = c->count;
    const double matrix = 8.0 * c->count + 4.0 * (c->side + 1); /* bytes */
    r.n[ROW_LEAST] = ways == CONVERT    ? 4.0 * c->side * c->side + matrix
                     : ways == MULTIPLY ? matrix + 8.0 * c->side
                                        : 2 * matrix;
    if (!turns_run(c->b, &p, &t))
        return false;
    r.n[TO_READBACK] = r.n[OURS] / r.n[READBACK];
    r.n[TO_STRIPS] = r.n[OURS] / r.n[STRIPS];
    return bench_keep(c->b, &r);
}

static bool run_case(bench *b, uint32_t side, double fill) {
    contest c = {.b = b, .store = {.b = b}, .side = side, .fill = fill};
    bool ok = memory_check("sparse matrices", 24 * (uint64_t)side * side) && make_matrix(&c);
    if (ok && (!c.count || !expect(&c)))
        ok = error_set("no matrix of %ux%u with entries", (unsigned)side, (unsigned)side);
#ifdef BENCH_HAS_EIGEN
    c.eigen = ok ? eigen_open(c.dense, side, side, EPSILON) : NULL;
    ok = ok && check_eigen(c.eigen != NULL);
#endif
    ok = ok && open_gl(&c) && measure(&c, "convert", CONVERT, 5) && measure(&c, "multiply", MULTIPLY, 3) &&
         measure(&c, "transpose", TRANSPOSE, 3);
#ifdef BENCH_HAS_EIGEN
    eigen_close(c.eigen);
#endif
    hpyr_sparse_destroy(c.sparse);
    framebuffer_delete(bench_gl(b), &c.framebuffer);
    store_free(&c.store);
    return ok;
}

bool bench_sparse(bench *b) {
    static const double FILLS[] = {0.001, 0.01, 0.1};
    const size_t first = b->row_count;
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(FILLS) && ok; i++)
        ok = run_case(b, bench_side(b, 4096), FILLS[i]);
    return bench_show(b, ok, &sparse_table, first,
                      "Sparse matrices: ms, medians; readback and strips read the texture back and list its entries in "
                      "C; loop has the matrix in CPU memory",
                      NULL);
}
