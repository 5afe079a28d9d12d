/* engine_lists.c - the textures that hold a swarm, what they tell of it, and the passes over them.  SPDX-License-Identifier: MIT */
#include "engine_parts.h"

#include "common/files/error.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"
#include "common/platform/readback.h"
#include "shaders.h"

#include <string.h>

enum { UNIT_CELLS, UNIT_RANDOM, UNIT_MOVING, UNIT_SPEEDS, UNIT_COUNT };

uint32_t engine_rows(const engine *e) {
    return e->swarm.count / e->swarm.side + (e->swarm.count % e->swarm.side > 0);
}

uint32_t engine_make_list(uint32_t side, const void *texels) {
    const uint32_t size[3] = {side, side, 1};
    return draw_texels(GL_TEXTURE_2D, GL_RGBA32F_ARB, size, GL_RGBA, GL_FLOAT, texels);
}

bool engine_read_list(const engine *e, uint32_t texture, float (*texels)[4]) {
    const readback_source source = {GL_TEXTURE_2D, texture, 0, e->swarm.side, e->swarm.side, 1};
    return readback_texels(e->painter->gl, &source, GL_RGBA, GL_FLOAT, texels) ||
           error_set("reading the particles back: out of memory");
}

void engine_make_rests(const engine *e, float (*cells)[4], float (*normals)[4], particle_rest *rests) {
    for (uint32_t i = 0; i < e->swarm.count; i++) {
        for (int k = 0; k < 3; k++) {
            rests[i].home[k] = (cells[i][k] + 0.5f) / (float)e->swarm.grid[k] * 2.0f - 1.0f;
            rests[i].normal[k] = normals[i][k];
        }
        memcpy(rests[i].random, e->random[i % ENGINE_RANDOM_COUNT], sizeof rests[i].random);
    }
}

static void free_pair(engine *e, engine_pair *pair) {
    framebuffer_delete(e->painter->gl, &pair->framebuffer);
    glDeleteTextures(1, &pair->moving);
    glDeleteTextures(1, &pair->speeds);
    pair->moving = pair->speeds = 0;
}

void engine_free_pairs(engine *e) {
    free_pair(e, &e->pairs[0]);
    free_pair(e, &e->pairs[1]);
    e->pair_side = 0;
}

bool engine_reserve_pairs(engine *e) {
    uint32_t side = e->swarm.side;
    if (e->pair_side == side)
        return true;
    engine_free_pairs(e);
    bool is_gpu = e->kind == ENGINE_GPU, ok = true;
    for (int i = 0; i < (is_gpu ? 2 : 1); i++) {
        engine_pair *pair = &e->pairs[i];
        pair->moving = engine_make_list(side, NULL);
        pair->speeds = engine_make_list(side, NULL);
        pair->framebuffer = is_gpu ? framebuffer_of_two(e->painter->gl, pair->moving, pair->speeds) : 0;
        ok = ok && (!is_gpu || pair->framebuffer);
    }
    if (!draw_check("textures for the particles")) {
        engine_free_pairs(e);
        return false;
    }
    if (!ok) {
        engine_free_pairs(e);
        return error_set("this OpenGL does not draw into two textures of %ux%u floats", (unsigned)side, (unsigned)side);
    }
    e->pair_side = side;
    return true;
}

void engine_set_physics(uint32_t program, const physics *p, const impact *hit) {
    const struct {
        const char *name;
        float value;
    } uniforms[] = {{"u_physics.gravity", p->gravity},   {"u_physics.drag", p->drag},
                    {"u_physics.lift", p->lift},         {"u_physics.restitution", p->restitution},
                    {"u_physics.friction", p->friction}, {"u_physics.floor", p->floor},
                    {"u_physics.speed", p->speed},       {"u_physics.reach", p->reach},
                    {"u_physics.wave", p->wave},         {"u_physics.spin", p->spin},
                    {"u_physics.life", p->life}};
    for (size_t i = 0; i < sizeof uniforms / sizeof *uniforms; i++)
        glUniform1f(draw_uniform(program, uniforms[i].name), uniforms[i].value);
    glUniform3fv(draw_uniform(program, "u_impact.point"), 1, hit->point);
    glUniform3fv(draw_uniform(program, "u_impact.direction"), 1, hit->direction);
}

void engine_begin_pass(const engine *e, int pass, const engine_pair *state, uint32_t framebuffer) {
    const swarm *s = &e->swarm;
    uint32_t program = e->passes[pass];
    painter_begin(e->painter);
    glDisable(GL_BLEND);
    framebuffer_bind(e->painter->gl, framebuffer);
    glViewport(0, 0, (GLsizei)s->side, (GLsizei)engine_rows(e));
    glUseProgram(program);
    draw_bind(program, "u_cells", UNIT_CELLS, s->cells);
    draw_bind(program, "u_random", UNIT_RANDOM, s->random);
    draw_bind(program, state ? "u_moving" : "u_normals", UNIT_MOVING, state ? state->moving : s->normals);
    draw_bind(program, "u_speeds", UNIT_SPEEDS, state ? state->speeds : 0);
    glUniform3f(draw_uniform(program, "u_grid"), (float)s->grid[0], (float)s->grid[1], (float)s->grid[2]);
    glUniform1f(draw_uniform(program, "u_side"), (float)s->side);
    engine_set_physics(program, &e->physics, &e->impact);
}

void engine_end_pass(const engine *e) {
    draw_square(e->painter);
    draw_unbind(0, UNIT_COUNT);
    framebuffer_bind(e->painter->gl, 0);
    painter_end(e->painter);
}
