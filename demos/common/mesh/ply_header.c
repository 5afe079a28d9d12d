/* ply_header.c - what a PLY file says of itself before its numbers (Turk, "The PLY Polygon File Format", 1994).
 * SPDX-License-Identifier: MIT */
#include "common/mesh/ply_header.h"

#include "common/files/error.h"

#include <string.h>

enum { LINE_SIZE = 256, MAX_WORDS = 6 };

uint32_t ply_type_bytes(ply_type type) {
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
    p->number = e->is_vertex ? wanted->number_of(wanted->user, words[count - 1]) : PLY_UNUSED;
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
    e->bytes += ply_type_bytes(is_list ? p->count_type : p->type);
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

bool ply_header_read(FILE *file, const char *path, const ply_wanted *wanted, ply_header *out) {
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
