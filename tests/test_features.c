/* test_features.c - corners and blobs that the GPU finds: responses are the oracle's, and so is the list.
 * SPDX-License-Identifier: MIT */
#include "corners.h"
#include "fetches.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- random images ---- */

typedef struct size {
    uint32_t width, height;
} size;

static const size sizes[] = {{1, 1}, {1, 7}, {5, 1}, {3, 2}, {5, 7}, {16, 16}, {17, 9}, {33, 31}, {64, 48}, {70, 45}};

static void check_random(env *e, hpyr_features *features, hpyr_format format, hpyr_channel channel, size s,
                         uint64_t seed) {
    char what[128];
    SCOPED(image_free) image im = image_make(format, channel, s.width, s.height, 1);
    if (format == HPYR_FORMAT_R8 || format == HPYR_FORMAT_RGBA8 || format == HPYR_FORMAT_R16) {
        image_scramble(&im, seed);
    } else {
        const size_t numbers = (size_t)s.width * s.height * (size_t)format_channels(format);
        for (size_t i = 0; i < numbers; i++) {
            const uint32_t number = random_below(&seed, 1025);
            if (format == HPYR_FORMAT_R16F)
                ((uint16_t *)im.pixels)[i] = (uint16_t)(0x2C00 + number); /* 1/16 .. 1/8 */
            else
                ((float *)im.pixels)[i] = (float)number / 512 - 1;
        }
    }
    image_upload(&im);
    im.texture.channel = channel;
    SCOPED(sight_free) sight found = sight_make(e, features, &im);
    snprintf(what, sizeof what, "format %d, channel %d, detector %d, block %u, window %u", (int)format, (int)channel,
             (int)found.desc->detector, found.desc->block_size, found.desc->window);
    sight_check(&found, what);
}

/* Every detector in every size, each in one format; and every format. */
static void check_detector(env *e, const hpyr_features_desc *given, uint64_t seed) {
    static const hpyr_format formats[] = {HPYR_FORMAT_R8,   HPYR_FORMAT_RGBA8,   HPYR_FORMAT_R32F,
                                          HPYR_FORMAT_R16F, HPYR_FORMAT_RGBA32F, HPYR_FORMAT_R16};
    hpyr_features_desc desc = *given;
    desc.width = 70;
    desc.height = 48;
    SCOPED(destroy_features) hpyr_features *features = make_features(e, &desc);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        const hpyr_format format = formats[(i + seed) % (e->es ? 5 : 6)];
        const bool has_four = format_channels(format) == 4;
        if ((e->small || e->hostile) && i % 3 != seed % 3)
            continue;
        check_random(e, features, format, has_four ? (hpyr_channel)((i + seed) % 5) : HPYR_CHANNEL_DEFAULT, sizes[i],
                     seed * 100 + i);
    }
}

GPU_TEST(shi_tomasi_equals_the_oracle) {
    const hpyr_features_desc descs[] = {{.detector = HPYR_DETECTOR_SHI_TOMASI},
                                        {.detector = HPYR_DETECTOR_SHI_TOMASI, .window = 5, .quality = 1e-6f},
                                        {.detector = HPYR_DETECTOR_SHI_TOMASI, .block_size = 5, .threshold = 0.01f},
                                        {.detector = HPYR_DETECTOR_SHI_TOMASI, .block_size = 7, .quality = 0.3f}};
    for (size_t i = 0; i < LENGTH(descs); i++)
        check_detector(e, &descs[i], i);
}

GPU_TEST(harris_equals_the_oracle) {
    const hpyr_features_desc descs[] = {{.quality = 0},
                                        {.window = 5, .block_size = 5, .harris_k = 0.06f, .quality = 1e-5f}};
    for (size_t i = 0; i < LENGTH(descs); i++)
        check_detector(e, &descs[i], i + 4);
}

GPU_TEST(blobs_equal_the_oracle) {
    const hpyr_features_desc descs[] = {
        {.detector = HPYR_DETECTOR_BLOB},
        {.detector = HPYR_DETECTOR_BLOB, .scales = 1, .scale = 0.7f, .polarity = HPYR_POLARITY_BRIGHT, .quality = 0.1f},
        {.detector = HPYR_DETECTOR_BLOB, .scales = 7, .scale = 1, .ratio = 1.3f, .polarity = HPYR_POLARITY_DARK},
        {.detector = HPYR_DETECTOR_BLOB, .scales = 5, .scale = 12, .edge_ratio = INFINITY},
        {.detector = HPYR_DETECTOR_BLOB, .scales = 5, .ratio = 2, .edge_ratio = 1.5f},
        {.detector = HPYR_DETECTOR_BLOB, .scales = 1, .scale = 95, .ratio = 1.1f}}; /* nearly the largest radius */
    for (size_t i = 0; i < LENGTH(descs); i++)
        check_detector(e, &descs[i], i + 6);
}

