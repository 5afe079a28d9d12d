/* test_list_memory.c - scratch memory of lists where memory runs out: it is told, and nothing is left behind.
 * SPDX-License-Identifier: MIT
 *
 * The linker passes the library's allocations through here (--wrap). Those of a shared library it cannot reach. */
#include "lists.h"

#include <stdlib.h>

enum { UNLIMITED = -1, NAMES = 4096 };

static int allowed = UNLIMITED; /* allocations, and textures that get their memory, before the one that fails */
static bool counts_textures;
static GLenum raised = GL_NO_ERROR;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void __real_glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border,
                         GLenum format, GLenum type, const void *texels);
void __wrap_glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border,
                         GLenum format, GLenum type, const void *texels);
GLenum __real_glGetError(void);
GLenum __wrap_glGetError(void);

/* One fails, those before and after it do not. */
static bool may_pass(bool is_texture) {
    return is_texture != counts_textures || allowed == UNLIMITED || allowed-- != 0;
}

void *__wrap_malloc(size_t size) {
    return may_pass(false) ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size) {
    return may_pass(false) ? __real_calloc(count, size) : NULL;
}

void __wrap_glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border,
                         GLenum format, GLenum type, const void *texels) {
    if (may_pass(true))
        __real_glTexImage2D(target, level, internal, width, height, border, format, type, texels);
    else
        raised = GL_OUT_OF_MEMORY;
}

GLenum __wrap_glGetError(void) {
    GLenum error = raised;
    raised = GL_NO_ERROR;
    return error ? error : __real_glGetError();
}

static uint32_t objects_alive(void) {
    uint32_t count = 0;
    for (GLuint name = 1; name < NAMES; name++)
        count += glIsTexture(name) + glIsBuffer(name) + glIsFramebuffer(name);
    return count;
}

static hpyr_result create_with(const env *e, const hpyr_list_scratch_desc *desc, int passing, hpyr_list_scratch **out) {
    allowed = passing;
    hpyr_result result = hpyr_list_scratch_create(e->context, desc, out);
    allowed = UNLIMITED;
    raised = GL_NO_ERROR;
    return result;
}

/* Fails at each place in turn, until nothing fails any more. Returns how many places there were. */
static int fail_everywhere(env *e, const hpyr_list_scratch_desc *desc, bool textures) {
    hpyr_list_scratch *scratch = NULL;
    int failures = 0;
    counts_textures = textures;
    const uint32_t before = objects_alive();
    while (CALL(e, create_with(e, desc, failures, &scratch)) != HPYR_OK) {
        assert_int_equal(e->result, HPYR_ERROR_OUT_OF_MEMORY);
        assert_null(scratch);
        assert_int_equal(objects_alive(), before);
        failures++;
    }
    assert_non_null(scratch);
    CALL_VOID(e, hpyr_list_scratch_destroy(scratch));
    assert_int_equal(objects_alive(), before);
    return failures;
}

static void each_allocation_may_fail_once(void **state) {
    env *e = *state;
    for (uint32_t operations = 1; operations <= HPYR_LIST_OPERATIONS; operations += operations == 8 ? 7 : operations) {
        const hpyr_list_scratch_desc desc = {.capacity = 40000, .operations = operations};
        assert_true(fail_everywhere(e, &desc, false) >= 1);
        assert_true(fail_everywhere(e, &desc, true) >= 4);
    }
}

static hpyr_result gather_with(hpyr_list_scratch *scratch, const hpyr_list_gather_desc *desc, int passing) {
    allowed = passing;
    hpyr_result result = hpyr_list_gather(scratch, desc);
    allowed = UNLIMITED;
    raised = GL_NO_ERROR;
    return result;
}

static void run_gather(env *e, hpyr_list_scratch *scratch, hpyr_result expected, hpyr_format format) {
    static const uint32_t positions[4] = {3, 2, 1, 0};
    stored list = stored_make(PLACE_SHIFTED, HPYR_LIST_UINT, positions, 4);
    stored out = stored_make(PLACE_WHOLE, HPYR_LIST_UINT, NULL, 4);
    const hpyr_list_gather_desc desc = {.positions = list.list,
                                        .source = {.buffer = list.list.buffer, .format = format, .count = 1},
                                        .output = {.buffer = out.list.buffer, .format = format},
                                        .length = {.count = 1}};
    counts_textures = true;
    EXPECT(e, expected, gather_with(scratch, &desc, expected == HPYR_OK ? UNLIMITED : 0));
    if (expected != HPYR_OK)
        stored_check_untouched(&out, "output of a gather without memory");
    stored_free(&list);
    stored_free(&out);
}

/* A gather makes a texture for each new format. */
static void a_gather_without_memory_may_be_tried_again(void **state) {
    env *e = *state;
    hpyr_list_scratch *scratch = make_scratch(e, 4, HPYR_LIST_GATHER);
    run_gather(e, scratch, HPYR_ERROR_OUT_OF_MEMORY, HPYR_FORMAT_RGBA32F);
    run_gather(e, scratch, HPYR_OK, HPYR_FORMAT_RGBA32F);
    run_gather(e, scratch, HPYR_ERROR_OUT_OF_MEMORY, HPYR_FORMAT_R32UI);
    run_gather(e, scratch, HPYR_OK, HPYR_FORMAT_R32UI);
    free_scratch(e, scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        GPU_TEST(each_allocation_may_fail_once),
        GPU_TEST(a_gather_without_memory_may_be_tried_again),
    };
    return RUN_GPU_TESTS(tests);
}
