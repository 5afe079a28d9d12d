/* test_sculpt.c - the edits of the demo sculpt: what strokes part, what solids make together, what maps move, and that mistakes leave all
 * as it was.  SPDX-License-Identifier: MIT */
#include "topology.h"
#include "works.h"

#include "harness.h"

#include "common/draw/draw.h"
#include "common/draw/picture.h"
#include "sculpt/nearest.h"
#include "sculpt/show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979;

typedef struct stand {
    painter painter;
    library library;
    sculptor *sculptor;
} stand;

static void stand_open(stand *s) {
    memset(s, 0, sizeof *s);
    WORKS(painter_open(&s->painter, env_gl()));
    WORKS(library_open(&s->library, env_gl()));
    s->sculptor = make_zeros(1, sizeof *s->sculptor);
    s->sculptor->library = &s->library;
    s->sculptor->state.screening = 4;
}

static void stand_close(stand *s) {
    sculptor_free(s->sculptor);
    free(s->sculptor);
    library_close(&s->library);
    painter_close(&s->painter);
    CHECK_GL();
}

/* One edit, which may fail. */
static bool try_line(stand *s, const char *line) {
    SCOPED(free_memory) edit *e = make_zeros(1, sizeof *e);
    error_clear();
    return edit_parse(line, e) && sculptor_edit(s->sculptor, e, NULL);
}

static void run(stand *s, const char *line) {
    if (!try_line(s, line))
        fail_msg("%s: %s", line, error_text());
}

/* ---- meshes ---- */

/* A mesh in memory, for the tests of topology and for comparisons. */
static void read_mesh(const stand *s, hpyr_mesh_vertex **vertices, hpyr_ref_surface *out) {
    const mesh_buffers *m = &s->sculptor->now.made.mesh;
    memset(out, 0, sizeof *out);
    out->vertex_count = m->vertex_count;
    out->triangle_count = m->triangle_count;
    *vertices = make_zeros(m->vertex_count + 1, sizeof **vertices);
    out->indices = make_zeros(3 * (size_t)m->triangle_count + 1, sizeof *out->indices);
    out->positions = make_zeros(3 * (size_t)m->vertex_count + 1, sizeof *out->positions);
    WORKS(mesh_buffers_read(s->library.gl, m, *vertices, out->indices));
    for (size_t i = 0; i < m->vertex_count; i++)
        memcpy(out->positions + 3 * i, (*vertices)[i].position, 12);
}

/* What the demo counts is what the tests' own judge counts, which also proves that the mesh is closed. */
static void check_measures(const stand *s, const char *name) {
    SCOPED(free_memory) hpyr_mesh_vertex *vertices = NULL;
    SCOPED(hpyr_ref_surface_free) hpyr_ref_surface mesh;
    const mesh_measures *m = &s->sculptor->measures;
    read_mesh(s, &vertices, &mesh);
    assert_int_equal(check_topology(name, &mesh), m->parts);
    assert_true(fabs(signed_volume(&mesh) - m->volume) < 1e-3 * m->volume);
    assert_int_equal(m->euler, (int)mesh.vertex_count - (int)mesh.triangle_count / 2);
}

/* ---- strokes ---- */

TEST(a_stroke_parts_two_spheres) {
    SCOPED(stand_close) stand s;
    SCOPED(free_memory) hpyr_mesh_vertex *before = NULL, *after = NULL;
    SCOPED(hpyr_ref_surface_free) hpyr_ref_surface first, last;
    stand_open(&s);
    run(&s, "make caps 20000");
    run(&s, "depth 6");
    assert_int_equal(s.sculptor->measures.parts, 1);
    read_mesh(&s, &before, &first);
    run(&s, "stroke 0 0.95 0 -0.95");
    assert_int_equal(s.sculptor->measures.parts, 2);
    assert_int_equal(s.sculptor->measures.euler, 4);
    check_measures(&s, "two spheres");
    assert_true(s.sculptor->measures.largest_triangles < 0.6 * s.sculptor->now.made.mesh.triangle_count);
    run(&s, "undo");
    read_mesh(&s, &after, &last);
    assert_int_equal(first.vertex_count, last.vertex_count);
    assert_memory_equal(before, after, first.vertex_count * sizeof *before);
    assert_memory_equal(first.indices, last.indices, 12 * (size_t)first.triangle_count);
}

