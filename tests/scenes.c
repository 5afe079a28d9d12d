/* scenes.c - cells that are known, as an input of any kind, and every way to a list, compared with the oracle.
 * SPDX-License-Identifier: MIT */
#include "fetches.h"
#include "layouts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATTERN = 0xa5, MOST_OUTPUTS = 15 };

/* Without and with a texture. Cells x y z of the first have (3x + 5y + 7z) % 5 - 2 outputs, or none. */
static const char *const custom = "HPYR_UINT hpyr_count_at(ivec3 cell) {\n"
                                  "    int n = cell.x * 3 + cell.y * 5 + cell.z * 7;\n"
                                  "    n -= n / 5 * 5;\n"
                                  "    return HPYR_UINT(n > 2 ? n - 2 : 0);\n"
                                  "}\n";
static const char *const custom_texture = "HPYR_UINT hpyr_count_at(ivec3 cell) {\n"
                                          "    int factor = 1 + cell.x - cell.x / 3 * 3;\n"
                                          "    return HPYR_UINT(hpyr_input_at(cell).r > 0.5 ? factor : 0);\n"
                                          "}\n";

bool scene_possible(const combination *c, scene_input input) {
    return c->layout != HPYR_LAYOUT_BITS || c->most > 1 || (input != INPUT_COUNTS && input != INPUT_COUNTS_FOUR);
}

static uint32_t cells_of(const scene *s) {
    return s->size[0] * s->size[1] * s->size[2];
}

static void choose_counts(scene *s, scene_input input, double fill) {
    uint32_t cells = cells_of(s), *counts = make_room(cells * sizeof *counts);
    uint64_t seed = (uint64_t)cells * 31 + (uint64_t)input, bar = (uint64_t)(fill * 4294967296.0);
    bool one = fill < 0;
    uint32_t only = random_below(&seed, cells);
    for (uint32_t i = 0; i < cells; i++) {
        uint32_t x = i % s->size[0], y = i / s->size[0] % s->size[1], z = i / s->size[0] / s->size[1];
        uint32_t n = (3 * x + 5 * y + 7 * z) % 5;
        bool active = one ? i == only : random_next(&seed) < bar;
        if (input == INPUT_CUSTOM)
            counts[i] = n > 2 ? n - 2 : 0;
        else if (!active)
            counts[i] = 0;
        else if (input == INPUT_CUSTOM_TEXTURE)
            counts[i] = 1 + x % 3;
        else
            counts[i] = input == INPUT_COUNTS || input == INPUT_COUNTS_FOUR ? 1 + random_below(&seed, MOST_OUTPUTS) : 1;
        if (counts[i] && s->c.most > 1 && input == INPUT_COUNTS_FOUR && i % 37 == 0)
            counts[i] = UINT32_MAX;
    }
    s->counts = counts;
}

/* What a pyramid of bits makes of the counts. */
static void clip_counts(scene *s) {
    const uint32_t most = s->c.most ? s->c.most : 1;
    for (uint32_t i = 0; i < cells_of(s) && s->c.layout == HPYR_LAYOUT_BITS; i++)
        s->counts[i] = s->counts[i] < most ? s->counts[i] : most;
}

/* ---- the input ---- */

/* Just inside and just outside of what the discriminators let through. */
static void set_texel(image *im, size_t i, scene_input input, uint32_t count) {
    static const float inside[] = {0.5f, 1.0f, 1.5f}, outside[] = {0.49999997f, 1.5000001f, INFINITY, NAN, -1.0f};
    if (input == INPUT_R32F)
        image_set(im, i, count ? inside[i % 3] : outside[i % 5]);
    else if (input == INPUT_COUNTS || input == INPUT_COUNTS_FOUR)
        image_set(im, i, count);
    else
        image_set(im, i, count ? 128.0 / 255 : 127.0 / 255);
}

static image make_image(const env *e, scene_input input, uint32_t width, uint32_t height, uint32_t depth) {
    hpyr_format format = HPYR_FORMAT_R8;
    hpyr_channel channel = HPYR_CHANNEL_DEFAULT;
    if (input == INPUT_RGBA8)
        format = HPYR_FORMAT_RGBA8;
    if (input == INPUT_R32F || (input == INPUT_COUNTS && e->gl21))
        format = HPYR_FORMAT_R32F;
    else if (input == INPUT_COUNTS)
        format = HPYR_FORMAT_R8UI;
    if (input == INPUT_COUNTS_FOUR) {
        format = e->gl21 ? HPYR_FORMAT_RGBA32F : HPYR_FORMAT_RGBA32UI;
        channel = HPYR_CHANNEL_GREEN;
    }
    image im = image_make(format, channel, width, height, depth);
    image_scramble(&im, 7);
    return im;
}

