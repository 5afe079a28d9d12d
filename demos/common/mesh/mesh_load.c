/* mesh_load.c - model files, read in a child process and taken over from there.  SPDX-License-Identifier: MIT */
#include "common/mesh/mesh_load.h"

#include "common/files/child.h"
#include "common/files/error.h"
#include "common/files/path.h"
#include "common/mesh/mesh_small.h"
#include "common/mesh/model.h"

#include <stdlib.h>
#include <string.h>

typedef struct reading {
    const char *path;
    mesh *out;
} reading;

static bool work(void *user, warn_fn warn) {
    const reading *r = user;
#ifdef DEMO_HAS_ASSIMP
    return model_read(r->path, r->out, warn);
#else
    return mesh_small_read(r->path, r->out, warn);
#endif
}

static size_t texture_bytes(const mesh_texture *t) {
    return (size_t)t->width * t->height * 4;
}

/* Pointers go along, and tell no more than whether they are NULL. */
static void put(const void *user, child *c) {
    const mesh *m = ((const reading *)user)->out;
    size_t vertices = m->vertex_count, corners = 3 * (size_t)m->triangle_count;
    child_write(c, m, sizeof *m);
    child_write(c, m->positions, 3 * vertices * sizeof *m->positions);
    child_write(c, m->normals, 3 * vertices * sizeof *m->normals);
    child_write(c, m->colors, 4 * vertices);
    if (m->texcoords)
        child_write(c, m->texcoords, 2 * vertices * sizeof *m->texcoords);
    child_write(c, m->indices, corners * sizeof *m->indices);
    child_write(c, m->parts, m->part_count * sizeof *m->parts);
    for (uint32_t i = 0; i < m->texture_count; i++) {
        child_write(c, &m->textures[i], sizeof m->textures[i]);
        child_write(c, m->textures[i].rgba, texture_bytes(&m->textures[i]));
    }
}

static bool take_texture(mesh *out, child *c, bool *has_memory) {
    mesh_texture t;
    if (!child_read(c, &t, sizeof t))
        return false;
    t.rgba = malloc(texture_bytes(&t) + 1);
    *has_memory = t.rgba != NULL;
    if (!t.rgba || !child_read(c, t.rgba, texture_bytes(&t))) {
        free(t.rgba);
        return false;
    }
    out->textures[out->texture_count++] = t;
    return true;
}

static bool allocate(mesh *out, const mesh *sent) {
    if (!mesh_allocate(out, sent->vertex_count, sent->triangle_count))
        return false;
    mesh_part *parts = realloc(out->parts, (sent->part_count + (size_t)1) * sizeof *parts);
    out->parts = parts ? parts : out->parts;
    out->part_count = sent->part_count;
    out->has_colors = sent->has_colors;
    out->texcoords = sent->texcoords ? malloc(2 * (size_t)sent->vertex_count * sizeof *out->texcoords) : NULL;
    out->textures = malloc((sent->texture_count + (size_t)1) * sizeof *out->textures);
    return parts && out->textures && (out->texcoords || !sent->texcoords);
}

static bool take_arrays(mesh *out, child *c) {
    size_t vertices = out->vertex_count, corners = 3 * (size_t)out->triangle_count;
    return child_read(c, out->positions, 3 * vertices * sizeof *out->positions) &&
           child_read(c, out->normals, 3 * vertices * sizeof *out->normals) &&
           child_read(c, out->colors, 4 * vertices) &&
           (!out->texcoords || child_read(c, out->texcoords, 2 * vertices * sizeof *out->texcoords)) &&
           child_read(c, out->indices, corners * sizeof *out->indices) &&
           child_read(c, out->parts, out->part_count * sizeof *out->parts);
}

/* A reader that wrote where it must not may also have gone on. */
static bool is_sound(const mesh *m) {
    uint64_t triangles = 0;
    for (uint32_t i = 0; i < m->part_count; i++) {
        const mesh_part *p = &m->parts[i];
        bool has_texture = p->texture >= 0 && (uint32_t)p->texture < m->texture_count;
        if (p->first_triangle != triangles || (p->texture != MESH_NO_TEXTURE && !has_texture))
            return false;
        triangles += p->triangle_count;
    }
    for (size_t i = 0; i < 3 * (size_t)m->triangle_count; i++)
        if (m->indices[i] >= m->vertex_count)
            return false;
    return triangles == m->triangle_count;
}

static bool take(void *user, child *c) {
    const reading *r = user;
    mesh sent, *out = r->out;
    bool has_memory = true, ok = false;
    if (!child_read(c, &sent, sizeof sent))
        return false;
    has_memory = allocate(out, &sent);
    ok = has_memory && take_arrays(out, c);
    for (uint32_t i = 0; ok && i < sent.texture_count; i++)
        ok = take_texture(out, c, &has_memory);
    if (!has_memory)
        error_set("%s: out of memory for %u triangles", r->path, (unsigned)sent.triangle_count);
    else if (ok && !is_sound(out))
        ok = error_set("%s: cannot be read as a mesh: the reader went astray", r->path);
    if (!ok)
        mesh_free(out);
    return ok;
}

bool mesh_load(const char *path, mesh *out, warn_fn warn) {
    reading r = {path, out};
    const child_task task = {path, &r, warn, work, put, take};
    memset(out, 0, sizeof *out);
    if (path_is_directory(path))
        return error_set("%s is a directory, not a mesh", path);
    if (path_names_volume(path))
        return error_set("%s is a volume, not a mesh: isosurface shows volumes", path);
    return child_run(&task);
}
