/* test_isosurface_mistakes.c - what a caller of the isosurfaces can do wrong, one argument at a time.  SPDX-License-Identifier: MIT */
#include "meshes.h"
#include "mistakes.h"

#include <math.h>
#include <string.h>

static const hpyr_isosurface_desc good_desc = {.grid = {.width = 5, .height = 4, .depth = 3}};

/* ---- descriptors ---- */

MISTAKES_OF_CREATE(isosurface,
                   m->expected != HPYR_ERROR_INVALID_ARGUMENT || hpyr_isosurface_bytes(e->context, wrong) == 0)

#define DESC(error, ...) WRONG(error, hpyr_isosurface_desc, __VA_ARGS__)

GPU_TEST(every_field_of_a_descriptor_is_checked) {
    const mistake rows[] = {
        DESC(INVALID_ARGUMENT, grid.width, 0),
        DESC(INVALID_ARGUMENT, grid.height, 0),
        DESC(INVALID_ARGUMENT, grid.depth, 0),
        DESC(INVALID_ARGUMENT, grid.spacing[0], NAN),
        DESC(INVALID_ARGUMENT, grid.spacing[1], INFINITY),
        DESC(INVALID_ARGUMENT, grid.spacing[2], -INFINITY),
        DESC(INVALID_ARGUMENT, grid.origin[0], NAN),
        DESC(INVALID_ARGUMENT, grid.origin[2], INFINITY),
        DESC(INVALID_ARGUMENT, grid.axes[0], 1),
        DESC(INVALID_ARGUMENT, grid.axes[2], 3),
        DESC(INVALID_ARGUMENT, grid.axes[1], 255),
        DESC(INVALID_ARGUMENT, mesh, (hpyr_mesh_form)3),
        DESC(INVALID_ARGUMENT, mesh, (hpyr_mesh_form)-1),
        DESC(INVALID_ARGUMENT, vertex, (hpyr_edge_vertex)3),
        DESC(INVALID_ARGUMENT, gradient, (hpyr_gradient)4),
        DESC(INVALID_ARGUMENT, winding, (hpyr_winding)3),
        DESC(INVALID_ARGUMENT, grid.origin[1], 0.5f), /* no spacing: it would not be used */
        DESC(INVALID_ARGUMENT, grid.axes, {1, 2, 0}), /* not a permutation */
        DESC(INVALID_ARGUMENT, grid.axes, {0, 2, 3}),
        DESC(INVALID_ARGUMENT, grid.axes, {1, 1, 3}),
        DESC(INVALID_ARGUMENT, grid.axes, {3, 2, 3}),
        DESC(INVALID_ARGUMENT, grid.axes, {2, 2, 2}),
        DESC(INVALID_ARGUMENT, grid.axes, {1, 2, 4}),
        DESC(INVALID_ARGUMENT, grid.axes, {0, 0, 1}),
        DESC(TOO_LARGE, grid, {.width = UINT32_MAX, .height = UINT32_MAX, .depth = UINT32_MAX}),
        DESC(TOO_LARGE, grid, {.width = 1u << 20, .height = 1u << 20, .depth = 2}),
        DESC(TOO_LARGE, grid, {.width = 65536, .height = 65536, .depth = 65536}),
    };
    CHECK_MISTAKES(e, rows, &good_desc, refuse_isosurface, NULL);
    refuse_no_isosurface(e, &good_desc);
    assert_int_equal(hpyr_isosurface_bytes(e->context, NULL), 0);
}

/* ---- builds ---- */

static image make_field(uint32_t target, uint32_t width, uint32_t height, uint32_t depth) {
    image im = image_make(HPYR_FORMAT_R32F, 0, width, height, depth);
    for (size_t i = 0; i < (size_t)width * height * depth; i++)
        image_set(&im, i, (double)(i * 7 % 5));
    image_upload_to(&im, target, 0);
    return im;
}

