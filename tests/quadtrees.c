/* quadtrees.c - images for quadtrees, and comparison of a quadtree with the oracle's.  SPDX-License-Identifier: MIT */
#include "quadtrees.h"

#include "common/files/error.h"
#include "common/files/image.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- pictures ---- */

static bool is_float(hpyr_format format) {
    return format == HPYR_FORMAT_R16F || format == HPYR_FORMAT_R32F || format == HPYR_FORMAT_RGBA32F;
}

static bool is_normalized(hpyr_format format) {
    return format == HPYR_FORMAT_R8 || format == HPYR_FORMAT_RGBA8 || format == HPYR_FORMAT_R16;
}

double tolerance_of(hpyr_format format, double steps) {
    return !is_normalized(format) ? steps : steps / (format == HPYR_FORMAT_R16 ? 65535 : 255);
}

/* A small whole number, as the texture stores it. */
static void set_number(image *im, size_t texel, int channel, uint32_t number) {
    im->ref.channel = format_channels(im->ref.format) == 4 ? (hpyr_channel)(HPYR_CHANNEL_RED + channel) : 0;
    image_set(im, texel, tolerance_of(im->ref.format, number));
}

/* A number that depends on the square that the texel is in, of a size that depends on where that is. */
static uint32_t number_of_block(uint32_t x, uint32_t y, uint64_t seed) {
    uint64_t place = seed ^ (x >> 5) * 7919u ^ (y >> 5) * 104729u;
    const uint32_t shift = random_below(&place, 7);
    uint64_t block = seed + (x >> shift) * 6151u + (y >> shift) * 92821u;
    random_next(&block);
    return random_below(&block, 180);
}

static uint32_t number_at(picture_kind kind, uint32_t x, uint32_t y, uint64_t seed) {
    switch (kind) {
    case PICTURE_SLOPE:
        return (x + 2 * y) / 5 % 200;
    case PICTURE_CHECKERS:
        return (x + y) % 2;
    case PICTURE_SPECIAL:
        return number_of_block(x, y, seed) % 7;
    case PICTURE_BLOCKS:
    case PICTURE_NOISY:
        return number_of_block(x, y, seed);
    default:
        return 77;
    }
}

/* NaN of both signs, infinities, zeros, large ones; in halves as well. Of integers the least, the largest, and those
 * beside them. */
static uint32_t special_bits(hpyr_format format, uint32_t which) {
    static const uint32_t singles[] = {0x7FC00000, 0xFFC00001, 0x7F800000, 0xFF800000, 0x80000000,
                                       0,          0x7F7FFFFF, 0xFF7FFFFF, 0x3F800001, 0xBF800000};
    static const uint32_t halves[] = {0x7E00, 0xFE01, 0x7C00, 0xFC00, 0x8000, 0, 0x7BFF, 0xFBFF, 0x3C01, 0x0001};
    static const uint32_t integers[] = {0, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 0x8000,
                                        1, 0xFFFFFFFE, 0x80000001, 0x7FFF,     0x80};
    const uint32_t *bits = format == HPYR_FORMAT_R16F ? halves : is_float(format) ? singles : integers;
    return bits[which];
}

image picture_make(picture_kind kind, hpyr_format format, uint32_t width, uint32_t height, uint64_t seed) {
    image im = image_make(format, HPYR_CHANNEL_DEFAULT, width, height, 1);
    const size_t texels = (size_t)width * height;
    const int channels = format_channels(format);
    uint64_t state = seed;
    if (kind == PICTURE_RANDOM) {
        image_scramble(&im, seed);
        return im;
    }
    for (size_t i = 0; i < texels; i++)
        for (int c = 0; c < channels; c++) {
            uint32_t number = number_at(kind, (uint32_t)(i % width), (uint32_t)(i / width), seed + (uint64_t)(c / 2));
            set_number(&im, i, c, number + (kind == PICTURE_NOISY ? random_below(&state, 3) : 0));
        }
    if (kind == PICTURE_BUT_ONE)
        set_number(&im, random_below(&state, (uint32_t)texels), channels - 1, 78);
    for (size_t i = 0; kind == PICTURE_SPECIAL && i < texels / 9 + 1; i++) {
        const size_t place = random_below(&state, (uint32_t)texels);
        const uint32_t bits = special_bits(format, random_below(&state, 10));
        im.ref.channel = channels == 4 ? (hpyr_channel)(HPYR_CHANNEL_RED + (int)random_below(&state, 4)) : 0;
        for (size_t k = place; k < place + 4 && k < texels; k++)
            image_set_bits(&im, k, bits);
    }
    im.ref.channel = HPYR_CHANNEL_DEFAULT;
    return im;
}

