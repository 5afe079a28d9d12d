/* fuzz_pyramids.c - random valid pyramids: total, list, ranges, ranks and snippets are the oracle's.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layouts.h"

enum { MOST_CELLS = 40000, MOST_SMALL_CELLS = 1500, MOST_SIDE = 400, MOST_DEPTH = 70, MOST_KEYS = 1 << 20 };

static void choose_size(fuzz *f, const env *e, bool flat, uint32_t size[3]) {
    uint64_t most = e->small ? MOST_SMALL_CELLS : MOST_CELLS;
    do {
        size[0] = fuzz_size(f, MOST_SIDE);
        size[1] = fuzz_size(f, MOST_SIDE);
        size[2] = flat || fuzz_chance(f, 2) ? 1 : fuzz_size(f, MOST_DEPTH);
    } while ((uint64_t)size[0] * size[1] * size[2] > most);
}

static combination choose_combination(fuzz *f, const env *e) {
    combination c;
    size_t count = 0;
    while (combination_at(count, &c))
        count++;
    do
        combination_at(fuzz_below(f, (uint32_t)count), &c);
    while (!combination_runs(e, &c));
    return c;
}

static double choose_fill(fuzz *f) {
    static const double fills[] = {-1, 0, 0.001, 0.01, 0.1, 0.5, 0.9, 1};
    return fuzz_chance(f, 2) ? fills[fuzz_below(f, 8)] : fuzz_between(f, 0, 1);
}

/* Ranges that begin and end anywhere, also behind the last key. */
static void check_ranges(fuzz *f, env *e, hpyr_pyramid *pyramid, const hpyr_ref_pyramid *oracle) {
    uint32_t total = (uint32_t)answer_total(oracle);
    for (int i = 0; i < 3; i++) {
        uint32_t first = fuzz_below(f, total + 2), count = fuzz_chance(f, 4) ? fuzz_wild(f) : fuzz_below(f, 3000);
        if (total <= MOST_KEYS || count < MOST_KEYS)
            check_range(e, pyramid, oracle, first, count);
    }
    check_range(e, pyramid, oracle, UINT32_MAX - fuzz_below(f, 3), fuzz_wild(f));
}

/* ---- every layout in every form ---- */

static void check_scene(fuzz *f, env *e) {
    combination c = choose_combination(f, e);
    uint32_t size[3], clones = fuzz_chance(f, 2) ? fuzz_below(f, 7) : 0;
    char name[64], call[160];
    scene_input input;
    choose_size(f, e, false, size);
    do
        input = (scene_input)fuzz_below(f, INPUT_CUSTOM_TEXTURE + 1);
    while (!scene_possible(&c, input));
    snprintf(call, sizeof call, "%s, %ux%ux%u, input %d, clones %u", combination_name(&c, name), size[0], size[1],
             size[2], (int)input, clones);
    fuzz_call(f, call);
    SCOPED(scene_free) scene s = scene_make(e, &c, size, input, choose_fill(f), clones);
    scene_check(e, &s);
    check_ranges(f, e, s.pyramid, s.oracle);
    if (fuzz_chance(f, 8))
        scene_check_fragments(e, &s);
    if (fuzz_chance(f, 8))
        scene_check_vertices(e, &s, fuzz_below(f, s.total + 2), fuzz_chance(f, 2) ? HPYR_ALL : fuzz_below(f, 100));
}

/* ---- images of any bits ---- */

static hpyr_format choose_format(fuzz *f, const env *e) {
    return (hpyr_format)(1 + fuzz_below(f, e->gl21 ? HPYR_FORMAT_RGBA32F : HPYR_FORMAT_RGB32F));
}

static bool is_normalized(hpyr_format format) {
    return format == HPYR_FORMAT_R8 || format == HPYR_FORMAT_RGBA8 || format == HPYR_FORMAT_R16;
}

static bool is_float(hpyr_format format) {
    return format == HPYR_FORMAT_R16F || format == HPYR_FORMAT_R32F || format == HPYR_FORMAT_RGBA32F ||
           format == HPYR_FORMAT_RGB32F;
}

/* GPUs may flush numbers that are nearer to 0 than FLT_MIN, and those of halves that are nearer than 2^-14. */
static uint32_t without_denormals(hpyr_format format, uint32_t bits) {
    if (format == HPYR_FORMAT_R16F)
        return (bits & 0x7c00) ? bits : bits & 0x8000;
    if (is_float(format))
        return (bits & 0x7f800000) ? bits : bits & 0x80000000u;
    return bits;
}

static image random_image(fuzz *f, const env *e, hpyr_format format, const uint32_t size[3]) {
    uint32_t more = fuzz_chance(f, 3) ? fuzz_below(f, 4) : 0;
    hpyr_channel channel = (hpyr_channel)fuzz_below(f, (uint32_t)format_channels(format) + 1);
    (void)e;
    image im = image_make(format, channel, size[0] + more, size[1] + more / 2, 1);
    image_scramble(&im, f->random);
    for (size_t i = 0; i < (size_t)im.ref.width * im.ref.height; i++)
        image_set_bits(&im, i, without_denormals(format, random_next(&f->random)));
    return im;
}

