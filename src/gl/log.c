/* log.c - messages to the caller's callback; the library itself never prints.  SPDX-License-Identifier: MIT */
#include "gl/gl.h"

#include <stdarg.h>
#include <stdio.h>

static void log_message(const hpyr_context *context, hpyr_log_level level, const char *format, va_list arguments) {
    char line[1024];
    va_list again;
    if (!context || !context->log)
        return;
    va_copy(again, arguments);
    int length = vsnprintf(line, sizeof line, format, arguments);
    if (length >= (int)sizeof line) { /* logs of shaders are often longer than `line` */
        char *text = hpi_alloc(context, (size_t)length + 1);
        if (text) {
            vsnprintf(text, (size_t)length + 1, format, again);
            context->log(level, text, context->user);
            hpi_free(context, text);
            va_end(again);
            return;
        }
    }
    if (length >= 0)
        context->log(level, line, context->user);
    va_end(again);
}

void hpi_gl_log(const hpyr_context *context, hpyr_log_level level, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    log_message(context, level, format, arguments);
    va_end(arguments);
}

hpyr_result hpi_gl_fail(const hpyr_context *context, hpyr_result result, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    log_message(context, HPYR_LOG_LEVEL_ERROR, format, arguments);
    va_end(arguments);
    return result;
}
