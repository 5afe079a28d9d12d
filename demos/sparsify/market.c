/* market.c - Matrix Market files.  SPDX-License-Identifier: MIT */
#include "market.h"

#include "common/files/memory.h"
#include "common/files/path.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_SIZE = 32, NUMBER_SIZE = 64 };

typedef struct reader {
    market_matrix *m;
    const char *at, *end;
    uint32_t line;
    bool is_array, is_pattern, is_integer;
    bool is_symmetric, is_skew; /* at most one of them */
    uint8_t *taken;             /* a bit for each place that has an entry */
} reader;

static bool fail(reader *r, const char *what) {
    return error_set("line %u: %s", (unsigned)r->line, what);
}

/* ---- words ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* The next word of this line, in lower case; false where there is none or where it is too long. */
static bool next_word(reader *r, char *word, size_t size) {
    size_t length = 0;
    while (r->at < r->end && is_blank(*r->at))
        r->at++;
    while (r->at < r->end && *r->at != '\n' && !is_blank(*r->at)) {
        if (length + 1 == size || *r->at == '\0')
            return false;
        word[length++] = (char)tolower((unsigned char)*r->at++);
    }
    word[length] = '\0';
    return length > 0;
}

static bool ends_line(reader *r) {
    while (r->at < r->end && is_blank(*r->at))
        r->at++;
    return r->at == r->end || *r->at == '\n';
}

/* Goes to the begin of the next line that has a word and is no comment. False at the end. */
static bool next_line(reader *r) {
    while (r->at < r->end) {
        const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
        if (!newline)
            break;
        r->at = newline + 1;
        r->line++;
        if (ends_line(r) || *r->at == '%')
            continue;
        return true;
    }
    r->at = r->end;
    return false;
}

/* Digits only: strtoull would take signs. */
static bool next_count(reader *r, uint64_t most, uint64_t *count) {
    char word[NUMBER_SIZE];
    if (!next_word(r, word, sizeof word) || strspn(word, "0123456789") != strlen(word))
        return false;
    errno = 0;
    *count = strtoull(word, NULL, 10);
    return errno == 0 && *count <= most;
}

static bool next_value(reader *r, float *value) {
    char word[NUMBER_SIZE], *end;
    if (!next_word(r, word, sizeof word))
        return fail(r, "a number is missing, or is too long");
    if (strspn(word, r->is_integer ? "+-0123456789" : "+-.0123456789e") != strlen(word))
        return fail(r, r->is_integer ? "this is no integer" : "this is no number, or is not finite");
    const double number = strtod(word, &end);
    *value = (float)number;
    if (*end != '\0' || end == word)
        return fail(r, "this is no number");
    return isfinite(*value) || fail(r, "this number is too large for 32 bits");
}

/* ---- header ---- */

static bool read_kinds(reader *r) {
    char form[WORD_SIZE], field[WORD_SIZE], symmetry[WORD_SIZE];
    if (!next_word(r, form, sizeof form) || !next_word(r, field, sizeof field) ||
        !next_word(r, symmetry, sizeof symmetry) || !ends_line(r))
        return fail(r, "the header must be %%MatrixMarket matrix FORM FIELD SYMMETRY");
    r->is_array = strcmp(form, "array") == 0;
    r->is_pattern = strcmp(field, "pattern") == 0;
    r->is_integer = strcmp(field, "integer") == 0;
    r->is_symmetric = strcmp(symmetry, "symmetric") == 0;
    r->is_skew = strcmp(symmetry, "skew-symmetric") == 0;
    if (!r->is_array && strcmp(form, "coordinate") != 0)
        return fail(r, "the form must be array or coordinate");
    if (!r->is_pattern && !r->is_integer && strcmp(field, "real") != 0 && strcmp(field, "double") != 0)
        return fail(r, "the field must be real, double, integer or pattern: others are no real numbers");
    if (!r->is_symmetric && !r->is_skew && strcmp(symmetry, "general") != 0)
        return fail(r, "the symmetry must be general, symmetric or skew-symmetric");
    if (r->is_pattern && (r->is_array || r->is_skew))
        return fail(r, "a pattern has coordinates, and is general or symmetric");
    r->m->form = r->is_array ? "array" : "coordinate";
    r->m->symmetry = r->is_symmetric ? "symmetric" : r->is_skew ? "skew-symmetric" : "general";
    return true;
}

