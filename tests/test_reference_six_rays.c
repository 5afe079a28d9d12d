/* test_reference_six_rays.c - the oracle's `solid` voxelizer by six rays, which is for meshes with holes.
 * SPDX-License-Identifier: MIT
 *
 * Open boxes are counted by hand, rays through random triangles one by one. */
#include "grids.h"
#include "volumes.h"

static uint64_t set_by_six_rays(grid *g, const soup *s) {
    uint64_t set = 0;
    answered(hpyr_ref_voxelize_solid_six_rays(s->corners, s->count, g->size[0], g->size[1], g->size[2], g->voxels,
                                              g->ambiguous, &set));
    return set;
}

TEST(a_box_without_a_face_is_filled) {
    static const double low[3] = {2 / 4.0 - 1, 1 / 2.0 - 1, 3 / 8.0 - 1};
    static const double high[3] = {5 / 4.0 - 1, 3 / 2.0 - 1, 11 / 8.0 - 1};
    SCOPED(free_grid) grid g = make_grid(8, 4, 16);
    for (unsigned face = 0; face < 7; face++) { /* 6: none is missing */
        SCOPED(soup_free) soup box = soup_open_box(low, high, 1u << face & 63);
        assert_int_equal(box.count, face < 6 ? 10 : 12);
        assert_int_equal(set_by_six_rays(&g, &box), 3 * 2 * 8);
        for (size_t i = 0; i < voxel_count(&g); i++) {
            uint32_t place[3];
            place_of(&g, i, place);
            assert_int_equal(g.voxels[i], place[0] >= 2 && place[0] < 5 && place[1] >= 1 && place[1] < 3 &&
                                              place[2] >= 3 && place[2] < 11);
        }
    }
}

/* Whether the ray from `from` along `axis` crosses the triangle, by the signs of three areas. */
static bool crosses(const float *t, const double from[3], int axis, double direction) {
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    double areas[3], depth = 0, sum = 0;
    for (int k = 0; k < 3; k++) {
        const float *p = t + 3 * ((k + 1) % 3), *q = t + 3 * ((k + 2) % 3);
        areas[k] = (p[u] - from[u]) * (q[v] - from[v]) - (p[v] - from[v]) * (q[u] - from[u]);
        sum += areas[k];
        depth += areas[k] * t[3 * k + axis];
    }
    bool covers = (areas[0] > 0 && areas[1] > 0 && areas[2] > 0) || (areas[0] < 0 && areas[1] < 0 && areas[2] < 0);
    return covers && (depth / sum - from[axis]) * direction > 0;
}

static int rays_that_say_inside(const soup *s, const double from[3]) {
    int rays = 0;
    for (int ray = 0; ray < 6; ray++) {
        int crossings = 0;
        for (uint32_t t = 0; t < s->count; t++)
            crossings += crosses(s->corners + 9 * (size_t)t, from, ray / 2, ray % 2 ? 1 : -1);
        rays += crossings % 2;
    }
    return rays;
}

/* Triangles reach out of the volume on all sides. */
TEST(random_triangles_are_counted_ray_by_ray) {
    for (uint64_t seed = 1; seed <= 12; seed++) {
        SCOPED(free_grid) grid g = make_grid(11, 6, 9);
        SCOPED(soup_free) soup s = soup_random(5 + (uint32_t)seed * 3, 1.6f, seed);
        uint64_t set = set_by_six_rays(&g, &s), expected = 0;
        for (size_t i = 0; i < voxel_count(&g); i++) {
            uint32_t place[3];
            double from[3];
            place_of(&g, i, place);
            for (int axis = 0; axis < 3; axis++)
                from[axis] = (place[axis] + 0.5) / g.size[axis] * 2 - 1;
            int rays = rays_that_say_inside(&s, from);
            assert_int_equal(g.voxels[i], rays >= 4);
            expected += rays >= 4;
        }
        assert_int_equal(set, expected);
    }
}

TEST(axes_may_change_places) {
    static const int orders[][3] = {{1, 2, 0}, {2, 0, 1}, {1, 0, 2}, {2, 1, 0}, {0, 2, 1}};
    SCOPED(soup_free) soup teapot = soup_broken_teapot(5, 0.5, 0.3);
    SCOPED(free_grid) grid g = make_grid(24, 31, 17);
    assert_true(set_by_six_rays(&g, &teapot) > 500);
    for (size_t o = 0; o < LENGTH(orders); o++) {
        const int *order = orders[o];
        SCOPED(free_grid) grid h = make_grid(g.size[order[0]], g.size[order[1]], g.size[order[2]]);
        SCOPED(soup_free) soup turned = soup_make(teapot.count);
        for (size_t k = 0; k < 9 * (size_t)teapot.count; k++)
            turned.corners[k] = teapot.corners[k - k % 3 + (size_t)order[k % 3]];
        set_by_six_rays(&h, &turned);
        for (size_t i = 0; i < voxel_count(&h); i++) {
            uint32_t place[3], at[3];
            place_of(&h, i, place);
            for (int axis = 0; axis < 3; axis++)
                at[order[axis]] = place[axis];
            size_t same = ((size_t)at[2] * g.size[1] + at[1]) * g.size[0] + at[0];
            assert_true(h.ambiguous[i] == g.ambiguous[same]);
            assert_true(h.voxels[i] == g.voxels[same] || h.ambiguous[i]);
        }
    }
}

TEST(closed_meshes_need_one_ray_only) {
    SCOPED(free_grid) grid g = make_grid(30, 21, 44), by_one = make_grid(30, 21, 44);
    SCOPED(soup_free)
    soup s = soup_sphere((const double[3]){0.3, -0.6, 0.51}, 0.8, 24), torus = soup_torus(0.5, 0.3, 20);
    soup_append(&s, &torus); /* cut by the sides of the volume, and hollow where they overlap */
    set_by_six_rays(&g, &s);
    answered(hpyr_ref_voxelize_solid(s.corners, s.count, 30, 21, 44, by_one.voxels, by_one.ambiguous, NULL));
    assert_memory_equal(g.ambiguous, by_one.ambiguous, voxel_count(&g));
    for (size_t i = 0; i < voxel_count(&g); i++)
        assert_true(g.voxels[i] == by_one.voxels[i] || g.ambiguous[i]);
}

TEST(an_empty_soup_clears_the_voxels) {
    SCOPED(free_grid) grid g = make_grid(3, 1, 2);
    SCOPED(soup_free) soup none = soup_make(0);
    assert_int_equal(set_by_six_rays(&g, &none), 0);
    for (size_t i = 0; i < voxel_count(&g); i++)
        assert_true(g.voxels[i] == 0 && g.ambiguous[i] == 0);
}
