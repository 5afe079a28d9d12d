/* json.h - writes one JSON object.  SPDX-License-Identifier: MIT */
#ifndef DEMO_JSON_H
#define DEMO_JSON_H

#include "common/files/outfile.h"

#include <stdbool.h>
#include <stdint.h>

/** Zero it but for `file`. Commas and colons come by themselves. `key` is NULL inside arrays and for the outermost
 *  object. */
typedef struct json {
    outfile *file;
    bool needs_comma;
} json;

void json_open(json *j, const char *key, char bracket);
void json_close(json *j, char bracket);
/** Bytes that are not UTF-8 become U+FFFD; NULL becomes null. */
void json_text(json *j, const char *key, const char *value);
void json_count(json *j, const char *key, uint64_t value);
/** Three decimals: microseconds where the unit is a millisecond. Negative, infinite and NaN values become null. */
void json_ms(json *j, const char *key, double value);
/** Nine significant digits, for ratios and rates. Infinite and NaN values become null. */
void json_number(json *j, const char *key, double value);
/** An array, and an object of milliseconds. */
void json_counts(json *j, const char *key, const uint32_t *values, int count);
void json_times(json *j, const char *key, const char *const *names, const double *ms, int count);
void json_truth(json *j, const char *key, bool value);
void json_null(json *j, const char *key);

#endif
