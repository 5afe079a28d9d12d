/* lists.c - lists of every kind, put to GL and read back.  SPDX-License-Identifier: MIT */
#include "lists.h"

#include "fetches.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 4, BEHIND = 9 /* words */, SHORTER_BY = 37, MORE = 5 };

static char telling[160] = ""; /* the case that runs */

static void tell(const list_case *c) {
    static const char *const keys[KEYS] = {"random",    "sorted",  "reversed", "equal",  "two-valued",
                                           "one block", "one bin", "runs",     "special"};
    snprintf(telling, sizeof telling,
             "case %" PRIu32 ": %" PRIu32 " of %" PRIu32 " %s entries of type %d, place %d to %d%s", c->number,
             c->count, c->most, keys[c->keys], (int)c->type, (int)c->from, (int)c->to, c->in_place ? ", in place" : "");
}

/* ---- cases ---- */

list_case case_at(uint32_t number, uint32_t count) {
    uint64_t seed = number;
    list_case c = {.number = number,
                   .count = count,
                   .type = (hpyr_list_type)(HPYR_LIST_TYPE_UINT + number % 3),
                   .keys = (list_keys)(number / 3 % KEYS),
                   .knowledge = (list_knowledge)(random_below(&seed, LENGTHS + 1) % LENGTHS),
                   .from = (list_place)((number + number / KEYS) % PLACES),
                   .to = (list_place)((number / 2 + 3) % PLACES),
                   .in_place = random_below(&seed, 4) == 0};
    c.most = c.knowledge == LENGTH_SHORTER ? count + SHORTER_BY : count;
    tell(&c);
    return c;
}

hpyr_length length_in_buffer(uint32_t most, uint32_t number) {
    const uint32_t words[4] = {0xDEADBEEFu, number, 0xDEADBEEFu, number};
    hpyr_length length = {.count = most, .offset = number % 2 ? 4 : 12};
    length.buffer = buffer_of(words, sizeof words);
    return length;
}

hpyr_length length_of(const list_case *c) {
    if (c->knowledge == LENGTH_KNOWN || !c->most)
        return (hpyr_length){.count = c->most};
    return length_in_buffer(c->most, c->knowledge == LENGTH_SHORTER ? c->count : UINT32_MAX - c->number % MORE);
}

void length_free(hpyr_length *length) {
    glDeleteBuffers(1, &length->buffer);
    length->buffer = 0;
}

bool length_at(const env *e, size_t i, uint32_t *count) {
    static const uint32_t lengths[] = {0, 1, 2, 3, 255, 256, 257, 65535, 65537};
    static const uint32_t few[] = {0, 1, 3, 255, 256, 257, 4099};
    bool is_there = e->small ? i < LENGTH(few) : i < LENGTH(lengths);
    *count = !is_there ? 0 : e->small ? few[i] : lengths[i];
    return is_there;
}

uint32_t cases_of(const env *e, uint32_t count) {
    uint32_t cases = count < 4 ? 12 : 27;
    return e->small || (e->hostile && count > 4) ? cases / 3 : cases;
}

void check_cases(env *e, uint32_t operations, case_fn check) {
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, LONGEST, operations);
    uint32_t count, number = e->hostile ? 1000 : 0;
    for (size_t i = 0; length_at(e, i, &count); i++)
        for (uint32_t k = 0; k < cases_of(e, count); k++) {
            list_case c = case_at(number, count);
            number += e->small || e->hostile ? 4 : 1;
            check(e, lists, &c);
        }
}

/* ---- entries ---- */

/* Entries in the order of their type: place 0 is the smallest number, and NaN comes last. */
static uint32_t entry_at_place(hpyr_list_type type, uint32_t place) {
    if (type == HPYR_LIST_TYPE_INT)
        return place ^ 0x80000000u;
    if (type != HPYR_LIST_TYPE_FLOAT)
        return place;
    place += 0x007FFFFFu;
    return place & 0x80000000u ? place & 0x7FFFFFFFu : ~place;
}

static uint32_t special_entry(hpyr_list_type type, uint64_t *seed) {
    static const uint32_t floats[] = {0,           0x80000000u, 0x7F800000u, 0xFF800000u, 0x7F800001u, 0x7FC00000u,
                                      0x7FFFFFFFu, 0xFFFFFFFFu, 0xFFC00000u, 0xFF800001u, 1,           0x80000001u,
                                      0x7F7FFFFFu, 0xFF7FFFFFu, 0x3F800000u, 0xBF800000u};
    static const uint32_t integers[] = {0, 1, 0x7FFFFFFFu, 0x80000000u, 0x80000001u, 0xFFFFFFFEu, 0xFFFFFFFFu};
    return type == HPYR_LIST_TYPE_FLOAT ? floats[random_below(seed, LENGTH(floats))]
                                        : integers[random_below(seed, LENGTH(integers))];
}

