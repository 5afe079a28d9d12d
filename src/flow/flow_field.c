/* flow_field.c - a caller's field: checked, and read by a discriminator.  SPDX-License-Identifier: MIT
 *
 * The discriminator is CUSTOM. Its GLSL is a file below shaders/flow/, with the caller's GLSL in front. Passes that look at
 * the field again read it through the same GLSL, see hpi_core_rule_begin. */
#include "flow/flow_object.h"

#include "isosurface/field_samples.h"

#include <float.h>
#include <limits.h>
#include <math.h>

enum { CORNERS = 8 }; /* samples of a cell. A curl looks at seven */

/* ---- what the caller gives ---- */

static hpyr_result fail(const hpyr_flow *flow, const char *text) {
    return hpi_gl_fail(flow->context, HPYR_ERROR_INVALID_ARGUMENT, "flow: %s", text);
}

static hpyr_result check_members(const hpyr_flow *flow, const hpyr_flow_field *f) {
    const hpyr_flow_kind kind = flow->desc.kind;
    if (!f->texture.name && !(f->glsl && f->glsl[0]))
        return fail(flow, "neither a texture nor GLSL");
    if (f->texture.name && f->glsl)
        return fail(flow, "a texture and GLSL; give one of them");
    if ((f->bind && !f->glsl) || (f->user && !f->bind))
        return fail(flow, f->bind ? "`bind` has no effect without GLSL" : "`user` has no effect without `bind`");
    if (kind != HPYR_FLOW_KIND_VORTICITY && f->threshold != 0) /* NaN too */
        return fail(flow, "`threshold` has an effect on VORTICITY only");
    if (kind != HPYR_FLOW_KIND_BAND && (f->isovalue != 0 || f->width != 0))
        return fail(flow, "`isovalue` and `width` have an effect on BAND only");
    if (!isfinite(f->threshold) || f->threshold < 0)
        return fail(flow, "`threshold` must be finite, and not negative");
    if (!isfinite(f->isovalue) || !isfinite(f->width) || f->width < 0)
        return fail(flow, "`isovalue` and `width` must be finite, and `width` not negative");
    return HPYR_OK;
}

static hpyr_result check_texture(hpyr_flow *flow, const hpyr_texture *stated) {
    hpyr_texture *t = &flow->field.texture;
    const bool is_band = flow->desc.kind == HPYR_FLOW_KIND_BAND;
    const uint32_t *n = flow->samples;
    hpyr_result result = hpi_gl_texture_check(flow->context, stated, "flow", t);
    if (result != HPYR_OK)
        return result;
    if (t->target != GL_TEXTURE_3D)
        return hpi_gl_fail(flow->context, HPYR_ERROR_TEXTURE, "flow: target 0x%04x; only GL_TEXTURE_3D is allowed",
                           t->target);
    const bool is_wide = t->format == HPYR_FORMAT_R32UI || t->format == HPYR_FORMAT_RGBA32UI;
    if (is_band ? is_wide : t->format != HPYR_FORMAT_RGBA32F && t->format != HPYR_FORMAT_RGB32F)
        return hpi_gl_fail(flow->context, HPYR_ERROR_TEXTURE, "flow: format %s; %s", hpi_gl_format_of(t->format)->name,
                           is_band ? "floats do not hold all of its numbers" : "vectors are RGB32F or RGBA32F");
    if (t->width < n[0] || t->height < n[1] || t->depth < n[2])
        return hpi_gl_fail(flow->context, HPYR_ERROR_TEXTURE, "flow: %ux%ux%u texels do not hold %ux%ux%u samples",
                           t->width, t->height, t->depth, n[0], n[1], n[2]);
    if (!is_band && stated->channel != HPYR_CHANNEL_DEFAULT)
        return fail(flow, "`channel` has no effect on a texture of vectors");
    return HPYR_OK;
}

hpyr_result hpi_flow_check_again(const hpyr_flow *flow) {
    hpyr_texture texture;
    return flow->field.texture.name ? hpi_gl_texture_check(flow->context, &flow->field.texture, "flow", &texture)
                                    : HPYR_OK;
}

/* ---- bounds of a band ---- */

/* GPUs may round normalized values in any direction. So each bound lies halfway between two of them. */
static void set_normalized_bounds(hpyr_flow *flow, double low, double high, double largest) {
    double last = high >= 1 ? largest : floor(high * largest) + 2; /* far above, subtracting 1 would change nothing */
    while (last >= 0 && (float)(last / largest) > high)
        last -= 1;
    flow->bounds[0] = (float)((hpi_field_normalized_bound(low, largest) - 0.5) / largest);
    flow->bounds[1] = (float)((last + 0.5) / largest);
}

/* Samples are floats, so the bounds are rounded to the next float that a sample may have. */
static void set_bounds(hpyr_flow *flow) {
    const hpyr_flow_field *f = &flow->field;
    const double low = f->isovalue - f->width, high = f->isovalue + f->width;
    const hpi_gl_format *format = f->texture.name ? hpi_gl_format_of(f->texture.format) : NULL;
    if (format && format->kind == HPI_CLASS_UNORM) {
        set_normalized_bounds(flow, low, high, (double)((1u << format->bits) - 1));
        return;
    }
    flow->bounds[0] = low > FLT_MAX ? INFINITY : hpi_gl_float_above(fmax(low, -FLT_MAX));
    flow->bounds[1] = high < -FLT_MAX ? -INFINITY : -hpi_gl_float_above(fmax(-high, -FLT_MAX));
}

