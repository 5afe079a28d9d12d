/* field.c - a caller's field: checked, and bound to shaders that read samples.  SPDX-License-Identifier: MIT */
#include "isosurface/isosurface.h"

#include <histopyramid/flat3d.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- from the caller ---- */

static hpyr_result check_texture(hpyr_isosurface *iso, const hpyr_field *given) {
    const hpyr_context *context = iso->context;
    hpi_iso_field *field = &iso->field;
    hpyr_result result = hpi_gl_texture_check(context, &given->texture, "field", &field->texture);
    if (result != HPYR_OK)
        return result;
    const uint32_t *size = field->size;
    const hpyr_texture *t = &field->texture;
    uint32_t width = size[0], height = size[1], depth = size[2];
    field->kind = FIELD_CELLS;
    field->format = t->format;
    if (t->target != GL_TEXTURE_2D && t->target != GL_TEXTURE_3D)
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE,
                           "field: target 0x%04x; allowed are GL_TEXTURE_3D and GL_TEXTURE_2D", t->target);
    if (t->target == GL_TEXTURE_2D) {
        field->kind = FIELD_TILES;
        result = hpi_core_arrange(context, "field", size, given->tiles_x, context->caps.max_texture_size, &field->map);
        if (result != HPYR_OK)
            return result;
        width = hpyr_flat3d_texture_width(&field->map);
        height = hpyr_flat3d_texture_height(&field->map);
        depth = 1;
    }
    if (t->width < width || t->height < height || t->depth < depth)
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "field: %ux%ux%u texels do not cover %ux%ux%u samples",
                           t->width, t->height, t->depth, width, height, depth);
    return HPYR_OK;
}

uint64_t hpi_isosurface_samples(const hpi_iso_field *field) {
    return (uint64_t)field->size[0] * field->size[1] * field->size[2];
}

uint32_t hpi_isosurface_texels_read(const hpyr_context *context) {
    return context->caps.max_buffer_texels < INT32_MAX ? context->caps.max_buffer_texels : INT32_MAX;
}

static hpyr_result check_buffer(hpyr_isosurface *iso, const hpyr_field *given) {
    const hpyr_context *context = iso->context;
    hpi_iso_field *field = &iso->field;
    const hpi_gl_format *format = hpi_gl_format_of(given->buffer_format);
    uint64_t bytes = 0;
    if (context->legacy)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "field: GL 2.1 has no buffer textures");
    bool is_allowed = given->buffer_format == HPYR_FORMAT_R8UI || given->buffer_format == HPYR_FORMAT_R16UI ||
                      given->buffer_format == HPYR_FORMAT_R16I || given->buffer_format == HPYR_FORMAT_R16F ||
                      given->buffer_format == HPYR_FORMAT_R32F;
    if (!is_allowed)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "field: buffers of format %s; allowed are R8UI, R16UI, R16I, R16F and R32F",
                           format ? format->name : "?");
    uint32_t sample = hpi_gl_texel_bytes(given->buffer_format);
    uint64_t need = hpi_isosurface_samples(field) * sample;
    if (given->buffer_offset % sample)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "field: offset %llu is no multiple of %u",
                           (unsigned long long)given->buffer_offset, sample);
    if (!hpi_gl_buffer_size(context, given->buffer, &bytes))
        return hpi_gl_fail(context, HPYR_ERROR_BUFFER, "field: %u is not the name of a buffer, or is mapped",
                           given->buffer);
    if (given->buffer_offset > bytes || need > bytes - given->buffer_offset)
        return hpi_gl_fail(context, HPYR_ERROR_BUFFER, "field: %llu bytes from offset %llu; buffer %u has %llu",
                           (unsigned long long)need, (unsigned long long)given->buffer_offset, given->buffer,
                           (unsigned long long)bytes);
    if (iso->desc.expansion != HPYR_EXPANSION_FRAGMENT &&
        (given->buffer_offset + need) / sample > hpi_isosurface_texels_read(context))
        return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE, "field: samples up to %llu of a buffer; this GL reads %u",
                           (unsigned long long)(given->buffer_offset + need) / sample,
                           hpi_isosurface_texels_read(context));
    hpi_isosurface_field_in_buffer(iso, given->buffer, given->buffer_offset / sample, given->buffer_format);
    return HPYR_OK;
}

