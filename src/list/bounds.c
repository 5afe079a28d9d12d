/* bounds.c - bounds of callers, as ordinals.  SPDX-License-Identifier: MIT */
#include "list/bounds.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* As list/ordinal.glsl. */
static uint32_t ordinal_of_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & 0x80000000u ? ~bits : bits | 0x80000000u) - 0x007FFFFFu;
}

static double lowest(hpyr_list_type type) {
    return type == HPYR_LIST_TYPE_INT ? INT32_MIN : 0;
}

static double highest(hpyr_list_type type) {
    return type == HPYR_LIST_TYPE_INT ? INT32_MAX : UINT32_MAX;
}

bool hpi_list_lower_bound(hpyr_list_type type, double bound, uint32_t *ordinal) {
    if (type == HPYR_LIST_TYPE_FLOAT) {
        float value = bound > FLT_MAX ? INFINITY : bound < -FLT_MAX ? -INFINITY : (float)bound;
        if ((double)value < bound)
            value = nextafterf(value, INFINITY);
        *ordinal = ordinal_of_float(value == 0 ? -0.0f : value);
        return true;
    }
    double whole = ceil(bound);
    if (whole > highest(type))
        return false;
    *ordinal = (uint32_t)(fmax(whole, lowest(type)) - lowest(type));
    return true;
}

bool hpi_list_upper_bound(hpyr_list_type type, double bound, uint32_t *ordinal) {
    if (type == HPYR_LIST_TYPE_FLOAT) {
        float value = bound > FLT_MAX ? INFINITY : bound < -FLT_MAX ? -INFINITY : (float)bound;
        if ((double)value > bound)
            value = nextafterf(value, -INFINITY);
        *ordinal = ordinal_of_float(value == 0 ? 0.0f : value);
        return true;
    }
    double whole = floor(bound);
    if (whole < lowest(type))
        return false;
    *ordinal = (uint32_t)(fmin(whole, highest(type)) - lowest(type));
    return true;
}

uint32_t hpi_list_last_ordinal(hpyr_list_type type) {
    return type == HPYR_LIST_TYPE_FLOAT ? ordinal_of_float(INFINITY) : UINT32_MAX;
}
