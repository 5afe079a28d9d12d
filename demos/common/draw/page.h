/* page.h - lines of a box over a picture, with room for their words.  SPDX-License-Identifier: MIT */
#ifndef DEMO_PAGE_H
#define DEMO_PAGE_H

#include "common/draw/overlay.h"
#include "common/files/error.h"

#include <stdint.h>

enum { PAGE_LINES = 40, PAGE_WORDS = 112 };

/** Zero it first; overlay_box takes `lines` and `count`. The first line is the title. */
typedef struct page {
    overlay_line lines[PAGE_LINES];
    char words[PAGE_LINES][PAGE_WORDS];
    size_t count;
} page;

/** Adds a line with formatted words at its right edge. `left` is not copied. */
void page_add(page *p, const char *left, const char *format, ...) FORMAT_OF(3, 4);
/** The same with 1234567 as "1 234 567". */
void page_add_count(page *p, const char *left, uint64_t value);
/** A file's name without its folders, shortened in the middle where it is long. PAGE_WORDS bytes hold it. */
void page_shorten_name(const char *path, char *words, size_t size);
/** The same as a line. */
void page_add_name(page *p, const char *left, const char *path);
/** "64 × 64 × 256". */
void page_add_grid(page *p, const char *left, const uint32_t grid[3]);
/** Milliseconds; NAN is "-". */
void page_add_ms(page *p, const char *left, double ms);
/** "frames a second", and why there are none where `rest` says so; `fps` of 0 is not known yet. */
void page_add_fps(page *p, double fps, const char *rest);
void page_add_gap(page *p);

#endif
