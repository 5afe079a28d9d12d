/* length.c - the length of a list that only the GPU knows.
 * SPDX-License-Identifier: MIT
 *
 * The number lies in a buffer: the caller's, or the one to which a pyramid's build copies the top
 * texel. The GPU copies it from there to a texture, and one pass makes a length of it. */
#include "list/operands.h"

#include "core/pyramid_object.h"

/* Where a length lies: in the first words of a texel, as length.frag.glsl reads them. */
typedef struct length_place {
    GLuint buffer;
    uint64_t offset;
    uint32_t words;
    int format, channel;
    uint32_t clones;
} length_place;

static hpyr_result find_place(const hpyr_context *context, const hpyr_length *given, const char *what,
                              length_place *place) {
    uint64_t size;
    *place = (length_place){given->buffer, given->offset, 1, HPYR_COUNT_FORMAT_UINT, 0, 1};
    if (given->pyramid && given->buffer)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: a length from a pyramid and from a buffer", what);
    if (given->offset % 4 || (given->offset && !given->buffer))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "%s: the length's offset %llu is no multiple of 4, or has no buffer", what,
                           (unsigned long long)given->offset);
    if (given->pyramid) {
        const hpyr_pyramid *pyramid = given->pyramid;
        if (pyramid->context != context)
            return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                               "%s: the pyramid of the length is of another context", what);
        if (pyramid->status == PYRAMID_EMPTY)
            return hpi_gl_fail(context, HPYR_ERROR_NOT_BUILT, "%s: the pyramid of the length was not built", what);
        *place = (length_place){
            pyramid->total_buffer, 0, HPI_LIST_ENTRIES, (int)pyramid->desc.count_format, pyramid->layout->total_channel,
            pyramid->desc.clones};
        return HPYR_OK;
    }
    if (!hpi_gl_buffer_size(context, given->buffer, &size) || size < 4 || given->offset > size - 4)
        return hpi_gl_fail(context, HPYR_ERROR_BUFFER,
                           "%s: buffer %u of the length is none, is mapped, or has not 4 bytes from offset %llu", what,
                           given->buffer, (unsigned long long)given->offset);
    return HPYR_OK;
}

static hpyr_result draw_length(hpyr_lists *lists, const length_place *place) {
    const hpyr_context *context = lists->context;
    hpi_text defines = HPI_TEXT(context);
    GLuint program;
    hpi_text_print(&defines, "#define HPYR_FORMAT %d\n", place->format);
    hpyr_result result = hpi_list_program(lists, "list/length.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    hpi_gl_use_unpacking(context, HPI_ROWS_NONE);
    hpi_list_bind(lists, program, "words", HPI_PYRAMID_UNIT, GL_TEXTURE_2D, lists->found);
    hpi_list_put_texel(lists, 0, 0, place->buffer, place->offset, place->words);
    glUniform1i(hpi_gl_location(context, program, "", "channel"), place->channel);
    glUniform1ui(hpi_gl_location(context, program, "", "clones"), place->clones);
    if (!hpi_gl_target(context, lists->length, 0, 1, 1))
        return hpi_gl_fail(context, HPYR_ERROR_GL, "list: this GL cannot render to R32UI");
    hpi_gl_draw_fullscreen(context);
    return HPYR_OK;
}

hpyr_result hpi_list_length_open(hpyr_lists *lists, const hpyr_length *given, const char *what,
                                 hpi_list_length *length) {
    const hpyr_context *context = lists->context;
    length_place place;
    *length = (hpi_list_length){.count = given->count == HPYR_ALL ? lists->desc.capacity : given->count};
    if (length->count > lists->desc.capacity)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: %u entries; the workspace is for %u", what,
                           given->count, lists->desc.capacity);
    if (!given->pyramid && !given->buffer && !given->offset)
        return HPYR_OK;
    if (!given->count)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "%s: a length from the GPU needs a `count` that it is at most; HPYR_ALL is the capacity",
                           what);
    hpyr_result result = find_place(context, given, what, &place);
    if (result == HPYR_OK && given->pyramid)
        result = hpi_gl_buffer_settle(context, 0);
    if (result == HPYR_OK)
        result = draw_length(lists, &place);
    length->on_gpu = true;
    return result;
}

void hpi_list_length_define(const hpi_list_length *length, hpi_text *defines) {
    if (length->on_gpu)
        hpi_text_add(defines, "#define HPYR_LENGTH_ON_GPU\n");
}

void hpi_list_length_bind(const hpyr_lists *lists, const hpi_list_length *length, GLuint program, GLuint unit) {
    glUniform1ui(hpi_gl_location(lists->context, program, "", "count"), length->count);
    if (length->on_gpu)
        hpi_list_bind(lists, program, "length", unit, GL_TEXTURE_2D, lists->length);
}
