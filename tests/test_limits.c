/* test_limits.c - the largest exact totals, and bad input, of every layout.  SPDX-License-Identifier: MIT */
#include "layouts.h"

#include "common/voxels/names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SIDE_X = 13, SIDE_Y = 9, CELLS = SIDE_X * SIDE_Y };

static const uint32_t image_size[3] = {SIDE_X, SIDE_Y, 1};

/* ---- totals ---- */

/* How a total is split over the cells; each stresses other sums. What a texture of floats cannot say is split further. */
typedef enum arrangement {
    IN_ONE,        /* in the last cell but one */
    HALVES,        /* in the two ends */
    ONE_AND_REST,  /* 1 in the first cell, the rest in another block */
    REST_AND_ONES, /* all but CELLS - 1 in a middle one, 1 in each of the others */
    EVEN,          /* the same in every cell, what is left in the last one */
    SIBLINGS,      /* in four neighbors */
    ARRANGEMENTS
} arrangement;

static void arrange(uint32_t counts[CELLS], uint64_t total, arrangement how) {
    memset(counts, 0, CELLS * sizeof *counts);
    if (how == IN_ONE) {
        counts[CELLS - 2] = (uint32_t)total;
    } else if (how == HALVES) {
        counts[0] = (uint32_t)(total / 2);
        counts[CELLS - 1] = (uint32_t)(total - total / 2);
    } else if (how == ONE_AND_REST) {
        counts[0] = 1;
        counts[CELLS - SIDE_X - 3] = (uint32_t)(total - 1);
    } else if (how == REST_AND_ONES) {
        for (int i = 0; i < CELLS; i++)
            counts[i] = 1;
        counts[CELLS / 2] = (uint32_t)(total - (CELLS - 1));
    } else if (how == EVEN) {
        for (int i = 0; i < CELLS; i++)
            counts[i] = (uint32_t)(total / CELLS);
        counts[CELLS - 1] += (uint32_t)(total % CELLS);
    } else {
        for (int i = 0; i < 4; i++)
            counts[i / 2 * SIDE_X + i % 2] = (uint32_t)(i < 3 ? total / 4 : total - 3 * (total / 4));
    }
}

static bool floats_can_say(const uint32_t counts[CELLS]) {
    for (int i = 0; i < CELLS; i++)
        if ((uint32_t)(float)(counts[i] >> 8) != counts[i] >> 8 || (counts[i] > 1u << 24 && counts[i] % 2))
            return false;
    return true;
}

/* The keys at both ends and around the middle. */
static void check_ends(env *e, hpyr_pyramid *pyramid, const uint32_t counts[CELLS], const combination *c,
                       uint64_t total) {
    hpyr_flat3d map = {SIDE_X, SIDE_Y, 1, 1, 1};
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_volume_in(counts, &map, c->order);
    uint32_t middle = (uint32_t)(total / 2);
    check_range(e, pyramid, oracle, middle - 2, 5);
    check_range(e, pyramid, oracle, (uint32_t)total - 3, HPYR_ALL);
    hpyr_point cells[CELLS];
    uint32_t keys[CELLS];
    for (uint32_t i = 0; i < CELLS; i++)
        cells[i] = (hpyr_point){i % SIDE_X, i / SIDE_X, 0, 0};
    OK(e, hpyr_pyramid_rank(pyramid, cells, CELLS, keys));
    for (uint32_t i = 0; i < CELLS; i++)
        assert_int_equal(keys[i], answer_rank(oracle, cells[i].x, cells[i].y, 0));
}

static void check_total(env *e, const combination *c, hpyr_pyramid *pyramid, uint64_t total, arrangement how) {
    uint32_t counts[CELLS], got = 4711;
    char name[64];
    bool fits = total <= combination_limit(c);
    if ((how == IN_ONE || how == ONE_AND_REST || how == REST_AND_ONES) && total > UINT32_MAX)
        return; /* no cell has so many outputs */
    arrange(counts, total, how);
    if (e->gl21 && !floats_can_say(counts))
        return;
    SCOPED(image_free) image im = counts_image(e, counts, image_size);
    OK(e, hpyr_pyramid_build_counts(pyramid, &im.texture));
    hpyr_result result = CALL(e, hpyr_pyramid_total(pyramid, &got));
    if (result != (fits ? HPYR_OK : HPYR_ERROR_OVERFLOW) || got != (fits ? total : 0)) {
        fail_msg("%s: total %" PRIu64 " in arrangement %d: %s, %u", combination_name(c, name), total, (int)how,
                 hpyr_result_string(result), got);
    }
    if (fits)
        check_ends(e, pyramid, counts, c, total);
}

