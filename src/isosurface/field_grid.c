/* field_grid.c - size and place of a field, and the slabs that it is cut into.  SPDX-License-Identifier: MIT */
#include "isosurface/field_grid.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Slices that a slab reads but does not own: one below it for central differences, two above it for
 * the edges of its last cells and for the differences at their ends. */
enum { SLICES_BELOW = 1, SLICES_ABOVE = 2 };

/* ---- defaults ---- */

static bool axes_are_valid(const uint8_t axes[3]) {
    unsigned seen = 0;
    for (int i = 0; i < 3; i++)
        seen |= axes[i] <= 3 ? 1u << axes[i] : 1;
    return seen == 0xE;
}

/* Writes what is wrong with the sizes and places of `g`; nothing if they are right. */
static void find_mistake(const hpyr_field_grid *g, char *text, size_t size) {
    text[0] = '\0';
    for (int i = 0; i < 3; i++) {
        if (!isfinite(g->spacing[i]) || !isfinite(g->origin[i]))
            snprintf(text, size, "spacing[%d] and origin[%d] are %g and %g; both must be finite", i, i,
                     (double)g->spacing[i], (double)g->origin[i]);
        else if (g->spacing[i] == 0 && g->origin[i] != 0)
            snprintf(text, size, "origin[%d] is %g, but an axis without a spacing spans [-1,1]; give it a spacing", i,
                     (double)g->origin[i]);
    }
    if (!g->width || !g->height || !g->depth)
        snprintf(text, size, "%ux%ux%u samples; each side must be at least 1", g->width, g->height, g->depth);
}

static void set_defaults(hpyr_field_grid *g, hpi_field_grid *out) {
    const uint32_t sizes[3] = {g->width, g->height, g->depth};
    for (int axis = 0; axis < 3; axis++) {
        bool is_default = g->spacing[axis] == 0;
        out->spacing[axis] = !is_default ? g->spacing[axis] : sizes[axis] > 1 ? 2.0 / (sizes[axis] - 1) : 2;
        out->origin[axis] = is_default ? -1 : g->origin[axis];
        g->spacing[axis] = (float)out->spacing[axis];
        g->origin[axis] = (float)out->origin[axis];
    }
    if (!g->axes[0] && !g->axes[1] && !g->axes[2])
        memcpy(g->axes, (const uint8_t[3]){1, 2, 3}, sizeof g->axes);
    if (!g->slab_depth || g->slab_depth > g->depth)
        g->slab_depth = g->depth;
}

/* A negative spacing mirrors the field, an odd permutation of the axes too. */
static bool is_mirrored(const hpyr_field_grid *g) {
    const uint8_t *a = g->axes;
    bool is_even = (a[0] == 1 && a[1] == 2) || (a[0] == 2 && a[1] == 3) || (a[0] == 3 && a[1] == 1);
    bool mirrored = !is_even;
    for (int axis = 0; axis < 3; axis++)
        mirrored = mirrored != (g->spacing[axis] < 0);
    return mirrored;
}

hpyr_result hpi_field_grid_fail(const hpyr_context *context, hpyr_result result, const char *text) {
    return context ? hpi_gl_fail(context, result, "isosurface: %s", text) : result;
}

hpyr_result hpi_field_grid_resolve(const hpyr_context *context, hpyr_field_grid *grid, hpyr_edge_vertex *vertex,
                                   hpyr_gradient *gradient, hpyr_winding *winding, hpi_field_grid *out) {
    char mistake[160];
    if (context && context->es && !context->caps.float_targets)
        return hpi_field_grid_fail(context, HPYR_ERROR_UNSUPPORTED,
                                   "OpenGL ES makes vertices with GL_EXT_color_buffer_float only");
    find_mistake(grid, mistake, sizeof mistake);
    if (mistake[0])
        return hpi_field_grid_fail(context, HPYR_ERROR_INVALID_ARGUMENT, mistake);
    if (*vertex < HPYR_EDGE_VERTEX_DEFAULT || *vertex > HPYR_EDGE_VERTEX_MIDPOINT)
        return hpi_field_grid_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "`vertex` is no hpyr_edge_vertex");
    if (*gradient < HPYR_GRADIENT_DEFAULT || *gradient > HPYR_GRADIENT_CALLER)
        return hpi_field_grid_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "`gradient` is no hpyr_gradient");
    if (*winding < HPYR_WINDING_DEFAULT || *winding > HPYR_WINDING_CLOCKWISE)
        return hpi_field_grid_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "`winding` is no hpyr_winding");
    set_defaults(grid, out);
    if (!axes_are_valid(grid->axes))
        return hpi_field_grid_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "`axes` are no permutation of 1, 2, 3");
    *vertex = *vertex ? *vertex : HPYR_EDGE_VERTEX_LINEAR;
    *gradient = *gradient ? *gradient : HPYR_GRADIENT_FORWARD;
    *winding = *winding ? *winding : HPYR_WINDING_COUNTER_CLOCKWISE;
    out->context = context;
    out->grid = *grid;
    out->vertex = *vertex;
    out->gradient = *gradient;
    out->is_reversed = (*winding == HPYR_WINDING_CLOCKWISE) != is_mirrored(grid);
    return HPYR_OK;
}

/* ---- slabs ---- */

static uint32_t slices_of_slab(const hpyr_field_grid *g) {
    return g->slab_depth && g->slab_depth < g->depth ? g->slab_depth : g->depth;
}

uint64_t hpi_field_most_slices(const hpyr_field_grid *g) {
    uint64_t slices = slices_of_slab(g) < g->depth ? (uint64_t)g->slab_depth + SLICES_BELOW + SLICES_ABOVE : g->depth;
    return slices < g->depth ? slices : g->depth;
}

uint32_t hpyr_field_slab_count(const hpyr_field_grid *grid) {
    return grid && grid->depth ? (grid->depth - 1) / slices_of_slab(grid) + 1 : 0;
}

hpyr_result hpyr_field_slab(const hpyr_field_grid *grid, uint32_t index, hpyr_slab *slab) {
    if (!slab || index >= hpyr_field_slab_count(grid))
        return HPYR_ERROR_INVALID_ARGUMENT;
    uint32_t most = slices_of_slab(grid), first = index * most, left = grid->depth - first;
    uint32_t owned = left < most ? left : most;
    uint32_t below = first ? SLICES_BELOW : 0, above = left - owned < SLICES_ABOVE ? left - owned : SLICES_ABOVE;
    *slab = (hpyr_slab){
        .first_slice = first - below, .slice_count = below + owned + above, .first_owned = first, .owned_count = owned};
    return HPYR_OK;
}
