/* scene.c - splats, drawn from the farthest to the nearest: keys, sort, draw.  SPDX-License-Identifier: MIT */
#include "scene.h"

#include "common/draw/gpu_timer.h"
#include "common/draw/target.h"
#include "common/files/clock.h"
#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"
#include "common/platform/readback.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Softpipe begins anew with gl_VertexID after 4096 vertices of a draw; all others may have long draws, which are quicker. */
enum { CORNERS = 3, SOFTPIPE_SPLATS = 4096 / CORNERS, MOST_SPLATS = INT32_MAX / CORNERS };
enum { UNIT_PLACES, UNIT_LIGHTS, UNIT_REACHES, UNIT_ORDER, UNIT_COUNT };

struct scene {
    library *library;
    const painter *painter;
    uint32_t splats, present; /* programs */
    uint32_t most;            /* splats of a draw */
    splat_prints prints;
    sorter *sorter; /* for textures of the prints' size */
    uint32_t sorter_size[2];
    uint32_t count; /* of the last frame, and whether it was sorted */
    bool is_sorted;
    draw_target target;
    gpu_timer timers[GPU_STEP_COUNT];
};

static bool make_programs(scene *s) {
    const draw_program_desc splats = {splats_shaders, {"splat.vert.glsl"}, {"splat.frag.glsl"}, NULL};
    const draw_program_desc present = {
        splats_shaders, {"square.vert.glsl"}, {"present_over.frag.glsl"}, DRAW_SQUARE_ATTRIBUTES};
    s->splats = draw_program(s->painter, &splats);
    s->present = s->splats ? draw_program(s->painter, &present) : 0;
    return s->present && prints_create(&s->prints, s->painter);
}

scene *scene_create(library *l, const painter *painter) {
    scene *s = memory_zeroed(sizeof *s);
    if (!s)
        return NULL;
    s->library = l;
    s->painter = painter;
    s->target.format = GL_RGBA16F;
    s->target.is_single = true; /* a Gaussian has no edges */
    s->most = strstr(l->caps->renderer, "softpipe") ? SOFTPIPE_SPLATS : MOST_SPLATS;
    if (!make_programs(s)) {
        scene_destroy(s);
        return NULL;
    }
    return s;
}

void scene_destroy(scene *s) {
    if (s) {
        for (int i = 0; i < GPU_STEP_COUNT; i++)
            gpu_timer_destroy(&s->timers[i]);
        sorter_destroy(s->sorter);
        prints_free(&s->prints);
        draw_target_free(&s->target);
        glDeleteProgram(s->splats);
        glDeleteProgram(s->present);
        free(s);
    }
}

void scene_measure_gpu(scene *s) {
    if (!s->timers[0].queries[0] && gpu_timer_works(s->painter->gl))
        for (int i = 0; i < GPU_STEP_COUNT; i++)
            gpu_timer_create(&s->timers[i]);
}

/* ---- steps ---- */

static bool prepare_sorter(scene *s) {
    const uint32_t width = s->prints.width, height = s->prints.height;
    if (s->sorter && s->sorter_size[0] == width && s->sorter_size[1] == height)
        return true;
    sorter_destroy(s->sorter);
    s->sorter = sorter_create(s->library, width, height);
    s->sorter_size[0] = width;
    s->sorter_size[1] = height;
    return s->sorter != NULL;
}

static bool sort(scene *s, const scene_state *state) {
    s->is_sorted = state->way != SORT_NONE;
    return !s->is_sorted || (prepare_sorter(s) && sorter_sort(s->sorter, state->way, s->prints.depths, s->count));
}

static int log2_of(uint32_t power) {
    int log2 = 0;
    while (power >> log2 > 1)
        log2++;
    return log2;
}

static void draw_splats(const scene *s, const scene_state *state) {
    uint32_t program = s->splats;
    draw_target_begin(&s->target);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    glUseProgram(program);
    draw_bind(program, "u_places", UNIT_PLACES, s->prints.places);
    draw_bind(program, "u_lights", UNIT_LIGHTS, s->prints.lights);
    draw_bind(program, "u_reaches", UNIT_REACHES, s->prints.reaches);
    draw_bind(program, "u_order", UNIT_ORDER, s->is_sorted ? sorter_order(s->sorter) : 0);
    glUniform1i(draw_uniform(program, "u_is_sorted"), s->is_sorted);
    glUniform1i(draw_uniform(program, "u_shift"), log2_of(s->prints.width));
    glUniform2f(draw_uniform(program, "u_picture"), (float)state->camera.width, (float)state->camera.height);
    glDisable(GL_CULL_FACE);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA); /* premultiplied */
    for (uint32_t first = 0; first < s->count; first += s->most) {
        uint32_t splats = s->count - first < s->most ? s->count - first : s->most;
        glDrawArrays(GL_TRIANGLES, (GLint)(CORNERS * first), (GLsizei)(CORNERS * splats));
    }
    glDisable(GL_BLEND);
    draw_unbind(0, UNIT_COUNT);
}