/* Around the limit of the layout, and past those of the formats that it may be made of. */
GPU_TEST(totals_are_exact_up_to_the_limit_and_refused_beyond) {
    static const uint64_t others[] = {CELLS,
                                      (1u << 20) - 1,
                                      1u << 20,
                                      (1u << 20) + 1,
                                      (1u << 24) - 5,
                                      (1u << 24) - 4,
                                      (1u << 24) - 3,
                                      (1u << 24) - 2,
                                      (1u << 24) - 1,
                                      1u << 24,
                                      (1u << 24) + 1,
                                      (1u << 24) + 2,
                                      (1u << 24) + 3,
                                      (1u << 24) + 4,
                                      (1u << 25) + 2,
                                      1u << 30,
                                      UINT32_MAX - 2,
                                      UINT32_MAX - 1,
                                      UINT32_MAX,
                                      (uint64_t)UINT32_MAX + 1,
                                      (uint64_t)UINT32_MAX + 5,
                                      UINT64_C(6000000000),
                                      UINT64_C(8589934590)};
    combination c;
    for (size_t i = 0; combination_at(i, &c); i++) {
        if (!combination_runs(e, &c) || c.layout == HPYR_LAYOUT_BITS)
            continue;
        hpyr_pyramid_desc desc = combination_desc(&c, image_size, 0);
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
        for (size_t k = 0; k < LENGTH(others); k++)
            for (int how = 0; how < ARRANGEMENTS; how++)
                if ((i + k + (size_t)how) % (e->hostile ? 7 : 2) == 0)
                    check_total(e, &c, pyramid, others[k], (arrangement)how);
    }
}

/* One cell alone: there is no reduction that could notice. */
GPU_TEST(a_single_cell_holds_the_limit_and_no_more) {
    static const uint32_t one[3] = {1, 1, 1};
    combination c;
    for (size_t i = 0; combination_at(i, &c); i++) {
        if (!combination_runs(e, &c) || c.layout == HPYR_LAYOUT_BITS)
            continue;
        hpyr_pyramid_desc desc = combination_desc(&c, one, 0);
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
        uint32_t limit = (uint32_t)combination_limit(&c), beyond = limit + (limit == 1u << 24 && e->gl21 ? 2 : 1);
        const uint32_t counts[] = {0, 1, limit, beyond, 1};
        for (size_t k = 0; k < LENGTH(counts); k++) {
            SCOPED(image_free) image im = counts_image(e, &counts[k], one);
            uint32_t got = 4711;
            OK(e, hpyr_pyramid_build_counts(pyramid, &im.texture));
            EXPECT(e, counts[k] == beyond ? HPYR_ERROR_OVERFLOW : HPYR_OK, hpyr_pyramid_total(pyramid, &got));
            assert_int_equal(got, counts[k] == beyond ? 0 : counts[k]);
        }
    }
}

/* ---- bad input ---- */

static void refuse(env *e, const hpyr_pyramid_desc *desc, hpyr_result expected, const char *word) {
    hpyr_pyramid *pyramid = (hpyr_pyramid *)e;
    env_clear_log(e);
    hpyr_result result = CALL(e, hpyr_pyramid_create(e->context, desc, &pyramid));
    bool one_line = strchr(e->log, '\n') == strrchr(e->log, '\n');
    if (result == expected && !pyramid && one_line && env_logged(e, word) && !hpyr_pyramid_bytes(e->context, desc))
        return;
    fail_msg("%s of %ux%ux%u cells: %s, not %s in one line with \"%s\": %s", name_of_layout(desc->layout), desc->width,
             desc->height, desc->depth, hpyr_result_string(result), hpyr_result_string(expected), word, e->log);
}

/* MERGED volumes do not store their cells, so that their largest texture has half the side. */
static uint32_t largest_side(const env *e, const combination *c) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    if (c->layout != HPYR_LAYOUT_VOLUME)
        return caps->max_texture_size;
    return c->base == HPYR_BASE_MERGED ? 2 * caps->max_texture_3d_size : caps->max_texture_3d_size;
}

