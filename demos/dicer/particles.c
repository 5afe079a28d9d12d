/* particles.c - the cloud: a particle for every voxel, as a point or as a quad.  SPDX-License-Identifier: MIT */
#include "particles.h"

#include "common/draw/snippet.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <cglm/cglm.h>

#include <math.h>
#include <stdlib.h>

struct particles {
    uint32_t points;
    snippet_program quads;
    uint32_t numbers, number_count; /* 0, 1, 2, …: of a vertex, which OpenGL 2.1 does not tell */
};

/* In cells. Squares are a little wider than points: their overlap closes the rows that a thin surface leaves open. */
static const float POINT_DIAMETER = 1.1f, QUAD_DIAMETER = 1.5f;

enum { LIST_UNITS = 2, POINT_ATTRIBUTES = 2 };

particles *particles_create(const painter *painter) {
    static const char *const ATTRIBUTES[] = {"a_cell", "a_number", NULL};
    particles *p = memory_zeroed(sizeof *p);
    if (!p)
        return NULL;
    const draw_program_desc desc = {
        dicer_shaders, {"particle.glsl", "points.vert.glsl"}, {"particle.frag.glsl"}, ATTRIBUTES};
    p->points = draw_program(painter, &desc);
    if (!p->points) {
        particles_destroy(p);
        return NULL;
    }
    return p;
}

void particles_destroy(particles *p) {
    if (p) {
        if (p->points)
            glDeleteProgram(p->points);
        if (p->numbers)
            glDeleteBuffers(1, &p->numbers);
        snippet_free(&p->quads);
        free(p);
    }
}

/* Room for more than asked, since a turning model's total keeps changing. Floats are exact up to the 2^24 points of 2.1. */
static bool make_numbers(particles *p, uint32_t count) {
    if (count <= p->number_count)
        return true;
    uint32_t room = count + count / 8 + 1024;
    float *numbers = malloc((size_t)room * sizeof *numbers);
    if (!numbers)
        return error_set("out of memory for %u particles", (unsigned)count);
    for (uint32_t i = 0; i < room; i++)
        numbers[i] = (float)i;
    glDeleteBuffers(1, &p->numbers);
    p->numbers = draw_buffer(numbers, (size_t)room * sizeof *numbers);
    p->number_count = room;
    free(numbers);
    return draw_check("numbers for the particles");
}

bool particles_prepare(particles *p, const painter *painter, const pipeline *from) {
    if (painter->gl < 33 && !make_numbers(p, from->total))
        return false;
    if (!from->quads)
        return true;
    draw_program_desc desc = {
        dicer_shaders, {NULL, "particle.glsl", "quads.vert.glsl"}, {"#define QUADS\n", "particle.frag.glsl"}, NULL};
    return snippet_prepare(&p->quads, painter, from->library, from->quads, &desc, &desc.vertex[0]);
}

/* The upper left 3x3 of view * model, for normals: turns and uniform scales only. */
static void set_turn(uint32_t program, const camera_matrices *c, const float model[16]) {
    mat3 view, turn;
    glm_mat4_pick3((vec4 *)c->view, view);
    for (int column = 0; column < 3; column++)
        glm_mat3_mulv(view, (float *)&model[column * 4], turn[column]);
    glUniformMatrix3fv(draw_uniform(program, "u_turn"), 1, GL_FALSE, turn[0]);
}

static void set_center(uint32_t program, const float center[3], const float model[16]) {
    mat3 turn;
    vec3 place;
    glm_mat4_pick3((vec4 *)model, turn);
    glm_mat3_mulv(turn, (float *)center, place);
    glm_vec3_add(place, (float *)&model[12], place);
    glUniform3fv(draw_uniform(program, "u_center"), 1, place);
}

