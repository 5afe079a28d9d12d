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

uint32_t get_word(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

float get_float(const uint8_t *bytes) {
    const uint32_t bits = get_word(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void swap_bytes(uint8_t *bytes, uint64_t count, size_t size) {
    for (uint64_t i = 0; i < count; i++, bytes += size) {
        for (size_t k = 0; k < size / 2; k++) {
            uint8_t low = bytes[k];
            bytes[k] = bytes[size - 1 - k];
            bytes[size - 1 - k] = low;
        }
    }
}

static bool is_big_machine(void) {
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 0;
}

void order_bytes(void *numbers, uint64_t count, size_t size, bool is_big_endian) {
    if (is_big_endian != is_big_machine())
        swap_bytes(numbers, count, size);
}
