/* test_poisson_surface_mistakes.c - what a caller of surfaces of points can do wrong, one argument at a time: each is told,
 * and nothing is written.  SPDX-License-Identifier: MIT */
#include "fetches.h"
#include "lists.h"
#include "mistakes.h"
#include "surfaces_gl.h"

#include <math.h>
#include <string.h>

enum { COUNT = 40, NOBODY = 12345 /* no object's name */, ARRAYS = 3 };

/* Everything is right but for what a test changes. Buffers of the surface's size have vertices, densities, indices. */
typedef struct desk {
    hpyr_poisson *poisson;
    scan scan;
    hpyr_poisson_points points;
    hpyr_poisson_surface_desc desc;
    scan_surface surface;
    uint64_t bytes[ARRAYS];
    GLuint buffers[ARRAYS];
} desk;

static GLuint make_buffer(uint64_t bytes) {
    static const unsigned char mark = 0x7A;
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)bytes, NULL, GL_STATIC_DRAW);
    for (uint64_t i = 0; i < bytes; i++)
        glBufferSubData(GL_ARRAY_BUFFER, (GLintptr)i, 1, &mark);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return buffer;
}

static void check_untouched(GLuint buffer, uint64_t bytes) {
    for (uint64_t i = 0; i < bytes; i += 4) {
        uint32_t word;
        fetch_buffer(buffer, i, sizeof word, &word);
        if (word != 0x7A7A7A7Au)
            fail_msg("byte %u of %u has changed", (unsigned)i, (unsigned)bytes);
    }
    runner_checks++;
}

static desk desk_make(env *e) {
    const hpyr_poisson_desc desc = {.capacity = COUNT, .depth = 3};
    desk d = {.poisson = make_poisson(e, &desc), .scan = scan_random(POINTS_SPHERE, COUNT, 3)};
    d.points = scan_upload(&d.scan, 1, 4);
    OK(e, hpyr_poisson_solve(d.poisson, &d.points));
    d.desc.offset = -0.5 * fabs((double)hpyr_poisson_last_report(d.poisson)->isovalue);
    d.surface = surface_make(e, d.poisson, &d.desc);
    assert_true(d.surface.counts.triangles > 0);
    d.bytes[0] = d.surface.counts.vertices * sizeof(hpyr_mesh_vertex);
    d.bytes[1] = d.surface.counts.vertices * sizeof(float);
    d.bytes[2] = d.surface.counts.triangles * 3 * sizeof(uint32_t);
    for (int i = 0; i < ARRAYS; i++)
        d.buffers[i] = make_buffer(d.bytes[i]);
    return d;
}

static void desk_free(desk *d) {
    for (int i = 0; i < ARRAYS; i++)
        check_untouched(d->buffers[i], d->bytes[i]);
    glDeleteBuffers(ARRAYS, d->buffers);
    OK(env_running, hpyr_poisson_solve(d->poisson, &d->points)); /* no mistake has broken it */
    check_offset(env_running, d->poisson, &d->scan, d->desc.offset);
    scan_release(&d->points);
    scan_free(&d->scan);
    surface_free(&d->surface);
    free_poisson(env_running, d->poisson);
}

/* The surface is as it was. */
static void check_there(env *e, desk *d) {
    SCOPED(surface_free) scan_surface again = surface_read(e, d->poisson, d->surface.counts);
    check_same_surface(&again, &d->surface);
}

/* ---- build ---- */

static void check_refused(env *e, desk *d, hpyr_result expected, const hpyr_poisson_surface_desc *desc) {
    surface_counts counts = {7, 7, 7};
    EXPECT_TOLD(e, expected, "", surface_build(d->poisson, desc, &counts));
    assert_true(counts.cells == 0 && counts.vertices == 0 && counts.triangles == 0);
    check_no_surface(e, d->poisson);
}

GPU_TEST(descriptors_are_refused) {
    static const hpyr_poisson_surface_desc descs[] = {
        {.offset = NAN},     {.offset = INFINITY}, {.offset = -INFINITY}, {.trim = NAN}, {.trim = INFINITY},
        {.trim = -INFINITY}, {.trim = -1e-9},      {.trim = -3},          {NAN, NAN},    {.offset = 0.1, .trim = -0.1}};
    SCOPED(desk_free) desk d = desk_make(e);
    for (size_t i = 0; i < LENGTH(descs); i++) {
        surface_counts counts;
        check_refused(e, &d, HPYR_ERROR_INVALID_ARGUMENT, &descs[i]);
        REFUSED(e, surface_build(d.poisson, &descs[i], NULL));
        assert_non_null(hpyr_poisson_last_report(d.poisson)); /* the solution is still there */
        OK(e, surface_build(d.poisson, &d.desc, &counts));
        assert_memory_equal(&counts, &d.surface.counts, sizeof counts);
    }
    check_there(e, &d);
}

