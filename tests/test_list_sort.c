/* test_list_sort.c - sorts and partitions equal the oracle's, so they are stable.  SPDX-License-Identifier: MIT */
#include "lists.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- sort: cases ---- */

/* Which outputs a case wants: one at least. Values without sorted values are an error. */
typedef enum wanted { KEYS_ONLY, POSITIONS_ONLY, KEYS_AND_POSITIONS, PAIRS, VALUES_ONLY, WANTED } wanted;

static wanted wanted_of(const list_case *c) {
    return (wanted)((c->number / 2 + c->number / 7) % WANTED);
}

static bool has_values(wanted w) {
    return w == PAIRS || w == VALUES_ONLY;
}

static void choose_bits(const list_case *c, hpyr_lists_sort_desc *desc) {
    uint64_t seed = c->number;
    desc->descending = random_below(&seed, 2);
    if (c->type != HPYR_LIST_TYPE_UINT || random_below(&seed, 3) == 0)
        return;
    desc->first_bit = random_below(&seed, 2) ? random_below(&seed, 32) : 0;
    desc->bit_count = random_below(&seed, 33 - desc->first_bit);
}

static uint32_t *values_make(const list_case *c) {
    uint32_t *values = zeros_make(c->most);
    uint64_t seed = c->number + 99;
    for (uint32_t i = 0; i < c->most; i++)
        values[i] = random_next(&seed);
    return values;
}

/* A list of values, where a case has them, and where both outputs go. */
typedef struct sides {
    stored keys, values, sorted_keys, sorted_values;
} sides;

static sides sides_make(const list_case *c, const uint32_t *keys, const uint32_t *values) {
    list_place place = (list_place)((c->from + 1 + c->number % 3) % PLACES);
    sides s = {.keys = stored_make(c->from, c->type, keys, c->most),
               .values = stored_make(place, HPYR_LIST_TYPE_UINT, values, c->most)};
    s.sorted_keys = c->in_place ? s.keys : stored_make(c->to, c->type, NULL, c->most);
    bool replaced = c->in_place && has_values(wanted_of(c));
    s.sorted_values =
        replaced ? s.values : stored_make((list_place)((c->to + 2) % PLACES), HPYR_LIST_TYPE_UINT, NULL, c->most);
    return s;
}

static void sides_free(const list_case *c, sides *s) {
    stored_free(&s->keys);
    stored_free(&s->values);
    if (!c->in_place)
        stored_free(&s->sorted_keys);
    if (s->sorted_values.list.buffer != s->values.list.buffer ||
        s->sorted_values.list.texture.name != s->values.list.texture.name)
        stored_free(&s->sorted_values);
}

static void check_outputs(const list_case *c, const sides *s, const uint32_t *keys, const uint32_t *values,
                          const uint32_t *sorted_keys, const uint32_t *sorted_values, wanted w) {
    bool wants_keys = w == KEYS_ONLY || w == KEYS_AND_POSITIONS || w == PAIRS;
    if (wants_keys)
        stored_check(&s->sorted_keys, sorted_keys, c->most, false, "sorted keys");
    if (!wants_keys || !c->in_place)
        stored_check(&s->keys, keys, c->most, false, "keys");
    if (w != KEYS_ONLY)
        stored_check(&s->sorted_values, sorted_values, c->most, false, "sorted values");
    if (!has_values(w) || !c->in_place)
        stored_check(&s->values, values, c->most, false, "values");
}

static void check_no_number(env *e, hpyr_lists *lists) {
    uint32_t found = 9;
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_lists_result(lists, &found)); /* a sort finds no number */
    assert_int_equal(found, 0);
}

