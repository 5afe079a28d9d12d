/* test_deform.c - HeartBreaker's model in motion: it keeps to the volume, its normals stay normals, rays meet it.
 * SPDX-License-Identifier: MIT */
#include "fetches.h"
#include "harness.h"

#include "heartbreaker/deform.h"

#include "common/mesh/mesh.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static deform open_mesh(const env *e, const mesh *m) {
    deform d;
    memset(&d, 0, sizeof d);
    mesh_fit fit = mesh_fit_box(m, 1.8);
    assert_true(deform_create(&d, m, &fit, e->es ? GL_ES3 : e->gl21 ? 21 : 33));
    return d;
}

static deform open_teapot(const env *e) {
    SCOPED(mesh_free) mesh m;
    assert_true(mesh_make_teapot(&m, 4));
    deform d = open_mesh(e, &m);
    return d;
}

GL_TEST(no_motion_leaves_the_volume) {
    deform d = open_teapot(e);
    float farthest = 0;
    for (int motion = 0; motion <= MOTION_ALL; motion++) {
        for (double time = 0; time < 8; time += 0.037) {
            assert_true(deform_at(&d, motion, time));
            for (uint32_t i = 0; i < d.vertex_count; i++) {
                const float *p = d.now + 3 * (size_t)i;
                assert_true(fabsf(p[0]) <= 1 && fabsf(p[1]) <= 1 && fabsf(p[2]) <= 1);
                assert_true(hypotf(hypotf(p[0], p[1]), p[2]) <= d.mesh.radius * 1.0001f);
                farthest = fmaxf(farthest, hypotf(p[0], p[2]));
            }
        }
    }
    assert_true(farthest > 0.95f); /* nor is it smaller than it must be */
    deform_destroy(&d);
}

enum { PROBES = 64 };

/* Triangles of a point and two steps along the surface from it, all with the normal of that point. */
static void make_probes(mesh *m) {
    const float step = 2e-3f;
    assert_true(mesh_allocate(m, PROBES * 3, PROBES));
    for (int i = 0; i < PROBES; i++) {
        float height = 1.9f * (float)(i + 0.5f) / PROBES - 0.95f, around = 2.4f * (float)i;
        float wide = sqrtf(1 - height * height), c = cosf(around), s = sinf(around);
        const float normal[3] = {wide * c, height, wide * s}, along[3] = {-s, 0, c};
        const float across[3] = {-height * c, wide, -height * s};
        for (int k = 0; k < 3; k++) {
            float *p = m->positions + 9 * (size_t)i + k, *n = m->normals + 9 * (size_t)i + k;
            p[0] = normal[k];
            p[3] = normal[k] + step * along[k];
            p[6] = normal[k] + step * across[k];
            n[0] = n[3] = n[6] = normal[k];
        }
        for (int k = 0; k < 3; k++)
            m->indices[3 * i + k] = (uint32_t)(3 * i + k);
    }
}

static double cosine(const float a[3], const float b[3]) {
    double ab = 0, aa = 0, bb = 0;
    for (int k = 0; k < 3; k++) {
        ab += (double)a[k] * b[k];
        aa += (double)a[k] * a[k];
        bb += (double)b[k] * b[k];
    }
    return ab / sqrt(aa * bb);
}

GL_TEST(normals_stay_across_the_surface) {
    mesh m;
    make_probes(&m);
    deform d = open_mesh(e, &m);
    mesh_free(&m);
    for (double time = 0; time < 6; time += 0.21) {
        assert_true(deform_at(&d, MOTION_ALL, time));
        for (int i = 0; i < PROBES; i++) {
            const float *p = d.now + 9 * (size_t)i, *n = d.now_normals + 9 * (size_t)i;
            float along[3], across[3], outward[3];
            for (int k = 0; k < 3; k++) {
                along[k] = p[3 + k] - p[k];
                across[k] = p[6 + k] - p[k];
            }
            for (int k = 0; k < 3; k++)
                outward[k] = across[(k + 1) % 3] * along[(k + 2) % 3] - across[(k + 2) % 3] * along[(k + 1) % 3];
            assert_true(cosine(n, outward) > 0.9999);
            assert_true(fabs(cosine(n, n) - 1) < 1e-6);
            assert_true(fabsf(hypotf(hypotf(n[0], n[1]), n[2]) - 1) < 1e-5f);
        }
    }
    deform_destroy(&d);
}

/* -0 and 0 are. */
static bool are_equal(const float *a, const float *b, size_t count) {
    bool equal = true;
    for (size_t i = 0; i < count; i++)
        equal = equal && a[i] == b[i];
    return equal;
}

GL_TEST(what_is_drawn_is_what_is_known) {
    deform d = open_teapot(e);
    size_t bytes = (size_t)d.vertex_count * 12;
    float *drawn = make_room(bytes);
    const int motions[] = {0, MOTION_ALL, 0};
    for (int i = 0; i < 3; i++) {
        assert_true(deform_at(&d, motions[i], 1.3));
        fetch_buffer(d.mesh.positions, 0, bytes, drawn);
        assert_memory_equal(drawn, d.now, bytes);
        fetch_buffer(d.mesh.normals, 0, bytes, drawn);
        assert_memory_equal(drawn, d.now_normals, bytes);
        assert_int_equal(are_equal(d.now, d.rest, 3 * (size_t)d.vertex_count), i != 1);
    }
    free(drawn);
    deform_destroy(&d);
}

/* Two triangles across z, the nearer one first hit from its side. */
GL_TEST(a_ray_meets_what_is_nearest) {
    static const float CORNERS[6][3] = {{-1, -1, 0.5f},  {1, -1, 0.5f},  {0, 1, 0.5f},
                                        {-1, -1, -0.5f}, {1, -1, -0.5f}, {0, 1, -0.5f}};
    mesh m;
    assert_true(mesh_allocate(&m, 6, 2));
    memcpy(m.positions, CORNERS, sizeof CORNERS);
    for (uint32_t i = 0; i < 6; i++)
        m.indices[i] = i;
    mesh_complete_normals(&m);
    deform d = open_mesh(e, &m);
    mesh_free(&m);
    const float front[3] = {0.01f, 0.02f, 5}, back[3] = {0.01f, 0.02f, -5}, in[3] = {0, 0, -1}, out[3] = {0, 0, 1};
    const float aside[3] = {0.99f, 0.99f, 5};
    float point[3] = {7, 7, 7};
    assert_true(deform_pick(&d, front, in, point));
    assert_true(fabsf(point[0] - 0.01f) < 1e-5f && fabsf(point[1] - 0.02f) < 1e-5f);
    assert_true(fabsf(point[2] - d.rest[2]) < 1e-5f && point[2] > 0.1f);
    assert_true(deform_pick(&d, back, out, point));
    assert_true(fabsf(point[2] + d.rest[2]) < 1e-5f);
    assert_false(deform_pick(&d, front, out, point)); /* it lies behind */
    assert_false(deform_pick(&d, aside, in, point));
    deform_destroy(&d);
}
