/* pixels.c - reads texels of the framebuffer that is bound.  SPDX-License-Identifier: MIT */
#include "gl/state.h"

static GLenum wide_of(hpi_gl_class kind) {
    return kind == HPI_CLASS_UINT || kind == HPI_CLASS_INT ? GL_RGBA_INTEGER : GL_RGBA;
}

GLenum hpi_gl_pixels_external(hpyr_context *context, int format) {
    const hpi_gl_format *f = hpi_gl_format_of((hpyr_format)format);
    enum { UNKNOWN, OWN, WIDE };
    GLint external = 0, type = 0;
    if (!context->es)
        return f->external;
    if (context->read_formats[format] == UNKNOWN) {
        glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &external);
        glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &type);
        bool own = f->channels == 4 || ((GLenum)external == f->external && (GLenum)type == f->type);
        context->read_formats[format] = own ? OWN : WIDE;
    }
    return context->read_formats[format] == OWN ? f->external : wide_of(f->kind);
}

static uint32_t bytes_of(GLenum external, GLenum type) {
    uint32_t channels = external == GL_RED || external == GL_RED_INTEGER   ? 1
                        : external == GL_RG || external == GL_RG_INTEGER   ? 2
                        : external == GL_RGB || external == GL_RGB_INTEGER ? 3
                                                                           : 4;
    return channels * (type == GL_UNSIGNED_BYTE ? 1 : type == GL_HALF_FLOAT ? 2 : 4);
}

static hpi_gl_rows rows_of(GLsizei width, GLsizei height, uint32_t texel_bytes) {
    if (width == 1 && height == 1)
        return HPI_ROWS_NONE;
    return height == 1 || (uint32_t)width * texel_bytes % 8 == 0 ? HPI_ROWS_ALIGNED : HPI_ROWS_ANY;
}

#if HPI_GL_WEB

/* Memory is reached by way of a buffer: a browser complains about reads into memory that wait. */
static void read_pixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum external, GLenum type, void *out) {
    GLsizeiptr bytes = (GLsizeiptr)width * height * (GLsizeiptr)bytes_of(external, type);
    GLint bound = 0;
    GLuint buffer;
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &bound);
    if (bound) {
        glReadPixels(x, y, width, height, external, type, out);
        return;
    }
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    glBufferData(GL_PIXEL_PACK_BUFFER, bytes, NULL, HPI_GL_READ_USAGE);
    glReadPixels(x, y, width, height, external, type, NULL);
    glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, bytes, out);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glDeleteBuffers(1, &buffer);
}

#else

static void read_pixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum external, GLenum type, void *out) {
    glReadPixels(x, y, width, height, external, type, out);
}

#endif

void hpi_gl_pixels_read(const hpyr_context *context, GLint x, GLint y, GLsizei width, GLsizei height, GLenum external,
                        GLenum type, void *out) {
    hpi_gl_use_packing(context, rows_of(width, height, bytes_of(external, type)));
    read_pixels(x, y, width, height, external, type, out);
}

void hpi_gl_pack_to_the_end(const hpyr_context *context) {
    if (!HPI_GL_WEB)
        hpi_gl_use_packing(context, HPI_ROWS_ANY);
}

void hpi_gl_pixels_read_rows(const hpyr_context *context, uint32_t width, uint64_t count, GLenum external, GLenum type,
                             uint32_t texel_bytes, void *out) {
    GLsizei rows = (GLsizei)(count / width), rest = (GLsizei)(count % width);
    if (rest || width * texel_bytes % 8)
        hpi_gl_pack_to_the_end(context);
    if (rows)
        hpi_gl_pixels_read(context, 0, 0, (GLsizei)width, rows, external, type, out);
    if (rest)
        hpi_gl_pixels_read(context, 0, rows, rest, 1, external, type,
                           (void *)((uintptr_t)out + (uintptr_t)rows * width * texel_bytes));
}

hpyr_result hpi_gl_pixels_interleave(const hpyr_context *context, const hpi_gl_interleaving *job) {
    const GLsizei width = (GLsizei)job->texels, rows = (GLsizei)job->rows;
    const uintptr_t row_bytes = (uintptr_t)job->texels * 4 * sizeof(GLfloat);
    hpi_gl_use_packing(context, HPI_ROWS_ANY);
    hpi_gl_use_unpacking(context, HPI_ROWS_ANY);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, job->buffer);
    glPixelStorei(GL_PACK_ROW_LENGTH, (GLint)job->targets * width);
    for (uint32_t i = 0; i < job->targets; i++) {
        glReadBuffer(GL_COLOR_ATTACHMENT0 + i);
        glReadPixels(0, 0, width, rows, GL_RGBA, GL_FLOAT, (void *)(i * row_bytes));
    }
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    hpyr_result result = hpi_gl_buffer_settle(context, 0);
    if (result != HPYR_OK)
        return result;
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, job->buffer);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 4 * width);
    hpi_gl_texture_bind(context, HPI_PYRAMID_UNIT, GL_TEXTURE_2D_ARRAY, job->texture);
    glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, (GLint)job->layer, (GLsizei)job->width, (GLsizei)job->height, 1,
                    GL_RED, GL_FLOAT, NULL);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    return HPYR_OK;
}
