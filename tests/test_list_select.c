/* test_list_select.c - selections, and runs of equal neighbors, equal the oracle's.  SPDX-License-Identifier: MIT */
#include "lists.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- select: cases ---- */

/* What a selection writes, on both sides. An output that is not wanted is not there. */
typedef struct outputs {
    stored values, positions, lengths, count;
    uint32_t *expected_values, *expected_positions, *expected_lengths, expected_count;
} outputs;

static outputs outputs_make(const list_case *c, bool in_place, const stored *in) {
    outputs o = {.expected_values = zeros_make(c->most),
                 .expected_positions = zeros_make(c->most),
                 .expected_lengths = zeros_make(c->most)};
    o.values = in_place ? *in : stored_make(c->to, c->type, NULL, c->most);
    o.positions = stored_make((list_place)((c->to + 1) % PLACES), HPYR_LIST_TYPE_UINT, NULL, c->most);
    o.lengths = stored_make((list_place)((c->to + 2) % PLACES), HPYR_LIST_TYPE_UINT, NULL, c->most);
    o.count = stored_make((list_place)((c->to + 3) % PLACES), HPYR_LIST_TYPE_UINT, NULL, 1);
    return o;
}

static void outputs_free(outputs *o, bool in_place) {
    if (!in_place)
        stored_free(&o->values);
    stored_free(&o->positions);
    stored_free(&o->lengths);
    stored_free(&o->count);
    free(o->expected_values);
    free(o->expected_positions);
    free(o->expected_lengths);
}

static void check_output(const stored *s, const hpyr_list *asked, const uint32_t *expected, uint32_t count,
                         const char *what) {
    if (asked->buffer || asked->texture.name)
        stored_check(s, expected, count, false, what);
    else
        stored_check_untouched(s, what);
}

/* Which outputs a case wants: one at least. */
static bool wants(const list_case *c, int output) {
    static const int wanted[] = {7, 1, 2, 4, 7, 3, 5, 6};
    return wanted[c->number % LENGTH(wanted)] >> output & 1;
}

static void check_found(env *e, hpyr_lists *lists, uint32_t expected) {
    uint32_t found = 99;
    OK(e, hpyr_lists_result(lists, &found));
    check_number(found, expected, false, "number that was found");
}

static void set_outputs(hpyr_lists_select_desc *desc, const list_case *c, const outputs *o) {
    if (wants(c, 0))
        desc->selected = o->values.list;
    if (wants(c, 1))
        desc->positions = o->positions.list;
    if (wants(c, 2))
        desc->count = o->count.list;
}

static void run_select(env *e, hpyr_lists *lists, const list_case *c, const hpyr_lists_select_desc *desc,
                       const outputs *o) {
    OK(e, hpyr_lists_select(lists, desc));
    check_found(e, lists, o->expected_count);
    check_output(&o->values, &desc->selected, o->expected_values, c->most, "selected");
    check_output(&o->positions, &desc->positions, o->expected_positions, c->most, "positions");
    check_output(&o->count, &desc->count, &o->expected_count, 1, "count");
}

/* A number near which there are entries. */
static double bound_of(const list_case *c, const uint32_t *entries, uint32_t salt) {
    uint64_t seed = c->number + salt;
    uint32_t entry = c->count ? entries[random_below(&seed, c->count)] : 1;
    float value;
    memcpy(&value, &entry, sizeof value);
    double exact = c->type == HPYR_LIST_TYPE_UINT  ? (double)entry
                   : c->type == HPYR_LIST_TYPE_INT ? (double)(int32_t)entry
                                                   : value;
    if (isnan(exact))
        exact = 0;
    return random_below(&seed, 3) == 0 && isfinite(exact) ? exact + 0.25 : exact;
}

static void check_range_case(env *e, hpyr_lists *lists, const list_case *c) {
    SCOPED(free_memory) uint32_t *entries = keys_make(c);
    SCOPED(stored_free) stored in = stored_make(c->from, c->type, entries, c->most);
    bool in_place = c->in_place && wants(c, 0);
    outputs o = outputs_make(c, in_place, &in);
    double a = bound_of(c, entries, 0), b = bound_of(c, entries, 1);
    hpyr_lists_select_desc desc = {.input = in.list, .condition = HPYR_LIST_CONDITION_RANGE, .length = length_of(c)};
    desc.min = a < b ? a : b;
    desc.max = a < b ? b : a;
    if (c->number / 2 % 2) {
        desc.condition = HPYR_LIST_CONDITION_THRESHOLD;
        desc.threshold = desc.min;
        desc.min = desc.max = 0;
    }
    set_outputs(&desc, c, &o);
    const hpyr_ref_list list = ref_of(c, entries);
    const bool has_range = desc.condition == HPYR_LIST_CONDITION_RANGE;
    assert_int_equal(hpyr_ref_list_select_range(&list, has_range ? desc.min : desc.threshold,
                                                has_range ? desc.max : INFINITY, o.expected_values,
                                                o.expected_positions, &o.expected_count),
                     HPYR_OK);
    run_select(e, lists, c, &desc, &o);
    if (!in_place)
        stored_check(&in, entries, c->most, false, "input of a selection");
    outputs_free(&o, in_place);
    length_free(&desc.length);
}

