/* corners.c - images, their features on the GPU, and those of the oracle.  SPDX-License-Identifier: MIT */
#include "corners.h"

#include "fetches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

hpyr_features *make_features(env *e, const hpyr_features_desc *desc) {
    hpyr_features *features = NULL;
    OK(e, hpyr_features_create(e->context, desc, &features));
    assert_non_null(features);
    return features;
}

void free_features(env *e, hpyr_features *features) {
    CALL_VOID(e, hpyr_features_destroy(features));
}

image photograph(int number) {
    image im = kind_photo(number);
    im.texture.channel = HPYR_CHANNEL_DEFAULT;
    return im;
}

hpyr_ref_field_2d field_make(uint32_t width, uint32_t height, uint32_t layers) {
    hpyr_ref_field_2d field = {NULL, width, height, layers};
    field.numbers = make_zeros((size_t)width * height * layers, sizeof *field.numbers);
    return field;
}

static double half_float(uint16_t bits) {
    const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    const double value = exponent ? ldexp(1024 + mantissa, exponent - 25) : ldexp(mantissa, -24);
    return bits & 0x8000 ? -value : value;
}

static double channel_at(const image *im, size_t i, int channel) {
    const size_t at = i * (size_t)format_channels(im->ref.format) + (size_t)channel;
    switch (im->ref.format) {
    case HPYR_FORMAT_R8:
    case HPYR_FORMAT_RGBA8:
        return ((const uint8_t *)im->pixels)[at] / 255.0;
    case HPYR_FORMAT_R16:
        return ((const uint16_t *)im->pixels)[at] / 65535.0;
    case HPYR_FORMAT_R16F:
        return half_float(((const uint16_t *)im->pixels)[at]);
    default:
        return (double)((const float *)im->pixels)[at];
    }
}

static double gray_at(const image *im, size_t i) {
    const hpyr_channel channel = im->texture.channel;
    if (format_channels(im->ref.format) == 1)
        return channel_at(im, i, 0);
    if (channel)
        return channel_at(im, i, (int)channel - 1);
    if (im->ref.format == HPYR_FORMAT_RGBA8)
        return answer_luminance((const uint8_t *)im->pixels + 4 * i) / 255.0;
    return 0.299 * channel_at(im, i, 0) + 0.587 * channel_at(im, i, 1) + 0.114 * channel_at(im, i, 2);
}

hpyr_ref_field_2d gray_of(const image *im) {
    hpyr_ref_field_2d gray = field_make(im->ref.width, im->ref.height, 1);
    for (size_t i = 0; i < (size_t)gray.width * gray.height; i++)
        gray.numbers[i] = gray_at(im, i);
    return gray;
}

/* The responses of the GPU; the texture may be larger than the image. */
static hpyr_ref_field_2d fetch_responses(env *e, const hpyr_features *features, const image *im) {
    hpyr_texture texture;
    OK(e, hpyr_features_responses(features, &texture));
    const fetch_source source = {.target = texture.target,
                                 .name = texture.name,
                                 .width = texture.width,
                                 .height = texture.height,
                                 .depth = texture.depth};
    hpyr_ref_field_2d field = field_make(im->ref.width, im->ref.height, texture.depth);
    SCOPED(free_memory) float *all = make_room((size_t)texture.width * texture.height * texture.depth * sizeof *all);
    fetch_texels(&source, GL_RED, GL_FLOAT, all);
    for (uint32_t z = 0; z < texture.depth; z++)
        for (uint32_t y = 0; y < field.height; y++)
            for (uint32_t x = 0; x < field.width; x++)
                field.numbers[((size_t)z * field.height + y) * field.width + x] =
                    (double)all[((size_t)z * texture.height + y) * texture.width + x];
    return field;
}

sight sight_make(env *e, hpyr_features *features, const image *im) {
    sight s = {.desc = hpyr_features_resolved(features), .gray = gray_of(im)};
    hpyr_report report;
    s.expected = field_make(im->ref.width, im->ref.height, s.desc->scales ? s.desc->scales : 1);
    assert_int_equal(hpyr_ref_features_respond(s.desc, &s.gray, &s.expected), HPYR_OK);
    OK(e, hpyr_features_detect(features, &im->texture));
    OK(e, hpyr_features_count(features, &s.count));
    s.responses = fetch_responses(e, features, im);
    s.found = make_room(((size_t)s.count + 1) * sizeof *s.found);
    OK(e, hpyr_features_download(features, 0, HPYR_ALL, s.found, s.count, &report));
    assert_int_equal(report.written, s.count);
    assert_int_equal(report.total, s.count);
    return s;
}

