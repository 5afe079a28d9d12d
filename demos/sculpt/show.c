/* show.c - a cloud's surface, its inserted points, and the line of a drag, drawn.  SPDX-License-Identifier: MIT */
#include "sculpt/show.h"

#include "common/platform/gl.h"

#include <math.h>
#include <string.h>

static const float INSERTED[3] = {0.25f, 0.55f, 0.95f}, LINE[3] = {1.0f, 0.95f, 0.6f}; /* as a screen shows them */
static const float FAINT = 0.45f; /* the surface, where points inside of it are shown */

const char *const SHOW_NAMES[] = {"surface", "inserted", "points", NULL};

bool show_open(show *s, const painter *painter) {
    static const char *const PLACES[] = {"a_place", NULL};
    const draw_program_desc line = {sculpt_shaders, {"line.vert.glsl"}, {"line.frag.glsl"}, PLACES};
    if (!skin_open(&s->skin, painter))
        return false;
    s->line = draw_program(painter, &line);
    return s->line != 0;
}

void show_close(show *s) {
    skin_close(&s->skin);
    if (s->line)
        glDeleteProgram(s->line);
    memset(s, 0, sizeof *s);
}

bool show_update(show *s, const sculptor *of) {
    return skin_update(&s->skin, &of->now.made.mesh, &making_octree(&of->now.made)->cube);
}

static skin_place place_of(const show_state *state, int width, int height) {
    skin_place p = {{0}};
    memcpy(p.center, state->sculptor->view.center, sizeof p.center);
    p.scale = state->sculptor->view.scale;
    p.depth = state->sculptor->now.made.desc.depth;
    camera_look(&state->camera, width, height, &p.camera);
    return p;
}

static void draw_line(const show *s, const show_state *state, int width, int height) {
    const float side = (float)(width < height ? width : height);
    uint32_t buffer = draw_buffer(state->line, 2 * sizeof *state->line * state->line_count);
    const draw_attribute places = {buffer, 2, GL_FLOAT, false, 0, 0};
    glUseProgram(s->line);
    glUniform2f(draw_uniform(s->line, "u_square"), side / (float)width, side / (float)height);
    glUniform3fv(draw_uniform(s->line, "u_color"), 1, LINE);
    glDisable(GL_DEPTH_TEST);
    draw_attributes_begin(&places, 1);
    glDrawArrays(GL_LINE_STRIP, 0, (GLsizei)state->line_count);
    draw_attributes_end(1);
    glEnable(GL_DEPTH_TEST);
    glDeleteBuffers(1, &buffer);
}

/* As far apart as the cells of the last depth are wide: inserted points are. */
static bool draw_solid(show *s, const show_state *state, const skin_place *place) {
    const solid *now = &state->sculptor->now;
    const skin_look look = {state->has_wires, false, state->view == SHOW_SURFACE ? 0 : FAINT};
    const uint32_t anchors = now->cloud.anchors, inserted = now->cloud.points.count - anchors;
    const float spacing = (float)sculptor_cell(state->sculptor) * place->scale;
    if (state->view == SHOW_POINTS)
        skin_draw_points(&s->skin, place, &now->buffers, 0, anchors, spacing, SKIN_OUTSIDE);
    else if (!skin_draw_surface(&s->skin, place, &look, &now->made.mesh))
        return false;
    if (state->view == SHOW_INSERTED)
        glDisable(GL_DEPTH_TEST);
    if (state->view != SHOW_SURFACE)
        skin_draw_points(&s->skin, place, &now->buffers, anchors, inserted, spacing, INSERTED);
    glEnable(GL_DEPTH_TEST);
    return true;
}

bool show_draw(show *s, const show_state *state, uint32_t framebuffer, int width, int height, bool fine) {
    const skin_place place = place_of(state, width, height);
    if (!skin_begin(&s->skin, width, height, fine))
        return false;
    glViewport(0, 0, width * s->skin.factor, height * s->skin.factor);
    const bool ok = draw_solid(s, state, &place);
    if (state->line && state->line_count > 1)
        draw_line(s, state, width, height);
    skin_end(&s->skin, framebuffer, width, height);
    return ok && draw_check("drawing");
}
