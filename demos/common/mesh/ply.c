/* ply.c - the vertices and faces of PLY files (Turk, "The PLY Polygon File Format", 1994).  SPDX-License-Identifier: MIT */
#include "common/mesh/ply.h"

#include "common/files/error.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 256, MAX_WORDS = 6, RECORD_BYTES = PLY_MAX_PROPERTIES * 8, TOKEN_SIZE = 64 };

/* ---- headers ---- */

static uint32_t type_bytes(ply_type type) {
    static const uint8_t BYTES[] = {0, 1, 1, 2, 2, 4, 4, 4, 8};
    return BYTES[type];
}

static ply_type type_of_name(const char *name) {
    static const struct {
        const char *old, *sized;
        ply_type type;
    } TYPES[] = {{"char", "int8", PLY_INT8},        {"uchar", "uint8", PLY_UINT8},     {"short", "int16", PLY_INT16},
                 {"ushort", "uint16", PLY_UINT16},  {"int", "int32", PLY_INT32},       {"uint", "uint32", PLY_UINT32},
                 {"float", "float32", PLY_FLOAT32}, {"double", "float64", PLY_FLOAT64}};
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++)
        if (strcmp(name, TYPES[i].old) == 0 || strcmp(name, TYPES[i].sized) == 0)
            return TYPES[i].type;
    return PLY_NO_TYPE;
}