/* Each stroke takes a handle away. */
TEST(strokes_free_five_fingers) {
    static const char *const STROKES[] = {"stroke -0.498 0.622 -0.498 -0.166", "stroke -0.166 0.622 -0.166 -0.166",
                                          "stroke 0.166 0.622 0.166 -0.166", "stroke 0.498 0.622 0.498 -0.166"};
    SCOPED(stand_close) stand s;
    stand_open(&s);
    run(&s, "depth 6");
    run(&s, "make comb 20000");
    assert_int_equal(s.sculptor->measures.euler, -6);
    for (int i = 0; i < 4; i++) {
        run(&s, STROKES[i]);
        assert_int_equal(s.sculptor->measures.euler, -4 + 2 * i);
        assert_int_equal(s.sculptor->measures.parts, 1);
    }
    check_measures(&s, "a comb");
}

/* Places lie inside, in steps of a cell, and normals across look to the right side of the stroke. */
TEST(strokes_insert_what_is_inside) {
    SCOPED(stand_close) stand s;
    stand_open(&s);
    run(&s, "depth 5");
    run(&s, "make sphere 4000");
    run(&s, "stroke 0.1 -2 0.1 2");
    const clay *c = &s.sculptor->now.cloud;
    const uint32_t inserted = c->points.count - c->anchors;
    assert_int_equal(c->anchors, 4000);
    for (uint32_t i = c->anchors; i < c->points.count; i++) {
        const float *p = c->points.positions + 3 * (size_t)i, *n = c->points.normals + 3 * (size_t)i;
        assert_true(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] < 1.01f);
        assert_true(n[0] > 0.98f && fabsf(n[1]) < 0.02f);
    }
    const double cell = 2 * 1.1 / 32, expected = PI / (cell * cell);
    assert_true(fabs(inserted - expected) < 0.1 * expected);
    run(&s, "erase 0 0 3 inserted");
    assert_int_equal(c->points.count, 4000);
    run(&s, "normals near");
    run(&s, "rectangle 0 0.5 0.5 -0.5");
    for (uint32_t i = c->anchors; i < c->points.count; i++) {
        const float *p = c->points.positions + 3 * (size_t)i, *n = c->points.normals + 3 * (size_t)i;
        const float length = sqrtf(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        assert_true(length < 0.7f || n[0] * p[0] + n[1] * p[1] + n[2] * p[2] > 0.9f * length);
    }
    const uint32_t filled = c->points.count;
    run(&s, "undo");
    run(&s, "lasso 0 0.5 0.5 0.5 0.5 -0.5 0 -0.5");
    assert_int_equal(c->points.count, filled);
}

/* The function is at its isovalue, on average, at the points that were there to begin with, whatever was inserted. */
TEST(inserted_points_do_not_make_the_isovalue) {
    SCOPED(stand_close) stand s;
    stand_open(&s);
    run(&s, "depth 5");
    run(&s, "make sphere 4000");
    run(&s, "rectangle -0.5 0.5 0.5 -0.5");
    const clay *c = &s.sculptor->now.cloud;
    SCOPED(free_memory) float *values = make_zeros(c->points.count, sizeof *values);
    WORKS(solid_evaluate(&s.sculptor->now, c->points.positions, c->points.count, values));
    double sums[2] = {0};
    for (uint32_t i = 0; i < c->points.count; i++)
        sums[i >= c->anchors] += values[i];
    const double anchors = sums[0] / c->anchors, inserted = sums[1] / (c->points.count - c->anchors);
    assert_true(inserted < 0 && fabs(anchors) < 0.005 * -inserted);
}

/* ---- solids ---- */