static hpyr_result copy_snippet(hpyr_isosurface *iso, const hpyr_field *given) {
    hpi_iso_field *field = &iso->field;
    if (!given->glsl)
        return HPYR_OK;
    size_t size = strlen(given->glsl) + 1;
    field->glsl = malloc(size);
    if (!field->glsl)
        return hpi_gl_fail(iso->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a field's GLSL");
    memcpy(field->glsl, given->glsl, size);
    field->bind = given->bind;
    field->user = given->user;
    return HPYR_OK;
}

hpyr_result hpi_isosurface_field_set(hpyr_isosurface *iso, const hpyr_field *field, double isovalue) {
    const hpyr_context *context = iso->context;
    bool is_caller = iso->desc.gradient == HPYR_GRADIENT_CALLER;
    hpi_isosurface_field_free(iso);
    iso->field = (hpi_iso_field){.kind = FIELD_GLSL,
                                 .format = HPYR_FORMAT_R32F,
                                 .size = {iso->desc.width, iso->desc.height, iso->slab.slice_count},
                                 .first_slice = iso->slab.first_slice,
                                 .isovalue = isovalue};
    if (field->texture.name && field->buffer)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "field: a texture and a buffer; one of them");
    if (!field->texture.name && !field->buffer && !field->glsl)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "field: neither a texture nor a buffer nor GLSL");
    if (is_caller && !field->glsl)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "field: gradient CALLER without hpyr_gradient_at");
    if ((field->texture.name || field->buffer) && field->glsl && (!is_caller || strstr(field->glsl, "hpyr_field_at")))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "field: GLSL beside a texture or buffer is for gradient CALLER, and has no hpyr_field_at");
    hpyr_result result = copy_snippet(iso, field);
    if (result == HPYR_OK && field->texture.name)
        result = check_texture(iso, field);
    else if (result == HPYR_OK && field->buffer)
        result = check_buffer(iso, field);
    return result;
}

void hpi_isosurface_field_free(hpyr_isosurface *iso) {
    if (iso->field.buffer_texture)
        hpi_gl_textures_delete(iso->context, 1, &iso->field.buffer_texture);
    free(iso->field.glsl);
    memset(&iso->field, 0, sizeof iso->field);
}

void hpi_isosurface_field_in_buffer(hpyr_isosurface *iso, GLuint buffer, uint64_t first, hpyr_format format) {
    hpi_iso_field *field = &iso->field;
    field->kind = FIELD_BUFFER;
    field->format = format;
    field->buffer = buffer;
    field->first = first;
    if (!field->buffer_texture)
        glGenTextures(1, &field->buffer_texture);
    hpi_gl_texture_show(iso->context, HPI_PYRAMID_UNIT, GL_TEXTURE_BUFFER, field->buffer_texture);
    glTexBuffer(GL_TEXTURE_BUFFER, hpi_gl_format_of(format)->internal, buffer);
}

bool hpi_isosurface_field_is_borrowed(const hpi_iso_field *field) {
    return field->kind == FIELD_CELLS || field->kind == FIELD_TILES;
}

/* ---- for shaders ---- */

/* 0 floats, 1 unsigned, 2 signed. */
static int value_kind(const hpi_iso_field *field) {
    hpi_gl_class class = hpi_gl_format_of(field->format)->kind;
    return field->kind == FIELD_GLSL ? 0 : class == HPI_CLASS_UINT ? 1 : class == HPI_CLASS_INT ? 2 : 0;
}

static const char *sampler_of(const hpi_iso_field *field) {
    static const char *const names[3][3] = {{"sampler3D", "usampler3D", "isampler3D"},
                                            {"sampler2D", "usampler2D", "isampler2D"},
                                            {"samplerBuffer", "usamplerBuffer", "isamplerBuffer"}};
    return field->kind == FIELD_GLSL ? "" : names[field->kind - 1][value_kind(field)];
}

/* Coordinate c of the mesh is that axis of the samples for which axes[a] is c + 1. */
static void write_swizzle(const hpyr_isosurface_desc *desc, char swizzle[4]) {
    for (int axis = 0; axis < 3; axis++)
        swizzle[desc->axes[axis] - 1] = "xyz"[axis];
    swizzle[3] = '\0';
}

static bool steps_are_even(const double spacing[3]) {
    return spacing[0] > 0 && spacing[0] == spacing[1] && spacing[1] == spacing[2];
}

void hpi_isosurface_add_defines(const hpyr_isosurface *iso, hpi_text *text) {
    const hpi_iso_field *field = &iso->field;
    const char *midpoint = iso->desc.vertex == HPYR_EDGE_VERTEX_MIDPOINT ? "#define HPYR_MIDPOINT\n" : "";
    const char *steps = steps_are_even(iso->spacing) ? "#define HPYR_EVEN_STEPS\n" : "";
    int channel = 0, gradient = (int)iso->desc.gradient;
    char swizzle[4];
    write_swizzle(&iso->desc, swizzle);
    if (hpi_isosurface_field_is_borrowed(field))
        channel = hpi_gl_channel_of(field->format, field->texture.channel);
    hpi_text_print(text,
                   "#define HPYR_FIELD %d\n#define HPYR_FIELD_KIND %d\n#define HPYR_FIELD_SAMPLER %s\n"
                   "#define HPYR_FIELD_CHANNEL %c\n#define HPYR_AXES %s\n#define HPYR_GRADIENT %d\n%s%s",
                   (int)field->kind, value_kind(field), sampler_of(field), "rgba"[channel], swizzle, gradient, midpoint,
                   steps);
}