bool ply_parse_number(const char *text, uint64_t *value) {
    *value = 0;
    if (*text == '\0')
        return false;
    for (; *text; text++) {
        uint64_t digit = (uint64_t)(unsigned char)*text - '0';
        if (*text < '0' || *text > '9' || *value > (UINT64_MAX - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    return true;
}

/* One line without its end. False where the file ends before the line, or the line is longer than any that means something. */
static bool read_line(FILE *file, char line[LINE_SIZE]) {
    size_t length = 0;
    bool is_comment = false;
    for (int c = getc(file); c != '\n'; c = getc(file)) {
        if (length == strlen("comment"))
            is_comment = strncmp(line, "comment", length) == 0 || strncmp(line, "obj_inf", length) == 0;
        if (c == EOF || c == '\0' || (length == LINE_SIZE - 1 && !is_comment))
            return false;
        if (length < LINE_SIZE - 1)
            line[length++] = (char)c;
    }
    while (length > 0 && line[length - 1] == '\r')
        length--;
    line[length] = '\0';
    return true;
}

static int split(char *line, char *words[MAX_WORDS]) {
    int count = 0;
    for (char *word = strtok(line, " \t"); word && count < MAX_WORDS; word = strtok(NULL, " \t"))
        words[count++] = word;
    return count;
}

static const char *parse_format(ply_header *h, char *const *words, int count) {
    static const char *const NAMES_OF[] = {"", "ascii", "binary_little_endian", "binary_big_endian"};
    if (count != 3 || h->encoding != PLY_NO_ENCODING)
        return "is no format, or a second one";
    for (ply_encoding e = PLY_ASCII; e <= PLY_BIG; e++)
        if (strcmp(words[1], NAMES_OF[e]) == 0)
            h->encoding = e;
    return h->encoding != PLY_NO_ENCODING && strcmp(words[2], "1.0") == 0 ? NULL : "is an unknown format";
}

static const char *parse_element(ply_header *h, char *const *words, int count) {
    if (h->element_count == PLY_MAX_ELEMENTS)
        return "is one element too many";
    ply_element *e = &h->elements[h->element_count];
    if (count != 3 || !ply_parse_number(words[2], &e->count))
        return "is no element and its number";
    e->is_vertex = strcmp(words[1], "vertex") == 0;
    e->is_face = strcmp(words[1], "face") == 0;
    e->first = h->property_count;
    if (e->is_vertex && h->vertex != UINT32_MAX)
        return "is a second element vertex";
    if (e->is_vertex)
        h->vertex = h->element_count;
    h->element_count++;
    return NULL;
}

static int number_of(const ply_wanted *wanted, const char *name) {
    for (int i = 0; wanted->names[i]; i++)
        if (strcmp(name, wanted->names[i]) == 0)
            return i;
    return wanted->number_of ? wanted->number_of(wanted->user, name) : PLY_UNUSED;
}

static const char *parse_property(ply_header *h, const ply_wanted *wanted, char *const *words, int count) {
    if (h->element_count == 0)
        return "belongs to no element";
    if (h->property_count == PLY_MAX_PROPERTIES)
        return "is one property too many";
    ply_element *e = &h->elements[h->element_count - 1];
    ply_property *p = &h->properties[h->property_count];
    bool is_list = count == 5 && strcmp(words[1], "list") == 0;
    if (!is_list && count != 3)
        return "is no property";
    p->type = type_of_name(words[count - 2]);
    p->count_type = is_list ? type_of_name(words[2]) : PLY_NO_TYPE;
    p->number = e->is_vertex ? number_of(wanted, words[count - 1]) : PLY_UNUSED;
    p->is_corners =
        e->is_face && is_list && (strcmp(words[4], "vertex_indices") == 0 || strcmp(words[4], "vertex_index") == 0);
    p->offset = e->bytes;
    if (p->type == PLY_NO_TYPE || (is_list && (p->count_type == PLY_NO_TYPE || p->count_type >= PLY_FLOAT32)))
        return "has an unknown type";
    if (p->number != PLY_UNUSED && is_list)
        return "should be no list";
    if (p->number != PLY_UNUSED && wanted->are_floats && p->type < PLY_FLOAT32)
        return "should be of type float or double";
    if (p->number != PLY_UNUSED && h->has[p->number])
        return "is there twice";
    if (p->number != PLY_UNUSED)
        h->has[p->number] = true;
    e->has_lists |= is_list;
    e->bytes += type_bytes(is_list ? p->count_type : p->type);
    e->property_count++;
    h->property_count++;
    return NULL;
}

/* NULL, or what is wrong with the line. */
static const char *parse_line(ply_header *h, const ply_wanted *wanted, char *const *words, int count) {
    if (count == 0 || strcmp(words[0], "comment") == 0 || strcmp(words[0], "obj_info") == 0)
        return NULL;
    if (strcmp(words[0], "format") == 0)
        return parse_format(h, words, count);
    if (strcmp(words[0], "element") == 0)
        return parse_element(h, words, count);
    if (strcmp(words[0], "property") == 0)
        return parse_property(h, wanted, words, count);
    return "means nothing in a PLY header";
}

bool ply_tells_of(FILE *file, const char *const *names) {
    char line[LINE_SIZE], *words[MAX_WORDS];
    if (!read_line(file, line) || strcmp(line, "ply") != 0)
        return false;
    while (read_line(file, line)) {
        int count = split(line, words);
        if (count > 0 && strcmp(words[0], "end_header") == 0)
            return false;
        for (size_t i = 0; names[i]; i++)
            if (count > 1 && strcmp(words[0], "property") == 0 && strcmp(words[count - 1], names[i]) == 0)
                return true;
    }
    return false;
}

/* To the end of the last line. False with one line that begins with `path`. */
static bool read_header(FILE *file, const char *path, const ply_wanted *wanted, ply_header *out) {
    char line[LINE_SIZE], shown[64], *words[MAX_WORDS];
    memset(out, 0, sizeof *out);
    out->vertex = UINT32_MAX;
    if (!read_line(file, line) || strcmp(line, "ply") != 0)
        return error_set("%s: no PLY file: its first line is not 'ply'", path);
    for (;;) {
        if (!read_line(file, line))
            return error_set("%s: truncated, or no PLY file: its header does not end", path);
        snprintf(shown, sizeof shown, "%.60s", line);
        int count = split(line, words);
        if (count == 1 && strcmp(words[0], "end_header") == 0)
            break;
        const char *wrong = parse_line(out, wanted, words, count);
        if (wrong)
            return error_set("%s: '%s' in its header %s", path, shown, wrong);
    }
    if (out->vertex == UINT32_MAX)
        out->vertex = out->element_count;
    return out->encoding != PLY_NO_ENCODING || error_set("%s: its header has no format", path);
}

/* ---- numbers ---- */

static bool is_truncated(const ply_file *s) {
    return error_set("%s: truncated: it ends before the last of its records", s->path);
}

static double decode(ply_type type, ply_encoding encoding, const uint8_t *bytes) {
    const uint32_t size = type_bytes(type);
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
        if (!take(s, bytes, type_bytes(type)))
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
        return pass(s, (uint64_t)count * type_bytes(p->type));
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
    if (!read_header(file, path, wanted, &s->header))
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
