/* test_poisson.c - the function that the GPU finds is the oracle's: field, divergence, values and isovalue; and the same
 * points give the same bits.  SPDX-License-Identifier: MIT
 *
 * `test_poisson FILE` writes the bits of some solutions to a file: poisson_bits.sh compares those of two GLs. */
#include "lists.h"
#include "surfaces_gl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values as parts of the largest one. Issue 18 asks for 1e-4; solved to 1e-6, they come as near as this. */
#define NEAR 2e-5

enum { MOST_POINTS = 400, DEPTHS = 6, MANY = 1000 };

static const char *bits_file; /* of the second way to call this program */

/* ---- all sets of points ---- */

static uint32_t count_for(const env *e, uint32_t depth) {
    const uint32_t count = depth <= 4 ? MOST_POINTS : depth == 5 ? 60 : 20;
    return e->small || e->hostile ? count / 5 : count;
}

static bool is_met(const env *e, uint32_t depth, uint32_t kind) {
    if (e->small)
        return depth % 2 == 0 && (kind + depth / 2) % 6 == 0;
    return e->hostile ? (kind + depth) % 6 == 0 : (kind + depth) % 3 != 2;
}

/* Sometimes only the first points are anchors: half of them, or one. */
static uint32_t anchors_of(uint32_t number, uint32_t count) {
    return number % 3 == 0 ? (count + 1) / 2 : number % 7 == 0 && count;
}

/* Ways to solve. Each meets all kinds of points, at one depth or another. */
enum { WAYS = 4 };

static hpyr_poisson_desc way_of(uint32_t way, uint32_t depth) {
    hpyr_poisson_desc desc = {.capacity = MOST_POINTS, .depth = depth, .tolerance = 1e-6, .max_iterations = MANY};
    desc.density_depth = way == 1 ? depth : way == 2 ? (depth + 1) / 2 : 0;
    desc.unweighted = way == 3;
    desc.screening = way == 2 ? 4 : way == 3 ? 0.25 : 0;
    return desc;
}

/* One object for all sets of points that are solved in one way, so each solution finds what another one left. */
GPU_TEST(solutions_equal_the_oracle) {
    static const uint32_t strides[] = {3, 4, 6};
    for (uint32_t depth = 1; depth <= DEPTHS; depth++) {
        hpyr_poisson *objects[WAYS] = {NULL};
        for (uint32_t kind = 0; kind < POINTS_KINDS; kind++) {
            if (!is_met(e, depth, kind))
                continue;
            const uint32_t number = depth * POINTS_KINDS + kind, way = (kind + depth) % WAYS;
            const hpyr_poisson_desc desc = way_of(way, depth);
            if (!objects[way])
                objects[way] = make_poisson(e, &desc);
            SCOPED(scan_free)
            scan scan = scan_placed((points_kind)kind, count_for(e, depth), depth, number % 5, strides[number % 3]);
            scan.desc.anchors = anchors_of(number, scan.set.count);
            check_solve(e, objects[way], &scan, NEAR);
        }
        for (int way = 0; way < WAYS; way++)
            free_poisson(e, objects[way]);
    }
}

/* More than one row of a texture, and sums of more than one pass. */
GPU_TEST_ONCE(large_solutions_equal_the_oracle) {
    need_speed(e);
    const hpyr_poisson_desc desc = {.capacity = 20000, .depth = 6, .tolerance = 1e-6, .max_iterations = MANY};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    scan scan = scan_placed(POINTS_SPHERE, 20000, 6, 1, 4);
    for (uint32_t i = 0; i < scan.set.count; i++) /* outwards, so that the isovalue is not about 0 */
        for (int axis = 0; axis < 3; axis++)
            scan.normals[i * SCAN_NORMAL_STRIDE + axis] = points_at(&scan.set, i)[axis] - (float)axis;
    check_solve(e, poisson, &scan, NEAR);
    scan_free(&scan);
    scan = scan_placed(POINTS_RANDOM, 1500, 6, 0, 3);
    check_solve(e, poisson, &scan, NEAR);
    scan_free(&scan);
}

/* ---- normals ---- */

static void set_normal(scan *scan, uint32_t i, float x, float y, float z) {
    float *normal = scan->normals + (size_t)i * SCAN_NORMAL_STRIDE;
    normal[0] = x;
    normal[1] = y;
    normal[2] = z;
}

