/* compare_pictures.c - whether two pictures show the same.  SPDX-License-Identifier: MIT
 *
 * usage: compare_pictures A B [STEPS [PERCENT]]     A may be `screen`: the upper left corner of the display, as large as B.
 * Exit status 0 if at most PERCENT (1) of the pixels differ by more than STEPS (48) of 255, else 1 with a line. */
#include "common/files/error.h"
#include "common/files/image.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLEARLY = 48, PERCENT = 1 };

/* RGBA8, row 0 is the bottom; NULL, with a line, where there is none. */
static uint8_t *read_picture(const char *path, uint32_t *width, uint32_t *height) {
    uint8_t *pixels = image_read(path, width, height);
    if (!pixels)
        fprintf(stderr, "%s: %s\n", path, error_text());
    return pixels;
}

static uint8_t *read_screen(uint32_t width, uint32_t height) {
    Display *display = XOpenDisplay(NULL);
    XImage *image =
        display ? XGetImage(display, DefaultRootWindow(display), 0, 0, width, height, AllPlanes, ZPixmap) : NULL;
    uint8_t *pixels = image ? malloc((size_t)width * height * 4) : NULL;
    for (uint32_t i = 0; pixels && i < width * height; i++) {
        unsigned long pixel = XGetPixel(image, (int)(i % width), (int)(height - 1 - i / width));
        const uint8_t rgba[4] = {(uint8_t)(pixel >> 16), (uint8_t)(pixel >> 8), (uint8_t)pixel, 255};
        memcpy(pixels + 4 * (size_t)i, rgba, 4);
    }
    if (image)
        XDestroyImage(image);
    if (display)
        XCloseDisplay(display);
    if (!pixels)
        fprintf(stderr, "the screen cannot be read\n");
    return pixels;
}

static uint32_t count_different(const uint8_t *a, const uint8_t *b, uint32_t pixels, int steps) {
    uint32_t different = 0;
    for (uint32_t i = 0; i < pixels; i++) {
        int most = 0;
        for (int channel = 0; channel < 3; channel++) {
            int difference = abs(a[4 * (size_t)i + channel] - b[4 * (size_t)i + channel]);
            most = difference > most ? difference : most;
        }
        different += most > steps;
    }
    return different;
}

int main(int argc, char **argv) {
    uint32_t width = 0, height = 0, b_width = 0, b_height = 0, different = 0;
    if (argc < 3 || argc > 5) {
        fprintf(stderr, "usage: compare_pictures A B [STEPS [PERCENT]]\n");
        return 2;
    }
    uint8_t *b = read_picture(argv[2], &b_width, &b_height), *a = NULL;
    if (b && strcmp(argv[1], "screen") == 0) {
        width = b_width;
        height = b_height;
        a = read_screen(width, height);
    } else if (b) {
        a = read_picture(argv[1], &width, &height);
    }
    bool same = a && b && width == b_width && height == b_height;
    if (same)
        different = count_different(a, b, width * height, argc > 3 ? atoi(argv[3]) : CLEARLY);
    else if (a && b)
        fprintf(stderr, "%s is %ux%u, %s is %ux%u\n", argv[1], width, height, argv[2], b_width, b_height);
    if ((uint64_t)different * 100 > (uint64_t)width * height * (uint64_t)(argc > 4 ? atoi(argv[4]) : PERCENT)) {
        fprintf(stderr, "%s and %s: %u pixels of %u differ clearly\n", argv[1], argv[2], different, width * height);
        same = false;
    }
    free(a);
    free(b);
    return same ? 0 : 1;
}
