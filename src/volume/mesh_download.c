/* mesh_download.c - reads a mesh back, no more of it than its indices name.  SPDX-License-Identifier: MIT */
#include "volume/mesh_download.h"

#include <string.h>

static hpyr_result read_buffer(const hpyr_context *context, GLuint buffer, uint64_t offset, uint64_t size, void **out) {
    *out = size <= SIZE_MAX ? hpi_alloc(context, (size_t)size) : NULL;
    if (!*out)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "mesh: no memory to read %llu bytes of buffer %u",
                           (unsigned long long)size, buffer);
    return hpi_gl_buffer_read(context, buffer, (GLintptr)offset, (GLsizeiptr)size, *out);
}

/* Reads vertices `lowest` to `highest`, or fewer if the buffer ends earlier. */
static hpyr_result read_attribute(const hpyr_context *context, const hpyr_attribute *a, uint32_t size, uint32_t lowest,
                                  uint32_t highest, hpi_cpu_attribute *out) {
    uint64_t bytes, there;
    void *data;
    if (!hpi_gl_buffer_size(context, a->buffer, &bytes))
        return HPYR_ERROR_BUFFER;
    there = bytes - a->offset >= size ? (bytes - a->offset - size) / a->stride + 1 : 0;
    if (there > UINT32_MAX)
        there = UINT32_MAX;
    if (lowest >= there)
        return HPYR_OK;
    *out = (hpi_cpu_attribute){.stride = a->stride,
                               .first = lowest,
                               .count = (uint32_t)(highest < there ? highest - lowest + 1 : there - lowest)};
    hpyr_result result = read_buffer(context, a->buffer, a->offset + (uint64_t)lowest * a->stride,
                                     (uint64_t)(out->count - 1) * a->stride + size, &data);
    out->bytes = data;
    return result;
}

static void range_of(const uint32_t *indices, size_t count, uint32_t *lowest, uint32_t *highest) {
    *lowest = UINT32_MAX;
    *highest = 0;
    for (size_t i = 0; i < count; i++) {
        *lowest = indices[i] < *lowest ? indices[i] : *lowest;
        *highest = indices[i] > *highest ? indices[i] : *highest;
    }
}

hpyr_result hpi_volume_mesh_download(const hpyr_context *context, const hpyr_mesh *mesh, hpi_cpu_mesh *out) {
    uint32_t lowest = 0, highest = 3 * mesh->triangle_count - 1;
    hpyr_result result = HPYR_OK;
    void *indices = NULL;
    *out = (hpi_cpu_mesh){.triangle_count = mesh->triangle_count, .colored = mesh->colors.buffer != 0};
    if (!mesh->triangle_count)
        return HPYR_OK;
    if (mesh->index_buffer) {
        size_t count = (size_t)mesh->triangle_count * 3;
        result = read_buffer(context, mesh->index_buffer, mesh->index_offset, count * sizeof *out->indices, &indices);
        out->indices = indices;
        if (result == HPYR_OK)
            range_of(out->indices, count, &lowest, &highest);
    }
    if (result == HPYR_OK)
        result = read_attribute(context, &mesh->positions, 3 * sizeof(float), lowest, highest, &out->positions);
    if (result == HPYR_OK && mesh->colors.buffer)
        result = read_attribute(context, &mesh->colors, 4, lowest, highest, &out->colors);
    return result;
}

void hpi_volume_mesh_free(const hpyr_context *context, hpi_cpu_mesh *mesh) {
    hpi_free(context, mesh->indices);
    hpi_free(context, mesh->positions.bytes);
    hpi_free(context, mesh->colors.bytes);
    memset(mesh, 0, sizeof *mesh);
}
