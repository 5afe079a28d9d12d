/* json.c - writes one JSON object.  SPDX-License-Identifier: MIT */
#include "common/files/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void write_text(json *j, const char *text) {
    outfile_write(j->file, text, strlen(text));
}

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
    write_text(j, "\"");
    for (const unsigned char *s = (const unsigned char *)value; *s;) {
        size_t length = utf8_length(s);
        if (length == 0) {
            write_text(j, "\\ufffd");
            length = 1;
        } else if (*s < 0x20 || *s == '"' || *s == '\\' || *s == 0x7F) {
            char escaped[8];
            snprintf(escaped, sizeof escaped, "\\u%04x", *s);
            write_text(j, escaped);
        } else {
            outfile_write(j->file, s, length);
        }
        s += length;
    }
    write_text(j, "\"");
}

static void begin_value(json *j, const char *key) {
    if (j->needs_comma)
        write_text(j, ",");
    if (key) {
        write_quoted(j, key);
        write_text(j, ":");
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
        write_text(j, "null");
}

void json_count(json *j, const char *key, uint64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    begin_value(j, key);
    write_text(j, text);
}

/* Three decimals, or nine digits where `exact`. */
static void write_number(json *j, const char *key, double value, bool exact) {
    char text[400]; /* what three decimals of the largest double take */
    if (!isfinite(value)) {
        json_null(j, key);
        return;
    }
    snprintf(text, sizeof text, exact ? "%.9g" : "%.3f", value);
    begin_value(j, key);
    write_text(j, text);
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
    write_text(j, value ? "true" : "false");
}

void json_null(json *j, const char *key) {
    begin_value(j, key);
    write_text(j, "null");
}
