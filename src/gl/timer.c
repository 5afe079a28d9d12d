/* timer.c - the wall clock, and GPU timestamps where a probe finds them to be true.  SPDX-License-Identifier: MIT */
#include "gl/state.h"

#include <histopyramid/timer.h>

#include <stdlib.h>
#include <time.h>

struct hpyr_timer {
    hpyr_context *context;
    GLuint queries[2];
    bool started, stopped;
};

double hpyr_clock_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static void draw_work(const hpyr_context *context, GLuint program, GLint rounds) {
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "u_rounds"), rounds);
    hpi_gl_draw_fullscreen(context);
}

/* GPU time over wall time, for work of at least 2 ms: 1 for a true timer, near 0 for a timer that
 * measures the calls only. The target has many tiles: with one tile llvmpipe's timer looks true. */
static double probe_ratio(const hpyr_context *context, GLuint program) {
    GLuint queries[2];
    GLuint64 ticks[2];
    double wall = 0.0, ratio = 0.0;
    glGenQueries(2, queries);
    for (GLint rounds = 1; wall < 2.0 && rounds <= 1 << 22; rounds *= 4) {
        glFinish();
        double start = hpyr_clock_ms();
        glQueryCounter(queries[0], GL_TIMESTAMP);
        draw_work(context, program, rounds);
        glQueryCounter(queries[1], GL_TIMESTAMP);
        glFinish();
        wall = hpyr_clock_ms() - start;
        for (int i = 0; i < 2; i++)
            glGetQueryObjectui64v(queries[i], GL_QUERY_RESULT, &ticks[i]);
        ratio = (double)(ticks[1] - ticks[0]) * 1e-6 / wall;
    }
    glDeleteQueries(2, queries);
    return ratio;
}

hpyr_result hpi_gl_timer_probe(hpyr_context *context, bool *works) {
    enum { SIDE = 256, ATTEMPTS = 4 };
    static const hpi_gl_program_desc desc = {.fragment = {.entry = "core/probe.frag.glsl"}};
    GLint bits = 0;
    GLuint program;
    glGetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
    hpyr_result result = bits ? hpi_gl_program_get(context, &desc, &program) : HPYR_OK;
    *works = false;
    if (!bits || result != HPYR_OK)
        return hpi_gl_probe_result(result);
    GLuint texture = hpi_gl_texture_create(context, HPYR_FORMAT_R32UI, SIDE, SIDE);
    if (!texture)
        return HPYR_ERROR_OUT_OF_MEMORY;
    bool good = hpi_gl_target(context, texture, 0, SIDE, SIDE);
    if (good)
        draw_work(context, program, 1); /* the first draw compiles, which is not to be timed */
    for (int attempt = 0; good && attempt < ATTEMPTS; attempt++) { /* a wrong timer is right by chance at times */
        double ratio = probe_ratio(context, program);
        good = ratio > 0.5 && ratio < 1.25;
    }
    hpi_gl_target_release(context);
    glDeleteTextures(1, &texture);
    *works = good;
    return hpi_gl_probe_result(HPYR_OK);
}

hpyr_result hpyr_timer_create(hpyr_context *context, hpyr_timer **out) {
    if (!out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    if (!context)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(context, "timer");
    if (result != HPYR_OK)
        return result;
    if (!context->caps.gpu_timer)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "%s has no GPU timestamps that agree with the wall clock",
                           context->caps.renderer);
    hpyr_timer *timer = calloc(1, sizeof *timer);
    if (!timer)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a timer");
    hpi_gl_context_hold(context);
    timer->context = context;
    glGenQueries(2, timer->queries);
    *out = timer;
    return HPYR_OK;
}

void hpyr_timer_destroy(hpyr_timer *timer) {
    if (!timer)
        return;
    hpyr_context *context = timer->context;
    hpi_gl_warn_of_leaks(context, "timer");
    if (hpi_gl_is_current(context))
        glDeleteQueries(2, timer->queries);
    free(timer);
    hpi_gl_context_release(context);
}

void hpyr_timer_start(hpyr_timer *timer) {
    if (!timer || hpi_gl_check_current(timer->context, "timer") != HPYR_OK)
        return;
    glQueryCounter(timer->queries[0], GL_TIMESTAMP);
    timer->started = true;
    timer->stopped = false;
}

void hpyr_timer_stop(hpyr_timer *timer) {
    if (!timer || !timer->started || hpi_gl_check_current(timer->context, "timer") != HPYR_OK)
        return;
    glQueryCounter(timer->queries[1], GL_TIMESTAMP);
    timer->stopped = true;
}

hpyr_result hpyr_timer_read(hpyr_timer *timer, double *milliseconds) {
    GLint available = GL_FALSE;
    GLuint64 ticks[2];
    if (!timer || !milliseconds)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(timer->context, "timer");
    if (result != HPYR_OK)
        return result;
    if (!timer->stopped)
        return HPYR_ERROR_NOT_BUILT;
    glGetQueryObjectiv(timer->queries[1], GL_QUERY_RESULT_AVAILABLE, &available);
    if (!available)
        return HPYR_NOT_READY;
    for (int i = 0; i < 2; i++)
        glGetQueryObjectui64v(timer->queries[i], GL_QUERY_RESULT, &ticks[i]);
    *milliseconds = (double)(ticks[1] - ticks[0]) * 1e-6;
    return HPYR_OK;
}
