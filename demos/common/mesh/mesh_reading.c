/* mesh_reading.c - what the readers of all formats of meshes share.  SPDX-License-Identifier: MIT */
#include "common/mesh/mesh_reading.h"

#include "common/files/image.h"
#include "common/files/path.h"
#include "common/mesh/mesh_draft.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- meshes ---- */

bool mesh_allocate_read(mesh *out, const char *path, uint64_t vertices, uint64_t triangles) {
    if (triangles == 0)
        return error_set("%s: empty: it holds no triangle", path);
    if (vertices > UINT32_MAX || triangles > UINT32_MAX / 3) {
        return error_set("%s: %llu vertices and %llu triangles: at most %u and %u are possible", path,
                         (unsigned long long)vertices, (unsigned long long)triangles, (unsigned)UINT32_MAX,
                         (unsigned)(UINT32_MAX / 3));
    }
    return mesh_allocate(out, (uint32_t)vertices, (uint32_t)triangles) ||
           error_set("%s: out of memory for %llu triangles", path, (unsigned long long)triangles);
}

void mesh_add_part(mesh *m, uint64_t first, uint64_t count, int32_t texture, float gloss) {
    mesh_part *last = m->part_count ? &m->parts[m->part_count - 1] : NULL;
    if (count > 0 && last && last->texture == texture && last->gloss == gloss)
        last->triangle_count += (uint32_t)count;
    else if (count > 0)
        m->parts[m->part_count++] = (mesh_part){(uint32_t)first, (uint32_t)count, texture, gloss};
}

static bool has_area(const mesh *m, uint32_t triangle) {
    const uint32_t *corner = m->indices + (size_t)triangle * 3;
    double n[3];
    mesh_cross(m->positions + 3 * (size_t)corner[0], m->positions + 3 * (size_t)corner[1],
               m->positions + 3 * (size_t)corner[2], n);
    return n[0] != 0 || n[1] != 0 || n[2] != 0;
}

bool mesh_check_usable(const mesh *m, const char *path) {
    for (uint32_t t = 0; t < m->triangle_count; t++)
        if (mesh_triangle_is_finite(m, t) && has_area(m, t))
            return true;
    return error_set("%s: none of its %u triangles has finite corners and an area", path, (unsigned)m->triangle_count);
}

/* ---- what lies beside a model ---- */

const char *mesh_last_part(const char *path) {
    const char *part = path;
    for (const char *c = path; *c; c++)
        if (*c == '/' || *c == '\\')
            part = c + 1;
    return part;
}

/* In the folder of the model, backslashes read as slashes. */
static void resolve(const char *model, const char *name, char *path, size_t size) {
    if (!path_beside(model, name, path, size))
        return; /* what is there of it is no file */
    for (char *c = path + strlen(path) - strlen(name); *c; c++)
        *c = *c == '\\' ? '/' : *c;
}

bool mesh_read_texture(const char *model, const char *name, mesh_texture *out) {
    char path[4096];
    resolve(model, name, path, sizeof path);
    out->rgba = image_read(path, &out->width, &out->height);
    if (!out->rgba && mesh_last_part(name) != name) {
        resolve(model, mesh_last_part(name), path, sizeof path);
        out->rgba = image_read(path, &out->width, &out->height);
    }
    return out->rgba != NULL;
}

FILE *mesh_open_library(const char *model, const char *name, warn_fn warn) {
    char path[4096];
    resolve(model, name, path, sizeof path);
    FILE *file = path_open(path, NULL);
    if (!file) {
        snprintf(path, sizeof path, "%.*smtl", (int)(strlen(model) - 3), model);
        file = path_open(path, NULL);
    }
    if (!file)
        warn_with(warn, "%s: materials '%s' cannot be read; going on without them", model, name);
    return file;
}

float mesh_gloss(float exponent, float brightness) {
    float gloss = (log2f(exponent / 60) + 2) / 4; /* light.glsl's exponent, turned around */
    return fminf(fmaxf(gloss, 0), 1) * fminf(fmaxf(2 * brightness, 0), 1);
}

uint8_t mesh_byte(float value) {
    return value > 0 ? (uint8_t)(fminf(value, 1) * 255 + 0.5f) : 0;
}

/* ---- drafts ---- */

void *draft_list_add(draft_list *l) {
    if (l->count == l->capacity) {
        size_t capacity = l->capacity + l->capacity / 2 + 64;
        void *larger = capacity <= SIZE_MAX / l->bytes ? realloc(l->rows, capacity * l->bytes) : NULL;
        if (!larger)
            return NULL;
        l->rows = larger;
        l->capacity = capacity;
    }
    return memset((uint8_t *)l->rows + l->count++ * l->bytes, 0, l->bytes);
}

float *mesh_draft_vertex(mesh_draft *d, const double position[3]) {
    float *row = draft_list_add(&d->vertices);
    if (!row)
        error_set("%s: out of memory for %llu vertices", d->path, (unsigned long long)d->vertices.count);
    for (int k = 0; row && k < 3; k++) {
        row[DRAFT_POSITION + k] = (float)position[k];
        row[DRAFT_COLOR + k] = 1;
    }
    return row;
}

draft_look *mesh_draft_look(mesh_draft *d) {
    draft_look *look = draft_list_add(&d->looks);
    if (look)
        *look = (draft_look){MESH_NO_TEXTURE, MESH_GLOSS};
    return look;
}

bool mesh_draft_corner(mesh_draft *d, uint64_t k, uint64_t vertex) {
    if (k >= 2) {
        draft_triangle *t = draft_list_add(&d->triangles);
        if (!t)
            return error_set("%s: out of memory for %llu triangles", d->path, (unsigned long long)d->triangles.count);
        *t = (draft_triangle){{(uint32_t)d->fan[0], (uint32_t)d->fan[1], (uint32_t)vertex}, d->look};
    }
    d->fan[k > 0] = vertex;
    return vertex < UINT32_MAX || error_set("%s: a face has a corner that does not exist", d->path);
}
