/* flow.c - the oracle of flow.h: which cells have seeds, critical points in double precision, and the list of them.
 * SPDX-License-Identifier: MIT */
#include <histopyramid/reference.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

void hpyr_ref_flow_cells(const hpyr_ref_flow *flow, uint32_t cells[3]) {
    for (int axis = 0; axis < 3; axis++)
        cells[axis] =
            flow->kind == HPYR_FLOW_VORTICITY || flow->periodic[axis] ? flow->size[axis] : flow->size[axis] - 1;
}

/* The sample at a place, which may lie outside along periodic axes. */
static const float *sample_at(const hpyr_ref_flow *flow, const int64_t at[3]) {
    uint64_t wrapped[3];
    for (int axis = 0; axis < 3; axis++) {
        const int64_t n = flow->size[axis];
        wrapped[axis] = (uint64_t)(((at[axis] % n) + n) % n);
    }
    const uint64_t i = (wrapped[2] * flow->size[1] + wrapped[1]) * flow->size[0] + wrapped[0];
    return flow->samples + i * (flow->kind == HPYR_FLOW_BAND ? 1 : 3);
}

static const float *corner_of(const hpyr_ref_flow *flow, const uint32_t cell[3], int corner) {
    const int64_t at[3] = {(int64_t)cell[0] + (corner & 1), (int64_t)cell[1] + (corner >> 1 & 1),
                           (int64_t)cell[2] + (corner >> 2)};
    return sample_at(flow, at);
}

/* ---- discriminators ---- */

/* The smallest and the largest number of one component; false if one is not finite. */
static bool range_of(const hpyr_ref_flow *flow, const uint32_t cell[3], int component, double *least, double *most) {
    *least = INFINITY;
    *most = -INFINITY;
    for (int corner = 0; corner < 8; corner++) {
        const double value = corner_of(flow, cell, corner)[component];
        if (!isfinite(value))
            return false;
        *least = fmin(*least, value);
        *most = fmax(*most, value);
    }
    return true;
}

static bool may_be_critical(const hpyr_ref_flow *flow, const uint32_t cell[3]) {
    bool changes = true;
    double least, most;
    for (int component = 0; component < 3; component++)
        changes = range_of(flow, cell, component, &least, &most) && least <= 0 && most >= 0 && changes;
    return changes;
}

static bool is_in_band(const hpyr_ref_flow *flow, const uint32_t cell[3], double *value) {
    double least, most;
    if (!range_of(flow, cell, 0, &least, &most))
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
    const float *a = sample_at(flow, low), *b = sample_at(flow, high);
    for (int component = 0; component < 3; component++) {
        is_finite = is_finite && isfinite(a[component]) && isfinite(b[component]);
        slope[component] = ((double)b[component] - a[component]) / (steps * flow->spacing[axis]);
    }
    return is_finite;
}

/* The curl's length; false if a sample is not finite. */
static bool curl_at(const hpyr_ref_flow *flow, const uint32_t at[3], double *length) {
    const int64_t place[3] = {at[0], at[1], at[2]};
    const float *v = sample_at(flow, place);
    bool is_finite = isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]);
    double d[3][3];
    for (int axis = 0; axis < 3; axis++)
        is_finite = slope_at(flow, at, axis, d[axis]) && is_finite;
    const double x = d[1][2] - d[2][1], y = d[2][0] - d[0][2], z = d[0][1] - d[1][0];
    *length = sqrt(x * x + y * y + z * z);
    return is_finite;
}

void hpyr_ref_flow_flags(const hpyr_ref_flow *flow, uint8_t *flags, double *margins) {
    uint32_t cells[3], at[3];
    size_t i = 0;
    hpyr_ref_flow_cells(flow, cells);
    for (at[2] = 0; at[2] < cells[2]; at[2]++)
        for (at[1] = 0; at[1] < cells[1]; at[1]++)
            for (at[0] = 0; at[0] < cells[0]; at[0]++, i++) {
                double value = 0;
                if (flow->kind == HPYR_FLOW_VORTICITY)
                    flags[i] = curl_at(flow, at, &value) && value >= flow->threshold;
                else
                    flags[i] = flow->kind == HPYR_FLOW_BAND ? is_in_band(flow, at, &value) : may_be_critical(flow, at);
                if (margins)
                    margins[i] = fabs(value - flow->threshold);
            }
}

/* ---- critical points ---- */

enum { STEPS = 16, POINTS = 4 };

/* Places of the samples along an axis that a cell's polynomial goes through. */
typedef struct stencil {
    int64_t first;
    int count;
} stencil;

static stencil stencil_of(const hpyr_ref_flow *flow, const uint32_t cell[3], int axis) {
    const int64_t size = flow->size[axis], first = (int64_t)cell[axis] - 1;
    if (flow->periodic[axis])
        return (stencil){first, POINTS};
    const int count = size < POINTS ? (int)size : POINTS;
    return (stencil){first < 0 ? 0 : first > size - count ? size - count : first, count};
}

