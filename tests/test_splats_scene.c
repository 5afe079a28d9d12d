/* test_splats_scene.c - splats drawn by the GPU: their pictures against the reference blend, their order against a stable sort of the
 * same keys, and that no frame reads anything back.  SPDX-License-Identifier: MIT */
#include "read_backs.h"
#include "seeded.h"
#include "swarms.h"

#include "common/draw/picture.h"
#include "common/mesh/mesh.h"
#include "splats/cloud_mesh.h"
#include "splats/order.h"
#include "splats/scene.h"
#include "splats/subject.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LEAST_PSNR = 45, LEAST_OF_ONE = 50; /* dB; 53 and 54 are there */

typedef struct stand {
    painter painter;
    library library;
    scene *scene;
    picture picture;
    subject subject; /* a cloud and its textures */
} stand;

static void stand_open(stand *s) {
    memset(s, 0, sizeof *s);
    WORKS(painter_open(&s->painter, env_gl()));
    WORKS(library_open(&s->library, env_gl()));
    s->scene = scene_create(&s->library, &s->painter);
    assert_non_null(s->scene);
}

static void stand_forget_cloud(stand *s) {
    subject_free(&s->subject);
}

static void stand_close(stand *s) {
    stand_forget_cloud(s);
    scene_destroy(s->scene);
    picture_free(&s->picture);
    library_close(&s->library);
    painter_close(&s->painter);
    CHECK_GL();
}

static void stand_take(stand *s) {
    WORKS(cloud_sphere(&s->subject.cloud, s->subject.middle, &s->subject.radius));
    s->subject.radius = s->subject.cloud.count > 1 ? s->subject.radius : 1; /* a point has none of its own */
    WORKS(store_upload(&s->subject.store, &s->subject.cloud));
}

/* Balls, plates and needles of all sizes about the origin. */
static splat_record random_splat(uint32_t degree, double largest) {
    splat_record r;
    memset(&r, 0, sizeof r);
    for (int k = 0; k < 3; k++) {
        r.center[k] = (float)random_between(-1, 1);
        r.scale[k] = (float)(largest * pow(10, -random_between(0, 2.5)));
        r.color[k] = (float)random_between(-0.2, 1.2);
    }
    for (int k = 0; k < 4; k++)
        r.rotation[k] = (float)random_between(-1, 1);
    r.rotation[0] += 0.001f;
    r.color[3] = (float)random_between(0, 1);
    for (uint32_t k = 0; k < 3 * cloud_coefficients(degree); k++)
        r.harmonics[k] = (float)random_between(-0.3, 0.3);
    return r;
}

static void stand_take_random(stand *s, uint32_t count, uint32_t degree, double largest) {
    stand_forget_cloud(s);
    WORKS(cloud_allocate(&s->subject.cloud, "a cloud", count, degree));
    while (s->subject.cloud.count < count) {
        splat_record r = random_splat(degree, largest);
        cloud_add(&s->subject.cloud, &r);
    }
    stand_take(s);
}

/* One black splat. */
static void stand_take_one(stand *s, float scale, float opacity) {
    const splat_record r = {{0, 0, 0}, {scale, scale / 2, scale / 3}, {1, 2, 3, 4}, {0, 0, 0, opacity}, {0}};
    stand_forget_cloud(s);
    WORKS(cloud_allocate(&s->subject.cloud, "a cloud", 1, 0));
    assert_true(cloud_add(&s->subject.cloud, &r));
    stand_take(s);
}

static void stand_take_teapot(stand *s, uint32_t wanted) {
    stand_forget_cloud(s);
    s->subject.is_mesh = true;
    assert_true(mesh_make_teapot(&s->subject.mesh, 7));
    WORKS(subject_make_splats(&s->subject, &s->library, wanted, 3));
}

