/* test_matrix.c - every layout, order, count format and base: equal to the oracle, or refused.  SPDX-License-Identifier: MIT
 *
 * `test_matrix --table` prints the table for docs/layouts.md; with HPYR_TEST_FULL large sizes are tested instead. */
#include "layouts.h"

#include "common/voxels/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t sizes[3];

static const struct {
    scene_input input;
    double fill;
} fills[] = {
    {INPUT_R8, 0},          {INPUT_R8, -1},       {INPUT_RGBA8, 0.5},
    {INPUT_R32F, 0.002},    {INPUT_R8, 1},        {INPUT_COUNTS_FOUR, -1},
    {INPUT_COUNTS, 0.3},    {INPUT_CUSTOM, 1},    {INPUT_CUSTOM_TEXTURE, 0.5},
    {INPUT_R32F, 0.5},      {INPUT_RGBA8, 0.002}, {INPUT_COUNTS, 0.002},
    {INPUT_COUNTS_FOUR, 1},
};

/* Compiling shaders is most of the time, so in a quick run a form sees counts, bytes, and one of the other inputs, each form of
 * a layout another one; fills go by turns over the sizes. The hostile caller meets one count format of every layout. */
enum { ALWAYS = 2, EVERY = 5, BRIEF_EVERY = 9 };

static bool is_full(void) {
    return getenv("HPYR_TEST_FULL") != NULL;
}

static bool is_chosen(const env *e, const combination *c, size_t fill, size_t turn) {
    static const scene_input others[] = {INPUT_RGBA8, INPUT_R32F, INPUT_COUNTS_FOUR, INPUT_CUSTOM,
                                         INPUT_CUSTOM_TEXTURE};
    scene_input input = fills[fill].input, own = others[(2 * c->format + 3 * c->base + c->layout) % LENGTH(others)];
    if (is_full())
        return true;
    if (input != INPUT_COUNTS && (turn % 2 || (input != INPUT_R8 && input != own)))
        return false;
    if (!e->hostile && !e->small)
        return fill < ALWAYS || (fill + turn) % EVERY == 0;
    if (e->hostile &&
        c->format != (e->gl21 || c->layout == HPYR_LAYOUT_BILINEAR ? HPYR_COUNT_FORMAT_FLOAT : HPYR_COUNT_FORMAT_UINT))
        return false;
    return (fill + turn) % BRIEF_EVERY == 1;
}

static void check_scene(env *e, const combination *c, const uint32_t size[3], size_t fill) {
    char name[64];
    if (!scene_possible(c, fills[fill].input))
        return;
    SCOPED(scene_free) scene s = scene_make(e, c, size, fills[fill].input, fills[fill].fill, 0);
    if (getenv("HPYR_TEST_VERBOSE"))
        fprintf(stderr, "%s, %ux%ux%u, input %d, fill %g\n", combination_name(c, name), size[0], size[1], size[2],
                (int)fills[fill].input, fills[fill].fill);
    scene_check(e, &s);
}

static void check_sizes(env *e, hpyr_layout layout, const sizes *list, size_t count) {
    combination c;
    size_t turn = 0;
    for (size_t i = 0; combination_at(i, &c); i++) {
        if (c.layout != layout || !combination_runs(e, &c))
            continue;
        for (size_t k = 0; k < count; k++, turn++)
            for (size_t fill = 0; fill < LENGTH(fills); fill++)
                if (is_chosen(e, &c, fill, turn))
                    check_scene(e, &c, list[k], fill);
    }
}

