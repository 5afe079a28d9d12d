/* test_extract.c - point lists: into buffers, textures, draw calls and CPU memory.  SPDX-License-Identifier: MIT */
#include "fetches.h"
#include "layouts.h"

#include <stdlib.h>
#include <string.h>

/* Cells with several outputs each, so that remainders show. */
static scene make_scene(env *e, uint32_t width, uint32_t height, hpyr_base base) {
    const combination c = {HPYR_LAYOUT_AUTO, HPYR_ORDER_MORTON, HPYR_COUNT_FORMAT_DEFAULT, base};
    return scene_make(e, &c, (const uint32_t[3]){width, height, 1}, INPUT_COUNTS, 0.1, 0);
}

/* ---- (a) into a buffer ---- */

static GLuint buffer_make(size_t bytes) {
    unsigned char *pattern = make_room(bytes + 1);
    memset(pattern, 0xa5, bytes);
    GLuint buffer = buffer_of(pattern, bytes);
    free(pattern);
    CHECK_GL();
    return buffer;
}

/* Records where they belong, the pattern in every other byte. */
static void check_buffer(const scene *s, GLuint buffer, size_t bytes, uint32_t first, uint32_t count, size_t offset,
                         size_t stride) {
    SCOPED(free_memory) unsigned char *got = malloc(bytes + 1), *expected = malloc(bytes + 1);
    assert_true(got && expected);
    fetch_buffer(buffer, 0, bytes, got);
    memset(expected, 0xa5, bytes);
    for (uint32_t i = 0; i < count; i++) {
        hpyr_point point;
        assert_int_equal(hpyr_ref_pyramid_select(s->oracle, (uint64_t)first + i, &point), HPYR_OK);
        memcpy(expected + offset + i * stride, &point, sizeof point);
    }
    for (size_t i = 0; i < bytes; i++)
        if (got[i] != expected[i]) {
            fail_msg("byte %zu of %zu (offset %zu, stride %zu, %u keys from %u) is %02x, not %02x", i, bytes, offset,
                     stride, count, first, got[i], expected[i]);
        }
}

typedef struct range {
    uint32_t first, count;
} range;

/* In units of the total's hundredth, so that they fit every scene; HPYR_ALL stays. */
static const range ranges[] = {{0, HPYR_ALL},  {0, 1},   {0, 0},          {37, 20},        {99, 50},
                               {99, HPYR_ALL}, {100, 7}, {200, HPYR_ALL}, {100, HPYR_ALL}, {100, 0}};

static range range_of(const scene *s, size_t i) {
    range r = ranges[i];
    r.first = (uint32_t)((uint64_t)r.first * s->total / 100);
    if (r.count != HPYR_ALL && r.count > 1)
        r.count = (uint32_t)((uint64_t)r.count * s->total / 100);
    return r;
}

GPU_TEST(any_range_goes_into_a_buffer_at_any_offset_and_stride) {
    static const uint32_t layouts[][2] = {{0, 0}, {0, 16}, {4, 16}, {64, 0}, {0, 20}, {12, 28}, {100, 64}};
    SCOPED(scene_free) scene s = make_scene(e, 61, 45, HPYR_BASE_MERGED);
    for (size_t k = 0; k < LENGTH(layouts); k++)
        for (size_t i = 0; i < LENGTH(ranges); i++) {
            range r = range_of(&s, i);
            uint32_t offset = layouts[k][0], stride = layouts[k][1], step = stride ? stride : 16;
            uint32_t expected = scene_keys_in(&s, r.first, r.count);
            size_t bytes = offset + (size_t)step * (expected + 3);
            SCOPED(delete_buffer) GLuint buffer = buffer_make(bytes);
            hpyr_report report = {1, 2, 3};
            OK(e, hpyr_pyramid_extract_buffer(s.pyramid, r.first, r.count, buffer, offset, stride, &report));
            assert_int_equal(report.written, expected);
            assert_int_equal(report.available, expected);
            assert_int_equal(report.total, s.total);
            check_buffer(&s, buffer, bytes, r.first, expected, offset, step);
        }
}

