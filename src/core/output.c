/* output.c - ranges of lists and meshes, and the caller's buffers that they go to.  SPDX-License-Identifier: MIT */
#include "core/output.h"

hpyr_result hpi_room_in_buffer(const hpyr_context *context, GLuint buffer, uint64_t offset, uint32_t bytes,
                               uint64_t *room) {
    uint64_t all = 0;
    hpyr_result result = buffer ? hpi_gl_buffer_room(context, "extraction", buffer, offset, &all) : HPYR_OK;
    *room = all / bytes;
    return result;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

hpyr_report hpi_range(uint64_t total, uint64_t first, uint64_t count, uint64_t room) {
    const uint64_t left = first < total ? total - first : 0,
                   available = count == HPYR_ALL ? left : smaller(count, left);
    return (hpyr_report){smaller(available, room), available, total};
}

hpyr_result hpi_range_answer(hpyr_result result, const hpyr_report *found, hpyr_report *report) {
    if (result == HPYR_OK && report)
        *report = *found;
    return result == HPYR_OK && found->written < found->available ? HPYR_TRUNCATED : result;
}

hpyr_result hpi_mesh_check_output(const hpyr_context *context, hpi_mesh_form form, const hpyr_mesh_output *o) {
    if (o->vertex_offset % 4 || o->density_offset % 4 || o->index_offset % 4)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "mesh: offsets must be multiples of 4");
    if (form.is_soup && o->index_buffer)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "mesh: a soup has no indices");
    if (!form.has_densities && o->density_buffer)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "mesh: only a Poisson surface has densities");
    if (form.is_soup && (o->first_vertex % 3 || (o->vertex_count != HPYR_ALL && o->vertex_count % 3)))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "mesh: vertices [%llu, + %llu) of a soup; both must be multiples of 3",
                           (unsigned long long)o->first_vertex, (unsigned long long)o->vertex_count);
    if (o->no_wait && (((o->vertex_buffer || o->density_buffer) && o->vertex_count == HPYR_ALL) ||
                       (o->index_buffer && o->triangle_count == HPYR_ALL)))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "mesh: no_wait needs a number of vertices and triangles, not HPYR_ALL");
    return HPYR_OK;
}

void hpi_mesh_make_report(hpi_mesh_form form, const hpyr_mesh_output *o, const hpyr_mesh_counts *size,
                          const uint64_t room[2], hpyr_mesh_report *report) {
    const bool has_vertices = o->vertex_buffer || o->density_buffer, has_triangles = o->index_buffer;
    const uint64_t vertices =
        o->no_wait ? o->vertex_count : hpi_range(size->vertices, o->first_vertex, o->vertex_count, 0).available;
    const uint64_t triangles =
        o->no_wait ? o->triangle_count : hpi_range(size->triangles, o->first_triangle, o->triangle_count, 0).available;
    report->vertices_available = has_vertices ? vertices : 0;
    report->triangles_available = has_triangles ? triangles : 0;
    report->vertices_written = smaller(report->vertices_available, room[0]);
    report->triangles_written = smaller(report->triangles_available, room[1]);
    if (form.is_soup)
        report->vertices_written -= report->vertices_written % 3;
}

hpyr_result hpi_mesh_result(const hpyr_mesh_report *report) {
    return report->vertices_written < report->vertices_available ||
                   report->triangles_written < report->triangles_available
               ? HPYR_TRUNCATED
               : HPYR_OK;
}

hpyr_result hpi_mesh_answer(hpyr_result result, const hpyr_mesh_report *found, bool no_wait, hpyr_mesh_report *report) {
    if (result == HPYR_OK && report && !no_wait)
        *report = *found;
    return result == HPYR_OK ? hpi_mesh_result(found) : result;
}

hpyr_result hpi_check_command(const hpyr_context *context, GLuint buffer, uint64_t offset) {
    uint64_t size;
    if (context->legacy)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "mesh: GL 2.1 has no indirect draws");
    if (context->es)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "mesh: OpenGL ES 3.0 has no indirect draws");
    hpyr_result result = hpi_gl_check_offset(context, "mesh", offset);
    if (result != HPYR_OK)
        return result;
    if (!hpi_gl_buffer_size(context, buffer, &size) || size < HPI_COMMAND_BYTES || offset > size - HPI_COMMAND_BYTES)
        return hpi_gl_fail(context, HPYR_ERROR_BUFFER,
                           "mesh: buffer %u is none, is mapped, or has not %u bytes from offset %llu", buffer,
                           (unsigned)HPI_COMMAND_BYTES, (unsigned long long)offset);
    return HPYR_OK;
}

hpyr_result hpi_write_empty_command(const hpyr_context *context, GLuint buffer, uint64_t offset) {
    static const GLuint empty[HPI_COMMAND_WORDS] = {0, 1, 0, 0, 0};
    return hpi_gl_buffer_write(context, buffer, offset, HPI_COMMAND_BYTES, empty, HPI_COMMAND_BYTES);
}
