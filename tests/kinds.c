/* kinds.c - discriminators of every kind, compared with the oracle on layouts and formats.  SPDX-License-Identifier: MIT */
#include "kinds.h"

#include "common/files/image.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t pixels_of(const hpyr_ref_image *ref) {
    return (size_t)ref->width * ref->height * ref->depth;
}

hpyr_discriminator *kind_make(env *e, const hpyr_discriminator_desc *desc) {
    hpyr_discriminator *discriminator = NULL;
    OK(e, hpyr_discriminator_create(e->context, desc, &discriminator));
    return discriminator;
}

uint32_t *kind_counts(const hpyr_discriminator_desc *desc, const hpyr_ref_image *ref, uint8_t **margin) {
    uint32_t *counts = make_zeros(pixels_of(ref), sizeof *counts);
    double threshold = desc->has_threshold ? desc->threshold : (double)-INFINITY;
    uint32_t window = desc->window ? desc->window : 3;
    hpyr_result result = HPYR_ERROR_INVALID_ARGUMENT;
    *margin = NULL;
    switch (desc->kind) {
    case HPYR_DISCRIMINATOR_KIND_THRESHOLD:
        result = hpyr_ref_discriminate(ref, threshold, INFINITY, counts);
        break;
    case HPYR_DISCRIMINATOR_KIND_RANGES:
        result = hpyr_ref_ranges(ref, desc->ranges, desc->range_count, counts);
        break;
    case HPYR_DISCRIMINATOR_KIND_LOCAL_MAX:
        result = hpyr_ref_local_max(ref, window, threshold, counts);
        break;
    case HPYR_DISCRIMINATOR_KIND_EDGE:
        *margin = calloc(pixels_of(ref), 1);
        result = hpyr_ref_edge(ref, desc->edge_operator, threshold, counts, *margin);
        break;
    case HPYR_DISCRIMINATOR_KIND_TEMPLATE:
        *margin = calloc(pixels_of(ref), 1);
        result = hpyr_ref_template(ref, desc->measure, desc->pattern, desc->pattern_width, desc->pattern_height,
                                   threshold, counts, *margin);
        break;
    default:
        fail();
    }
    assert_int_equal(result, HPYR_OK);
    return counts;
}

/* ---- comparisons ---- */

/* Fails if the oracle leaves more than a few cells to the GPU, of an image whose values are not of all sizes. */
static void check_margin(const hpyr_ref_image *ref, const uint8_t *margin) {
    const hpyr_range tame = {-1e30, 1e30};
    size_t pixels = pixels_of(ref), tame_count = 0, open_count = 0;
    uint32_t *is_tame = make_room(pixels * sizeof *is_tame);
    assert_int_equal(hpyr_ref_ranges(ref, &tame, 1, is_tame), HPYR_OK);
    for (size_t i = 0; i < pixels; i++) {
        tame_count += is_tame[i];
        open_count += margin[i];
    }
    free(is_tame);
    if (open_count > 2 + pixels / 20 && 20 * tame_count > 19 * pixels)
        fail_msg("the oracle leaves %zu of %zu cells open", open_count, pixels);
}

/* Where the oracle leaves the decision to the GPU, takes over what the GPU decided. */
static void take_margin(env *e, hpyr_pyramid *pyramid, const hpyr_ref_image *ref, const uint8_t *margin,
                        uint32_t *counts) {
    size_t pixels = pixels_of(ref);
    check_margin(ref, margin);
    SCOPED(free_memory) hpyr_point *points = make_room(pixels * sizeof *points);
    hpyr_report report;
    OK(e, hpyr_pyramid_download(pyramid, 0, HPYR_ALL, points, pixels, 0, &report));
    for (size_t i = 0; i < pixels; i++)
        counts[i] = margin[i] ? 0 : counts[i];
    for (uint32_t i = 0; i < report.written; i++) {
        size_t at = ((size_t)points[i].z * ref->height + points[i].y) * ref->width + points[i].x;
        counts[at] = margin[at] ? 1 : counts[at];
    }
}

/* What pyramid.h says of the size of a text. */
static void check_text(env *e, const hpyr_pyramid *pyramid) {
    size_t needed = 0;
    EXPECT(e, HPYR_TRUNCATED, hpyr_pyramid_glsl(pyramid, "sixteen_letters_", NULL, 0, &needed));
    if (needed > 32768)
        fail_msg("a text has %zu bytes", needed);
}

