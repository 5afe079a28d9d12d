/* report.h - what all checks have found, as text.  SPDX-License-Identifier: MIT */
#ifndef CHECK_REPORT_H
#define CHECK_REPORT_H

#include "check.h"

#include "common/files/outfile.h"

enum { REPORT_ROWS = 64, REPORT_LINE = 2048 };

typedef struct report_row {
    const char *name;
    check_result result;
} report_row;

typedef struct report {
    report_row rows[REPORT_ROWS];
    size_t count;
} report;

/** "right", "not on this GL" or "WRONG". */
const char *report_word(check_status status);

/** The last line: that all is right, or which modules are not, with what was found first. True if all is right. It ends with "and
 *  more" if it has no room for all modules. */
bool report_verdict(const report *r, char line[REPORT_LINE]);

/** Markdown, with a JSON object in it. */
void report_write(const report *r, outfile *file);

#endif