/* ---- pixels that are not finite ---- */

enum { SPOILED_SIDE = 121, SPOILED = 60 };

static image spoiled_image(float spoiler, uint64_t seed) {
    image im = image_make(HPYR_FORMAT_R32F, HPYR_CHANNEL_DEFAULT, SPOILED_SIDE, SPOILED_SIDE, 1);
    for (size_t i = 0; i < (size_t)SPOILED_SIDE * SPOILED_SIDE; i++)
        ((float *)im.pixels)[i] = (float)random_below(&seed, 1025) / 512 - 1;
    ((float *)im.pixels)[SPOILED * SPOILED_SIDE + SPOILED] = spoiler;
    image_upload(&im);
    return im;
}

/* Farther from the spoiled pixel than Gaussians reach, responses may be missing, up to the distance that features.h tells. There the
 * GPU's own ones stand in for the oracle's. */
static void forgive_missing(const sight *s) {
    const hpyr_ref_field_2d *f = &s->expected;
    const double ratio = s->desc->ratio;
    for (uint32_t z = 0; z < f->layers; z++) {
        const double near = 4.5 * s->desc->scale * pow(ratio, z + 0.5);
        const double far = near * sqrt((ratio + 1) / (ratio - 1)) + 4 * (z + 2) + 3;
        for (uint32_t i = 0; i < f->width * f->height; i++) {
            const int across = abs((int)(i % f->width) - SPOILED), along = abs((int)(i / f->width) - SPOILED);
            const double distance = across > along ? across : along;
            const size_t at = (size_t)z * f->width * f->height + i;
            if (distance <= near)
                f->numbers[at] = 0;
            else if (distance <= far && s->responses.numbers[at] == 0)
                f->numbers[at] = 0;
        }
    }
}

GPU_TEST_ONCE(what_is_not_finite_has_no_features) {
    const hpyr_features_desc descs[] = {
        {.detector = HPYR_DETECTOR_HARRIS},
        {.detector = HPYR_DETECTOR_SHI_TOMASI},
        {.detector = HPYR_DETECTOR_BLOB, .scales = 2, .scale = 1},
        {.detector = HPYR_DETECTOR_BLOB, .scales = 1, .scale = 1.5f},
    };
    const float spoilers[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < LENGTH(descs); i++) {
        hpyr_features_desc desc = descs[i];
        desc.width = desc.height = SPOILED_SIDE;
        SCOPED(destroy_features) hpyr_features *features = make_features(e, &desc);
        for (size_t k = 0; k < LENGTH(spoilers); k++) {
            char what[64];
            snprintf(what, sizeof what, "detector %d with a pixel of %g", (int)desc.detector, (double)spoilers[k]);
            SCOPED(image_free) image im = spoiled_image(spoilers[k], i * 3 + k + 1);
            SCOPED(sight_free) sight s = sight_make(e, features, &im);
            if (s.desc->scales)
                forgive_missing(&s);
            assert_true(s.count > 20);
            sight_check(&s, what);
        }
    }
}

/* Few different values, so that many responses are equal: plateaus, and ties of the order. */
GPU_TEST(ties_are_broken_as_promised) {
    const hpyr_features_desc desc = {
        .width = 61, .height = 50, .detector = HPYR_DETECTOR_SHI_TOMASI, .threshold = 1e-6f};
    SCOPED(destroy_features) hpyr_features *features = make_features(e, &desc);
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, HPYR_CHANNEL_RED, 61, 50, 1);
    for (uint32_t y = 0; y < 50; y++)
        for (uint32_t x = 0; x < 61; x++)
            image_set(&im, (size_t)y * 61 + x, (x / 7 + y / 6) % 2 ? 0.8 : 0);
    image_upload(&im);
    SCOPED(sight_free) sight found = sight_make(e, features, &im);
    assert_true(found.count > 30);
    sight_check(&found, "a chess board");
}

