/* test_splats_mesh.c - clouds of splats made from meshes.  SPDX-License-Identifier: MIT */
#include "swarms.h"

#include "common/files/clock.h"
#include "common/mesh/teapot.h"
#include "splats/cloud_mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char error[ERROR_SIZE];

typedef struct scene {
    painter painter;
    library library;
} scene;

static void open_scene(scene *s, const env *e) {
    int gl = e->gl21 ? 21 : 33;
    memset(s, 0, sizeof *s);
    WORKS(painter_open(&s->painter, gl, E));
    WORKS(library_open(&s->library, gl, E));
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

/* A square across the box, z = x / 2 but for a shift, whose normal is that of one side or of the other. */
static mesh make_square(float side) {
    static const float CORNERS[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const uint32_t INDICES[6] = {0, 1, 2, 0, 2, 3};
    mesh m;
    assert_true(mesh_allocate(&m, 4, 2));
    for (int i = 0; i < 4; i++) {
        const float x = 100 + 4 * CORNERS[i][0], y = 7 + 3 * CORNERS[i][1];
        const float position[3] = {x, y, x / 2}, normal[3] = {-side * sqrtf(0.2f), 0, side * sqrtf(0.8f)};
        const uint8_t colour[4] = {(uint8_t)(255 * CORNERS[i][0]), 255, 0, 255};
        memcpy(m.positions + 3 * i, position, sizeof position);
        memcpy(m.normals + 3 * i, normal, sizeof normal);
        memcpy(m.colours + 4 * i, colour, sizeof colour);
    }
    memcpy(m.indices, INDICES, sizeof INDICES);
    m.has_colours = true;
    return m;
}

static void check_square(const splat_cloud *c, float side) {
    const float cell = c->scales[0] / 0.55f;
    float last_red = -1;
    for (size_t i = 0; i < c->count; i++) {
        const float *p = c->centres + 3 * i;
        double axis[3];
        axis_of(c->rotations + 4 * i, axis);
        assert_true(fabs(axis[0] + side * sqrt(0.2)) < 1e-3 && fabs(axis[1]) < 1e-3 &&
                    fabs(axis[2] - side * sqrt(0.8)) < 1e-3);
        assert_true(fabs(p[2] - p[0] / 2) * sqrt(0.8) < sqrt(3) / 2 * cell + 1e-4); /* the plane meets the voxel */
        assert_true(fabsf(p[0]) < 1 + cell && fabsf(p[1]) < 0.75f + cell);
        assert_true(c->scales[3 * i] == c->scales[3 * i + 1] && c->scales[3 * i + 2] < c->scales[3 * i] / 4);
        assert_true(c->colours[4 * i + 1] > c->colours[4 * i + 2] && c->colours[4 * i + 3] == 0.9f);
        if (p[0] > 0.9f)
            last_red = fmaxf(last_red, c->colours[4 * i]);
        else if (p[0] < -0.9f)
            assert_true(c->colours[4 * i] < 0.25f);
    }
    assert_true(last_red > 0.5f);
}

static void splats_lie_flat_on_the_surface(void **state) {
    const env *e = *state;
    scene s;
    open_scene(&s, e);
    for (int i = 0; i < 2; i++) {
        const float side = i ? -1.0f : 1.0f;
        float low[3], high[3];
        splat_cloud c;
        mesh m = make_square(side);
        WORKS(cloud_from_mesh(&c, &s.library, &m, 3000, E));
        assert_in_range(c.count, 2700, 3300);
        assert_int_equal(c.skipped, 0);
        check_square(&c, side);
        cloud_bounds(&c, low, high);
        assert_true(low[0] < -0.95f && high[0] > 0.95f && low[1] < -0.7f && high[1] > 0.7f);
        cloud_free(&c);
        mesh_free(&m);
    }
    close_scene(&s);
}

static void there_are_about_as_many_as_wanted(void **state) {
    const env *e = *state;
    const uint32_t most = e->small ? 10000 : getenv("HPYR_TEST_FULL") ? 1000000 : 100000;
    scene s;
    splat_cloud c;
    mesh m;
    assert_true(mesh_make_teapot(&m, 7));
    open_scene(&s, e);
    for (uint32_t wanted = 1000; wanted <= most; wanted *= 10) {
        double begin = clock_ms();
        WORKS(cloud_from_mesh(&c, &s.library, &m, wanted, E));
        fprintf(stderr, "%u splats wanted, %u made in %.0f ms\n", (unsigned)wanted, (unsigned)c.count,
                clock_ms() - begin);
        assert_true(fabs((double)c.count - wanted) < 0.08 * wanted);
        for (size_t i = 0; i < 3 * (size_t)c.count; i++)
            assert_true(fabsf(c.centres[i]) <= 1 + c.scales[0] / 0.5f);
        cloud_free(&c);
    }
    WORKS(cloud_from_mesh(&c, &s.library, &m, 1, E));
    assert_in_range(c.count, 1, 40);
    cloud_free(&c);
    close_scene(&s);
    mesh_free(&m);
}

static void too_many_are_refused(void **state) {
    const env *e = *state;
    splat_cloud c;
    scene s;
    mesh m;
    assert_true(mesh_make_teapot(&m, 3));
    open_scene(&s, e);
    error[0] = '\0';
    assert_false(cloud_from_mesh(&c, &s.library, &m, UINT32_MAX, E));
    assert_true(strstr(error, "grid") && !strchr(error, '\n'));
    assert_true(c.count == 0 && !c.centres);
    close_scene(&s);
    mesh_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        GPU_TEST_ONCE(splats_lie_flat_on_the_surface),
        GPU_TEST_ONCE(there_are_about_as_many_as_wanted),
        GPU_TEST_ONCE(too_many_are_refused),
    };
    return RUN_GPU_TESTS(tests);
}
