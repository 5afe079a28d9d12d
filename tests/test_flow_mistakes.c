/* test_flow_mistakes.c - what a caller of flow.h can do wrong, one argument at a time: each is told, and after a build that failed
 * there are no seeds.  SPDX-License-Identifier: MIT */
#include "flows.h"
#include "lists.h"

#include <math.h>

enum { NOBODY = 12345 /* no object's name */ };

static const char good_glsl[] = "vec3 hpyr_flow_at(vec3 p) {\n    return p;\n}\n";

/* ---- create ---- */

static void check_create(env *e, hpyr_result expected, const hpyr_flow_desc *desc) {
    hpyr_flow *flow = (hpyr_flow *)&expected;
    env_clear_log(e);
    EXPECT(e, expected, hpyr_flow_create(e->context, desc, &flow));
    assert_null(flow);
    assert_true(env_logged(e, "flow: ") || expected == HPYR_ERROR_TOO_LARGE);
    assert_int_equal(hpyr_flow_bytes(e->context, desc), 0);
}

GPU_TEST_ONCE(descriptors_are_refused) {
    const hpyr_flow_desc good = {.grid = {.width = 4, .height = 4, .depth = 4}};
    hpyr_flow_desc descs[16];
    hpyr_flow *flow = (hpyr_flow *)&good;
    for (size_t i = 0; i < LENGTH(descs); i++)
        descs[i] = good;
    descs[0].grid.width = 0;
    descs[1].grid.depth = 0;
    descs[2].kind = (hpyr_flow_kind)4;
    descs[3].kind = (hpyr_flow_kind)-1;
    descs[4].order = (hpyr_order)5;
    descs[5].grid.spacing[1] = NAN;
    descs[6].grid.origin[2] = INFINITY;
    descs[7].grid.origin[0] = 1; /* without a spacing */
    descs[8].grid.axes[0] = 2;
    descs[9].grid.slab_depth = 2;
    descs[10].merge_distance = -1;
    descs[11].merge_distance = NAN;
    descs[12] = (hpyr_flow_desc){.kind = HPYR_FLOW_KIND_BAND, .grid = good.grid, .capacity = 3};
    descs[13] = (hpyr_flow_desc){.kind = HPYR_FLOW_KIND_VORTICITY, .grid = good.grid, .merge_distance = 3};
    descs[14].grid.spacing[1] = 1e38f;
    descs[15].grid.spacing[2] = descs[15].grid.origin[2] = -1e38f;
    for (size_t i = 0; i < LENGTH(descs); i++)
        check_create(e, HPYR_ERROR_INVALID_ARGUMENT, &descs[i]);
    check_create(e, HPYR_ERROR_TOO_LARGE, &(hpyr_flow_desc){.grid = good.grid, .capacity = UINT32_MAX});
    check_create(e, HPYR_ERROR_TOO_LARGE, &(hpyr_flow_desc){.grid = {1 << 20, 1 << 20, 1 << 20}});
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_flow_create(NULL, &good, &flow));
    assert_null(flow);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_flow_create(e->context, NULL, &flow));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_flow_create(e->context, &good, NULL));
}

GPU_TEST(defaults_are_told) {
    const hpyr_flow_desc desc = {.grid = {.width = 5, .height = 4, .depth = 1}, .periodic = {false, true, false}};
    hpyr_flow *flow;
    OK(e, hpyr_flow_create(e->context, &desc, &flow));
    const hpyr_flow_desc *d = hpyr_flow_resolved(flow);
    assert_int_equal(d->kind, HPYR_FLOW_KIND_CRITICAL);
    assert_int_equal(d->order, HPYR_ORDER_MORTON);
    assert_int_equal(d->capacity, 65536);
    assert_true(d->grid.spacing[0] == 0.5f && d->grid.spacing[1] == 0.5f && d->grid.spacing[2] == 2);
    assert_true(d->grid.origin[0] == -1 && d->merge_distance == 0.125f && d->grid.axes[2] == 3);
    assert_true(hpyr_flow_bytes(e->context, &desc) > 65536 * 3 * 16);
    assert_true(hpyr_flow_bytes(NULL, &desc) > 65536 * 3 * 16);
    CALL_VOID(e, hpyr_flow_destroy(flow));
}