GPU_TEST(what_is_not_given_is_no_mistake) {
    SCOPED(desk_free) desk d = desk_make(e);
    OK(e, surface_build(d.poisson, &d.desc, NULL));
    check_there(e, &d);
    OK(e, surface_build(d.poisson, NULL, NULL));
    check_offset(e, d.poisson, &d.scan, 0);
    OK(e, surface_download(d.poisson, NULL, NULL, NULL));
}

GPU_TEST(no_object_is_told) {
    const hpyr_mesh_output output = {.vertex_buffer = 0};
    surface_counts counts = {7, 7, 7};
    float density = 7;
    REFUSED(e, surface_build(NULL, NULL, &counts));
    assert_true(counts.cells == 0 && counts.vertices == 0 && counts.triangles == 0);
    REFUSED(e, hpyr_poisson_surface_extract(NULL, &output, NULL));
    REFUSED(e, surface_download(NULL, NULL, &density, NULL));
    assert_true(density == 7);
}

GPU_TEST(without_a_solution_there_is_no_surface) {
    SCOPED(desk_free) desk d = desk_make(e);
    hpyr_poisson_points wrong = d.points;
    wrong.count = COUNT + 1;
    REFUSED(e, hpyr_poisson_solve(d.poisson, &wrong));
    check_no_surface(e, d.poisson);
    check_refused(e, &d, HPYR_ERROR_NOT_BUILT, &d.desc);
    check_refused(e, &d, HPYR_ERROR_NOT_BUILT, NULL);
    const hpyr_poisson_desc desc = {.capacity = 1, .depth = 1};
    SCOPED(destroy_poisson) hpyr_poisson *fresh = make_poisson(e, &desc);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, surface_build(fresh, NULL, NULL));
    check_no_surface(e, fresh);
}

/* ---- extract ---- */

static hpyr_mesh_output good_output(const desk *d) {
    return surface_output(d->buffers[0], d->buffers[1], d->buffers[2]);
}

static void check_extract(env *e, desk *d, hpyr_result expected, const hpyr_mesh_output *output) {
    EXPECT_TOLD(e, expected, "", hpyr_poisson_surface_extract(d->poisson, output, NULL));
}

/* Changes one of the three. */
static hpyr_mesh_output changed_output(const desk *d, int which, GLuint buffer, uint64_t offset) {
    hpyr_mesh_output output = good_output(d);
    *(which == 0 ? &output.vertex_buffer : which == 1 ? &output.density_buffer : &output.index_buffer) = buffer;
    *(which == 0 ? &output.vertex_offset : which == 1 ? &output.density_offset : &output.index_offset) = offset;
    return output;
}

GPU_TEST(offsets_are_multiples_of_4) {
    static const uint64_t offsets[] = {1, 2, 3, 7, UINT64_MAX};
    SCOPED(desk_free) desk d = desk_make(e);
    REFUSED(e, hpyr_poisson_surface_extract(d.poisson, NULL, NULL));
    for (int which = 0; which < ARRAYS; which++)
        for (size_t i = 0; i < LENGTH(offsets); i++) {
            SCOPED(delete_buffer) const GLuint larger = make_buffer(d.bytes[which] + 8);
            const hpyr_mesh_output output = changed_output(&d, which, larger, offsets[i]);
            check_extract(e, &d, HPYR_ERROR_INVALID_ARGUMENT, &output);
            check_untouched(larger, d.bytes[which] + 8);
        }
    check_there(e, &d);
}

/* The other two are right, and desk_free sees that nothing has been written to them. */
GPU_TEST(wrong_buffers_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    for (int which = 0; which < ARRAYS; which++) {
        const hpyr_mesh_output mistake = changed_output(&d, which, NOBODY, 0);
        check_extract(e, &d, HPYR_ERROR_BUFFER, &mistake);
        set_mapped(d.buffers[which], true);
        const hpyr_mesh_output mapped = good_output(&d);
        check_extract(e, &d, HPYR_ERROR_BUFFER, &mapped);
        set_mapped(d.buffers[which], false);
    }
    check_there(e, &d);
}

/* ---- contexts ---- */

/* The harness looks at GL's state around each call, which it cannot without a context. */
GPU_TEST_ONCE(no_current_context_is_told) {
    SCOPED(desk_free) desk d = desk_make(e);
    const hpyr_mesh_output output = good_output(&d);
    surface_counts counts = {7, 7, 7};
    float density = 7;
    assert_true(headless_make_current(e->display, false));
    const hpyr_result results[] = {hpyr_poisson_surface_extract(d.poisson, &output, NULL),
                                   surface_download(d.poisson, NULL, &density, NULL),
                                   surface_build(d.poisson, &d.desc, &counts)};
    assert_true(headless_make_current(e->display, true));
    for (size_t i = 0; i < LENGTH(results); i++)
        assert_int_equal(results[i], HPYR_ERROR_NO_CONTEXT);
    assert_true(density == 7 && counts.cells == 0 && counts.vertices == 0 && counts.triangles == 0);
}
