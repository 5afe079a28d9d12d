/* test_flow_critical.c - critical points equal the oracle's, and those of the ABC flow lie where analysis says.
 * SPDX-License-Identifier: MIT */
#include "flows.h"
#include "lists.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALL_AXES = 7 };

/* ---- critical points of the ABC flow ---- */

/* All eight points, none twice, each of its type. Returns the largest distance from its analytic place. */
static double check_abc(const hpyr_flow_seed *seeds, uint32_t count) {
    double points[FLOW_ABC_POINTS][3], worst = 0;
    uint32_t types[FLOW_ABC_POINTS], found[FLOW_ABC_POINTS] = {0};
    flow_abc_points(points, types);
    for (uint32_t i = 0; i < count; i++) {
        int nearest;
        worst = fmax(worst, flow_abc_distance(&seeds[i], &nearest));
        assert_int_equal(seeds[i].type & ~(uint32_t)HPYR_FLOW_TYPE_SPIRAL, types[nearest]);
        found[nearest]++;
    }
    assert_int_equal(count, FLOW_ABC_POINTS);
    for (int i = 0; i < FLOW_ABC_POINTS; i++)
        assert_int_equal(found[i], 1);
    return worst;
}

/* `shift` is where the grid begins, in cells. With a side of 8 n points lie on samples without a shift, on edges and faces if some axes
 * are shifted, and inside of cells if all are. */
static double abc_of_texture(env *e, const uint32_t size[3], const double shift[3]) {
    SCOPED(flow_field_free)
    flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, size[0], size[1], size[2], ALL_AXES);
    uint32_t count;
    flow_field_turn(&field, shift);
    flow_field_fill(&field, flow_abc);
    flow_field_upload(e, &field, 0);
    SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
    const hpyr_flow_field given = flow_given(&field);
    OK(e, hpyr_flow_build(flow, &given));
    SCOPED(free_memory) hpyr_flow_seed *seeds = flow_download(e, flow, &count);
    const double worst = check_abc(seeds, count);
    for (uint32_t i = 0; i < count; i++)
        assert_true(seeds[i].value < 1e-5);
    return worst;
}

GPU_TEST(critical_points_of_samples_are_the_analytic_ones) {
    static const uint32_t sizes[][3] = {{64, 64, 64}, {40, 48, 56}, {33, 35, 37}, {32, 64, 40}};
    static const double shifts[][3] = {{0, 0, 0},       {0.5, 0, 0},      {0, 0.25, 0.5},
                                       {0.5, 0.5, 0.5}, {0.1, 0.9, -0.3}, {1e-6, -1e-6, 0}};
    const size_t most = e->hostile || e->small ? 1 : LENGTH(shifts);
    for (size_t i = 0; i < (e->small ? 1 : LENGTH(sizes)); i++)
        for (size_t j = 0; j < most; j++) {
            const double worst = abc_of_texture(e, e->small ? sizes[2] : sizes[i], shifts[j]);
            if (getenv("HPYR_TEST_FLOW_ERRORS"))
                print_message("%ux%ux%u samples, shift %d: %.2e\n", sizes[i][0], sizes[i][1], sizes[i][2], (int)j,
                              worst);
            assert_true(worst < 1e-4);
        }
}

/* What docs/flow.md tells of errors. On few samples the points are all there, and less exact. */
GPU_TEST_ONCE(few_samples_find_all_points_too) {
    static const struct {
        uint32_t side;
        double error;
    } rows[] = {{8, 2e-2}, {12, 4e-3}, {16, 2e-3}, {24, 3e-4}, {32, 1e-4}, {64, 1e-5}};
    static const double shift[3] = {0.35, 0.1, 0.45};
    for (size_t i = 0; i < (e->small ? 2 : LENGTH(rows)); i++) {
        const uint32_t size[3] = {rows[i].side, rows[i].side, rows[i].side};
        const double worst = abc_of_texture(e, size, shift);
        if (getenv("HPYR_TEST_FLOW_ERRORS"))
            print_message("%u samples a side: %.2e\n", rows[i].side, worst);
        assert_true(worst < rows[i].error);
    }
}

