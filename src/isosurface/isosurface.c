/* isosurface.c - marching cubes: descriptors, slabs, and the way to the engine of an expansion.
 * Source: Dyken et al. 2008, section 5.  SPDX-License-Identifier: MIT */
#include "isosurface/isosurface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of a slab beside those that it adds: below for central differences, above for edges and differences at its last cells. */
enum { SLICES_BELOW = 1, SLICES_ABOVE = 2 };

enum { COMMAND_BYTES = 5 * sizeof(GLuint) };

/* ---- descriptors ---- */

static const hpi_iso_engine *engine_of(const hpyr_isosurface_desc *desc) {
    return desc->expansion == HPYR_EXPANSION_FRAGMENT ? &hpi_isosurface_bits_engine : &hpi_isosurface_expansion_engine;
}

static bool axes_are_valid(const uint8_t axes[3]) {
    unsigned seen = 0;
    for (int i = 0; i < 3; i++)
        seen |= axes[i] <= 3 ? 1u << axes[i] : 1;
    return seen == 0xE;
}

/* What is wrong with a descriptor; NULL for nothing. */
static const char *mistake_of(const hpyr_isosurface_desc *d) {
    for (int i = 0; i < 3; i++)
        if (!isfinite(d->spacing[i]) || !isfinite(d->origin[i]))
            return "a spacing or an origin is not finite";
    if (!d->width || !d->height || !d->depth)
        return "width, height and depth must be given";
    if (d->mesh < HPYR_MESH_DEFAULT || d->mesh > HPYR_MESH_WELDED)
        return "`mesh` is no hpyr_mesh_form";
    if (d->vertex < HPYR_EDGE_VERTEX_DEFAULT || d->vertex > HPYR_EDGE_VERTEX_MIDPOINT)
        return "`vertex` is no hpyr_edge_vertex";
    if (d->gradient < HPYR_GRADIENT_DEFAULT || d->gradient > HPYR_GRADIENT_CALLER)
        return "`gradient` is no hpyr_gradient";
    if (d->winding < HPYR_WINDING_DEFAULT || d->winding > HPYR_WINDING_CLOCKWISE)
        return "`winding` is no hpyr_winding";
    if (d->expansion < HPYR_EXPANSION_DEFAULT || d->expansion > HPYR_EXPANSION_GEOMETRY)
        return "`expansion` is no hpyr_expansion";
    return NULL;
}

static void set_defaults(hpyr_isosurface_desc *d, bool legacy) {
    const uint32_t sizes[3] = {d->width, d->height, d->depth};
    for (int axis = 0; axis < 3; axis++) {
        if (d->spacing[axis] != 0)
            continue;
        d->spacing[axis] = sizes[axis] > 1 ? (float)(2.0 / (sizes[axis] - 1)) : 2;
        d->origin[axis] = -1;
    }
    if (!d->axes[0] && !d->axes[1] && !d->axes[2])
        memcpy(d->axes, (const uint8_t[3]){1, 2, 3}, sizeof d->axes);
    if (!d->expansion)
        d->expansion = legacy ? HPYR_EXPANSION_VERTEX : HPYR_EXPANSION_FRAGMENT;
    if (!d->mesh)
        d->mesh = d->expansion == HPYR_EXPANSION_FRAGMENT ? HPYR_MESH_WELDED : HPYR_MESH_SOUP;
    if (!d->vertex)
        d->vertex = HPYR_EDGE_VERTEX_LINEAR;
    if (!d->gradient)
        d->gradient = HPYR_GRADIENT_FORWARD;
    if (!d->winding)
        d->winding = HPYR_WINDING_COUNTER_CLOCKWISE;
    if (!d->slab_depth || d->slab_depth > d->depth)
        d->slab_depth = d->depth;
}

/* `context` may be NULL: GL 3.3, and nobody to tell. */
static hpyr_result fail(const hpyr_context *context, hpyr_result result, const char *text) {
    return context ? hpi_gl_fail(context, result, "isosurface: %s", text) : result;
}

