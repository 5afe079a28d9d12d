/* image.c - the image that is divided.  SPDX-License-Identifier: MIT */
#include "image.h"

#include "common/files/error.h"
#include "common/files/image.h"
#include "common/files/memory.h"

#include <math.h>
#include <string.h>

enum { BUILT_IN_SIDE = 512, DISCS = 9, SHADES = 64 };

/* Discs of one color before a sky that grows dark: large leaves, small ones at edges, and slopes that a tolerance joins. */
static void draw_discs(uint8_t *rgba) {
    static const float discs[DISCS][6] = {
        /* x, y, radius, red, green, blue */
        {0.30f, 0.62f, 0.22f, 214, 92, 60},  {0.68f, 0.70f, 0.17f, 240, 190, 72}, {0.52f, 0.34f, 0.25f, 52, 110, 160},
        {0.82f, 0.30f, 0.13f, 90, 168, 120}, {0.14f, 0.24f, 0.11f, 150, 90, 160}, {0.36f, 0.70f, 0.06f, 250, 235, 220},
        {0.47f, 0.42f, 0.07f, 20, 34, 60},   {0.74f, 0.76f, 0.05f, 120, 50, 40},  {0.90f, 0.88f, 0.07f, 60, 70, 90}};
    for (int i = 0; i < BUILT_IN_SIDE * BUILT_IN_SIDE; i++) {
        const float x = ((float)(i % BUILT_IN_SIDE) + 0.5f) / BUILT_IN_SIDE;
        const float y = ((float)(i / BUILT_IN_SIDE) + 0.5f) / BUILT_IN_SIDE;
        const float sky = 226 - SHADES * y;
        float color[3] = {sky, sky + 4, sky + 12};
        for (int k = 0; k < DISCS; k++)
            if (hypotf(x - discs[k][0], y - discs[k][1]) < discs[k][2])
                memcpy(color, discs[k] + 3, sizeof color);
        for (int c = 0; c < 3; c++)
            rgba[4 * i + c] = (uint8_t)color[c];
        rgba[4 * i + 3] = 255;
    }
}

uint8_t *image_of(const char *path, uint32_t size[2]) {
    uint8_t *rgba;
    if (path[0]) {
        rgba = image_read(path, &size[0], &size[1]);
        if (!rgba)
            error_set("%s: %s", path, error_text());
        return rgba;
    }
    size[0] = size[1] = BUILT_IN_SIDE;
    rgba = memory_zeroed((size_t)BUILT_IN_SIDE * BUILT_IN_SIDE * 4);
    if (rgba)
        draw_discs(rgba);
    return rgba;
}

int image_channels(const uint8_t *rgba, const uint32_t size[2]) {
    bool is_gray = true, is_opaque = true;
    for (size_t i = 0; i < (size_t)size[0] * size[1]; i++) {
        const uint8_t *pixel = rgba + 4 * i;
        is_gray = is_gray && pixel[0] == pixel[1] && pixel[1] == pixel[2];
        is_opaque = is_opaque && pixel[3] == 255;
    }
    return !is_opaque ? 4 : is_gray ? 1 : 3;
}
