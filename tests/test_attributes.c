/* test_attributes.c - color and normal of every surface voxel, in the order of the point list.
 * SPDX-License-Identifier: MIT */
#include "looks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double middle[3] = {0, 0, 0};

/* ---- against brute force ---- */

GPU_TEST(every_fill_and_layout_looks_like_the_mesh) {
    static const uint32_t sizes[][3] = {{24, 24, 24}, {30, 17, 12}, {12, 10, 140}};
    for (size_t i = 0; i < LENGTH(sizes); i++)
        for (int fill = HPYR_FILL_THIN; fill <= HPYR_FILL_SOLID; fill++)
            for (int layout = HPYR_LAYOUT_SINGLE; layout <= HPYR_LAYOUT_BITS; layout++) {
                job j = {.fill = (hpyr_fill)fill, .layout = (hpyr_layout)layout};
                memcpy(j.size, sizes[i], sizeof j.size);
                if ((!has_quick_bits(e) && (fill != HPYR_FILL_THIN || i == 2)) ||
                    (e->hostile && (i + (size_t)layout) % 2))
                    continue;
                SCOPED(looks_free)
                looks l = looks_make(i % 2 ? soup_torus(0.6, 0.3, 16) : soup_sphere(middle, 0.85, 14),
                                     LOOKS_COLORS | LOOKS_NORMALS, 0);
                assert_true(check_job(e, &j, &l, 1) > 50);
            }
}

/* Slices have voxels, too. */
GPU_TEST(slices_look_like_the_mesh) {
    job j = {{20, 21, 18}, HPYR_VOXELIZER_KIND_SLICES, HPYR_FILL_THIN, HPYR_LAYOUT_SINGLE, HPYR_BASE_MERGED, NULL};
    SCOPED(looks_free) looks l = looks_make(soup_sphere(middle, 0.85, 14), LOOKS_COLORS | LOOKS_NORMALS, 0);
    check_job(e, &j, &l, 1);
    j.layout = HPYR_LAYOUT_BITS;
    j.base = HPYR_BASE_DEFAULT;
    check_job(e, &j, &l, 1);
}

GPU_TEST(what_a_mesh_does_not_have_gets_its_default) {
    job j = {.size = {20, 20, 20},
             .fill = has_quick_bits(e) ? HPYR_FILL_SURFACE : HPYR_FILL_THIN,
             .layout = HPYR_LAYOUT_BITS};
    for (int parts = 0; parts < 8; parts++) {
        SCOPED(looks_free) looks l = looks_make(soup_torus(0.6, 0.3, 14), parts, 0);
        check_job(e, &j, &l, 1);
    }
}

GPU_TEST(textures_are_filtered_within_their_level) {
    job j = {.size = {28, 28, 28},
             .fill = has_quick_bits(e) ? HPYR_FILL_SURFACE : HPYR_FILL_THIN,
             .layout = HPYR_LAYOUT_BITS};
    for (int level = 0; level < 3; level++) {
        SCOPED(looks_free)
        looks l = looks_make(soup_sphere(middle, 0.9, 16), LOOKS_TEXTURE | (level ? LOOKS_COLORS : 0), level);
        env_watch(e, GL_TEXTURE_2D, l.texture.texture.name); /* filters, wrapping and levels stay the caller's */
        check_job(e, &j, &l, 1);
        e->watch_count = 0;
    }
}

GPU_TEST(random_triangles_look_like_the_nearest_one) {
    static const float sizes[] = {0.9f, 0.2f, 0.05f};
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        job j = {.size = {23, 26, 21},
                 .fill = has_quick_bits(e) ? HPYR_FILL_SURFACE : HPYR_FILL_THIN,
                 .layout = HPYR_LAYOUT_BITS};
        SCOPED(looks_free)
        looks l = looks_make(soup_crumbs(i ? 150 : 25, sizes[i], 0.9f, 3 + i), LOOKS_COLORS | LOOKS_NORMALS, 0);
        check_job(e, &j, &l, 1);
        j.layout = HPYR_LAYOUT_SINGLE;
        check_job(e, &j, &l, 1);
    }
}

