/* pipeline_lists.c - what a pipeline makes of its points on demand: the 2D point list, colors and normals.
 * SPDX-License-Identifier: MIT */
#include "common/voxels/pipeline.h"

#include "common/draw/draw.h"
#include "common/platform/gl.h"
#include "common/platform/readback.h"
#include "common/voxels/slice_looks.h"

#include <stdlib.h>
#include <string.h>

typedef struct list_format {
    hpyr_format format;
    GLenum internal, layout, type;
    size_t bytes; /* of a texel */
} list_format;

/* Floats hold the cells of any grid that there is memory for, and OpenGL 2.1 has nothing else. */
static const list_format POINTS = {HPYR_FORMAT_RGBA32F, GL_RGBA32F_ARB, GL_RGBA, GL_FLOAT, 16};
static const list_format COLORS = {HPYR_FORMAT_RGBA8, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4};
static const list_format NORMALS = {HPYR_FORMAT_RGBA32F, GL_RGBA32F_ARB, GL_RGBA, GL_FLOAT, 16};

/* A square list with room for `total` entries. */
static bool make_list(hpyr_texture *list, uint32_t total, const list_format *f) {
    uint32_t side = hpyr_list_side(total);
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    if (list->width == side)
        return true;
    if (side > (uint32_t)largest) {
        return error_set("a list of %u points needs %ux%u texels: this OpenGL allows %dx%d", (unsigned)total,
                         (unsigned)side, (unsigned)side, (int)largest, (int)largest);
    }
    if (!list->name)
        glGenTextures(1, &list->name);
    list->width = list->height = side;
    list->format = f->format;
    glBindTexture(GL_TEXTURE_2D, list->name);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)f->internal, (GLsizei)side, (GLsizei)side, 0, f->layout, f->type, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, 0);
    if (!draw_check("a list of the points")) {
        list->width = list->height = 0;
        return false;
    }
    return true;
}

bool pipeline_make_list_texture(pipeline *p) {
    if (!make_list(&p->list_texture, p->total, &POINTS))
        return false;
    hpyr_result result = hpyr_pyramid_extract_texture(p->pyramid, 0, HPYR_ALL, &p->list_texture, NULL);
    p->has_list_texture = library_check(p->library, result, "extracting the 2D point list");
    return p->has_list_texture;
}

static hpyr_texture describe_texture(const draw_part *part, const uint32_t grid[3]) {
    hpyr_texture t = {0};
    t.name = part->texture;
    t.format = HPYR_FORMAT_RGBA8;
    t.level = draw_part_level(part, grid);
    t.width = part->width >> t.level ? part->width >> t.level : 1;
    t.height = part->height >> t.level ? part->height >> t.level : 1;
    return t;
}

/* One for each part. To be freed by the caller. */
static hpyr_mesh_part *describe_parts(const draw_mesh *mesh, const uint32_t grid[3]) {
    hpyr_mesh_part *parts = calloc((size_t)mesh->part_count + 1, sizeof *parts);
    for (uint32_t i = 0; parts && i < mesh->part_count; i++) {
        const draw_part *part = &mesh->parts[i];
        parts[i].mesh = draw_mesh_describe(mesh);
        parts[i].mesh.index_offset = (uint64_t)part->first_triangle * 12;
        parts[i].mesh.triangle_count = part->triangle_count;
        parts[i].normals.buffer = mesh->normals;
        if (part->texture) {
            parts[i].texcoords.buffer = mesh->texcoords;
            parts[i].texture = describe_texture(part, grid);
        }
    }
    return parts;
}

static bool attributes_of_library(pipeline *p, const draw_mesh *mesh, const float transform[16]) {
    hpyr_mesh_part *parts = describe_parts(mesh, p->desc.grid);
    if (!parts)
        return error_set("out of memory for %u parts", (unsigned)mesh->part_count);
    hpyr_result result = hpyr_voxelizer_attributes(p->voxelizer, p->pyramid, parts, mesh->part_count, transform,
                                                   &p->colors, &p->normals);
    free(parts);
    return library_check(p->library, result, "colors and normals of the points");
}

static bool attributes_of_slices(pipeline *p, const draw_mesh *mesh, const float transform[16]) {
    if (!p->looks)
        p->looks = slice_looks_create(p->library->gl);
    return p->looks && (p->has_list_texture || pipeline_make_list_texture(p)) &&
           slice_looks_make(p->looks, p, mesh, transform);
}

bool pipeline_make_attributes(pipeline *p, const draw_mesh *mesh, const float transform[16]) {
    if (p->has_attributes)
        return true;
    p->has_attributes =
        make_list(&p->colors, p->total, &COLORS) && make_list(&p->normals, p->total, &NORMALS) &&
        (p->library->gl < 33 ? attributes_of_slices(p, mesh, transform) : attributes_of_library(p, mesh, transform));
    return p->has_attributes;
}

bool pipeline_count_skipped(pipeline *p, const draw_mesh *mesh, uint32_t *skipped) {
    hpyr_mesh described = draw_mesh_describe(mesh);
    hpyr_result result = hpyr_voxelizer_count_skipped(p->voxelizer, &described, NULL, skipped);
    return library_check(p->library, result, "looking for triangles without area");
}

static void *read_list(int gl, const hpyr_texture *list, const list_format *f) {
    void *values = malloc((size_t)list->width * list->height * f->bytes);
    if (!values) {
        error_set("out of memory for a list of %ux%u", (unsigned)list->width, (unsigned)list->height);
        return NULL;
    }
    const readback_source source = {GL_TEXTURE_2D, list->name, 0, list->width, list->height, 1};
    if (!readback_texels(gl, &source, f->layout, f->type, values) || !draw_check("reading a list of the points back")) {
        free(values);
        return NULL;
    }
    return values;
}

bool attributes_read(attributes *a, const pipeline *p) {
    a->colors = read_list(p->library->gl, &p->colors, &COLORS);
    a->normals = a->colors ? read_list(p->library->gl, &p->normals, &NORMALS) : NULL;
    return a->normals != NULL;
}

void attributes_free(attributes *a) {
    free(a->colors);
    free(a->normals);
    memset(a, 0, sizeof *a);
}
