/* brute_isosurface.c - isosurfaces taken apart: vertices found again by looking at all edges of the grid in turn, their
 * places and gradients computed anew, triangles by all cells in turn.  SPDX-License-Identifier: MIT */
#include "brute_isosurface.h"

#include <math.h>
#include <string.h>

#include "surfaces.h"

mesh *create(const hpyr_ref_isosurface_desc *desc) {
    mesh *m = NULL;
    assert_int_equal(hpyr_ref_isosurface_create(desc, &m), HPYR_OK);
    assert_non_null(m);
    return m;
}

static uint32_t size_along(const hpyr_ref_isosurface_desc *d, int axis) {
    return axis == 0 ? d->width : axis == 1 ? d->height : d->depth;
}

static float sample_of(const hpyr_ref_isosurface_desc *d, const uint32_t p[3]) {
    return d->samples[p[0] + (size_t)d->width * (p[1] + (size_t)d->height * p[2])];
}

static bool inside_at(const hpyr_ref_isosurface_desc *d, const uint32_t p[3]) {
    float value = sample_of(d, p);
    return !isnan(value) && value >= d->iso;
}

double sample_spacing(const hpyr_ref_isosurface_desc *d, int axis) {
    return d->spacing[axis] != 0 ? d->spacing[axis] : 2.0 / (size_along(d, axis) - 1);
}

static double origin_of(const hpyr_ref_isosurface_desc *d, int axis) {
    return d->spacing[axis] != 0 ? d->origin[axis] : -1;
}

/* The coordinate, 0..2, that an axis of the samples runs along. */
static int along(const hpyr_ref_isosurface_desc *d, int axis) {
    return d->axes[0] ? d->axes[axis] - 1 : axis;
}

static double slope_between(const hpyr_ref_isosurface_desc *d, const uint32_t at[3], int axis, uint32_t from,
                            uint32_t to) {
    uint32_t a[3] = {at[0], at[1], at[2]}, b[3] = {at[0], at[1], at[2]};
    a[axis] = from;
    b[axis] = to;
    double difference = (double)sample_of(d, b) - sample_of(d, a);
    return isfinite(difference) ? difference / (to - from) / sample_spacing(d, axis) : 0;
}

void gradient_of(const hpyr_ref_isosurface_desc *d, const uint32_t at[3], double gradient[3]) {
    for (int axis = 0; axis < 3; axis++) {
        uint32_t i = at[axis], last = size_along(d, axis) - 1;
        if (i == last)
            gradient[axis] = slope_between(d, at, axis, i - 1, i);
        else if (i == 0 || d->gradient != HPYR_GRADIENT_CENTRAL)
            gradient[axis] = slope_between(d, at, axis, i, i + 1);
        else
            gradient[axis] = slope_between(d, at, axis, i - 1, i + 1);
    }
}

double crossing_of(const hpyr_ref_isosurface_desc *d, const uint32_t low[3], const uint32_t high[3]) {
    double a = sample_of(d, low), b = sample_of(d, high);
    if (d->vertex == HPYR_EDGE_VERTEX_MIDPOINT || !isfinite(a) || !isfinite(b))
        return 0.5;
    return (d->iso - a) / (b - a);
}

static void expected_normal(const hpyr_ref_isosurface_desc *d, const uint32_t low[3], const uint32_t high[3], int axis,
                            double normal[3]) {
    double t = crossing_of(d, low, high), from[3], to[3], length = 0;
    gradient_of(d, low, from);
    gradient_of(d, high, to);
    for (int i = 0; i < 3; i++) {
        normal[along(d, i)] = -((1 - t) * from[i] + t * to[i]);
        length = hypot(length, normal[along(d, i)]);
    }
    if (length == 0) {
        memset(normal, 0, 3 * sizeof *normal);
        normal[along(d, axis)] = inside_at(d, low) ? 1 : -1;
        normal[along(d, axis)] *= sample_spacing(d, axis) > 0 ? 1 : -1;
        length = 1;
    }
    for (int i = 0; i < 3; i++)
        normal[i] /= length;
}

