/* page.c - lines of a box over a picture, with room for their words.  SPDX-License-Identifier: MIT */
#include "common/draw/page.h"

#include "common/draw/utf8.h"
#include "common/files/path.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

/* Bytes of the first `characters` of a text. */
static size_t bytes_of(const char *text, int characters) {
    const char *at = text;
    while (characters-- > 0 && utf8_next(&at)) {}
    return (size_t)(at - text);
}

void page_shorten_name(const char *path, char *words, size_t size) {
    enum { MOST = 26, HEAD = 14, TAIL = 11 };
    const char *name = path_last_part(path), *at = name;
    int characters = 0;
    while (utf8_next(&at))
        characters++;
    if (characters <= MOST) {
        snprintf(words, size, "%s", name);
    } else {
        snprintf(words, size, "%.*s\xE2\x80\xA6%s", (int)bytes_of(name, HEAD), name,
                 name + bytes_of(name, characters - TAIL));
    }
}

void page_add_name(page *p, const char *left, const char *path) {
    page_shorten_name(path, add(p, left), PAGE_WORDS);
}

void page_add_grid(page *p, const char *left, const uint32_t grid[3]) {
    page_add(p, left, "%u \xC3\x97 %u \xC3\x97 %u", (unsigned)grid[0], (unsigned)grid[1], (unsigned)grid[2]);
}

void page_add_ms(page *p, const char *left, double ms) {
    if (isnan(ms))
        page_add(p, left, "-");
    else
        page_add(p, left, "%.*f ms", ms < 9.95 ? 2 : 1, ms);
}

void page_add_fps(page *p, double fps, const char *rest) {
    if (rest || fps <= 0)
        page_add(p, "frames a second", "%s", rest ? rest : "-");
    else
        page_add(p, "frames a second", "%.*f", fps < 9.95 ? 1 : 0, fps);
}

void page_add_gap(page *p) {
    p->lines[p->count++] = (overlay_line){NULL, NULL, OVERLAY_PLAIN};
}