GPU_TEST(random_triangles_give_thin_voxels_the_nearest_that_marks_them) {
    static const float sizes[] = {0.9f, 0.2f, 0.05f};
    for (size_t i = 0; i < LENGTH(sizes); i++)
        for (int kind = HPYR_VOXELIZER_KIND_SLICES;
             kind <= (has_quick_bits(e) ? HPYR_VOXELIZER_KIND_BITS : HPYR_VOXELIZER_KIND_SLICES); kind++) {
            job j = {.size = {23, 26, 21}, .kind = (hpyr_voxelizer_kind)kind, .layout = HPYR_LAYOUT_BITS};
            SCOPED(looks_free)
            looks l = looks_make(soup_crumbs(60 + 400 * (uint32_t)i, sizes[i], 0.9f, 13 + i),
                                 LOOKS_COLORS | LOOKS_NORMALS, 0);
            assert_true(check_job(e, &j, &l, 1) > 50);
        }
}

/* A wall through the middle of voxels that a floor marks: thin does not see it, however near it is. */
GPU_TEST(walls_do_not_color_thin_voxels) {
    static const float floor_and_wall[4][9] = {{-1, -1, 0.03f, 1, -1, 0.03f, 1, 1, 0.03f},
                                               {-1, -1, 0.03f, 1, 1, 0.03f, -1, 1, 0.03f},
                                               {0.06f, -1, -1, 0.06f, 1, -1, 0.06f, 1, 1},
                                               {0.06f, -1, -1, 0.06f, 1, 1, 0.06f, -1, 1}};
    job j = {.size = {16, 16, 16}, .layout = HPYR_LAYOUT_BITS};
    SCOPED(looks_free) looks l = looks_make(soup_copy(floor_and_wall[0], 4), 0, 0);
    SCOPED(looked_free) looked r = run_job(e, &j, &l, 1);
    assert_int_equal(r.total, 256);
    for (size_t key = 0; key < r.total; key++)
        assert_true(r.colors[4 * key + 3] == 255 && r.normals[4 * key + 2] == 1);
}

/* ---- thin, where rounding decides what marks a voxel ---- */

static soup make_hard(int kind, uint64_t seed) {
    return kind == 0   ? soup_slivers(2500, seed)
           : kind == 1 ? soup_ties(300, seed)
           : kind == 2 ? soup_random(60, 40.0f, seed) /* far larger than the volume */
                       : soup_crumbs(2000, 0.05f, 1.0f, seed);
}

GPU_TEST(no_thin_voxel_is_left_without_looks) {
    enum { KINDS = 4, SEEDS = 4 };
    uint32_t total = 0;
    for (int i = 0; i < KINDS * SEEDS; i++) {
        int seed = i / KINDS;
        job j = {.size = {16, 16, 32}, .layout = seed % 2 ? HPYR_LAYOUT_BITS : HPYR_LAYOUT_SINGLE};
        j.kind = has_quick_bits(e) && seed / 2 % 2 ? HPYR_VOXELIZER_KIND_BITS : HPYR_VOXELIZER_KIND_SLICES;
        SCOPED(looks_free)
        looks l = looks_make(make_hard(i % KINDS, 100 + (uint64_t)i), LOOKS_COLORS | LOOKS_NORMALS, 0);
        SCOPED(looked_free) looked r = run_job(e, &j, &l, 1);
        check_none_blank(&r);
        total += r.total;
    }
    assert_true(total > 3000);
}

/* ---- meshes with all there is ---- */

