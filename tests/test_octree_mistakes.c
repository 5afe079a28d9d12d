/* test_octree_mistakes.c - what a caller of the octree can do wrong, one argument at a time: each is told, nothing is
 * written, and after a build that failed there is no octree.  SPDX-License-Identifier: MIT */
#include "lists.h"
#include "mistakes.h"
#include "octrees_gl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 40, ENOUGH = 1 << 15 /* entries, more than any array has */, NOBODY = 12345 /* no object's name */ };

/* ---- create ---- */

MISTAKES_OF_CREATE(octree, true)

#define DESC(error, ...) WRONG(error, hpyr_octree_desc, __VA_ARGS__)

GPU_TEST(descriptors_are_refused) {
    const uint32_t most = hpyr_context_caps(e->context)->max_list_length;
    const hpyr_octree_desc good = {.capacity = 1, .depth = 1};
    const mistake rows[] = {DESC(INVALID_ARGUMENT, capacity, 0),
                            DESC(INVALID_ARGUMENT, depth, 0),
                            DESC(INVALID_ARGUMENT, depth, HPYR_OCTREE_MAX_DEPTH + 1),
                            DESC(INVALID_ARGUMENT, depth, UINT32_MAX),
                            DESC(INVALID_ARGUMENT, growth, (hpyr_octree_growth)3),
                            DESC(INVALID_ARGUMENT, growth, (hpyr_octree_growth)-1)};
    const mistake large[] = {DESC(TOO_LARGE, capacity, most + 1), DESC(TOO_LARGE, node_capacity, most + 1)};
    CHECK_MISTAKES(e, rows, &good, refuse_octree, NULL);
    if (most < UINT32_MAX)
        CHECK_MISTAKES(e, large, &((hpyr_octree_desc){.capacity = 3, .depth = 3}), refuse_octree, NULL);
    refuse_no_octree(e, &good);
}

GPU_TEST(no_octree_is_no_mistake_or_is_told) {
    const hpyr_octree_points points = {.count = 0};
    uint32_t entry = 7;
    size_t needed = 7;
    char text[8];
    CALL_VOID(e, hpyr_octree_destroy(NULL));
    assert_null(hpyr_octree_resolved(NULL));
    assert_null(hpyr_octree_last_report(NULL));
    assert_int_equal(hpyr_octree_entries(NULL, HPYR_OCTREE_ARRAY_KEYS), 0);
    assert_int_equal(hpyr_octree_memory(NULL), 0);
    REFUSED(e, hpyr_octree_build(NULL, &points));
    REFUSED(e, hpyr_octree_share(NULL));
    REFUSED(e, hpyr_octree_extract_buffer(NULL, HPYR_OCTREE_ARRAY_KEYS, 0, 1, 1, 0, NULL));
    REFUSED(e, hpyr_octree_download(NULL, HPYR_OCTREE_ARRAY_KEYS, 0, 1, &entry, 1, NULL));
    REFUSED(e, hpyr_octree_glsl(NULL, NULL, text, sizeof text, &needed));
    REFUSED(e, hpyr_octree_bind(NULL, 1, NULL, 0, NULL));
    REFUSED(e, hpyr_octree_unbind(NULL));
    assert_int_equal(entry, 7);
}

/* ---- build ---- */

/* Everything is right but for what a test changes. */
typedef struct desk {
    hpyr_octree_desc desc;
    hpyr_octree *octree;
    point_set set;
    hpyr_octree_points points;
} desk;

static desk desk_make(env *e) {
    desk d = {.desc = {.capacity = COUNT, .depth = 4}};
    d.octree = make_octree(e, &d.desc);
    d.set = points_make(POINTS_SPHERE, COUNT, 1, 4, 1);
    d.points = points_upload(&d.set);
    return d;
}

static void desk_free(desk *d) {
    points_release(&d->points);
    points_free(&d->set);
    free_octree(env_running, d->octree);
}