/* The points of this flow lie on samples, some of them on sample 0: cells on both sides of the seam find each of those. */
GPU_TEST(points_on_the_seam_are_listed_once) {
    static const double shift[3] = {2, 2, 2};
    for (int axis = 0; axis < (e->hostile || e->small ? 1 : 3); axis++) {
        SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 16, 16, 16, ALL_AXES);
        uint32_t count;
        int nearest;
        flow_field_turn(&field, shift);
        field.ref.spacing[axis] *= -1;
        flow_field_fill(&field, flow_abc);
        flow_field_upload(e, &field, 0);
        SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
        assert_int_equal(check_flow(e, flow, &field, 1e-4), FLOW_ABC_POINTS);
        SCOPED(free_memory) hpyr_flow_seed *seeds = flow_download(e, flow, &count);
        for (uint32_t i = 0; i < count; i++)
            assert_true(flow_abc_distance(&seeds[i], &nearest) < 2e-3);
    }
}

static const char abc_glsl[] = "uniform vec3 u_hpyr_my_abc;\n"
                               "vec3 hpyr_flow_at(vec3 p) {\n"
                               "    return u_hpyr_my_abc * sin(p.zxy) + u_hpyr_my_abc.zxy * cos(p.yzx);\n"
                               "}\n";

static void bind_abc(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    const GLfloat *abc = user;
    char name[64] = "u_";
    (void)first_unit;
    strcat(strcat(name, prefix), "my_abc");
    glUniform3fv(glGetUniformLocation(program, name), 1, abc);
}

GPU_TEST(critical_points_of_glsl_are_the_analytic_ones) {
    static const uint32_t sides[] = {8, 9, 16, 64};
    GLfloat abc[3] = {1, 1, 1};
    const hpyr_flow_field given = {.glsl = abc_glsl, .bind = bind_abc, .user = abc};
    for (size_t i = 0; i < (e->small ? 1 : LENGTH(sides)); i++) {
        const float spacing = (float)(2 * FLOW_PI / sides[i]);
        hpyr_flow_desc desc = {.grid = {sides[i], sides[i], sides[i], .spacing = {spacing, spacing, spacing}},
                               .periodic = {true, true, true},
                               .order = i ? HPYR_ORDER_MORTON : HPYR_ORDER_MORTON3};
        hpyr_flow *flow;
        uint32_t count;
        OK(e, hpyr_flow_create(e->context, &desc, &flow));
        OK(e, hpyr_flow_build(flow, &given));
        SCOPED(free_memory) hpyr_flow_seed *seeds = flow_download(e, flow, &count);
        const double worst = check_abc(seeds, count);
        if (getenv("HPYR_TEST_FLOW_ERRORS"))
            print_message("GLSL, %u samples a side: %.2e\n", sides[i], worst);
        assert_true(worst < 1e-5);
        CALL_VOID(e, hpyr_flow_destroy(flow));
    }
}

/* ---- critical points, against the oracle ---- */

GPU_TEST(critical_points_equal_the_oracle) {
    static const uint32_t sizes[][3] = {{17, 13, 11}, {2, 2, 2}, {24, 25, 3}};
    static const hpyr_order orders[] = {HPYR_ORDER_MORTON, HPYR_ORDER_MORTON3, HPYR_ORDER_COLUMN};
    uint32_t most[LENGTH(orders)] = {0};
    for (size_t i = 0; i < LENGTH(sizes); i++)
        for (unsigned bits = 0; bits < (e->hostile || e->small ? 2 : 8); bits += 3) {
            SCOPED(flow_field_free)
            flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, sizes[i][0], sizes[i][1], sizes[i][2], bits);
            flow_field_randomize(&field, false, 7 * i + bits);
            flow_field_upload(e, &field, 0);
            for (size_t k = 0; k < (i == 0 && !e->hostile ? LENGTH(orders) : 1); k++) {
                field.ref.order = orders[k];
                SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
                const uint32_t count = check_flow(e, flow, &field, 1e-4);
                most[k] = count > most[k] ? count : most[k];
            }
        }
    for (size_t k = 0; k < (e->hostile ? 1 : LENGTH(orders)); k++) /* an order is more than one seed */
        assert_true(most[k] > 3);
}