static void check_sort(env *e, hpyr_lists *lists, const list_case *c) {
    const wanted w = wanted_of(c);
    SCOPED(free_memory) uint32_t *keys = keys_make(c), *values = values_make(c);
    SCOPED(free_memory) uint32_t *sorted_keys = zeros_make(c->most), *sorted_values = zeros_make(c->most);
    sides s = sides_make(c, keys, values);
    hpyr_lists_sort_desc desc = {.keys = s.keys.list, .length = length_of(c)};
    choose_bits(c, &desc);
    if (has_values(w))
        desc.values = s.values.list;
    if (w == KEYS_ONLY || w == KEYS_AND_POSITIONS || w == PAIRS)
        desc.sorted_keys = s.sorted_keys.list;
    if (w != KEYS_ONLY)
        desc.sorted_values = s.sorted_values.list;
    const hpyr_ref_list_sort_desc right = {.keys = ref_of(c, keys),
                                           .values = has_values(w) ? values : NULL,
                                           .first_bit = desc.first_bit,
                                           .bit_count = desc.bit_count,
                                           .descending = desc.descending,
                                           .sorted_keys = sorted_keys,
                                           .sorted_values = sorted_values};
    assert_int_equal(hpyr_ref_list_sort(&right), HPYR_OK);
    OK(e, hpyr_lists_sort(lists, &desc));
    check_outputs(c, &s, keys, values, sorted_keys, sorted_values, w);
    check_no_number(e, lists);
    sides_free(c, &s);
    length_free(&desc.length);
}

GPU_TEST(sorts_equal_the_oracle) {
    check_cases(e, HPYR_LIST_OPERATION_SORT, check_sort);
}

/* ---- sort: what the header promises ---- */

static void sort_to(env *e, hpyr_lists *lists, const hpyr_lists_sort_desc *desc, const stored *out,
                    const uint32_t *expected, uint32_t count, const char *what) {
    OK(e, hpyr_lists_sort(lists, desc));
    stored_check(out, expected, count, false, what);
}

/* ---- sort: lists that are in order ---- */

/* How a list is not quite in order. The library looks at the ends of runs of 32, a few at a time, where a list is longer than 2^14. */
typedef enum disorder {
    DISORDER_NONE,
    DISORDER_IN_RUNS,
    DISORDER_FIRST,
    DISORDER_MIDDLE,
    DISORDER_LAST,
    DISORDERS
} disorder;

/* Keys of which each three are equal, in order but for one exchange at most, or but for the order in each 32. */
static uint32_t *nearly_sorted(uint32_t count, uint32_t mask, disorder how) {
    const uint32_t at[DISORDERS] = {0, 0, 31, count / 1024 * 512 - 1, (count - 1) / 32 * 32 - 1};
    uint32_t *keys = zeros_make(count);
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (uint32_t)((uint64_t)((how == DISORDER_IN_RUNS ? i ^ 31 : i) / 3) * mask / (count / 3 + 12));
    if (how > DISORDER_IN_RUNS) {
        const uint32_t key = keys[at[how]];
        keys[at[how]] = keys[at[how] + 1] + 1;
        keys[at[how] + 1] = key;
    }
    return keys;
}

/* Returns the samples that were drawn, where GL counts them. */
static GLuint sort_nearly_sorted(env *e, hpyr_lists *lists, uint32_t count, uint32_t bits, bool pairs, disorder how) {
    const bool counts = !e->es && !e->hostile && !e->is_late; /* a late call draws some passes again */
    SCOPED(free_memory) uint32_t *keys = nearly_sorted(count, UINT32_MAX >> (32 - bits), how);
    SCOPED(free_memory) uint32_t *sorted = zeros_make(count), *positions = zeros_make(count);
    SCOPED(stored_free) stored in = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, keys, count);
    SCOPED(stored_free) stored out = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, NULL, count);
    SCOPED(stored_free) stored from = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, NULL, count);
    const hpyr_ref_list_sort_desc right = {.keys = {keys, HPYR_LIST_TYPE_UINT, count},
                                           .bit_count = bits,
                                           .sorted_keys = sorted,
                                           .sorted_values = positions};
    hpyr_lists_sort_desc desc = {
        .keys = in.list, .sorted_keys = out.list, .bit_count = bits, .length = {.count = count}};
    GLuint query = 0, samples = 0;
    if (pairs)
        desc.sorted_values = from.list;
    assert_int_equal(hpyr_ref_list_sort(&right), HPYR_OK);
    if (counts) {
        glGenQueries(1, &query);
        glBeginQuery(GL_SAMPLES_PASSED, query);
    }
    OK(e, hpyr_lists_sort(lists, &desc));
    if (counts) {
        glEndQuery(GL_SAMPLES_PASSED);
        glGetQueryObjectuiv(query, GL_QUERY_RESULT, &samples);
        glDeleteQueries(1, &query);
    }
    stored_check(&out, sorted, count, false, "nearly sorted keys");
    if (pairs)
        stored_check(&from, positions, count, false, "their positions");
    return samples;
}