/* ---- photographs ---- */

static bool is_close_to_a_peak(const sight *s, const hpyr_feature *f, double limit, double tie) {
    const hpyr_ref_field_2d *r = &s->expected;
    double own = 0, largest = 0;
    for (uint32_t z = 0; z < r->layers; z++)
        own = fmax(own, r->numbers[((size_t)z * r->height + f->y) * r->width + f->x]);
    if (r->layers > 1) /* the layer is not in the record */
        return own >= limit - tie;
    for (int64_t y = (int64_t)f->y - 1; y <= (int64_t)f->y + 1; y++)
        for (int64_t x = (int64_t)f->x - 1; x <= (int64_t)f->x + 1; x++)
            if (x >= 0 && y >= 0 && x < r->width && y < r->height)
                largest = fmax(largest, r->numbers[(size_t)y * r->width + (size_t)x]);
    return own >= limit - tie && own >= largest - tie;
}

/* The same set as that of the oracle's own responses, but for ties within 1e-5 of the strongest one. */
static void check_set(const sight *s, const char *what) {
    const uint32_t capacity = 65536;
    SCOPED(free_memory) hpyr_feature *expected = make_room(capacity * sizeof *expected);
    uint32_t count = 0, missing = 0;
    assert_int_equal(hpyr_ref_features_find(s->desc, &s->expected, expected, capacity, &count), HPYR_OK);
    assert_true(count > 20);
    const double strongest = (double)expected[0].response, limit = s->desc->quality * strongest, tie = 1e-5 * strongest;
    for (uint32_t i = 0; i < s->count; i++)
        if (!is_close_to_a_peak(s, &s->found[i], limit, tie))
            fail_msg("%s: (%u, %u) is no feature of the oracle's", what, s->found[i].x, s->found[i].y);
    for (uint32_t i = 0; i < count; i++) {
        bool is_found = false;
        for (uint32_t k = 0; k < s->count && !is_found; k++)
            is_found = s->found[k].x == expected[i].x && s->found[k].y == expected[i].y;
        missing += !is_found;
    }
    if (missing > count / 200 || s->count > count + count / 200)
        fail_msg("%s: %u of the oracle's %u features are missing in %u", what, missing, count, s->count);
}

GPU_TEST_ONCE(photographs_have_the_oracles_features) {
    for (size_t i = 0; i < KIND_PHOTOS; i++) {
        const hpyr_features_desc desc = {.width = 640,
                                         .height = 512,
                                         .detector = (hpyr_detector)(HPYR_DETECTOR_HARRIS + (i + 1) % 3),
                                         .scale = i == 1 ? 1.5f : 0,
                                         .scales = i == 1 ? 3 : 0};
        SCOPED(destroy_features) hpyr_features *features = make_features(e, &desc);
        SCOPED(image_free) image im = photograph((int)i);
        SCOPED(sight_free) sight found = sight_make(e, features, &im);
        sight_check(&found, kind_photo_names[i]);
        check_set(&found, kind_photo_names[i]);
    }
}

/* ---- known places ---- */

/* A Gaussian blob at a place between pixels: bright or dark on gray. */
static image blob_image(uint32_t side, double x, double y, double sigma, double height) {
    image im = image_make(HPYR_FORMAT_R32F, HPYR_CHANNEL_RED, side, side, 1);
    for (uint32_t j = 0; j < side; j++)
        for (uint32_t i = 0; i < side; i++) {
            const double dx = i - x, dy = j - y;
            image_set(&im, (size_t)j * side + i, 0.5 + height * exp(-(dx * dx + dy * dy) / (2 * sigma * sigma)));
        }
    image_upload(&im);
    return im;
}

