/* scene.c - streamlines as ribbons, seeds as balls, in their box.  SPDX-License-Identifier: MIT */
#include "scene.h"

#include "common/draw/target.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const float SCENE_COLORS[5][3] = {
    {0.80f, 0.82f, 0.86f}, {0.93f, 0.26f, 0.22f}, {0.25f, 0.50f, 0.96f}, {0.98f, 0.70f, 0.20f}, {0.30f, 0.80f, 0.62f}};

const float SCENE_SPEEDS[SCENE_SPEED_COLORS][3] = {
    {0.2179f, 0.3347f, 0.6741f}, {0.2031f, 0.6285f, 0.6741f}, {0.8932f, 0.8047f, 0.5024f}, {0.9628f, 0.4812f, 0.2562f}};

/* Radii in the world, where the longest side of the box is 2. */
static const float RIBBON = 0.0065f, BALL = 0.034f, DOT = 0.006f;

enum { UNIT_EVEN, UNIT_ODD, BOX_VERTICES = 12 * 2, SEED_ATTRIBUTES = 2 };

struct scene {
    const painter *painter;
    uint32_t background, box, ribbons, seeds;
    draw_target target;
    GLfloat largest_point;
};

/* ---- life ---- */

scene *scene_create(const painter *painter) {
    static const char *const SEED[] = {"a_position", "a_type", NULL};
    const draw_program_desc background = {flowseeds_shaders,
                                          {"square.vert.glsl"},
                                          {"background.frag.glsl"},
                                          DRAW_SQUARE_ATTRIBUTES},
                            box = {flowseeds_shaders, {"stand.glsl", "box.vert.glsl"}, {"faint.frag.glsl"}},
                            ribbons = {flowseeds_shaders,
                                       {"stand.glsl", "ribbon.vert.glsl"},
                                       {"screen.glsl", "polish.glsl", "palette.glsl", "ribbon.frag.glsl"}},
                            seeds = {flowseeds_shaders,
                                     {"stand.glsl", "seed.vert.glsl"},
                                     {"screen.glsl", "polish.glsl", "seed.frag.glsl"},
                                     SEED};
    GLfloat range[2] = {1, 1};
    scene *s = memory_zeroed(sizeof *s);
    if (!s)
        return NULL;
    s->painter = painter;
    glGetFloatv(painter->gl == GL_ES3 ? GL_ALIASED_POINT_SIZE_RANGE : GL_POINT_SIZE_RANGE, range);
    s->largest_point = range[1];
    s->background = draw_program(painter, &background);
    s->box = s->background ? draw_program(painter, &box) : 0;
    s->ribbons = s->box ? draw_program(painter, &ribbons) : 0;
    s->seeds = s->ribbons ? draw_program(painter, &seeds) : 0;
    if (s->seeds)
        return s;
    scene_destroy(s);
    return NULL;
}

void scene_destroy(scene *s) {
    if (!s)
        return;
    draw_target_free(&s->target);
    glDeleteProgram(s->background);
    glDeleteProgram(s->box);
    glDeleteProgram(s->ribbons);
    glDeleteProgram(s->seeds);
    free(s);
}

/* ---- the world ---- */

/* 2 / the longest side of the box. */
static float scale_of(const subject *s) {
    float longest = 0;
    for (int axis = 0; axis < 3; axis++)
        longest = fmaxf(longest, s->high[axis] - s->low[axis]);
    return longest > 0 ? 2 / longest : 1;
}

camera scene_camera(const subject *s) {
    const float scale = scale_of(s) / 2;
    camera c = {.azimuth = 0.50f, .elevation = 0.36f, .zoom = 1};
    const float half[3] = {(s->high[0] - s->low[0]) * scale, (s->high[2] - s->low[2]) * scale,
                           (s->high[1] - s->low[1]) * scale};
    camera_fit(&c, half);
    c.radius = fmaxf(c.radius, 0.1f);
    return c;
}

/* Scales the box about its middle, and turns it so that z is up: a rotation, since a mirror image would be another flow. */
static void stand(const subject *s, float out[16]) {
    const float scale = scale_of(s);
    float middle[3];
    for (int axis = 0; axis < 3; axis++)
        middle[axis] = s->low[axis] / 2 + s->high[axis] / 2;
    const float columns[16] = {
        scale, 0, 0, 0, 0, 0, -scale, 0, 0, scale, 0, 0, -scale * middle[0], -scale * middle[2], scale * middle[1], 1};
    memcpy(out, columns, sizeof columns);
}

