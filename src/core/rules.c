/* rules.c - discriminators that look at neighbors (MPI-I-2006-4-002, section 3): LOCAL_MAX, EDGE and
 * TEMPLATE. Each has a shader file, which stands in the place of a caller's GLSL. Here are the limits
 * that make its comparisons exact.  SPDX-License-Identifier: MIT */
#include "core/rules.h"

#include <float.h>
#include <math.h>

/* ---- numbers, see value.glsl ---- */

/* Whether a format's numbers are integers of 16 bits or fewer, with which GL calculates exactly. */
static bool is_exact(const hpyr_context *context, const hpi_gl_format *format) {
    return !context->legacy && format->kind != HPI_CLASS_FLOAT && format->bits <= 16;
}

/* The value 1 as a number. */
static double unit_of(const hpi_gl_format *format) {
    return format->kind == HPI_CLASS_UNORM ? (double)((1u << format->bits) - 1) : 1.0;
}

/* ---- LOCAL_MAX ---- */

static hpyr_result make_local_max(const hpyr_context *context, const hpyr_discriminator *discriminator,
                                  const hpi_gl_format *format, hpi_source *out) {
    const hpyr_discriminator_desc *desc = &discriminator->desc;
    (void)format;
    if (out->cells[2] > 1 && desc->window != 3)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "discriminator: LOCAL_MAX has a window of %u; for volumes, here of %u slices, it is 3",
                           desc->window, out->cells[2]);
    out->window = desc->window;
    out->rule = "core/local_max.glsl";
    return HPYR_OK;
}

/* ---- EDGE ---- */

/* Returns the smallest whole number whose root, divided by `unit`, is at least `threshold`; or 2^52 if
 * none below that is. It evaluates what the oracle evaluates. */
static uint64_t least_square(double threshold, double unit) {
    uint64_t low = 0, high = UINT64_C(1) << 52;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (sqrt((double)middle) / unit >= threshold)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static hpyr_result make_edge(const hpyr_context *context, const hpyr_discriminator *discriminator,
                             const hpi_gl_format *format, hpi_source *out) {
    const hpyr_discriminator_desc *desc = &discriminator->desc;
    (void)context;
    static const int sides[] = {0, 0, 1, 3}, middles[] = {1, 1, 2, 10};
    int smoothing = 2 * sides[desc->edge_operator] + middles[desc->edge_operator];
    double unit = 2.0 * smoothing * (out->cells[2] > 1 ? smoothing : 1);
    double factor = 1.0 / (unit * desc->threshold);
    out->side = sides[desc->edge_operator];
    out->middle = middles[desc->edge_operator];
    out->window = 3;
    out->least = least_square(desc->threshold, unit * unit_of(format));
    out->factor = 1.0f;
    out->limit = (float)out->least; /* sums of codes are whole, and floats up to 2^24 */
    if (!out->exact && format->kind != HPI_CLASS_UNORM) {
        out->factor = desc->threshold > 0.0 ? (float)(factor < FLT_MAX ? factor : FLT_MAX) : 1.0f;
        out->limit = desc->threshold > 0.0 ? 1.0f : -1.0f;
    }
    out->rule = "core/edge.glsl";
    return HPYR_OK;
}

/* ---- TEMPLATE ---- */

/* Returns the largest whole number that, divided by `unit`, is at most `threshold`; -1 if none is. It
 * evaluates what the oracle evaluates. No sum is larger than 2^26. */
static double largest_sum(double threshold, double unit) {
    const double most = 134217728.0;
    double sum = threshold < 0.0 ? -1.0 : threshold * unit < most ? floor(threshold * unit) : most;
    while (sum < most && (sum + 1.0) / unit <= threshold)
        sum++;
    while (sum >= 0.0 && sum / unit > threshold)
        sum--;
    return sum;
}

static hpyr_result make_template(const hpyr_context *context, const hpyr_discriminator *discriminator,
                                 const hpi_gl_format *format, hpi_source *out) {
    const hpyr_discriminator_desc *desc = &discriminator->desc;
    bool correlates = desc->measure == HPYR_TEMPLATE_MEASURE_CORRELATION;
    if (desc->pattern_width > out->cells[0] || desc->pattern_height > out->cells[1])
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "discriminator: a template of %ux%u cells does not fit into a grid of %ux%u",
                           desc->pattern_width, desc->pattern_height, out->cells[0], out->cells[1]);
    if (!context->most_inputs)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED,
                           "discriminator: TEMPLATE needs 9 texture units of fragment shaders");
    hpyr_result result =
        hpi_core_pattern_texture(discriminator->pattern, format, out->input.format, correlates, &out->more[0]);
    if (result != HPYR_OK)
        return result;
    out->more_count = 1;
    out->pattern = hpi_core_pattern_hold(discriminator->pattern);
    out->exact = out->exact && !correlates;
    out->measure = desc->measure;
    out->whole_limit = (int32_t)largest_sum(desc->threshold, unit_of(format));
    out->limit = isinf(desc->threshold) || desc->threshold < FLT_MAX ? (float)desc->threshold : FLT_MAX;
    if (!correlates && format->kind == HPI_CLASS_UNORM)
        out->limit = (float)out->whole_limit + 0.5f;
    out->rule = "core/template.glsl";
    return HPYR_OK;
}

