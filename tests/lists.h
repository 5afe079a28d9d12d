/* lists.h - lists on both sides, CPU and GL: entries of every kind, in every place that the library takes.
 * SPDX-License-Identifier: MIT
 *
 * A case says what a test of one operation works on. Cases with consecutive numbers differ in everything, so a few dozen
 * of them meet most pairs of a type, a kind of keys, a place and a length. */
#ifndef TEST_LISTS_H
#define TEST_LISTS_H

#include "oracle.h"

/** What the entries are. Blocks are what one fragment, or one node, holds. */
typedef enum list_keys {
    KEYS_RANDOM,
    KEYS_SORTED,
    KEYS_REVERSED,
    KEYS_EQUAL,
    KEYS_TWO,       /* two values */
    KEYS_ONE_BLOCK, /* 0 but for one block of 128 */
    KEYS_ONE_BIN,   /* equal but for their lowest bits */
    KEYS_RUNS,      /* runs that begin and end at, before and behind boundaries of 4, 16, 64 and 128 */
    KEYS_SPECIAL,   /* NaN of both signs, both zeros and infinities, largest and smallest */
    KEYS
} list_keys;

/** Where a list lies. */
typedef enum list_place {
    PLACE_START,   /* at the start of a buffer, with room behind */
    PLACE_SHIFTED, /* from byte 4 on */
    PLACE_TEXEL,   /* from byte 16 on */
    PLACE_WHOLE,   /* all of a buffer */
    PLACE_END,     /* the end of a buffer, from byte 20 on */
    PLACE_TEXTURE, /* in a texture of odd width, with a row behind */
    PLACE_MIPMAP,  /* the same in level 1 */
    PLACES
} list_place;

/** Who knows the length. */
typedef enum list_knowledge {
    LENGTH_KNOWN,
    LENGTH_SHORTER, /* the GPU knows that the list is shorter than its count */
    LENGTH_LONGER,  /* the GPU's number is larger than the count */
    LENGTHS
} list_knowledge;

typedef struct list_case {
    uint32_t number; /* also the seed */
    uint32_t count;  /* entries that the operation works on */
    uint32_t most;   /* entries that it writes: `length.count` */
    hpyr_list_type type;
    list_keys keys;
    list_knowledge knowledge;
    list_place from, to;
    bool in_place;
} list_case;

list_case case_at(uint32_t number, uint32_t count);

/** The length of the case. length_free frees its buffer. */
hpyr_length length_of(const list_case *c);
hpyr_length length_in_buffer(uint32_t most, uint32_t number);
void length_free(hpyr_length *length);

/** `c->most` entries. Those behind `c->count` are not 0, and none of the list. Free them. */
uint32_t *keys_make(const list_case *c);

/** The same, for sums: UINT do not pass 2^32 - 2, FLOAT and all of their sums are not denormal. */
uint32_t *summands_make(const list_case *c);

/** `count` zeros, one at least. Free them. */
uint32_t *zeros_make(size_t count);

hpyr_ref_list ref_of(const list_case *c, const uint32_t *entries);

/** A list in GL, and everything around it, which has a pattern. */
typedef struct stored {
    hpyr_list list;
    uint32_t words, first; /* words of the buffer or the texture's level, and the one with entry 0 */
} stored;

/** A list of `count` entries; `entries` NULL: of the pattern. */
stored stored_make(list_place place, hpyr_list_type type, const uint32_t *entries, uint32_t count);
void stored_free(stored *s);

/** The first `count` entries are `expected`, all around them is the pattern. `any_nan`: a float that is expected to be NaN may
 *  be any NaN. Fails the test with the case that failed. */
void stored_check(const stored *s, const uint32_t *expected, uint32_t count, bool any_nan, const char *what);

/** Nothing but the pattern. */
void stored_check_untouched(const stored *s, const char *what);

/** The entries from `first` on as another list in the same buffer. */
hpyr_list stored_part(const stored *s, uint32_t first);

bool is_nan(uint32_t entry);
void check_number(uint32_t got, uint32_t expected, bool any_nan, const char *what);

hpyr_lists *make_lists(env *e, uint32_t capacity, uint32_t operations);
void free_lists(env *e, hpyr_lists *lists);

/** Lengths around everything that has a size: fewer and smaller ones on a slow GL. False past the last one. */
bool length_at(const env *e, size_t i, uint32_t *count);
enum { LONGEST = 65537 + 37 };

/** How many cases of that length are enough; fewer in the hostile state and on a slow GL. */
uint32_t cases_of(const env *e, uint32_t count);

/** A call for each case of each length, with one workspace for all of them. */
typedef void (*case_fn)(env *e, hpyr_lists *lists, const list_case *c);
void check_cases(env *e, uint32_t operations, case_fn check);

#endif
