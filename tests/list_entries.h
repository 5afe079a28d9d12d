/* list_entries.h - what tests of the reference's lists share: special numbers, random lists, and the order of entries.
 * SPDX-License-Identifier: MIT */
#ifndef TEST_LIST_ENTRIES_H
#define TEST_LIST_ENTRIES_H

#include <stdint.h>
#include <string.h>

#include <histopyramid/reference/reference.h>

#include "runner.h"
#include "seeded.h"

#define LIST(t, array) ((hpyr_ref_list){array, HPYR_LIST_TYPE_##t, (uint32_t)LENGTH(array)})
#define SAME(a, ...)   assert_memory_equal(a, ((const uint32_t[]){__VA_ARGS__}), sizeof((const uint32_t[]){__VA_ARGS__}))
#define REFUSED(...)   assert_int_equal(__VA_ARGS__, HPYR_ERROR_INVALID_ARGUMENT)
#define OK(...)        assert_int_equal(__VA_ARGS__, HPYR_OK)

enum { LIST_MOST = 700 };

#define MINUS_ZERO     0x80000000u
#define INFINITE       0x7F800000u
#define MINUS_INFINITE 0xFF800000u
#define NAN_FIRST      0x7F800001u /* the smallest of the positive ones */
#define NAN_QUIET      0x7FC00000u
#define NAN_LAST       0x7FFFFFFFu
#define NAN_MINUS_LAST 0xFFFFFFFFu /* the largest payload, so the smallest of the negative ones */
#define NAN_MINUS      0xFFC00000u
#define NAN_MINUS_ONE  0xFF800001u

static inline uint32_t bits(float value) {
    uint32_t result;
    memcpy(&result, &value, sizeof result);
    return result;
}

static inline float number(uint32_t entry) {
    float result;
    memcpy(&result, &entry, sizeof result);
    return result;
}

static inline uint32_t any_bits(void) {
    uint32_t high = random_below(65536);
    return high << 16 | random_below(65536);
}

/* Entries that are often equal, often special, and of all kinds. */
static inline uint32_t any_entry(uint32_t kind) {
    static const uint32_t special[] = {0,           MINUS_ZERO,     INFINITE,    MINUS_INFINITE, NAN_FIRST, NAN_QUIET,
                                       NAN_LAST,    NAN_MINUS_LAST, NAN_MINUS,   NAN_MINUS_ONE,  1,         0x7FFFFFFFu,
                                       0x80000001u, 0xFFFFFFFEu,    0x3F800000u, 0xBF800000u};
    if (kind == 0)
        return any_bits();
    if (kind == 1)
        return random_below(4);
    if (kind == 2)
        return special[random_below(LENGTH(special))];
    if (kind == 3)
        return bits((float)random_between(-3, 3));
    return any_entry(random_below(4));
}

static inline hpyr_ref_list any_list(uint32_t *entries, hpyr_list_type type) {
    hpyr_ref_list list = {entries, type, random_below(5) == 0 ? random_below(6) : random_below(LIST_MOST + 1)};
    uint32_t kind = random_below(5);
    for (uint32_t i = 0; i < list.count; i++)
        entries[i] = any_entry(kind);
    return list;
}

/* Where an entry stands among all 2^32 of its type, as the GPU library may compute it. */
static inline uint32_t place_of(hpyr_list_type type, uint32_t entry, bool descending) {
    if (type == HPYR_LIST_TYPE_FLOAT) {
        uint32_t place = (entry & MINUS_ZERO ? ~entry : entry | MINUS_ZERO) - 0x007FFFFFu;
        return descending && place <= 0xFF000001u ? 0xFF000001u - place : place;
    }
    uint32_t place = type == HPYR_LIST_TYPE_INT ? entry ^ 0x80000000u : entry;
    return descending ? ~place : place;
}

#endif
