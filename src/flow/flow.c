/* flow.c - the life of a flow, and its build.
 * Source: Ziegler et al. 2006, section 8.2.  SPDX-License-Identifier: MIT */
#include "flow/flow_object.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { DEFAULT_CAPACITY = 65536, WORD_BYTES = 4, TEXEL_BYTES = 16 };

/* ---- descriptors ---- */

static hpyr_result fail(const hpyr_context *context, hpyr_result result, const char *text) {
    return context ? hpi_gl_fail(context, result, "flow: %s", text) : result;
}

/* What is wrong with the grid, or NULL. */
static const char *mistake_of_grid(const hpyr_flow_desc *d) {
    const hpyr_field_grid *g = &d->grid;
    const uint8_t *a = g->axes;
    const uint32_t sizes[3] = {g->width, g->height, g->depth};
    if (!g->width || !g->height || !g->depth)
        return "each side of the grid must have a sample or more";
    if (g->width > INT32_MAX / 8 || g->height > INT32_MAX / 8 || g->depth > INT32_MAX / 8)
        return "a side of the grid has too many samples";
    if ((a[0] || a[1] || a[2]) && (a[0] != 1 || a[1] != 2 || a[2] != 3))
        return "`axes` of the grid must be 0 or {1,2,3}";
    if (g->slab_depth && g->slab_depth != g->depth)
        return "`slab_depth` of the grid has no effect";
    for (int axis = 0; axis < 3; axis++) {
        if (!isfinite(g->spacing[axis]) || !isfinite(g->origin[axis]))
            return "`spacing` and `origin` must be finite";
        if (g->spacing[axis] == 0 && g->origin[axis] != 0)
            return "an axis without a spacing begins at -1; give it a spacing, or no origin";
        const double length = sizes[axis] * (double)g->spacing[axis];
        if (fabs(length) > FLT_MAX || fabs(g->origin[axis] + length) > FLT_MAX)
            return "a side of the grid is longer than the largest float, or ends beyond it";
    }
    return NULL;
}

/* The same of all other members. */
static const char *mistake_of_desc(const hpyr_flow_desc *d) {
    bool is_critical = d->kind == HPYR_FLOW_KIND_DEFAULT || d->kind == HPYR_FLOW_KIND_CRITICAL;
    if ((uint32_t)d->kind > HPYR_FLOW_KIND_BAND)
        return "`kind` is no hpyr_flow_kind";
    if ((uint32_t)d->order > HPYR_ORDER_COLUMN)
        return "`order` is no hpyr_order";
    if (!is_critical && (d->capacity || d->merge_distance != 0))
        return "`capacity` and `merge_distance` have an effect on critical points only";
    if (!isfinite(d->merge_distance) || d->merge_distance < 0)
        return "`merge_distance` must be finite, and not negative";
    return mistake_of_grid(d);
}

static void set_places(hpyr_flow *flow) {
    hpyr_field_grid *g = &flow->desc.grid;
    const uint32_t sizes[3] = {g->width, g->height, g->depth};
    bool has_samples_for_cells = true;
    for (int axis = 0; axis < 3; axis++) {
        const uint32_t n = sizes[axis], steps = flow->desc.periodic[axis] ? n : n > 1 ? n - 1 : 1;
        flow->samples[axis] = n;
        flow->cells[axis] = flow->desc.kind == HPYR_FLOW_KIND_VORTICITY ? n : steps;
        if (g->spacing[axis] == 0) {
            g->spacing[axis] = (float)(2.0 / steps);
            g->origin[axis] = -1;
        }
        has_samples_for_cells = has_samples_for_cells && (n > 1 || flow->desc.periodic[axis]);
    }
    flow->has_cells = has_samples_for_cells || flow->desc.kind == HPYR_FLOW_KIND_VORTICITY;
    memcpy(g->axes, (const uint8_t[3]){1, 2, 3}, sizeof g->axes);
    g->slab_depth = g->depth;
}

