/* test_point_looks.c - colors and normals of a pipeline's points, by the library or, on OpenGL 2.1, from slices.
 * SPDX-License-Identifier: MIT */
#include "swarms.h"

#include "common/platform/framebuffer.h"
#include "common/voxels/pipeline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 24, HEIGHT = 17, DEPTH = 31 };

/* A tilted square over all columns: z = x / 2. Colors tell the place, normals turn from one side to the other. */
static const float SQUARE[4][3] = {{-1, -1, -0.5f}, {1, -1, 0.5f}, {1, 1, 0.5f}, {-1, 1, -0.5f}};
static const uint8_t CORNERS[4][4] = {{0, 0, 200, 9}, {255, 0, 200, 9}, {255, 255, 200, 9}, {0, 255, 200, 9}};
static const float LEFT[3] = {-0.8f, 0, 0.6f}, RIGHT[3] = {0, -0.6f, 0.8f};

static mesh make_square(void) {
    static const uint32_t INDICES[6] = {0, 1, 2, 0, 2, 3};
    mesh m;
    assert_true(mesh_allocate(&m, 4, 2));
    memcpy(m.positions, SQUARE, sizeof SQUARE);
    memcpy(m.colors, CORNERS, sizeof CORNERS);
    memcpy(m.indices, INDICES, sizeof INDICES);
    for (int i = 0; i < 4; i++)
        memcpy(m.normals + 3 * i, SQUARE[i][0] < 0 ? LEFT : RIGHT, sizeof LEFT);
    m.has_colors = true;
    return m;
}

static void open_square(world *w, const env *e) {
    const uint32_t grid[3] = {WIDTH, HEIGHT, DEPTH};
    mesh m = make_square();
    world_open(w, e, &m, grid);
}

static void run(world *w, const float transform[16]) {
    run_times times;
    WORKS(pipeline_run(&w->pipeline, &w->mesh, transform, PIPELINE_DOWNLOAD, &times));
    WORKS(pipeline_make_attributes(&w->pipeline, &w->mesh, transform));
}

static void check_normal(const float n[3], const float expected[3], double slack) {
    double dot = 0, length = 0, wanted = 0;
    for (int k = 0; k < 3; k++) {
        dot += (double)n[k] * expected[k];
        length += (double)n[k] * n[k];
        wanted += (double)expected[k] * expected[k];
    }
    assert_true(fabs(sqrt(length) - 1) < 1e-5);
    assert_true(dot / sqrt(wanted) > cos(slack));
}

/* What stands at a voxel's column, a voxel's size away at most: the library takes the nearest point of the mesh. `first` is the
 * first column that the square covers, `columns` how many. */
static void check_points(const world *w, uint32_t first, uint32_t columns) {
    const pipeline *p = &w->pipeline;
    SCOPED(attributes_free) attributes a = {0};
    WORKS(attributes_read(&a, p));
    assert_int_equal(p->total, columns * HEIGHT);
    for (uint32_t i = 0; i < p->total; i++) {
        const hpyr_point *point = &p->points[i];
        float x = ((float)(point->x - first) + 0.5f) / (float)columns, y = ((float)point->y + 0.5f) / HEIGHT, n[3];
        assert_in_range(point->x, first, first + columns - 1);
        assert_true(fabsf((float)a.colors[4 * i] - 255 * x) < 200.0f / (float)columns);
        assert_true(fabsf((float)a.colors[4 * i + 1] - 255 * y) < 200.0f / HEIGHT);
        assert_in_range(a.colors[4 * i + 2], 199, 201);
        assert_int_equal(a.colors[4 * i + 3], 255);
        for (int k = 0; k < 3; k++)
            n[k] = LEFT[k] + (RIGHT[k] - LEFT[k]) * x;
        check_normal(a.normals + 4 * i, n, 1.2 / (double)columns);
        assert_true(a.normals[4 * i + 3] == 0);
    }
}

GL_TEST(each_point_has_its_own) {
    SCOPED(world_close) world w;
    open_square(&w, e);
    run(&w, NULL);
    check_points(&w, 0, WIDTH);
}

/* Half as wide, and another list's size: normals stay in the mesh's own coordinates. */
GL_TEST(every_run_has_its_own) {
    static const float HALF[16] = {0.5f, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5f, 0, 0, 1};
    SCOPED(world_close) world w;
    open_square(&w, e);
    for (int i = 0; i < 2; i++) {
        run(&w, HALF);
        check_points(&w, WIDTH / 2, WIDTH / 2);
        run(&w, NULL);
        check_points(&w, 0, WIDTH);
        WORKS(pipeline_make_attributes(&w.pipeline, &w.mesh, NULL)); /* once more: they are there */
        check_points(&w, 0, WIDTH);
    }
}

