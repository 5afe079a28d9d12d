/* peers.c - operations on lists and sparse matrices by the CPU.  SPDX-License-Identifier: MIT */
#include "peers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- qsort ---- */

static int compare_keys(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int compare_pairs(const void *a, const void *b) {
    uint32_t x = ((const peer_pair *)a)->key, y = ((const peer_pair *)b)->key;
    return (x > y) - (x < y);
}

void peer_qsort_keys(uint32_t *keys, size_t count) {
    qsort(keys, count, sizeof *keys, compare_keys);
}

void peer_qsort_pairs(peer_pair *pairs, size_t count) {
    qsort(pairs, count, sizeof *pairs, compare_pairs);
}

/* ---- radix ---- */

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS, PASSES = 4 };

static uint32_t digit_of(uint32_t key, int pass) {
    return key >> (pass * DIGIT_BITS) & (DIGITS - 1);
}

/* Turns the numbers of keys with each digit into where these keys begin. False if one digit has all of the keys. */
static int find_places(uint32_t counts[DIGITS], size_t count) {
    uint32_t before = 0;
    for (int i = 0; i < DIGITS; i++) {
        uint32_t here = counts[i];
        if (here == count)
            return 0;
        counts[i] = before;
        before += here;
    }
    return 1;
}

#define RADIX(name, type, key_of)                                                                                      \
    void name(type *entries, type *spare, size_t count) {                                                              \
        uint32_t counts[PASSES][DIGITS] = {{0}};                                                                       \
        type *from = entries, *to = spare;                                                                             \
        for (size_t i = 0; i < count; i++)                                                                             \
            for (int pass = 0; pass < PASSES; pass++)                                                                  \
                counts[pass][digit_of(key_of(entries[i]), pass)]++;                                                    \
        for (int pass = 0; pass < PASSES; pass++) {                                                                    \
            if (!find_places(counts[pass], count))                                                                     \
                continue;                                                                                              \
            for (size_t i = 0; i < count; i++)                                                                         \
                to[counts[pass][digit_of(key_of(from[i]), pass)]++] = from[i];                                         \
            type *swapped = from;                                                                                      \
            from = to;                                                                                                 \
            to = swapped;                                                                                              \
        }                                                                                                              \
        if (from != entries)                                                                                           \
            memcpy(entries, from, count * sizeof *entries);                                                            \
    }
#define ITSELF(key)  (key)
#define KEY_OF(pair) (pair).key
RADIX(peer_radix_keys, uint32_t, ITSELF)
RADIX(peer_radix_pairs, peer_pair, KEY_OF)

/* ---- all others ---- */

uint32_t peer_scan(const uint32_t *values, size_t count, uint32_t *sums) {
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        sums[i] = sum;
        sum += values[i];
    }
    return sum;
}

uint32_t peer_reduce(const uint32_t *values, size_t count) {
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum;
}

size_t peer_select(const uint32_t *values, size_t count, uint32_t least, uint32_t *selected) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (values[i] >= least)
            selected[found++] = values[i];
    return found;
}

void peer_partition(const uint32_t *keys, const uint32_t *bins, size_t count, uint32_t bin_count, uint32_t *offsets,
                    uint32_t *partitioned) {
    memset(offsets, 0, (bin_count + 1) * sizeof *offsets);
    for (size_t i = 0; i < count; i++)
        offsets[bins[i]]++;
    uint32_t end = 0;
    for (uint32_t bin = 0; bin < bin_count; bin++) {
        end += offsets[bin];
        offsets[bin] = end;
    }
    offsets[bin_count] = end;
    for (size_t i = count; i-- > 0;) /* backwards, so that each offset ends as the place of its bin's first entry */
        partitioned[--offsets[bins[i]]] = keys[i];
}

size_t peer_unique(const uint32_t *keys, size_t count, uint32_t *unique, uint32_t *lengths) {
    size_t runs = 0;
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && keys[end] == keys[i];)
            end++;
        unique[runs] = keys[i];
        lengths[runs++] = (uint32_t)(end - i);
    }
    return runs;
}

void peer_gather(const uint32_t *positions, size_t count, const uint32_t *source, uint32_t *output) {
    for (size_t i = 0; i < count; i++)
        memcpy(output + 4 * i, source + 4 * (size_t)positions[i], 4 * sizeof *output);
}

/* ---- sparse matrices ---- */

enum { STEP = 64 };

static bool has_any(const float *elements, uint32_t count, float epsilon) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        found += fabsf(elements[i]) > epsilon;
    return found;
}

/* Steps without any are skipped. In the others every element is written, and kept if it counts: a branch that nobody can
 * foresee costs more. */
static uint32_t convert_row(const float *row, uint32_t columns, float epsilon, uint32_t found, peer_sparse *out) {
    for (uint32_t first = 0; first < columns; first += STEP) {
        const uint32_t end = columns - first < STEP ? columns : first + STEP;
        if (!has_any(row + first, end - first, epsilon))
            continue;
        for (uint32_t column = first; column < end; column++) {
            out->indices[found] = column;
            out->values[found] = row[column];
            found += fabsf(row[column]) > epsilon;
        }
    }
    return found;
}

void peer_sparse_convert(const float *dense, uint32_t first, uint32_t rows, float epsilon, peer_sparse *out) {
    uint32_t found = out->pointers[first];
    for (uint32_t row = 0; row < rows; row++) {
        found = convert_row(dense + (size_t)row * out->columns, out->columns, epsilon, found, out);
        out->pointers[first + row + 1] = found;
    }
}

void peer_sparse_multiply(const peer_sparse *matrix, const float *x, float *y) {
    for (uint32_t row = 0; row < matrix->rows; row++) {
        float sum = 0;
        for (uint32_t i = matrix->pointers[row]; i < matrix->pointers[row + 1]; i++)
            sum += matrix->values[i] * x[matrix->indices[i]];
        y[row] = sum;
    }
}

void peer_sparse_transpose(const peer_sparse *matrix, peer_sparse *out) {
    const uint32_t count = matrix->pointers[matrix->rows];
    memset(out->pointers, 0, ((size_t)out->rows + 1) * sizeof *out->pointers);
    for (uint32_t i = 0; i < count; i++)
        out->pointers[matrix->indices[i] + 1]++;
    for (uint32_t i = 0; i < out->rows; i++)
        out->pointers[i + 1] += out->pointers[i];
    for (uint32_t row = 0; row < matrix->rows; row++)
        for (uint32_t i = matrix->pointers[row]; i < matrix->pointers[row + 1]; i++) {
            const uint32_t at = out->pointers[matrix->indices[i]]++;
            out->indices[at] = row;
            out->values[at] = matrix->values[i];
        }
    memmove(out->pointers + 1, out->pointers, (size_t)out->rows * sizeof *out->pointers);
    out->pointers[0] = 0;
}