/* What all layouts share, and what each has to get right at its own edges. */
static void check_layout(env *e, hpyr_layout layout) {
    static const sizes tiny[] = {{1, 1, 1}, {1, 9, 1}, {7, 1, 1}, {2, 2, 1}, {3, 5, 1},
                                 {4, 1, 1}, {1, 4, 1}, {5, 4, 1}, {2, 2, 2}, {1, 1, 5}};
    static const sizes images[] = {{97, 61, 1}, {64, 64, 1}, {1, 300, 1}, {300, 1, 1}};
    static const sizes large_images[] = {{256, 256, 1}, {1000, 3, 1}, {3, 1000, 1}, {257, 129, 1}};
    static const sizes volumes[] = {{5, 7, 11}, {17, 16, 3}, {33, 1, 1}, {1, 33, 2}};
    static const sizes large_volumes[] = {{32, 32, 32}, {33, 17, 65}};
    if (e->gl21 && (layout == HPYR_LAYOUT_LINE || layout == HPYR_LAYOUT_VOLUME || layout == HPYR_LAYOUT_BITS))
        SKIP("GL 2.1 has no such layout");
    if (e->es && layout == HPYR_LAYOUT_RECT)
        SKIP("OpenGL ES has no rectangle textures");
    check_sizes(e, layout, tiny, LENGTH(tiny));
    check_sizes(e, layout, images, e->small ? 1 : LENGTH(images));
    check_sizes(e, layout, volumes, LENGTH(volumes));
    if (e->small || e->hostile)
        return;
    check_sizes(e, layout, large_images, LENGTH(large_images));
    check_sizes(e, layout, large_volumes, LENGTH(large_volumes));
}

#define LAYOUT_TEST(name, layout)                                                                                      \
    GPU_TEST_IF(!is_full(), name##_equals_the_oracle) {                                                                \
        check_layout(e, layout);                                                                                       \
    }
LAYOUT_TEST(single, HPYR_LAYOUT_SINGLE)
LAYOUT_TEST(vec4, HPYR_LAYOUT_VEC4)
LAYOUT_TEST(rect, HPYR_LAYOUT_RECT)
LAYOUT_TEST(bilinear, HPYR_LAYOUT_BILINEAR)
LAYOUT_TEST(line, HPYR_LAYOUT_LINE)
LAYOUT_TEST(volume, HPYR_LAYOUT_VOLUME)
LAYOUT_TEST(bits, HPYR_LAYOUT_BITS)

/* In layout BITS a cell has two, four or eight bits then. Inputs, bases and clones take turns. */
GPU_TEST_IF(!is_full(), cells_of_several_bits_equal_the_oracle) {
    static const uint32_t mosts[] = {2, 3, 4, 5, 7, 8};
    static const sizes all[] = {{97, 61, 1}, {17, 16, 3}, {5, 7, 11}, {256, 64, 1}};
    static const scene_input inputs[] = {INPUT_COUNTS, INPUT_COUNTS_FOUR, INPUT_CUSTOM, INPUT_CUSTOM_TEXTURE};
    size_t turn = 0;
    if (e->gl21)
        SKIP("GL 2.1 has no such layout");
    for (size_t i = 0; i < LENGTH(mosts); i++)
        for (hpyr_order order = HPYR_ORDER_MORTON; order <= HPYR_ORDER_LINE; order++)
            for (size_t k = 0; k < (e->small || e->hostile ? 2 : LENGTH(all)); k++, turn++) {
                const combination c = {HPYR_LAYOUT_BITS, order, HPYR_COUNT_FORMAT_UINT,
                                       (turn + turn / 4) % 3 ? HPYR_BASE_MERGED : HPYR_BASE_SEPARATE, mosts[i]};
                SCOPED(scene_free)
                scene s = scene_make(e, &c, all[k], inputs[(turn + turn / 4) % 4], 0.4, turn % 5 == 0 ? 3 : 1);
                scene_check(e, &s);
            }
}

/* ---- what must not work ---- */

