/* test_bands.c - passes that look at many texels are drawn in parts, none of which takes longer than a system waits for a GPU.
 * SPDX-License-Identifier: MIT
 *
 * The linker passes draws and flushes through here (--wrap). Draws that would take a software rasterizer minutes are only counted. */
#include "kinds.h"
#include "octrees_gl.h"

#include <histopyramid/normals.h>

#include <stdlib.h>

static struct {
    bool leaves_out;       /* draws are counted, but not made */
    uint64_t last;         /* pixels of the last draw */
    uint64_t all, largest; /* pixels of draws with a flush behind them: of all, and of the largest */
} counts;

void __real_glDrawArrays(GLenum mode, GLint first, GLsizei count);
void __wrap_glDrawArrays(GLenum mode, GLint first, GLsizei count);
void __real_glBegin(GLenum mode);
void __wrap_glBegin(GLenum mode);
void __real_glVertex2f(GLfloat x, GLfloat y);
void __wrap_glVertex2f(GLfloat x, GLfloat y);
void __real_glEnd(void);
void __wrap_glEnd(void);
void __real_glFlush(void);
void __wrap_glFlush(void);

static void count_draw(void) {
    GLint viewport[4];
    glGetIntegerv(GL_VIEWPORT, viewport);
    counts.last = (uint64_t)viewport[2] * (uint64_t)viewport[3];
}

void __wrap_glDrawArrays(GLenum mode, GLint first, GLsizei count) {
    if (!counts.leaves_out)
        __real_glDrawArrays(mode, first, count);
    count_draw();
}

void __wrap_glBegin(GLenum mode) {
    if (!counts.leaves_out)
        __real_glBegin(mode);
}

void __wrap_glVertex2f(GLfloat x, GLfloat y) {
    if (!counts.leaves_out)
        __real_glVertex2f(x, y);
}

void __wrap_glEnd(void) {
    if (!counts.leaves_out)
        __real_glEnd();
    count_draw();
}

void __wrap_glFlush(void) {
    counts.all += counts.last;
    counts.largest = counts.last > counts.largest ? counts.last : counts.largest;
    counts.last = 0;
    __real_glFlush();
}

enum { SIDE = 2048 };

/* Texel fetches that a draw may take: a second where a GPU does 2^28 in that time. */
static const uint64_t most_fetches = UINT64_C(1) << 28;

static const float pattern[HPYR_MAX_PATTERN * HPYR_MAX_PATTERN] = {1};

static const struct {
    hpyr_discriminator_desc desc;
    uint64_t fetches; /* of a cell */
} cases[] = {
    {{.kind = HPYR_DISCRIMINATOR_TEMPLATE,
      .has_threshold = true,
      .measure = HPYR_TEMPLATE_CORRELATION,
      .pattern = pattern,
      .pattern_width = HPYR_MAX_PATTERN,
      .pattern_height = HPYR_MAX_PATTERN},
     3 * HPYR_MAX_PATTERN *HPYR_MAX_PATTERN},
    {{.kind = HPYR_DISCRIMINATOR_CUSTOM, .glsl = "HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT(1); }"}, 64},
    {{.kind = HPYR_DISCRIMINATOR_LOCAL_MAX}, 9},
};

static void check_draws(env *e, hpyr_pyramid *pyramid, const image *im, size_t i) {
    hpyr_discriminator *discriminator = kind_make(e, &cases[i].desc);
    const uint64_t fetches = cases[i].fetches * SIDE * SIDE;
    counts.all = counts.largest = counts.last = 0;
    counts.leaves_out = true;
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im->texture));
    counts.leaves_out = false;
    if (fetches <= most_fetches && counts.all)
        fail_msg("case %zu: a draw of %llu fetches was split", i, (unsigned long long)fetches);
    if (fetches > most_fetches && !counts.all)
        fail_msg("case %zu: a draw of %llu fetches; %llu are allowed", i, (unsigned long long)fetches,
                 (unsigned long long)most_fetches);
    if (counts.all && fetches / counts.all * counts.largest > most_fetches)
        fail_msg("case %zu: a draw of %llu of %llu pixels", i, (unsigned long long)counts.largest,
                 (unsigned long long)counts.all);
    CALL_VOID(e, hpyr_discriminator_destroy(discriminator));
}

static void no_draw_takes_too_long(void **state) {
    env *e = *state;
    image im = kind_image(HPYR_FORMAT_R8, SIDE, SIDE, 1, 4, 1);
    for (int max_count = 0; max_count < 2; max_count++) {
        const hpyr_pyramid_desc desc = {.width = SIDE, .height = SIDE, .max_count = (uint32_t)max_count};
        hpyr_pyramid *pyramid = NULL;
        OK(e, hpyr_pyramid_create(e->context, &desc, &pyramid));
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
            check_draws(e, pyramid, &im, i);
        CALL_VOID(e, hpyr_pyramid_destroy(pyramid));
    }
    image_free(&im);
}

/* Each point looks through all others, as far as the library knows. In fact it is done at once, since all are the same. */
static void a_crowd_of_points_is_drawn_in_parts(void **state) {
    enum { POINTS = 20000 };
    env *e = *state;
    const hpyr_octree_desc desc = {.points = POINTS, .depth = 2};
    point_set set = points_make(POINTS_DUPLICATES, POINTS, 0, 3, 1);
    hpyr_octree_points points = points_upload(&set);
    hpyr_octree *octree = make_octree(e, &desc);
    GLuint normals;
    glGenBuffers(1, &normals);
    glBindBuffer(GL_ARRAY_BUFFER, normals);
    glBufferData(GL_ARRAY_BUFFER, POINTS * 3 * sizeof(float), NULL, GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    OK(e, hpyr_octree_build(octree, &points));
    counts.all = counts.largest = counts.last = 0;
    OK(e, hpyr_normals_estimate(octree, NULL, normals, 0, NULL));
    assert_true(counts.all >= POINTS);
    assert_true(counts.largest * POINTS <= most_fetches);
    glDeleteBuffers(1, &normals);
    free_octree(e, octree);
    points_release(&points);
    points_free(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        GPU_TEST_ONCE(no_draw_takes_too_long),
    };
    const struct CMUnitTest of_newer[] = {
        GPU_TEST_ONCE(a_crowd_of_points_is_drawn_in_parts),
    };
    int failures = RUN_GPU_TESTS(tests);
    return failures || env_is_21() ? failures : RUN_GPU_TESTS(of_newer);
}
