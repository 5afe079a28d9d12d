/* views.c - the four pictures of the paper's figure 1: mesh, slice, 2D point list, particle cloud.
 * SPDX-License-Identifier: MIT */
#include "views.h"

#include "panels.h"
#include "shaders.h"

#include "common/gl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct views {
    uint32_t mesh, cloud, slice, list, box;
    char *slice_text;      /* the pyramid's GLSL that `slice` is made with */
    uint32_t vertex_array; /* empty, for shaders that count vertices */
    uint32_t cloud_array;
    uint32_t sampler; /* nearest, whatever filters the textures have */
    uint32_t picture_framebuffer, picture_texture;
    panels *panels;
    draw_target target;
};

typedef hpyr_result (*paint_fn)(const views *v, const view_state *s, const camera_matrices *c, const panel_area *area);

/* Texture units; the pyramid's own come after. */
enum { UNIT_FIRST, UNIT_COLOURS, UNIT_NORMALS, UNIT_PYRAMID };

static uint32_t make_program(const char *vertex, const char *fragment, char *error, size_t error_size) {
    return draw_program(fragment, dicer_shader(vertex), dicer_shader(fragment), error, error_size);
}

views *views_create(char *error, size_t error_size) {
    views *v = calloc(1, sizeof *v);
    if (!v) {
        error_set(error, error_size, "out of memory");
        return NULL;
    }
    v->mesh = make_program("mesh.vert.glsl", "mesh.frag.glsl", error, error_size);
    v->cloud = v->mesh ? make_program("cloud.vert.glsl", "cloud.frag.glsl", error, error_size) : 0;
    v->list = v->cloud ? make_program("list.vert.glsl", "list.frag.glsl", error, error_size) : 0;
    v->box = v->list ? make_program("box.vert.glsl", "box.frag.glsl", error, error_size) : 0;
    v->panels = v->box ? panels_create(error, error_size) : NULL;
    if (!v->panels) {
        views_destroy(v);
        return NULL;
    }
    glGenVertexArrays(1, &v->vertex_array);
    glGenVertexArrays(1, &v->cloud_array);
    glGenSamplers(1, &v->sampler);
    glSamplerParameteri(v->sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glSamplerParameteri(v->sampler, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return v;
}

void views_destroy(views *v) {
    if (v) {
        draw_target_free(&v->target);
        panels_destroy(v->panels);
        glDeleteFramebuffers(1, &v->picture_framebuffer);
        glDeleteTextures(1, &v->picture_texture);
        glDeleteVertexArrays(1, &v->vertex_array);
        glDeleteVertexArrays(1, &v->cloud_array);
        glDeleteSamplers(1, &v->sampler);
        glDeleteProgram(v->mesh);
        glDeleteProgram(v->cloud);
        glDeleteProgram(v->slice);
        glDeleteProgram(v->list);
        glDeleteProgram(v->box);
        free(v->slice_text);
        free(v);
    }
}

camera views_default_camera(const draw_mesh *mesh) {
    camera c = {0};
    c.azimuth = 0.42f;
    c.elevation = 0.40f;
    c.zoom = 1;
    c.radius = fmaxf(mesh->radius, 0.05f) * 1.02f;
    memcpy(c.target, mesh->centre, sizeof c.target);
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
                     const float colour[4], float width) {
    glUseProgram(v->box);
    set_matrix(v->box, "u_view_projection", c->view_projection);
    glUniform3f(draw_uniform(v->box, "u_low"), -1, -1, z[0]);
    glUniform3f(draw_uniform(v->box, "u_high"), 1, 1, z[1]);
    glUniform2f(draw_uniform(v->box, "u_viewport"), (float)area->width, (float)area->height);
    glUniform1f(draw_uniform(v->box, "u_width"), width * area->pixels);
    glUniform4fv(draw_uniform(v->box, "u_colour"), 1, colour);
    glBindVertexArray(v->vertex_array);
    glDrawArrays(GL_TRIANGLES, 0, 12 * 6);
}

/* The upper left 3x3 of view * model, for normals: turns and uniform scales only. */
static void set_turn(uint32_t program, const camera_matrices *c, const float model[16]) {
    float turn[9];
    for (int column = 0; column < 3; column++) {
        for (int row = 0; row < 3; row++) {
            turn[column * 3 + row] = 0;
            for (int k = 0; k < 3; k++) {
                turn[column * 3 + row] += c->view[k * 4 + row] * model[column * 4 + k];
            }
        }
    }
    glUniformMatrix3fv(draw_uniform(program, "u_turn"), 1, GL_FALSE, turn);
}

static void bind_texture(uint32_t program, const char *name, GLuint unit, GLuint texture, GLuint sampler) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindSampler(unit, sampler);
    glActiveTexture(GL_TEXTURE0);
    glUniform1i(draw_uniform(program, name), (GLint)unit);
}

static void draw_points(uint32_t total) {
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    for (uint32_t first = 0; first < total;) { /* a draw call counts in signed numbers */
        uint32_t count = total - first < 0x40000000u ? total - first : 0x40000000u;
        glDrawArrays(GL_POINTS, (GLint)first, (GLsizei)count);
        first += count;
        if (first > 0x7FFFFFFFu - 0x40000000u) {
            break; /* more particles than a vertex number can name */
        }
    }
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    glDisable(GL_PROGRAM_POINT_SIZE);
}

/* Particles as wide as a cell, from the list that the extraction left in its buffer. */
static void draw_cloud(const views *v, const view_state *s, const camera_matrices *c, const camera *look, uint32_t last,
                       const float tint[4]) {
    const pipeline *p = s->pipeline;
    float cell = 2.0f / (float)(p->desc.grid[0] > p->desc.grid[1] ? p->desc.grid[0] : p->desc.grid[1]);
    float distance = 0;
    for (int k = 0; k < 3; k++) {
        distance += (c->eye[k] - look->target[k]) * (c->eye[k] - look->target[k]);
    }
    distance = sqrtf(distance);
    glUseProgram(v->cloud);
    set_matrix(v->cloud, "u_view", c->view);
    set_matrix(v->cloud, "u_view_projection", c->view_projection);
    set_turn(v->cloud, c, s->model);
    set_grid(v->cloud, p);
    glUniform2f(draw_uniform(v->cloud, "u_depths"), distance - 0.4f * s->mesh->radius,
                distance + 1.1f * s->mesh->radius);
    glUniform1f(draw_uniform(v->cloud, "u_pixels"), c->pixels_per_unit * cell * 1.1f);
    glUniform1ui(draw_uniform(v->cloud, "u_last"), last);
    glUniform4fv(draw_uniform(v->cloud, "u_tint"), 1, tint);
    glUniform1i(draw_uniform(v->cloud, "u_is_lit"), p->has_attributes);
    glUniform1i(draw_uniform(v->cloud, "u_is_coloured"), p->has_attributes && s->mesh->has_colours);
    bind_texture(v->cloud, "u_colours", UNIT_COLOURS, p->has_attributes ? p->colours.name : 0, v->sampler);
    bind_texture(v->cloud, "u_normals", UNIT_NORMALS, p->has_attributes ? p->normals.name : 0, v->sampler);
    glBindVertexArray(v->cloud_array);
    glBindBuffer(GL_ARRAY_BUFFER, p->list_buffer);
    glVertexAttribIPointer(0, 3, GL_UNSIGNED_INT, sizeof(hpyr_point), NULL);
    glEnableVertexAttribArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    draw_points(p->total);
}

static hpyr_result paint_mesh(const views *v, const view_state *s, const camera_matrices *c, const panel_area *area) {
    (void)area;
    glUseProgram(v->mesh);
    set_matrix(v->mesh, "u_model", s->model);
    set_matrix(v->mesh, "u_view", c->view);
    set_matrix(v->mesh, "u_view_projection", c->view_projection);
    glBindVertexArray(s->mesh->vertex_array);
    for (uint32_t i = 0; i < s->mesh->part_count; i++) {
        const draw_part *part = &s->mesh->parts[i];
        uint64_t indices = (uint64_t)part->triangle_count * 3;
        bind_texture(v->mesh, "u_texture", UNIT_FIRST, part->texture, 0); /* with the filters of its own */
        glUniform1i(draw_uniform(v->mesh, "u_is_textured"), part->texture != 0);
        glDrawElements(GL_TRIANGLES, (GLsizei)(indices < 0x7FFFFFFE ? indices : 0x7FFFFFFE), GL_UNSIGNED_INT,
                       (const void *)((uintptr_t)part->first_triangle * 12));
    }
    return HPYR_OK;
}

/* The program of the slice contains the pyramid's GLSL, which another layout or voxelizer changes. */
static bool prepare_slice(views *v, const pipeline *p, char *error, size_t error_size) {
    size_t needed = 0;
    hpyr_pyramid_glsl(p->pyramid, NULL, NULL, 0, &needed);
    const char *own = dicer_shader("slice.frag.glsl");
    size_t size = needed + strlen(own) + 1;
    char *text = malloc(size);
    if (!text) {
        return error_set(error, error_size, "out of memory for a shader of %zu bytes", size);
    }
    hpyr_result result = hpyr_pyramid_glsl(p->pyramid, NULL, text, needed, NULL);
    if (!library_check(p->library, result, "the pyramid's GLSL", error, error_size)) {
        free(text);
        return false;
    }
    strcat(text, own);
    if (v->slice && strcmp(text, v->slice_text) == 0) {
        free(text);
        return true;
    }
    glDeleteProgram(v->slice);
    free(v->slice_text);
    v->slice_text = text;
    v->slice = draw_program("slice.frag.glsl", dicer_shader("slice.vert.glsl"), text, error, error_size);
    return v->slice != 0;
}

/* The cells of one slice, by the pyramid's own GLSL, whatever it was built from. */
static hpyr_result draw_slice(const views *v, const view_state *s, const camera_matrices *c, const panel_area *area) {
    const pipeline *p = s->pipeline;
    float place = ((float)s->slice + 0.5f) / (float)p->desc.grid[2];
    hpyr_result result = hpyr_pyramid_bind(p->pyramid, v->slice, NULL, UNIT_PYRAMID, NULL);
    if (result != HPYR_OK) {
        return result;
    }
    set_matrix(v->slice, "u_view_projection", c->view_projection);
    glUniform1f(draw_uniform(v->slice, "u_z"), place * 2 - 1);
    glUniform1f(draw_uniform(v->slice, "u_depth"), place);
    glUniform1f(draw_uniform(v->slice, "u_pixels"), area->pixels);
    glUniform1i(draw_uniform(v->slice, "u_slice"), (GLint)s->slice);
    glUniform2i(draw_uniform(v->slice, "u_size"), (GLint)p->desc.grid[0], (GLint)p->desc.grid[1]);
    glBindVertexArray(v->vertex_array);
    glDisable(GL_DEPTH_TEST); /* the particles in the slice itself lie in its plane */
    glEnable(GL_BLEND);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDisable(GL_BLEND);
    return hpyr_pyramid_unbind(p->pyramid);
}

/* What has been sliced so far lies behind the slice, greyed; the volume's outline around both. */
static hpyr_result paint_slice(const views *v, const view_state *s, const camera_matrices *ignored,
                               const panel_area *area) {
    (void)ignored;
    static const float GREY[4] = {0.52f, 0.58f, 0.68f, 0.85f}, FAINT[4] = {0.45f, 0.50f, 0.58f, 0.55f};
    static const float RED[4] = {0.93f, 0.22f, 0.18f, 1};
    const float whole[2] = {-1, 1};
    float place = ((float)s->slice + 0.5f) / (float)s->pipeline->desc.grid[2];
    const float at[2] = {place * 2 - 1, place * 2 - 1};
    camera volume = s->camera;
    memset(volume.target, 0, sizeof volume.target);
    volume.radius = 1.6f; /* sqrt(3) would hold the corners from everywhere; none looks from there */
    camera_matrices c;
    camera_look(&volume, area->width, area->height, &c);
    draw_box(v, &c, area, whole, FAINT, 1.2f);
    draw_cloud(v, s, &c, &volume, s->slice, GREY);
    hpyr_result result = draw_slice(v, s, &c, area);
    draw_box(v, &c, area, at, RED, 2.6f);
    glEnable(GL_DEPTH_TEST);
    return result;
}

static hpyr_result paint_list(const views *v, const view_state *s, const camera_matrices *c, const panel_area *area) {
    (void)c;
    int side = (area->width < area->height ? area->width : area->height) * 88 / 100;
    glViewport(area->x + (area->width - side) / 2, area->y + (area->height - side) / 2, side, side);
    glUseProgram(v->list);
    set_grid(v->list, s->pipeline);
    bind_texture(v->list, "u_list", UNIT_FIRST, s->pipeline->list_texture.name, v->sampler);
    glBindVertexArray(v->vertex_array);
    glDisable(GL_DEPTH_TEST);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glEnable(GL_DEPTH_TEST);
    return HPYR_OK;
}

static hpyr_result paint_cloud(const views *v, const view_state *s, const camera_matrices *c, const panel_area *area) {
    (void)area;
    static const float AS_IT_IS[4] = {0, 0, 0, 0};
    draw_cloud(v, s, c, &s->camera, UINT32_MAX, AS_IT_IS);
    return HPYR_OK;
}

static void write_captions(const view_state *s, char captions[PANEL_COUNT][2][PANEL_CAPTION_SIZE]) {
    const pipeline *p = s->pipeline;
    unsigned side = (unsigned)hpyr_list_side(p->total);
    snprintf(captions[0][0], PANEL_CAPTION_SIZE, "Mesh");
    snprintf(captions[0][1], PANEL_CAPTION_SIZE, "%u triangle%s", (unsigned)s->mesh->triangle_count,
             s->mesh->triangle_count == 1 ? "" : "s");
    snprintf(captions[1][0], PANEL_CAPTION_SIZE, "Slice z=%u", (unsigned)s->slice);
    snprintf(captions[1][1], PANEL_CAPTION_SIZE, "of %u x %u x %u", (unsigned)p->desc.grid[0],
             (unsigned)p->desc.grid[1], (unsigned)p->desc.grid[2]);
    snprintf(captions[2][0], PANEL_CAPTION_SIZE, "Point list");
    snprintf(captions[2][1], PANEL_CAPTION_SIZE, "%u x %u, xyz as rgb", side, side);
    snprintf(captions[3][0], PANEL_CAPTION_SIZE, "Particle cloud");
    snprintf(captions[3][1], PANEL_CAPTION_SIZE, "%u point%s, %.*f ms", (unsigned)p->total, p->total == 1 ? "" : "s",
             s->ms < 10 ? 1 : 0, s->ms);
}

/* The state that all pictures share; the demo's own context has GL's defaults otherwise. */
static void set_state(void) {
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_CULL_FACE);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_MULTISAMPLE);
}