static double volume_of(stand *s, const char *line) {
    run(s, line);
    check_measures(s, line);
    const double volume = s->sculptor->measures.volume;
    run(s, "undo");
    return volume;
}

/* Two unit spheres whose centers are 1 apart: their lens has the volume of two caps of height 1/2, 5 pi / 12. */
TEST(solids_have_the_volumes_that_they_should) {
    const double ball = 4 * PI / 3, lens = 5 * PI / 12;
    SCOPED(stand_close) stand s;
    stand_open(&s);
    run(&s, "depth 6");
    run(&s, "make sphere 20000");
    const double one = s.sculptor->measures.volume;
    const double both = volume_of(&s, "union sphere at 1 0 0"), common = volume_of(&s, "intersection sphere at 1 0 0");
    const double rest = volume_of(&s, "difference sphere at 1 0 0");
    print_message("ball %.4f of %.4f, union %.4f of %.4f, intersection %.4f of %.4f, difference %.4f of %.4f\n", one,
                  ball, both, 2 * ball - lens, common, lens, rest, ball - lens);
    assert_true(fabs(one - ball) < 0.01 * ball);
    assert_true(fabs(both - (2 * ball - lens)) < 0.01 * (2 * ball - lens));
    assert_true(fabs(common - lens) < 0.01 * lens);
    assert_true(fabs(rest - (ball - lens)) < 0.01 * (ball - lens));
    assert_true(fabs(both + common - 2 * one) < 0.003 * 2 * one);
    run(&s, "union sphere at 3 0 0");
    assert_int_equal(s.sculptor->measures.parts, 2);
    run(&s, "undo");
    run(&s, "paste torus at 0 1 0 scale 0.5");
    assert_int_equal(s.sculptor->now.cloud.anchors, 20000);
}

/* ---- deformations ---- */

static void check_same_bits(const clay *a, const clay *b) {
    assert_int_equal(a->points.count, b->points.count);
    assert_int_equal(a->anchors, b->anchors);
    assert_memory_equal(a->points.positions, b->points.positions, 12 * (size_t)a->points.count);
    assert_memory_equal(a->points.normals, b->points.normals, 12 * (size_t)a->points.count);
}

TEST(the_identity_gives_equal_bits) {
    SCOPED(stand_close) stand s;
    SCOPED(clay_free) clay kept = {0};
    SCOPED(free_memory) hpyr_mesh_vertex *before = NULL, *after = NULL;
    SCOPED(hpyr_ref_surface_free) hpyr_ref_surface first, last;
    stand_open(&s);
    run(&s, "depth 5");
    run(&s, "make comb 8000");
    s.sculptor->now.cloud.points.positions[3] = -0.0f; /* and not +0 */
    WORKS(sculptor_remake(s.sculptor));
    WORKS(clay_copy(&kept, &s.sculptor->now.cloud));
    read_mesh(&s, &before, &first);
    run(&s, "affine 1 0 0 0 0 1 0 0 0 0 1 0");
    run(&s, "pull 0 0.5 0 0.8 0 0 0");
    run(&s, "pull 9 9 9 0.5 1 2 3");
    check_same_bits(&kept, &s.sculptor->now.cloud);
    read_mesh(&s, &after, &last);
    assert_int_equal(first.vertex_count, last.vertex_count);
    assert_memory_equal(before, after, first.vertex_count * sizeof *before);
}

/* How far a place is from the ellipsoid that a map with the inverse `m` makes of the unit sphere, but for terms of second order. */
static double distance_to_ellipsoid(const double m[3][3], const double shift[3], const float *place) {
    double local[3] = {0}, slope[3] = {0}, length = 0, steep = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            local[i] += m[i][k] * (place[k] - shift[k]);
        length += local[i] * local[i];
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            slope[i] += m[k][i] * local[k] / sqrt(length);
        steep += slope[i] * slope[i];
    }
    return fabs(sqrt(length) - 1) / sqrt(steep);
}

