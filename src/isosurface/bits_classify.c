/* bits_classify.c - the signs of all samples: whether each of them is inside or outside.
 * SPDX-License-Identifier: MIT
 *
 * From a buffer one fetch brings 16 bytes of samples. So textures of 8 and 16 bits are copied into
 * a buffer first. All other fields are read sample by sample. On OpenGL ES, which has no buffer
 * textures, no field is in a buffer: see hpi_field_set. */
#include "isosurface/bits_engine.h"

#include <math.h>
#include <stdio.h>

/* ---- samples in a buffer ---- */

/* Returns HPYR_VALUE of signs.frag.glsl, or -1 if samples of this format are not read from a
 * buffer. Normalized values are compared as the whole numbers that they are stored as. */
static int value_of(hpyr_format format) {
    switch (format) {
    case HPYR_FORMAT_R32F:
        return 0;
    case HPYR_FORMAT_R8:
    case HPYR_FORMAT_R8UI:
        return 1;
    case HPYR_FORMAT_R16:
    case HPYR_FORMAT_R16UI:
        return 2;
    case HPYR_FORMAT_R16I:
        return 3;
    case HPYR_FORMAT_R16F:
        return 4;
    default:
        return -1;
    }
}

/* Makes room for so many samples, rounded up to whole blocks, so that the last fetch of 16 bytes
 * stays inside of the buffer. */
static hpyr_result reserve_copy(hpyr_isosurface *iso, uint64_t samples, uint32_t sample_bytes) {
    hpi_bits_engine *e = &iso->bits;
    uint64_t size = ((samples - 1) / BLOCK + 1) * BLOCK * sample_bytes;
    if (!e->copy)
        glGenBuffers(1, &e->copy);
    glBindBuffer(GL_COPY_WRITE_BUFFER, e->copy);
    if (size <= e->copy_size)
        return HPYR_OK;
    e->copy_size = 0;
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)size, NULL, GL_STREAM_COPY);
    if (glGetError() != GL_NO_ERROR)
        return hpi_gl_fail(iso->context, HPYR_ERROR_OUT_OF_MEMORY, "isosurface: no memory for a copy of %llu bytes",
                           (unsigned long long)size);
    e->copy_size = size;
    return HPYR_OK;
}

static bool buffer_texture_holds(const hpyr_isosurface *iso, uint64_t samples) {
    return samples <= hpi_field_texels_read(iso->context);
}

#if HPI_GL_DESKTOP

/* Copies the texels into a buffer, on the GPU. */
static hpyr_result copy_texture(hpyr_isosurface *iso) {
    const hpyr_texture *t = &iso->field.texture;
    const hpi_gl_format *format = hpi_gl_format_of(t->format);
    hpyr_result result = reserve_copy(iso, hpi_field_sample_count(&iso->field), hpi_gl_texel_bytes(t->format));
    if (result != HPYR_OK)
        return result;
    hpi_gl_texture_bind(iso->context, BITS_UNIT, GL_TEXTURE_3D, t->name);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, iso->bits.copy);
    hpi_gl_use_packing(iso->context, HPI_ROWS_ANY);
    glGetTexImage(GL_TEXTURE_3D, t->level, format->external, format->type, NULL);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    return hpi_field_use_buffer(&iso->field, iso->bits.copy, 0, t->format);
}

#else

static hpyr_result copy_texture(hpyr_isosurface *iso) {
    return hpi_gl_fail(iso->context, HPYR_ERROR_UNSUPPORTED, "isosurface: OpenGL ES reads textures where they are");
}

#endif

/* Copies the samples if they cannot be read by 16 bytes where they are: if they begin between two
 * such texels, end within one, or lie behind the last texel that this GL can address. */
static hpyr_result align_buffer(hpyr_isosurface *iso) {
    hpi_field *field = &iso->field;
    uint64_t size = 0, bytes = hpi_gl_texel_bytes(field->format), length = hpi_field_sample_count(field) * bytes,
             offset = field->first * bytes;
    hpi_gl_buffer_size(iso->context, field->buffer, &size);
    bool is_read = buffer_texture_holds(iso, field->first + hpi_field_sample_count(field));
    if ((is_read || !buffer_texture_holds(iso, hpi_field_sample_count(field))) && offset % 16 == 0 &&
        size - offset >= (length + 15) / 16 * 16)
        return HPYR_OK;
    hpyr_result result = reserve_copy(iso, hpi_field_sample_count(field), (uint32_t)bytes);
    if (result != HPYR_OK)
        return result;
    glBindBuffer(GL_COPY_READ_BUFFER, field->buffer);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, (GLintptr)offset, 0, (GLsizeiptr)length);
    return hpi_field_use_buffer(&iso->field, iso->bits.copy, 0, field->format);
}

static bool can_be_copied(const hpyr_isosurface *iso) {
    const hpi_field *field = &iso->field;
    const hpyr_texture *t = &field->texture;
    return !iso->context->es && field->kind == FIELD_CELLS && value_of(field->format) > 0 &&
           t->width == field->size[0] && t->height == field->size[1] && t->depth == field->size[2] &&
           buffer_texture_holds(iso, hpi_field_sample_count(field));
}