/* Linear fields have one point, wherever it lies, and all interpolants are exact. */
static double matrix[3][3], middle[3], unit = 1;

static void linear(const double p[3], double out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = (matrix[i][0] * (p[0] - middle[0]) + matrix[i][1] * (p[1] - middle[1]) +
                  matrix[i][2] * (p[2] - middle[2])) /
                 unit;
}

static void bent(const double p[3], double out[3]) {
    linear(p, out);
    for (int i = 0; i < 3; i++)
        out[i] += 10 * pow((p[i] - middle[i]) / unit, 4); /* cells on both sides of the point see other polynomials */
}

/* Eight cells find the point, which lies near their corner. Floats there are multiples of an eighth, and the point lies halfway
 * between two of them: some of its places are rounded to one of the two, and some to the other. */
GPU_TEST(points_far_from_the_origin_are_listed_once) {
    SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 8, 8, 8, 0);
    memcpy(matrix, (const double[3][3]){{0.7, -0.31, 0.2}, {0.43, 0.9, 0.11}, {-0.37, 0.23, 0.77}}, sizeof matrix);
    for (int axis = 0; axis < 3; axis++) {
        field.ref.origin[axis] = 1048576;
        field.ref.spacing[axis] = 0.061f;
        middle[axis] = 1048576.1875;
    }
    field.ref.merge_distance = 0.061f / 4;
    flow_field_fill(&field, bent);
    flow_field_upload(e, &field, 0);
    SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
    assert_int_equal(check_flow(e, flow, &field, 0.126), 1);
}

/* The squares of these distances are no floats. */
GPU_TEST(points_between_cells_of_any_size_are_listed_once) {
    static const float sizes[] = {0.061e26f, 0.061e-23f};
    memcpy(matrix, (const double[3][3]){{0.7, -0.31, 0.2}, {0.43, 0.9, 0.11}, {-0.37, 0.23, 0.77}}, sizeof matrix);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 8, 8, 8, 0);
        unit = (double)sizes[i] / 0.061;
        for (int axis = 0; axis < 3; axis++) {
            field.ref.origin[axis] = 0;
            field.ref.spacing[axis] = sizes[i];
            middle[axis] = 0.1875 / 0.061 * (double)sizes[i]; /* near a corner, which eight cells find it from */
        }
        field.ref.merge_distance = sizes[i] / 4;
        flow_field_fill(&field, bent);
        flow_field_upload(e, &field, 0);
        SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
        const hpyr_flow_field given = flow_given(&field);
        uint32_t count;
        OK(e, hpyr_flow_build(flow, &given));
        OK(e, hpyr_flow_count(flow, &count));
        assert_int_equal(count, 1);
        assert_int_equal(answer_seeds(&field.ref, NULL, 0), 1);
    }
    unit = 1;
}

/* Where the candidates do not fit, the log tells their number. */
static uint32_t candidates_of(env *e, const flow_field *field) {
    SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, field, 1);
    const hpyr_flow_field given = flow_given(field);
    unsigned candidates = 0;
    uint32_t count;
    env_clear_log(e);
    OK(e, hpyr_flow_build(flow, &given));
    EXPECT(e, HPYR_INCOMPLETE, hpyr_flow_count(flow, &count));
    assert_true(count <= 1);
    const char *line = strstr(e->log, "flow: ");
    assert_non_null(line);
    assert_int_equal(sscanf(line, "flow: %u candidates", &candidates), 1);
    return candidates;
}