/* What cannot be built is not there, and what was there before is gone. */
static void check_unbuilt(env *e, hpyr_isosurface *iso) {
    hpyr_mesh_statistics statistics = {9, 9, 9, 9};
    hpyr_mesh_counts counts = {9, 9};
    hpyr_mesh_output output = {.vertex_count = HPYR_ALL};
    hpyr_mesh_report report = {9, 9, 9, 9};
    hpyr_mesh_vertex vertex;
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_isosurface_statistics(iso, &statistics));
    assert_int_equal(statistics.cells | statistics.triangles, 0);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_isosurface_counts(iso, &counts));
    assert_int_equal(counts.vertices | counts.triangles, 0);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_isosurface_try_counts(iso, &counts));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_isosurface_extract(iso, &output, &report));
    assert_int_equal(report.vertices_written | report.triangles_available, 0);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_isosurface_download(iso, &vertex, 1, NULL, 0, NULL));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_isosurface_command(iso, 1, 0));
}

typedef struct desk {
    hpyr_isosurface *iso;
    hpyr_field good;
} desk;

static void check_build(env *e, void *at, const mistake *m, const void *field) {
    const desk *d = at;
    OK(e, hpyr_isosurface_build(d->iso, &d->good, 0, 2));
    TOLD(e, m, hpyr_isosurface_build(d->iso, field, 0, 2));
    check_unbuilt(e, d->iso);
}

#define FIELD(error, ...) WRONG(error, hpyr_field, __VA_ARGS__)

GPU_TEST(wrong_textures_are_refused) {
    image im = make_field(GL_TEXTURE_3D, 5, 4, 3);
    SCOPED(image_free)
    image flat = make_field(GL_TEXTURE_2D, 10, 8, 1), array = make_field(GL_TEXTURE_2D_ARRAY, 5, 4, 3),
          small = make_field(GL_TEXTURE_3D, 5, 3, 3);
    desk d = {make_isosurface(e, &good_desc), field_of(&im)};
    const hpyr_field of_flat = field_of(&flat);
    const mistake rows[] = {
        WRONG_WHOLE(TEXTURE, hpyr_field, field_of(&small)),
        WRONG_WHOLE(TEXTURE, hpyr_field, field_of(&array)),
        FIELD(TEXTURE, texture.name, 12345),
        FIELD(TEXTURE, texture.format, HPYR_FORMAT_R16F),
        FIELD(TEXTURE, texture.width, 6),
        FIELD(TEXTURE, texture.level, 1),
        FIELD(INVALID_ARGUMENT, buffer, 1),
        FIELD(INVALID_ARGUMENT, tiles_x, 2), /* what has no effect */
        FIELD(INVALID_ARGUMENT, buffer_format, HPYR_FORMAT_R8UI),
        FIELD(INVALID_ARGUMENT, buffer_offset, 4),
        FIELD(INVALID_ARGUMENT, bind, bind_nothing),
        FIELD(INVALID_ARGUMENT, user, &d),
    };
    const mistake tiles[] = {FIELD(TEXTURE, tiles_x, 1), FIELD(INVALID_ARGUMENT, tiles_x, 4)};
    check_unbuilt(e, d.iso);
    CHECK_MISTAKES(e, rows, &d.good, check_build, &d);
    OK(e, hpyr_isosurface_build(d.iso, &of_flat, 0, 2));
    CHECK_MISTAKES(e, tiles, &of_flat, check_build, &d);
    image_free(&im);
    env_clear_log(e);
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_isosurface_build(d.iso, &d.good, 0, 2));
    check_unbuilt(e, d.iso);
    free_isosurface(e, d.iso);
}

GPU_TEST(wrong_arguments_of_a_build_are_refused) {
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &good_desc);
    SCOPED(image_free) image im = make_field(GL_TEXTURE_3D, 5, 4, 3);
    desk d = {iso, field_of(&im)};
    const mistake nothing[] = {WRONG_WHOLE(INVALID_ARGUMENT, hpyr_field, {.tiles_x = 0})};
    hpyr_slab slab;
    CHECK_MISTAKES(e, nothing, &d.good, check_build, &d);
    OK(e, hpyr_isosurface_build(iso, &d.good, 0, 2));
    EXPECT_TOLD(e, HPYR_ERROR_INVALID_ARGUMENT, "", hpyr_isosurface_build(iso, &d.good, 0, NAN));
    check_unbuilt(e, iso);
    OK(e, hpyr_isosurface_build(iso, &d.good, 0, 2));
    EXPECT_TOLD(e, HPYR_ERROR_INVALID_ARGUMENT, "", hpyr_isosurface_build(iso, &d.good, 1, 2));
    check_unbuilt(e, iso);
    REFUSED(e, hpyr_isosurface_build(iso, NULL, 0, 2));
    REFUSED(e, hpyr_isosurface_build(NULL, &d.good, 0, 2));
    assert_int_equal(hpyr_field_slab(&good_desc.grid, 1, &slab), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_field_slab(&good_desc.grid, 0, NULL), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_field_slab(NULL, 0, &slab), HPYR_ERROR_INVALID_ARGUMENT);
}

