/* error.h - one line that says what went wrong, passed up to main.  SPDX-License-Identifier: MIT */
#ifndef DEMO_ERROR_H
#define DEMO_ERROR_H

#include <stdbool.h>
#include <stddef.h>

/** Large enough for a path and a sentence. */
#define ERROR_SIZE 1024

#if defined(__GNUC__)
#    define ERROR_FORMAT __attribute__((format(printf, 3, 4)))
#else
#    define ERROR_FORMAT
#endif

/** Takes one line that tells what was found or missing, and how it goes on. */
typedef void (*warn_fn)(const char *line);

/** Formats a message, its line breaks turned into blanks, and returns false, so that a function can fail in one
 *  statement. `error` may be NULL. */
bool error_set(char *error, size_t error_size, const char *format, ...) ERROR_FORMAT;

#endif
