/* facts.c - what a demo tells: once written, it is in the panel, in the summary and in the JSON.  SPDX-License-Identifier: MIT */
#include "frame/facts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORDS = 160 };

static void summarize(facts *f, const char *first, const char *second) {
    if (f->summary)
        fprintf(f->summary, "%s%s%s%s", f->has_summary ? ", " : "", first, second[0] ? " " : "", second);
    f->has_summary = true;
}

static void show(facts *f, const char *label, const char *words) {
    if (label && f->panel)
        page_add(f->panel, label, "%s", words);
    if (label)
        summarize(f, label, words);
}

void fact_count(facts *f, const char *member, const char *label, uint64_t value) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    if (member && f->json)
        json_count(f->json, member, value);
    if (label && f->panel)
        page_add_count(f->panel, label, value);
    if (label)
        summarize(f, digits, label);
}

void fact_number(facts *f, const char *member, const char *label, double value, const char *words, ...) {
    char text[WORDS];
    va_list arguments;
    va_start(arguments, words);
    vsnprintf(text, sizeof text, words, arguments);
    va_end(arguments);
    if (member && f->json)
        json_number(f->json, member, value);
    show(f, label, text);
}

void fact_text(facts *f, const char *member, const char *label, const char *words, ...) {
    char text[WORDS];
    va_list arguments;
    va_start(arguments, words);
    vsnprintf(text, sizeof text, words, arguments);
    va_end(arguments);
    if (member && f->json)
        json_text(f->json, member, text);
    show(f, label, text);
}

void fact_summary(facts *f, const char *words, ...) {
    char text[WORDS];
    va_list arguments;
    va_start(arguments, words);
    vsnprintf(text, sizeof text, words, arguments);
    va_end(arguments);
    summarize(f, text, "");
}

void fact_note(facts *f, const char *label, const char *words, ...) {
    char text[WORDS];
    va_list arguments;
    va_start(arguments, words);
    vsnprintf(text, sizeof text, words, arguments);
    va_end(arguments);
    if (f->panel)
        page_add(f->panel, label, "%s", text);
}

void fact_colors(facts *f, const overlay_colors *colors) {
    if (f->panel && f->panel->count > 0)
        f->panel->lines[f->panel->count - 1].colors = *colors;
}

void fact_title(facts *f, const char *words, ...) {
    const size_t length = f->title ? strlen(f->title) : 0;
    va_list arguments;
    if (!f->title)
        return;
    snprintf(f->title + length, FACTS_TITLE - length, "%s", length > 0 ? ", " : "");
    va_start(arguments, words);
    vsnprintf(f->title + strlen(f->title), FACTS_TITLE - strlen(f->title), words, arguments);
    va_end(arguments);
}

void fact_truth(facts *f, const char *member, bool value) {
    if (f->json)
        json_truth(f->json, member, value);
}

void fact_counts(facts *f, const char *member, const uint32_t *values, int count) {
    if (f->json)
        json_counts(f->json, member, values, count);
}

void fact_floats(facts *f, const char *member, const float *values, int count) {
    if (!f->json)
        return;
    json_open(f->json, member, '[');
    for (int i = 0; i < count; i++)
        json_number(f->json, NULL, (double)values[i]); /* nine digits are exact */
    json_close(f->json, ']');
}

void fact_times(facts *f, const char *member, const char *const *names, const double *ms, int count) {
    if (f->json && names)
        json_times(f->json, member, names, ms, count);
    else if (f->json)
        json_null(f->json, member);
}

void fact_numbers(facts *f, const char *member, const char *const *names, const double *values, int count) {
    if (!f->json)
        return;
    json_open(f->json, member, names ? '{' : '[');
    for (int i = 0; i < count; i++)
        json_number(f->json, names ? names[i] : NULL, values[i]);
    json_close(f->json, names ? '}' : ']');
}