GPU_TEST_ONCE(no_flow_is_no_mistake_or_is_told) {
    const hpyr_flow_field field = {.glsl = good_glsl};
    uint32_t count = 7;
    CALL_VOID(e, hpyr_flow_destroy(NULL));
    assert_null(hpyr_flow_resolved(NULL));
    assert_int_equal(hpyr_flow_bytes(e->context, NULL), 0);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_flow_build(NULL, &field));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_flow_count(NULL, &count));
    assert_int_equal(count, 0);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_flow_try_count(NULL, &count));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_flow_extract_buffer(NULL, 0, 1, 1, 0, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_flow_download(NULL, 0, 1, NULL, 0, NULL));
}

/* ---- build ---- */

/* There are no seeds, and none before. */
static void check_empty(env *e, hpyr_flow *flow) {
    hpyr_report report;
    uint32_t count = 7;
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_flow_count(flow, &count));
    assert_int_equal(count, 0);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_flow_try_count(flow, &count));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_flow_download(flow, 0, HPYR_ALL, NULL, 0, &report));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_flow_extract_buffer(flow, 0, HPYR_ALL, 1, 0, &report));
    assert_int_equal(report.total, 0);
}

static void check_build(env *e, hpyr_flow *flow, hpyr_result expected, const hpyr_flow_field *field) {
    const hpyr_flow_field good = {.glsl = good_glsl};
    uint32_t count;
    if (hpyr_flow_resolved(flow)->kind == HPYR_FLOW_KIND_CRITICAL) {
        OK(e, hpyr_flow_build(flow, &good));
        OK(e, hpyr_flow_count(flow, &count));
        assert_int_equal(count, 1);
    }
    EXPECT_TOLD(e, expected, "", hpyr_flow_build(flow, field));
    check_empty(e, flow);
}

static hpyr_flow *make_small(env *e, hpyr_flow_kind kind) {
    const hpyr_flow_desc desc = {.kind = kind, .grid = {.width = 4, .height = 4, .depth = 4}};
    hpyr_flow *flow;
    OK(e, hpyr_flow_create(e->context, &desc, &flow));
    return flow;
}

GPU_TEST(wrong_fields_are_refused) {
    SCOPED(flow_field_free) flow_field vectors = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 4, 4, 4, 0);
    flow_field_upload(e, &vectors, 0);
    const hpyr_texture t = vectors.im.texture;
    SCOPED(destroy_flow)
    hpyr_flow *points = make_small(e, HPYR_FLOW_KIND_CRITICAL), *vortices = make_small(e, HPYR_FLOW_KIND_VORTICITY),
              *band = make_small(e, HPYR_FLOW_KIND_BAND);
    const hpyr_flow_field of_points[] = {{.threshold = 0},
                                         {.glsl = ""},
                                         {.texture = t, .glsl = good_glsl},
                                         {.texture = t, .bind = bind_nothing},
                                         {.glsl = good_glsl, .user = e},
                                         {.texture = t, .threshold = 1},
                                         {.texture = t, .isovalue = 1},
                                         {.texture = t, .width = 1}};
    const hpyr_flow_field of_vortices[] = {{.texture = t, .threshold = -1},
                                           {.texture = t, .threshold = NAN},
                                           {.texture = t, .threshold = INFINITY},
                                           {.texture = t, .width = 1}};
    const hpyr_flow_field of_bands[] = {{.texture = t, .width = -1},
                                        {.texture = t, .width = INFINITY},
                                        {.texture = t, .isovalue = NAN},
                                        {.texture = t, .threshold = 1}};
    for (size_t i = 0; i < LENGTH(of_points); i++)
        check_build(e, points, HPYR_ERROR_INVALID_ARGUMENT, &of_points[i]);
    for (size_t i = 0; i < LENGTH(of_vortices); i++)
        check_build(e, vortices, HPYR_ERROR_INVALID_ARGUMENT, &of_vortices[i]);
    for (size_t i = 0; i < LENGTH(of_bands); i++)
        check_build(e, band, HPYR_ERROR_INVALID_ARGUMENT, &of_bands[i]);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_flow_build(points, NULL));
}

