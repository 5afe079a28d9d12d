/* shaders.c - uniforms of the physics.  SPDX-License-Identifier: MIT */
#include "shaders.h"

#include "common/draw/draw.h"
#include "common/platform/gl.h"

void heartbreaker_set_physics(uint32_t program, const physics *p, const impact *hit) {
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
