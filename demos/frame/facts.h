/* facts.h - what a demo tells: once written, it is in the panel, in the summary and in the JSON.  SPDX-License-Identifier: MIT */
#ifndef FRAME_FACTS_H
#define FRAME_FACTS_H

#include "common/draw/page.h"
#include "common/files/error.h"
#include "common/files/json.h"

#include <stdint.h>

enum { FACTS_TITLE = 160 };

/** Where facts go: each member may be NULL. Zero it first. */
typedef struct facts {
    page *panel;
    json *json;
    FILE *summary;
    bool has_summary; /* something stands there already */
    char *title;      /* of FACTS_TITLE bytes */
} facts;

/* In each call `member` names the fact in the JSON, and `label` in the panel and in the summary. NULL: it is not there. */

/** A count: "1 234" in the panel, "1234 leaves" in the summary. */
void fact_count(facts *f, const char *member, const char *label, uint64_t value);
/** A number, with the words that a person reads: in the summary "label words". NAN and infinity are null in JSON. */
void fact_number(facts *f, const char *member, const char *label, double value, const char *words, ...) FORMAT_OF(5, 6);
void fact_text(facts *f, const char *member, const char *label, const char *words, ...) FORMAT_OF(4, 5);
/** In the title of the window alone, after the settings. */
void fact_title(facts *f, const char *words, ...) FORMAT_OF(2, 3);
/** In the summary alone. */
void fact_summary(facts *f, const char *words, ...) FORMAT_OF(2, 3);
/** In the panel alone. */
void fact_note(facts *f, const char *label, const char *words, ...) FORMAT_OF(3, 4);
/** The last line of the panel has the colors of what it names; `colors` is copied. */
void fact_colors(facts *f, const overlay_colors *colors);
/** In the JSON alone. */
void fact_truth(facts *f, const char *member, bool value);
void fact_counts(facts *f, const char *member, const uint32_t *values, int count);
/** Numbers: an array, or with `names` an object. */
void fact_numbers(facts *f, const char *member, const char *const *names, const double *values, int count);
void fact_floats(facts *f, const char *member, const float *values, int count);
/** Milliseconds by name; null without `names`. */
void fact_times(facts *f, const char *member, const char *const *names, const double *ms, int count);

#endif
