/* test_flow_mistakes.c - what a caller of flow.h can do wrong, one argument at a time: each is told, and after a build that failed
 * there are no seeds.  SPDX-License-Identifier: MIT */
#include "flows.h"
#include "lists.h"
#include "mistakes.h"

#include <math.h>

enum { NOBODY = 12345 /* no object's name */ };

static const char good_glsl[] = "vec3 hpyr_flow_at(vec3 p) {\n    return p;\n}\n";

/* ---- create ---- */

MISTAKES_OF_CREATE(flow, (env_logged(e, "flow: ") || m->expected == HPYR_ERROR_TOO_LARGE) &&
                             hpyr_flow_bytes(e->context, wrong) == 0)

#define DESC(error, ...) WRONG(error, hpyr_flow_desc, __VA_ARGS__)
#define INVALID(...)     DESC(INVALID_ARGUMENT, __VA_ARGS__)

GPU_TEST_ONCE(descriptors_are_refused) {
    const hpyr_flow_desc good = {.grid = {.width = 4, .height = 4, .depth = 4}};
    hpyr_flow_desc band = good, vorticity = good, far_away = good;
    band.kind = HPYR_FLOW_KIND_BAND;
    vorticity.kind = HPYR_FLOW_KIND_VORTICITY;
    far_away.grid.origin[2] = -1e38f;
    const mistake rows[] = {INVALID(grid.width, 0),
                            INVALID(grid.depth, 0),
                            INVALID(kind, (hpyr_flow_kind)4),
                            INVALID(kind, (hpyr_flow_kind)-1),
                            INVALID(order, (hpyr_order)5),
                            INVALID(grid.spacing[1], NAN),
                            INVALID(grid.origin[2], INFINITY),
                            INVALID(grid.origin[0], 1), /* without a spacing */
                            INVALID(grid.axes[0], 2),
                            INVALID(grid.slab_depth, 2),
                            INVALID(merge_distance, -1),
                            INVALID(merge_distance, NAN),
                            INVALID(grid.spacing[1], 1e38f),
                            DESC(TOO_LARGE, capacity, UINT32_MAX),
                            DESC(TOO_LARGE, grid, {.width = 1 << 20, .height = 1 << 20, .depth = 1 << 20})};
    const mistake of_band[] = {INVALID(capacity, 3)}, of_vorticity[] = {INVALID(merge_distance, 3)},
                  of_far_away[] = {INVALID(grid.spacing[2], -1e38f)};
    CHECK_MISTAKES(e, rows, &good, refuse_flow, NULL);
    CHECK_MISTAKES(e, of_band, &band, refuse_flow, NULL);
    CHECK_MISTAKES(e, of_vorticity, &vorticity, refuse_flow, NULL);
    CHECK_MISTAKES(e, of_far_away, &far_away, refuse_flow, NULL);
    refuse_no_flow(e, &good);
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
    REFUSED(e, hpyr_flow_build(NULL, &field));
    REFUSED(e, hpyr_flow_count(NULL, &count));
    assert_int_equal(count, 0);
    REFUSED(e, hpyr_flow_try_count(NULL, &count));
    REFUSED(e, hpyr_flow_extract_buffer(NULL, 0, 1, 1, 0, NULL));
    REFUSED(e, hpyr_flow_download(NULL, 0, 1, NULL, 0, NULL));
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

static void check_build(env *e, void *of, const mistake *m, const void *field) {
    const hpyr_flow_field good = {.glsl = good_glsl};
    hpyr_flow *flow = of;
    uint32_t count;
    if (hpyr_flow_resolved(flow)->kind == HPYR_FLOW_KIND_CRITICAL) {
        OK(e, hpyr_flow_build(flow, &good));
        OK(e, hpyr_flow_count(flow, &count));
        assert_int_equal(count, 1);
    }
    EXPECT_TOLD(e, m->expected, m->words, hpyr_flow_build(flow, field)); /* of GLSL the driver tells more than a line */
    check_empty(e, flow);
}

static hpyr_flow *make_small(env *e, hpyr_flow_kind kind) {
    const hpyr_flow_desc desc = {.kind = kind, .grid = {.width = 4, .height = 4, .depth = 4}};
    hpyr_flow *flow;
    OK(e, hpyr_flow_create(e->context, &desc, &flow));
    return flow;
}

#define FIELD(...) WRONG(INVALID_ARGUMENT, hpyr_flow_field, __VA_ARGS__)

GPU_TEST(wrong_fields_are_refused) {
    SCOPED(flow_field_free) flow_field vectors = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 4, 4, 4, 0);
    flow_field_upload(e, &vectors, 0);
    const hpyr_texture t = vectors.im.texture;
    SCOPED(destroy_flow)
    hpyr_flow *points = make_small(e, HPYR_FLOW_KIND_CRITICAL), *vortices = make_small(e, HPYR_FLOW_KIND_VORTICITY),
              *band = make_small(e, HPYR_FLOW_KIND_BAND);
    const hpyr_flow_field good = {.texture = t}, glsl = {.glsl = good_glsl};
    const mistake of_points[] = {FIELD(texture, {0}), FIELD(glsl, good_glsl), FIELD(bind, bind_nothing),
                                 FIELD(threshold, 1), FIELD(isovalue, 1),     FIELD(width, 1)};
    const mistake of_glsl[] = {FIELD(glsl, ""), FIELD(user, e)};
    const mistake of_vortices[] = {FIELD(threshold, -1), FIELD(threshold, NAN), FIELD(threshold, INFINITY),
                                   FIELD(width, 1)};
    const mistake of_bands[] = {FIELD(width, -1), FIELD(width, INFINITY), FIELD(isovalue, NAN), FIELD(threshold, 1)};
    CHECK_MISTAKES(e, of_points, &good, check_build, points);
    CHECK_MISTAKES(e, of_glsl, &glsl, check_build, points);
    CHECK_MISTAKES(e, of_vortices, &good, check_build, vortices);
    CHECK_MISTAKES(e, of_bands, &good, check_build, band);
    REFUSED(e, hpyr_flow_build(points, NULL));
}

