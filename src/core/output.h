/* output.h - ranges of lists and meshes, and the caller's buffers that they go to.  SPDX-License-Identifier: MIT */
#ifndef HPI_CORE_OUTPUT_H
#define HPI_CORE_OUTPUT_H

#include "gl/gl.h"

#include <histopyramid/field.h>

enum { HPI_COMMAND_WORDS = 5, HPI_COMMAND_BYTES = HPI_COMMAND_WORDS * sizeof(GLuint) };

/** What differs between sources of meshes. */
typedef struct hpi_mesh_form {
    bool is_soup;       /* three vertices for each triangle, and no indices */
    bool has_densities; /* of Poisson surfaces */
} hpi_mesh_form;

/** Checks the members of an output that need no GL.   INVALID_ARGUMENT. */
hpyr_result hpi_mesh_check_output(const hpyr_context *context, hpi_mesh_form form, const hpyr_mesh_output *output);

/** What a call reports if it can write `room` of the items [first, first + count), of which there are `total`. HPYR_ALL as
 *  `count` is all from `first` on. */
hpyr_report hpi_range(uint64_t total, uint64_t first, uint64_t count, uint64_t room);

/** Ends such a call: gives the report, which may be NULL, and adds TRUNCATED to the results. An error
 *  stays, and has no report. */
hpyr_result hpi_range_answer(hpyr_result result, const hpyr_report *found, hpyr_report *report);

/** Finds how much of a mesh of that size an output asks for, and how much of it fits into the room for
 *  vertices and the room for triangles. Of a soup whole triangles fit. */
void hpi_mesh_make_report(hpi_mesh_form form, const hpyr_mesh_output *output, const hpyr_mesh_counts *size,
                          const uint64_t room[2], hpyr_mesh_report *report);

/** TRUNCATED, or OK if everything was written. */
hpyr_result hpi_mesh_result(const hpyr_mesh_report *report);

/** The same as hpi_range_answer. Without waiting there is no report. */
hpyr_result hpi_mesh_answer(hpyr_result result, const hpyr_mesh_report *found, bool no_wait, hpyr_mesh_report *report);

/** Tells how many records of `bytes` fit into a caller's buffer from `offset` on: 0 if there is no
 *  buffer. BUFFER. Call it inside of hpi_gl_state_enter and hpi_gl_state_leave. */
hpyr_result hpi_room_in_buffer(const hpyr_context *context, GLuint buffer, uint64_t offset, uint32_t bytes,
                               uint64_t *room);

/** Checks that a caller's buffer has room for the arguments of an indirect draw. INVALID_ARGUMENT,
 *  UNSUPPORTED, BUFFER. Call it inside of hpi_gl_state_enter and hpi_gl_state_leave. */
hpyr_result hpi_check_command(const hpyr_context *context, GLuint buffer, uint64_t offset);

/** Writes the arguments of a draw of nothing. */
hpyr_result hpi_write_empty_command(const hpyr_context *context, GLuint buffer, uint64_t offset);

#endif