/* From somewhere around the cloud, or from within it. */
static scene_state random_view(const stand *s, sort_way way, int width, int height, double nearest) {
    scene_state state;
    camera from = subject_camera(&s->subject, true, width, height);
    memset(&state, 0, sizeof state);
    from.azimuth = (float)random_between(-4, 4);
    from.elevation = (float)random_between(-1.5, 1.5);
    from.radius = s->subject.radius;
    from.zoom = (float)random_between(0.8, nearest);
    subject_look(&s->subject, &from, true, width, height, &state.camera);
    for (int k = 0; k < 3; k++)
        state.camera.background[k] = (float)random_between(0, 1);
    state.store = &s->subject.store;
    state.looks = (splat_looks){CLOUD_MAX_DEGREE, 1, 1};
    state.way = way;
    state.width = state.camera.width;
    state.height = state.camera.height;
    return state;
}

/* RGB, row 0 the bottom. */
static uint8_t *draw_picture(stand *s, const scene_state *state) {
    WORKS(picture_resize(&s->picture, env_gl(), (int)state->width, (int)state->height));
    WORKS(scene_draw(s->scene, state, s->picture.framebuffer, NULL));
    uint8_t *rgb = picture_read(&s->picture);
    assert_non_null(rgb);
    return rgb;
}

/* ---- pictures ---- */

/* dB between the GPU's picture and the reference's, which is drawn in the order of exact depths. */
static double psnr_of(stand *s, const scene_state *state) {
    const splat_cloud *c = &s->subject.cloud;
    const size_t values = (size_t)3 * state->camera.width * state->camera.height;
    SCOPED(free_memory) double *exact = malloc(values * sizeof *exact);
    SCOPED(free_memory) uint8_t *expected = malloc(values);
    SCOPED(free_memory) float *depths = malloc(c->count * sizeof *depths);
    SCOPED(free_memory) uint32_t *order = malloc(c->count * sizeof *order);
    assert_true(exact && expected && depths && order);
    splat_depths(c, state->camera.view, depths);
    WORKS(splat_order_cpu(depths, c->count, order));
    blend_draw(c, order, c->count, &state->camera, exact);
    blend_quantize(exact, values, expected);
    SCOPED(free_memory) uint8_t *drawn = draw_picture(s, state);
    double psnr = blend_psnr(drawn, expected, values);
    return psnr;
}

static void check_pictures(stand *s, int views, int width, int height, double nearest, double least, const char *what) {
    for (int i = 0; i < views; i++) {
        scene_state state = random_view(s, SORT_GPU, width, height, nearest);
        double psnr = psnr_of(s, &state);
        if (!(psnr >= least))
            fail_msg("%s, view %d: %.1f dB", what, i, psnr);
        if (getenv("HPYR_TEST_TELL"))
            print_message("%s, view %d: %.1f dB\n", what, i, psnr);
    }
}

GL_TEST(pictures_are_the_references) {
    static const char *const NAMES[] = {"degree 0", "degree 1", "degree 2", "degree 3"};
    SCOPED(stand_close) stand s;
    stand_open(&s);
    random_state = 7;
    for (uint32_t degree = 0; degree <= CLOUD_MAX_DEGREE; degree++) {
        stand_take_random(&s, 500, degree, 0.4);
        check_pictures(&s, e->small ? 2 : 6, 160, 120, 6, LEAST_PSNR, NAMES[degree]);
    }
    stand_take_random(&s, 1, 3, 1); /* fills all of it */
    check_pictures(&s, 4, 31, 77, 6, LEAST_OF_ONE, "one splat");
    stand_take_one(&s, 20, 1); /* no more than 99 parts in 100 of it may be seen */
    check_pictures(&s, 2, 64, 64, 1, LEAST_OF_ONE, "an opaque splat");
    stand_take_one(&s, 0.2f, 0.9f); /* all of it is in the picture */
    check_pictures(&s, 4, 64, 64, 1, LEAST_OF_ONE, "a whole splat");
    stand_take_random(&s, e->small ? 3000 : 20000, 0, 0.02);
    check_pictures(&s, 3, 200, 160, 2, LEAST_PSNR, "small splats");
}

GL_TEST(pictures_of_meshes_are_the_references) {
    SCOPED(stand_close) stand s;
    stand_open(&s);
    random_state = 11;
    stand_take_teapot(&s, e->small ? 1500 : 6000);
    assert_int_equal(s.subject.cloud.degree, GLOSS_DEGREE);
    check_pictures(&s, e->small ? 1 : 5, 240, 180, 4, LEAST_PSNR, "teapot");
}

