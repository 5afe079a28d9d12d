/* test_poisson_function.c - shaders of the caller's find the oracle's value of a Poisson function at any point, and so does
 * hpyr_poisson_evaluate.
 * SPDX-License-Identifier: MIT */
#include "lists.h"
#include "meshes.h"
#include "scans_gl.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of the largest value: what a solution of this tolerance differs from the oracle's. */
#define NEAR 2e-5

enum { PROBES = 600, FIRST_UNIT = 3, MOST_POINTS = 300 };

/* Pixel i answers for point i. */
static const char *const probe_body =
    "uniform sampler2D u_probes;\n"
    "out uvec4 color;\n"
    "void main() {\n"
    "    int i = int(gl_FragCoord.y) * 256 + int(gl_FragCoord.x);\n"
    "    if (i >= textureSize(u_probes, 0).x) discard;\n"
    "    float value = my_poisson_value(texelFetch(u_probes, ivec2(i, 0), 0).xyz);\n"
    "    color = uvec4(floatBitsToUint(value), floatBitsToUint(my_isovalue()), uint(my_depth()), 0u);\n"
    "}\n";

static GLuint function_program(env *e, const hpyr_poisson *poisson) {
    static char snippet[WALK_TEXT];
    size_t needed = 0;
    OK(e, hpyr_poisson_glsl(poisson, "my_", snippet, WALK_TEXT, &needed));
    return walk_program(snippet, needed, probe_body);
}

/* hpyr_poisson_bind, checked. */
static void bind(env *e, hpyr_poisson *poisson, GLuint program) {
    hpyr_binding binding;
    env_pause(e);
    env_enter(e);
    e->result = hpyr_poisson_bind(poisson, program, "my_", FIRST_UNIT, &binding);
    walk_check_bind(e, program, &binding, FIRST_UNIT, 2, "hpyr_poisson_bind");
}

/* Points of the set, corners of cells, and points in the root and around it. */
static void make_probes(const scan *scan, float probes[PROBES][3]) {
    const hpyr_octree_cube *cube = &scan->tree.report.cube;
    uint64_t seed = 5;
    for (uint32_t i = 0; i < PROBES; i++)
        for (int axis = 0; axis < 3; axis++) {
            const float corner = (float)random_below(&seed, (1u << scan->tree.report.depth) + 1) /
                                 (float)(1u << scan->tree.report.depth);
            const float place = (float)random_below(&seed, 1500) / 1024 - 0.25f;
            probes[i][axis] = cube->origin[axis] + cube->side * (i % 3 == 1 ? corner : place);
            if (i % 3 == 2 && scan->tree.report.points)
                probes[i][axis] = points_at(
                    &scan->set, scan->tree.arrays[HPYR_OCTREE_ARRAY_POINT_ORDER][i % scan->tree.report.points])[axis];
        }
}

/* A point outside of the root has the value at its border, which is 0. */
static void check_texels(const scan *scan, const hpyr_poisson_report *report, float probes[PROBES][3],
                         const uint32_t *texels) {
    const double near = NEAR * fmax(scan_largest(scan), 1e-6); /* sums that cancel leave the rest of their roundings */
    char telling[160];
    scan_tell(scan, telling, sizeof telling);
    for (uint32_t i = 0; i < PROBES; i++) {
        const double point[3] = {(double)probes[i][0], (double)probes[i][1], (double)probes[i][2]};
        double cells[3];
        float value, isovalue;
        scan_cells(scan, point, cells);
        const double expected = scan_value(scan, cells);
        memcpy(&value, &texels[4 * i], sizeof value);
        memcpy(&isovalue, &texels[4 * i + 1], sizeof isovalue);
        if (!(fabs((double)value - expected) <= 2 * near))
            fail_msg("%s: %g at (%g, %g, %g), the oracle says %g", telling, (double)value, point[0], point[1], point[2],
                     expected);
        assert_true(isovalue == report->isovalue);
        assert_int_equal(texels[4 * i + 2], scan->tree.report.depth);
        runner_checks++;
    }
}

/* ---- hpyr_poisson_evaluate ---- */

/* `count` places from that float on, so many floats apart, with NaNs between them. */
static hpyr_attribute upload_places(float (*places)[3], uint32_t count, uint32_t first, uint32_t stride) {
    const uint32_t float_count = first + (count ? (count - 1) * stride + 3 : 0);
    SCOPED(free_memory) float *floats = make_zeros((size_t)float_count + 1, sizeof *floats);
    for (uint32_t i = 0; i < float_count; i++)
        floats[i] = NAN;
    for (uint32_t i = 0; i < count; i++)
        memcpy(floats + first + (size_t)i * stride, places[i], sizeof places[i]);
    return (hpyr_attribute){.buffer = buffer_of(floats, float_count * sizeof *floats),
                            .offset = (uint64_t)first * sizeof *floats,
                            .stride = stride == 3 && first % 2 ? 0 : stride * (uint32_t)sizeof *floats};
}

