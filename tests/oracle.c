/* oracle.c - seeded images, pyramids compared with the reference, record by record.  SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct format_row {
    GLenum internal, external, type;
    int channels, bytes; /* of one channel */
} format_row;

static const format_row formats[] = {
    [HPYR_FORMAT_R8] = {GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1, 1},
    [HPYR_FORMAT_RGBA8] = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4, 1},
    [HPYR_FORMAT_R16] = {GL_R16, GL_RED, GL_UNSIGNED_SHORT, 1, 2},
    [HPYR_FORMAT_R16F] = {GL_R16F, GL_RED, GL_HALF_FLOAT, 1, 2},
    [HPYR_FORMAT_R32F] = {GL_R32F, GL_RED, GL_FLOAT, 1, 4},
    [HPYR_FORMAT_RGBA32F] = {GL_RGBA32F, GL_RGBA, GL_FLOAT, 4, 4},
    [HPYR_FORMAT_R8UI] = {GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1, 1},
    [HPYR_FORMAT_R16UI] = {GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT, 1, 2},
    [HPYR_FORMAT_R16I] = {GL_R16I, GL_RED_INTEGER, GL_SHORT, 1, 2},
    [HPYR_FORMAT_R32UI] = {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, 1, 4},
    [HPYR_FORMAT_RGBA32UI] = {GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 4, 4},
    [HPYR_FORMAT_RGB32F] = {GL_RGB32F, GL_RGB, GL_FLOAT, 3, 4},
    [HPYR_FORMAT_RGBA16F] = {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, 4, 2},
};

/* What GL 2.1 has instead: GL_ARB_texture_float's luminance, and no integers. */
static const format_row formats21[] = {
    [HPYR_FORMAT_R8] = {GL_LUMINANCE8, GL_LUMINANCE, GL_UNSIGNED_BYTE, 1, 1},
    [HPYR_FORMAT_RGBA8] = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4, 1},
    [HPYR_FORMAT_R16] = {GL_LUMINANCE16, GL_LUMINANCE, GL_UNSIGNED_SHORT, 1, 2},
    [HPYR_FORMAT_R16F] = {GL_LUMINANCE16F_ARB, GL_LUMINANCE, GL_HALF_FLOAT_ARB, 1, 2},
    [HPYR_FORMAT_R32F] = {GL_LUMINANCE32F_ARB, GL_LUMINANCE, GL_FLOAT, 1, 4},
    [HPYR_FORMAT_RGBA32F] = {GL_RGBA32F_ARB, GL_RGBA, GL_FLOAT, 4, 4},
    [HPYR_FORMAT_RGB32F] = {GL_RGB32F_ARB, GL_RGB, GL_FLOAT, 3, 4},
    [HPYR_FORMAT_RGBA16F] = {GL_RGBA16F_ARB, GL_RGBA, GL_HALF_FLOAT_ARB, 4, 2},
};

static const format_row *row_of(hpyr_format format) {
    return env_is_21() ? &formats21[format] : &formats[format];
}

