/* setup_cpu.c - does in C what setup.c has shaders do: the same operations on floats in the same
 * order, so that every dialect of GL marks the same voxels. Then it sorts triangles by slices.
 * SPDX-License-Identifier: MIT */
#include "volume/setup_cpu.h"

#include <math.h>
#include <string.h>

typedef struct vec3 {
    float x, y, z;
} vec3;

typedef struct placement {
    const float *transform;
    vec3 cells;
} placement;

static placement placement_of(const float transform[16], const hpyr_flat3d *map) {
    return (placement){transform, {(float)map->width, (float)map->height, (float)map->depth}};
}

/* ---- vertices ---- */

/* Returns the address of a vertex, or NULL if it was not downloaded. */
static const unsigned char *at_vertex(const hpi_cpu_attribute *attribute, uint32_t vertex) {
    uint32_t index = vertex - attribute->first;
    if (vertex < attribute->first || index >= attribute->count)
        return NULL;
    return attribute->bytes + (size_t)index * attribute->stride;
}

static uint32_t vertex_of(const hpi_cpu_mesh *mesh, uint32_t triangle, uint32_t corner) {
    size_t place = (size_t)triangle * 3 + corner;
    return mesh->indices ? mesh->indices[place] : (uint32_t)place;
}

/* Returns false if a corner is not there. */
static bool corners_of(const hpi_cpu_mesh *mesh, uint32_t triangle, vec3 corners[3]) {
    for (uint32_t corner = 0; corner < 3; corner++) {
        const unsigned char *bytes = at_vertex(&mesh->positions, vertex_of(mesh, triangle, corner));
        if (!bytes)
            return false;
        memcpy(&corners[corner], bytes, sizeof corners[corner]);
    }
    return true;
}

/* Multiplies a row of the matrix in the order of GLSL: column by column. */
static float row_of(const float *m, int row, vec3 v) {
    return m[row] * v.x + m[4 + row] * v.y + m[8 + row] * v.z + m[12 + row];
}

/* as in setup_cells.glsl */
static vec3 cell_of(const placement *to, vec3 position) {
    vec3 unit = {row_of(to->transform, 0, position), row_of(to->transform, 1, position),
                 row_of(to->transform, 2, position)};
    return (vec3){(unit.x * 0.5f + 0.5f) * to->cells.x, (unit.y * 0.5f + 0.5f) * to->cells.y,
                  (unit.z * 0.5f + 0.5f) * to->cells.z};
}

static bool is_finite(vec3 v) {
    return fabsf(v.x) < 1e9f && fabsf(v.y) < 1e9f && fabsf(v.z) < 1e9f; /* NaN compares false */
}