/* Turned by 30 degrees about z after (1.2, 1, 0.8) along the axes, and then moved: the mesh is that of the ellipsoid. Normals are across. */
TEST(an_affine_map_moves_the_mesh) {
    const double c = sqrt(0.75), n = 0.5;
    const double inverse[3][3] = {{c / 1.2, n / 1.2, 0}, {-n, c, 0}, {0, 0, 1 / 0.8}}, shift[3] = {3, -2, 1};
    SCOPED(stand_close) stand s;
    SCOPED(free_memory) hpyr_mesh_vertex *vertices = NULL;
    SCOPED(hpyr_ref_surface_free) hpyr_ref_surface mesh;
    char line[200];
    double farthest = 0;
    stand_open(&s);
    run(&s, "depth 6");
    run(&s, "make sphere 20000");
    snprintf(line, sizeof line, "affine %.17g %.17g 0 3 %.17g %.17g 0 -2 0 0 0.8 1", 1.2 * c, -n, 1.2 * n, c);
    run(&s, line);
    read_mesh(&s, &vertices, &mesh);
    for (uint32_t i = 0; i < mesh.vertex_count; i++)
        farthest = fmax(farthest, distance_to_ellipsoid(inverse, shift, vertices[i].position));
    const double cell = sculptor_cell(s.sculptor);
    print_message("the mesh is %.4f cells away at most\n", farthest / cell);
    assert_true(farthest < 0.1 * cell);
    assert_true(fabs(s.sculptor->measures.volume - 4 * PI / 3 * 0.96) < 0.01 * 4);
    run(&s, "affine -1 0 0 0 0 1 0 0 0 0 1 0"); /* a mirror turns nothing inside out */
    assert_true(fabs(s.sculptor->measures.volume - 4 * PI / 3 * 0.96) < 0.01 * 4);
}

/* Far from the pull nothing changes; where it stretches, clones fill the gaps: no point stands much more alone than before. */
TEST(a_pull_adds_clones_where_it_stretches) {
    SCOPED(stand_close) stand s;
    double alone[2] = {0};
    stand_open(&s);
    run(&s, "depth 6");
    run(&s, "make sphere 10000");
    for (int round = 0; round < 2; round++) {
        const clay *c = &s.sculptor->now.cloud;
        nearest *tree = nearest_create(c);
        assert_non_null(tree);
        for (uint32_t i = 0; i < c->points.count; i++) {
            uint32_t found[5];
            double squares[5];
            assert_int_equal(nearest_find(tree, c->points.positions + 3 * (size_t)i, 5, found, squares), 5);
            alone[round] = fmax(alone[round], sqrt(squares[4]));
        }
        nearest_destroy(tree);
        if (round == 0)
            run(&s, "pull 0 1 0 0.6 0 1.2 0");
    }
    const clay *c = &s.sculptor->now.cloud;
    print_message("the fourth neighbor is %.4f away at most, then %.4f; %u points\n", alone[0], alone[1],
                  (unsigned)c->points.count);
    assert_in_range(c->points.count, 11000, 20000);
    assert_true(alone[1] < 1.8 * alone[0]);
    assert_int_equal(s.sculptor->measures.parts, 1);
    float highest = 0;
    for (uint32_t i = 0; i < c->points.count; i++) {
        const float *p = c->points.positions + 3 * (size_t)i, *n = c->points.normals + 3 * (size_t)i;
        highest = fmaxf(highest, p[1]);
        assert_true(fabsf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) < 1e-4f);
        assert_true(p[1] > 0.3f || fabsf(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] - 1) < 1e-3f);
    }
    assert_true(fabsf(highest - 2.2f) < 0.01f);
    check_measures(&s, "a pull");
}