/* Words, words that become pairs, and pairs, with even and odd numbers of merges. */
GPU_TEST(lists_in_order_are_noticed) {
    static const uint32_t counts[] = {16384, 20011, 32801, 140000}, bits[] = {32, 19, 16};
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 140000, HPYR_LIST_OPERATION_SORT);
    for (size_t i = 0; i < LENGTH(counts) - (e->small || e->hostile); i++)
        for (size_t b = 0; b < LENGTH(bits); b++) {
            GLuint samples[DISORDERS];
            for (disorder how = 0; how < DISORDERS; how++)
                samples[how] = sort_nearly_sorted(e, lists, counts[i], bits[b], (i + b) % 2, how);
            for (disorder how = DISORDER_FIRST; samples[0] && counts[i] > 16384 && how < DISORDERS; how++) {
                assert_true(samples[DISORDER_NONE] < samples[how]);
                assert_int_equal(samples[DISORDER_IN_RUNS], samples[DISORDER_NONE]);
            }
        }
}

GPU_TEST(floats_have_total_order_but_nan_comes_last_in_both_directions) {
    static const uint32_t input[] = {0xFF800001u, 0x7FFFFFFFu, 0x7F800000u, 0xFFFFFFFFu, 0x3F800000u,
                                     0,           0x80000000u, 0x7F800001u, 0xFFC00000u, 0xFF800000u,
                                     0xBF800000u, 1,           0x80000001u, 0x7FC00000u};
    static const uint32_t up[] = {0xFF800000u, 0xBF800000u, 0x80000001u, 0x80000000u, 0,
                                  1,           0x3F800000u, 0x7F800000u, 0x7F800001u, 0x7FC00000u,
                                  0x7FFFFFFFu, 0xFFFFFFFFu, 0xFFC00000u, 0xFF800001u};
    static const uint32_t down[] = {0x7F800000u, 0x3F800000u, 1,           0,           0x80000000u,
                                    0x80000001u, 0xBF800000u, 0xFF800000u, 0x7F800001u, 0x7FC00000u,
                                    0x7FFFFFFFu, 0xFFFFFFFFu, 0xFFC00000u, 0xFF800001u};
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 14, HPYR_LIST_OPERATION_SORT);
    for (int place = 0; place < PLACES; place++) {
        SCOPED(stored_free) stored in = stored_make((list_place)place, HPYR_LIST_TYPE_FLOAT, input, 14);
        SCOPED(stored_free) stored out = stored_make((list_place)place, HPYR_LIST_TYPE_FLOAT, NULL, 14);
        hpyr_lists_sort_desc desc = {.keys = in.list, .sorted_keys = out.list, .length = {.count = 14}};
        sort_to(e, lists, &desc, &out, up, 14, "ascending floats");
        desc.descending = true;
        sort_to(e, lists, &desc, &out, down, 14, "descending floats");
    }
}

/* Every range of bits, both ways: stable, so the other bits show it. */
GPU_TEST(only_the_chosen_bits_are_compared) {
    enum { COUNT = 333 };
    uint32_t keys[COUNT], expected[COUNT];
    uint64_t seed = 8;
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, COUNT, HPYR_LIST_OPERATION_SORT);
    for (int i = 0; i < COUNT; i++)
        keys[i] = random_next(&seed);
    SCOPED(stored_free) stored in = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, keys, COUNT);
    SCOPED(stored_free) stored out = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, NULL, COUNT);
    for (uint32_t first = 0; first < 32; first += e->small || e->hostile ? 5 : 1)
        for (uint32_t bits = 0; bits <= 32 - first; bits += bits < 2 || bits + 1 >= 32 - first ? 1 : 7) {
            hpyr_lists_sort_desc desc = {.keys = in.list,
                                         .sorted_keys = out.list,
                                         .first_bit = first,
                                         .bit_count = bits,
                                         .descending = (first + bits) % 2,
                                         .length = {.count = COUNT}};
            const hpyr_ref_list_sort_desc right = {.keys = {keys, HPYR_LIST_TYPE_UINT, COUNT},
                                                   .first_bit = first,
                                                   .bit_count = bits,
                                                   .descending = desc.descending,
                                                   .sorted_keys = expected};
            assert_int_equal(hpyr_ref_list_sort(&right), HPYR_OK);
            sort_to(e, lists, &desc, &out, expected, COUNT, "chosen bits");
        }
}

