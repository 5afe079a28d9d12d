/* test_context.c - taking hold of a GL context.  SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "poison.h"

GPU_TEST_ONCE(without_a_current_context_there_is_an_error_and_no_crash) {
    hpyr_context *context = (hpyr_context *)e;
    assert_true(headless_make_current(e->display, false));
    assert_int_equal(hpyr_context_create(NULL, &context), HPYR_ERROR_NO_CONTEXT);
    assert_null(context);
    assert_true(headless_make_current(e->display, true));
}

GPU_TEST(a_context_can_be_made_twice) {
    hpyr_context *first = NULL, *second = NULL;
    OK(e, hpyr_context_create(NULL, &first));
    OK(e, hpyr_context_create(NULL, &second));
    assert_true(first && second && first != second);
    CALL_VOID(e, hpyr_context_destroy(first));
    assert_non_null(hpyr_context_caps(second)->renderer);
    CALL_VOID(e, hpyr_context_destroy(second));
}

GPU_TEST(null_is_refused_or_ignored) {
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_context_create(NULL, NULL));
    CALL_VOID(e, hpyr_context_destroy(NULL));
}

GPU_TEST(a_version_below_3_3_is_unsupported_for_now) {
    hpyr_context_desc desc = {.gl_version_cap = 21};
    hpyr_context *context = NULL;
    EXPECT(e, HPYR_ERROR_UNSUPPORTED, hpyr_context_create(&desc, &context));
    assert_null(context);
}

GPU_TEST_ONCE(caps_agree_with_gl) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    GLint value = 0, major = 0, minor = 0, viewport[2] = {0, 0};
    glGetIntegerv(GL_MAJOR_VERSION, &major);
    glGetIntegerv(GL_MINOR_VERSION, &minor);
    assert_true(10 * major + minor >= 30);
    assert_int_equal(caps->gl_version, e->es ? 30 : 10 * major + minor); /* of OpenGL ES nothing newer is used */
    assert_string_equal(caps->version, (const char *)glGetString(GL_VERSION));
    assert_string_equal(caps->renderer, (const char *)glGetString(GL_RENDERER));
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &value);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    assert_true(caps->max_texture_size >= 1024 && caps->max_texture_size <= (uint32_t)value);
    assert_true(caps->max_texture_size <= (uint32_t)viewport[0] && caps->max_texture_size <= (uint32_t)viewport[1]);
    glGetIntegerv(GL_MAX_3D_TEXTURE_SIZE, &value);
    assert_int_equal(caps->max_texture_3d_size, value);
    glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &value);
    assert_int_equal(caps->max_texture_units, value);
    glGetIntegerv(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, &value);
    assert_int_equal(caps->max_vertex_texture_units, value);
    glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS, &value);
    assert_int_equal(caps->max_array_layers, value);
    if (!e->es)
        glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &value);
    assert_int_equal(caps->max_buffer_texels, e->es ? 0 : value);
    glGetIntegerv(GL_MAX_DRAW_BUFFERS, &value);
    assert_true(caps->max_draw_buffers >= 1 && caps->max_draw_buffers <= (uint32_t)value);
}

/* softpipe takes a logic op on integers and draws something else, and so do two habits; llvmpipe and every GPU can do it. OpenGL ES
 * has none. */
GPU_TEST_ONCE(the_probe_finds_out_whether_logic_ops_work_on_integers) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    const char *habit = getenv("HPYR_DRIVER_HABIT");
    if (strstr(caps->renderer, "softpipe") || (habit && strstr(habit, "logic_op_")))
        assert_false(caps->logic_op);
    else /* OpenGL promises it, and OpenGL ES has none */
        assert_int_equal(caps->logic_op, !e->es);
}

TEST(every_result_has_a_name_of_its_own) {
    for (int a = HPYR_ERROR_VERSION; a <= HPYR_NOT_FINITE; a++) {
        const char *name = hpyr_result_string((hpyr_result)a);
        assert_true(name && name[0]);
        for (int b = HPYR_ERROR_VERSION; b < a; b++)
            assert_string_not_equal(name, hpyr_result_string((hpyr_result)b));
    }
    assert_non_null(strstr(hpyr_result_string(HPYR_ERROR_TOO_LARGE), "TOO_LARGE"));
    assert_non_null(hpyr_result_string((hpyr_result)-1000));
    assert_non_null(hpyr_result_string((hpyr_result)1000));
}

TEST(the_library_is_of_the_headers_version) {
    assert_int_equal(hpyr_version(), HPYR_VERSION_NUMBER);
}

