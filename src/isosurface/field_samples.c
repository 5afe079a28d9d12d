/* field_samples.c - a caller's field: checked, and bound to shaders that read its samples.
 * SPDX-License-Identifier: MIT */
#include "isosurface/field_samples.h"

#include "core/sizes.h"
#include "gl/state.h"

#include <histopyramid/flat3d.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- from the caller ---- */

static hpyr_result check_texture(hpi_field *field, const hpyr_field *given) {
    const hpyr_context *context = field->grid->context;
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
    if (t->target == GL_TEXTURE_3D && given->tiles_x)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "field: `tiles_x` has no effect on a 3D texture");
    if (t->width < width || t->height < height || t->depth < depth)
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "field: %ux%ux%u texels do not cover %ux%ux%u samples",
                           t->width, t->height, t->depth, width, height, depth);
    return HPYR_OK;
}

uint32_t hpi_field_texels_read(const hpyr_context *context) {
    return context->caps.max_buffer_texels < INT32_MAX ? context->caps.max_buffer_texels : INT32_MAX;
}

uint64_t hpi_field_volume_bytes(const hpyr_context *context, const hpyr_field_grid *grid) {
    uint64_t samples = (uint64_t)grid->width * grid->height * hpi_field_most_slices(grid);
    return context && context->es ? samples * hpi_gl_texel_bytes(HPYR_FORMAT_R32F) : 0;
}

static bool volume_fits(const hpi_field_volume *volume, const uint32_t size[3], hpyr_format format) {
    return volume->name && volume->format == format && !memcmp(volume->size, size, sizeof volume->size);
}

/* Makes room for the largest slab, so that all slabs take the same texture. */
static hpyr_result reserve_volume(hpi_field *field, hpyr_format format) {
    const hpyr_context *context = field->grid->context;
    hpi_field_volume *volume = &field->volume;
    const uint32_t size[3] = {field->size[0], field->size[1], (uint32_t)hpi_field_most_slices(&field->grid->grid)};
    uint32_t most = context->caps.max_texture_3d_size;
    if (volume_fits(volume, size, format))
        return HPYR_OK;
    hpi_gl_textures_delete(context, 1, &volume->name);
    *volume = (hpi_field_volume){.format = format, .size = {size[0], size[1], size[2]}};
    if (size[0] > most || size[1] > most || size[2] > most)
        return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE,
                           "field: %ux%ux%u samples in a buffer; this OpenGL ES copies them into a texture, whose "
                           "sides have up to %u texels",
                           size[0], size[1], size[2], most);
    volume->name = hpi_gl_volume_create(context, (int)format, size, 1);
    return volume->name ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

/* From now on the samples are read from a copy of the buffer. */
static hpyr_result copy_buffer(hpi_field *field, const hpyr_field *given) {
    const hpyr_context *context = field->grid->context;
    const hpi_gl_format *format = hpi_gl_format_of(given->buffer_format);
    const uint32_t *size = field->size;
    hpyr_result result = reserve_volume(field, given->buffer_format);
    if (result != HPYR_OK)
        return result;
    hpi_gl_use_unpacking(context, HPI_ROWS_ANY);
    hpi_gl_texture_bind(context, HPI_PYRAMID_UNIT, GL_TEXTURE_3D, field->volume.name);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, given->buffer);
    glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, (GLsizei)size[0], (GLsizei)size[1], (GLsizei)size[2], format->external,
                    format->type, (const void *)(uintptr_t)given->buffer_offset);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    field->kind = FIELD_CELLS;
    field->format = given->buffer_format;
    field->texture = (hpyr_texture){.name = field->volume.name,
                                    .target = GL_TEXTURE_3D,
                                    .width = size[0],
                                    .height = size[1],
                                    .depth = field->volume.size[2],
                                    .format = given->buffer_format};
    return HPYR_OK;
}

static hpyr_result check_buffer(hpi_field *field, const hpyr_field *given) {
    const hpyr_context *context = field->grid->context;
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
    uint64_t need = hpi_field_sample_count(field) * sample;
    if (given->buffer_offset % sample)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "field: offset %llu is no multiple of %u",
                           (unsigned long long)given->buffer_offset, sample);
    hpyr_result result = hpi_gl_buffer_holds(context, "field", given->buffer, given->buffer_offset, need, &bytes);
    if (result != HPYR_OK)
        return result;
    if (context->es)
        return copy_buffer(field, given);
    return hpi_field_use_buffer(field, given->buffer, given->buffer_offset / sample, given->buffer_format);
}