#define TEXTURE(...) WRONG(TEXTURE, hpyr_flow_field, __VA_ARGS__)

GPU_TEST(wrong_textures_are_refused) {
    flow_field vectors = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 4, 4, 4, 0),
               small = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 4, 3, 4, 0);
    flow_field numbers = flow_field_make(HPYR_FLOW_KIND_BAND, 4, 4, 4, 0),
               wide = flow_field_make(HPYR_FLOW_KIND_BAND, 4, 4, 4, 0);
    SCOPED(image_free) image flat = image_make(HPYR_FORMAT_RGBA32F, 0, 16, 16, 1);
    image_upload(&flat);
    flow_field_upload(e, &vectors, 0);
    flow_field_upload(e, &small, 0);
    flow_field_upload(e, &numbers, HPYR_FORMAT_R32F);
    flow_field_upload(e, &wide, HPYR_FORMAT_R32UI);
    const hpyr_flow_field good = {.texture = vectors.im.texture};
    const mistake rows[] = {TEXTURE(texture, flat.texture),
                            TEXTURE(texture, small.im.texture),
                            TEXTURE(texture, numbers.im.texture),
                            TEXTURE(texture.name, NOBODY),
                            TEXTURE(texture.format, HPYR_FORMAT_R8),
                            TEXTURE(texture.depth, e->es ? 3 : 5),       /* OpenGL ES cannot tell that there is more */
                            TEXTURE(texture.format, HPYR_FORMAT_RGB32F), /* which the texture is not */
                            FIELD(texture.channel, HPYR_CHANNEL_GREEN)};
    const mistake of_band[] = {TEXTURE(texture, wide.im.texture)};
    SCOPED(destroy_flow)
    hpyr_flow *flow = make_small(e, HPYR_FLOW_KIND_CRITICAL), *band = make_small(e, HPYR_FLOW_KIND_BAND);
    CHECK_MISTAKES(e, rows, &good, check_build, flow);
    CHECK_MISTAKES(e, of_band, &good, check_build, band);
    flow_field_free(&wide);
    flow_field_free(&numbers);
    flow_field_free(&small);
    flow_field_free(&vectors);
}

GPU_TEST(wrong_glsl_names_its_line) {
    static const char bad[] = "vec3 hpyr_flow_at(vec3 p) {\n    float a = 1.0;\n    return b;\n}\n";
    const hpyr_flow_field good = {.glsl = good_glsl};
    SCOPED(destroy_flow) hpyr_flow *flow = make_small(e, HPYR_FLOW_KIND_CRITICAL);
    const mistake line[] = {WRONG(SHADER, hpyr_flow_field, glsl, bad)},
                  number[] = {WRONG(SHADER, hpyr_flow_field, glsl, "int hpyr_my_number;\n")};
    CHECK_MISTAKES(e, line, &good, check_build, flow);
    assert_true(env_logged(e, "caller's GLSL:3") || env_logged(e, "caller's GLSL(3"));
    CHECK_MISTAKES(e, number, &good, check_build, flow);
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
    REFUSED(e, hpyr_flow_count(flow, NULL));
    REFUSED(e, hpyr_flow_extract_buffer(flow, 0, 1, buffer, 2, &report));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_flow_extract_buffer(flow, 0, 1, 0, 0, &report));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_flow_extract_buffer(flow, 0, 1, NOBODY, 0, &report));
    REFUSED(e, hpyr_flow_download(flow, 0, 1, NULL, 1, &report));
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