/* Structs of other versions have other sizes; only the last number of a version may differ. */
GPU_TEST_ONCE(programs_with_headers_of_another_version_are_refused) {
    static const int others[] = {
        0, 1, HPYR_VERSION_NUMBER + 100, HPYR_VERSION_NUMBER - 100, HPYR_VERSION_NUMBER + 10000, -1};
    const hpyr_context_desc desc = {.log = env_remember, .user = e};
    hpyr_context *context = (hpyr_context *)&context;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char its[32];
        env_clear_log(e);
        EXPECT(e, HPYR_ERROR_VERSION, hpyr_context_create_version(&desc, others[i], &context));
        assert_null(context);
        assert_ptr_equal(strchr(e->log, '\n'), e->log + e->log_length - 1); /* one line */
        snprintf(its, sizeof its, "version %d.%d.%d,", others[i] / 10000, others[i] / 100 % 100, others[i] % 100);
        assert_true(env_logged(e, its) && env_logged(e, "library 0.1.0"));
    }
    EXPECT(e, HPYR_ERROR_VERSION, hpyr_context_create_version(NULL, HPYR_VERSION_NUMBER + 100, &context));
    OK(e, hpyr_context_create_version(&desc, HPYR_VERSION_NUMBER + 7, &context));
    CALL_VOID(e, hpyr_context_destroy(context));
}

static void check_context_works(env *e, hpyr_context *context) {
    check_context(e, context, HPYR_LAYOUT_SINGLE);
    check_context(e, context, HPYR_LAYOUT_BITS);
}

static void check_voxelizer_works(env *e, hpyr_context *context, hpyr_voxelizer_kind kind, hpyr_fill fill,
                                  hpyr_inside inside) {
    static const float soup[9] = {-0.5f, -0.5f, 0.1f, 0.5f, -0.5f, 0.1f, 0.0f, 0.5f, 0.1f};
    hpyr_voxelizer_desc desc = {.width = 16, .height = 16, .depth = 8, .kind = kind, .fill = fill, .inside = inside};
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = NULL;
    SCOPED(delete_buffer) GLuint buffer = buffer_of(soup, sizeof soup);
    hpyr_mesh mesh = {.positions.buffer = buffer, .triangle_count = 1};
    const char *habit = getenv("HPYR_DRIVER_HABIT");
    if (habit && strstr(habit, "captures_zeros"))
        EXPECT(e, HPYR_ERROR_UNSUPPORTED, hpyr_voxelizer_create(context, &desc, &voxelizer));
    else
        OK(e, hpyr_voxelizer_create(context, &desc, &voxelizer));
    if (voxelizer)
        OK(e, hpyr_voxelizer_run(voxelizer, &mesh, NULL));
}

/* Pointers to every newer function are taken away meanwhile: a call of one is a crash. A context that keeps to 3.3 cannot put
 * back what GL 4 adds to the hostile state. */
GPU_TEST_ONCE(a_context_capped_at_3_3_calls_nothing_newer) {
    hpyr_context_desc desc = {.gl_version_cap = 33};
    hpyr_context *context = NULL;
    if (e->es)
        SKIP("on OpenGL ES no test can call anything newer");
    OK(e, hpyr_context_create(&desc, &context));
    assert_int_equal(hpyr_context_caps(context)->gl_version, 33);
#define KEEP(name)   void (*kept_##name)(void) = (void (*)(void))__glew##name;
#define POISON(name) __glew##name = NULL;
    POISON_LIST(KEEP)
    POISON_LIST(POISON)
    check_context_works(e, context);
    check_voxelizer_works(e, context, HPYR_VOXELIZER_KIND_SLICES, HPYR_FILL_THIN, HPYR_INSIDE_DEFAULT);
    for (int fill = HPYR_FILL_THIN; fill <= HPYR_FILL_SOLID && hpyr_context_caps(context)->logic_op; fill++)
        check_voxelizer_works(e, context, HPYR_VOXELIZER_KIND_BITS, (hpyr_fill)fill, HPYR_INSIDE_DEFAULT);
    if (hpyr_context_caps(context)->logic_op)
        check_voxelizer_works(e, context, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SOLID, HPYR_INSIDE_SIX_RAYS);
    CALL_VOID(e, hpyr_context_destroy(context));
#define RESTORE(name) memcpy(&__glew##name, &kept_##name, sizeof kept_##name);
    POISON_LIST(RESTORE)
}

