/* test_quadtree_mistakes.c - what a caller of the quadtree can do wrong, one argument at a time: each is told, nothing is
 * written, and after a build that failed there is no quadtree.  SPDX-License-Identifier: MIT */
#include "mistakes.h"
#include "quadtrees.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NOBODY = 12345 /* no object's name */ };

/* ---- create ---- */

MISTAKES_OF_CREATE(quadtree, true)

#define DESC(error, ...) WRONG(error, hpyr_quadtree_desc, __VA_ARGS__)
#define INVALID(...)     DESC(INVALID_ARGUMENT, __VA_ARGS__)

GPU_TEST(descriptors_are_refused) {
    const hpyr_quadtree_desc good = {5, 5, HPYR_FORMAT_R8, 0, 0}, with_largest = {5, 5, HPYR_FORMAT_R8, 0, 2};
    const mistake rows[] = {INVALID(width, 0),
                            INVALID(height, 0),
                            INVALID(format, (hpyr_format)(HPYR_FORMAT_DEPTH + 1)),
                            INVALID(format, (hpyr_format)-1),
                            INVALID(format, (hpyr_format)0),
                            INVALID(format, HPYR_FORMAT_RGB32F),
                            INVALID(format, HPYR_FORMAT_RGBA16F),
                            INVALID(format, HPYR_FORMAT_SRGB8_ALPHA8),
                            INVALID(min_size, 3),
                            INVALID(min_size, 16),
                            INVALID(min_size, UINT32_MAX),
                            INVALID(max_size, 7),
                            DESC(TOO_LARGE, width, hpyr_context_caps(e->context)->max_texture_size + 1),
                            DESC(TOO_LARGE, height, UINT32_MAX)};
    const mistake smallest[] = {INVALID(min_size, 4)};
    CHECK_MISTAKES(e, rows, &good, refuse_quadtree, NULL);
    CHECK_MISTAKES(e, smallest, &with_largest, refuse_quadtree, NULL);
    refuse_no_quadtree(e, &good);
}

GPU_TEST(defaults_are_filled_in) {
    const hpyr_quadtree_desc desc = {5, 17, HPYR_FORMAT_RGBA8, 0, 0}, wide = {5, 17, HPYR_FORMAT_R8, 2, 1u << 31};
    hpyr_quadtree *tree = make_quadtree(e, &desc);
    const hpyr_quadtree_desc *resolved = hpyr_quadtree_resolved(tree);
    assert_true(resolved->format == HPYR_FORMAT_RGBA8 && resolved->min_size == 1 && resolved->max_size == 32);
    assert_true(hpyr_quadtree_memory(tree) > 0);
    free_quadtree(e, tree);
    tree = make_quadtree(e, &wide);
    assert_true(hpyr_quadtree_resolved(tree)->min_size == 2 && hpyr_quadtree_resolved(tree)->max_size == 32);
    free_quadtree(e, tree);
}

GPU_TEST(no_quadtree_is_no_mistake_or_is_told) {
    const hpyr_texture texture = {.name = 1, .width = 1, .height = 1, .format = HPYR_FORMAT_R8};
    hpyr_quadtree_leaf leaf;
    hpyr_report report = {7, 7, 7};
    uint32_t count = 7;
    size_t needed;
    char text[8];
    CALL_VOID(e, hpyr_quadtree_destroy(NULL));
    assert_null(hpyr_quadtree_resolved(NULL));
    assert_int_equal(hpyr_quadtree_memory(NULL), 0);
    REFUSED(e, hpyr_quadtree_build(NULL, &texture, 0));
    REFUSED(e, hpyr_quadtree_count(NULL, &count));
    assert_int_equal(count, 0);
    REFUSED(e, hpyr_quadtree_try_count(NULL, &count));
    REFUSED(e, hpyr_quadtree_extract_buffer(NULL, 0, 1, 1, 0, &report));
    assert_true(report.written == 0 && report.total == 0);
    REFUSED(e, hpyr_quadtree_download(NULL, 0, 1, &leaf, 1, NULL));
    REFUSED(e, hpyr_quadtree_paint(NULL, &texture));
    REFUSED(e, hpyr_quadtree_glsl(NULL, NULL, text, sizeof text, &needed));
    REFUSED(e, hpyr_quadtree_bind(NULL, 1, NULL, 0, NULL));
    REFUSED(e, hpyr_quadtree_unbind(NULL));
}

/* ---- build ---- */

