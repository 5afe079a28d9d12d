/* discriminator.c - the public discriminator (MPI-I-2006-4-002, section 3): it checks and keeps
 * what the caller described. What it means for an input is in source.c.
 * SPDX-License-Identifier: MIT */
#include "core/source.h"

#include <math.h>
#include <stdlib.h>

static hpyr_result check_desc(const hpyr_context *context, const hpyr_discriminator_desc *desc) {
    switch (desc->kind) {
    case HPYR_DISCRIMINATOR_DEFAULT:
    case HPYR_DISCRIMINATOR_THRESHOLD:
        if (desc->has_threshold && isnan(desc->threshold))
            return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: the threshold is NaN");
        return HPYR_OK;
    case HPYR_DISCRIMINATOR_RANGE:
        if (!(desc->min <= desc->max)) /* false for NaN, too */
            return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: range %g..%g needs min <= max",
                               desc->min, desc->max);
        return HPYR_OK;
    case HPYR_DISCRIMINATOR_CUSTOM:
        if (!desc->glsl || !desc->glsl[0])
            return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: CUSTOM needs glsl");
        return HPYR_OK;
    }
    return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: kind %d is unknown", (int)desc->kind);
}

hpyr_result hpyr_discriminator_create(hpyr_context *context, const hpyr_discriminator_desc *desc,
                                      hpyr_discriminator **out) {
    static const hpyr_discriminator_desc defaults = {0};
    if (out)
        *out = NULL;
    if (!context || !out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (!desc)
        desc = &defaults;
    hpyr_result result = check_desc(context, desc);
    if (result != HPYR_OK)
        return result;
    hpyr_discriminator *d = calloc(1, sizeof *d);
    if (!d)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a discriminator");
    d->kind = desc->kind ? desc->kind : HPYR_DISCRIMINATOR_THRESHOLD;
    if (d->kind == HPYR_DISCRIMINATOR_CUSTOM) {
        d->glsl = hpi_core_copy_text(desc->glsl);
        if (!d->glsl) {
            free(d);
            return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a discriminator");
        }
        d->bind = desc->bind;
        d->user = desc->user;
    } else if (d->kind == HPYR_DISCRIMINATOR_RANGE) {
        d->minimum = desc->min;
        d->maximum = desc->max;
    } else {
        d->minimum = desc->has_threshold ? desc->threshold : 1.0;
        d->maximum = INFINITY;
    }
    hpi_gl_context_hold(context);
    d->context = context;
    *out = d;
    return HPYR_OK;
}

void hpyr_discriminator_destroy(hpyr_discriminator *discriminator) {
    if (!discriminator)
        return;
    hpi_gl_context_release(discriminator->context);
    free(discriminator->glsl);
    free(discriminator);
}
