/* test_reference_features.c - the oracle of features, by hand: responses of images that a pencil can work out.
 * SPDX-License-Identifier: MIT */
#include "answers.h"

#include <math.h>
#include <string.h>

enum { SIDE = 9 };

static double gray[SIDE * SIDE], responses[SIDE * SIDE * 3];
static const hpyr_ref_field_2d image = {gray, SIDE, SIDE, 1}, corners = {responses, SIDE, SIDE, 1};
static const hpyr_features_desc shi_tomasi = {
    .detector = HPYR_DETECTOR_SHI_TOMASI, .quality = 0.01f, .window = 3, .block_size = 3};
static const hpyr_features_desc harris = {
    .detector = HPYR_DETECTOR_HARRIS, .quality = 0.01f, .window = 3, .block_size = 3, .harris_k = 0.04f};

static const hpyr_features_desc blob = {.detector = HPYR_DETECTOR_BLOB,
                                        .quality = 0.01f,
                                        .window = 3,
                                        .scales = 3,
                                        .scale = 1.5f,
                                        .ratio = 1.6f,
                                        .polarity = HPYR_POLARITY_BOTH,
                                        .edge_ratio = 10};

static double response_at(int x, int y) {
    return responses[y * SIDE + x];
}

/* I = x y has the gradient 8 (y, x) by Sobel's weights. Around (4,4) the sums over 3x3 are 64 times 9 * 16 + 6 for both squares, and
 * 9 * 16 for the product. */
TEST(a_saddle_has_its_matrix) {
    for (int i = 0; i < SIDE * SIDE; i++)
        gray[i] = (double)(i % SIDE) * (double)(i / SIDE);
    assert_int_equal(hpyr_ref_features_respond(&shi_tomasi, &image, &corners), HPYR_OK);
    const double square = 64.0 * 150 / 144, product = 64.0 * 144 / 144;
    assert_true(fabs(response_at(4, 4) - (square - product)) < 1e-9);
    assert_int_equal(hpyr_ref_features_respond(&harris, &image, &corners), HPYR_OK);
    const double expected = square * square - product * product - (double)0.04f * 4 * square * square;
    assert_true(fabs(response_at(4, 4) - fmax(expected, 0)) < 1e-9);
}

/* Straight edges and flat images have no corners. */
TEST(edges_have_no_corners) {
    for (int i = 0; i < SIDE * SIDE; i++)
        gray[i] = i % SIDE > 4 ? 0.7 : 0.2;
    for (int kind = 0; kind < 2; kind++) {
        assert_int_equal(hpyr_ref_features_respond(kind ? &harris : &shi_tomasi, &image, &corners), HPYR_OK);
        for (int i = 0; i < SIDE * SIDE; i++)
            assert_true(responses[i] == 0);
    }
}

/* cos(pi k (x + 1/2) / SIDE) goes on beyond its borders as a mirrored image does. A Gaussian makes it smaller and leaves it what it is, so
 * the responses are known. */
TEST(blobs_are_those_of_the_mirrored_image) {
    const hpyr_ref_field_2d blobs = {responses, SIDE, SIDE, 3};
    const double pi = acos(-1), ratio = (double)blob.ratio;
    for (int k = 1; k <= 3; k++) {
        const double frequency = pi * k / SIDE;
        for (int i = 0; i < SIDE * SIDE; i++)
            gray[i] = cos(frequency * (i % SIDE + 0.5));
        assert_int_equal(hpyr_ref_features_respond(&blob, &image, &blobs), HPYR_OK);
        for (int i = 0; i < 3 * SIDE * SIDE; i++) {
            double left[2];
            for (int j = 0; j < 2; j++)
                left[j] = exp(-0.5 * pow(frequency * 1.5 * pow(ratio, i / (SIDE * SIDE) + j - 0.5), 2));
            assert_true(fabs(responses[i] - fabs(gray[i % SIDE] * (left[0] - left[1]) / (ratio - 1))) < 1e-7);
        }
    }
}

