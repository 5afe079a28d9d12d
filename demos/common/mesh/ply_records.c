/* ply_records.c - the vertices and faces of PLY files, in any of its three encodings.  SPDX-License-Identifier: MIT */
#include "common/mesh/ply_records.h"

#include "common/files/error.h"

#include <stdlib.h>
#include <string.h>

enum { RECORD_BYTES = PLY_MAX_PROPERTIES * 8, TOKEN_SIZE = 64 };

static bool is_truncated(const ply_file *s) {
    return error_set("%s: truncated: it ends before the last of its records", s->path);
}

/* ---- numbers ---- */

static double decode(ply_type type, ply_encoding encoding, const uint8_t *bytes) {
    const uint32_t size = ply_type_bytes(type);
    uint64_t bits = 0;
    float single;
    double number;
    for (uint32_t i = 0; i < size; i++)
        bits = bits << 8 | bytes[encoding == PLY_BIG ? i : size - 1 - i];
    const uint32_t word = (uint32_t)bits;
    switch (type) {
    case PLY_INT8:
        return word < 0x80 ? (double)word : (double)word - 0x100;
    case PLY_INT16:
        return word < 0x8000 ? (double)word : (double)word - 0x10000;
    case PLY_INT32:
        return word < 0x80000000 ? (double)word : (double)word - 4294967296.0;
    case PLY_FLOAT32:
        memcpy(&single, &word, sizeof single);
        return single;
    case PLY_FLOAT64:
        memcpy(&number, &bits, sizeof number);
        return number;
    default:
        return word;
    }
}

static bool take(ply_file *s, uint8_t *bytes, uint32_t count) {
    if (count > s->left || fread(bytes, 1, count, s->file) != count)
        return is_truncated(s);
    s->left -= count;
    return true;
}

static bool pass(ply_file *s, uint64_t count) {
    if (count > s->left)
        return is_truncated(s);
    s->left -= count;
    return fseeko(s->file, (off_t)count, SEEK_CUR) == 0 || is_truncated(s);
}

static bool is_blank(int c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* False, without a message, at the end of the file. */
static bool next_token(ply_file *s, char token[TOKEN_SIZE]) {
    size_t length = 0;
    int c = getc(s->file);
    while (is_blank(c))
        c = getc(s->file);
    for (; c != EOF && !is_blank(c) && length < TOKEN_SIZE - 1; c = getc(s->file))
        token[length++] = (char)c;
    token[length] = '\0';
    return length > 0;
}

static bool read_number(ply_file *s, ply_type type, double *number) {
    uint8_t bytes[8];
    char token[TOKEN_SIZE], *end;
    if (s->header.encoding != PLY_ASCII) {
        if (!take(s, bytes, ply_type_bytes(type)))
            return false;
        *number = decode(type, s->header.encoding, bytes);
        return true;
    }
    if (!next_token(s, token))
        return is_truncated(s);
    *number = strtod(token, &end);
    return *end == '\0' || error_set("%s: '%s' is no number", s->path, token);
}

/* ---- records ---- */

static bool read_list(ply_file *s, const ply_property *p) {
    double count = 0, corner = 0;
    char token[TOKEN_SIZE];
    if (!read_number(s, p->count_type, &count))
        return false;
    if (!(count >= 0 && count <= UINT32_MAX))
        return error_set("%s: holds a list of %g numbers", s->path, count);
    if (p->is_corners && s->take_corner) {
        for (uint64_t i = 0; i < (uint64_t)count; i++)
            if (!read_number(s, p->type, &corner) || !s->take_corner(s->user, i, corner))
                return false;
        return true;
    }
    if (s->header.encoding != PLY_ASCII)
        return pass(s, (uint64_t)count * ply_type_bytes(p->type));
    for (uint64_t i = 0; i < (uint64_t)count; i++)
        if (!next_token(s, token))
            return is_truncated(s);
    return true;
}

/* The wanted numbers of one record. */
static bool read_record(ply_file *s, const ply_element *e, double numbers[PLY_MAX_NUMBERS]) {
    uint8_t bytes[RECORD_BYTES];
    const ply_property *p = s->header.properties + e->first, *end = p + e->property_count;
    bool is_fixed = s->header.encoding != PLY_ASCII && !e->has_lists;
    if (is_fixed && !take(s, bytes, e->bytes))
        return false;
    for (; p < end; p++) {
        double number = 0;
        if (is_fixed && p->number == PLY_UNUSED)
            continue;
        if (is_fixed)
            number = decode(p->type, s->header.encoding, bytes + p->offset);
        else if (p->count_type != PLY_NO_TYPE ? !read_list(s, p) : !read_number(s, p->type, &number))
            return false;
        if (p->number != PLY_UNUSED)
            numbers[p->number] = number;
    }
    return true;
}

/* Least bytes of all records: of text a digit and a blank for each number, the last blank may be missing. False where the file
 * has fewer, so that no count is believed that cannot be true. */
static bool check_bytes(const ply_file *s, const ply_element *e) {
    uint64_t each = s->header.encoding == PLY_ASCII ? 2 * (uint64_t)e->property_count : e->bytes;
    uint64_t left = s->header.encoding == PLY_ASCII ? s->left + 1 : s->left;
    return each == 0 || e->count <= left / each ||
           error_set("%s: truncated: %llu records of its header need %llu bytes each, %llu are there", s->path,
                     (unsigned long long)e->count, (unsigned long long)each, (unsigned long long)s->left);
}

static bool pass_element(ply_file *s, const ply_element *e) {
    double numbers[PLY_MAX_NUMBERS];
    if (!check_bytes(s, e))
        return false;
    if (s->header.encoding != PLY_ASCII && !e->has_lists)
        return pass(s, e->count * e->bytes);
    for (uint64_t i = 0; i < e->count && e->property_count > 0; i++)
        if (!read_record(s, e, numbers))
            return false;
    return true;
}

/* ---- files ---- */

bool ply_open(ply_file *s, FILE *file, uint64_t size, const char *path, const ply_wanted *wanted) {
    s->file = file;
    s->path = path;
    s->take_corner = wanted->take_corner;
    s->user = wanted->user;
    if (!ply_header_read(file, path, wanted, &s->header))
        return false;
    off_t begin = ftello(file);
    if (begin < 0 || (uint64_t)begin > size)
        return error_set("%s: cannot be read", path);
    s->left = size - (uint64_t)begin;
    return true;
}

bool ply_begin(ply_file *s) {
    for (uint32_t i = 0; i < s->header.vertex; i++)
        if (!pass_element(s, &s->header.elements[i]))
            return false;
    return true;
}

bool ply_check_room(const ply_file *s) {
    return check_bytes(s, &s->header.elements[s->header.vertex]);
}

bool ply_next(ply_file *s, double numbers[PLY_MAX_NUMBERS]) {
    return read_record(s, &s->header.elements[s->header.vertex], numbers);
}

bool ply_end(ply_file *s) {
    char token[TOKEN_SIZE];
    for (uint32_t i = s->header.vertex + 1; i < s->header.element_count; i++)
        if (!pass_element(s, &s->header.elements[i]))
            return false;
    if (s->header.encoding == PLY_ASCII ? !next_token(s, token) : s->left == 0)
        return true;
    return error_set("%s: goes on after the last record that its header tells of", s->path);
}
