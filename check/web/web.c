/* web.c - what the page calls: checks by their numbers, and the report as text.  SPDX-License-Identifier: MIT */
#include "report.h"

#include <emscripten.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file in memory, whose text ends with 0. */
struct outfile {
    char *text;
    size_t size;
};

void outfile_write(outfile *file, const void *bytes, size_t size) {
    char *grown = realloc(file->text, file->size + size + 1);
    if (!grown)
        return;
    file->text = grown;
    memcpy(grown + file->size, bytes, size);
    file->size += size;
    grown[file->size] = '\0';
}

void outfile_print(outfile *file, const char *format, ...) {
    char text[512]; /* three decimals of the largest double take 314 */
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    outfile_write(file, text, (size_t)length);
}

static report all;

/** Name of module `i`, or "" behind the last one. */
EMSCRIPTEN_KEEPALIVE const char *check_web_name(int i) {
    return CHECK_MODULES[i].name ? CHECK_MODULES[i].name : "";
}

/** Runs module `i` in the current context, and appends a row to the report. The page tells what the browser calls itself. */
EMSCRIPTEN_KEEPALIVE void check_web_run(int i, const char *browser) {
    report_row *row = &all.rows[all.count++];
    row->name = CHECK_MODULES[i].name;
    check_run(&CHECK_MODULES[i], false, NULL, &row->result);
    size_t length = strlen(row->result.facts);
    if (i == 0)
        snprintf(row->result.facts + length, CHECK_FACTS - length, "browser\t%s\n", browser);
}

/** The last module crashed. */
EMSCRIPTEN_KEEPALIVE void check_web_fail(const char *detail) {
    check_result *result = &all.rows[all.count - 1].result;
    result->status = CHECK_WRONG;
    snprintf(result->detail, CHECK_TEXT, "%s", detail);
}

/** Of the last module. */
EMSCRIPTEN_KEEPALIVE const char *check_web_word(void) {
    return report_word(all.rows[all.count - 1].result.status);
}

EMSCRIPTEN_KEEPALIVE double check_web_seconds(void) {
    return all.rows[all.count - 1].result.seconds;
}

EMSCRIPTEN_KEEPALIVE const char *check_web_detail(void) {
    return all.rows[all.count - 1].result.detail;
}

EMSCRIPTEN_KEEPALIVE const char *check_web_verdict(void) {
    static char line[REPORT_LINE];
    report_verdict(&all, line);
    return line;
}

EMSCRIPTEN_KEEPALIVE const char *check_web_report(void) {
    static outfile file;
    free(file.text);
    memset(&file, 0, sizeof file);
    report_write(&all, &file);
    return file.text ? file.text : "";
}