/* Everything is right but for what a test changes. */
typedef struct desk {
    image im;
    leaves oracle;
    hpyr_quadtree *tree;
} desk;

static desk desk_make(env *e) {
    desk d = {.im = picture_make(PICTURE_NOISY, HPYR_FORMAT_RGBA8, 20, 30, 1)};
    const hpyr_quadtree_desc desc = desc_of(&d.im);
    d.oracle = leaves_of(&d.im, &desc, 0);
    d.tree = make_quadtree(e, &desc);
    image_upload(&d.im);
    return d;
}

static void desk_free(desk *d) {
    free_quadtree(env_running, d->tree);
    leaves_free(&d->oracle);
    image_free(&d->im);
}

/* A good build before, so that a mistake has something to forget. */
static void check_build(env *e, void *at, const mistake *m, const void *texture) {
    desk *d = at;
    OK(e, hpyr_quadtree_build(d->tree, &d->im.texture, 0));
    TOLD(e, m, hpyr_quadtree_build(d->tree, texture, 0));
    check_empty_quadtree(e, d->tree);
}

#define IMAGE(...) WRONG(TEXTURE, hpyr_texture, __VA_ARGS__)

GPU_TEST(wrong_images_are_refused) {
    static const double tolerances[] = {-0.5, NAN, -INFINITY};
    SCOPED(desk_free) desk d = desk_make(e);
    SCOPED(image_free) image other = picture_make(PICTURE_FLAT, HPYR_FORMAT_R8, 20, 30, 1);
    SCOPED(image_free) image small = picture_make(PICTURE_FLAT, HPYR_FORMAT_RGBA8, 19, 30, 1);
    SCOPED(image_free) image layers = image_make(HPYR_FORMAT_RGBA8, HPYR_CHANNEL_DEFAULT, 20, 30, 2);
    image_upload(&other);
    image_upload(&small);
    image_upload_to(&layers, GL_TEXTURE_2D_ARRAY, 0);
    const mistake rows[] = {IMAGE(name, 0),
                            IMAGE(name, NOBODY),
                            IMAGE(width, 21),
                            IMAGE(height, 29),
                            IMAGE(format, HPYR_FORMAT_R8),
                            WRONG_WHOLE(TEXTURE, hpyr_texture, other.texture),
                            WRONG_WHOLE(TEXTURE, hpyr_texture, small.texture),
                            WRONG_WHOLE(TEXTURE, hpyr_texture, layers.texture),
                            WRONG(INVALID_ARGUMENT, hpyr_texture, format, (hpyr_format)77)};
    CHECK_MISTAKES(e, rows, &d.im.texture, check_build, &d);
    for (size_t i = 0; i < LENGTH(tolerances); i++) {
        OK(e, hpyr_quadtree_build(d.tree, &d.im.texture, 0));
        EXPECT_TOLD(e, HPYR_ERROR_INVALID_ARGUMENT, "", hpyr_quadtree_build(d.tree, &d.im.texture, tolerances[i]));
        check_empty_quadtree(e, d.tree);
    }
    REFUSED(e, hpyr_quadtree_build(d.tree, NULL, 0));
}

/* The number of leaves is still known; their values are not. */
GPU_TEST(an_image_that_is_gone_is_told) {
    SCOPED(desk_free) desk d = desk_make(e);
    SCOPED(image_free) image target = picture_make(PICTURE_FLAT, HPYR_FORMAT_RGBA8, 20, 30, 1);
    hpyr_quadtree_leaf leaf;
    hpyr_report report;
    uint32_t count;
    image_upload(&target);
    OK(e, hpyr_quadtree_build(d.tree, &d.im.texture, 0));
    glDeleteTextures(1, &d.im.texture.name);
    d.im.texture.name = 0;
    OK(e, hpyr_quadtree_count(d.tree, &count));
    assert_int_equal(count, d.oracle.count);
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_quadtree_download(d.tree, 0, 1, &leaf, 1, &report));
    assert_int_equal(report.written, 0);
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_quadtree_paint(d.tree, &target.texture));
}

/* ---- lists ---- */

