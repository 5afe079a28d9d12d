/* test_gl21_without.c - GL 2.1 without one of its extensions, which the driver was told to hide: the one that
 * HPYR_TEST_WITHOUT names.
 * SPDX-License-Identifier: MIT */
#include "layouts.h"

#include "common/voxels/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *extension(void) {
    const char *name = getenv("HPYR_TEST_WITHOUT");
    return name ? name : "";
}

static bool is_without(const char *name) {
    return strcmp(extension(), name) == 0;
}

static void remember(hpyr_log_level level, const char *message, void *user) {
    (void)level;
    snprintf(user, 4096, "%s", message);
}

TEST_IF(is_without("GL_ARB_texture_float"), the_context_names_the_extension_that_it_needs) {
    char log[4096] = "";
    const hpyr_context_desc desc = {.log = remember, .user = log};
    hpyr_context *context = NULL;
    headless *display = headless_open(21);
    assert_non_null(display);
    hpyr_result result = hpyr_context_create(&desc, &context);
    if (result != HPYR_ERROR_UNSUPPORTED || context || !strstr(log, extension()))
        fail_msg("%s without %s, log: %s", hpyr_result_string(result), extension(), log);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    headless_close(display);
}

/* Whatever is refused names the extension, the rest is exact. */
GPU_TEST_IF(!is_without("GL_ARB_texture_float"), what_works_without_it_equals_the_oracle) {
    static const uint32_t image[3] = {37, 22, 1}, volume[3] = {7, 9, 5};
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
            assert_true(env_logged(e, filter ? "filter" : extension()));
            assert_true(env_logged(e, name_of_layout(c.layout)));
            continue;
        }
        worked++;
        for (int input = INPUT_R8; input <= INPUT_CUSTOM_TEXTURE; input += 3) {
            SCOPED(scene_free) scene s = scene_make(e, &c, input ? image : volume, (scene_input)input, 0.3, 0);
            scene_check(e, &s);
        }
    }
    assert_true(worked > 0);
}

GPU_TEST_IF(is_without("GL_ARB_shader_texture_lod"), only_rect_does_without_levels_in_fragment_shaders) {
    combination c;
    assert_false(hpyr_context_caps(e->context)->fragment_lod);
    for (size_t i = 0; combination_at(i, &c); i++) {
        hpyr_pyramid_desc desc = combination_desc(&c, (const uint32_t[3]){9, 9, 1}, 0);
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = NULL;
        if (!combination_works(&c, 21))
            continue;
        EXPECT(e, c.layout == HPYR_LAYOUT_RECT ? HPYR_OK : HPYR_ERROR_UNSUPPORTED,
               hpyr_pyramid_create(e->context, &desc, &pyramid));
    }
    SCOPED(destroy_pyramid) hpyr_pyramid *automatic = make_pyramid(e, 9, 9);
    assert_int_equal(hpyr_pyramid_resolved(automatic)->layout, HPYR_LAYOUT_RECT);
}

GPU_TEST_IF(is_without("GL_ARB_texture_rectangle"), rect_is_refused_without_rectangles) {
    hpyr_pyramid_desc desc = {.width = 9, .height = 9, .layout = HPYR_LAYOUT_RECT};
    hpyr_pyramid *pyramid = NULL;
    env_clear_log(e);
    EXPECT(e, HPYR_ERROR_UNSUPPORTED, hpyr_pyramid_create(e->context, &desc, &pyramid));
    assert_true(env_logged(e, "RECT") && env_logged(e, extension()));
    SCOPED(destroy_pyramid) hpyr_pyramid *automatic = make_pyramid(e, 9, 9);
    assert_int_equal(hpyr_pyramid_resolved(automatic)->layout, HPYR_LAYOUT_VEC4);
}
