/* scene.c - points, an octree's cells and a surface, drawn.  SPDX-License-Identifier: MIT */
#include "reconstruct/scene.h"

#include "common/draw/snippet.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"
#include "common/points/skin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float DIMNESS = 0.72f;  /* of the surface behind the octree */
static const float ROOM = 1.12f;     /* for cells around the points */
static const float FARTHEST = 1.75f; /* in the box from its center, about */

enum { UNIT_OCTREE, CELL_VERTICES = 24 };

const char *const VIEW_NAMES[] = {"points", "octree", "surface", "all", NULL};

struct scene {
    library *library;
    skin skin;
    snippet_program cells;
};

/* Where one view is drawn, in pixels of the target. */
typedef struct part {
    int x, width, height;
    skin_place place;
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
    return snippet_take(&s->cells, s->skin.painter, text, &desc, &desc.vertex[0]);
}

scene *scene_create(library *l, const painter *painter) {
    scene *s = memory_zeroed(sizeof *s);
    if (!s)
        return NULL;
    s->library = l;
    if (!skin_open(&s->skin, painter)) {
        scene_destroy(s);
        return NULL;
    }
    return s;
}

void scene_destroy(scene *s) {
    if (s) {
        skin_close(&s->skin);
        snippet_free(&s->cells);
        free(s);
    }
}

/* ---- drawing ---- */

/* About how far it is from a point to the next one, in the box: as if the points lay on an ellipsoid in theirs. */
static float spacing_of(const subject *s) {
    float center[3], scale, side[3];
    subject_place(s, center, &scale);
    for (int k = 0; k < 3; k++)
        side[k] = (s->high[k] - s->low[k]) * scale;
    float area = 1.05f * (side[0] * side[1] + side[1] * side[2] + side[2] * side[0]);
    return sqrtf(area / (float)s->points.count);
}

static skin_place place_of(const scene_state *state, const camera *from, const int size[2]) {
    skin_place p = {{0}};
    subject_place(state->subject, p.center, &p.scale);
    p.is_z_up = state->is_z_up;
    p.depth = state->subject->made.desc.depth;
    camera_look(from, size[0], size[1], &p.camera);
    return p;
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
        away += (p->place.camera.eye[k] - state->camera.target[k]) * (p->place.camera.eye[k] - state->camera.target[k]);
    skin_set_place(s->cells.program, &p->place);
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
    const subject *of = state->subject;
    const skin_look look = {state->has_wires, state->tells_density, view == VIEW_OCTREE ? DIMNESS : 0};
    glViewport(p->x, 0, p->width, p->height);
    if (view == VIEW_POINTS) {
        skin_draw_points(&s->skin, &p->place, &of->buffers, 0, of->buffers.count, spacing_of(of), SKIN_OUTSIDE);
        return true;
    }
    return skin_draw_surface(&s->skin, &p->place, &look, &of->made.mesh) &&
           (view != VIEW_OCTREE || draw_cells(s, state, p));
}

static bool draw_views(scene *s, const scene_state *state, int width, int height, int factor) {
    int size[2];
    bool ok = true;
    part p;
    scene_part(state->view, width, height, size);
    const bool has_all = size[0] < width;
    const camera from = make_room(state);
    p.place = place_of(state, &from, size);
    p.width = size[0] * factor;
    p.height = height * factor;
    for (int i = 0; ok && i < (has_all ? 3 : 1); i++) {
        p.x = i * p.width;
        const int view = has_all ? i : state->view == VIEW_ALL ? VIEW_SURFACE : state->view;
        ok = draw_view(s, state, view, &p);
    }
    return ok;
}

bool scene_update(scene *s, const subject *of) {
    return skin_update(&s->skin, &of->made.mesh, &making_octree(&of->made)->cube);
}

bool scene_draw(scene *s, const scene_state *state, uint32_t framebuffer, int width, int height, bool fine) {
    if (!skin_begin(&s->skin, width, height, fine))
        return false;
    const bool ok = draw_views(s, state, width, height, s->skin.factor);
    skin_end(&s->skin, framebuffer, width, height);
    return ok && draw_check("drawing");
}