/* llvmpipe leaves the loops of a fragment after 65 535 rounds altogether. */
enum { MOST_ROUNDS = 60000, MOST_PASSES = 2 };

bool hpi_core_rule_is_wide(const hpi_source *s, uint32_t asked) {
    return s->pattern && (s->more[0].width + 1) * s->more[0].height > MOST_ROUNDS / (asked * MOST_PASSES);
}

/* CORRELATION goes over the cells twice, and once over the pattern. */
uint32_t hpi_core_rule_fetches(const hpi_source *s) {
    if (s->pattern)
        return s->more[0].width * s->more[0].height * (s->measure == HPYR_TEMPLATE_MEASURE_CORRELATION ? 3 : 2);
    return s->window * s->window * (s->cells[2] > 1 ? s->window : 1);
}

/* ---- all of them ---- */

/* What a kind makes of a source: bounds of values, and a rule. CUSTOM is the caller's GLSL. */
static const struct {
    bool has_bounds;
    hpyr_result (*make)(const hpyr_context *context, const hpyr_discriminator *discriminator,
                        const hpi_gl_format *format, hpi_source *out);
} KINDS[] = {
    [HPYR_DISCRIMINATOR_KIND_THRESHOLD] = {true, NULL},           [HPYR_DISCRIMINATOR_KIND_RANGES] = {true, NULL},
    [HPYR_DISCRIMINATOR_KIND_LOCAL_MAX] = {true, make_local_max}, [HPYR_DISCRIMINATOR_KIND_EDGE] = {false, make_edge},
    [HPYR_DISCRIMINATOR_KIND_TEMPLATE] = {false, make_template},
};

bool hpi_core_rule_has_bounds(const hpyr_discriminator *discriminator) {
    return KINDS[discriminator->desc.kind].has_bounds;
}

hpyr_result hpi_core_rule_make(const hpyr_context *context, const hpyr_discriminator *discriminator,
                               const hpi_gl_format *format, hpi_source *out) {
    out->kind = HPI_KIND_RANGE;
    if (!KINDS[discriminator->desc.kind].make)
        return HPYR_OK;
    out->kind = HPI_KIND_CUSTOM;
    out->codes = (float)unit_of(format);
    out->exact = is_exact(context, format);
    return KINDS[discriminator->desc.kind].make(context, discriminator, format, out);
}

void hpi_core_rule_add_defines(const hpi_source *s, hpi_text *text) {
    hpi_text_print(text, "#define HPYR_ROLLED\n");
    if (s->pattern || s->middle)
        hpi_text_print(text, "#define HPYR_NUMBER %s\n#define HPYR_NUMBERS %s\n%s", s->exact ? "int" : "float",
                       s->exact ? "ivec3" : "vec3", s->exact ? "#define HPYR_EXACT\n" : "");
    if (s->pattern)
        hpi_text_print(text, "#define HPYR_MEASURE %d\n", (int)s->measure);
    else if (s->middle)
        hpi_text_print(text, "#define HPYR_SIDE %d\n#define HPYR_MIDDLE %d\n", s->side, s->middle);
    else
        hpi_text_print(text, "#define HPYR_WINDOW %u\n", s->window);
}

void hpi_core_rule_set_uniforms(const hpyr_context *context, const hpi_source *s, GLuint program, const char *prefix) {
    GLint reach = (GLint)s->window / 2, limit = hpi_gl_location(context, program, prefix, "limit");
    glUniform3i(hpi_gl_location(context, program, prefix, "last"), (GLint)s->cells[0] - 1, (GLint)s->cells[1] - 1,
                (GLint)s->cells[2] - 1);
    glUniform3i(hpi_gl_location(context, program, prefix, "reach"), reach, reach, s->cells[2] > 1 ? reach : 0);
    glUniform1f(hpi_gl_location(context, program, prefix, "codes"), s->codes);
    glUniform1f(hpi_gl_location(context, program, prefix, "factor"), s->factor);
    if (s->pattern)
        glUniform2i(hpi_gl_location(context, program, prefix, "pattern"), (GLint)s->more[0].width,
                    (GLint)s->more[0].height);
    if (s->exact && s->pattern)
        glUniform1i(limit, s->whole_limit);
    else if (!s->exact)
        glUniform1f(limit, s->limit);
    else if (s->middle)
        glUniform2ui(hpi_gl_location(context, program, prefix, "least"), (GLuint)(s->least >> 24),
                     (GLuint)(s->least & 0xFFFFFF));
}