GPU_TEST(some_normals_are_zero_or_not_finite) {
    const hpyr_poisson_desc desc = {.capacity = 90, .depth = 4, .tolerance = 1e-6, .max_iterations = MANY};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = scan_random(POINTS_STRANGE, e->small ? 30 : 90, 4);
    for (uint32_t i = 0; i < scan.set.count; i++)
        if (i % 5 == 0)
            set_normal(&scan, i, 0, 0, 0);
        else if (i % 5 == 1)
            set_normal(&scan, i, i % 2 ? NAN : 1, i % 4 < 2 ? 2 : INFINITY, i % 8 < 4 ? -INFINITY : NAN);
    check_solve(e, poisson, &scan, NEAR);
    for (uint32_t i = 0; i < scan.set.count; i++)
        set_normal(&scan, i, 0, i % 2 ? NAN : 0, -0.0f);
    check_solve(e, poisson, &scan, NEAR); /* everything is 0 */
    assert_true(hpyr_poisson_last_report(poisson)->isovalue == 0);
}

/* f is linear in the normals, so it is as exact for long ones and for short ones. */
GPU_TEST(normals_have_any_length) {
    static const float lengths[] = {1e-9f, 1e-4f, 1e3f, 1e9f};
    const hpyr_poisson_desc desc = {
        .capacity = 60, .depth = 3, .tolerance = 1e-6, .max_iterations = MANY, .screening = 2};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    for (size_t i = 0; i < LENGTH(lengths); i++) {
        SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, e->small ? 20 : 60, 3);
        for (uint32_t k = 0; k < scan.set.count * SCAN_NORMAL_STRIDE; k++)
            scan.normals[k] *= lengths[i];
        check_solve(e, poisson, &scan, NEAR);
    }
    SCOPED(scan_free) scan mixed = scan_random(POINTS_SPHERE, e->small ? 20 : 60, 3);
    for (uint32_t k = 0; k < mixed.set.count * SCAN_NORMAL_STRIDE; k++)
        mixed.normals[k] *= k % 9 == 0 ? 1e4f : 1;
    check_solve(e, poisson, &mixed, NEAR);
}

/* ---- one solution after the other ---- */

GPU_TEST(each_solution_forgets_the_last_one) {
    static const struct {
        points_kind kind;
        uint32_t count;
    } sets[] = {{POINTS_ONE, 1},   {POINTS_SPHERE, 150}, {POINTS_NONE, 0}, {POINTS_RANDOM, 9},
                {POINTS_LOST, 20}, {POINTS_SPHERE, 300}, {POINTS_ONE, 1},  {POINTS_STRANGE, 60},
                {POINTS_NONE, 0},  {POINTS_CLUSTERED, 5}};
    const hpyr_poisson_desc desc = {
        .capacity = 300, .depth = 5, .tolerance = 1e-6, .max_iterations = MANY, .screening = 4};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    check_unsolved(e, poisson);
    for (size_t i = 0; i < LENGTH(sets); i++) {
        SCOPED(scan_free) scan scan = scan_random(sets[i].kind, sets[i].count / (e->small || e->hostile ? 5 : 1), 5);
        check_solve(e, poisson, &scan, NEAR);
    }
}

GPU_TEST(no_points_need_no_buffers) {
    const hpyr_poisson_desc desc = {.capacity = 5, .depth = 4};
    const hpyr_poisson_points points = {.margin = 2.5};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = scan_random(POINTS_NONE, 0, 4);
    scan.set.cube = (hpyr_octree_cube){.side = 0};
    scan.set.margin = 2.5;
    scan_build(&scan, 4);
    assert_int_equal(scan_solve(&scan, 1e-3, 100), HPYR_OK);
    OK(e, hpyr_poisson_solve(poisson, &points));
    check_solution(e, poisson, &scan, NEAR);
    assert_true(hpyr_poisson_last_report(poisson)->isovalue == 0);
}

/* None of the anchors is in the octree. */
GPU_TEST(anchors_may_be_skipped) {
    const hpyr_poisson_desc desc = {
        .capacity = 40, .depth = 4, .tolerance = 1e-6, .max_iterations = MANY, .screening = 4};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, 40, 4);
    scan.desc.anchors = 3;
    for (uint32_t i = 0; i < scan.desc.anchors; i++)
        scan.set.floats[points_at(&scan.set, i) - scan.set.floats + i] = i ? NAN : INFINITY;
    scan_build(&scan, 4);
    check_solve(e, poisson, &scan, NEAR);
    assert_true(hpyr_poisson_last_report(poisson)->isovalue == 0);
    assert_true(scan.tree.report.points == 37);
}

