/* message.c - what a window says: that something was done, failed, or is odd.  SPDX-License-Identifier: MIT */
#include "common/draw/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double NOTICE_MS = 6000, ERROR_MS = 20000;

void messages_say(messages *m, message_kind kind, const char *format, ...) {
    char text[MESSAGE_SIZE]; /* the arguments may have m->text */
    va_list arguments;
    va_start(arguments, format);
    line_write_all(text, sizeof text, format, arguments);
    va_end(arguments);
    strcpy(m->text, text);
    m->kind = kind;
    m->since_ms = 0;
    if (kind == MESSAGE_ERROR)
        fprintf(stderr, "%s: %s\n", m->program, m->text);
}

void messages_clear(messages *m) {
    m->text[0] = '\0';
}

const char *messages_news(const messages *m) {
    return m->text[0] ? m->text : m->note;
}

bool messages_expire(messages *m, double now_ms) {
    if (!m->text[0])
        return false;
    if (m->since_ms == 0)
        m->since_ms = now_ms;
    bool is_over = now_ms - m->since_ms > (m->kind == MESSAGE_ERROR ? ERROR_MS : NOTICE_MS);
    if (is_over)
        messages_clear(m);
    return is_over;
}

bool messages_set_oddity(messages *m, const char *line, bool is_told) {
    char next[MESSAGE_SIZE];
    snprintf(next, sizeof next, "%s", line ? line : "");
    if (strcmp(next, m->oddity) == 0)
        return false;
    strcpy(m->oddity, next);
    if (next[0] && !is_told)
        fprintf(stderr, "%s: %s\n", m->program, next);
    return true;
}
