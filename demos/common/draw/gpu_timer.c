/* gpu_timer.c - GPU timestamps, and a probe that finds whether they are true.  SPDX-License-Identifier: MIT */
#include "common/draw/gpu_timer.h"

#include "common/draw/draw.h"
#include "common/draw/shaders.h"
#include "common/files/clock.h"
#include "common/files/error.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <math.h>

enum { PROBE_SIDE = 256, PROBE_ATTEMPTS = 4 };

void gpu_timer_create(gpu_timer *timer) {
    glGenQueries(2, timer->queries);
}

void gpu_timer_destroy(gpu_timer *timer) {
    if (timer->queries[0]) /* else GL may not even be loaded */
        glDeleteQueries(2, timer->queries);
    timer->queries[0] = timer->queries[1] = 0;
}

void gpu_timer_start(const gpu_timer *timer) {
    if (timer->queries[0])
        glQueryCounter(timer->queries[0], GL_TIMESTAMP);
}

void gpu_timer_stop(const gpu_timer *timer) {
    if (timer->queries[0])
        glQueryCounter(timer->queries[1], GL_TIMESTAMP);
}

double gpu_timer_read(const gpu_timer *timer) {
    GLuint64 ticks[2];
    if (!timer->queries[0])
        return NAN;
    for (int i = 0; i < 2; i++)
        glGetQueryObjectui64v(timer->queries[i], GL_QUERY_RESULT, &ticks[i]);
    return (double)(ticks[1] - ticks[0]) * 1e-6;
}

/* ---- probe ---- */

static void draw_work(const painter *p, uint32_t program, GLint rounds) {
    painter_begin(p);
    glUseProgram(program);
    glUniform1i(draw_uniform(program, "u_rounds"), rounds);
    draw_square(p);
    painter_end(p);
}

/* GPU time over wall time of work that takes the wall clock at least 2 ms: 1 for a true timer, near 0 for one that times the
 * calls. The target is many tiles large: llvmpipe's timestamps look true as long as there is one. */
static double probe_ratio(const painter *p, uint32_t program) {
    gpu_timer timer;
    double wall = 0.0, ratio = 0.0;
    gpu_timer_create(&timer);
    for (GLint rounds = 1; wall < 2.0 && rounds <= 1 << 22; rounds *= 4) {
        glFinish();
        double start = clock_ms();
        gpu_timer_start(&timer);
        draw_work(p, program, rounds);
        gpu_timer_stop(&timer);
        glFinish();
        wall = clock_ms() - start;
        ratio = gpu_timer_read(&timer) / wall;
    }
    gpu_timer_destroy(&timer);
    return ratio;
}

static bool probe(const painter *p, uint32_t program) {
    uint32_t texture = framebuffer_texture(0, PROBE_SIDE, PROBE_SIDE), framebuffer = framebuffer_of(p->gl, texture);
    bool good = framebuffer != 0;
    GLint viewport[4];
    glGetIntegerv(GL_VIEWPORT, viewport);
    glViewport(0, 0, PROBE_SIDE, PROBE_SIDE);
    framebuffer_bind(p->gl, framebuffer);
    if (good)
        draw_work(p, program, 1); /* compiled now, so that the probe does not time the compiler */
    for (int attempt = 0; good && attempt < PROBE_ATTEMPTS; attempt++) { /* a false one is right now and then */
        double ratio = probe_ratio(p, program);
        good = ratio > 0.5 && ratio < 1.25;
    }
    framebuffer_bind(p->gl, 0);
    glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
    framebuffer_delete(p->gl, &framebuffer);
    glDeleteTextures(1, &texture);
    return good;
}

bool gpu_timer_works(int gl) {
    GLint bits = 0;
    if (gl >= 33 && gl != GL_ES3)
        glGetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
    if (!bits)
        return false;
    painter p;
    const draw_program_desc desc = {
        demo_shaders, {"square.vert.glsl"}, {"timer_work.frag.glsl"}, DRAW_SQUARE_ATTRIBUTES};
    uint32_t program = painter_open(&p, gl) ? draw_program(&p, &desc) : 0;
    bool works = program && probe(&p, program);
    glDeleteProgram(program);
    painter_close(&p);
    return works;
}
