/* setup.c - triangle setup: two transform feedback passes turn any mesh into batches of triangles
 * that know their plane. Later passes neither clip nor interpolate a depth, so they find the same
 * voxels wherever they draw.  SPDX-License-Identifier: MIT */
#include "volume/setup.h"
#include "volume/viewport.h"

#include <math.h>
#include <string.h>

enum { WORD = 4, MAX_STRIDE = 2048 /* least limit of any GL */, SOUP_WORDS = 4, QUANTA_BITS = 24 };

enum { MAX_TRIANGLES = INT32_MAX / 6 - SETUP_BATCH }; /* draw calls take signed counts */

static uint32_t record_words(const hpi_setup *s) {
    return s->kind == SETUP_RASTER ? SETUP_RASTER_WORDS : SETUP_EXACT_WORDS;
}

static uint32_t record_texels(const hpi_setup *s) {
    return s->kind == SETUP_RASTER ? SETUP_RASTER_TEXELS : SETUP_EXACT_TEXELS;
}

/* ---- life ---- */

static hpyr_result make_program(hpi_setup *s) {
    static const char *const raster_words[] = {"v_a0", "v_b0", "v_c0", "v_d0", "v_a1", "v_b1", "v_c1",
                                               "v_d1", "v_a2", "v_b2", "v_c2", "v_d2", NULL};
    static const char *const exact_words[] = {"v_a", "v_b", "v_c", NULL};
    bool raster = s->kind == SETUP_RASTER;
    hpi_text defines = HPI_TEXT(s->context);
    const hpi_gl_program_desc triangle = {
        .vertex = {.entry = raster ? "volume/setup_triangle.vert.glsl" : "volume/setup_exact.vert.glsl"},
        .captured = raster ? raster_words : exact_words,
        .defines = &defines};
    if (raster && hpi_volume_rounds_coarsely(s->context))
        hpi_text_print(&defines, "#define HPYR_FETCHED\n");
    hpyr_result result = hpi_gl_program_get(s->context, &triangle, &s->triangle_program);
    hpi_text_free(&defines);
    return result;
}

/* Points an attribute at `words` floats, or at one unsigned word if `words` is 0. */
static void attribute(GLuint index, GLint words, GLsizei stride_words, size_t offset_words) {
    const void *offset = (const void *)(uintptr_t)(offset_words * WORD);
    if (words)
        glVertexAttribPointer(index, words, GL_FLOAT, GL_FALSE, stride_words * WORD, offset);
    else
        glVertexAttribIPointer(index, 1, GL_UNSIGNED_INT, stride_words * WORD, offset);
    glEnableVertexAttribArray(index);
}

static void make_arrays(hpi_setup *s) {
    enum { VERTEX = SETUP_RASTER_WORDS / 3 };
    glBindVertexArray(s->soup_array); /* a vertex of this array is a triangle of the soup */
    glBindBuffer(GL_ARRAY_BUFFER, s->soup);
    for (GLuint corner = 0; corner < 3; corner++) {
        attribute(corner, 3, 3 * SOUP_WORDS, corner * SOUP_WORDS);
        attribute(3 + corner, 0, 3 * SOUP_WORDS, corner * SOUP_WORDS + 3);
    }
    glBindVertexArray(s->records_array);
    glBindBuffer(GL_ARRAY_BUFFER, s->records);
    if (s->kind != SETUP_RASTER)
        return;
    attribute(0, 4, VERTEX, 0);
    attribute(1, 4, VERTEX, 4);
    attribute(2, 1, VERTEX, 8);
    glVertexAttribPointer(3, 4, GL_UNSIGNED_BYTE, GL_TRUE, VERTEX * WORD, (const void *)(uintptr_t)(9 * WORD));
    glEnableVertexAttribArray(3);
}

hpyr_result hpi_volume_setup_create(hpi_setup *s, hpyr_context *context, hpi_setup_kind kind) {
    s->context = context;
    s->kind = kind;
    glGenBuffers(1, &s->soup);
    glGenBuffers(1, &s->records);
    glGenVertexArrays(1, &s->soup_array);
    glGenVertexArrays(1, &s->records_array);
    make_arrays(s);
    return make_program(s);
}

void hpi_volume_setup_destroy(hpi_setup *s) {
    if (!s->context) /* never created: GL 2.1 lacks the calls */
        return;
    hpi_gl_texels_delete(s->context, &s->texels);
    hpi_gl_vertex_arrays_delete(s->context, 1, &s->soup_array);
    hpi_gl_vertex_arrays_delete(s->context, 1, &s->records_array);
    hpi_gl_buffers_delete(s->context, 1, &s->soup);
    hpi_gl_buffers_delete(s->context, 1, &s->records);
    memset(s, 0, sizeof *s);
}

