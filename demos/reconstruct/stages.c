/* stages.c - what the demo asks of the library, stage by stage.  SPDX-License-Identifier: MIT */
#include "reconstruct/stages.h"

#include "common/draw/draw.h"
#include "common/files/clock.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <math.h>
#include <string.h>

/* 1 as soon as the library has poisson_surface.h and hpyr_poisson_desc.on_stage, and normals.h. */
#ifndef LIBRARY_HAS_SURFACE
#    define LIBRARY_HAS_SURFACE 1
#endif
#ifndef LIBRARY_HAS_NORMALS
#    define LIBRARY_HAS_NORMALS 1
#endif

const char *const TIME_NAMES[TIME_COUNT] = {"octree", "divergence", "solve", "isovalue", "surface", "total"};

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

bool mesh_buffers_resize(mesh_buffers *m, uint32_t vertices, uint32_t triangles, char *error, size_t error_size) {
    const uint64_t vertex_bytes = (uint64_t)vertices * sizeof(hpyr_mesh_vertex), index_bytes = 12 * (uint64_t)triangles;
    const uint64_t density_bytes = sizeof(float) * (uint64_t)vertices;
    m->vertex_count = m->triangle_count = 0;
    if (!memory_check("the mesh", vertex_bytes + density_bytes + index_bytes, error, error_size))
        return false;
    make_room(&m->vertices, &m->vertex_room, vertex_bytes);
    make_room(&m->densities, &m->density_room, density_bytes);
    make_room(&m->indices, &m->index_room, index_bytes);
    if (!draw_check("buffers for the mesh", error, error_size))
        return false;
    m->vertex_count = vertices;
    m->triangle_count = triangles;
    return true;
}

void mesh_buffers_free(mesh_buffers *m) {
    const GLuint buffers[] = {m->vertices, m->densities, m->indices};
    if (m->vertices) /* else GL may not even be loaded */
        glDeleteBuffers(3, buffers);
    memset(m, 0, sizeof *m);
}

/* ---- normals ---- */

#if LIBRARY_HAS_NORMALS

static bool build_octree(library *l, const hpyr_octree_desc *desc, const point_buffers *points, hpyr_octree **out,
                         char *error, size_t error_size) {
    hpyr_octree_points given = {0};
    given.positions.buffer = points->positions;
    given.count = points->count;
    hpyr_result result = hpyr_octree_create(l->context, desc, out);
    result = result == HPYR_OK ? hpyr_octree_build(*out, &given) : result;
    return library_check(l, result, "building an octree", error, error_size);
}

/* The last depth at which a cell of a surface has some points, so that the nearest ones are in cells around it. */
static uint32_t depth_for(uint32_t points) {
    uint32_t depth = 1;
    while (depth < HPYR_OCTREE_MAX_DEPTH && (uint64_t)16 << 2 * depth < points)
        depth++;
    return depth;
}

bool stage_normals(library *l, const point_buffers *points, const hpyr_normals_desc *desc, hpyr_normals_report *report,
                   char *error, size_t error_size) {
    const hpyr_octree_desc tree = {points->count, depth_for(points->count), HPYR_OCTREE_POINTS, 0};
    hpyr_octree *octree = NULL;
    bool ok = build_octree(l, &tree, points, &octree, error, error_size) &&
              library_check(l, hpyr_normals_estimate(octree, desc, points->normals, 0, report), "estimating normals",
                            error, error_size);
    hpyr_octree_destroy(octree);
    return ok;
}

#else

bool stage_normals(library *l, const point_buffers *points, const hpyr_normals_desc *desc, hpyr_normals_report *report,
                   char *error, size_t error_size) {
    (void)l, (void)points, (void)desc, (void)report;
    return error_set(error, error_size, "points without normals cannot be reconstructed yet");
}

#endif

/* ---- stages ---- */

uint32_t stage_steps(uint32_t depth) {
    return depth + 3; /* the octree, divergence, each depth, the isovalue */
}

#if LIBRARY_HAS_SURFACE