/* The caller frees the values. */
static float *evaluate(env *e, hpyr_poisson *poisson, float (*places)[3], uint32_t count) {
    static uint32_t number = 0;
    const size_t bytes = count * sizeof(float), offset = 4 * (number % 3);
    hpyr_attribute at = upload_places(places, count, number % 4, 3 + number % 3);
    const GLuint buffer = untouched_buffer(offset + bytes + GUARD);
    number++;
    OK(e, hpyr_poisson_evaluate(poisson, &at, count, buffer, offset));
    glDeleteBuffers(1, &at.buffer);
    return take_guarded(buffer, offset, bytes);
}

static void check_evaluation(env *e, hpyr_poisson *poisson, const scan *scan, float (*places)[3], uint32_t count) {
    const double isovalue = hpyr_poisson_last_report(poisson)->isovalue;
    const double near = NEAR * fmax(scan_largest(scan), 1e-6);
    SCOPED(free_memory) float *values = evaluate(e, poisson, places, count);
    for (uint32_t i = 0; i < count; i++) {
        const double point[3] = {(double)places[i][0], (double)places[i][1], (double)places[i][2]};
        double cells[3], expected = -isovalue;
        if (isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2])) {
            scan_cells(scan, point, cells);
            expected += scan_value(scan, cells);
        }
        if (!(fabs((double)values[i] - expected) <= 2 * near))
            fail_msg("%g at (%g, %g, %g), the oracle says %g", (double)values[i], point[0], point[1], point[2],
                     expected);
        runner_checks++;
    }
}

static void check_function(env *e, hpyr_poisson *poisson, scan *scan) {
    static float probes[PROBES][3];
    GLuint program = function_program(e, poisson), texture;
    check_solve(e, poisson, scan, NEAR);
    make_probes(scan, probes);
    check_evaluation(e, poisson, scan, probes, PROBES);
    glGenTextures(1, &texture);
    bind(e, poisson, program);
    env_calm(e);
    walk_set_probes(texture, program, probes, PROBES);
    SCOPED(free_memory) uint32_t *texels = walk_draw(e, PROBES);
    check_texels(scan, hpyr_poisson_last_report(poisson), probes, texels);
    glDeleteTextures(1, &texture);
    assert_int_equal(hpyr_poisson_unbind(poisson), HPYR_OK);
    walk_end(e, program);
}

GPU_TEST(shaders_find_the_values_of_the_oracle) {
    static const points_kind kinds[] = {POINTS_SPHERE, POINTS_RANDOM,    POINTS_OUTSIDE,
                                        POINTS_ONE,    POINTS_CLUSTERED, POINTS_NONE};
    for (uint32_t depth = 1; depth <= 6; depth++) {
        const hpyr_poisson_desc desc = {
            .capacity = MOST_POINTS, .depth = depth, .tolerance = 1e-6, .max_iterations = 1000};
        SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
        for (size_t i = 0; i < LENGTH(kinds); i++) {
            if (e->small && (i + depth) % 5 != 0)
                continue;
            SCOPED(scan_free)
            scan scan = scan_random(kinds[i], depth < 6 ? MOST_POINTS / (e->small ? 6 : 1) : 40, depth);
            check_function(e, poisson, &scan);
        }
    }
}

/* Where no function is, it counts as 0. */
GPU_TEST(strange_places_lie_outside) {
    const hpyr_poisson_desc desc = {.capacity = 90, .depth = 4, .tolerance = 1e-6, .max_iterations = 1000};
    static const float strange[] = {NAN,      INFINITY,  -INFINITY, FLT_MAX, -FLT_MAX, FLT_MIN / 2,
                                    -FLT_MIN, 0x1p-149f, 1e20f,     -1e20f,  0,        -0.0f};
    static float places[LENGTH(strange) * 3][3];
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, e->small ? 30 : 90, 4);
    check_solve(e, poisson, &scan, NEAR);
    for (size_t i = 0; i < LENGTH(places); i++)
        for (size_t axis = 0; axis < 3; axis++)
            places[i][axis] = axis == i % 3 ? strange[i / 3] : points_at(&scan.set, 0)[axis];
    check_evaluation(e, poisson, &scan, places, LENGTH(places));
    check_evaluation(e, poisson, &scan, places, 0);
    check_evaluation(e, poisson, &scan, places, 1);
}