GPU_TEST(a_buffer_that_is_too_small_gets_what_fits) {
    static const struct {
        uint32_t bytes, offset, stride, fits;
    } cases[] = {{160, 0, 0, 10},  {175, 0, 0, 10},   {159, 0, 0, 9},  {160, 16, 16, 9}, {160, 148, 16, 0},
                 {160, 160, 0, 0}, {160, 1000, 0, 0}, {15, 0, 0, 0},   {0, 0, 0, 0},     {112, 0, 24, 5},
                 {111, 0, 24, 4},  {120, 0, 24, 5},   {116, 4, 24, 5}, {16, 0, 400, 1}};
    SCOPED(scene_free) scene s = make_scene(e, 33, 20, HPYR_BASE_SEPARATE);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        SCOPED(delete_buffer) GLuint buffer = buffer_make(cases[i].bytes);
        uint32_t stride = cases[i].stride ? cases[i].stride : 16;
        hpyr_report report = {77, 77, 77};
        EXPECT(e, HPYR_TRUNCATED,
               hpyr_pyramid_extract_buffer(s.pyramid, 11, HPYR_ALL, buffer, cases[i].offset, cases[i].stride, &report));
        assert_int_equal(report.written, cases[i].fits);
        assert_int_equal(report.available, s.total - 11);
        assert_int_equal(report.total, s.total);
        check_buffer(&s, buffer, cases[i].bytes, 11, cases[i].fits, cases[i].offset, stride);
    }
}

GPU_TEST(bad_buffers_and_strides_are_refused) {
    static const uint32_t strides[] = {4, 12, 15, 17, 18};
    SCOPED(scene_free) scene s = make_scene(e, 12, 12, HPYR_BASE_MERGED);
    GLuint buffer = buffer_make(4096), deleted = buffer_make(4096);
    hpyr_report report;
    glDeleteBuffers(1, &deleted);
    for (size_t i = 0; i < LENGTH(strides); i++)
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT,
               hpyr_pyramid_extract_buffer(s.pyramid, 0, 5, buffer, 0, strides[i], &report));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_pyramid_extract_buffer(s.pyramid, 0, 5, deleted, 0, 0, &report));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_pyramid_extract_buffer(s.pyramid, 0, 5, 0, 0, 0, &report));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_pyramid_extract_buffer(s.pyramid, 0, 5, 4000000000u, 0, 0, &report));
    OK(e, hpyr_pyramid_extract_buffer(s.pyramid, 0, 5, buffer, 0, 0, NULL));
    check_buffer(&s, buffer, 4096, 0, 5, 0, 16);
    glDeleteBuffers(1, &buffer);
}

/* More keys than one row or one piece of any scratch list is likely to hold. */
GPU_TEST(a_long_list_goes_into_a_buffer_whole) {
    SCOPED(scene_free)
    scene s = e->small ? make_scene(e, 90, 80, HPYR_BASE_MERGED) : make_scene(e, 1500, 700, HPYR_BASE_MERGED);
    size_t bytes = (size_t)s.total * 16 + 4;
    SCOPED(delete_buffer) GLuint buffer = buffer_make(bytes);
    hpyr_report report;
    OK(e, hpyr_pyramid_extract_buffer(s.pyramid, 0, HPYR_ALL, buffer, 4, 0, &report));
    assert_int_equal(report.written, s.total);
    check_buffer(&s, buffer, bytes, 0, s.total, 4, 16);
}

/* ---- (b) into a texture ---- */

/* Reads the list back as integers; floats must hold whole numbers or -1. */
static void read_list(const image *list, uint32_t *texels) {
    size_t count = (size_t)list->ref.width * list->ref.height * 4;
    const hpyr_texture *t = &list->texture;
    const fetch_source source = {GL_TEXTURE_2D, t->name, t->level, t->width, t->height, 1};
    if (list->ref.format == HPYR_FORMAT_RGBA32UI) {
        fetch_texels(&source, GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels);
    } else {
        SCOPED(free_memory) float *floats = make_room(count * sizeof *floats);
        fetch_texels(&source, GL_RGBA, GL_FLOAT, floats);
        for (size_t i = 0; i < count; i++) {
            assert_true(floats[i] >= -1 && floats[i] == (float)(int)floats[i]);
            texels[i] = floats[i] < 0 ? HPYR_UNUSED : (uint32_t)floats[i];
        }
    }
}

static void check_list(env *e, const scene *s, hpyr_format format, int level, uint32_t width, uint32_t height,
                       range r) {
    SCOPED(image_free) image list = image_make(format, 0, width, height, 1);
    memset(list.pixels, 0x3c, (size_t)width * height * 16);
    image_upload_to(&list, 0, level);
    uint32_t *texels = make_room((size_t)width * height * 16), capacity = width * height;
    uint32_t available = scene_keys_in(s, r.first, r.count), fits = available < capacity ? available : capacity;
    hpyr_report report = {1, 2, 3};
    EXPECT(e, fits < available ? HPYR_TRUNCATED : HPYR_OK,
           hpyr_pyramid_extract_texture(s->pyramid, r.first, r.count, &list.texture, &report));
    assert_int_equal(report.written, fits);
    assert_int_equal(report.available, available);
    assert_int_equal(report.total, s->total);
    read_list(&list, texels);
    check_points((const hpyr_point *)texels, s->oracle, r.first < s->total ? r.first : 0, fits);
    for (uint32_t i = 4 * fits; i < 4 * capacity; i++)
        assert_int_equal(texels[i], HPYR_UNUSED);
    free(texels);
}