/* A good build before, so that a mistake has something to forget. */
static void check_build_of(env *e, void *at, const mistake *m, const void *points) {
    desk *d = at;
    OK(e, hpyr_octree_build(d->octree, &d->points));
    assert_non_null(hpyr_octree_last_report(d->octree));
    TOLD(e, m, hpyr_octree_build(d->octree, points));
    assert_null(hpyr_octree_last_report(d->octree));
    assert_int_equal(hpyr_octree_entries(d->octree, HPYR_OCTREE_ARRAY_KEYS), 0);
}

#define POINTS(error, ...) WRONG(error, hpyr_octree_points, __VA_ARGS__)

GPU_TEST(wrong_points_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    hpyr_octree_points no_margin = d.points, both = d.points;
    no_margin.margin = 0;
    both.margin = 1.5; /* and a cube */
    const mistake rows[] = {
        POINTS(INVALID_ARGUMENT, count, COUNT + 1),     POINTS(INVALID_ARGUMENT, count, UINT32_MAX),
        POINTS(INVALID_ARGUMENT, positions.offset, 2),  POINTS(INVALID_ARGUMENT, positions.stride, 8),
        POINTS(INVALID_ARGUMENT, positions.stride, 14), POINTS(INVALID_ARGUMENT, margin, 0.99),
        POINTS(INVALID_ARGUMENT, margin, -1.1),         POINTS(INVALID_ARGUMENT, margin, 1e-300),
        POINTS(INVALID_ARGUMENT, margin, NAN),          POINTS(INVALID_ARGUMENT, margin, INFINITY),
        POINTS(INVALID_ARGUMENT, margin, -INFINITY)};
    const mistake cubes[] = {
        POINTS(INVALID_ARGUMENT, cube, {{0, 0, 0}, -1}),       POINTS(INVALID_ARGUMENT, cube, {{0, 0, 0}, NAN}),
        POINTS(INVALID_ARGUMENT, cube, {{0, 0, 0}, INFINITY}), POINTS(INVALID_ARGUMENT, cube, {{NAN, 0, 0}, 1}),
        POINTS(INVALID_ARGUMENT, cube, {{0, INFINITY, 0}, 1}), POINTS(INVALID_ARGUMENT, cube, {{0, 0, -INFINITY}, 1})};
    const mistake cube_and_margin[] = {POINTS(INVALID_ARGUMENT, cube, {{0, 0, 0}, 1})};
    CHECK_MISTAKES(e, rows, &d.points, check_build_of, &d);
    CHECK_MISTAKES(e, cubes, &no_margin, check_build_of, &d);
    CHECK_MISTAKES(e, cube_and_margin, &both, check_build_of, &d);
    REFUSED(e, hpyr_octree_build(d.octree, NULL));
}

GPU_TEST(wrong_buffers_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    hpyr_octree_points mapped = points_upload(&d.set);
    check_attribute_mistakes(e, &d.points, sizeof d.points, offsetof(hpyr_octree_points, positions), check_build_of,
                             &d);
    set_mapped(mapped.positions.buffer, true);
    const mistake rows[] = {WRONG_WHOLE(BUFFER, hpyr_octree_points, mapped),
                            WRONG_WHOLE(BUFFER, hpyr_octree_points, {.positions = {.buffer = NOBODY}, .count = 1})};
    CHECK_MISTAKES(e, rows, &d.points, check_build_of, &d);
    set_mapped(mapped.positions.buffer, false);
    OK(e, hpyr_octree_build(d.octree, &mapped));
    points_release(&mapped);
}

/* Two points each. With the margin the origin of the fourth row's cube is infinite. 2^depth / side is infinite in the fifth row, and
 * in the sixth one it is the largest float. */
