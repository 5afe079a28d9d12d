/* scene.c - a surface in its box, lit from both sides.  SPDX-License-Identifier: MIT */
#include "scene.h"

#include "occlusion.h"
#include "shaders.h"

#include "common/draw/sides.h"
#include "common/draw/snippet.h"
#include "common/draw/target.h"
#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"
#include "common/platform/library.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const float SCENE_OUTSIDE[3] = {0.95f, 0.52f, 0.26f}, SCENE_INSIDE[3] = {0.16f, 0.56f, 0.68f};

struct scene {
    const painter *painter;
    uint32_t background, mesh, box;
    uint32_t box_edges;    /* vertices of the twelve */
    snippet_program drawn; /* straight from the library, where there are no buffers */
    triangle_sides sides;  /* where there is no polygon mode */
    occlusion inside;
    draw_target target;
    int height; /* of what is drawn, in the end */
};

/* Volume coordinates to the world's, [-1,1]^3 with y up: (p - center) * scale, turned so that z is up. */
typedef struct fit {
    float center[3], scale, half[3];
} fit;

enum { UNIT_INSIDE, UNIT_SURFACE, BOX_VERTICES = 12 * 2, VERTEX_ATTRIBUTES = 2 };

static fit fit_of(const volume *v) {
    fit f;
    float low[3], high[3], longest = 0;
    volume_box(v, low, high);
    for (int i = 0; i < 3; i++) {
        f.center[i] = low[i] / 2 + high[i] / 2;
        f.half[i] = high[i] / 2 - low[i] / 2;
        longest = fmaxf(longest, f.half[i]);
    }
    f.scale = longest > 0 ? 1 / longest : 1;
    return f;
}

camera scene_camera(const volume *v) {
    camera c = {0};
    fit f = fit_of(v);
    c.azimuth = 0.50f;
    c.elevation = 0.36f;
    c.zoom = 1;
    const float half[3] = {f.half[0] * f.scale, f.half[2] * f.scale, f.half[1] * f.scale}; /* as it stands: z is up */
    camera_fit(&c, half);
    c.radius = fmaxf(c.radius, 0.1f);
    return c;
}

/* ---- programs ---- */

static uint32_t make_program(const painter *p, const char *vertex, const char *fragment,
                             const char *const *attributes) {
    const draw_program_desc desc = {isosurface_shaders,
                                    {"place.glsl", "shade.glsl", "place_vertex.glsl", vertex},
                                    {"screen.glsl", "polish.glsl", fragment},
                                    attributes};
    return draw_program(p, &desc);
}

/* The twelve edges of the unit cube as lines. */
static uint32_t make_box(void) {
    float vertices[BOX_VERTICES][3];
    memset(vertices, 0, sizeof vertices);
    for (int i = 0; i < BOX_VERTICES; i++) {
        int edge = i / 2, axis = edge / 4;
        vertices[i][(axis + 1) % 3] = (float)(edge & 1);
        vertices[i][(axis + 2) % 3] = (float)(edge >> 1 & 1);
        vertices[i][axis] = (float)(i & 1);
    }
    return draw_buffer(vertices, sizeof vertices);
}

scene *scene_create(const painter *painter) {
    static const char *const MESH[] = {"a_position", "a_normal", NULL}, *const BOX[] = {"a_corner", NULL};
    scene *s = memory_zeroed(sizeof *s);
    if (!s)
        return NULL;
    s->painter = painter;
    s->inside.gl = painter->gl;
    s->box_edges = make_box();
    s->background = make_program(painter, "square.vert.glsl", "background.frag.glsl", DRAW_SQUARE_ATTRIBUTES);
    s->mesh = s->background ? make_program(painter, "mesh.vert.glsl", "surface.frag.glsl", MESH) : 0;
    s->box = s->mesh ? make_program(painter, "box.vert.glsl", "box.frag.glsl", BOX) : 0;
    if (!s->box) {
        scene_destroy(s);
        return NULL;
    }
    return s;
}

void scene_destroy(scene *s) {
    if (s) {
        occlusion_free(&s->inside);
        draw_target_free(&s->target);
        glDeleteBuffers(1, &s->box_edges);
        glDeleteProgram(s->background);
        glDeleteProgram(s->mesh);
        glDeleteProgram(s->box);
        snippet_free(&s->drawn);
        triangle_sides_free(&s->sides);
        free(s);
    }
}

/* ---- drawing ---- */