GPU_TEST(blobs_are_found_between_pixels_and_sizes) {
    const double places[][4] = {
        {30.3, 28.8, 3.2, 0.4}, {25.75, 33.5, 4.1, -0.3}, {31, 31, 5.12, 0.5}, {33.4, 20.1, 2.6, 0.2}};
    const hpyr_features_desc desc = {.width = 64, .height = 64, .detector = HPYR_DETECTOR_BLOB, .quality = 0.5f};
    SCOPED(destroy_features) hpyr_features *features = make_features(e, &desc);
    for (size_t i = 0; i < LENGTH(places); i++) {
        const double *p = places[i];
        SCOPED(image_free) image im = blob_image(64, p[0], p[1], p[2], p[3]);
        hpyr_feature f;
        uint32_t count = 0;
        OK(e, hpyr_features_detect(features, &im.texture));
        OK(e, hpyr_features_count(features, &count));
        assert_int_equal(count, 1);
        OK(e, hpyr_features_download(features, 0, 1, &f, 1, NULL));
        const double x = f.x + (double)f.offset[0], y = f.y + (double)f.offset[1], scale = (double)f.scale;
        if (!(fabs(x - p[0]) < 0.05 && fabs(y - p[1]) < 0.05 && fabs(scale - p[2]) < 0.1 * p[2]))
            fail_msg("a blob at %g %g of size %g is found at %g %g with %g", p[0], p[1], p[2], x, y, scale);
    }
}

/* Between pixels the ridge of a slanted bar has several largest responses, which are no features unless each ratio of curvatures is
 * allowed. */
GPU_TEST(bars_are_no_blobs) {
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R32F, HPYR_CHANNEL_RED, 96, 96, 1);
    for (int i = 0; i < 96 * 96; i++) {
        const double x = i % 96 - 48, y = floor(i / 96.0) - 40, along = 0.6 * x + 0.8 * y, across = 0.8 * x - 0.6 * y;
        image_set(&im, (size_t)i, exp(-across * across / 18 - along * along / 1800));
    }
    image_upload(&im);
    for (int allowed = 0; allowed < 2; allowed++) {
        const hpyr_features_desc desc = {.width = 96,
                                         .height = 96,
                                         .detector = HPYR_DETECTOR_BLOB,
                                         .quality = 0.8f,
                                         .polarity = HPYR_POLARITY_BRIGHT,
                                         .edge_ratio = allowed ? INFINITY : 0};
        SCOPED(destroy_features) hpyr_features *features = make_features(e, &desc);
        uint32_t count = 7;
        OK(e, hpyr_features_detect(features, &im.texture));
        OK(e, hpyr_features_count(features, &count));
        assert_true(allowed ? count > 0 : count == 0);
    }
}

/* A spot that is as large as the block has its corner in its middle. */
GPU_TEST(corners_are_found_between_pixels) {
    for (int detector = HPYR_DETECTOR_HARRIS; detector <= HPYR_DETECTOR_SHI_TOMASI; detector++) {
        const hpyr_features_desc desc = {
            .width = 40, .height = 40, .detector = (hpyr_detector)detector, .block_size = 7, .quality = 0.9f};
        SCOPED(destroy_features) hpyr_features *features = make_features(e, &desc);
        for (int step = 0; step <= 4; step++) {
            const double places[2] = {20 + 0.2 * step, 17.1 - 0.1 * step};
            SCOPED(image_free) image im = blob_image(40, places[0], places[1], 1.5, 0.5);
            hpyr_feature f = {0};
            hpyr_report report;
            OK(e, hpyr_features_detect(features, &im.texture));
            OK(e, hpyr_features_download(features, 0, 1, &f, 1, &report));
            const double x = f.x + (double)f.offset[0], y = f.y + (double)f.offset[1];
            if (report.written != 1 || !(fabs(x - places[0]) < 0.1 && fabs(y - places[1]) < 0.1))
                fail_msg("detector %d: a corner at %g %g is found at %g %g", detector, places[0], places[1], x, y);
        }
    }
}

/* ---- ranges, room and nothing ---- */

