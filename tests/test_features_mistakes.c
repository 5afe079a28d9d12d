/* test_features_mistakes.c - what a caller of features can do wrong, one argument at a time: each is told, and nothing is written.
 * SPDX-License-Identifier: MIT */
#include "corners.h"
#include "lists.h"
#include "mistakes.h"

#include <math.h>
#include <string.h>

enum { SIDE = 24, NOBODY = 12345 /* no object's name */ };

static image noise_image(hpyr_format format) {
    image im = image_make(format, HPYR_CHANNEL_RED, SIDE, SIDE, 1);
    if (format != HPYR_FORMAT_R32F && format != HPYR_FORMAT_RGBA32F)
        image_scramble(&im, 5);
    image_upload(&im);
    return im;
}

/* ---- descriptors ---- */

MISTAKES_OF_CREATE(features, hpyr_features_bytes(e->context, wrong) == 0)

#define DESC(error, ...) WRONG(error, hpyr_features_desc, __VA_ARGS__)
#define INVALID(...)     DESC(INVALID_ARGUMENT, __VA_ARGS__)

GPU_TEST(wrong_descriptors_are_refused) {
    const hpyr_features_desc good = {.width = 5, .height = 5},
                             with_threshold = {.width = 5, .height = 5, .threshold = 1},
                             shi_tomasi = {.width = 5, .height = 5, .detector = HPYR_DETECTOR_SHI_TOMASI},
                             blobs = {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB},
                             wide_blobs = {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB, .scale = 12.07f};
    const mistake of_good[] = {INVALID(width, 0),
                               INVALID(height, 0),
                               INVALID(detector, (hpyr_detector)4),
                               INVALID(detector, (hpyr_detector)-1),
                               INVALID(threshold, -1),
                               INVALID(threshold, NAN),
                               INVALID(threshold, INFINITY),
                               INVALID(quality, 1.01f),
                               INVALID(quality, -0.1f),
                               INVALID(quality, NAN),
                               INVALID(window, 4),
                               INVALID(window, 7),
                               INVALID(window, 1),
                               INVALID(block_size, 4),
                               INVALID(block_size, 9),
                               INVALID(block_size, 1),
                               INVALID(harris_k, 0.25f),
                               INVALID(harris_k, -0.1f),
                               INVALID(harris_k, NAN),
                               INVALID(scales, 3),
                               INVALID(scale, 2),
                               INVALID(ratio, 1.5),
                               INVALID(polarity, HPYR_POLARITY_BOTH),
                               INVALID(edge_ratio, 10)};
    const mistake of_blobs[] = {INVALID(window, 5),       INVALID(block_size, 3),   INVALID(harris_k, 0.04),
                                INVALID(scales, 17),      INVALID(scale, 0.4f),     INVALID(scale, NAN),
                                INVALID(scale, 80),       INVALID(ratio, 1.05f),    INVALID(ratio, 2.1f),
                                INVALID(ratio, INFINITY), INVALID(scales, 10),      INVALID(polarity, (hpyr_polarity)4),
                                INVALID(edge_ratio, 1),   INVALID(edge_ratio, -10), INVALID(edge_ratio, NAN)};
    const mistake of_threshold[] = {INVALID(quality, 0.5f)}, of_shi_tomasi[] = {INVALID(harris_k, 0.04)},
                  of_wide_blobs[] = {INVALID(scales, 5)};
    CHECK_MISTAKES(e, of_good, &good, refuse_features, NULL);
    CHECK_MISTAKES(e, of_threshold, &with_threshold, refuse_features, NULL);
    CHECK_MISTAKES(e, of_shi_tomasi, &shi_tomasi, refuse_features, NULL);
    CHECK_MISTAKES(e, of_blobs, &blobs, refuse_features, NULL);
    CHECK_MISTAKES(e, of_wide_blobs, &wide_blobs, refuse_features, NULL);
    refuse_no_features(e, &good);
    assert_int_equal(hpyr_features_bytes(e->context, NULL), 0);
}

/* 84 bytes of textures per pixel, and 4 of a buffer for rows. Bits of all sizes are in a pyramid, responses of parts of 16 x 16 pixels
 * in lists. A number that overflows would be 0, or too small. */
static void check_largest_bytes(const hpyr_features_desc *largest) {
    const uint64_t pixels = (uint64_t)largest->width * largest->height;
    const hpyr_pyramid_desc pyramid = {.width = largest->width,
                                       .height = largest->height,
                                       .depth = largest->scales,
                                       .layout = HPYR_LAYOUT_BITS,
                                       .order = HPYR_ORDER_COLUMN,
                                       .max_count = 1};
    const hpyr_lists_desc lists = {.capacity = (uint32_t)(pixels / (16 * 16) * largest->scales),
                                   .operations = HPYR_LIST_OPERATION_SCAN | HPYR_LIST_OPERATION_SORT};
    const uint64_t in_pyramid = hpyr_pyramid_bytes(NULL, &pyramid), in_lists = hpyr_lists_bytes(NULL, &lists);
    assert_true(in_pyramid > pixels * largest->scales / 8);
    assert_true(in_lists > (uint64_t)lists.capacity * 4);
    assert_true(hpyr_features_bytes(NULL, largest) > pixels * 88 + in_pyramid + in_lists);
}

