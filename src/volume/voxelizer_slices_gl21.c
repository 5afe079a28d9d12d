/* voxelizer_slices_gl21.c - SLICES on GL 2.1, without transform feedback and instances: the CPU
 * sets triangles up and sorts them by slices, and each slice draws the triangles that reach it. The
 * voxels are those of voxelizer_slices.c.  SPDX-License-Identifier: MIT */
#include "volume/mesh_download.h"
#include "volume/viewport.h"
#include "volume/voxelizer_object.h"

#include <string.h>

enum { PLANES_IN_ROW = 128 /* as in slices_gl21.vert.glsl */, PLANE_TEXELS = 2, WINDOW_PAIRS = 65536 };

/* ---- life ---- */

hpyr_result hpi_volume_slices_gl21_create(hpyr_voxelizer *v) {
    static const char *const attributes[] = {"a_corner", "a_color", NULL};
    const hpi_gl_program_desc desc = {.vertex = {.entry = "volume/slices_gl21.vert.glsl"},
                                      .fragment = {.entry = "volume/slices_gl21.frag.glsl"},
                                      .attributes = attributes};
    glGenBuffers(1, &v->gl21.vertices);
    glGenBuffers(1, &v->gl21.indices);
    hpyr_result result = hpi_gl_program_get(v->context, &desc, &v->slices_program);
    return result == HPYR_OK ? hpi_volume_slices_create_output(v) : result;
}

void hpi_volume_slices_gl21_destroy(hpyr_voxelizer *v) {
    hpi_slices_gl21 *s = &v->gl21;
    hpi_gl_textures_delete(v->context, 1, &s->planes);
    hpi_gl_buffers_delete(v->context, 1, &s->vertices);
    hpi_gl_buffers_delete(v->context, 1, &s->indices);
    hpi_volume_batch_free(v->context, &s->batch);
    hpi_volume_lists_free(v->context, &s->lists);
    memset(s, 0, sizeof *s);
}

/* Makes room for a batch, in whole rows of planes. */
static hpyr_result reserve(hpyr_voxelizer *v, uint32_t triangle_count) {
    hpi_slices_gl21 *s = &v->gl21;
    uint32_t batch = triangle_count < SETUP_BATCH ? triangle_count : SETUP_BATCH;
    uint32_t rows = (batch + PLANES_IN_ROW - 1) / PLANES_IN_ROW;
    if (!hpi_volume_batch_reserve(v->context, &s->batch, rows * PLANES_IN_ROW) ||
        !hpi_volume_lists_reserve(v->context, &s->lists, v->map.depth, WINDOW_PAIRS))
        return hpi_gl_fail(v->context, HPYR_ERROR_OUT_OF_MEMORY, "voxelizer: no memory for %u triangles", batch);
    if (s->planes && s->rows >= rows)
        return HPYR_OK;
    glDeleteTextures(1, &s->planes);
    s->rows = rows;
    s->planes = hpi_gl_texture_create(v->context, HPYR_FORMAT_RGBA32F, PLANE_TEXELS * PLANES_IN_ROW, rows);
    return s->planes ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

/* ---- run ---- */

static void upload_batch(hpyr_voxelizer *v) {
    hpi_slices_gl21 *s = &v->gl21;
    uint32_t rows = (s->batch.count + PLANES_IN_ROW - 1) / PLANES_IN_ROW;
    hpi_gl_texture_bind(v->context, HPI_EXTRA_UNIT, GL_TEXTURE_2D, s->planes);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, PLANE_TEXELS * PLANES_IN_ROW, (GLsizei)rows, GL_RGBA, GL_FLOAT,
                    s->batch.planes);
    glBindBuffer(GL_ARRAY_BUFFER, s->vertices);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)s->batch.count * 3 * (GLsizeiptr)sizeof(hpi_cpu_vertex),
                 s->batch.vertices, GL_STREAM_DRAW);
}

static void draw_slices(hpyr_voxelizer *v, GLint place, uint32_t first, uint32_t end) {
    const hpi_slice_lists *lists = &v->gl21.lists;
    const hpyr_flat3d *map = &v->map;
    for (uint32_t slice = first; slice < end; slice++) {
        uint32_t count = lists->counts[slice], start = lists->ends[slice] - count;
        if (!count)
            continue;
        glUniform3f(place, (GLfloat)(slice % map->tiles_x * map->width), (GLfloat)(slice / map->tiles_x * map->height),
                    (GLfloat)slice);
        glDrawElements(GL_TRIANGLES, (GLsizei)(3 * count), GL_UNSIGNED_INT,
                       (const void *)((uintptr_t)start * 3 * sizeof *lists->indices));
    }
}

