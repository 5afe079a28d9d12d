/* habits_contexts.c - contexts that are lost or not current, and fences.  SPDX-License-Identifier: MIT */
#include "habits.h"

#include <signal.h>
#include <unistd.h>

enum { LAST_DRAW = 20 };
static int draws;

void count_draw(void) {
    draws++;
    while (is_on[HABIT_hang] && draws >= LAST_DRAW)
        pause();
    if (is_on[HABIT_crash] && draws >= LAST_DRAW)
        raise(SIGSEGV);
}

bool is_lost(void) {
    return is_on[HABIT_lost] && draws >= LAST_DRAW;
}

/* In the functions that a program may call to find out whether there is a context. */
static void need_context(void) {
    if (is_on[HABIT_no_context_crashes] && !current_context())
        abort();
}

const GLubyte *glGetString(GLenum name) {
    DRIVER(PFNGLGETSTRINGPROC, glGetString);
    need_context();
    return is_on[HABIT_uploads_overtake] && name == GL_VENDOR ? (const GLubyte *)"NVIDIA Corporation" : driver(name);
}

GLenum glGetError(void) {
    DRIVER(PFNGLGETERRORPROC, glGetError);
    need_context();
    return is_lost() ? GL_CONTEXT_LOST : driver();
}

GLenum glGetGraphicsResetStatus(void) {
    return is_lost() ? GL_GUILTY_CONTEXT_RESET : GL_NO_ERROR;
}

GLboolean glIsProgram(GLuint program) {
    DRIVER(PFNGLISPROGRAMPROC, glIsProgram);
    need_context();
    return driver(program);
}

GLboolean glIsShader(GLuint shader) {
    DRIVER(PFNGLISSHADERPROC, glIsShader);
    need_context();
    return driver(shader);
}

/* ---- fences ---- */

enum { CONTEXTS = 256, FENCES = 4096 };
static struct {
    void *context;
    GLsync fences[FENCES];
} fences[CONTEXTS]; /* none is forgotten: a context that is gone has no fence, and its place may be a new one's */

/* The driver's own fence, by its number in the context that is current. */
static GLsync *place_of(GLsync number) {
    static GLsync none;
    void *context = current_context();
    uintptr_t n = (uintptr_t)number;
    int i = 0;
    while (i < CONTEXTS - 1 && fences[i].context && fences[i].context != context)
        i++;
    fences[i].context = context;
    none = NULL;
    return n < FENCES ? &fences[i].fences[n] : &none;
}

static GLsync real_fence(GLsync sync) {
    return is_on[HABIT_small_syncs] ? *place_of(sync) : sync;
}

GLsync glFenceSync(GLenum condition, GLbitfield flags) {
    DRIVER(PFNGLFENCESYNCPROC, glFenceSync);
    GLsync real = driver(condition, flags);
    uintptr_t number = 1;
    while (is_on[HABIT_small_syncs] && number < FENCES && *place_of((GLsync)number))
        number++;
    if (!is_on[HABIT_small_syncs] || !real || number == FENCES)
        return real;
    *place_of((GLsync)number) = real;
    return (GLsync)number;
}

GLboolean glIsSync(GLsync sync) {
    DRIVER(PFNGLISSYNCPROC, glIsSync);
    need_context();
    return driver(real_fence(sync));
}

void glDeleteSync(GLsync sync) {
    DRIVER(PFNGLDELETESYNCPROC, glDeleteSync);
    driver(real_fence(sync));
    if (is_on[HABIT_small_syncs])
        *place_of(sync) = NULL;
}

GLenum glClientWaitSync(GLsync sync, GLbitfield flags, GLuint64 timeout) {
    DRIVER(PFNGLCLIENTWAITSYNCPROC, glClientWaitSync);
    return driver(real_fence(sync), flags, timeout);
}