GPU_TEST(large_descriptors_are_refused) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    const hpyr_features_desc good = {.width = 4, .height = 4};
    const mistake rows[] = {DESC(TOO_LARGE, width, caps->max_texture_size + 1),
                            DESC(TOO_LARGE, height, caps->max_texture_size + 1),
                            DESC(TOO_LARGE, capacity, caps->max_list_length / 2 + 1)};
    CHECK_MISTAKES(e, rows, &good, refuse_features, NULL);
    /* Without a context, sizes that no GL has must not overflow. */
    const hpyr_features_desc largest = {.width = 65536,
                                        .height = 65536,
                                        .capacity = 1u << 27,
                                        .detector = HPYR_DETECTOR_BLOB,
                                        .scales = 16,
                                        .ratio = 1.1f},
                             absurd[] = {{.width = UINT32_MAX, .height = 4},
                                         {.width = 4, .height = UINT32_MAX},
                                         {.width = 4, .height = 4, .capacity = UINT32_MAX}};
    check_largest_bytes(&largest);
    for (size_t i = 0; i < LENGTH(absurd); i++)
        assert_int_equal(hpyr_features_bytes(NULL, &absurd[i]), 0);
}

GPU_TEST(defaults_are_filled_in) {
    const hpyr_features_desc expected[] = {
        {10, 9, 16384, HPYR_DETECTOR_HARRIS, 0, 0.01, 3, 3, 0.04, 0, 0, 0, HPYR_POLARITY_DEFAULT, 0},
        {10, 9, 16384, HPYR_DETECTOR_SHI_TOMASI, 0.5f, 0, 3, 3, 0, 0, 0, 0, HPYR_POLARITY_DEFAULT, 0},
        {10, 9, 7, HPYR_DETECTOR_BLOB, 0, 0.01, 3, 0, 0, 2, 1.5, 1.6, HPYR_POLARITY_BOTH, 10},
        {900, 203, 7, HPYR_DETECTOR_BLOB, 0, 0.01, 3, 0, 0, 8, 1.5, 1.6, HPYR_POLARITY_BOTH, 10},
        {256, 300, 7, HPYR_DETECTOR_BLOB, 0, 0.01, 3, 0, 0, 9, 1.5, 1.6, HPYR_POLARITY_BOTH, INFINITY},
        {300, 256, 7, HPYR_DETECTOR_BLOB, 0, 0.01, 3, 0, 0, 6, 2, 2, HPYR_POLARITY_DARK, 2},
        {300, 256, 7, HPYR_DETECTOR_BLOB, 0, 0.01, 3, 0, 0, 16, 1.5, 1.1f, HPYR_POLARITY_BOTH, 10},
        {3, 300, 7, HPYR_DETECTOR_BLOB, 0, 0.01, 3, 0, 0, 1, 60, 1.6, HPYR_POLARITY_BOTH, 10}};
    const hpyr_features_desc given[] = {
        {.width = 10, .height = 9},
        {.width = 10, .height = 9, .detector = HPYR_DETECTOR_SHI_TOMASI, .threshold = 0.5f},
        {.width = 10, .height = 9, .detector = HPYR_DETECTOR_BLOB, .capacity = 7},
        {.width = 900, .height = 203, .detector = HPYR_DETECTOR_BLOB, .capacity = 7},
        {.width = 256, .height = 300, .detector = HPYR_DETECTOR_BLOB, .capacity = 7, .edge_ratio = INFINITY},
        {.width = 300,
         .height = 256,
         .detector = HPYR_DETECTOR_BLOB,
         .capacity = 7,
         .scale = 2,
         .ratio = 2,
         .polarity = HPYR_POLARITY_DARK,
         .edge_ratio = 2},
        {.width = 300, .height = 256, .detector = HPYR_DETECTOR_BLOB, .capacity = 7, .ratio = 1.1f},
        {.width = 3, .height = 300, .detector = HPYR_DETECTOR_BLOB, .capacity = 7, .scale = 60}};
    for (size_t i = 0; i < LENGTH(given); i++) {
        SCOPED(destroy_features) hpyr_features *features = make_features(e, &given[i]);
        assert_memory_equal(hpyr_features_resolved(features), &expected[i], sizeof expected[i]);
        assert_true(hpyr_features_bytes(e->context, &given[i]) > 1000);
        assert_true(hpyr_features_bytes(NULL, &given[i]) > 1000);
    }
    assert_null(hpyr_features_resolved(NULL));
    CALL_VOID(e, hpyr_features_destroy(NULL));
}

/* ---- images ---- */

