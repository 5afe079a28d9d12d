/* harness.c - opens GL, wraps the library's calls in snapshots and hostile state.  SPDX-License-Identifier: MIT */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/files/error.h"
#include "common/platform/gl.h"
#include "poison.h"
#include "sources.h"

blocks env_memory = {.passing = -1};
env *env_running;

void env_remember(hpyr_log_level level, const char *message, void *user) {
    env *e = user;
    e->has_error = e->has_error || level == HPYR_LOG_LEVEL_ERROR;
    int written = snprintf(e->log + e->log_length, HARNESS_LOG - e->log_length, "%d %s\n", (int)level, message);
    if (written > 0)
        e->log_length += (size_t)written;
    if (e->log_length >= HARNESS_LOG)
        e->log_length = HARNESS_LOG - 1;
}

void bind_nothing(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    (void)program, (void)prefix, (void)first_unit, (void)user;
}

enum { MOST_PROGRAMS = 400 }; /* of one call */

void env_clear_log(env *e) {
    e->log_length = 0;
    e->log[0] = '\0';
}

bool env_logged(const env *e, const char *words) {
    return strstr(e->log, words) != NULL;
}

static bool is_asked_for(const char *name) {
    const char *version = getenv("HPYR_TEST_GL");
    return version && strcmp(version, name) == 0;
}

bool env_is_21(void) {
    return is_asked_for("21");
}

bool env_is_es(void) {
    return is_asked_for("es3");
}

int env_gl(void) {
    return env_is_es() ? GL_ES3 : env_is_21() ? 21 : 33;
}

bool env_has_gl(void) {
    headless *display = headless_open(env_gl());
    if (!display)
        fprintf(stderr, "%s\n", error_text());
    headless_close(display);
    return display != NULL;
}

/* A driver that is told to be a 3.3 still hands out newer entry points; a call of one must not go unnoticed. */
#define POISON(name) __glew##name = NULL;
static void poison_newer_than_33(void) {
    POISON_LIST(POISON)
}

static void poison_newer_than_21(void) {
    POISON_LIST_21(POISON)
}
#undef POISON

static void poison_newer(const env *e) {
    int major = 0, minor = 0;
    if (sscanf((const char *)glGetString(GL_VERSION), "%d.%d", &major, &minor) != 2)
        return;
    if (e->gl21 || 10 * major + minor == 33)
        poison_newer_than_33();
    if (e->gl21)
        poison_newer_than_21();
}

static PFNGLBUFFERSTORAGEPROC buffer_storage; /* before it was poisoned */

void env_poison(const env *e) {
    buffer_storage = glBufferStorage ? glBufferStorage : buffer_storage;
    if (e->es)
        poison_es();
    else
        poison_newer(e);
    sources_keep();
}

GLuint buffer_of(const void *data, size_t bytes) {
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)bytes, data, GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    CHECK_GL();
    return buffer;
}