GPU_TEST(sizes_of_zero_and_past_the_limits_are_refused) {
    combination c;
    for (size_t i = 0; combination_at(i, &c); i++) {
        if (!combination_runs(e, &c))
            continue;
        uint32_t most = largest_side(e, &c);
        const uint32_t empty[2][3] = {{0, 5, 1}, {5, 0, 1}}, wide[2][3] = {{most + 1, 1, 1}, {1, most + 1, 1}};
        char allowed[16], asked[16];
        snprintf(allowed, sizeof allowed, "%u",
                 c.layout == HPYR_LAYOUT_VOLUME ? hpyr_context_caps(e->context)->max_texture_3d_size : most);
        snprintf(asked, sizeof asked, "%u", most + 1);
        for (int k = 0; k < 2; k++) {
            hpyr_pyramid_desc desc = combination_desc(&c, empty[k], 0);
            refuse(e, &desc, HPYR_ERROR_INVALID_ARGUMENT, "0");
            desc = combination_desc(&c, wide[k], 0);
            if (c.layout == HPYR_LAYOUT_BITS) /* 128 cells in a texel */
                continue;
            refuse(e, &desc, HPYR_ERROR_TOO_LARGE, allowed);
            assert_true(env_logged(e, asked));
        }
    }
}

/* A pyramid that was misused works again. */
static void check_usable(env *e, scene *s) {
    scene_build(e, s);
    check_pyramid(e, s->pyramid, s->oracle, &s->map);
}

static scene make_any(env *e, const combination *c, const uint32_t size[3]) {
    return scene_make(e, c, size, c->layout == HPYR_LAYOUT_BITS ? INPUT_R8 : INPUT_CUSTOM_TEXTURE, 0.5, 0);
}

static void refuse_texture(env *e, scene *s, hpyr_texture texture) {
    uint32_t total = 4711;
    EXPECT_TOLD(e, HPYR_ERROR_TEXTURE, "", hpyr_pyramid_build(s->pyramid, s->discriminator, &texture));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_total(s->pyramid, &total));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_try_total(s->pyramid, &total));
}

static void check_wrong_textures(env *e, scene *s) {
    static const uint32_t small[3] = {3, 3, 1};
    hpyr_texture wrong = s->im.texture;
    wrong.name = 54321;
    refuse_texture(e, s, wrong);
    wrong = s->im.texture;
    wrong.width += 1;
    refuse_texture(e, s, wrong);
    wrong = s->im.texture;
    wrong.format = wrong.format == HPYR_FORMAT_RGBA32F ? HPYR_FORMAT_R8 : HPYR_FORMAT_RGBA32F;
    refuse_texture(e, s, wrong);
    wrong = s->im.texture;
    wrong.level = 5;
    refuse_texture(e, s, wrong);
    image less = image_make(HPYR_FORMAT_R8, 0, small[0], small[1], 1);
    image_upload(&less);
    refuse_texture(e, s, less.texture);
    image_free(&less);
    image gone = image_make(HPYR_FORMAT_R8, 0, s->size[0], s->size[1], 1);
    image_upload(&gone);
    wrong = gone.texture;
    image_free(&gone);
    refuse_texture(e, s, wrong);
    check_usable(e, s);
}

/* Deleted after the build: a MERGED pyramid that reads it again says so, all others have all that they need. */
static void check_deleted_input(env *e, scene *s) {
    hpyr_point point;
    uint32_t total = 0;
    GLuint name = s->im.texture.name;
    glDeleteTextures(1, &name);
    s->im.texture.name = 0;
    OK(e, hpyr_pyramid_total(s->pyramid, &total));
    env_clear_log(e);
    hpyr_result result = CALL(e, hpyr_pyramid_download(s->pyramid, 0, 1, &point, 1, 0, NULL));
    bool knows = s->c.layout == HPYR_LAYOUT_VEC4 || s->c.layout == HPYR_LAYOUT_LINE || s->c.layout == HPYR_LAYOUT_BITS;
    if (s->c.base == HPYR_BASE_MERGED && !knows) {
        assert_int_equal(result, HPYR_ERROR_TEXTURE);
        assert_true(env_logged(e, "deleted"));
    } else {
        assert_int_equal(result, HPYR_OK);
        check_range(e, s->pyramid, s->oracle, 0, HPYR_ALL);
    }
    image_upload_to(&s->im, s->size[2] > 1 ? GL_TEXTURE_3D : 0, 0);
    check_usable(e, s);
}

