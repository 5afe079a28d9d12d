/* source.c - what the base level is computed from: a discriminator and an input (MPI-I-2006-4-002,
 * section 3). Here are the bounds that make comparisons exact, the checks of inputs, and the
 * defines and uniforms of shaders that read them.  SPDX-License-Identifier: MIT */
#include "core/source.h"
#include "core/bits.h"
#include "core/rules.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *hpi_core_copy(const hpyr_context *context, const void *bytes, size_t size) {
    void *copy = size ? hpi_alloc(context, size) : NULL;
    return copy ? memcpy(copy, bytes, size) : NULL;
}

/* ---- bounds: the values min..max of a format as ordinals, see discriminate.glsl ---- */

static void set_empty(uint32_t bounds[2]) {
    bounds[0] = 1;
    bounds[1] = 0;
}

/* A code c stands for c / codes, computed in double. The oracle defines it in the same way. */
static void bounds_of_codes(double minimum, double maximum, uint32_t codes, uint32_t bounds[2]) {
    uint32_t low = 0, high = codes;
    if (minimum > 1.0 || maximum < 0.0) {
        set_empty(bounds);
        return;
    }
    if (minimum > 0.0)
        low = (uint32_t)(minimum * codes);
    while (low > 0 && (low - 1.0) / codes >= minimum)
        low--;
    while (low <= codes && (double)low / codes < minimum)
        low++;
    if (maximum < 1.0)
        high = (uint32_t)(maximum * codes);
    while (high < codes && (high + 1.0) / codes <= maximum)
        high++;
    while (high > 0 && (double)high / codes > maximum)
        high--;
    bounds[0] = low;
    bounds[1] = high;
}

/* Returns the smallest float that is not below `value`. */
static float float_above(double value) {
    if (value > FLT_MAX)
        return INFINITY;
    if (value < -FLT_MAX)
        return isinf(value) ? -INFINITY : -FLT_MAX;
    float f = (float)value;
    return (double)f < value ? nextafterf(f, INFINITY) : f;
}

