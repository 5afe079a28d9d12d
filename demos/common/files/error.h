/* error.h - one line that says what went wrong.  SPDX-License-Identifier: MIT */
#ifndef DEMO_ERROR_H
#define DEMO_ERROR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/** Large enough for a path and a sentence. */
#define ERROR_SIZE 1024

/* A function's parameter `at` is a format as printf has it, and its arguments begin at parameter `first`. */
#if defined(__MINGW_PRINTF_FORMAT) /* where C's own formats are not what printf takes elsewhere on that system */
#    define FORMAT_OF(at, first) __attribute__((format(__MINGW_PRINTF_FORMAT, at, first)))
#elif defined(__GNUC__)
#    define FORMAT_OF(at, first) __attribute__((format(printf, at, first)))
#else
#    define FORMAT_OF(at, first)
#endif

/** Takes one line that tells what was found or missing, and how it goes on. */
typedef void (*warn_fn)(const char *line);

/* What can fail in the demos returns false, NULL or 0, and has called error_set. */

/** Keeps a line for error_text, in place of the one before, and returns false, so that a function can fail in one statement. Line breaks
 *  become blanks. The arguments may have the line that was kept before. */
bool error_set(const char *format, ...) FORMAT_OF(1, 2);

/** The line that was kept last: why the function that has just failed did so. Lives until the next error_set. */
const char *error_text(void);

/** Forgets the line: error_text is "" then. */
void error_clear(void);

/** Writes a formatted line, its line breaks turned into blanks, into `size` bytes, at least 1. The arguments have nothing of `line`. */
void line_write(char *line, size_t size, const char *format, ...) FORMAT_OF(3, 4);
void line_write_all(char *line, size_t size, const char *format, va_list arguments);

/** Passes a formatted line to `warn`, which may be NULL. */
void warn_with(warn_fn warn, const char *format, ...) FORMAT_OF(2, 3);

#endif
