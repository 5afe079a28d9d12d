/* discriminate.c - the oracle's discriminators: counts of pixels, by thresholds or by their values.
 * SPDX-License-Identifier: MIT
 *
 * Source: MPI-I-2006-4-002, section 3 (thresholds); Dyken and Ziegler, section 4 (general counts).
 *
 * Everything is decided in double, which holds all values of all formats exactly but normalised
 * ones. For those the rule is: with M = 255 or 65535, code c is active if and only if
 *
 *     (double)c / M >= min && (double)c / M <= max, evaluated in double.
 *
 * So a threshold of 128 / 255.0 includes code 128.
 * A search with the same expression finds the codes at both bounds. */
#include <histopyramid/reference.h>

#include <math.h>
#include <string.h>

typedef enum component {
    COMPONENT_UNORM8,
    COMPONENT_UNORM16,
    COMPONENT_FLOAT16,
    COMPONENT_FLOAT32,
    COMPONENT_UINT8,
    COMPONENT_UINT16,
    COMPONENT_INT16,
    COMPONENT_UINT32
} component;

/* How values lie in an image that was checked. */
typedef struct pixel_reader {
    const unsigned char *first; /* the channel to read, in the first pixel */
    size_t pixel_count;
    size_t pixel_bytes;
    component component;
} pixel_reader;

static const struct {
    hpyr_format format;
    component component;
    unsigned channels, component_bytes;
} formats[] = {{HPYR_FORMAT_R8, COMPONENT_UNORM8, 1, 1},      {HPYR_FORMAT_RGBA8, COMPONENT_UNORM8, 4, 1},
               {HPYR_FORMAT_R16, COMPONENT_UNORM16, 1, 2},    {HPYR_FORMAT_R16F, COMPONENT_FLOAT16, 1, 2},
               {HPYR_FORMAT_R32F, COMPONENT_FLOAT32, 1, 4},   {HPYR_FORMAT_RGBA32F, COMPONENT_FLOAT32, 4, 4},
               {HPYR_FORMAT_R8UI, COMPONENT_UINT8, 1, 1},     {HPYR_FORMAT_R16UI, COMPONENT_UINT16, 1, 2},
               {HPYR_FORMAT_R16I, COMPONENT_INT16, 1, 2},     {HPYR_FORMAT_R32UI, COMPONENT_UINT32, 1, 4},
               {HPYR_FORMAT_RGBA32UI, COMPONENT_UINT32, 4, 4}};

static bool multiply(size_t *product, size_t factor) {
    if (factor == 0 || *product > SIZE_MAX / factor)
        return false;
    *product *= factor;
    return true;
}

/* Returns false for an image without pixels or size, one that is larger than the address space, and
 * a channel that the format lacks. */
static bool open_image(const hpyr_ref_image *image, pixel_reader *reader) {
    if (!image || !image->pixels)
        return false;
    size_t f = 0;
    while (f < sizeof formats / sizeof *formats && formats[f].format != image->format)
        f++;
    if (f == sizeof formats / sizeof *formats)
        return false;
    unsigned channel = formats[f].channels; /* the default: red of one, alpha of four */
    if (image->channel != HPYR_CHANNEL_DEFAULT) {
        if (image->channel < HPYR_CHANNEL_RED || (unsigned)image->channel > formats[f].channels)
            return false;
        channel = (unsigned)image->channel;
    }
    size_t bytes = (size_t)formats[f].channels * formats[f].component_bytes;
    reader->component = formats[f].component;
    reader->pixel_bytes = bytes;
    reader->first = (const unsigned char *)image->pixels + (size_t)(channel - 1) * formats[f].component_bytes;
    if (!multiply(&bytes, image->width) || !multiply(&bytes, image->height) ||
        !multiply(&bytes, image->depth ? image->depth : 1))
        return false;
    reader->pixel_count = bytes / reader->pixel_bytes;
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
static double read_value(const pixel_reader *reader, size_t index) {
    const unsigned char *at = reader->first + index * reader->pixel_bytes;
    uint16_t u16;
    int16_t i16;
    uint32_t u32;
    float f32;
    switch (reader->component) {
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

/* A count beyond 32 bits becomes the largest one, so that the pyramid's total overflows too. */
static uint32_t count_of(double value) {
    if (!(value >= 1)) /* true for NaN too */
        return 0;
    return value < 4294967296.0 ? (uint32_t)value : UINT32_MAX;
}

hpyr_result hpyr_ref_discriminate(const hpyr_ref_image *image, double min, double max, uint32_t *counts) {
    pixel_reader reader;
    if (!counts || !(min <= max) || !open_image(image, &reader))
        return HPYR_ERROR_INVALID_ARGUMENT;
    for (size_t i = 0; i < reader.pixel_count; i++) {
        double value = read_value(&reader, i);
        counts[i] = value >= min && value <= max;
    }
    return HPYR_OK;
}

hpyr_result hpyr_ref_counts(const hpyr_ref_image *image, uint32_t *counts) {
    pixel_reader reader;
    if (!counts || !open_image(image, &reader) || reader.component == COMPONENT_UNORM8 ||
        reader.component == COMPONENT_UNORM16)
        return HPYR_ERROR_INVALID_ARGUMENT;
    for (size_t i = 0; i < reader.pixel_count; i++)
        counts[i] = count_of(read_value(&reader, i));
    return HPYR_OK;
}