static void check_no_features(env *e, hpyr_features *features) {
    hpyr_texture texture = {.name = 7};
    hpyr_report report;
    hpyr_feature record;
    uint32_t count = 7;
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_features_count(features, &count));
    assert_int_equal(count, 0);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_features_try_count(features, &count));
    memset(&report, 7, sizeof report);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_features_download(features, 0, 1, &record, 1, &report));
    assert_int_equal(report.written + report.available + report.total, 0);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_features_extract_buffer(features, 0, 1, NOBODY, 0, NULL));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_features_responses(features, &texture));
    assert_int_equal(texture.name, 0);
}

static void check_detect(env *e, void *features, const mistake *m, const void *texture) {
    TOLD(e, m, hpyr_features_detect(features, texture));
    check_no_features(e, features);
}

#define TEXTURE(error, ...) WRONG(error, hpyr_texture, __VA_ARGS__)

GPU_TEST(wrong_images_are_refused) {
    SCOPED(destroy_features)
    hpyr_features *features = make_features(e, &(hpyr_features_desc){.width = SIDE, .height = SIDE});
    SCOPED(destroy_features)
    hpyr_features *small = make_features(e, &(hpyr_features_desc){.width = SIDE, .height = SIDE - 1});
    SCOPED(image_free)
    image im = noise_image(HPYR_FORMAT_R8), numbers = noise_image(HPYR_FORMAT_R8UI),
          vectors = noise_image(HPYR_FORMAT_RGB32F),
          layers = image_make(HPYR_FORMAT_R8, HPYR_CHANNEL_RED, SIDE, SIDE, 2);
    image_upload_to(&layers, GL_TEXTURE_2D_ARRAY, 0);
    const mistake rows[] = {TEXTURE(TEXTURE, width, SIDE - 1),
                            TEXTURE(TEXTURE, name, NOBODY),
                            TEXTURE(TEXTURE, format, HPYR_FORMAT_R32F),
                            TEXTURE(INVALID_ARGUMENT, channel, HPYR_CHANNEL_GREEN),
                            TEXTURE(INVALID_ARGUMENT, channel, (hpyr_channel)9),
                            WRONG_WHOLE(TEXTURE, hpyr_texture, numbers.texture),
                            WRONG_WHOLE_TOLD(TEXTURE, "RGB32F;", hpyr_texture, vectors.texture),
                            WRONG_WHOLE(TEXTURE, hpyr_texture, layers.texture)};
    const mistake of_small[] = {WRONG_WHOLE(TEXTURE, hpyr_texture, im.texture)};
    check_no_features(e, features);
    CHECK_MISTAKES(e, rows, &im.texture, check_detect, features);
    CHECK_MISTAKES(e, of_small, &im.texture, check_detect, small);
    REFUSED(e, hpyr_features_detect(features, NULL));
    REFUSED(e, hpyr_features_detect(NULL, &im.texture));
    OK(e, hpyr_features_detect(features, &im.texture));
}

/* ---- destinations ---- */

GPU_TEST(wrong_destinations_are_refused) {
    SCOPED(destroy_features)
    hpyr_features *features = make_features(e, &(hpyr_features_desc){.width = SIDE, .height = SIDE});
    SCOPED(image_free) image im = noise_image(HPYR_FORMAT_R8);
    SCOPED(stored_free) stored out = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, NULL, 60);
    const uint32_t buffer = out.list.buffer;
    uint32_t count = 0;
    OK(e, hpyr_features_detect(features, &im.texture));
    OK(e, hpyr_features_count(features, &count));
    assert_true(count > 2);
    REFUSED(e, hpyr_features_extract_buffer(features, 0, 1, buffer, 2, NULL));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_features_extract_buffer(features, 0, 1, NOBODY, 0, NULL));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_features_extract_buffer(features, 0, 1, 0, 0, NULL));
    EXPECT(e, HPYR_TRUNCATED, hpyr_features_extract_buffer(features, 0, 1, buffer, 240 - 20, NULL));
    EXPECT(e, HPYR_TRUNCATED, hpyr_features_extract_buffer(features, 0, 1, buffer, UINT64_MAX - 3, NULL));
    set_mapped(buffer, true);
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_features_extract_buffer(features, 0, 1, buffer, 0, NULL));
    set_mapped(buffer, false);
    REFUSED(e, hpyr_features_download(features, 0, 1, NULL, 1, NULL));
    EXPECT(e, HPYR_TRUNCATED, hpyr_features_download(features, 0, 1, NULL, 0, NULL));
    REFUSED(e, hpyr_features_count(features, NULL));
    REFUSED(e, hpyr_features_responses(features, NULL));
    count = 77;
    REFUSED(e, hpyr_features_count(NULL, &count));
    assert_int_equal(count, 0);
    REFUSED(e, hpyr_features_download(NULL, 0, 1, NULL, 0, NULL));
    REFUSED(e, hpyr_features_extract_buffer(NULL, 0, 1, buffer, 0, NULL));
    stored_check_untouched(&out, "a mistake");
}