/* The list of cells may be asked for, or not; the voxels stay what they are. */
GL_TEST(they_change_nothing_else) {
    GLint viewport[4], framebuffer = 0;
    SCOPED(world_close) world w;
    open_square(&w, e);
    uint32_t mine = framebuffer_texture(0, 8, 8), target = framebuffer_of(w.painter.gl, mine);
    framebuffer_bind(w.painter.gl, target);
    glViewport(1, 2, 3, 4);
    run(&w, NULL);
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &framebuffer);
    glGetIntegerv(GL_VIEWPORT, viewport);
    assert_int_equal(framebuffer, target);
    assert_true(viewport[0] == 1 && viewport[1] == 2 && viewport[2] == 3 && viewport[3] == 4);
    hpyr_point *before = make_room(w.pipeline.total * sizeof *before);
    memcpy(before, w.pipeline.points, w.pipeline.total * sizeof *before);
    assert_int_equal(
        hpyr_pyramid_download(w.pipeline.pyramid, 0, HPYR_ALL, w.pipeline.points, w.pipeline.total, 0, NULL), HPYR_OK);
    assert_memory_equal(before, w.pipeline.points, w.pipeline.total * sizeof *before);
    free(before);
    framebuffer_delete(w.painter.gl, &target);
    glDeleteTextures(1, &mine);
}

GL_TEST(no_points_have_none) {
    static const float AWAY[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 9, 0, 0, 1};
    SCOPED(world_close) world w;
    open_square(&w, e);
    run(&w, AWAY);
    assert_int_equal(w.pipeline.total, 0);
    run(&w, NULL);
    check_points(&w, 0, WIDTH);
}

/* Normals that are no numbers give some of length 1 or 0, and no crash. */
GL_TEST(odd_normals_are_survived) {
    static const float ODD[4][3] = {{NAN, 0, 0}, {INFINITY, -INFINITY, 0}, {1e30f, 0, 0}, {0, 0, 0}};
    const uint32_t grid[3] = {WIDTH, HEIGHT, DEPTH};
    SCOPED(world_close) world w;
    mesh m = make_square();
    memcpy(m.normals, ODD, sizeof ODD);
    world_open(&w, e, &m, grid);
    assert_int_equal(w.pipeline.total, WIDTH * HEIGHT);
}

/* Four blocks of 2x2 texels; the filter's mixtures lie between them. */
static void paint_blocks(mesh *m) {
    static const uint8_t BLOCKS[2][2][3] = {{{250, 20, 30}, {10, 240, 40}}, {{15, 25, 235}, {230, 220, 10}}};
    m->textures = calloc(1, sizeof *m->textures);
    m->texcoords = malloc(8 * sizeof *m->texcoords);
    uint8_t *texels = malloc(4 * 4 * 4);
    assert_true(m->textures && m->texcoords && texels);
    for (int i = 0; i < 16; i++) {
        memcpy(texels + 4 * i, BLOCKS[i / 8][i % 4 / 2], 3);
        texels[4 * i + 3] = 255;
    }
    for (int i = 0; i < 4; i++) { /* a whole repetition away */
        m->texcoords[2 * i] = 3 + (SQUARE[i][0] + 1) / 2;
        m->texcoords[2 * i + 1] = -2 + (SQUARE[i][1] + 1) / 2;
    }
    *m->textures = (mesh_texture){texels, 4, 4};
    m->texture_count = 1;
}

/* The first of two triangles, below the diagonal: texture times the vertices' blue of 200, and their red and green. */
GL_TEST(textures_are_sampled_where_they_belong) {
    const uint32_t grid[3] = {WIDTH, HEIGHT, DEPTH};
    SCOPED(attributes_free) attributes a = {0};
    uint32_t checked[2] = {0};
    SCOPED(world_close) world w;
    mesh m = make_square();
    paint_blocks(&m);
    mesh_part *parts = realloc(m.parts, 2 * sizeof *parts);
    assert_non_null(parts);
    parts[0] = (mesh_part){0, 1, 0, MESH_GLOSS};
    parts[1] = (mesh_part){1, 1, MESH_NO_TEXTURE, MESH_GLOSS};
    m.parts = parts;
    m.part_count = 2;
    world_open(&w, e, &m, grid);
    run(&w, NULL);
    WORKS(attributes_read(&a, &w.pipeline));
    for (uint32_t i = 0; i < w.pipeline.total; i++) {
        const hpyr_point *point = &w.pipeline.points[i];
        double x = (point->x + 0.5) / WIDTH, y = (point->y + 0.5) / HEIGHT, off_x = fabs(x - 0.5),
               off_y = fabs(y - 0.5);
        bool is_textured = y < x, has_red = x < 0.5 ? y < 0.5 : y > 0.5;
        if (fabs(x - y) < 0.1 || off_x < 0.13 || off_x > 0.37 || off_y < 0.13 || off_y > 0.37)
            continue; /* near an edge of something */
        uint8_t blue = is_textured ? (x < 0.5 ? (y < 0.5 ? 30 : 235) : (y < 0.5 ? 40 : 10)) : 255;
        double red = (is_textured ? (has_red ? (x < 0.5 ? 250 : 230) : (x < 0.5 ? 15 : 10)) : 255) * x;
        assert_in_range(a.colors[4 * i + 2] + 2, blue * 200 / 255, blue * 200 / 255 + 4);
        assert_true(fabs(a.colors[4 * i] - red) < 200.0 / WIDTH);
        checked[is_textured]++;
    }
    assert_true(checked[0] > 20 && checked[1] > 20);
}