/* One color, or no color at all, in any size. */
GPU_TEST(flat_images_have_none) {
    static const struct {
        size size;
        hpyr_format format;
        float number;
    } rows[] = {{{37, 21}, HPYR_FORMAT_R8, 0.3f},      {{1, 1}, HPYR_FORMAT_R8, 0.3f},
                {{3, 2}, HPYR_FORMAT_RGBA8, 0.3f},     {{37, 21}, HPYR_FORMAT_R32F, 1e9f},
                {{37, 21}, HPYR_FORMAT_R32F, 3e38f},   {{37, 21}, HPYR_FORMAT_R32F, INFINITY},
                {{3, 2}, HPYR_FORMAT_R32F, -INFINITY}, {{1, 1}, HPYR_FORMAT_R32F, NAN},
                {{37, 21}, HPYR_FORMAT_RGBA32F, NAN}};
    for (int detector = HPYR_DETECTOR_HARRIS; detector <= HPYR_DETECTOR_BLOB; detector++) {
        const hpyr_features_desc desc = {.width = 37, .height = 21, .detector = (hpyr_detector)detector};
        SCOPED(destroy_features) hpyr_features *features = make_features(e, &desc);
        for (size_t i = 0; i < LENGTH(rows); i++) {
            const size_t pixels = (size_t)rows[i].size.width * rows[i].size.height;
            SCOPED(image_free)
            image im = image_make(rows[i].format, HPYR_CHANNEL_RED, rows[i].size.width, rows[i].size.height, 1);
            hpyr_report report = {1, 1, 1};
            uint32_t count = 1;
            for (size_t k = 0; k < pixels; k++)
                image_set(&im, k, (double)rows[i].number);
            image_upload(&im);
            OK(e, hpyr_features_detect(features, &im.texture));
            OK(e, hpyr_features_count(features, &count));
            assert_int_equal(count, 0);
            OK(e, hpyr_features_download(features, 0, HPYR_ALL, NULL, 0, &report));
            assert_int_equal(report.written + report.available + report.total, 0);
        }
    }
}

static void write_into(env *e, hpyr_features *features, hpyr_result expected, uint32_t first, uint32_t count,
                       uint32_t words, uint32_t offset, hpyr_report *report, uint32_t *out) {
    memset(out, 0x5A, words * sizeof *out);
    GLuint buffer = buffer_of(out, words * sizeof *out);
    EXPECT(e, expected, hpyr_features_extract_buffer(features, first, count, buffer, offset * sizeof *out, report));
    fetch_buffer(buffer, 0, words * sizeof *out, out);
    glDeleteBuffers(1, &buffer);
    for (uint32_t i = 0; i < words; i++)
        if (i < offset || i >= offset + 6 * report->written)
            assert_int_equal(out[i], 0x5A5A5A5A);
}

GPU_TEST(any_range_goes_to_a_buffer) {
    const hpyr_features_desc desc = {.width = 64, .height = 64, .detector = HPYR_DETECTOR_SHI_TOMASI, .quality = 1e-4f};
    SCOPED(destroy_features) hpyr_features *features = make_features(e, &desc);
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, HPYR_CHANNEL_RED, 64, 64, 1);
    static uint32_t words[8192];
    hpyr_report report;
    image_scramble(&im, 3);
    image_upload(&im);
    SCOPED(sight_free) sight s = sight_make(e, features, &im);
    assert_true(s.count > 100 && 6 * s.count < 8000);
    const uint32_t ranges[][3] = {{0, 1, 0},       {0, 7, 3}, {5, 12, 1}, {1, 2, 5}, {s.count - 3, HPYR_ALL, 2},
                                  {0, HPYR_ALL, 4}};
    for (size_t i = 0; i < LENGTH(ranges); i++) {
        const uint32_t first = ranges[i][0], left = s.count - first, offset = ranges[i][2];
        const uint32_t expected = ranges[i][1] < left ? ranges[i][1] : left;
        write_into(e, features, HPYR_OK, first, ranges[i][1], offset + 6 * expected + 5, offset, &report, words);
        assert_int_equal(report.written, expected);
        assert_int_equal(report.total, s.count);
        assert_memory_equal(words + offset, &s.found[first], expected * sizeof *s.found);
    }
    write_into(e, features, HPYR_TRUNCATED, 2, 30, 4 + 6 * 9 + 5, 4, &report, words);
    assert_true(report.written == 9 && report.available == 30);
    assert_memory_equal(words + 4, &s.found[2], 9 * sizeof *s.found);
    write_into(e, features, HPYR_OK, s.count, 30, 12, 0, &report, words);
    assert_true(report.written == 0 && report.available == 0);
}

/* Noise, or squares of few colors, which have few different responses. Both have more corners than are sorted at once. */
static image crowded_image(bool has_ties) {
    enum { CROWDED = 300 };
    image im = image_make(HPYR_FORMAT_R8, HPYR_CHANNEL_RED, CROWDED, CROWDED, 1);
    image_scramble(&im, 4);
    for (uint32_t i = 0; has_ties && i < CROWDED * CROWDED; i++) {
        const uint32_t x = i % CROWDED, y = i / CROWDED;
        image_set(&im, i, (x / 4 + y / 4) % 2 * (1 + (x / 60 + y / 60) % 3) / 4.0);
    }
    image_upload(&im);
    return im;
}

