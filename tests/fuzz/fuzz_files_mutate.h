/* fuzz_files_mutate.h - changes to the bytes of a good file that make it a strange one, by a seed.  SPDX-License-Identifier: MIT */
#ifndef FUZZ_FILES_MUTATE_H
#define FUZZ_FILES_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/** The state to begin with; neighboring seeds have nothing in common. */
uint32_t mutate_seed(uint32_t seed);

/** A number below `bound`, and the next state. */
uint32_t mutate_below(uint32_t *state, uint32_t bound);

/** Makes up to five changes in `bytes`, which has `room`, and returns the new size: bytes and bits are changed, stretches are cut out,
 *  doubled and moved, numbers replaced, `words` put in, the end is cut off. */
size_t mutate(uint32_t *state, uint8_t *bytes, size_t size, size_t room, const char *const *words, size_t word_count);

#endif
