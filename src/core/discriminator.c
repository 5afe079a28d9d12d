/* discriminator.c - the public discriminator (MPI-I-2006-4-002, section 3): it checks and keeps
 * what the caller described. What it means for an input is in source.c.  SPDX-License-Identifier: MIT */
#include "core/source.h"

#include <math.h>
#include <stdlib.h>

static hpyr_discriminator_kind kind_of(const hpyr_discriminator_desc *desc) {
    return desc->kind ? desc->kind : HPYR_DISCRIMINATOR_THRESHOLD;
}

/* The first member that is given and has no effect, or NULL. */
static const char *ignored_member(const hpyr_discriminator_desc *desc) {
    hpyr_discriminator_kind kind = kind_of(desc);
    bool has_threshold = kind == HPYR_DISCRIMINATOR_THRESHOLD && desc->has_threshold;
    if (desc->has_threshold && !has_threshold)
        return "has_threshold";
    if (desc->threshold != 0.0 && !has_threshold)
        return "threshold";
    if (kind != HPYR_DISCRIMINATOR_RANGE && (desc->min != 0.0 || desc->max != 0.0))
        return desc->min != 0.0 ? "min" : "max";
    if (kind != HPYR_DISCRIMINATOR_CUSTOM && (desc->glsl || desc->bind))
        return desc->glsl ? "glsl" : "bind";
    return desc->user && !desc->bind ? "user" : NULL;
}

static hpyr_result check_ignored(const hpyr_context *context, const hpyr_discriminator_desc *desc) {
    static const char *const uses[] = {
        [HPYR_DISCRIMINATOR_THRESHOLD] = "THRESHOLD uses has_threshold, and threshold if that is true",
        [HPYR_DISCRIMINATOR_RANGE] = "RANGE uses min and max",
        [HPYR_DISCRIMINATOR_CUSTOM] = "CUSTOM uses glsl and bind, and user if there is a bind",
    };
    const char *ignored = ignored_member(desc);
    return ignored ? hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: %s has no effect: %s", ignored,
                                 uses[kind_of(desc)])
                   : HPYR_OK;
}

static hpyr_result check_desc(const hpyr_context *context, const hpyr_discriminator_desc *desc) {
    if ((uint32_t)desc->kind > HPYR_DISCRIMINATOR_CUSTOM)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: kind %d is unknown", (int)desc->kind);
    if (desc->has_threshold && isnan(desc->threshold))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: the threshold is NaN");
    if (desc->kind == HPYR_DISCRIMINATOR_RANGE && !(desc->min <= desc->max)) /* NaN too */
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: range %g..%g needs min <= max",
                           desc->min, desc->max);
    if (desc->kind == HPYR_DISCRIMINATOR_CUSTOM && (!desc->glsl || !desc->glsl[0]))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: CUSTOM needs glsl");
    return check_ignored(context, desc);
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
    d->desc = *desc;
    d->desc.kind = kind_of(desc);
    if (d->desc.kind == HPYR_DISCRIMINATOR_THRESHOLD && !desc->has_threshold) {
        d->desc.has_threshold = true;
        d->desc.threshold = 1.0;
    }
    if (desc->glsl) {
        d->desc.glsl = d->glsl = hpi_core_copy_text(desc->glsl);
        if (!d->glsl) {
            free(d);
            return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a discriminator");
        }
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

const hpyr_discriminator_desc *hpyr_discriminator_resolved(const hpyr_discriminator *discriminator) {
    return discriminator ? &discriminator->desc : NULL;
}
