/* isosurface.c - meshes of fields, by bits: the public functions.
 * Source: Dyken et al. 2008, section 5.  SPDX-License-Identifier: MIT */
#include "isosurface/bits_engine.h"
#include "isosurface/mesh_output.h"

#include <string.h>

/* ---- descriptors ---- */

static hpyr_result resolve(const hpyr_context *context, hpyr_isosurface_desc *d, hpi_field_grid *grid) {
    if (d->mesh < HPYR_MESH_FORM_DEFAULT || d->mesh > HPYR_MESH_FORM_WELDED)
        return hpi_field_grid_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "`mesh` is no hpyr_mesh_form");
    hpyr_result result = hpi_field_grid_resolve(context, &d->grid, &d->vertex, &d->gradient, &d->winding, grid);
    if (result == HPYR_OK && context && context->legacy)
        result = hpi_field_grid_fail(context, HPYR_ERROR_UNSUPPORTED,
                                     "GL 2.1 makes no meshes in buffers; hpyr_marching_cubes draws and downloads them");
    d->mesh = d->mesh ? d->mesh : HPYR_MESH_FORM_WELDED;
    return result;
}

uint64_t hpyr_isosurface_bytes(const hpyr_context *context, const hpyr_isosurface_desc *desc) {
    hpi_field_grid grid;
    if (!desc)
        return 0;
    hpyr_isosurface_desc resolved = *desc;
    if (resolve(context, &resolved, &grid) != HPYR_OK)
        return 0;
    return hpi_isosurface_engine_bytes(context, &resolved.grid);
}

/* ---- life ---- */

hpyr_result hpyr_isosurface_create(hpyr_context *context, const hpyr_isosurface_desc *desc, hpyr_isosurface **out) {
    if (out)
        *out = NULL;
    if (!context || !desc || !out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_isosurface wanted = {.context = context, .desc = *desc};
    hpyr_result result = hpi_gl_check_current(context, "isosurface");
    if (result == HPYR_OK)
        result = resolve(context, &wanted.desc, &wanted.grid);
    if (result != HPYR_OK)
        return result;
    hpyr_isosurface *iso = hpi_alloc(context, sizeof *iso);
    if (!iso)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for an isosurface");
    *iso = wanted;
    hpi_gl_context_hold(context);
    result = hpi_isosurface_engine_create(iso);
    if (result != HPYR_OK) {
        hpyr_isosurface_destroy(iso);
        return result;
    }
    *out = iso;
    return HPYR_OK;
}

void hpyr_isosurface_destroy(hpyr_isosurface *isosurface) {
    if (!isosurface)
        return;
    hpyr_context *context = isosurface->context;
    hpi_gl_warn_of_leaks(context, "isosurface");
    hpi_core_bound_drop(context, &isosurface->bound);
    hpi_isosurface_engine_destroy(isosurface);
    hpi_field_free(&isosurface->field);
    hpi_free(context, isosurface);
    hpi_gl_context_release(context);
}

const hpyr_isosurface_desc *hpyr_isosurface_resolved(const hpyr_isosurface *isosurface) {
    return isosurface ? &isosurface->desc : NULL;
}

/* ---- builds ---- */

hpyr_result hpyr_isosurface_build(hpyr_isosurface *isosurface, const hpyr_field *field, uint32_t slab,
                                  double isovalue) {
    hpi_gl_state state;
    if (!isosurface || !field)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = isosurface->context;
    hpyr_result result = hpi_gl_check_current(context, "isosurface");
    if (result == HPYR_OK)
        result = hpi_core_check_unbound(context, &isosurface->bound, "isosurface");
    if (result != HPYR_OK)
        return result;
    isosurface->built = false;
    hpi_gl_state_enter(context, &state);
    result = hpi_field_set(&isosurface->field, &isosurface->grid, field, slab, isovalue);
    bool has_cells = hpi_field_has_cells(&isosurface->field);
    if (result == HPYR_OK && has_cells)
        result = hpi_isosurface_classify(isosurface);
    if (result == HPYR_OK && has_cells)
        result = hpi_isosurface_index(isosurface);
    result = hpi_gl_state_leave(context, &state, result);
    isosurface->built = result == HPYR_OK;
    return result;
}

hpyr_result hpi_isosurface_check_built(const hpyr_isosurface *iso) {
    hpyr_result result = hpi_gl_check_current(iso->context, "isosurface");
    if (result == HPYR_OK && !iso->built)
        result =
            hpi_gl_fail(iso->context, HPYR_ERROR_NOT_BUILT, "isosurface: it was not built, or its last build failed");
    return result;
}

/* In one call that saves the caller's state, whatever is counted. */
static hpyr_result find_counts(hpyr_isosurface *iso, bool patient) {
    hpi_gl_state state;
    if (iso->bits.has_totals && (iso->bits.has_actives || !patient))
        return HPYR_OK;
    hpi_gl_state_enter(iso->context, &state);
    hpyr_result result = hpi_isosurface_totals(iso, patient);
    if (result == HPYR_OK && patient)
        result = hpi_isosurface_actives(iso);
    return hpi_gl_state_leave(iso->context, &state, result);
}

static hpyr_result counts_of(hpyr_isosurface *iso, hpyr_mesh_counts *counts, bool patient) {
    uint32_t cells[3];
    if (counts)
        memset(counts, 0, sizeof *counts);
    if (!iso || !counts)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_isosurface_check_built(iso);
    if (result != HPYR_OK || !hpi_field_has_cells(&iso->field))
        return result;
    result = find_counts(iso, patient);
    if (result != HPYR_OK)
        return result;
    hpi_field_cells(&iso->field, cells);
    counts->cells = (uint64_t)cells[0] * cells[1] * cells[2];
    counts->active_cells = patient ? iso->bits.actives_found : 0;
    counts->triangles = iso->bits.totals_found[1];
    counts->crossed_edges = iso->bits.totals_found[0];
    return HPYR_OK;
}

hpyr_result hpyr_isosurface_counts(hpyr_isosurface *isosurface, hpyr_mesh_counts *counts) {
    return counts_of(isosurface, counts, true);
}

hpyr_result hpyr_isosurface_try_counts(hpyr_isosurface *isosurface, hpyr_mesh_counts *counts) {
    return counts_of(isosurface, counts, false);
}

/* ---- meshes ---- */

static hpyr_result check_output(const hpyr_isosurface *iso, const hpyr_isosurface_output *o) {
    const hpyr_context *context = iso->context;
    bool is_soup = iso->desc.mesh == HPYR_MESH_FORM_SOUP;
    if (o->vertex_offset % 4 || o->index_offset % 4)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "isosurface: offsets must be multiples of 4");
    if (is_soup && o->index_buffer)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "isosurface: a SOUP has no indices");
    if (is_soup && (o->first_vertex % 3 || (o->vertex_count != HPYR_ALL && o->vertex_count % 3)))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "isosurface: vertices [%llu, + %llu) of a SOUP; both must be multiples of 3",
                           (unsigned long long)o->first_vertex, (unsigned long long)o->vertex_count);
    if (o->no_wait &&
        ((o->vertex_buffer && o->vertex_count == HPYR_ALL) || (o->index_buffer && o->triangle_count == HPYR_ALL)))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "isosurface: no_wait needs a number of vertices and triangles, not HPYR_ALL");
    return HPYR_OK;
}