/* Fills in the defaults. A pyramid finds out itself whether the grid is too large. */
static hpyr_result resolve(const hpyr_context *context, hpyr_flow *flow) {
    hpyr_flow_desc *d = &flow->desc;
    const char *mistake = mistake_of_desc(d);
    if (mistake)
        return fail(context, HPYR_ERROR_INVALID_ARGUMENT, mistake);
    if (context && context->legacy)
        return fail(context, HPYR_ERROR_UNSUPPORTED, "GL 2.1 has no lists, so it has no seeds of flows");
    if (context && context->es && !context->caps.float_targets)
        return fail(context, HPYR_ERROR_UNSUPPORTED, "OpenGL ES needs GL_EXT_color_buffer_float");
    d->kind = d->kind ? d->kind : HPYR_FLOW_KIND_CRITICAL;
    d->order = d->order ? d->order : HPYR_ORDER_MORTON;
    set_places(flow);
    if (d->kind != HPYR_FLOW_KIND_CRITICAL)
        return HPYR_OK;
    d->capacity = d->capacity ? d->capacity : DEFAULT_CAPACITY;
    const float *spacing = d->grid.spacing;
    if (d->merge_distance == 0)
        d->merge_distance = (double)fminf(fabsf(spacing[0]), fminf(fabsf(spacing[1]), fabsf(spacing[2]))) / 4;
    const uint32_t limit = context ? context->caps.max_list_length : UINT32_MAX,
                   most_rows = context ? context->caps.max_texture_size : INT32_MAX;
    if (d->capacity > limit / HPI_FLOW_STARTS || hpi_flow_rows(d->capacity) > most_rows ||
        hpi_flow_entry_rows(d->capacity * HPI_FLOW_STARTS) > most_rows)
        return fail(context, HPYR_ERROR_TOO_LARGE, "`capacity` is more than a list of this GL can have");
    return HPYR_OK;
}

static hpyr_lists_desc lists_desc(const hpyr_flow *flow) {
    return (hpyr_lists_desc){.capacity = flow->desc.capacity * HPI_FLOW_STARTS,
                             .operations = HPYR_LIST_OPERATION_SELECT};
}

static hpyr_pyramid_desc pyramid_desc(const hpyr_flow *flow) {
    return (hpyr_pyramid_desc){.width = flow->cells[0],
                               .height = flow->cells[1],
                               .depth = flow->cells[2],
                               .order = flow->desc.order,
                               .max_count = 1};
}

static uint32_t rows_of(uint32_t texels, int shift) {
    return texels ? ((texels - 1) >> shift) + 1 : 1;
}

uint32_t hpi_flow_rows(uint32_t cells) {
    return rows_of(cells, HPI_FLOW_ROW_SHIFT);
}

uint32_t hpi_flow_entry_rows(uint32_t entries) {
    return rows_of(entries, HPI_FLOW_ENTRY_SHIFT);
}

void hpi_flow_bind(const hpyr_flow *flow, GLuint program, const char *name, GLuint unit, GLuint texture) {
    hpi_gl_texture_bind(flow->context, HPI_FLOW_UNIT + unit, GL_TEXTURE_2D, texture);
    glUniform1i(hpi_gl_location(flow->context, program, "", name), (GLint)(HPI_FLOW_UNIT + unit));
}

uint64_t hpyr_flow_bytes(const hpyr_context *context, const hpyr_flow_desc *desc) {
    if (!desc)
        return 0;
    hpyr_flow flow = {.desc = *desc};
    if (resolve(context, &flow) != HPYR_OK)
        return 0;
    const hpyr_pyramid_desc p = pyramid_desc(&flow);
    const uint64_t pyramid = hpi_core_most_bytes(context, &p), chunk = (uint64_t)HPI_FLOW_ROW * HPI_FLOW_CHUNK_ROWS;
    const uint64_t seeds = 2 * chunk * TEXEL_BYTES;
    if (!pyramid || flow.desc.kind != HPYR_FLOW_KIND_CRITICAL)
        return pyramid ? pyramid + seeds + chunk * TEXEL_BYTES : 0;
    const hpyr_lists_desc lists = lists_desc(&flow);
    const uint64_t cells = (uint64_t)hpi_flow_rows(flow.desc.capacity) << HPI_FLOW_ROW_SHIFT,
                   entries = (uint64_t)hpi_flow_entry_rows(lists.capacity) << HPI_FLOW_ENTRY_SHIFT;
    return pyramid + seeds + cells * TEXEL_BYTES + entries * (TEXEL_BYTES + 4 * WORD_BYTES) +
           hpyr_lists_bytes(context, &lists);
}

/* ---- life ---- */