/* ---- meshes ---- */

/* The last row of an inverse may be off by some rounding. */
hpyr_result hpi_volume_check_transform(const hpyr_context *context, const float **transform) {
    static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const float *m = *transform ? *transform : identity, most = 1e-4f;
    *transform = m;
    if (fabsf(m[3]) < most && fabsf(m[7]) < most && fabsf(m[11]) < most && fabsf(m[15] - 1.0f) < most) /* not NaN */
        return HPYR_OK;
    return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                       "voxelizer: the transform's last row is %g %g %g %g; an affine matrix, column by column, has "
                       "0 0 0 1 there",
                       m[3], m[7], m[11], m[15]);
}

/* Checks that a buffer holds `count` items of `size` bytes, `stride` apart, from `offset` on. An
 * indexed mesh does not tell how many vertices it has: then `count` is 1. */
static hpyr_result check_buffer(const hpyr_context *context, const char *what, GLuint buffer, uint64_t offset,
                                uint32_t stride, uint32_t size, uint64_t count) {
    uint64_t bytes, span = count ? (count - 1) * stride + size : 0;
    if (offset % WORD || stride % WORD || stride < size || stride > MAX_STRIDE)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "mesh: %s at offset %llu, stride %u: multiples of 4 are needed, and a stride of %u to %u",
                           what, (unsigned long long)offset, stride, size, (unsigned)MAX_STRIDE);
    if (!hpi_gl_buffer_size(context, buffer, &bytes))
        return hpi_gl_fail(context, HPYR_ERROR_BUFFER, "mesh: %u is not the name of a buffer, or is mapped (%s)",
                           buffer, what);
    if (offset > bytes || span > bytes - offset)
        return hpi_gl_fail(context, HPYR_ERROR_BUFFER, "mesh: %s need %llu bytes from offset %llu, buffer %u has %llu",
                           what, (unsigned long long)span, (unsigned long long)offset, buffer,
                           (unsigned long long)bytes);
    return HPYR_OK;
}

static hpyr_result check_vertices(const hpyr_context *context, const hpyr_mesh *mesh, const char *what,
                                  hpyr_attribute *a, uint32_t size) {
    if (!a->stride)
        a->stride = size;
    return check_buffer(context, what, a->buffer, a->offset, a->stride, size,
                        mesh->index_buffer ? 1 : 3 * (uint64_t)mesh->triangle_count);
}

static hpyr_result refuse_offset(const hpyr_context *context, const char *what) {
    return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "mesh: %s have an offset or a stride, and no buffer",
                       what);
}

hpyr_result hpi_volume_check_array(const hpyr_context *context, const hpyr_mesh *mesh, const char *what,
                                   hpyr_attribute *a, uint32_t size) {
    if (a->buffer)
        return check_vertices(context, mesh, what, a, size);
    return a->offset || a->stride ? refuse_offset(context, what) : HPYR_OK;
}

hpyr_result hpi_volume_check_mesh(const hpyr_context *context, const hpyr_mesh *given, hpyr_mesh *mesh) {
    *mesh = *given;
    if (!mesh->triangle_count)
        return HPYR_OK;
    if (mesh->triangle_count > MAX_TRIANGLES)
        return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE, "mesh: %u triangles; at most %u", mesh->triangle_count,
                           (unsigned)MAX_TRIANGLES);
    hpyr_result result = check_vertices(context, mesh, "positions", &mesh->positions, 3 * WORD);
    if (result == HPYR_OK)
        result = hpi_volume_check_array(context, mesh, "colors", &mesh->colors, WORD);
    if (result == HPYR_OK && mesh->index_buffer)
        result = check_buffer(context, "indices", mesh->index_buffer, mesh->index_offset, WORD, WORD,
                              3 * (uint64_t)mesh->triangle_count);
    if (result == HPYR_OK && !mesh->index_buffer && mesh->index_offset)
        result = refuse_offset(context, "indices");
    return result;
}

static uint32_t batch_size(const hpi_setup *s, uint32_t triangle_count) {
    bool is_fetched = s->kind == SETUP_EXACT || hpi_volume_rounds_coarsely(s->context);
    uint32_t limit = hpi_gl_texels_limit(s->context) / record_texels(s);
    if (limit > s->context->vertex_limit / 6) /* one is drawn as two */
        limit = s->context->vertex_limit / 6;
    uint32_t batch = is_fetched && limit < SETUP_BATCH ? limit : SETUP_BATCH;
    return triangle_count < batch ? triangle_count : batch;
}

