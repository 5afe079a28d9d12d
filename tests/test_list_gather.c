/* test_list_gather.c - records of every format, copied in the order of a list, equal the oracle's.  SPDX-License-Identifier: MIT */
#include "lists.h"

#include "fetches.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEHIND = 3 /* records */, PATTERN = 0x55 /* also of floats that are ordinary */ };

/* ---- records ---- */

/* Records in a buffer or texture, and everything around them, which has a pattern. */
typedef struct shelf {
    hpyr_records records;
    hpyr_format format;
    size_t before, all; /* bytes */
} shelf;

/* Random records. A pass may change what a NaN looks like; so there is none unless all bits count. */
static unsigned char *records_make(hpyr_format format, uint32_t count, bool any_bits, uint64_t seed) {
    size_t bytes = format_bytes(format) * count;
    unsigned char *records = make_room(bytes + 1);
    for (size_t i = 0; i < bytes; i++)
        records[i] = (unsigned char)random_next(&seed);
    bool half = format == HPYR_FORMAT_R16F, single = format == HPYR_FORMAT_R32F || format == HPYR_FORMAT_RGBA32F;
    for (size_t i = 1; !any_bits && half && i < bytes; i += 2)
        records[i] = (unsigned char)((records[i] & 0x83) | (records[i] % 29 + 1) << 2);
    for (size_t i = 3; !any_bits && single && i < bytes; i += 4)
        records[i] = (unsigned char)((records[i] & 0x80) | 0x20 | (records[i] & 0x1F));
    return records;
}

