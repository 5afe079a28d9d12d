/* test_features_opencv.c - corners of photographs are those that OpenCV finds, but for ties.  SPDX-License-Identifier: MIT */
#include "corners.h"

#include "peers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* How far a response is from being decided the other way: from the limit, or from its largest neighbor. */
static double margin_of(const peer_corners *peer, uint32_t x, uint32_t y, double limit) {
    const double own = (double)peer->responses[(size_t)y * peer->width + x];
    double largest = 0;
    for (int64_t j = (int64_t)y - 1; j <= (int64_t)y + 1; j++)
        for (int64_t i = (int64_t)x - 1; i <= (int64_t)x + 1; i++)
            if (i >= 0 && j >= 0 && i < peer->width && j < peer->height && (i != x || j != y))
                largest = fmax(largest, (double)peer->responses[(size_t)j * peer->width + (size_t)i]);
    return fmin(fabs(own - limit), fabs(own - largest));
}

/* Checks the responses of what was found, and that only ties are in one of both lists. Returns how many these are. */
static uint32_t compare(const peer_corners *peer, const hpyr_feature *found, uint32_t count, const char *name) {
    const size_t pixels = (size_t)peer->width * peer->height;
    double strongest = 0;
    uint32_t ties = 0;
    for (size_t i = 0; i < pixels; i++)
        strongest = fmax(strongest, (double)peer->responses[i]);
    for (uint32_t i = 0; i < count; i++) {
        const size_t at = (size_t)found[i].y * peer->width + found[i].x;
        if (!(fabs((double)found[i].response - (double)peer->responses[at]) <= 1e-5 * strongest))
            fail_msg("%s: the response of (%u, %u) is %.9g, OpenCV's %.9g", name, found[i].x, found[i].y,
                     (double)found[i].response, (double)peer->responses[at]);
        peer->are[at] ^= 1;
    }
    for (size_t at = 0; at < pixels; at++) /* what only one of both has */
        if (peer->are[at]) {
            const uint32_t x = (uint32_t)(at % peer->width), y = (uint32_t)(at / peer->width);
            const double margin = margin_of(peer, x, y, (double)peer->quality * strongest);
            if (!(margin <= 1e-5 * strongest))
                fail_msg("%s: only one of both has a corner at (%u, %u), by a margin of %g of the strongest", name, x,
                         y, margin / strongest);
            ties++;
        }
    return ties;
}

/* The order of rows is that of the texture, which is as good for OpenCV as any other. */
static void check_corners(env *e, const image *im, const char *name, float quality) {
    const uint32_t width = im->ref.width, height = im->ref.height, pixels = width * height;
    const hpyr_features_desc desc = {.width = width,
                                     .height = height,
                                     .capacity = pixels / 3,
                                     .detector = HPYR_DETECTOR_SHI_TOMASI,
                                     .quality = quality};
    SCOPED(free_memory) uint8_t *gray = calloc(pixels, 1);
    peer_corners peer = {gray, width, height, quality, calloc(pixels, sizeof(float)), calloc(pixels, 1)};
    SCOPED(free_memory) hpyr_feature *found = calloc(desc.capacity, sizeof *found);
    SCOPED(destroy_features) hpyr_features *features = make_features(e, &desc);
    hpyr_report report;
    assert_true(gray && peer.responses && peer.are && found);
    peer_convert_to_gray(im->pixels, width, height, gray);
    for (uint32_t i = 0; i < pixels; i++)
        if (gray[i] != answer_luminance((const uint8_t *)im->pixels + 4 * (size_t)i))
            fail_msg("%s: the luminance of pixel %u is not %u, as OpenCV says", name, i, gray[i]);
    const size_t expected = peer_find_corners(&peer);
    OK(e, hpyr_features_detect(features, &im->texture));
    OK(e, hpyr_features_download(features, 0, HPYR_ALL, found, desc.capacity, &report));
    const uint32_t ties = compare(&peer, found, report.written, name);
    printf("%s, quality %g: %u corners, OpenCV %s %zu, %u ties\n", name, (double)quality, (unsigned)report.written,
           peer_corners_version(), expected, ties);
    assert_true(report.written > 100);
    free(peer.responses);
    free(peer.are);
}

GPU_TEST_ONCE(photographs_have_opencvs_corners) {
    static const float qualities[] = {0.01f, 0.002f, 0.0005f};
    for (int number = 0; number < KIND_ALL_PHOTOS; number++) {
        SCOPED(image_free) image im = photograph(number);
        for (int i = 0; i < 3; i++)
            check_corners(e, &im, kind_photo_names[number], qualities[i]);
    }
}

/* Images that have all 2^24 colors, in an order without plateaus: most pixels are near a corner, whose response depends on them. */
GPU_TEST_ONCE(each_color_is_as_bright_as_in_opencv) {
    enum { SIDE = 1024, COLORS = 1 << 24 };
    for (uint32_t first = 0; first < COLORS; first += SIDE * SIDE) {
        SCOPED(image_free) image im = image_make(HPYR_FORMAT_RGBA8, HPYR_CHANNEL_DEFAULT, SIDE, SIDE, 1);
        for (uint32_t i = 0; i < SIDE * SIDE; i++) {
            const uint32_t n = first + i, color = (n ^ n >> 11) * 0x9E3779B1u % COLORS; /* one to one */
            for (int channel = 0; channel < 3; channel++)
                ((uint8_t *)im.pixels)[4 * i + (uint32_t)channel] = (uint8_t)(color >> 8 * channel);
        }
        image_upload(&im);
        check_corners(e, &im, "colors", 1e-4f);
    }
}