static hpyr_result reserve(hpi_setup *s, uint32_t capacity) {
    if (capacity <= s->capacity)
        return HPYR_OK;
    s->capacity = 0;
    glBindBuffer(GL_ARRAY_BUFFER, s->soup);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)capacity * 3 * SOUP_WORDS * WORD, NULL, GL_DYNAMIC_COPY);
    glBindBuffer(GL_ARRAY_BUFFER, s->records);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)capacity * record_words(s) * WORD, NULL, GL_DYNAMIC_COPY);
    if (glGetError() != GL_NO_ERROR)
        return hpi_gl_fail(s->context, HPYR_ERROR_OUT_OF_MEMORY, "voxelizer: GL refused buffers for %u triangles",
                           capacity);
    s->capacity = capacity;
    return HPYR_OK;
}

hpyr_result hpi_volume_setup_begin(hpi_setup *s, const hpyr_mesh *given, hpyr_mesh *mesh) {
    hpyr_result result = hpi_volume_check_mesh(s->context, given, mesh);
    return result == HPYR_OK && mesh->triangle_count ? reserve(s, batch_size(s, mesh->triangle_count)) : result;
}

/* ---- run ---- */

float hpi_volume_quanta_of(uint32_t cells) {
    float quanta = (float)(1 << QUANTA_BITS);
    for (uint32_t size = 1; size < cells; size *= 2)
        quanta *= 0.5f;
    return quanta;
}

/* Sets uniforms u_cells and u_quanta in a program that has either. */
static void set_grid(const hpyr_context *context, GLuint program, const hpyr_flat3d *map) {
    glUniform3f(hpi_gl_location(context, program, "", "cells"), (GLfloat)map->width, (GLfloat)map->height,
                (GLfloat)map->depth);
    glUniform3f(hpi_gl_location(context, program, "", "quanta"), hpi_volume_quanta_of(map->width),
                hpi_volume_quanta_of(map->height), hpi_volume_quanta_of(map->depth));
}

hpyr_result hpi_volume_setup_soup(hpi_setup *s, const hpi_mesh_input *input, uint32_t first, uint32_t count) {
    static const char *const words[] = {"v_position", "v_color", NULL};
    const hpi_gl_program_desc desc = {.vertex = hpi_volume_mesh_stage(input, "volume/setup_soup.vert.glsl"),
                                      .captured = words};
    GLuint program;
    hpyr_result result = hpi_gl_program_get(s->context, &desc, &program);
    if (result != HPYR_OK)
        return result;
    glUseProgram(program);
    glUniform1i(hpi_gl_location(s->context, program, "", "colored"), input->mesh->colors.buffer != 0);
    hpi_volume_mesh_capture(input, program, s->soup, first, count);
    return HPYR_OK;
}

void hpi_volume_setup_records(hpi_setup *s, const float transform[16], const hpyr_flat3d *map, uint32_t count) {
    glUseProgram(s->triangle_program);
    glUniformMatrix4fv(hpi_gl_location(s->context, s->triangle_program, "", "transform"), 1, GL_FALSE, transform);
    set_grid(s->context, s->triangle_program, map);
    glBindVertexArray(s->soup_array);
    hpi_gl_capture_begin(s->context, s->records, GL_POINTS);
    glDrawArrays(GL_POINTS, 0, (GLsizei)count);
    hpi_gl_capture_end();
    s->has_new_records = true;
}

hpyr_result hpi_volume_setup_run(hpi_setup *s, const hpi_mesh_input *input, const float transform[16],
                                 const hpyr_flat3d *map, uint32_t first, uint32_t count) {
    hpyr_result result = hpi_volume_setup_soup(s, input, first, count);
    if (result == HPYR_OK)
        hpi_volume_setup_records(s, transform, map, count);
    return result;
}

hpyr_result hpi_volume_setup_bind(hpi_setup *s, GLuint program, GLuint unit, const hpyr_flat3d *map, uint32_t count) {
    int format = s->kind == SETUP_RASTER ? (int)HPI_FORMAT_RG32F : (int)HPYR_FORMAT_RGBA32F;
    uint32_t texel; /* records begin at the buffer's begin */
    hpyr_result result = HPYR_OK;
    if (s->has_new_records)
        result =
            hpi_gl_texels_bind(s->context, &s->texels, unit, format, s->records, 0, count * record_texels(s), &texel);
    else
        hpi_gl_texture_bind(s->context, unit, hpi_gl_texels_target(s->context), s->texels.name);
    s->has_new_records = false;
    glUniform1i(hpi_gl_location(s->context, program, "", s->kind == SETUP_RASTER ? "planes" : "triangles"),
                (GLint)unit);
    set_grid(s->context, program, map);
    return result;
}
