/* saves.c - linked into the test of a module, sees that a public call saves and restores the caller's state once, or not at all.
 * SPDX-License-Identifier: MIT
 *
 * The linker passes both ends of a call through here (--wrap): those of the test's EXPECT, and those of hpi_gl_state_enter. What a call
 * saves inside of another one is not counted, for that is only what it binds. */
#include "harness.h"

#include <stdio.h>

typedef struct hpi_gl_state gl_state;

void __real_hpi_gl_state_enter(hpyr_context *context, gl_state *state);
void __wrap_hpi_gl_state_enter(hpyr_context *context, gl_state *state);
hpyr_result __real_hpi_gl_state_leave(hpyr_context *context, const gl_state *state, hpyr_result result);
hpyr_result __wrap_hpi_gl_state_leave(hpyr_context *context, const gl_state *state, hpyr_result result);
void __real_env_enter(env *e);
void __wrap_env_enter(env *e);
hpyr_result __real_env_leave(env *e, const char *call, const char *file, int line);
hpyr_result __wrap_env_leave(env *e, const char *call, const char *file, int line);

static int depth, saves;

void __wrap_hpi_gl_state_enter(hpyr_context *context, gl_state *state) {
    saves += depth++ == 0;
    __real_hpi_gl_state_enter(context, state);
}

hpyr_result __wrap_hpi_gl_state_leave(hpyr_context *context, const gl_state *state, hpyr_result result) {
    depth--;
    return __real_hpi_gl_state_leave(context, state, result);
}

void __wrap_env_enter(env *e) {
    __real_env_enter(e);
    saves = 0;
}

hpyr_result __wrap_env_leave(env *e, const char *call, const char *file, int line) {
    const int found = saves;
    hpyr_result result = __real_env_leave(e, call, file, line);
    if (found > 1 + e->repeats || depth) {
        fprintf(stderr, "%s:%d: %s saved the state %d times, and left %d saves open\n", file, line, call, found, depth);
        _fail(file, line);
    }
    return result;
}
