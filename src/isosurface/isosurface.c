/* isosurface.c - meshes of fields, by bits: the public functions.
 * Source: Dyken et al. 2008, section 5.  SPDX-License-Identifier: MIT */
#include "core/output.h"
#include "isosurface/bits_engine.h"

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
    hpi_gl_state state;
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
    hpi_gl_state_enter(context, &state);
    result = hpi_gl_state_leave(context, &state, hpi_isosurface_engine_create(iso));
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

static hpyr_result check_unbound(const hpyr_isosurface *iso) {
    hpyr_result result = hpi_gl_check_current(iso->context, "isosurface");
    return result == HPYR_OK ? hpi_core_check_unbound(iso->context, &iso->bound, "isosurface") : result;
}

static hpyr_result leave_build(hpyr_isosurface *iso, const hpi_gl_state *state, hpyr_result result) {
    if (result == HPYR_OK && hpi_field_has_cells(&iso->field))
        result = hpi_isosurface_index(iso);
    result = hpi_gl_state_leave(iso->context, state, result);
    iso->built = result == HPYR_OK;
    return result;
}

hpyr_result hpyr_isosurface_build(hpyr_isosurface *isosurface, const hpyr_field *field, uint32_t slab,
                                  double isovalue) {
    hpi_gl_state state;
    if (!isosurface || !field)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = check_unbound(isosurface);
    if (result != HPYR_OK)
        return result;
    isosurface->built = isosurface->has_field = false;
    hpi_gl_state_enter(isosurface->context, &state);
    result = hpi_field_set(&isosurface->field, &isosurface->grid, field, slab, isovalue);
    if (result == HPYR_OK && hpi_field_has_cells(&isosurface->field))
        result = hpi_isosurface_classify(isosurface);
    result = leave_build(isosurface, &state, result);
    isosurface->has_field = result == HPYR_OK;
    return result;
}

hpyr_result hpyr_isosurface_rebuild(hpyr_isosurface *isosurface, double isovalue) {
    hpi_gl_state state;
    if (!isosurface)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = check_unbound(isosurface);
    if (result == HPYR_OK && !isosurface->has_field)
        result = hpi_gl_fail(isosurface->context, HPYR_ERROR_NOT_BUILT,
                             "isosurface: no field was built, or its last build failed");
    if (result == HPYR_OK)
        result = hpi_field_check_isovalue(isosurface->context, isovalue);
    if (result != HPYR_OK)
        return result;
    isosurface->built = false;
    hpi_gl_state_enter(isosurface->context, &state);
    if (hpi_field_has_cells(&isosurface->field))
        result = hpi_isosurface_classify_again(isosurface, isovalue);
    return leave_build(isosurface, &state, result);
}

hpyr_result hpi_isosurface_check_built(const hpyr_isosurface *iso) {
    hpyr_result result = hpi_gl_check_current(iso->context, "isosurface");
    if (result == HPYR_OK && !iso->built)
        result =
            hpi_gl_fail(iso->context, HPYR_ERROR_NOT_BUILT, "isosurface: it was not built, or its last build failed");
    return result;
}

/* What is counted of a mesh that may have no cells. */
typedef enum counting { COUNT_AT_ONCE, COUNT_PATIENTLY, COUNT_ACTIVES } counting;

/* In one call that saves the caller's state, whatever is counted. */
static hpyr_result find_counts(hpyr_isosurface *iso, counting what) {
    hpi_gl_state state;
    hpyr_result result = hpi_isosurface_check_built(iso);
    if (result != HPYR_OK || !hpi_field_has_cells(&iso->field) ||
        (iso->bits.has_totals && (iso->bits.has_actives || what != COUNT_ACTIVES)))
        return result;
    hpi_gl_state_enter(iso->context, &state);
    result = hpi_isosurface_totals(iso, what != COUNT_AT_ONCE);
    if (result == HPYR_OK && what == COUNT_ACTIVES)
        result = hpi_isosurface_actives(iso);
    return hpi_gl_state_leave(iso->context, &state, result);
}

