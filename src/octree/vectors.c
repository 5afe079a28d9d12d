/* vectors.c - the vectors of callers, on their way to textures.  SPDX-License-Identifier: MIT */
#include "octree/vectors.h"

#include <math.h>

enum { FLOAT_BYTES = 4, VECTOR_FLOATS = 3 };

static uint64_t float_count(const hpyr_attribute *vectors, uint32_t count) {
    return count ? (uint64_t)(count - 1) * (vectors->stride / FLOAT_BYTES) + VECTOR_FLOATS : 0;
}

hpyr_result hpi_octree_check_vectors(const hpyr_octree *octree, const hpyr_attribute *given, uint32_t count,
                                     const char *what, hpyr_attribute *vectors) {
    const hpyr_context *context = octree->context;
    uint64_t size;
    *vectors = *given;
    if (!vectors->stride)
        vectors->stride = VECTOR_FLOATS * FLOAT_BYTES;
    if (vectors->offset % FLOAT_BYTES || vectors->stride % FLOAT_BYTES || vectors->stride < VECTOR_FLOATS * FLOAT_BYTES)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "%s from offset %llu, %u bytes apart: multiples of 4, at least 12 apart", what,
                           (unsigned long long)vectors->offset, vectors->stride);
    if (!count)
        return HPYR_OK;
    uint64_t bytes = float_count(vectors, count) * FLOAT_BYTES;
    return hpi_gl_buffer_holds(context, what, vectors->buffer, vectors->offset, bytes, &size);
}

hpyr_result hpi_octree_copy_vectors(const hpyr_octree *octree, const hpyr_attribute *vectors, uint32_t count,
                                    hpi_list_plane *plane) {
    uint64_t floats = float_count(vectors, count);
    hpyr_result result = hpi_octree_need(octree, HPYR_FORMAT_R32F, floats, plane);
    if (result != HPYR_OK)
        return result;
    GLsizei width = 1 << plane->shift, rows = (GLsizei)(floats >> plane->shift);
    GLsizei rest = (GLsizei)(floats & (uint32_t)(width - 1));
    uintptr_t at = (uintptr_t)vectors->offset, behind = at + (uintptr_t)rows * (uintptr_t)width * FLOAT_BYTES;
    hpi_gl_use_unpacking(octree->context, HPI_ROWS_ANY);
    hpi_gl_texture_bind(octree->context, HPI_INPUT_UNIT, GL_TEXTURE_2D, plane->texture);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, vectors->buffer);
    if (rows)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, rows, GL_RED, GL_FLOAT, (void *)at);
    if (rest)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, rows, rest, 1, GL_RED, GL_FLOAT, (void *)behind);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    return HPYR_OK;
}

void hpi_octree_bind_vectors(const hpyr_octree *octree, GLuint program, const hpi_list_plane *floats, uint32_t stride,
                             uint32_t count) {
    hpi_octree_bind(octree, program, "floats", 0, floats);
    hpi_octree_set(octree, program, "stride", stride / FLOAT_BYTES);
    hpi_octree_set(octree, program, "points", count);
}

float hpi_octree_cells_per_unit(const hpyr_octree *octree) {
    return ldexpf(1, (int)octree->desc.depth) / octree->report.cube.side;
}

void hpi_octree_set_cells(const hpyr_octree *octree, GLuint program) {
    const hpyr_context *context = octree->context;
    const hpyr_octree_cube *cube = &octree->report.cube;
    glUniform3f(hpi_gl_location(context, program, "", "origin"), cube->origin[0], cube->origin[1], cube->origin[2]);
    glUniform1f(hpi_gl_location(context, program, "", "cells_per_unit"), hpi_octree_cells_per_unit(octree));
}
