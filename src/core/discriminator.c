/* discriminator.c - the public discriminator (MPI-I-2006-4-002, section 3): it checks and keeps
 * what the caller described. What it means for an input is in source.c.  SPDX-License-Identifier: MIT */
#include "core/source.h"

#include <math.h>
#include <string.h>

static hpyr_discriminator_kind kind_of(const hpyr_discriminator_desc *desc) {
    return desc->kind ? desc->kind : HPYR_DISCRIMINATOR_KIND_THRESHOLD;
}

/* What the kinds use. */
enum {
    USES_THRESHOLD = 1,
    USES_GLSL = 2,
    USES_RANGES = 4,
    USES_WINDOW = 8,
    USES_INPUTS = 16,
    USES_OPERATOR = 32,
    USES_PATTERN = 64
};

static const struct {
    unsigned members;
    const char *text;
} uses[] = {
    [HPYR_DISCRIMINATOR_KIND_THRESHOLD] = {USES_THRESHOLD,
                                           "THRESHOLD uses has_threshold, and threshold if that is true"},
    [HPYR_DISCRIMINATOR_KIND_RANGES] = {USES_RANGES, "RANGES uses ranges and range_count"},
    [HPYR_DISCRIMINATOR_KIND_CUSTOM] = {USES_GLSL | USES_INPUTS,
                                        "CUSTOM uses glsl, inputs, input_count and bind, and user if there is a bind"},
    [HPYR_DISCRIMINATOR_KIND_LOCAL_MAX] = {USES_THRESHOLD | USES_WINDOW,
                                           "LOCAL_MAX uses window and has_threshold, and threshold if that is true"},
    [HPYR_DISCRIMINATOR_KIND_EDGE] = {USES_THRESHOLD | USES_OPERATOR,
                                      "EDGE uses has_threshold, threshold and edge_operator"},
    [HPYR_DISCRIMINATOR_KIND_TEMPLATE] =
        {USES_THRESHOLD | USES_PATTERN,
         "TEMPLATE uses has_threshold, threshold, measure and the members of the pattern"},
};

/* The first member that is given and has no effect, or NULL. */
static const char *ignored_member(const hpyr_discriminator_desc *desc) {
    const unsigned used = uses[kind_of(desc)].members;
    const struct {
        const char *name;
        bool is_given;
        unsigned users;
    } members[] = {
        {"has_threshold", desc->has_threshold, USES_THRESHOLD},
        {"threshold", desc->threshold != 0.0, desc->has_threshold ? USES_THRESHOLD : 0},
        {"glsl", desc->glsl != NULL, USES_GLSL},
        {"bind", desc->bind != NULL, USES_GLSL},
        {"user", desc->user != NULL, desc->bind ? USES_GLSL : 0},
        {"ranges", desc->ranges != NULL, USES_RANGES},
        {"range_count", desc->range_count != 0, USES_RANGES},
        {"window", desc->window != 0, USES_WINDOW},
        {"edge_operator", desc->edge_operator != 0, USES_OPERATOR},
        {"measure", desc->measure != 0, USES_PATTERN},
        {"pattern", desc->pattern != NULL, USES_PATTERN},
        {"pattern_width", desc->pattern_width != 0, USES_PATTERN},
        {"pattern_height", desc->pattern_height != 0, USES_PATTERN},
        {"inputs", desc->inputs != NULL, USES_INPUTS},
        {"input_count", desc->input_count != 0, USES_INPUTS},
    };
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (members[i].is_given && !(used & members[i].users))
            return members[i].name;
    return NULL;
}

static hpyr_result check_ignored(const hpyr_context *context, const hpyr_discriminator_desc *desc) {
    const char *ignored = ignored_member(desc);
    return ignored ? hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: %s has no effect: %s", ignored,
                                 uses[kind_of(desc)].text)
                   : HPYR_OK;
}

