/* test_splats_mesh.c - clouds of splats made from meshes.  SPDX-License-Identifier: MIT */
#include "swarms.h"

#include "common/files/clock.h"
#include "common/mesh/mesh.h"
#include "common/platform/gl.h"
#include "splats/cloud_mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct scene {
    painter painter;
    library library;
} scene;

static void open_scene(scene *s, const env *e) {
    int gl = e->es ? GL_ES3 : e->gl21 ? 21 : 33;
    memset(s, 0, sizeof *s);
    WORKS(painter_open(&s->painter, gl));
    WORKS(library_open(&s->library, gl));
}

static void close_scene(scene *s) {
    library_close(&s->library);
    painter_close(&s->painter);
    CHECK_GL();
}

/* What the splat's own z becomes: the third column of its matrix. */
static void axis_of(const float q[4], double out[3]) {
    out[0] = 2.0 * ((double)q[1] * q[3] + (double)q[0] * q[2]);
    out[1] = 2.0 * ((double)q[2] * q[3] - (double)q[0] * q[1]);
    out[2] = 1 - 2.0 * ((double)q[1] * q[1] + (double)q[2] * q[2]);
}

/* A rectangle, z = slope x + other slope y but for a shift, that looks to one side or to the other. */
typedef struct plane {
    float slopes[2], side;
} plane;

static void normal_of(const plane *p, double out[3]) {
    const double length = sqrt(1 + p->slopes[0] * p->slopes[0] + p->slopes[1] * p->slopes[1]);
    out[0] = -p->side * p->slopes[0] / length;
    out[1] = -p->side * p->slopes[1] / length;
    out[2] = p->side / length;
}

static mesh make_rectangle(const plane *p) {
    static const float CORNERS[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const uint32_t INDICES[6] = {0, 1, 2, 0, 2, 3};
    double normal[3];
    mesh m;
    assert_true(mesh_allocate(&m, 4, 2));
    normal_of(p, normal);
    for (int i = 0; i < 4; i++) {
        const float x = 100 + 4 * CORNERS[i][0], y = 7 + 3 * CORNERS[i][1];
        const float position[3] = {x, y, p->slopes[0] * x + p->slopes[1] * y};
        const uint8_t color[4] = {(uint8_t)(255 * CORNERS[i][0]), 255, 0, 255};
        memcpy(m.positions + 3 * i, position, sizeof position);
        memcpy(m.colors + 4 * i, color, sizeof color);
        for (int k = 0; k < 3; k++)
            m.normals[3 * i + k] = (float)normal[k];
    }
    memcpy(m.indices, INDICES, sizeof INDICES);
    m.has_colors = true;
    return m;
}

static void check_rectangle(const splat_cloud *c, const plane *p) {
    const float cell = c->scales[0] / 0.6f;
    float last_red = -1;
    double normal[3];
    normal_of(p, normal);
    for (size_t i = 0; i < c->count; i++) {
        const float *at = c->centers + 3 * i, *color = c->colors + 4 * i;
        double axis[3], off = 0;
        axis_of(c->rotations + 4 * i, axis);
        for (int k = 0; k < 3; k++) {
            assert_true(fabs(axis[k] - normal[k]) < 1e-3);
            off += at[k] * normal[k];
        }
        assert_true(fabs(off) < 1e-4 * cell);
        assert_true(fabsf(at[0]) < 1 + cell && fabsf(at[1]) < 0.75f + cell);
        assert_true(c->scales[3 * i] == c->scales[3 * i + 1] && c->scales[3 * i + 2] < c->scales[3 * i] / 4);
        assert_true(color[1] > color[2] && color[3] == 0.95f);
        assert_true(at[0] > -0.9f || color[0] < 0.25f);
        last_red = at[0] > 0.9f ? fmaxf(last_red, color[0]) : last_red;
    }
    assert_true(last_red > 0.35f);
}

/* Voxels of two layers that a plane lies between would have the same places on it. */
static void check_places_differ(const splat_cloud *c) {
    const float least = 0.01f * c->scales[0] / 0.6f;
    for (size_t i = 0; i < c->count; i++) {
        for (size_t j = 0; j < i; j++) {
            const float *a = c->centers + 3 * i, *b = c->centers + 3 * j;
            assert_true(fabsf(a[0] - b[0]) > least || fabsf(a[1] - b[1]) > least || fabsf(a[2] - b[2]) > least);
        }
    }
}

GPU_TEST_ONCE(splats_lie_flat_on_the_surface) {
    static const plane PLANES[] = {{{0.5f, -0.25f}, 1}, {{0.5f, -0.25f}, -1}, {{-0.25f, 0.5f}, 1},
                                   {{1, 0}, 1},         {{0, 0}, 1},          {{0, 0}, -1}};
    scene s;
    open_scene(&s, e);
    for (size_t i = 0; i < sizeof PLANES / sizeof PLANES[0]; i++) {
        float low[3], high[3];
        SCOPED(cloud_free) splat_cloud c;
        SCOPED(mesh_free) mesh m = make_rectangle(&PLANES[i]);
        WORKS(cloud_from_mesh(&c, &s.library, &m, 3000));
        fprintf(stderr, "%u splats\n", (unsigned)c.count);
        assert_in_range(c.count, 2700, 3300);
        assert_int_equal(c.skipped, 0);
        check_rectangle(&c, &PLANES[i]);
        check_places_differ(&c);
        cloud_bounds(&c, low, high);
        assert_true(low[0] < -0.95f && high[0] > 0.95f && low[1] < -0.7f && high[1] > 0.7f);
    }
    close_scene(&s);
}

GPU_TEST_ONCE(there_are_about_as_many_as_wanted) {
    const uint32_t most = e->small ? 1000 : getenv("HPYR_TEST_FULL") ? 1000000 : 100000;
    scene s;
    splat_cloud c;
    SCOPED(mesh_free) mesh m;
    assert_true(mesh_make_teapot(&m, 7));
    open_scene(&s, e);
    for (uint32_t wanted = 1000; wanted <= most; wanted *= 10) {
        double begin = clock_ms();
        WORKS(cloud_from_mesh(&c, &s.library, &m, wanted));
        fprintf(stderr, "%u splats wanted, %u made in %.0f ms\n", (unsigned)wanted, (unsigned)c.count,
                clock_ms() - begin);
        assert_true(fabs((double)c.count - wanted) < 0.08 * wanted);
        for (size_t i = 0; i < 3 * (size_t)c.count; i++)
            assert_true(fabsf(c.centers[i]) <= 1 + c.scales[0] / 0.5f);
        cloud_free(&c);
    }
    WORKS(cloud_from_mesh(&c, &s.library, &m, 1));
    assert_in_range(c.count, 1, 40);
    cloud_free(&c);
    close_scene(&s);
}

GPU_TEST_ONCE(too_many_are_refused) {
    splat_cloud c;
    scene s;
    SCOPED(mesh_free) mesh m;
    assert_true(mesh_make_teapot(&m, 3));
    open_scene(&s, e);
    error_clear();
    assert_false(cloud_from_mesh(&c, &s.library, &m, UINT32_MAX));
    assert_true(strstr(error_text(), "grid") && !strchr(error_text(), '\n'));
    assert_true(c.count == 0 && !c.centers);
    close_scene(&s);
}
