/* views.c - the four pictures of the paper's figure 1: mesh, slice, 2D point list, particle cloud.
 * SPDX-License-Identifier: MIT */
#include "views.h"

#include "panels.h"
#include "particles.h"

#include "common/draw/overlay.h"
#include "common/draw/snippet.h"
#include "common/draw/target.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <cglm/cglm.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct views {
    const painter *painter;
    uint32_t mesh, list, box;
    uint32_t box_edges; /* vertices of the twelve */
    snippet_program slice;
    particles *particles;
    overlay *overlay;
    draw_target target;
};

typedef hpyr_result (*paint_fn)(const views *v, const view_state *s, const panel_area *area);

/* Texture units; a pyramid's own, and those of particles, come after. */
enum { UNIT_FIRST, UNIT_PYRAMID };

enum { BOX_VERTICES = 12 * 6 };

typedef struct box_vertex {
    float from[3], to[3], corner[2];
} box_vertex;

static uint32_t make_program(const painter *p, const char *vertex, const char *fragment,
                             const char *const *attributes) {
    const draw_program_desc desc = {dicer_shaders, {vertex}, {"light.glsl", fragment}, attributes};
    return draw_program(p, &desc);
}

/* Twelve edges, two triangles each. */
static uint32_t make_box(void) {
    static const float CORNERS[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
    box_vertex vertices[BOX_VERTICES];
    memset(vertices, 0, sizeof vertices);
    for (int i = 0; i < BOX_VERTICES; i++) {
        int edge = i / 6, axis = edge / 4;
        box_vertex *v = &vertices[i];
        v->from[(axis + 1) % 3] = v->to[(axis + 1) % 3] = (float)(edge & 1);
        v->from[(axis + 2) % 3] = v->to[(axis + 2) % 3] = (float)(edge >> 1 & 1);
        v->to[axis] = 1;
        memcpy(v->corner, CORNERS[i % 6], sizeof v->corner);
    }
    return draw_buffer(vertices, sizeof vertices);
}

static bool make_objects(views *v) {
    static const char *const BOX_ATTRIBUTES[] = {"a_from", "a_to", "a_corner", NULL};
    const painter *p = v->painter;
    v->box_edges = make_box();
    v->mesh = make_program(p, "mesh.vert.glsl", "mesh.frag.glsl", DRAW_MESH_ATTRIBUTES);
    v->list = v->mesh ? make_program(p, "square.vert.glsl", "list.frag.glsl", DRAW_SQUARE_ATTRIBUTES) : 0;
    v->box = v->list ? make_program(p, "box.vert.glsl", "box.frag.glsl", BOX_ATTRIBUTES) : 0;
    v->particles = v->box ? particles_create(p) : NULL;
    v->overlay = v->particles ? overlay_create(p) : NULL;
    return v->overlay != NULL;
}

views *views_create(const painter *painter) {
    views *v = memory_zeroed(sizeof *v);
    if (!v)
        return NULL;
    v->painter = painter;
    if (!make_objects(v)) {
        views_destroy(v);
        return NULL;
    }
    return v;
}

void views_destroy(views *v) {
    if (v) {
        draw_target_free(&v->target);
        overlay_destroy(v->overlay);
        particles_destroy(v->particles);
        glDeleteBuffers(1, &v->box_edges);
        glDeleteProgram(v->mesh);
        glDeleteProgram(v->list);
        glDeleteProgram(v->box);
        snippet_free(&v->slice);
        free(v);
    }
}

camera views_default_camera(void) {
    camera c = {0};
    c.azimuth = 0.42f;
    c.elevation = 0.40f;
    c.zoom = 1;
    return c;
}

/* Whatever the model's turn, and a model beside the y axis sweeps more than itself. */
static camera look_at_model(const view_state *s, const panel_area *area) {
    const draw_mesh *mesh = s->mesh;
    camera c = s->camera;
    camera_ring rings[DRAW_MESH_RINGS];
    vec3 column;
    memcpy(column, s->model, sizeof column);
    float scale = glm_vec3_norm(column), beside = s->turns ? hypotf(mesh->center[0], mesh->center[2]) : 0;
    float coarse = fmaxf(1.5f / (float)s->pipeline->desc.grid[0] - 0.05f, 0); /* what particles reach past the margin */
    for (int i = 0; i < DRAW_MESH_RINGS; i++)
        rings[i] = (camera_ring){mesh->rings[i].height * scale, (mesh->rings[i].radius + beside) * scale + coarse};
    for (int k = 0; k < 3; k++)
        c.target[k] = s->turns && k != 1 ? 0 : mesh->center[k] * scale;
    camera_fit_rings(&c, rings, DRAW_MESH_RINGS, area->width, area->height);
    return c;
}

static camera look_at_volume(const view_state *s, const panel_area *area) {
    static const float LOW[3] = {-1, -1, -1}, HIGH[3] = {1, 1, 1};
    camera c = s->camera;
    memset(c.target, 0, sizeof c.target);
    camera_fit_corners(&c, LOW, HIGH, area->width, area->height);
    return c;
}

static void set_matrix(uint32_t program, const char *name, const float matrix[16]) {
    glUniformMatrix4fv(draw_uniform(program, name), 1, GL_FALSE, matrix);
}

static void set_grid(uint32_t program, const pipeline *p) {
    glUniform3f(draw_uniform(program, "u_grid"), (float)p->desc.grid[0], (float)p->desc.grid[1],
                (float)p->desc.grid[2]);
}

static void draw_box(const views *v, const camera_matrices *c, const panel_area *area, const float z[2],
                     const float color[4], float width) {
    static const uint32_t STRIDE = sizeof(box_vertex);
    const draw_attribute attributes[3] = {{v->box_edges, 3, GL_FLOAT, false, STRIDE, offsetof(box_vertex, from)},
                                          {v->box_edges, 3, GL_FLOAT, false, STRIDE, offsetof(box_vertex, to)},
                                          {v->box_edges, 2, GL_FLOAT, false, STRIDE, offsetof(box_vertex, corner)}};
    glUseProgram(v->box);
    set_matrix(v->box, "u_view_projection", c->view_projection);
    glUniform3f(draw_uniform(v->box, "u_low"), -1, -1, z[0]);
    glUniform3f(draw_uniform(v->box, "u_high"), 1, 1, z[1]);
    glUniform2f(draw_uniform(v->box, "u_viewport"), (float)area->width, (float)area->height);
    glUniform1f(draw_uniform(v->box, "u_width"), width * area->pixels);
    glUniform4fv(draw_uniform(v->box, "u_color"), 1, color);
    draw_attributes_begin(attributes, 3);
    glDrawArrays(GL_TRIANGLES, 0, BOX_VERTICES);
    draw_attributes_end(3);
}

static hpyr_result draw_cloud(const views *v, const view_state *s, const camera_matrices *c, const panel_area *area,
                              const camera *look, uint32_t last, const float tint[4]) {
    const bool is_backdrop = last != HPYR_ALL;
    const particle_scene scene = {s->pipeline,  s->mesh,      s->model, look,        c,    area->width,
                                  area->height, area->factor, last,     is_backdrop, tint, UNIT_PYRAMID};
    return particles_draw(v->particles, v->painter, &scene);
}

static hpyr_result paint_mesh(const views *v, const view_state *s, const panel_area *area) {
    camera look = look_at_model(s, area);
    camera_matrices c;
    camera_look(&look, area->width, area->height, &c);
    glUseProgram(v->mesh);
    set_matrix(v->mesh, "u_model", s->model);
    set_matrix(v->mesh, "u_view", c.view);
    set_matrix(v->mesh, "u_view_projection", c.view_projection);
    glUniform1i(draw_uniform(v->mesh, "u_texture"), UNIT_FIRST);
    draw_mesh_begin(s->mesh);
    for (uint32_t i = 0; i < s->mesh->part_count; i++) {
        glBindTexture(GL_TEXTURE_2D, s->mesh->parts[i].texture);
        glUniform1i(draw_uniform(v->mesh, "u_is_textured"), s->mesh->parts[i].texture != 0);
        glUniform1f(draw_uniform(v->mesh, "u_gloss"), s->mesh->parts[i].gloss);
        draw_mesh_part(s->mesh, i);
    }
    draw_mesh_end();
    return HPYR_OK;
}

static bool prepare_slice(views *v, const pipeline *p) {
    draw_program_desc desc = {dicer_shaders, {"slice.vert.glsl"}, {NULL, "slice.frag.glsl"}, DRAW_SQUARE_ATTRIBUTES};
    return snippet_prepare(&v->slice, v->painter, p->library, p->pyramid, &desc, &desc.fragment[0]);
}

/* The cells of one slice, by the pyramid's own GLSL, whatever it was built from. */
static hpyr_result draw_slice(const views *v, const view_state *s, const camera_matrices *c, const panel_area *area) {
    const pipeline *p = s->pipeline;
    uint32_t program = v->slice.program;
    float place = ((float)s->slice + 0.5f) / (float)p->desc.grid[2];
    hpyr_result result = hpyr_pyramid_bind(p->pyramid, program, NULL, UNIT_PYRAMID, NULL);
    if (result != HPYR_OK)
        return result;
    set_matrix(program, "u_view_projection", c->view_projection);
    glUniform1f(draw_uniform(program, "u_z"), place * 2 - 1);
    glUniform1f(draw_uniform(program, "u_depth"), place);
    glUniform1f(draw_uniform(program, "u_pixels"), area->pixels);
    glUniform1f(draw_uniform(program, "u_slice"), (float)s->slice);
    glUniform2f(draw_uniform(program, "u_size"), (float)p->desc.grid[0], (float)p->desc.grid[1]);
    glDisable(GL_DEPTH_TEST); /* the particles in the slice itself lie in its plane */
    glEnable(GL_BLEND);
    draw_square(v->painter);
    glDisable(GL_BLEND);
    return hpyr_pyramid_unbind(p->pyramid);
}

/* What has been sliced so far lies behind the slice, grayed; the volume's outline around both. */
static hpyr_result paint_slice(const views *v, const view_state *s, const panel_area *area) {
    static const float GRAY[4] = {0.52f, 0.58f, 0.68f, 0.85f}, FAINT[4] = {0.45f, 0.50f, 0.58f, 0.55f};
    static const float RED[4] = {0.93f, 0.22f, 0.18f, 1};
    const float whole[2] = {-1, 1};
    float place = ((float)s->slice + 0.5f) / (float)s->pipeline->desc.grid[2];
    const float at[2] = {place * 2 - 1, place * 2 - 1};
    camera volume = look_at_volume(s, area);
    camera_matrices c;
    camera_look(&volume, area->width, area->height, &c);
    draw_box(v, &c, area, whole, FAINT, 1.2f);
    hpyr_result result = draw_cloud(v, s, &c, area, &volume, s->slice, GRAY);
    result = result == HPYR_OK ? draw_slice(v, s, &c, area) : result;
    draw_box(v, &c, area, at, RED, 2.6f);
    glEnable(GL_DEPTH_TEST);
    return result;
}

static hpyr_result paint_list(const views *v, const view_state *s, const panel_area *area) {
    int side = (area->width < area->height ? area->width : area->height) * 92 / 100;
    glViewport(area->x + (area->width - side) / 2, area->y + (area->height - side) / 2, side, side);
    glUseProgram(v->list);
    set_grid(v->list, s->pipeline);
    glUniform1f(draw_uniform(v->list, "u_side"), (float)s->pipeline->list_texture.width);
    glUniform1f(draw_uniform(v->list, "u_pixel"),
                (float)s->pipeline->list_texture.width * (float)area->factor / (float)side);
    glUniform1i(draw_uniform(v->list, "u_list"), UNIT_FIRST);
    glBindTexture(GL_TEXTURE_2D, s->pipeline->list_texture.name);
    glDisable(GL_DEPTH_TEST);
    draw_square(v->painter);
    glEnable(GL_DEPTH_TEST);
    return HPYR_OK;
}

static hpyr_result paint_cloud(const views *v, const view_state *s, const panel_area *area) {
    static const float AS_IT_IS[4] = {0, 0, 0, 0};
    camera look = look_at_model(s, area);
    camera_matrices c;
    camera_look(&look, area->width, area->height, &c);
    return draw_cloud(v, s, &c, area, &look, HPYR_ALL, AS_IT_IS);
}

static void write_captions(const view_state *s, panel_caption captions[PANEL_COUNT]) {
    const pipeline *p = s->pipeline;
    unsigned side = (unsigned)hpyr_list_side(p->total);
    snprintf(captions[0].title, PANEL_CAPTION_SIZE, "Mesh");
    snprintf(captions[0].detail, PANEL_CAPTION_SIZE, "%u triangle%s", (unsigned)s->mesh->triangle_count,
             s->mesh->triangle_count == 1 ? "" : "s");
    snprintf(captions[1].title, PANEL_CAPTION_SIZE, "Slice z=%u", (unsigned)s->slice);
    snprintf(captions[1].detail, PANEL_CAPTION_SIZE, "of %u x %u x %u", (unsigned)p->desc.grid[0],
             (unsigned)p->desc.grid[1], (unsigned)p->desc.grid[2]);
    snprintf(captions[2].title, PANEL_CAPTION_SIZE, "Point list");
    snprintf(captions[2].detail, PANEL_CAPTION_SIZE, "%u x %u, xyz as rgb", side, side);
    snprintf(captions[2].more, PANEL_CAPTION_SIZE, "xyz as rgb: a stripe is a part of the volume");
    snprintf(captions[3].title, PANEL_CAPTION_SIZE, "Particle cloud");
    snprintf(captions[3].detail, PANEL_CAPTION_SIZE, "%u %s%s, %.*f ms", (unsigned)p->total,
             p->quads ? "quad" : "point", p->total == 1 ? "" : "s", s->ms < 10 ? 1 : 0, s->ms);
}

/* The state that all pictures share; the demo's own context has GL's defaults otherwise. */
static void set_state(void) {
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_CULL_FACE);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

static bool paint_all(const views *v, const view_state *s, const panel_layout *layout) {
    static const paint_fn PAINT[PANEL_COUNT] = {paint_mesh, paint_slice, paint_list, paint_cloud};
    bool ok = true;
    for (int i = 0; i < PANEL_COUNT && ok; i++) {
        const panel_area *area = &layout->pictures[i];
        glViewport(area->x, area->y, area->width, area->height);
        glScissor(area->x, area->y, area->width, area->height);
        glEnable(GL_SCISSOR_TEST); /* particles and lines are wider than the vertices that are clipped */
        ok = library_check(s->pipeline->library, PAINT[i](v, s, area), "drawing from the pyramid");
        glDisable(GL_SCISSOR_TEST);
    }
    return ok;
}

bool views_draw(views *v, const view_state *s, uint32_t framebuffer, int width, int height, bool fine) {
    int factor = fine ? 2 : 1;
    if (!draw_target_resize(&v->target, v->painter, width * factor, height * factor) ||
        !prepare_slice(v, s->pipeline) || !particles_prepare(v->particles, v->painter, s->pipeline))
        return false;
    panel_caption captions[PANEL_COUNT] = {{{0}}};
    panel_layout layout = panels_arrange(v->target.width, v->target.height, factor);
    write_captions(s, captions);
    set_state();
    painter_begin(v->painter);
    draw_target_begin(&v->target);
    panels_clear(v->overlay, &layout);
    bool ok = paint_all(v, s, &layout);
    glViewport(0, 0, v->target.width, v->target.height);
    panels_write(v->overlay, &layout, captions);
    draw_target_end(&v->target, v->painter, framebuffer, width, height);
    painter_end(v->painter);
    return ok && draw_check("drawing the four pictures");
}

typedef struct slice_extent {
    uint32_t count, low[2], high[2];
} slice_extent;

uint32_t views_best_slice(const pipeline *p) {
    uint32_t best = p->desc.grid[2] / 2;
    double best_score = 0;
    slice_extent *slices = calloc(p->desc.grid[2], sizeof *slices);
    for (uint32_t i = 0; slices && i < p->total; i++) {
        const hpyr_point *point = &p->points[i];
        uint32_t xy[2] = {point->x, point->y};
        slice_extent *s = &slices[point->z];
        for (int k = 0; k < 2; k++) {
            s->low[k] = s->count == 0 || xy[k] < s->low[k] ? xy[k] : s->low[k];
            s->high[k] = s->count == 0 || xy[k] > s->high[k] ? xy[k] : s->high[k];
        }
        s->count++;
    }
    for (uint32_t z = 0; slices && z < p->desc.grid[2]; z++) {
        const slice_extent *s = &slices[z];
        double score = s->count * ((double)s->high[0] - s->low[0] + 1) * ((double)s->high[1] - s->low[1] + 1);
        if (score >= best_score && s->count > 0) {
            best_score = score;
            best = z;
        }
    }
    free(slices);
    return best;
}