GPU_TEST(values_in_ranges_are_selected) {
    check_cases(e, HPYR_LIST_OPERATION_SELECT, check_range_case);
}

/* Flags are 0 in two of three places, and of another type than the values. */
static void check_flags_case(env *e, hpyr_lists *lists, const list_case *c) {
    list_case of_flags = *c;
    of_flags.type = (hpyr_list_type)(1 + c->number / 2 % 3);
    SCOPED(free_memory) uint32_t *entries = keys_make(c), *flags = keys_make(&of_flags);
    uint64_t seed = c->number;
    for (uint32_t i = 0; i < c->most; i++)
        if (c->keys != KEYS_EQUAL && random_below(&seed, 3))
            flags[i] = of_flags.type == HPYR_LIST_TYPE_FLOAT && i % 2 ? 0x80000000u : 0;
    SCOPED(stored_free) stored in = stored_make(c->from, c->type, entries, c->most);
    SCOPED(stored_free)
    stored marks = stored_make((list_place)((c->from + c->number) % PLACES), of_flags.type, flags, c->most);
    bool in_place = c->in_place && wants(c, 0);
    outputs o = outputs_make(c, in_place, &in);
    hpyr_lists_select_desc desc = {.input = in.list, .flags = marks.list, .length = length_of(c)};
    set_outputs(&desc, c, &o);
    const hpyr_ref_list list = ref_of(c, entries), flag_list = ref_of(&of_flags, flags);
    assert_int_equal(
        hpyr_ref_list_select_flags(&list, &flag_list, o.expected_values, o.expected_positions, &o.expected_count),
        HPYR_OK);
    if (!wants(c, 0) && c->in_place)
        desc.input = (hpyr_list){0};
    run_select(e, lists, c, &desc, &o);
    stored_check(&marks, flags, c->most, false, "flags");
    outputs_free(&o, in_place);
    length_free(&desc.length);
}

GPU_TEST(flagged_entries_are_selected) {
    check_cases(e, HPYR_LIST_OPERATION_SELECT, check_flags_case);
}

/* Flags that are replaced by what they have selected. */
GPU_TEST(outputs_may_replace_all_inputs) {
    static const uint32_t input[] = {10, 20, 30, 40, 50}, flags[] = {0, 1, 0, 2, 3};
    static const uint32_t selected[] = {20, 40, 50, 0, 0}, positions[] = {1, 3, 4, 0, 0};
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 5, HPYR_LIST_OPERATION_SELECT);
    for (int place = 0; place < PLACES; place++)
        for (int swapped = 0; swapped < 2; swapped++) {
            SCOPED(stored_free) stored in = stored_make((list_place)place, HPYR_LIST_TYPE_UINT, input, 5);
            SCOPED(stored_free) stored marks = stored_make((list_place)place, HPYR_LIST_TYPE_UINT, flags, 5);
            hpyr_lists_select_desc desc = {.input = in.list,
                                           .flags = marks.list,
                                           .selected = swapped ? marks.list : in.list,
                                           .positions = swapped ? in.list : marks.list,
                                           .length = {.count = 5}};
            OK(e, hpyr_lists_select(lists, &desc));
            stored_check(&in, swapped ? positions : selected, 5, false, "first");
            stored_check(&marks, swapped ? selected : positions, 5, false, "second");
        }
}

/* ---- bounds ---- */

