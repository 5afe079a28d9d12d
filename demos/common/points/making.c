/* making.c - a surface of points: an octree, a function, a mesh, made by the library and timed.  SPDX-License-Identifier: MIT */
#include "common/points/making.h"

#include "common/draw/draw.h"
#include "common/files/clock.h"
#include "common/files/memory.h"
#include "common/files/system.h"
#include "common/mesh/mesh_file.h"
#include "common/platform/gl.h"
#include "common/points/spread.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Memory of a node while an octree is built, a function is found and a surface made: measured, and rounded up. */
enum { NODE_BYTES = 352, MOST_DEPTH_BY_POINTS = 9 };

const char *const DENSITY_NAMES[DENSITY_COUNT] = {"smallest", "median", "largest"};

uint32_t making_depth(uint32_t points) {
    uint32_t depth = LEAST_DEPTH + 1;
    while (depth < MOST_DEPTH_BY_POINTS && (uint64_t)2 << 2 * (depth + 1) <= points)
        depth++;
    return depth;
}

/* ---- the function ---- */

/* What goes on while it is found. */
typedef struct stage_clock {
    bool is_timed; /* waits for the GPU after each stage */
    progress *bar; /* or NULL */
    int stage;     /* that goes on; none is HPYR_POISSON_STAGE_DONE */
    double began;
    double ms[HPYR_POISSON_STAGE_DONE];
} stage_clock;

uint32_t making_steps(uint32_t depth) {
    return depth + 3; /* the octree, divergence, each depth, the isovalue */
}

static void on_stage(hpyr_poisson_stage stage, uint32_t depth, void *user) {
    stage_clock *clock = user;
    (void)depth;
    if (clock->is_timed)
        glFinish();
    const double now = clock_ms();
    if (clock->stage < HPYR_POISSON_STAGE_DONE)
        clock->ms[clock->stage] += now - clock->began;
    if (clock->bar && stage != HPYR_POISSON_STAGE_OCTREE)
        progress_step(clock->bar);
    clock->began = now;
    clock->stage = (int)stage;
    if (stage == HPYR_POISSON_STAGE_OCTREE)
        memset(clock->ms, 0, sizeof clock->ms);
}

static hpyr_poisson_desc describe(const library *l, const making_desc *desc, uint32_t points) {
    hpyr_poisson_desc d = {0};
    uint64_t bytes = desc->bytes > 0 ? desc->bytes : system_memory();
    uint64_t nodes = bytes / NODE_BYTES;
    d.capacity = points;
    d.depth = desc->depth;
    d.screening = desc->screening;
    d.unweighted = desc->unweighted;
    d.node_capacity = nodes < l->caps->max_list_length ? (uint32_t)nodes : 0;
    d.node_capacity = nodes == 0 ? 1 : d.node_capacity;
    return d;
}

static bool solve(making *m, const point_buffers *buffers, progress *bar) {
    hpyr_poisson_points given = {0};
    char what[64];
    given.positions.buffer = buffers->positions;
    given.normals.buffer = buffers->normals;
    given.count = buffers->count;
    given.anchors = buffers->anchors;
    snprintf(what, sizeof what, "depth %u%s", (unsigned)m->desc.depth, m->desc.bytes > 0 ? " with this --memory" : "");
    m->clock->is_timed = m->desc.is_timed;
    m->clock->bar = bar;
    glFinish();
    double begin = clock_ms();
    hpyr_result result = hpyr_poisson_solve(m->poisson, &given);
    glFinish();
    m->function_ms = clock_ms() - begin;
    m->clock->bar = NULL;
    for (int i = 0; i < HPYR_POISSON_STAGE_DONE; i++)
        m->ms[i] = m->clock->is_timed ? m->clock->ms[i] : NAN;
    return library_check(m->library, result, what);
}

static bool create(making *m, const point_buffers *buffers) {
    hpyr_poisson_desc d = describe(m->library, &m->desc, buffers->count);
    m->clock = memory_zeroed(sizeof *m->clock);
    if (!m->clock)
        return false;
    m->clock->stage = HPYR_POISSON_STAGE_DONE;
    d.on_stage = on_stage;
    d.user = m->clock;
    return library_check(m->library, hpyr_poisson_create(m->library->context, &d, &m->poisson), "preparing an octree");
}

/* ---- the surface ---- */

static bool read_densities(making *m) {
    const size_t count = m->mesh.triangle_count > 0 ? m->mesh.vertex_count : 0;
    memset(m->densities, 0, sizeof m->densities);
    if (count == 0)
        return true;
    float *all = memory_zeroed(count * sizeof *all);
    if (!all)
        return false;
    if (!draw_read_buffer(m->library->gl, m->mesh.densities, count * sizeof *all, all, "reading densities")) {
        free(all);
        return false;
    }
    floats_sort(all, count);
    m->densities[DENSITY_SMALLEST] = all[0];
    m->densities[DENSITY_MEDIAN] = all[count / 2];
    m->densities[DENSITY_LARGEST] = all[count - 1];
    free(all);
    return true;
}