static uint32_t ordinal_of_float(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

static float float_of_ordinal(uint32_t ordinal) {
    uint32_t bits = ordinal & 0x80000000u ? ordinal & 0x7FFFFFFFu : ~ordinal;
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static void bounds_of_floats(double minimum, double maximum, uint32_t bounds[2]) {
    float low = float_above(minimum), high = -float_above(-maximum);
    bounds[0] = ordinal_of_float(low == 0.0f ? -0.0f : low); /* -0 equals +0: include both */
    bounds[1] = ordinal_of_float(high == 0.0f ? 0.0f : high);
}

/* The format holds integers from `lowest` to `highest`. `turn` flips the sign bit of signed
 * ones. */
static void bounds_of_integers(double minimum, double maximum, double lowest, double highest, uint32_t turn,
                               uint32_t bounds[2]) {
    double low = ceil(minimum < lowest ? lowest : minimum), high = floor(maximum > highest ? highest : maximum);
    if (low > highest || high < lowest) {
        set_empty(bounds);
        return;
    }
    bounds[0] = (uint32_t)(int64_t)low ^ turn;
    bounds[1] = (uint32_t)(int64_t)high ^ turn;
}

static void bounds_of(double minimum, double maximum, const hpi_gl_format *format, uint32_t bounds[2]) {
    switch (format->kind) {
    case HPI_CLASS_UNORM:
        bounds_of_codes(minimum, maximum, (1u << format->bits) - 1, bounds);
        break;
    case HPI_CLASS_FLOAT:
        bounds_of_floats(minimum, maximum, bounds);
        break;
    case HPI_CLASS_UINT:
        bounds_of_integers(minimum, maximum, 0.0, UINT32_MAX, 0, bounds);
        break;
    case HPI_CLASS_INT:
        bounds_of_integers(minimum, maximum, INT32_MIN, INT32_MAX, 0x80000000u, bounds);
        break;
    }
}

static int compare_bounds(const void *a, const void *b) {
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return first < second ? -1 : first > second;
}

/* Puts bounds in order, and makes one pair of those that touch. Empty ones go, but for the last. */
static void join_bounds(hpi_source *s) {
    uint32_t count = 0;
    qsort(s->bounds, s->bound_count, sizeof s->bounds[0], compare_bounds);
    for (uint32_t i = 0; i < s->bound_count; i++) {
        const uint32_t *next = s->bounds[i];
        uint32_t *last = count ? s->bounds[count - 1] : NULL;
        if (next[0] > next[1])
            continue;
        if (!last || (next[0] > last[1] && next[0] - last[1] > 1))
            memmove(s->bounds[count++], next, sizeof s->bounds[0]);
        else if (next[1] > last[1])
            last[1] = next[1];
    }
    if (!count)
        set_empty(s->bounds[0]);
    s->bound_count = count ? count : 1;
}

static void make_bounds(const hpyr_discriminator_desc *desc, const hpi_gl_format *format, hpi_source *s) {
    const hpyr_range above = {desc->has_threshold ? desc->threshold : -INFINITY, INFINITY};
    const hpyr_range *ranges = desc->ranges ? desc->ranges : &above;
    s->bound_count = desc->ranges ? desc->range_count : 1;
    for (uint32_t i = 0; i < s->bound_count; i++)
        bounds_of(ranges[i].min, ranges[i].max, format, s->bounds[i]);
    join_bounds(s);
}

/* ---- source ---- */

/* What the text of every discriminator depends on. */
static void add_common(const hpi_source *s, hpi_text *text) {
    hpi_texture_types types;
    hpi_text_print(text, "#define HPYR_KIND %d\n", s->kind);
    if (s->bound_count > 1)
        hpi_text_print(text, "#define HPYR_RANGES %u\n", s->bound_count);
    if (s->rule)
        hpi_core_rule_add_defines(s, text);
    hpi_core_inputs_add_defines(s, text);
    if (!s->has_input)
        return;
    hpi_core_texture_types(&s->input, &types);
    hpi_text_print(text, "#define HPYR_INPUT\n#define HPYR_SAMPLER %s\n#define HPYR_TEXEL %s\n%s", types.sampler,
                   types.texel, s->input.target == GL_TEXTURE_2D ? "" : "#define HPYR_INPUT_CELLS\n");
}

/* How a value is taken from a texel; a caller's GLSL gets whole texels. */
static void add_value(const hpi_source *s, hpi_text *text) {
    if (s->has_input)
        hpi_text_print(text, "#define HPYR_CLASS %d\n#define HPYR_CHANNEL .%c\n",
                       (int)hpi_gl_format_of(s->input.format)->kind,
                       "rgba"[hpi_gl_channel_of(s->input.format, s->input.channel)]);
}

void hpi_core_source_add_defines(const hpi_source *s, hpi_text *text) {
    add_common(s, text);
    add_value(s, text);
}

hpyr_result hpi_core_source_mark(const hpyr_context *context, const hpi_source *s, char mark[HPI_MARK + 1]) {
    hpi_text defines = HPI_TEXT(context);
    add_common(s, &defines);
    if (!s->custom)
        add_value(s, &defines);
    bool failed = defines.failed;
    mark[0] = '\0';
    if (!failed)
        snprintf(mark, HPI_MARK + 1, "%016" PRIx64, hpi_gl_hash(hpi_text_get(&defines), hpi_core_source_glsl(s)));
    hpi_text_free(&defines);
    return failed ? hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a shader") : HPYR_OK;
}

void hpi_core_source_free(const hpyr_context *context, hpi_source *s) {
    hpi_free(context, s->custom);
    hpi_core_pattern_release(s->pattern);
    memset(s, 0, sizeof *s);
}

bool hpi_core_source_is_exact(const hpi_source *s) {
    bool calculates = s->middle || s->pattern; /* EDGE and TEMPLATE */
    return !s->custom && (!calculates || s->exact);
}

const char *hpi_core_source_glsl(const hpi_source *s) {
    return s->rule ? hpi_gl_shader_text(s->rule) : s->custom;
}

uint32_t hpi_core_source_fetches(const hpi_source *s) {
    if (s->custom)
        return s->custom_fetches;
    return s->rule ? hpi_core_rule_fetches(s) : 1;
}

/* ---- the kinds of discriminators ---- */

static hpyr_result make_custom(const hpyr_context *context, const hpyr_discriminator *discriminator,
                               const hpyr_flat3d *map, hpi_source *out) {
    out->custom = hpi_core_copy(context, discriminator->glsl, strlen(discriminator->glsl) + 1);
    if (!out->custom)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a discriminator's GLSL");
    out->custom_fetches = discriminator->fetches;
    out->bind = discriminator->desc.bind;
    out->user = discriminator->desc.user;
    out->kind = HPI_KIND_CUSTOM;
    return hpi_core_take_inputs(context, &discriminator->desc, map, out);
}

static hpyr_result make_counts(const hpyr_context *context, const hpi_gl_format *format, hpi_source *out) {
    out->kind = HPI_KIND_COUNTS;
    if (format->kind == HPI_CLASS_UNORM || out->input.format == HPYR_FORMAT_SRGB8_ALPHA8 ||
        out->input.format == HPYR_FORMAT_DEPTH)
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE,
                           "counts: %s holds no whole numbers; use an integer or float format", format->name);
    return HPYR_OK;
}

hpyr_result hpi_core_source_make(const hpyr_context *context, const hpyr_discriminator *discriminator,
                                 const hpyr_texture *input, const hpyr_flat3d *map, hpi_source *out) {
    const hpyr_discriminator_desc *desc = discriminator ? &discriminator->desc : NULL;
    bool custom = desc && desc->kind == HPYR_DISCRIMINATOR_KIND_CUSTOM;
    const uint32_t cells[] = {map->width, map->height, map->depth};
    hpi_core_source_free(context, out);
    if (input || !custom) {
        hpyr_result result = hpi_core_check_input(context, input, desc ? "input" : "counts", map, &out->input);
        if (result != HPYR_OK)
            return result;
        out->has_input = true;
    }
    memcpy(out->cells, cells, sizeof cells);
    if (custom)
        return make_custom(context, discriminator, map, out);
    const hpi_gl_format *format = hpi_gl_format_of(out->input.format);
    if (!desc)
        return make_counts(context, format, out);
    if (hpi_core_rule_has_bounds(discriminator))
        make_bounds(desc, format, out);
    return hpi_core_rule_make(context, discriminator, format, out);
}

hpyr_result hpi_core_source_bits(const hpyr_context *context, const hpyr_texture *bits, const hpyr_flat3d *map,
                                 hpi_source *out) {
    hpi_core_source_free(context, out);
    hpyr_result result = hpi_gl_texture_check(context, bits, "bits", &out->input);
    if (result != HPYR_OK)
        return result;
    const hpyr_texture *t = &out->input;
    hpi_bits_shape columns = hpi_core_bits_of_columns(map);
    bool one_word = t->format == HPYR_FORMAT_R32UI && columns.one_word;
    if (t->target != GL_TEXTURE_2D_ARRAY || (t->format != HPYR_FORMAT_RGBA32UI && !one_word))
        return hpi_gl_fail(
            context, HPYR_ERROR_TEXTURE,
            "bits: target 0x%04x, format %s; a GL_TEXTURE_2D_ARRAY of RGBA32UI, or of R32UI for at most 32 slices",
            t->target, hpi_gl_format_of(t->format)->name);
    if (t->width < map->width || t->height < map->height || t->depth < columns.layers)
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "bits: %ux%u texels in %u layers do not cover %ux%ux%u cells",
                           t->width, t->height, t->depth, map->width, map->height, map->depth);
    out->has_input = true;
    return HPYR_OK;
}

