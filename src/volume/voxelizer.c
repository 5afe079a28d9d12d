/* voxelizer.c - meshes in, volumes out: descriptors, buffers, and triangle setup, which every voxelizer begins with.
 * Source: Ziegler et al. 2006, section 9.  Setup (two transform feedback passes) turns any mesh into batches of triangles
 * that know their own plane, so that later passes neither clip nor interpolate a depth and give the same voxels wherever
 * they are drawn.
 * SPDX-License-Identifier: MIT */
#include "volume/voxelizer.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 4, MAX_STRIDE = 2048 /* what every GL allows */ };

enum { MAX_TRIANGLES = INT32_MAX / 3 - SETUP_BATCH }; /* draws take signed counts */

static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

/* ---- life ---- */

static hpyr_result make_programs(hpyr_voxelizer *v) {
    static const char *const soup_files[] = {"volume/setup_soup.vert.glsl", NULL};
    static const char *const soup_words[] = {"v_cell", "v_colour", NULL};
    static const char *const triangle_files[] = {"volume/setup_triangle.vert.glsl", NULL};
    static const char *const triangle_words[] = {"v_a0", "v_b0", "v_c0", "v_d0", "v_a1", "v_b1", "v_c1",
                                                 "v_d1", "v_a2", "v_b2", "v_c2", "v_d2", NULL};
    const gl_program_desc soup = {.vertex = soup_files, .captured = soup_words};
    const gl_program_desc triangle = {.vertex = triangle_files, .captured = triangle_words};
    hpyr_result result = hpyr_gl_program_get(v->context, &soup, &v->soup_program);
    if (result == HPYR_OK)
        result = hpyr_gl_program_get(v->context, &triangle, &v->triangle_program);
    return result == HPYR_OK ? hpyr_volume_slices_program(v) : result;
}

/* An attribute of `words` floats, or of one unsigned word where `words` is 0. */
static void attribute(GLuint index, GLint words, GLsizei stride_words, size_t offset_words) {
    const void *offset = (const void *)(uintptr_t)(offset_words * WORD);
    if (words)
        glVertexAttribPointer(index, words, GL_FLOAT, GL_FALSE, stride_words * WORD, offset);
    else
        glVertexAttribIPointer(index, 1, GL_UNSIGNED_INT, stride_words * WORD, offset);
    glEnableVertexAttribArray(index);
}

static void make_arrays(hpyr_voxelizer *v) {
    glGenBuffers(1, &v->soup);
    glGenBuffers(1, &v->setup);
    glGenVertexArrays(1, &v->soup_array);
    glGenVertexArrays(1, &v->setup_array);
    glBindVertexArray(v->soup_array); /* one vertex here is a triangle of the soup */
    glBindBuffer(GL_ARRAY_BUFFER, v->soup);
    for (GLuint corner = 0; corner < 3; ++corner) {
        attribute(corner, 3, 3 * SOUP_VERTEX_WORDS, corner * SOUP_VERTEX_WORDS);
        attribute(3 + corner, 0, 3 * SOUP_VERTEX_WORDS, corner * SOUP_VERTEX_WORDS + 3);
    }
    glBindVertexArray(v->setup_array);
    glBindBuffer(GL_ARRAY_BUFFER, v->setup);
    attribute(0, 4, SETUP_VERTEX_WORDS, 0);
    attribute(1, 4, SETUP_VERTEX_WORDS, 4);
    attribute(2, 1, SETUP_VERTEX_WORDS, 8);
    glVertexAttribPointer(3, 4, GL_UNSIGNED_BYTE, GL_TRUE, SETUP_VERTEX_WORDS * WORD,
                          (const void *)(uintptr_t)(9 * WORD));
    glEnableVertexAttribArray(3);
}