/* Colors and normals, from where there are some. */
static void set_dress(uint32_t program, const particle_scene *s) {
    const pipeline *p = s->pipeline;
    bool has_colors = p->has_attributes && s->mesh->has_colors;
    glUniform1i(draw_uniform(program, "u_is_lit"), p->has_attributes);
    glUniform1i(draw_uniform(program, "u_is_colored"), has_colors);
    glUniform1f(draw_uniform(program, "u_side"), (float)(p->has_attributes ? p->normals.width : 1));
    draw_bind(program, "u_colors", s->first_unit, p->has_attributes ? p->colors.name : 0);
    draw_bind(program, "u_normals", s->first_unit + 1, p->has_attributes ? p->normals.name : 0);
}

static void set_uniforms(uint32_t program, const particle_scene *s, float diameter) {
    const pipeline *p = s->pipeline;
    const uint32_t *grid = p->desc.grid;
    const camera_matrices *c = s->matrices;
    float cell = 2.0f / (float)(grid[0] > grid[1] ? grid[0] : grid[1]);
    float distance = glm_vec3_distance((float *)c->eye, (float *)s->look->target);
    glUniformMatrix4fv(draw_uniform(program, "u_view"), 1, GL_FALSE, c->view);
    glUniformMatrix4fv(draw_uniform(program, "u_view_projection"), 1, GL_FALSE, c->view_projection);
    set_turn(program, c, s->model);
    set_center(program, s->mesh->center, s->model);
    glUniform3f(draw_uniform(program, "u_grid"), (float)grid[0], (float)grid[1], (float)grid[2]);
    glUniform2f(draw_uniform(program, "u_depths"), distance - 0.4f * s->mesh->radius,
                distance + 1.1f * s->mesh->radius);
    glUniform1f(draw_uniform(program, "u_pixels"), c->pixels_per_unit * cell * diameter);
    glUniform1f(draw_uniform(program, "u_last"), (float)s->last);
    glUniform4fv(draw_uniform(program, "u_tint"), 1, s->tint);
    glUniform1f(draw_uniform(program, "u_factor"), (float)s->factor);
    glUniform2f(draw_uniform(program, "u_viewport"), (float)s->width, (float)s->height);
    set_dress(program, s);
}

static hpyr_result draw_balls(const particles *p, const painter *painter, const particle_scene *s) {
    draw_attribute attributes[POINT_ATTRIBUTES] = {
        {s->pipeline->list_buffer, 3, GL_FLOAT, false, sizeof(hpyr_point), 0}, {p->numbers, 1, GL_FLOAT, false, 0, 0}};
    attributes[0].type = painter->gl >= 33 ? GL_UNSIGNED_INT : GL_FLOAT; /* GL turns either into floats */
    glUseProgram(p->points);
    set_uniforms(p->points, s, s->pipeline->quads ? QUAD_DIAMETER : POINT_DIAMETER);
    draw_attributes_begin(attributes, POINT_ATTRIBUTES);
    draw_points_begin(painter);
    draw_points(s->pipeline->total);
    draw_points_end(painter);
    draw_attributes_end(POINT_ATTRIBUTES);
    return HPYR_OK;
}

/* The library cuts long draws after whole triangles. */
static hpyr_result draw_quads(const particles *p, const particle_scene *s) {
    hpyr_pyramid *quads = s->pipeline->quads;
    hpyr_result result = hpyr_pyramid_bind(quads, p->quads.program, NULL, s->first_unit + LIST_UNITS, NULL);
    if (result != HPYR_OK)
        return result;
    set_uniforms(p->quads.program, s, QUAD_DIAMETER);
    result = hpyr_pyramid_draw(quads, GL_TRIANGLES, 0, HPYR_ALL, 1, NULL);
    hpyr_result unbound = hpyr_pyramid_unbind(quads);
    return result == HPYR_OK ? unbound : result;
}

hpyr_result particles_draw(const particles *p, const painter *painter, const particle_scene *s) {
    if (s->pipeline->total == 0)
        return HPYR_OK;
    glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    hpyr_result result = s->pipeline->quads && !s->is_backdrop ? draw_quads(p, s) : draw_balls(p, painter, s);
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    draw_unbind(s->first_unit, s->first_unit + LIST_UNITS); /* the pyramid takes its own back */
    return result;
}