/* What a merge splits: lengths around all powers of two, and every order of blocks. */
GPU_TEST(lengths_around_powers_of_two_are_sorted) {
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 8193, HPYR_LIST_OPERATION_SORT);
    for (uint32_t power = 1; power <= (e->small || e->hostile ? 1024u : 8192u); power *= 2)
        for (uint32_t count = power - (power > 1); count <= power + 1; count++) {
            SCOPED(free_memory)
            uint32_t *keys = zeros_make(count), *positions = zeros_make(count), *expected = zeros_make(2 * count);
            uint64_t seed = count;
            for (uint32_t i = 0; i < count; i++)
                keys[i] = count % 3 ? random_below(&seed, power) : (count - i) / 4;
            SCOPED(stored_free) stored in = stored_make(PLACE_START, HPYR_LIST_TYPE_INT, keys, count);
            SCOPED(stored_free)
            stored out = stored_make(PLACE_SHIFTED, HPYR_LIST_TYPE_UINT, NULL, 2 * count); /* side by side */
            const hpyr_lists_sort_desc desc = {.keys = in.list,
                                               .sorted_keys = stored_part(&out, 0),
                                               .sorted_values = stored_part(&out, count),
                                               .descending = count % 2,
                                               .length = {.count = count}};
            const hpyr_ref_list_sort_desc right = {.keys = {keys, HPYR_LIST_TYPE_INT, count},
                                                   .descending = desc.descending,
                                                   .sorted_keys = expected,
                                                   .sorted_values = positions};
            assert_int_equal(hpyr_ref_list_sort(&right), HPYR_OK);
            memcpy(expected + count, positions, count * sizeof *positions);
            sort_to(e, lists, &desc, &out, expected, 2 * count, "keys and positions side by side");
        }
}

/* ---- words and pairs ---- */

/* A sort of keys, of which `bits` are compared, beside what the oracle says. The list has `count` entries of `most`: where
 * there are fewer, only the GPU knows it. */
typedef struct word_case {
    hpyr_list_type type;
    uint32_t count, most, first_bit, bits;
    bool descending, alone;
} word_case;

/* A third of the keys are the largest, whose words are those of nothing, if they are the last ones. */
static uint32_t *word_keys_make(const word_case *c) {
    static const uint32_t special[] = {0xFFFFFFFFu, 0, 0x7FFFFFFFu, 0x80000000u, 0x7FC00000u, 0xFFC00000u};
    uint32_t *keys = zeros_make(c->most);
    uint64_t seed = c->count + c->bits;
    for (uint32_t i = 0; i < c->most; i++)
        keys[i] = i % 3 == 0 || i + 1 == c->count
                      ? special[c->type == HPYR_LIST_TYPE_UINT ? 0 : i / 3 % LENGTH(special)]
                      : random_next(&seed);
    return keys;
}