static bool find_surface(making *m, progress *bar) {
    const hpyr_poisson_surface_desc d = {0, m->desc.trim};
    double begin = clock_ms();
    bool ok = stage_surface(m->library, m->poisson, &d, &m->mesh);
    glFinish();
    if (bar)
        progress_step(bar);
    m->ms[TIME_SURFACE] = clock_ms() - begin;
    m->ms[TIME_TOTAL] = m->function_ms + m->ms[TIME_SURFACE];
    return ok && read_densities(m);
}

bool making_has_function(const making *m, const making_desc *desc) {
    return m->poisson && m->desc.depth == desc->depth && m->desc.screening == desc->screening &&
           m->desc.unweighted == desc->unweighted;
}

/* It is another making's. */
static void forget_function(making *m) {
    m->poisson = NULL;
    m->clock = NULL;
}

bool making_run(making *m, library *l, const making_desc *desc, const point_buffers *buffers, bool is_new,
                progress *bar) {
    making next = {0};
    const bool keeps = !is_new && making_has_function(m, desc);
    next.library = l;
    next.desc = *desc;
    for (int i = 0; i < TIME_COUNT; i++)
        next.ms[i] = keeps ? m->ms[i] : NAN;
    next.function_ms = m->function_ms;
    next.poisson = keeps ? m->poisson : NULL;
    next.clock = keeps ? m->clock : NULL;
    bool ok = (keeps || (create(&next, buffers) && solve(&next, buffers, bar))) && find_surface(&next, bar);
    if (ok) {
        if (keeps)
            forget_function(m);
        making_free(m);
        *m = next;
    } else {
        if (keeps)
            forget_function(&next);
        making_free(&next);
    }
    return ok;
}

bool making_repeat(making *m, const point_buffers *buffers, progress *bar) {
    return solve(m, buffers, bar) && find_surface(m, bar);
}

void making_free(making *m) {
    mesh_buffers_free(&m->mesh);
    hpyr_poisson_destroy(m->poisson);
    free(m->clock);
    memset(m, 0, sizeof *m);
}

/* ---- what was found ---- */

const hpyr_octree_report *making_octree(const making *m) {
    return hpyr_octree_last_report(hpyr_poisson_octree(m->poisson));
}

const hpyr_poisson_report *making_function(const making *m) {
    return hpyr_poisson_last_report(m->poisson);
}

uint32_t making_iterations(const making *m) {
    const hpyr_poisson_report *r = making_function(m);
    uint32_t sum = 0;
    for (uint32_t depth = 0; r && depth <= m->desc.depth; depth++)
        sum += r->iterations[depth];
    return sum;
}

uint64_t making_bytes(const making *m) {
    return hpyr_poisson_memory(m->poisson) + m->mesh.vertex_room + m->mesh.density_room + m->mesh.index_room;
}

/* ---- files ---- */

static void give_vertex(const void *user, size_t index, mesh_file_vertex *out) {
    const hpyr_mesh_vertex *v = &((const hpyr_mesh_vertex *)user)[index];
    memcpy(out->position, v->position, sizeof out->position);
    memcpy(out->normal, v->normal, sizeof out->normal);
}

/* Whether floats reach all of it. */
static bool divide(float position[3], double scale) {
    bool reaches = true;
    for (int k = 0; k < 3; k++) {
        const double whole = position[k] / scale;
        reaches = reaches && fabs(whole) <= FLT_MAX;
        position[k] = (float)fmin(fmax(whole, -FLT_MAX), FLT_MAX);
    }
    return reaches;
}

bool making_save(const making *m, const char *path, const char *comment, double scale, uint32_t *clamped) {
    const mesh_buffers *mesh = &m->mesh;
    hpyr_mesh_vertex *vertices = malloc(mesh->vertex_count * sizeof *vertices + 1);
    uint32_t *indices = malloc(12 * (size_t)mesh->triangle_count + 1);
    mesh_file file = {0};
    bool ok = vertices && indices ? mesh_buffers_read(m->library->gl, mesh, vertices, indices)
                                  : error_set("%s: out of memory for the mesh", path);
    uint32_t count = 0;
    for (size_t i = 0; ok && i < mesh->vertex_count; i++)
        count += !divide(vertices[i].position, scale);
    if (clamped)
        *clamped = count;
    file.vertex_count = mesh->vertex_count;
    file.triangle_count = mesh->triangle_count;
    file.vertex = give_vertex;
    file.user = vertices;
    file.indices = indices;
    file.comment = comment;
    ok = ok && mesh_file_write(path, &file);
    free(vertices);
    free(indices);
    return ok;
}