static hpyr_result copy_snippet(hpi_field *field, const hpyr_field *given) {
    if (!given->glsl)
        return HPYR_OK;
    size_t size = strlen(given->glsl) + 1;
    field->glsl = hpi_alloc(field->grid->context, size);
    if (!field->glsl)
        return hpi_gl_fail(field->grid->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a field's GLSL");
    memcpy(field->glsl, given->glsl, size);
    field->bind = given->bind;
    field->user = given->user;
    return HPYR_OK;
}

/* A member that has no effect, or NULL. */
static const char *idle_member(const hpyr_field *given) {
    return given->tiles_x && !given->texture.name                             ? "`tiles_x` without a texture"
           : (given->buffer_format || given->buffer_offset) && !given->buffer ? "`buffer_*` without a buffer"
           : given->bind && !given->glsl                                      ? "`bind` without GLSL"
           : given->user && !given->bind                                      ? "`user` without `bind`"
                                                                              : NULL;
}

/* Whether the caller gives one source of samples, and GLSL that fits to it. */
static hpyr_result check_sources(const hpi_field *field, const hpyr_field *given) {
    const hpyr_context *context = field->grid->context;
    bool is_caller = field->grid->gradient == HPYR_GRADIENT_CALLER;
    if (given->texture.name && given->buffer)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "field: a texture and a buffer; one of them");
    if (!given->texture.name && !given->buffer && !given->glsl)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "field: neither a texture nor a buffer nor GLSL");
    if (is_caller && !given->glsl)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "field: gradient CALLER without hpyr_gradient_at");
    if ((given->texture.name || given->buffer) && given->glsl && (!is_caller || strstr(given->glsl, "hpyr_field_at")))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "field: GLSL beside a texture or buffer is for gradient CALLER, and has no hpyr_field_at");
    if (idle_member(given))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "field: %s has no effect", idle_member(given));
    return HPYR_OK;
}

hpyr_result hpi_field_check_isovalue(const hpyr_context *context, double isovalue) {
    return isnan(isovalue)
               ? hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "isosurface: the isovalue is not a number")
               : HPYR_OK;
}

hpyr_result hpi_field_set(hpi_field *field, const hpi_field_grid *grid, const hpyr_field *given, uint32_t slab,
                          double isovalue) {
    const hpyr_context *context = grid->context;
    hpi_field_volume volume = {0};
    if (given->buffer) {
        volume = field->volume;
        field->volume.name = 0;
    }
    hpi_field_free(field);
    *field = (hpi_field){
        .grid = grid, .kind = FIELD_GLSL, .format = HPYR_FORMAT_R32F, .isovalue = isovalue, .volume = volume};
    if (hpi_field_check_isovalue(context, isovalue) != HPYR_OK)
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (hpyr_field_slab(&grid->grid, slab, &field->slab) != HPYR_OK)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "isosurface: slab %u; the field has %u", slab,
                           hpyr_field_slab_count(&grid->grid));
    field->size[0] = grid->grid.width;
    field->size[1] = grid->grid.height;
    field->size[2] = field->slab.slice_count;
    hpyr_result result = check_sources(field, given);
    if (result == HPYR_OK)
        result = copy_snippet(field, given);
    if (result == HPYR_OK && given->texture.name)
        result = check_texture(field, given);
    else if (result == HPYR_OK && given->buffer)
        result = check_buffer(field, given);
    return result;
}

void hpi_field_free(hpi_field *field) {
    if (field->grid) {
        hpi_gl_texels_delete(field->grid->context, &field->texels);
        hpi_gl_textures_delete(field->grid->context, 1, &field->volume.name);
        hpi_free(field->grid->context, field->glsl);
    }
    memset(field, 0, sizeof *field);
}

hpyr_result hpi_field_use_buffer(hpi_field *field, GLuint buffer, uint64_t first, hpyr_format format) {
    uint32_t unused;
    field->kind = FIELD_BUFFER;
    field->format = format;
    field->buffer = buffer;
    field->first = first;
    return hpi_gl_texels_bind(field->grid->context, &field->texels, HPI_PYRAMID_UNIT, (int)format, buffer, 0, 0,
                              &unused);
}

/* ---- what there is ---- */

uint64_t hpi_field_sample_count(const hpi_field *field) {
    return (uint64_t)field->size[0] * field->size[1] * field->size[2];
}

uint32_t hpi_field_sample_fetches(const hpi_field *field) {
    return field->kind == FIELD_GLSL ? HPI_CALLER_FETCHES : 1;
}

uint32_t hpi_field_vertex_fetches(const hpi_field *field) {
    return 14 * hpi_field_sample_fetches(field) + (field->glsl ? HPI_CALLER_FETCHES : 0);
}

void hpi_field_cells(const hpi_field *field, uint32_t cells[3]) {
    uint32_t end = field->slab.first_owned + field->slab.owned_count, last = field->grid->grid.depth - 1;
    cells[0] = field->size[0] - 1;
    cells[1] = field->size[1] - 1;
    cells[2] = (end < last ? end : last) - field->slab.first_owned;
}