/* Normalized values, and all values on GL 2.1, are compared as floats; others by their ordinals. */
static bool bounds_are_floats(const hpyr_context *context, const hpi_source *s) {
    return context->legacy || hpi_gl_format_of(s->input.format)->kind == HPI_CLASS_UNORM;
}

/* The bounds of normalized values lie half way between two codes. */
static void set_bounds(const hpyr_context *context, const hpi_source *s, GLint location) {
    const hpi_gl_format *format = hpi_gl_format_of(s->input.format);
    bool is_normalized = format->kind == HPI_CLASS_UNORM;
    float codes = is_normalized ? (float)((1u << format->bits) - 1) : 1.0f, floats[HPYR_MAX_RANGES][2];
    for (uint32_t i = 0; i < s->bound_count; i++) {
        floats[i][0] = is_normalized ? ((float)s->bounds[i][0] - 0.5f) / codes : float_of_ordinal(s->bounds[i][0]);
        floats[i][1] = is_normalized ? ((float)s->bounds[i][1] + 0.5f) / codes : float_of_ordinal(s->bounds[i][1]);
    }
    if (bounds_are_floats(context, s))
        glUniform2fv(location, (GLsizei)s->bound_count, floats[0]);
    else
        glUniform2uiv(location, (GLsizei)s->bound_count, s->bounds[0]);
}

void hpi_core_source_set_uniforms(const hpyr_context *context, const hpi_source *s, GLuint program, const char *prefix,
                                  GLuint unit, GLuint first_free) {
    hpi_core_inputs_set_uniforms(context, s, program, prefix, unit, first_free);
    if (s->bound_count)
        set_bounds(context, s, hpi_gl_location(context, program, prefix, "bounds"));
    if (s->rule)
        hpi_core_rule_set_uniforms(context, s, program, prefix);
    if (s->bind)
        s->bind(program, prefix, first_free + s->more_count, s->user);
}