/* All points named as anchors are the same as none named. */
GPU_TEST(all_points_are_anchors) {
    const hpyr_poisson_desc desc = {.capacity = 60, .depth = 4, .screening = 4};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, 60, 4);
    SCOPED(scan_release) hpyr_poisson_points points = scan_upload(&scan, 0, 3);
    float *values[2];
    double isovalues[2];
    for (uint32_t i = 0; i < 2; i++) {
        points.anchors = i * points.count;
        OK(e, hpyr_poisson_solve(poisson, &points));
        values[i] = poisson_entries(e, poisson, HPYR_POISSON_ARRAY_VALUES);
        isovalues[i] = hpyr_poisson_last_report(poisson)->isovalue;
    }
    assert_true(isovalues[0] == isovalues[1]);
    assert_memory_equal(values[0], values[1], scan.tree.report.nodes * sizeof *values[0]);
    free(values[0]);
    free(values[1]);
}

/* The buffers have more points, and the object is made for more of them. */
GPU_TEST(only_the_first_points_are_taken) {
    const hpyr_poisson_desc desc = {.capacity = 500, .depth = 3, .tolerance = 1e-6, .max_iterations = MANY};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = scan_random(POINTS_RANDOM, 90, 3);
    SCOPED(scan_release) hpyr_poisson_points points = scan_upload(&scan, 1, 4);
    for (uint32_t count = 0; count <= 90; count += 30) {
        points.count = scan.set.count = count;
        scan_build(&scan, 3);
        assert_int_equal(scan_solve(&scan, 1e-6, MANY), HPYR_OK);
        OK(e, hpyr_poisson_solve(poisson, &points));
        check_solution(e, poisson, &scan, NEAR);
    }
}

/* ---- iterations ---- */

GPU_TEST(defaults_are_filled_in) {
    const hpyr_poisson_desc desc = {.capacity = 40, .depth = 3};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    const hpyr_poisson_desc *resolved = hpyr_poisson_resolved(poisson);
    assert_non_null(resolved);
    assert_true(resolved->capacity == 40 && resolved->depth == 3);
    assert_true(resolved->tolerance == 1e-3 && resolved->max_iterations == 100);
    assert_true(resolved->screening == 0 && resolved->density_depth == 1 && !resolved->unweighted);
    assert_in_range(resolved->node_capacity, 1, hpyr_context_caps(e->context)->max_list_length);
    const uint64_t before = hpyr_poisson_memory(poisson);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, 40, 3);
    check_solve(e, poisson, &scan, 1e-2);
    assert_true(hpyr_poisson_memory(poisson) > before);
    assert_true(hpyr_poisson_memory(poisson) > hpyr_octree_memory(hpyr_poisson_octree(poisson)));
}

/* After so many iterations the GPU is where the oracle is, odd numbers included. */
GPU_TEST(iterations_end_in_time) {
    SCOPED(scan_free) scan scan = scan_random(POINTS_RANDOM, 40, 4);
    SCOPED(scan_release) hpyr_poisson_points points = scan_upload(&scan, 2, 4);
    for (uint32_t most = 1; most <= 5; most++) {
        const hpyr_poisson_desc desc = {
            .capacity = 40, .depth = 4, .tolerance = 1e-12, .max_iterations = most, .screening = most % 2};
        SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
        OK(e, hpyr_poisson_solve(poisson, &points));
        scan.desc.screening = desc.screening;
        assert_int_equal(scan_solve(&scan, 1e-12, most), HPYR_OK);
        check_solution(e, poisson, &scan, NEAR);
        const hpyr_poisson_report *report = hpyr_poisson_last_report(poisson);
        for (int depth = 2; depth <= 4; depth++) { /* depth 1 has one equation */
            assert_int_equal(report->iterations[depth], scan.poisson.iterations[depth]);
            const double error = fabs(report->residuals[depth] - scan.poisson.residuals[depth]);
            assert_true(error <= 1e-4 + 1e-3 * scan.poisson.residuals[depth]);
        }
    }
}

/* ---- the same bits ---- */

