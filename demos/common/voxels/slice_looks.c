/* slice_looks.c - colors and normals of points where only slices know them: on OpenGL 2.1.  SPDX-License-Identifier: MIT
 *
 * The mesh is voxelized once more, its triangles' numbers in the place of colors. So the slices tell for each point the triangle
 * that marks its voxel, and a pass over the point list interpolates what its corners have, at the column's center:
 *
 *     list of cells ──▶ slices: number ──▶ corners: 6 texels a triangle ──▶ list of normals, list of colors
 *
 *     texel 2 c      of corner c: x, y in cells, texture coordinates
 *     texel 2 c + 1               normal, color as r + 256 g + 65536 b */
#include "common/voxels/slice_looks.h"

#include "common/draw/draw.h"
#include "common/files/memory.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <cglm/cglm.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXELS = 6,        /* of a triangle */
    ROW = 512,         /* triangles in a row of corners, where textures may be as wide */
    NUMBERS = 1 << 24, /* that three bytes hold */
    UNITS = 4
};

/* As the voxelizer takes it: three a triangle. */
typedef struct numbered_vertex {
    float position[3];
    uint8_t number[4];
} numbered_vertex;

struct slice_looks {
    painter painter;
    uint32_t program;
    uint32_t colors, normals; /* framebuffers of lists with `side` texels a side */
    uint32_t side;
    uint32_t soup;    /* numbered vertices */
    uint32_t corners; /* RGBA32F */
    uint32_t corners_width, corners_height;
};

/* A mesh in CPU memory, as far as its buffers reach. */
typedef struct copied_mesh {
    float *positions, *normals, *texcoords; /* no texcoords without textures */
    uint8_t *colors;
    uint32_t *indices;
    size_t vertex_count;
} copied_mesh;

/* ---- life ---- */

slice_looks *slice_looks_create(int gl) {
    slice_looks *s = memory_zeroed(sizeof *s);
    if (!s)
        return NULL;
    const draw_program_desc desc = {
        demo_shaders, {"square.vert.glsl"}, {"slice_looks.frag.glsl"}, DRAW_SQUARE_ATTRIBUTES};
    if (painter_open(&s->painter, gl))
        s->program = draw_program(&s->painter, &desc);
    if (!s->program) {
        slice_looks_destroy(s);
        return NULL;
    }
    glGenBuffers(1, &s->soup);
    glGenTextures(1, &s->corners);
    return s;
}

static void drop_framebuffers(slice_looks *s) {
    framebuffer_delete(s->painter.gl, &s->colors);
    framebuffer_delete(s->painter.gl, &s->normals);
    s->side = 0;
}

void slice_looks_destroy(slice_looks *s) {
    if (!s)
        return;
    if (s->program) {
        drop_framebuffers(s);
        glDeleteProgram(s->program);
        glDeleteBuffers(1, &s->soup);
        glDeleteTextures(1, &s->corners);
    }
    painter_close(&s->painter);
    free(s);
}

static bool make_framebuffers(slice_looks *s, const pipeline *p) {
    if (s->side == p->colors.width)
        return true;
    drop_framebuffers(s);
    s->colors = framebuffer_of(s->painter.gl, p->colors.name);
    s->normals = framebuffer_of(s->painter.gl, p->normals.name);
    if (!s->colors || !s->normals)
        return error_set("this OpenGL does not draw into lists of colors and normals");
    s->side = p->colors.width;
    return true;
}

/* ---- the mesh, its triangles numbered ---- */

/* NULL where memory runs out. */
static void *copy_buffer(uint32_t buffer, size_t *size) {
    GLint bytes = 0;
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &bytes);
    void *copy = malloc((size_t)bytes + 1);
    if (copy)
        glGetBufferSubData(GL_ARRAY_BUFFER, 0, bytes, copy);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    *size = (size_t)bytes;
    return copy;
}

static bool copy_mesh(copied_mesh *c, const draw_mesh *mesh) {
    size_t size = 0;
    c->indices = copy_buffer(mesh->indices, &size);
    c->normals = copy_buffer(mesh->normals, &size);
    c->colors = copy_buffer(mesh->colors, &size);
    c->texcoords = mesh->texcoords ? copy_buffer(mesh->texcoords, &size) : NULL;
    c->positions = copy_buffer(mesh->positions, &size);
    c->vertex_count = size / 12;
    return c->indices && c->normals && c->colors && c->positions && (c->texcoords || !mesh->texcoords);
}