/* A lower degree is what a cloud without the other coefficients has. */
GL_TEST(harmonics_can_be_left_out) {
    SCOPED(stand_close) stand s;
    stand_open(&s);
    for (uint32_t degree = 0; degree < CLOUD_MAX_DEGREE; degree++) {
        random_state = 13;
        stand_take_random(&s, 200, CLOUD_MAX_DEGREE, 0.3);
        scene_state whole = random_view(&s, SORT_GPU, 64, 64, 1);
        whole.looks.degree = degree;
        SCOPED(free_memory) uint8_t *less = draw_picture(&s, &whole);
        splat_cloud *c = &s.subject.cloud;
        const uint32_t all = 3 * cloud_coefficients(CLOUD_MAX_DEGREE), some = 3 * cloud_coefficients(degree);
        for (uint32_t i = 0; i < c->count; i++)
            memset(c->harmonics + (size_t)all * i + some, 0, (all - some) * sizeof *c->harmonics);
        store_free(&s.subject.store);
        WORKS(store_upload(&s.subject.store, c));
        whole.looks.degree = CLOUD_MAX_DEGREE;
        SCOPED(free_memory) uint8_t *none = draw_picture(&s, &whole);
        assert_true(blend_psnr(less, none, 3 * 64 * 64) > 60);
    }
}

/* Splats that the wrong order hides are hidden by the right one's alone. */
GL_TEST(the_order_is_seen) {
    SCOPED(stand_close) stand s;
    stand_open(&s);
    random_state = 17;
    stand_take_random(&s, 500, 0, 0.4);
    scene_state unsorted = random_view(&s, SORT_NONE, 160, 120, 1), sorted = unsorted;
    sorted.way = SORT_CPU;
    assert_true(psnr_of(&s, &unsorted) < 30);
    assert_true(psnr_of(&s, &sorted) >= LEAST_PSNR);
}

/* ---- the order ---- */

typedef struct lists {
    float *keys, *depths;
    uint32_t *order, *expected;
} lists;

static lists lists_open(uint32_t count) {
    lists l = {malloc(count * sizeof(float)), malloc(count * sizeof(float)), malloc(count * sizeof(uint32_t)),
               malloc(count * sizeof(uint32_t))};
    assert_true(l.keys && l.depths && l.order && l.expected);
    return l;
}

static void lists_close(lists *l) {
    free(l->keys);
    free(l->depths);
    free(l->order);
    free(l->expected);
}

/* The keys are those of order.h but for the last bits, since a GPU may fuse operations; llvmpipe does not. */
static void check_order(const stand *s, const scene_state *state, lists *l) {
    const splat_cloud *c = &s->subject.cloud;
    uint32_t others = 0;
    WORKS(scene_read_keys(s->scene, l->keys));
    WORKS(scene_read_order(s->scene, l->order));
    WORKS(splat_order_cpu(l->keys, c->count, l->expected));
    assert_memory_equal(l->order, l->expected, c->count * sizeof *l->order);
    splat_depths(c, state->camera.view, l->depths);
    for (uint32_t i = 0; i < c->count; i++) {
        others += l->keys[i] != l->depths[i];
        assert_true(fabsf(l->keys[i] - l->depths[i]) <= 4e-6f * (fabsf(state->camera.view[14]) + 2));
    }
    const char *driver = getenv("HPYR_TEST_DRIVER");
    if (driver && strncmp(driver, "llvmpipe", 8) == 0)
        assert_int_equal(others, 0);
}