image photograph_make(const char *name, hpyr_format format) {
    char path[512];
    uint32_t width = 0, height = 0;
    snprintf(path, sizeof path, "%s/photos/%s", TEST_ASSETS, name);
    SCOPED(free_memory) uint8_t *rgba = image_read(path, &width, &height);
    if (!rgba)
        fail_msg("%s: %s", path, error_text());
    image im = image_make(format, HPYR_CHANNEL_DEFAULT, width, height, 1);
    const size_t bytes = format_bytes(format);
    for (size_t i = 0; i < (size_t)width * height; i++)
        memcpy((uint8_t *)im.pixels + i * bytes, rgba + 4 * i, bytes);
    return im;
}

/* ---- the oracle ---- */

leaves leaves_of(const image *im, const hpyr_quadtree_desc *desc, double steps) {
    const double tolerance = tolerance_of(desc->format, steps);
    leaves l = {NULL, 0};
    const size_t bytes = format_bytes(im->ref.format), row = desc->width * bytes;
    SCOPED(free_memory) unsigned char *part = malloc(row * desc->height);
    const uint32_t most = desc->width * desc->height;
    l.leaves = malloc(most * sizeof *l.leaves);
    assert_true(part && l.leaves);
    for (uint32_t y = 0; y < desc->height; y++)
        memcpy(part + y * row, (const unsigned char *)im->pixels + (size_t)y * im->ref.width * bytes, row);
    assert_int_equal(hpyr_ref_quadtree(desc, part, tolerance, l.leaves, most, &l.count), HPYR_OK);
    return l;
}

void leaves_free(leaves *l) {
    free(l->leaves);
    *l = (leaves){NULL, 0};
}

/* Bits of x and y in turn, x first. */
static uint64_t place_in_order(const hpyr_quadtree_leaf *leaf) {
    uint64_t place = 0;
    for (int bit = 0; bit < 32; bit++)
        place |= (uint64_t)(leaf->x >> bit & 1) << (2 * bit) | (uint64_t)(leaf->y >> bit & 1) << (2 * bit + 1);
    return place;
}

void check_tiling(const leaves *l, const hpyr_quadtree_desc *desc) {
    SCOPED(free_memory) uint8_t *covered = make_zeros(desc->width, desc->height);
    uint64_t texels = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        const hpyr_quadtree_leaf *leaf = &l->leaves[i];
        uint32_t inside = 0;
        assert_true(leaf->x % leaf->size == 0 && leaf->y % leaf->size == 0);
        assert_true(i == 0 || place_in_order(leaf) > place_in_order(leaf - 1));
        for (uint32_t y = leaf->y; y < leaf->y + leaf->size && y < desc->height; y++)
            for (uint32_t x = leaf->x; x < leaf->x + leaf->size && x < desc->width; x++) {
                assert_int_equal(covered[(size_t)y * desc->width + x]++, 0);
                inside++;
            }
        assert_int_equal(leaf->texels, inside);
        texels += inside;
    }
    assert_int_equal(texels, (uint64_t)desc->width * desc->height);
}

/* ---- quadtrees ---- */

hpyr_quadtree_desc desc_of(const image *im) {
    const hpyr_quadtree_desc desc = {im->ref.width, im->ref.height, im->ref.format, 0, 0};
    return desc;
}

hpyr_quadtree *make_quadtree(env *e, const hpyr_quadtree_desc *desc) {
    hpyr_quadtree *tree = NULL;
    OK(e, hpyr_quadtree_create(e->context, desc, &tree));
    return tree;
}

void free_quadtree(env *e, hpyr_quadtree *tree) {
    CALL_VOID(e, hpyr_quadtree_destroy(tree));
}

/* All NaNs are alike. */
static bool same_values(const hpyr_quadtree_value *a, const hpyr_quadtree_value *b, hpyr_format format) {
    for (int c = 0; c < 4; c++)
        if (a->unsigneds[c] != b->unsigneds[c] && !(is_float(format) && isnan(a->floats[c]) && isnan(b->floats[c])))
            return false;
    return true;
}

void check_leaves(const hpyr_quadtree_leaf *got, const leaves *oracle, uint32_t first, uint32_t count,
                  const hpyr_quadtree_desc *desc) {
    for (uint32_t i = 0; i < count; i++) {
        const hpyr_quadtree_leaf *a = &got[i], *b = &oracle->leaves[first + i];
        if (a->x != b->x || a->y != b->y || a->size != b->size || a->texels != b->texels ||
            !same_values(&a->value, &b->value, desc->format))
            fail_msg("%ux%u, format %d: leaf %u is (%u, %u) %u, %u texels, value %08x %08x %08x %08x; the oracle has "
                     "(%u, %u) %u, %u texels, value %08x %08x %08x %08x",
                     desc->width, desc->height, (int)desc->format, first + i, a->x, a->y, a->size, a->texels,
                     a->value.unsigneds[0], a->value.unsigneds[1], a->value.unsigneds[2], a->value.unsigneds[3], b->x,
                     b->y, b->size, b->texels, b->value.unsigneds[0], b->value.unsigneds[1], b->value.unsigneds[2],
                     b->value.unsigneds[3]);
    }
    runner_checks++;
}