static void free_copy(copied_mesh *c) {
    free(c->positions);
    free(c->normals);
    free(c->texcoords);
    free(c->colors);
    free(c->indices);
}

/* A vertex past its buffer is not finite: the voxelizer skips its triangle. */
static void number_vertex(const copied_mesh *c, uint32_t vertex, uint32_t triangle, numbered_vertex *out) {
    const float nowhere[3] = {NAN, NAN, NAN};
    memcpy(out->position, vertex < c->vertex_count ? c->positions + 3 * (size_t)vertex : nowhere, sizeof nowhere);
    for (int k = 0; k < 3; k++)
        out->number[k] = (uint8_t)(triangle >> 8 * k);
    out->number[3] = 255;
}

static void describe_corner(const copied_mesh *c, uint32_t vertex, const float m[16], const uint32_t grid[3],
                            float texels[2][4]) {
    memset(texels, 0, 8 * sizeof(float));
    if (vertex >= c->vertex_count)
        return;
    vec3 place;
    glm_vec3_copy(c->positions + 3 * (size_t)vertex, place);
    if (m)
        glm_mat4_mulv3((vec4 *)m, place, 1, place);
    const uint8_t *color = c->colors + 4 * (size_t)vertex;
    for (int k = 0; k < 2; k++) {
        texels[0][k] = (place[k] + 1) / 2 * (float)grid[k];
        texels[0][2 + k] = c->texcoords ? c->texcoords[2 * (size_t)vertex + (size_t)k] : 0;
    }
    memcpy(texels[1], c->normals + 3 * (size_t)vertex, 3 * sizeof(float));
    texels[1][3] = (float)(color[0] + 256 * color[1] + 65536 * color[2]);
}

static void upload_corners(slice_looks *s, const float (*texels)[4]) {
    glBindTexture(GL_TEXTURE_2D, s->corners);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F_ARB, (GLsizei)s->corners_width, (GLsizei)s->corners_height, 0, GL_RGBA,
                 GL_FLOAT, texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, 0);
}

/* Whole rows of corners. */
static bool arrange_corners(slice_looks *s, uint32_t triangles) {
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    uint32_t row = largest / TEXELS < ROW ? (uint32_t)largest / TEXELS : ROW;
    s->corners_width = row * TEXELS;
    s->corners_height = (triangles + row - 1) / row;
    return (s->corners_height <= (uint32_t)largest && triangles < NUMBERS) ||
           error_set("%u triangles are too many for colors and normals: this OpenGL allows %u", (unsigned)triangles,
                     (unsigned)(row * (uint32_t)largest));
}

/* On demand: positions and normals may change with every frame. */
static bool number_triangles(slice_looks *s, const pipeline *p, const draw_mesh *mesh, const float transform[16]) {
    copied_mesh copy = {0};
    size_t corners = (size_t)mesh->triangle_count * 3;
    if (!arrange_corners(s, mesh->triangle_count))
        return false;
    float(*texels)[4] = calloc((size_t)s->corners_width * s->corners_height, sizeof *texels);
    numbered_vertex *soup = malloc(corners * sizeof *soup + 1);
    bool ok = copy_mesh(&copy, mesh) && texels && soup;
    if (ok) {
        for (size_t i = 0; i < corners; i++) {
            number_vertex(&copy, copy.indices[i], (uint32_t)(i / 3), &soup[i]);
            describe_corner(&copy, copy.indices[i], transform, p->desc.grid, &texels[2 * i]);
        }
        glBindBuffer(GL_ARRAY_BUFFER, s->soup);
        glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(corners * sizeof *soup), soup, GL_STREAM_DRAW);
        glBindBuffer(GL_ARRAY_BUFFER, 0);
        upload_corners(s, (const float(*)[4])texels);
    } else {
        error_set("out of memory for %u triangles", (unsigned)mesh->triangle_count);
    }
    free(soup);
    free(texels);
    free_copy(&copy);
    return ok && draw_check("triangles for the slices");
}

