/* page.c - lines of a box over a picture, with room for their words.  SPDX-License-Identifier: MIT */
#include "common/draw/page.h"

#include <stdarg.h>
#include <stdio.h>

static char *add(page *p, const char *left) {
    p->lines[p->count] = (overlay_line){left, p->words[p->count], p->count == 0 ? OVERLAY_TITLE : OVERLAY_PLAIN};
    return p->words[p->count++];
}

void page_add(page *p, const char *left, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(add(p, left), PAGE_WORDS, format, arguments);
    va_end(arguments);
}

void page_add_count(page *p, const char *left, uint64_t value) {
    char digits[24], *out = add(p, left);
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *out++ = ' ';
        *out++ = digits[i];
    }
    *out = '\0';
}

void page_add_gap(page *p) {
    p->lines[p->count++] = (overlay_line){NULL, NULL, OVERLAY_PLAIN};
}