/* Does a run begin here? Each boundary of 4, 16, 64 and 128 has one at it, before it or behind it. */
static bool begins_run(uint32_t i, uint32_t kind) {
    static const uint32_t sizes[] = {128, 64, 16, 4};
    for (uint32_t k = 0; k < 4; k++)
        if ((i + 1) / sizes[k] % 5 == k && (i + kind % 3) % sizes[k] == 0)
            return true;
    return false;
}

static uint32_t entry_of(const list_case *c, uint32_t i, uint64_t *seed, uint32_t *run) {
    uint32_t step = c->count ? 0xFF000001u / c->count : 1;
    switch (c->keys) {
    case KEYS_SORTED:
        return entry_at_place(c->type, i * step);
    case KEYS_REVERSED:
        return entry_at_place(c->type, (c->count - i) * step);
    case KEYS_EQUAL:
        return 0x42F6E979u;
    case KEYS_TWO:
        return random_below(seed, 2) ? 0xC2280000u : 0x42280000u;
    case KEYS_ONE_BLOCK:
        return i / 128 == c->count / 300 ? random_next(seed) : 0;
    case KEYS_ONE_BIN:
        return 0x42280000u | random_below(seed, 256);
    case KEYS_RUNS:
        *run += begins_run(i, c->number);
        return 0x40000000u + *run * 3;
    case KEYS_SPECIAL:
        return special_entry(c->type, seed);
    default:
        return random_next(seed);
    }
}

uint32_t *keys_make(const list_case *c) {
    uint32_t *entries = zeros_make(c->most), run = 0;
    uint64_t seed = UINT64_C(77) * c->number + c->count;
    for (uint32_t i = 0; i < c->most; i++)
        entries[i] = i < c->count ? entry_of(c, i, &seed, &run) : 0x42290000u + i;
    return entries;
}

/* 24 bits and a sign, far from the smallest exponents. */
static uint32_t float_summand(uint32_t entry) {
    float value = (float)((int32_t)entry >> 8) / 1024;
    memcpy(&entry, &value, sizeof entry);
    return entry;
}

static bool is_denormal(uint32_t entry) {
    return (entry & 0x7F800000u) == 0 && entry & 0x7FFFFFFFu;
}

uint32_t *summands_make(const list_case *c) {
    uint32_t *entries = keys_make(c);
    for (uint32_t i = 0; i < c->most; i++)
        if (c->type == HPYR_LIST_TYPE_UINT)
            entries[i] /= c->most + 1;
        else if (c->type == HPYR_LIST_TYPE_FLOAT && (c->keys != KEYS_SPECIAL || i % 64 > 2 || is_denormal(entries[i])))
            entries[i] = float_summand(entries[i] ^ i << 13);
    return entries;
}

uint32_t *zeros_make(size_t count) {
    return make_zeros(count + 1, sizeof(uint32_t));
}

hpyr_ref_list ref_of(const list_case *c, const uint32_t *entries) {
    return (hpyr_ref_list){entries, c->type, c->count};
}

/* ---- in GL ---- */

/* Numbers that no list has, and ordinary ones if they are floats. */
static uint32_t pattern(uint32_t i) {
    return 0x4A000000u | ((i * 2654435761u) >> 9);
}

static uint32_t *patterned(uint32_t words, uint32_t first, const uint32_t *entries, uint32_t count) {
    uint32_t *all = zeros_make(words);
    for (uint32_t i = 0; i < words; i++)
        all[i] = pattern(i);
    if (entries && count)
        memcpy(all + first, entries, (size_t)count * sizeof *all);
    return all;
}

static void make_buffer(stored *s, list_place place, const uint32_t *entries, uint32_t count) {
    static const uint32_t firsts[] = {0, 1, 4, 0, 5};
    s->first = firsts[place];
    s->words = s->first + count + (place == PLACE_WHOLE || place == PLACE_END ? 0 : BEHIND);
    s->list.offset = (uint64_t)s->first * WORD;
    SCOPED(free_memory) uint32_t *all = patterned(s->words, s->first, entries, count);
    s->list.buffer = buffer_of(all, (size_t)s->words * WORD);
}

static void upload_level(GLint level, GLenum internal, uint32_t width, uint32_t height, const uint32_t *words) {
    bool is_float = internal == GL_R32F;
    glTexImage2D(GL_TEXTURE_2D, level, (GLint)internal, (GLsizei)width, (GLsizei)height, 0,
                 is_float ? GL_RED : GL_RED_INTEGER, is_float ? GL_FLOAT : GL_UNSIGNED_INT, words);
}

