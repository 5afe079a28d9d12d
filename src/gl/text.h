/* text.h - text that grows: the defines and the sources of shaders.  SPDX-License-Identifier: MIT */
#ifndef HPYR_GL_TEXT_H
#define HPYR_GL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__)
#    define HPYR_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#    define HPYR_PRINTF(text, first)
#endif

/** Begin with all zeros, end with hpyr_text_free. Where memory runs out the text is lost and `failed` set; adding goes on without
 *  effect, so it is enough to look at the end. */
typedef struct hpyr_text {
    char *bytes; /* ends with a NUL; NULL where nothing was added */
    size_t used, capacity;
    bool failed;
} hpyr_text;

void hpyr_text_add(hpyr_text *text, const char *more);
void hpyr_text_add_part(hpyr_text *text, const char *more, size_t length);
void hpyr_text_print(hpyr_text *text, const char *format, ...) HPYR_PRINTF(2, 3);
void hpyr_text_free(hpyr_text *text);

/** The text, "" where nothing was added, NULL where memory ran out. */
const char *hpyr_text_get(const hpyr_text *text);

#endif
