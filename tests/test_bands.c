/* test_bands.c - passes that look at many texels are drawn in parts, none of which takes longer than a system waits for a GPU.
 * SPDX-License-Identifier: MIT
 *
 * The linker passes draws and flushes through here (--wrap). A program that does nothing stands in for draws that would take a
 * software rasterizer minutes. Fragments are counted by GL, so that nothing is believed of viewports but on OpenGL ES 3.0, which cannot
 * count. */
#include "kinds.h"
#include "octrees_gl.h"

#include <histopyramid/nearest.h>
#include <histopyramid/normals.h>

#include <string.h>

static struct {
    bool stands_in;        /* `program` is drawn in place of the library's */
    GLuint program, query; /* no query on OpenGL ES */
    GLint kept;            /* the library's program meanwhile */
    GLint other;   /* a query of the library around this draw, which is no pass: what it waits for on OpenGL 2.1 */
    uint64_t last; /* fragments of the last draw */
    uint64_t all, largest; /* fragments of draws with a flush behind them: of all, and of the largest */
} counts;

void __real_glDrawArrays(GLenum mode, GLint first, GLsizei count);
void __wrap_glDrawArrays(GLenum mode, GLint first, GLsizei count);
void __real_glBegin(GLenum mode);
void __wrap_glBegin(GLenum mode);
void __real_glEnd(void);
void __wrap_glEnd(void);
void __real_glFlush(void);
void __wrap_glFlush(void);

static void begin_counts(const env *e) {
    counts.program = env_is_21()
                         ? make_program("#version 120\nvoid main() { gl_Position = gl_Vertex; }\n",
                                        "#version 120\nvoid main() { gl_FragColor = vec4(0.0); }\n")
                         : make_program(covering, "#version 330\nout vec4 o;\nvoid main() { o = vec4(0.0); }\n");
    if (!e->es)
        glGenQueries(1, &counts.query);
}

static void end_counts(void) {
    glDeleteProgram(counts.program);
    if (counts.query)
        glDeleteQueries(1, &counts.query);
    memset(&counts, 0, sizeof counts);
}

static void begin_draw(void) {
    if (counts.stands_in) {
        glGetIntegerv(GL_CURRENT_PROGRAM, &counts.kept);
        glUseProgram(counts.program);
    }
    if (counts.query)
        glGetQueryiv(GL_SAMPLES_PASSED, GL_CURRENT_QUERY, &counts.other);
    if (counts.query && !counts.other)
        glBeginQuery(GL_SAMPLES_PASSED, counts.query);
}

static void end_draw(void) {
    GLint viewport[4];
    GLuint passed = 0;
    if (counts.query && !counts.other) {
        glEndQuery(GL_SAMPLES_PASSED);
        glGetQueryObjectuiv(counts.query, GL_QUERY_RESULT, &passed);
        counts.last = passed;
    } else if (!counts.query) {
        glGetIntegerv(GL_VIEWPORT, viewport);
        counts.last = (uint64_t)viewport[2] * (uint64_t)viewport[3];
    }
    if (counts.stands_in)
        glUseProgram((GLuint)counts.kept);
}

void __wrap_glDrawArrays(GLenum mode, GLint first, GLsizei count) {
    begin_draw();
    __real_glDrawArrays(mode, first, count);
    end_draw();
}

void __wrap_glBegin(GLenum mode) {
    begin_draw();
    __real_glBegin(mode);
}

void __wrap_glEnd(void) {
    __real_glEnd();
    end_draw();
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
    {{.kind = HPYR_DISCRIMINATOR_KIND_TEMPLATE,
      .has_threshold = true,
      .measure = HPYR_TEMPLATE_MEASURE_CORRELATION,
      .pattern = pattern,
      .pattern_width = HPYR_MAX_PATTERN,
      .pattern_height = HPYR_MAX_PATTERN},
     3 * HPYR_MAX_PATTERN *HPYR_MAX_PATTERN},
    {{.kind = HPYR_DISCRIMINATOR_KIND_CUSTOM, .glsl = "HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT(1); }"},
     64},
    {{.kind = HPYR_DISCRIMINATOR_KIND_LOCAL_MAX}, 9},
};

static void check_draws(env *e, hpyr_pyramid *pyramid, const image *im, size_t i) {
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, &cases[i].desc);
    const uint64_t fetches = cases[i].fetches * SIDE * SIDE;
    counts.all = counts.largest = counts.last = 0;
    counts.stands_in = true;
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im->texture));
    counts.stands_in = false;
    if (fetches <= most_fetches && counts.all)
        fail_msg("case %zu: a draw of %llu fetches was split", i, (unsigned long long)fetches);
    if (fetches > most_fetches && !counts.all)
        fail_msg("case %zu: a draw of %llu fetches; %llu are allowed", i, (unsigned long long)fetches,
                 (unsigned long long)most_fetches);
    if (counts.all && fetches / counts.all * counts.largest > most_fetches)
        fail_msg("case %zu: a draw of %llu of %llu fragments", i, (unsigned long long)counts.largest,
                 (unsigned long long)counts.all);
}

GPU_TEST_ONCE(no_draw_takes_too_long) {
    SCOPED(image_free) image im = kind_image(HPYR_FORMAT_R8, SIDE, SIDE, 1, 4, 1);
    begin_counts(e);
    for (int max_count = 0; max_count < 2; max_count++) {
        const hpyr_pyramid_desc desc = {.width = SIDE, .height = SIDE, .max_count = (uint32_t)max_count};
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = NULL;
        OK(e, hpyr_pyramid_create(e->context, &desc, &pyramid));
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
            check_draws(e, pyramid, &im, i);
    }
    end_counts();
}

/* Each point looks through all others, as far as the library knows. In fact it is done at once, since all are the same. */
GPU_TEST_ONCE_IF(!env_is_21(), a_crowd_of_points_is_drawn_in_parts) {
    enum { POINTS = 20000 };
    const hpyr_octree_desc desc = {.capacity = POINTS, .depth = 2};
    SCOPED(points_free) point_set set = points_make(POINTS_DUPLICATES, POINTS, 0, 3, 1);
    SCOPED(points_release) hpyr_octree_points points = points_upload(&set);
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    SCOPED(delete_buffer) GLuint normals = buffer_of(NULL, POINTS * 3 * sizeof(float));
    begin_counts(e);
    OK(e, hpyr_octree_build(octree, &points));
    counts.all = counts.largest = counts.last = 0;
    OK(e, hpyr_normals_estimate(octree, NULL, normals, 0, NULL));
    assert_true(counts.all >= POINTS);
    assert_true(counts.largest * POINTS <= most_fetches);
    counts.all = counts.largest = counts.last = 0;
    const hpyr_octree_nearest_desc desc_of_points = {.queries = points.positions, .count = POINTS, .indices = normals};
    OK(e, hpyr_octree_nearest(octree, &desc_of_points, NULL));
    assert_true(counts.all >= POINTS);
    assert_true(counts.largest * POINTS <= most_fetches);
    end_counts();
}