void kind_check(env *e, const hpyr_discriminator_desc *desc, const image *im, const combination *c) {
    const hpyr_ref_image *ref = &im->ref;
    const uint32_t size[3] = {ref->width, ref->height, ref->depth};
    hpyr_pyramid_desc pyramid_desc = combination_desc(c, size, 1);
    SCOPED(free_memory) uint8_t *margin;
    SCOPED(free_memory) uint32_t *counts = kind_counts(desc, ref, &margin);
    hpyr_discriminator *discriminator = kind_make(e, desc);
    hpyr_pyramid *pyramid = make_pyramid_from(e, &pyramid_desc);
    hpyr_flat3d map;
    uint32_t side = c->order == HPYR_ORDER_COLUMN || c->layout == HPYR_LAYOUT_VOLUME ? 1u << 30 : 0;
    if (!side)
        side = hpyr_context_caps(e->context)->max_texture_size;
    assert_int_equal(hpyr_flat3d_arrange(size[0], size[1], size[2], 0, side, &map), HPYR_OK);
    image flat = {.pixels = NULL};
    if (size[2] > 1 && im->texture.target == GL_TEXTURE_2D)
        flat = kind_lay_flat(im, &map);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, flat.pixels ? &flat.texture : &im->texture));
    CALL_VOID(e, hpyr_discriminator_destroy(discriminator));
    if (margin)
        take_margin(e, pyramid, ref, margin, counts);
    check_text(e, pyramid);
    hpyr_ref_pyramid *oracle = oracle_volume_in(counts, &map, c->order);
    check_pyramid(e, pyramid, oracle, &map);
    hpyr_ref_pyramid_destroy(oracle);
    CALL_VOID(e, hpyr_pyramid_destroy(pyramid));
    if (flat.pixels)
        image_free(&flat);
}

int kind_check_all(env *e, const hpyr_discriminator_desc *desc, const image *im, uint64_t seed, int most) {
    combination all[7 * 4 * 3 * 2];
    char name[64];
    int count = 0, checked = 0;
    if (!seed && (e->small || e->gl21)) { /* the newest GL has looked at all of them */
        seed = 1;
        most = 6;
    }
    if (e->small)
        most = (most + 1) / 2;
    for (size_t i = 0; combination_at(i, &all[count]); i++)
        count += combination_runs(e, &all[count]);
    for (; count > 0 && (!seed || checked < most); checked++) {
        int i = seed ? (int)random_below(&seed, (uint32_t)count) : 0;
        if (getenv("HPYR_TEST_VERBOSE"))
            fprintf(stderr, "%.0f ms: kind %d, %s\n", clock_ms(), (int)desc->kind, combination_name(&all[i], name));
        kind_check(e, desc, im, &all[i]);
        all[i] = all[--count];
    }
    return checked;
}

void kind_check_photo(env *e, const hpyr_discriminator_desc *desc, const image *im, uint64_t seed, int most) {
    bool all = getenv("HPYR_TEST_FULL") != NULL;
    int checked = kind_check_all(e, desc, im, all ? 0 : seed, most);
    if (all)
        printf("kind %d, photograph of %ux%u: equal to the oracle in %d combinations\n", (int)desc->kind, im->ref.width,
               im->ref.height, checked);
}

void kind_check_plain(env *e, const hpyr_discriminator_desc *desc, const image *im) {
    const combination c = {HPYR_LAYOUT_SINGLE, HPYR_ORDER_MORTON,
                           e->gl21 ? HPYR_COUNT_FORMAT_FLOAT : HPYR_COUNT_FORMAT_UINT, HPYR_BASE_DEFAULT};
    kind_check(e, desc, im, &c);
}

/* ---- in a program of the caller's ---- */

GLuint kind_counting_program(env *e, const hpyr_pyramid *pyramid) {
    SCOPED(free_memory)
    char *fragment = paste_snippet(e, pyramid, "a_",
                                   "out uvec4 color;\n"
                                   "void main() { color = uvec4(a_count(ivec3(gl_FragCoord.xy, 0))); }\n");
    return make_program(covering, fragment);
}

void kind_check_bound(env *e, const hpyr_discriminator_desc *desc, const image *im) {
    uint32_t width = im->ref.width, height = im->ref.height;
    uint8_t *margin;
    SCOPED(free_memory)
    uint32_t *counts = kind_counts(desc, &im->ref, &margin), *texels = make_room((size_t)width * height * 16);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, desc);
    SCOPED(destroy_pyramid)
    hpyr_pyramid *pyramid = make_pyramid_of(e, width, height, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im->texture));
    SCOPED(delete_program) GLuint program = kind_counting_program(e, pyramid);
    SCOPED(target_free) target canvas = target_make(width, height);
    env_bind(e, pyramid, program, "a_", 1, NULL);
    env_calm(e);
    target_begin(&canvas, 7);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    target_read(&canvas, texels);
    env_unbind(e, pyramid);
    for (uint32_t i = 0; i < width * height; i++)
        assert_int_equal(texels[4 * i], counts[i]);
    free(margin);
}

