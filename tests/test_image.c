/* test_image.c - pictures in files: damaged ones are refused, with the reason.  SPDX-License-Identifier: MIT */
#include "harness.h"

#include "common/files/error.h"
#include "common/files/image.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bytes {
    uint8_t *at;
    size_t size;
} bytes;

static bytes photograph(const char *name) {
    char path[1024];
    bytes b = {NULL, 0};
    snprintf(path, sizeof path, "%s/photos/%s", TEST_ASSETS, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    b.size = (size_t)ftell(file);
    rewind(file);
    b.at = make_room(b.size);
    assert_int_equal(fread(b.at, 1, b.size, file), b.size);
    fclose(file);
    return b;
}

static void is_read(const bytes *b, uint32_t wanted_width, uint32_t wanted_height) {
    uint32_t width = 0, height = 0;
    SCOPED(free_memory) uint8_t *rgba = image_decode(b->at, b->size, &width, &height);
    assert_non_null(rgba);
    assert_int_equal(width, wanted_width);
    assert_int_equal(height, wanted_height);
}

/* The copy is as long as what is read, so a sanitizer sees what is read behind it. */
static void is_refused(const uint8_t *at, size_t size, const char *reason) {
    uint32_t width, height;
    SCOPED(free_memory) uint8_t *copy = make_room(size ? size : 1);
    memcpy(copy, at, size);
    assert_null(image_decode(copy, size, &width, &height));
    if (!strstr(error_text(), reason))
        fail_msg("%zu bytes: '%s' does not say '%s'", size, error_text(), reason);
}

static void cuts_are_refused(const char *name, uint32_t width, uint32_t height) {
    bytes b = photograph(name);
    is_read(&b, width, height);
    for (size_t size = 8; size < b.size; size += size < 64 ? 1 : b.size / 7)
        is_refused(b.at, size, "it ends too early");
    for (size_t missing = 1; missing <= 16; missing++)
        is_refused(b.at, b.size - missing, "it ends too early");
    free(b.at);
}

TEST(pictures_that_end_too_early_are_refused) {
    cuts_are_refused("camera.png", 512, 512);
    cuts_are_refused("coffee.jpg", 600, 400);
}

TEST(a_wrong_bit_of_a_png_is_found) {
    bytes b = photograph("camera.png");
    uint32_t random = 1;
    for (int i = 0; i < 50; i++) {
        random = random * 1664525u + 1013904223u;
        const size_t at = 8 + (random >> 8) % (b.size - 8);
        const uint8_t bit = (uint8_t)(1 << (i % 8));
        b.at[at] ^= bit;
        is_refused(b.at, b.size, "no picture that can be read: ");
        b.at[at] ^= bit;
    }
    is_read(&b, 512, 512);
    free(b.at);
}

/* What a camera writes behind the end of a JPEG is no fault. */
TEST(bytes_behind_a_jpeg_are_no_fault) {
    bytes b = photograph("coffee.jpg");
    SCOPED(free_memory) uint8_t *longer = realloc(b.at, b.size + 3);
    assert_non_null(longer);
    memcpy(longer + b.size, "\xFF\xDA", 3);
    is_read(&(bytes){longer, b.size + 3}, 600, 400);
}

TEST(reasons_are_those_of_the_format) {
    static const uint8_t words[] = "no picture at all";
    is_refused(words, sizeof words, "a format that is not known");
    is_refused(words, 0, "a format that is not known");
    is_refused((const uint8_t *)"\xFF\xD8\xFF\xD9", 4, "no picture that can be read: ");
}