static bool read_header(reader *r) {
    char word[WORD_SIZE];
    r->line = 1;
    if (!next_word(r, word, sizeof word) || strcmp(word, "%%matrixmarket") != 0)
        return fail(r, "this is no Matrix Market file: it does not begin with %%MatrixMarket");
    if (!next_word(r, word, sizeof word) || strcmp(word, "matrix") != 0)
        return fail(r, "the header names no matrix");
    return read_kinds(r);
}

static bool read_sizes(reader *r) {
    market_matrix *m = r->m;
    uint64_t rows, columns;
    if (!next_line(r))
        return fail(r, "the file ends before the sizes");
    if (!next_count(r, UINT64_MAX, &rows) || !next_count(r, UINT64_MAX, &columns) ||
        (!r->is_array && !next_count(r, UINT64_MAX, &m->stored)) || !ends_line(r))
        return fail(r, r->is_array ? "the sizes must be two numbers: rows and columns"
                                   : "the sizes must be three numbers: rows, columns and entries");
    if (!rows || !columns || rows > MARKET_MOST_SIDE || columns > MARKET_MOST_SIDE)
        return fail(r, "rows and columns must be 1 to 16384");
    if ((r->is_symmetric || r->is_skew) && rows != columns)
        return fail(r, "a symmetric matrix must be square");
    if (m->stored > rows * columns)
        return fail(r, "there are more entries than elements");
    m->rows = (uint32_t)rows;
    m->columns = (uint32_t)columns;
    return true;
}

/* ---- elements ---- */

static float *element_at(market_matrix *m, uint32_t row, uint32_t column) {
    return &m->elements[(size_t)row * m->columns + column];
}

static void put(reader *r, uint32_t row, uint32_t column, float value) {
    *element_at(r->m, row, column) = value;
    if (r->is_symmetric)
        *element_at(r->m, column, row) = value;
    if (r->is_skew)
        *element_at(r->m, column, row) = -value;
}

/* Columns one after the other; of symmetric matrices from the diagonal on, or below it. */
static bool read_array(reader *r) {
    market_matrix *m = r->m;
    bool more = next_line(r);
    for (uint32_t column = 0; column < m->columns; column++) {
        const uint32_t first = r->is_symmetric ? column : r->is_skew ? column + 1 : 0;
        for (uint32_t row = first; row < m->rows; row++) {
            float value;
            if (more && ends_line(r)) /* several numbers may stand in a line */
                more = next_line(r);
            if (!more)
                return fail(r, "the file ends before the last element");
            if (!next_value(r, &value))
                return false;
            put(r, row, column, value);
            m->stored++;
        }
    }
    return (ends_line(r) && !next_line(r)) || fail(r, "there is more behind the last element");
}

static bool take_place(reader *r, uint32_t row, uint32_t column) {
    const size_t place = (size_t)row * r->m->columns + column;
    const uint8_t bit = (uint8_t)(1u << place % 8);
    if (r->taken[place / 8] & bit)
        return fail(r, "there are two entries in this row and column");
    r->taken[place / 8] |= bit;
    return true;
}

static bool read_entry(reader *r) {
    uint64_t row, column;
    float value = 1;
    if (!next_count(r, r->m->rows, &row) || !next_count(r, r->m->columns, &column) || !row || !column)
        return fail(r, "the row or the column is no number from 1 to those of the matrix");
    if ((r->is_symmetric && row < column) || (r->is_skew && row <= column))
        return fail(r, "this entry is not in the lower triangle, as those of symmetric matrices are");
    if (!r->is_pattern && !next_value(r, &value))
        return false;
    if (!ends_line(r))
        return fail(r, "there is more behind an entry");
    if (!take_place(r, (uint32_t)row - 1, (uint32_t)column - 1))
        return false;
    put(r, (uint32_t)row - 1, (uint32_t)column - 1, value);
    return true;
}

static bool read_coordinates(reader *r) {
    for (uint64_t i = 0; i < r->m->stored; i++) {
        if (!next_line(r))
            return error_set("the file ends after %llu of %llu entries", (unsigned long long)i,
                             (unsigned long long)r->m->stored);
        if (!read_entry(r))
            return false;
    }
    return !next_line(r) || fail(r, "there are more entries than the sizes say");
}

