/* mesh_input.c - a mesh as passes read it that capture its vertices: as vertex attributes or, on
 * OpenGL ES, by fetching what its indices name.  SPDX-License-Identifier: MIT */
#include "volume/mesh_input.h"

#include <string.h>

enum { WORD = 4 };

typedef struct mesh_array {
    hpyr_attribute in;
    GLint floats; /* of a vertex; 0: one unsigned word */
} mesh_array;

static void list_arrays(const hpyr_mesh *mesh, const hpyr_mesh_part *s, mesh_array arrays[MESH_ARRAYS]) {
    memset(arrays, 0, MESH_ARRAYS * sizeof *arrays);
    arrays[MESH_POSITION] = (mesh_array){mesh->positions, 3};
    arrays[MESH_COLOR] = (mesh_array){mesh->colors, 0};
    if (!s)
        return;
    arrays[MESH_NORMAL] = (mesh_array){s->normals, 3};
    arrays[MESH_TEXCOORD] = (mesh_array){s->texcoords, 2};
}

static void point_at(GLuint index, const mesh_array *a) {
    const void *offset = (const void *)(uintptr_t)a->in.offset;
    glBindBuffer(GL_ARRAY_BUFFER, a->in.buffer);
    if (a->floats)
        glVertexAttribPointer(index, a->floats, GL_FLOAT, GL_FALSE, (GLsizei)a->in.stride, offset);
    else
        glVertexAttribIPointer(index, 1, GL_UNSIGNED_INT, (GLsizei)a->in.stride, offset);
    glEnableVertexAttribArray(index);
}

/* Copies an array to its unit, from its first vertex to the end of the buffer: an indexed mesh does
 * not tell how many vertices it has. */
static hpyr_result copy_array(hpi_mesh_input *input, GLuint unit, const mesh_array *a) {
    uint64_t bytes = 0;
    uint32_t first;
    hpi_gl_buffer_size(input->context, a->in.buffer, &bytes);
    uint64_t words = (bytes - a->in.offset) / WORD;
    return hpi_gl_texels_bind(input->context, &input->copies[unit], unit, HPYR_FORMAT_R32UI, a->in.buffer, a->in.offset,
                              words < UINT32_MAX ? (uint32_t)words : UINT32_MAX, &first);
}

hpyr_result hpi_volume_mesh_input_begin(hpi_mesh_input *input, const hpyr_context *context, const hpyr_mesh *mesh,
                                        const hpyr_mesh_part *surface) {
    mesh_array arrays[MESH_ARRAYS];
    const mesh_array indices = {{mesh->index_buffer, mesh->index_offset, WORD}, 0};
    hpyr_result result = HPYR_OK;
    input->context = context;
    input->mesh = mesh;
    input->fetches = context->es && mesh->index_buffer;
    list_arrays(mesh, surface, arrays);
    const mesh_array no_colors = {mesh->positions, 0};
    if (HPI_GL_WEB && !input->fetches && !mesh->colors.buffer)
        arrays[MESH_COLOR] = no_colors; /* an unsigned attribute without an array makes draws fail there */
    glGenVertexArrays(1, &input->vertex_array);
    glBindVertexArray(input->vertex_array);
    if (input->fetches)
        point_at(0, &indices);
    else
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh->index_buffer);
    for (GLuint i = 0; result == HPYR_OK && i < MESH_ARRAYS; i++) {
        if (!arrays[i].in.buffer)
            continue;
        input->strides[i] = arrays[i].in.stride / WORD;
        if (input->fetches)
            result = copy_array(input, i, &arrays[i]);
        else
            point_at(i, &arrays[i]);
    }
    return result;
}

void hpi_volume_mesh_input_end(hpi_mesh_input *input) {
    if (!input->context)
        return;
    glDeleteVertexArrays(1, &input->vertex_array);
    for (int i = 0; i < MESH_ARRAYS; i++)
        hpi_gl_texels_delete(input->context, &input->copies[i]);
    memset(input, 0, sizeof *input);
}

hpi_gl_stage hpi_volume_mesh_stage(const hpi_mesh_input *input, const char *entry) {
    return (hpi_gl_stage){.entry = entry,
                          .part = input->fetches ? "volume/mesh_fetched.glsl" : "volume/mesh_attributes.glsl"};
}

/* A sampler without an array of its own gets the positions, for a sampler must have some texture of its type. */
static void bind_copies(const hpi_mesh_input *input, GLuint program) {
    static const char *const names[MESH_ARRAYS] = {"positions", "colors", "normals", "texcoords"};
    const hpyr_context *context = input->context;
    for (GLuint i = 0; i < MESH_ARRAYS; i++) {
        GLuint unit = input->strides[i] ? i : MESH_POSITION;
        if (unit == i)
            hpi_gl_texture_bind(context, unit, hpi_gl_texels_target(context), input->copies[i].name);
        glUniform1i(hpi_gl_location(context, program, "", names[i]), (GLint)unit);
    }
    glUniform4uiv(hpi_gl_location(context, program, "", "strides"), 1, input->strides);
}

void hpi_volume_mesh_capture(const hpi_mesh_input *input, GLuint program, GLuint buffer, uint32_t first,
                             uint32_t count) {
    const hpyr_mesh *mesh = input->mesh;
    if (input->fetches)
        bind_copies(input, program);
    glBindVertexArray(input->vertex_array);
    hpi_gl_capture_begin(input->context, buffer, GL_TRIANGLES);
    if (mesh->index_buffer && !input->fetches)
        glDrawElements(GL_TRIANGLES, (GLsizei)(3 * count), GL_UNSIGNED_INT,
                       (const void *)(uintptr_t)(mesh->index_offset + (uint64_t)first * 3 * WORD));
    else
        glDrawArrays(GL_TRIANGLES, (GLint)(3 * first), (GLsizei)(3 * count));
    hpi_gl_capture_end();
}