static void check_words(env *e, hpyr_lists *lists, const word_case *c) {
    SCOPED(free_memory)
    uint32_t *keys = word_keys_make(c), *sorted = zeros_make(c->most), *positions = zeros_make(c->most);
    SCOPED(stored_free) stored in = stored_make(PLACE_START, c->type, keys, c->most);
    SCOPED(stored_free) stored out = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, NULL, c->most);
    hpyr_lists_sort_desc desc = {.keys = in.list,
                                 .sorted_keys = in.list,
                                 .sorted_values = c->alone ? (hpyr_list){0} : out.list,
                                 .first_bit = c->first_bit,
                                 .bit_count = c->bits,
                                 .descending = c->descending,
                                 .length = {.count = c->most}};
    const hpyr_ref_list_sort_desc right = {.keys = {keys, c->type, c->count},
                                           .first_bit = c->first_bit,
                                           .bit_count = c->bits,
                                           .descending = c->descending,
                                           .sorted_keys = sorted,
                                           .sorted_values = positions};
    assert_int_equal(hpyr_ref_list_sort(&right), HPYR_OK);
    if (c->count < c->most)
        desc.length = length_in_buffer(c->most, c->count);
    sort_to(e, lists, &desc, &in, sorted, c->most, "keys in place");
    if (c->alone)
        stored_check_untouched(&out, "positions that are not wanted");
    else
        stored_check(&out, positions, c->most, false, "positions");
    length_free(&desc.length);
}

/* A key of 32 - p bits and the position fit into a word up to 2^p entries. Long lists are sorted as words in runs of 2^p, then
 * as pairs. */
GPU_TEST(bits_of_keys_and_positions_may_fill_a_word) {
    static const uint32_t position_bits[] = {0, 1, 4, 5, 6, 11, 12, 13, 16};
    enum { MOST = 3 * 65536 + 5, SMALL_MOST = 4 * 4096 + 5 };
    const uint32_t most = e->small || e->hostile ? SMALL_MOST : MOST;
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, most, HPYR_LIST_OPERATION_SORT);
    for (size_t i = 0; i < LENGTH(position_bits); i++) {
        const uint32_t fit = 1u << position_bits[i];
        const uint32_t lengths[] = {fit, fit + 1, 2 * fit, 2 * fit + 1, 3 * fit + 5, fit - 1};
        for (uint32_t k = 0; k < LENGTH(lengths); k++)
            for (uint32_t less = 0; less < 2 && lengths[k] + 37 * less <= most; less++) {
                word_case c = {.type = HPYR_LIST_TYPE_UINT, .count = lengths[k], .most = lengths[k] + 37 * less};
                c.bits = 32 - position_bits[i];
                c.first_bit = (k + less) % 2 ? position_bits[i] : 0;
                c.descending = (k / 2 + less) % 2;
                check_words(e, lists, &c);
            }
    }
}

/* Equal keys cannot be told apart: so keys alone are words of 32 bits. */
GPU_TEST(keys_alone_are_sorted) {
    const uint32_t most = e->small || e->hostile ? 1024 : 8192;
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, most + 38, HPYR_LIST_OPERATION_SORT);
    for (uint32_t power = 1, number = 0; power <= most; power *= 2)
        for (uint32_t count = power - 1; count <= power + 1; count++, number++) {
            word_case c = {.type = (hpyr_list_type)(HPYR_LIST_TYPE_UINT + number % 3), .count = count, .alone = true};
            c.most = count + number % 2 * 37;
            c.descending = number / 2 % 2;
            check_words(e, lists, &c);
            c.type = (hpyr_list_type)(HPYR_LIST_TYPE_UINT + (number + 1) % 3);
            c.descending = !c.descending;
            check_words(e, lists, &c);
        }
}

/* Outputs replace each other's inputs. */
GPU_TEST(keys_and_values_may_change_places) {
    static const uint32_t keys[] = {3, 1, 2, 1}, values[] = {10, 11, 12, 13};
    static const uint32_t sorted[] = {1, 1, 2, 3}, moved[] = {11, 13, 12, 10};
    hpyr_lists *lists = make_lists(e, 4, HPYR_LIST_OPERATION_SORT);
    for (int place = 0; place < PLACES; place++) {
        SCOPED(stored_free) stored a = stored_make((list_place)place, HPYR_LIST_TYPE_UINT, keys, 4);
        SCOPED(stored_free) stored b = stored_make((list_place)place, HPYR_LIST_TYPE_UINT, values, 4);
        const hpyr_lists_sort_desc desc = {
            .keys = a.list, .values = b.list, .sorted_keys = b.list, .sorted_values = a.list, .length = {.count = 4}};
        sort_to(e, lists, &desc, &b, sorted, 4, "keys where values were");
        stored_check(&a, moved, 4, false, "values where keys were");
    }
    free_lists(e, lists);
}