/* Lagrange's polynomial of sample i at t, which counts samples from the stencil's first one on; and its slope. */
static void lagrange(const stencil *s, int i, double t, double *value, double *slope) {
    *value = 1;
    *slope = 0;
    for (int j = 0; j < s->count; j++)
        if (j != i) {
            *slope = (*slope * (t - j) + *value) / (i - j);
            *value *= (t - j) / (i - j);
        }
}

/* The vector at t in a cell, and slopes[axis][component] along the axes, for a step of one cell. */
static void look(const hpyr_ref_flow *flow, const uint32_t cell[3], const double t[3], double v[3],
                 double slopes[3][3]) {
    double values[3][POINTS], rises[3][POINTS];
    stencil s[3];
    for (int axis = 0; axis < 3; axis++) {
        s[axis] = stencil_of(flow, cell, axis);
        for (int i = 0; i < s[axis].count; i++)
            lagrange(&s[axis], i, t[axis] + (double)((int64_t)cell[axis] - s[axis].first), &values[axis][i],
                     &rises[axis][i]);
    }
    memset(v, 0, 3 * sizeof *v);
    memset(slopes, 0, 3 * sizeof *slopes);
    for (int z = 0; z < s[2].count; z++)
        for (int y = 0; y < s[1].count; y++)
            for (int x = 0; x < s[0].count; x++) {
                const int64_t at[3] = {s[0].first + x, s[1].first + y, s[2].first + z};
                const float *sample = sample_at(flow, at);
                for (int c = 0; c < 3; c++) {
                    v[c] += values[0][x] * values[1][y] * values[2][z] * sample[c];
                    slopes[0][c] += rises[0][x] * values[1][y] * values[2][z] * sample[c];
                    slopes[1][c] += values[0][x] * rises[1][y] * values[2][z] * sample[c];
                    slopes[2][c] += values[0][x] * values[1][y] * rises[2][z] * sample[c];
                }
            }
}

static double triple(const double a[3], const double b[3], const double c[3]) {
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/* Divides slopes so that their squares have the sum 1. Returns the divisor. */
static double normalise(double slopes[3][3]) {
    double sum = 0;
    for (int i = 0; i < 9; i++)
        sum += slopes[i / 3][i % 3] * slopes[i / 3][i % 3];
    for (int i = 0; i < 9 && sum > 0; i++)
        slopes[i / 3][i % 3] /= sqrt(sum);
    return sqrt(sum);
}

/* See refine.frag.glsl. */
static uint32_t type_of(const hpyr_ref_flow *flow, double d[3][3]) {
    for (int axis = 0; axis < 3; axis++)
        for (int component = 0; component < 3; component++)
            d[axis][component] /= flow->spacing[axis];
    normalise(d);
    const double a = d[0][0] + d[1][1] + d[2][2];
    const double b = d[0][0] * d[1][1] - d[1][0] * d[0][1] + d[0][0] * d[2][2] - d[2][0] * d[0][2] + d[1][1] * d[2][2] -
                     d[2][1] * d[1][2];
    const double c = triple(d[0], d[1], d[2]);
    const double discriminant = 18 * a * b * c - 4 * a * a * a * c + a * a * b * b - 4 * b * b * b - 27 * c * c;
    const bool is_source = c > 0 && a > 0 && a * b > c, is_sink = c < 0 && a < 0 && a * b < c;
    const uint32_t type = is_source ? HPYR_FLOW_SOURCE
                          : is_sink ? HPYR_FLOW_SINK
                          : c > 0   ? HPYR_FLOW_SADDLE_OUT
                                    : HPYR_FLOW_SADDLE_IN;
    return discriminant < -0.001 ? type + HPYR_FLOW_SPIRAL : type;
}

/* One step of Newton's method. Returns its longest coordinate, or infinity where the slopes are singular. */
static double step(const double v[3], double slopes[3][3], double t[3]) {
    const double size = normalise(slopes), determinant = triple(slopes[0], slopes[1], slopes[2]);
    if (!(fabs(determinant) > 1e-6))
        return INFINITY;
    const double way[3] = {-triple(v, slopes[1], slopes[2]) / determinant / size,
                           -triple(v, slopes[2], slopes[0]) / determinant / size,
                           -triple(v, slopes[0], slopes[1]) / determinant / size};
    const double longest = fmax(fabs(way[0]), fmax(fabs(way[1]), fabs(way[2])));
    for (int axis = 0; axis < 3; axis++)
        t[axis] += way[axis] / fmax(longest, 1);
    return longest;
}

uint32_t hpyr_ref_flow_refine(const hpyr_ref_flow *flow, const uint32_t cell[3], double position[3], double *length) {
    double t[3] = {0.5, 0.5, 0.5}, v[3], slopes[3][3], last = INFINITY;
    bool is_near = true;
    for (int i = 0; i < STEPS; i++) {
        look(flow, cell, t, v, slopes);
        last = step(v, slopes, t);
    }
    look(flow, cell, t, v, slopes);
    for (int axis = 0; axis < 3; axis++) {
        position[axis] = flow->origin[axis] + (cell[axis] + t[axis]) * flow->spacing[axis];
        is_near = is_near && t[axis] >= -0.1 && t[axis] <= 1.1;
    }
    *length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return last < 0.001 && is_near ? type_of(flow, slopes) : (uint32_t)HPYR_FLOW_NO_POINT;
}

/* ---- lists ---- */

/* A seed whose position is not rounded yet. */
typedef struct described {
    hpyr_flow_seed seed;
    double position[3];
} described;

/* Whether two points are closer than the merge distance, also across the end of a period. */
static bool are_one(const hpyr_ref_flow *flow, const described *a, const described *b) {
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double period = fabs(flow->size[axis] * flow->spacing[axis]);
        double way = a->position[axis] - b->position[axis];
        way -= flow->periodic[axis] ? period * floor(way / period + 0.5) : 0;
        sum += way * way;
    }
    return sqrt(sum) < flow->merge_distance;
}

