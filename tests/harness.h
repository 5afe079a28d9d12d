/* harness.h - GPU tests, every one of them twice: with default GL state and with a hostile one.
 * SPDX-License-Identifier: MIT
 *
 * A test is written with GPU_TEST, and gets an env, whose name is `e`. A hostile run in which no call met the hostile state fails;
 * GPU_TEST_ONCE makes a test without that run. It makes every call of the library through
 *
 *     OK(e, call)                            the call must answer HPYR_OK
 *     EXPECT(e, result, call)                it must answer `result`
 *     EXPECT_TOLD(e, result, words, call)    the same, and it must log these words; "" are in any message
 *     CALL(e, call)                          whatever it answers is the value
 *     CALL_VOID(e, call)                     for calls that answer nothing
 *
 * HPYR_TEST_GL=21 runs them all on GL 2.1, and HPYR_TEST_GL=es3 on OpenGL ES 3.0: what the library and the tests call must be no
 * newer.
 *
 * Each of them applies the hostile state (second run only), makes the call, proves that no state changed and that GL
 * reports no error, and goes back to GL's defaults. So a test's own GL state does not survive a call. */
#ifndef TEST_HARNESS_H
#define TEST_HARNESS_H

#include "runner.h"

#include <GL/glew.h>

#include "answers.h"
#include <histopyramid/histopyramid.h>

#include "blocks.h"
#include "common/files/clock.h"
#include "common/platform/headless.h"
#include "hostile.h"
#include "snapshot.h"

enum { HARNESS_WATCHES = 8, HARNESS_BINDS = 2, HARNESS_LOG = 65536 };

typedef struct env {
    headless *display;
    hpyr_context *context;
    hostile *enemy;
    bool hostile; /* this run is the second one */
    bool gl21;    /* HPYR_TEST_GL=21: the library is held to GL 2.1, and no newer function can be called */
    bool es;      /* HPYR_TEST_GL=es3: OpenGL ES 3.0 */
    bool small;   /* HPYR_TEST_SMALL: a slow GL, small sizes only */
    bool applied; /* the hostile state is set right now */
    bool met;     /* a call of this test met the hostile state */
    snapshot before, after;
    snapshot_watch watches[HARNESS_WATCHES];
    size_t watch_count;
    snapshot bound[HARNESS_BINDS]; /* the state before each hpyr_pyramid_bind that is not undone yet */
    hpyr_binding binding[HARNESS_BINDS];
    int bind_count;
    snapshot_except callback; /* units that a discriminator's bind callback may change */
    GLenum pending_error;     /* the error that the caller raised before; no call may swallow it */
    hpyr_result result;
    const char *mistake;   /* the row of mistakes.h that is tried */
    char log[HARNESS_LOG]; /* what the library logged since env_clear_log, a message a line */
    size_t log_length;
    bool has_error; /* the library logged an error since env_enter */
    bool is_late;   /* calls do not wait for the driver's compiler */
    int repeats;    /* how often the call has answered NOT_READY */
} env;

/** Memory of the library's in the context of an env. When that is destroyed, all of it must have come back. */
extern blocks env_memory;

/* Makes a call again for as long as it waits for the driver's compiler. */
#define ENV_REPEAT(e, ...)                                                                                             \
    __extension__({                                                                                                    \
        do                                                                                                             \
            (e)->result = (__VA_ARGS__);                                                                               \
        while (env_again(e));                                                                                          \
        (e)->result;                                                                                                   \
    })