static void clear_bindings(void) {
    for (GLuint unit = UNIT_FIRST; unit < UNIT_PYRAMID; unit++) {
        glActiveTexture(GL_TEXTURE0 + unit);
        glBindTexture(GL_TEXTURE_2D, 0);
        glBindSampler(unit, 0);
    }
    glActiveTexture(GL_TEXTURE0);
    glBindVertexArray(0);
    glUseProgram(0);
}

static bool paint_all(const views *v, const view_state *s, const panel_layout *layout, char *error, size_t error_size) {
    static const paint_fn PAINT[PANEL_COUNT] = {paint_mesh, paint_slice, paint_list, paint_cloud};
    bool ok = true;
    for (int i = 0; i < PANEL_COUNT && ok; i++) {
        const panel_area *area = &layout->pictures[i];
        camera_matrices c;
        camera_look(&s->camera, area->width, area->height, &c);
        glViewport(area->x, area->y, area->width, area->height);
        glScissor(area->x, area->y, area->width, area->height);
        glEnable(GL_SCISSOR_TEST); /* particles and lines are wider than the vertices that are clipped */
        ok = library_check(s->pipeline->library, PAINT[i](v, s, &c, area), "drawing from the pyramid", error,
                           error_size);
        glDisable(GL_SCISSOR_TEST);
    }
    return ok;
}

