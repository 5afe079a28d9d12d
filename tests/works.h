/* works.h - what a demo's part answers.  SPDX-License-Identifier: MIT */
#ifndef TEST_WORKS_H
#define TEST_WORKS_H

#include "runner.h"

#include "common/files/error.h"

/** Fails with the line that a demo would show. */
#define WORKS(call)                                                                                                    \
    do {                                                                                                               \
        if (!(call)) {                                                                                                 \
            print_error("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, error_text());                                   \
            fail();                                                                                                    \
        }                                                                                                              \
    } while (0)

#endif
