/* mesh_small.c - meshes from files without a library: what all formats share.  SPDX-License-Identifier: MIT */
#include "common/mesh/mesh_load.h"

#include "common/files/path.h"
#include "common/mesh/mesh_draft.h"
#include "common/mesh/mesh_reading.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Faces may come before the vertices. */
static bool check_corners(const mesh_draft *d) {
    const draft_triangle *triangles = d->triangles.rows;
    for (size_t t = 0; t < d->triangles.count; t++)
        for (int k = 0; k < 3; k++)
            if (triangles[t].corners[k] >= d->vertices.count)
                return error_set(
                    "%s: cannot be read as a mesh: a face has a corner that does not exist; is the file cut short?",
                    d->path);
    return true;
}

/* `first` is what mesh_weld_rows made: turned into the numbers of the rows that stay, which move to the beginning. */
static void drop_copies(mesh_draft *d, uint32_t *first) {
    float *rows = d->vertices.rows;
    size_t kept = 0;
    for (size_t v = 0; v < d->vertices.count; v++) {
        if (first[v] == v) {
            memmove(rows + kept * DRAFT_NUMBERS, rows + v * DRAFT_NUMBERS, DRAFT_NUMBERS * sizeof *rows);
            first[v] = (uint32_t)kept++;
        } else {
            first[v] = first[first[v]];
        }
    }
    d->vertices.count = kept;
    draft_triangle *triangles = d->triangles.rows;
    for (size_t t = 0; t < d->triangles.count; t++)
        for (int k = 0; k < 3; k++)
            triangles[t].corners[k] = first[triangles[t].corners[k]];
}

static bool join_equals(mesh_draft *d) {
    uint32_t *first = mesh_weld_rows(d->vertices.rows, (uint32_t)d->vertices.count, DRAFT_NUMBERS);
    if (!first)
        return error_set("%s: out of memory for %llu triangles", d->path, (unsigned long long)d->triangles.count);
    drop_copies(d, first);
    free(first);
    return true;
}

static void put_vertices(const mesh_draft *d, mesh *out) {
    const float *row = d->vertices.rows;
    for (size_t v = 0; v < d->vertices.count; v++, row += DRAFT_NUMBERS) {
        memcpy(out->positions + 3 * v, row + DRAFT_POSITION, 3 * sizeof *row);
        memcpy(out->normals + 3 * v, row + DRAFT_NORMAL, 3 * sizeof *row);
        if (out->texcoords)
            memcpy(out->texcoords + 2 * v, row + DRAFT_TEXCOORD, 2 * sizeof *row);
        for (int k = 0; k < 3; k++)
            out->colors[4 * v + (size_t)k] = mesh_byte(row[DRAFT_COLOR + k]);
        out->colors[4 * v + 3] = 255;
    }
}

/* By counting: first how many triangles have each look, then where they go. */
static void put_triangles(const mesh_draft *d, mesh *out, uint64_t *next) {
    const draft_triangle *triangles = d->triangles.rows;
    const draft_look *looks = d->looks.rows;
    uint64_t first = 0;
    for (size_t t = 0; t < d->triangles.count; t++)
        next[triangles[t].look]++;
    out->part_count = 0;
    for (size_t i = 0; i < d->looks.count; i++) {
        uint64_t count = next[i];
        mesh_add_part(out, first, count, looks[i].texture, looks[i].gloss);
        next[i] = first;
        first += count;
    }
    for (size_t t = 0; t < d->triangles.count; t++)
        memcpy(out->indices + 3 * (size_t)next[triangles[t].look]++, triangles[t].corners, sizeof triangles[t].corners);
}

static bool fill(mesh_draft *d, mesh *out) {
    uint64_t *next = calloc(d->looks.count, sizeof *next);
    mesh_part *parts = realloc(out->parts, d->looks.count * sizeof *parts);
    out->parts = parts ? parts : out->parts;
    out->texcoords = d->textures.count ? calloc(out->vertex_count, 2 * sizeof(float)) : NULL;
    bool ok = next && parts && (out->texcoords || !d->textures.count);
    if (ok) {
        put_vertices(d, out);
        put_triangles(d, out, next);
        out->textures = d->textures.rows;
        out->texture_count = (uint32_t)d->textures.count;
        out->has_colors = d->has_colors;
        d->textures.rows = NULL;
        d->textures.count = 0;
        mesh_complete_normals(out);
    }
    free(next);
    return ok || error_set("%s: out of memory for %llu triangles", d->path, (unsigned long long)d->triangles.count);
}

static bool build(mesh_draft *d, mesh *out) {
    const uint64_t vertices = d->vertices.count, triangles = d->triangles.count;
    if (triangles == 0 || vertices > UINT32_MAX) /* one line says which */
        return mesh_allocate_read(out, d->path, vertices, triangles);
    return check_corners(d) && join_equals(d) && mesh_allocate_read(out, d->path, d->vertices.count, triangles) &&
           fill(d, out) && mesh_check_usable(out, d->path);
}

static bool read_by_ending(mesh_draft *d) {
    static const struct {
        const char *ending;
        bool (*read)(mesh_draft *d);
    } FORMATS[] = {{".ply", mesh_read_ply}, {".obj", mesh_read_obj}, {".stl", mesh_read_stl}};
    for (size_t i = 0; i < sizeof FORMATS / sizeof FORMATS[0]; i++)
        if (path_ends_with(d->path, FORMATS[i].ending))
            return FORMATS[i].read(d);
    return error_set("%s: cannot be read as a mesh: this program reads .ply, .obj and .stl", d->path);
}

static void release(mesh_draft *d) {
    mesh_texture *textures = d->textures.rows;
    for (size_t i = 0; i < d->textures.count; i++)
        free(textures[i].rgba);
    free(d->vertices.rows);
    free(d->triangles.rows);
    free(d->looks.rows);
    free(d->textures.rows);
}

bool mesh_small_read(const char *path, mesh *out, warn_fn warn) {
    mesh_draft d = {.path = path, .warn = warn};
    d.vertices.bytes = DRAFT_NUMBERS * sizeof(float);
    d.triangles.bytes = sizeof(draft_triangle);
    d.looks.bytes = sizeof(draft_look);
    d.textures.bytes = sizeof(mesh_texture);
    memset(out, 0, sizeof *out);
    bool ok = (mesh_draft_look(&d) || error_set("%s: out of memory", path)) && path_check_regular(path) &&
              read_by_ending(&d) && build(&d, out);
    release(&d);
    if (!ok)
        mesh_free(out);
    return ok;
}
