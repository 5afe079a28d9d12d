/* engine.c - a matrix on the GPU.  SPDX-License-Identifier: MIT */
#include "engine.h"

#include "common/draw/draw.h"
#include "common/files/clock.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_CAPACITY = 1 << 16 };

const char *const STAGE_NAMES[STAGE_COUNT] = {"convert", "transpose", "multiply"};

/* ---- memory ---- */

static void resize_buffer(uint32_t *buffer, size_t words) {
    if (!*buffer)
        glGenBuffers(1, buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, *buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)(words * 4), NULL, GL_DYNAMIC_COPY);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

/* Room for so many entries. Without memory for it everything stays as it is. */
static bool grow(engine *e, uint32_t capacity) {
    const hpyr_sparse_desc desc = {.rows = e->matrix->rows,
                                   .columns = e->matrix->columns,
                                   .capacity = capacity,
                                   .operations = HPYR_SPARSE_OPERATION_CONVERT | HPYR_SPARSE_OPERATION_MULTIPLY |
                                                 (e->transposes ? HPYR_SPARSE_OPERATION_TRANSPOSE : 0)};
    uint32_t *const lists[] = {&e->rows, &e->indices, &e->values, &e->turned_indices, &e->turned_values};
    const int count = e->transposes ? 5 : 3;
    uint32_t made[5] = {0};
    hpyr_sparse *sparse = NULL;
    bool ok =
        library_check(e->library, hpyr_sparse_create(e->library->context, &desc, &sparse), "memory for the matrix");
    for (int i = 0; i < count && ok; i++)
        resize_buffer(&made[i], capacity);
    ok = ok && draw_check("memory for the matrix");
    if (!ok) {
        hpyr_sparse_destroy(sparse);
        glDeleteBuffers(count, made);
        return false;
    }
    hpyr_sparse_destroy(e->sparse);
    e->sparse = sparse;
    for (int i = 0; i < count; i++) {
        glDeleteBuffers(1, lists[i]);
        *lists[i] = made[i];
    }
    return true;
}

static bool upload(engine *e) {
    const market_matrix *m = e->matrix;
    const uint32_t most = e->library->caps->max_texture_size;
    if (m->rows > most || m->columns > most)
        return error_set("a matrix of %ux%u elements; textures of this OpenGL have up to %u", (unsigned)m->rows,
                         (unsigned)m->columns, (unsigned)most);
    glGenTextures(1, &e->texture);
    glBindTexture(GL_TEXTURE_2D, e->texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, (GLsizei)m->columns, (GLsizei)m->rows, 0, GL_RED, GL_FLOAT, m->elements);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    return draw_check("the texture of the matrix");
}

bool engine_open(engine *e, library *l, const market_matrix *m, bool transposes) {
    e->library = l;
    e->matrix = m;
    e->transposes = transposes;
    float *ones = memory_zeroed(m->columns * sizeof *ones);
    if (!ones || !upload(e)) {
        free(ones);
        return false;
    }
    for (uint32_t i = 0; i < m->columns; i++)
        ones[i] = 1;
    e->ones = draw_buffer(ones, m->columns * sizeof *ones);
    free(ones);
    resize_buffer(&e->sums, m->rows);
    resize_buffer(&e->pointers, (size_t)m->rows + 1);
    resize_buffer(&e->turned_pointers, (size_t)m->columns + 1);
    return grow(e, LEAST_CAPACITY);
}

void engine_close(engine *e) {
    const GLuint buffers[] = {e->pointers,       e->rows,          e->indices, e->values, e->turned_pointers,
                              e->turned_indices, e->turned_values, e->ones,    e->sums};
    if (e->library) { /* else GL may not even be loaded */
        hpyr_sparse_destroy(e->sparse);
        glDeleteBuffers(sizeof buffers / sizeof buffers[0], buffers);
        glDeleteTextures(1, &e->texture);
    }
    memset(e, 0, sizeof *e);
}

/* ---- runs ---- */

static hpyr_sparse_matrix by_rows(const engine *e) {
    return (hpyr_sparse_matrix){.rows = e->matrix->rows,
                                .columns = e->matrix->columns,
                                .pointers = {.buffer = e->pointers},
                                .indices = {.buffer = e->indices},
                                .values = {.buffer = e->values}};
}

static hpyr_sparse_matrix by_columns(const engine *e) {
    return (hpyr_sparse_matrix){.rows = e->matrix->columns,
                                .columns = e->matrix->rows,
                                .pointers = {.buffer = e->turned_pointers},
                                .indices = {.buffer = e->turned_indices},
                                .values = {.buffer = e->turned_values}};
}

/* How many entries there are, whether or not there was room for them. */
static bool convert(engine *e, bool *fits) {
    const hpyr_sparse_convert_desc desc = {.dense = {.name = e->texture,
                                                     .width = e->matrix->columns,
                                                     .height = e->matrix->rows,
                                                     .format = HPYR_FORMAT_R32F},
                                           .epsilon = e->epsilon,
                                           .rows = {.buffer = e->rows},
                                           .sparse = by_rows(e)};
    glFinish();
    const double start = clock_ms();
    hpyr_result result = hpyr_sparse_convert(e->sparse, &desc);
    if (result == HPYR_OK)
        result = hpyr_sparse_count(e->sparse, &e->count);
    glFinish();
    e->ms[STAGE_CONVERT] = clock_ms() - start;
    *fits = result == HPYR_OK;
    return result == HPYR_TRUNCATED || library_check(e->library, result, "converting the matrix");
}