static void check_small_destinations(env *e, scene *s) {
    static hpyr_point points[4];
    hpyr_report report = {9, 9, 9};
    EXPECT(e, HPYR_TRUNCATED, hpyr_pyramid_download(s->pyramid, 0, HPYR_ALL, points, 3, 0, &report));
    assert_true(report.written == 3 && report.available == s->total && report.total == s->total);
    check_points(points, s->oracle, 0, 3);
    GLuint buffer = buffer_of(NULL, 16 * 3 + 15);
    EXPECT(e, HPYR_TRUNCATED, hpyr_pyramid_extract_buffer(s->pyramid, 1, HPYR_ALL, buffer, 0, 0, &report));
    assert_true(report.written == 3 && report.available == s->total - 1 && report.total == s->total);
    glDeleteBuffers(1, &buffer);
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_pyramid_extract_buffer(s->pyramid, 0, 1, buffer, 0, 0, NULL));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_pyramid_extract_buffer(s->pyramid, 0, 1, 0, 0, 0, NULL));
    image list = image_make(HPYR_FORMAT_RGBA32F, 0, 2, 2, 1);
    image_upload(&list);
    EXPECT(e, HPYR_TRUNCATED, hpyr_pyramid_extract_texture(s->pyramid, 0, HPYR_ALL, &list.texture, &report));
    assert_true(report.written == 4 && report.available == s->total);
    image_free(&list);
    check_usable(e, s);
}

GPU_TEST(bad_input_leaves_every_layout_usable) {
    static const uint32_t image[3] = {18, 11, 1}, volume[3] = {6, 5, 4};
    combination c;
    for (size_t i = 0; combination_at(i, &c); i++) {
        if (!combination_runs(e, &c) || (e->hostile && i % 2))
            continue;
        SCOPED(scene_free) scene s = make_any(e, &c, i % 4 < 2 ? image : volume);
        check_wrong_textures(e, &s);
        check_deleted_input(e, &s);
        check_small_destinations(e, &s);
    }
}

/* A rule that traversals answer differently than builds, as floats may be calculated. Only they know HPYR_DOWN. */
static const char *const fickle = "HPYR_UINT hpyr_count_at(ivec3 cell) {\n"
                                  "#ifdef HPYR_DOWN\n    return HPYR_UINT(0);\n#endif\n"
                                  "    return HPYR_UINT(1);\n}\n";

/* With base DEFAULT it is asked once. MERGED may list a neighbor, but nothing outside of the grid. */
static void check_fickle(env *e, const combination *c, hpyr_base base, const uint32_t size[3]) {
    enum { MOST = 32 * 32 };
    static hpyr_point points[MOST];
    uint32_t counts[MOST], cells = size[0] * size[1] * size[2];
    hpyr_pyramid_desc desc = combination_desc(c, size, 0);
    desc.base = base;
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_custom(e, fickle);
    hpyr_flat3d map;
    OK(e, hpyr_pyramid_build(pyramid, discriminator, NULL));
    OK(e, hpyr_pyramid_download(pyramid, 0, HPYR_ALL, points, MOST, 0, NULL));
    for (uint32_t i = 0; i < cells; i++) {
        counts[i] = 1;
        assert_true(points[i].x < size[0] && points[i].y < size[1] && points[i].z < size[2]);
    }
    assert_int_equal(
        hpyr_flat3d_arrange(size[0], size[1], size[2], hpyr_pyramid_resolved(pyramid)->tiles_x, MOST, &map), HPYR_OK);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_volume_in(counts, &map, c->order);
    if (base == HPYR_BASE_DEFAULT)
        check_pyramid(e, pyramid, oracle, &map);
}

GPU_TEST_ONCE(a_rule_is_asked_once_unless_merged_is_wished) {
    static const uint32_t sizes[][3] = {{17, 9, 1}, {5, 3, 3}, {3, 3, 7}};
    combination c;
    for (size_t i = 0; combination_at(i, &c); i++)
        for (size_t k = 0; combination_runs(e, &c) && k < LENGTH(sizes); k++)
            check_fickle(e, &c, c.base == HPYR_BASE_MERGED ? HPYR_BASE_MERGED : HPYR_BASE_DEFAULT, sizes[k]);
}

/* ---- memory and passes ---- */

static const char *const some = "HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT(cell.x - cell.x / 2 * 2); }";

