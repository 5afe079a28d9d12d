/* error.c - one line that says what went wrong.  SPDX-License-Identifier: MIT */
#include "common/files/error.h"

#include <stdio.h>
#include <string.h>

static char kept[ERROR_SIZE];

/* Messages of drivers and parsers may span lines and end in blanks; ours are one line. */
void line_write_all(char *line, size_t size, const char *format, va_list arguments) {
    char *end = line;
    if (vsnprintf(line, size, format, arguments) < 0)
        line[0] = '\0';
    for (char *c = line; *c; c++) {
        if ((unsigned char)*c < ' ')
            *c = ' ';
        if (*c != ' ')
            end = c + 1;
    }
    *end = '\0';
}

void line_write(char *line, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    line_write_all(line, size, format, arguments);
    va_end(arguments);
}

bool error_set(const char *format, ...) {
    char line[ERROR_SIZE];
    va_list arguments;
    va_start(arguments, format);
    line_write_all(line, sizeof line, format, arguments);
    va_end(arguments);
    memcpy(kept, line, sizeof kept);
    return false;
}

const char *error_text(void) {
    return kept;
}

void error_clear(void) {
    kept[0] = '\0';
}

void warn_with(warn_fn warn, const char *format, ...) {
    char line[ERROR_SIZE];
    va_list arguments;
    va_start(arguments, format);
    line_write_all(line, sizeof line, format, arguments);
    va_end(arguments);
    if (warn)
        warn(line);
}