GPU_TEST(surfaces_of_several_kinds_come_together) {
    job j = {.size = {26, 24, 28},
             .fill = has_quick_bits(e) ? HPYR_FILL_SURFACE : HPYR_FILL_THIN,
             .layout = HPYR_LAYOUT_BITS};
    looks list[4] = {looks_make(soup_sphere((const double[3]){-0.4, 0, 0}, 0.5, 12), LOOKS_COLORS, 0),
                     looks_make(soup_sphere((const double[3]){0.4, 0, 0}, 0.5, 12), LOOKS_TEXTURE, 1),
                     looks_make(soup_make(0), LOOKS_NORMALS, 0),
                     looks_make(soup_torus(0.7, 0.2, 12), LOOKS_NORMALS | LOOKS_TEXTURE | LOOKS_COLORS, 0)};
    check_job(e, &j, list, 4);
    for (int i = 0; i < 4; i++)
        looks_free(&list[i]);
}

/* Rotated, scaled and moved: normals are of the mesh's own coordinates all the same. */
GPU_TEST(a_transform_moves_the_voxels_but_not_their_looks) {
    static const float transforms[][16] = {
        {0, 0.5f, 0, 0, -0.4f, 0, 0.3f, 0, 0.3f, 0, 0.4f, 0, 0.1f, -0.2f, 0.15f, 1},
        {0.01f, 0, 0, 0, 0, -0.01f, 0, 0, 0, 0, 0.005f, 0, 0.3f, 0.1f, -0.2f, 1},
    };
    for (size_t i = 0; i < 2 * LENGTH(transforms); i++) {
        job j = {.size = {30, 26, 28},
                 .fill = has_quick_bits(e) ? HPYR_FILL_SURFACE : HPYR_FILL_THIN,
                 .layout = HPYR_LAYOUT_BITS,
                 .transform = transforms[i / 2]};
        soup s = soup_torus(0.6, 0.3, 14);
        for (size_t k = 0; k < 9 * (size_t)s.count && i / 2 == 1; k++)
            s.corners[k] *= 100;
        SCOPED(looks_free) looks l = looks_make(s, i % 2 ? LOOKS_COLORS : LOOKS_COLORS | LOOKS_NORMALS, 0);
        assert_true(check_job(e, &j, &l, 1) > 50);
    }
}

/* Indices, strides and offsets: as a soup of the same corners. */
GPU_TEST(looks_lie_in_buffers_in_any_way) {
    typedef struct vertex {
        float unused, normal[3], texcoord[2];
        uint8_t color[4];
        float position[3];
    } vertex;
    job j = {.size = {22, 22, 22},
             .fill = has_quick_bits(e) ? HPYR_FILL_SURFACE : HPYR_FILL_THIN,
             .layout = HPYR_LAYOUT_BITS};
    SCOPED(looks_free)
    looks l = looks_make(soup_sphere(middle, 0.8, 12), LOOKS_COLORS | LOOKS_NORMALS | LOOKS_TEXTURE, 0);
    uint32_t vertices = 3 * l.s.count;
    SCOPED(free_memory) vertex *mixed = calloc(vertices + 1, sizeof *mixed);
    SCOPED(free_memory) uint32_t *indices = calloc(vertices + 2, sizeof *indices);
    assert_true(mixed && indices);
    for (uint32_t i = 0; i < vertices; i++) { /* backwards, behind one that is not used */
        vertex *v = &mixed[vertices - i];
        indices[i + 2] = vertices - 1 - i;
        memcpy(v->position, l.s.corners + 3 * (size_t)i, 12);
        memcpy(v->normal, l.normals + 3 * (size_t)i, 12);
        memcpy(v->texcoord, l.texcoords + 2 * (size_t)i, 8);
        memcpy(v->color, l.colors + 4 * (size_t)i, 4);
    }
    SCOPED(looked_free) looked expected = run_job(e, &j, &l, 1);
    hpyr_mesh_part packed = l.gpu;
    SCOPED(delete_buffer) GLuint buffer = buffer_of(mixed, (vertices + 1) * sizeof *mixed);
    SCOPED(delete_buffer) GLuint index_buffer = buffer_of(indices, (vertices + 2) * sizeof *indices);
    l.gpu.mesh.positions.buffer = l.gpu.mesh.colors.buffer = l.gpu.normals.buffer = l.gpu.texcoords.buffer = buffer;
    l.gpu.mesh.index_buffer = index_buffer;
    l.gpu.mesh.index_offset = 8;
    l.gpu.mesh.positions.stride = l.gpu.mesh.colors.stride = l.gpu.normals.stride = l.gpu.texcoords.stride =
        sizeof(vertex);
    l.gpu.mesh.positions.offset = sizeof(vertex) + offsetof(vertex, position);
    l.gpu.mesh.colors.offset = sizeof(vertex) + offsetof(vertex, color);
    l.gpu.normals.offset = sizeof(vertex) + offsetof(vertex, normal);
    l.gpu.texcoords.offset = sizeof(vertex) + offsetof(vertex, texcoord);
    SCOPED(looked_free) looked got = run_job(e, &j, &l, 1);
    check_looked(&got, &l, 1, NULL);
    assert_int_equal(got.total, expected.total);
    assert_memory_equal(got.colors, expected.colors, 4 * (size_t)got.total);
    assert_memory_equal(got.normals, expected.normals, 16 * (size_t)got.total);
    l.gpu = packed;
}

