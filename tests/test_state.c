/* test_state.c - the caller's GL state: what the harness sees, and the cases that it cannot set up by itself.
 * SPDX-License-Identifier: MIT */
#include "fetches.h"
#include "lists.h"
#include "looks.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- the harness ---- */

/* Nothing of what there is several times is left out: texture targets of every unit, viewports, scissors and depth ranges. */
static void check_indexed(const snapshot *pristine, const snapshot *hostile_state) {
    size_t checked = 0;
    for (size_t i = 0; i < pristine->count; i++) {
        const snapshot_entry *x = &pristine->entries[i], *y = &hostile_state->entries[i];
        bool indexed = strncmp(x->name, "GL_TEXTURE_BINDING", 18) == 0 || strcmp(x->name, "viewport") == 0 ||
                       strcmp(x->name, "scissor box") == 0 || strcmp(x->name, "depth range") == 0;
        if (!indexed)
            continue;
        assert_string_equal(x->name, y->name); /* the lists agree up to here */
        assert_int_equal(x->index, y->index);
        if (memcmp(x->values, y->values, sizeof x->values) == 0)
            fail_msg("the hostile caller leaves %s[%d] as it is", x->name, x->index);
        checked++;
    }
    assert_true(checked >= 8 * 10);
}

GPU_TEST_ONCE(the_hostile_state_differs_from_the_default_and_goes_away) {
    SCOPED(snapshot_free) snapshot pristine = {NULL, 0, 0}, hostile_state = {NULL, 0, 0}, again = {NULL, 0, 0};
    size_t different = 0;
    hostile_remove(e->enemy);
    snapshot_take(&pristine, env_gl(), NULL, 0);
    hostile_apply(e->enemy);
    CHECK_GL();
    snapshot_take(&hostile_state, env_gl(), NULL, 0);
    CHECK_GL();
    hostile_remove(e->enemy);
    snapshot_take(&again, env_gl(), NULL, 0);
    CHECK_GL();
    for (size_t i = 0; i < pristine.count; i++) /* the lists agree as long as no object is bound */
        if (i < 100 && memcmp(&pristine.entries[i], &hostile_state.entries[i], sizeof *pristine.entries) != 0)
            different++;
    assert_true(different >= 70);
    check_indexed(&pristine, &hostile_state);
    assert_int_equal(snapshot_compare(&pristine, &again, NULL, "hostile state removed"), 0);
}

/* Of one draw buffer, where each has a mask of its own. */
static void mask_green(const env *e, bool on) {
    if (e->es)
        glColorMask(GL_TRUE, !on, GL_TRUE, GL_TRUE);
    else
        glColorMaski(3, GL_TRUE, !on, GL_TRUE, GL_TRUE);
}

GPU_TEST_ONCE(a_snapshot_sees_single_changes) {
    static const snapshot_except allowed = {true, 4, 1};
    SCOPED(snapshot_free) snapshot before = {NULL, 0, 0}, after = {NULL, 0, 0};
    GLuint sampler;
    glGenSamplers(1, &sampler);
    snapshot_take(&before, env_gl(), NULL, 0);
    glBindSampler(4, sampler);
    snapshot_take(&after, env_gl(), NULL, 0);
    assert_int_equal(snapshot_compare(&before, &after, NULL, "meant to differ"), 1);
    assert_int_equal(snapshot_compare(&before, &after, &allowed, "allowed"), 0);
    assert_int_equal(snapshot_compare_bound(&before, &after, &allowed, "meant to differ"), 1);
    mask_green(e, true);
    snapshot_take(&after, env_gl(), NULL, 0);
    assert_int_equal(snapshot_compare(&before, &after, &allowed, "meant to differ"), 1);
    mask_green(e, false);
    glBindSampler(4, 0);
    snapshot_take(&after, env_gl(), NULL, 0);
    assert_int_equal(snapshot_compare(&before, &after, NULL, "put back"), 0);
    glDeleteSamplers(1, &sampler);
}