/* A drag: each step begins from the same cloud, and all of them are one edit. */
TEST(a_drag_is_one_edit) {
    SCOPED(stand_close) stand s;
    SCOPED(free_memory) edit *e = make_zeros(1, sizeof *e);
    SCOPED(clay_free) clay base = {0}, pulled = {0};
    stand_open(&s);
    run(&s, "depth 7");
    run(&s, "make sphere 6000");
    WORKS(clay_copy(&base, &s.sculptor->now.cloud));
    WORKS(edit_parse("pull 0 1 0 0.6 0 0.5 0", e));
    for (int step = 1; step <= 3; step++) {
        e->numbers[5] = 0.1 * step;
        WORKS(sculptor_try(s.sculptor, e, NULL));
        assert_int_equal(s.sculptor->now.made.desc.depth, DRAG_DEPTH);
    }
    e->numbers[5] = -1e6; /* which folds: the step before stays */
    WORKS(clay_copy(&pulled, &s.sculptor->now.cloud));
    assert_false(sculptor_try(s.sculptor, e, NULL));
    check_same_bits(&pulled, &s.sculptor->now.cloud);
    WORKS(sculptor_settle(s.sculptor));
    assert_int_equal(s.sculptor->now.made.desc.depth, 7);
    assert_int_equal(s.sculptor->past_count, 1);
    check_same_bits(&pulled, &s.sculptor->now.cloud);
    run(&s, "undo");
    check_same_bits(&base, &s.sculptor->now.cloud);
    run(&s, "pull 0 1 0 0.6 0 0.3 0");
    assert_true(s.sculptor->now.cloud.points.count == pulled.points.count);
}

TEST(the_oldest_clouds_are_forgotten) {
    SCOPED(stand_close) stand s;
    stand_open(&s);
    run(&s, "depth 2");
    run(&s, "make sphere 60");
    for (int i = 1; i <= SCULPTOR_PAST + 3; i++)
        run(&s, "affine 1 0 0 1 0 1 0 0 0 0 1 0");
    assert_int_equal(s.sculptor->past_count, SCULPTOR_PAST);
    for (int i = 0; i < SCULPTOR_PAST; i++)
        run(&s, "undo");
    assert_false(try_line(&s, "undo"));
    assert_true(fabsf(s.sculptor->now.cloud.points.positions[1] - (1 - 1.0f / 60)) < 1e-4f);
    assert_true(s.sculptor->now.cloud.points.positions[0] > 2.5f); /* it is three steps from where it began */
}

/* ---- mistakes ---- */

static const char *const MISTAKES[] = {
    "",
    "strike 0 0 1 1",
    "stroke",
    "stroke 0 0",
    "stroke 0 0 1",
    "stroke 0 0 0 0",
    "stroke 0 0 1 x",
    "stroke 0 0 nan 1",
    "stroke 0 0 1 4",
    "stroke -0.9 1.2 0.9 1.2",
    "rectangle 0 0 0 1",
    "rectangle 2 2 2.5 2.5",
    "lasso 0 0 1 1",
    "lasso 0 0 0 1 0 0.5",
    "erase 2 2 0.1",
    "erase 0 0 0",
    "erase 0 0 3",
    "erase 0 0 1 inserted",
    "erase 0 0 1 all",
    "pull 0 1 0 0.5 0 1",
    "pull 0 1 0 0 0 1 0",
    "pull 0 1 0 0.5 0 -1e30 0",
    "pull 0 1 0 0.5 0 1e30 0",
    "pull 0 1 0 0.5 3 0 0",
    "pull 0 1 0 0.5 inf 0 0",
    "affine 1 0 0 0 0 1 0 0 0 0 1",
    "affine 0 0 0 0 0 1 0 0 0 0 1 0",
    "affine 1e30 0 0 0 0 1e30 0 0 0 0 1e30 0",
    "affine 1 0 0 1e300 0 1 0 0 0 0 1 0",
    "make",
    "make blob",
    "make sphere 1",
    "make sphere 2",
    "make sphere 1.5",
    "make sphere 1e9",
    "load",
    "load none.ply",
    "union",
    "union none.ply",
    "union sphere at 0 0",
    "union sphere scale 0",
    "union sphere at 0 0 1 at 0 0 1",
    "intersection sphere at 9 0 0",
    "difference sphere scale 9",
    "paste sphere at 1e300 0 0",
    "view 0 0",
    "view 0 0 0",
    "normals",
    "normals up",
    "depth",
    "depth 1",
    "depth 11",
    "depth 5.5",
    "save",
    "save a.txt",
    "save \"a.ply",
    "save no/such/folder/a.ply",
    "undo undo",
};