/* ---- many triangles, again and again ---- */

/* More than one batch holds. On a sphere it is known without brute force what a voxel must look like. */
GPU_TEST_ONCE(many_triangles_all_give_their_looks) {
    job j = {.size = {64, 64, 64}, .fill = HPYR_FILL_SURFACE, .layout = HPYR_LAYOUT_BITS};
    need_quick_bits(e);
    SCOPED(looks_free) looks l = looks_make(soup_sphere(middle, 0.9, 400), LOOKS_COLORS | LOOKS_NORMALS, 0);
    assert_true(l.s.count > 2 * 32768);
    SCOPED(looked_free) looked r = run_job(e, &j, &l, 1), again = run_job(e, &j, &l, 1);
    for (size_t key = 0; key < r.total; key++) {
        const hpyr_point *p = &r.points[key];
        double at[3] = {(p->x + 0.5) / 32 - 1, (p->y + 0.5) / 32 - 1, (p->z + 0.5) / 32 - 1}, worst = 0;
        double length = sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
        for (size_t k = 0; k < 3; k++) {
            double color = 127.5 + 127 * sin(3.0 * at[k] / length * 0.9 + (double)k);
            worst = fmax(worst, fabs(r.colors[4 * key + k] - color) / 3);
            worst = fmax(worst, fabs(r.normals[4 * key + k] - at[k] / length) / 0.02);
        }
        if (worst > 1 || r.colors[4 * key + 3] != 255)
            fail_msg("voxel %u %u %u is %g times off", p->x, p->y, p->z, worst);
    }
    assert_memory_equal(r.colors, again.colors, 4 * (size_t)r.total);
    assert_memory_equal(r.normals, again.normals, 16 * (size_t)r.total);
}

GPU_TEST(two_runs_are_equal_to_the_last_bit) {
    job j = {.size = {25, 25, 25}, .layout = HPYR_LAYOUT_SINGLE};
    SCOPED(looks_free) looks l = looks_make(soup_random(60, 0.9f, 4), LOOKS_COLORS | LOOKS_NORMALS | LOOKS_TEXTURE, 0);
    SCOPED(looked_free) looked first = run_job(e, &j, &l, 1), second = run_job(e, &j, &l, 1);
    assert_int_equal(first.total, second.total);
    assert_memory_equal(first.points, second.points, 16 * (size_t)first.total);
    assert_memory_equal(first.colors, second.colors, 4 * (size_t)first.total);
    assert_memory_equal(first.normals, second.normals, 16 * (size_t)first.total);
}