static void on_stage(hpyr_poisson_stage stage, uint32_t depth, void *user) {
    stage_clock *clock = user;
    (void)depth;
    if (clock->is_timed)
        glFinish();
    const double now = clock_ms();
    if (clock->stage < TIME_COUNT)
        clock->ms[clock->stage] += now - clock->began;
    if (clock->bar && stage != HPYR_POISSON_STAGE_OCTREE)
        progress_step(clock->bar);
    clock->began = now;
    clock->stage = stage == HPYR_POISSON_STAGE_OCTREE       ? TIME_OCTREE
                   : stage == HPYR_POISSON_STAGE_DIVERGENCE ? TIME_DIVERGENCE
                   : stage == HPYR_POISSON_STAGE_SOLVE      ? TIME_SOLVE
                   : stage == HPYR_POISSON_STAGE_ISOVALUE   ? TIME_ISOVALUE
                                                            : TIME_COUNT;
    if (stage == HPYR_POISSON_STAGE_OCTREE)
        memset(clock->ms, 0, sizeof clock->ms);
}

void stage_watch(stage_clock *clock, hpyr_poisson_desc *desc) {
    clock->stage = TIME_COUNT;
    desc->on_stage = on_stage;
    desc->user = clock;
}

bool stage_times(library *l, stage_clock *clock, const hpyr_poisson *solved, const point_buffers *points, double all,
                 double *ms, char *error, size_t error_size) {
    (void)l, (void)solved, (void)points, (void)all, (void)error, (void)error_size;
    for (int i = TIME_OCTREE; i <= TIME_ISOVALUE; i++)
        ms[i] = clock->is_timed ? clock->ms[i] : NAN;
    return true;
}

/* ---- surface ---- */

bool stage_surface(library *l, hpyr_poisson *solved, const hpyr_poisson_surface_desc *desc, const point_set *points,
                   mesh_buffers *out, char *error, size_t error_size) {
    hpyr_poisson_surface_counts counts;
    hpyr_poisson_surface_output to = {0};
    (void)points;
    if (!library_check(l, hpyr_poisson_surface_build(solved, desc, &counts), "finding the surface", error,
                       error_size) ||
        !mesh_buffers_resize(out, counts.vertices, counts.triangles, error, error_size))
        return false;
    if (counts.triangles == 0)
        return true;
    to.vertex_buffer = out->vertices;
    to.density_buffer = out->densities;
    to.index_buffer = out->indices;
    out->has_densities = true;
    return library_check(l, hpyr_poisson_surface_extract(solved, &to), "extracting the surface", error, error_size);
}

#else

#    include "common/mesh/mesh.h"
#    include "common/mesh/vector.h"

#    include <histopyramid/reference_surface.h>

#    include <stdlib.h>

void stage_watch(stage_clock *clock, hpyr_poisson_desc *desc) {
    clock->stage = TIME_COUNT;
    (void)desc;
}

/* The octree alone, and the rest of the time. */
bool stage_times(library *l, stage_clock *clock, const hpyr_poisson *solved, const point_buffers *points, double all,
                 double *ms, char *error, size_t error_size) {
    for (uint32_t i = 0; clock->bar && i < stage_steps(hpyr_poisson_resolved(solved)->depth); i++)
        progress_step(clock->bar);
    if (!clock->is_timed)
        return true;
    const hpyr_poisson_desc *of = hpyr_poisson_resolved(solved);
    const hpyr_octree_desc desc = {points->count, of->depth, HPYR_OCTREE_GRADED, of->max_nodes};
    hpyr_octree *octree = NULL;
    hpyr_octree_points given = {0};
    double best = INFINITY;
    given.positions.buffer = points->positions;
    given.count = points->count;
    bool ok = library_check(l, hpyr_octree_create(l->context, &desc, &octree), "building an octree", error, error_size);
    for (int i = 0; ok && i < 3; i++) {
        glFinish();
        double begin = clock_ms();
        ok = library_check(l, hpyr_octree_build(octree, &given), "building an octree", error, error_size);
        glFinish();
        best = fmin(best, clock_ms() - begin);
    }
    hpyr_octree_destroy(octree);
    ms[TIME_OCTREE] = fmin(best, all);
    ms[TIME_SOLVE] = all - ms[TIME_OCTREE];
    ms[TIME_DIVERGENCE] = ms[TIME_ISOVALUE] = NAN; /* they are in `solve`: the library does not tell them apart */
    return ok;
}

