/* mesh_output.h - ranges of a mesh, and the caller's buffers that they go to.  SPDX-License-Identifier: MIT */
#ifndef HPI_ISOSURFACE_MESH_OUTPUT_H
#define HPI_ISOSURFACE_MESH_OUTPUT_H

#include "gl/gl.h"

enum { HPI_COMMAND_WORDS = 5, HPI_COMMAND_BYTES = HPI_COMMAND_WORDS * sizeof(GLuint) };

/** Tells how many records of `bytes` fit into a caller's buffer from `offset` on: 0 if there is no
 *  buffer. BUFFER. Call it inside of hpi_gl_state_enter and hpi_gl_state_leave. */
hpyr_result hpi_room_in_buffer(const hpyr_context *context, GLuint buffer, uint64_t offset, uint32_t bytes,
                               uint64_t *room);

/** Number of items of the range that exist, if there are `total` of them. HPYR_ALL as `count` is
 *  all from `first` on. */
uint64_t hpi_items_in_range(uint64_t total, uint64_t first, uint64_t count);

/** Checks that a caller's buffer has room for the arguments of an indirect draw. INVALID_ARGUMENT,
 *  UNSUPPORTED, BUFFER. Call it inside of hpi_gl_state_enter and hpi_gl_state_leave. */
hpyr_result hpi_check_command(const hpyr_context *context, GLuint buffer, uint64_t offset);

/** Writes the arguments of a draw of nothing. */
hpyr_result hpi_write_empty_command(const hpyr_context *context, GLuint buffer, uint64_t offset);

#endif