static void present(const scene *s, const scene_state *state, uint32_t framebuffer) {
    framebuffer_bind(s->painter->gl, framebuffer);
    glViewport(0, 0, (GLsizei)state->width, (GLsizei)state->height);
    glUseProgram(s->present);
    glUniform1i(draw_uniform(s->present, "u_is_scaled"),
                state->width != state->camera.width || state->height != state->camera.height);
    draw_bind(s->present, "u_splats", 0, s->target.texture);
    glUniform1i(draw_uniform(s->present, "u_is_plain"), !state->has_room);
    glUniform3fv(draw_uniform(s->present, "u_background"), 1, state->camera.background);
    draw_square(s->painter);
    draw_unbind(0, 1);
}

/* ---- frames ---- */

static void begin_step(const scene *s, int step, scene_times *times, double *begin) {
    if (times) {
        glFinish();
        gpu_timer_start(&s->timers[step]);
        *begin = clock_ms();
    }
}

static void end_step(const scene *s, int step, scene_times *times, double begin) {
    if (times) {
        gpu_timer_stop(&s->timers[step]);
        glFinish();
        times->ms[step] = clock_ms() - begin;
        times->ms[STEP_FRAME] += times->ms[step];
        times->gpu_ms[step] = gpu_timer_read(&s->timers[step]);
    }
}

static bool run_steps(scene *s, const scene_state *state, uint32_t framebuffer, scene_times *times) {
    double begin = 0;
    begin_step(s, STEP_KEYS, times, &begin);
    if (!prints_make(&s->prints, s->painter, state->store, &state->camera, &state->looks))
        return false;
    end_step(s, STEP_KEYS, times, begin);
    begin_step(s, STEP_SORT, times, &begin);
    if (!sort(s, state))
        return false;
    end_step(s, STEP_SORT, times, begin);
    begin_step(s, STEP_DRAW, times, &begin);
    draw_splats(s, state);
    present(s, state, framebuffer);
    end_step(s, STEP_DRAW, times, begin);
    if (times && !s->is_sorted)
        times->ms[STEP_SORT] = times->gpu_ms[STEP_SORT] = NAN;
    return true;
}

bool scene_draw(scene *s, const scene_state *state, uint32_t framebuffer, scene_times *times) {
    const int width = (int)state->camera.width, height = (int)state->camera.height;
    s->count = prints_count(state->store->count, state->looks.stride);
    if (times)
        memset(times, 0, sizeof *times);
    if (!draw_target_resize(&s->target, s->painter, width, height))
        return false;
    painter_begin(s->painter);
    bool ok = run_steps(s, state, framebuffer, times);
    painter_end(s->painter);
    glEnable(GL_DEPTH_TEST); /* as all drawing of the demos finds it */
    return ok && draw_check("drawing the splats");
}

/* ---- reading back ---- */

/* The whole texture, of which the first `count` texels are taken. */
static bool read_texels(const scene *s, uint32_t texture, GLenum format, GLenum type, void *out) {
    uint32_t *texels = memory_zeroed((size_t)s->prints.width * s->prints.height * sizeof *texels);
    if (!texels)
        return false;
    const readback_source source = {GL_TEXTURE_2D, texture, 0, s->prints.width, s->prints.height, 1};
    bool ok = readback_texels(s->painter->gl, &source, format, type, texels);
    memcpy(out, texels, s->count * sizeof *texels);
    free(texels);
    return draw_check("reading a list of splats") && (ok || error_set("reading a list of splats: out of memory"));
}

bool scene_read_keys(const scene *s, float *keys) {
    return read_texels(s, s->prints.depths, GL_RED, GL_FLOAT, keys);
}

bool scene_read_order(const scene *s, uint32_t *order) {
    if (s->is_sorted)
        return read_texels(s, sorter_order(s->sorter), GL_RED_INTEGER, GL_UNSIGNED_INT, order);
    for (uint32_t i = 0; i < s->count; i++)
        order[i] = i;
    return true;
}
