/* test_clones.c - entry cloning (report, section 6.2): every output several times in a row, in every layout.
 * SPDX-License-Identifier: MIT */
#include "layouts.h"

static const uint32_t numbers[] = {1, 2, 3, 4, 6, 255};

static scene_input input_of(const combination *c, size_t turn) {
    static const scene_input inputs[] = {INPUT_COUNTS, INPUT_CUSTOM_TEXTURE, INPUT_R8};
    return c->layout == HPYR_LAYOUT_BITS ? INPUT_R8 : inputs[turn % LENGTH(inputs)];
}

/* ---- lists, ranks and counts ---- */

static void check_clones(env *e, const uint32_t size[3], double fill, bool draws) {
    combination c;
    for (size_t i = 0; combination_at(i, &c); i++) {
        if (!combination_runs(e, &c))
            continue;
        for (size_t k = 0; k < LENGTH(numbers); k++) {
            if ((i + k) % (e->hostile || e->small || draws ? 8 : 5)) /* shaders are compiled for each number */
                continue;
            SCOPED(scene_free)
            scene s = scene_make(e, &c, size, input_of(&c, i + k), numbers[k] == 255 ? fill / 8 : fill, numbers[k]);
            assert_int_equal(hpyr_pyramid_resolved(s.pyramid)->clones, numbers[k]);
            if (draws) {
                scene_check_fragments(e, &s);
                scene_check_vertices(e, &s, 0, HPYR_ALL);
                scene_check_vertices(e, &s, s.total / 2 + 1, s.total / 5 + 1);
            } else {
                scene_check(e, &s);
            }
        }
    }
}

GPU_TEST(cloned_lists_equal_the_oracle) {
    static const uint32_t image[3] = {21, 18, 1}, volume[3] = {5, 7, 6};
    check_clones(e, image, 0.4, false);
    check_clones(e, volume, 0.4, false);
}

GPU_TEST(cloned_keys_in_the_callers_shaders_equal_the_oracle) {
    static const uint32_t image[3] = {19, 7, 1};
    check_clones(e, image, 0.3, true);
}

GPU_TEST(a_single_cell_and_none_are_cloned) {
    static const uint32_t one[3] = {1, 1, 1}, row[3] = {9, 1, 1};
    check_clones(e, one, 1, false);
    check_clones(e, row, -8, false); /* one cell, whatever the clones */
    check_clones(e, row, 0, false);
}

/* ---- limits ---- */

typedef struct answer {
    hpyr_result result;
    uint32_t total;
} answer;

static answer total_of(env *e, const combination *c, uint32_t count, uint32_t clones) {
    const uint32_t size[3] = {3, 2, 1}, counts[6] = {0, 0, 0, 0, count, 0};
    hpyr_pyramid_desc desc = combination_desc(c, size, clones);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
    SCOPED(image_free) image im = counts_image(e, counts, size);
    answer a = {HPYR_OK, 4711};
    if (c->layout == HPYR_LAYOUT_BITS) {
        SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
        OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    } else {
        OK(e, hpyr_pyramid_build_counts(pyramid, &im.texture));
    }
    a.result = CALL(e, hpyr_pyramid_total(pyramid, &a.total));
    if (a.result == HPYR_OK && a.total > 2) { /* the last keys are there */
        hpyr_point last[2];
        OK(e, hpyr_pyramid_download(pyramid, a.total - 2, 2, last, 2, 0, NULL));
        for (uint32_t i = 0; i < 2; i++)
            assert_true(last[i].x == 1 && last[i].y == 1 && last[i].z == 0 && last[i].remainder == a.total - 2 + i);
    } else if (a.result != HPYR_OK) {
        hpyr_point point;
        assert_int_equal(a.total, 0);
        EXPECT(e, HPYR_ERROR_OVERFLOW, hpyr_pyramid_download(pyramid, 0, 1, &point, 1, 0, NULL));
    }
    return a;
}

static void check_limit(env *e, const combination *c, uint32_t count, uint32_t clones) {
    uint64_t total = (uint64_t)count * clones;
    char name[64];
    bool fits = total <= combination_limit(c);
    answer a = total_of(e, c, count, clones);
    if (a.result == (fits ? HPYR_OK : HPYR_ERROR_OVERFLOW) && a.total == (fits ? total : 0))
        return;
    fail_msg("%s: %u outputs, %u clones: %s, total %u", combination_name(c, name), count, clones,
             hpyr_result_string(a.result), a.total);
}

/* The last count that fits and the first one that does not, for clones that divide the limit and clones that do not. */
GPU_TEST(clones_past_the_limit_overflow) {
    static const uint32_t clones[] = {1, 3, 6, 65536, 2, 255, UINT32_MAX, 5, UINT32_MAX - 1, 1u << 20, 7};
    combination c;
    for (size_t i = 0; combination_at(i, &c); i++) {
        if (!combination_runs(e, &c))
            continue;
        for (size_t k = i % 4; k < LENGTH(clones); k += 4) {
            uint64_t most = combination_limit(&c) / clones[k];
            check_limit(e, &c, 0, clones[k]);
            if (c.layout == HPYR_LAYOUT_BITS) {
                check_limit(e, &c, 1, clones[k]);
                continue;
            }
            if (most)
                check_limit(e, &c, (uint32_t)most, clones[k]);
            if (most < (e->gl21 ? 1u << 24 : UINT32_MAX)) /* what the texture of counts can say */
                check_limit(e, &c, (uint32_t)most + 1, clones[k]);
        }
    }
}
