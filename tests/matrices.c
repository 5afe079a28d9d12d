/* matrices.c - seeded matrices on both sides, CPU and GL.  SPDX-License-Identifier: MIT */
#include "matrices.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/* ---- dense ---- */

/* Above epsilon, of any sign. */
static float large_element(const matrix *m, uint64_t *seed) {
    const float magnitude = m->epsilon + 0.25f + (float)random_below(seed, 4096) / 64;
    return random_below(seed, 2) ? magnitude : -magnitude;
}

static float small_element(const matrix *m, uint64_t *seed) {
    const float magnitude = m->epsilon * (float)random_below(seed, 5) / 4;
    return random_below(seed, 2) ? magnitude : -magnitude;
}

static float element_around_epsilon(const matrix *m, uint64_t *seed) {
    uint32_t bits;
    memcpy(&bits, &m->epsilon, sizeof bits);
    const uint32_t all[] = {0, bits, bits + 1, bits ? bits - 1 : 0, 1, 0x7FFFFF, 0x800000, 0x7F7FFFFF};
    bits = all[random_below(seed, LENGTH(all))] | random_below(seed, 2) << 31;
    float element;
    memcpy(&element, &bits, sizeof element);
    return element;
}

static bool is_large(const matrix *m, matrix_kind kind, uint32_t row, uint32_t column, uint64_t *seed) {
    const uint32_t last_row = m->rows - 1, last_column = m->columns - 1;
    switch (kind) {
    case MATRIX_FULL:
        return true;
    case MATRIX_THIN:
        return random_below(seed, 50) == 0;
    case MATRIX_HALF:
        return random_below(seed, 2);
    case MATRIX_MIDDLE:
        return row > last_row / 4 && row < last_row - last_row / 4 && column > last_column / 3 &&
               column < last_column - last_column / 3 && random_below(seed, 4);
    case MATRIX_ARROW:
        return row == 0 || column == 0 || row == column;
    case MATRIX_CORNERS:
        return (row == 0 && column == 0) || (row == last_row && column == last_column);
    default:
        return false;
    }
}

static void *need(size_t count) {
    return make_zeros(count + 1, 4);
}

/* ---- lists ---- */

void matrix_list(matrix *m, uint32_t room) {
    const hpyr_ref_sparse_output none = {0};
    free(m->pointers);
    free(m->row_indices);
    free(m->indices);
    free(m->values);
    hpyr_ref_sparse_convert(m->dense, m->rows, m->columns, m->epsilon, &none, &m->count);
    m->room = room ? room : m->count ? m->count : 1;
    m->pointers = need((size_t)m->rows + 1);
    m->row_indices = need(m->room);
    m->indices = need(m->room);
    m->values = need(m->room);
    const hpyr_ref_sparse_output lists = {m->room, m->pointers, m->row_indices, m->indices, (float *)m->values};
    m->result = hpyr_ref_sparse_convert(m->dense, m->rows, m->columns, m->epsilon, &lists, &m->count);
}

matrix matrix_make(matrix_kind kind, uint32_t rows, uint32_t columns, float epsilon, uint32_t room, uint32_t seed) {
    matrix m = {.rows = rows, .columns = columns, .epsilon = epsilon, .dense = need((size_t)rows * columns)};
    uint64_t random = UINT64_C(91) * seed + kind;
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < columns; column++)
            m.dense[(size_t)row * columns + column] = kind == MATRIX_EPSILONS ? element_around_epsilon(&m, &random)
                                                      : is_large(&m, kind, row, column, &random)
                                                          ? large_element(&m, &random)
                                                          : small_element(&m, &random);
    matrix_list(&m, room);
    return m;
}

void matrix_free(matrix *m) {
    free(m->dense);
    free(m->pointers);
    free(m->row_indices);
    free(m->indices);
    free(m->values);
}

hpyr_ref_sparse matrix_ref(const matrix *m) {
    return (hpyr_ref_sparse){m->rows, m->columns, m->pointers, m->indices, (const float *)m->values};
}

matrix matrix_transposed(const matrix *m) {
    matrix t = {.rows = m->columns, .columns = m->rows, .room = m->room, .count = m->count};
    const hpyr_ref_sparse ref = matrix_ref(m);
    t.pointers = need((size_t)t.rows + 1);
    t.indices = need(t.room);
    t.values = need(t.room);
    assert_int_equal(hpyr_ref_sparse_transpose(&ref, t.pointers, t.indices, (float *)t.values), HPYR_OK);
    return t;
}

/* ---- in GL ---- */

hpyr_texture matrix_upload(const matrix *m) {
    hpyr_texture texture = {.width = m->columns, .height = m->rows, .format = HPYR_FORMAT_R32F};
    glGenTextures(1, &texture.name);
    glBindTexture(GL_TEXTURE_2D, texture.name);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, (GLsizei)m->columns, (GLsizei)m->rows, 0, GL_RED, GL_FLOAT, m->dense);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    CHECK_GL();
    return texture;
}

stored_matrix stored_matrix_make(const matrix *m, bool is_filled, uint32_t number) {
    stored_matrix s = {.pointers = stored_make((list_place)(number % PLACES), HPYR_LIST_TYPE_UINT,
                                               is_filled ? m->pointers : NULL, m->rows + 1),
                       .indices = stored_make((list_place)(number / 2 % PLACES), HPYR_LIST_TYPE_UINT,
                                              is_filled ? m->indices : NULL, m->room),
                       .values = stored_make((list_place)(number / 3 % PLACES), HPYR_LIST_TYPE_FLOAT,
                                             is_filled ? m->values : NULL, m->room)};
    s.matrix = (hpyr_sparse_matrix){.rows = m->rows,
                                    .columns = m->columns,
                                    .capacity = m->room,
                                    .pointers = s.pointers.list,
                                    .indices = s.indices.list,
                                    .values = s.values.list};
    return s;
}

void stored_matrix_check(const stored_matrix *s, const matrix *m, const char *what) {
    stored_check(&s->pointers, m->pointers, m->rows + 1, false, what);
    stored_check(&s->indices, m->indices, m->room, false, what);
    stored_check(&s->values, m->values, m->room, true, what);
}

void stored_matrix_free(stored_matrix *s) {
    stored_free(&s->pointers);
    stored_free(&s->indices);
    stored_free(&s->values);
}

hpyr_sparse *make_sparse(env *e, uint32_t rows, uint32_t columns, uint32_t capacity, uint32_t operations) {
    const hpyr_sparse_desc desc = {.rows = rows, .columns = columns, .capacity = capacity, .operations = operations};
    hpyr_sparse *sparse = NULL;
    OK(e, hpyr_sparse_create(e->context, &desc, &sparse));
    assert_non_null(sparse);
    return sparse;
}