/* ---- the library ---- */

static thresholded scene_make(env *e, hpyr_format format, hpyr_channel channel, uint32_t target, int level) {
    thresholded s;
    s.im = image_make(format, channel, 29, 23, 1);
    image_scramble(&s.im, 11);
    for (size_t i = 0; i < 29 * 23; i++)
        image_set(&s.im, i, i % 3 == 0);
    image_upload_to(&s.im, target, level);
    s.oracle = oracle_range(&s.im, 29, 23, 1, 1);
    s.discriminator = make_threshold(e, 1);
    s.pyramid = make_pyramid(e, 29, 23);
    return s;
}

/* From a mesh to looks of voxels, with every fill that this GL can do. */
static void check_volumes(env *e) {
    static const uint32_t size[3] = {17, 14, 40};
    SCOPED(looks_free)
    looks l = looks_make(soup_sphere((const double[3]){0, 0, 0}, 0.8, 12), LOOKS_COLORS | LOOKS_TEXTURE, 1);
    const hpyr_pyramid_desc desc = {.width = 17, .height = 14, .depth = 40, .order = HPYR_ORDER_COLUMN};
    enum { SIX_RAYS = HPYR_FILL_SOLID + 1 };
    const int fills = has_bits(e) ? SIX_RAYS : 0;
    for (int fill = HPYR_FILL_THIN; fill <= fills; fill++) {
        SCOPED(destroy_voxelizer)
        hpyr_voxelizer *voxelizer = fill == SIX_RAYS
                                        ? make_solid_voxelizer(e, size, HPYR_INSIDE_SIX_RAYS)
                                        : make_voxelizer_of(e, size, HPYR_VOXELIZER_KIND_BITS, (hpyr_fill)fill);
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
        SCOPED(image_free) image list = image_make(HPYR_FORMAT_RGBA8, 0, 100, 100, 1);
        hpyr_texture bits;
        uint32_t total = 0, skipped = 1;
        image_upload(&list);
        OK(e, hpyr_voxelizer_run(voxelizer, &l.gpu.mesh, NULL));
        OK(e, hpyr_voxelizer_count_skipped(voxelizer, &l.gpu.mesh, NULL, &skipped));
        OK(e, hpyr_voxelizer_volume(voxelizer, &bits));
        OK(e, hpyr_pyramid_build_bits(pyramid, &bits));
        OK(e, hpyr_pyramid_total(pyramid, &total));
        OK(e, hpyr_voxelizer_attributes(voxelizer, pyramid, &l.gpu, 1, NULL, &list.texture, NULL));
        assert_true(total > 50 && skipped == 0);
    }
}

static void check_bits(env *e, const thresholded *s) {
    const hpyr_pyramid_desc desc = {.width = 29, .height = 23, .layout = HPYR_LAYOUT_BITS};
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
    OK(e, hpyr_pyramid_build(pyramid, s->discriminator, &s->im.texture));
    check_image(e, pyramid, s->oracle, 29, 23);
}

static void scene_check(env *e, thresholded *s) {
    OK(e, hpyr_pyramid_build(s->pyramid, s->discriminator, &s->im.texture));
    check_image(e, s->pyramid, s->oracle, 29, 23);
    check_bits(e, s);
}

GPU_TEST(an_error_that_the_caller_raised_is_still_there_afterwards) {
    for (GLenum error = GL_INVALID_ENUM; error <= GL_INVALID_OPERATION; error++) {
        thresholded s = scene_make(e, HPYR_FORMAT_R8, 0, 0, 0);
        e->pending_error = error;
        scene_check(e, &s);
        check_volumes(e);
        thresholded_free(&s);
        e->pending_error = GL_NO_ERROR;
    }
}

