/* skin.c - a surface, and points as discs, drawn.  SPDX-License-Identifier: MIT */
#include "common/points/skin.h"

#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <math.h>
#include <string.h>

const float SKIN_OUTSIDE[3] = {0.88f, 0.62f, 0.40f}, SKIN_INSIDE[3] = {0.20f, 0.55f, 0.66f};

static const float DISC_PART = 0.55f; /* of the distance from a point to the next one: a disc's radius */

enum { ATTRIBUTES = 4, MOST_CORNERS = INT32_MAX / 3 * 3 };

/* ---- life ---- */

bool skin_open(skin *s, const painter *painter) {
    static const char *const SURFACE[] = {"a_position", "a_normal", "a_density", "a_blocked", NULL};
    static const char *const DISC[] = {"a_position", "a_normal", NULL};
    const draw_program_desc background = {
        demo_shaders, {"square.vert.glsl"}, {"background.frag.glsl"}, DRAW_SQUARE_ATTRIBUTES};
    const draw_program_desc surface = {demo_shaders,
                                       {"stand.glsl", "skin.vert.glsl"},
                                       {"polish.glsl", "screen.glsl", "depths.glsl", "skin.frag.glsl"},
                                       SURFACE};
    const draw_program_desc disc = {
        demo_shaders, {"stand.glsl", "disc.vert.glsl"}, {"polish.glsl", "screen.glsl", "disc.frag.glsl"}, DISC};
    s->painter = painter;
    s->background = draw_program(painter, &background);
    s->surface = s->background ? draw_program(painter, &surface) : 0;
    s->disc = s->surface ? draw_program(painter, &disc) : 0;
    return s->disc != 0;
}

void skin_close(skin *s) {
    draw_target_free(&s->target);
    if (s->painter) { /* else GL may not even be loaded */
        glDeleteProgram(s->background);
        glDeleteProgram(s->surface);
        glDeleteProgram(s->disc);
    }
    shade_free(&s->inside);
    triangle_sides_free(&s->sides);
    memset(s, 0, sizeof *s);
}

/* Even where no pixel is drawn GL wants a framebuffer. */
bool skin_update(skin *s, const mesh_buffers *m, const hpyr_octree_cube *cube) {
    if (!s->target.resolved && !draw_target_resize(&s->target, s->painter, 1, 1))
        return false;
    draw_target_begin(&s->target);
    return shade_update(&s->inside, s->painter, m, cube);
}

/* ---- a picture ---- */

static void draw_background(const skin *s) {
    glDisable(GL_DEPTH_TEST);
    glUseProgram(s->background);
    draw_square(s->painter);
    glEnable(GL_DEPTH_TEST);
    glClear(GL_DEPTH_BUFFER_BIT);
}