/* ---- long columns, slivers ---- */

/* All voxels have a color, and a normal along `axis`, where that is one. */
static uint32_t check_all_colored(env *e, const job *j, soup s, int axis) {
    SCOPED(looks_free) looks l = looks_make(s, 0, 0);
    SCOPED(looked_free) looked r = run_job(e, j, &l, 1);
    for (size_t key = 0; key < r.total; key++) {
        const hpyr_point *p = &r.points[key];
        if (r.colors[4 * key + 3] != 255 || (axis >= 0 && fabs(r.normals[4 * key + (size_t)axis]) < 0.999))
            fail_msg("voxel %u %u %u: alpha %u", p->x, p->y, p->z, r.colors[4 * key + 3]);
    }
    uint32_t total = r.total;
    return total;
}

/* A wall of more slices than 16 bits count. */
GPU_TEST(walls_along_deep_columns_are_colored_to_the_top) {
    static const float wall[2][9] = {{-1, 0.01f, -1, 1, 0.01f, -1, 1, 0.01f, 1},
                                     {-1, 0.01f, -1, 1, 0.01f, 1, -1, 0.01f, 1}};
    job j = {.size = {4, 4, 70000}, .fill = HPYR_FILL_SURFACE, .layout = HPYR_LAYOUT_BITS};
    need_quick_bits(e);
    need_speed(e);
    if (hpyr_context_caps(e->context)->max_array_layers < 70000 / 128 + 1)
        SKIP("array textures have too few layers");
    assert_int_equal(check_all_colored(e, &j, soup_copy(wall[0], 2), 1), 4 * 70000);
}

/* So narrow that its corners, rounded, lie on one line: not every voxel of its box may be tried. */
GPU_TEST(slivers_without_area_are_colored) {
    static const float sliver[9] = {0, 0, 0, 1, 1, 1, 0.50000006f, 0.5f, 0.5f};
    job j = {.size = {256, 256, 256}, .fill = HPYR_FILL_SURFACE, .layout = HPYR_LAYOUT_BITS};
    need_quick_bits(e);
    assert_true(check_all_colored(e, &j, soup_copy(sliver, 1), -1) >= 128);
}

/* ---- lists and mistakes ---- */

GPU_TEST(lists_that_are_too_small_get_what_fits) {
    static const uint32_t shapes[][2] = {{1, 1}, {7, 5}, {64, 3}};
    job j = {.size = {20, 20, 20}, .layout = HPYR_LAYOUT_BITS};
    SCOPED(looks_free) looks l = looks_make(soup_sphere(middle, 0.9, 16), LOOKS_COLORS | LOOKS_NORMALS, 0);
    SCOPED(looked_free) looked expected = run_job(e, &j, &l, 1);
    SCOPED(stage_free) stage st;
    stage_make(e, &st, &j, &l, 1);
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        size_t fits = (size_t)shapes[i][0] * shapes[i][1];
        SCOPED(image_free) image colors = make_list(HPYR_FORMAT_RGBA8, shapes[i][0], shapes[i][1]);
        SCOPED(image_free) image normals = make_list(HPYR_FORMAT_RGBA32F, shapes[i][0], shapes[i][1]);
        assert_true(fits < st.total);
        EXPECT(e, HPYR_TRUNCATED,
               hpyr_voxelizer_attributes(st.voxelizer, st.pyramid, st.surfaces, 1, NULL, &colors.texture,
                                         &normals.texture));
        read_list(&colors);
        read_list(&normals);
        assert_memory_equal(colors.pixels, expected.colors, 4 * fits);
        assert_memory_equal(normals.pixels, expected.normals, 16 * fits);
    }
}