static hpyr_result create(hpyr_voxelizer *v) {
    hpyr_result result = make_programs(v);
    if (result != HPYR_OK)
        return result;
    make_arrays(v);
    v->texture = hpyr_gl_texture_create(v->context, HPYR_FORMAT_RGBA8, hpyr_flat3d_texture_width(&v->map),
                                        hpyr_flat3d_texture_height(&v->map));
    return v->texture ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

hpyr_result hpyr_voxelizer_create(hpyr_context *context, const hpyr_voxelizer_desc *desc, hpyr_voxelizer **out) {
    hpyr_flat3d map;
    gl_state state;
    if (out)
        *out = NULL;
    if (!context || !desc || !out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (desc->kind != HPYR_VOXELIZER_DEFAULT && desc->kind != HPYR_VOXELIZER_SLICES)
        return hpyr_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "voxelizer: kind %d; this version has SLICES",
                            (int)desc->kind);
    uint32_t max_side = context->caps.max_texture_size;
    hpyr_result result = hpyr_flat3d_arrange(desc->width, desc->height, desc->depth, desc->tiles_x, max_side, &map);
    if (result == HPYR_ERROR_TOO_LARGE)
        return hpyr_gl_fail(context, result,
                            "voxelizer: %ux%ux%u voxels in %u tiles a row do not fit into a texture of %ux%u texels",
                            desc->width, desc->height, desc->depth, desc->tiles_x, max_side, max_side);
    if (result != HPYR_OK)
        return hpyr_gl_fail(context, result,
                            "voxelizer: %ux%ux%u voxels in %u tiles a row: sizes must be positive, tiles at most depth",
                            desc->width, desc->height, desc->depth, desc->tiles_x);
    hpyr_voxelizer *v = calloc(1, sizeof *v);
    if (!v)
        return hpyr_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a voxelizer");
    v->context = context;
    v->map = map;
    hpyr_gl_state_enter(context, &state);
    result = hpyr_gl_state_leave(context, &state, create(v));
    if (result != HPYR_OK) {
        hpyr_voxelizer_destroy(v);
        return result;
    }
    *out = v;
    return HPYR_OK;
}

void hpyr_voxelizer_destroy(hpyr_voxelizer *voxelizer) {
    if (!voxelizer)
        return;
    glDeleteTextures(1, &voxelizer->texture);
    glDeleteVertexArrays(1, &voxelizer->soup_array);
    glDeleteVertexArrays(1, &voxelizer->setup_array);
    glDeleteBuffers(1, &voxelizer->soup);
    glDeleteBuffers(1, &voxelizer->setup);
    free(voxelizer);
}

hpyr_result hpyr_voxelizer_output(const hpyr_voxelizer *voxelizer, hpyr_texture *texture, hpyr_flat3d *map) {
    if (!voxelizer)
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (texture)
        *texture = (hpyr_texture){.name = voxelizer->texture,
                                  .target = GL_TEXTURE_2D,
                                  .width = hpyr_flat3d_texture_width(&voxelizer->map),
                                  .height = hpyr_flat3d_texture_height(&voxelizer->map),
                                  .depth = 1,
                                  .format = HPYR_FORMAT_RGBA8,
                                  .channel = HPYR_CHANNEL_ALPHA};
    if (map)
        *map = voxelizer->map;
    return HPYR_OK;
}

/* ---- run ---- */

/* A buffer must hold `count` items of `size` bytes, `stride` apart, from `offset` on; where the mesh is indexed nobody knows
 * the highest index, and only the name is checked. */
static hpyr_result check_buffer(const hpyr_context *context, const char *what, GLuint buffer, uint64_t offset,
                                uint32_t stride, uint32_t size, uint64_t count) {
    uint64_t bytes, span = count ? (count - 1) * stride + size : 0;
    if (offset % WORD || stride % WORD || stride < size || stride > MAX_STRIDE)
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                            "mesh: %s at offset %llu, stride %u: multiples of 4 are needed, and a stride of %u to %u",
                            what, (unsigned long long)offset, stride, size, (unsigned)MAX_STRIDE);
    if (!hpyr_gl_buffer_size(buffer, &bytes))
        return hpyr_gl_fail(context, HPYR_ERROR_BUFFER, "mesh: %u is not the name of a buffer, or is mapped (%s)",
                            buffer, what);
    if (offset > bytes || span > bytes - offset)
        return hpyr_gl_fail(context, HPYR_ERROR_BUFFER, "mesh: %s need %llu bytes from offset %llu, buffer %u has %llu",
                            what, (unsigned long long)span, (unsigned long long)offset, buffer,
                            (unsigned long long)bytes);
    return HPYR_OK;
}

static hpyr_result check_mesh(const hpyr_context *context, hpyr_mesh *mesh) {
    uint64_t vertices = mesh->index_buffer ? 1 : 3 * (uint64_t)mesh->triangle_count;
    if (mesh->triangle_count > MAX_TRIANGLES)
        return hpyr_gl_fail(context, HPYR_ERROR_TOO_LARGE, "mesh: %u triangles; at most %u", mesh->triangle_count,
                            (unsigned)MAX_TRIANGLES);
    if (!mesh->position_stride)
        mesh->position_stride = 3 * WORD;
    if (!mesh->colour_stride)
        mesh->colour_stride = WORD;
    hpyr_result result = check_buffer(context, "positions", mesh->position_buffer, mesh->position_offset,
                                      mesh->position_stride, 3 * WORD, vertices);
    if (result == HPYR_OK && mesh->colour_buffer)
        result = check_buffer(context, "colours", mesh->colour_buffer, mesh->colour_offset, mesh->colour_stride, WORD,
                              vertices);
    if (result == HPYR_OK && mesh->index_buffer)
        result = check_buffer(context, "indices", mesh->index_buffer, mesh->index_offset, WORD, WORD,
                              3 * (uint64_t)mesh->triangle_count);
    return result;
}