static void put_in_texture(shelf *s, int level, uint32_t count, const unsigned char *bytes) {
    hpyr_texture *texture = &s->records.texture;
    GLenum external, type;
    uint32_t side = 3;
    while (side * side < count)
        side += 2;
    *texture = (hpyr_texture){.width = side, .height = count / side + 2, .level = level, .format = s->format};
    s->all = (size_t)side * texture->height * format_bytes(s->format);
    SCOPED(free_memory) unsigned char *all = make_room(s->all);
    memset(all, PATTERN, s->all);
    if (bytes)
        memcpy(all, bytes, count * format_bytes(s->format));
    format_transfer(s->format, &external, &type);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glGenTextures(1, &texture->name);
    glBindTexture(GL_TEXTURE_2D, texture->name);
    glTexImage2D(GL_TEXTURE_2D, level, (GLint)format_internal(s->format), (GLsizei)side, (GLsizei)texture->height, 0,
                 external, type, all);
    if (level)
        glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format_internal(s->format), (GLsizei)(2 * side),
                     (GLsizei)(2 * texture->height), 0, external, type, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, level);
    glBindTexture(GL_TEXTURE_2D, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

static void put_in_buffer(shelf *s, list_place place, uint32_t count, const unsigned char *bytes) {
    static const uint32_t firsts[] = {0, 1, 4, 0, 5};
    size_t size = format_bytes(s->format), behind = place == PLACE_WHOLE || place == PLACE_END ? 0 : BEHIND;
    s->before = firsts[place] * size;
    s->all = s->before + (count + behind) * size;
    s->records.offset = s->before;
    s->records.format = s->format;
    SCOPED(free_memory) unsigned char *all = make_room(s->all + 1);
    memset(all, PATTERN, s->all);
    if (bytes)
        memcpy(all + s->before, bytes, count * size);
    s->records.buffer = buffer_of(all, (size_t)s->all);
}

static shelf shelf_make(list_place place, hpyr_format format, uint32_t count, const unsigned char *bytes) {
    shelf s = {.format = format};
    if (place < PLACE_TEXTURE)
        put_in_buffer(&s, place, count, bytes);
    else
        put_in_texture(&s, place == PLACE_MIPMAP, count, bytes);
    if (bytes)
        s.records.count = count;
    CHECK_GL();
    return s;
}

static void shelf_free(shelf *s) {
    glDeleteBuffers(1, &s->records.buffer);
    glDeleteTextures(1, &s->records.texture.name);
}

/* Of a float that a half can hold and that is no NaN; zero becomes +0. */
static uint32_t half_of(uint32_t number) {
    uint32_t exponent = number >> 23 & 0xFF, sign = number >> 16 & 0x8000u;
    return exponent < 113 ? sign : sign | (exponent - 112) << 10 | (number >> 13 & 0x3FFu);
}

/* OpenGL ES reads small numbers as large ones: integers as words, halves as floats. */
static void read_small(const fetch_source *source, hpyr_format format, unsigned char *all) {
    const uint32_t texels = source->width * source->height;
    const bool is_half = format == HPYR_FORMAT_R16F;
    SCOPED(free_memory) uint32_t *words = zeros_make(texels);
    fetch_texels(source, is_half ? GL_RED : GL_RED_INTEGER,
                 is_half                      ? GL_FLOAT
                 : format == HPYR_FORMAT_R16I ? GL_INT
                                              : GL_UNSIGNED_INT,
                 words);
    for (uint32_t i = 0; i < texels; i++) {
        const uint32_t word = is_half ? half_of(words[i]) : words[i];
        for (size_t k = 0; k < format_bytes(format); k++)
            all[i * format_bytes(format) + k] = (unsigned char)(word >> 8 * k);
    }
}

static void read_texture(const hpyr_texture *texture, unsigned char *all) {
    const fetch_source source = {GL_TEXTURE_2D, texture->name, texture->level, texture->width, texture->height, 1};
    const hpyr_format format = texture->format;
    GLenum external, type;
    format_transfer(format, &external, &type);
    if (env_is_es() && (format == HPYR_FORMAT_R16F || format == HPYR_FORMAT_R8UI || format == HPYR_FORMAT_R16UI ||
                        format == HPYR_FORMAT_R16I))
        read_small(&source, format, all);
    else
        fetch_texels(&source, external, type, all);
}

static unsigned char *shelf_read(const shelf *s) {
    unsigned char *all = make_zeros(s->all + 1, 1);
    if (s->records.buffer)
        fetch_buffer(s->records.buffer, 0, s->all, all);
    else
        read_texture(&s->records.texture, all);
    CHECK_GL();
    return all;
}

static void shelf_check(const shelf *s, const unsigned char *expected, uint32_t count, const char *what) {
    unsigned char *all = shelf_read(s);
    size_t bytes = count * format_bytes(s->format), wrong = 0;
    for (size_t i = 0; i < s->all; i++) {
        bool inside = i >= s->before && i - s->before < bytes;
        unsigned char right = inside ? expected[i - s->before] : PATTERN;
        if (all[i] != right && wrong++ < 4)
            fprintf(stderr, "%s of format %d: byte %zu of record %" PRId64 " is 0x%02x, not 0x%02x\n", what,
                    (int)s->format, i % format_bytes(s->format),
                    ((int64_t)i - (int64_t)s->before) / (int64_t)format_bytes(s->format), all[i], right);
    }
    free(all);
    if (wrong)
        fail_msg("%s of format %d: %zu bytes are wrong", what, (int)s->format, wrong);
    runner_checks++;
}

/* ---- cases ---- */

/* Positions that lie inside, but for every fifth one or so. */
static uint32_t *positions_make(const list_case *c, uint32_t source_count) {
    uint32_t *positions = zeros_make(c->most);
    uint64_t seed = c->number;
    for (uint32_t i = 0; i < c->most; i++)
        switch (random_below(&seed, 15)) {
        case 0:
            positions[i] = source_count;
            break;
        case 1:
            positions[i] = random_next(&seed);
            break;
        case 2:
            positions[i] = random_below(&seed, 2) ? UINT32_MAX : 0x80000000u;
            break;
        default:
            positions[i] = random_below(&seed, source_count + (source_count == 0));
        }
    return positions;
}

static void check_gather(env *e, hpyr_lists *lists, const list_case *c, hpyr_format format, list_place from,
                         uint32_t source_count) {
    bool in_buffers = from < PLACE_TEXTURE && c->to < PLACE_TEXTURE;
    if (e->es && format == HPYR_FORMAT_R16 && !in_buffers) /* it has no textures of R16 */
        format = HPYR_FORMAT_R16UI;
    unsigned char *source = records_make(format, source_count, in_buffers, c->number);
    unsigned char *expected = make_zeros(c->most + 1, format_bytes(format));
    uint32_t *positions = positions_make(c, source_count), found = 99;
    stored list = stored_make(c->from, HPYR_LIST_TYPE_UINT, positions, c->most);
    shelf in = shelf_make(from, format, source_count, source), out = shelf_make(c->to, format, c->most, NULL);
    hpyr_lists_gather_desc desc = {
        .positions = list.list, .source = in.records, .output = out.records, .length = length_of(c)};
    assert_int_equal(
        hpyr_ref_list_gather(positions, c->count, source, source_count, format_bytes(format), expected, NULL), HPYR_OK);
    OK(e, hpyr_lists_gather(lists, &desc));
    shelf_check(&out, expected, c->most, "gathered records");
    shelf_check(&in, source, source_count, "source");
    stored_check(&list, positions, c->most, false, "positions");
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_lists_result(lists, &found)); /* it finds no number */
    assert_false(e->has_error);
    assert_int_equal(found, 0);
    shelf_free(&in);
    shelf_free(&out);
    stored_free(&list);
    length_free(&desc.length);
    free(source);
    free(expected);
    free(positions);
}

