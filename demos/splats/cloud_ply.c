/* cloud_ply.c - reading the .ply that 3DGS training writes (Kerbl et al. 2023): of each vertex the centre, the logarithms of the
 * scales, the quaternion, the logit of the opacity, and the spherical harmonics, colour by colour.
 * SPDX-License-Identifier: MIT */
#include "splats/cloud_ply.h"

#include "common/files/error.h"
#include "splats/ply_header.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where the numbers come from. */
typedef struct source {
    FILE *file;
    const char *path;
    ply_encoding encoding;
    uint64_t left; /* bytes after the header, and of binary files those not read yet */
    char *error;
    size_t error_size;
} source;

enum { RECORD_BYTES = PLY_MAX_PROPERTIES * 8, TOKEN_SIZE = 64 };

static bool is_truncated(const source *s) {
    return error_set(s->error, s->error_size, "%s: truncated: it ends before the last of its records", s->path);
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

static bool take(source *s, uint8_t *bytes, uint32_t count) {
    if (count > s->left || fread(bytes, 1, count, s->file) != count)
        return is_truncated(s);
    s->left -= count;
    return true;
}

static bool pass(source *s, uint64_t count) {
    if (count > s->left)
        return is_truncated(s);
    s->left -= count;
    return fseeko(s->file, (off_t)count, SEEK_CUR) == 0 || is_truncated(s);
}

static bool is_blank(int c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* False, without a message, at the end of the file. */
static bool next_token(source *s, char token[TOKEN_SIZE]) {
    size_t length = 0;
    int c = getc(s->file);
    while (is_blank(c))
        c = getc(s->file);
    for (; c != EOF && !is_blank(c) && length < TOKEN_SIZE - 1; c = getc(s->file))
        token[length++] = (char)c;
    token[length] = '\0';
    return length > 0;
}

static bool read_number(source *s, ply_type type, double *number) {
    uint8_t bytes[8];
    char token[TOKEN_SIZE], *end;
    if (s->encoding != PLY_ASCII) {
        if (!take(s, bytes, ply_type_bytes(type)))
            return false;
        *number = decode(type, s->encoding, bytes);
        return true;
    }
    if (!next_token(s, token))
        return is_truncated(s);
    *number = strtod(token, &end);
    return *end == '\0' || error_set(s->error, s->error_size, "%s: '%s' is no number", s->path, token);
}

/* ---- records ---- */

static bool pass_list(source *s, const ply_property *p) {
    double count = 0;
    char token[TOKEN_SIZE];
    if (!read_number(s, p->count_type, &count))
        return false;
    if (!(count >= 0 && count <= UINT32_MAX))
        return error_set(s->error, s->error_size, "%s: holds a list of %g numbers", s->path, count);
    if (s->encoding != PLY_ASCII)
        return pass(s, (uint64_t)count * ply_type_bytes(p->type));
    for (uint64_t i = 0; i < (uint64_t)count; i++)
        if (!next_token(s, token))
            return is_truncated(s);
    return true;
}

/* The numbers of one record that splats are made of. */
static bool read_record(source *s, const ply_header *h, const ply_element *e, double numbers[PLY_NUMBERS]) {
    uint8_t bytes[RECORD_BYTES];
    const ply_property *p = h->properties + e->first, *end = p + e->property_count;
    bool is_fixed = s->encoding != PLY_ASCII && !e->has_lists;
    if (is_fixed && !take(s, bytes, e->bytes))
        return false;
    for (; p < end; p++) {
        double number = 0;
        if (is_fixed && p->number == PLY_UNUSED)
            continue;
        if (is_fixed)
            number = decode(p->type, s->encoding, bytes + p->offset);
        else if (p->count_type != PLY_NO_TYPE ? !pass_list(s, p) : !read_number(s, p->type, &number))
            return false;
        if (p->number != PLY_UNUSED)
            numbers[p->number] = number;
    }
    return true;
}

/* Least bytes of all records: of text a digit and a blank for each number, the last blank may be missing. False where the file
 * has fewer, so that no count is believed that cannot be true. */
static bool check_bytes(const source *s, const ply_element *e) {
    uint64_t each = s->encoding == PLY_ASCII ? 2 * (uint64_t)e->property_count : e->bytes;
    uint64_t left = s->encoding == PLY_ASCII ? s->left + 1 : s->left;
    return each == 0 || e->count <= left / each ||
           error_set(s->error, s->error_size,
                     "%s: truncated: %llu records of its header need %llu bytes each, %llu are there", s->path,
                     (unsigned long long)e->count, (unsigned long long)each, (unsigned long long)s->left);
}

static bool pass_element(source *s, const ply_header *h, const ply_element *e) {
    double numbers[PLY_NUMBERS];
    if (!check_bytes(s, e))
        return false;
    if (s->encoding != PLY_ASCII && !e->has_lists)
        return pass(s, e->count * e->bytes);
    for (uint64_t i = 0; i < e->count && e->property_count > 0; i++)
        if (!read_record(s, h, e, numbers))
            return false;
    return true;
}

/* NAN for what floats cannot hold, so that the splat is skipped. */
static float narrow(double value) {
    return fabs(value) <= FLT_MAX ? (float)value : NAN;
}

static void make_record(const double numbers[PLY_NUMBERS], uint32_t degree, splat_record *out) {
    const uint32_t coefficients = cloud_coefficients(degree);
    for (int k = 0; k < 3; k++) {
        out->centre[k] = narrow(numbers[PLY_CENTRE + k]);
        out->scale[k] = narrow(exp(numbers[PLY_SCALE + k]));
        out->colour[k] = narrow(0.5 + CLOUD_DEGREE_0 * numbers[PLY_COLOUR + k]);
    }
    for (int k = 0; k < 4; k++)
        out->rotation[k] = narrow(numbers[PLY_ROTATION + k]);
    out->colour[3] = isfinite(numbers[PLY_OPACITY]) ? (float)(1 / (1 + exp(-numbers[PLY_OPACITY]))) : NAN;
    for (uint32_t i = 0; i < coefficients; i++)
        for (uint32_t colour = 0; colour < 3; colour++)
            out->harmonics[3 * i + colour] = narrow(numbers[PLY_REST + colour * coefficients + i]);
}

/* A file that goes on where its header lets it end is not what the header says. */
static bool check_end(source *s, const ply_header *h) {
    char token[TOKEN_SIZE];
    for (uint32_t i = h->vertex + 1; i < h->element_count; i++)
        if (!pass_element(s, h, &h->elements[i]))
            return false;
    if (s->encoding == PLY_ASCII ? !next_token(s, token) : s->left == 0)
        return true;
    return error_set(s->error, s->error_size, "%s: goes on after the last record that its header tells of", s->path);
}

static bool read_splats(source *s, const ply_header *h, uint32_t degree, splat_cloud *out) {
    const ply_element *vertex = &h->elements[h->vertex];
    double numbers[PLY_NUMBERS] = {0};
    splat_record record;
    if (vertex->count == 0)
        return error_set(s->error, s->error_size, "%s: holds no splats", s->path);
    if (vertex->count > CLOUD_MAX_COUNT) {
        return error_set(s->error, s->error_size, "%s: its header tells of %llu splats, %u are allowed", s->path,
                         (unsigned long long)vertex->count, (unsigned)CLOUD_MAX_COUNT);
    }
    if (!check_bytes(s, vertex) ||
        !cloud_allocate(out, s->path, (uint32_t)vertex->count, degree, s->error, s->error_size))
        return false;
    for (uint64_t i = 0; i < vertex->count; i++) {
        if (!read_record(s, h, vertex, numbers))
            return false;
        make_record(numbers, degree, &record);
        cloud_add(out, &record);
    }
    return check_end(s, h);
}

bool ply_read(FILE *file, uint64_t size, const char *path, splat_cloud *out, char *error, size_t error_size) {
    source s = {file, path, PLY_NO_ENCODING, 0, error, error_size};
    uint32_t degree = 0;
    ply_header h;
    if (!ply_header_read(file, path, &h, error, error_size) || !ply_header_check(&h, path, &degree, error, error_size))
        return false;
    off_t begin = ftello(file);
    if (begin < 0 || (uint64_t)begin > size)
        return error_set(error, error_size, "%s: cannot be read", path);
    s.left = size - (uint64_t)begin;
    s.encoding = h.encoding;
    for (uint32_t i = 0; i < h.vertex; i++)
        if (!pass_element(&s, &h, &h.elements[i]))
            return false;
    return read_splats(&s, &h, degree, out);
}