GLuint env_buffer_of_the_gpu(const env *e, size_t size) {
    GLuint buffer = 0;
    if (e->gl21 || e->es || !GLEW_ARB_buffer_storage || !buffer_storage)
        return 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    buffer_storage(GL_ARRAY_BUFFER, (GLsizeiptr)size, NULL, 0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return buffer;
}

static void take(const env *e, snapshot *s) {
    snapshot_take(s, env_gl(), e->watches, e->watch_count);
}

int env_open(void **state) {
    int major = 0, minor = 0;
    env *e = calloc(1, sizeof *e);
    if (!e)
        return -1;
    *state = env_running = e;
    e->small = getenv("HPYR_TEST_SMALL") != NULL;
    e->is_late = getenv("HPYR_TEST_LATE") != NULL;
    e->gl21 = env_is_21();
    e->es = env_is_es();
    e->display = headless_open(env_gl());
    if (!e->display) {
        fprintf(stderr, "%s\n", error_text());
        return -1;
    }
    glewExperimental = GL_TRUE;
    GLenum loaded = glewInit();
    if (loaded != GLEW_OK && loaded != GLEW_ERROR_NO_GLX_DISPLAY) /* everything is loaded all the same */
        return -1;
    while (glGetError() != GL_NO_ERROR) {}
    if (!e->es && sscanf((const char *)glGetString(GL_VERSION), "%d.%d", &major, &minor) != 2)
        return -1;
    bool newer = e->gl21 && 10 * major + minor > 21;
    hpyr_context_desc desc = {.log = env_remember,
                              .user = e,
                              .gl_version_cap = newer ? 21 : 0,
                              .allocator = blocks_allocator(&env_memory),
                              .no_compile_wait = e->is_late};
    if (e->es) /* what is linked; what GLEW has is loaded again for the context */
        poison_es();
    if (hpyr_context_create(&desc, &e->context) != HPYR_OK) {
        fprintf(stderr, "hpyr_context_create failed: %s\n", e->log);
        return -1;
    }
    env_poison(e);
    e->enemy = hostile_create(env_gl());
    return glGetError() == GL_NO_ERROR ? 0 : -1;
}

int env_close(void **state) {
    env *e = *state;
    if (!e)
        return 0;
    if (e->enemy)
        hostile_destroy(e->enemy);
    hpyr_context_destroy(e->context);
    headless_close(e->display);
    snapshot_free(&e->before);
    snapshot_free(&e->after);
    for (int i = 0; i < HARNESS_BINDS; i++)
        snapshot_free(&e->bound[i]);
    free(e);
    if (env_memory.count)
        fprintf(stderr, "%zu blocks of %zu bytes of the library's are left\n", env_memory.count, env_memory.bytes);
    return env_memory.count ? -1 : 0;
}

const runner_group env_group = {env_has_gl, "there is no GL", env_open, env_close};

static int start(env *e, bool hostile) {
    e->hostile = hostile;
    e->applied = false;
    e->met = false;
    e->watch_count = 0;
    e->bind_count = 0;
    e->callback = (snapshot_except){false, 0, 0};
    e->pending_error = GL_NO_ERROR;
    e->mistake = NULL;
    env_clear_log(e);
    env_poison(e); /* again: the test before may have created a context, which loads all functions */
    return 0;
}

int env_setup(void **state) {
    return start(*state, false);
}

int env_setup_hostile(void **state) {
    return start(*state, true);
}

/* Also runs after a test that failed in the middle of a call. */
int env_teardown(void **state) {
    env *e = *state;
    headless_make_current(e->display, true);
    hostile_remove(e->enemy);
    while (glGetError() != GL_NO_ERROR) {}
    if (e->mistake)
        fprintf(stderr, "the mistake was: %s\n", e->mistake);
    bool met = !e->hostile || e->met || runner_skipped();
    if (!met)
        fprintf(stderr, "no call met the hostile state: make it a GPU_TEST_ONCE\n");
    return hostile_contents_intact(e->enemy) && met ? 0 : -1;
}

void need_speed(const env *e) {
    if (e->small)
        SKIP("it takes too long on a slow GL");
}

void env_watch(env *e, uint32_t target, uint32_t name) {
    assert_true(e->watch_count < HARNESS_WATCHES);
    e->watches[e->watch_count++] = (snapshot_watch){target, name};
}

/* Wrong calls without any other effect. */
static void make_mistake(GLenum error) {
    if (error == GL_INVALID_ENUM)
        glEnable(0xdead);
    else if (error == GL_INVALID_VALUE)
        glViewport(0, 0, -3, 4);
    else if (env_is_21())
        glEnd();
    else
        glEndQuery(env_is_es() ? GL_ANY_SAMPLES_PASSED_CONSERVATIVE : GL_ANY_SAMPLES_PASSED); /* that does not run */
}

static void meet_enemy(env *e) {
    if (e->hostile && !e->applied && e->bind_count == 0) {
        hostile_apply(e->enemy);
        e->applied = true;
    }
}

void env_pause(env *e) {
    meet_enemy(e);
    hostile_pause(e->enemy);
}

void env_enter(env *e) {
    meet_enemy(e);
    e->met = e->met || e->applied;
    runner_checks++;
    e->has_error = false;
    e->repeats = 0;
    e->result = HPYR_OK; /* of a call that answers nothing, which must not log an error either */
    take(e, &e->before);
    env_check_gl("before the call", __FILE__, __LINE__);
    if (e->pending_error)
        make_mistake(e->pending_error);
}

bool env_again(env *e) {
    return e->is_late && e->result == HPYR_NOT_READY && e->repeats < MOST_PROGRAMS && ++e->repeats;
}

hpyr_result env_leave(env *e, const char *call, const char *file, int line) {
    char what[256];
    hpyr_result result = e->result;
    GLenum error = glGetError();
    snprintf(what, sizeof what, "%s:%d: %.180s", file, line, call);
    if (error != e->pending_error)
        fprintf(stderr, "%s: GL error 0x%04x afterwards, 0x%04x before\nlog: %s", what, error, e->pending_error,
                e->log);
    bool contradicts = result >= 0 && e->has_error;
    if (contradicts)
        fprintf(stderr, "%s: the answer is no error, but the log has one: %s", what, e->log);
    take(e, &e->after);
    size_t different = snapshot_compare(&e->before, &e->after, &e->callback, what);
    if (e->applied && e->bind_count == 0) {
        hostile_remove(e->enemy);
        e->applied = false;
    }
    if (error != e->pending_error || different || contradicts)
        _fail(file, line);
    return result;
}

void env_expect(env *e, hpyr_result expected, hpyr_result got, const char *call, const char *file, int line) {
    if (got == expected)
        return;
    fprintf(stderr, "%s:%d: %s answered %s (%d), not %s\nlog: %s", file, line, call, hpyr_result_string(got), (int)got,
            hpyr_result_string(expected), e->log);
    _fail(file, line);
}

void env_expect_words(env *e, const char *words, const char *call, const char *file, int line) {
    runner_checks++;
    if (e->log_length > 0 && env_logged(e, words))
        return;
    fprintf(stderr, "%s:%d: %s: \"%s\" is not in the log: %s\n", file, line, call, words, e->log);
    _fail(file, line);
}

void env_check_gl(const char *what, const char *file, int line) {
    GLenum error = glGetError();
    if (error == GL_NO_ERROR)
        return;
    fprintf(stderr, "%s:%d: %s: GL error 0x%04x\n", file, line, what, error);
    _fail(file, line);
}

void env_bind(env *e, hpyr_pyramid *pyramid, uint32_t program, const char *prefix, uint32_t first_unit,
              hpyr_binding *binding) {
    assert_true(e->bind_count < HARNESS_BINDS);
    env_pause(e);
    env_enter(e);
    hpyr_binding *own = &e->binding[e->bind_count];
    hpyr_result result = hpyr_pyramid_bind(pyramid, program, prefix, first_unit, own);
    env_expect(e, HPYR_OK, result, "hpyr_pyramid_bind", __FILE__, __LINE__);
    take(e, &e->after);
    snapshot_except except = {true, (int)own->first_unit, (int)own->unit_count};
    if (snapshot_compare(&e->before, &e->after, &except, "hpyr_pyramid_bind"))
        fail();
    env_check_gl("hpyr_pyramid_bind", __FILE__, __LINE__);
    GLint current = 0;
    glGetIntegerv(GL_CURRENT_PROGRAM, &current);
    assert_int_equal(current, program);
    assert_int_equal(own->first_unit, first_unit);
    snapshot_copy(&e->bound[e->bind_count++], &e->before);
    if (binding)
        *binding = *own;
}

void env_calm(env *e) {
    if (e->applied)
        hostile_calm(e->enemy);
    e->applied = false;
}

hpyr_result env_draw(env *e, hpyr_pyramid *pyramid, uint32_t mode, uint32_t first, uint32_t count,
                     uint32_t vertices_per_key, hpyr_report *report) {
    assert_true(e->bind_count > 0 && !e->applied);
    env_enter(e);
    e->result = hpyr_pyramid_draw(pyramid, mode, first, count, vertices_per_key, report);
    return env_leave(e, "hpyr_pyramid_draw", __FILE__, __LINE__);
}

void env_unbind(env *e, hpyr_pyramid *pyramid) {
    assert_true(e->bind_count > 0);
    const hpyr_binding *binding = &e->binding[e->bind_count - 1];
    const snapshot *original = &e->bound[e->bind_count - 1];
    snapshot_except bound = {true, (int)binding->first_unit, (int)binding->unit_count};
    env_enter(e);
    hpyr_result result = hpyr_pyramid_unbind(pyramid);
    env_expect(e, HPYR_OK, result, "hpyr_pyramid_unbind", __FILE__, __LINE__);
    env_check_gl("hpyr_pyramid_unbind", __FILE__, __LINE__);
    take(e, &e->after);
    size_t different = snapshot_compare(&e->before, &e->after, &bound, "hpyr_pyramid_unbind");
    different += snapshot_compare_bound(original, &e->after, &bound, "hpyr_pyramid_bind and _unbind");
    if (different)
        fail();
    if (--e->bind_count == 0) {
        hostile_remove(e->enemy);
        e->applied = false;
    }
}
