/* scene.c - points, an octree's cells and a surface, drawn.  SPDX-License-Identifier: MIT */
#include "reconstruct/scene.h"

#include "common/points/shade.h"

#include "common/draw/sides.h"
#include "common/draw/snippet.h"
#include "common/draw/target.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* As a screen shows them where light falls on them. */
static const float OUTSIDE[3] = {0.88f, 0.62f, 0.40f}, INSIDE[3] = {0.20f, 0.55f, 0.66f};

static const float DISC_PART = 0.55f; /* of the distance from a point to the next one: a disc's radius */
static const float DIMNESS = 0.72f;   /* of the surface behind the octree */
static const float ROOM = 1.12f;      /* for cells around the points */
static const float FARTHEST = 1.75f;  /* in the box from its center, about */

enum { UNIT_OCTREE, CELL_VERTICES = 24, SKIN_ATTRIBUTES = 4, MOST_CORNERS = INT32_MAX / 3 * 3 };

const char *const VIEW_NAMES[] = {"points", "octree", "surface", "all", NULL};

struct scene {
    library *library;
    const painter *painter;
    uint32_t background, skin, disc; /* programs */
    snippet_program cells;
    triangle_sides sides; /* where there is no polygon mode */
    shade inside;
    draw_target target;
    int height; /* of what is drawn, in the end */
};

/* Where one view is drawn, in pixels of the target. */
typedef struct part {
    int x, width, height;
    camera_matrices camera;
} part;

void scene_part(int view, int width, int height, int size[2]) {
    size[0] = view == VIEW_ALL && width >= 3 ? width / 3 : width;
    size[1] = height;
}

/* ---- programs ---- */

/* The octree's GLSL is the same for all octrees, so the first one's will do. */
static bool prepare_cells(scene *s, const hpyr_octree *octree) {
    draw_program_desc desc = {reconstruct_shaders,
                              {NULL, "stand.glsl", "depths.glsl", "cell.vert.glsl"},
                              {"screen.glsl", "cell.frag.glsl"},
                              NULL};
    size_t size = 0;
    if (s->cells.program)
        return true;
    hpyr_octree_glsl(octree, NULL, NULL, 0, &size);
    char *text = malloc(size + 1);
    if (!text)
        return error_set("out of memory for a shader of %zu bytes", size);
    if (!library_check(s->library, hpyr_octree_glsl(octree, NULL, text, size, NULL), "the octree's GLSL")) {
        free(text);
        return false;
    }
    return snippet_take(&s->cells, s->painter, text, &desc, &desc.vertex[0]);
}

static bool make_programs(scene *s) {
    static const char *const SKIN[] = {"a_position", "a_normal", "a_density", "a_blocked", NULL};
    static const char *const DISC[] = {"a_position", "a_normal", NULL};
    const draw_program_desc background = {
        reconstruct_shaders, {"square.vert.glsl"}, {"background.frag.glsl"}, DRAW_SQUARE_ATTRIBUTES};
    const draw_program_desc skin = {reconstruct_shaders,
                                    {"stand.glsl", "skin.vert.glsl"},
                                    {"polish.glsl", "screen.glsl", "depths.glsl", "skin.frag.glsl"},
                                    SKIN};
    const draw_program_desc disc = {
        reconstruct_shaders, {"stand.glsl", "disc.vert.glsl"}, {"polish.glsl", "screen.glsl", "disc.frag.glsl"}, DISC};
    s->background = draw_program(s->painter, &background);
    s->skin = s->background ? draw_program(s->painter, &skin) : 0;
    s->disc = s->skin ? draw_program(s->painter, &disc) : 0;
    return s->disc != 0;
}

scene *scene_create(library *l, const painter *painter) {
    scene *s = memory_zeroed(sizeof *s);
    if (!s)
        return NULL;
    s->library = l;
    s->painter = painter;
    if (!make_programs(s)) {
        scene_destroy(s);
        return NULL;
    }
    return s;
}

void scene_destroy(scene *s) {
    if (s) {
        draw_target_free(&s->target);
        glDeleteProgram(s->background);
        glDeleteProgram(s->skin);
        glDeleteProgram(s->disc);
        snippet_free(&s->cells);
        shade_free(&s->inside);
        triangle_sides_free(&s->sides);
        free(s);
    }
}

/* ---- drawing ---- */

static void set_color(uint32_t program, const char *name, const float color[3]) {
    const float gamma = 2.2f;
    glUniform3f(draw_uniform(program, name), powf(color[0], gamma), powf(color[1], gamma), powf(color[2], gamma));
}

