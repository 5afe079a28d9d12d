/* draw_mesh.c - meshes in buffers.  SPDX-License-Identifier: MIT */
#include "common/mesh/draw_mesh.h"

#include "common/draw/draw.h"
#include "common/draw/image_texture.h"
#include "common/files/error.h"
#include "common/mesh/mesh.h"
#include "common/mesh/vector.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <cglm/cglm.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fitted positions, in doubles until the last moment. NULL where memory runs out. */
static float *fitted_positions(const mesh *m, const mesh_fit *fit) {
    float *fitted = malloc((size_t)m->vertex_count * 3 * sizeof *fitted);
    for (size_t i = 0; fitted && i < (size_t)m->vertex_count * 3; i++)
        fitted[i] = (float)((m->positions[i] - fit->center[i % 3]) * fit->scale);
    return fitted;
}

static void find_spheres(draw_mesh *out, const mesh *fitted) {
    float minimum[3], maximum[3];
    mesh_bounds(fitted, minimum, maximum);
    for (int k = 0; k < 3; k++)
        out->center[k] = minimum[k] / 2 + maximum[k] / 2;
    for (size_t i = 0; i < (size_t)fitted->triangle_count * 3; i++) {
        float *p = fitted->positions + 3 * (size_t)fitted->indices[i];
        if (mesh_triangle_is_finite(fitted, (uint32_t)(i / 3))) {
            out->radius = fmaxf(out->radius, glm_vec3_distance(p, out->center));
            out->swept_radius = fmaxf(out->swept_radius, hypotf(p[0], p[2]));
        }
    }
}

/* Slices of the height, each as wide as its widest vertex, a ring at its floor and one at its ceiling. */
static void find_rings(draw_mesh *out, const mesh *fitted) {
    enum { SLICES = DRAW_MESH_RINGS / 2 };
    float minimum[3], maximum[3];
    mesh_bounds(fitted, minimum, maximum);
    float tall = maximum[1] - minimum[1], low = minimum[1] - out->center[1];
    for (int i = 0; i < DRAW_MESH_RINGS; i++)
        out->rings[i] = (camera_ring){low + tall * (float)((i + 1) / 2) / SLICES, 0};
    for (size_t i = 0; i < (size_t)fitted->triangle_count * 3; i++) {
        const float *p = fitted->positions + 3 * (size_t)fitted->indices[i];
        if (mesh_triangle_is_finite(fitted, (uint32_t)(i / 3))) {
            int slice = tall > 0 ? (int)((p[1] - minimum[1]) / tall * SLICES) : 0;
            camera_ring *ring = &out->rings[2 * (slice < SLICES ? slice : SLICES - 1)];
            float wide = hypotf(p[0] - out->center[0], p[2] - out->center[2]);
            ring[0].radius = ring[1].radius = fmaxf(ring[0].radius, wide);
        }
    }
}

static void upload_buffers(draw_mesh *out, const mesh *fitted) {
    size_t vertices = fitted->vertex_count;
    out->positions = draw_buffer(fitted->positions, vertices * 12);
    out->normals = draw_buffer(fitted->normals, vertices * 12);
    out->colors = draw_buffer(fitted->colors, vertices * 4);
    out->texcoords = fitted->texcoords ? draw_buffer(fitted->texcoords, vertices * 8) : 0;
    out->indices = draw_buffer(fitted->indices, (size_t)fitted->triangle_count * 12);
    draw_elements_take(&out->elements, out->indices, (size_t)fitted->triangle_count * 12);
}

static bool upload_textures(draw_mesh *out, const mesh *m, int gl) {
    for (uint32_t i = 0; i < m->texture_count; i++) {
        const mesh_texture *t = &m->textures[i];
        out->textures[i] = image_texture_create(gl, t->rgba, t->width, t->height, true);
        if (!out->textures[i])
            return false;
        out->texture_count++;
    }
    return true;
}

/* Twice the area of a triangle whose corners have `dimensions` coordinates. */
static double area(const float *values, size_t dimensions, const uint32_t *corner) {
    double e[3] = {0}, g[3] = {0}, across[3];
    for (size_t k = 0; k < dimensions; k++) {
        e[k] = (double)values[corner[1] * dimensions + k] - values[corner[0] * dimensions + k];
        g[k] = (double)values[corner[2] * dimensions + k] - values[corner[0] * dimensions + k];
    }
    vector_cross(e, g, across);
    return vector_length(across);
}

