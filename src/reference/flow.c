/* flow.c - the oracle of flow.h: which cells have seeds, and the list of them.  SPDX-License-Identifier: MIT */
#include "flow.h"

#include <histopyramid/reference/reference.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- discriminators ---- */

/* Whether 0 lies among the samples of each component, or is as near to them as a polynomial may reach; and the flow is not zero at two
 * of them, as in a body. */
static bool may_be_critical(const hpyr_ref_flow *flow, const uint32_t cell[3]) {
    bool may_be = true;
    int zeros = 0;
    double least, most;
    for (int corner = 0; corner < 8; corner++) {
        const int64_t at[3] = {(int64_t)cell[0] + (corner & 1), (int64_t)cell[1] + (corner >> 1 & 1),
                               (int64_t)cell[2] + (corner >> 2)};
        zeros += hpi_reference_flow_is_zero(flow, at);
    }
    for (int component = 0; component < 3; component++)
        may_be = hpi_reference_flow_range(flow, cell, component, &least, &most) && least * 16 <= most &&
                 most * 16 >= least && least < most && may_be;
    return may_be && zeros < 2;
}

static bool is_in_band(const hpyr_ref_flow *flow, const uint32_t cell[3], double *value) {
    double least, most;
    if (!hpi_reference_flow_range(flow, cell, 0, &least, &most))
        return false;
    *value = (least + most) / 2 - flow->isovalue;
    return least <= flow->isovalue + flow->width && most >= flow->isovalue - flow->width;
}

/* Derivatives along an axis; false if a sample is not finite. */
static bool slope_at(const hpyr_ref_flow *flow, const uint32_t at[3], int axis, double slope[3]) {
    int64_t low[3] = {at[0], at[1], at[2]}, high[3] = {at[0], at[1], at[2]};
    bool is_finite = true;
    low[axis] -= flow->periodic[axis] || low[axis] > 0;
    high[axis] += flow->periodic[axis] || high[axis] + 1 < (int64_t)flow->size[axis];
    const double steps = high[axis] > low[axis] ? (double)(high[axis] - low[axis]) : 1;
    const float *a = hpi_reference_flow_sample(flow, low), *b = hpi_reference_flow_sample(flow, high);
    for (int component = 0; component < 3; component++) {
        is_finite = is_finite && isfinite(a[component]) && isfinite(b[component]);
        slope[component] = ((double)b[component] - a[component]) / (steps * flow->spacing[axis]);
    }
    return is_finite;
}

/* The curl's length; false if a sample is not finite. */
static bool curl_at(const hpyr_ref_flow *flow, const uint32_t at[3], double *length) {
    const int64_t place[3] = {at[0], at[1], at[2]};
    const float *v = hpi_reference_flow_sample(flow, place);
    bool is_finite = isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]);
    double d[3][3];
    for (int axis = 0; axis < 3; axis++)
        is_finite = slope_at(flow, at, axis, d[axis]) && is_finite;
    const double x = d[1][2] - d[2][1], y = d[2][0] - d[0][2], z = d[0][1] - d[1][0];
    *length = sqrt(x * x + y * y + z * z);
    return is_finite;
}

hpyr_result hpyr_ref_flow_flags(const hpyr_ref_flow *flow, uint8_t *flags, double *margins) {
    uint32_t cells[3], at[3];
    size_t i = 0;
    if (hpyr_ref_flow_cells(flow, cells) != HPYR_OK || !flow->samples || !flags)
        return HPYR_ERROR_INVALID_ARGUMENT;
    for (at[2] = 0; at[2] < cells[2]; at[2]++)
        for (at[1] = 0; at[1] < cells[1]; at[1]++)
            for (at[0] = 0; at[0] < cells[0]; at[0]++, i++) {
                double value = 0;
                if (flow->kind == HPYR_FLOW_KIND_VORTICITY)
                    flags[i] = curl_at(flow, at, &value) && value >= flow->threshold;
                else
                    flags[i] =
                        flow->kind == HPYR_FLOW_KIND_BAND ? is_in_band(flow, at, &value) : may_be_critical(flow, at);
                if (margins)
                    margins[i] = fabs(value - flow->threshold);
            }
    return HPYR_OK;
}

/* ---- lists ---- */

/* A seed whose position is not rounded yet. */
typedef struct described {
    hpyr_flow_seed seed;
    double position[3];
} described;

/* Whether two points are closer than the merge distance, also across the end of a period; or so close that they are one point, which
 * two starts have found. */
static bool are_one(const hpyr_ref_flow *flow, const described *a, const described *b) {
    double sum = 0, cells = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double period = fabs(flow->size[axis] * flow->spacing[axis]);
        double way = a->position[axis] - b->position[axis];
        way -= flow->periodic[axis] ? period * floor(way / period + 0.5) : 0;
        sum += way * way;
        cells = fmax(cells, fabs(way / flow->spacing[axis]));
    }
    return sqrt(sum) < flow->merge_distance || cells < 1.0 / 64;
}

static bool are_neighbors(const hpyr_ref_flow *flow, const hpyr_flow_seed *a, const hpyr_flow_seed *b) {
    bool near = true;
    for (int axis = 0; axis < 3; axis++) {
        const uint32_t low = a->cell[axis] < b->cell[axis] ? a->cell[axis] : b->cell[axis],
                       high = a->cell[axis] < b->cell[axis] ? b->cell[axis] : a->cell[axis];
        near = near && (high - low <= 1 || (flow->periodic[axis] && high - low == flow->size[axis] - 1));
    }
    return near;
}

