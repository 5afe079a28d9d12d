/* surface.c - a volume on the GPU, and its isosurface in buffers ready to draw.  SPDX-License-Identifier: MIT */
#include "surface.h"

#include "engine.h"

#include "common/draw/draw.h"
#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/mesh/mesh_file.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

/* ---- the samples ---- */

static bool is_legacy(const surface *s) {
    return s->library->gl < 33;
}

/* GL's names for a format: of the texture, of a texel's parts, of their type. */
static void describe_format(hpyr_format format, GLint *internal, GLenum *parts, GLenum *type) {
    switch (format) {
    case HPYR_FORMAT_R8UI:
        *internal = GL_R8UI;
        *parts = GL_RED_INTEGER;
        *type = GL_UNSIGNED_BYTE;
        break;
    case HPYR_FORMAT_R16UI:
        *internal = GL_R16UI;
        *parts = GL_RED_INTEGER;
        *type = GL_UNSIGNED_SHORT;
        break;
    case HPYR_FORMAT_R16I:
        *internal = GL_R16I;
        *parts = GL_RED_INTEGER;
        *type = GL_SHORT;
        break;
    default:
        *internal = GL_R32F;
        *parts = GL_RED;
        *type = GL_FLOAT;
        break;
    }
}

/* OpenGL 2.1 has no textures of whole numbers: a slice at a time becomes floats. */
static bool upload_as_floats(const surface *s) {
    const volume *v = s->volume;
    size_t slice = (size_t)v->size[0] * v->size[1];
    float *row = malloc(slice * sizeof *row);
    if (!row)
        return error_set("out of memory for a slice of %zu samples", slice);
    for (uint32_t z = 0; z < v->size[2]; z++) {
        for (size_t i = 0; i < slice; i++)
            row[i] = (float)volume_value(v, z * (uint64_t)slice + i);
        glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, (GLint)z, (GLsizei)v->size[0], (GLsizei)v->size[1], 1, GL_LUMINANCE,
                        GL_FLOAT, row);
    }
    free(row);
    return true;
}

bool surface_upload(surface *s) {
    const volume *v = s->volume;
    GLint internal;
    GLenum parts, type;
    bool ok = true;
    s->is_classified = false;
    describe_format(v->format, &internal, &parts, &type);
    glBindTexture(GL_TEXTURE_3D, s->texture.name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    if (is_legacy(s)) {
        ok = upload_as_floats(s);
    } else {
        glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, (GLsizei)v->size[0], (GLsizei)v->size[1], (GLsizei)v->size[2], parts,
                        type, v->samples);
    }
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glBindTexture(GL_TEXTURE_3D, 0);
    return ok && draw_check("uploading the samples");
}

static bool make_texture(surface *s) {
    const volume *v = s->volume;
    GLint internal;
    GLenum parts, type;
    describe_format(v->format, &internal, &parts, &type);
    s->texture.target = GL_TEXTURE_3D;
    s->texture.width = v->size[0];
    s->texture.height = v->size[1];
    s->texture.depth = v->size[2];
    s->texture.format = is_legacy(s) ? HPYR_FORMAT_R32F : v->format;
    if (is_legacy(s)) {
        internal = GL_LUMINANCE32F_ARB;
        parts = GL_LUMINANCE;
        type = GL_FLOAT;
    }
    glGenTextures(1, &s->texture.name);
    glBindTexture(GL_TEXTURE_3D, s->texture.name);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_WRAP_R, GL_CLAMP_TO_EDGE);
    glTexImage3D(GL_TEXTURE_3D, 0, internal, (GLsizei)v->size[0], (GLsizei)v->size[1], (GLsizei)v->size[2], 0, parts,
                 type, NULL);
    glBindTexture(GL_TEXTURE_3D, 0);
    return draw_check("a texture for the samples") && surface_upload(s);
}

/* ---- life ---- */

