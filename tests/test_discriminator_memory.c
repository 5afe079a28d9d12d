/* test_discriminator_memory.c - discriminators where memory runs out: it is told, the next call is right, and nothing is left
 * behind.  SPDX-License-Identifier: MIT */
#include "kinds.h"
#include "starving.h"

enum { WIDTH = 11, HEIGHT = 7 };

static const hpyr_range ranges[] = {{0.1, 0.2}, {0.6, 0.8}};
static const float pattern[4] = {0, 0.01f, 0.02f, 0};

/* One of every kind that copies arrays or has textures. `inputs` are of the CUSTOM one. */
static hpyr_discriminator_desc desc_of(int i, const hpyr_texture *inputs) {
    hpyr_discriminator_desc template = {.kind = HPYR_DISCRIMINATOR_KIND_TEMPLATE,
                                        .has_threshold = true,
                                        .threshold = 0.03,
                                        .measure = i == 2 ? HPYR_TEMPLATE_MEASURE_DIFFERENCES
                                                          : HPYR_TEMPLATE_MEASURE_CORRELATION,
                                        .pattern = pattern,
                                        .pattern_width = 2,
                                        .pattern_height = 2};
    if (i == 0)
        return (hpyr_discriminator_desc){.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = ranges, .range_count = 2};
    if (i == 1)
        return (hpyr_discriminator_desc){
            .kind = HPYR_DISCRIMINATOR_KIND_CUSTOM,
            .glsl = "HPYR_UINT hpyr_count_at(ivec3 cell) {\n"
                    "    return HPYR_UINT(hpyr_input_1_at(cell).r > hpyr_input_2_at(cell).r * 0.5);\n}\n",
            .inputs = inputs,
            .input_count = 2};
    return template;
}
enum { KINDS = 4 };

static hpyr_result create_with(const env *e, const hpyr_discriminator_desc *desc, int passing,
                               hpyr_discriminator **out) {
    starving_begin(false, passing);
    hpyr_result result = hpyr_discriminator_create(e->context, desc, out);
    starving_end();
    return result;
}

GPU_TEST(each_place_of_a_creation_may_fail) {
    const hpyr_texture inputs[2] = {{.name = 1}, {.name = 2}};
    for (int i = 0; i < KINDS; i++) {
        const hpyr_discriminator_desc desc = desc_of(i, inputs);
        SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = NULL;
        int failures = 0;
        while (CALL(e, create_with(e, &desc, failures, &discriminator)) != HPYR_OK) {
            assert_int_equal(e->result, HPYR_ERROR_OUT_OF_MEMORY);
            assert_null(discriminator);
            failures++;
        }
        assert_int_equal(failures, i == 1 ? 3 : 2); /* itself, and each array */
    }
}

/* What a caller does with a rule. */
static hpyr_result use_with(hpyr_pyramid *pyramid, const hpyr_discriminator *discriminator, const hpyr_texture *input,
                            bool textures, int passing, uint32_t *total) {
    starving_begin(textures, passing);
    hpyr_result result = hpyr_pyramid_build(pyramid, discriminator, input);
    if (result == HPYR_OK)
        result = hpyr_pyramid_total(pyramid, total);
    starving_end();
    return result;
}

/* A new discriminator each time, whose template has no texture yet. Returns how many places there were. */
static int fail_to_use(env *e, const hpyr_discriminator_desc *desc, const image *im, bool textures) {
    const uint32_t before = starving_objects();
    hpyr_result result = HPYR_ERROR_OUT_OF_MEMORY;
    uint32_t total = 0, right = 0;
    int failures = -1;
    while (result != HPYR_OK) {
        hpyr_discriminator *discriminator = kind_make(e, desc);
        hpyr_pyramid *pyramid = make_pyramid_of(e, WIDTH, HEIGHT, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_MERGED);
        failures++;
        result = CALL(e, use_with(pyramid, discriminator, &im->texture, textures, failures, &total));
        if (result != HPYR_OK) {
            assert_int_equal(result, HPYR_ERROR_OUT_OF_MEMORY);
            EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_total(pyramid, &total));
            EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_bind(pyramid, 1, NULL, 0, NULL));
        }
        OK(e, use_with(pyramid, discriminator, &im->texture, textures, -1, &right));
        CALL_VOID(e, hpyr_discriminator_destroy(discriminator));
        CALL_VOID(e, hpyr_pyramid_destroy(pyramid));
        assert_int_equal(starving_objects(), before);
    }
    assert_true(total == right && total > 0);
    return failures;
}

GPU_TEST(each_place_of_a_build_may_fail) {
    SCOPED(image_free)
    image im = kind_image(HPYR_FORMAT_R8, WIDTH, HEIGHT, 1, 0, 1), other = kind_image(HPYR_FORMAT_R32F, 12, 9, 1, 9, 2);
    const hpyr_texture inputs[2] = {im.texture, other.texture};
    for (int i = 0; i < KINDS; i++) {
        hpyr_discriminator_desc desc = desc_of(i, inputs);
        const bool has_template = desc.kind == HPYR_DISCRIMINATOR_KIND_TEMPLATE;
        if (desc.measure == HPYR_TEMPLATE_MEASURE_DIFFERENCES)
            desc.threshold = 2;
        fail_to_use(e, &desc, &im, false); /* makes the programs */
        assert_int_equal(fail_to_use(e, &desc, &im, false), i == 1 || has_template ? 1 : 0);
        assert_int_equal(fail_to_use(e, &desc, &im, true), has_template ? 1 : 0);
    }
}
