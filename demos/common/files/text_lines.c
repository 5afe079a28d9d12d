/* text_lines.c - lines of text, and the numbers in them.  SPDX-License-Identifier: MIT */
#include "common/files/text_lines.h"

#include "common/files/error.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool text_fail(text_lines *t, const char *format, const char *word) {
    char words[256], shown[48];
    snprintf(shown, sizeof shown, "%.40s", word ? word : "");
    for (char *c = shown; *c; c++)
        *c = isprint((unsigned char)*c) ? *c : '?';
    snprintf(words, sizeof words, format, shown);
    t->has_failed = true;
    return error_set("%s: line %llu: %s", t->path, (unsigned long long)t->number, words);
}

static bool is_comment(const char *line) {
    return line[0] == '#' || (line[0] == '/' && line[1] == '/');
}

char *text_next(text_lines *t) {
    size_t length = 0;
    int c = getc(t->file);
    if (c == EOF)
        return NULL;
    t->number++;
    for (; c != EOF && c != '\n'; c = getc(t->file)) {
        t->bytes++;
        if (c == '\0' || (length == TEXT_LINE_SIZE - 1 && !is_comment(t->line))) {
            text_fail(t, c == '\0' ? "is no text" : "is too long", NULL);
            return NULL;
        }
        if (length < TEXT_LINE_SIZE - 1)
            t->line[length++] = (char)c;
        t->line[length] = '\0';
    }
    t->has_end = c == '\n';
    t->bytes += t->has_end;
    t->line[length] = '\0';
    char *begin = t->line;
    if (t->number == 1 && strncmp(begin, "\xEF\xBB\xBF", 3) == 0) /* UTF-8's mark of the byte order */
        begin += 3;
    begin += strspn(begin, " \t\r\v\f");
    if (is_comment(begin))
        *begin = '\0';
    return begin;
}

static bool is_between(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == ',' || c == ';';
}

int text_numbers(text_lines *t, const char *text, double *numbers, int most) {
    int count = 0;
    for (;;) {
        while (is_between(*text))
            text++;
        if (*text == '\0' || count > most)
            return count;
        char *end;
        double number = strtod(text, &end);
        if (end == text || (*end != '\0' && !is_between(*end))) {
            char word[48];
            size_t length = strcspn(text, " \t\r,;");
            snprintf(word, sizeof word, "%.*s", (int)(length < 40 ? length : 40), text);
            text_fail(t, "'%s' is no number", word);
            return -1;
        }
        if (count < most)
            numbers[count] = number;
        count++;
        text = end;
    }
}

bool text_index(text_lines *t, const char **text, size_t count, size_t *index) {
    char *end;
    long long number = strtoll(*text, &end, 10);
    *index = 0;
    if (end == *text)
        return true;
    if (number < 0)
        number += (long long)count + 1;
    if (number < 1 || (unsigned long long)number > count)
        return text_fail(t, "'%s' is no vertex or normal or texture coordinate of those before", *text);
    *index = (size_t)number;
    *text = end;
    return true;
}