GPU_TEST(cubes_that_are_too_large_or_too_small_are_refused) {
    static const struct {
        float floats[6];
        double margin;
        hpyr_result result;
    } rows[] = {{{-3e38f, 0, 0, 3e38f, 1, 1}, 1, HPYR_ERROR_INVALID_ARGUMENT},
                {{0, 0, 0, 3e38f, 1, 1}, 1.2, HPYR_ERROR_INVALID_ARGUMENT},
                {{0, 0, 0, 3e38f, 1, 1}, 1, HPYR_OK},
                {{-3.4e38f, 0, 0, -1e38f, 1, 1}, 1.1, HPYR_ERROR_INVALID_ARGUMENT},
                {{0, 0, 0, 0x1p-124f, 0, 0}, 1, HPYR_ERROR_INVALID_ARGUMENT},
                {{0, 0, 0, 0x1.000002p-124f, 0, 0}, 1, HPYR_OK},
                {{1e-40f, 0, 0, 2e-40f, 0, 1e-38f}, 1, HPYR_ERROR_INVALID_ARGUMENT}};
    desk d = desk_make(e);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        float floats[6];
        memcpy(floats, rows[i].floats, sizeof floats);
        point_set set = {.floats = floats, .float_count = 6, .stride = 3, .count = 2, .margin = rows[i].margin};
        SCOPED(points_release) hpyr_octree_points points = points_upload(&set);
        if (rows[i].result == HPYR_OK) {
            check_build(e, d.octree, &d.desc, &set, true);
        } else {
            const mistake row = {rows[i].result, "scale the points", "two points", 0, 0, NULL};
            check_build_of(e, &d, &row, &points);
            check_empty(e, d.octree);
        }
        if (i == 2) { /* 2 / side is denormal */
            SCOPED(destroy_octree)
            hpyr_octree *shallow = make_octree(e, &(hpyr_octree_desc){.capacity = 2, .depth = 1});
            EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_octree_build(shallow, &points));
        }
    }
    desk_free(&d);
}

/* The log has the number that is needed and the number that is allowed. */
GPU_TEST(too_many_nodes_are_refused) {
    const hpyr_octree_desc desc = {.capacity = COUNT, .depth = 4, .node_capacity = 40};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    SCOPED(points_free)
    point_set set = points_make(POINTS_SPHERE, COUNT, 0, 3, 1), small = points_make(POINTS_ONE, 1, 0, 3, 1);
    SCOPED(points_release) hpyr_octree_points points = points_upload(&set);
    for (int i = 0; i < 2; i++) {
        check_build(e, octree, &desc, &small, i == 0);
        EXPECT_TOLD(e, HPYR_ERROR_TOO_LARGE, "40", hpyr_octree_build(octree, &points));
        check_empty(e, octree);
    }
    check_build(e, octree, &desc, &small, true);
}

/* ---- arrays ---- */

typedef struct part {
    hpyr_octree_array array;
    uint64_t first, count;
} part;

static void check_part(env *e, desk *d, hpyr_result expected, const part *p, stored *out) {
    uint32_t entry = 7;
    EXPECT_TOLD(e, expected, "",
                hpyr_octree_extract_buffer(d->octree, p->array, p->first, p->count, out->list.buffer, 0, NULL));
    EXPECT(e, expected, hpyr_octree_download(d->octree, p->array, p->first, p->count, &entry, p->count, NULL));
    stored_check_untouched(out, "a part that is not there");
    assert_int_equal(entry, 7);
}

/* A range ends where the array does, and where the room does. */
static void check_clipped(env *e, desk *d, const part *p, uint64_t available, const stored *out) {
    const uint64_t end = ENOUGH * sizeof(uint32_t), room = available > 1 ? available - 1 : available;
    static uint32_t entries[ENOUGH];
    hpyr_report report = {7, 7, 7};
    const hpyr_result expected = room < available ? HPYR_TRUNCATED : HPYR_OK;
    EXPECT(
        e, expected,
        hpyr_octree_extract_buffer(d->octree, p->array, p->first, p->count, out->list.buffer, end - 4 * room, &report));
    assert_true(report.written == room && report.available == available);
    assert_int_equal(report.total, hpyr_octree_entries(d->octree, p->array));
    report = (hpyr_report){7, 7, 7};
    entries[room] = 7;
    EXPECT(e, expected, hpyr_octree_download(d->octree, p->array, p->first, p->count, entries, room, &report));
    assert_true(report.written == room && report.available == available && entries[room] == 7);
}