static hpyr_result check_ranges(const hpyr_context *context, const hpyr_discriminator_desc *desc) {
    if (!desc->ranges || !desc->range_count || desc->range_count > HPYR_MAX_RANGES)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: %u ranges%s; RANGES takes 1 to %d",
                           desc->range_count, desc->ranges ? "" : " at NULL", (int)HPYR_MAX_RANGES);
    for (uint32_t i = 0; i < desc->range_count; i++)
        if (!(desc->ranges[i].min <= desc->ranges[i].max)) /* NaN too */
            return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                               "discriminator: range %u, %g..%g, needs min <= max", i, desc->ranges[i].min,
                               desc->ranges[i].max);
    return HPYR_OK;
}

static hpyr_result check_window(const hpyr_context *context, const hpyr_discriminator_desc *desc) {
    if (!desc->window || desc->window == 3 || desc->window == 5)
        return HPYR_OK;
    return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: window %u; LOCAL_MAX takes 3 and 5",
                       desc->window);
}

static hpyr_result check_custom(const hpyr_context *context, const hpyr_discriminator_desc *desc) {
    if (!desc->glsl || !desc->glsl[0])
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: CUSTOM needs glsl");
    if (!desc->inputs != !desc->input_count)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: %u inputs%s", desc->input_count,
                           desc->inputs ? "" : " at NULL");
    if (desc->input_count > context->most_inputs)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "discriminator: %u inputs; this GL has texture units for %u", desc->input_count,
                           context->most_inputs);
    for (uint32_t i = 0; i < desc->input_count; i++)
        if (desc->inputs[i].channel)
            return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                               "discriminator: input %u has channel %d, which has no effect: GLSL gets all channels",
                               i + 1, (int)desc->inputs[i].channel);
    return HPYR_OK;
}

static hpyr_result check_edge(const hpyr_context *context, const hpyr_discriminator_desc *desc) {
    if ((uint32_t)desc->edge_operator > HPYR_EDGE_OPERATOR_SCHARR)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: edge_operator %d is unknown",
                           (int)desc->edge_operator);
    if (!desc->has_threshold)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: EDGE needs a threshold");
    if (isinf(desc->threshold))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: threshold %g; EDGE needs a finite one",
                           desc->threshold);
    return HPYR_OK;
}

static hpyr_result check_pattern(const hpyr_context *context, const hpyr_discriminator_desc *desc) {
    uint32_t width = desc->pattern_width, height = desc->pattern_height;
    if ((uint32_t)desc->measure > HPYR_TEMPLATE_MEASURE_CORRELATION)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: measure %d is unknown",
                           (int)desc->measure);
    if (!desc->has_threshold)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: TEMPLATE needs a threshold");
    if (desc->measure == HPYR_TEMPLATE_MEASURE_CORRELATION && fabs(desc->threshold) > 1.0)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "discriminator: threshold %g; CORRELATION takes -1 to 1", desc->threshold);
    if (!desc->pattern || !width || !height || width > HPYR_MAX_PATTERN || height > HPYR_MAX_PATTERN)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "discriminator: a template of %ux%u cells%s; TEMPLATE takes 1x1 to %dx%d", width, height,
                           desc->pattern ? "" : " at NULL", (int)HPYR_MAX_PATTERN, (int)HPYR_MAX_PATTERN);
    for (uint32_t i = 0; i < width * height; i++)
        if (!isfinite(desc->pattern[i]))
            return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: value %u of the template is %g", i,
                               (double)desc->pattern[i]);
    if (desc->measure == HPYR_TEMPLATE_MEASURE_CORRELATION && !hpi_core_pattern_varies(desc->pattern, width * height))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "discriminator: all %u values of the template are equal, so nothing correlates with it",
                           width * height);
    return HPYR_OK;
}

