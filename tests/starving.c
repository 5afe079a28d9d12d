/* starving.c - tests where memory runs out.  SPDX-License-Identifier: MIT
 *
 * The linker passes the textures of the library through here (--wrap). Those of a shared library it cannot reach. */
#include "starving.h"

enum { UNLIMITED = -1, NAMES = 4096 };

static int allowed = UNLIMITED; /* textures that get their memory before the one that fails */
static GLenum raised = GL_NO_ERROR;

void __real_glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border,
                         GLenum format, GLenum type, const void *texels);
void __wrap_glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border,
                         GLenum format, GLenum type, const void *texels);
void __real_glTexImage3D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLsizei depth,
                         GLint border, GLenum format, GLenum type, const void *texels);
void __wrap_glTexImage3D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLsizei depth,
                         GLint border, GLenum format, GLenum type, const void *texels);
GLenum __real_glGetError(void);
GLenum __wrap_glGetError(void);

/* One fails, those before and after it do not. */
static bool may_pass(void) {
    return allowed == UNLIMITED || allowed-- != 0;
}

void __wrap_glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border,
                         GLenum format, GLenum type, const void *texels) {
    if (may_pass())
        __real_glTexImage2D(target, level, internal, width, height, border, format, type, texels);
    else
        raised = GL_OUT_OF_MEMORY;
}

void __wrap_glTexImage3D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLsizei depth,
                         GLint border, GLenum format, GLenum type, const void *texels) {
    if (may_pass())
        __real_glTexImage3D(target, level, internal, width, height, depth, border, format, type, texels);
    else
        raised = GL_OUT_OF_MEMORY;
}

GLenum __wrap_glGetError(void) {
    GLenum error = raised;
    raised = GL_NO_ERROR;
    return error ? error : __real_glGetError();
}

uint32_t starving_objects(void) {
    uint32_t count = 0;
    for (GLuint name = 1; name < NAMES; name++)
        count += glIsTexture(name) + glIsBuffer(name) + glIsFramebuffer(name);
    return count;
}

void starving_begin(bool textures, int passing) {
    allowed = textures ? passing : UNLIMITED;
    env_memory.passing = textures ? UNLIMITED : passing;
    __glewTexStorage2D = NULL; /* all textures come by functions that the linker wraps */
}

void starving_end(void) {
    allowed = env_memory.passing = UNLIMITED;
    raised = GL_NO_ERROR;
}

static hpyr_result attempt(env *e, const starving *s, bool textures, int passing) {
    starving_begin(textures, passing);
    hpyr_result result = s->attempt(e, s->desk);
    starving_end();
    return result;
}

/* How many places there are where something failed. */
static int fail_everywhere(env *e, const starving *s, bool textures) {
    const uint32_t objects = starving_objects();
    hpyr_result result = HPYR_ERROR_OUT_OF_MEMORY;
    int failures = -1;
    while (result != HPYR_OK) {
        failures++;
        if (s->before)
            s->before(e, s->desk);
        result = CALL(e, attempt(e, s, textures, failures));
        assert_true(result == HPYR_OK || result == HPYR_ERROR_OUT_OF_MEMORY);
        s->after(e, s->desk, result, result == HPYR_OK || failures % s->look_every == 0);
        assert_int_equal(starving_objects(), objects);
    }
    return failures;
}

void starving_check(env *e, const starving *s, int allocations, int textures) {
    int failures = fail_everywhere(e, s, false);
    assert_true(failures >= allocations);
    failures = fail_everywhere(e, s, true);
    if (failures == 0)
        SKIP("the linker wraps no texture");
    assert_true(failures >= textures);
}