/* Position within 1e-5 of the edge, and along other axes where the grid has it; the normal within a float's rounding. */
static void check_vertex(const hpyr_ref_isosurface_desc *d, const mesh *m, uint64_t vertex) {
    const hpyr_point *edge = &m->edges[vertex];
    int axis = (int)edge->remainder;
    uint32_t low[3] = {edge->x, edge->y, edge->z}, high[3] = {edge->x, edge->y, edge->z};
    high[axis]++;
    assert_true(high[axis] < size_along(d, axis));
    assert_true(inside_at(d, low) != inside_at(d, high));
    double t = crossing_of(d, low, high), normal[3], length = 0;
    expected_normal(d, low, high, axis, normal);
    for (int i = 0; i < 3; i++) {
        double place = origin_of(d, i) + (low[i] + (i == axis ? t : 0)) * sample_spacing(d, i);
        const float *position = &m->positions[3 * vertex + along(d, i)];
        double got = m->normals[3 * vertex + i];
        assert_true(fabs(*position - place) <= 1e-5 * fabs(sample_spacing(d, i)));
        assert_true(i == axis || *position == (float)place);
        assert_true(fabs(got - normal[i]) < 1e-6);
        length += got * got;
    }
    assert_true(fabs(sqrt(length) - 1) < 1e-6);
}

/* Goes through all edges of the grid in the documented order. */
void check_vertices(const hpyr_ref_isosurface_desc *d, const mesh *m) {
    uint64_t vertex = 0;
    uint32_t p[3];
    for (p[2] = 0; p[2] < d->depth; p[2]++) {
        for (p[1] = 0; p[1] < d->height; p[1]++) {
            for (p[0] = 0; p[0] < d->width; p[0]++) {
                for (int axis = 2; axis >= 0; axis--) {
                    uint32_t next[3] = {p[0] + (axis == 0), p[1] + (axis == 1), p[2] + (axis == 2)};
                    if (next[axis] < size_along(d, axis) && inside_at(d, p) != inside_at(d, next)) {
                        assert_true(vertex < m->vertex_count);
                        const hpyr_point *edge = &m->edges[vertex++];
                        assert_true(edge->x == p[0] && edge->y == p[1] && edge->z == p[2]);
                        assert_int_equal(edge->remainder, axis);
                    }
                }
            }
        }
    }
    assert_int_equal(vertex, m->vertex_count);
    assert_int_equal(vertex, m->counts.crossed_edges);
    for (vertex = 0; vertex < m->vertex_count; vertex++)
        check_vertex(d, m, vertex);
}

static uint32_t case_at(const hpyr_ref_isosurface_desc *d, const uint32_t cell[3]) {
    uint32_t result = 0;
    for (uint32_t corner = 0; corner < 8; corner++) {
        uint32_t p[3] = {cell[0] + (corner & 1), cell[1] + (corner >> 1 & 1), cell[2] + (corner >> 2)};
        result |= (uint32_t)inside_at(d, p) << corner;
    }
    return result;
}

/* Whether the samples' axes, in the mesh's coordinates, are a left-handed system: by their determinant. */
static bool is_mirrored(const hpyr_ref_isosurface_desc *d) {
    double m[3][3] = {{0}}, determinant = 0;
    for (int axis = 0; axis < 3; axis++)
        m[axis][along(d, axis)] = sample_spacing(d, axis) > 0 ? 1 : -1;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        determinant += m[0][i] * (m[1][j] * m[2][k] - m[1][k] * m[2][j]);
    }
    return determinant < 0;
}

/* The vertex that a corner of a triangle names lies on the edge that the case says. */
static void check_corner(const mesh *m, uint64_t triangle, uint32_t corner, const uint32_t cell[3], uint32_t edge) {
    static const uint8_t lower[12] = {0, 2, 4, 6, 0, 1, 4, 5, 0, 1, 2, 3};
    uint64_t vertex = m->indices ? m->indices[3 * triangle + corner] : 3 * triangle + corner;
    assert_true(vertex < m->vertex_count);
    const hpyr_point *got = &m->edges[vertex];
    assert_int_equal(got->x, cell[0] + (lower[edge] & 1));
    assert_int_equal(got->y, cell[1] + (lower[edge] >> 1 & 1));
    assert_int_equal(got->z, cell[2] + (lower[edge] >> 2));
    assert_int_equal(got->remainder, edge / 4);
}