/* The seed of a cell of VORTICITY or BAND. */
static described describe_cell(const hpyr_ref_flow *flow, const uint32_t at[3]) {
    const double middle = flow->kind == HPYR_FLOW_KIND_BAND ? 0.5 : 0;
    described out = {.seed = {.cell = {at[0], at[1], at[2]}}};
    double value = 0;
    if (flow->kind == HPYR_FLOW_KIND_BAND)
        is_in_band(flow, at, &value);
    else
        curl_at(flow, at, &value);
    out.seed.value = value > FLT_MAX ? INFINITY : (float)value;
    for (int axis = 0; axis < 3; axis++)
        out.position[axis] = flow->origin[axis] + (at[axis] + middle) * flow->spacing[axis];
    return out;
}

/* What starts in a cell have found, which `out` has room for. Returns how many these are. */
static uint32_t describe_points(const hpyr_ref_flow *flow, const uint32_t at[3], described *out) {
    hpyr_ref_flow_point points[HPYR_REF_FLOW_STARTS];
    uint32_t count = 0;
    hpyr_ref_flow_refine(flow, at, points, &count);
    for (uint32_t i = 0; i < count; i++) {
        out[i].seed =
            (hpyr_flow_seed){.cell = {at[0], at[1], at[2]}, .value = (float)points[i].length, .type = points[i].type};
        memcpy(out[i].position, points[i].position, sizeof out[i].position);
    }
    return count;
}

/* The cells that the discriminator takes, in the order of their keys, to be freed. */
static hpyr_result list_cells(const hpyr_ref_flow *flow, const uint32_t n[3], hpyr_point **points, uint32_t *count) {
    uint64_t total = 0;
    const uint32_t tiles_y = (n[2] + flow->tiles_x - 1) / flow->tiles_x;
    const hpyr_flat3d map = {n[0], n[1], n[2], flow->tiles_x, tiles_y};
    const size_t width = (size_t)n[0] * map.tiles_x, cells = (size_t)n[0] * n[1] * n[2];
    uint8_t *flags = malloc(cells + 1);
    uint32_t *counts = calloc(width * n[1] * tiles_y + 1, sizeof *counts);
    hpyr_ref_pyramid *pyramid = NULL;
    hpyr_result result = flags && counts ? hpyr_ref_flow_flags(flow, flags, NULL) : HPYR_ERROR_OUT_OF_MEMORY;
    if (result == HPYR_OK && cells) {
        for (size_t i = 0; i < cells; i++) {
            const size_t x = i % n[0], y = i / n[0] % n[1], z = i / n[0] / n[1];
            counts[(z / map.tiles_x * n[1] + y) * width + z % map.tiles_x * n[0] + x] = flags[i];
        }
        result = hpyr_ref_pyramid_create(counts, &map, flow->order, &pyramid);
    }
    if (pyramid && hpyr_ref_pyramid_total(pyramid, &total) == HPYR_OK) {
        *points = malloc(((size_t)total + 1) * sizeof **points);
        result = *points ? hpyr_ref_pyramid_list(pyramid, 0, total, *points, NULL) : HPYR_ERROR_OUT_OF_MEMORY;
    }
    *count = (uint32_t)total;
    hpyr_ref_pyramid_destroy(pyramid);
    free(counts);
    free(flags);
    return result;
}

/* Whether entry `i` of a list of critical points has a place of its own among those before it. */
static bool is_new(const hpyr_ref_flow *flow, const described *all, uint32_t i) {
    for (uint32_t j = 0; j < i; j++)
        if (are_neighbors(flow, &all[j].seed, &all[i].seed) && are_one(flow, &all[j], &all[i]))
            return false;
    return true;
}

hpyr_result hpyr_ref_flow_seeds(const hpyr_ref_flow *flow, hpyr_flow_seed *seeds, size_t capacity, uint32_t *count) {
    uint32_t n[3], cells_count, entries = 0;
    if (hpyr_ref_flow_cells(flow, n) != HPYR_OK || !flow->samples || !flow->tiles_x || (!seeds && capacity) || !count)
        return HPYR_ERROR_INVALID_ARGUMENT;
    const bool is_critical = flow->kind == HPYR_FLOW_KIND_CRITICAL;
    hpyr_point *cells = NULL;
    hpyr_result result = list_cells(flow, n, &cells, &cells_count);
    const size_t most = (size_t)cells_count * (is_critical ? HPYR_REF_FLOW_STARTS : 1);
    described *all = result == HPYR_OK ? malloc((most + 1) * sizeof *all) : NULL;
    if (result == HPYR_OK && !all)
        result = HPYR_ERROR_OUT_OF_MEMORY;
    *count = 0;
    for (uint32_t i = 0; all && i < cells_count; i++) {
        const uint32_t at[3] = {cells[i].x, cells[i].y, cells[i].z};
        if (is_critical)
            entries += describe_points(flow, at, all + entries);
        else
            all[entries++] = describe_cell(flow, at);
    }
    for (uint32_t i = 0; i < entries; i++)
        if (!is_critical || is_new(flow, all, i)) {
            for (int axis = 0; axis < 3; axis++)
                all[i].seed.position[axis] = (float)all[i].position[axis];
            if (*count < capacity)
                seeds[*count] = all[i].seed;
            ++*count;
        }
    free(all);
    free(cells);
    return result == HPYR_OK && *count > capacity ? HPYR_TRUNCATED : result;
}