/* What is kept of the features of an image, of which `s` has all. */
static void check_kept(env *e, hpyr_features *features, const image *im, const sight *s, bool is_asked_for) {
    const uint32_t capacity = hpyr_features_resolved(features)->capacity,
                   kept = capacity < s->count ? capacity : s->count;
    const hpyr_result expected = capacity < s->count ? HPYR_INCOMPLETE : HPYR_OK;
    SCOPED(free_memory) hpyr_feature *records = make_room(((size_t)kept + 1) * sizeof *records);
    static uint32_t words[64];
    hpyr_report report;
    uint32_t count = 0;
    OK(e, hpyr_features_detect(features, &im->texture));
    const double start = clock_ms();
    while (is_asked_for && CALL(e, hpyr_features_try_count(features, &count)) == HPYR_NOT_READY &&
           clock_ms() - start < 10000)
        ;
    if (is_asked_for)
        assert_true(e->result == expected && count == s->count);
    for (int i = 0; i < 2; i++) {
        EXPECT(e, expected, hpyr_features_download(features, 0, HPYR_ALL, records, kept, &report));
        assert_true(report.written == kept && report.available == s->count && report.total == s->count);
        assert_memory_equal(records, s->found, kept * sizeof *records);
        EXPECT(e, expected, hpyr_features_count(features, &count));
        assert_int_equal(count, s->count);
    }
    const uint32_t first = kept > 5 ? kept - 5 : 0, some = kept - first < 3 ? kept - first : 3;
    write_into(e, features, expected, first, some, 64, 2, &report, words);
    assert_true(report.written == some && report.available == some && report.total == s->count);
    assert_memory_equal(words + 2, &s->found[first], some * sizeof *s->found);
    EXPECT(e, expected, hpyr_features_download(features, kept, 0, NULL, 0, &report));
}

/* With room for few, for all but one and for all; and of one object an image with fewer in between. */
GPU_TEST(the_strongest_stay) {
    const hpyr_features_desc descs[] = {
        {.detector = HPYR_DETECTOR_SHI_TOMASI, .quality = 1e-6f},
        {.detector = HPYR_DETECTOR_SHI_TOMASI, .quality = 1e-6f, .window = 5},
        {.detector = HPYR_DETECTOR_BLOB, .quality = 1e-6f, .scales = 2, .scale = 0.5f, .ratio = 1.3f}};
    for (size_t i = 0; i < 2 * LENGTH(descs); i++) {
        hpyr_features_desc desc = descs[i / 2];
        SCOPED(image_free) image im = crowded_image(i % 2), little = blob_image(64, 30.5, 30.5, 3, 0.5);
        desc.width = desc.height = im.ref.width;
        desc.capacity = 65536;
        SCOPED(destroy_features) hpyr_features *all = make_features(e, &desc);
        SCOPED(sight_free) sight s = sight_make(e, all, &im), few = sight_make(e, all, &little);
        sight_check(&s, "a crowd");
        const uint32_t capacities[] = {1, 2, 100, s.count - 1, s.count};
        for (size_t k = 0; k < LENGTH(capacities); k++) {
            desc.capacity = capacities[k];
            SCOPED(destroy_features) hpyr_features *features = make_features(e, &desc);
            check_kept(e, features, &im, &s, k % 2);
            check_kept(e, features, &little, &few, true);
            check_kept(e, features, &im, &s, true);
        }
    }
}

/* The number may be asked for without waiting, and a smaller image after a larger one leaves nothing of it. */
GPU_TEST(images_follow_one_another) {
    const hpyr_features_desc desc = {.width = 64, .height = 48};
    SCOPED(destroy_features) hpyr_features *features = make_features(e, &desc);
    for (uint64_t i = 0; i < 4; i++) {
        check_random(e, features, i == 2 ? HPYR_FORMAT_R32F : HPYR_FORMAT_R8, HPYR_CHANNEL_DEFAULT,
                     i % 2 ? (size){23, 11} : (size){64, 48}, i + 1);
        uint32_t count = 0, again = 0;
        const double start = clock_ms();
        while (CALL(e, hpyr_features_try_count(features, &count)) == HPYR_NOT_READY && clock_ms() - start < 10000)
            ;
        OK(e, hpyr_features_count(features, &again));
        assert_int_equal(count, again);
    }
}
