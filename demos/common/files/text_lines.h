/* text_lines.h - lines of text, and the numbers in them.  SPDX-License-Identifier: MIT */
#ifndef DEMO_TEXT_LINES_H
#define DEMO_TEXT_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { TEXT_LINE_SIZE = 8192 };

/** Zero it first, but for `file` and `path`. */
typedef struct text_lines {
    FILE *file;
    const char *path;       /* that messages name */
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

/** The numbers of a text, parted by blanks, commas or semicolons: how many there are, at most `most` + 1. -1, with one line in
 *  error_text(), where something else stands there. */
int text_numbers(text_lines *t, const char *text, double *numbers, int most);

/** A number from 1 on of `count` things that were read before, as faces of an OBJ file have it: one below 0 counts from the last. Moves
 *  `text` behind it; 0, and `text` as it was, where no number stands there. */
bool text_index(text_lines *t, const char **text, size_t count, size_t *index);

#endif
