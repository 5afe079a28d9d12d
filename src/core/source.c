/* source.c - what the base level is computed from: a discriminator and an input (MPI-I-2006-4-002,
 * section 3). Here are the bounds that make comparisons exact, the checks of inputs, and the
 * defines and uniforms of shaders that read them.  SPDX-License-Identifier: MIT */
#include "core/source.h"
#include "core/bits.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KIND_RANGE = 0, KIND_COUNTS = 1, KIND_CUSTOM = 2 }; /* values of HPYR_KIND */

char *hpi_core_copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
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

static void make_bounds(const hpyr_discriminator *d, const hpi_gl_format *format, uint32_t bounds[2]) {
    bool ranged = d->desc.kind == HPYR_DISCRIMINATOR_RANGE;
    double minimum = ranged ? d->desc.min : d->desc.threshold, maximum = ranged ? d->desc.max : INFINITY;
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

/* ---- source ---- */

void hpi_core_source_add_defines(const hpi_source *s, hpi_text *text) {
    static const char *const samplers[] = {"", "", "u", "i"};
    static const char channels[] = "rgba";
    hpi_text_print(text, "#define HPYR_KIND %d\n", s->kind);
    if (!s->has_input)
        return;
    const hpi_gl_format *format = hpi_gl_format_of(s->input.format);
    const char *letter = samplers[format->kind];
    const char *target = s->input.target == GL_TEXTURE_3D         ? "3D"
                         : s->input.target == GL_TEXTURE_2D_ARRAY ? "2DArray"
                                                                  : "2D";
    hpi_text_print(text,
                   "#define HPYR_INPUT\n#define HPYR_SAMPLER %ssampler%s\n#define HPYR_TEXEL %svec4\n"
                   "#define HPYR_CLASS %d\n#define HPYR_CHANNEL .%c\n%s",
                   letter, target, letter, (int)format->kind,
                   channels[hpi_gl_channel_of(s->input.format, s->input.channel)],
                   s->input.target == GL_TEXTURE_2D ? "" : "#define HPYR_INPUT_CELLS\n");
}

static hpyr_result check_cover(const hpyr_context *context, const hpyr_texture *input, const hpyr_flat3d *map) {
    bool flat = input->target == GL_TEXTURE_2D;
    uint32_t width = flat ? hpyr_flat3d_texture_width(map) : map->width;
    uint32_t height = flat ? hpyr_flat3d_texture_height(map) : map->height;
    uint32_t depth = flat ? 1 : map->depth;
    if (input->width >= width && input->height >= height && input->depth >= depth)
        return HPYR_OK;
    return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "input: %ux%ux%u texels do not cover the base level of %ux%ux%u",
                       input->width, input->height, input->depth, width, height, depth);
}

void hpi_core_source_free(hpi_source *s) {
    free(s->custom);
    memset(s, 0, sizeof *s);
}

hpyr_result hpi_core_source_make(const hpyr_context *context, const hpyr_discriminator *discriminator,
                                 const hpyr_texture *input, const hpyr_flat3d *map, hpi_source *out) {
    bool custom = discriminator && discriminator->desc.kind == HPYR_DISCRIMINATOR_CUSTOM;
    hpi_core_source_free(out);
    if (input || !custom) {
        hpyr_result result = hpi_gl_texture_check(context, input, discriminator ? "input" : "counts", &out->input);
        if (result == HPYR_OK)
            result = check_cover(context, &out->input, map);
        if (result != HPYR_OK)
            return result;
        out->has_input = true;
    }
    if (custom) {
        out->custom = hpi_core_copy_text(discriminator->glsl);
        if (!out->custom)
            return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a discriminator's GLSL");
        out->bind = discriminator->desc.bind;
        out->user = discriminator->desc.user;
        out->kind = KIND_CUSTOM;
        return HPYR_OK;
    }
    const hpi_gl_format *format = hpi_gl_format_of(out->input.format);
    if (discriminator) {
        out->ranged = true;
        make_bounds(discriminator, format, out->bounds);
    } else if (format->kind == HPI_CLASS_UNORM) {
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE,
                           "counts: %s holds no whole numbers; use an integer or float format", format->name);
    }
    out->kind = discriminator ? KIND_RANGE : KIND_COUNTS;
    return HPYR_OK;
}

hpyr_result hpi_core_source_bits(const hpyr_context *context, const hpyr_texture *bits, const hpyr_flat3d *map,
                                 hpi_source *out) {
    hpi_core_source_free(out);
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

/* Normalised values, and all values on GL 2.1, are compared as floats; others by their ordinals. */
static bool bounds_are_floats(const hpyr_context *context, const hpi_source *s) {
    return context->legacy || hpi_gl_format_of(s->input.format)->kind == HPI_CLASS_UNORM;
}

int hpi_core_source_uniforms(const hpyr_context *context, const hpi_source *s,
                             hpi_gl_uniform uniforms[SOURCE_UNIFORMS]) {
    int count = 0;
    if (s->has_input)
        uniforms[count++] =
            (hpi_gl_uniform){"input", hpi_gl_sampler_type(s->input.target, hpi_gl_format_of(s->input.format)->kind)};
    if (s->ranged)
        uniforms[count++] =
            (hpi_gl_uniform){"bounds", bounds_are_floats(context, s) ? GL_FLOAT_VEC2 : GL_UNSIGNED_INT_VEC2};
    return count;
}

void hpi_core_source_set_uniforms(const hpyr_context *context, const hpi_source *s, GLuint program, const char *prefix,
                                  GLuint unit, GLuint first_free) {
    if (s->has_input) {
        glUniform1i(hpi_gl_location(context, program, prefix, "input"), (GLint)unit);
        glUniform3f(hpi_gl_location(context, program, prefix, "input_scale"), 1.0f / (float)s->input.width,
                    1.0f / (float)s->input.height, 1.0f / (float)s->input.depth);
    }
    if (s->ranged) {
        GLint location = hpi_gl_location(context, program, prefix, "bounds");
        const hpi_gl_format *format = hpi_gl_format_of(s->input.format);
        if (format->kind == HPI_CLASS_UNORM) { /* half way between two codes */
            float codes = (float)((1u << format->bits) - 1);
            glUniform2f(location, ((float)s->bounds[0] - 0.5f) / codes, ((float)s->bounds[1] + 0.5f) / codes);
        } else if (context->legacy) {
            glUniform2f(location, float_of_ordinal(s->bounds[0]), float_of_ordinal(s->bounds[1]));
        } else {
            glUniform2ui(location, s->bounds[0], s->bounds[1]);
        }
    }
    if (s->bind)
        s->bind(program, prefix, first_free, s->user);
}
