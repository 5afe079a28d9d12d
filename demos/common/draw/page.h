/* page.h - lines of a box over a picture, with room for their words.  SPDX-License-Identifier: MIT */
#ifndef DEMO_PAGE_H
#define DEMO_PAGE_H

#include "common/draw/overlay.h"
#include "common/files/error.h"

#include <stdint.h>

enum { PAGE_LINES = 24, PAGE_WORDS = 96 };

/** Zero it first; overlay_box takes `lines` and `count`. The first line is the title. */
typedef struct page {
    overlay_line lines[PAGE_LINES];
    char words[PAGE_LINES][PAGE_WORDS];
    size_t count;
} page;

/** Adds a line with formatted words at its right edge. `left` is not copied. */
void page_add(page *p, const char *left, const char *format, ...) ERROR_FORMAT;
/** The same with 1234567 as "1 234 567". */
void page_add_count(page *p, const char *left, uint64_t value);
void page_add_gap(page *p);

#endif
