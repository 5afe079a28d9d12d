/* transfer.c - words on their way between buffers and textures of RGBA32UI.
 * SPDX-License-Identifier: MIT
 *
 * Most of them travel in whole texels. The words of a last texel that is not full travel in a format
 * of fewer channels. OpenGL ES has no such transfers, so there they take the way through a buffer of
 * one texel. */
#include "list/lists.h"

enum { WORD = 4, TEXEL = WORD * HPI_LIST_ENTRIES };

/* GL's formats for the words of a texel that is not full. */
static const GLenum rest_formats[HPI_LIST_ENTRIES] = {0, GL_RED_INTEGER, GL_RG_INTEGER, GL_RGB_INTEGER};

/* Copies bytes from the first buffer to the second one. */
static void copy_bytes(GLuint from, uint64_t from_offset, GLuint to, uint64_t to_offset, uint32_t bytes) {
    glBindBuffer(GL_COPY_READ_BUFFER, from);
    glBindBuffer(GL_COPY_WRITE_BUFFER, to);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, (GLintptr)from_offset, (GLintptr)to_offset,
                        (GLsizeiptr)bytes);
}

/* ---- from a buffer ---- */

void hpi_list_put_texel(const hpyr_lists *lists, GLsizei x, GLsizei y, GLuint buffer, uint64_t offset, uint32_t words) {
    const bool is_copied = lists->context->es && words < HPI_LIST_ENTRIES;
    if (is_copied)
        copy_bytes(buffer, offset, lists->found_buffer, 0, words * WORD);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, is_copied ? lists->found_buffer : buffer);
    glTexSubImage2D(GL_TEXTURE_2D, 0, x, y, 1, 1,
                    is_copied || words == HPI_LIST_ENTRIES ? GL_RGBA_INTEGER : rest_formats[words], GL_UNSIGNED_INT,
                    (void *)(is_copied ? 0 : (uintptr_t)offset));
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

void hpi_list_upload(const hpyr_lists *lists, const hpi_list_plane *plane, GLuint buffer, uint64_t offset,
                     uint32_t count) {
    const GLsizei width = 1 << plane->shift;
    GLsizei rows = (GLsizei)(count / HPI_LIST_ENTRIES >> plane->shift);
    GLsizei texels = (GLsizei)(count / HPI_LIST_ENTRIES & (uint32_t)(width - 1));
    uintptr_t at = (uintptr_t)offset;
    hpi_gl_use_unpacking(lists->context, HPI_ROWS_ALIGNED);
    hpi_gl_texture_bind(lists->context, HPI_INPUT_UNIT, GL_TEXTURE_2D, plane->texture);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    if (rows)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, rows, GL_RGBA_INTEGER, GL_UNSIGNED_INT, (void *)at);
    at += (uintptr_t)rows * (uintptr_t)width * TEXEL;
    if (texels)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, rows, texels, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, (void *)at);
    at += (uintptr_t)texels * TEXEL;
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    if (count % HPI_LIST_ENTRIES)
        hpi_list_put_texel(lists, texels, rows, buffer, at, count % HPI_LIST_ENTRIES);
}

/* ---- to a buffer ---- */

/* Reads the first bytes of a texel. */
static hpyr_result read_rest(const hpyr_lists *lists, GLsizei x, GLsizei y, GLuint buffer, uint64_t offset,
                             uint32_t bytes) {
    const bool is_copied = lists->context->es;
    hpyr_result result = HPYR_OK;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, is_copied ? lists->found_buffer : buffer);
    if (!is_copied)
        hpi_gl_pack_to_the_end(lists->context);
    hpi_gl_pixels_read(lists->context, x, y, 1, 1, is_copied ? GL_RGBA_INTEGER : rest_formats[bytes / WORD],
                       GL_UNSIGNED_INT, (void *)(is_copied ? 0 : (uintptr_t)offset));
    if (is_copied)
        result = hpi_gl_buffer_settle(lists->context, 0);
    if (is_copied)
        copy_bytes(lists->found_buffer, 0, buffer, offset, bytes);
    return result;
}

hpyr_result hpi_list_download(const hpyr_lists *lists, uint32_t width, GLuint buffer, uint64_t offset, uint64_t bytes) {
    const uint64_t texels = bytes / TEXEL;
    hpyr_result result = HPYR_OK;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    hpi_gl_pixels_read_rows(lists->context, width, texels, GL_RGBA_INTEGER, GL_UNSIGNED_INT, TEXEL,
                            (void *)(uintptr_t)offset);
    if (bytes % TEXEL)
        result = read_rest(lists, (GLsizei)(texels % width), (GLsizei)(texels / width), buffer, offset + texels * TEXEL,
                           (uint32_t)(bytes % TEXEL));
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    return result == HPYR_OK ? hpi_gl_buffer_settle(lists->context, buffer) : result;
}