/* ---- the discriminator ---- */

void hpi_flow_set_grid(const hpyr_flow *flow, GLuint program, const char *prefix) {
    const hpyr_context *context = flow->context;
    const hpyr_field_grid *g = &flow->desc.grid;
    const bool *p = flow->desc.periodic;
    const uint32_t *n = flow->samples;
    glUniform3i(hpi_gl_location(context, program, prefix, "flow_samples"), (GLint)n[0], (GLint)n[1], (GLint)n[2]);
    glUniform3i(hpi_gl_location(context, program, prefix, "flow_periodic"), p[0], p[1], p[2]);
    glUniform3fv(hpi_gl_location(context, program, prefix, "flow_origin"), 1, g->origin);
    glUniform3fv(hpi_gl_location(context, program, prefix, "flow_spacing"), 1, g->spacing);
}

/* Numbers of any size, see vorticity.glsl. */
static void set_curl(const hpyr_flow *flow, GLuint program, const char *prefix) {
    const hpyr_context *context = flow->context;
    const float *spacing = flow->desc.grid.spacing;
    int exponent, least = INT_MAX;
    float steps[3];
    const float threshold = hpi_gl_float_above(frexp(flow->field.threshold, &exponent));
    glUniform1f(hpi_gl_location(context, program, prefix, "flow_threshold"), threshold);
    glUniform1i(hpi_gl_location(context, program, prefix, "flow_threshold_exponent"), exponent);
    for (int axis = 0; axis < 3; axis++) {
        (void)frexpf(spacing[axis], &exponent);
        least = exponent < least ? exponent : least;
    }
    for (int axis = 0; axis < 3; axis++) /* slopes along an axis that is cut here are too small to matter */
        steps[axis] = (float)fmax(-1e38, fmin(ldexp(spacing[axis], -least), 1e38));
    glUniform3fv(hpi_gl_location(context, program, prefix, "flow_steps"), 1, steps);
    glUniform1i(hpi_gl_location(context, program, prefix, "flow_steps_exponent"), least);
}

/* Sets what shaders/flow/ needs to know, and then what the caller's GLSL reads. */
static void bind_field(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    const hpyr_flow *flow = user;
    const hpyr_context *context = flow->context;
    const hpyr_flow_field *f = &flow->field;
    hpi_flow_set_grid(flow, program, prefix);
    if (flow->desc.kind == HPYR_FLOW_KIND_VORTICITY)
        set_curl(flow, program, prefix);
    glUniform2f(hpi_gl_location(context, program, prefix, "flow_bounds"), flow->bounds[0], flow->bounds[1]);
    glUniform1f(hpi_gl_location(context, program, prefix, "flow_half_level"), (GLfloat)(f->isovalue / 2));
    glUniform2f(hpi_gl_location(context, program, prefix, "flow_quarters"), 0.25f, 0.25f);
    if (f->bind)
        f->bind(program, prefix, first_unit, f->user);
}

static hpyr_result make_discriminator(hpyr_flow *flow, const char *caller) {
    static const char *const files[] = {[HPYR_FLOW_KIND_CRITICAL] = "flow/critical.glsl",
                                        [HPYR_FLOW_KIND_VORTICITY] = "flow/vorticity.glsl",
                                        [HPYR_FLOW_KIND_BAND] = "flow/band.glsl"};
    const hpi_gl_stage rule = {.entry = files[flow->desc.kind]};
    hpi_text glsl = HPI_TEXT(flow->context);
    hpi_gl_add_stage(&glsl, &rule, caller, HPI_LINES_330);
    const hpyr_discriminator_desc desc = {
        .kind = HPYR_DISCRIMINATOR_KIND_CUSTOM, .glsl = hpi_text_get(&glsl), .bind = bind_field, .user = flow};
    hpyr_result result = desc.glsl
                             ? hpyr_discriminator_create(flow->context, &desc, &flow->discriminator)
                             : hpi_gl_fail(flow->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a flow's GLSL");
    hpi_text_free(&glsl);
    if (result == HPYR_OK)
        flow->discriminator->fetches = CORNERS * hpi_flow_sample_fetches(flow);
    return result;
}

uint32_t hpi_flow_sample_fetches(const hpyr_flow *flow) {
    return flow->field.texture.name ? 1 : HPI_CALLER_FETCHES;
}

hpyr_result hpi_flow_set_field(hpyr_flow *flow, const hpyr_flow_field *given) {
    hpyr_discriminator_destroy(flow->discriminator);
    flow->discriminator = NULL;
    flow->field = (hpyr_flow_field){0};
    hpyr_result result = check_members(flow, given);
    if (result != HPYR_OK)
        return result;
    flow->field = *given;
    flow->field.glsl = NULL;
    if (given->texture.name)
        result = check_texture(flow, &given->texture);
    if (result != HPYR_OK)
        return result;
    if (flow->desc.kind == HPYR_FLOW_KIND_BAND)
        set_bounds(flow);
    return make_discriminator(flow, given->glsl);
}
