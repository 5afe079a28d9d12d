/* error.c - one line that says what went wrong, passed up to main.  SPDX-License-Identifier: MIT */
#include "common/files/error.h"

#include <stdarg.h>
#include <stdio.h>

/* Messages of drivers and parsers may span lines and end in blanks; ours are one line. */
static void flatten(char *text) {
    char *end = text;
    for (char *c = text; *c; c++) {
        if ((unsigned char)*c < ' ')
            *c = ' ';
        if (*c != ' ')
            end = c + 1;
    }
    *end = '\0';
}

bool error_set(char *error, size_t error_size, const char *format, ...) {
    if (error && error_size > 0) {
        va_list arguments;
        va_start(arguments, format);
        if (vsnprintf(error, error_size, format, arguments) < 0)
            error[0] = '\0';
        va_end(arguments);
        flatten(error);
    }
    return false;
}
