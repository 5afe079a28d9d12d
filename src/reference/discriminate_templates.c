/* discriminate_templates.c - the oracle's TEMPLATE: places where an image is like a pattern.
 * SPDX-License-Identifier: MIT
 *
 * Source: MPI-I-2006-4-002, section 3 (folding). */
#include "reference/pixels.h"

#include <math.h>

/* A pattern, and the pixels on which it lies. */
typedef struct placement {
    const hpi_reference_pixels *pixels;
    const float *pattern;
    uint32_t width, height;
    size_t first; /* number of the lower left pixel */
} placement;

static double value_under(const placement *p, uint32_t i) {
    return hpi_reference_value(p->pixels, p->first + (size_t)(i / p->width) * p->pixels->width + i % p->width);
}

static double clamp(double value, double lowest, double highest) {
    return value < lowest ? lowest : value > highest ? highest : value;
}

/* Rounds a number of the pattern to the nearest one of the format. */
static double rounded(double number, component component) {
    switch (component) {
    case COMPONENT_UNORM8:
    case COMPONENT_UINT8:
        return clamp(floor(number + 0.5), 0, 255);
    case COMPONENT_UNORM16:
    case COMPONENT_UINT16:
        return clamp(floor(number + 0.5), 0, 65535);
    case COMPONENT_INT16:
        return clamp(floor(number + 0.5), -32768, 32767);
    case COMPONENT_UINT32:
        return clamp(floor(number + 0.5), 0, 4294967295.0);
    case COMPONENT_FLOAT16:
    case COMPONENT_FLOAT32:
        break;
    }
    return number;
}

static bool differences_match(const placement *p, double threshold, uint8_t *margin) {
    double unit = hpi_reference_unit(p->pixels), sum = 0.0, sizes = 0.0;
    bool is_exact = hpi_reference_is_exact(p->pixels);
    for (uint32_t i = 0; i < p->width * p->height; i++) {
        double number = value_under(p, i) * unit;
        number = is_exact ? floor(number + 0.5) : number;
        sum += fabs(number - rounded(p->pattern[i] * unit, p->pixels->component));
        sizes += fabs(number);
    }
    double slack = 1e-4 * fabs(threshold) + 1e-6 * sizes;
    *margin = !is_exact && isfinite(sum) && fabs(sum - threshold) <= slack;
    return sum / unit <= threshold;
}

static bool correlation_matches(const placement *p, double threshold, uint8_t *margin) {
    uint32_t count = p->width * p->height;
    double mean = 0.0, pattern_mean = 0.0, squares = 0.0, pattern_squares = 0.0, product = 0.0;
    double first = value_under(p, 0);
    bool varies = false;
    for (uint32_t i = 0; i < count; i++) {
        mean += value_under(p, i) / count;
        pattern_mean += (double)p->pattern[i] / count;
        varies = varies || value_under(p, i) != first;
    }
    for (uint32_t i = 0; i < count; i++) {
        double deviation = value_under(p, i) - mean, other = p->pattern[i] - pattern_mean;
        squares += deviation * deviation;
        pattern_squares += other * other;
        product += deviation * other;
    }
    double correlation = product / sqrt(squares) / sqrt(pattern_squares);
    bool is_extreme = squares < 1e-30 || (isfinite(squares) && squares > 1e30);
    *margin = varies && (is_extreme || fabs(correlation - threshold) <= 1e-4);
    return varies && correlation >= threshold;
}

hpyr_result hpyr_ref_template(const hpyr_ref_image *image, hpyr_template_measure measure, const float *pattern,
                              uint32_t width, uint32_t height, double threshold, uint32_t *counts, uint8_t *margin) {
    hpi_reference_pixels pixels;
    if (!counts || !pattern || !width || !height || (unsigned)measure > HPYR_TEMPLATE_MEASURE_CORRELATION ||
        threshold != threshold || !hpi_reference_open(image, &pixels) || width > pixels.width || height > pixels.height)
        return HPYR_ERROR_INVALID_ARGUMENT;
    for (size_t i = 0; i < pixels.count; i++) {
        size_t x = i % pixels.width, y = i / pixels.width % pixels.height;
        const placement p = {&pixels, pattern, width, height, i};
        uint8_t is_close = 0;
        counts[i] = 0;
        if (x + width <= pixels.width && y + height <= pixels.height)
            counts[i] = measure == HPYR_TEMPLATE_MEASURE_CORRELATION ? correlation_matches(&p, threshold, &is_close)
                                                                     : differences_match(&p, threshold, &is_close);
        if (margin)
            margin[i] = is_close;
    }
    return HPYR_OK;
}
