/* brute_surface.c - the oracle's surfaces from octrees compared with brute force.  SPDX-License-Identifier: MIT
 *
 * It follows the rules in reference/surface.h, from the values at all vertices of the last depth. */
#include "brute_surface.h"

#include <math.h>
#include <stdlib.h>

static const uint32_t NONE = HPYR_OCTREE_NONE;

enum { STEPS = 256 /* a cell's side */, MOST_CORNERS = HPYR_CUBE_TRIANGLES + 2 };

/* ---- all vertices of the last depth ---- */

/* All values, and what is said of the edges along the three axes: their vertices, from 1 on, or 0. */
typedef struct grid {
    const function *f;
    float isovalue;
    uint32_t side; /* of values */
    float *values;
    uint32_t (*vertices)[3];
    uint32_t vertex_count;
    brute_counts *counts;
} grid;

static size_t grid_index(const grid *g, const int32_t at[3]) {
    return ((size_t)at[0] * g->side + (size_t)at[1]) * g->side + (size_t)at[2];
}

static grid make_grid(const function *f, float isovalue) {
    grid g = {.f = f, .isovalue = isovalue, .side = (1u << last_depth(f)) + 1};
    const int32_t side = (int32_t)g.side;
    g.values = calloc((size_t)g.side * g.side * g.side, sizeof *g.values);
    g.vertices = calloc((size_t)g.side * g.side * g.side, sizeof *g.vertices);
    assert_true(g.values && g.vertices);
    for (int32_t x = 0; x < side; x++)
        for (int32_t y = 0; y < side; y++)
            for (int32_t z = 0; z < side; z++)
                g.values[grid_index(&g, (int32_t[3]){x, y, z})] = value_at(f, x, y, z);
    return g;
}

static uint32_t grid_case(const grid *g, const int32_t cell[3]) {
    uint32_t cube_case = 0;
    for (int32_t i = 0; i < 8; i++) {
        const int32_t corner[3] = {cell[0] + (i & 1), cell[1] + (i >> 1 & 1), cell[2] + (i >> 2)};
        cube_case |= (uint32_t)(g->values[grid_index(g, corner)] <= g->isovalue) << i;
    }
    return cube_case;
}

/* ---- vertices of the mesh ---- */

/* The mean of the values so far along an edge from its lower end, and around there across it. NAN where a node is missing. */
static double mean_across(const grid *g, const int32_t cell[3], int axis, int32_t along) {
    double sum = 0;
    for (int32_t i = -1; i <= 1; i++)
        for (int32_t k = -1; k <= 1; k++) {
            int32_t at[3] = {cell[0], cell[1], cell[2]};
            at[axis] += along, at[(axis + 1) % 3] += i, at[(axis + 2) % 3] += k;
            const bool exists = node_of_cell(&g->f->tree, last_depth(g->f), at) != NONE;
            sum += exists ? g->values[grid_index(g, at)] * (2 - abs(i) * 1.5) * (2 - abs(k) * 1.5) / 9 : NAN;
        }
    return sum;
}

/* Where the parabola of the header reaches `part`, by bisection. The vertex lies at `part` itself where a node is missing. */
static double place_on_parabola(const grid *g, const int32_t cell[3], int axis, double part, double rise) {
    const double first = (mean_across(g, cell, axis, 1) - mean_across(g, cell, axis, -1)) / (2 * rise),
                 second = (mean_across(g, cell, axis, 2) - mean_across(g, cell, axis, 0)) / (2 * rise);
    const double from = fmax(first, 0) + 1 / 32.0, to = fmax(second, 0) + 1 / 32.0;
    double low = 0, high = 1;
    if (isnan(first) || isnan(second))
        return part;
    g->counts->parabolas++;
    for (int i = 0; i < 60; i++) {
        const double t = (low + high) / 2;
        *(from * t + (to - from) * t * t / 2 < part * (from + to) / 2 ? &low : &high) = t;
    }
    return low;
}

/* The vertices of a cell's own edges follow those of the cells before it. */
static void check_grid_vertices(grid *g, const hpyr_ref_surface *s, const int32_t cell[3]) {
    const float from = g->values[grid_index(g, cell)];
    for (int axis = 0; axis < 3; axis++) {
        int32_t end[3] = {cell[0], cell[1], cell[2]};
        end[axis]++;
        const float to = g->values[grid_index(g, end)];
        if ((from <= g->isovalue) == (to <= g->isovalue))
            continue;
        check_that(g->f, g->vertex_count < s->vertex_count, "number of vertices");
        const float *position = s->positions + 3 * (size_t)g->vertex_count;
        for (int i = 0; i < 3; i++) {
            const float part = (g->isovalue - from) / (to - from);
            const double at = i == axis ? place_on_parabola(g, cell, axis, part, to - from) : 0;
            const bool is_straight = i != axis || at == (double)part;
            check_that(g->f, at >= 0 && at <= 1, "part of an edge");
            check_that(g->f,
                       is_straight ? position[i] == (float)cell[i] + (float)at
                                   : fabs(position[i] - (cell[i] + at)) <= 1e-4,
                       "place of a vertex");
        }
        g->vertices[grid_index(g, cell)][axis] = ++g->vertex_count;
    }
}