static void use(uint32_t program, const scene_state *state, const camera_matrices *c) {
    float matrix[16];
    stand(state->subject, matrix);
    glUseProgram(program);
    glUniformMatrix4fv(draw_uniform(program, "u_stand"), 1, GL_FALSE, matrix);
    glUniformMatrix4fv(draw_uniform(program, "u_view"), 1, GL_FALSE, c->view);
    glUniformMatrix4fv(draw_uniform(program, "u_view_projection"), 1, GL_FALSE, c->view_projection);
    glUniform3fv(draw_uniform(program, "u_low"), 1, state->subject->low);
    glUniform3fv(draw_uniform(program, "u_high"), 1, state->subject->high);
}

/* ---- drawing ---- */

/* As light. */
static void set_colors(uint32_t program, const char *name, const float (*colors)[3], int count) {
    float linear[5][3];
    for (int i = 0; i < 3 * count; i++)
        linear[i / 3][i % 3] = powf(colors[i / 3][i % 3], 2.2f);
    glUniform3fv(draw_uniform(program, name), count, linear[0]);
}

static void draw_box(const scene *s, const scene_state *state, const camera_matrices *c) {
    use(s->box, state, c);
    glEnable(GL_BLEND);
    glDrawArrays(GL_LINES, 0, BOX_VERTICES);
    glDisable(GL_BLEND);
}

static void draw_ribbons(const scene *s, const scene_state *state, const camera_matrices *c) {
    const lines *l = &state->subject->lines;
    if (!state->has_lines || l->points < 2)
        return;
    use(s->ribbons, state, c);
    glUniform1i(draw_uniform(s->ribbons, "u_points"), (GLint)l->points);
    const bool *p = state->subject->periodic;
    glUniform3i(draw_uniform(s->ribbons, "u_periodic"), p[0], p[1], p[2]);
    glUniform1f(draw_uniform(s->ribbons, "u_radius"), RIBBON);
    set_colors(s->ribbons, "u_speeds", SCENE_SPEEDS, SCENE_SPEED_COLORS);
    glUniform1f(draw_uniform(s->ribbons, "u_fastest"), (float)fmax(state->subject->fastest, 1e-30));
    draw_bind(s->ribbons, "u_odd", UNIT_ODD, l->textures[1]);
    draw_bind(s->ribbons, "u_even", UNIT_EVEN, l->textures[0]);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, (GLsizei)(2 * l->points), (GLsizei)(2 * l->starts));
    draw_unbind(UNIT_EVEN, UNIT_ODD + 1);
}

/* The library's list, as it is. */
static void draw_seeds(const scene *s, const scene_state *state, const camera_matrices *c) {
    const subject *from = state->subject;
    const uint32_t stride = sizeof(hpyr_flow_seed);
    const draw_attribute attributes[SEED_ATTRIBUTES] = {
        {from->seed_buffer, 3, GL_FLOAT, false, stride, offsetof(hpyr_flow_seed, position)},
        {from->seed_buffer, 1, GL_UNSIGNED_INT, false, stride, offsetof(hpyr_flow_seed, type)}};
    if (!state->has_seeds || from->seed_count == 0)
        return;
    use(s->seeds, state, c);
    glUniform1f(draw_uniform(s->seeds, "u_ball"), BALL);
    glUniform1f(draw_uniform(s->seeds, "u_dot"), DOT);
    glUniform1f(draw_uniform(s->seeds, "u_pixels"), c->pixels_per_unit);
    glUniform1f(draw_uniform(s->seeds, "u_largest"), s->largest_point);
    glUniform2fv(draw_uniform(s->seeds, "u_depth"), 1, c->depth);
    set_colors(s->seeds, "u_colors", SCENE_COLORS, 5);
    draw_attributes_begin(attributes, SEED_ATTRIBUTES);
    draw_points_begin(s->painter);
    draw_points(from->seed_count);
    draw_points_end(s->painter);
    draw_attributes_end(SEED_ATTRIBUTES);
}

static void draw_background(const scene *s) {
    glDisable(GL_DEPTH_TEST);
    glUseProgram(s->background);
    draw_square(s->painter);
    glEnable(GL_DEPTH_TEST);
    glClear(GL_DEPTH_BUFFER_BIT);
}

bool scene_draw(scene *s, const scene_state *state, uint32_t framebuffer, int width, int height, bool fine) {
    const int factor = fine ? 2 : 1;
    camera_matrices c;
    if (!draw_target_resize(&s->target, s->painter, width * factor, height * factor))
        return false;
    camera_look(state->camera, width * factor, height * factor, &c);
    glDisable(GL_CULL_FACE);
    glDepthFunc(GL_LEQUAL);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glLineWidth(1); /* core profiles may have no wider ones */
    painter_begin(s->painter);
    draw_target_begin(&s->target);
    draw_background(s);
    draw_ribbons(s, state, &c);
    draw_seeds(s, state, &c);
    draw_box(s, state, &c);
    draw_target_end(&s->target, s->painter, framebuffer, width, height);
    painter_end(s->painter);
    return draw_check("drawing the lines");
}