GPU_TEST(another_isovalue_takes_a_field) {
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &good_desc);
    SCOPED(image_free) image im = make_field(GL_TEXTURE_3D, 5, 4, 3);
    const hpyr_field field = field_of(&im);
    hpyr_mesh_counts counts;
    REFUSED(e, hpyr_isosurface_rebuild(NULL, 2));
    EXPECT_TOLD(e, HPYR_ERROR_NOT_BUILT, "no field was built", hpyr_isosurface_rebuild(iso, 2));
    OK(e, hpyr_isosurface_build(iso, &field, 0, 2));
    EXPECT_TOLD(e, HPYR_ERROR_INVALID_ARGUMENT, "not a number", hpyr_isosurface_rebuild(iso, NAN));
    OK(e, hpyr_isosurface_counts(iso, &counts)); /* nothing was built, so that the last mesh is still there */
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_isosurface_build(iso, &field, 0, NAN));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_isosurface_rebuild(iso, 2));
    OK(e, hpyr_isosurface_build(iso, &field, 0, 2));
    glDeleteTextures(1, &im.texture.name);
    im.texture.name = 0;
    if (CALL(e, hpyr_isosurface_rebuild(iso, 2)) != HPYR_OK) { /* OK where the samples were copied */
        assert_int_equal(e->result, HPYR_ERROR_TEXTURE);
        check_unbuilt(e, iso);
    }
}

GPU_TEST(wrong_buffers_are_refused) {
    desk d = {make_isosurface(e, &good_desc), {.buffer = untouched_buffer(60 * 4), .buffer_format = HPYR_FORMAT_R32F}};
    const mistake rows[] = {
        FIELD(BUFFER, buffer, 12345),
        FIELD(INVALID_ARGUMENT, tiles_x, 1),
        FIELD(BUFFER, buffer_offset, 4),
        FIELD(BUFFER, buffer_offset, 400),
        FIELD(BUFFER, buffer_offset, UINT64_MAX - 3),
        FIELD(INVALID_ARGUMENT, buffer_offset, 2),
        FIELD(INVALID_ARGUMENT, buffer_format, 0),
        FIELD(INVALID_ARGUMENT, buffer_format, HPYR_FORMAT_R8),
        FIELD(INVALID_ARGUMENT, buffer_format, HPYR_FORMAT_RGBA32F),
        FIELD(INVALID_ARGUMENT, buffer_format, (hpyr_format)99),
    };
    CHECK_MISTAKES(e, rows, &d.good, check_build, &d);
    glDeleteBuffers(1, &d.good.buffer);
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_isosurface_build(d.iso, &d.good, 0, 2));
    check_unbuilt(e, d.iso);
    free_isosurface(e, d.iso);
}

/* Found by the build or, at the latest, where the shader is needed. */
static hpyr_result build_and_extract(env *e, hpyr_isosurface *iso, const hpyr_field *field) {
    hpyr_mesh_vertex vertices[200];
    hpyr_result result = CALL(e, hpyr_isosurface_build(iso, field, 0, 2));
    return result != HPYR_OK ? result : CALL(e, hpyr_isosurface_download(iso, vertices, 200, NULL, 0, NULL));
}

/* GL reads so many texels of a buffer, and no more: what lies behind is copied. OpenGL ES copies all. */
GPU_TEST(buffers_past_the_limit_are_copied) {
    GLint most = 1 << 20;
    const uint8_t samples[60] = {1};
    if (!e->es)
        glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
    if (most > 1 << 28)
        SKIP("GL reads buffers of any size");
    hpyr_field field = {.buffer_format = HPYR_FORMAT_R8UI, .buffer_offset = (uint64_t)most};
    glGenBuffers(1, &field.buffer);
    glBindBuffer(GL_ARRAY_BUFFER, field.buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)most + 64, NULL, GL_STATIC_DRAW);
    glBufferSubData(GL_ARRAY_BUFFER, most, sizeof samples, samples);
    hpyr_mesh_statistics counts;
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &good_desc);
    OK(e, hpyr_isosurface_build(iso, &field, 0, 0.5));
    OK(e, hpyr_isosurface_statistics(iso, &counts));
    assert_int_equal(counts.triangles, 1);
    glDeleteBuffers(1, &field.buffer);
}