bool views_draw(views *v, const view_state *s, uint32_t framebuffer, int width, int height, bool fine, char *error,
                size_t error_size) {
    int factor = fine ? 2 : 1;
    if (!draw_target_resize(&v->target, width * factor, height * factor, error, error_size) ||
        !prepare_slice(v, s->pipeline, error, error_size)) {
        return false;
    }
    char captions[PANEL_COUNT][2][PANEL_CAPTION_SIZE];
    panel_layout layout = panels_arrange(v->target.width, v->target.height, factor);
    write_captions(s, captions);
    set_state();
    draw_target_begin(&v->target);
    panels_clear(v->panels, &layout);
    bool ok = paint_all(v, s, &layout, error, error_size);
    glViewport(0, 0, v->target.width, v->target.height);
    panels_write(v->panels, &layout, (const char(*)[2][PANEL_CAPTION_SIZE])captions);
    draw_target_end(&v->target, framebuffer, width, height);
    clear_bindings();
    return ok && draw_check("drawing the four pictures", error, error_size);
}

static bool make_picture_framebuffer(views *v, int width, int height, char *error, size_t error_size) {
    if (!v->picture_framebuffer) {
        glGenFramebuffers(1, &v->picture_framebuffer);
        glGenTextures(1, &v->picture_texture);
    }
    glBindTexture(GL_TEXTURE_2D, v->picture_texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, v->picture_framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, v->picture_texture, 0);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        return error_set(error, error_size, "OpenGL has no framebuffer of %dx%d pixels", width, height);
    }
    return draw_check("the picture", error, error_size);
}

uint8_t *views_picture(views *v, const view_state *s, int width, int height, char *error, size_t error_size) {
    GLint largest = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    bool fine = width <= largest / 2 && height <= largest / 2;
    if (!make_picture_framebuffer(v, width, height, error, error_size) ||
        !views_draw(v, s, v->picture_framebuffer, width, height, fine, error, error_size)) {
        return NULL;
    }
    uint8_t *rgb = malloc((size_t)width * (size_t)height * 3);
    if (!rgb) {
        error_set(error, error_size, "out of memory for a picture of %dx%d", width, height);
        return NULL;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, v->picture_framebuffer);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, rgb);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    if (!draw_check("reading the picture back", error, error_size)) {
        free(rgb);
        return NULL;
    }
    return rgb;
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
