/* little_endian.c - numbers as files have them, whatever this machine is.  SPDX-License-Identifier: MIT */
#include "common/files/little_endian.h"

#include <string.h>

uint8_t *put_word(uint8_t *out, uint32_t word) {
    for (int i = 0; i < 4; i++)
        *out++ = (uint8_t)(word >> (8 * i));
    return out;
}

static uint8_t *put_float(uint8_t *out, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return put_word(out, bits);
}

uint8_t *put_three_floats(uint8_t *out, const float values[3]) {
    for (int i = 0; i < 3; i++)
        out = put_float(out, values[i]);
    return out;
}