static void check_list(env *e, hpyr_quadtree *tree, const leaves *oracle) {
    const hpyr_quadtree_desc *desc = hpyr_quadtree_resolved(tree);
    SCOPED(free_memory) hpyr_quadtree_leaf *got = make_room(oracle->count * sizeof *got);
    hpyr_report report;
    uint32_t count = 0;
    OK(e, hpyr_quadtree_count(tree, &count));
    if (count != oracle->count)
        fail_msg("%ux%u, format %d: %u leaves, the oracle has %u", desc->width, desc->height, (int)desc->format, count,
                 oracle->count);
    OK(e, hpyr_quadtree_download(tree, 0, HPYR_ALL, got, count, &report));
    assert_true(report.written == count && report.available == count && report.total == count);
    check_leaves(got, oracle, 0, count, desc);
}

/* What each texel must be painted with, as the texture stores it. */
static uint32_t painted_bits(const hpyr_quadtree_leaf *leaf, int channel, hpyr_format format) {
    return is_normalized(format) ? (uint32_t)lround(leaf->value.floats[channel] * 2 / tolerance_of(format, 1)) / 2
                                 : leaf->value.unsigneds[channel];
}

static uint32_t bits_of(const image *im, size_t texel, int channel) {
    const size_t channels = (size_t)format_channels(im->ref.format), bytes = format_bytes(im->ref.format) / channels;
    const unsigned char *from = (const unsigned char *)im->pixels + (texel * channels + (size_t)channel) * bytes;
    uint16_t word;
    uint32_t bits;
    if (bytes == 1)
        return *from;
    memcpy(&word, from, sizeof word);
    if (bytes == 2)
        return im->ref.format == HPYR_FORMAT_R16I ? (uint32_t)(int32_t)(int16_t)word : word;
    memcpy(&bits, from, sizeof bits);
    return bits;
}

static bool is_nan_bits(uint32_t bits) {
    return (bits & 0x7FFFFFFF) > 0x7F800000;
}

/* OpenGL ES draws floats with an extension only, and halves are rounded in ways of their own. */
static void check_painting(env *e, hpyr_quadtree *tree, const leaves *oracle) {
    const hpyr_quadtree_desc *desc = hpyr_quadtree_resolved(tree);
    if (desc->format == HPYR_FORMAT_R16F || (e->es && is_float(desc->format)))
        return;
    SCOPED(image_free)
    image target = image_make(desc->format, HPYR_CHANNEL_DEFAULT, desc->width + 1, desc->height + 2, 1);
    image_upload(&target);
    OK(e, hpyr_quadtree_paint(tree, &target.texture));
    if (!e->es) { /* which has no glGetTexImage */
        GLenum external, type;
        format_transfer(desc->format, &external, &type);
        glBindTexture(GL_TEXTURE_2D, target.texture.name);
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glGetTexImage(GL_TEXTURE_2D, 0, external, type, target.pixels);
        glPixelStorei(GL_PACK_ALIGNMENT, 4);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    for (uint32_t i = 0; !e->es && i < oracle->count; i++) {
        const hpyr_quadtree_leaf *leaf = &oracle->leaves[i];
        for (uint32_t y = leaf->y; y < leaf->y + leaf->size && y < desc->height; y++)
            for (uint32_t x = leaf->x; x < leaf->x + leaf->size && x < desc->width; x++)
                for (int c = 0; c < format_channels(desc->format); c++) {
                    uint32_t got = bits_of(&target, (size_t)y * (desc->width + 1) + x, c);
                    uint32_t wanted = painted_bits(leaf, c, desc->format);
                    if (got != wanted && !(is_float(desc->format) && is_nan_bits(got) && is_nan_bits(wanted)))
                        fail_msg("texel (%u, %u) is painted %08x, its leaf has %08x", x, y, got, wanted);
                }
    }
    for (uint32_t y = 0; !e->es && y < desc->height + 2; y++) /* what lies beyond stays */
        for (int c = 0; c < format_channels(desc->format); c++)
            assert_int_equal(bits_of(&target, (size_t)y * (desc->width + 1) + desc->width, c), 0);
}

void check_quadtree(env *e, hpyr_quadtree *tree, const image *im, double steps) {
    const hpyr_quadtree_desc *desc = hpyr_quadtree_resolved(tree);
    SCOPED(leaves_free) leaves oracle = leaves_of(im, desc, steps);
    OK(e, hpyr_quadtree_build(tree, &im->texture, tolerance_of(desc->format, steps)));
    check_list(e, tree, &oracle);
    check_painting(e, tree, &oracle);
}

void check_empty_quadtree(env *e, hpyr_quadtree *tree) {
    hpyr_quadtree_leaf leaf;
    uint32_t count = 7;
    memset(&leaf, 0, sizeof leaf);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_quadtree_count(tree, &count));
    assert_int_equal(count, 0);
    count = 7;
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_quadtree_try_count(tree, &count));
    assert_int_equal(count, 0);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_quadtree_download(tree, 0, 1, &leaf, 1, NULL));
}
