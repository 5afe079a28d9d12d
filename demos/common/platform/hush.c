/* hush.c - keeps drivers from writing to stderr while a context is made.  SPDX-License-Identifier: MIT */
#include "common/platform/hush.h"

#ifdef _WIN32 /* whose drivers write no words there */

hush hush_begin(void) {
    return (hush){-1};
}

void hush_end(hush *h) {
    (void)h;
}

#else

#    include <fcntl.h>
#    include <stdbool.h>
#    include <stdio.h>
#    include <stdlib.h>
#    include <unistd.h>

enum { NONE = -1 };

static bool is_wanted(void) {
    static const char *const VARIABLES[] = {"EGL_LOG_LEVEL", "LIBGL_DEBUG", "MESA_DEBUG"};
    for (size_t i = 0; i < sizeof VARIABLES / sizeof VARIABLES[0]; i++)
        if (getenv(VARIABLES[i]))
            return true;
    return false;
}

/* By the descriptor: these variables alone do not silence all that loaders write, and other drivers have others. */
hush hush_begin(void) {
    hush h = {NONE};
    int nowhere = is_wanted() ? NONE : open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere == NONE || nowhere == STDERR_FILENO) /* it was closed: else a driver's file takes its place */
        return h;
    fflush(stderr);
    h.stderr_before = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (h.stderr_before != NONE)
        dup2(nowhere, STDERR_FILENO);
    close(nowhere);
    return h;
}

void hush_end(hush *h) {
    if (h->stderr_before != NONE) {
        fflush(stderr);
        dup2(h->stderr_before, STDERR_FILENO);
        close(h->stderr_before);
        h->stderr_before = NONE;
    }
}

#endif