static hpyr_result check_desc(const hpyr_context *context, const hpyr_discriminator_desc *desc) {
    hpyr_result result = HPYR_OK;
    if ((uint32_t)desc->kind > HPYR_DISCRIMINATOR_KIND_TEMPLATE)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: kind %d is unknown", (int)desc->kind);
    if (desc->has_threshold && isnan(desc->threshold))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "discriminator: the threshold is NaN");
    if (desc->kind == HPYR_DISCRIMINATOR_KIND_CUSTOM)
        result = check_custom(context, desc);
    if (desc->kind == HPYR_DISCRIMINATOR_KIND_RANGES)
        result = check_ranges(context, desc);
    if (desc->kind == HPYR_DISCRIMINATOR_KIND_LOCAL_MAX)
        result = check_window(context, desc);
    if (desc->kind == HPYR_DISCRIMINATOR_KIND_EDGE)
        result = check_edge(context, desc);
    if (desc->kind == HPYR_DISCRIMINATOR_KIND_TEMPLATE)
        result = check_pattern(context, desc);
    return result == HPYR_OK ? check_ignored(context, desc) : result;
}

/* Fills in the documented defaults. */
static void resolve(const hpyr_discriminator_desc *desc, hpyr_discriminator_desc *resolved) {
    *resolved = *desc;
    resolved->kind = kind_of(desc);
    if (resolved->kind == HPYR_DISCRIMINATOR_KIND_THRESHOLD && !desc->has_threshold) {
        resolved->has_threshold = true;
        resolved->threshold = 1.0;
    }
    if (resolved->kind == HPYR_DISCRIMINATOR_KIND_LOCAL_MAX && !desc->window)
        resolved->window = 3;
    if (resolved->kind == HPYR_DISCRIMINATOR_KIND_EDGE && !desc->edge_operator)
        resolved->edge_operator = HPYR_EDGE_OPERATOR_CENTRAL;
    if (resolved->kind == HPYR_DISCRIMINATOR_KIND_TEMPLATE && !desc->measure)
        resolved->measure = HPYR_TEMPLATE_MEASURE_DIFFERENCES;
}

/* Copies the arrays of the caller. Returns false without memory. */
static bool copy_arrays(hpyr_discriminator *d) {
    hpyr_context *context = d->context;
    hpyr_discriminator_desc *desc = &d->desc;
    d->glsl = hpi_core_copy(context, desc->glsl, desc->glsl ? strlen(desc->glsl) + 1 : 0);
    d->ranges = hpi_core_copy(context, desc->ranges, desc->range_count * sizeof *desc->ranges);
    d->inputs = hpi_core_copy(context, desc->inputs, desc->input_count * sizeof *desc->inputs);
    d->pattern = desc->pattern
                     ? hpi_core_pattern_create(context, desc->pattern, desc->pattern_width, desc->pattern_height)
                     : NULL;
    bool copied = (d->glsl || !desc->glsl) && (d->ranges || !desc->ranges) && (d->inputs || !desc->inputs) &&
                  (d->pattern || !desc->pattern);
    desc->glsl = d->glsl;
    desc->ranges = d->ranges;
    desc->inputs = d->inputs;
    desc->pattern = d->pattern ? hpi_core_pattern_values(d->pattern) : NULL;
    return copied;
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
    hpyr_discriminator *d = hpi_alloc_zeros(context, 1, sizeof *d);
    if (!d)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a discriminator");
    hpi_gl_context_hold(context);
    d->context = context;
    resolve(desc, &d->desc);
    d->fetches = HPI_CALLER_FETCHES;
    if (!copy_arrays(d)) {
        hpyr_discriminator_destroy(d);
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a discriminator");
    }
    *out = d;
    return HPYR_OK;
}

void hpyr_discriminator_destroy(hpyr_discriminator *discriminator) {
    if (!discriminator)
        return;
    hpyr_context *context = discriminator->context;
    hpi_free(context, discriminator->glsl);
    hpi_free(context, discriminator->ranges);
    hpi_free(context, discriminator->inputs);
    hpi_core_pattern_release(discriminator->pattern);
    hpi_free(context, discriminator);
    hpi_gl_context_release(context);
}

const hpyr_discriminator_desc *hpyr_discriminator_resolved(const hpyr_discriminator *discriminator) {
    return discriminator ? &discriminator->desc : NULL;
}