static void make_texture(stored *s, bool is_float, int level, const uint32_t *entries, uint32_t count) {
    hpyr_texture *texture = &s->list.texture;
    uint32_t side = 3;
    while (side * side < count)
        side += 2;
    *texture = (hpyr_texture){.width = side,
                              .height = count / side + 2,
                              .level = level,
                              .format = is_float ? HPYR_FORMAT_R32F : HPYR_FORMAT_R32UI};
    s->words = side * texture->height;
    glGenTextures(1, &texture->name);
    glBindTexture(GL_TEXTURE_2D, texture->name);
    uint32_t *all = patterned(s->words, 0, entries, count);
    GLenum internal = is_float ? GL_R32F : GL_R32UI;
    upload_level(level, internal, side, texture->height, all);
    free(all);
    if (level) {
        all = patterned(4 * s->words, 0, NULL, 0);
        upload_level(0, internal, 2 * side, 2 * texture->height, all);
        free(all);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, level);
    glBindTexture(GL_TEXTURE_2D, 0);
}

stored stored_make(list_place place, hpyr_list_type type, const uint32_t *entries, uint32_t count) {
    stored s = {.list = {.type = type}};
    if (place < PLACE_TEXTURE)
        make_buffer(&s, place, entries, count);
    else
        make_texture(&s, type == HPYR_LIST_TYPE_FLOAT, place == PLACE_MIPMAP, entries, count);
    if (count % 2 && type != HPYR_LIST_TYPE_INT && (place >= PLACE_TEXTURE || type == HPYR_LIST_TYPE_UINT))
        s.list.type = HPYR_LIST_TYPE_DEFAULT;
    CHECK_GL();
    return s;
}

void stored_free(stored *s) {
    glDeleteBuffers(1, &s->list.buffer);
    glDeleteTextures(1, &s->list.texture.name);
}

hpyr_list stored_part(const stored *s, uint32_t first) {
    hpyr_list part = s->list;
    part.offset += (uint64_t)first * WORD;
    return part;
}

static void read_level(const stored *s, GLint level, uint32_t *words) {
    const hpyr_texture *texture = &s->list.texture;
    bool is_float = texture->format == HPYR_FORMAT_R32F;
    uint32_t scale = level == texture->level ? 1 : 2;
    const fetch_source source = {GL_TEXTURE_2D,          texture->name,           level,
                                 scale * texture->width, scale * texture->height, 1};
    fetch_texels(&source, is_float ? GL_RED : GL_RED_INTEGER, is_float ? GL_FLOAT : GL_UNSIGNED_INT, words);
}

static uint32_t *read_words(const stored *s) {
    uint32_t *words = zeros_make(s->words);
    if (s->list.texture.name)
        read_level(s, s->list.texture.level, words);
    else if (s->words)
        fetch_buffer(s->list.buffer, 0, (size_t)s->words * WORD, words);
    return words;
}

/* ---- comparing ---- */

bool is_nan(uint32_t entry) {
    return (entry & 0x7FFFFFFFu) > 0x7F800000u;
}

static bool same(uint32_t got, uint32_t expected, bool any_nan) {
    return got == expected || (any_nan && is_nan(got) && is_nan(expected));
}

void check_number(uint32_t got, uint32_t expected, bool any_nan, const char *what) {
    if (!same(got, expected, any_nan))
        fail_msg("%s: %s is 0x%08" PRIx32 ", not 0x%08" PRIx32, telling, what, got, expected);
    runner_checks++;
}

void stored_check(const stored *s, const uint32_t *expected, uint32_t count, bool any_nan, const char *what) {
    uint32_t *words = read_words(s), wrong = 0;
    for (uint32_t i = 0; i < s->words; i++) {
        bool inside = i >= s->first && i - s->first < count;
        uint32_t right = inside ? expected[i - s->first] : pattern(i);
        if (!same(words[i], right, any_nan && inside) && wrong++ < 4)
            fprintf(stderr, "%s: %s: word %" PRIu32 " (entry %" PRId64 ") is 0x%08" PRIx32 ", not 0x%08" PRIx32 "\n",
                    telling, what, i, (int64_t)i - s->first, words[i], right);
    }
    free(words);
    if (wrong)
        fail_msg("%s: %s: %" PRIu32 " words are wrong", telling, what, wrong);
    if (s->list.texture.level) {
        words = zeros_make((size_t)4 * s->words);
        read_level(s, 0, words);
        for (uint32_t i = 0; i < 4 * s->words; i++)
            wrong += words[i] != pattern(i);
        free(words);
        if (wrong)
            fail_msg("%s: %s: another level has changed", telling, what);
    }
    runner_checks++;
}

void stored_check_untouched(const stored *s, const char *what) {
    stored_check(s, NULL, 0, false, what);
}

/* ---- workspaces ---- */

hpyr_lists *make_lists(env *e, uint32_t capacity, uint32_t operations) {
    const hpyr_lists_desc desc = {.capacity = capacity, .operations = operations};
    hpyr_lists *lists = NULL;
    OK(e, hpyr_lists_create(e->context, &desc, &lists));
    assert_non_null(lists);
    return lists;
}

void free_lists(env *e, hpyr_lists *lists) {
    CALL_VOID(e, hpyr_lists_destroy(lists));
}