static hpyr_result resolve(const hpyr_context *context, const hpyr_isosurface_desc *given, hpyr_isosurface_desc *d) {
    bool legacy = context && context->legacy;
    *d = *given;
    const char *mistake = mistake_of(d);
    if (mistake)
        return fail(context, HPYR_ERROR_INVALID_ARGUMENT, mistake);
    set_defaults(d, legacy);
    if (!axes_are_valid(d->axes))
        return fail(context, HPYR_ERROR_INVALID_ARGUMENT, "axes that are no permutation of 1, 2, 3");
    if (legacy && d->expansion != HPYR_EXPANSION_VERTEX)
        return fail(context, HPYR_ERROR_UNSUPPORTED, "GL 2.1 has expansion VERTEX only");
    if (d->expansion != HPYR_EXPANSION_FRAGMENT && d->mesh == HPYR_MESH_WELDED)
        return fail(context, HPYR_ERROR_UNSUPPORTED, "WELDED meshes are made by expansion FRAGMENT only");
    if (d->expansion == HPYR_EXPANSION_FRAGMENT && d->layout)
        return fail(context, HPYR_ERROR_UNSUPPORTED, "expansion FRAGMENT has a layout of its own");
    return HPYR_OK;
}

bool hpi_isosurface_is_reversed(const hpyr_isosurface_desc *desc) {
    const uint8_t *a = desc->axes;
    bool reversed = desc->winding == HPYR_WINDING_CLOCKWISE;
    for (int axis = 0; axis < 3; axis++)
        reversed = reversed != (desc->spacing[axis] < 0);
    bool is_even = (a[0] == 1 && a[1] == 2) || (a[0] == 2 && a[1] == 3) || (a[0] == 3 && a[1] == 1);
    return reversed != !is_even;
}

uint64_t hpyr_isosurface_bytes(const hpyr_context *context, const hpyr_isosurface_desc *desc) {
    hpyr_isosurface_desc resolved;
    if (!desc || resolve(context, desc, &resolved) != HPYR_OK)
        return 0;
    return engine_of(&resolved)->bytes(context, &resolved);
}

/* ---- life ---- */

static void set_places(hpyr_isosurface *iso, const hpyr_isosurface_desc *given) {
    const uint32_t sizes[3] = {given->width, given->height, given->depth};
    for (int axis = 0; axis < 3; axis++) {
        bool is_default = given->spacing[axis] == 0;
        iso->spacing[axis] = !is_default ? given->spacing[axis] : sizes[axis] > 1 ? 2.0 / (sizes[axis] - 1) : 2;
        iso->origin[axis] = is_default ? -1 : given->origin[axis];
    }
}

hpyr_result hpyr_isosurface_create(hpyr_context *context, const hpyr_isosurface_desc *desc, hpyr_isosurface **out) {
    hpyr_isosurface wanted = {.context = context};
    if (out)
        *out = NULL;
    if (!context || !desc || !out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(context, "isosurface");
    if (result == HPYR_OK)
        result = resolve(context, desc, &wanted.desc);
    if (result != HPYR_OK)
        return result;
    set_places(&wanted, desc);
    hpyr_isosurface *iso = malloc(sizeof *iso);
    if (!iso)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for an isosurface");
    *iso = wanted;
    hpi_gl_context_hold(context);
    result = engine_of(&iso->desc)->create(iso);
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
    engine_of(&isosurface->desc)->destroy(isosurface);
    hpi_isosurface_field_free(isosurface);
    free(isosurface);
    hpi_gl_context_release(context);
}

const hpyr_isosurface_desc *hpyr_isosurface_resolved(const hpyr_isosurface *isosurface) {
    return isosurface ? &isosurface->desc : NULL;
}

/* ---- slabs ---- */

static uint32_t slab_count(const hpyr_isosurface_desc *d) {
    return (d->depth - 1) / d->slab_depth + 1;
}

uint32_t hpyr_isosurface_slab_count(const hpyr_isosurface *isosurface) {
    return isosurface ? slab_count(&isosurface->desc) : 0;
}

hpyr_result hpyr_isosurface_slab(const hpyr_isosurface *isosurface, uint32_t index, hpyr_slab *slab) {
    if (!isosurface || !slab || index >= slab_count(&isosurface->desc))
        return HPYR_ERROR_INVALID_ARGUMENT;
    const hpyr_isosurface_desc *d = &isosurface->desc;
    uint32_t first = index * d->slab_depth, left = d->depth - first;
    uint32_t owned = left < d->slab_depth ? left : d->slab_depth;
    uint32_t below = first ? SLICES_BELOW : 0, above = left - owned < SLICES_ABOVE ? left - owned : SLICES_ABOVE;
    *slab = (hpyr_slab){
        .first_slice = first - below, .slice_count = below + owned + above, .first_owned = first, .owned_count = owned};
    return HPYR_OK;
}

/* ---- builds ---- */

bool hpi_isosurface_has_cells(const hpyr_isosurface *iso) {
    return iso->desc.width > 1 && iso->desc.height > 1 && iso->slab.slice_count > 1;
}

static hpyr_result check_build(const hpyr_isosurface *iso) {
    hpyr_result result = hpi_gl_check_current(iso->context, "isosurface");
    if (result != HPYR_OK)
        return result;
    if (hpi_isosurface_is_bound(iso)) /* what is bound stays as it is, as with pyramids */
        return hpi_gl_fail(iso->context, HPYR_ERROR_INVALID_ARGUMENT, "isosurface: unbind it before building it");
    return HPYR_OK;
}

/* Callers bind and draw what has text, cells or not. */
static bool needs_engine(const hpyr_isosurface *iso) {
    return iso->desc.expansion != HPYR_EXPANSION_FRAGMENT || hpi_isosurface_has_cells(iso);
}

hpyr_result hpyr_isosurface_classify(hpyr_isosurface *isosurface, const hpyr_field *field, uint32_t slab,
                                     double isovalue) {
    hpi_gl_state state;
    if (!isosurface || !field)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = isosurface->context;
    hpyr_result result = check_build(isosurface);
    if (result != HPYR_OK)
        return result;
    isosurface->built = isosurface->classified = false;
    if (isnan(isovalue))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "isosurface: the isovalue is not a number");
    if (hpyr_isosurface_slab(isosurface, slab, &isosurface->slab) != HPYR_OK)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "isosurface: slab %u of %u", slab,
                           slab_count(&isosurface->desc));
    hpi_gl_state_enter(context, &state);
    result = hpi_isosurface_field_set(isosurface, field, isovalue);
    result = hpi_gl_state_leave(context, &state, result);
    if (result == HPYR_OK && needs_engine(isosurface))
        result = engine_of(&isosurface->desc)->classify(isosurface);
    isosurface->classified = result == HPYR_OK;
    return result;
}