void sight_free(sight *s) {
    free(s->gray.numbers);
    free(s->expected.numbers);
    free(s->responses.numbers);
    free(s->found);
}

static double strongest_of(const hpyr_ref_field_2d *field) {
    double strongest = 0;
    for (size_t i = 0; i < (size_t)field->width * field->height * field->layers; i++)
        strongest = fmax(strongest, field->numbers[i]);
    return strongest;
}

static void check_responses(const sight *s, const char *what) {
    const double strongest = strongest_of(&s->expected);
    const double rounding = s->desc->scales ? 1e-6 / (s->desc->ratio - 1) : 0; /* of sums, in a difference */
    const double tolerance = (s->desc->scales ? 5e-5 : 1e-5) * strongest + rounding;
    for (size_t i = 0; i < (size_t)s->expected.width * s->expected.height * s->expected.layers; i++) {
        if (!(fabs(s->responses.numbers[i] - s->expected.numbers[i]) <= tolerance))
            fail_msg(
                "%s: the response of pixel (%zu, %zu) of layer %zu of %ux%u is %.9g, not %.9g; the strongest is %g",
                what, i % s->expected.width, i / s->expected.width % s->expected.height,
                i / s->expected.width / s->expected.height, s->expected.width, s->expected.height,
                s->responses.numbers[i], s->expected.numbers[i], strongest);
        runner_checks++;
    }
}

static void check_feature(const hpyr_feature *found, const hpyr_feature *expected, uint32_t i, const char *what) {
    if (found->x != expected->x || found->y != expected->y || found->response != expected->response ||
        !(fabs((double)found->offset[0] - (double)expected->offset[0]) <= 1e-3) ||
        !(fabs((double)found->offset[1] - (double)expected->offset[1]) <= 1e-3) ||
        !(fabs((double)found->scale - (double)expected->scale) <= 1e-3 * (double)expected->scale))
        fail_msg("%s: feature %u is (%u, %u) %.9g, offset %g %g, scale %g; not (%u, %u) %.9g, %g %g, %g", what, i,
                 found->x, found->y, (double)found->response, (double)found->offset[0], (double)found->offset[1],
                 (double)found->scale, expected->x, expected->y, (double)expected->response,
                 (double)expected->offset[0], (double)expected->offset[1], (double)expected->scale);
    runner_checks++;
}

static bool is_same(const hpyr_feature *a, const hpyr_feature *b) {
    return a->x == b->x && a->y == b->y && a->response == b->response;
}

/* What the oracle finds in the responses of the GPU. To be freed. */
static hpyr_feature *find_features(const sight *s, hpyr_features_desc desc, double more, uint32_t *count) {
    hpyr_feature *found = NULL;
    desc.edge_ratio *= (float)more;
    /* The GPU rounds the limit to a float. */
    if (desc.threshold == 0)
        desc.threshold = desc.quality * (float)strongest_of(&s->responses);
    hpyr_ref_features_find(&desc, &s->responses, NULL, 0, count);
    found = make_room(((size_t)*count + 1) * sizeof *found);
    assert_int_equal(hpyr_ref_features_find(&desc, &s->responses, found, *count, count), HPYR_OK);
    return found;
}

/* Rounding decides whether a ratio of curvatures is the largest one that is allowed. So the oracle finds features twice: those that may be
 * there, and those of them that must. */
void sight_check(const sight *s, const char *what) {
    uint32_t possible, sure, found = 0, passed = 0;
    check_responses(s, what);
    SCOPED(free_memory) hpyr_feature *all = find_features(s, *s->desc, 1.001, &possible);
    SCOPED(free_memory) hpyr_feature *must = find_features(s, *s->desc, 0.999, &sure);
    for (uint32_t i = 0; i < possible; i++) {
        const bool is_sure = passed < sure && is_same(&must[passed], &all[i]);
        passed += is_sure;
        if (found < s->count && (is_sure || is_same(&s->found[found], &all[i]))) {
            check_feature(&s->found[found], &all[i], found, what);
            found++;
        } else if (is_sure) {
            fail_msg("%s: feature (%u, %u) of %ux%u is missing", what, all[i].x, all[i].y, s->gray.width,
                     s->gray.height);
        }
    }
    if (found != s->count)
        fail_msg("%s: %u features in %ux%u, not %u", what, s->count, s->gray.width, s->gray.height, found);
}
