/* warnings.c - what is odd about the files that are shown: lines on stderr, kept for the window.  SPDX-License-Identifier: MIT */
#include "common/files/warnings.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 4, LINE = 512 }; /* that are kept; a file with more is odd enough */

static struct {
    char lines[MOST][LINE];
    int count;
} kept;

void warnings_add(const char *program, const char *line) {
    fprintf(stderr, "%s: %s\n", program, line);
    if (kept.count < MOST)
        snprintf(kept.lines[kept.count++], LINE, "%s", line);
}

int warnings_count(void) {
    return kept.count;
}

const char *warnings_at(int i) {
    return i >= 0 && i < kept.count ? kept.lines[i] : "";
}

void warnings_forget_first(int count) {
    count = count < kept.count ? count : kept.count;
    memmove(kept.lines, kept.lines + count, (size_t)(kept.count - count) * LINE);
    kept.count -= count;
}

void warnings_forget_after(int count) {
    kept.count = count < kept.count ? count : kept.count;
}