GPU_TEST(wrong_glsl_is_refused) {
    hpyr_isosurface_desc desc = good_desc;
    hpyr_isosurface *iso = make_isosurface(e, &desc);
    hpyr_field field = {.glsl = "float hpyr_field_at(vec3 p) { return hpyr_my_mistake(p); }"};
    env_clear_log(e);
    assert_int_equal(build_and_extract(e, iso, &field), HPYR_ERROR_SHADER);
    assert_true(e->log_length > 0);
    field.glsl = "float another_function(vec3 p) { return p.x; }";
    assert_int_equal(build_and_extract(e, iso, &field), HPYR_ERROR_SHADER);
    free_isosurface(e, iso);
    desc.gradient = HPYR_GRADIENT_CALLER;
    iso = make_isosurface(e, &desc);
    SCOPED(image_free) image im = make_field(GL_TEXTURE_3D, 5, 4, 3);
    field = field_of(&im);
    REFUSED(e, hpyr_isosurface_build(iso, &field, 0, 2));
    check_unbuilt(e, iso);
    field.glsl = "float no_gradient(vec3 p) { return p.x; }";
    assert_int_equal(build_and_extract(e, iso, &field), HPYR_ERROR_SHADER);
    free_isosurface(e, iso);
}

/* ---- extraction ---- */

static void check_extract(env *e, void *iso, const mistake *m, const void *output) {
    hpyr_mesh_report report = {9, 9, 9, 9};
    TOLD(e, m, hpyr_isosurface_extract(iso, output, &report));
    assert_int_equal(report.vertices_written | report.triangles_written, 0);
}

#define OUTPUT(error, ...) WRONG(error, hpyr_mesh_output, __VA_ARGS__)

GPU_TEST(wrong_outputs_are_refused) {
    SCOPED(image_free) image im = make_field(GL_TEXTURE_3D, 5, 4, 3);
    hpyr_field field = field_of(&im);
    hpyr_isosurface_desc desc = good_desc;
    GLuint buffers[2] = {untouched_buffer(65536), untouched_buffer(65536)};
    hpyr_mesh_output good = {
        .vertex_buffer = buffers[0], .vertex_count = HPYR_ALL, .index_buffer = buffers[1], .triangle_count = HPYR_ALL};
    const mistake indexed[] = {OUTPUT(INVALID_ARGUMENT, vertex_offset, 2), OUTPUT(INVALID_ARGUMENT, index_offset, 1),
                               OUTPUT(BUFFER, vertex_buffer, 12345), OUTPUT(BUFFER, index_buffer, 12345),
                               OUTPUT(INVALID_ARGUMENT, no_wait, true)};
    const mistake with_indices[] = {OUTPUT(INVALID_ARGUMENT, index_buffer, buffers[1])};
    const mistake of_a_soup[] = {OUTPUT(INVALID_ARGUMENT, first_vertex, 1), OUTPUT(INVALID_ARGUMENT, first_vertex, 5),
                                 OUTPUT(INVALID_ARGUMENT, vertex_count, 4)};
    hpyr_isosurface *iso = make_isosurface(e, &desc);
    OK(e, hpyr_isosurface_build(iso, &field, 0, 2));
    OK(e, hpyr_isosurface_extract(iso, &good, NULL));
    CHECK_MISTAKES(e, indexed, &good, check_extract, iso);
    REFUSED(e, hpyr_isosurface_extract(iso, NULL, NULL));
    REFUSED(e, hpyr_isosurface_extract(NULL, &good, NULL));
    free_isosurface(e, iso);
    desc.mesh = HPYR_MESH_FORM_SOUP;
    iso = make_isosurface(e, &desc);
    OK(e, hpyr_isosurface_build(iso, &field, 0, 2));
    CHECK_MISTAKES(e, with_indices, &good, check_extract, iso);
    good.index_buffer = 0;
    OK(e, hpyr_isosurface_extract(iso, &good, NULL));
    CHECK_MISTAKES(e, of_a_soup, &good, check_extract, iso);
    free_isosurface(e, iso);
    glDeleteBuffers(2, buffers);
}