static void set_place(uint32_t program, const scene_state *state, const part *p) {
    float center[3], scale;
    subject_place(state->subject, center, &scale);
    glUniform3fv(draw_uniform(program, "u_center"), 1, center);
    glUniform1f(draw_uniform(program, "u_scale"), scale);
    glUniform1i(draw_uniform(program, "u_is_z_up"), state->is_z_up);
    glUniformMatrix4fv(draw_uniform(program, "u_view"), 1, GL_FALSE, p->camera.view);
    glUniformMatrix4fv(draw_uniform(program, "u_view_projection"), 1, GL_FALSE, p->camera.view_projection);
    glUniform1f(draw_uniform(program, "u_deepest"), (float)state->subject->made.desc.depth);
    set_color(program, "u_warm", OUTSIDE);
    set_color(program, "u_cool", INSIDE);
}

/* About how far it is from a point to the next one, in the box: as if the points lay on an ellipsoid in theirs. */
static float spacing_of(const subject *s) {
    float center[3], scale, side[3];
    subject_place(s, center, &scale);
    for (int k = 0; k < 3; k++)
        side[k] = (s->high[k] - s->low[k]) * scale;
    float area = 1.05f * (side[0] * side[1] + side[1] * side[2] + side[2] * side[0]);
    return sqrtf(area / (float)s->points.count);
}

static void draw_discs(const scene *s, const scene_state *state, const part *p) {
    const point_buffers *b = &state->subject->buffers;
    const draw_attribute attributes[] = {{b->positions, 3, GL_FLOAT, false, 0, 0},
                                         {b->normals, 3, GL_FLOAT, false, 0, 0}};
    const float supersampled = (float)s->target.height / (float)s->height;
    glUseProgram(s->disc);
    set_place(s->disc, state, p);
    glUniform1f(draw_uniform(s->disc, "u_radius"), DISC_PART * spacing_of(state->subject));
    glUniform1f(draw_uniform(s->disc, "u_pixels"), p->camera.pixels_per_unit * supersampled);
    glUniform1f(draw_uniform(s->disc, "u_least"), 0.7f * supersampled);
    draw_points_begin(s->painter);
    draw_attributes_begin(attributes, 2);
    glDrawArrays(GL_POINTS, 0, (GLsizei)b->count);
    draw_attributes_end(2);
    draw_points_end(s->painter);
}

static void begin_vertices(const scene *s, const mesh_buffers *m) {
    const uint32_t stride = sizeof(hpyr_mesh_vertex);
    const draw_attribute attributes[] = {
        {m->vertices, 3, GL_FLOAT, false, stride, offsetof(hpyr_mesh_vertex, position)},
        {m->vertices, 3, GL_FLOAT, false, stride, offsetof(hpyr_mesh_vertex, normal)},
        {m->has_densities ? m->densities : 0, 1, GL_FLOAT, false, 0, 0},
        {s->inside.blocked, 2, GL_FLOAT, false, 0, 0}};
    draw_attributes_begin(attributes, SKIN_ATTRIBUTES);
}

static void draw_triangles(const scene *s, const mesh_buffers *m) {
    const uint64_t corners = 3 * (uint64_t)m->triangle_count;
    begin_vertices(s, m);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m->elements.buffer);
    for (uint64_t first = 0; first < corners; first += MOST_CORNERS) {
        GLsizei count = (GLsizei)(corners - first < MOST_CORNERS ? corners - first : MOST_CORNERS);
        glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, (const void *)(uintptr_t)(first * sizeof(uint32_t)));
    }
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    draw_attributes_end(SKIN_ATTRIBUTES);
}

static bool has_polygon_mode(const scene *s) {
    return s->painter->gl != GL_ES3;
}

static void draw_wires(const scene *s, const mesh_buffers *m) {
    glLineWidth(1);
    glEnable(GL_BLEND);
    if (has_polygon_mode(s)) {
        glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
        draw_triangles(s, m);
        glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    } else {
        begin_vertices(s, m);
        triangle_sides_draw(&s->sides, m->triangle_count);
        draw_attributes_end(SKIN_ATTRIBUTES);
    }
    glDisable(GL_BLEND);
}

/* Lines that are not much thinner than their triangles would leave nothing but themselves. */
static float wire_strength(const scene *s, const scene_state *state, const part *p) {
    float away = 0, cells = (float)(1u << state->subject->made.desc.depth) / 1.1f;
    for (int k = 0; k < 3; k++)
        away += p->camera.eye[k] * p->camera.eye[k];
    float pixels = p->camera.pixels_per_unit * 2 / cells / sqrtf(away) * (float)s->target.height / (float)s->height;
    return fminf(fmaxf((pixels - 1) / 7, 0.07f), 0.6f);
}