static float texel_density(const mesh *fitted, const mesh_part *part, const mesh_texture *texture) {
    double texels = 0, surface = 0;
    for (uint32_t t = part->first_triangle; t < part->first_triangle + part->triangle_count; t++) {
        const uint32_t *corner = fitted->indices + (size_t)t * 3;
        double here = area(fitted->texcoords, 2, corner) * texture->width * texture->height;
        if (mesh_triangle_is_finite(fitted, t) && isfinite(here)) {
            texels += here;
            surface += area(fitted->positions, 3, corner);
        }
    }
    return surface > 0 ? (float)sqrt(texels / surface) : 0;
}

uint32_t draw_part_level(const draw_part *part, const uint32_t grid[3]) {
    double cell = 2 / cbrt((double)grid[0] * grid[1] * grid[2]);
    double wanted = ceil(log2(fmax(part->texels_per_unit * cell, 1)));
    uint32_t level = 0;
    while (level < wanted && (part->width >> level > 1 || part->height >> level > 1))
        level++;
    return level;
}

static void describe_parts(draw_mesh *out, const mesh *fitted) {
    for (uint32_t i = 0; i < fitted->part_count; i++) {
        const mesh_part *from = &fitted->parts[i];
        draw_part *to = &out->parts[i];
        to->first_triangle = from->first_triangle;
        to->triangle_count = from->triangle_count;
        to->gloss = from->gloss;
        if (from->texture != MESH_NO_TEXTURE) {
            const mesh_texture *texture = &fitted->textures[from->texture];
            to->texture = out->textures[from->texture];
            to->width = texture->width;
            to->height = texture->height;
            to->texels_per_unit = texel_density(fitted, from, texture);
        }
    }
    out->part_count = fitted->part_count;
}

bool draw_mesh_upload(draw_mesh *out, const mesh *m, const mesh_fit *fit, int gl) {
    memset(out, 0, sizeof *out);
    mesh fitted = *m;
    fitted.positions = fitted_positions(m, fit);
    out->parts = calloc(m->part_count + 1, sizeof *out->parts);
    out->textures = calloc(m->texture_count + 1, sizeof *out->textures);
    bool ok = fitted.positions && out->parts && out->textures;
    if (!ok) {
        error_set("out of memory for %u vertices", (unsigned)m->vertex_count);
    } else {
        find_spheres(out, &fitted);
        find_rings(out, &fitted);
        upload_buffers(out, &fitted);
        out->triangle_count = m->triangle_count;
        out->has_colors = m->has_colors;
        out->is_open = !mesh_is_closed(m);
        ok = draw_check("uploading the mesh") && upload_textures(out, m, gl);
    }
    if (ok)
        describe_parts(out, &fitted);
    else
        draw_mesh_free(out);
    free(fitted.positions);
    return ok;
}

void draw_mesh_free(draw_mesh *m) {
    if (m->positions) { /* else GL may not even be loaded */
        const GLuint buffers[] = {m->positions, m->normals, m->colors, m->texcoords, m->indices};
        glDeleteBuffers(5, buffers);
        draw_elements_free(&m->elements);
        glDeleteTextures((GLsizei)m->texture_count, m->textures);
    }
    free(m->parts);
    free(m->textures);
    memset(m, 0, sizeof *m);
}

const char *const DRAW_MESH_ATTRIBUTES[] = {"a_position", "a_normal", "a_color", "a_texcoord", NULL};

enum { MESH_ATTRIBUTES = 4 };

void draw_mesh_begin(const draw_mesh *m) {
    const draw_attribute attributes[MESH_ATTRIBUTES] = {{m->positions, 3, GL_FLOAT, false, 0, 0},
                                                        {m->normals, 3, GL_FLOAT, false, 0, 0},
                                                        {m->colors, 4, GL_UNSIGNED_BYTE, true, 0, 0},
                                                        {m->texcoords, 2, GL_FLOAT, false, 0, 0}};
    draw_attributes_begin(attributes, MESH_ATTRIBUTES);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m->elements.buffer);
}

void draw_mesh_part(const draw_mesh *m, uint32_t part) {
    const draw_part *p = &m->parts[part];
    uint64_t indices = (uint64_t)p->triangle_count * 3;
    glDrawElements(GL_TRIANGLES, (GLsizei)(indices < 0x7FFFFFFE ? indices : 0x7FFFFFFE), GL_UNSIGNED_INT,
                   (const void *)((uintptr_t)p->first_triangle * 12));
}

void draw_mesh_end(void) {
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    draw_attributes_end(MESH_ATTRIBUTES);
}

hpyr_mesh draw_mesh_describe(const draw_mesh *mesh) {
    hpyr_mesh m = {0};
    m.positions.buffer = mesh->positions;
    m.colors.buffer = mesh->colors;
    m.index_buffer = mesh->indices;
    m.triangle_count = mesh->triangle_count;
    return m;
}