/* Values take their bits along, whatever they are. */
GPU_TEST(values_may_be_floats) {
    static const uint32_t keys[] = {2, 1, 0}, values[] = {0x7FC12345u, 0x80000000u, 0x3F800000u},
                          moved[] = {0x3F800000u, 0x80000000u, 0x7FC12345u};
    hpyr_lists *lists = make_lists(e, 3, HPYR_LIST_OPERATION_SORT);
    for (int place = 0; place < PLACES; place++) {
        SCOPED(stored_free) stored in = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, keys, 3);
        SCOPED(stored_free) stored b = stored_make((list_place)place, HPYR_LIST_TYPE_FLOAT, values, 3);
        SCOPED(stored_free) stored out = stored_make((list_place)place, HPYR_LIST_TYPE_FLOAT, NULL, 3);
        const hpyr_lists_sort_desc desc = {
            .keys = in.list, .values = b.list, .sorted_values = out.list, .length = {.count = 3}};
        sort_to(e, lists, &desc, &out, moved, 3, "values of type float");
    }
    free_lists(e, lists);
}

/* ---- partition ---- */

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Bounds among the keys, a few of them equal. */
static double *bounds_make(const list_case *c, const uint32_t *keys, uint32_t bin_count) {
    double *bounds = make_zeros(bin_count, sizeof *bounds);
    uint64_t seed = c->number;
    for (uint32_t i = 0; i + 1 < bin_count; i++) {
        uint32_t key = c->count ? keys[random_below(&seed, c->count)] : i;
        float value;
        memcpy(&value, &key, sizeof value);
        bounds[i] = c->type == HPYR_LIST_TYPE_UINT  ? key
                    : c->type == HPYR_LIST_TYPE_INT ? (double)(int32_t)key
                                                    : (double)value;
        if (isnan(bounds[i]))
            bounds[i] = i % 2 ? INFINITY : -1;
        bounds[i] += random_below(&seed, 4) == 0 ? 0.5 : 0;
    }
    qsort(bounds, bin_count - 1, sizeof *bounds, compare_doubles);
    return bounds;
}

static uint32_t bin_count_of(const list_case *c) {
    static const uint32_t counts[] = {1, 2, 3, 7, 16, 100, 256, 257, 1000, 4096, 65536};
    return counts[(c->number / 3 + c->number / 27) % LENGTH(counts)];
}

/* Bins of the caller: often one alone, and some that there are not. */
static uint32_t *bins_make(const list_case *c, uint32_t bin_count) {
    uint32_t *bins = zeros_make(c->most);
    uint64_t seed = c->number + 5;
    for (uint32_t i = 0; i < c->most; i++)
        bins[i] = c->keys == KEYS_EQUAL         ? bin_count / 2
                  : c->keys == KEYS_SORTED      ? (uint32_t)((uint64_t)i * bin_count / (c->most + 1))
                  : random_below(&seed, 9) == 0 ? bin_count + random_next(&seed) % 5
                                                : random_below(&seed, bin_count);
    if (c->most > 5)
        bins[5] = UINT32_MAX;
    return bins;
}

static void run_partition(env *e, hpyr_lists *lists, const list_case *c, const hpyr_ref_list_partition_desc *given,
                          const sides *s, const stored *bins) {
    const wanted w = wanted_of(c);
    uint32_t bin_count = given->bin_count, found = 9;
    hpyr_ref_list_partition_desc right = *given;
    stored offsets = stored_make((list_place)((c->to + 1) % PLACES), HPYR_LIST_TYPE_UINT, NULL, bin_count + 2);
    hpyr_lists_partition_desc desc = {
        .keys = s->keys.list, .bounds = given->bounds, .bin_count = bin_count, .length = length_of(c)};
    if (given->bins)
        desc.bins = bins->list;
    if (given->values)
        desc.values = s->values.list;
    if (w == KEYS_ONLY || w == KEYS_AND_POSITIONS || w == PAIRS)
        desc.partitioned_keys = s->sorted_keys.list;
    if (w != KEYS_ONLY)
        desc.partitioned_values = s->sorted_values.list;
    if (c->number % 4)
        desc.offsets = offsets.list;
    right.offsets = zeros_make(bin_count + 2);
    assert_int_equal(hpyr_ref_list_partition(&right), HPYR_OK);
    OK(e, hpyr_lists_partition(lists, &desc));
    OK(e, hpyr_lists_result(lists, &found));
    check_number(found, right.offsets[bin_count + 1] - right.offsets[bin_count], false, "overflow bin");
    if (c->number % 4)
        stored_check(&offsets, right.offsets, bin_count + 2, false, "offsets");
    else
        stored_check_untouched(&offsets, "offsets that are not wanted");
    free(right.offsets);
    stored_free(&offsets);
    length_free(&desc.length);
}

