/* mesh.c - what all triangle meshes share.  SPDX-License-Identifier: MIT */
#include "common/mesh/mesh.h"

#include "common/mesh/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool mesh_allocate(mesh *out, uint32_t vertex_count, uint32_t triangle_count) {
    memset(out, 0, sizeof *out);
    if (vertex_count == 0 || triangle_count == 0)
        return false;
    out->positions = calloc(vertex_count, 3 * sizeof(float));
    out->normals = calloc(vertex_count, 3 * sizeof(float));
    out->colors = calloc(vertex_count, 4);
    out->indices = calloc(triangle_count, 3 * sizeof(uint32_t));
    out->parts = malloc(sizeof *out->parts);
    if (!out->positions || !out->normals || !out->colors || !out->indices || !out->parts) {
        mesh_free(out);
        return false;
    }
    out->parts[0] = (mesh_part){0, triangle_count, MESH_NO_TEXTURE, MESH_GLOSS};
    out->part_count = 1;
    out->vertex_count = vertex_count;
    out->triangle_count = triangle_count;
    return true;
}

void mesh_free(mesh *m) {
    if (m) {
        free(m->positions);
        free(m->normals);
        free(m->colors);
        free(m->texcoords);
        free(m->indices);
        free(m->parts);
        for (uint32_t i = 0; i < m->texture_count; i++)
            free(m->textures[i].rgba);
        free(m->textures);
        memset(m, 0, sizeof *m);
    }
}

bool mesh_triangle_is_finite(const mesh *m, uint32_t triangle) {
    for (int i = 0; i < 3; i++) {
        const float *p = m->positions + (size_t)m->indices[(size_t)triangle * 3 + (size_t)i] * 3;
        if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2]))
            return false;
    }
    return true;
}

void mesh_cross(const float a[3], const float b[3], const float c[3], double out[3]) {
    double e[3], g[3];
    for (int k = 0; k < 3; k++) {
        e[k] = (double)b[k] - a[k];
        g[k] = (double)c[k] - a[k];
    }
    vector_cross(e, g, out);
}

void mesh_bounds(const mesh *m, float minimum[3], float maximum[3]) {
    bool any = false;
    for (uint32_t t = 0; t < m->triangle_count; t++) {
        for (size_t i = 0; i < 3 && mesh_triangle_is_finite(m, t); i++) {
            const float *p = m->positions + (size_t)m->indices[(size_t)t * 3 + i] * 3;
            for (int k = 0; k < 3; k++) {
                minimum[k] = any ? fminf(minimum[k], p[k]) : p[k];
                maximum[k] = any ? fmaxf(maximum[k], p[k]) : p[k];
            }
            any = true;
        }
    }
    for (int k = 0; k < 3 && !any; k++)
        minimum[k] = maximum[k] = 0;
}

mesh_fit mesh_fit_none(void) {
    mesh_fit fit = {{0, 0, 0}, 1};
    return fit;
}

mesh_fit mesh_fit_box(const mesh *m, double longest) {
    float minimum[3], maximum[3];
    mesh_bounds(m, minimum, maximum);
    mesh_fit fit = mesh_fit_none();
    double side = 0;
    for (int k = 0; k < 3; k++) {
        fit.center[k] = ((double)minimum[k] + maximum[k]) / 2;
        side = fmax(side, (double)maximum[k] - minimum[k]);
    }
    if (side > 0)
        fit.scale = longest / side;
    return fit;
}

void mesh_fit_back(const mesh_fit *fit, const double volume[3], float model[3]) {
    for (int k = 0; k < 3; k++)
        model[k] = (float)(volume[k] / fit->scale + fit->center[k]);
}