/* Each list alone, wider and higher than needed, is the same as both together. */
GPU_TEST(either_list_may_be_missing) {
    job j = {.size = {20, 20, 20}, .layout = HPYR_LAYOUT_BITS};
    SCOPED(looks_free) looks l = looks_make(soup_sphere(middle, 0.9, 16), LOOKS_COLORS | LOOKS_NORMALS, 0);
    SCOPED(looked_free) looked expected = run_job(e, &j, &l, 1);
    SCOPED(stage_free) stage st;
    stage_make(e, &st, &j, &l, 1);
    SCOPED(image_free)
    image colors = make_list(HPYR_FORMAT_RGBA8, 111, 90), normals = make_list(HPYR_FORMAT_RGBA32F, st.total, 1);
    OK(e, hpyr_voxelizer_attributes(st.voxelizer, st.pyramid, st.surfaces, 1, NULL, &colors.texture, NULL));
    OK(e, hpyr_voxelizer_attributes(st.voxelizer, st.pyramid, st.surfaces, 1, NULL, NULL, &normals.texture));
    OK(e, hpyr_voxelizer_attributes(st.voxelizer, st.pyramid, st.surfaces, 1, NULL, NULL, NULL));
    read_list(&colors);
    read_list(&normals);
    assert_memory_equal(colors.pixels, expected.colors, 4 * (size_t)st.total);
    assert_memory_equal(normals.pixels, expected.normals, 16 * (size_t)st.total);
}

GPU_TEST(an_empty_volume_has_no_looks) {
    job j = {.size = {9, 9, 9}, .layout = HPYR_LAYOUT_BITS};
    SCOPED(looks_free) looks l = looks_make(soup_make(0), LOOKS_COLORS, 0);
    assert_int_equal(check_job(e, &j, &l, 1), 0);
}

/* What lies in a voxel but marks none is not drawn: voxels of one mesh, looks of another. */
GPU_TEST(voxels_without_a_surface_are_blank) {
    job j = {.size = {20, 20, 20}, .layout = HPYR_LAYOUT_BITS};
    SCOPED(looks_free) looks l = looks_make(soup_sphere(middle, 0.9, 16), LOOKS_COLORS, 0);
    SCOPED(looks_free) looks other = looks_make(soup_sphere((const double[3]){0.5, 0, 0}, 0.9, 16), LOOKS_COLORS, 0);
    SCOPED(stage_free) stage st;
    stage_make(e, &st, &j, &l, 1);
    uint32_t side = hpyr_list_side(st.total);
    SCOPED(image_free)
    image colors = make_list(HPYR_FORMAT_RGBA8, side, side), normals = make_list(HPYR_FORMAT_RGBA32F, side, side);
    looked r = {{20, 20, 20}, st.total, calloc(st.total, sizeof(hpyr_point)), colors.pixels, normals.pixels, 0, true};
    assert_non_null(r.points);
    OK(e, hpyr_pyramid_download(st.pyramid, 0, HPYR_ALL, r.points, st.total, 0, NULL));
    OK(e, hpyr_voxelizer_attributes(st.voxelizer, st.pyramid, &other.gpu, 1, NULL, &colors.texture, &normals.texture));
    read_list(&colors);
    read_list(&normals);
    check_looked(&r, &other, 1, NULL);
    free(r.points);
}

static void check_refused(env *e, stage *st, const hpyr_mesh_part *surface, const hpyr_texture *colors,
                          const hpyr_texture *normals, hpyr_result expected) {
    EXPECT_TOLD(e, expected, "",
                hpyr_voxelizer_attributes(st->voxelizer, st->pyramid, surface, 1, NULL, colors, normals));
}

