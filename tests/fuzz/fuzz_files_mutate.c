/* fuzz_files_mutate.c - changes to the bytes of a good file.  SPDX-License-Identifier: MIT */
#include "fuzz_files_mutate.h"

#include <string.h>

uint32_t mutate_seed(uint32_t seed) {
    seed = (seed ^ seed >> 16) * 0x7feb352du;
    seed = (seed ^ seed >> 15) * 0x846ca68bu;
    return seed ^ seed >> 16;
}

uint32_t mutate_below(uint32_t *state, uint32_t bound) {
    *state = *state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)*state * bound >> 32);
}

static size_t erase(uint8_t *bytes, size_t size, size_t at, size_t count) {
    count = count < size - at ? count : size - at;
    memmove(bytes + at, bytes + at + count, size - at - count);
    return size - count;
}

/* Nothing where there is no room. */
static size_t insert(uint8_t *bytes, size_t size, size_t room, size_t at, const uint8_t *what, size_t count) {
    if (count > room - size)
        return size;
    memmove(bytes + at + count, bytes + at, size - at);
    memcpy(bytes + at, what, count);
    return size + count;
}

/* From the beginning of a line on, most changes make another file that nearly is one. */
static size_t line_begin(const uint8_t *bytes, size_t at) {
    while (at > 0 && bytes[at - 1] != '\n')
        at--;
    return at;
}

static size_t line_end(const uint8_t *bytes, size_t size, size_t at) {
    while (at < size && bytes[at] != '\n')
        at++;
    return at < size ? at + 1 : size;
}

/* The digits from `at` on become a word. */
static size_t replace_number(uint8_t *bytes, size_t size, size_t room, size_t at, const char *word) {
    while (at < size && (bytes[at] < '0' || bytes[at] > '9'))
        at++;
    size_t end = at;
    while (end < size && bytes[end] >= '0' && bytes[end] <= '9')
        end++;
    size = erase(bytes, size, at, end - at);
    return insert(bytes, size, room, at, (const uint8_t *)word, strlen(word));
}

static size_t copy_line(uint32_t *state, uint8_t *bytes, size_t size, size_t room, size_t at) {
    uint8_t line[256];
    size_t begin = line_begin(bytes, at), count = line_end(bytes, size, at) - begin;
    count = count < sizeof line ? count : sizeof line;
    memcpy(line, bytes + begin, count);
    if (mutate_below(state, 2))
        size = erase(bytes, size, begin, count);
    return insert(bytes, size, room, line_begin(bytes, mutate_below(state, (uint32_t)size + 1)), line, count);
}

static size_t change(uint32_t *state, uint8_t *bytes, size_t size, size_t room, const char *word) {
    size_t at = mutate_below(state, (uint32_t)size);
    switch (mutate_below(state, 9)) {
    case 0:
        bytes[at] = (uint8_t)mutate_below(state, 256);
        return size;
    case 1:
        bytes[at] ^= (uint8_t)(1u << mutate_below(state, 8));
        return size;
    case 2:
        return erase(bytes, size, at, 1 + mutate_below(state, 8));
    case 3:
        return erase(bytes, size, line_begin(bytes, at), line_end(bytes, size, at) - line_begin(bytes, at));
    case 4:
        return insert(bytes, size, room, at, (const uint8_t *)word, strlen(word));
    case 5:
        return replace_number(bytes, size, room, at, word);
    case 6:
        return copy_line(state, bytes, size, room, at);
    case 7:
        return insert(bytes, size, room, line_begin(bytes, at), (const uint8_t *)word, strlen(word));
    default:
        return mutate_below(state, 4) ? erase(bytes, size, line_end(bytes, size, at) - 1, 1) : at;
    }
}

size_t mutate(uint32_t *state, uint8_t *bytes, size_t size, size_t room, const char *const *words, size_t word_count) {
    for (uint32_t i = mutate_below(state, 6); i > 0 && size > 0; i--)
        size = change(state, bytes, size, room, words[mutate_below(state, (uint32_t)word_count)]);
    return size;
}