GPU_TEST(wrong_textures_are_refused) {
    flow_field vectors = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 4, 4, 4, 0),
               small = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 4, 3, 4, 0);
    flow_field numbers = flow_field_make(HPYR_FLOW_KIND_BAND, 4, 4, 4, 0),
               wide = flow_field_make(HPYR_FLOW_KIND_BAND, 4, 4, 4, 0);
    image flat = image_make(HPYR_FORMAT_RGBA32F, 0, 16, 16, 1);
    image_upload(&flat);
    flow_field_upload(e, &vectors, 0);
    flow_field_upload(e, &small, 0);
    flow_field_upload(e, &numbers, HPYR_FORMAT_R32F);
    flow_field_upload(e, &wide, HPYR_FORMAT_R32UI);
    hpyr_flow_field wrong[7] = {
        {.texture = flat.texture}, {.texture = small.im.texture}, {.texture = numbers.im.texture}};
    for (size_t i = 3; i < LENGTH(wrong); i++)
        wrong[i].texture = vectors.im.texture;
    wrong[3].texture.name = NOBODY;
    wrong[4].texture.format = HPYR_FORMAT_R8;
    wrong[5].texture.depth = e->es ? 3 : 5;       /* OpenGL ES cannot tell that there is more */
    wrong[6].texture.format = HPYR_FORMAT_RGB32F; /* which the texture is not */
    SCOPED(destroy_flow)
    hpyr_flow *flow = make_small(e, HPYR_FLOW_KIND_CRITICAL), *band = make_small(e, HPYR_FLOW_KIND_BAND);
    for (size_t i = 0; i < LENGTH(wrong); i++)
        check_build(e, flow, HPYR_ERROR_TEXTURE, &wrong[i]);
    hpyr_flow_field with_channel = {.texture = vectors.im.texture};
    with_channel.texture.channel = HPYR_CHANNEL_GREEN;
    check_build(e, flow, HPYR_ERROR_INVALID_ARGUMENT, &with_channel);
    check_build(e, band, HPYR_ERROR_TEXTURE, &(hpyr_flow_field){.texture = wide.im.texture});
    flow_field_free(&wide);
    flow_field_free(&numbers);
    flow_field_free(&small);
    flow_field_free(&vectors);
    image_free(&flat);
}

GPU_TEST(wrong_glsl_names_its_line) {
    static const char bad[] = "vec3 hpyr_flow_at(vec3 p) {\n    float a = 1.0;\n    return b;\n}\n";
    SCOPED(destroy_flow) hpyr_flow *flow = make_small(e, HPYR_FLOW_KIND_CRITICAL);
    check_build(e, flow, HPYR_ERROR_SHADER, &(hpyr_flow_field){.glsl = bad});
    assert_true(env_logged(e, "caller's GLSL:3") || env_logged(e, "caller's GLSL(3"));
    check_build(e, flow, HPYR_ERROR_SHADER, &(hpyr_flow_field){.glsl = "int hpyr_my_number;\n"});
}

/* ---- lists ---- */

GPU_TEST(wrong_destinations_are_refused) {
    const hpyr_flow_field good = {.glsl = good_glsl};
    SCOPED(destroy_flow) hpyr_flow *flow = make_small(e, HPYR_FLOW_KIND_CRITICAL);
    hpyr_report report;
    SCOPED(delete_buffer) GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, 64, NULL, GL_STATIC_DRAW);
    check_empty(e, flow);
    OK(e, hpyr_flow_build(flow, &good));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_flow_count(flow, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_flow_extract_buffer(flow, 0, 1, buffer, 2, &report));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_flow_extract_buffer(flow, 0, 1, 0, 0, &report));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_flow_extract_buffer(flow, 0, 1, NOBODY, 0, &report));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_flow_download(flow, 0, 1, NULL, 1, &report));
    assert_int_equal(report.total, 0);
    EXPECT(e, HPYR_TRUNCATED, hpyr_flow_extract_buffer(flow, 0, 1, buffer, 36, &report));
    EXPECT(e, HPYR_TRUNCATED, hpyr_flow_extract_buffer(flow, 0, 1, buffer, UINT64_C(1) << 40, &report));
    assert_int_equal(report.available, 1);
    assert_int_equal(report.written, 0);
    OK(e, hpyr_flow_extract_buffer(flow, 0, 1, buffer, 32, &report));
    assert_int_equal(report.written, 1);
}

GPU_TEST(a_field_that_is_gone_is_told) {
    for (int kind = HPYR_FLOW_KIND_CRITICAL; kind <= HPYR_FLOW_KIND_VORTICITY; kind++) {
        SCOPED(flow_field_free) flow_field field = flow_field_make((hpyr_flow_kind)kind, 4, 4, 4, 0);
        hpyr_flow_seed seed;
        flow_field_randomize(&field, true, 3);
        flow_field_upload(e, &field, 0);
        SCOPED(destroy_flow) hpyr_flow *flow = make_small(e, (hpyr_flow_kind)kind);
        const hpyr_flow_field given = flow_given(&field);
        OK(e, hpyr_flow_build(flow, &given));
        glDeleteTextures(1, &field.im.texture.name);
        EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_flow_download(flow, 0, 1, &seed, 1, NULL));
    }
}