GPU_TEST(lists_and_meshes_of_another_shape_are_refused) {
    job j = {.size = {12, 12, 12}, .layout = HPYR_LAYOUT_BITS};
    SCOPED(looks_free)
    looks l = looks_make(soup_sphere(middle, 0.9, 10), LOOKS_COLORS | LOOKS_NORMALS | LOOKS_TEXTURE, 0);
    SCOPED(stage_free) stage st;
    stage_make(e, &st, &j, &l, 1);
    SCOPED(image_free)
    image colors = make_list(HPYR_FORMAT_RGBA8, 40, 40), normals = make_list(HPYR_FORMAT_RGBA32F, 40, 40);
    SCOPED(image_free) image narrow = make_list(HPYR_FORMAT_RGBA32F, 39, 50), byte = make_list(HPYR_FORMAT_R8, 8, 8);
    hpyr_texture lie = colors.texture;
    lie.width = 41;
    const hpyr_result texture = HPYR_ERROR_TEXTURE, buffer = HPYR_ERROR_BUFFER;
    check_refused(e, &st, &l.gpu, &normals.texture, &normals.texture, texture);
    check_refused(e, &st, &l.gpu, &colors.texture, &colors.texture, texture);
    check_refused(e, &st, &l.gpu, &lie, NULL, texture);
    hpyr_mesh_part bad[4] = {l.gpu, l.gpu, l.gpu, l.gpu};
    bad[0].texture = byte.texture;
    bad[1].mesh.triangle_count += 30;
    bad[2].normals.buffer = 4000000000u;
    bad[3].texcoords.offset = 400;
    for (int i = 0; i < 4; i++)
        check_refused(e, &st, &bad[i], &colors.texture, NULL, i ? buffer : texture);
    bad[0] = bad[1] = bad[2] = l.gpu;
    bad[0].texcoords.buffer = 0; /* so the texture has no effect; nor have these */
    bad[1].normals.buffer = 0;
    bad[1].normals.stride = 12;
    bad[2].mesh.colors.buffer = 0;
    bad[2].mesh.colors.stride = 4;
    for (int i = 0; i < 3; i++)
        check_refused(e, &st, &bad[i], &colors.texture, NULL, HPYR_ERROR_INVALID_ARGUMENT);
    check_refused(e, &st, &l.gpu, &colors.texture, &narrow.texture, texture); /* not as wide as each other */
    OK(e, hpyr_voxelizer_attributes(st.voxelizer, st.pyramid, &l.gpu, 1, NULL, &colors.texture, &normals.texture));
}

/* Over the texture itself, MERGED: the pyramid borrows it. */
static hpyr_pyramid *make_borrowing(env *e, const hpyr_texture *volume, const hpyr_flat3d *map) {
    const hpyr_pyramid_desc shape = {.width = map->width,
                                     .height = map->height,
                                     .depth = map->depth,
                                     .tiles_x = map->tiles_x,
                                     .layout = HPYR_LAYOUT_SINGLE,
                                     .base = HPYR_BASE_MERGED};
    hpyr_pyramid *pyramid = make_pyramid_from(e, &shape);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, volume));
    return pyramid;
}

/* As colors a texture that the call reads. */
static void check_alias(env *e, stage *st, const looks *l, hpyr_texture list, uint32_t width, uint32_t height) {
    SCOPED(image_free) image before = make_list(HPYR_FORMAT_RGBA8, width, height);
    SCOPED(image_free) image after = make_list(HPYR_FORMAT_RGBA8, width, height);
    GLuint own[2] = {before.texture.name, after.texture.name};
    hpyr_point *points = make_zeros(2 * (size_t)st->total, sizeof *points);
    OK(e, hpyr_pyramid_download(st->pyramid, 0, HPYR_ALL, points, st->total, 0, NULL));
    before.texture.name = after.texture.name = list.name;
    read_list(&before);
    check_refused(e, st, &l->gpu, &list, NULL, HPYR_ERROR_TEXTURE);
    read_list(&after);
    assert_memory_equal(before.pixels, after.pixels, 4 * (size_t)width * height);
    OK(e, hpyr_pyramid_download(st->pyramid, 0, HPYR_ALL, points + st->total, st->total, 0, NULL));
    assert_memory_equal(points, points + st->total, 16 * (size_t)st->total);
    free(points);
    before.texture.name = own[0];
    after.texture.name = own[1];
}

