/* little_endian.h - numbers as files have them, whatever this machine is.  SPDX-License-Identifier: MIT */
#ifndef DEMO_LITTLE_ENDIAN_H
#define DEMO_LITTLE_ENDIAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Four bytes; both return where the next ones go. */
uint8_t *put_word(uint8_t *out, uint32_t word);
/** Twelve bytes. */
uint8_t *put_three_floats(uint8_t *out, const float values[3]);

/** Four bytes. */
uint32_t get_word(const uint8_t *bytes);
float get_float(const uint8_t *bytes);

/** Numbers of `size` bytes each, in the order of a file, become those of this machine. */
void order_bytes(void *numbers, uint64_t count, size_t size, bool is_big_endian);

#endif