static void check_bounds(env *e, hpyr_lists *lists, hpyr_list_type type, const uint32_t *entries, uint32_t n) {
    static const double bounds[] = {-INFINITY,    -4294967296.0, -2147483648.5, -2147483648.0, -1,         -0.5,
                                    -0.0,         0.0,           0.1,           1e-46,         1,          1.5,
                                    2147483647.0, 2147483648.0,  4294967295.0,  4294967295.5,  16777216.5, 16777217,
                                    3.4028235e38, 1e39,          INFINITY};
    SCOPED(stored_free)
    stored in = stored_make(PLACE_START, type, entries, n),
           out = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, NULL, n);
    const hpyr_ref_list list = {entries, type, n};
    uint32_t *expected = zeros_make(n), count;
    for (size_t i = 0; i < LENGTH(bounds); i++)
        for (size_t k = i; k < LENGTH(bounds); k += k == i || k == i + 1 ? 1 : 4) {
            if (bounds[i] > bounds[k])
                continue;
            const hpyr_lists_select_desc desc = {.input = in.list,
                                                 .positions = out.list,
                                                 .condition = HPYR_LIST_CONDITION_RANGE,
                                                 .min = bounds[i],
                                                 .max = bounds[k],
                                                 .length = {.count = n}};
            assert_int_equal(hpyr_ref_list_select_range(&list, bounds[i], bounds[k], NULL, expected, &count), HPYR_OK);
            OK(e, hpyr_lists_select(lists, &desc));
            stored_check(&out, expected, n, false, "positions within bounds");
            check_found(e, lists, count);
        }
    free(expected);
}

GPU_TEST(bounds_are_compared_exactly) {
    static const uint32_t integers[] = {0,           1,           2,           0x7FFFFFFFu, 0x80000000u,
                                        0x80000001u, 0xFFFFFFFEu, 0xFFFFFFFFu, 16777216,    16777217};
    static const uint32_t floats[] = {0,           0x80000000u, 1,           0x80000001u, 0x00800000u,
                                      0x3F800000u, 0xBF800000u, 0x3DCCCCCCu, 0x3DCCCCCDu, 0x7F7FFFFFu,
                                      0xFF7FFFFFu, 0x7F800000u, 0xFF800000u, 0x7FC00000u, 0xFFC00000u,
                                      0x7F800001u, 0x4B800000u, 0x4F000000u, 0xCF000000u};
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 32, HPYR_LIST_OPERATION_SELECT);
    check_bounds(e, lists, HPYR_LIST_TYPE_UINT, integers, LENGTH(integers));
    check_bounds(e, lists, HPYR_LIST_TYPE_INT, integers, LENGTH(integers));
    check_bounds(e, lists, HPYR_LIST_TYPE_FLOAT, floats, LENGTH(floats));
}

/* ---- GLSL of the caller ---- */

typedef struct settings {
    uint32_t divisor, texture, calls;
} settings;

static void bind_settings(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    settings *s = user;
    assert_string_equal(prefix, "hpyr_");
    GLint active;
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
    glUniform1ui(glGetUniformLocation(program, "u_hpyr_my_divisor"), s->divisor);
    glUniform1i(glGetUniformLocation(program, "u_hpyr_my_table"), (GLint)first_unit);
    glActiveTexture(GL_TEXTURE0 + first_unit);
    glBindTexture(GL_TEXTURE_2D, s->texture);
    glActiveTexture((GLenum)active);
    s->calls++;
}

static const char *const custom_glsl = "uniform uint u_hpyr_my_divisor;\n"
                                       "uniform usampler2D u_hpyr_my_table;\n"
                                       "bool hpyr_select_at(uint position) {\n"
                                       "    return hpyr_value_at(position) % u_hpyr_my_divisor == "
                                       "texelFetch(u_hpyr_my_table, ivec2(position % 7u, 0), 0).x;\n"
                                       "}\n";

static bool select_like_glsl(uint32_t position, uint32_t entry, void *user) {
    static const uint32_t table[7] = {0, 1, 2, 3, 1, 0, 2};
    return entry % ((const settings *)user)->divisor == table[position % 7];
}

static GLuint make_table(void) {
    static const uint32_t table[7] = {0, 1, 2, 3, 1, 0, 2};
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32UI, 7, 1, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, table);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST); /* an integer texture must not be filtered */
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

