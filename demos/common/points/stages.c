/* stages.c - points and a mesh in buffers, and what the library makes of them.  SPDX-License-Identifier: MIT */
#include "common/points/stages.h"

#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <string.h>

/* ---- meshes ---- */

static void make_room(uint32_t *buffer, uint64_t *room, uint64_t bytes) {
    if (!*buffer)
        glGenBuffers(1, buffer);
    if (*room < bytes) {
        *room = bytes;
        glBindBuffer(GL_ARRAY_BUFFER, *buffer);
        glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)bytes, NULL, GL_DYNAMIC_COPY);
        glBindBuffer(GL_ARRAY_BUFFER, 0);
    }
}

bool mesh_buffers_resize(mesh_buffers *m, uint32_t vertices, uint32_t triangles) {
    const uint64_t vertex_bytes = (uint64_t)vertices * sizeof(hpyr_mesh_vertex), index_bytes = 12 * (uint64_t)triangles;
    const uint64_t density_bytes = sizeof(float) * (uint64_t)vertices;
    m->vertex_count = m->triangle_count = 0;
    if (!memory_check("the mesh", vertex_bytes + density_bytes + index_bytes))
        return false;
    make_room(&m->vertices, &m->vertex_room, vertex_bytes);
    make_room(&m->densities, &m->density_room, density_bytes);
    make_room(&m->indices, &m->index_room, index_bytes);
    if (!draw_check("buffers for the mesh"))
        return false;
    m->vertex_count = vertices;
    m->triangle_count = triangles;
    return true;
}

bool mesh_buffers_read(int gl, const mesh_buffers *m, hpyr_mesh_vertex *vertices, uint32_t *indices) {
    const char *what = "reading the mesh back";
    return draw_read_buffer(gl, m->vertices, m->vertex_count * sizeof *vertices, vertices, what) &&
           draw_read_buffer(gl, m->indices, 12 * (size_t)m->triangle_count, indices, what);
}

void mesh_buffers_free(mesh_buffers *m) {
    const GLuint buffers[] = {m->vertices, m->densities, m->indices};
    if (m->vertices) /* else GL may not even be loaded */
        glDeleteBuffers(3, buffers);
    draw_elements_free(&m->elements);
    memset(m, 0, sizeof *m);
}

/* ---- normals ---- */

static bool build_octree(library *l, const hpyr_octree_desc *desc, const point_buffers *points, hpyr_octree **out) {
    hpyr_octree_points given = {0};
    given.positions.buffer = points->positions;
    given.count = points->count;
    hpyr_result result = hpyr_octree_create(l->context, desc, out);
    result = result == HPYR_OK ? hpyr_octree_build(*out, &given) : result;
    return library_check(l, result, "building an octree");
}

/* The last depth at which a cell of a surface has some points, so that the nearest ones are in cells around it. */
static uint32_t depth_for(uint32_t points) {
    uint32_t depth = 1;
    while (depth < HPYR_OCTREE_MAX_DEPTH && (uint64_t)16 << 2 * depth < points)
        depth++;
    return depth;
}

bool stage_normals(library *l, const point_buffers *points, const hpyr_normals_desc *desc,
                   hpyr_normals_report *report) {
    const hpyr_octree_desc tree = {points->count, depth_for(points->count), HPYR_OCTREE_GROWTH_POINTS, 0};
    hpyr_octree *octree = NULL;
    bool ok = build_octree(l, &tree, points, &octree) &&
              library_check(l, hpyr_normals_estimate(octree, desc, points->normals, 0, report), "estimating normals");
    hpyr_octree_destroy(octree);
    return ok;
}

/* ---- surface ---- */

bool stage_surface(library *l, hpyr_poisson *solved, const hpyr_poisson_surface_desc *desc, mesh_buffers *out) {
    hpyr_mesh_counts counts;
    hpyr_mesh_output to = {.vertex_count = HPYR_ALL, .triangle_count = HPYR_ALL};
    if (!library_check(l, hpyr_poisson_surface_build(solved, desc), "finding the surface") ||
        !library_check(l, hpyr_poisson_surface_counts(solved, &counts), "counting the surface") ||
        !mesh_buffers_resize(out, counts.vertices, counts.triangles))
        return false;
    if (counts.triangles == 0)
        return true;
    to.vertex_buffer = out->vertices;
    to.density_buffer = out->densities;
    to.index_buffer = out->indices;
    out->has_densities = true;
    return library_check(l, hpyr_poisson_surface_extract(solved, &to, NULL), "extracting the surface") &&
           draw_elements_take(&out->elements, out->indices, 12 * (size_t)counts.triangles);
}
