/* mesh_load.c - model files, read in a child process and taken over from there.  SPDX-License-Identifier: MIT */
#include "common/mesh/mesh_load.h"

#include "common/files/error.h"
#include "common/files/path.h"

#include <string.h>

static bool work(const char *path, void *user, warn_fn warn) {
#ifdef DEMO_HAS_ASSIMP
    return model_read(path, user, warn);
#else
    return mesh_small_read(path, user, warn);
#endif
}

static void move(void *user, child *c) {
    mesh *m = user;
    child_move(c, m, sizeof *m);
    size_t vertices = m->vertex_count;
    child_move_array(c, &m->positions, 3 * vertices * sizeof *m->positions);
    child_move_array(c, &m->normals, 3 * vertices * sizeof *m->normals);
    child_move_array(c, &m->colors, 4 * vertices);
    child_move_array(c, &m->texcoords, 2 * vertices * sizeof *m->texcoords);
    child_move_array(c, &m->indices, 3 * (size_t)m->triangle_count * sizeof *m->indices);
    child_move_array(c, &m->parts, m->part_count * sizeof *m->parts);
    child_move_array(c, &m->textures, m->texture_count * sizeof *m->textures);
    m->texture_count = m->textures ? m->texture_count : 0;
    for (uint32_t i = 0; i < m->texture_count; i++)
        child_move_array(c, &m->textures[i].rgba, (size_t)m->textures[i].width * m->textures[i].height * 4);
}

const child_task MESH_READER = {"mesh", sizeof(mesh), work, move};

/* A reader that wrote where it must not may also have gone on. */
static bool is_sound(const mesh *m) {
    uint64_t triangles = 0;
    if (!m->positions || !m->normals || !m->colors || !m->indices || !m->parts)
        return false;
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

bool mesh_load(const char *path, mesh *out, warn_fn warn) {
    memset(out, 0, sizeof *out);
    if (path_is_directory(path))
        return error_set("%s is a directory, not a mesh", path);
    if (path_names_volume(path))
        return error_set("%s is a volume, not a mesh: isosurface shows volumes", path);
    bool ok = path_check_regular(path) && child_run(&MESH_READER, path, out, warn);
    if (ok && !is_sound(out))
        ok = error_set("%s: cannot be read as a mesh: the reader went astray", path);
    if (!ok)
        mesh_free(out);
    return ok;
}

bool mesh_load_or_teapot(const char *path, uint32_t divisions, mesh *out, warn_fn warn) {
    return path ? mesh_load(path, out, warn) : mesh_make_teapot(out, divisions) || error_set("out of memory");
}