static hpyr_result reserve(hpyr_voxelizer *v, uint32_t triangle_count) {
    uint32_t capacity = triangle_count < SETUP_BATCH ? triangle_count : SETUP_BATCH;
    if (capacity <= v->capacity)
        return HPYR_OK;
    glBindBuffer(GL_ARRAY_BUFFER, v->soup);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)capacity * 3 * SOUP_VERTEX_WORDS * WORD, NULL, GL_DYNAMIC_COPY);
    glBindBuffer(GL_ARRAY_BUFFER, v->setup);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)capacity * 3 * SETUP_VERTEX_WORDS * WORD, NULL, GL_DYNAMIC_COPY);
    if (glGetError() != GL_NO_ERROR) {
        v->capacity = 0;
        return hpyr_gl_fail(v->context, HPYR_ERROR_OUT_OF_MEMORY, "voxelizer: GL refused buffers for %u triangles",
                            capacity);
    }
    v->capacity = capacity;
    return HPYR_OK;
}

/* A vertex array of its own for each run, so that none keeps hold of the caller's buffers. */
static void point_at_mesh(GLuint array, const hpyr_mesh *mesh) {
    glBindVertexArray(array);
    glBindBuffer(GL_ARRAY_BUFFER, mesh->position_buffer);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, (GLsizei)mesh->position_stride,
                          (const void *)(uintptr_t)mesh->position_offset);
    glEnableVertexAttribArray(0);
    if (mesh->colour_buffer) {
        glBindBuffer(GL_ARRAY_BUFFER, mesh->colour_buffer);
        glVertexAttribIPointer(1, 1, GL_UNSIGNED_INT, (GLsizei)mesh->colour_stride,
                               (const void *)(uintptr_t)mesh->colour_offset);
        glEnableVertexAttribArray(1);
    } else {
        glDisableVertexAttribArray(1);
    }
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh->index_buffer);
}

/* Triangles [first, first + count) of the mesh to v->setup. */
static void set_up(const hpyr_voxelizer *v, GLuint array, const hpyr_mesh *mesh, const float *transform, uint32_t first,
                   uint32_t count) {
    glEnable(GL_RASTERIZER_DISCARD);
    glUseProgram(v->soup_program);
    glUniformMatrix4fv(hpyr_gl_uniform(v->soup_program, "", "transform"), 1, GL_FALSE, transform);
    glUniform3f(hpyr_gl_uniform(v->soup_program, "", "cells"), (GLfloat)v->map.width, (GLfloat)v->map.height,
                (GLfloat)v->map.depth);
    glUniform1i(hpyr_gl_uniform(v->soup_program, "", "coloured"), mesh->colour_buffer != 0);
    glBindVertexArray(array);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, v->soup);
    glBeginTransformFeedback(GL_TRIANGLES);
    if (mesh->index_buffer)
        glDrawElements(GL_TRIANGLES, (GLsizei)(3 * count), GL_UNSIGNED_INT,
                       (const void *)(uintptr_t)(mesh->index_offset + (uint64_t)first * 3 * WORD));
    else
        glDrawArrays(GL_TRIANGLES, (GLint)(3 * first), (GLsizei)(3 * count));
    glEndTransformFeedback();
    glUseProgram(v->triangle_program);
    glBindVertexArray(v->soup_array);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, v->setup);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, (GLsizei)count);
    glEndTransformFeedback();
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glDisable(GL_RASTERIZER_DISCARD);
}

static hpyr_result run(hpyr_voxelizer *v, const hpyr_mesh *given, const float *transform) {
    static const GLfloat nothing[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    hpyr_mesh mesh = *given;
    GLuint array;
    hpyr_result result = HPYR_OK;
    if (mesh.triangle_count) {
        result = check_mesh(v->context, &mesh);
        if (result == HPYR_OK)
            result = reserve(v, mesh.triangle_count);
    }
    if (result != HPYR_OK)
        return result;
    if (!hpyr_gl_target(v->context, v->texture, 0, hpyr_flat3d_texture_width(&v->map),
                        hpyr_flat3d_texture_height(&v->map)))
        return hpyr_gl_fail(v->context, HPYR_ERROR_GL, "voxelizer: this GL cannot render to RGBA8");
    glClearBufferfv(GL_COLOR, 0, nothing);
    glGenVertexArrays(1, &array);
    point_at_mesh(array, &mesh);
    for (uint32_t first = 0; first < mesh.triangle_count; first += v->capacity) {
        uint32_t left = mesh.triangle_count - first, count = left < v->capacity ? left : v->capacity;
        set_up(v, array, &mesh, transform, first, count);
        hpyr_volume_draw_slices(v, count);
    }
    glDeleteVertexArrays(1, &array);
    hpyr_gl_target_release(v->context);
    return HPYR_OK;
}

hpyr_result hpyr_voxelizer_run(hpyr_voxelizer *voxelizer, const hpyr_mesh *mesh, const float transform[16]) {
    gl_state state;
    if (!voxelizer || !mesh)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_gl_state_enter(voxelizer->context, &state);
    return hpyr_gl_state_leave(voxelizer->context, &state, run(voxelizer, mesh, transform ? transform : identity));
}