GPU_TEST_IF(!is_full(), combinations_that_are_not_in_the_table_are_refused) {
    static const uint32_t size[3] = {8, 8, 8};
    combination c;
    char name[64];
    size_t refused = 0;
    for (size_t i = 0; combination_at(i, &c); i++) {
        if (combination_runs(e, &c))
            continue;
        hpyr_pyramid_desc desc = combination_desc(&c, size, 0);
        hpyr_pyramid *pyramid = (hpyr_pyramid *)e;
        env_clear_log(e);
        hpyr_result result = CALL(e, hpyr_pyramid_create(e->context, &desc, &pyramid));
        bool named = env_logged(e, name_of_layout(c.layout)), one_line = strchr(e->log, '\n') == strrchr(e->log, '\n');
        if (result != HPYR_ERROR_UNSUPPORTED || pyramid || !named || !one_line)
            fail_msg("%s: %s, log: %s", combination_name(&c, name), hpyr_result_string(result), e->log);
        refused++;
    }
    assert_true(refused > 100);
}

GPU_TEST_ONCE_IF(!is_full(), the_caps_say_which_dialect_it_is) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    assert_int_equal(caps->glsl_version, e->es ? 300 : e->gl21 ? 120 : 330);
    assert_int_equal(caps->gl, e->es ? HPYR_GL_ES3 : HPYR_GL_DESKTOP);
    if (e->es || e->gl21)
        assert_int_equal(caps->gl_version, e->es ? 30 : 21);
    else
        assert_true(caps->gl_version >= 33 && caps->fragment_lod);
    assert_true(caps->max_texture_size >= 64 && caps->max_texture_3d_size >= 16);
    if (strstr(caps->renderer, "llvmpipe") ||
        strstr(caps->renderer, "softpipe")) /* else BILINEAR would go untested unseen */
        assert_true(caps->filter_float && caps->filter_half);
}

GPU_TEST_ONCE_IF(!is_full(), every_layout_has_its_name) {
    static const char *const names[] = {"AUTO", "SINGLE", "BITS", "VEC4", "RECT", "LINE", "VOLUME", "BILINEAR"};
    for (size_t i = 0; i < LENGTH(names); i++)
        assert_string_equal(name_of_layout((hpyr_layout)i), names[i]);
    assert_string_equal(name_of_layout((hpyr_layout)-1), "?");
    assert_string_equal(name_of_layout((hpyr_layout)4711), "?");
}

/* ---- defaults ---- */

static void check_resolved(env *e, hpyr_pyramid_desc desc, hpyr_layout layout, hpyr_count_format format,
                           hpyr_base base) {
    desc.width = 12;
    desc.height = 9;
    desc.depth = 5;
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
    const hpyr_pyramid_desc *resolved = hpyr_pyramid_resolved(pyramid);
    assert_non_null(resolved);
    assert_int_equal(resolved->layout, layout);
    assert_int_equal(resolved->count_format, format);
    assert_int_equal(resolved->base, base);
    assert_int_equal(resolved->order, desc.order ? desc.order : HPYR_ORDER_MORTON);
    assert_int_equal(resolved->clones, desc.clones ? desc.clones : 1);
    assert_true(resolved->width == 12 && resolved->height == 9 && resolved->depth == 5);
}