/* A 3D texture, or flat-3D, whose texels in no slice are active, as nobody may count them. */
static void make_input(const env *e, scene *s, scene_input input) {
    uint32_t width = s->size[0], height = s->size[1], depth = s->size[2];
    bool flat = depth > 1 && input % 2 == 1;
    uint32_t row = flat ? width * s->map.tiles_x : width;
    if (flat) {
        s->im = make_image(e, input, row, height * s->map.tiles_y, 1);
        for (size_t i = 0; i < (size_t)row * height * s->map.tiles_y; i++)
            set_texel(&s->im, i, input, 1);
    } else {
        s->im = make_image(e, input, width, height, depth);
    }
    for (uint32_t i = 0; i < cells_of(s); i++) {
        uint32_t x = i % width, y = i / width % height, z = i / width / height, tiles = s->map.tiles_x;
        set_texel(&s->im, flat ? (size_t)(z / tiles * height + y) * row + z % tiles * width + x : i, input,
                  s->counts[i]);
    }
    image_upload_to(&s->im, depth > 1 && !flat ? GL_TEXTURE_3D : 0, input == INPUT_R32F ? 1 : 0);
}

image counts_image(const env *e, const uint32_t *counts, const uint32_t size[3]) {
    image im = image_make(e->gl21 ? HPYR_FORMAT_R32F : HPYR_FORMAT_R32UI, 0, size[0], size[1], size[2]);
    for (size_t i = 0; i < (size_t)size[0] * size[1] * size[2]; i++)
        image_set(&im, i, counts[i]);
    image_upload_to(&im, size[2] > 1 ? GL_TEXTURE_3D : 0, 0);
    return im;
}

static hpyr_discriminator *make_discriminator(env *e, scene_input input) {
    static const hpyr_range middle = {0.5, 1.5};
    hpyr_discriminator_desc desc = {.has_threshold = true, .threshold = 0.5};
    hpyr_discriminator *discriminator = NULL;
    if (input == INPUT_R32F)
        desc = (hpyr_discriminator_desc){.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = &middle, .range_count = 1};
    if (input >= INPUT_CUSTOM)
        desc = (hpyr_discriminator_desc){.kind = HPYR_DISCRIMINATOR_KIND_CUSTOM,
                                         .glsl = input == INPUT_CUSTOM ? custom : custom_texture};
    OK(e, hpyr_discriminator_create(e->context, &desc, &discriminator));
    return discriminator;
}

scene scene_make(env *e, const combination *c, const uint32_t size[3], scene_input input, double fill,
                 uint32_t clones) {
    scene s = {.c = *c, .size = {size[0], size[1], size[2]}, .clones = clones ? clones : 1};
    hpyr_pyramid_desc desc = combination_desc(c, size, clones);
    assert_int_equal(
        hpyr_flat3d_arrange(size[0], size[1], size[2], 0, hpyr_context_caps(e->context)->max_texture_size, &s.map),
        HPYR_OK);
    choose_counts(&s, input, fill);
    if (input != INPUT_CUSTOM)
        make_input(e, &s, input);
    clip_counts(&s);
    if (input != INPUT_COUNTS && input != INPUT_COUNTS_FOUR)
        s.discriminator = make_discriminator(e, input);
    uint32_t *all = make_room(cells_of(&s) * sizeof *all);
    for (uint32_t i = 0; i < cells_of(&s); i++)
        all[i] = s.counts[i] * s.clones;
    s.oracle = oracle_volume_in(all, &s.map, c->order);
    free(all);
    s.total = (uint32_t)answer_total(s.oracle);
    s.pyramid = make_pyramid_from(e, &desc);
    scene_build(e, &s);
    return s;
}

void scene_build(env *e, scene *s) {
    if (!s->discriminator)
        OK(e, hpyr_pyramid_build_counts(s->pyramid, &s->im.texture));
    else
        OK(e, hpyr_pyramid_build(s->pyramid, s->discriminator, s->im.pixels ? &s->im.texture : NULL));
}