GPU_TEST(glsl_of_the_caller_selects) {
    settings s = {.texture = make_table()};
    uint32_t most = e->small ? 700 : 5000, number = 2;
    hpyr_lists *lists = make_lists(e, most + 100, HPYR_LIST_OPERATION_SELECT);
    e->callback = (snapshot_except){false, 2, 30}; /* behind the library's units: the callback's */
    for (s.divisor = 2; s.divisor <= 5; s.divisor += 3)
        for (int place = 0; place < PLACES; place++) {
            list_case c = case_at(number += 12, most);
            c.type = HPYR_LIST_TYPE_UINT;
            c.from = (list_place)place;
            SCOPED(free_memory) uint32_t *entries = keys_make(&c);
            SCOPED(stored_free) stored in = stored_make(c.from, c.type, entries, c.most);
            outputs o = outputs_make(&c, false, &in);
            hpyr_lists_select_desc desc = {.input = in.list,
                                           .condition = HPYR_LIST_CONDITION_CUSTOM,
                                           .glsl = custom_glsl,
                                           .bind = bind_settings,
                                           .user = &s,
                                           .length = length_of(&c)};
            const hpyr_ref_list list = ref_of(&c, entries);
            set_outputs(&desc, &c, &o);
            assert_int_equal(hpyr_ref_list_select(&list, select_like_glsl, &s, o.expected_values, o.expected_positions,
                                                  &o.expected_count),
                             HPYR_OK);
            run_select(e, lists, &c, &desc, &o);
            outputs_free(&o, false);
            length_free(&desc.length);
        }
    e->callback = (snapshot_except){false, 0, 0};
    assert_true(s.calls == 2 * PLACES || (e->is_late && s.calls > 2 * PLACES)); /* a call may be made again */
    if (e->enemy) { /* the callback's bindings are the caller's to restore */
        hostile_apply(e->enemy);
        hostile_remove(e->enemy);
    }
    glDeleteTextures(1, &s.texture);
    free_lists(e, lists);
}

static void check_custom(env *e, hpyr_lists *lists, const char *glsl, const hpyr_list *input, uint32_t length,
                         uint32_t expected) {
    SCOPED(stored_free) stored out = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, NULL, 1);
    hpyr_lists_select_desc desc = {
        .count = out.list, .condition = HPYR_LIST_CONDITION_CUSTOM, .glsl = glsl, .length = {.count = length}};
    if (input)
        desc.input = *input;
    OK(e, hpyr_lists_select(lists, &desc));
    stored_check(&out, &expected, 1, false, "count");
}

/* It needs no input; and a value has the type of the list. */
GPU_TEST(glsl_sees_values_of_their_type_or_none) {
    static const uint32_t input[] = {0x80000000u, 0x3F800000u, 0xBF800000u, 0x7FC00000u, 5, 0xFFFFFFFFu};
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 1000, HPYR_LIST_OPERATION_SELECT);
    SCOPED(stored_free)
    stored in = stored_make(PLACE_TEXEL, HPYR_LIST_TYPE_UINT, input, 6),
           texture = stored_make(PLACE_TEXTURE, HPYR_LIST_TYPE_FLOAT, input, 6);
    check_custom(e, lists, "bool hpyr_select_at(uint position) { return position % 3u == 1u; }", NULL, 1000, 333);
    check_custom(e, lists, "bool hpyr_select_at(uint position) { return true; }", NULL, 129, 129);
    check_custom(e, lists, "bool hpyr_select_at(uint position) { return true; }", NULL, 0, 0);
    in.list.type = HPYR_LIST_TYPE_INT;
    check_custom(e, lists, "bool hpyr_select_at(uint p) { int hpyr_my_v = hpyr_value_at(p); return hpyr_my_v < 0; }",
                 &in.list, 6, 3);
    in.list.type = HPYR_LIST_TYPE_FLOAT;
    check_custom(e, lists, "bool hpyr_select_at(uint p) { float v = hpyr_value_at(p); return v == 1.0 || v == -1.0; }",
                 &in.list, 6, 2);
    check_custom(e, lists, "bool hpyr_select_at(uint p) { float v = hpyr_value_at(p); return v == 1.0 || v == -1.0; }",
                 &texture.list, 6, 2);
}

/* What a list has selected is not left for one after it that is shorter. Without outputs the number alone is found. */
GPU_TEST(a_list_may_be_shorter_than_the_one_before) {
    static const uint32_t lengths[] = {40000, 3, 129, 20000, 128, 5000, 0, 300, 257, 40000};
    static const char glsl[] = "bool hpyr_select_at(uint position) { return position % 3u == 0u; }";
    hpyr_lists *lists = make_lists(e, 40000, HPYR_LIST_OPERATION_SELECT);
    for (size_t i = 0; i < LENGTH(lengths); i++) {
        const hpyr_lists_select_desc desc = {
            .condition = HPYR_LIST_CONDITION_CUSTOM, .glsl = glsl, .length = {.count = lengths[i]}};
        OK(e, hpyr_lists_select(lists, &desc));
        check_found(e, lists, (lengths[i] + 2) / 3);
    }
    SCOPED(stored_free) stored in = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, lengths, LENGTH(lengths));
    const hpyr_lists_unique_desc runs = {.keys = in.list, .length = {.count = LENGTH(lengths)}};
    OK(e, hpyr_lists_unique(lists, &runs));
    check_found(e, lists, LENGTH(lengths));
    free_lists(e, lists);
}