static void place_vertices(const hpyr_ref_surface *s, const hpyr_octree_report *r, hpyr_mesh_vertex *out) {
    const float side = r->cube.side / (float)(1u << r->depth);
    for (size_t i = 0; i < s->vertex_count; i++)
        for (size_t k = 0; k < 3; k++)
            out[i].position[k] = r->cube.origin[k] + side * s->positions[3 * i + k];
    for (size_t t = 0; t < s->triangle_count; t++) {
        const uint32_t *corner = s->indices + 3 * t;
        double cross[3];
        mesh_cross(out[corner[0]].position, out[corner[1]].position, out[corner[2]].position, cross);
        for (size_t k = 0; k < 9; k++)
            out[corner[k / 3]].normal[k % 3] += (float)(cross[k % 3] / side / side);
    }
    for (size_t i = 0; i < s->vertex_count; i++) {
        const double n[3] = {out[i].normal[0], out[i].normal[1], out[i].normal[2]}, length = vector_length(n);
        for (size_t k = 0; k < 3 && length > 0; k++)
            out[i].normal[k] = (float)(n[k] / length);
    }
}

static bool upload(const hpyr_ref_surface *s, const hpyr_octree_report *r, mesh_buffers *out, char *error,
                   size_t error_size) {
    hpyr_mesh_vertex *vertices = calloc((size_t)s->vertex_count + 1, sizeof *vertices);
    bool ok = (vertices != NULL || error_set(error, error_size, "out of memory for the mesh")) &&
              mesh_buffers_resize(out, s->vertex_count, s->triangle_count, error, error_size);
    if (ok) {
        place_vertices(s, r, vertices);
        glBindBuffer(GL_ARRAY_BUFFER, out->vertices);
        glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)(s->vertex_count * sizeof *vertices), vertices);
        glBindBuffer(GL_ARRAY_BUFFER, out->indices);
        glBufferSubData(GL_ARRAY_BUFFER, 0, 12 * (GLsizeiptr)s->triangle_count, s->indices);
        glBindBuffer(GL_ARRAY_BUFFER, 0);
        ok = draw_check("uploading the mesh", error, error_size);
    }
    free(vertices);
    return ok;
}

bool stage_surface(library *l, hpyr_poisson *solved, const hpyr_poisson_surface_desc *desc, const point_set *points,
                   mesh_buffers *out, char *error, size_t error_size) {
    const hpyr_octree_report *r = hpyr_octree_built(hpyr_poisson_octree(solved));
    const hpyr_octree_desc tree = {points->count, r->depth, HPYR_OCTREE_GRADED, 0};
    hpyr_ref_octree octree = {0};
    hpyr_ref_surface surface = {0};
    float *values = malloc(sizeof *values * r->nodes + 1);
    const float iso = hpyr_poisson_solved(solved)->isovalue + (float)desc->offset;
    bool ok = (values || error_set(error, error_size, "out of memory for the mesh")) &&
              library_check(l, hpyr_poisson_download(solved, HPYR_POISSON_VALUES, 0, r->nodes, values),
                            "reading the function", error, error_size) &&
              library_check(l, hpyr_ref_octree_build(points->positions, 3, points->count, &r->cube, &tree, &octree),
                            "building the octree again", error, error_size) &&
              library_check(l, hpyr_ref_surface_create(&octree, values, iso, &surface), "finding the surface", error,
                            error_size) &&
              upload(&surface, r, out, error, error_size);
    if (ok && desc->trim > r->depth)
        out->vertex_count = out->triangle_count = 0; /* no density is above the depth */
    hpyr_ref_surface_free(&surface);
    hpyr_ref_octree_free(&octree);
    free(values);
    return ok;
}

#endif