static void draw_batch(hpyr_voxelizer *v) {
    hpi_slices_gl21 *s = &v->gl21;
    GLint place = hpi_gl_location(v->context, v->slices_program, "", "slice");
    upload_batch(v);
    hpi_volume_lists_begin(&s->lists, &s->batch);
    for (uint32_t first = 0, end; first < v->map.depth; first = end) {
        end = hpi_volume_lists_window(&s->lists, &s->batch, first);
        GLsizeiptr pairs = s->lists.ends[end - 1];
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, pairs * 3 * (GLsizeiptr)sizeof *s->lists.indices, s->lists.indices,
                     GL_STREAM_DRAW);
        draw_slices(v, place, first, end);
    }
}

static void use_program(const hpyr_voxelizer *v) {
    GLuint program = v->slices_program;
    uint32_t margin[2];
    glUseProgram(program);
    glUniform1i(hpi_gl_location(v->context, program, "", "planes"), HPI_EXTRA_UNIT);
    glUniform2f(hpi_gl_location(v->context, program, "", "planes_scale"), 1.0f / (PLANE_TEXELS * PLANES_IN_ROW),
                1.0f / (GLfloat)v->gl21.rows);
    glUniform2f(hpi_gl_location(v->context, program, "", "volume"), (GLfloat)v->map.width, (GLfloat)v->map.height);
    hpi_volume_wide_viewport(v->context, v->output.width, v->output.height, margin);
    hpi_volume_set_scale(v->context, program, v->output.width, v->output.height, margin);
}

static void bind_arrays(const hpi_slices_gl21 *s) {
    glBindBuffer(GL_ARRAY_BUFFER, s->vertices);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(hpi_cpu_vertex), NULL);
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(hpi_cpu_vertex),
                          (const void *)(uintptr_t)offsetof(hpi_cpu_vertex, color));
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, s->indices);
}

static hpyr_result draw(hpyr_voxelizer *v, const hpi_cpu_mesh *mesh, const float *transform) {
    hpyr_result result = reserve(v, mesh->triangle_count);
    if (result != HPYR_OK)
        return result;
    use_program(v);
    hpi_gl_arrays_begin();
    bind_arrays(&v->gl21);
    for (uint32_t next = 0; next < mesh->triangle_count;) {
        hpi_volume_batch_fill(&v->gl21.batch, mesh, transform, &v->map, &next);
        if (v->gl21.batch.count)
            draw_batch(v);
    }
    hpi_gl_arrays_end();
    return HPYR_OK;
}

static hpyr_result download(const hpyr_voxelizer *v, const hpyr_mesh *given, hpi_cpu_mesh *out) {
    hpyr_mesh mesh;
    hpyr_result result = hpi_volume_check_mesh(v->context, given, &mesh);
    return result == HPYR_OK ? hpi_volume_mesh_download(v->context, &mesh, out) : result;
}

hpyr_result hpi_volume_slices_gl21_run(hpyr_voxelizer *v, const hpyr_mesh *given, const float *transform) {
    hpi_cpu_mesh on_cpu = {0};
    hpyr_result result = download(v, given, &on_cpu);
    if (result == HPYR_OK)
        result = hpi_volume_slices_clear(v);
    if (result == HPYR_OK && on_cpu.triangle_count)
        result = draw(v, &on_cpu, transform);
    hpi_volume_mesh_free(v->context, &on_cpu);
    hpi_gl_target_release(v->context);
    return result;
}

hpyr_result hpi_volume_count_skipped_gl21(const hpyr_voxelizer *v, const hpyr_mesh *given, const float *transform,
                                          uint32_t *skipped) {
    const float quanta[3] = {hpi_volume_quanta_of(v->map.width), hpi_volume_quanta_of(v->map.height),
                             hpi_volume_quanta_of(v->map.depth)};
    hpi_cpu_mesh on_cpu = {0};
    hpyr_result result = download(v, given, &on_cpu);
    if (result == HPYR_OK)
        *skipped = hpi_volume_cpu_count_skipped(&on_cpu, transform, &v->map, quanta);
    hpi_volume_mesh_free(v->context, &on_cpu);
    return result;
}