GPU_TEST(lists_that_are_inputs_are_refused) {
    job j = {{16, 16, 16}, HPYR_VOXELIZER_KIND_SLICES, HPYR_FILL_THIN, HPYR_LAYOUT_SINGLE, HPYR_BASE_MERGED, NULL};
    SCOPED(looks_free) looks l = looks_make(soup_sphere(middle, 0.8, 12), LOOKS_COLORS | LOOKS_TEXTURE, 0);
    SCOPED(stage_free) stage st;
    hpyr_texture output;
    stage_make(e, &st, &j, &l, 1);
    hpyr_flat3d map = map_of(st.voxelizer);
    OK(e, hpyr_voxelizer_volume(st.voxelizer, &output));
    image copy = make_list(HPYR_FORMAT_RGBA8, output.width, output.height), whole = copy;
    whole.texture.name = output.name;
    read_list(&whole);
    glDeleteTextures(1, &copy.texture.name);
    image_upload(&copy);
    const hpyr_texture *volumes[2] = {&output, &copy.texture};
    for (int i = 0; i < 2; i++) {
        CALL_VOID(e, hpyr_pyramid_destroy(st.pyramid));
        st.pyramid = make_borrowing(e, volumes[i], &map);
        check_alias(e, &st, &l, output, output.width, output.height);
        check_alias(e, &st, &l, *volumes[i], output.width, output.height);
        check_alias(e, &st, &l, l.texture.texture, l.texture.ref.width, l.texture.ref.height);
    }
    image_free(&copy);
}

GPU_TEST(null_and_pyramids_that_do_not_fit_are_refused) {
    job j = {.size = {12, 12, 12}, .layout = HPYR_LAYOUT_BITS};
    SCOPED(looks_free) looks l = looks_make(soup_sphere(middle, 0.9, 10), LOOKS_COLORS, 0);
    SCOPED(stage_free) stage st;
    stage_make(e, &st, &j, &l, 1);
    SCOPED(image_free) image list = make_list(HPYR_FORMAT_RGBA8, 40, 40);
    const hpyr_texture *colors = &list.texture;
    const hpyr_pyramid_desc same = {.width = 12, .height = 12, .depth = 12, .order = HPYR_ORDER_COLUMN};
    SCOPED(destroy_pyramid) hpyr_pyramid *unbuilt = make_pyramid_from(e, &same), *other = make_pyramid(e, 12, 11);
    SCOPED(image_free) image flat = image_filled(HPYR_FORMAT_R8, 12, 11, 0.5, 1);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    OK(e, hpyr_pyramid_build(other, discriminator, &flat.texture));
    const hpyr_result bad = HPYR_ERROR_INVALID_ARGUMENT;
    EXPECT(e, bad, hpyr_voxelizer_attributes(NULL, st.pyramid, &l.gpu, 1, NULL, colors, NULL));
    EXPECT(e, bad, hpyr_voxelizer_attributes(st.voxelizer, NULL, &l.gpu, 1, NULL, colors, NULL));
    EXPECT(e, bad, hpyr_voxelizer_attributes(st.voxelizer, st.pyramid, NULL, 1, NULL, colors, NULL));
    EXPECT(e, bad, hpyr_voxelizer_attributes(st.voxelizer, other, &l.gpu, 1, NULL, colors, NULL));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_voxelizer_attributes(st.voxelizer, unbuilt, &l.gpu, 1, NULL, colors, NULL));
    OK(e, hpyr_voxelizer_attributes(st.voxelizer, st.pyramid, NULL, 0, NULL, colors, NULL)); /* all blank */
    read_list(&list);
    for (size_t i = 0; i < 4 * (size_t)st.total; i++)
        assert_int_equal(((uint8_t *)list.pixels)[i], 0);
}