uint64_t hpi_field_cell_count(const hpi_field *field) {
    uint32_t cells[3];
    hpi_field_cells(field, cells);
    return (uint64_t)cells[0] * cells[1] * cells[2];
}

bool hpi_field_has_cells(const hpi_field *field) {
    return field->size[0] > 1 && field->size[1] > 1 && field->size[2] > 1;
}

static bool is_borrowed(const hpi_field *field) {
    return field->kind == FIELD_CELLS || field->kind == FIELD_TILES;
}

/* ---- for shaders ---- */

int hpi_field_value_kind(const hpi_field *field) {
    hpi_gl_class class = hpi_gl_format_of(field->format)->kind;
    return field->kind == FIELD_GLSL ? 0 : class == HPI_CLASS_UINT ? 1 : class == HPI_CLASS_INT ? 2 : 0;
}

static const char *sampler_of(const hpi_field *field) {
    static const char *const names[3][3] = {{"sampler3D", "usampler3D", "isampler3D"},
                                            {"sampler2D", "usampler2D", "isampler2D"},
                                            {"samplerBuffer", "usamplerBuffer", "isamplerBuffer"}};
    return field->kind == FIELD_GLSL ? "" : names[field->kind - 1][hpi_field_value_kind(field)];
}

/* Coordinate c of the mesh runs along the axis `a` of the samples for which axes[a] is c + 1. */
static void write_swizzle(const uint8_t axes[3], char swizzle[4]) {
    for (int axis = 0; axis < 3; axis++)
        swizzle[axes[axis] - 1] = "xyz"[axis];
    swizzle[3] = '\0';
}

static bool steps_are_even(const double spacing[3]) {
    return spacing[0] > 0 && spacing[0] == spacing[1] && spacing[1] == spacing[2];
}

void hpi_field_add_defines(const hpi_field *field, hpi_text *text) {
    const hpi_field_grid *grid = field->grid;
    const char *midpoint = grid->vertex == HPYR_EDGE_VERTEX_MIDPOINT ? "#define HPYR_MIDPOINT\n" : "";
    const char *steps = steps_are_even(grid->spacing) ? "#define HPYR_EVEN_STEPS\n" : "";
    int channel = 0, gradient = (int)grid->gradient;
    char swizzle[4];
    write_swizzle(grid->grid.axes, swizzle);
    if (is_borrowed(field))
        channel = hpi_gl_channel_of(field->format, field->texture.channel);
    hpi_text_print(text,
                   "#define HPYR_FIELD %d\n#define HPYR_FIELD_KIND %d\n#define HPYR_FIELD_SAMPLER %s\n"
                   "#define HPYR_FIELD_CHANNEL %c\n#define HPYR_AXES %s\n#define HPYR_GRADIENT %d\n%s%s",
                   (int)field->kind, hpi_field_value_kind(field), sampler_of(field), "rgba"[channel], swizzle, gradient,
                   midpoint, steps);
}

GLuint hpi_field_units(const hpi_field *field) {
    return field->kind == FIELD_GLSL ? 0 : 1;
}

double hpi_field_normalized_bound(double value, double largest) {
    double bound = ceil(value * largest) - 2;
    bound = bound < 0 ? 0 : bound;
    while (bound <= largest && (float)(bound / largest) < value)
        bound += 1;
    return bound;
}

/* GPUs may round normalized values in any direction. So the bound lies halfway between two of
 * them. */
static float float_bound(const hpi_field *field) {
    double value = field->isovalue, largest = hpi_gl_format_of(field->format)->bits == 8 ? 255 : 65535;
    if (field->kind == FIELD_GLSL || hpi_gl_format_of(field->format)->kind != HPI_CLASS_UNORM)
        return hpi_gl_float_above(value);
    return (float)((hpi_field_normalized_bound(value, largest) - 0.5) / largest);
}

