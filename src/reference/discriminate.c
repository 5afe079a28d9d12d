/* discriminate.c - the oracle's discriminators: counts of pixels, by thresholds or by their values.
 * SPDX-License-Identifier: MIT
 *
 * Source: MPI-I-2006-4-002, section 3 (thresholds); Dyken and Ziegler, section 4 (general counts).
 *
 * Everything is decided in double, which holds all values of all formats exactly but normalized
 * ones. For those the rule is: with M = 255 or 65535, code c is active if and only if
 *
 *     (double)c / M >= min && (double)c / M <= max, evaluated in double.
 *
 * So a threshold of 128 / 255.0 includes code 128.
 * A search with the same expression finds the codes at both bounds. */
#include "reference/pixels.h"

/* A count beyond 32 bits becomes the largest one, so that the pyramid's total overflows too. */
static uint32_t count_of(double value) {
    if (!(value >= 1)) /* true for NaN too */
        return 0;
    return value < 4294967296.0 ? (uint32_t)value : UINT32_MAX;
}

hpyr_result hpyr_ref_discriminate(const hpyr_ref_image *image, double min, double max, uint32_t *counts) {
    hpi_reference_pixels pixels;
    if (!counts || !(min <= max) || !hpi_reference_open(image, &pixels))
        return HPYR_ERROR_INVALID_ARGUMENT;
    for (size_t i = 0; i < pixels.count; i++) {
        double value = hpi_reference_value(&pixels, i);
        counts[i] = value >= min && value <= max;
    }
    return HPYR_OK;
}

hpyr_result hpyr_ref_ranges(const hpyr_ref_image *image, const hpyr_range *ranges, uint32_t range_count,
                            uint32_t *counts) {
    hpi_reference_pixels pixels;
    if (!counts || !ranges || !range_count || !hpi_reference_open(image, &pixels))
        return HPYR_ERROR_INVALID_ARGUMENT;
    for (uint32_t r = 0; r < range_count; r++)
        if (!(ranges[r].min <= ranges[r].max))
            return HPYR_ERROR_INVALID_ARGUMENT;
    for (size_t i = 0; i < pixels.count; i++) {
        double value = hpi_reference_value(&pixels, i);
        counts[i] = 0;
        for (uint32_t r = 0; r < range_count; r++)
            if (value >= ranges[r].min && value <= ranges[r].max)
                counts[i] = 1;
    }
    return HPYR_OK;
}

hpyr_result hpyr_ref_counts(const hpyr_ref_image *image, uint32_t *counts) {
    hpi_reference_pixels pixels;
    if (!counts || !hpi_reference_open(image, &pixels) || pixels.component == COMPONENT_UNORM8 ||
        pixels.component == COMPONENT_UNORM16)
        return HPYR_ERROR_INVALID_ARGUMENT;
    for (size_t i = 0; i < pixels.count; i++)
        counts[i] = count_of(hpi_reference_value(&pixels, i));
    return HPYR_OK;
}
