/* sparse_case.c - matrices for the bench, on the CPU and in GL.  SPDX-License-Identifier: MIT */
#include "sparse.h"

#include "common/files/memory.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

static bool need_sparse(peer_sparse *m, uint32_t rows, uint32_t columns, uint32_t room) {
    m->rows = rows;
    m->columns = columns;
    m->pointers = calloc((size_t)rows + 1, sizeof *m->pointers);
    m->indices = calloc((size_t)room + 1, sizeof *m->indices); /* a loop may write one more and not keep it */
    m->values = calloc((size_t)room + 1, sizeof *m->values);
    return m->pointers && m->indices && m->values;
}

static void free_sparse(peer_sparse *m) {
    free(m->pointers);
    free(m->indices);
    free(m->values);
}

/* Noise below epsilon, and entries above it. Returns the number of entries. */
static uint32_t fill_dense(float *dense, size_t count, double fill) {
    uint32_t state = 0x1E3779B9u, entries = 0;
    const uint32_t bound = (uint32_t)(fill * 4294967295.0);
    for (size_t i = 0; i < count; i++) {
        const uint32_t noise = lists_random(&state);
        const bool is_entry = lists_random(&state) <= bound;
        const float magnitude = (float)(noise >> 9) / (1 << 24) * (is_entry ? 8 : 0.9f) + (is_entry ? 0.6f : 0);
        dense[i] = noise & 1 ? magnitude : -magnitude;
        entries += is_entry;
    }
    return entries;
}

static bool need_memory(sparse_case *c, uint32_t side, double fill) {
    const size_t elements = (size_t)side * side;
    c->dense = malloc(elements * sizeof *c->dense);
    c->rows_read =
        calloc(elements, sizeof *c->rows_read); /* touched before, as by a program that does it every frame */
    c->x = calloc(side, sizeof *c->x);
    c->y = calloc(side, sizeof *c->y);
    c->expected_y = calloc(side, sizeof *c->expected_y);
    if (!c->dense || !c->rows_read || !c->x || !c->y || !c->expected_y)
        return false;
    c->row.count = fill_dense(c->dense, elements, fill);
    for (uint32_t i = 0; i < side; i++)
        c->x[i] = 1 + (float)(i % 17) / 16;
    return need_sparse(&c->expected, side, side, c->row.count) && need_sparse(&c->made, side, side, c->row.count) &&
           need_sparse(&c->turned, side, side, c->row.count) && need_sparse(&c->turned_made, side, side, c->row.count);
}

static bool expect(sparse_case *c) {
    const uint32_t side = c->row.side;
    hpyr_ref_sparse_output output = {0};
    hpyr_ref_sparse matrix = {side, side, c->expected.pointers, c->expected.indices, c->expected.values};
    double *y = malloc(side * sizeof *y);
    uint32_t count = 0;
    output.capacity = c->row.count;
    output.pointers = c->expected.pointers;
    output.columns = c->expected.indices;
    output.values = c->expected.values;
    bool ok = y && hpyr_ref_sparse_convert(c->dense, side, side, SPARSE_EPSILON, &output, &count) == HPYR_OK &&
              count == c->row.count && hpyr_ref_sparse_multiply(&matrix, c->x, y) == HPYR_OK &&
              hpyr_ref_sparse_transpose(&matrix, c->turned.pointers, c->turned.indices, c->turned.values) == HPYR_OK;
    for (uint32_t i = 0; ok && i < side; i++)
        c->expected_y[i] = (float)y[i];
    free(y);
    return ok;
}

static bool open_gl(sparse_case *c) {
    const uint32_t side = c->row.side;
    hpyr_sparse_desc desc = {0};
    glGenTextures(1, &c->texture);
    glBindTexture(GL_TEXTURE_2D, c->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, (GLsizei)side, (GLsizei)side, 0, GL_RED, GL_FLOAT, c->dense);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    c->framebuffer = framebuffer_of(bench_gl(c->b), c->texture);
    c->pointers = lists_buffer(NULL, (size_t)side + 1);
    c->turned_pointers = lists_buffer(NULL, (size_t)side + 1);
    c->indices = lists_buffer(NULL, c->row.count);
    c->turned_indices = lists_buffer(NULL, c->row.count);
    c->values = lists_buffer(NULL, c->row.count);
    c->turned_values = lists_buffer(NULL, c->row.count);
    c->in_x = lists_buffer((const uint32_t *)c->x, side);
    c->out_y = lists_buffer(NULL, side);
    desc.rows = desc.columns = side;
    desc.capacity = c->row.count;
    return bench_check(c->b, "sparse", hpyr_sparse_create(c->b->context, &desc, &c->sparse), "memory");
}

bool sparse_open(sparse_case *c, bench *b, uint32_t side, double fill) {
    memset(c, 0, sizeof *c);
    c->b = b;
    c->row.side = side;
    c->row.fill = fill;
    if (!memory_check("sparse matrices", 24 * (uint64_t)side * side))
        return false;
    if (!need_memory(c, side, fill) || !c->row.count || !expect(c))
        return error_set("no matrix of %ux%u with entries", (unsigned)side, (unsigned)side);
#ifdef BENCH_HAS_EIGEN
    c->eigen = eigen_open(c->dense, side, side, SPARSE_EPSILON);
    if (!c->eigen)
        return error_set("sparse: Eigen has no memory");
#endif
    return open_gl(c);
}

void sparse_close(sparse_case *c) {
    const GLuint buffers[] = {c->pointers, c->indices,         c->values,         c->in_x,
                              c->out_y,    c->turned_pointers, c->turned_indices, c->turned_values};
    hpyr_sparse_destroy(c->sparse);
#ifdef BENCH_HAS_EIGEN
    eigen_close(c->eigen);
#endif
    glDeleteBuffers(sizeof buffers / sizeof *buffers, buffers);
    framebuffer_delete(bench_gl(c->b), &c->framebuffer);
    glDeleteTextures(1, &c->texture);
    free_sparse(&c->expected);
    free_sparse(&c->made);
    free_sparse(&c->turned);
    free_sparse(&c->turned_made);
    free(c->dense);
    free(c->rows_read);
    free(c->x);
    free(c->y);
    free(c->expected_y);
}
