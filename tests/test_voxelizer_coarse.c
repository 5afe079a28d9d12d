/* test_voxelizer_coarse.c - `thin` where the rasterizer says that it rounds corners to 1/16 pixel: fragments decide what triangles
 * cover, and set the voxels of the reference all the same.  SPDX-License-Identifier: MIT
 *
 * The linker passes the library's questions for limits through here (--wrap). */
#include "looks.h"

#include <stdlib.h>

static int subpixel_bits = 4, questions;

void __real_glGetIntegerv(GLenum name, GLint *values);
void __wrap_glGetIntegerv(GLenum name, GLint *values);

void __wrap_glGetIntegerv(GLenum name, GLint *values) {
    __real_glGetIntegerv(name, values);
    if (name == GL_SUBPIXEL_BITS) {
        values[0] = subpixel_bits;
        questions++;
    }
}

/* ---- helpers ---- */

/* Against the reference, but where single precision may decide otherwise. Returns how many are set. */
static uint64_t check_kind(env *e, const uint32_t size[3], hpyr_voxelizer_kind kind, const soup *s, const char *what) {
    size_t cells = (size_t)size[0] * size[1] * size[2];
    uint8_t *expected = make_room(2 * cells), *ambiguous = expected + cells;
    uint64_t set = answer_thin(s->corners, s->count, size[0], size[1], size[2], expected, ambiguous);
    SCOPED(free_memory) uint8_t *got = voxelize(e, size, kind, HPYR_FILL_THIN, s);
    check_voxels(got, expected, ambiguous, size, what);
    free(expected);
    return set;
}

/* Frees the soup. */
static uint64_t check(env *e, const uint32_t size[3], soup s, const char *what) {
    assert_true(questions > 0);
    uint64_t set = check_kind(e, size, HPYR_VOXELIZER_KIND_SLICES, &s, what);
    check_kind(e, size, HPYR_VOXELIZER_KIND_BITS, &s, what);
    soup_free(&s);
    return set;
}

/* ---- voxels ---- */

GPU_TEST(the_teapot_has_the_papers_points) {
    static const uint32_t sizes[][3] = {{64, 64, 256}, {128, 128, 256}, {256, 256, 256}};
    static const uint64_t expected[] = {2130, 8596, 33990};
    for (size_t i = 0; i < (e->small || e->hostile ? 1 : LENGTH(sizes)); i++)
        assert_int_equal(check(e, sizes[i], soup_teapot(7), "teapot"), expected[i]);
}

GPU_TEST(random_triangles_equal_the_reference) {
    static const uint32_t sizes[][3] = {{97, 61, 33}, {1, 1, 1}, {40, 33, 140}, {3, 50, 2}, {128, 16, 260}};
    static const float ranges[] = {0.95f, 1.5f, 4, 30, 300};
    for (size_t i = 0; i < LENGTH(sizes) - e->small; i++) {
        for (size_t k = 0; k < LENGTH(ranges); k++)
            check(e, sizes[i], soup_random(40, ranges[k], 100 + 10 * i + k), "random");
        check(e, sizes[i], soup_crumbs(2000, 0.03f, 1, i), "crumbs");
    }
}

/* A center on an edge belongs to one of the two triangles there, and so does one on a corner. */
GPU_TEST(centers_on_edges_belong_to_one_triangle) {
    static const uint32_t sizes[][3] = {{32, 32, 17}, {16, 32, 9}};
    for (size_t i = 0; i < LENGTH(sizes); i++)
        assert_true(check(e, sizes[i], soup_ties(300, 7 + i), "ties") > 300);
}

GPU_TEST(slivers_and_triangles_without_area_equal_the_reference) {
    static const uint32_t flat[] = {128, 128, 1}; /* where a steep sliver has no wrong slice */
    assert_int_equal(check(e, flat, soup_without_area(), "without area"), 0);
    soup slivers = soup_slivers(3000, 5);
    for (size_t i = 2; i < 9 * (size_t)slivers.count; i += 3)
        slivers.corners[i] *= 0.9f; /* inside */
    assert_true(check(e, flat, slivers, "slivers") > 500);
}

/* Products of coordinates pass 2^32 many times. */
GPU_TEST_ONCE(large_volumes_equal_the_reference) {
    static const uint32_t sizes[][3] = {{2048, 700, 1}, {64, 4096, 1}};
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        check(e, sizes[i], soup_random(10, 0.99f, 30 + i), "large");
        check(e, sizes[i], soup_crumbs(300, 0.05f, 0.9f, 40 + i), "crumbs in a large volume");
        check(e, sizes[i], soup_random(10, 7, 50 + i), "larger than a large volume");
    }
}