GPU_TEST(any_range_goes_into_a_texture_with_the_rest_marked) {
    SCOPED(scene_free) scene s = make_scene(e, 61, 45, HPYR_BASE_MERGED);
    uint32_t side = hpyr_list_side(s.total);
    for (int format = 0; format < 2; format++)
        for (size_t i = 0; i < LENGTH(ranges); i++) {
            hpyr_format name = format ? HPYR_FORMAT_RGBA32F : HPYR_FORMAT_RGBA32UI;
            check_list(e, &s, name, 0, side, side, range_of(&s, i));
            check_list(e, &s, name, 1, 7, 5, range_of(&s, i));
            check_list(e, &s, name, 0, 1, s.total + 3, range_of(&s, i));
        }
}

GPU_TEST(an_empty_list_is_all_marked) {
    SCOPED(scene_free) scene s = make_scene(e, 5, 5, HPYR_BASE_MERGED);
    SCOPED(image_free) image empty = image_make(HPYR_FORMAT_R8UI, 0, 5, 5, 1);
    image_upload(&empty);
    OK(e, hpyr_pyramid_build_counts(s.pyramid, &empty.texture));
    hpyr_ref_pyramid_destroy(s.oracle);
    s.oracle = oracle_counts(&empty, 5, 5);
    s.total = 0;
    check_list(e, &s, HPYR_FORMAT_RGBA32UI, 0, hpyr_list_side(0), hpyr_list_side(0), (range){0, HPYR_ALL});
    check_list(e, &s, HPYR_FORMAT_RGBA32F, 0, 3, 2, (range){0, HPYR_ALL});
}

TEST(list_side_is_the_smallest_square) {
    assert_int_equal(hpyr_list_side(0), 1);
    assert_int_equal(hpyr_list_side(1), 1);
    assert_int_equal(hpyr_list_side(2), 2);
    assert_int_equal(hpyr_list_side(8), 3);
    for (uint32_t side = 2; side < 65536; side += side < 100 || side > 65400 ? 1 : 97) {
        assert_int_equal(hpyr_list_side(side * side), side);
        assert_int_equal(hpyr_list_side(side * side + 1), side + 1);
        assert_int_equal(hpyr_list_side(side * side - 1), side);
    }
    assert_int_equal(hpyr_list_side(UINT32_MAX), 65536);
    assert_int_equal(hpyr_list_side(16777216), 4096);
    assert_int_equal(hpyr_list_side(33990), 185);
}

/* ---- (c) into a draw call ---- */

/* Every vertex writes its point, and which of the key's vertices it is, to a pixel of its own. */
static const char *const draw_vertex = "uniform uint u_side;\n"
                                       "uniform int u_each;\n"
                                       "flat out uvec4 point;\n"
                                       "void main() {\n"
                                       "    uint key = hpyr_key_of_vertex(gl_VertexID);\n"
                                       "    uint sub = uint(gl_VertexID % u_each);\n"
                                       "    uint slot = key * uint(u_each) + sub;\n"
                                       "    point = hpyr_point_at(key);\n"
                                       "    point.z = sub;\n"
                                       "    vec2 pixel = vec2(slot % u_side, slot / u_side) + 0.5;\n"
                                       "    gl_Position = vec4(pixel / float(u_side) * 2.0 - 1.0, 0.0, 1.0);\n"
                                       "    gl_PointSize = 1.0;\n"
                                       "}\n";
static const char *const draw_fragment = "#version 330\nflat in uvec4 point;\nout uvec4 color;\n"
                                         "void main() { color = point; }\n";

static void check_drawn(const scene *s, const target *canvas, range r, uint32_t each) {
    uint32_t slots = canvas->width * canvas->height, *texels = make_room((size_t)slots * 16);
    uint32_t count = scene_keys_in(s, r.first, r.count);
    target_read(canvas, texels);
    for (uint32_t slot = 0; slot < slots; slot++) {
        hpyr_point expected = {99999, 99999, 99999, 99999};
        uint32_t key = slot / each;
        if (key >= r.first && key - r.first < count) {
            assert_int_equal(hpyr_ref_pyramid_select(s->oracle, key, &expected), HPYR_OK);
            expected.z = slot % each;
        }
        if (memcmp(&texels[4 * slot], &expected, sizeof expected) == 0)
            continue;
        fail_msg("slot %u is %u %u %u %u, not %u %u %u %u", slot, texels[4 * slot], texels[4 * slot + 1],
                 texels[4 * slot + 2], texels[4 * slot + 3], expected.x, expected.y, expected.z, expected.remainder);
    }
    free(texels);
}