static bool create_textures(hpyr_flow *flow) {
    const bool is_critical = flow->desc.kind == HPYR_FLOW_KIND_CRITICAL;
    const uint32_t rows = is_critical ? hpi_flow_rows(flow->desc.capacity) : HPI_FLOW_CHUNK_ROWS,
                   entry_rows = hpi_flow_entry_rows(flow->desc.capacity * HPI_FLOW_STARTS);
    struct {
        GLuint *texture;
        hpyr_format format;
    } lists[] = {{&flow->places, HPYR_FORMAT_RGBA32UI},
                 {&flow->values, HPYR_FORMAT_R32UI},
                 {&flow->types, HPYR_FORMAT_R32UI},
                 {&flow->flags, HPYR_FORMAT_R32UI},
                 {&flow->kept, HPYR_FORMAT_R32UI}};
    flow->seeds = hpi_gl_texture_create(flow->context, HPYR_FORMAT_RGBA32UI, 2 * HPI_FLOW_ROW, HPI_FLOW_CHUNK_ROWS);
    flow->list = flow->seeds ? hpi_gl_texture_create(flow->context, HPYR_FORMAT_RGBA32UI, HPI_FLOW_ROW, rows) : 0;
    bool ok = flow->list != 0;
    for (size_t i = 0; ok && is_critical && i < sizeof lists / sizeof *lists; i++) {
        *lists[i].texture =
            hpi_gl_texture_create(flow->context, lists[i].format, 1 << HPI_FLOW_ENTRY_SHIFT, entry_rows);
        ok = *lists[i].texture != 0;
    }
    return ok;
}

static hpyr_result create_objects(hpyr_flow *flow) {
    const hpyr_pyramid_desc pyramid = pyramid_desc(flow);
    const hpyr_lists_desc lists = lists_desc(flow);
    hpyr_result result = hpyr_pyramid_create(flow->context, &pyramid, &flow->pyramid);
    if (result == HPYR_OK && flow->desc.kind == HPYR_FLOW_KIND_CRITICAL)
        result = hpyr_lists_create(flow->context, &lists, &flow->lists);
    return result == HPYR_OK && !create_textures(flow) ? HPYR_ERROR_OUT_OF_MEMORY : result;
}

hpyr_result hpyr_flow_create(hpyr_context *context, const hpyr_flow_desc *desc, hpyr_flow **out) {
    hpi_gl_state state;
    if (out)
        *out = NULL;
    if (!context || !desc || !out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_flow wanted = {.context = context, .desc = *desc};
    hpyr_result result = hpi_gl_check_current(context, "flow");
    if (result == HPYR_OK)
        result = resolve(context, &wanted);
    if (result != HPYR_OK)
        return result;
    hpyr_flow *flow = hpi_alloc(context, sizeof *flow);
    if (!flow)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a flow");
    *flow = wanted;
    hpi_gl_context_hold(context);
    hpi_gl_state_enter(context, &state);
    result = hpi_gl_state_leave(context, &state, create_objects(flow));
    if (result != HPYR_OK) {
        hpyr_flow_destroy(flow);
        return result;
    }
    *out = flow;
    return HPYR_OK;
}

void hpyr_flow_destroy(hpyr_flow *flow) {
    if (!flow)
        return;
    hpyr_context *context = flow->context;
    const GLuint textures[] = {flow->list,  flow->places, flow->values, flow->types,
                               flow->flags, flow->kept,   flow->seeds};
    hpi_gl_warn_of_leaks(context, "flow");
    hpyr_pyramid_destroy(flow->pyramid);
    hpyr_discriminator_destroy(flow->discriminator);
    hpyr_lists_destroy(flow->lists);
    hpi_gl_textures_delete(context, sizeof textures / sizeof *textures, textures);
    hpi_free(context, flow);
    hpi_gl_context_release(context);
}

const hpyr_flow_desc *hpyr_flow_resolved(const hpyr_flow *flow) {
    return flow ? &flow->desc : NULL;
}

/* ---- builds ---- */

/* A grid without cells is built too: its list is empty. */
hpyr_result hpyr_flow_build(hpyr_flow *flow, const hpyr_flow_field *field) {
    hpi_gl_state state;
    if (!flow || !field)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(flow->context, "flow");
    if (result != HPYR_OK)
        return result;
    flow->status = FLOW_EMPTY;
    flow->count = flow->candidates = 0;
    flow->is_incomplete = false;
    hpi_gl_state_enter(flow->context, &state);
    result = hpi_flow_set_field(flow, field);
    if (result == HPYR_OK && flow->has_cells)
        result = hpyr_pyramid_build(flow->pyramid, flow->discriminator,
                                    flow->field.texture.name ? &flow->field.texture : NULL);
    result = hpi_gl_state_leave(flow->context, &state, result);
    if (result == HPYR_OK)
        flow->status = flow->has_cells ? FLOW_BUILT : FLOW_READY;
    return result;
}