GLuint hpi_isosurface_field_units(const hpi_iso_field *field) {
    return field->kind == FIELD_GLSL ? 0 : 1;
}

/* GPUs may take a bound below FLT_MIN for 0, which is outside, and so are then all samples between them, which they take for 0. */
float hpi_isosurface_round_up(double value) {
    float rounded = (float)value;
    if (value > 0 && value < FLT_MIN)
        return FLT_MIN;
    return (double)rounded < value ? nextafterf(rounded, INFINITY) : rounded;
}

double hpi_isosurface_normalised_bound(double value, double largest) {
    double bound = ceil(value * largest) - 2;
    bound = bound < 0 ? 0 : bound;
    while (bound <= largest && (float)(bound / largest) < value)
        bound += 1;
    return bound;
}

/* GPUs round normalised values as they like: a bound halfway between two of them tells them apart. */
static float float_bound(const hpi_iso_field *field) {
    double value = field->isovalue, largest = hpi_gl_format_of(field->format)->bits == 8 ? 255 : 65535;
    if (field->kind == FIELD_GLSL || hpi_gl_format_of(field->format)->kind != HPI_CLASS_UNORM)
        return hpi_isosurface_round_up(value);
    return (float)((hpi_isosurface_normalised_bound(value, largest) - 0.5) / largest);
}

static void set_bound(const hpyr_context *context, const hpi_iso_field *field, GLuint program, const char *prefix) {
    double bound = ceil(field->isovalue);
    int kind = value_kind(field);
    bool possible = true;
    GLint location = hpi_gl_location(context, program, prefix, "bound");
    if (kind == 1) {
        possible = bound <= (double)UINT32_MAX;
        glUniform1ui(location, bound <= 0 ? 0 : possible ? (GLuint)bound : 0);
    } else if (kind == 2) {
        possible = bound <= (double)INT32_MAX;
        glUniform1i(location, bound <= (double)INT32_MIN ? INT32_MIN : possible ? (GLint)bound : 0);
    } else {
        glUniform1f(location, float_bound(field));
    }
    glUniform1i(hpi_gl_location(context, program, prefix, "some_inside"), possible);
    glUniform1f(hpi_gl_location(context, program, prefix, "iso"), (float)field->isovalue);
}

/* `value` to a multiple of `quantum` and what is left of it. */
static double split(double value, double quantum, double *rest) {
    double high = nearbyint(value / quantum) * quantum;
    *rest = value - high;
    return high;
}

/* See field.glsl. The quantum is the last bit but one of the largest coordinate, so that high parts fit into floats with every
 * multiple that is asked for. */
static void set_places(const hpyr_isosurface *iso, GLuint program, const char *prefix) {
    const uint32_t sizes[3] = {iso->desc.width, iso->desc.height, iso->desc.depth};
    GLfloat origin[2][3], step[2][3], whole[3], slope[3];
    double least = fmin(fabs(iso->spacing[0]), fmin(fabs(iso->spacing[1]), fabs(iso->spacing[2])));
    for (int axis = 0; axis < 3; axis++) {
        double spacing = iso->spacing[axis], first = iso->origin[axis], last = first + spacing * sizes[axis], rest;
        double start = first + (axis == 2 ? spacing * iso->field.first_slice : 0);
        int exponent;
        frexp(fmax(fabs(first), fabs(last)), &exponent);
        double quantum = ldexp(1, exponent - 23);
        step[0][axis] = (GLfloat)split(spacing, quantum, &rest);
        step[1][axis] = (GLfloat)rest;
        origin[0][axis] = (GLfloat)split(start, quantum, &rest);
        origin[1][axis] = (GLfloat)rest;
        whole[axis] = (GLfloat)spacing;
        slope[axis] = (GLfloat)(least / spacing);
    }
    glUniform3fv(hpi_gl_location(iso->context, program, prefix, "origin_high"), 1, origin[0]);
    glUniform3fv(hpi_gl_location(iso->context, program, prefix, "origin_low"), 1, origin[1]);
    glUniform3fv(hpi_gl_location(iso->context, program, prefix, "step_high"), 1, step[0]);
    glUniform3fv(hpi_gl_location(iso->context, program, prefix, "step_low"), 1, step[1]);
    glUniform3fv(hpi_gl_location(iso->context, program, prefix, "step"), 1, whole);
    glUniform3fv(hpi_gl_location(iso->context, program, prefix, "slope"), 1, slope);
}