static void check_case(env *e, hpyr_lists *lists, const list_case *c) {
    uint64_t seed = c->number;
    hpyr_format format = (hpyr_format)(HPYR_FORMAT_R8 + c->number % HPYR_FORMAT_RGBA32UI);
    list_place from = (list_place)random_below(&seed, PLACES);
    uint32_t source_count = c->number % 6 ? 1 + random_below(&seed, 2 * c->count + 3) : 1;
    check_gather(e, lists, c, format, from, source_count);
}

GPU_TEST(records_equal_the_oracle) {
    check_cases(e, HPYR_LIST_OPERATION_GATHER, check_case);
}

GPU_TEST(every_format_goes_from_everywhere_to_everywhere) {
    static const list_place places[] = {PLACE_START, PLACE_SHIFTED, PLACE_TEXTURE, PLACE_MIPMAP};
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 3000, HPYR_LIST_OPERATION_GATHER);
    for (int format = HPYR_FORMAT_R8; format <= HPYR_FORMAT_RGBA32UI; format++)
        for (uint32_t i = (uint32_t)format % 2; i < 16; i += e->small || e->hostile ? 3 : 1) {
            list_case c = case_at((uint32_t)format * 16 + i, 1100);
            c.to = places[i % 4];
            check_gather(e, lists, &c, (hpyr_format)format, places[i / 4], 1500);
        }
}

/* A texture that is told no count has as many records as texels. */
GPU_TEST(a_texture_knows_its_count) {
    static const uint32_t positions[] = {0, 14, 15, 8, 16};
    uint32_t source[15], expected[5] = {0};
    hpyr_lists *lists = make_lists(e, 5, HPYR_LIST_OPERATION_GATHER);
    for (uint32_t i = 0; i < 15; i++)
        source[i] = 100 + i;
    for (int place = PLACE_TEXTURE; place <= PLACE_MIPMAP; place++) {
        SCOPED(stored_free) stored list = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, positions, 5);
        SCOPED(shelf_free)
        shelf in = shelf_make((list_place)place, HPYR_FORMAT_R32UI, 15, (const unsigned char *)source);
        SCOPED(shelf_free) shelf out = shelf_make(PLACE_SHIFTED, HPYR_FORMAT_R32UI, 5, NULL);
        hpyr_lists_gather_desc desc = {
            .positions = list.list, .source = in.records, .output = out.records, .length = {.count = 5}};
        const uint32_t texels = in.records.texture.width * in.records.texture.height;
        for (uint32_t i = 0; i < 5; i++) /* behind the 15 records the texels have a pattern */
            expected[i] = positions[i] < 15 ? source[positions[i]] : positions[i] < texels ? 0x55555555u : 0;
        desc.source.count = 0;
        OK(e, hpyr_lists_gather(lists, &desc));
        shelf_check(&out, (const unsigned char *)expected, 5, "records of a texture without a count");
    }
    free_lists(e, lists);
}

/* ---- what may be replaced ---- */

GPU_TEST(records_may_be_put_into_order_where_they_are) {
    const uint32_t count = 5000;
    hpyr_lists *lists = make_lists(e, count, HPYR_LIST_OPERATION_GATHER);
    for (int format = HPYR_FORMAT_R8; format <= HPYR_FORMAT_RGBA32UI; format++) {
        unsigned char *records = records_make((hpyr_format)format, count, true, (uint64_t)format);
        unsigned char *expected = make_zeros(count, format_bytes((hpyr_format)format));
        SCOPED(free_memory) uint32_t *positions = zeros_make(count);
        for (uint32_t i = 0; i < count; i++)
            positions[i] = count - 1 - i;
        SCOPED(stored_free) stored list = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, positions, count);
        SCOPED(shelf_free)
        shelf s = shelf_make(format % 2 ? PLACE_WHOLE : PLACE_SHIFTED, (hpyr_format)format, count, records);
        hpyr_lists_gather_desc desc = {
            .positions = list.list, .source = s.records, .output = s.records, .length = {.count = count}};
        desc.output.count = 0;
        assert_int_equal(
            hpyr_ref_list_gather(positions, count, records, count, format_bytes((hpyr_format)format), expected, NULL),
            HPYR_OK);
        OK(e, hpyr_lists_gather(lists, &desc));
        shelf_check(&s, expected, count, "records in place");
        free(records);
        free(expected);
    }
    free_lists(e, lists);
}