/* So far apart that few are copied at once. */
GPU_TEST_ONCE(places_far_apart_come_in_portions) {
    enum { APART = 1 << 20, FEW = 9 };
    const hpyr_poisson_desc desc = {.capacity = 30, .depth = 3};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, 30, 3);
    check_solve(e, poisson, &scan, 1);
    SCOPED(free_memory) float *expected = evaluate(e, poisson, (float(*)[3])points_at(&scan.set, 0), 1);
    float places[FEW][3];
    for (int i = 0; i < FEW; i++)
        memcpy(places[i], points_at(&scan.set, i < FEW - 1 ? (uint32_t)i + 1 : 0), sizeof places[i]);
    hpyr_attribute apart = upload_places(places, FEW, 1, APART);
    const GLuint buffer = untouched_buffer(FEW * sizeof(float) + GUARD);
    OK(e, hpyr_poisson_evaluate(poisson, &apart, FEW, buffer, 0));
    glDeleteBuffers(1, &apart.buffer);
    SCOPED(free_memory) float *few = take_guarded(buffer, 0, FEW * sizeof(float));
    SCOPED(free_memory) float *dense = evaluate(e, poisson, places, FEW);
    assert_memory_equal(few, dense, FEW * sizeof *few);
    assert_true(few[FEW - 1] == expected[0]);
}

/* More than are drawn at once. */
GPU_TEST_ONCE(large_lists_of_places_are_evaluated) {
    enum { MOST = (1 << 20) + 3000 };
    static float probes[PROBES][3];
    const hpyr_poisson_desc desc = {.capacity = 90, .depth = 4, .tolerance = 1e-6, .max_iterations = 1000};
    need_speed(e);
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, 90, 4);
    check_solve(e, poisson, &scan, NEAR);
    make_probes(&scan, probes);
    SCOPED(free_memory) float *expected = evaluate(e, poisson, probes, PROBES);
    SCOPED(free_memory) float(*places)[3] = make_room(MOST * sizeof *places);
    for (uint32_t i = 0; i < MOST; i++)
        memcpy(places[i], probes[i % PROBES], sizeof places[i]);
    SCOPED(free_memory) float *values = evaluate(e, poisson, places, MOST);
    for (uint32_t i = 0; i < MOST; i++)
        assert_true(values[i] == expected[i % PROBES]);
}

/* A larger octree gets new textures, so what is bound is not solved again. */
GPU_TEST(bound_solutions_stay_as_they_are) {
    const hpyr_poisson_desc desc = {.capacity = MOST_POINTS, .depth = 5};
    hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(delete_program) GLuint program = function_program(e, poisson);
    for (uint32_t count = 1; count <= MOST_POINTS; count = count * 17 + 1) {
        SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, count, desc.depth);
        SCOPED(scan_release) hpyr_poisson_points points = scan_upload(&scan, 1, 4);
        assert_int_equal(hpyr_poisson_solve(poisson, &points), HPYR_OK);
        CHECK_GL();
        bind(e, poisson, program);
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_bind(poisson, program, "my_", 0, NULL));
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_solve(poisson, &points));
        assert_int_equal(hpyr_poisson_unbind(poisson), HPYR_OK);
        assert_int_equal(hpyr_octree_bind(hpyr_poisson_octree(poisson), program, "my_", FIRST_UNIT, NULL), HPYR_OK);
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_solve(poisson, &points));
        assert_non_null(hpyr_poisson_last_report(poisson)); /* nothing has changed */
        assert_int_equal(hpyr_octree_unbind(hpyr_poisson_octree(poisson)), HPYR_OK);
        EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_poisson_unbind(poisson));
    }
    assert_int_equal(hpyr_poisson_bind(poisson, program, "my_", FIRST_UNIT, NULL), HPYR_OK);
    hpyr_poisson_destroy(poisson); /* unbinds it */
    GLint used = -1;
    glGetIntegerv(GL_CURRENT_PROGRAM, &used);
    assert_int_equal(used, 0);
}

/* ---- mistakes ---- */

GPU_TEST(mistakes_are_told) {
    const hpyr_poisson_desc desc = {.capacity = 50, .depth = 3};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    char text[64];
    size_t needed = 0;
    SCOPED(delete_program) const GLuint program = function_program(e, poisson);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_poisson_bind(poisson, program, "my_", 0, NULL));
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, 50, 3);
    check_solve(e, poisson, &scan, 1);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_bind(NULL, program, "my_", 0, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_bind(poisson, 0, "my_", 0, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_bind(poisson, program, "1_", 0, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT,
           hpyr_poisson_bind(poisson, program, "my_", hpyr_context_caps(e->context)->max_texture_units - 1, NULL));
    EXPECT(e, HPYR_TRUNCATED, hpyr_poisson_glsl(poisson, NULL, text, sizeof text, &needed));
    assert_true(needed > sizeof text && needed <= WALK_TEXT);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_glsl(NULL, NULL, text, sizeof text, &needed));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_glsl(poisson, "gl_", text, sizeof text, &needed));
}
