/* test_reconstruct_surface.c - the demo's surfaces: the files that it saves hold the oracle's mesh, what fails leaves what was there,
 * and all views are drawn.  SPDX-License-Identifier: MIT */
#include "splat_files.h"
#include "swarms.h"

#include "common/draw/draw.h"
#include "common/draw/picture.h"
#include "reconstruct/scene.h"
#include "reconstruct/subject.h"

#include <histopyramid/reference/reference.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 1500, DEPTH = 4, WIDTH = 96, HEIGHT = 64 };

typedef struct stand {
    painter painter;
    library library;
    subject subject;
} stand;

/* Points of an ellipsoid around (2, 3, 4), by Fibonacci, times a power of two. */
static const char *write_points(int exponent) {
    SCOPED(splat_bytes_free) splat_bytes b = {0};
    for (int i = 0; i < POINTS; i++) {
        double z = 1 - (2 * i + 1.0) / POINTS, r = sqrt(1 - z * z), angle = 2.399963229728653 * i;
        double x = r * cos(angle), y = r * sin(angle);
        const float place[3] = {(float)(2 + 3 * x), (float)(3 + 2 * y), (float)(4 + z)};
        for (int k = 0; k < 3; k++)
            splat_bytes_print(&b, "%.17g ", ldexp(place[k], exponent));
        splat_bytes_print(&b, "%.7f %.7f %.7f\n", x / 3, y / 2, z);
    }
    const char *path = splat_file("points.xyz", &b, b.length);
    return path;
}

static void stand_open_source(stand *s, const subject_source *source) {
    memset(s, 0, sizeof *s);
    WORKS(painter_open(&s->painter, env_gl()));
    WORKS(library_open(&s->library, env_gl()));
    WORKS(subject_load(&s->subject, &s->library, source, NULL, NULL));
}

static void stand_open_scaled(stand *s, int exponent) {
    const subject_source source = {.points = write_points(exponent)};
    stand_open_source(s, &source);
}

static void stand_open(stand *s) {
    stand_open_scaled(s, 0);
}

static void stand_close(stand *s) {
    subject_free(&s->subject);
    library_close(&s->library);
    painter_close(&s->painter);
    CHECK_GL();
}

static void make(stand *s, uint32_t depth) {
    making_desc desc = {0};
    desc.depth = depth;
    desc.is_timed = true;
    WORKS(making_run(&s->subject.made, &s->library, &desc, &s->subject.buffers, false, NULL));
}

/* ---- normals ---- */

/* Degrees between estimated normals of samples of the teapot and those of the teapot, on average. */
static double estimate(double noise, uint32_t neighbors, uint32_t *taken, float *first) {
    enum { SAMPLES = 8000 };
    subject_source source = {.samples = SAMPLES, .noise = noise};
    SCOPED(stand_close) stand given, estimated;
    double sum = 0;
    stand_open_source(&given, &source);
    source.estimates = true;
    source.neighbors = neighbors;
    stand_open_source(&estimated, &source);
    *taken = estimated.subject.neighbors;
    memcpy(first, estimated.subject.points.normals, 12 * POINTS);
    for (size_t i = 0; i < SAMPLES; i++) {
        double cosine = 0;
        for (size_t k = 0; k < 3; k++)
            cosine += (double)given.subject.points.normals[3 * i + k] * estimated.subject.points.normals[3 * i + k];
        sum += acos(fmin(fmax(cosine, -1), 1));
    }
    return sum / SAMPLES * 57.29577951308232;
}

/* What is clean keeps each bit. */
TEST(noisy_points_get_normals_of_more_neighbors) {
    float ten[3 * POINTS], chosen[3 * POINTS];
    uint32_t taken;
    const double clean = estimate(0, 10, &taken, ten);
    assert_true(estimate(0, 0, &taken, chosen) == clean && taken == 10);
    assert_memory_equal(ten, chosen, sizeof ten);
    const double noisy = estimate(0.006, 10, &taken, ten);
    assert_int_equal(taken, 10);
    const double better = estimate(0.006, 0, &taken, chosen);
    print_message("    degrees: %.2f clean, %.2f noisy, %.2f of %u neighbors\n", clean, noisy, better, (unsigned)taken);
    assert_in_range(taken, 20, 32);
    assert_true(better < 0.6 * noisy);
}

/* ---- meshes ---- */

/* The oracle's surface of the function that the GPU has found. */
static void make_reference(stand *s, hpyr_ref_octree *octree, hpyr_ref_surface *out) {
    const hpyr_octree_report *r = making_octree(&s->subject.made);
    const point_set *p = &s->subject.points;
    const hpyr_octree_desc desc = {p->count, r->depth, HPYR_OCTREE_GROWTH_GRADED, 0};
    SCOPED(free_memory) float *values = make_room(r->nodes * sizeof *values);
    assert_int_equal(
        hpyr_poisson_download(s->subject.made.poisson, HPYR_POISSON_ARRAY_VALUES, 0, r->nodes, values, r->nodes, NULL),
        HPYR_OK);
    assert_int_equal(hpyr_ref_octree_build(p->positions, 3, p->count, &r->cube, &desc, octree), HPYR_OK);
    assert_int_equal(octree->report.nodes, r->nodes);
    assert_int_equal(hpyr_ref_surface_build(octree, values, making_function(&s->subject.made)->isovalue, out), HPYR_OK);
}