void scene_free(scene *s) {
    CALL_VOID(env_running, hpyr_pyramid_destroy(s->pyramid));
    CALL_VOID(env_running, hpyr_discriminator_destroy(s->discriminator));
    hpyr_ref_pyramid_destroy(s->oracle);
    free(s->counts);
    if (s->im.pixels)
        image_free(&s->im);
}

/* ---- lists ---- */

uint32_t scene_keys_in(const scene *s, uint32_t first, uint32_t count) {
    uint32_t rest = first < s->total ? s->total - first : 0;
    return count < rest ? count : rest;
}

/* Four words each, which are floats on GL 2.1. */
static void check_records(const env *e, const scene *s, uint32_t *words, uint32_t first, uint32_t count) {
    if (e->gl21)
        words_from_floats(words, 4 * (size_t)count);
    check_points((const hpyr_point *)words, s->oracle, first, count);
}

/* Takes the records out of the bytes and leaves the pattern where they were. */
static void take_records(unsigned char *bytes, uint32_t count, uint32_t offset, uint32_t stride, uint32_t *words) {
    for (uint32_t i = 0; i < count; i++) {
        unsigned char *record = bytes + offset + (size_t)i * stride;
        memcpy(words + 4 * (size_t)i, record, 16);
        memset(record, PATTERN, 16);
    }
}

void scene_check_buffer(env *e, const scene *s, uint32_t first, uint32_t count, uint32_t offset, uint32_t stride) {
    uint32_t expected = scene_keys_in(s, first, count), step = stride ? stride : 16;
    size_t size = offset + (size_t)step * (expected + 2);
    SCOPED(free_memory) unsigned char *bytes = malloc(size);
    SCOPED(free_memory) uint32_t *words = malloc(16 * ((size_t)expected + 1));
    hpyr_report report = {9, 9, 9};
    assert_true(bytes && words);
    memset(bytes, PATTERN, size);
    GLuint buffer = buffer_of(bytes, size);
    OK(e, hpyr_pyramid_extract_buffer(s->pyramid, first, count, buffer, offset, stride, &report));
    assert_true(report.written == expected && report.available == expected && report.total == s->total);
    fetch_buffer(buffer, 0, size, bytes);
    glDeleteBuffers(1, &buffer);
    take_records(bytes, expected, offset, step, words);
    for (size_t i = 0; i < size; i++)
        assert_int_equal(bytes[i], PATTERN);
    check_records(e, s, words, first, expected);
}

void scene_check_texture(env *e, const scene *s, uint32_t first, uint32_t count, hpyr_format format) {
    bool floats = format == HPYR_FORMAT_RGBA32F;
    uint32_t expected = scene_keys_in(s, first, count), width = hpyr_list_side(expected) + 1,
             height = hpyr_list_side(expected);
    size_t texels = (size_t)width * height;
    hpyr_report report = {9, 9, 9};
    SCOPED(image_free) image list = image_make(format, 0, width, height, 1);
    image_scramble(&list, 5);
    image_upload(&list);
    OK(e, hpyr_pyramid_extract_texture(s->pyramid, first, count, &list.texture, &report));
    assert_true(report.written == expected && report.available == expected && report.total == s->total);
    const fetch_source source = {GL_TEXTURE_2D, list.texture.name, 0, width, height, 1};
    fetch_texels(&source, floats ? GL_RGBA : GL_RGBA_INTEGER, floats ? GL_FLOAT : GL_UNSIGNED_INT, list.pixels);
    uint32_t *words = list.pixels;
    if (floats)
        words_from_floats(words, 4 * texels);
    check_points((const hpyr_point *)words, s->oracle, first, expected);
    for (size_t i = 4 * (size_t)expected; i < 4 * texels; i++)
        assert_int_equal(words[i], HPYR_UNUSED);
}

void scene_check(env *e, const scene *s) {
    check_pyramid(e, s->pyramid, s->oracle, &s->map);
    check_range(e, s->pyramid, s->oracle, s->total / 3, s->total / 2);
    scene_check_buffer(e, s, 0, HPYR_ALL, 0, 0);
    scene_check_buffer(e, s, s->total / 2, s->total / 3 + 1, 12, 20);
    scene_check_texture(e, s, 0, HPYR_ALL, HPYR_FORMAT_RGBA32F);
    if (!e->gl21)
        scene_check_texture(e, s, s->total / 4, s->total / 2, HPYR_FORMAT_RGBA32UI);
}