/* ---- bounds ---- */

static double half_value(uint32_t bits) {
    int exponent = (int)(bits >> 10 & 31);
    double fraction = bits & 1023;
    double magnitude = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return bits >> 15 ? -magnitude : magnitude;
}

/* The first 16-bit float that is not below `value`, as its number in ascending order: see in_order
 * of signs.frag.glsl. */
static uint32_t half_bound(double value) {
    uint32_t low = 0x03FF, high = 0xFC00; /* minus and plus infinity */
    while (low < high) {
        uint32_t middle = (low + high) / 2, bits = middle >> 15 ? middle ^ 0x8000 : middle ^ 0xFFFF;
        double there = middle == 0x03FF ? -INFINITY : half_value(bits);
        if (there >= value)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void set_bound(const hpyr_context *context, const hpi_field *field, GLuint program) {
    GLint location = hpi_gl_location(context, program, "", "bound");
    double value = field->isovalue, bound = ceil(value);
    bool possible = true;
    if (field->format == HPYR_FORMAT_R8 || field->format == HPYR_FORMAT_R16)
        bound = hpi_field_normalized_bound(value, field->format == HPYR_FORMAT_R8 ? 255 : 65535);
    switch (value_of(field->format)) {
    case 0:
        glUniform1f(location, hpi_gl_float_above(value));
        break;
    case 3:
        possible = bound <= INT16_MAX;
        glUniform1i(location, bound < INT16_MIN ? INT16_MIN : possible ? (GLint)bound : 0);
        break;
    case 4:
        glUniform1ui(location, half_bound(value));
        break;
    default:
        possible = bound <= UINT16_MAX;
        glUniform1ui(location, bound < 0 ? 0 : possible ? (GLuint)bound : 0);
    }
    glUniform1i(hpi_gl_location(context, program, "", "some_inside"), possible);
}

/* ---- passes ---- */

/* The define of within.glsl, where the bounds of words are known. */
static void define_within(const hpyr_isosurface *iso, hpi_text *defines) {
    if (iso->bits.has_bounds)
        hpi_text_print(defines, "#define HPYR_WITHIN %d\n", hpi_field_value_kind(&iso->field));
}

static void use_within(const hpyr_isosurface *iso, GLuint program) {
    const hpi_bits_engine *e = &iso->bits;
    if (!e->has_bounds)
        return;
    hpi_isosurface_bind_texture(iso, program, "smallest", BOUNDS_UNIT, GL_TEXTURE_2D, e->bounds[SMALLEST]);
    hpi_isosurface_bind_texture(iso, program, "largest", BOUNDS_UNIT + 1, GL_TEXTURE_2D, e->bounds[LARGEST]);
    hpi_field_set_bound(&iso->field, program, "within_");
}

static hpyr_result classify_buffer(hpyr_isosurface *iso) {
    const hpi_field *field = &iso->field;
    hpi_text defines = HPI_TEXT(iso->context);
    GLuint program;
    uint32_t unused;
    int value = value_of(field->format);
    hpi_text_print(&defines, "#define HPYR_VALUE %d\n", value);
    define_within(iso, &defines);
    const hpi_gl_program_desc desc = {.fragment = {.entry = "isosurface/signs.frag.glsl"}, .defines = &defines};
    hpyr_result result = hpi_gl_program_get(iso->context, &desc, &program);
    hpi_text_free(&defines);
    if (result != HPYR_OK)
        return result;
    glUseProgram(program);
    hpi_isosurface_set_blocks(iso, program);
    set_bound(iso->context, field, program);
    use_within(iso, program);
    glUniform1i(hpi_gl_location(iso->context, program, "", "first_texel"),
                (GLint)(field->first * hpi_gl_texel_bytes(field->format) / 16));
    glUniform1i(hpi_gl_location(iso->context, program, "", "words"), BITS_UNIT);
    result = hpi_gl_texels_bind(iso->context, &iso->bits.wide, BITS_UNIT,
                                value == 0 ? HPYR_FORMAT_RGBA32F : HPYR_FORMAT_RGBA32UI, field->buffer, 0, 0, &unused);
    if (result == HPYR_OK)
        hpi_isosurface_draw_blocks(iso, BLOCK);
    return result;
}

/* Draws a pass that reads the field's samples one by one, into the framebuffer that `bind` binds. */
static hpyr_result draw_samples(hpyr_isosurface *iso, const char *entry, bool (*bind)(const hpyr_isosurface *iso)) {
    hpi_text defines = HPI_TEXT(iso->context);
    hpi_gl_borrowed borrowed;
    GLuint program;
    define_within(iso, &defines);
    hpyr_result result = defines.failed
                             ? hpi_gl_fail(iso->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a program")
                             : hpi_isosurface_program(iso, entry, hpi_text_get(&defines), NULL, NULL, &program);
    hpi_text_free(&defines);
    if (result == HPYR_OK)
        result = hpi_field_use(&iso->field, program, "hpyr_", FIELD_UNIT, HPI_STATE_UNITS, &borrowed);
    if (result != HPYR_OK)
        return result;
    hpi_isosurface_set_blocks(iso, program);
    use_within(iso, program);
    glUniform1ui(hpi_gl_location(iso->context, program, "", "samples_of_word"), SAMPLES_OF_WORD);
    if (bind(iso))
        hpi_isosurface_draw_blocks(iso, BLOCK * hpi_field_sample_fetches(&iso->field));
    else
        result = hpi_gl_fail(iso->context, HPYR_ERROR_GL, "isosurface: this GL cannot render to integers");
    hpi_field_release(&iso->field, &borrowed, FIELD_UNIT);
    return result;
}

static bool bind_signs(const hpyr_isosurface *iso) {
    return hpi_gl_target(iso->context, iso->bits.signs, 0, iso->bits.width, iso->bits.height);
}

static bool bind_bounds(const hpyr_isosurface *iso) {
    hpi_gl_targets_bind(iso->context, iso->bits.bounds_framebuffer, BOUND_TEXTURES);
    return true;
}

/* The signs of samples that are where shaders read them. */
static hpyr_result draw_signs(hpyr_isosurface *iso) {
    hpyr_result result;
    if (iso->field.kind != FIELD_BUFFER)
        result = draw_samples(
            iso, iso->field.kind == FIELD_CELLS ? "isosurface/signs_rows.frag.glsl" : "isosurface/signs_any.frag.glsl",
            bind_signs);
    else if (bind_signs(iso))
        result = classify_buffer(iso);
    else
        result = hpi_gl_fail(iso->context, HPYR_ERROR_GL, "isosurface: this GL cannot render to integers");
    hpi_gl_target_release(iso->context);
    return result;
}

static hpyr_result write_signs(hpyr_isosurface *iso) {
    hpyr_result result = HPYR_OK;
    if (can_be_copied(iso))
        result = copy_texture(iso);
    else if (iso->field.kind == FIELD_BUFFER)
        result = align_buffer(iso);
    if (result == HPYR_OK && iso->field.kind == FIELD_BUFFER &&
        !buffer_texture_holds(iso, hpi_field_sample_count(&iso->field)))
        result =
            hpi_gl_fail(iso->context, HPYR_ERROR_TOO_LARGE,
                        "isosurface: %llu samples in a buffer; this GL reads %u. Use slab_depth, or a texture",
                        (unsigned long long)hpi_field_sample_count(&iso->field), iso->context->caps.max_buffer_texels);
    if (result != HPYR_OK)
        return result;
    uint32_t width = iso->field.size[0];
    iso->bits.stride = iso->field.kind == FIELD_CELLS ? (uint32_t)hpi_isosurface_padded(width) : width;
    return draw_signs(iso);
}

static void forget(hpi_bits_engine *e) {
    e->has_totals = e->has_actives = e->has_textures = false;
    hpi_gl_fence_delete(&e->fence);
}

hpyr_result hpi_isosurface_classify(hpyr_isosurface *iso) {
    forget(&iso->bits);
    iso->bits.has_bounds = false;
    return write_signs(iso);
}

/* ---- another isovalue of the same field ---- */

static hpyr_result reserve_bounds(hpyr_isosurface *iso) {
    const hpyr_context *context = iso->context;
    hpi_bits_engine *e = &iso->bits;
    if (e->bounds_framebuffer)
        return HPYR_OK;
    for (int i = 0; i < BOUND_TEXTURES; i++)
        if (!e->bounds[i])
            e->bounds[i] = hpi_gl_texture_create(context, HPYR_FORMAT_RGBA32UI, e->width, e->height);
    if (!e->bounds[SMALLEST] || !e->bounds[LARGEST])
        return HPYR_ERROR_OUT_OF_MEMORY;
    e->bounds_framebuffer = hpi_gl_framebuffer_create(context, e->bounds, BOUND_TEXTURES, &(hpi_gl_layers){0});
    return e->bounds_framebuffer ? HPYR_OK : HPYR_ERROR_GL;
}

hpyr_result hpi_isosurface_classify_again(hpyr_isosurface *iso, double isovalue) {
    hpi_bits_engine *e = &iso->bits;
    forget(e);
    iso->field.isovalue = isovalue;
    /* hpi_field_use checks fields that are no buffers. */
    hpyr_result result = iso->field.kind == FIELD_BUFFER ? hpi_field_check_again(&iso->field) : HPYR_OK;
    if (result == HPYR_OK && !e->has_bounds) {
        result = reserve_bounds(iso);
        if (result == HPYR_OK)
            result = draw_samples(iso, "isosurface/bounds.frag.glsl", bind_bounds);
        e->has_bounds = result == HPYR_OK;
    }
    return result == HPYR_OK ? draw_signs(iso) : result;
}