/* More than a batch. */
GPU_TEST_ONCE(many_triangles_are_all_drawn) {
    static const uint32_t size[] = {60, 61, 18};
    assert_true(check(e, size, soup_crumbs(33000, 0.04f, 1, 3), "many") > 4000);
}

/* ---- looks ---- */

static uint8_t *colored_slices(env *e, const soup *s, hpyr_texture *volume) {
    const hpyr_voxelizer_desc desc = {.width = 50, .height = 45, .depth = 31, .kind = HPYR_VOXELIZER_KIND_SLICES};
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = NULL;
    uint64_t seed = 9;
    SCOPED(free_memory) uint32_t *colors = make_room((size_t)s->count * 12);
    for (size_t i = 0; i < 3 * (size_t)s->count; i++)
        colors[i] = random_next(&seed) | (i % 9 ? 0 : 0xFFFFFF);
    SCOPED(delete_buffer)
    GLuint positions = buffer_of(s->corners, (size_t)s->count * 36), buffer = buffer_of(colors, (size_t)s->count * 12);
    const hpyr_mesh mesh = {.positions.buffer = positions, .colors.buffer = buffer, .triangle_count = s->count};
    OK(e, hpyr_voxelizer_create(e->context, &desc, &voxelizer));
    OK(e, hpyr_voxelizer_run(voxelizer, &mesh, NULL));
    OK(e, hpyr_voxelizer_volume(voxelizer, volume));
    uint8_t *texels = make_room((size_t)volume->width * volume->height * 4);
    fetch_texture(volume, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    return texels;
}

/* Four steps of 1/256 cell wide, around centers of columns. */
static soup tiny_triangles(void) {
    static const float steps[] = {-1, -1, 3, -1, -1, 3};
    float corners[40 * 9];
    for (int i = 0; i < 40 * 3; i++) {
        corners[3 * i] = ((float)(i / 3) + 0.5f + steps[2 * (i % 3)] / 256) / 50 * 2 - 1;
        corners[3 * i + 1] = ((float)(i / 3) + 0.5f + steps[2 * (i % 3) + 1] / 256) / 45 * 2 - 1;
        corners[3 * i + 2] = 0;
    }
    return soup_copy(corners, 40);
}

/* The last triangle's, interpolated: up to rounding the same as where the rasterizer decides. Frees the soup. */
static void check_colors(env *e, soup s, size_t least) {
    hpyr_context *own = e->context, *fine = NULL;
    hpyr_texture volume;
    SCOPED(free_memory) uint8_t *coarse_texels = colored_slices(e, &s, &volume);
    subpixel_bits = 8;
    OK(e, hpyr_context_create(NULL, &fine));
    subpixel_bits = 4;
    e->context = fine;
    SCOPED(free_memory) uint8_t *fine_texels = colored_slices(e, &s, &volume);
    e->context = own;
    CALL_VOID(e, hpyr_context_destroy(fine));
    size_t bytes = (size_t)volume.width * volume.height * 4, colored = 0;
    for (size_t i = 0; i < bytes; i++) {
        colored += i % 4 != 3 && fine_texels[i] > 0 && fine_texels[i] < 255;
        assert_in_range(fine_texels[i] + 1 - coarse_texels[i], 0, i % 4 == 3 ? 1 : 2);
    }
    assert_true(colored > least);
    soup_free(&s);
}

GPU_TEST(slices_have_the_same_colors) {
    check_colors(e, soup_crumbs(300, 0.4f, 0.8f, 8), 1000);
    check_colors(e, tiny_triangles(), 100);
}

GPU_TEST(voxels_look_like_the_triangles_that_mark_them) {
    for (int kind = HPYR_VOXELIZER_KIND_SLICES; kind <= HPYR_VOXELIZER_KIND_BITS; kind++) {
        job j = {.size = {23, 26, 21}, .kind = (hpyr_voxelizer_kind)kind, .layout = HPYR_LAYOUT_BITS};
        looks random = looks_make(soup_crumbs(200, 0.3f, 0.9f, 13), LOOKS_COLORS | LOOKS_NORMALS, 0);
        assert_true(check_job(e, &j, &random, 1) > 50);
        looks_free(&random);
        SCOPED(looks_free) looks hard = looks_make(soup_ties(300, 17), LOOKS_COLORS | LOOKS_NORMALS, 0);
        SCOPED(looked_free) looked r = run_job(e, &j, &hard, 1);
        check_none_blank(&r);
    }
}