static void check_draws(env *e, scene *s, uint32_t each) {
    SCOPED(free_memory) char *vertex = paste_snippet(e, s->pyramid, NULL, draw_vertex);
    SCOPED(delete_program) GLuint program = make_program(vertex, draw_fragment);
    uint32_t side = hpyr_list_side(s->total * (each ? each : 1));
    SCOPED(target_free) target canvas = target_make(side, side);
    for (size_t i = 0; i < LENGTH(ranges); i++) {
        range r = range_of(s, i);
        uint32_t expected = scene_keys_in(s, r.first, r.count);
        hpyr_report report = {1, 2, 3};
        env_bind(e, s->pyramid, program, NULL, (uint32_t)i, NULL);
        env_calm(e);
        target_begin(&canvas, 99999);
        glUniform1ui(glGetUniformLocation(program, "u_side"), side);
        glUniform1i(glGetUniformLocation(program, "u_each"), each ? (GLint)each : 1);
        hpyr_result result = env_draw(e, s->pyramid, GL_POINTS, r.first, r.count, each, &report);
        assert_int_equal(result, HPYR_OK);
        assert_int_equal(report.written, expected);
        assert_int_equal(report.available, expected);
        assert_int_equal(report.total, s->total);
        check_drawn(s, &canvas, r, each ? each : 1);
        env_unbind(e, s->pyramid);
    }
}

GPU_TEST(any_range_is_drawn_by_the_callers_vertex_shader) {
    for (int base = HPYR_BASE_SEPARATE; base <= HPYR_BASE_MERGED; base++) {
        SCOPED(scene_free) scene s = make_scene(e, 35, 28, (hpyr_base)base);
        check_draws(e, &s, 0);
        check_draws(e, &s, 1);
        check_draws(e, &s, 3);
    }
}

/* More vertices than some drivers take in one piece. */
GPU_TEST(a_long_list_is_drawn_whole) {
    SCOPED(scene_free) scene s = make_scene(e, 150, 90, HPYR_BASE_SEPARATE);
    assert_true(s.total > 2 * 4096);
    check_draws(e, &s, 1);
    check_draws(e, &s, 3);
}

/* ---- (d) into CPU memory ---- */

GPU_TEST(any_range_is_downloaded_with_any_stride) {
    static const size_t strides[] = {0, 16, 20, 17, 40};
    SCOPED(scene_free) scene s = make_scene(e, 61, 45, HPYR_BASE_SEPARATE);
    for (size_t k = 0; k < LENGTH(strides); k++)
        for (size_t i = 0; i < LENGTH(ranges); i++) {
            range r = range_of(&s, i);
            uint32_t expected = scene_keys_in(&s, r.first, r.count);
            size_t step = strides[k] ? strides[k] : 16, bytes = step * (expected + 2);
            SCOPED(free_memory) unsigned char *records = make_room(bytes);
            hpyr_report report = {1, 2, 3};
            memset(records, 0xa5, bytes);
            OK(e, hpyr_pyramid_download(s.pyramid, r.first, r.count, records, expected + 2, strides[k], &report));
            assert_true(report.written == expected && report.available == expected && report.total == s.total);
            for (size_t b = 0; b < bytes; b++) {
                hpyr_point point;
                size_t record = b / step, within = b % step;
                bool used = record < expected && within < 16;
                if (used && within == 0) {
                    assert_int_equal(hpyr_ref_pyramid_select(s.oracle, r.first + record, &point), HPYR_OK);
                    assert_memory_equal(records + b, &point, 16);
                }
                if (!used)
                    assert_int_equal(records[b], 0xa5);
            }
        }
}

GPU_TEST(memory_that_is_too_small_gets_what_fits) {
    static const size_t capacities[] = {0, 1, 7, 100};
    SCOPED(scene_free) scene s = make_scene(e, 33, 20, HPYR_BASE_MERGED);
    for (size_t i = 0; i < LENGTH(capacities); i++) {
        hpyr_point points[102];
        hpyr_report report = {1, 2, 3};
        memset(points, 0xa5, sizeof points);
        EXPECT(e, HPYR_TRUNCATED, hpyr_pyramid_download(s.pyramid, 3, HPYR_ALL, points, capacities[i], 0, &report));
        assert_int_equal(report.written, capacities[i]);
        assert_int_equal(report.available, s.total - 3);
        assert_int_equal(report.total, s.total);
        check_points(points, s.oracle, 3, (uint32_t)capacities[i]);
        assert_int_equal(points[capacities[i]].x, 0xa5a5a5a5);
    }
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_download(s.pyramid, 0, 1, &s, 1, 8, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_download(s.pyramid, 0, 1, NULL, 1, 0, NULL));
}