static void make_odd(uint32_t target, uint32_t name, int base_level, int max_level) {
    static const GLint swizzle[4] = {GL_ZERO, GL_ALPHA, GL_ONE, GL_RED};
    static const GLenum swizzle_names[4] = {GL_TEXTURE_SWIZZLE_R, GL_TEXTURE_SWIZZLE_G, GL_TEXTURE_SWIZZLE_B,
                                            GL_TEXTURE_SWIZZLE_A};
    static const GLfloat border[4] = {1, 0.5f, 0.25f, 0};
    glBindTexture(target, name);
    glTexParameteri(target, GL_TEXTURE_BASE_LEVEL, base_level);
    glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, max_level);
    for (int i = 0; i < 4; i++)
        glTexParameteri(target, swizzle_names[i], swizzle[i]);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT);
    glTexParameteri(target, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(target, GL_TEXTURE_COMPARE_FUNC, GL_GREATER);
    glTexParameterf(target, GL_TEXTURE_MIN_LOD, 2);
    if (!env_is_es()) {
        glTexParameterf(target, GL_TEXTURE_LOD_BIAS, -3);
        glTexParameterfv(target, GL_TEXTURE_BORDER_COLOR, border);
    }
    glBindTexture(target, 0);
    CHECK_GL();
}

/* Level by level: below the base level, at it, and above the maximum. */
GPU_TEST(odd_parameters_of_an_input_do_not_matter_and_stay) {
    static const struct {
        int level, base, max;
    } cases[] = {{0, 0, 0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 1}, {1, 0, 0}, {2, 1, 1}, {1, 5, 2}, {0, 0, 1000}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        thresholded s =
            scene_make(e, i % 2 ? HPYR_FORMAT_RGBA8 : HPYR_FORMAT_R32F, HPYR_CHANNEL_RED, 0, cases[i].level);
        make_odd(GL_TEXTURE_2D, s.im.texture.name, cases[i].base, cases[i].max);
        e->watch_count = 0;
        env_watch(e, GL_TEXTURE_2D, s.im.texture.name);
        scene_check(e, &s);
        e->watch_count = 0;
        thresholded_free(&s);
    }
}

GPU_TEST(odd_parameters_of_an_array_input_do_not_matter_either) {
    SCOPED(thresholded_free) thresholded s = scene_make(e, HPYR_FORMAT_R16UI, 0, GL_TEXTURE_2D_ARRAY, 1);
    make_odd(GL_TEXTURE_2D_ARRAY, s.im.texture.name, 1, 3);
    env_watch(e, GL_TEXTURE_2D_ARRAY, s.im.texture.name);
    scene_check(e, &s);
    e->watch_count = 0;
}

GPU_TEST(odd_parameters_of_a_list_texture_stay) {
    SCOPED(thresholded_free) thresholded s = scene_make(e, HPYR_FORMAT_R8, 0, 0, 0);
    SCOPED(image_free) image list = image_make(HPYR_FORMAT_RGBA32UI, 0, 20, 20, 1);
    image_upload(&list);
    make_odd(GL_TEXTURE_2D, list.texture.name, 1, 4);
    env_watch(e, GL_TEXTURE_2D, list.texture.name);
    hpyr_report report;
    OK(e, hpyr_pyramid_build(s.pyramid, s.discriminator, &s.im.texture));
    OK(e, hpyr_pyramid_extract_texture(s.pyramid, 0, HPYR_ALL, &list.texture, &report));
    e->watch_count = 0;
    glBindTexture(GL_TEXTURE_2D, list.texture.name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 0);
    const fetch_source source = {GL_TEXTURE_2D, list.texture.name, 0, 20, 20, 1};
    fetch_texels(&source, GL_RGBA_INTEGER, GL_UNSIGNED_INT, list.pixels);
    check_points(list.pixels, s.oracle, 0, report.written);
}