/* The surface, and the edges of its triangles over it. */
static void draw_skin(const scene *s, const scene_state *state, const part *p, float dimness) {
    const mesh_buffers *m = &state->subject->made.mesh;
    if (m->triangle_count == 0)
        return;
    glUseProgram(s->skin);
    set_place(s->skin, state, p);
    glUniform1f(draw_uniform(s->skin, "u_wires"), 0);
    glUniform1f(draw_uniform(s->skin, "u_dimness"), dimness);
    glUniform1i(draw_uniform(s->skin, "u_tells_density"), state->tells_density && m->has_densities && dimness == 0);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1, 1);
    draw_triangles(s, m);
    glDisable(GL_POLYGON_OFFSET_FILL);
    if (state->has_wires && dimness == 0) {
        glUniform1f(draw_uniform(s->skin, "u_wires"), wire_strength(s, state, p));
        draw_wires(s, m);
    }
}

static bool draw_cells(scene *s, const scene_state *state, const part *p) {
    hpyr_octree *octree = hpyr_poisson_octree(state->subject->made.poisson);
    const hpyr_octree_report *r = hpyr_octree_last_report(octree);
    const uint32_t shown = state->cells < r->depth ? state->cells : r->depth;
    float away = 0;
    if (!prepare_cells(s, octree) ||
        !library_check(s->library, hpyr_octree_bind(octree, s->cells.program, NULL, UNIT_OCTREE, NULL),
                       "showing the octree"))
        return false;
    for (int k = 0; k < 3; k++)
        away += (p->camera.eye[k] - state->camera.target[k]) * (p->camera.eye[k] - state->camera.target[k]);
    set_place(s->cells.program, state, p);
    glUniform1i(draw_uniform(s->cells.program, "u_shown"), (GLint)shown);
    glUniform2f(draw_uniform(s->cells.program, "u_distances"), sqrtf(away) - FARTHEST, sqrtf(away) + FARTHEST);
    glDrawArraysInstanced(GL_LINES, 0, CELL_VERTICES, (GLsizei)r->first_node[shown + 1]);
    return library_check(s->library, hpyr_octree_unbind(octree), "showing the octree");
}

/* Cells are larger than what is in them. */
static camera make_room(const scene_state *state) {
    camera c = state->camera;
    c.radius *= state->view == VIEW_OCTREE || state->view == VIEW_ALL ? ROOM : 1;
    return c;
}

static bool draw_view(scene *s, const scene_state *state, int view, const part *p) {
    glViewport(p->x, 0, p->width, p->height);
    if (view == VIEW_POINTS)
        draw_discs(s, state, p);
    else
        draw_skin(s, state, p, view == VIEW_OCTREE ? DIMNESS : 0);
    return view != VIEW_OCTREE || draw_cells(s, state, p);
}

static bool prepare_wires(scene *s, const scene_state *state) {
    const mesh_buffers *m = &state->subject->made.mesh;
    return !state->has_wires || has_polygon_mode(s) || m->triangle_count == 0 ||
           triangle_sides_make(&s->sides, s->painter, m->indices, m->triangle_count);
}

static bool draw_views(scene *s, const scene_state *state, int width, int height, int factor) {
    int size[2];
    bool ok = true;
    part p;
    scene_part(state->view, width, height, size);
    const bool has_all = size[0] < width;
    const camera from = make_room(state);
    camera_look(&from, size[0], size[1], &p.camera);
    p.width = size[0] * factor;
    p.height = height * factor;
    for (int i = 0; ok && i < (has_all ? 3 : 1); i++) {
        p.x = i * p.width;
        const int view = has_all ? i : state->view == VIEW_ALL ? VIEW_SURFACE : state->view;
        ok = draw_view(s, state, view, &p);
    }
    return ok;
}

static void draw_background(const scene *s) {
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

/* Even where no pixel is drawn GL wants a framebuffer. */
bool scene_update(scene *s, const subject *of) {
    if (!s->target.resolved && !draw_target_resize(&s->target, s->painter, 1, 1))
        return false;
    draw_target_begin(&s->target);
    return shade_update(&s->inside, s->painter, &of->made.mesh, &making_octree(&of->made)->cube);
}

bool scene_draw(scene *s, const scene_state *state, uint32_t framebuffer, int width, int height, bool fine) {
    const int factor = fine ? 2 : 1;
    s->height = height;
    if (!draw_target_resize(&s->target, s->painter, width * factor, height * factor))
        return false;
    set_state();
    set_line_width(factor);
    painter_begin(s->painter);
    draw_target_begin(&s->target);
    draw_background(s);
    bool ok = prepare_wires(s, state) && draw_views(s, state, width, height, factor);
    draw_target_end(&s->target, s->painter, framebuffer, width, height);
    painter_end(s->painter);
    return ok && draw_check("drawing");
}
