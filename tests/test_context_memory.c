/* test_context_memory.c - taking hold of a GL context where memory runs out: what a probe could not try is not what GL cannot do.
 * SPDX-License-Identifier: MIT
 *
 * The linker passes the library's textures through here (--wrap). Those of a shared library it cannot reach. */
#include "harness.h"

enum { UNLIMITED = -1 };

static blocks memory = {.passing = UNLIMITED, .grows_too = true};
static GLenum failing = GL_NO_ERROR; /* what the next glTexImage2D raises, after `passing` others */
static int passing;

void __real_glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border,
                         GLenum format, GLenum type, const void *texels);
void __wrap_glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border,
                         GLenum format, GLenum type, const void *texels);
GLenum __real_glGetError(void);
GLenum __wrap_glGetError(void);

static GLenum raised = GL_NO_ERROR;

void __wrap_glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border,
                         GLenum format, GLenum type, const void *texels) {
    if (failing && passing-- == 0)
        raised = failing;
    else
        __real_glTexImage2D(target, level, internal, width, height, border, format, type, texels);
}

GLenum __wrap_glGetError(void) {
    GLenum error = raised;
    raised = GL_NO_ERROR;
    return error ? error : __real_glGetError();
}

/* Either there is no context, or one that knows as much as any other. */
static bool is_honest(env *e, hpyr_result result, const hpyr_context *context) {
    const hpyr_caps *whole = hpyr_context_caps(e->context), *caps = hpyr_context_caps(context);
    if (result != HPYR_OK)
        return result == HPYR_ERROR_OUT_OF_MEMORY && !context;
    return caps->logic_op == whole->logic_op && caps->filter_float == whole->filter_float &&
           caps->filter_half == whole->filter_half && caps->gl_version == whole->gl_version;
}

static hpyr_result create(const env *e, hpyr_context **context) {
    hpyr_context_desc desc = {.gl_version_cap = e->gl21 ? 21 : 0, .allocator = blocks_allocator(&memory)};
    return hpyr_context_create(&desc, context);
}

GPU_TEST(a_failed_allocation_is_told_and_no_cap_is_lost) {
    hpyr_context *context = NULL;
    memory.asked = 0;
    OK(e, create(e, &context));
    int needed = memory.asked, failures = 0;
    CALL_VOID(e, hpyr_context_destroy(context));
    assert_true(needed > 3);
    for (int i = 0; i < needed; i++) {
        memory.passing = i;
        hpyr_result result = create(e, &context);
        memory.passing = UNLIMITED;
        assert_true(is_honest(e, result, context));
        failures += result != HPYR_OK;
        CHECK_GL();
        CALL_VOID(e, hpyr_context_destroy(context));
    }
    assert_true(failures > 3);
}

GPU_TEST(textures_that_gl_has_no_memory_for_are_told_and_no_cap_is_lost) {
    hpyr_context *context = NULL;
    hpyr_result result = HPYR_ERROR_OUT_OF_MEMORY;
    int failures = -1;
    for (int i = 0; result != HPYR_OK; i++, failures++) {
        failing = GL_OUT_OF_MEMORY;
        passing = i;
        result = create(e, &context);
        failing = raised = GL_NO_ERROR;
        assert_true(is_honest(e, result, context));
        CHECK_GL();
    }
    assert_true(failures >= 2); /* textures of the probes */
    CALL_VOID(e, hpyr_context_destroy(context));
}