#define CALL(e, ...)      (env_enter(e), ENV_REPEAT(e, __VA_ARGS__), env_leave(e, #__VA_ARGS__, __FILE__, __LINE__))
#define CALL_VOID(e, ...) (env_enter(e), (__VA_ARGS__), (void)env_leave(e, #__VA_ARGS__, __FILE__, __LINE__))
#define EXPECT(e, expected, ...)                                                                                       \
    (env_enter(e), ENV_REPEAT(e, __VA_ARGS__),                                                                         \
     env_expect(e, expected, env_leave(e, #__VA_ARGS__, __FILE__, __LINE__), #__VA_ARGS__, __FILE__, __LINE__))
#define OK(e, ...) EXPECT(e, HPYR_OK, __VA_ARGS__)
#define EXPECT_TOLD(e, expected, words, ...)                                                                           \
    (env_clear_log(e), EXPECT(e, expected, __VA_ARGS__), env_expect_words(e, words, #__VA_ARGS__, __FILE__, __LINE__))

/** The GL of these tests. */
extern const runner_group env_group;

/** The env of the running test. */
extern env *env_running;

/* For SCOPED: destroy_pyramid and so on make the call as CALL_VOID does. */
#define ENV_DESTROYS(name)                                                                                             \
    static inline void destroy_##name(hpyr_##name **object) {                                                          \
        CALL_VOID(env_running, hpyr_##name##_destroy(*object));                                                        \
    }

#define GPU_TEST(function) GPU_TEST_IF(true, function)
#define GPU_TEST_IF(condition, function)                                                                               \
    RUNNER_ENTRY(function, function, env_setup, env_teardown, &env_group, condition)                                   \
    RUNNER_ENTRY(function, function##_hostile, env_setup_hostile, env_teardown, &env_group, condition)                 \
    RUNNER_FUNCTION(function, env *e)
/* For tests that the hostile state cannot meet, or whose second run would be too long. */
#define GPU_TEST_ONCE(function) GPU_TEST_ONCE_IF(true, function)
#define GPU_TEST_ONCE_IF(condition, function)                                                                          \
    RUNNER_ENTRY(function, function, env_setup, env_teardown, &env_group, condition)                                   \
    RUNNER_FUNCTION(function, env *e)

/* For tests of the demos' parts, which take GL as the test before has left it. */
#define GL_TEST(function)                                                                                              \
    RUNNER_ENTRY(function, function, NULL, NULL, &env_group, true)                                                     \
    RUNNER_FUNCTION(function, env *e)

/** Adds a message to the log of the test: for contexts beside its own. `e` is the env. */
void env_remember(hpyr_log_level level, const char *message, void *e);

/** HPYR_TEST_GL=21 is set. */
bool env_is_21(void);
/** HPYR_TEST_GL=es3 is set. */
bool env_is_es(void);
/** The GL that HPYR_TEST_GL asks for, as headless_open takes it. */
int env_gl(void);

bool env_has_gl(void);
/** Makes functions uncallable that are newer than the version that is tested. Each test begins with that; it is to be called again where
 *  a test goes on after it has created another context, which loads all functions. */
void env_poison(const env *e);

/** A new buffer of so many bytes; without `data` they are undefined. Nothing stays bound. */
GLuint buffer_of(const void *data, size_t bytes);

/** A new buffer that nobody but the GPU may write to, also where the library may not call glBufferStorage. 0 where the GL has none. */
GLuint env_buffer_of_the_gpu(const env *e, size_t size);

int env_open(void **state);
int env_close(void **state);
int env_setup(void **state);
int env_setup_hostile(void **state);
int env_teardown(void **state);

/** Before a call that changes the program, such as a bind: the hostile caller pauses his transform feedback, as GL demands. */
void env_pause(env *e);

void env_enter(env *e);

/** Whether the call answered NOT_READY for its programs, as it does with HPYR_TEST_LATE, and is to be made again. */
bool env_again(env *e);

hpyr_result env_leave(env *e, const char *call, const char *file, int line);
void env_expect(env *e, hpyr_result expected, hpyr_result got, const char *call, const char *file, int line);
void env_expect_words(env *e, const char *words, const char *call, const char *file, int line);

/** Skips the test on a slow GL, which HPYR_TEST_SMALL says. */
void need_speed(const env *e);

/** From now on snapshots also hold the parameters of this texture. Ends with the test. */
void env_watch(env *e, uint32_t target, uint32_t name);

void env_clear_log(env *e);

/** A hpyr_bind_fn that does nothing. */
void bind_nothing(uint32_t program, const char *prefix, uint32_t first_unit, void *user);
bool env_logged(const env *e, const char *words);

/** hpyr_pyramid_bind, checked: it changes the program and the units it reports, and nothing else. */
void env_bind(env *e, hpyr_pyramid *pyramid, uint32_t program, const char *prefix, uint32_t first_unit,
              hpyr_binding *binding);

/** Between bind and a draw of the caller's: no hostile state but the bindings. */
void env_calm(env *e);

/** hpyr_pyramid_draw, checked: it changes no state. */
hpyr_result env_draw(env *e, hpyr_pyramid *pyramid, uint32_t mode, uint32_t first, uint32_t count,
                     uint32_t vertices_per_key, hpyr_report *report);

/** hpyr_pyramid_unbind of the latest bind, checked: what bind changed is as it was before, the rest as it is. */
void env_unbind(env *e, hpyr_pyramid *pyramid);

ENV_DESTROYS(discriminator)
ENV_DESTROYS(pyramid)
ENV_DESTROYS(lists)
ENV_DESTROYS(sparse)
ENV_DESTROYS(features)
ENV_DESTROYS(flow)
ENV_DESTROYS(octree)
ENV_DESTROYS(quadtree)
ENV_DESTROYS(poisson)
ENV_DESTROYS(voxelizer)
ENV_DESTROYS(isosurface)
ENV_DESTROYS(marching_cubes)

/* For SCOPED, of what GL knows by a name. */
static inline void delete_buffer(const GLuint *name) {
    glDeleteBuffers(1, name);
}

static inline void delete_texture(const GLuint *name) {
    glDeleteTextures(1, name);
}

static inline void delete_program(const GLuint *name) {
    glDeleteProgram(*name);
}

/** Fails the test where GL has an error. */
void env_check_gl(const char *what, const char *file, int line);
#define CHECK_GL() env_check_gl("GL", __FILE__, __LINE__)

#endif