/* splitmix64 */
uint32_t random_next(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

uint32_t random_below(uint64_t *state, uint32_t bound) {
    return (uint32_t)(((uint64_t)random_next(state) * bound) >> 32);
}

double random_double(uint64_t *state, double low, double high) {
    return low + (high - low) * random_next(state) / 4294967296.0;
}

void random_direction(uint64_t *state, double direction[3]) {
    double length = 0;
    while (length < 0.1 || length > 1) {
        for (int axis = 0; axis < 3; axis++)
            direction[axis] = random_double(state, -1, 1);
        length = sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    }
    for (int axis = 0; axis < 3; axis++)
        direction[axis] /= length;
}

int format_channels(hpyr_format format) {
    return formats[format].channels;
}

size_t format_bytes(hpyr_format format) {
    return (size_t)formats[format].channels * (size_t)formats[format].bytes;
}

GLenum format_internal(hpyr_format format) {
    return row_of(format)->internal;
}

void format_transfer(hpyr_format format, GLenum *external, GLenum *type) {
    *external = row_of(format)->external;
    *type = row_of(format)->type;
}

static size_t texels_of(const image *im) {
    return (size_t)im->ref.width * im->ref.height * im->ref.depth;
}

image image_make(hpyr_format format, hpyr_channel channel, uint32_t width, uint32_t height, uint32_t depth) {
    image im;
    memset(&im, 0, sizeof im);
    im.pixels = make_zeros((size_t)width * height * depth, format_bytes(format));
    im.ref = (hpyr_ref_image){im.pixels, format, channel, width, height, depth};
    return im;
}

void image_set_bits(image *im, size_t i, uint32_t bits) {
    const format_row *row = &formats[im->ref.format];
    int channel = im->ref.channel ? (int)im->ref.channel - 1 : row->channels == 4 ? 3 : 0;
    unsigned char *texel = (unsigned char *)im->pixels + i * format_bytes(im->ref.format) + channel * row->bytes;
    uint8_t byte = (uint8_t)bits;
    uint16_t word = (uint16_t)bits;
    const void *from = row->bytes == 1   ? (const void *)&byte
                       : row->bytes == 2 ? (const void *)&word
                                         : (const void *)&bits;
    memcpy(texel, from, (size_t)row->bytes);
}

/* Whole numbers below 2048 are exact in a half: leading one, exponent, the rest shifted up. */
static uint32_t half_of(uint32_t value) {
    uint32_t exponent = 0;
    if (!value)
        return 0;
    while (value >> (exponent + 1))
        exponent++;
    return ((exponent + 15) << 10) | ((value << (10 - exponent)) & 0x3ff);
}

void image_set(image *im, size_t i, double value) {
    const format_row *row = &formats[im->ref.format];
    float single = (float)value;
    uint32_t bits;
    if (row->type == GL_HALF_FLOAT)
        bits = half_of((uint32_t)value);
    else if (row->type == GL_FLOAT)
        memcpy(&bits, &single, sizeof bits);
    else if (row->external == GL_RED || row->external == GL_RGBA)
        bits = (uint32_t)(value * (row->bytes == 1 ? 255.0 : 65535.0) + 0.5);
    else
        bits = value < 0 ? (uint32_t)(int32_t)value : (uint32_t)value;
    image_set_bits(im, i, bits);
}

void image_scramble(image *im, uint64_t seed) {
    unsigned char *bytes = im->pixels;
    for (size_t i = 0; i < texels_of(im) * format_bytes(im->ref.format); i++)
        bytes[i] = (unsigned char)random_next(&seed);
}

void image_fill(image *im, double fill, uint64_t seed) {
    size_t texels = texels_of(im);
    uint64_t bar = (uint64_t)(fill * 4294967296.0);
    if (fill < 0) {
        memset(im->pixels, 0, texels * format_bytes(im->ref.format));
        image_set(im, random_below(&seed, (uint32_t)texels), 1);
        return;
    }
    for (size_t i = 0; i < texels; i++)
        image_set(im, i, random_next(&seed) < bar);
}

static void upload_level(const hpyr_ref_image *ref, GLenum target, GLint level, uint32_t width, uint32_t height,
                         uint32_t depth, const void *pixels) {
    const format_row *row = row_of(ref->format);
    assert_int_not_equal(row->internal, 0);
    if (target == GL_TEXTURE_2D)
        glTexImage2D(target, level, (GLint)row->internal, (GLsizei)width, (GLsizei)height, 0, row->external, row->type,
                     pixels);
    else
        glTexImage3D(target, level, (GLint)row->internal, (GLsizei)width, (GLsizei)height, (GLsizei)depth, 0,
                     row->external, row->type, pixels);
}

/* What a caller may have set for his own purposes: none of it may matter. The wrap modes are those that a rectangle has too. */
static void set_odd_parameters(GLenum target) {
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(target, GL_TEXTURE_WRAP_S, env_is_es() ? GL_REPEAT : GL_CLAMP_TO_BORDER);
    glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_MIRRORED_REPEAT);
    glTexParameterf(target, GL_TEXTURE_MIN_LOD, 1.5f);
    glTexParameterf(target, GL_TEXTURE_MAX_LOD, 7.0f);
    if (!env_is_es())
        glTexParameterf(target, GL_TEXTURE_LOD_BIAS, 2.5f);
    glTexParameteri(target, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
}

/* Levels that are not looked at hold garbage, so that reading a wrong one shows. */
void image_upload_to(image *im, uint32_t target, int level) {
    const hpyr_ref_image *ref = &im->ref;
    target = target ? target : GL_TEXTURE_2D;
    GLuint name;
    glGenTextures(1, &name);
    glBindTexture(target, name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    set_odd_parameters(target);
    glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, level);
    for (int i = 0; i < level; i++) {
        uint32_t scale = 1u << (level - i), depth = target == GL_TEXTURE_3D ? ref->depth * scale : ref->depth;
        size_t bytes = (size_t)ref->width * scale * ref->height * scale * depth * format_bytes(ref->format);
        SCOPED(free_memory) void *garbage = make_room(bytes);
        memset(garbage, 0x3c, bytes); /* active in every format */
        upload_level(ref, target, i, ref->width * scale, ref->height * scale, depth, garbage);
    }
    upload_level(ref, target, level, ref->width, ref->height, ref->depth, im->pixels);
    glBindTexture(target, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    CHECK_GL();
    im->texture = (hpyr_texture){name, target, level, ref->width, ref->height, ref->depth, ref->format, ref->channel};
    if (getenv("HPYR_TEST_UNSTATED")) /* desktop OpenGL knows them */
        im->texture = (hpyr_texture){.name = name, .target = target, .level = level, .channel = ref->channel};
}

void image_upload(image *im) {
    image_upload_to(im, 0, 0);
}

void image_free(image *im) {
    if (im->texture.name)
        glDeleteTextures(1, &im->texture.name);
    free(im->pixels);
    memset(im, 0, sizeof *im);
}

image image_filled(hpyr_format format, uint32_t width, uint32_t height, double fill, uint64_t seed) {
    image im = image_make(format, HPYR_CHANNEL_DEFAULT, width, height, 1);
    image_fill(&im, fill, seed);
    image_upload(&im);
    return im;
}

void rename_texture(uint32_t name, uint32_t target) {
    GLuint names[64];
    int count = 0;
    glDeleteTextures(1, &name);
    do
        glGenTextures(1, &names[count]);
    while (names[count++] != name && count < 64);
    bool is_there = names[count - 1] == name;
    glDeleteTextures(is_there ? count - 1 : count, names);
    if (!is_there)
        SKIP("this driver gives no name of a texture again");
    glBindTexture(target, name);
    glBindTexture(target, 0);
    CHECK_GL();
}

/* Cuts the counts of an image down to the pyramid's size. */
static hpyr_ref_pyramid *oracle_of(const image *im, uint32_t *counts, uint32_t width, uint32_t height) {
    hpyr_flat3d map = {width, height, 1, 1, 1};
    hpyr_ref_pyramid *oracle = NULL;
    for (uint32_t y = 0; y < height; y++)
        memmove(counts + (size_t)y * width, counts + (size_t)y * im->ref.width, width * sizeof *counts);
    assert_int_equal(hpyr_ref_pyramid_create(counts, &map, HPYR_ORDER_MORTON, &oracle), HPYR_OK);
    free(counts);
    return oracle;
}

hpyr_ref_pyramid *oracle_range(const image *im, uint32_t width, uint32_t height, double min, double max) {
    uint32_t *counts = make_room(texels_of(im) * sizeof *counts);
    assert_int_equal(hpyr_ref_discriminate(&im->ref, min, max, counts), HPYR_OK);
    return oracle_of(im, counts, width, height);
}

hpyr_ref_pyramid *oracle_counts(const image *im, uint32_t width, uint32_t height) {
    uint32_t *counts = make_room(texels_of(im) * sizeof *counts);
    assert_int_equal(hpyr_ref_counts(&im->ref, counts), HPYR_OK);
    return oracle_of(im, counts, width, height);
}

/* The mapping is written out here, not taken from the library. */
hpyr_ref_pyramid *oracle_volume_in(const uint32_t *counts, const hpyr_flat3d *map, hpyr_order order) {
    size_t row = (size_t)map->width * map->tiles_x, rows = (size_t)map->height * map->tiles_y;
    SCOPED(free_memory) uint32_t *flat = make_zeros(row * rows, sizeof *flat);
    hpyr_ref_pyramid *oracle = NULL;
    for (uint32_t z = 0; z < map->depth; z++)
        for (uint32_t y = 0; y < map->height; y++)
            for (uint32_t x = 0; x < map->width; x++)
                flat[(z / map->tiles_x * map->height + y) * row + z % map->tiles_x * map->width + x] = *counts++;
    assert_int_equal(hpyr_ref_pyramid_create(flat, map, order, &oracle), HPYR_OK);
    return oracle;
}

hpyr_ref_pyramid *oracle_volume(const uint32_t *counts, const hpyr_flat3d *map) {
    return oracle_volume_in(counts, map, HPYR_ORDER_MORTON);
}

hpyr_discriminator *make_threshold(env *e, double threshold) {
    hpyr_discriminator_desc desc = {
        .kind = HPYR_DISCRIMINATOR_KIND_THRESHOLD, .has_threshold = true, .threshold = threshold};
    hpyr_discriminator *discriminator = NULL;
    OK(e, hpyr_discriminator_create(e->context, &desc, &discriminator));
    return discriminator;
}

hpyr_discriminator *make_default(env *e) {
    hpyr_discriminator_desc desc = {.kind = HPYR_DISCRIMINATOR_KIND_DEFAULT};
    hpyr_discriminator *discriminator = NULL;
    OK(e, hpyr_discriminator_create(e->context, &desc, &discriminator));
    return discriminator;
}

hpyr_discriminator *make_custom(env *e, const char *glsl) {
    hpyr_discriminator_desc desc = {.kind = HPYR_DISCRIMINATOR_KIND_CUSTOM, .glsl = glsl};
    hpyr_discriminator *discriminator = NULL;
    OK(e, hpyr_discriminator_create(e->context, &desc, &discriminator));
    return discriminator;
}

hpyr_pyramid *make_pyramid_from(env *e, const hpyr_pyramid_desc *desc) {
    hpyr_pyramid *pyramid = NULL;
    OK(e, hpyr_pyramid_create(e->context, desc, &pyramid));
    assert_non_null(pyramid);
    return pyramid;
}

hpyr_pyramid *make_pyramid_of(env *e, uint32_t width, uint32_t height, hpyr_count_format format, hpyr_base base) {
    hpyr_pyramid_desc desc = {.width = width, .height = height, .count_format = format, .base = base};
    return make_pyramid_from(e, &desc);
}

hpyr_pyramid *make_pyramid(env *e, uint32_t width, uint32_t height) {
    return make_pyramid_of(e, width, height, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_DEFAULT);
}

void check_points(const hpyr_point *points, const hpyr_ref_pyramid *oracle, uint64_t first, uint32_t count) {
    SCOPED(free_memory) hpyr_point *expected = make_room(((size_t)count + 1) * sizeof *expected);
    assert_int_equal(answer_list(oracle, first, count, expected), count);
    for (uint32_t i = 0; i < count; i++) {
        if (memcmp(&points[i], &expected[i], sizeof *points) == 0)
            continue;
        fail_msg("key %" PRIu64 ": point %u %u %u %u, the oracle says %u %u %u %u", first + i, points[i].x, points[i].y,
                 points[i].z, points[i].remainder, expected[i].x, expected[i].y, expected[i].z, expected[i].remainder);
    }
}

void check_range(env *e, hpyr_pyramid *pyramid, const hpyr_ref_pyramid *oracle, uint32_t first, uint32_t count) {
    uint64_t total = answer_total(oracle);
    uint64_t rest = first < total ? total - first : 0, expected = count < rest ? count : rest;
    SCOPED(free_memory) hpyr_point *points = make_room((expected + 1) * sizeof *points);
    hpyr_report report = {9, 9, 9};
    memset(points, 0xee, (expected + 1) * sizeof *points);
    OK(e, hpyr_pyramid_download(pyramid, first, count, points, expected, 0, &report));
    assert_int_equal(report.written, expected);
    assert_int_equal(report.available, expected);
    assert_int_equal(report.total, total);
    assert_int_equal(points[expected].x, 0xeeeeeeee);
    check_points(points, oracle, first, (uint32_t)expected);
}

static void check_ranks(env *e, hpyr_pyramid *pyramid, const hpyr_ref_pyramid *oracle, const hpyr_flat3d *map) {
    uint64_t cells = (uint64_t)map->width * map->height * map->depth, seed = cells;
    bool all = cells <= 70000;
    uint32_t count = all ? (uint32_t)cells : 4096;
    SCOPED(free_memory) hpyr_point *points = calloc(count, sizeof *points);
    SCOPED(free_memory) uint32_t *keys = calloc(count, sizeof *keys);
    assert_true(points && keys);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = all ? i % map->width : random_below(&seed, map->width);
        uint32_t y = all ? i / map->width % map->height : random_below(&seed, map->height);
        uint32_t z = all ? i / map->width / map->height : random_below(&seed, map->depth);
        points[i] = (hpyr_point){x, y, z, 77};
    }
    OK(e, hpyr_pyramid_rank(pyramid, points, count, keys));
    for (uint32_t i = 0; i < count; i++) {
        uint64_t expected = answer_rank(oracle, points[i].x, points[i].y, points[i].z);
        if (keys[i] == expected)
            continue;
        fail_msg("rank of %u %u %u is %u, the oracle says %" PRIu64, points[i].x, points[i].y, points[i].z, keys[i],
                 expected);
    }
}

thresholded thresholded_of(env *e, image im, hpyr_base base) {
    const uint32_t width = im.ref.width, height = im.ref.height;
    return (thresholded){im, oracle_range(&im, width, height, 1, 1), make_default(e),
                         make_pyramid_of(e, width, height, HPYR_COUNT_FORMAT_DEFAULT, base)};
}

void thresholded_free(thresholded *t) {
    CALL_VOID(env_running, hpyr_pyramid_destroy(t->pyramid));
    CALL_VOID(env_running, hpyr_discriminator_destroy(t->discriminator));
    hpyr_ref_pyramid_destroy(t->oracle);
    image_free(&t->im);
}

void check_pyramid(env *e, hpyr_pyramid *pyramid, const hpyr_ref_pyramid *oracle, const hpyr_flat3d *map) {
    uint64_t expected = answer_total(oracle);
    uint32_t total = 12345;
    OK(e, hpyr_pyramid_total(pyramid, &total));
    assert_int_equal(total, expected);
    const uint32_t chunk = 1u << 22; /* so that lists of 2^24 points need no gigabyte */
    for (uint64_t first = 0; first == 0 || first < expected; first += chunk)
        check_range(e, pyramid, oracle, (uint32_t)first, expected <= chunk ? HPYR_ALL : chunk);
    check_ranks(e, pyramid, oracle, map);
}

void check_image(env *e, hpyr_pyramid *pyramid, const hpyr_ref_pyramid *oracle, uint32_t width, uint32_t height) {
    hpyr_flat3d map = {width, height, 1, 1, 1};
    check_pyramid(e, pyramid, oracle, &map);
}

void check_bases(env *e, const hpyr_discriminator *discriminator, const hpyr_texture *input,
                 const hpyr_ref_pyramid *oracle, uint32_t width, uint32_t height) {
    for (int base = HPYR_BASE_DEFAULT; base <= HPYR_BASE_MERGED; base++) {
        SCOPED(destroy_pyramid)
        hpyr_pyramid *pyramid = make_pyramid_of(e, width, height, HPYR_COUNT_FORMAT_DEFAULT, (hpyr_base)base);
        OK(e, hpyr_pyramid_build(pyramid, discriminator, input));
        check_image(e, pyramid, oracle, width, height);
    }
}

void check_context(env *e, hpyr_context *context, hpyr_layout layout) {
    hpyr_context *own = e->context;
    SCOPED(image_free) image im = image_make(e->gl21 ? HPYR_FORMAT_RGBA8 : HPYR_FORMAT_R8, HPYR_CHANNEL_RED, 37, 19, 1);
    image_fill(&im, 0.3, 5);
    image_upload(&im);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_range(&im, 37, 19, 1, 1);
    e->context = context;
    hpyr_pyramid *pyramid = make_pyramid_from(e, &(hpyr_pyramid_desc){.width = 37, .height = 19, .layout = layout});
    hpyr_discriminator *discriminator = make_default(e);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    check_image(e, pyramid, oracle, 37, 19);
    CALL_VOID(e, hpyr_pyramid_destroy(pyramid));
    CALL_VOID(e, hpyr_discriminator_destroy(discriminator));
    e->context = own;
}