/* One list of an empty mesh. If nobody waits, it is as many zeros as were asked for. */
static hpyr_result write_empty_list(const hpyr_isosurface *iso, GLuint buffer, uint64_t offset, uint64_t count,
                                    uint32_t bytes, bool no_wait) {
    uint64_t room;
    hpyr_result result = hpi_room_in_buffer(iso->context, buffer, offset, bytes, &room);
    if (result != HPYR_OK || !buffer || !no_wait)
        return result;
    result = hpi_gl_buffer_clear(iso->context, buffer, offset, (count < room ? count : room) * bytes);
    return result != HPYR_OK || count <= room ? result : HPYR_TRUNCATED;
}

static hpyr_result extract_nothing(const hpyr_isosurface *iso, const hpyr_isosurface_output *o) {
    hpi_gl_state state;
    hpi_gl_state_enter(iso->context, &state);
    hpyr_result vertices = write_empty_list(iso, o->vertex_buffer, o->vertex_offset, o->vertex_count,
                                            sizeof(hpyr_mesh_vertex), o->no_wait);
    hpyr_result indices = vertices < 0 ? vertices
                                       : write_empty_list(iso, o->index_buffer, o->index_offset, o->triangle_count,
                                                          3 * sizeof(uint32_t), o->no_wait);
    return hpi_gl_state_leave(iso->context, &state, indices != HPYR_OK ? indices : vertices);
}

hpyr_result hpyr_isosurface_extract(hpyr_isosurface *isosurface, const hpyr_isosurface_output *output,
                                    hpyr_isosurface_report *report) {
    hpyr_isosurface_report own;
    if (!report)
        report = &own;
    memset(report, 0, sizeof *report);
    if (!isosurface || !output)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_isosurface_check_built(isosurface);
    if (result == HPYR_OK)
        result = check_output(isosurface, output);
    if (result != HPYR_OK)
        return result;
    if (!hpi_field_has_cells(&isosurface->field))
        return extract_nothing(isosurface, output);
    return hpi_isosurface_write_mesh(isosurface, output, report);
}

hpyr_result hpyr_isosurface_download(hpyr_isosurface *isosurface, hpyr_mesh_vertex *vertices, uint64_t vertex_capacity,
                                     uint32_t *indices, uint64_t triangle_capacity, hpyr_isosurface_report *report) {
    hpyr_isosurface_report own;
    if (!report)
        report = &own;
    memset(report, 0, sizeof *report);
    if (!isosurface || (!vertices && vertex_capacity) || (!indices && triangle_capacity))
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_isosurface_check_built(isosurface);
    if (result != HPYR_OK)
        return result;
    if (indices && isosurface->desc.mesh == HPYR_MESH_FORM_SOUP)
        return hpi_gl_fail(isosurface->context, HPYR_ERROR_INVALID_ARGUMENT, "isosurface: a SOUP has no indices");
    if (!hpi_field_has_cells(&isosurface->field))
        return HPYR_OK;
    return hpi_isosurface_read_mesh(isosurface, vertices, vertex_capacity, indices, triangle_capacity, report);
}

hpyr_result hpyr_isosurface_command(hpyr_isosurface *isosurface, uint32_t buffer, uint64_t offset) {
    hpi_gl_state state;
    if (!isosurface)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_isosurface_check_built(isosurface);
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(isosurface->context, &state);
    result = hpi_check_command(isosurface->context, buffer, offset);
    if (result == HPYR_OK && hpi_field_has_cells(&isosurface->field))
        result = hpi_isosurface_write_command(isosurface, buffer, offset);
    else if (result == HPYR_OK)
        result = hpi_write_empty_command(isosurface->context, buffer, offset);
    return hpi_gl_state_leave(isosurface->context, &state, result);
}