static void check_partition(env *e, hpyr_lists *lists, const list_case *c) {
    const wanted w = wanted_of(c);
    const uint32_t bin_count = bin_count_of(c);
    SCOPED(free_memory) uint32_t *keys = keys_make(c), *values = values_make(c), *bins = bins_make(c, bin_count);
    SCOPED(free_memory) double *bounds = bounds_make(c, keys, bin_count);
    SCOPED(stored_free)
    stored in_bins = stored_make((list_place)((c->from + 3) % PLACES), HPYR_LIST_TYPE_UINT, bins, c->most);
    sides s = sides_make(c, keys, values);
    hpyr_ref_list_partition_desc right = {.keys = ref_of(c, keys),
                                          .values = has_values(w) ? values : NULL,
                                          .bin_count = bin_count,
                                          .partitioned_keys = zeros_make(c->most),
                                          .partitioned_values = zeros_make(c->most)};
    if (c->number % 2)
        right.bins = bins;
    else
        right.bounds = bounds;
    run_partition(e, lists, c, &right, &s, &in_bins);
    check_outputs(c, &s, keys, values, right.partitioned_keys, right.partitioned_values, w);
    stored_check(&in_bins, bins, c->most, false, "bins");
    sides_free(c, &s);
    free(right.partitioned_keys);
    free(right.partitioned_values);
}

GPU_TEST(partitions_equal_the_oracle) {
    check_cases(e, HPYR_LIST_OPERATION_SORT, check_partition);
}

/* Offsets alone are a histogram; and bins need no keys. */
GPU_TEST(offsets_alone_are_a_histogram) {
    static const uint32_t bins[] = {2, 0, 9, 2, 0xFFFFFFFFu, 0, 2};
    static const uint32_t offsets[] = {0, 2, 2, 5, 7}, positions[] = {1, 5, 0, 3, 6, 2, 4}, empty[5] = {0};
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 7, HPYR_LIST_OPERATION_SORT);
    SCOPED(stored_free) stored in = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, bins, 7);
    SCOPED(stored_free) stored starts = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, NULL, 5);
    SCOPED(stored_free) stored order = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, NULL, 7);
    hpyr_lists_partition_desc desc = {.bins = in.list, .bin_count = 3, .offsets = starts.list, .length = {.count = 7}};
    OK(e, hpyr_lists_partition(lists, &desc));
    stored_check(&starts, offsets, 5, false, "offsets alone");
    desc.partitioned_values = order.list;
    OK(e, hpyr_lists_partition(lists, &desc));
    stored_check(&order, positions, 7, false, "positions without keys");
    desc.partitioned_values = (hpyr_list){0};
    desc.length.count = 0;
    OK(e, hpyr_lists_partition(lists, &desc));
    stored_check(&starts, empty, 5, false, "offsets of nothing");
}