/* The tables of the public header. */
GPU_TEST_IF(!is_full(), defaults_are_resolved_as_documented) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    if (e->gl21) {
        hpyr_layout fastest = caps->rectangle_textures ? HPYR_LAYOUT_RECT : HPYR_LAYOUT_VEC4;
        check_resolved(e, (hpyr_pyramid_desc){.width = 1}, fastest, HPYR_COUNT_FORMAT_FLOAT, HPYR_BASE_MERGED);
        check_resolved(e, (hpyr_pyramid_desc){.max_count = 1}, fastest, HPYR_COUNT_FORMAT_FLOAT, HPYR_BASE_MERGED);
        check_resolved(e, (hpyr_pyramid_desc){.layout = HPYR_LAYOUT_RECT, .clones = 4}, HPYR_LAYOUT_RECT,
                       HPYR_COUNT_FORMAT_FLOAT, HPYR_BASE_MERGED);
    } else {
        static const hpyr_layout any[] = {0, HPYR_LAYOUT_SINGLE, HPYR_LAYOUT_LINE, HPYR_LAYOUT_VOLUME};
        static const hpyr_layout few[] = {0, HPYR_LAYOUT_BITS, HPYR_LAYOUT_BITS, HPYR_LAYOUT_VOLUME};
        for (int order = HPYR_ORDER_DEFAULT; order <= HPYR_ORDER_MORTON3; order++)
            for (uint32_t most = 0; most <= 2; most++) {
                hpyr_layout layout = (most ? few : any)[order ? order : 1];
                check_resolved(e, (hpyr_pyramid_desc){.order = (hpyr_order)order, .max_count = most}, layout,
                               HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED);
            }
        check_resolved(e, (hpyr_pyramid_desc){.order = HPYR_ORDER_COLUMN}, HPYR_LAYOUT_BITS, HPYR_COUNT_FORMAT_UINT,
                       HPYR_BASE_MERGED);
        check_resolved(e, (hpyr_pyramid_desc){.layout = HPYR_LAYOUT_VEC4, .clones = 6}, HPYR_LAYOUT_VEC4,
                       HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED);
    }
    if (caps->fragment_lod && (caps->filter_float || caps->filter_half))
        check_resolved(e, (hpyr_pyramid_desc){.layout = HPYR_LAYOUT_BILINEAR}, HPYR_LAYOUT_BILINEAR,
                       caps->filter_float ? HPYR_COUNT_FORMAT_FLOAT : HPYR_COUNT_FORMAT_HALF, HPYR_BASE_MERGED);
    assert_null(hpyr_pyramid_resolved(NULL));
}

/* On GL 2.1 there is no layout for LINE and COLUMN, so AUTO has nothing to choose. */
GPU_TEST_IF(!is_full(), auto_needs_a_layout_for_the_order) {
    for (int order = HPYR_ORDER_LINE; order <= HPYR_ORDER_COLUMN; order++) {
        hpyr_pyramid_desc desc = {.width = 8, .height = 8, .depth = 8, .order = (hpyr_order)order};
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = NULL;
        env_clear_log(e);
        EXPECT(e, e->gl21 ? HPYR_ERROR_UNSUPPORTED : HPYR_OK, hpyr_pyramid_create(e->context, &desc, &pyramid));
        assert_int_equal(e->log_length > 0, e->gl21);
    }
}

/* ---- large ---- */

static void check_large(env *e, bool volume) {
    static const struct {
        sizes size;
        size_t fill;
    } images[] = {{{1024, 1024, 1}, 2}, {{2048, 2048, 1}, 3}, {{2047, 1025, 1}, 11}},
      volumes[] = {{{128, 128, 128}, 3}, {{97, 97, 97}, 11}, {{97, 97, 97}, 10}};
    combination c;
    for (size_t i = 0; combination_at(i, &c); i++)
        for (size_t k = 0; k < 3; k++)
            if (combination_runs(e, &c) && (i + k) % 2 == 0) /* one base each */
                check_scene(e, &c, volume ? volumes[k].size : images[k].size,
                            volume ? volumes[k].fill : images[k].fill);
}

GPU_TEST_ONCE_IF(is_full(), large_images_equal_the_oracle) {
    check_large(e, false);
}

GPU_TEST_ONCE_IF(is_full(), large_volumes_equal_the_oracle) {
    check_large(e, true);
}

/* Every fill and input with every form. */
GPU_TEST_ONCE_IF(is_full(), every_input_equals_the_oracle) {
    static const sizes image[] = {{97, 61, 1}}, volume[] = {{5, 7, 11}};
    for (int layout = HPYR_LAYOUT_SINGLE; layout <= HPYR_LAYOUT_BILINEAR; layout++)
        check_sizes(e, (hpyr_layout)layout, layout % 2 ? image : volume, 1);
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--table") == 0) {
        combination_print_table();
        return 0;
    }
    return runner_main();
}