static void set_place(uint32_t program, const scene_state *state, const fit *f, const camera_matrices *c) {
    glUniform1i(draw_uniform(program, "u_is_upside_down"), state->is_upside_down);
    glUniform3fv(draw_uniform(program, "u_center"), 1, f->center);
    glUniform1f(draw_uniform(program, "u_scale"), f->scale);
    glUniformMatrix4fv(draw_uniform(program, "u_view"), 1, GL_FALSE, c->view);
    glUniformMatrix4fv(draw_uniform(program, "u_view_projection"), 1, GL_FALSE, c->view_projection);
}

static void set_color(uint32_t program, const char *name, const float color[3]) {
    const float gamma = 2.2f;
    glUniform3f(draw_uniform(program, name), powf(color[0], gamma), powf(color[1], gamma), powf(color[2], gamma));
}

static void set_occlusion(const scene *s, const scene_state *state, uint32_t program) {
    float matrix[9], offset[3];
    occlusion_place(state->surface->volume, matrix, offset);
    glUniformMatrix3fv(draw_uniform(program, "u_texture_matrix"), 1, GL_FALSE, matrix);
    glUniform3fv(draw_uniform(program, "u_texture_offset"), 1, offset);
    glUniform1i(draw_uniform(program, "u_inside"), UNIT_INSIDE);
    glUniform1f(draw_uniform(program, "u_cell"), s->inside.cell);
    glActiveTexture(GL_TEXTURE0 + UNIT_INSIDE);
    glBindTexture(GL_TEXTURE_3D, s->inside.texture);
}

static void draw_box(const scene *s, const scene_state *state, const fit *f, const camera_matrices *c) {
    const draw_attribute corner = {s->box_edges, 3, GL_FLOAT, false, 0, 0};
    glUseProgram(s->box);
    set_place(s->box, state, f, c);
    glUniform3fv(draw_uniform(s->box, "u_half"), 1, f->half);
    glEnable(GL_BLEND);
    draw_attributes_begin(&corner, 1);
    glDrawArrays(GL_LINES, 0, BOX_VERTICES);
    draw_attributes_end(1);
    glDisable(GL_BLEND);
}

static void begin_vertices(const surface *s) {
    const uint32_t stride = sizeof(hpyr_mesh_vertex);
    const draw_attribute attributes[] = {
        {s->vertex_buffer, 3, GL_FLOAT, false, stride, offsetof(hpyr_mesh_vertex, position)},
        {s->vertex_buffer, 3, GL_FLOAT, false, stride, offsetof(hpyr_mesh_vertex, normal)}};
    draw_attributes_begin(attributes, VERTEX_ATTRIBUTES);
}

/* Draw calls take signed counts. */
static void draw_buffers(const surface *s) {
    const uint64_t most = 3u << 28;
    uint64_t corners = 3 * s->counts.triangles;
    bool is_welded = s->desc.mesh == HPYR_MESH_FORM_WELDED;
    begin_vertices(s);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, is_welded ? s->elements.buffer : 0);
    for (uint64_t first = 0; first < corners; first += most) {
        GLsizei count = (GLsizei)(corners - first < most ? corners - first : most);
        if (is_welded)
            glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, (const void *)(uintptr_t)(first * sizeof(uint32_t)));
        else
            glDrawArrays(GL_TRIANGLES, (GLint)first, count);
    }
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    draw_attributes_end(VERTEX_ATTRIBUTES);
}

static hpyr_result draw_once(const surface *s) {
    if (!s->vertex_buffer)
        return hpyr_marching_cubes_draw(s->cubes, 0, HPYR_ALL, NULL);
    draw_buffers(s);
    return HPYR_OK;
}

/* Lines that are not much thinner than their triangles would leave nothing but themselves. */
static float wire_strength(const scene *s, const scene_state *state, const camera_matrices *c) {
    float away = 0, cells = 2 / s->inside.cell;
    for (int i = 0; i < 3; i++) {
        cells = fmaxf(cells, (float)state->surface->volume->size[i]);
        away += c->eye[i] * c->eye[i];
    }
    float pixels = c->pixels_per_unit * 2 / cells / sqrtf(away) * (float)s->target.height / (float)s->height;
    return fminf(fmaxf((pixels - 1) / 7, 0.07f), 0.6f);
}

static bool has_polygon_mode(const scene *s) {
    return s->painter->gl != GL_ES3;
}

