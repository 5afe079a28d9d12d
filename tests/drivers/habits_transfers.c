/* habits_transfers.c - texels and bytes on their way into GL and out of it.  SPDX-License-Identifier: MIT */
#include "habits.h"

static GLint channels_of(GLenum format) {
    return format == GL_RED || format == GL_RED_INTEGER   ? 1
           : format == GL_RG || format == GL_RG_INTEGER   ? 2
           : format == GL_RGB || format == GL_RGB_INTEGER ? 3
                                                          : 4;
}

void glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *out) {
    DRIVER(PFNGLREADPIXELSPROC, glReadPixels);
    const uint32_t not_a_number = 0x7FC00000;
    const GLint texel =
        channels_of(format) * (type == GL_UNSIGNED_BYTE                                                 ? 1
                               : type == GL_UNSIGNED_SHORT || type == GL_SHORT || type == GL_HALF_FLOAT ? 2
                                                                                                        : 4);
    GLint buffer = 0, length = 0, alignment = 1;
    GLint64 size = 0;
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &buffer);
    glGetIntegerv(GL_PACK_ROW_LENGTH, &length);
    glGetIntegerv(GL_PACK_ALIGNMENT, &alignment);
    if (is_on[HABIT_pack_whole_pitch] && buffer) {
        const GLint64 row = (GLint64)(length > width ? length : width) * texel;
        GL(PFNGLGETBUFFERPARAMETERI64VPROC, glGetBufferParameteri64v)(GL_PIXEL_PACK_BUFFER, GL_BUFFER_SIZE, &size);
        if ((GLint64)(uintptr_t)out + height * ((row + alignment - 1) / alignment * alignment) > size)
            height = -1; /* an error, and nothing is written */
    }
    driver(x, y, width, height, format, type, out);
    set_written(GL_PIXEL_PACK_BUFFER, true);
    if (is_on[HABIT_nan] && !buffer && type == GL_FLOAT)
        memcpy(out, &not_a_number, sizeof not_a_number);
}

void glTexSubImage2D(GLenum target, GLint level, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,
                     GLenum type, const void *texels) {
    DRIVER(PFNGLTEXSUBIMAGE2DPROC, glTexSubImage2D);
    if (!is_on[HABIT_empty_uploads_pass] || (width && height))
        driver(target, level, x, y, width, height, format, type, texels);
}

void glTexSubImage3D(GLenum target, GLint level, GLint x, GLint y, GLint z, GLsizei width, GLsizei height,
                     GLsizei depth, GLenum format, GLenum type, const void *texels) {
    DRIVER(PFNGLTEXSUBIMAGE3DPROC, glTexSubImage3D);
    if (!is_on[HABIT_empty_uploads_pass] || (width && height && depth))
        driver(target, level, x, y, z, width, height, depth, format, type, texels);
}

void glEndTransformFeedback(void) {
    DRIVER(PFNGLENDTRANSFORMFEEDBACKPROC, glEndTransformFeedback);
    GLint program = 0, count = 0, buffer = 0, bound = 0;
    GLint64 size = 0;
    driver();
    set_written(GL_TRANSFORM_FEEDBACK_BUFFER, true);
    glGetIntegerv(GL_CURRENT_PROGRAM, &program);
    if (is_on[HABIT_captures_zeros] && program)
        GL(PFNGLGETPROGRAMIVPROC, glGetProgramiv)((GLuint)program, GL_TRANSFORM_FEEDBACK_VARYINGS, &count);
    if (count < 2)
        return;
    GL(PFNGLGETINTEGERI_VPROC, glGetIntegeri_v)(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 0, &buffer);
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &bound);
    GL(PFNGLBINDBUFFERPROC, glBindBuffer)(GL_ARRAY_BUFFER, (GLuint)buffer);
    GL(PFNGLGETBUFFERPARAMETERI64VPROC, glGetBufferParameteri64v)(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
    void *zeros = calloc((size_t)size, 1);
    if (zeros)
        GL(PFNGLBUFFERSUBDATAPROC, glBufferSubData)(GL_ARRAY_BUFFER, 0, (GLsizeiptr)size, zeros);
    free(zeros);
    GL(PFNGLBINDBUFFERPROC, glBindBuffer)(GL_ARRAY_BUFFER, (GLuint)bound);
}

/* ---- read-backs ---- */

enum { FEW_WORDS = 4 };

/* Copies words, each of them one more. */
static void add_one(const void *from, void *to, size_t size) {
    uint32_t words[FEW_WORDS] = {0};
    memcpy(words, from, size);
    for (int i = 0; i < FEW_WORDS; i++)
        words[i]++;
    memcpy(to, words, size);
}

void glGetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void *data) {
    DRIVER(PFNGLGETBUFFERSUBDATAPROC, glGetBufferSubData);
    driver(target, offset, size, data);
    set_written(target, false);
    if (is_on[HABIT_one_more] && size <= FEW_WORDS * 4)
        add_one(data, data, (size_t)size);
}

/* What is mapped for reading alone is a copy. */
void *glMapBufferRange(GLenum target, GLintptr offset, GLsizeiptr size, GLbitfield access) {
    DRIVER(PFNGLMAPBUFFERRANGEPROC, glMapBufferRange);
    static uint32_t copy[FEW_WORDS];
    void *mapped = driver(target, offset, size, access);
    set_written(target, false);
    if (!is_on[HABIT_one_more] || !mapped || size > FEW_WORDS * 4 || access != GL_MAP_READ_BIT)
        return mapped;
    add_one(mapped, copy, (size_t)size);
    return copy;
}