static bool are_neighbours(const hpyr_ref_flow *flow, const hpyr_flow_seed *a, const hpyr_flow_seed *b) {
    bool near = true;
    for (int axis = 0; axis < 3; axis++) {
        const uint32_t low = a->cell[axis] < b->cell[axis] ? a->cell[axis] : b->cell[axis],
                       high = a->cell[axis] < b->cell[axis] ? b->cell[axis] : a->cell[axis];
        near = near && (high - low <= 1 || (flow->periodic[axis] && high - low == flow->size[axis] - 1));
    }
    return near;
}

static described describe(const hpyr_ref_flow *flow, const hpyr_point *cell) {
    const uint32_t at[3] = {cell->x, cell->y, cell->z};
    described out = {.seed = {.cell = {cell->x, cell->y, cell->z}}};
    double value = 0;
    for (int axis = 0; axis < 3; axis++)
        out.position[axis] =
            flow->origin[axis] + (at[axis] + (flow->kind == HPYR_FLOW_BAND ? 0.5 : 0)) * flow->spacing[axis];
    if (flow->kind == HPYR_FLOW_CRITICAL)
        out.seed.type = hpyr_ref_flow_refine(flow, at, out.position, &value);
    else if (flow->kind == HPYR_FLOW_VORTICITY)
        curl_at(flow, at, &value);
    else
        is_in_band(flow, at, &value);
    for (int axis = 0; axis < 3; axis++)
        out.seed.position[axis] = (float)out.position[axis];
    out.seed.value = (float)value;
    return out;
}

/* The cells that the discriminator takes, in the order of their keys. NULL without memory, or if there are none. */
static hpyr_point *list_cells(const hpyr_ref_flow *flow, uint32_t *count) {
    uint32_t n[3];
    hpyr_ref_flow_cells(flow, n);
    const uint32_t tiles_y = flow->tiles_x ? (n[2] + flow->tiles_x - 1) / flow->tiles_x : 1;
    const hpyr_flat3d map = {n[0], n[1], n[2], flow->tiles_x, tiles_y};
    const size_t width = (size_t)n[0] * map.tiles_x, cells = (size_t)n[0] * n[1] * n[2];
    uint8_t *flags = malloc(cells + 1);
    uint32_t *counts = calloc(width * n[1] * tiles_y + 1, sizeof *counts);
    hpyr_point *points = NULL;
    hpyr_ref_pyramid *pyramid = NULL;
    *count = 0;
    if (flags && counts && cells) {
        hpyr_ref_flow_flags(flow, flags, NULL);
        for (size_t i = 0; i < cells; i++) {
            const size_t x = i % n[0], y = i / n[0] % n[1], z = i / n[0] / n[1];
            counts[(z / map.tiles_x * n[1] + y) * width + z % map.tiles_x * n[0] + x] = flags[i];
        }
        if (hpyr_ref_pyramid_create(counts, &map, flow->order, &pyramid) == HPYR_OK) {
            *count = (uint32_t)hpyr_ref_pyramid_total(pyramid);
            points = malloc((*count + (size_t)1) * sizeof *points);
        }
        if (points)
            hpyr_ref_pyramid_list(pyramid, 0, *count, points);
    }
    hpyr_ref_pyramid_destroy(pyramid);
    free(counts);
    free(flags);
    return points;
}

uint32_t hpyr_ref_flow_seeds(const hpyr_ref_flow *flow, hpyr_flow_seed *seeds, uint32_t capacity) {
    uint32_t candidates, count = 0;
    hpyr_point *cells = list_cells(flow, &candidates);
    described *all = cells ? malloc((candidates + (size_t)1) * sizeof *all) : NULL;
    for (uint32_t i = 0; all && i < candidates; i++) {
        all[i] = describe(flow, &cells[i]);
        bool is_seed = flow->kind != HPYR_FLOW_CRITICAL || all[i].seed.type;
        if (flow->kind == HPYR_FLOW_CRITICAL)
            for (uint32_t j = 0; j < i && is_seed; j++)
                is_seed = !all[j].seed.type || !are_neighbours(flow, &all[j].seed, &all[i].seed) ||
                          !are_one(flow, &all[j], &all[i]);
        if (is_seed && count < capacity)
            seeds[count] = all[i].seed;
        count += is_seed;
    }
    free(all);
    free(cells);
    return count;
}