hpyr_result hpyr_isosurface_build(hpyr_isosurface *isosurface, const hpyr_field *field, uint32_t slab,
                                  double isovalue) {
    if (!isosurface)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = field ? hpyr_isosurface_classify(isosurface, field, slab, isovalue) : check_build(isosurface);
    if (result != HPYR_OK)
        return result;
    if (!isosurface->classified)
        return hpi_gl_fail(isosurface->context, HPYR_ERROR_INVALID_ARGUMENT,
                           "isosurface: neither a field, nor one that was classified");
    if (needs_engine(isosurface))
        result = engine_of(&isosurface->desc)->build(isosurface);
    isosurface->classified = false;
    isosurface->built = result == HPYR_OK;
    return result;
}

static hpyr_result check_built(const hpyr_isosurface *iso) {
    hpyr_result result = hpi_gl_check_current(iso->context, "isosurface");
    if (result == HPYR_OK && !iso->built)
        result =
            hpi_gl_fail(iso->context, HPYR_ERROR_NOT_BUILT, "isosurface: it was not built, or its last build failed");
    return result;
}

static hpyr_result counts_of(hpyr_isosurface *iso, hpyr_mesh_counts *counts, bool patient) {
    if (counts)
        memset(counts, 0, sizeof *counts);
    if (!iso || !counts)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = check_built(iso);
    if (result != HPYR_OK || !hpi_isosurface_has_cells(iso))
        return result;
    const hpyr_slab *slab = &iso->slab;
    uint32_t end = slab->first_owned + slab->owned_count, last = iso->desc.depth - 1;
    uint32_t layers = (end < last ? end : last) - slab->first_owned;
    result = engine_of(&iso->desc)->counts(iso, counts, patient);
    if (result == HPYR_OK)
        counts->cells = (uint64_t)(iso->desc.width - 1) * (iso->desc.height - 1) * layers;
    else
        memset(counts, 0, sizeof *counts);
    return result;
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
    bool is_soup = iso->desc.mesh == HPYR_MESH_SOUP;
    if (o->vertex_offset % 4 || o->index_offset % 4)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "isosurface: offsets must be multiples of 4");
    if (is_soup && o->index_buffer)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "isosurface: a SOUP has no indices");
    if (is_soup && (o->first_vertex % 3 || o->vertex_count % 3))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "isosurface: vertices [%llu, + %llu) of a SOUP; both must be multiples of 3",
                           (unsigned long long)o->first_vertex, (unsigned long long)o->vertex_count);
    if (o->no_wait && ((o->vertex_buffer && !o->vertex_count) || (o->index_buffer && !o->triangle_count)))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "isosurface: no_wait needs both counts");
    return HPYR_OK;
}