GPU_TEST(wrong_parts_of_arrays_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    SCOPED(stored_free) stored out = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, NULL, ENOUGH);
    OK(e, hpyr_octree_build(d.octree, &d.points));
    check_part(e, &d, HPYR_ERROR_NOT_BUILT, &(part){HPYR_OCTREE_ARRAY_VERTICES, 0, 1}, &out);
    check_part(e, &d, HPYR_ERROR_NOT_BUILT, &(part){HPYR_OCTREE_ARRAY_FACE_EDGES, 0, 1}, &out);
    check_part(e, &d, HPYR_ERROR_INVALID_ARGUMENT, &(part){(hpyr_octree_array)-1, 0, 1}, &out);
    check_part(e, &d, HPYR_ERROR_INVALID_ARGUMENT, &(part){(hpyr_octree_array)HPYR_OCTREE_ARRAYS, 0, 1}, &out);
    OK(e, hpyr_octree_share(d.octree));
    for (int i = 0; i < HPYR_OCTREE_ARRAYS; i++) {
        const hpyr_octree_array array = (hpyr_octree_array)i;
        const uint64_t entries = hpyr_octree_entries(d.octree, array);
        assert_in_range(entries, 1, ENOUGH - 1);
        check_clipped(e, &d, &(part){array, entries, 1}, 0, &out);
        check_clipped(e, &d, &(part){array, entries + 1, 0}, 0, &out);
        check_clipped(e, &d, &(part){array, UINT64_MAX, 2}, 0, &out);
        check_clipped(e, &d, &(part){array, entries - 1, UINT64_MAX}, 1, &out);
        check_clipped(e, &d, &(part){array, 0, HPYR_ALL}, entries, &out);
        check_clipped(e, &d, &(part){array, 0, entries + 1}, entries, &out);
    }
    assert_int_equal(hpyr_octree_entries(d.octree, (hpyr_octree_array)-1), 0);
    assert_int_equal(hpyr_octree_entries(d.octree, (hpyr_octree_array)HPYR_OCTREE_ARRAYS), 0);
    REFUSED(e, hpyr_octree_download(d.octree, HPYR_OCTREE_ARRAY_KEYS, 0, 1, NULL, 1, NULL));
}

static void check_buffer(env *e, desk *d, hpyr_result expected, uint32_t buffer, uint64_t offset) {
    for (int array = 0; array < HPYR_OCTREE_ARRAYS; array++) {
        EXPECT_TOLD(e, expected, "",
                    hpyr_octree_extract_buffer(d->octree, (hpyr_octree_array)array, 1, 16, buffer, offset, NULL));
    }
}

GPU_TEST(wrong_destinations_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    SCOPED(stored_free) stored out = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, NULL, 16);
    OK(e, hpyr_octree_build(d.octree, &d.points));
    OK(e, hpyr_octree_share(d.octree));
    check_buffer(e, &d, HPYR_ERROR_BUFFER, NOBODY, 0);
    check_buffer(e, &d, HPYR_ERROR_BUFFER, 0, 0);
    check_buffer(e, &d, HPYR_ERROR_INVALID_ARGUMENT, out.list.buffer, 2);
    stored_check_untouched(&out, "a buffer that is too small");
    set_mapped(out.list.buffer, true);
    check_buffer(e, &d, HPYR_ERROR_BUFFER, out.list.buffer, 0);
    set_mapped(out.list.buffer, false);
    stored_check_untouched(&out, "a buffer that was mapped");
}

/* ---- GLSL ---- */

