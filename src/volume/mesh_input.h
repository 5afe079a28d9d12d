/* mesh_input.h - a mesh as passes read it that capture its vertices.  SPDX-License-Identifier: MIT */
#ifndef HPI_VOLUME_MESH_INPUT_H
#define HPI_VOLUME_MESH_INPUT_H

#include "gl/state.h"

#include <histopyramid/voxelizer.h>

enum { MESH_POSITION, MESH_COLOR, MESH_NORMAL, MESH_TEXCOORD, MESH_ARRAYS /* the first two have no surface */ };

/** A mesh for one call. OpenGL ES captures no indexed draws: there the indices are an attribute, and
 *  shaders fetch what vertices have from copies of the buffers. */
typedef struct hpi_mesh_input {
    const hpyr_context *context;
    const hpyr_mesh *mesh;
    GLuint vertex_array; /* our own: no call keeps the caller's buffers */
    bool fetches;
    hpi_gl_texels copies[MESH_ARRAYS];
    uint32_t strides[MESH_ARRAYS]; /* words; 0: the mesh has no such array */
} hpi_mesh_input;

/** Begins reading a mesh that hpi_volume_check_mesh has checked. `surface` has more arrays of it, or
 *  is NULL. Zero `input` first; call hpi_volume_mesh_input_end after a failure too.   TOO_LARGE,
 *  OUT_OF_MEMORY; on OpenGL ES alone. */
hpyr_result hpi_volume_mesh_input_begin(hpi_mesh_input *input, const hpyr_context *context, const hpyr_mesh *mesh,
                                        const hpyr_mesh_part *surface);
void hpi_volume_mesh_input_end(hpi_mesh_input *input);

/** The vertex stage of a program that reads the mesh through shaders/volume/mesh_*.glsl. */
hpi_gl_stage hpi_volume_mesh_stage(const hpi_mesh_input *input, const char *entry);

/** Captures the vertices of triangles [first, first + count) in `buffer`. The program, of such a
 *  stage, is in use, and a complete framebuffer is bound. */
void hpi_volume_mesh_capture(const hpi_mesh_input *input, GLuint program, GLuint buffer, uint32_t first,
                             uint32_t count);

#endif