/* ---- triangles ---- */

/* The table's edges 0 to 3 run along x, 4 to 7 along y, 8 to 11 along z. */
static const int32_t edge_corners[12][3] = {{0, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 1, 1}, {0, 0, 0}, {1, 0, 0},
                                            {0, 0, 1}, {1, 0, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};

static uint32_t grid_vertex(const grid *g, const int32_t cell[3], uint32_t edge) {
    const int32_t *corner = edge_corners[edge];
    const int32_t lower[3] = {cell[0] + corner[0], cell[1] + corner[1], cell[2] + corner[2]};
    return g->vertices[grid_index(g, lower)][edge / 4] - 1;
}

static bool are_in_one_face(uint32_t a, uint32_t b) {
    for (uint32_t axis = 0; axis < 3; axis++)
        if (a / 4 != axis && b / 4 != axis && edge_corners[a][axis] == edge_corners[b][axis])
            return true;
    return false;
}

/* A loop of crossed edges of a cell. Where they are crossed if the function rises evenly along them, and the same
 * in whole numbers of 1/256 of a cell. */
typedef struct cell_loop {
    uint32_t length;
    uint8_t edges[MOST_CORNERS];
    double places[MOST_CORNERS][3];
    int64_t rounded[MOST_CORNERS][3];
} cell_loop;

static void place_corner(const grid *g, const int32_t cell[3], cell_loop *loop, uint32_t i) {
    const uint32_t axis = loop->edges[i] / 4;
    const int32_t *corner = edge_corners[loop->edges[i]];
    int32_t at[3] = {cell[0] + corner[0], cell[1] + corner[1], cell[2] + corner[2]};
    const float from = g->values[grid_index(g, at)];
    at[axis]++;
    const float to = g->values[grid_index(g, at)], rise = fabsf(to - from), part = fabsf(g->isovalue - from);
    for (int k = 0; k < 3; k++) {
        loop->places[i][k] = corner[k];
        loop->rounded[i][k] = STEPS * corner[k];
    }
    int32_t step = STEPS;
    while (((float)step - 0.5f) / STEPS * rise > part)
        step--;
    loop->places[i][axis] = ((double)g->isovalue - from) / ((double)to - from);
    loop->rounded[i][axis] = step;
    const double off = fabs(STEPS * loop->places[i][axis] - step);
    check_that(g->f, off < 0.5 + 1e-4, "a place is rounded to the nearest");
    g->counts->rounded_halves += off == 0.5;
}

/* False if the triangles of the table are no single fan around their first corner. */
static bool find_loop(const grid *g, const int32_t cell[3], const uint8_t *edges, uint32_t triangles, cell_loop *loop) {
    loop->length = triangles + 2;
    loop->edges[0] = edges[0];
    loop->edges[1] = edges[1];
    for (uint32_t k = 0; k < triangles; k++) {
        if (edges[3 * k] != loop->edges[0] || edges[3 * k + 1] != loop->edges[k + 1])
            return false;
        loop->edges[k + 2] = edges[3 * k + 2];
    }
    for (uint32_t i = 0; i < loop->length; i++)
        place_corner(g, cell, loop, i);
    return true;
}

/* The squares of a fan's diagonals; -1 if one of them lies in a face. */
static int64_t sum_of_fan(const cell_loop *loop, uint32_t first) {
    int64_t sum = 0;
    for (uint32_t i = 2; i + 1 < loop->length; i++) {
        const uint32_t other = (first + i) % loop->length;
        if (are_in_one_face(loop->edges[first], loop->edges[other]))
            return -1;
        for (int k = 0; k < 3; k++)
            sum += (loop->rounded[first][k] - loop->rounded[other][k]) *
                   (loop->rounded[first][k] - loop->rounded[other][k]);
    }
    return sum;
}

/* The corner at which the triangles meet. */
static uint32_t find_fan(const grid *g, const cell_loop *loop) {
    uint32_t best = 0, equals = 0;
    int64_t least = INT64_MAX;
    for (uint32_t first = 0; first < loop->length; first++) {
        const int64_t sum = sum_of_fan(loop, first);
        /* In a loop of four, corners that lie opposite have the same diagonal. */
        equals += sum == least && sum > 0 && !(loop->length == 4 && first == best + 2);
        if (sum < 0 || sum >= least)
            continue;
        best = first;
        least = sum;
        equals = 0;
    }
    check_that(g->f, sum_of_fan(loop, 0) >= 0, "the fan of the table has no diagonal in a face");
    g->counts->equal_fans += equals > 0;
    g->counts->turned_fans += best > 0;
    return best;
}

/* The squares of the lines that two of a cell's triangles share, in cells; each is met twice. */
static double sum_of_diagonals(const grid *g, const int32_t cell[3], const cell_loop *loop, const uint32_t *indices) {
    const uint32_t count = 3 * (loop->length - 2);
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t from = indices[i], to = indices[i % 3 == 2 ? i - 2 : i + 1];
            if (indices[k] != to || indices[k % 3 == 2 ? k - 2 : k + 1] != from)
                continue;
            const double *ends[2] = {NULL, NULL};
            for (uint32_t n = 0; n < loop->length; n++) {
                const uint32_t vertex = grid_vertex(g, cell, loop->edges[n]);
                ends[0] = vertex == from ? loop->places[n] : ends[0];
                ends[1] = vertex == to ? loop->places[n] : ends[1];
            }
            check_that(g->f, ends[0] && ends[1], "a diagonal joins vertices of the cell");
            for (int axis = 0; axis < 3; axis++)
                sum += (ends[0][axis] - ends[1][axis]) * (ends[0][axis] - ends[1][axis]) / 2;
        }
    return sum;
}