static void check_triangles(const hpyr_ref_isosurface_desc *d, const mesh *m) {
    const bool turned = is_mirrored(d);
    uint64_t triangle = 0, active = 0;
    uint32_t cell[3];
    for (cell[2] = 0; cell[2] + 1 < d->depth; cell[2]++) {
        for (cell[1] = 0; cell[1] + 1 < d->height; cell[1]++) {
            for (cell[0] = 0; cell[0] + 1 < d->width; cell[0]++) {
                uint8_t edges[HPYR_CUBE_CORNERS];
                uint32_t count = answer_case(case_at(d, cell), edges);
                active += count > 0;
                for (uint32_t i = 0; i < count; i++, triangle++) {
                    const uint8_t *edge = edges + 3 * i;
                    assert_true(triangle < m->triangle_count);
                    const hpyr_point *got = &m->cells[triangle];
                    assert_true(got->x == cell[0] && got->y == cell[1] && got->z == cell[2] && got->remainder == i);
                    check_corner(m, triangle, 0, cell, edge[0]);
                    check_corner(m, triangle, turned ? 2 : 1, cell, edge[1]);
                    check_corner(m, triangle, turned ? 1 : 2, cell, edge[2]);
                }
            }
        }
    }
    assert_int_equal(triangle, m->triangle_count);
    assert_int_equal(triangle, m->counts.triangles);
    assert_int_equal(active, m->counts.active_cells);
    assert_int_equal(m->counts.cells, (uint64_t)(d->width - 1) * (d->height - 1) * (d->depth - 1));
}

void check_both_forms(hpyr_ref_isosurface_desc d) {
    const uint32_t size[3] = {d.width, d.height, d.depth};
    d.mesh = HPYR_MESH_FORM_WELDED;
    SCOPED(destroy_ref_isosurface) mesh *welded = create(&d);
    d.mesh = HPYR_MESH_FORM_SOUP;
    SCOPED(destroy_ref_isosurface) mesh *soup = create(&d);
    check_vertices(&d, welded);
    check_triangles(&d, welded);
    check_triangles(&d, soup);
    assert_int_equal(match_edges(welded, size).wrong, 0);
    assert_memory_equal(&soup->counts, &welded->counts, sizeof soup->counts);
    assert_int_equal(soup->vertex_count, 3 * soup->triangle_count);
    assert_null(soup->indices);
    for (uint64_t i = 0; i < soup->vertex_count; i++) {
        uint64_t vertex = welded->indices[i];
        assert_memory_equal(soup->positions + 3 * i, welded->positions + 3 * vertex, 12);
        assert_memory_equal(soup->normals + 3 * i, welded->normals + 3 * vertex, 12);
        assert_memory_equal(&soup->edges[i], &welded->edges[vertex], sizeof *soup->edges);
    }
}

void check_all_options(hpyr_ref_isosurface_desc d) {
    for (int option = 0; option < 4; option++) {
        d.vertex = option & 1 ? HPYR_EDGE_VERTEX_MIDPOINT : HPYR_EDGE_VERTEX_LINEAR;
        d.gradient = option & 2 ? HPYR_GRADIENT_CENTRAL : HPYR_GRADIENT_FORWARD;
        check_both_forms(d);
    }
}

void check_enclosed(hpyr_ref_isosurface_desc d) {
    uint32_t p[3];
    d.vertex = HPYR_EDGE_VERTEX_MIDPOINT;
    SCOPED(destroy_ref_isosurface) mesh *m = create(&d);
    for (p[2] = 0; p[2] < d.depth; p[2]++) {
        for (p[1] = 0; p[1] < d.height; p[1]++) {
            for (p[0] = 0; p[0] < d.width; p[0]++) {
                double point[3];
                for (int i = 0; i < 3; i++)
                    point[along(&d, i)] = origin_of(&d, i) + p[i] * sample_spacing(&d, i);
                assert_true(fabs(winding_number(m, point) - inside_at(&d, p)) < 1e-6);
            }
        }
    }
}