GPU_TEST(wrong_prefixes_are_refused) {
    static const char *const prefixes[] = {"", "_a", "gl_a", "a__", "1a", "a-b", "a b"};
    SCOPED(desk_free) desk d = desk_make(e);
    static char text[8192], long_prefix[100];
    size_t needed = 0;
    memset(long_prefix, 'a', sizeof long_prefix - 1);
    for (size_t i = 0; i <= LENGTH(prefixes); i++) {
        const char *prefix = i < LENGTH(prefixes) ? prefixes[i] : long_prefix;
        env_clear_log(e);
        text[0] = 'x';
        needed = 5;
        REFUSED(e, hpyr_octree_glsl(d.octree, prefix, text, sizeof text, &needed));
        assert_true(text[0] == '\0' && needed == 0 && e->log_length > 0);
    }
    REFUSED(e, hpyr_octree_glsl(d.octree, NULL, NULL, 5, &needed));
    OK(e, hpyr_octree_glsl(d.octree, NULL, text, sizeof text, &needed)); /* before any build */
    assert_int_equal(needed, strlen(text) + 1);
    EXPECT(e, HPYR_TRUNCATED, hpyr_octree_glsl(d.octree, NULL, text, needed - 1, &needed));
    assert_true(text[0] == '\0' && needed > 1);
    EXPECT(e, HPYR_TRUNCATED, hpyr_octree_glsl(d.octree, NULL, NULL, 0, &needed));
    OK(e, hpyr_octree_glsl(d.octree, "another_", text, needed + 1000, NULL));
    assert_null(strstr(text, "hpyr_"));
    assert_non_null(strstr(text, "u_another_"));
}

/* A program that uses all of the snippet's uniforms; `declarations` stand in for the snippet. */
static GLuint walking_program(env *e, desk *d, const char *declarations, const char *value) {
    static char fragment[32768], snippet[16384];
    OK(e, hpyr_octree_glsl(d->octree, NULL, snippet, sizeof snippet, NULL));
    snprintf(fragment, sizeof fragment, "%s\nout vec4 color;\nvoid main() { color = vec4(%s); }\n",
             declarations ? declarations : snippet, value);
    return make_drawing(fragment);
}

static const char *const walk = "vec4(hpyr_node(hpyr_node_of(hpyr_cell(gl_FragCoord.xyz, hpyr_depth()), 1))) + "
                                "vec4(float(hpyr_neighbor(0, ivec3(1)) + hpyr_first_node(1)))";

GPU_TEST(wrong_programs_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    const uint32_t units = hpyr_context_caps(e->context)->max_texture_units;
    SCOPED(delete_program) GLuint program = walking_program(e, &d, NULL, walk), unlinked = glCreateProgram();
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_octree_bind(d.octree, program, NULL, 0, NULL));
    OK(e, hpyr_octree_build(d.octree, &d.points));
    const struct {
        GLuint program;
        const char *prefix;
        uint32_t unit;
    } mistakes[] = {{unlinked, NULL, 0},        {NOBODY, NULL, 0}, {0, NULL, 0},
                    {program, "_a", 0},         {program, "", 0},  {program, NULL, units},
                    {program, NULL, UINT32_MAX}};
    for (size_t i = 0; i < LENGTH(mistakes); i++) {
        EXPECT_TOLD(e, HPYR_ERROR_INVALID_ARGUMENT, "",
                    hpyr_octree_bind(d.octree, mistakes[i].program, mistakes[i].prefix, mistakes[i].unit, NULL));
    }
}

/* Each uniform of the snippet with a type that it cannot have. */
GPU_TEST(uniforms_of_another_type_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    static char snippet[16384];
    uint32_t found = 0;
    OK(e, hpyr_octree_build(d.octree, &d.points));
    OK(e, hpyr_octree_glsl(d.octree, NULL, snippet, sizeof snippet, NULL));
    for (const char *at = strstr(snippet, "uniform "); at; at = strstr(at + 1, "uniform ")) {
        const char *name = strstr(at, "u_hpyr_");
        char declaration[128], value[128];
        if (!name || memchr(at, ';', (size_t)(name - at)))
            continue;
        const int length = (int)strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
        snprintf(declaration, sizeof declaration, "uniform mat3 %.*s;", length, name);
        snprintf(value, sizeof value, "%.*s[0], 1.0", length, name);
        GLuint program = walking_program(e, &d, declaration, value);
        EXPECT_TOLD(e, HPYR_ERROR_INVALID_ARGUMENT, "", hpyr_octree_bind(d.octree, program, NULL, 1, NULL));
        glDeleteProgram(program);
        found++;
    }
    assert_true(found >= 2);
}