static void resolve(surface *s, const surface_desc *desc) {
    s->desc = *desc;
    if (s->desc.expansion == EXPAND_DEFAULT)
        s->desc.expansion = is_legacy(s) ? EXPAND_VERTEX : EXPAND_FRAGMENT;
    if (s->desc.mesh == HPYR_MESH_FORM_DEFAULT)
        s->desc.mesh = s->desc.expansion == EXPAND_FRAGMENT ? HPYR_MESH_FORM_WELDED : HPYR_MESH_FORM_SOUP;
    if (s->desc.vertex == HPYR_EDGE_VERTEX_DEFAULT)
        s->desc.vertex = HPYR_EDGE_VERTEX_LINEAR;
    if (s->desc.gradient == HPYR_GRADIENT_DEFAULT)
        s->desc.gradient = HPYR_GRADIENT_CENTRAL;
}

static bool check_dialect(const surface *s) {
    if (is_legacy(s) && s->desc.expansion != EXPAND_VERTEX)
        return error_set("expansion: OpenGL 2.1 has that by vertex shaders only");
    if (s->desc.mesh == HPYR_MESH_FORM_WELDED && s->desc.expansion != EXPAND_FRAGMENT)
        return error_set("indexed mesh: %s soup only", is_legacy(s) ? "OpenGL 2.1 has" : "the paper's shaders make");
    return true;
}

bool surface_create(surface *s, library *l, const surface_desc *desc, const volume *v) {
    s->library = l;
    s->volume = v;
    resolve(s, desc);
    return check_dialect(s) && make_texture(s) && engine_create(s);
}

void surface_destroy(surface *s) {
    engine_destroy(s);
    if (s->texture.name) { /* else GL may not even be loaded */
        const GLuint buffers[] = {s->vertex_buffer, s->index_buffer};
        glDeleteTextures(1, &s->texture.name);
        glDeleteBuffers(2, buffers);
        draw_elements_free(&s->elements);
    }
    memset(s, 0, sizeof *s);
}

uint64_t surface_cells(const surface *s) {
    const uint32_t *size = s->volume->size;
    return (uint64_t)(size[0] - 1) * (size[1] - 1) * (size[2] - 1);
}

/* ---- files ---- */

/* The mesh in CPU memory. */
typedef struct download {
    hpyr_mesh_vertex *vertices;
    uint32_t *indices;
} download;

static bool download_mesh(surface *s, download *d) {
    uint64_t triangles = s->counts.triangles, vertex_bytes = s->counts.vertices * sizeof *d->vertices;
    uint64_t index_bytes = s->desc.mesh == HPYR_MESH_FORM_WELDED ? 3 * triangles * sizeof *d->indices : 0;
    if (!memory_check("--output", vertex_bytes + index_bytes))
        return false;
    d->vertices = malloc((size_t)vertex_bytes + 1);
    d->indices = index_bytes > 0 ? malloc((size_t)index_bytes) : NULL;
    if (!d->vertices || (index_bytes > 0 && !d->indices))
        return error_set("--output: out of memory for %llu vertices", (unsigned long long)s->counts.vertices);
    if (s->counts.vertices == 0)
        return true;
    if (!s->vertex_buffer)
        return engine_download(s, d->vertices);
    const int gl = s->library->gl;
    const char *what = "reading the mesh back";
    return draw_read_buffer(gl, s->vertex_buffer, (size_t)vertex_bytes, d->vertices, what) &&
           (!d->indices || draw_read_buffer(gl, s->index_buffer, (size_t)index_bytes, d->indices, what));
}

static void give_vertex(const void *user, size_t index, mesh_file_vertex *out) {
    const hpyr_mesh_vertex *v = &((const hpyr_mesh_vertex *)user)[index];
    memcpy(out->position, v->position, sizeof out->position);
    memcpy(out->normal, v->normal, sizeof out->normal);
}

bool surface_save(surface *s, const char *path, const char *comment) {
    download d = {NULL, NULL};
    mesh_file file = {0};
    bool ok = download_mesh(s, &d);
    file.vertex_count = (size_t)s->counts.vertices;
    file.triangle_count = (size_t)s->counts.triangles;
    file.vertex = give_vertex;
    file.user = d.vertices;
    file.indices = d.indices;
    file.comment = comment;
    ok = ok && mesh_file_write(path, &file);
    free(d.vertices);
    free(d.indices);
    return ok;
}
