/* json.c - writes one JSON object.  SPDX-License-Identifier: MIT */
#include "common/files/json.h"

#include <math.h>

/* Length of the UTF-8 sequence at `s`, 0 where there is none: no overlong forms, no surrogates, nothing past U+10FFFF.
 */
static size_t utf8_length(const unsigned char *s) {
    if (s[0] < 0x80)
        return 1;
    size_t length = s[0] >= 0xC2 && s[0] <= 0xDF ? 2 : (s[0] & 0xF0) == 0xE0 ? 3 : s[0] >= 0xF0 && s[0] <= 0xF4 ? 4 : 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    bool bad = (s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) || (s[0] == 0xF0 && s[1] < 0x90) ||
               (s[0] == 0xF4 && s[1] > 0x8F);
    return bad ? 0 : length;
}

static void write_quoted(json *j, const char *value) {
    outfile_print(j->file, "\"");
    for (const unsigned char *s = (const unsigned char *)value; *s;) {
        size_t length = utf8_length(s);
        if (length == 0) {
            outfile_print(j->file, "\\ufffd");
            length = 1;
        } else if (*s < 0x20 || *s == '"' || *s == '\\' || *s == 0x7F) {
            outfile_print(j->file, "\\u%04x", *s);
        } else {
            outfile_write(j->file, s, length);
        }
        s += length;
    }
    outfile_print(j->file, "\"");
}

static void begin_value(json *j, const char *key) {
    if (j->needs_comma)
        outfile_print(j->file, ",");
    if (key) {
        write_quoted(j, key);
        outfile_print(j->file, ":");
    }
    j->needs_comma = true;
}

void json_open(json *j, const char *key, char bracket) {
    begin_value(j, key);
    outfile_write(j->file, &bracket, 1);
    j->needs_comma = false;
}

void json_close(json *j, char bracket) {
    outfile_write(j->file, &bracket, 1);
    j->needs_comma = true;
}

void json_text(json *j, const char *key, const char *value) {
    begin_value(j, key);
    if (value)
        write_quoted(j, value);
    else
        outfile_print(j->file, "null");
}

void json_count(json *j, const char *key, uint64_t value) {
    begin_value(j, key);
    outfile_print(j->file, "%llu", (unsigned long long)value);
}

/* Three decimals, or nine digits where `exact`. */
static void write_number(json *j, const char *key, double value, bool exact) {
    if (!isfinite(value)) {
        json_null(j, key);
        return;
    }
    begin_value(j, key);
    outfile_print(j->file, exact ? "%.9g" : "%.3f", value);
}

void json_ms(json *j, const char *key, double value) {
    write_number(j, key, value < 0 ? NAN : value, false);
}

void json_number(json *j, const char *key, double value) {
    write_number(j, key, value, true);
}

void json_counts(json *j, const char *key, const uint32_t *values, int count) {
    json_open(j, key, '[');
    for (int i = 0; i < count; i++)
        json_count(j, NULL, values[i]);
    json_close(j, ']');
}

void json_times(json *j, const char *key, const char *const *names, const double *ms, int count) {
    json_open(j, key, '{');
    for (int i = 0; i < count; i++)
        json_ms(j, names[i], ms[i]);
    json_close(j, '}');
}

void json_truth(json *j, const char *key, bool value) {
    begin_value(j, key);
    outfile_print(j->file, "%s", value ? "true" : "false");
}

void json_null(json *j, const char *key) {
    begin_value(j, key);
    outfile_print(j->file, "null");
}