/* Whether the caller's object is still what it was. */
static hpyr_result check_again(const hpyr_isosurface *iso) {
    const hpi_iso_field *field = &iso->field;
    hpyr_texture texture;
    uint64_t bytes, end = field->first + hpi_isosurface_samples(field);
    if (hpi_isosurface_field_is_borrowed(field))
        return hpi_gl_texture_check(iso->context, &field->texture, "field", &texture);
    if (field->kind == FIELD_BUFFER &&
        (!hpi_gl_buffer_size(iso->context, field->buffer, &bytes) || end * hpi_gl_texel_bytes(field->format) > bytes))
        return hpi_gl_fail(iso->context, HPYR_ERROR_BUFFER, "field: buffer %u is gone, mapped, or has shrunk",
                           field->buffer);
    return HPYR_OK;
}

hpyr_result hpi_isosurface_field_check(const hpyr_isosurface *iso, GLuint program, const char *prefix) {
    static const GLenum targets[] = {GL_TEXTURE_3D, GL_TEXTURE_2D, GL_TEXTURE_BUFFER}, /* by hpi_field_kind */
        bounds[] = {GL_FLOAT, GL_UNSIGNED_INT, GL_INT};                                /* by value_kind */
    const hpi_iso_field *field = &iso->field;
    hpi_gl_class class = hpi_gl_format_of(field->format)->kind;
    hpi_gl_uniform uniforms[2] = {{"bound", bounds[value_kind(field)]}};
    int count = 1;
    if (field->kind != FIELD_GLSL)
        uniforms[count++] = (hpi_gl_uniform){"field", hpi_gl_sampler_type(targets[field->kind - 1], class)};
    return hpi_gl_check_uniforms(iso->context, program, prefix, uniforms, count, "isosurface");
}

hpyr_result hpi_isosurface_field_use(const hpyr_isosurface *iso, GLuint program, const char *prefix, GLuint unit,
                                     GLuint first_free, hpi_gl_borrowed *borrowed) {
    hpyr_result result = check_again(iso);
    *borrowed = (hpi_gl_borrowed){0};
    return result == HPYR_OK ? hpi_isosurface_field_bind(iso, program, prefix, unit, first_free, borrowed) : result;
}

hpyr_result hpi_isosurface_field_bind(const hpyr_isosurface *iso, GLuint program, const char *prefix, GLuint unit,
                                      GLuint first_free, hpi_gl_borrowed *borrowed) {
    const hpyr_context *context = iso->context;
    const hpi_iso_field *field = &iso->field;
    const hpyr_texture *t = &field->texture;
    *borrowed = (hpi_gl_borrowed){0};
    if (hpi_isosurface_field_is_borrowed(field) && !glIsTexture(t->name))
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "field: texture %u, which is borrowed, was deleted", t->name);
    if (field->kind == FIELD_BUFFER && !glIsBuffer(field->buffer))
        return hpi_gl_fail(context, HPYR_ERROR_BUFFER, "field: buffer %u, which is borrowed, was deleted",
                           field->buffer);
    if (field->kind == FIELD_BUFFER)
        hpi_gl_texture_bind(context, unit, GL_TEXTURE_BUFFER, field->buffer_texture);
    else if (field->kind != FIELD_GLSL)
        hpi_gl_texture_borrow(context, t, unit, borrowed);
    glUniform1i(hpi_gl_location(context, program, prefix, "field"), (GLint)unit);
    glUniform1i(hpi_gl_location(context, program, prefix, "field_first"), (GLint)field->first);
    glUniform1i(hpi_gl_location(context, program, prefix, "tiles"), (GLint)field->map.tiles_x);
    if (t->width)
        glUniform3f(hpi_gl_location(context, program, prefix, "field_scale"), 1.0f / (float)t->width,
                    1.0f / (float)t->height, 1.0f / (float)t->depth);
    glUniform3i(hpi_gl_location(context, program, prefix, "samples"), (GLint)field->size[0], (GLint)field->size[1],
                (GLint)field->size[2]);
    set_bound(iso->context, field, program, prefix);
    set_places(iso, program, prefix);
    if (field->bind)
        field->bind(program, prefix, first_free, field->user);
    return HPYR_OK;
}

void hpi_isosurface_field_release(const hpyr_isosurface *iso, const hpi_gl_borrowed *borrowed, GLuint unit) {
    hpi_gl_texture_return(iso->context, borrowed, unit);
}
