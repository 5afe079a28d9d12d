/* test_features_opencv.c - corners of photographs are those that OpenCV finds, but for ties.  SPDX-License-Identifier: MIT */
#include "corners.h"

#include "corners_peer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A photograph as gray bytes in the order of a texture's rows, which is as good for OpenCV as any other. */
static image gray_photograph(int number) {
    image colours = photograph(number);
    image gray = image_make(HPYR_FORMAT_R8, HPYR_CHANNEL_RED, colours.ref.width, colours.ref.height, 1);
    for (size_t i = 0; i < (size_t)gray.ref.width * gray.ref.height; i++)
        ((uint8_t *)gray.pixels)[i] = (uint8_t)hpyr_ref_features_luminance((const uint8_t *)colours.pixels + 4 * i);
    image_upload(&gray);
    image_free(&colours);
    return gray;
}

/* How far a response is from being decided the other way: from the limit, or from its largest neighbour. */
static double margin_of(const peer_corners *peer, uint32_t x, uint32_t y, double limit) {
    const double own = (double)peer->responses[(size_t)y * peer->width + x];
    double largest = 0;
    for (int64_t j = (int64_t)y - 1; j <= (int64_t)y + 1; j++)
        for (int64_t i = (int64_t)x - 1; i <= (int64_t)x + 1; i++)
            if (i >= 0 && j >= 0 && i < peer->width && j < peer->height && (i != x || j != y))
                largest = fmax(largest, (double)peer->responses[(size_t)j * peer->width + (size_t)i]);
    return fmin(fabs(own - limit), fabs(own - largest));
}

static void check_corners(env *e, int number, float quality) {
    static const char *const names[] = {"camera.png", "coffee.jpg", "galaxies.jpg"};
    const char *name = names[number];
    image im = gray_photograph(number);
    const size_t pixels = (size_t)im.ref.width * im.ref.height;
    const hpyr_features_desc desc = {.width = im.ref.width,
                                     .height = im.ref.height,
                                     .capacity = 65536,
                                     .detector = HPYR_FEATURES_SHI_TOMASI,
                                     .quality = quality};
    peer_corners peer = {im.pixels,        im.ref.width, im.ref.height, quality, calloc(pixels, sizeof(float)),
                         calloc(pixels, 1)};
    hpyr_feature *found = calloc(desc.capacity, sizeof *found);
    hpyr_features *features = make_features(e, &desc);
    hpyr_report report;
    double strongest = 0;
    uint32_t ties = 0;
    assert_true(peer.responses && peer.are && found);
    const size_t expected = peer_find_corners(&peer);
    OK(e, hpyr_features_detect(features, &im.texture));
    OK(e, hpyr_features_download(features, 0, HPYR_ALL, found, desc.capacity, &report));
    for (size_t i = 0; i < pixels; i++)
        strongest = fmax(strongest, (double)peer.responses[i]);
    for (uint32_t i = 0; i < report.written; i++) {
        const size_t at = (size_t)found[i].y * peer.width + found[i].x;
        if (!(fabs((double)found[i].response - (double)peer.responses[at]) <= 1e-5 * strongest))
            fail_msg("%s: the response of (%u, %u) is %.9g, OpenCV's %.9g", name, found[i].x, found[i].y,
                     (double)found[i].response, (double)peer.responses[at]);
        peer.are[at] ^= 1;
    }
    for (size_t at = 0; at < pixels; at++) /* what only one of both has */
        if (peer.are[at]) {
            const uint32_t x = (uint32_t)(at % peer.width), y = (uint32_t)(at / peer.width);
            const double margin = margin_of(&peer, x, y, (double)quality * strongest);
            if (!(margin <= 1e-5 * strongest))
                fail_msg("%s: only one of both has a corner at (%u, %u), by a margin of %g of the strongest", name, x,
                         y, margin / strongest);
            ties++;
        }
    printf("%s, quality %g: %u corners, OpenCV %s %zu, %u ties\n", name, (double)quality, report.written,
           peer_corners_version(), expected, ties);
    assert_true(report.written > 100);
    free(found);
    free(peer.responses);
    free(peer.are);
    free_features(e, features);
    image_free(&im);
}

static void photographs_have_opencvs_corners(void **state) {
    static const float qualities[] = {0.01f, 0.002f, 0.0005f};
    for (int i = 0; i < 9; i++)
        check_corners(*state, i % 3, qualities[i / 3]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        GPU_TEST_ONCE(photographs_have_opencvs_corners),
    };
    return RUN_GPU_TESTS(tests);
}