hpyr_result hpi_isosurface_room(const hpyr_isosurface *iso, GLuint buffer, uint64_t offset, uint32_t bytes,
                                uint64_t *room) {
    uint64_t size = 0;
    *room = 0;
    if (!buffer)
        return HPYR_OK;
    if (!hpi_gl_buffer_size(iso->context, buffer, &size))
        return hpi_gl_fail(iso->context, HPYR_ERROR_BUFFER, "isosurface: %u is not the name of a buffer, or is mapped",
                           buffer);
    *room = offset < size ? (size - offset) / bytes : 0;
    return HPYR_OK;
}

uint64_t hpi_isosurface_items_in_range(uint64_t total, uint64_t first, uint64_t count) {
    uint64_t left = first < total ? total - first : 0;
    return count && count < left ? count : left;
}

/* One list of an empty mesh: without waiting, as many zeros as were asked for. */
static hpyr_result write_empty_list(const hpyr_isosurface *iso, GLuint buffer, uint64_t offset, uint64_t count,
                                    uint32_t bytes, bool no_wait) {
    uint64_t room;
    hpyr_result result = hpi_isosurface_room(iso, buffer, offset, bytes, &room);
    if (result != HPYR_OK || !buffer || !no_wait)
        return result;
    hpi_gl_buffer_clear(buffer, offset, (count < room ? count : room) * bytes);
    return count <= room ? HPYR_OK : HPYR_TRUNCATED;
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
    hpyr_result result = check_built(isosurface);
    if (result == HPYR_OK)
        result = check_output(isosurface, output);
    if (result != HPYR_OK)
        return result;
    if (isosurface->desc.expansion == HPYR_EXPANSION_FRAGMENT && !hpi_isosurface_has_cells(isosurface))
        return extract_nothing(isosurface, output);
    return engine_of(&isosurface->desc)->extract(isosurface, output, report);
}

hpyr_result hpyr_isosurface_download(hpyr_isosurface *isosurface, hpyr_mesh_vertex *vertices, uint64_t vertex_capacity,
                                     uint32_t *indices, uint64_t triangle_capacity, hpyr_isosurface_report *report) {
    hpyr_isosurface_report own;
    if (!report)
        report = &own;
    memset(report, 0, sizeof *report);
    if (!isosurface || (!vertices && vertex_capacity) || (!indices && triangle_capacity))
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = check_built(isosurface);
    if (result != HPYR_OK)
        return result;
    if (indices && isosurface->desc.mesh == HPYR_MESH_SOUP)
        return hpi_gl_fail(isosurface->context, HPYR_ERROR_INVALID_ARGUMENT, "isosurface: a SOUP has no indices");
    if (!hpi_isosurface_has_cells(isosurface))
        return HPYR_OK;
    return engine_of(&isosurface->desc)
        ->download(isosurface, vertices, vertex_capacity, indices, triangle_capacity, report);
}

static void write_empty_command(GLuint buffer, uint64_t offset) {
    static const GLuint empty[COMMAND_BYTES / 4] = {0, 1, 0, 0, 0};
    hpi_gl_buffer_write(buffer, offset, COMMAND_BYTES, empty, COMMAND_BYTES);
}

hpyr_result hpyr_isosurface_command(hpyr_isosurface *isosurface, uint32_t buffer, uint64_t offset) {
    if (!isosurface)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = check_built(isosurface);
    if (result != HPYR_OK)
        return result;
    if (isosurface->context->legacy)
        return hpi_gl_fail(isosurface->context, HPYR_ERROR_UNSUPPORTED, "isosurface: GL 2.1 has no indirect draws");
    if (offset % 4)
        return hpi_gl_fail(isosurface->context, HPYR_ERROR_INVALID_ARGUMENT,
                           "isosurface: offset %llu is no multiple of 4", (unsigned long long)offset);
    hpi_gl_state state;
    uint64_t size;
    hpi_gl_state_enter(isosurface->context, &state);
    if (!hpi_gl_buffer_size(isosurface->context, buffer, &size) || size < COMMAND_BYTES ||
        offset > size - COMMAND_BYTES)
        result = hpi_gl_fail(isosurface->context, HPYR_ERROR_BUFFER,
                             "isosurface: buffer %u is none, is mapped, or has not %d bytes from offset %llu", buffer,
                             COMMAND_BYTES, (unsigned long long)offset);
    else if (hpi_isosurface_has_cells(isosurface))
        result = engine_of(&isosurface->desc)->command(isosurface, buffer, offset);
    else
        write_empty_command(buffer, offset);
    return hpi_gl_state_leave(isosurface->context, &state, result);
}