/* Whatever rule chooses a fan, its diagonals may not be longer than those of the table's fan. A square of at most 3 is wrong by
 * less than 1/64 where both ends are rounded by up to 1/512. */
static void check_lengths(const grid *g, const int32_t cell[3], const cell_loop *loop, const uint8_t *edges,
                          const uint32_t *indices) {
    uint32_t table[HPYR_CUBE_CORNERS];
    for (uint32_t i = 0; i < 3 * (loop->length - 2); i++)
        table[i] = grid_vertex(g, cell, edges[i]);
    const double before = sum_of_diagonals(g, cell, loop, table), now = sum_of_diagonals(g, cell, loop, indices);
    const double rounding = 2 * (loop->length - 3) / 64.0;
    check_that(g->f, now <= before + rounding, "diagonals are not longer than those of the table");
    g->counts->shorter_fans += now < before - rounding;
}

static void check_grid_triangles(const grid *g, const hpyr_ref_surface *s) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->cell_count; i++) {
        uint8_t edges[HPYR_CUBE_CORNERS];
        int32_t cell[3];
        cell_loop loop;
        cell_of_key(g->f, s->cells[i], cell);
        const uint32_t triangles = answer_case(grid_case(g, cell), edges);
        const uint32_t *indices = s->indices + 3 * (size_t)count;
        count += triangles;
        check_that(g->f, count <= s->triangle_count, "number of triangles");
        const bool is_fan = find_loop(g, cell, edges, triangles, &loop);
        if (is_fan)
            check_lengths(g, cell, &loop, edges, indices);
        const uint32_t first = is_fan ? find_fan(g, &loop) : 0;
        for (uint32_t k = 0; k < 3 * triangles; k++) {
            const uint32_t along = k % 3 == 0 ? first : first + k / 3 + k % 3;
            const uint32_t edge = is_fan ? loop.edges[along % loop.length] : edges[k];
            check_that(g->f, indices[k] == grid_vertex(g, cell, edge), "an index");
        }
    }
    check_that(g->f, count == s->triangle_count, "number of triangles");
}

/* ---- the mesh ---- */

void check_mesh(const function *f, const hpyr_ref_surface *s, float isovalue, brute_counts *counts) {
    grid g = make_grid(f, isovalue);
    g.counts = counts;
    uint32_t count = 0;
    for (uint32_t key = 0; key < 1u << 3 * last_depth(f); key++) {
        int32_t cell[3];
        cell_of_key(f, key, cell);
        const uint32_t cube_case = grid_case(&g, cell);
        if (cube_case == 0 || cube_case == 255)
            continue;
        check_that(f, count < s->cell_count && s->cells[count] == key,
                   "active cells are those with corners on both sides");
        check_grid_vertices(&g, s, cell);
        count++;
    }
    check_that(f, count == s->cell_count && g.vertex_count == s->vertex_count, "numbers of cells and vertices");
    check_grid_triangles(&g, s);
    free(g.values);
    free(g.vertices);
}
