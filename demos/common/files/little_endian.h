/* little_endian.h - numbers as files have them, whatever this machine is.  SPDX-License-Identifier: MIT */
#ifndef DEMO_LITTLE_ENDIAN_H
#define DEMO_LITTLE_ENDIAN_H

#include <stdint.h>

/** Four bytes; both return where the next ones go. */
uint8_t *put_word(uint8_t *out, uint32_t word);
/** Twelve bytes. */
uint8_t *put_three_floats(uint8_t *out, const float values[3]);

#endif