static uint64_t bytes_of_level(GLenum target, GLint level) {
    static const GLenum parts[] = {GL_TEXTURE_RED_SIZE,   GL_TEXTURE_GREEN_SIZE,     GL_TEXTURE_BLUE_SIZE,
                                   GL_TEXTURE_ALPHA_SIZE, GL_TEXTURE_LUMINANCE_SIZE, GL_TEXTURE_INTENSITY_SIZE};
    GLint width = 0, height = 0, depth = 0, bits = 0;
    glGetTexLevelParameteriv(target, level, GL_TEXTURE_WIDTH, &width);
    glGetTexLevelParameteriv(target, level, GL_TEXTURE_HEIGHT, &height);
    glGetTexLevelParameteriv(target, level, GL_TEXTURE_DEPTH, &depth);
    for (size_t i = 0; i < LENGTH(parts); i++) {
        GLint part = 0;
        glGetTexLevelParameteriv(target, level, parts[i], &part);
        bits += part;
    }
    while (glGetError() != GL_NO_ERROR) {} /* core contexts have no luminance */
    return (uint64_t)width * (uint64_t)height * (uint64_t)(depth ? depth : 1) * (uint64_t)bits / 8;
}

/* What GL says of every texture that exists, found by trying all names: the library has no say in it. */
static uint64_t bytes_of_all_textures(const env *e) {
    static const GLenum targets[] = {GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY};
    GLuint last = 0;
    uint64_t bytes = 0;
    glGenTextures(1, &last);
    glDeleteTextures(1, &last);
    for (GLuint name = 1; name < last + 256; name++)
        for (size_t i = 0; glIsTexture(name) && i < LENGTH(targets) - (e->gl21 ? 1 : 0); i++) {
            glBindTexture(targets[i], name);
            bool mine = glGetError() == GL_NO_ERROR;
            for (GLint level = 0; mine && level < (targets[i] == GL_TEXTURE_RECTANGLE ? 1 : 12); level++)
                bytes += bytes_of_level(targets[i], level);
            glBindTexture(targets[i], 0);
        }
    return bytes;
}

static void need_texture_sizes(const env *e) {
    if (e->es)
        SKIP("OpenGL ES 3.0 cannot tell what a texture holds");
}

static void check_bytes(env *e, const combination *c, const uint32_t size[3]) {
    hpyr_pyramid_desc desc = combination_desc(c, size, 0);
    uint64_t said = hpyr_pyramid_bytes(e->context, &desc), before = bytes_of_all_textures(e);
    hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
    char name[64];
    if (c->layout == HPYR_LAYOUT_BITS) { /* whose base level is allocated by the first build */
        SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_custom(e, some);
        OK(e, hpyr_pyramid_build(pyramid, discriminator, NULL));
    }
    uint64_t held = bytes_of_all_textures(e) - before;
    CALL_VOID(e, hpyr_pyramid_destroy(pyramid));
    if (said == held && bytes_of_all_textures(e) == before)
        return;
    fail_msg("%s, %ux%ux%u: %" PRIu64 " bytes are said, %" PRIu64 " are held, %" PRIu64 " are left",
             combination_name(c, name), size[0], size[1], size[2], said, held, bytes_of_all_textures(e) - before);
}

GPU_TEST(memory_is_what_the_textures_hold) {
    static const uint32_t sizes[][3] = {{1, 1, 1},    {2, 2, 1},   {64, 64, 1},  {65, 64, 1},
                                        {1000, 3, 1}, {97, 61, 1}, {16, 16, 16}, {33, 17, 9}};
    combination c;
    need_texture_sizes(e);
    for (size_t i = 0; combination_at(i, &c); i++)
        for (size_t k = 0; k < LENGTH(sizes); k++) {
            hpyr_pyramid_desc desc = combination_desc(&c, sizes[k], 0);
            if (combination_runs(e, &c))
                check_bytes(e, &c, sizes[k]);
            else if (!combination_works(&c, env_gl()))
                assert_int_equal(hpyr_pyramid_bytes(e->context, &desc), 0);
        }
}

