/* discriminate_edges.c - the oracle's EDGE: pixels where the gradient is long.  SPDX-License-Identifier: MIT */
#include "reference/pixels.h"

#include <math.h>

/* A window of numbers: values, or codes in place of normalized ones. Index 13 is the pixel itself. */
typedef struct window {
    double numbers[27];
    double largest; /* absolute value of those that are finite */
} window;

static uint32_t clamp(uint32_t at, int offset, uint32_t size) {
    if (offset < 0)
        return at > 0 ? at - 1 : 0;
    return offset > 0 && at + 1 < size ? at + 1 : at;
}

static void read_window(const hpi_reference_pixels *pixels, size_t index, window *w) {
    uint32_t x = (uint32_t)(index % pixels->width), y = (uint32_t)(index / pixels->width % pixels->height);
    uint32_t z = (uint32_t)(index / pixels->width / pixels->height);
    bool is_exact = hpi_reference_is_exact(pixels);
    w->largest = 0.0;
    for (int i = 0; i < 27; i++) {
        size_t other = hpi_reference_index(pixels, clamp(x, i % 3 - 1, pixels->width),
                                           clamp(y, i / 3 % 3 - 1, pixels->height), clamp(z, i / 9 - 1, pixels->depth));
        double number = hpi_reference_value(pixels, other) * hpi_reference_unit(pixels);
        w->numbers[i] = is_exact ? floor(number + 0.5) : number;
        w->largest = isfinite(number) && fabs(number) > w->largest ? fabs(number) : w->largest;
    }
}

/* The sum along one axis of differences, smoothed along the others; -1, 0 and 1 are the places. */
static double difference(const window *w, int axis, double smooth[3][3]) {
    double sum = 0.0;
    for (int i = 0; i < 27; i++) {
        int place[3] = {i % 3, i / 3 % 3, i / 9};
        double weight = place[axis] - 1;
        for (int other = 0; other < 3; other++)
            if (other != axis)
                weight *= smooth[other][place[other]];
        if (weight != 0.0) /* what is not finite counts only where it is looked at */
            sum += weight * w->numbers[i];
    }
    return sum;
}

hpyr_result hpyr_ref_edge(const hpyr_ref_image *image, hpyr_edge_operator edge_operator, double threshold,
                          uint32_t *counts, uint8_t *margin) {
    static const double weights[4][3] = {{0, 1, 0}, {0, 1, 0}, {1, 2, 1}, {3, 10, 3}}, none[3] = {0, 1, 0};
    hpi_reference_pixels pixels;
    if (!counts || (unsigned)edge_operator > HPYR_EDGE_OPERATOR_SCHARR || threshold != threshold ||
        !hpi_reference_open(image, &pixels))
        return HPYR_ERROR_INVALID_ARGUMENT;
    double smooth[3][3], total = 0.0;
    for (int i = 0; i < 3; i++) {
        smooth[0][i] = smooth[1][i] = weights[edge_operator][i];
        smooth[2][i] = pixels.depth > 1 ? weights[edge_operator][i] : none[i];
        total += weights[edge_operator][i];
    }
    double unit = 2.0 * total * (pixels.depth > 1 ? total : 1.0) * hpi_reference_unit(&pixels);
    for (size_t i = 0; i < pixels.count; i++) {
        window w;
        read_window(&pixels, i, &w);
        double x = difference(&w, 0, smooth), y = difference(&w, 1, smooth);
        double z = pixels.depth > 1 ? difference(&w, 2, smooth) : 0.0;
        double length = sqrt(x * x + y * y + z * z) / unit, slack = 4e-6 * fmax(w.largest, fabs(threshold));
        counts[i] = length >= threshold;
        if (margin)
            margin[i] = !hpi_reference_is_exact(&pixels) && (w.largest > 1e35 || fabs(length - threshold) <= slack);
    }
    return HPYR_OK;
}
