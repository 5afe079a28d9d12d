/* test_gl21_without.c - GL 2.1 without one of its extensions, which the driver was told to hide: `test_gl21_without NAME`.
 * SPDX-License-Identifier: MIT */
#include "layouts.h"

#include "common/voxels/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static const char *extension; /* set once by main; tests of cmocka get no arguments */

static void remember(hpyr_log_level level, const char *message, void *user) {
    (void)level;
    snprintf(user, 4096, "%s", message);
}

static void the_context_names_the_extension_that_it_needs(void **state) {
    char log[4096] = "";
    const hpyr_context_desc desc = {.log = remember, .user = log};
    hpyr_context *context = NULL;
    (void)state;
    headless *display = headless_open(21);
    assert_non_null(display);
    hpyr_result result = hpyr_context_create(&desc, &context);
    if (result != HPYR_ERROR_UNSUPPORTED || context || !strstr(log, extension))
        fail_msg("%s without %s, log: %s", hpyr_result_string(result), extension, log);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    headless_close(display);
}

/* Whatever is refused names the extension, the rest is exact. */
static void what_works_without_it_equals_the_oracle(void **state) {
    static const uint32_t image[3] = {37, 22, 1}, volume[3] = {7, 9, 5};
    env *e = *state;
    combination c;
    size_t worked = 0;
    for (size_t i = 0; combination_at(i, &c); i++) {
        hpyr_pyramid_desc desc = combination_desc(&c, image, 0);
        hpyr_pyramid *pyramid = NULL;
        if (!combination_works(&c, 21))
            continue;
        env_clear_log(e);
        hpyr_result result = CALL(e, hpyr_pyramid_create(e->context, &desc, &pyramid));
        CALL_VOID(e, hpyr_pyramid_destroy(pyramid));
        if (result != HPYR_OK) {
            bool filter = c.layout == HPYR_LAYOUT_BILINEAR && hpyr_context_caps(e->context)->fragment_lod;
            assert_int_equal(result, HPYR_ERROR_UNSUPPORTED);
            assert_true(env_logged(e, filter ? "filter" : extension));
            assert_true(env_logged(e, name_of_layout(c.layout)));
            continue;
        }
        worked++;
        for (int input = INPUT_R8; input <= INPUT_CUSTOM_TEXTURE; input += 3) {
            scene s = scene_make(e, &c, input ? image : volume, (scene_input)input, 0.3, 0);
            scene_check(e, &s);
            scene_free(e, &s);
        }
    }
    assert_true(worked > 0);
}

static void only_rect_does_without_levels_in_fragment_shaders(void **state) {
    env *e = *state;
    combination c;
    assert_false(hpyr_context_caps(e->context)->fragment_lod);
    for (size_t i = 0; combination_at(i, &c); i++) {
        hpyr_pyramid_desc desc = combination_desc(&c, (const uint32_t[3]){9, 9, 1}, 0);
        hpyr_pyramid *pyramid = NULL;
        if (!combination_works(&c, 21))
            continue;
        EXPECT(e, c.layout == HPYR_LAYOUT_RECT ? HPYR_OK : HPYR_ERROR_UNSUPPORTED,
               hpyr_pyramid_create(e->context, &desc, &pyramid));
        CALL_VOID(e, hpyr_pyramid_destroy(pyramid));
    }
    hpyr_pyramid *automatic = make_pyramid(e, 9, 9);
    assert_int_equal(hpyr_pyramid_resolved(automatic)->layout, HPYR_LAYOUT_RECT);
    CALL_VOID(e, hpyr_pyramid_destroy(automatic));
}

static void rect_is_refused_without_rectangles(void **state) {
    env *e = *state;
    hpyr_pyramid_desc desc = {.width = 9, .height = 9, .layout = HPYR_LAYOUT_RECT};
    hpyr_pyramid *pyramid = NULL;
    env_clear_log(e);
    EXPECT(e, HPYR_ERROR_UNSUPPORTED, hpyr_pyramid_create(e->context, &desc, &pyramid));
    assert_true(env_logged(e, "RECT") && env_logged(e, extension));
    hpyr_pyramid *automatic = make_pyramid(e, 9, 9);
    assert_int_equal(hpyr_pyramid_resolved(automatic)->layout, HPYR_LAYOUT_VEC4);
    CALL_VOID(e, hpyr_pyramid_destroy(automatic));
}

int main(int argc, char **argv) {
    static const char *const needed[] = {"GL_ARB_texture_float"};
    const struct CMUnitTest without[] = {cmocka_unit_test(the_context_names_the_extension_that_it_needs)};
    const struct CMUnitTest lod[] = {
        GPU_TEST(what_works_without_it_equals_the_oracle),
        GPU_TEST(only_rect_does_without_levels_in_fragment_shaders),
    };
    const struct CMUnitTest rectangles[] = {
        GPU_TEST(what_works_without_it_equals_the_oracle),
        GPU_TEST(rect_is_refused_without_rectangles),
    };
    const struct CMUnitTest others[] = {GPU_TEST(what_works_without_it_equals_the_oracle)};
    if (argc != 2) {
        fprintf(stderr, "usage: %s GL_EXTENSION\n", argv[0]);
        return 2;
    }
    extension = argv[1];
    for (size_t i = 0; i < LENGTH(needed); i++)
        if (strcmp(extension, needed[i]) == 0)
            return cmocka_run_group_tests(without, NULL, NULL);
    if (strcmp(extension, "GL_ARB_shader_texture_lod") == 0)
        return RUN_GPU_TESTS(lod);
    if (strcmp(extension, "GL_ARB_texture_rectangle") == 0)
        return RUN_GPU_TESTS(rectangles);
    return RUN_GPU_TESTS(others);
}