/* Every operation on lists, from a texture to another one: at last records of sums. */
static void run_lists(env *e, hpyr_lists *lists, const stored *in, const stored *out) {
    const hpyr_length length = {.count = 50};
    const hpyr_lists_select_desc select = {.input = in->list,
                                           .selected = out->list,
                                           .condition = HPYR_LIST_CONDITION_THRESHOLD,
                                           .threshold = 3,
                                           .length = length};
    const hpyr_lists_unique_desc unique = {.keys = in->list, .run_lengths = out->list, .length = length};
    const hpyr_lists_sort_desc sort = {.keys = in->list, .sorted_values = out->list, .length = length};
    const hpyr_lists_partition_desc partition = {
        .bins = in->list, .bin_count = 3, .partitioned_values = out->list, .length = length};
    const hpyr_lists_reduce_desc reduce = {.input = in->list, .output = out->list, .length = length};
    const hpyr_lists_scan_desc scan = {.input = in->list, .output = out->list, .length = length};
    const hpyr_lists_gather_desc gather = {.positions = out->list,
                                           .source = {.texture = in->list.texture, .count = 50},
                                           .output = {.texture = out->list.texture},
                                           .length = length};
    OK(e, hpyr_lists_select(lists, &select));
    OK(e, hpyr_lists_unique(lists, &unique));
    OK(e, hpyr_lists_sort(lists, &sort));
    OK(e, hpyr_lists_partition(lists, &partition));
    OK(e, hpyr_lists_reduce(lists, &reduce));
    OK(e, hpyr_lists_scan(lists, &scan));
    OK(e, hpyr_lists_gather(lists, &gather));
}

static void check_lists(env *e, bool odd) {
    uint32_t entries[50], sums[50], expected[50];
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 50, 0);
    for (uint32_t i = 0; i < 50; i++)
        entries[i] = i % 7 % 5;
    SCOPED(stored_free) stored in = stored_make(PLACE_TEXTURE, HPYR_LIST_TYPE_UINT, entries, 50);
    SCOPED(stored_free) stored out = stored_make(PLACE_TEXTURE, HPYR_LIST_TYPE_UINT, NULL, 50);
    const hpyr_ref_list list = {entries, HPYR_LIST_TYPE_UINT, 50};
    assert_int_equal(hpyr_ref_list_scan(&list, false, sums, NULL), HPYR_OK);
    assert_int_equal(hpyr_ref_list_gather(sums, 50, entries, 50, 4, expected, NULL), HPYR_OK);
    const uint32_t names[2] = {in.list.texture.name, out.list.texture.name};
    for (int i = 0; odd && i < 2; i++) {
        make_odd(GL_TEXTURE_2D, names[i], 1, 4);
        env_watch(e, GL_TEXTURE_2D, names[i]);
    }
    run_lists(e, lists, &in, &out);
    e->watch_count = 0;
    for (int i = 0; i < 2; i++) {
        glBindTexture(GL_TEXTURE_2D, names[i]);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 0);
    }
    stored_check(&in, entries, 50, false, "input");
    stored_check(&out, expected, 50, false, "records of sums");
}

GPU_TEST(odd_parameters_of_textures_of_lists_do_not_matter_and_stay) {
    check_lists(e, true);
}

GPU_TEST(an_error_that_the_caller_raised_survives_operations_on_lists) {
    for (GLenum error = GL_INVALID_ENUM; error <= GL_INVALID_OPERATION; error++) {
        e->pending_error = error;
        check_lists(e, false);
        e->pending_error = GL_NO_ERROR;
    }
}