GPU_TEST(glsl_that_does_not_compile_is_told) {
    static const char *const wrong[] = {"bool hpyr_select_at(uint position) { return hpyr_my_nothing; }",
                                        "bool hpyr_my_other(uint position) { return true; }", "",
                                        "bool hpyr_select_at(uint p) { return hpyr_value_at(p) > 0u; }"};
    uint32_t found = 4;
    hpyr_lists *lists = make_lists(e, 10, HPYR_LIST_OPERATION_SELECT);
    stored out = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, NULL, 10);
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        const hpyr_lists_select_desc desc = {
            .positions = out.list, .condition = HPYR_LIST_CONDITION_CUSTOM, .glsl = wrong[i], .length = {.count = 10}};
        EXPECT_TOLD(e, HPYR_ERROR_SHADER, "", hpyr_lists_select(lists, &desc));
        stored_check_untouched(&out, "output of GLSL that does not compile");
        EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_lists_result(lists, &found));
        assert_int_equal(found, 0);
    }
    check_custom(e, lists, "bool hpyr_select_at(uint position) { return position > 3u; }", NULL, 10, 6);
    stored_free(&out);
    free_lists(e, lists);
}

/* ---- unique ---- */

static void check_unique(env *e, hpyr_lists *lists, const list_case *c) {
    SCOPED(free_memory) uint32_t *entries = keys_make(c);
    SCOPED(stored_free) stored in = stored_make(c->from, c->type, entries, c->most);
    bool in_place = c->in_place && wants(c, 0);
    outputs o = outputs_make(c, in_place, &in);
    hpyr_lists_unique_desc desc = {.keys = in.list, .length = length_of(c)};
    const hpyr_ref_list list = ref_of(c, entries);
    if (wants(c, 0))
        desc.unique = o.values.list;
    if (wants(c, 1))
        desc.firsts = o.positions.list;
    if (wants(c, 2))
        desc.run_lengths = o.lengths.list;
    if (c->number % 3)
        desc.count = o.count.list;
    assert_int_equal(
        hpyr_ref_list_unique(&list, o.expected_values, o.expected_positions, o.expected_lengths, &o.expected_count),
        HPYR_OK);
    OK(e, hpyr_lists_unique(lists, &desc));
    check_found(e, lists, o.expected_count);
    check_output(&o.values, &desc.unique, o.expected_values, c->most, "unique");
    check_output(&o.positions, &desc.firsts, o.expected_positions, c->most, "firsts");
    check_output(&o.lengths, &desc.run_lengths, o.expected_lengths, c->most, "run lengths");
    check_output(&o.count, &desc.count, &o.expected_count, 1, "count");
    if (!in_place)
        stored_check(&in, entries, c->most, false, "keys");
    outputs_free(&o, in_place);
    length_free(&desc.length);
}

GPU_TEST(runs_become_one_entry) {
    check_cases(e, HPYR_LIST_OPERATION_SELECT, check_unique);
}

/* A run for every position and length around the boundaries of blocks. */
GPU_TEST(runs_may_begin_and_end_anywhere) {
    static const uint32_t places[] = {1, 3, 4, 5, 15, 16, 17, 63, 64, 65, 127, 128, 129, 255, 256, 257};
    uint32_t entries[300], unique[300], firsts[300], lengths[300], count;
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 300, HPYR_LIST_OPERATION_SELECT);
    for (size_t i = 0; i < LENGTH(places); i++)
        for (size_t k = i; k < LENGTH(places); k += e->small || e->hostile ? 5 : 1) {
            for (uint32_t n = 0; n < 300; n++)
                entries[n] = n >= places[i] && n < places[k] ? 5 : 0;
            const hpyr_ref_list list = {entries, HPYR_LIST_TYPE_UINT, 300};
            SCOPED(stored_free) stored in = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, entries, 300);
            SCOPED(stored_free) stored out = stored_make(PLACE_SHIFTED, HPYR_LIST_TYPE_UINT, NULL, 900);
            const hpyr_lists_unique_desc desc = {.keys = in.list,
                                                 .unique = stored_part(&out, 0),
                                                 .firsts = stored_part(&out, 300),
                                                 .run_lengths = stored_part(&out, 600),
                                                 .length = {.count = 300}};
            assert_int_equal(hpyr_ref_list_unique(&list, unique, firsts, lengths, &count), HPYR_OK);
            OK(e, hpyr_lists_unique(lists, &desc));
            uint32_t expected[900];
            memcpy(expected, unique, sizeof unique);
            memcpy(expected + 300, firsts, sizeof firsts);
            memcpy(expected + 600, lengths, sizeof lengths);
            stored_check(&out, expected, 900, false, "three lists side by side");
        }
}
