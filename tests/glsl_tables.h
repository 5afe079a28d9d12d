/* glsl_tables.h - the tables of histopyramid/glsl.h, and the functions of glsl_internal.txt.  SPDX-License-Identifier: MIT */
#ifndef TEST_GLSL_TABLES_H
#define TEST_GLSL_TABLES_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_ROWS = 64, MOST_MODES = 16, MOST_INTERNAL = 256, WORDS = 128 };

/** A row of the tables of functions. */
typedef struct glsl_row {
    char declaration[WORDS], modes[WORDS];
    bool is_of_text; /* else of the caller's own GLSL */
    bool is_yours;   /* the caller defines it */
} glsl_row;

/** A row of the table of modes. */
typedef struct glsl_mode {
    char names[WORDS], stages[WORDS], dialects[WORDS];
} glsl_mode;

typedef struct glsl_tables {
    glsl_row rows[MOST_ROWS];
    glsl_mode modes[MOST_MODES];
    char internal[MOST_INTERNAL][WORDS];
    size_t row_count, mode_count, internal_count;
} glsl_tables;

/** Reads the header and the list. With `is_21` the types are those of GL 2.1. */
void glsl_tables_read(glsl_tables *t, bool is_21);

/** The mode of this name, or NULL. */
const glsl_mode *glsl_mode_of(const glsl_tables *t, const char *name);

/** Whether `word` is one of several that are joined by commas. */
bool has_word(const char *words, const char *word);

/** Puts `by` in the place of each `word`. */
void replace_word(char text[WORDS], const char *word, const char *by);

#endif