/* ---- files ---- */

static bool need_elements(market_matrix *m) {
    const uint64_t bytes = (uint64_t)m->rows * m->columns * sizeof *m->elements;
    m->elements = memory_check("the matrix", 4 * bytes) ? memory_zeroed((size_t)bytes) : NULL;
    return m->elements;
}

bool market_parse(market_matrix *m, const char *text, size_t size) {
    reader r = {.m = m, .at = text, .end = text + size};
    if (!read_header(&r) || !read_sizes(&r) || !need_elements(m))
        return false;
    if (r.is_array)
        return read_array(&r);
    r.taken = memory_zeroed((size_t)m->rows * m->columns / 8 + 1);
    bool ok = r.taken && read_coordinates(&r);
    free(r.taken);
    return ok;
}

/* The whole file, with a 0 behind it; NULL. */
static char *read_text(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long length = -1;
    if (file && fseek(file, 0, SEEK_END) == 0)
        length = ftell(file);
    if (length < 0 || fseek(file, 0, SEEK_SET) != 0) {
        error_set("%s: %s", path, strerror(errno));
    } else if ((text = memory_zeroed((size_t)length + 1))) {
        *size = fread(text, 1, (size_t)length, file);
        if (ferror(file)) {
            error_set("%s: %s", path, strerror(errno));
            free(text);
            text = NULL;
        }
    }
    if (file)
        fclose(file);
    return text;
}

bool market_load(market_matrix *m, const char *path) {
    size_t size = 0;
    char *text = path_check_regular(path) ? read_text(path, &size) : NULL;
    if (!text)
        return false;
    bool ok = market_parse(m, text, size) || error_set("%s: %s", path, error_text());
    free(text);
    return ok;
}

void market_free(market_matrix *m) {
    free(m->elements);
    memset(m, 0, sizeof *m);
}

/* ---- built-in ---- */

/* Marsaglia, Xorshift RNGs (2003). */
static float random_element(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return (float)(*state >> 8) / (1 << 23) - 1;
}

enum { GRID = 56, PLACES = GRID * GRID, SIDE = 3200, BLOCK = 160, BLOCK_FIRST = 1500 };

static void add_laplacian(market_matrix *m) {
    for (uint32_t i = 0; i < PLACES; i++) {
        *element_at(m, i, i) = 4;
        if (i % GRID + 1 < GRID)
            *element_at(m, i, i + 1) = *element_at(m, i + 1, i) = -1;
        if (i + GRID < PLACES)
            *element_at(m, i, i + GRID) = *element_at(m, i + GRID, i) = -1;
    }
}

bool market_make(market_matrix *m) {
    uint32_t state = 0x1E3779B9u;
    m->rows = m->columns = SIDE;
    m->form = "built-in";
    m->symmetry = "general";
    if (!need_elements(m))
        return false;
    add_laplacian(m);
    for (uint32_t row = BLOCK_FIRST; row < BLOCK_FIRST + BLOCK; row++)
        for (uint32_t column = BLOCK_FIRST; column < BLOCK_FIRST + BLOCK; column++)
            *element_at(m, row, column) += random_element(&state);
    for (uint32_t i = 0; i < SIDE; i++)
        for (uint32_t border = PLACES; border < SIDE; border++) {
            *element_at(m, i, border) = 0.5f * random_element(&state);
            *element_at(m, border, i) = 0.5f * random_element(&state);
        }
    return true;
}

/* ---- saving ---- */

bool market_save(const char *path, const market_entries *entries) {
    outfile *file = outfile_open(path);
    if (!file)
        return false;
    outfile_print(file, "%%%%MatrixMarket matrix coordinate real general\n%u %u %u\n", (unsigned)entries->rows,
                  (unsigned)entries->columns, (unsigned)entries->count);
    for (uint32_t i = 0; i < entries->count; i++)
        outfile_print(file, "%u %u %.9g\n", (unsigned)entries->row_indices[i] + 1,
                      (unsigned)entries->column_indices[i] + 1, (double)entries->values[i]); /* nine digits are exact */
    return outfile_close(file, true);
}