/* The value of a texel, or near it; for counts that is where rounding shows. */
static double choose_bound(fuzz *f, hpyr_format format) {
    if (fuzz_chance(f, 8))
        return fuzz_wild_number(f);
    if (is_normalized(format))
        return fuzz_below(f, 256) / 255.0 + (fuzz_chance(f, 2) ? fuzz_between(f, -1e-5, 1e-5) : 0);
    if (is_float(format))
        return ldexp(fuzz_between(f, -2, 2), (int)fuzz_below(f, 40) - 20);
    uint32_t bits = random_next(&f->random) >> fuzz_below(f, 32);
    return (fuzz_chance(f, 3) ? -1.0 : 1.0) * bits + (fuzz_chance(f, 4) ? 0.5 : 0);
}

static void check_discriminated(fuzz *f, env *e) {
    hpyr_format format = choose_format(f, e);
    uint32_t size[3];
    double min = choose_bound(f, format), max = fuzz_chance(f, 2) ? INFINITY : choose_bound(f, format);
    const hpyr_range range = {min, max};
    hpyr_discriminator_desc desc = {.has_threshold = true, .threshold = min};
    if (!isinf(max))
        desc = (hpyr_discriminator_desc){.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = &range, .range_count = 1};
    hpyr_discriminator *discriminator = NULL;
    char call[160];
    choose_size(f, e, true, size);
    SCOPED(image_free) image im = random_image(f, e, format, size);
    snprintf(call, sizeof call, "discriminator %.17g..%.17g of format %d channel %d, %ux%u", min, max, (int)format,
             (int)im.ref.channel, size[0], size[1]);
    fuzz_call(f, call);
    image_upload_to(&im, 0, (int)fuzz_below(f, 3));
    hpyr_result made = CALL(e, hpyr_discriminator_create(e->context, &desc, &discriminator));
    if ((made == HPYR_OK) != (min <= max))
        fuzz_fail("a discriminator answered %s", hpyr_result_string(made));
    if (made == HPYR_OK) {
        hpyr_ref_pyramid *oracle = oracle_range(&im, size[0], size[1], min, max);
        hpyr_pyramid *pyramid =
            make_pyramid_of(e, size[0], size[1], HPYR_COUNT_FORMAT_DEFAULT, (hpyr_base)fuzz_below(f, 3));
        OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
        check_image(e, pyramid, oracle, size[0], size[1]);
        hpyr_ref_pyramid_destroy(oracle);
        CALL_VOID(e, hpyr_pyramid_destroy(pyramid));
        CALL_VOID(e, hpyr_discriminator_destroy(discriminator));
    }
}

/* ---- counts up to and past the limit ---- */

static image random_counts(fuzz *f, const env *e, const uint32_t size[3], uint64_t limit) {
    image im = image_make(e->gl21 ? HPYR_FORMAT_R32F : HPYR_FORMAT_R32UI, 0, size[0], size[1], 1);
    uint64_t cells = (uint64_t)size[0] * size[1], rest = limit - fuzz_below(f, 3) + fuzz_below(f, 3);
    for (uint64_t i = 0; i < cells; i++) { /* the last cell makes the total what it shall be */
        uint64_t share = 2 * rest / (cells - i), most = e->gl21 ? 1 << 24 : UINT32_MAX;
        uint64_t count = i + 1 == cells ? rest : fuzz_chance(f, 4) ? 0 : (uint64_t)fuzz_between(f, 0, (double)share);
        count = count > most ? most : count > rest ? rest : count;
        rest -= count;
        image_set(&im, i, (double)count);
    }
    image_upload(&im);
    return im;
}

static void check_limit(fuzz *f, env *e) {
    combination c;
    uint32_t size[3], total = 7;
    char name[64], call[160];
    do
        c = choose_combination(f, e);
    while (c.layout == HPYR_LAYOUT_BITS || c.order != HPYR_ORDER_MORTON);
    choose_size(f, e, true, size);
    snprintf(call, sizeof call, "limit of %s, %ux%u", combination_name(&c, name), size[0], size[1]);
    fuzz_call(f, call);
    hpyr_pyramid_desc desc = combination_desc(&c, size, 1);
    SCOPED(image_free) image im = random_counts(f, e, size, combination_limit(&c));
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_counts(&im, size[0], size[1]);
    hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
    OK(e, hpyr_pyramid_build_counts(pyramid, &im.texture));
    if (answer_total(oracle) > combination_limit(&c)) {
        EXPECT(e, HPYR_ERROR_OVERFLOW, hpyr_pyramid_total(pyramid, &total));
        assert_int_equal(total, 0);
    } else {
        OK(e, hpyr_pyramid_total(pyramid, &total));
        assert_int_equal(total, answer_total(oracle));
        check_ranges(f, e, pyramid, oracle);
    }
    CALL_VOID(e, hpyr_pyramid_destroy(pyramid));
}

static void one_case(fuzz *f, env *e) {
    uint32_t kind = fuzz_below(f, 4);
    if (kind < 2)
        check_scene(f, e);
    else if (kind == 2)
        check_discriminated(f, e);
    else
        check_limit(f, e);
}

int main(int argc, char **argv) {
    return fuzz_run(argc, argv, one_case);
}