GL_TEST(the_order_is_a_stable_sort_from_everywhere) {
    const uint32_t count = getenv("HPYR_TEST_FULL") ? 1000000 : e->small ? 5000 : 50000;
    const int views = e->small ? 10 : getenv("HPYR_TEST_FULL") ? 50 : 100;
    SCOPED(stand_close) stand s;
    uint32_t framebuffer_size = 32;
    SCOPED(picture_free) picture into;
    memset(&into, 0, sizeof into);
    stand_open(&s);
    random_state = 19;
    stand_take_random(&s, count, 0, 0.01);
    for (uint32_t i = 0; i < count; i += 7) /* equal keys */
        memcpy(s.subject.cloud.centers + 3 * (size_t)i, s.subject.cloud.centers + 3 * (size_t)(i / 2),
               3 * sizeof(float));
    store_free(&s.subject.store);
    WORKS(store_upload(&s.subject.store, &s.subject.cloud));
    SCOPED(lists_close) lists l = lists_open(count);
    WORKS(picture_resize(&into, env_gl(), (int)framebuffer_size, (int)framebuffer_size));
    for (int i = 0; i < views; i++) {
        scene_state view = random_view(&s, SORT_GPU, (int)framebuffer_size, (int)framebuffer_size, 12);
        WORKS(scene_draw(s.scene, &view, into.framebuffer, NULL));
        check_order(&s, &view, &l);
    }
}

/* A view that has no depth at all: sums of zeros of both signs. */
GL_TEST(splats_of_depth_0_keep_their_order) {
    static const sort_way WAYS[] = {SORT_GPU, SORT_CPU};
    SCOPED(stand_close) stand s;
    stand_open(&s);
    random_state = 31;
    stand_take_random(&s, 500, 0, 0.1);
    SCOPED(lists_close) lists l = lists_open(500);
    for (int way = 0; way < 2; way++) {
        scene_state view = random_view(&s, WAYS[way], 32, 32, 1);
        for (int k = 0; k < 4; k++)
            view.camera.view[4 * k + 2] = 0;
        free(draw_picture(&s, &view));
        check_order(&s, &view, &l);
        for (uint32_t i = 0; i < 500; i++)
            assert_true(l.order[i] == i && !signbit(l.keys[i]));
    }
}

/* A part of the cloud is drawn: one splat of each group, sorted all the same. */
GL_TEST(a_part_is_sorted_too) {
    SCOPED(stand_close) stand s;
    stand_open(&s);
    random_state = 23;
    stand_take_random(&s, 5001, 0, 0.1);
    for (uint32_t stride = 2; stride < 9000; stride = stride * 3 + 1) {
        scene_state view = random_view(&s, SORT_GPU, 32, 32, 1);
        uint32_t count = prints_count(5001, stride);
        SCOPED(lists_close) lists l = lists_open(5001);
        view.looks.stride = stride;
        free(draw_picture(&s, &view));
        assert_int_equal(count, (5001 + stride - 1) / stride);
        WORKS(scene_read_keys(s.scene, l.keys));
        WORKS(scene_read_order(s.scene, l.order));
        WORKS(splat_order_cpu(l.keys, count, l.expected));
        assert_memory_equal(l.order, l.expected, count * sizeof *l.order);
        splat_depths(&s.subject.cloud, view.camera.view, l.depths);
        for (uint32_t i = 0; i < count; i++) {
            bool is_found = false;
            for (uint32_t k = i * stride; k < (i + 1) * stride && k < 5001; k++)
                is_found = is_found || fabsf(l.depths[k] - l.keys[i]) < 1e-4f;
            assert_true(is_found);
        }
    }
}

/* ---- nothing comes back ---- */

GL_TEST(frames_read_nothing_back) {
    static const sort_way WAYS[] = {SORT_NONE, SORT_GPU, SORT_CPU};
    SCOPED(stand_close) stand s;
    SCOPED(picture_free) picture into;
    unsigned counts[3];
    memset(&into, 0, sizeof into);
    stand_open(&s);
    random_state = 29;
    stand_take_random(&s, 3000, 2, 0.1);
    WORKS(picture_resize(&into, env_gl(), 64, 48));
    for (int way = 0; way < 3; way++) {
        read_backs_begin();
        for (int i = 0; i < 10; i++) {
            scene_state view = random_view(&s, WAYS[way], 64, 48, 3);
            WORKS(scene_draw(s.scene, &view, into.framebuffer, NULL));
        }
        counts[way] = read_backs_end(NULL);
    }
    assert_int_equal(counts[0], 0);
    assert_int_equal(counts[2], 10);
    assert_int_equal(counts[1], 0);
}
