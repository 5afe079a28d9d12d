/* test_flow_lines.c - flowseeds' streamlines, which the GPU traces in floats, equal those of the same method in double precision.
 * SPDX-License-Identifier: MIT */
#include "flows.h"

#include "flowseeds/flows.h"
#include "flowseeds/lines.h"
#include "flowseeds/starts.h"
#include "flowseeds/subject.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define E error, sizeof error

enum { STARTS = 9, STEPS = 61 };

typedef struct bench {
    painter painter;
    lines lines;
    double abc[3];
    float starts[STARTS][4];
} bench;

static char error[ERROR_SIZE];

static void set_abc(uint32_t program, uint32_t unit, void *user) {
    const double *abc = user;
    (void)unit;
    glUniform3f(glGetUniformLocation(program, "u_hpyr_my_abc"), (float)abc[0], (float)abc[1], (float)abc[2]);
}

static void way(const flow_formula *f, const double abc[3], const double p[3], double out[3]) {
    f->at(abc, p, out);
    const double speed = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    for (int i = 0; i < 3; i++)
        out[i] = speed > 0 ? out[i] / speed : 0;
}

/* One step of Runge and Kutta's method along the directions. */
static void step(const flow_formula *f, const double abc[3], double h, double p[3]) {
    double k[4][3], q[3];
    way(f, abc, p, k[0]);
    for (int stage = 1; stage < 4; stage++) {
        for (int i = 0; i < 3; i++)
            q[i] = p[i] + (stage == 3 ? h : h / 2) * k[stage - 1][i];
        way(f, abc, q, k[stage]);
    }
    for (int i = 0; i < 3; i++) {
        p[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
        if (f->is_periodic)
            p[i] -= (f->high[i] - f->low[i]) * floor((p[i] - f->low[i]) / (f->high[i] - f->low[i]));
    }
}

static bool is_inside(const flow_formula *f, const double p[3]) {
    return p[0] >= f->low[0] && p[0] <= f->high[0] && p[1] >= f->low[1] && p[1] <= f->high[1] && p[2] >= f->low[2] &&
           p[2] <= f->high[2];
}

/* How far a line is from the one in double precision; lines may leap over the end of a period, which is no distance. Returns how many
 * of its points lie before its end. */
static uint32_t check_line(const flow_formula *f, const double abc[3], const float *line, double h, double tolerance) {
    double p[3] = {line[0], line[1], line[2]}, v[3];
    for (uint32_t k = 0; k <= STEPS; k++, line += 4) {
        if (k)
            step(f, abc, h, p);
        if (!is_inside(f, p)) {
            assert_true(line[3] == 0);
            return k;
        }
        f->at(abc, p, v);
        const double speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        for (int i = 0; i < 3; i++) {
            double apart = fabs(line[i] - p[i]);
            apart = f->is_periodic ? fabs(remainder(apart, f->high[i] - f->low[i])) : apart;
            if (!(apart < tolerance))
                fail_msg("%s, step %u: coordinate %d is %.9g, not %.9g", f->name, k, i, (double)line[i], p[i]);
        }
        if (!(fabs(line[3] - speed) < 10 * tolerance * (1 + speed)))
            fail_msg("%s, step %u: speed is %.9g, not %.9g", f->name, k, (double)line[3], speed);
    }
    return STEPS + 1;
}

static uint32_t check_formula(env *e, bench *b, flow_name name, double tolerance) {
    const flow_formula *f = &FLOWS[name];
    lines_field field = {.glsl = f->glsl, .bind = set_abc, .user = b->abc};
    uint64_t seed = 5 + name;
    uint32_t points = 0;
    memcpy(b->abc, f->abc, sizeof b->abc);
    b->abc[1] *= 0.75;
    for (int axis = 0; axis < 3; axis++) {
        field.low[axis] = (float)f->low[axis];
        field.high[axis] = (float)f->high[axis];
        field.periodic[axis] = f->is_periodic;
        for (int i = 0; i < STARTS; i++)
            b->starts[i][axis] =
                field.low[axis] + (float)(random_next(&seed) / 4294967296.0) * (field.high[axis] - field.low[axis]);
    }
    const double h = 0.01 * (f->high[0] - f->low[0]);
    assert_true(lines_open(&b->lines, &b->painter, &field, E));
    assert_true(lines_trace(&b->lines, &field, (const float(*)[4])b->starts, STARTS, STEPS, (float)h, E));
    float *all = lines_read(&b->lines, E);
    assert_non_null(all);
    for (int line = 0; line < 2 * STARTS; line++) {
        const float *first = all + 4 * (size_t)line * (STEPS + 1);
        for (int axis = 0; axis < 3; axis++)
            assert_true(fabsf(first[axis] - b->starts[line / 2][axis]) <= 1e-5f * (field.high[axis] - field.low[axis]));
        points += check_line(f, b->abc, first, (line & 1 ? -1 : 1) * (double)(float)h, tolerance);
    }
    free(all);
    (void)e;
    return points;
}

static void lines_equal_those_in_double_precision(void **state) {
    env *e = *state;
    bench b = {.painter = {0}};
    assert_true(painter_open(&b.painter, env_gl(), E));
    assert_int_equal(check_formula(e, &b, FLOW_ABC, 2e-4), 2 * STARTS * (STEPS + 1));
    const uint32_t points = check_formula(e, &b, FLOW_LORENZ, 2e-2); /* chaos: near lines part */
    assert_true(points > STEPS && points < 2 * STARTS * (STEPS + 1));
    assert_true(lines_trace(&b.lines, &(lines_field){.glsl = ""}, NULL, 0, STEPS, 1, E));
    lines_free(&b.lines);
    painter_close(&b.painter);
}

/* A file's vectors between its samples: a linear field, which is exact there, so that each line is a circle. */
static void lines_of_samples_are_circles(void **state) {
    enum { SIDE = 17 };
    env *e = *state;
    subject s = {.source = {.flow = FLOW_COUNT}};
    static float vectors[SIDE * SIDE * SIDE][4];
    (void)e;
    for (int i = 0; i < SIDE * SIDE * SIDE; i++) {
        vectors[i][0] = -(float)(i / SIDE % SIDE - 8);
        vectors[i][1] = (float)(i % SIDE - 8);
    }
    FILE *file = fopen("flow_lines.nrrd", "wb");
    assert_non_null(file);
    fprintf(
        file,
        "NRRD0005\ntype: float\nendian: little\ndimension: 4\nsizes: 3 %d %d %d\nkinds: vector domain domain domain\n"
        "space dimension: 3\nspace directions: none (1,0,0) (0,1,0) (0,0,1)\nspace origin: (-8,-8,-8)\nencoding: "
        "raw\n\n",
        SIDE, SIDE, SIDE);
    for (int i = 0; i < SIDE * SIDE * SIDE; i++)
        fwrite(vectors[i], sizeof **vectors, 3, file);
    fclose(file);
    strcpy(s.source.path, "flow_lines.nrrd");
    painter p = {0};
    library l = {0};
    assert_true(painter_open(&p, env_gl(), E));
    assert_true(library_open(&l, env_gl(), E));
    const flow_source source = s.source;
    const flow_wishes wishes = {SEEDS_GRID, NAN, NAN, 27, 100, 0.005};
    const bool ok = subject_load(&s, &l, &p, &source, &wishes, NULL, E) && subject_run(&s, E);
    remove("flow_lines.nrrd");
    if (!ok)
        fail_msg("%s", error);
    assert_int_equal(s.lines.starts, 27);
    float *all = lines_read(&s.lines, E);
    for (uint32_t i = 0; i < 2 * 27 * 101; i++) {
        const float *first = all + 4 * (size_t)(i - i % 101), *at = all + 4 * (size_t)i;
        const double radius = hypot(first[0], first[1]);
        assert_true(fabs(hypot(at[0], at[1]) - radius) < 1e-3 && fabsf(at[2] - first[2]) < 1e-4f);
        assert_true(at[3] == 0 || fabs(at[3] - radius) < 1e-3);
    }
    free(all);
    subject_free(&s);
    library_close(&l);
    painter_close(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        GPU_TEST_ONCE(lines_equal_those_in_double_precision),
        GPU_TEST_ONCE(lines_of_samples_are_circles),
    };
    return RUN_GPU_TESTS(tests);
}
