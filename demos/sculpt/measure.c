/* measure.c - parts, Euler number and volume of a closed mesh.  SPDX-License-Identifier: MIT */
#include "sculpt/measure.h"

#include "common/files/memory.h"

#include <stdlib.h>
#include <string.h>

/* The first vertex of the tree that has vertex i; paths are halved (Tarjan and van Leeuwen 1984). */
static uint32_t root_of(uint32_t *parents, uint32_t i) {
    while (parents[i] != i)
        i = parents[i] = parents[parents[i]];
    return i;
}

static void join(uint32_t *parents, const uint32_t *indices, uint32_t triangles) {
    for (size_t i = 0; i < 3 * (size_t)triangles; i++) {
        const uint32_t a = root_of(parents, indices[i]), b = root_of(parents, indices[i / 3 * 3]);
        parents[a > b ? a : b] = a > b ? b : a;
    }
}

/* By the divergence theorem: a sixth of the determinants, from a vertex so that little cancels. */
static double volume_of(const hpyr_mesh_vertex *vertices, const uint32_t *indices, uint32_t triangles) {
    double sum = 0;
    for (size_t t = 0; t < triangles; t++) {
        double v[3][3];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                v[i][k] = (double)vertices[indices[3 * t + (size_t)i]].position[k] - vertices[0].position[k];
        sum += v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) + v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
               v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
    }
    return sum / 6;
}

bool measure_mesh(int gl, const mesh_buffers *m, mesh_measures *out) {
    const size_t count = m->vertex_count;
    memset(out, 0, sizeof *out);
    if (m->triangle_count == 0)
        return true;
    hpyr_mesh_vertex *vertices = malloc(count * sizeof *vertices);
    uint32_t *indices = malloc(12 * (size_t)m->triangle_count), *parents = malloc(count * sizeof *parents);
    uint32_t *sizes = calloc(count, sizeof *sizes);
    bool ok = (vertices && indices && parents && sizes) || error_set("out of memory for the mesh");
    ok = ok && mesh_buffers_read(gl, m, vertices, indices);
    if (ok) {
        for (uint32_t i = 0; i < count; i++)
            parents[i] = i;
        join(parents, indices, m->triangle_count);
        for (uint32_t i = 0; i < count; i++)
            out->parts += parents[i] == i;
        for (size_t t = 0; t < m->triangle_count; t++) {
            const uint32_t size = ++sizes[root_of(parents, indices[3 * t])];
            out->largest_triangles = size > out->largest_triangles ? size : out->largest_triangles;
        }
        out->euler = (int32_t)m->vertex_count - (int32_t)(m->triangle_count / 2);
        out->volume = volume_of(vertices, indices, m->triangle_count);
    }
    free(vertices);
    free(indices);
    free(parents);
    free(sizes);
    return ok;
}