/* Bits that a pyramid borrows, the texture of a mesh, and both lists of looks. */
GPU_TEST(odd_parameters_of_textures_of_volumes_do_not_matter_and_stay) {
    static const uint32_t size[3] = {20, 18, 150};
    need_bits(e);
    SCOPED(looks_free)
    looks l = looks_make(soup_sphere((const double[3]){0, 0, 0}, 0.8, 12), LOOKS_NORMALS | LOOKS_TEXTURE, 2);
    const hpyr_pyramid_desc desc = {.width = 20, .height = 18, .depth = 150, .order = HPYR_ORDER_COLUMN};
    SCOPED(destroy_voxelizer)
    hpyr_voxelizer *voxelizer = make_voxelizer_of(e, size, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SURFACE);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
    SCOPED(image_free)
    image colors = image_make(HPYR_FORMAT_RGBA8, 0, 150, 100, 1),
          normals = image_make(HPYR_FORMAT_RGBA32F, 0, 150, 100, 1);
    looked r = {{20, 18, 150}, 0, malloc(15000 * sizeof(hpyr_point)), colors.pixels, normals.pixels, 0, false};
    hpyr_texture bits;
    assert_non_null(r.points);
    image_upload_to(&colors, 0, 1);
    image_upload_to(&normals, 0, 1);
    OK(e, hpyr_voxelizer_run(voxelizer, &l.gpu.mesh, NULL));
    OK(e, hpyr_voxelizer_volume(voxelizer, &bits));
    make_odd(GL_TEXTURE_2D_ARRAY, bits.name, 1, 4);
    make_odd(GL_TEXTURE_2D, l.texture.texture.name, 0, 1);
    make_odd(GL_TEXTURE_2D, colors.texture.name, 0, 0);
    make_odd(GL_TEXTURE_2D, normals.texture.name, 2, 5);
    env_watch(e, GL_TEXTURE_2D_ARRAY, bits.name);
    env_watch(e, GL_TEXTURE_2D, l.texture.texture.name);
    env_watch(e, GL_TEXTURE_2D, colors.texture.name);
    env_watch(e, GL_TEXTURE_2D, normals.texture.name);
    OK(e, hpyr_pyramid_build_bits(pyramid, &bits));
    OK(e, hpyr_pyramid_total(pyramid, &r.total));
    OK(e, hpyr_pyramid_download(pyramid, 0, HPYR_ALL, r.points, 15000, 0, NULL));
    OK(e, hpyr_voxelizer_attributes(voxelizer, pyramid, &l.gpu, 1, NULL, &colors.texture, &normals.texture));
    const fetch_source sources[2] = {{GL_TEXTURE_2D, colors.texture.name, 1, 150, 100, 1},
                                     {GL_TEXTURE_2D, normals.texture.name, 1, 150, 100, 1}};
    fetch_texels(&sources[0], GL_RGBA, GL_UNSIGNED_BYTE, colors.pixels);
    fetch_texels(&sources[1], GL_RGBA, GL_FLOAT, normals.pixels);
    e->watch_count = 0;
    assert_true(r.total > 1000);
    check_looked(&r, &l, 1, NULL);
    free(r.points);
}

/* The caller's bindings of the very same objects. */
GPU_TEST(an_input_may_be_bound_and_attached_by_the_caller) {
    thresholded s = scene_make(e, HPYR_FORMAT_RGBA8, HPYR_CHANNEL_GREEN, 0, 0);
    GLuint framebuffer;
    glGenFramebuffers(1, &framebuffer);
    bool hostile = e->hostile;
    e->hostile = false;
    for (GLenum unit = 0; unit < 4; unit++) {
        glActiveTexture(GL_TEXTURE0 + unit);
        glBindTexture(GL_TEXTURE_2D, s.im.texture.name);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, s.im.texture.name, 0);
    scene_check(e, &s);
    check_volumes(e);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    e->hostile = hostile;
    thresholded_free(&s);
    hostile_apply(e->enemy);
    hostile_remove(e->enemy);
}