/* ---- images ---- */

bool kind_is_float(hpyr_format format) {
    return format == HPYR_FORMAT_R16F || format == HPYR_FORMAT_R32F || format == HPYR_FORMAT_RGBA32F;
}

/* Multiples of 0.125 are exact as halves, too. */
static void set_float(image *im, size_t i, double value) {
    if (im->ref.format != HPYR_FORMAT_R16F) {
        image_set(im, i, value);
        return;
    }
    int exponent;
    double fraction = frexp(fabs(value), &exponent);
    uint32_t bits = value == 0 ? 0 : (uint32_t)((exponent + 14) << 10) + ((uint32_t)(fraction * 2048) & 1023);
    image_set_bits(im, i, bits | (value < 0 ? 0x8000u : 0u));
}

double kind_unit(hpyr_format format) {
    return format == HPYR_FORMAT_R8 || format == HPYR_FORMAT_RGBA8 ? 1 / 255.0
           : format == HPYR_FORMAT_R16                             ? 1 / 65535.0
           : kind_is_float(format)                                 ? 0.125
                                                                   : 1;
}

image kind_image(hpyr_format format, uint32_t width, uint32_t height, uint32_t depth, uint32_t levels, uint64_t seed) {
    image im = image_make(format, format == HPYR_FORMAT_RGBA32UI ? HPYR_CHANNEL_BLUE : 0, width, height, depth);
    image_scramble(&im, seed);
    for (size_t i = 0; levels && i < pixels_of(&im.ref); i++) {
        uint32_t level = random_below(&seed, levels);
        if (kind_is_float(format))
            set_float(&im, i, level * 0.125 - levels / 16 * 0.125);
        else
            image_set_bits(&im, i, format == HPYR_FORMAT_R16I ? level - levels / 2 : level);
    }
    image_upload_to(&im, depth > 1 ? GL_TEXTURE_3D : GL_TEXTURE_2D, 0);
    return im;
}

image kind_lay_flat(const image *im, const hpyr_flat3d *map) {
    const hpyr_ref_image *ref = &im->ref;
    size_t bytes = format_bytes(ref->format), row = (size_t)ref->width * bytes;
    image flat =
        image_make(ref->format, ref->channel, hpyr_flat3d_texture_width(map), hpyr_flat3d_texture_height(map), 1);
    for (uint32_t z = 0; z < ref->depth; z++)
        for (uint32_t y = 0; y < ref->height; y++) {
            size_t to_row = (size_t)(z / map->tiles_x) * ref->height + y, to_column = z % map->tiles_x * ref->width;
            memcpy((char *)flat.pixels + (to_row * flat.ref.width + to_column) * bytes,
                   (const char *)im->pixels + ((size_t)z * ref->height + y) * row, row);
        }
    image_upload(&flat);
    return flat;
}

static const hpyr_format formats[] = {HPYR_FORMAT_R8,      HPYR_FORMAT_RGBA8, HPYR_FORMAT_R16F,    HPYR_FORMAT_R32F,
                                      HPYR_FORMAT_RGBA32F, HPYR_FORMAT_R16,   HPYR_FORMAT_R8UI,    HPYR_FORMAT_R16UI,
                                      HPYR_FORMAT_R16I,    HPYR_FORMAT_R32UI, HPYR_FORMAT_RGBA32UI};

int kind_formats(const env *e) {
    int all = (int)(sizeof formats / sizeof formats[0]);
    all = e->gl21 ? 6 : e->es ? all - 1 : all;
    return e->small && !e->es ? all / 3 : all;
}

hpyr_format kind_format(const env *e, int i) {
    if (e->es)
        return formats[i >= 5 ? i + 1 : i]; /* OpenGL ES has no R16 */
    return formats[e->small ? 3 * i : i];
}

const char *const kind_photo_names[KIND_ALL_PHOTOS] = {"camera.png", "coffee.jpg", "galaxies.jpg", "chelsea.jpg",
                                                       "rocket.jpg"};

image kind_photo(int number) {
    char path[1024], error[256];
    uint32_t width, height;
    snprintf(path, sizeof path, "%s/%s", HPYR_TEST_PHOTOS, kind_photo_names[number]);
    uint8_t *pixels = image_read(path, &width, &height);
    if (!pixels)
        fprintf(stderr, "%s: %s\n", path, error);
    assert_non_null(pixels);
    image im = image_make(HPYR_FORMAT_RGBA8, HPYR_CHANNEL_GREEN, width, height, 1);
    memcpy(im.pixels, pixels, (size_t)width * height * 4);
    free(pixels);
    image_upload(&im);
    return im;
}