static bool transpose(engine *e) {
    const hpyr_sparse_transpose_desc desc = {.matrix = by_rows(e), .transposed = by_columns(e)};
    const double start = clock_ms();
    bool ok = library_check(e->library, hpyr_sparse_transpose(e->sparse, &desc), "transposing the matrix");
    glFinish();
    e->ms[STAGE_TRANSPOSE] = clock_ms() - start;
    return ok;
}

static bool multiply(engine *e) {
    const hpyr_sparse_multiply_desc desc = {.matrix = by_rows(e), .x = {.buffer = e->ones}, .y = {.buffer = e->sums}};
    const double start = clock_ms();
    bool ok = library_check(e->library, hpyr_sparse_multiply(e->sparse, &desc), "multiplying the matrix");
    glFinish();
    e->ms[STAGE_MULTIPLY] = clock_ms() - start;
    return ok;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* A quarter more than there are, so that a smaller epsilon need not ask again at once; or at least as many. */
static bool grow_to_count(engine *e) {
    const uint64_t all = (uint64_t)e->matrix->rows * e->matrix->columns,
                   most = smaller(all, e->library->caps->max_list_length),
                   wanted = smaller(e->count + (uint64_t)e->count / 4, most);
    return (wanted > e->count && grow(e, (uint32_t)wanted)) || grow(e, e->count);
}

static bool run(engine *e) {
    bool fits;
    if (!convert(e, &fits) || (!fits && (!grow_to_count(e) || !convert(e, &fits))))
        return false;
    return (!e->transposes || transpose(e)) && multiply(e);
}

bool engine_run(engine *e, float epsilon) {
    e->epsilon = epsilon;
    e->ms[STAGE_TRANSPOSE] = NAN;
    const bool ok = run(e);
    if (!ok)
        e->count = 0;
    return ok;
}

/* ---- reading back ---- */

static bool read_words(const engine *e, uint32_t buffer, size_t count, void *words) {
    return count == 0 || draw_read_buffer(e->library->gl, buffer, count * 4, words, "a list of the matrix");
}

/* A sum of floats beyond these may pass the largest float, or lose denormal numbers, which GPUs may take for 0. */
static const double LEAST_MAGNITUDE = 1e-28, MOST_MAGNITUDE = FLT_MAX / 2;

bool engine_residual(const engine *e, double *residual) {
    const market_matrix *m = e->matrix;
    float *sums = memory_zeroed(m->rows * sizeof *sums);
    bool ok = sums && read_words(e, e->sums, m->rows, sums);
    *residual = 0;
    for (uint32_t row = 0; row < m->rows && ok; row++) {
        double sum = 0, magnitude = 0;
        for (uint32_t column = 0; column < m->columns; column++) {
            const float a = m->elements[(size_t)row * m->columns + column];
            sum += fabsf(a) > e->epsilon ? (double)a : 0;
            magnitude += fabsf(a) > e->epsilon ? fabs((double)a) : 0;
        }
        const double difference = fabs((double)sums[row] - sum);
        const bool counts = magnitude == 0 || (magnitude >= LEAST_MAGNITUDE && magnitude <= MOST_MAGNITUDE);
        if (counts && difference != 0) /* NaN, too */
            *residual = fmax(*residual, isnan(difference) ? INFINITY : difference / magnitude);
    }
    free(sums);
    return ok;
}

/* Which line each entry is in, by where the lines begin. */
static bool read_lines(const engine *e, uint32_t buffer, uint32_t lines, uint32_t *out) {
    uint32_t *pointers = memory_zeroed(((size_t)lines + 1) * sizeof *pointers);
    bool ok = pointers && read_words(e, buffer, (size_t)lines + 1, pointers);
    for (uint32_t line = 0; line < lines && ok; line++)
        for (uint32_t i = pointers[line]; i < pointers[line + 1] && i < e->count; i++)
            out[i] = line;
    free(pointers);
    return ok;
}

bool engine_read(const engine *e, const char *form, engine_entries *entries) {
    const bool turned = strcmp(form, "csc") == 0, has_rows = strcmp(form, "coo") == 0;
    const size_t bytes = ((size_t)e->count + 1) * 4;
    entries->rows = memory_zeroed(bytes);
    entries->columns = entries->rows ? memory_zeroed(bytes) : NULL;
    entries->values = entries->columns ? memory_zeroed(bytes) : NULL;
    if (!entries->values)
        return false;
    if (turned)
        return read_lines(e, e->turned_pointers, e->matrix->columns, entries->columns) &&
               read_words(e, e->turned_indices, e->count, entries->rows) &&
               read_words(e, e->turned_values, e->count, entries->values);
    return (has_rows ? read_words(e, e->rows, e->count, entries->rows)
                     : read_lines(e, e->pointers, e->matrix->rows, entries->rows)) &&
           read_words(e, e->indices, e->count, entries->columns) && read_words(e, e->values, e->count, entries->values);
}

void engine_entries_free(engine_entries *entries) {
    free(entries->rows);
    free(entries->columns);
    free(entries->values);
    memset(entries, 0, sizeof *entries);
}
