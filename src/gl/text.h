/* text.h - text that grows: the defines and the sources of shaders.  SPDX-License-Identifier: MIT */
#ifndef HPI_GL_TEXT_H
#define HPI_GL_TEXT_H

#include <histopyramid/context.h>

#include <stddef.h>

#if defined(__GNUC__)
#    define HPI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#    define HPI_PRINTF(text, first)
#endif

/** A text that grows. Initialize it by HPI_TEXT, and free it by hpi_text_free. When memory runs out,
 *  the text is lost, `failed` is set, and adding does nothing: it is enough to check at the end. */
typedef struct hpi_text {
    const hpyr_context *context; /* whose memory it is */
    char *bytes;                 /* ends with a NUL; NULL if nothing was added */
    size_t used, capacity;
    bool failed;
} hpi_text;
#define HPI_TEXT(owner) ((hpi_text){.context = (owner)})

void hpi_text_add(hpi_text *text, const char *more);
void hpi_text_add_part(hpi_text *text, const char *more, size_t length);
void hpi_text_print(hpi_text *text, const char *format, ...) HPI_PRINTF(2, 3);
void hpi_text_free(hpi_text *text);

/** The text; "" if nothing was added, NULL if memory ran out. */
const char *hpi_text_get(const hpi_text *text);

#endif
