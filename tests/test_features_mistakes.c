/* test_features_mistakes.c - what a caller of features can do wrong, one argument at a time: each is told, and nothing is written.
 * SPDX-License-Identifier: MIT */
#include "corners.h"
#include "lists.h"

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

static void check_desc(env *e, hpyr_result expected, const hpyr_features_desc *desc) {
    hpyr_features *features = (hpyr_features *)e;
    EXPECT_TOLD(e, expected, "", hpyr_features_create(e->context, desc, &features));
    assert_null(features);
    assert_int_equal(hpyr_features_bytes(e->context, desc), 0);
}

GPU_TEST(wrong_descriptors_are_refused) {
    const hpyr_features_desc descs[] = {
        {.width = 0, .height = 5},
        {.width = 5, .height = 0},
        {.width = 5, .height = 5, .detector = (hpyr_detector)4},
        {.width = 5, .height = 5, .detector = (hpyr_detector)-1},
        {.width = 5, .height = 5, .threshold = 1, .quality = 0.5f},
        {.width = 5, .height = 5, .threshold = -1},
        {.width = 5, .height = 5, .threshold = NAN},
        {.width = 5, .height = 5, .threshold = INFINITY},
        {.width = 5, .height = 5, .quality = 1.01f},
        {.width = 5, .height = 5, .quality = -0.1f},
        {.width = 5, .height = 5, .quality = NAN},
        {.width = 5, .height = 5, .window = 4},
        {.width = 5, .height = 5, .window = 7},
        {.width = 5, .height = 5, .window = 1},
        {.width = 5, .height = 5, .block_size = 4},
        {.width = 5, .height = 5, .block_size = 9},
        {.width = 5, .height = 5, .block_size = 1},
        {.width = 5, .height = 5, .harris_k = 0.25f},
        {.width = 5, .height = 5, .harris_k = -0.1f},
        {.width = 5, .height = 5, .harris_k = NAN},
        {.width = 5, .height = 5, .detector = HPYR_DETECTOR_SHI_TOMASI, .harris_k = 0.04},
        {.width = 5, .height = 5, .scales = 3},
        {.width = 5, .height = 5, .scale = 2},
        {.width = 5, .height = 5, .ratio = 1.5},
        {.width = 5, .height = 5, .polarity = HPYR_POLARITY_BOTH},
        {.width = 5, .height = 5, .edge_ratio = 10},
        {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB, .window = 5},
        {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB, .block_size = 3},
        {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB, .harris_k = 0.04},
        {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB, .scales = 17},
        {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB, .scale = 0.4f},
        {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB, .scale = NAN},
        {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB, .scale = 80},
        {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB, .ratio = 1.05f},
        {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB, .ratio = 2.1f},
        {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB, .ratio = INFINITY},
        {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB, .scales = 10},
        {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB, .scale = 12.07f, .scales = 5},
        {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB, .polarity = (hpyr_polarity)4},
        {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB, .edge_ratio = 1},
        {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB, .edge_ratio = -10},
        {.width = 5, .height = 5, .detector = HPYR_DETECTOR_BLOB, .edge_ratio = NAN}};
    hpyr_features *features = NULL;
    for (size_t i = 0; i < LENGTH(descs); i++)
        check_desc(e, HPYR_ERROR_INVALID_ARGUMENT, &descs[i]);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_features_create(NULL, &descs[0], &features));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_features_create(e->context, NULL, &features));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT,
           hpyr_features_create(e->context, &(hpyr_features_desc){.width = 5, .height = 5}, NULL));
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
    const hpyr_features_desc descs[] = {{.width = caps->max_texture_size + 1, .height = 4},
                                        {.width = 4, .height = caps->max_texture_size + 1},
                                        {.width = 4, .height = 4, .capacity = caps->max_list_length / 2 + 1}};
    for (size_t i = 0; i < LENGTH(descs); i++)
        check_desc(e, HPYR_ERROR_TOO_LARGE, &descs[i]);
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