/* The state that all drawing shares; the demo's own context has GL's defaults otherwise. */
static void set_state(void) {
    glDisable(GL_CULL_FACE);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

/* So that lines are as wide where the picture is drawn at twice its size; not every GL has such. */
static void set_line_width(int factor) {
    GLfloat range[2] = {1, 1};
    glGetFloatv(GL_ALIASED_LINE_WIDTH_RANGE, range);
    glLineWidth(1);
    if (range[1] >= (float)factor)
        glLineWidth((float)factor);
    while (glGetError() != GL_NO_ERROR) {} /* a context may refuse what it says that it has */
}

bool skin_begin(skin *s, int width, int height, bool fine) {
    s->factor = fine ? 2 : 1;
    if (!draw_target_resize(&s->target, s->painter, width * s->factor, height * s->factor))
        return false;
    set_state();
    set_line_width(s->factor);
    painter_begin(s->painter);
    draw_target_begin(&s->target);
    draw_background(s);
    return true;
}

void skin_end(skin *s, uint32_t framebuffer, int width, int height) {
    draw_target_end(&s->target, s->painter, framebuffer, width, height);
    painter_end(s->painter);
}

void skin_set_color(uint32_t program, const char *name, const float color[3]) {
    const float gamma = 2.2f;
    glUniform3f(draw_uniform(program, name), powf(color[0], gamma), powf(color[1], gamma), powf(color[2], gamma));
}

void skin_set_place(uint32_t program, const skin_place *place) {
    glUniform3fv(draw_uniform(program, "u_center"), 1, place->center);
    glUniform1f(draw_uniform(program, "u_scale"), place->scale);
    glUniform1i(draw_uniform(program, "u_is_z_up"), place->is_z_up);
    glUniformMatrix4fv(draw_uniform(program, "u_view"), 1, GL_FALSE, place->camera.view);
    glUniformMatrix4fv(draw_uniform(program, "u_view_projection"), 1, GL_FALSE, place->camera.view_projection);
    glUniform1f(draw_uniform(program, "u_deepest"), (float)place->depth);
    skin_set_color(program, "u_warm", SKIN_OUTSIDE);
    skin_set_color(program, "u_cool", SKIN_INSIDE);
}

/* ---- points ---- */

void skin_draw_points(const skin *s, const skin_place *place, const point_buffers *b, uint32_t first, uint32_t count,
                      float spacing, const float color[3]) {
    const draw_attribute attributes[] = {{b->positions, 3, GL_FLOAT, false, 0, 0},
                                         {b->normals, 3, GL_FLOAT, false, 0, 0}};
    const float factor = (float)s->factor;
    glUseProgram(s->disc);
    skin_set_place(s->disc, place);
    skin_set_color(s->disc, "u_warm", color);
    glUniform1f(draw_uniform(s->disc, "u_radius"), DISC_PART * spacing);
    glUniform1f(draw_uniform(s->disc, "u_pixels"), place->camera.pixels_per_unit * factor);
    glUniform1f(draw_uniform(s->disc, "u_least"), 0.7f * factor);
    draw_points_begin(s->painter);
    draw_attributes_begin(attributes, 2);
    glDrawArrays(GL_POINTS, (GLint)first, (GLsizei)count);
    draw_attributes_end(2);
    draw_points_end(s->painter);
}

/* ---- the surface ---- */

static void begin_vertices(const skin *s, const mesh_buffers *m) {
    const uint32_t stride = sizeof(hpyr_mesh_vertex);
    const draw_attribute attributes[] = {
        {m->vertices, 3, GL_FLOAT, false, stride, offsetof(hpyr_mesh_vertex, position)},
        {m->vertices, 3, GL_FLOAT, false, stride, offsetof(hpyr_mesh_vertex, normal)},
        {m->has_densities ? m->densities : 0, 1, GL_FLOAT, false, 0, 0},
        {s->inside.blocked, 2, GL_FLOAT, false, 0, 0}};
    draw_attributes_begin(attributes, ATTRIBUTES);
}

static void draw_triangles(const skin *s, const mesh_buffers *m) {
    const uint64_t corners = 3 * (uint64_t)m->triangle_count;
    begin_vertices(s, m);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m->elements.buffer);
    for (uint64_t first = 0; first < corners; first += MOST_CORNERS) {
        GLsizei count = (GLsizei)(corners - first < MOST_CORNERS ? corners - first : MOST_CORNERS);
        glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, (const void *)(uintptr_t)(first * sizeof(uint32_t)));
    }
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    draw_attributes_end(ATTRIBUTES);
}

static bool has_polygon_mode(const skin *s) {
    return s->painter->gl != GL_ES3;
}

static void draw_wires(const skin *s, const mesh_buffers *m) {
    glLineWidth(1);
    glEnable(GL_BLEND);
    if (has_polygon_mode(s)) {
        glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
        draw_triangles(s, m);
        glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    } else {
        begin_vertices(s, m);
        triangle_sides_draw(&s->sides, m->triangle_count);
        draw_attributes_end(ATTRIBUTES);
    }
    glDisable(GL_BLEND);
}

/* Lines that are not much thinner than their triangles would leave nothing but themselves. */
static float wire_strength(const skin *s, const skin_place *place) {
    float away = 0, cells = (float)(1u << place->depth) / 1.1f;
    for (int k = 0; k < 3; k++)
        away += place->camera.eye[k] * place->camera.eye[k];
    float pixels = place->camera.pixels_per_unit * 2 / cells / sqrtf(away) * (float)s->factor;
    return fminf(fmaxf((pixels - 1) / 7, 0.07f), 0.6f);
}

bool skin_draw_surface(skin *s, const skin_place *place, const skin_look *look, const mesh_buffers *m) {
    const bool has_wires = look->has_wires && look->dimness == 0;
    if (m->triangle_count == 0)
        return true;
    if (has_wires && !has_polygon_mode(s) && !triangle_sides_make(&s->sides, s->painter, m->indices, m->triangle_count))
        return false;
    glUseProgram(s->surface);
    skin_set_place(s->surface, place);
    glUniform1f(draw_uniform(s->surface, "u_wires"), 0);
    glUniform1f(draw_uniform(s->surface, "u_dimness"), look->dimness);
    glUniform1i(draw_uniform(s->surface, "u_tells_density"),
                look->tells_density && m->has_densities && look->dimness == 0);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1, 1);
    draw_triangles(s, m);
    glDisable(GL_POLYGON_OFFSET_FILL);
    if (has_wires) {
        glUniform1f(draw_uniform(s->surface, "u_wires"), wire_strength(s, place));
        draw_wires(s, m);
    }
    return true;
}
