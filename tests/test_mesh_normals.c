/* test_mesh_normals.c - models without normals get smooth ones, and keep their edges.  SPDX-License-Identifier: MIT */
#include "harness.h"

#include "common/mesh/mesh.h"

#include <math.h>
#include <string.h>

static const float TAU = 6.2831853f;

static void set_triangle(mesh *m, uint32_t t, uint32_t a, uint32_t b, uint32_t c) {
    m->indices[3 * t] = a;
    m->indices[3 * t + 1] = b;
    m->indices[3 * t + 2] = c;
}

/* The walls of a prism about y: vertex 2 i at the bottom, 2 i + 1 at the top, each with a color of its own. */
static void make_prism(mesh *m, uint32_t sides) {
    assert_true(mesh_allocate(m, 2 * sides, 2 * sides));
    for (uint32_t i = 0; i < sides; i++) {
        float angle = TAU * (float)i / (float)sides;
        for (uint32_t top = 0; top < 2; top++) {
            float *p = m->positions + (size_t)(2 * i + top) * 3;
            p[0] = sinf(angle);
            p[1] = top ? 0.5f : -0.5f;
            p[2] = cosf(angle);
            m->colors[(size_t)(2 * i + top) * 4] = (uint8_t)(10 * i + top);
        }
        uint32_t a = 2 * i, b = 2 * ((i + 1) % sides);
        set_triangle(m, 2 * i, a, b, b + 1);
        set_triangle(m, 2 * i + 1, a, b + 1, a + 1);
    }
}

static float dot(const float *a, const float *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Positions and colors of all corners are what they were; normals are of unit length and look away from the axis. */
static void check_corners(const mesh *m, uint32_t sides) {
    SCOPED(mesh_free) mesh before;
    make_prism(&before, sides);
    assert_int_equal(m->triangle_count, before.triangle_count);
    for (uint32_t i = 0; i < m->triangle_count * 3; i++) {
        size_t now = m->indices[i], then = before.indices[i];
        assert_true(now < m->vertex_count);
        assert_memory_equal(m->positions + now * 3, before.positions + then * 3, 12);
        assert_memory_equal(m->colors + now * 4, before.colors + then * 4, 4);
        const float *n = m->normals + now * 3, *p = m->positions + now * 3;
        assert_true(fabsf(dot(n, n) - 1) < 1e-5f);
        assert_true(fabsf(n[1]) < 1e-5f);
        assert_true(n[0] * p[0] + n[2] * p[2] > 0.5f);
    }
}

TEST(eight_sides_are_round) {
    SCOPED(mesh_free) mesh m;
    make_prism(&m, 8);
    mesh_complete_normals(&m);
    assert_int_equal(m.vertex_count, 16);
    check_corners(&m, 8);
}

TEST(six_sides_have_edges) {
    SCOPED(mesh_free) mesh m;
    make_prism(&m, 6);
    mesh_complete_normals(&m);
    assert_int_equal(m.vertex_count, 24); /* every edge's two ends, once a side */
    check_corners(&m, 6);
    for (uint32_t t = 0; t < m.triangle_count; t++) { /* flat: all corners alike, and both triangles of a side */
        const float *n = m.normals + (size_t)m.indices[3 * t] * 3,
                    *next = m.normals + (size_t)m.indices[3 * (t ^ 1)] * 3;
        for (uint32_t k = 1; k < 3; k++)
            assert_true(dot(n, m.normals + (size_t)m.indices[3 * t + k] * 3) > 0.99999f);
        assert_true(dot(n, next) > 0.99999f);
    }
}

/* As an OBJ with a seam of its texture: the same place twice. */
TEST(smoothing_goes_across_vertices_at_one_position) {
    mesh whole, soup;
    make_prism(&whole, 8);
    assert_true(mesh_allocate(&soup, whole.triangle_count * 3, whole.triangle_count));
    soup.texcoords = make_zeros(soup.vertex_count, 8);
    for (uint32_t i = 0; i < whole.triangle_count * 3; i++) {
        memcpy(soup.positions + (size_t)i * 3, whole.positions + (size_t)whole.indices[i] * 3, 12);
        soup.indices[i] = i;
    }
    mesh_complete_normals(&whole);
    mesh_complete_normals(&soup);
    for (uint32_t i = 0; i < whole.triangle_count * 3; i++)
        assert_memory_equal(soup.normals + (size_t)i * 3, whole.normals + (size_t)whole.indices[i] * 3, 12);
    mesh_free(&whole);
    mesh_free(&soup);
}

TEST(given_normals_stay) {
    SCOPED(mesh_free) mesh m;
    make_prism(&m, 6);
    m.texcoords = make_zeros(m.vertex_count, 8);
    for (uint32_t v = 0; v < m.vertex_count; v++) {
        m.texcoords[2 * v] = (float)v;
        m.normals[3 * v + 1] = v == 5 ? NAN : v == 7 ? 0 : 3.0f;
    }
    mesh_complete_normals(&m);
    assert_int_equal(m.vertex_count, 12 + 2);
    for (uint32_t v = 0; v < m.vertex_count; v++) {
        uint32_t source = v == 12 ? 5 : v == 13 ? 7 : v;
        assert_true(m.texcoords[2 * v] == (float)source);
        assert_true((m.normals[3 * v + 1] == 1) == (source != 5 && source != 7));
    }
}

TEST(odd_triangles_do_no_harm) {
    SCOPED(mesh_free) mesh m;
    assert_true(mesh_allocate(&m, 6, 4));
    static const float POSITIONS[18] = {0, 0, 0, 1e-30f, 0, 0, 0, 1e-30f, 0, NAN, 0, 0, 7, 7, 7, 0, 0, 0};
    memcpy(m.positions, POSITIONS, sizeof POSITIONS);
    set_triangle(&m, 0, 0, 1, 2);
    set_triangle(&m, 1, 0, 1, 3);
    set_triangle(&m, 2, 0, 0, 1);
    set_triangle(&m, 3, 0, 5, 1);
    mesh_complete_normals(&m);
    assert_int_equal(m.vertex_count, 6);
    for (uint32_t v = 0; v < m.vertex_count; v++)
        assert_true(m.normals[3 * v] == 0 && m.normals[3 * v + 1] == 0 && m.normals[3 * v + 2] == 1);
}

/* A cone of so many sides that comparing each with each is too much: all count at its tip, and nothing else changes. */
TEST(a_large_fan_is_smooth) {
    enum { SIDES = 5000 };
    SCOPED(mesh_free) mesh m;
    assert_true(mesh_allocate(&m, SIDES + 1, SIDES));
    m.positions[1] = 1;
    for (uint32_t i = 0; i < SIDES; i++) {
        float angle = TAU * (float)i / SIDES;
        m.positions[3 * (i + 1)] = sinf(angle);
        m.positions[3 * (i + 1) + 2] = cosf(angle);
        set_triangle(&m, i, 0, i + 1, (i + 1) % SIDES + 1);
    }
    mesh_complete_normals(&m);
    assert_int_equal(m.vertex_count, SIDES + 1);
    assert_true(m.normals[1] > 0.9999f);
    for (uint32_t i = 1; i <= SIDES; i++)
        assert_true(fabsf(m.normals[3 * i + 1] - 0.70710678f) < 1e-3f);
}