static hpyr_result counts_of(hpyr_isosurface *iso, hpyr_mesh_counts *counts, counting what) {
    if (counts)
        memset(counts, 0, sizeof *counts);
    if (!iso || !counts)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = find_counts(iso, what);
    if (result == HPYR_OK && hpi_field_has_cells(&iso->field))
        *counts = hpi_isosurface_counts(iso);
    return result;
}

hpyr_result hpyr_isosurface_counts(hpyr_isosurface *isosurface, hpyr_mesh_counts *counts) {
    return counts_of(isosurface, counts, COUNT_PATIENTLY);
}

hpyr_result hpyr_isosurface_try_counts(hpyr_isosurface *isosurface, hpyr_mesh_counts *counts) {
    return counts_of(isosurface, counts, COUNT_AT_ONCE);
}

hpyr_result hpyr_isosurface_statistics(hpyr_isosurface *isosurface, hpyr_mesh_statistics *statistics) {
    if (statistics)
        memset(statistics, 0, sizeof *statistics);
    if (!isosurface || !statistics)
        return HPYR_ERROR_INVALID_ARGUMENT;
    const hpi_bits_engine *e = &isosurface->bits;
    hpyr_result result = find_counts(isosurface, COUNT_ACTIVES);
    if (result == HPYR_OK && hpi_field_has_cells(&isosurface->field))
        *statistics = (hpyr_mesh_statistics){hpi_field_cell_count(&isosurface->field), e->actives_found,
                                             e->totals_found[1], e->totals_found[0]};
    return result;
}

/* ---- meshes ---- */

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

static hpyr_result write_nothing(const hpyr_isosurface *iso, const hpyr_mesh_output *o) {
    hpyr_result vertices = write_empty_list(iso, o->vertex_buffer, o->vertex_offset, o->vertex_count,
                                            sizeof(hpyr_mesh_vertex), o->no_wait);
    hpyr_result indices = vertices < 0 ? vertices
                                       : write_empty_list(iso, o->index_buffer, o->index_offset, o->triangle_count,
                                                          3 * sizeof(uint32_t), o->no_wait);
    return indices != HPYR_OK ? indices : vertices;
}

hpyr_result hpyr_isosurface_extract(hpyr_isosurface *isosurface, const hpyr_mesh_output *output,
                                    hpyr_mesh_report *report) {
    hpyr_mesh_report found = {0};
    hpi_gl_state state;
    if (report)
        *report = found;
    if (!isosurface || !output)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_isosurface_check_built(isosurface);
    if (result == HPYR_OK)
        result = hpi_mesh_check_output(isosurface->context, hpi_isosurface_form(isosurface), output);
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(isosurface->context, &state);
    result = hpi_field_has_cells(&isosurface->field) ? hpi_isosurface_write_mesh(isosurface, output, &found)
                                                     : write_nothing(isosurface, output);
    result = hpi_gl_state_leave(isosurface->context, &state, result);
    return hpi_mesh_answer(result, &found, output->no_wait, report);
}

hpyr_result hpyr_isosurface_download(hpyr_isosurface *isosurface, hpyr_mesh_vertex *vertices, size_t vertex_capacity,
                                     uint32_t *indices, size_t triangle_capacity, hpyr_mesh_report *report) {
    hpyr_mesh_report found = {0};
    hpi_gl_state state;
    if (report)
        *report = found;
    if (!isosurface || (!vertices && vertex_capacity) || (!indices && triangle_capacity))
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_isosurface_check_built(isosurface);
    if (result != HPYR_OK)
        return result;
    if (indices && isosurface->desc.mesh == HPYR_MESH_FORM_SOUP)
        return hpi_gl_fail(isosurface->context, HPYR_ERROR_INVALID_ARGUMENT, "isosurface: a SOUP has no indices");
    if (!hpi_field_has_cells(&isosurface->field))
        return HPYR_OK;
    hpi_gl_state_enter(isosurface->context, &state);
    result = hpi_isosurface_read_mesh(isosurface, vertices, vertex_capacity, indices, triangle_capacity, &found);
    result = hpi_gl_state_leave(isosurface->context, &state, result);
    return hpi_mesh_answer(result, &found, false, report);
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