/* Equal responses: the first pixel of a plateau in scan-line order. The list is in the order of responses, then in Z-order. */
TEST(peaks_are_listed_in_order) {
    hpyr_feature found[8];
    uint32_t count = 0;
    const struct {
        int x, y;
        double response;
    } set[] = {{1, 1, 5}, {2, 1, 5}, {1, 2, 5}, {7, 1, 3}, {1, 7, 3}, {6, 6, 9}, {5, 5, 8}, {8, 4, 0.05}};
    memset(responses, 0, sizeof responses);
    for (size_t i = 0; i < sizeof set / sizeof set[0]; i++)
        responses[set[i].y * SIDE + set[i].x] = set[i].response;
    assert_int_equal(hpyr_ref_features_find(&shi_tomasi, &corners, found, 8, &count), HPYR_OK);
    assert_int_equal(count, 4);
    const uint32_t places[4][2] = {{6, 6}, {1, 1}, {7, 1}, {1, 7}};
    for (int i = 0; i < 4; i++)
        assert_true(found[i].x == places[i][0] && found[i].y == places[i][1]);
    assert_int_equal(hpyr_ref_features_find(&shi_tomasi, &corners, found, 2, &count), HPYR_TRUNCATED);
    assert_int_equal(count, 4);
}

/* The top of 10 - (x - 4.25)^2 - 2 (y - 3.9)^2. */
TEST(offsets_are_those_of_a_quadratic) {
    hpyr_feature found;
    uint32_t count = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        const double x = i % SIDE - 4.25, y = floor((double)i / SIDE) - 3.9;
        responses[i] = fmax(10 - x * x - 2 * y * y, 0);
    }
    assert_int_equal(hpyr_ref_features_find(&shi_tomasi, &corners, &found, 1, &count), HPYR_OK);
    assert_true(found.x == 4 && found.y == 4 && fabs((double)found.offset[0] - 0.25) < 1e-6 &&
                fabs((double)found.offset[1] + 0.1) < 1e-6 && found.scale == 0);
}

/* The principal curvatures of 10 - u^2 - 6 v^2 are 2 and 12, however it is turned and whatever the distance of the differences is. */
TEST(a_ratio_of_curvatures_parts_edges_from_blobs) {
    const float scales[] = {1.5f, 5}, ratios[] = {5.9f, 6.1f, INFINITY};
    for (int turn = 0; turn < 4; turn++) {
        for (int i = 0; i < SIDE * SIDE; i++) {
            const double x = i % SIDE - 4, y = floor((double)i / SIDE) - 4, c = cos(0.4 * turn), s = sin(0.4 * turn);
            responses[i] = 10 - pow(c * x + s * y, 2) - 6 * pow(c * y - s * x, 2);
        }
        for (int i = 0; i < 6; i++) {
            hpyr_features_desc desc = blob;
            uint32_t count = 0;
            desc.scales = 1;
            desc.scale = scales[i / 3];
            desc.edge_ratio = ratios[i % 3];
            hpyr_ref_features_find(&desc, &corners, NULL, 0, &count);
            assert_int_equal(count, i % 3 > 0);
        }
    }
}

TEST(mistakes_are_told) {
    const hpyr_ref_field_2d three = {responses, SIDE, SIDE, 3};
    uint32_t count;
    assert_int_equal(hpyr_ref_features_respond(&shi_tomasi, &image, &three), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_ref_features_respond(&shi_tomasi, &three, &corners), HPYR_ERROR_INVALID_ARGUMENT);
    const hpyr_features_desc unresolved[] = {
        {.width = SIDE, .height = SIDE},
        {.detector = HPYR_DETECTOR_SHI_TOMASI, .window = 3},
        {.detector = HPYR_DETECTOR_SHI_TOMASI, .block_size = 3},
        {.detector = HPYR_DETECTOR_BLOB, .window = 3, .scales = 1, .scale = 2, .edge_ratio = 10},
        {.detector = HPYR_DETECTOR_BLOB, .window = 3, .scales = 1, .ratio = 1.6f, .edge_ratio = 10},
        {.detector = HPYR_DETECTOR_BLOB, .window = 3, .scales = 1, .scale = 2, .ratio = 1.6f},
    };
    for (size_t i = 0; i < sizeof unresolved / sizeof unresolved[0]; i++) {
        assert_int_equal(hpyr_ref_features_respond(&unresolved[i], &image, &corners), HPYR_ERROR_INVALID_ARGUMENT);
        assert_int_equal(hpyr_ref_features_find(&unresolved[i], &corners, NULL, 0, &count),
                         HPYR_ERROR_INVALID_ARGUMENT);
    }
    const uint8_t white[4] = {255, 255, 255, 0}, red[4] = {255, 0, 0, 255};
    assert_int_equal(answer_luminance(white), 255);
    assert_int_equal(answer_luminance(red), 76);
}