static void check_same(env *e, hpyr_poisson *a, hpyr_poisson *b) {
    const size_t nodes = hpyr_octree_last_report(hpyr_poisson_octree(a))->nodes;
    for (int i = 0; i <= (int)HPYR_POISSON_ARRAY_DENSITY; i++) {
        const hpyr_poisson_array array = (hpyr_poisson_array)i;
        SCOPED(free_memory) float *a_entries = poisson_entries(e, a, array), *b_entries = poisson_entries(e, b, array);
        assert_memory_equal(a_entries, b_entries, nodes * poisson_width(array) * sizeof *a_entries);
    }
    assert_memory_equal(hpyr_poisson_last_report(a), hpyr_poisson_last_report(b), sizeof(hpyr_poisson_report));
}

/* One object has had other points before, and so larger textures with something in them. */
GPU_TEST(the_same_points_give_the_same_bits) {
    const hpyr_poisson_desc desc = {.capacity = 700, .depth = 5, .screening = 1};
    SCOPED(destroy_poisson) hpyr_poisson *a = make_poisson(e, &desc), *b = make_poisson(e, &desc);
    SCOPED(scan_free) scan first = scan_random(POINTS_RANDOM, e->small ? 40 : 700, 5);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, e->small ? 30 : 300, 5);
    SCOPED(scan_release)
    hpyr_poisson_points first_points = scan_upload(&first, 0, 3), points = scan_upload(&scan, 0, 3);
    OK(e, hpyr_poisson_solve(a, &first_points));
    OK(e, hpyr_poisson_solve(a, &points));
    OK(e, hpyr_poisson_solve(b, &points));
    check_same(e, a, b);
    OK(e, hpyr_poisson_solve(b, &points));
    check_same(e, a, b);
}

/* Two objects share nothing that a solution or a download needs. */
GPU_TEST(two_solutions_are_independent) {
    const hpyr_poisson_desc a_desc = {.capacity = 60, .depth = 4, .tolerance = 1e-6, .max_iterations = MANY},
                            b_desc = {.capacity = 30, .depth = 3, .tolerance = 1e-6, .max_iterations = MANY};
    hpyr_poisson *a = make_poisson(e, &a_desc), *b = make_poisson(e, &b_desc);
    SCOPED(scan_free) scan a_scan = scan_random(POINTS_SPHERE, 60, 4), b_scan = scan_random(POINTS_CLUSTERED, 30, 3);
    check_solve(e, a, &a_scan, NEAR);
    check_solve(e, b, &b_scan, NEAR);
    check_solution(e, a, &a_scan, NEAR);
    free_poisson(e, a);
    check_solution(e, b, &b_scan, NEAR);
    free_poisson(e, b);
}

/* ---- parts of arrays ---- */

/* The octree of a solution may be read, but it belongs to the solution. */
static void check_lent(env *e, hpyr_octree *octree) {
    const hpyr_octree_points none = {.count = 0};
    OK(e, hpyr_octree_share(octree));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_octree_build(octree, &none));
    env_clear_log(e);
    hpyr_octree_destroy(octree);
    assert_true(e->log_length > 0 && hpyr_octree_last_report(octree) != NULL);
}

/* Parts begin and end in any depth; and elements of the octree may be made between two downloads. */
GPU_TEST(parts_of_arrays_are_read) {
    const hpyr_poisson_desc desc = {.capacity = 100, .depth = 4};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, e->small ? 20 : 100, 4);
    check_solve(e, poisson, &scan, 1e-2);
    const uint32_t nodes = scan.tree.report.nodes;
    uint64_t seed = 5;
    for (int i = 0; i < (e->small ? 6 : 24); i++) {
        const hpyr_poisson_array array = (hpyr_poisson_array)(i % 4);
        const uint32_t first = random_below(&seed, i % 4 ? nodes + 1 : 20), width = poisson_width(array);
        const uint32_t count = random_below(&seed, nodes - first + 1);
        float *all = poisson_entries(e, poisson, array), *part = make_zeros((size_t)count * width + 1, sizeof *part);
        part[(size_t)count * width] = 7;
        OK(e, hpyr_poisson_download(poisson, array, first, count, part, count, NULL));
        assert_memory_equal(part, all + (size_t)first * width, (size_t)count * width * sizeof *part);
        assert_true(part[(size_t)count * width] == 7);
        free(part);
        free(all);
        if (i == 2)
            check_lent(e, hpyr_poisson_octree(poisson));
    }
    OK(e, hpyr_poisson_download(poisson, HPYR_POISSON_ARRAY_VALUES, nodes, 0, NULL, 0, NULL));
}

/* ---- the second way to call it ---- */

