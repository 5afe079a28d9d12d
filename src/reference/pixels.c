/* pixels.c - values of the channel of an image that the oracle looks at.  SPDX-License-Identifier: MIT */
#include "reference/pixels.h"

#include <math.h>
#include <string.h>

static const struct {
    hpyr_format format;
    component component;
    unsigned channels, component_bytes;
} formats[] = {{HPYR_FORMAT_R8, COMPONENT_UNORM8, 1, 1},       {HPYR_FORMAT_RGBA8, COMPONENT_UNORM8, 4, 1},
               {HPYR_FORMAT_R16, COMPONENT_UNORM16, 1, 2},     {HPYR_FORMAT_R16F, COMPONENT_FLOAT16, 1, 2},
               {HPYR_FORMAT_R32F, COMPONENT_FLOAT32, 1, 4},    {HPYR_FORMAT_RGBA32F, COMPONENT_FLOAT32, 4, 4},
               {HPYR_FORMAT_R8UI, COMPONENT_UINT8, 1, 1},      {HPYR_FORMAT_R16UI, COMPONENT_UINT16, 1, 2},
               {HPYR_FORMAT_R16I, COMPONENT_INT16, 1, 2},      {HPYR_FORMAT_R32UI, COMPONENT_UINT32, 1, 4},
               {HPYR_FORMAT_RGBA32UI, COMPONENT_UINT32, 4, 4}, {HPYR_FORMAT_RGB32F, COMPONENT_FLOAT32, 3, 4},
               {HPYR_FORMAT_RGBA16F, COMPONENT_FLOAT16, 4, 2}};

static bool multiply(size_t *product, size_t factor) {
    if (factor == 0 || *product > SIZE_MAX / factor)
        return false;
    *product *= factor;
    return true;
}

bool hpi_reference_open(const hpyr_ref_image *image, hpi_reference_pixels *pixels) {
    if (!image || !image->pixels)
        return false;
    size_t f = 0;
    while (f < sizeof formats / sizeof *formats && formats[f].format != image->format)
        f++;
    if (f == sizeof formats / sizeof *formats)
        return false;
    unsigned channel = formats[f].channels == 4 ? 4 : 1; /* the default: alpha of four, else red */
    if (image->channel != HPYR_CHANNEL_DEFAULT) {
        if (image->channel < HPYR_CHANNEL_RED || (unsigned)image->channel > formats[f].channels)
            return false;
        channel = (unsigned)image->channel;
    }
    size_t bytes = (size_t)formats[f].channels * formats[f].component_bytes;
    pixels->component = formats[f].component;
    pixels->pixel_bytes = bytes;
    pixels->first = (const unsigned char *)image->pixels + (size_t)(channel - 1) * formats[f].component_bytes;
    pixels->width = image->width;
    pixels->height = image->height;
    pixels->depth = image->depth ? image->depth : 1;
    if (!multiply(&bytes, image->width) || !multiply(&bytes, image->height) || !multiply(&bytes, pixels->depth))
        return false;
    pixels->count = bytes / pixels->pixel_bytes;
    return true;
}

/* Half precision has 1 sign, 5 exponent and 10 mantissa bits. Exponent 31 is infinity or NaN. */
static double half_value(uint16_t bits) {
    int exponent = bits >> 10 & 31;
    int mantissa = bits & 1023;
    double magnitude;
    if (exponent == 31)
        magnitude = mantissa ? (double)NAN : (double)INFINITY;
    else if (exponent == 0)
        magnitude = ldexp(mantissa, -24);
    else
        magnitude = ldexp(1024 + mantissa, exponent - 25);
    return bits >> 15 ? -magnitude : magnitude;
}

/* Uses memcpy, because the caller's pixels need not be aligned. */
double hpi_reference_value(const hpi_reference_pixels *pixels, size_t index) {
    const unsigned char *at = pixels->first + index * pixels->pixel_bytes;
    uint16_t u16;
    int16_t i16;
    uint32_t u32;
    float f32;
    switch (pixels->component) {
    case COMPONENT_UNORM8:
        return *at / 255.0;
    case COMPONENT_UNORM16:
        memcpy(&u16, at, sizeof u16);
        return u16 / 65535.0;
    case COMPONENT_FLOAT16:
        memcpy(&u16, at, sizeof u16);
        return half_value(u16);
    case COMPONENT_FLOAT32:
        memcpy(&f32, at, sizeof f32);
        return f32;
    case COMPONENT_UINT8:
        return *at;
    case COMPONENT_UINT16:
        memcpy(&u16, at, sizeof u16);
        return u16;
    case COMPONENT_INT16:
        memcpy(&i16, at, sizeof i16);
        return i16;
    case COMPONENT_UINT32:
        memcpy(&u32, at, sizeof u32);
        return u32;
    }
    return NAN;
}

size_t hpi_reference_index(const hpi_reference_pixels *pixels, uint32_t x, uint32_t y, uint32_t z) {
    return ((size_t)z * pixels->height + y) * pixels->width + x;
}

double hpi_reference_unit(const hpi_reference_pixels *pixels) {
    return pixels->component == COMPONENT_UNORM8 ? 255.0 : pixels->component == COMPONENT_UNORM16 ? 65535.0 : 1.0;
}

bool hpi_reference_is_exact(const hpi_reference_pixels *pixels) {
    return pixels->component != COMPONENT_FLOAT16 && pixels->component != COMPONENT_FLOAT32 &&
           pixels->component != COMPONENT_UINT32;
}
