/* text.c - text that grows.  SPDX-License-Identifier: MIT */
#include "gl/gl.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TYPICAL = 128 };

/* Makes room for `more` bytes and a NUL. */
static bool reserve(hpi_text *text, size_t more) {
    if (text->failed)
        return false;
    if (text->capacity - text->used > more)
        return true;
    size_t capacity = 2 * (text->used + more + 1); /* doubled, so that a growing text is copied a few times only */
    char *bytes = hpi_realloc(text->context, text->bytes, capacity);
    if (!bytes) {
        hpi_text_free(text);
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void hpi_text_add_part(hpi_text *text, const char *more, size_t length) {
    if (!reserve(text, length))
        return;
    memcpy(text->bytes + text->used, more, length);
    text->used += length;
    text->bytes[text->used] = '\0';
}

void hpi_text_add(hpi_text *text, const char *more) {
    hpi_text_add_part(text, more, strlen(more));
}

void hpi_text_print(hpi_text *text, const char *format, ...) {
    va_list arguments;
    for (size_t room = TYPICAL; reserve(text, room);) { /* a second time where more room is needed */
        va_start(arguments, format);
        int length = vsnprintf(text->bytes + text->used, text->capacity - text->used, format, arguments);
        va_end(arguments);
        room = length < 0 ? 0 : (size_t)length;
        if (room < text->capacity - text->used) {
            text->used += room;
            text->bytes[text->used] = '\0';
            return;
        }
    }
}

void hpi_text_free(hpi_text *text) {
    hpi_free(text->context, text->bytes);
    *text = HPI_TEXT(text->context);
}

const char *hpi_text_get(const hpi_text *text) {
    return text->failed ? NULL : text->bytes ? text->bytes : "";
}