static void write_bits(env *e, hpyr_poisson *poisson, FILE *file) {
    const size_t nodes = hpyr_octree_last_report(hpyr_poisson_octree(poisson))->nodes;
    for (int i = 0; i <= (int)HPYR_POISSON_ARRAY_DENSITY; i++) {
        const size_t length = nodes * poisson_width((hpyr_poisson_array)i);
        SCOPED(free_memory) float *entries = poisson_entries(e, poisson, (hpyr_poisson_array)i);
        assert_int_equal(fwrite(entries, sizeof *entries, length, file), length);
    }
    assert_int_equal(fwrite(hpyr_poisson_last_report(poisson), sizeof(hpyr_poisson_report), 1, file), 1);
    SCOPED(surface_free) scan_surface mesh = surface_make(e, poisson, NULL);
    const size_t vertices = mesh.counts.vertices, indices = 3 * (size_t)mesh.counts.triangles;
    assert_true(indices > 0);
    assert_int_equal(fwrite(mesh.vertices, sizeof *mesh.vertices, vertices, file), vertices);
    assert_int_equal(fwrite(mesh.densities, sizeof *mesh.densities, vertices, file), vertices);
    assert_int_equal(fwrite(mesh.indices, sizeof *mesh.indices, indices, file), indices);
}

RUNNER_FUNCTION(solutions_are_written, env *e) {
    static const points_kind kinds[] = {POINTS_SPHERE, POINTS_RANDOM, POINTS_STRANGE};
    FILE *file = fopen(bits_file, "wb");
    assert_non_null(file);
    for (uint32_t i = 0; i < LENGTH(kinds); i++) {
        const hpyr_poisson_desc desc = {
            .capacity = 2000, .depth = 4 + i, .screening = 2.0 * i, .unweighted = i == LENGTH(kinds) - 1};
        SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
        SCOPED(scan_free) scan scan = scan_random(kinds[i], 2000 >> 2 * i, desc.depth);
        SCOPED(scan_release) hpyr_poisson_points points = scan_upload(&scan, 0, 3);
        OK(e, hpyr_poisson_solve(poisson, &points));
        write_bits(e, poisson, file);
    }
    assert_int_equal(fclose(file), 0);
}

/* ---- stages ---- */

enum { STAGES = 12 };

typedef struct told {
    hpyr_poisson_stage stages[STAGES];
    uint32_t depths[STAGES], count;
} told;

static void tell(hpyr_poisson_stage stage, uint32_t depth, void *user) {
    told *all = user;
    glFinish();
    if (all->count < STAGES) {
        all->stages[all->count] = stage;
        all->depths[all->count] = depth;
    }
    all->count++;
}

GPU_TEST_ONCE(stages_are_told_in_their_order) {
    told all = {.count = 0};
    const hpyr_poisson_desc desc = {.capacity = 90, .depth = 3, .on_stage = tell, .user = &all};
    static const hpyr_poisson_stage stages[] = {
        HPYR_POISSON_STAGE_OCTREE, HPYR_POISSON_STAGE_DIVERGENCE, HPYR_POISSON_STAGE_SOLVE, HPYR_POISSON_STAGE_SOLVE,
        HPYR_POISSON_STAGE_SOLVE,  HPYR_POISSON_STAGE_ISOVALUE,   HPYR_POISSON_STAGE_DONE};
    static const uint32_t depths[] = {0, 0, 1, 2, 3, 0, 0};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, 90, 3);
    check_solve(e, poisson, &scan, 1);
    assert_int_equal(all.count, LENGTH(stages));
    for (size_t i = 0; i < LENGTH(stages); i++) {
        assert_int_equal(all.stages[i], stages[i]);
        assert_int_equal(all.depths[i], depths[i]);
    }
    all.count = 0;
    hpyr_poisson_points points = scan_upload(&scan, 0, 3), without = points;
    without.normals.buffer = 0;
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_poisson_solve(poisson, &without));
    scan_release(&points);
    assert_int_equal(all.count, 3);
    assert_int_equal(all.stages[2], HPYR_POISSON_STAGE_DONE);
}

int main(int argument_count, char **arguments) {
    const struct CMUnitTest writing[] = {
        {"solutions_are_written", solutions_are_written_of_state, env_setup, env_teardown, NULL}};
    if (argument_count == 1)
        return runner_main();
    bits_file = arguments[1];
    return env_has_gl() ? runner_run("writing", writing, 1, env_open, env_close) : runner_skip_all("there is no GL");
}