static vec3 minus(vec3 a, vec3 b) {
    return (vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* ---- setup for rasterizing: setup_triangle.vert.glsl ---- */

bool hpi_volume_batch_reserve(const hpyr_context *context, hpi_cpu_batch *batch, uint32_t capacity) {
    if (capacity <= batch->capacity)
        return true;
    hpi_volume_batch_free(context, batch);
    batch->vertices = hpi_alloc(context, (size_t)capacity * 3 * sizeof *batch->vertices);
    batch->planes = hpi_alloc_zeros(context, capacity, sizeof *batch->planes);
    batch->reaches = hpi_alloc(context, (size_t)capacity * sizeof *batch->reaches);
    if (!batch->vertices || !batch->planes || !batch->reaches) {
        hpi_volume_batch_free(context, batch);
        return false;
    }
    batch->capacity = capacity;
    return true;
}

void hpi_volume_batch_free(const hpyr_context *context, hpi_cpu_batch *batch) {
    hpi_free(context, batch->vertices);
    hpi_free(context, batch->planes);
    hpi_free(context, batch->reaches);
    memset(batch, 0, sizeof *batch);
}

static vec3 to_raster(const placement *to, vec3 position) {
    vec3 cell = cell_of(to, position);
    return (vec3){rintf(cell.x * 256.0f) / 256.0f, rintf(cell.y * 256.0f) / 256.0f, cell.z};
}

static float least(float a, float b, float c) {
    float d = b < c ? b : c;
    return a < d ? a : d;
}

static float most(float a, float b, float c) {
    float d = b > c ? b : c;
    return a > d ? a : d;
}

/* Returns false if the triangle covers no column's center: edge-on, or beside the volume. */
static bool plane_of(const placement *to, const vec3 c[3], hpi_cpu_plane *plane) {
    vec3 p = c[0], e = minus(c[1], p), f = minus(c[2], p);
    float area = e.x * f.y - e.y * f.x;
    if (area == 0.0f || !is_finite(p) || !is_finite(c[1]) || !is_finite(c[2]))
        return false;
    plane->slope_x = (e.z * f.y - e.y * f.z) / area;
    plane->slope_y = (e.x * f.z - e.z * f.x) / area;
    plane->x = p.x;
    plane->y = p.y;
    plane->z = p.z;
    plane->lowest = least(p.z, c[1].z, c[2].z);
    plane->highest = most(p.z, c[1].z, c[2].z);
    return most(p.x, c[1].x, c[2].x) > 0.0f && least(p.x, c[1].x, c[2].x) < to->cells.x &&
           most(p.y, c[1].y, c[2].y) > 0.0f && least(p.y, c[1].y, c[2].y) < to->cells.y;
}

/* Returns false if the triangle reaches no slice of the volume. */
static bool reach_of(const hpi_cpu_plane *plane, uint32_t depth, hpi_cpu_reach *reach) {
    float first = floorf(plane->lowest), last = floorf(plane->highest), end = (float)depth;
    if (last < 0.0f || first >= end)
        return false;
    reach->first = first < 0.0f ? 0 : (uint32_t)first;
    reach->last = last >= end ? depth - 1 : (uint32_t)last;
    return true;
}

static void write_vertices(const hpi_cpu_mesh *mesh, uint32_t triangle, const vec3 c[3], uint32_t place,
                           hpi_cpu_vertex *out) {
    for (uint32_t corner = 0; corner < 3; corner++) {
        const unsigned char *color = mesh->colored ? at_vertex(&mesh->colors, vertex_of(mesh, triangle, corner)) : NULL;
        out[corner] = (hpi_cpu_vertex){c[corner].x, c[corner].y, (float)place, {255, 255, 255, 255}};
        if (color)
            memcpy(out[corner].color, color, sizeof out[corner].color);
    }
}

void hpi_volume_batch_fill(hpi_cpu_batch *batch, const hpi_cpu_mesh *mesh, const float transform[16],
                           const hpyr_flat3d *map, uint32_t *next) {
    placement to = placement_of(transform, map);
    batch->count = 0;
    for (; *next < mesh->triangle_count && batch->count < batch->capacity; (*next)++) {
        vec3 c[3];
        hpi_cpu_plane *plane = &batch->planes[batch->count];
        if (!corners_of(mesh, *next, c))
            continue;
        for (int corner = 0; corner < 3; corner++)
            c[corner] = to_raster(&to, c[corner]);
        if (!plane_of(&to, c, plane) || !reach_of(plane, map->depth, &batch->reaches[batch->count]))
            continue;
        write_vertices(mesh, *next, c, batch->count, &batch->vertices[3 * batch->count]);
        batch->count++;
    }
}

/* ---- skipped triangles: setup_exact.vert.glsl ---- */

static vec3 to_exact(const placement *to, vec3 position, const float quanta[3]) {
    vec3 cell = cell_of(to, position);
    return (vec3){rintf(cell.x * quanta[0]) / quanta[0], rintf(cell.y * quanta[1]) / quanta[1],
                  rintf(cell.z * quanta[2]) / quanta[2]};
}

/* Tells whether e x f is zero in floats. */
static bool no_area(vec3 e, vec3 f) {
    return e.y * f.z - e.z * f.y == 0.0f && e.z * f.x - e.x * f.z == 0.0f && e.x * f.y - e.y * f.x == 0.0f;
}

/* Tells the same in integers, where the shader also uses them: coordinates up to 2^25 quanta. */
static bool no_area_in_quanta(const vec3 c[3], const float quanta[3]) {
    static const float exact = 33554432.0f; /* EXACT of integers.glsl */
    int64_t whole[3][3], e[3], f[3];
    for (int corner = 0; corner < 3; corner++) {
        const float at[3] = {c[corner].x * quanta[0], c[corner].y * quanta[1], c[corner].z * quanta[2]};
        for (int axis = 0; axis < 3; axis++) {
            if (fabsf(at[axis]) > exact)
                return no_area(minus(c[1], c[0]), minus(c[2], c[0]));
            whole[corner][axis] = (int64_t)at[axis];
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        e[axis] = whole[1][axis] - whole[0][axis];
        f[axis] = whole[2][axis] - whole[0][axis];
    }
    return e[1] * f[2] == e[2] * f[1] && e[2] * f[0] == e[0] * f[2] && e[0] * f[1] == e[1] * f[0];
}

static bool is_skipped(const hpi_cpu_mesh *mesh, const placement *to, const float quanta[3], uint32_t triangle) {
    vec3 given[3], c[3];
    if (!corners_of(mesh, triangle, given))
        return true;
    for (int corner = 0; corner < 3; corner++) {
        c[corner] = to_exact(to, given[corner], quanta);
        if (!is_finite(c[corner]))
            return true;
    }
    return no_area_in_quanta(c, quanta) && no_area(minus(given[1], given[0]), minus(given[2], given[0]));
}

uint32_t hpi_volume_cpu_count_skipped(const hpi_cpu_mesh *mesh, const float transform[16], const hpyr_flat3d *map,
                                      const float quanta[3]) {
    placement to = placement_of(transform, map);
    uint32_t skipped = 0;
    for (uint32_t triangle = 0; triangle < mesh->triangle_count; triangle++)
        skipped += is_skipped(mesh, &to, quanta, triangle);
    return skipped;
}

/* ---- lists of slices ---- */

bool hpi_volume_lists_reserve(const hpyr_context *context, hpi_slice_lists *lists, uint32_t depth, uint32_t pairs) {
    if (depth == lists->depth && pairs <= lists->capacity)
        return true;
    hpi_volume_lists_free(context, lists);
    lists->counts = hpi_alloc(context, ((size_t)depth + 1) * sizeof *lists->counts);
    lists->ends = hpi_alloc(context, (size_t)depth * sizeof *lists->ends);
    lists->indices = hpi_alloc(context, (size_t)pairs * 3 * sizeof *lists->indices);
    if (!lists->counts || !lists->ends || !lists->indices) {
        hpi_volume_lists_free(context, lists);
        return false;
    }
    lists->depth = depth;
    lists->capacity = pairs;
    return true;
}

void hpi_volume_lists_free(const hpyr_context *context, hpi_slice_lists *lists) {
    hpi_free(context, lists->counts);
    hpi_free(context, lists->ends);
    hpi_free(context, lists->indices);
    memset(lists, 0, sizeof *lists);
}

void hpi_volume_lists_begin(hpi_slice_lists *lists, const hpi_cpu_batch *batch) {
    uint32_t *counts = lists->counts;
    memset(counts, 0, ((size_t)lists->depth + 1) * sizeof *counts);
    for (uint32_t i = 0; i < batch->count; i++) {
        counts[batch->reaches[i].first]++;
        counts[batch->reaches[i].last + 1]--; /* may wrap below 0; the sums below do not */
    }
    for (uint32_t slice = 1; slice <= lists->depth; slice++)
        counts[slice] += counts[slice - 1];
}

uint32_t hpi_volume_lists_window(hpi_slice_lists *lists, const hpi_cpu_batch *batch, uint32_t first) {
    uint32_t end = first, pairs = 0;
    for (; end < lists->depth && lists->counts[end] <= lists->capacity - pairs; end++) {
        lists->ends[end] = pairs; /* the start, so far */
        pairs += lists->counts[end];
    }
    for (uint32_t i = 0; i < batch->count; i++) {
        hpi_cpu_reach reach = batch->reaches[i];
        for (uint32_t slice = reach.first > first ? reach.first : first; slice <= reach.last && slice < end; slice++) {
            uint32_t *pair = &lists->indices[3 * (size_t)lists->ends[slice]++];
            pair[0] = 3 * i;
            pair[1] = 3 * i + 1;
            pair[2] = 3 * i + 2;
        }
    }
    return end;
}