static bool voxelize_numbers(const slice_looks *s, const pipeline *p, const draw_mesh *mesh,
                             const float transform[16]) {
    hpyr_mesh soup = {0};
    soup.positions.buffer = soup.colors.buffer = s->soup;
    soup.positions.stride = soup.colors.stride = sizeof(numbered_vertex);
    soup.colors.offset = offsetof(numbered_vertex, number);
    soup.triangle_count = mesh->triangle_count;
    hpyr_result result = hpyr_voxelizer_run(p->voxelizer, &soup, transform);
    return library_check(p->library, result, "voxelizing the triangles' numbers");
}

/* ---- passes over the list ---- */

static void set_size(const slice_looks *s, const char *name, uint32_t width, uint32_t height) {
    glUniform2f(draw_uniform(s->program, name), (float)width, (float)height);
}

/* Whole rows of the list, as many as there are points in. */
static void begin_passes(const slice_looks *s, const pipeline *p) {
    uint32_t side = p->list_texture.width;
    glViewport(0, 0, (GLsizei)side, (GLsizei)((p->total + side - 1) / side));
    painter_begin(&s->painter);
    glUseProgram(s->program);
    draw_bind(s->program, "u_cells", 0, p->list_texture.name);
    draw_bind(s->program, "u_slices", 1, p->volume.name);
    draw_bind(s->program, "u_corners", 2, s->corners);
    draw_bind(s->program, "u_texture", 3, 0);
    set_size(s, "u_cells_size", side, side);
    set_size(s, "u_slices_size", p->volume.width, p->volume.height);
    set_size(s, "u_slice", p->desc.grid[0], p->desc.grid[1]);
    set_size(s, "u_corners_size", s->corners_width, s->corners_height);
    glUniform1f(draw_uniform(s->program, "u_tiles"), (float)p->map.tiles_x);
}

static void end_passes(const slice_looks *s) {
    draw_unbind(0, UNITS);
    painter_end(&s->painter);
}

/* Of the points in these triangles. */
static void draw_pass(const slice_looks *s, bool are_normals, bool is_textured, uint32_t first, uint32_t count) {
    glUniform1i(draw_uniform(s->program, "u_are_normals"), are_normals);
    glUniform1i(draw_uniform(s->program, "u_is_textured"), is_textured);
    glUniform2f(draw_uniform(s->program, "u_triangles"), (float)first, (float)(first + count));
    draw_square(&s->painter);
}

/* GLSL 1.20 has no level of its own to choose in fragments, and neighbors in the list are none on the surface. */
static void set_levels(uint32_t texture, GLint first, GLint last, GLint filter) {
    glActiveTexture(GL_TEXTURE3);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, first);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, last);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glActiveTexture(GL_TEXTURE0);
}

static void draw_lists(const slice_looks *s, const pipeline *p, const draw_mesh *mesh) {
    framebuffer_bind(s->painter.gl, s->normals);
    draw_pass(s, true, false, 0, mesh->triangle_count);
    framebuffer_bind(s->painter.gl, s->colors);
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        const draw_part *part = &mesh->parts[i];
        if (part->texture) {
            GLint level = (GLint)draw_part_level(part, p->desc.grid);
            set_levels(part->texture, level, level, GL_LINEAR);
        }
        draw_pass(s, false, part->texture != 0, part->first_triangle, part->triangle_count);
        if (part->texture)
            set_levels(part->texture, 0, 1000, GL_LINEAR_MIPMAP_LINEAR); /* as GL and draw_mesh_upload have it */
    }
}

bool slice_looks_make(slice_looks *s, const pipeline *p, const draw_mesh *mesh, const float transform[16]) {
    GLint framebuffer = 0, viewport[4];
    if (p->total == 0)
        return true;
    if (!make_framebuffers(s, p) || !number_triangles(s, p, mesh, transform) ||
        !voxelize_numbers(s, p, mesh, transform))
        return false;
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &framebuffer);
    glGetIntegerv(GL_VIEWPORT, viewport);
    begin_passes(s, p);
    draw_lists(s, p, mesh);
    end_passes(s);
    framebuffer_bind(s->painter.gl, (uint32_t)framebuffer);
    glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
    return draw_check("colors and normals of the points");
}