/* Only GL 4.0 and OpenGL ES can pause it; a caller of 3.3 has to end it before it calls anybody. */
GPU_TEST(transform_feedback_that_is_running_survives) {
    static const char *const vertex =
        "#version 330\nout vec4 v;\nvoid main() { v = vec4(gl_VertexID); gl_Position = v; }\n";
    static const char *const fragment = "#version 330\nout vec4 c;\nvoid main() { c = vec4(1); }\n";
    static const char *const varyings[] = {"v"};
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    if (!e->es && caps->gl_version < 40)
        SKIP("only GL 4.0 can pause transform feedback");
    SCOPED(thresholded_free) thresholded s = scene_make(e, HPYR_FORMAT_R8, 0, 0, 0);
    GLuint program = glCreateProgram(), buffer, array;
    GLfloat captured[12] = {0};
    add_stage(program, GL_VERTEX_SHADER, vertex);
    add_stage(program, GL_FRAGMENT_SHADER, fragment);
    glTransformFeedbackVaryings(program, 1, varyings, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    glGenBuffers(1, &buffer);
    glGenVertexArrays(1, &array);
    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, sizeof captured, captured, GL_STATIC_READ);
    bool hostile = e->hostile;
    e->hostile = false; /* it binds programs and buffers, which running feedback forbids */
    glUseProgram(program);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    target canvas = target_make(4, 4); /* GL wants a framebuffer even where nothing is drawn into it */
    target_begin(&canvas, 0);
    glBindVertexArray(array);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    CHECK_GL();
    scene_check(e, &s);
    check_volumes(e);
    glDrawArrays(GL_POINTS, 0, 3);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    CHECK_GL();
    fetch_buffer(buffer, 0, sizeof captured, captured);
    assert_true(captured[0] == 0 && captured[4] == 1 && captured[8] == 2 && captured[11] == 2);
    glUseProgram(0);
    glBindVertexArray(0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    target_free(&canvas);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glDeleteBuffers(1, &buffer);
    glDeleteVertexArrays(1, &array);
    glDeleteProgram(program);
    e->hostile = hostile;
}

/* On OpenGL 3.3 it cannot be paused. A context that took the probe's failure for a fault of the driver would refuse voxelizers. */
GPU_TEST_ONCE(a_context_is_made_in_transform_feedback_where_it_can_be_paused) {
    static const char *const vertex =
        "#version 330\nout vec4 v;\nvoid main() { v = gl_Position = vec4(gl_VertexID); }\n";
    static const char *const varyings[] = {"v"};
    const hpyr_context_desc desc = {.gl_version_cap = e->es ? 0 : 33};
    hpyr_context *context = NULL;
    GLuint program = glCreateProgram(), buffer, array;
    add_stage(program, GL_VERTEX_SHADER, vertex);
    add_stage(program, GL_FRAGMENT_SHADER, "#version 330\nout vec4 c;\nvoid main() { c = vec4(1); }\n");
    glTransformFeedbackVaryings(program, 1, varyings, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    env_pause(e);
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenBuffers(1, &buffer);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 1024, NULL, GL_STATIC_READ);
    glUseProgram(program);
    glBeginTransformFeedback(GL_TRIANGLES);
    CHECK_GL();
    assert_int_equal(hpyr_context_create(&desc, &context), e->es ? HPYR_OK : HPYR_ERROR_GL);
    assert_int_equal(context != NULL, e->es);
    hpyr_context_destroy(context);
    while (glGetError() != GL_NO_ERROR) {} /* GL 3.3 refuses that anything is bound again */
    glEndTransformFeedback();
    CHECK_GL();
    glUseProgram(0);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glBindVertexArray(0);
    glDeleteProgram(program);
    glDeleteBuffers(1, &buffer);
    glDeleteVertexArrays(1, &array);
    assert_int_equal(hpyr_context_create(&desc, &context), HPYR_OK);
    hpyr_context_destroy(context);
}

/* Objects that the library makes must not replace one that the caller deletes while it is bound. */
GPU_TEST(deleting_a_pyramid_leaves_the_callers_bindings_alone) {
    for (int i = 0; i < 3; i++) {
        SCOPED(thresholded_free) thresholded s = scene_make(e, HPYR_FORMAT_R8, 0, 0, 0);
        scene_check(e, &s);
    }
}
