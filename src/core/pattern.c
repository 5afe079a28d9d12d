/* pattern.c - the template of a discriminator (MPI-I-2006-4-002, section 3), as textures.
 * SPDX-License-Identifier: MIT */
#include "core/pattern.h"

#include <math.h>
#include <string.h>

/* The first texture is for correlation, the others are for formats. */
enum { TEXTURES = HPI_LAST_FORMAT + 1 };

struct hpi_pattern {
    hpyr_context *context;
    uint32_t holders, width, height;
    GLuint textures[TEXTURES];
    float values[];
};

hpi_pattern *hpi_core_pattern_create(hpyr_context *context, const float *values, uint32_t width, uint32_t height) {
    size_t bytes = (size_t)width * height * sizeof *values;
    hpi_pattern *pattern = hpi_alloc_zeros(context, 1, sizeof *pattern + bytes);
    if (!pattern)
        return NULL;
    memcpy(pattern->values, values, bytes);
    hpi_gl_context_hold(context);
    pattern->context = context;
    pattern->holders = 1;
    pattern->width = width;
    pattern->height = height;
    return pattern;
}

const float *hpi_core_pattern_values(const hpi_pattern *pattern) {
    return pattern->values;
}

hpi_pattern *hpi_core_pattern_hold(hpi_pattern *pattern) {
    pattern->holders++;
    return pattern;
}

void hpi_core_pattern_release(hpi_pattern *pattern) {
    hpyr_context *context = pattern ? pattern->context : NULL;
    bool has_textures = false;
    if (!pattern || --pattern->holders)
        return;
    for (int i = 0; i < TEXTURES; i++)
        has_textures = has_textures || pattern->textures[i];
    if (has_textures)
        hpi_gl_warn_of_leaks(context, "discriminator");
    hpi_gl_textures_delete(context, TEXTURES, pattern->textures);
    hpi_free(context, pattern);
    hpi_gl_context_release(context);
}

bool hpi_core_pattern_varies(const float *values, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        if (values[i] != values[0])
            return true;
    return false;
}

/* ---- numbers ---- */

static double clamp(double value, double lowest, double highest) {
    return value < lowest ? lowest : value > highest ? highest : value;
}

/* The number of a format that is nearest to a value, as shaders/core/value.glsl makes it of texels. */
static double number_of(double value, const hpi_gl_format *format) {
    double codes = ldexp(1.0, format->bits) - 1.0, half = ldexp(1.0, format->bits - 1);
    switch (format->kind) {
    case HPI_CLASS_UNORM:
        return clamp(floor(value * codes + 0.5), 0.0, codes);
    case HPI_CLASS_UINT:
        return clamp(floor(value + 0.5), 0.0, codes);
    case HPI_CLASS_INT:
        return clamp(floor(value + 0.5), -half, half - 1.0);
    case HPI_CLASS_FLOAT:
        break;
    }
    return value;
}

static double mean_of(const hpi_pattern *pattern, uint32_t count) {
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++)
        sum += pattern->values[i];
    return sum / count;
}

static double length_of(const hpi_pattern *pattern, uint32_t count, double mean) {
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++)
        sum += (pattern->values[i] - mean) * (pattern->values[i] - mean);
    return sqrt(sum);
}

/* Texels of `channels` floats, of which the first counts. NULL without memory. */
static float *make_texels(const hpi_pattern *pattern, const hpi_gl_format *format, bool correlates, int channels) {
    uint32_t count = pattern->width * pattern->height;
    double mean = mean_of(pattern, count), length = length_of(pattern, count, mean);
    float *texels = hpi_alloc_zeros(pattern->context, (size_t)count * (size_t)channels, sizeof *texels);
    for (uint32_t i = 0; texels && i < count; i++)
        texels[i * (uint32_t)channels] =
            (float)(correlates ? (pattern->values[i] - mean) / length : number_of(pattern->values[i], format));
    return texels;
}

hpyr_result hpi_core_pattern_texture(hpi_pattern *pattern, const hpi_gl_format *format, hpyr_format name,
                                     bool correlates, hpyr_texture *texture) {
    const hpyr_context *context = pattern->context;
    GLuint *own = &pattern->textures[correlates ? 0 : name];
    *texture = (hpyr_texture){.target = GL_TEXTURE_2D,
                              .width = pattern->width,
                              .height = pattern->height,
                              .depth = 1,
                              .format = context->legacy ? HPYR_FORMAT_RGBA32F : HPYR_FORMAT_R32F};
    if (!*own) {
        const hpi_gl_format *texels_format = hpi_gl_format_of(texture->format);
        float *texels = make_texels(pattern, format, correlates, texels_format->channels);
        if (!texels)
            return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a template");
        *own = hpi_gl_texture_create(context, texture->format, pattern->width, pattern->height);
        if (*own)
            glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, (GLsizei)pattern->width, (GLsizei)pattern->height,
                            texels_format->external, texels_format->type, texels);
        hpi_free(context, texels);
    }
    texture->name = *own;
    return *own ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}