/* With all that counts need. */
GPU_TEST_ONCE(isosurfaces_hold_no_more_than_they_say) {
    static const uint32_t sizes[][3] = {{2, 2, 2}, {33, 20, 10}};
    const hpyr_field field = {.glsl = "float hpyr_field_at(vec3 p) { return p.x + p.y * p.z; }"};
    need_texture_sizes(e);
    for (int run = 0; run < 2 && !e->gl21; run++) {
        const uint32_t *size = sizes[run];
        hpyr_isosurface_desc desc = {.grid = {.width = size[0], .height = size[1], .depth = size[2]}};
        uint64_t said = hpyr_isosurface_bytes(e->context, &desc), before = bytes_of_all_textures(e);
        hpyr_isosurface *iso;
        hpyr_mesh_statistics counts;
        OK(e, hpyr_isosurface_create(e->context, &desc, &iso));
        OK(e, hpyr_isosurface_build(iso, &field, 0, 0.25));
        OK(e, hpyr_isosurface_statistics(iso, &counts));
        uint64_t held = bytes_of_all_textures(e) - before;
        assert_true(held > 0 && held <= said);
        CALL_VOID(e, hpyr_isosurface_destroy(iso));
        assert_int_equal(bytes_of_all_textures(e), before);
    }
    for (int run = 0; run < 4; run++) {
        const uint32_t *size = sizes[run / 2];
        hpyr_marching_cubes_desc desc = {.grid = {.width = size[0], .height = size[1], .depth = size[2]},
                                         .expansion = (hpyr_expansion)(run % 2 + 1)};
        uint64_t said = hpyr_marching_cubes_bytes(e->context, &desc), before = bytes_of_all_textures(e);
        hpyr_marching_cubes *cubes;
        hpyr_mesh_statistics counts;
        if (e->gl21 && desc.expansion != HPYR_EXPANSION_VERTEX)
            continue;
        OK(e, hpyr_marching_cubes_create(e->context, &desc, &cubes));
        OK(e, hpyr_marching_cubes_build(cubes, &field, 0, 0.25));
        OK(e, hpyr_marching_cubes_statistics(cubes, &counts));
        uint64_t held = bytes_of_all_textures(e) - before;
        assert_true(held > 0 && held <= said);
        CALL_VOID(e, hpyr_marching_cubes_destroy(cubes));
        assert_int_equal(bytes_of_all_textures(e), before);
    }
}

/* Levels lie side by side, which must not make a texture longer than the image is. */
GPU_TEST_ONCE(images_as_long_as_gl_allows_are_taken) {
    static const uint32_t others[] = {1, 2, 5, 47, 161};
    uint32_t side = hpyr_context_caps(e->context)->max_texture_size;
    combination c;
    for (size_t i = 0; combination_at(i, &c); i++)
        for (size_t k = 0; k < 2 * LENGTH(others); k++) {
            uint32_t other = others[k / 2];
            const uint32_t size[3] = {k % 2 ? side : other, k % 2 ? other : side, 1};
            if (!combination_runs(e, &c) || c.layout == HPYR_LAYOUT_VOLUME) /* whose limit is another one */
                continue;
            hpyr_pyramid_desc desc = combination_desc(&c, size, 0);
            CALL_VOID(e, hpyr_pyramid_destroy(make_pyramid_from(e, &desc)));
        }
}

static GLuint count_triangles(env *e, hpyr_pyramid *pyramid, const hpyr_discriminator *discriminator) {
    GLuint query = 0, count = 0;
    glGenQueries(1, &query);
    glBeginQuery(GL_PRIMITIVES_GENERATED, query);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, NULL));
    glEndQuery(GL_PRIMITIVES_GENERATED);
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &count);
    glDeleteQueries(1, &query);
    return count;
}

/* The demos' and the bench's passes: each draws one triangle, but with LINE it may draw two levels. */
GPU_TEST_ONCE(passes_are_what_gl_draws) {
    static const uint32_t sizes[][3] = {{1, 1, 1},    {2, 2, 1},    {64, 64, 1}, {97, 61, 1},   {1000, 3, 1},
                                        {3, 1000, 1}, {300, 70, 1}, {33, 17, 9}, {16, 16, 140}, {5, 4, 300}};
    combination c;
    char name[64];
    if (e->es)
        SKIP("OpenGL ES 3.0 does not count what it draws");
    if (!e->gl21 && hpyr_context_caps(e->context)->max_draw_buffers < 8)
        SKIP("passes are counted for eight render targets");
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_custom(e, some);
    for (size_t i = 0; combination_at(i, &c); i++)
        for (size_t k = 0; k < LENGTH(sizes) && combination_runs(e, &c); k++) {
            hpyr_pyramid_desc desc = combination_desc(&c, sizes[k], 0);
            SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
            uint32_t passes = layout_passes(hpyr_pyramid_resolved(pyramid), false);
            GLuint drawn = count_triangles(e, pyramid, discriminator) - e->gl21; /* whose fence draws one too */
            if (passes > drawn || (passes < drawn && (c.layout != HPYR_LAYOUT_LINE || 2 * passes < drawn)))
                fail_msg("%s: %u passes for %ux%ux%u cells, GL has drawn %u triangles", combination_name(&c, name),
                         passes, sizes[k][0], sizes[k][1], sizes[k][2], drawn);
        }
}
