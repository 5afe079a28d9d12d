/* mesh_output.c - ranges of a mesh, and the caller's buffers that they go to.  SPDX-License-Identifier: MIT */
#include "isosurface/mesh_output.h"

hpyr_result hpi_room_in_buffer(const hpyr_context *context, GLuint buffer, uint64_t offset, uint32_t bytes,
                               uint64_t *room) {
    uint64_t size = 0;
    *room = 0;
    if (!buffer)
        return HPYR_OK;
    if (!hpi_gl_buffer_size(context, buffer, &size))
        return hpi_gl_fail(context, HPYR_ERROR_BUFFER, "isosurface: %u is not the name of a buffer, or is mapped",
                           buffer);
    *room = offset < size ? (size - offset) / bytes : 0;
    return HPYR_OK;
}

uint64_t hpi_items_in_range(uint64_t total, uint64_t first, uint64_t count) {
    uint64_t left = first < total ? total - first : 0;
    return count != HPYR_ALL && count < left ? count : left;
}

hpyr_result hpi_check_command(const hpyr_context *context, GLuint buffer, uint64_t offset) {
    uint64_t size;
    if (context->legacy)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "isosurface: GL 2.1 has no indirect draws");
    if (context->es)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "isosurface: OpenGL ES 3.0 has no indirect draws");
    if (offset % 4)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "isosurface: offset %llu is no multiple of 4",
                           (unsigned long long)offset);
    if (!hpi_gl_buffer_size(context, buffer, &size) || size < HPI_COMMAND_BYTES || offset > size - HPI_COMMAND_BYTES)
        return hpi_gl_fail(context, HPYR_ERROR_BUFFER,
                           "isosurface: buffer %u is none, is mapped, or has not %u bytes from offset %llu", buffer,
                           (unsigned)HPI_COMMAND_BYTES, (unsigned long long)offset);
    return HPYR_OK;
}

hpyr_result hpi_write_empty_command(const hpyr_context *context, GLuint buffer, uint64_t offset) {
    static const GLuint empty[HPI_COMMAND_WORDS] = {0, 1, 0, 0, 0};
    return hpi_gl_buffer_write(context, buffer, offset, HPI_COMMAND_BYTES, empty, HPI_COMMAND_BYTES);
}