GPU_TEST(candidates_equal_the_oracle) {
    static const float odd[] = {NAN, INFINITY, -INFINITY, 0.0f, -0.0f, 3e38f, 1e-37f};
    uint64_t seed = 5;
    for (int round = 0; round < (e->small ? 2 : 8); round++) {
        SCOPED(flow_field_free)
        flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 9 + (uint32_t)round, 14, 7, (unsigned)round);
        flow_field_randomize(&field, true, 100 + (uint64_t)round);
        for (int i = 0; i < 20; i++)
            field.samples[random_below(&seed, 3 * 9 * 14 * 7)] = odd[random_below(&seed, LENGTH(odd))];
        flow_field_upload(e, &field, 0);
        SCOPED(free_memory) uint8_t *flags = make_room((size_t)(9 + round) * 14 * 7);
        uint32_t cells[3], expected = 0;
        answered(hpyr_ref_flow_cells(&field.ref, cells));
        answered(hpyr_ref_flow_flags(&field.ref, flags, NULL));
        for (uint32_t i = 0; i < cells[0] * cells[1] * cells[2]; i++)
            expected += flags[i];
        assert_true(expected > 20);
        assert_int_equal(candidates_of(e, &field), expected);
    }
}

GPU_TEST(types_of_points_are_told) {
    static const struct {
        double rows[3][3];
        uint32_t type;
    } cases[] = {{{{1, 0, 0}, {0, 2, 0}, {0, 0, 3}}, HPYR_FLOW_TYPE_SOURCE},
                 {{{-1, 0, 0}, {0, -2, 0}, {0, 0, -3}}, HPYR_FLOW_TYPE_SINK},
                 {{{1, 0, 0}, {0, -2, 0}, {0, 0, -3}}, HPYR_FLOW_TYPE_SADDLE_OUT},
                 {{{-1, 0, 0}, {0, 2, 0}, {0, 0, 3}}, HPYR_FLOW_TYPE_SADDLE_IN},
                 {{{1, -3, 0}, {3, 1, 0}, {0, 0, 1}}, HPYR_FLOW_TYPE_SOURCE + HPYR_FLOW_TYPE_SPIRAL},
                 {{{-1, -3, 0}, {3, -1, 0}, {0, 0, -1}}, HPYR_FLOW_TYPE_SINK + HPYR_FLOW_TYPE_SPIRAL},
                 {{{-1, -3, 0}, {3, -1, 0}, {0, 0, 1}}, HPYR_FLOW_TYPE_SADDLE_OUT + HPYR_FLOW_TYPE_SPIRAL},
                 {{{1, -3, 0}, {3, 1, 0}, {0, 0, -1}}, HPYR_FLOW_TYPE_SADDLE_IN + HPYR_FLOW_TYPE_SPIRAL}};
    for (size_t i = 0; i < (e->hostile ? 2 : LENGTH(cases)); i++) {
        SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 2 + (uint32_t)i, 5, 4, 0);
        const double spacing[3] = {0.5, -0.25, 2};
        memcpy(matrix, cases[i].rows, sizeof matrix);
        memcpy(middle, (const double[3]){0.25, -0.6, i % 2 ? 2 : 2.5}, sizeof middle);
        memcpy(field.ref.spacing, spacing, sizeof spacing);
        field.ref.merge_distance = 0.0625;
        flow_field_fill(&field, linear);
        flow_field_upload(e, &field, 0);
        SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
        uint32_t count;
        assert_int_equal(check_flow(e, flow, &field, 1e-5), 1);
        SCOPED(free_memory) hpyr_flow_seed *seeds = flow_download(e, flow, &count);
        assert_int_equal(seeds[0].type, cases[i].type);
        for (int axis = 0; axis < 3; axis++)
            assert_true(fabs(seeds[0].position[axis] - middle[axis]) < 1e-5);
    }
}

GPU_TEST(nothing_is_a_point_where_all_is_zero) {
    SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 9, 8, 7, 0);
    flow_field_upload(e, &field, 0);
    SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
    assert_int_equal(check_flow(e, flow, &field, 0), 0);
}
