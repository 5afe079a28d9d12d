/* utf8.c - characters of a text.  SPDX-License-Identifier: MIT */
#include "common/draw/utf8.h"

/* Bytes behind the first one, by the first; -1 for none that may come first. */
static int rest_of(unsigned char first) {
    return first < 0x80 ? 0 : first < 0xC2 ? -1 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : -1;
}

uint32_t utf8_next(const char **text) {
    static const uint32_t LEAST[4] = {0, 0x80, 0x800, 0x10000}; /* what needs so many bytes; longer forms are wrong */
    static const unsigned char MASKS[4] = {0x7F, 0x1F, 0x0F, 0x07};
    const unsigned char *t = (const unsigned char *)*text;
    if (*t == 0)
        return 0;
    int rest = rest_of(*t);
    uint32_t value = rest < 0 ? UTF8_UNKNOWN : *t & MASKS[rest];
    *text += 1;
    for (int i = 1; i <= rest; i++) {
        if ((t[i] & 0xC0) != 0x80)
            return UTF8_UNKNOWN;
        value = value << 6 | (t[i] & 0x3F);
    }
    if (rest > 0 && (value < LEAST[rest] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)))
        return UTF8_UNKNOWN;
    *text += rest > 0 ? rest : 0;
    return value;
}