static void check_refusal(env *e, hpyr_features *features, hpyr_result expected, const hpyr_texture *texture) {
    EXPECT_TOLD(e, expected, "", hpyr_features_detect(features, texture));
    check_no_features(e, features);
}

GPU_TEST(wrong_images_are_refused) {
    SCOPED(destroy_features)
    hpyr_features *features = make_features(e, &(hpyr_features_desc){.width = SIDE, .height = SIDE});
    SCOPED(destroy_features)
    hpyr_features *small = make_features(e, &(hpyr_features_desc){.width = SIDE, .height = SIDE - 1});
    SCOPED(image_free)
    image im = noise_image(HPYR_FORMAT_R8), numbers = noise_image(HPYR_FORMAT_R8UI),
          vectors = noise_image(HPYR_FORMAT_RGB32F);
    hpyr_texture wrong = im.texture;
    check_no_features(e, features);
    wrong.width--;
    check_refusal(e, features, HPYR_ERROR_TEXTURE, &wrong);
    wrong = im.texture;
    wrong.name = NOBODY;
    check_refusal(e, features, HPYR_ERROR_TEXTURE, &wrong);
    wrong = im.texture;
    wrong.format = HPYR_FORMAT_R32F;
    check_refusal(e, features, HPYR_ERROR_TEXTURE, &wrong);
    wrong = im.texture;
    wrong.channel = HPYR_CHANNEL_GREEN;
    check_refusal(e, features, HPYR_ERROR_INVALID_ARGUMENT, &wrong);
    wrong.channel = (hpyr_channel)9;
    check_refusal(e, features, HPYR_ERROR_INVALID_ARGUMENT, &wrong);
    check_refusal(e, features, HPYR_ERROR_TEXTURE, &numbers.texture);
    check_refusal(e, features, HPYR_ERROR_TEXTURE, &vectors.texture);
    assert_true(env_logged(e, "RGB32F;"));
    check_refusal(e, small, HPYR_ERROR_TEXTURE, &im.texture);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_features_detect(features, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_features_detect(NULL, &im.texture));
    OK(e, hpyr_features_detect(features, &im.texture));
}

GPU_TEST(volumes_are_refused) {
    SCOPED(destroy_features)
    hpyr_features *features = make_features(e, &(hpyr_features_desc){.width = SIDE, .height = SIDE});
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, HPYR_CHANNEL_RED, SIDE, SIDE, 2);
    image_upload_to(&im, GL_TEXTURE_2D_ARRAY, 0);
    check_refusal(e, features, HPYR_ERROR_TEXTURE, &im.texture);
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
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_features_extract_buffer(features, 0, 1, buffer, 2, NULL));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_features_extract_buffer(features, 0, 1, NOBODY, 0, NULL));
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_features_extract_buffer(features, 0, 1, 0, 0, NULL));
    EXPECT(e, HPYR_TRUNCATED, hpyr_features_extract_buffer(features, 0, 1, buffer, 240 - 20, NULL));
    EXPECT(e, HPYR_TRUNCATED, hpyr_features_extract_buffer(features, 0, 1, buffer, UINT64_MAX - 3, NULL));
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    assert_non_null(glMapBufferRange(GL_COPY_READ_BUFFER, 0, 4, GL_MAP_READ_BIT));
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_features_extract_buffer(features, 0, 1, buffer, 0, NULL));
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    glUnmapBuffer(GL_COPY_READ_BUFFER);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_features_download(features, 0, 1, NULL, 1, NULL));
    EXPECT(e, HPYR_TRUNCATED, hpyr_features_download(features, 0, 1, NULL, 0, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_features_count(features, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_features_responses(features, NULL));
    count = 77;
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_features_count(NULL, &count));
    assert_int_equal(count, 0);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_features_download(NULL, 0, 1, NULL, 0, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_features_extract_buffer(NULL, 0, 1, buffer, 0, NULL));
    stored_check_untouched(&out, "a mistake");
}