TEST(mistakes_leave_all_as_it_was) {
    SCOPED(stand_close) stand s;
    SCOPED(clay_free) clay kept = {0};
    stand_open(&s);
    run(&s, "depth 5");
    run(&s, "make sphere 4000");
    run(&s, "affine 1 0 0 0 0 1 0 0 0 0 1 0");
    WORKS(clay_copy(&kept, &s.sculptor->now.cloud));
    const sculptor before = *s.sculptor;
    for (size_t i = 0; i < sizeof MISTAKES / sizeof MISTAKES[0]; i++) {
        if (try_line(&s, MISTAKES[i]))
            fail_msg("'%s' is no mistake", MISTAKES[i]);
        assert_true(strlen(error_text()) > 5);
        if (strchr(error_text(), '\n'))
            fail_msg("'%s': more than a line: %s", MISTAKES[i], error_text());
        check_same_bits(&kept, &s.sculptor->now.cloud);
        assert_memory_equal(&before.now, &s.sculptor->now, sizeof before.now);
        assert_memory_equal(&before.view, &s.sculptor->view, sizeof before.view);
        assert_int_equal(before.past_count, s.sculptor->past_count);
        assert_int_equal(before.state.depth, s.sculptor->state.depth);
    }
    run(&s, "undo");
    assert_false(try_line(&s, "undo"));
}

TEST(nothing_can_be_edited_before_there_is_something) {
    static const char *const LINES[] = {"undo", "stroke 0 0 1 1", "affine 1 0 0 0 0 1 0 0 0 0 1 0", "union sphere",
                                        "save a.ply"};
    SCOPED(stand_close) stand s;
    stand_open(&s);
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++)
        assert_false(try_line(&s, LINES[i]));
    run(&s, "view 10 20 1");
    run(&s, "normals near");
    run(&s, "depth 5");
    run(&s, "make torus 3000");
    assert_int_equal(s.sculptor->measures.euler, 0);
}

/* ---- pictures ---- */

enum { WIDTH = 96, HEIGHT = 64 };

TEST(all_views_are_drawn) {
    SCOPED(stand_close) stand s;
    show drawn = {0};
    show_state state = {0};
    uint8_t *pictures[SHOW_COUNT + 1];
    picture target = {0};
    const float line[4] = {-1, -1, 1, 1};
    stand_open(&s);
    run(&s, "depth 5");
    run(&s, "make caps 4000");
    run(&s, "stroke -0.1 0.5 -0.1 -0.5");
    WORKS(show_open(&drawn, &s.painter));
    WORKS(show_update(&drawn, s.sculptor));
    WORKS(picture_resize(&target, s.library.gl, WIDTH, HEIGHT));
    state.sculptor = s.sculptor;
    state.camera = s.sculptor->view.camera;
    for (int view = 0; view <= SHOW_COUNT; view++) {
        state.view = view % SHOW_COUNT;
        state.line = view == SHOW_COUNT ? line : NULL;
        state.line_count = 2;
        WORKS(show_draw(&drawn, &state, target.framebuffer, WIDTH, HEIGHT, true));
        pictures[view] = picture_read(&target);
        assert_non_null(pictures[view]);
        for (int other = 0; other < view; other++)
            assert_memory_not_equal(pictures[view], pictures[other], WIDTH * HEIGHT * 3);
    }
    for (int view = 0; view <= SHOW_COUNT; view++)
        free(pictures[view]);
    picture_free(&target);
    show_close(&drawn);
}

int main(void) {
    return runner_run_group(&(runner_group){env_has_gl, "there is no GL", env_open, env_close});
}