/* Without restore the state is the library's, but results are the same and another context still restores. */
GPU_TEST_ONCE(restoring_state_can_be_given_up) {
    hpyr_context_desc desc = {.skip_restore = true};
    hpyr_context *context = NULL;
    SCOPED(image_free) image im = image_filled(HPYR_FORMAT_R8, 37, 19, 0.3, 6);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_range(&im, 37, 19, 1, 1);
    hpyr_pyramid_desc pyramid_desc = {.width = 37, .height = 19};
    hpyr_pyramid *pyramid = NULL;
    hpyr_discriminator_desc threshold = {.kind = HPYR_DISCRIMINATOR_KIND_DEFAULT};
    hpyr_discriminator *discriminator = NULL;
    hpyr_point points[37 * 19];
    hpyr_report report;
    assert_int_equal(hpyr_context_create(&desc, &context), HPYR_OK);
    assert_int_equal(hpyr_discriminator_create(context, &threshold, &discriminator), HPYR_OK);
    assert_int_equal(hpyr_pyramid_create(context, &pyramid_desc, &pyramid), HPYR_OK);
    assert_int_equal(hpyr_pyramid_build(pyramid, discriminator, &im.texture), HPYR_OK);
    assert_int_equal(hpyr_pyramid_download(pyramid, 0, HPYR_ALL, points, 37 * 19, 0, &report), HPYR_OK);
    assert_int_equal(report.written, answer_total(oracle));
    check_points(points, oracle, 0, report.written);
    hpyr_pyramid_destroy(pyramid);
    hpyr_discriminator_destroy(discriminator);
    hpyr_context_destroy(context);
    CHECK_GL();
    hostile_apply(e->enemy); /* what the library left is nobody's: everything to defaults */
    hostile_remove(e->enemy);
}

GPU_TEST(contexts_beside_each_other_work_independently) {
    hpyr_context *other = NULL;
    OK(e, hpyr_context_create(NULL, &other));
    check_context_works(e, other);
    check_context_works(e, e->context);
    CALL_VOID(e, hpyr_context_destroy(other));
    check_context_works(e, e->context);
}

/* Whatever its kind: a template has textures that belong to its own context, and other rules may get some. */
GPU_TEST(a_discriminator_belongs_to_its_context) {
    const float pattern[2] = {0, 1};
    const hpyr_discriminator_desc desc = {.kind = HPYR_DISCRIMINATOR_KIND_TEMPLATE,
                                          .has_threshold = true,
                                          .pattern = pattern,
                                          .pattern_width = 2,
                                          .pattern_height = 1};
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, 0, 9, 5, 1);
    hpyr_context *other = NULL;
    OK(e, hpyr_context_create(NULL, &other));
    hpyr_pyramid *pyramid = make_pyramid(e, 9, 5);
    image_upload(&im);
    for (int i = 0; i < 2; i++) {
        SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = NULL;
        OK(e, hpyr_discriminator_create(other, i ? &desc : NULL, &discriminator));
        EXPECT_TOLD(e, HPYR_ERROR_INVALID_ARGUMENT, "the discriminator is of another context",
                    hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    }
    CALL_VOID(e, hpyr_pyramid_destroy(pyramid));
    CALL_VOID(e, hpyr_context_destroy(other));
}

/* Vertices, responses, residuals are floats. Desktops always render to them. */
GPU_TEST_ONCE(what_draws_floats_is_made_where_a_gl_can) {
    const hpyr_result expected = hpyr_context_caps(e->context)->float_targets ? HPYR_OK : HPYR_ERROR_UNSUPPORTED;
#define CHECK(module, ...)                                                                                             \
    do {                                                                                                               \
        const hpyr_##module##_desc desc = {__VA_ARGS__};                                                               \
        hpyr_##module *made = NULL;                                                                                    \
        env_clear_log(e);                                                                                              \
        EXPECT(e, expected, hpyr_##module##_create(e->context, &desc, &made));                                         \
        assert_true((made != NULL) == (expected == HPYR_OK));                                                          \
        assert_true(made || env_logged(e, "GL_EXT_color_buffer_float"));                                               \
        CALL_VOID(e, hpyr_##module##_destroy(made));                                                                   \
    } while (0)
    CHECK(isosurface, .grid = {.width = 4, .height = 4, .depth = 4});
    CHECK(marching_cubes, .grid = {.width = 4, .height = 4, .depth = 4});
    CHECK(flow, .grid = {.width = 4, .height = 4, .depth = 4});
    CHECK(features, .width = 9, .height = 9);
    CHECK(poisson, .capacity = 10, .depth = 3);
#undef CHECK
}