static bool prepare_wires(scene *s, const scene_state *state) {
    const surface *from = state->surface;
    const uint32_t corners = from->desc.mesh == HPYR_MESH_FORM_WELDED ? from->index_buffer : 0;
    return !state->has_wires || has_polygon_mode(s) ||
           triangle_sides_make(&s->sides, s->painter, corners, (uint32_t)from->counts.triangles);
}

static hpyr_result draw_wires(const scene *s, const surface *from) {
    if (has_polygon_mode(s)) {
        glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
        hpyr_result result = draw_once(from);
        glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
        return result;
    }
    begin_vertices(from);
    triangle_sides_draw(&s->sides, (uint32_t)from->counts.triangles);
    draw_attributes_end(VERTEX_ATTRIBUTES);
    return HPYR_OK;
}

/* The surface, and the edges of its triangles over it. */
static hpyr_result draw_both(const scene *s, const scene_state *state, const camera_matrices *c, uint32_t program) {
    glUniform1f(draw_uniform(program, "u_wires"), 0);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1, 1);
    hpyr_result result = draw_once(state->surface);
    glDisable(GL_POLYGON_OFFSET_FILL);
    if (result == HPYR_OK && state->has_wires) {
        glUniform1f(draw_uniform(program, "u_wires"), wire_strength(s, state, c));
        glEnable(GL_BLEND);
        result = draw_wires(s, state->surface);
        glDisable(GL_BLEND);
    }
    return result;
}

/* A program with the library's GLSL, which tells a vertex by its number. */
static bool prepare_drawn(scene *s, const surface *from) {
    static const char *const ATTRIBUTES[] = {"a_hpyr_vertex", NULL};
    draw_program_desc desc = {isosurface_shaders,
                              {NULL, "place.glsl", "shade.glsl", "place_vertex.glsl", "drawn.vert.glsl"},
                              {"screen.glsl", "polish.glsl", "surface.frag.glsl"},
                              ATTRIBUTES};
    size_t size = 0;
    hpyr_marching_cubes_glsl(from->cubes, NULL, NULL, 0, &size);
    char *text = malloc(size + 1);
    if (!text)
        return error_set("out of memory for a shader of %zu bytes", size);
    if (!library_check(from->library, hpyr_marching_cubes_glsl(from->cubes, NULL, text, size, NULL),
                       "the isosurface's GLSL")) {
        free(text);
        return false;
    }
    return snippet_take(&s->drawn, s->painter, text, &desc, &desc.vertex[0]);
}

static bool draw_surface(scene *s, const scene_state *state, const fit *f, const camera_matrices *c) {
    const surface *from = state->surface;
    uint32_t program = s->mesh;
    hpyr_result result = HPYR_OK;
    if (from->counts.triangles == 0)
        return true;
    if (!prepare_wires(s, state))
        return false;
    if (from->vertex_buffer) {
        glUseProgram(program);
    } else {
        if (!prepare_drawn(s, from))
            return false;
        program = s->drawn.program;
        result = hpyr_marching_cubes_bind(from->cubes, program, NULL, UNIT_SURFACE, NULL);
    }
    if (result == HPYR_OK) {
        set_place(program, state, f, c);
        set_occlusion(s, state, program);
        set_color(program, "u_warm", SCENE_OUTSIDE);
        set_color(program, "u_cool", SCENE_INSIDE);
        result = draw_both(s, state, c, program);
        if (!from->vertex_buffer) {
            hpyr_result unbound = hpyr_marching_cubes_unbind(from->cubes);
            result = result == HPYR_OK ? unbound : result;
        }
    }
    return library_check(from->library, result, "drawing the surface");
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

bool scene_update(scene *s, const surface *from, double iso) {
    return occlusion_update(&s->inside, from->volume, iso);
}

bool scene_draw(scene *s, const scene_state *state, uint32_t framebuffer, int width, int height, bool fine) {
    int factor = fine ? 2 : 1;
    s->height = height;
    if (!draw_target_resize(&s->target, s->painter, width * factor, height * factor))
        return false;
    fit f = fit_of(state->surface->volume);
    camera_matrices c;
    camera_look(state->camera, width, height, &c);
    set_state();
    glLineWidth(1);
    painter_begin(s->painter);
    draw_target_begin(&s->target);
    draw_background(s);
    bool ok = draw_surface(s, state, &f, &c);
    draw_box(s, state, &f, &c);
    draw_target_end(&s->target, s->painter, framebuffer, width, height);
    painter_end(s->painter);
    return ok && draw_check("drawing the surface");
}
