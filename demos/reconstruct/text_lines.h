/* text_lines.h - lines of text, and the numbers in them.  SPDX-License-Identifier: MIT */
#ifndef RECONSTRUCT_TEXT_LINES_H
#define RECONSTRUCT_TEXT_LINES_H

#include "reconstruct/points.h"

enum { TEXT_LINE_SIZE = 1024 };

/** Zero it first, but for `source`. */
typedef struct text_lines {
    point_source *source;
    uint64_t number, bytes; /* of the line that was read last, from 1 on; read so far */
    bool has_end;           /* that line has a line break */
    bool has_failed;
    char line[TEXT_LINE_SIZE];
} text_lines;

/** The next line, without its end; comments, which begin with # or //, as lines without a character. NULL at the end of the file, and
 *  where a line is no text or too long, which `has_failed` tells. */
char *text_next(text_lines *t);

/** One line that names the file and its line, and then says `format`; returns false. */
bool text_fail(text_lines *t, const char *format, const char *word);

/** The numbers of a text, parted by blanks, commas or semicolons: how many there are, at most `most` + 1. -1, with one line in the
 *  source's error, where something else stands there. */
int text_numbers(text_lines *t, const char *text, double *numbers, int most);

#endif