GPU_TEST(wrong_destinations_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    SCOPED(delete_buffer) GLuint buffer;
    hpyr_report report;
    uint32_t words[16];
    memset(words, 0xCD, sizeof words);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof words, words, GL_STATIC_DRAW);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_quadtree_extract_buffer(d.tree, 0, 1, buffer, 0, &report));
    OK(e, hpyr_quadtree_build(d.tree, &d.im.texture, 0));
    const struct {
        hpyr_result result;
        GLuint buffer;
        uint64_t offset;
    } mistakes[] = {{HPYR_ERROR_INVALID_ARGUMENT, buffer, 2},
                    {HPYR_ERROR_BUFFER, NOBODY, 0},
                    {HPYR_ERROR_BUFFER, 0, 0},
                    {HPYR_TRUNCATED, buffer, 36},
                    {HPYR_TRUNCATED, buffer, UINT64_MAX - 3},
                    {HPYR_TRUNCATED, buffer, 64}};
    for (size_t i = 0; i < LENGTH(mistakes); i++) {
        EXPECT(e, mistakes[i].result,
               hpyr_quadtree_extract_buffer(d.tree, 0, 1, mistakes[i].buffer, mistakes[i].offset, &report));
        assert_int_equal(report.written, 0);
    }
    REFUSED(e, hpyr_quadtree_download(d.tree, 0, 1, NULL, 1, &report));
    EXPECT(e, HPYR_TRUNCATED, hpyr_quadtree_download(d.tree, 0, HPYR_ALL, NULL, 0, &report));
    assert_true(report.written == 0 && report.available == d.oracle.count && report.total == d.oracle.count);
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    const void *mapped = glMapBufferRange(GL_COPY_READ_BUFFER, 0, sizeof words, GL_MAP_READ_BIT);
    assert_memory_equal(mapped, words, sizeof words);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_quadtree_extract_buffer(d.tree, 0, 1, buffer, 0, &report));
}

GPU_TEST(wrong_targets_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    SCOPED(image_free) image other = picture_make(PICTURE_FLAT, HPYR_FORMAT_R8, 20, 30, 1);
    SCOPED(image_free) image small = picture_make(PICTURE_FLAT, HPYR_FORMAT_RGBA8, 20, 29, 1);
    image_upload(&other);
    image_upload(&small);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_quadtree_paint(d.tree, &other.texture));
    OK(e, hpyr_quadtree_build(d.tree, &d.im.texture, 0));
    EXPECT_TOLD(e, HPYR_ERROR_TEXTURE, "the image that is read", hpyr_quadtree_paint(d.tree, &d.im.texture));
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_quadtree_paint(d.tree, &other.texture));
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_quadtree_paint(d.tree, &small.texture));
    REFUSED(e, hpyr_quadtree_paint(d.tree, NULL));
    check_quadtree(e, d.tree, &d.im, 0);
}

/* ---- GLSL ---- */

static GLuint asking_program(const char *declarations) {
    static char fragment[8192];
    snprintf(fragment, sizeof fragment, "#version 330\n%s\nout vec4 color;\nvoid main() { color = vec4(%s); }\n",
             declarations, strstr(declarations, "mat3") ? "u_hpyr_levels[0], 1.0" : "hpyr_leaf_at(ivec2(3)), 1");
    return make_program("#version 330\nvoid main() { gl_Position = vec4(0); }", fragment);
}

GPU_TEST(wrong_programs_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    char text[4096];
    size_t needed = 0;
    const uint32_t units = hpyr_context_caps(e->context)->max_texture_units;
    EXPECT(e, HPYR_TRUNCATED, hpyr_quadtree_glsl(d.tree, NULL, text, 10, &needed));
    assert_true(text[0] == '\0' && needed > 10);
    REFUSED(e, hpyr_quadtree_glsl(d.tree, "a__", text, sizeof text, &needed));
    OK(e, hpyr_quadtree_glsl(d.tree, NULL, text, sizeof text, &needed));
    assert_int_equal(needed, strlen(text) + 1);
    SCOPED(delete_program) GLuint program = asking_program(text), unlinked = glCreateProgram();
    SCOPED(delete_program) GLuint strange = asking_program("uniform mat3 u_hpyr_levels;");
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_quadtree_bind(d.tree, program, NULL, 0, NULL));
    OK(e, hpyr_quadtree_build(d.tree, &d.im.texture, 0));
    REFUSED(e, hpyr_quadtree_bind(d.tree, unlinked, NULL, 0, NULL));
    REFUSED(e, hpyr_quadtree_bind(d.tree, NOBODY, NULL, 0, NULL));
    REFUSED(e, hpyr_quadtree_bind(d.tree, strange, NULL, 0, NULL));
    REFUSED(e, hpyr_quadtree_bind(d.tree, program, "_a", 0, NULL));
    REFUSED(e, hpyr_quadtree_bind(d.tree, program, NULL, units, NULL));
}
