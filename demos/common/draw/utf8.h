/* utf8.h - characters of a text.  SPDX-License-Identifier: MIT */
#ifndef DEMO_UTF8_H
#define DEMO_UTF8_H

#include <stdint.h>

enum { UTF8_UNKNOWN = 0xFFFD };

/** The character that *text begins with, and *text moved behind it; 0 at the end, where it stays. A byte that begins no whole
 *  character of UTF-8 is UTF8_UNKNOWN: file names may hold anything. */
uint32_t utf8_next(const char **text);

#endif