GPU_TEST(positions_may_be_replaced_by_what_they_gather) {
    static const uint32_t positions[] = {4, 0, 9, 2}, source[] = {10, 11, 12, 13, 14}, expected[] = {14, 10, 0, 12};
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 4, HPYR_LIST_OPERATION_GATHER);
    for (int place = 0; place < PLACES; place++) {
        SCOPED(stored_free) stored list = stored_make((list_place)place, HPYR_LIST_TYPE_UINT, positions, 4);
        SCOPED(shelf_free) shelf in = shelf_make(PLACE_START, HPYR_FORMAT_R32UI, 5, (const unsigned char *)source);
        const hpyr_lists_gather_desc desc = {.positions = list.list,
                                             .source = in.records,
                                             .output = {.buffer = list.list.buffer,
                                                        .offset = list.list.offset,
                                                        .format = list.list.buffer ? HPYR_FORMAT_R32UI : 0,
                                                        .texture = list.list.texture},
                                             .length = {.count = 4}};
        OK(e, hpyr_lists_gather(lists, &desc));
        stored_check(&list, expected, 4, false, "positions in place");
    }
}

/* The length lies among the positions, which are replaced. */
GPU_TEST(the_length_may_be_replaced) {
    static const uint32_t positions[] = {2, 1, 0, 3, 1}, source[] = {10, 11, 12}, expected[] = {12, 11, 10, 0, 0};
    hpyr_lists *lists = make_lists(e, 5, HPYR_LIST_OPERATION_GATHER);
    stored list = stored_make(PLACE_SHIFTED, HPYR_LIST_TYPE_UINT, positions, 5);
    shelf in = shelf_make(PLACE_START, HPYR_FORMAT_R32UI, 3, (const unsigned char *)source);
    const hpyr_lists_gather_desc desc = {
        .positions = list.list,
        .source = in.records,
        .output = {.buffer = list.list.buffer, .offset = 4, .format = HPYR_FORMAT_R32UI},
        .length = {.count = 5, .buffer = list.list.buffer, .offset = 4 + 3 * 4}};
    OK(e, hpyr_lists_gather(lists, &desc));
    stored_check(&list, expected, 5, false, "three of five");
    shelf_free(&in);
    stored_free(&list);
    free_lists(e, lists);
}

/* OpenGL ES copies the source to a texture, which has rows of 2048 texels. */
static uint32_t most_records(const env *e) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    return e->es ? 2048 * caps->max_texture_size : caps->max_buffer_texels;
}

/* What a shader cannot read of a buffer is told. */
GPU_TEST(more_records_than_a_shader_can_read_are_refused) {
    const uint32_t most = most_records(e);
    uint32_t zero = 0;
    if (most > 1u << 28)
        SKIP("GL reads buffers of any size");
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 1, HPYR_LIST_OPERATION_GATHER);
    SCOPED(stored_free) stored list = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, &zero, 1);
    SCOPED(shelf_free) shelf out = shelf_make(PLACE_START, HPYR_FORMAT_R8UI, 1, NULL);
    hpyr_lists_gather_desc desc = {.positions = list.list,
                                   .source = {.format = HPYR_FORMAT_R8UI, .count = most},
                                   .output = out.records,
                                   .length = {.count = 1}};
    desc.source.buffer = buffer_of(NULL, (size_t)most + 1);
    OK(e, hpyr_lists_gather(lists, &desc));
    desc.source.offset = !e->es;
    desc.source.count += e->es;
    hpyr_result result = CALL(e, hpyr_lists_gather(lists, &desc));
    assert_true(e->es ? result == HPYR_ERROR_TOO_LARGE : result == HPYR_OK || result == HPYR_ERROR_UNSUPPORTED);
    glDeleteBuffers(1, &desc.source.buffer);
}
