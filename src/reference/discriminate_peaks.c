/* discriminate_peaks.c - the oracle's LOCAL_MAX: pixels that are the largest of their windows.
 * SPDX-License-Identifier: MIT */
#include "reference/pixels.h"

/* Returns whether pixel `index` at x, y, z is larger than all pixels before it in its window, and not
 * smaller than those after it. Comparisons with NaN are false. */
static bool is_largest(const hpi_reference_pixels *pixels, size_t index, const uint32_t at[3], uint32_t reach) {
    double own = hpi_reference_value(pixels, index);
    const uint32_t size[3] = {pixels->width, pixels->height, pixels->depth};
    uint32_t first[3], last[3];
    for (int axis = 0; axis < 3; axis++) {
        first[axis] = at[axis] < reach ? 0 : at[axis] - reach;
        last[axis] = at[axis] + reach < size[axis] ? at[axis] + reach : size[axis] - 1;
    }
    for (uint32_t z = first[2]; z <= last[2]; z++)
        for (uint32_t y = first[1]; y <= last[1]; y++)
            for (uint32_t x = first[0]; x <= last[0]; x++) {
                size_t other = hpi_reference_index(pixels, x, y, z);
                double value = hpi_reference_value(pixels, other);
                if (value > own || (value == own && other < index))
                    return false;
            }
    return true;
}

hpyr_result hpyr_ref_local_max(const hpyr_ref_image *image, uint32_t window, double threshold, uint32_t *counts) {
    hpi_reference_pixels pixels;
    if (!counts || (window != 3 && window != 5) || threshold != threshold || !hpi_reference_open(image, &pixels) ||
        (pixels.depth > 1 && window != 3))
        return HPYR_ERROR_INVALID_ARGUMENT;
    for (size_t i = 0; i < pixels.count; i++) {
        const uint32_t at[3] = {(uint32_t)(i % pixels.width), (uint32_t)(i / pixels.width % pixels.height),
                                (uint32_t)(i / pixels.width / pixels.height)};
        counts[i] = hpi_reference_value(&pixels, i) >= threshold && is_largest(&pixels, i, at, window / 2);
    }
    return HPYR_OK;
}