static char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = make_room(1u << 20);
    *size = fread(bytes, 1, 1u << 20, file);
    fclose(file);
    return bytes;
}

static float float_at(const char *bytes) {
    float value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

/* Of the file's vertices the first three of six floats, and three indices after a byte for each triangle. */
static void check_file(const char *path, const hpyr_ref_surface *expected, const hpyr_octree_cube *cube) {
    size_t size;
    char *bytes = read_file(path, &size), words[64];
    const char *body = strstr(bytes, "end_header\n") + strlen("end_header\n");
    const float side = cube->side / (1u << DEPTH);
    snprintf(words, sizeof words, "element vertex %u\n", (unsigned)expected->vertex_count);
    assert_true(strstr(bytes, words) && strstr(bytes, words) < body);
    assert_int_equal(size - (size_t)(body - bytes),
                     24 * (size_t)expected->vertex_count + 13 * (size_t)expected->triangle_count);
    for (uint32_t i = 0; i < expected->vertex_count; i++) {
        for (int k = 0; k < 3; k++) {
            float place = cube->origin[k] + side * expected->positions[3 * (size_t)i + (size_t)k];
            assert_true(fabsf(float_at(body + 24 * (size_t)i + 4 * (size_t)k) - place) < 1e-5f);
        }
        double squares = 0;
        for (int k = 3; k < 6; k++)
            squares += pow(float_at(body + 24 * (size_t)i + 4 * (size_t)k), 2);
        assert_true(fabs(squares - 1) < 1e-4);
    }
    const char *faces = body + 24 * (size_t)expected->vertex_count;
    for (uint32_t t = 0; t < expected->triangle_count; t++)
        assert_true(faces[13 * (size_t)t] == 3 &&
                    memcmp(faces + 13 * (size_t)t + 1, expected->indices + 3 * (size_t)t, 12) == 0);
    free(bytes);
}

static void save(const stand *s, const char *name) {
    uint32_t clamped = 1;
    WORKS(making_save(&s->subject.made, splat_path(name), "a comment", s->subject.points.scale, &clamped));
    assert_int_equal(clamped, 0);
}

TEST(files_hold_the_oracles_mesh) {
    SCOPED(hpyr_ref_octree_free) hpyr_ref_octree octree = {0};
    SCOPED(hpyr_ref_surface_free) hpyr_ref_surface expected = {0};
    SCOPED(stand_close) stand s;
    stand_open(&s);
    make(&s, DEPTH);
    make_reference(&s, &octree, &expected);
    assert_true(expected.triangle_count > 500);
    assert_int_equal(2 * expected.vertex_count - expected.triangle_count, 4); /* Euler: a sphere */
    save(&s, "mesh.ply");
    check_file(splat_path("mesh.ply"), &expected, &making_octree(&s.subject.made)->cube);
}

/* A mesh file's floats of vertices, and the bytes of its triangles. */
static void check_same_scaled(const char *bytes, const char *scaled, size_t size, uint32_t vertices, int exponent) {
    const char *body = strstr(bytes, "end_header\n"), *other = strstr(scaled, "end_header\n");
    const size_t left = size - (size_t)(body - bytes), head = strlen("end_header\n");
    for (size_t i = 0; i < 6 * (size_t)vertices; i++) {
        const float told = float_at(other + head + 4 * i), whole = float_at(body + head + 4 * i);
        const float expected = i % 6 < 3 ? ldexpf(whole, exponent) : whole;
        assert_true(told == expected);
    }
    assert_memory_equal(body + head + 24 * (size_t)vertices, other + head + 24 * (size_t)vertices,
                        left - head - 24 * (size_t)vertices);
}

/* What squares of floats cannot hold, and what is near to both ends of floats. */
TEST(powers_of_two_change_nothing) {
    static const int EXPONENTS[] = {-130, -100, 3, 125};
    size_t size, other_size;
    SCOPED(stand_close) stand s;
    stand_open(&s);
    make(&s, DEPTH);
    save(&s, "mesh.ply");
    SCOPED(free_memory) char *bytes = read_file(splat_path("mesh.ply"), &size);
    for (size_t i = 0; i < LENGTH(EXPONENTS); i++) {
        SCOPED(stand_close) stand scaled;
        stand_open_scaled(&scaled, EXPONENTS[i]);
        make(&scaled, DEPTH);
        save(&scaled, "scaled.ply");
        SCOPED(free_memory) char *other = read_file(splat_path("scaled.ply"), &other_size);
        assert_int_equal(size, other_size);
        check_same_scaled(bytes, other, size, s.subject.made.mesh.vertex_count, EXPONENTS[i]);
    }
}

TEST(vertices_end_where_floats_do) {
    uint32_t clamped;
    size_t size;
    SCOPED(stand_close) stand s;
    stand_open(&s);
    make(&s, DEPTH);
    const double past = ldexp(1, -126); /* 5, the largest coordinate, becomes 4.3e38 */
    WORKS(making_save(&s.subject.made, splat_path("mesh.ply"), "a comment", past, &clamped));
    assert_in_range(clamped, 1, s.subject.made.mesh.vertex_count - 1);
    SCOPED(free_memory) char *bytes = read_file(splat_path("mesh.ply"), &size);
    const char *body = strstr(bytes, "end_header\n") + strlen("end_header\n");
    uint32_t found = 0;
    for (size_t i = 0; i < s.subject.made.mesh.vertex_count; i++) {
        float most = 0;
        for (size_t k = 0; k < 3; k++)
            most = fmaxf(most, fabsf(float_at(body + 24 * i + 4 * k)));
        assert_true(most <= FLT_MAX);
        found += most == FLT_MAX;
    }
    assert_int_equal(found, clamped);
}

TEST(what_fails_leaves_what_was_there) {
    making_desc desc = {0};
    SCOPED(stand_close) stand s;
    stand_open(&s);
    make(&s, DEPTH);
    const making before = s.subject.made;
    desc.depth = 6;
    desc.bytes = 100000;
    assert_false(making_run(&s.subject.made, &s.library, &desc, &s.subject.buffers, false, NULL));
    assert_non_null(strstr(error_text(), "depth 6 with this --memory: "));
    assert_memory_equal(&before, &s.subject.made, sizeof before);
    make(&s, 5);
    assert_true(s.subject.made.mesh.triangle_count > 3 * before.mesh.triangle_count);
}

/* The function stays; runs of the same make the same. */
TEST(runs_repeat) {
    SCOPED(stand_close) stand s;
    stand_open(&s);
    make(&s, DEPTH);
    const hpyr_poisson *function = s.subject.made.poisson;
    const uint32_t triangles = s.subject.made.mesh.triangle_count;
    making_desc desc = s.subject.made.desc;
    desc.trim = 0.5;
    WORKS(making_run(&s.subject.made, &s.library, &desc, &s.subject.buffers, false, NULL));
    assert_ptr_equal(s.subject.made.poisson, function);
    WORKS(making_repeat(&s.subject.made, &s.subject.buffers, NULL));
    assert_int_equal(s.subject.made.mesh.triangle_count, triangles);
    const double *ms = s.subject.made.ms;
    assert_true(ms[TIME_OCTREE] >= 0 && ms[TIME_SOLVE] >= 0 && ms[TIME_TOTAL] >= ms[TIME_OCTREE] + ms[TIME_SURFACE]);
    WORKS(subject_flip(&s.subject, &s.library)); /* inside out: it fills the root, or nothing is there */
    WORKS(subject_flip(&s.subject, &s.library));
    assert_int_equal(s.subject.made.mesh.triangle_count, triangles);
}

/* ---- pictures ---- */

/* Pixels that are brighter than the room. */
static int count_bright(const uint8_t *rgb) {
    int count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        count += rgb[3 * i] > 90 || rgb[3 * i + 1] > 90;
    return count;
}

TEST(all_views_are_drawn) {
    SCOPED(stand_close) stand s;
    scene_state drawn = {0};
    uint8_t *pictures[VIEW_COUNT];
    picture target = {0};
    int size[2];
    stand_open(&s);
    make(&s, DEPTH);
    scene *scene = scene_create(&s.library, &s.painter);
    assert_non_null(scene);
    WORKS(scene_update(scene, &s.subject));
    WORKS(picture_resize(&target, s.library.gl, WIDTH, HEIGHT));
    drawn.subject = &s.subject;
    drawn.cells = 3;
    drawn.has_wires = true;
    for (int view = 0; view < VIEW_COUNT; view++) {
        drawn.view = view;
        scene_part(drawn.view, WIDTH, HEIGHT, size);
        drawn.camera = subject_camera(&s.subject, false, size[0], size[1]);
        WORKS(scene_draw(scene, &drawn, target.framebuffer, WIDTH, HEIGHT, true));
        pictures[view] = picture_read(&target);
        assert_non_null(pictures[view]);
        assert_in_range(count_bright(pictures[view]), WIDTH * HEIGHT / 40, WIDTH * HEIGHT);
        for (int other = 0; other < view; other++)
            assert_memory_not_equal(pictures[view], pictures[other], WIDTH * HEIGHT * 3);
    }
    for (int view = 0; view < VIEW_COUNT; view++)
        free(pictures[view]);
    picture_free(&target);
    scene_destroy(scene);
}

static int open_all(void **state) {
    return splat_folder_make(state) ? -1 : env_open(state);
}

static int close_all(void **state) {
    int closed = env_close(state);
    return splat_folder_remove(state) ? -1 : closed;
}

int main(void) {
    return runner_run_group(&(runner_group){env_has_gl, "there is no GL", open_all, close_all});
}