GPU_TEST(mapped_buffers_are_refused) {
    SCOPED(image_free) image im = make_field(GL_TEXTURE_3D, 5, 4, 3);
    hpyr_field field = field_of(&im);
    hpyr_mesh_output o = {.vertex_buffer = untouched_buffer(65536), .vertex_count = HPYR_ALL};
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &good_desc);
    const mistake mapped[] = {WRONG_WHOLE(BUFFER, hpyr_mesh_output, o)};
    set_mapped(o.vertex_buffer, true);
    OK(e, hpyr_isosurface_build(iso, &field, 0, 2));
    CHECK_MISTAKES(e, mapped, &o, check_extract, iso);
    EXPECT(e, e->es ? HPYR_ERROR_UNSUPPORTED : HPYR_ERROR_BUFFER, hpyr_isosurface_command(iso, o.vertex_buffer, 0));
    glDeleteBuffers(1, &o.vertex_buffer);
}

/* `buffer` has 40 bytes. */
static void check_commands(env *e, hpyr_isosurface *iso, GLuint buffer) {
    REFUSED(e, hpyr_isosurface_command(NULL, buffer, 0));
    env_clear_log(e);
    EXPECT(e, e->es ? HPYR_ERROR_UNSUPPORTED : HPYR_OK, hpyr_isosurface_command(iso, buffer, 20));
    assert_int_equal(env_logged(e, "no indirect draws"), e->es);
    if (e->es)
        return;
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_isosurface_command(iso, buffer, 24));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_isosurface_command(iso, buffer, UINT64_MAX - 3));
    REFUSED(e, hpyr_isosurface_command(iso, buffer, 2));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_isosurface_command(iso, 12345, 0));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_isosurface_command(iso, 0, 0));
}

GPU_TEST(wrong_commands_and_downloads_are_refused) {
    SCOPED(image_free) image im = make_field(GL_TEXTURE_3D, 5, 4, 3);
    hpyr_field field = field_of(&im);
    hpyr_mesh_vertex vertex;
    hpyr_mesh_counts counts;
    hpyr_mesh_statistics statistics;
    uint32_t index[3];
    SCOPED(delete_buffer) GLuint buffer = untouched_buffer(40);
    hpyr_isosurface_desc desc = good_desc;
    desc.mesh = HPYR_MESH_FORM_SOUP;
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &desc);
    OK(e, hpyr_isosurface_build(iso, &field, 0, 2));
    check_commands(e, iso, buffer);
    REFUSED(e, hpyr_isosurface_download(iso, NULL, 1, NULL, 0, NULL));
    REFUSED(e, hpyr_isosurface_download(iso, &vertex, 1, NULL, 1, NULL));
    REFUSED(e, hpyr_isosurface_download(iso, &vertex, 1, index, 1, NULL)); /* a soup */
    REFUSED(e, hpyr_isosurface_download(NULL, &vertex, 1, NULL, 0, NULL));
    REFUSED(e, hpyr_isosurface_statistics(iso, NULL));
    REFUSED(e, hpyr_isosurface_statistics(NULL, &statistics));
    REFUSED(e, hpyr_isosurface_counts(NULL, &counts));
    REFUSED(e, hpyr_isosurface_try_counts(NULL, &counts));
}

/* Errors that the caller has not fetched yet stay in GL. */
GPU_TEST(pending_errors_are_kept) {
    SCOPED(image_free) image im = make_field(GL_TEXTURE_3D, 5, 4, 3);
    hpyr_field field = field_of(&im);
    hpyr_mesh_vertex vertices[200];
    hpyr_mesh_statistics counts;
    e->pending_error = GL_INVALID_ENUM;
    hpyr_isosurface *iso = make_isosurface(e, &good_desc);
    OK(e, hpyr_isosurface_build(iso, &field, 0, 2));
    OK(e, hpyr_isosurface_statistics(iso, &counts));
    OK(e, hpyr_isosurface_download(iso, vertices, 200, NULL, 0, NULL));
    free_isosurface(e, iso);
    e->pending_error = GL_NO_ERROR;
}
