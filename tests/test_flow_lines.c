/* test_flow_lines.c - flowseeds' streamlines, which the GPU traces in floats, equal those of the same method in double precision.
 * SPDX-License-Identifier: MIT */
#include "flows.h"

#include "flowseeds/flows.h"
#include "flowseeds/lines.h"
#include "flowseeds/subject.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STARTS = 9, STEPS = 61 };

typedef struct bench {
    painter painter;
    lines lines;
    double abc[3];
    float starts[STARTS][4];
} bench;

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
    assert_true(lines_open(&b->lines, &b->painter, &field));
    assert_true(lines_trace(&b->lines, &field, (const float(*)[4])b->starts, STARTS, STEPS, (float)h));
    float *all = lines_read(&b->lines);
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

GPU_TEST_ONCE(lines_equal_those_in_double_precision) {
    bench b = {.painter = {0}};
    assert_true(painter_open(&b.painter, env_gl()));
    assert_int_equal(check_formula(e, &b, FLOW_ABC, 2e-4), 2 * STARTS * (STEPS + 1));
    const uint32_t points = check_formula(e, &b, FLOW_LORENZ, 2e-2); /* chaos: near lines part */
    assert_true(points > STEPS && points < 2 * STARTS * (STEPS + 1));
    assert_true(lines_trace(&b.lines, &(lines_field){.glsl = ""}, NULL, 0, STEPS, 1));
    lines_free(&b.lines);
    painter_close(&b.painter);
}

enum { SIDE = 17, WANTED = 27, CIRCLE_STEPS = 100 };

typedef void (*vector_fn)(int x, int y, double out[2]);

static void circling(int x, int y, double out[2]) {
    out[0] = -(y - 8);
    out[1] = x - 8;
}

static void aside_at_zero(int x, int y, double out[2]) {
    (void)y;
    out[0] = x != 0;
    out[1] = x == 0;
}

/* A file of vectors without z, multiplied by a size; and what the demo makes of it. */
static void run_file(subject *s, library *l, const painter *p, const int n[3], vector_fn vector, double size,
                     bool is_periodic, const flow_wishes *wishes) {
    const flow_source source = {.path = "flow_lines.nrrd", .is_periodic = is_periodic};
    FILE *file = fopen(source.path, "wb");
    assert_non_null(file);
    fprintf(file,
            "NRRD0005\ntype: float\nendian: little\ndimension: 4\nsizes: 3 %d %d %d\n"
            "kinds: vector domain domain domain\nspace dimension: 3\nspace directions: none (1,0,0) (0,1,0) (0,0,1)\n"
            "space origin: (-8,-8,-8)\nencoding: raw\n\n",
            n[0], n[1], n[2]);
    for (int i = 0; i < n[0] * n[1] * n[2]; i++) {
        double v[2];
        vector(i % n[0], i / n[0] % n[1], v);
        const float numbers[3] = {(float)(size * v[0]), (float)(size * v[1]), 0};
        fwrite(numbers, sizeof *numbers, 3, file);
    }
    fclose(file);
    const bool ok = subject_load(s, l, p, &source, wishes, NULL) && subject_run(s);
    remove(source.path);
    if (!ok)
        fail_msg("%s", error_text());
}

/* A file's vectors between its samples: a linear field, which is exact there, so that each line is a circle. It may end at the
 * border, but not before. */
static void check_circles(subject *s, uint32_t starts, double size) {
    const uint32_t points = CIRCLE_STEPS + 1;
    uint32_t moving = 0;
    assert_int_equal(s->lines.starts, starts);
    SCOPED(free_memory) float *all = lines_read(&s->lines);
    assert_non_null(all);
    for (uint32_t i = 0; i < 2 * starts * points; i++) {
        const float *first = all + 4 * (size_t)(i - i % points), *at = all + 4 * (size_t)i;
        const double radius = hypot(first[0], first[1]);
        assert_true(fabs(hypot(at[0], at[1]) - radius) < 1e-3 && fabsf(at[2] - first[2]) < 1e-4f);
        assert_true(at[3] == 0 || fabs(at[3] / size - radius) < 1e-3);
        assert_true(at[3] > 0 || radius < 1e-3 || radius > 7.99); /* in the middle nothing flows */
        moving += at[3] > 0;
    }
    assert_true(moving > starts * points);
}

GPU_TEST_ONCE(lines_of_samples_are_circles) {
    static const struct {
        int depth;
        uint32_t starts;
        double size;
    } cases[] = {{SIDE, WANTED, 1}, {1, 25, 1}, {2, 25, 1e-30}, {1, 25, 1e30}};
    const flow_wishes wishes = {SEEDS_GRID, NAN, NAN, WANTED, CIRCLE_STEPS, 0.005};
    SCOPED(painter_close) painter p = {0};
    SCOPED(library_close) library l = {0};
    assert_true(painter_open(&p, env_gl()));
    assert_true(library_open(&l, env_gl()));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        SCOPED(subject_free) subject s = {.seed_count = 0};
        const int n[3] = {SIDE, SIDE, cases[i].depth};
        run_file(&s, &l, &p, n, circling, cases[i].size, false, &wishes);
        check_circles(&s, cases[i].starts, cases[i].size);
        assert_true(fabs(s.most_curl / cases[i].size - 2) < 1e-6 && s.slowest == 0);
    }
}

/* A step is ten periods of the short axis. Lines begin halfway between the second and the third sample, where the flow runs along
 * that axis: whoever looks at the right samples comes back to where the line began. */
GPU_TEST_ONCE(steps_may_be_many_periods) {
    static const int n[3] = {3, 30, 3};
    const flow_wishes wishes = {SEEDS_GRID, NAN, NAN, WANTED, 10, 1};
    SCOPED(painter_close) painter p = {0};
    SCOPED(library_close) library l = {0};
    SCOPED(subject_free) subject s = {.seed_count = 0};
    assert_true(painter_open(&p, env_gl()));
    assert_true(library_open(&l, env_gl()));
    run_file(&s, &l, &p, n, aside_at_zero, 2, true, &wishes);
    SCOPED(free_memory) float *all = lines_read(&s.lines);
    assert_non_null(all);
    for (uint32_t i = 0; i < s.lines.columns * s.lines.points; i++) {
        const float *first = all + 4 * (size_t)(i - i % s.lines.points), *at = all + 4 * (size_t)i;
        assert_true(fabsf(at[0] + 6.5f) < 1e-3f && fabsf(at[1] - first[1]) < 1e-3f && at[3] == 2);
    }
    assert_true(s.lines.columns > 20);
}