void hpi_field_set_bound(const hpi_field *field, GLuint program, const char *prefix) {
    const hpyr_context *context = field->grid->context;
    double bound = ceil(field->isovalue);
    int kind = hpi_field_value_kind(field);
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

/* Rounds `value` to a multiple of `quantum`. *rest becomes what is left of it. */
static double split(double value, double quantum, double *rest) {
    double high = nearbyint(value / quantum) * quantum;
    *rest = value - high;
    return high;
}

/* Splits origin and step into a high and a low float, see field.glsl. The high parts are multiples
 * of the last bit but one of the largest coordinate. So i times the high step, plus the high
 * origin, is exact in a float for every sample. */
static void set_places(const hpi_field *field, GLuint program, const char *prefix) {
    const hpi_field_grid *grid = field->grid;
    const hpyr_context *context = grid->context;
    const uint32_t sizes[3] = {grid->grid.width, grid->grid.height, grid->grid.depth};
    GLfloat origin[2][3], step[2][3], whole[3], slope[3];
    double least = fmin(fabs(grid->spacing[0]), fmin(fabs(grid->spacing[1]), fabs(grid->spacing[2])));
    for (int axis = 0; axis < 3; axis++) {
        double spacing = grid->spacing[axis], first = grid->origin[axis], last = first + spacing * sizes[axis], rest;
        double start = first + (axis == 2 ? spacing * field->slab.first_slice : 0);
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
    glUniform3fv(hpi_gl_location(context, program, prefix, "origin_high"), 1, origin[0]);
    glUniform3fv(hpi_gl_location(context, program, prefix, "origin_low"), 1, origin[1]);
    glUniform3fv(hpi_gl_location(context, program, prefix, "step_high"), 1, step[0]);
    glUniform3fv(hpi_gl_location(context, program, prefix, "step_low"), 1, step[1]);
    glUniform3fv(hpi_gl_location(context, program, prefix, "step"), 1, whole);
    glUniform3fv(hpi_gl_location(context, program, prefix, "slope"), 1, slope);
    glUniform4f(hpi_gl_location(context, program, prefix, "parts"), 0.5f, -0.5f, 0.25f, -0.25f);
}

hpyr_result hpi_field_check_again(const hpi_field *field) {
    hpyr_texture texture;
    uint64_t bytes, end = field->first + hpi_field_sample_count(field);
    if (is_borrowed(field))
        return hpi_gl_texture_check(field->grid->context, &field->texture, "field", &texture);
    if (field->kind == FIELD_BUFFER && (!hpi_gl_buffer_size(field->grid->context, field->buffer, &bytes) ||
                                        end * hpi_gl_texel_bytes(field->format) > bytes))
        return hpi_gl_fail(field->grid->context, HPYR_ERROR_BUFFER, "field: buffer %u is gone, mapped, or has shrunk",
                           field->buffer);
    return HPYR_OK;
}

hpyr_result hpi_field_check_program(const hpi_field *field, GLuint program, const char *prefix) {
    static const GLenum targets[] = {GL_TEXTURE_3D, GL_TEXTURE_2D, GL_TEXTURE_BUFFER}, /* by hpi_field_kind - 1 */
        bounds[] = {GL_FLOAT, GL_UNSIGNED_INT, GL_INT};                                /* by hpi_field_value_kind */
    hpi_gl_class class = hpi_gl_format_of(field->format)->kind;
    hpi_gl_uniform uniforms[2] = {{"bound", bounds[hpi_field_value_kind(field)]}};
    int count = 1;
    if (field->kind != FIELD_GLSL)
        uniforms[count++] = (hpi_gl_uniform){"field", hpi_gl_sampler_type(targets[field->kind - 1], class)};
    return hpi_gl_check_uniforms(field->grid->context, program, prefix, uniforms, count, "isosurface");
}

hpyr_result hpi_field_use(const hpi_field *field, GLuint program, const char *prefix, GLuint unit, GLuint first_free,
                          hpi_gl_borrowed *borrowed) {
    hpyr_result result = hpi_field_check_again(field);
    *borrowed = (hpi_gl_borrowed){0};
    return result == HPYR_OK ? hpi_field_bind(field, program, prefix, unit, first_free, borrowed) : result;
}

hpyr_result hpi_field_bind(const hpi_field *field, GLuint program, const char *prefix, GLuint unit, GLuint first_free,
                           hpi_gl_borrowed *borrowed) {
    const hpyr_context *context = field->grid->context;
    const hpyr_texture *t = &field->texture;
    *borrowed = (hpi_gl_borrowed){0};
    bool is_checked = context->state; /* hpi_field_use has */
    if (is_borrowed(field) && !is_checked && !hpi_gl_texture_is_there(context, unit, t->target, t->name))
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "field: texture %u, which is borrowed, was deleted", t->name);
    if (field->kind == FIELD_BUFFER && !is_checked && !glIsBuffer(field->buffer))
        return hpi_gl_fail(context, HPYR_ERROR_BUFFER, "field: buffer %u, which is borrowed, was deleted",
                           field->buffer);
    if (field->kind == FIELD_BUFFER)
        hpi_gl_texture_bind(context, unit, GL_TEXTURE_BUFFER, field->texels.name);
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
    hpi_field_set_bound(field, program, prefix);
    set_places(field, program, prefix);
    if (field->bind)
        field->bind(program, prefix, first_free, field->user);
    return HPYR_OK;
}

void hpi_field_release(const hpi_field *field, const hpi_gl_borrowed *borrowed, GLuint unit) {
    hpi_gl_texture_return(field->grid->context, borrowed, unit);
}