static void check_bins(env *e, hpyr_lists *lists, uint32_t bin_count, uint32_t count, bool offsets_alone) {
    uint32_t *bins = zeros_make(count), *positions = zeros_make(count), *offsets = zeros_make(bin_count + 2), found;
    uint64_t seed = count;
    for (uint32_t i = 0; i < count; i++) /* the overflow bin too, and bins that there are not */
        bins[i] = i % 5 && i + 1 < count ? random_below(&seed, bin_count + 2) : i % 2 ? bin_count : UINT32_MAX;
    SCOPED(stored_free) stored in = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, bins, count);
    SCOPED(stored_free) stored order = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, NULL, count);
    SCOPED(stored_free) stored starts = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, NULL, bin_count + 2);
    const hpyr_lists_partition_desc desc = {.bins = in.list,
                                            .bin_count = bin_count,
                                            .partitioned_values = offsets_alone ? (hpyr_list){0} : order.list,
                                            .offsets = starts.list,
                                            .length = {.count = count}};
    const hpyr_ref_list_partition_desc right = {.keys = {NULL, HPYR_LIST_TYPE_UINT, count},
                                                .bins = bins,
                                                .bin_count = bin_count,
                                                .partitioned_values = positions,
                                                .offsets = offsets};
    assert_int_equal(hpyr_ref_list_partition(&right), HPYR_OK);
    OK(e, hpyr_lists_partition(lists, &desc));
    OK(e, hpyr_lists_result(lists, &found));
    check_number(found, count - offsets[bin_count], false, "overflow bin");
    stored_check(&starts, offsets, bin_count + 2, false, "offsets");
    if (!offsets_alone)
        stored_check(&order, positions, count, false, "positions");
    free(bins);
    free(positions);
    free(offsets);
}

/* The overflow bin has the largest number: 4096 numbers of bins and 2^20 positions fit into a word, 4097 do not. */
GPU_TEST(bins_and_positions_may_fill_a_word) {
    static const uint32_t sizes[][2] = {{65535, 32769}, {65536, 32768},  {65536, 32769},  {65535, 65536},
                                        {65535, 65537}, {4095, 1 << 20}, {4096, 1 << 20}, {4095, (1 << 20) + 1}};
    const size_t count = e->small || e->hostile ? 3 : LENGTH(sizes);
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, (1 << 20) + 1, HPYR_LIST_OPERATION_SORT);
    for (size_t i = 0; i < count; i++) {
        check_bins(e, lists, sizes[i][0], sizes[i][1], false);
        if (i < 2)
            check_bins(e, lists, sizes[i][0], sizes[i][1], true);
    }
}

GPU_TEST(bounds_decide_exactly_and_nan_overflows) {
    static const double bounds[] = {-INFINITY, 0, 0, 0.1, 16777216.5, INFINITY};
    static const uint32_t floats[] = {0xFFC00000u, 0x3DCCCCCDu, 0x80000000u, 0x3DCCCCCCu, 0xFF800000u,
                                      0,           0x7F800000u, 0xBF800000u, 0x7FC00000u, 0x4B800000u,
                                      0x4B800001u, 1,           0x80000001u};
    static const uint32_t integers[] = {16777216, 16777217, 0, 1, 0xFFFFFFFFu, 0x80000000u, 0x7FFFFFFFu};
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 13, HPYR_LIST_OPERATION_SORT);
    for (int type = HPYR_LIST_TYPE_UINT; type <= HPYR_LIST_TYPE_FLOAT; type++) {
        const uint32_t *keys = type == HPYR_LIST_TYPE_FLOAT ? floats : integers;
        const uint32_t count = type == HPYR_LIST_TYPE_FLOAT ? 13 : 7;
        uint32_t positions[13], offsets[9];
        SCOPED(stored_free) stored in = stored_make(PLACE_START, (hpyr_list_type)type, keys, count);
        SCOPED(stored_free) stored order = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, NULL, count);
        SCOPED(stored_free) stored starts = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, NULL, 9);
        const hpyr_lists_partition_desc desc = {.keys = in.list,
                                                .partitioned_values = order.list,
                                                .bounds = bounds,
                                                .bin_count = 7,
                                                .offsets = starts.list,
                                                .length = {.count = count}};
        const hpyr_ref_list_partition_desc right = {.keys = {keys, (hpyr_list_type)type, count},
                                                    .bounds = bounds,
                                                    .bin_count = 7,
                                                    .partitioned_values = positions,
                                                    .offsets = offsets};
        assert_int_equal(hpyr_ref_list_partition(&right), HPYR_OK);
        OK(e, hpyr_lists_partition(lists, &desc));
        stored_check(&order, positions, count, false, "positions by bounds");
        stored_check(&starts, offsets, 9, false, "offsets of bounds");
    }
}
