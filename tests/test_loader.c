/* test_loader.c - a caller who finds GL's functions for a library that has GLEW.  SPDX-License-Identifier: MIT
 * tests/loader/ has the library without GLEW. */
#include "oracle.h"

#include <EGL/egl.h>
#include <stdio.h>
#include <string.h>

enum { MOST_NAMES = 512 };

typedef struct loader {
    const char *names[MOST_NAMES]; /* that the library asked for */
    const char *hidden;            /* is not found */
    int count;
    bool noting;
    char message[256]; /* the last error */
    int messages;
} loader;

static hpyr_function load(const char *name, void *user) {
    loader *l = user;
    for (int i = 0; i < l->count && l->noting; i++)
        l->noting = strcmp(l->names[i], name) != 0; /* the library begins again: it has asked for all */
    if (l->noting && l->count < MOST_NAMES)
        l->names[l->count++] = name;
    return l->hidden && strcmp(l->hidden, name) == 0 ? NULL : (hpyr_function)eglGetProcAddress(name);
}

static void note_error(hpyr_log_level level, const char *text, void *user) {
    loader *l = user;
    if (level == HPYR_LOG_LEVEL_ERROR) {
        snprintf(l->message, sizeof l->message, "%s", text);
        l->messages++;
    }
}

static hpyr_result create(const env *e, loader *l, hpyr_context **context) {
    const hpyr_context_desc desc = {
        .log = note_error, .user = l, .load = load, .load_user = l, .gl_version_cap = e->gl21 ? 21 : 0};
    l->messages = 0;
    return hpyr_context_create(&desc, context);
}

GPU_TEST(a_context_with_functions_of_the_callers_works_beside_another) {
    loader l = {.noting = true};
    hpyr_context *context = NULL;
    OK(e, create(e, &l, &context));
    env_poison(e);
    assert_true(l.count > 100);
    check_context(e, context, HPYR_LAYOUT_SINGLE);
    check_context(e, e->context, HPYR_LAYOUT_SINGLE);
    CALL_VOID(e, hpyr_context_destroy(context));
    check_context(e, e->context, HPYR_LAYOUT_SINGLE);
}

/* Also of a GLEW that has been told otherwise. */
GPU_TEST_ONCE(functions_come_from_the_caller) {
    loader l = {.noting = true};
    hpyr_context *context = NULL;
    __glewBindAttribLocation = NULL; /* the harness does not call it */
    OK(e, create(e, &l, &context));
    env_poison(e);
    assert_true(__glewBindAttribLocation == (PFNGLBINDATTRIBLOCATIONPROC)eglGetProcAddress("glBindAttribLocation"));
    CALL_VOID(e, hpyr_context_destroy(context));
}

/* A context either does without a function, or is refused with one line that names it. Others go on. */
GPU_TEST_ONCE(an_absent_function_is_named) {
    loader l = {.noting = true};
    hpyr_context *context = NULL;
    int refused = 0;
    OK(e, create(e, &l, &context));
    CALL_VOID(e, hpyr_context_destroy(context));
    for (int i = 0; i < l.count; i++) {
        char name[64];
        snprintf(name, sizeof name, " %s,", l.names[i]);
        l.hidden = l.names[i];
        hpyr_result result = create(e, &l, &context);
        hpyr_context_destroy(context);
        if (result == HPYR_OK)
            continue;
        refused++;
        if (result != HPYR_ERROR_UNSUPPORTED || context || l.messages != 1 || !strstr(l.message, name) ||
            strchr(l.message, '\n'))
            fail_msg("without %s: %s, %d messages, \"%s\"", l.hidden, hpyr_result_string(result), l.messages,
                     l.message);
        runner_checks++;
    }
    env_poison(e);
    assert_true(refused > 50);
    check_context(e, e->context, HPYR_LAYOUT_SINGLE);
}
