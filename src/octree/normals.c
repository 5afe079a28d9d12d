/* normals.c - normals of the points of an octree.
 * Source: Hoppe et al. 1992, sections 3.2 and 3.3.  SPDX-License-Identifier: MIT
 *
 * The GPU searches for the nearest points and fits the planes. Which of its sides a normal points to
 * is decided on the CPU: a spanning tree grows one edge after the other. So all that was found is
 * read back, put into the order of the caller's points, and written to the caller's buffer. */
#include <histopyramid/normals.h>

#include "octree/nearest.h"
#include "octree/normals_object.h"
#include "octree/vectors.h"

#include "core/traversal.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    DEFAULT_NEIGHBORS = 10,
    TEXEL_WORDS = 4,
    ROTATIONS = 15,
    VECTOR_BYTES = HPI_NORMALS_FLOATS * 4,
    EIGHTH = 3 /* hpyr_way divides by 2^3 */
};
static const float line = 1e-4f; /* see histopyramid/reference/normals.h */

/** An estimation while it runs. */
typedef struct estimation {
    hpyr_octree *octree;
    hpyr_normals_desc desc;
    uint32_t points, all;    /* points in the octree, and those that it has skipped as well */
    hpi_list_plane sorted;   /* see nearest/sorted.frag.glsl */
    hpi_nearest_lists lists; /* with the rows of `sorted` */
    hpi_list_plane normals;  /* see planes.frag.glsl */
    uint32_t *texels;        /* what was read last, in the octree's order */
    uint32_t *order;         /* the number of each point */
    hpi_normals_graph graph;
    hpyr_normals_report report;
} estimation;

static hpyr_result out_of_memory(const estimation *e) {
    return hpi_gl_fail(e->octree->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for the normals of %u points", e->all);
}

/* ---- passes ---- */

/* Makes the largest side of the box around all points 2^62 to 2^63. So the squares of distances are finite, and those of
 * distances above 2^-125 of this side are above FLT_MIN, below which GPUs may take a number for 0. */
static int exponent_of_scale(const hpyr_octree *octree) {
    const int largest = FLT_MAX_EXP - 1, exponent = octree->extent > 0 ? EIGHTH + 62 - ilogb(octree->extent) : largest;
    return exponent < largest ? exponent : largest;
}

static void set_eighths(const hpyr_octree *octree, GLuint program) {
    glUniform2f(hpi_gl_location(octree->context, program, "", "eighths"), 0.125f, -0.125f);
}

static void set_search(const hpyr_octree *octree, GLuint program, const void *user) {
    const estimation *e = user;
    const hpyr_context *context = octree->context;
    const int exponent = exponent_of_scale(octree);
    const double cell = ldexp(octree->report.cube.side, exponent - EIGHTH - (int)octree->desc.depth);
    hpi_octree_bind(octree, program, "sorted", 0, &e->sorted);
    hpi_octree_bind(octree, program, "keys", 1, &octree->keys);
    glUniform1f(hpi_gl_location(context, program, "", "scale"), ldexpf(1, exponent));
    glUniform1f(hpi_gl_location(context, program, "", "cell"), (float)fmin(cell, 1e30)); /* times 0 it must be 0 */
    set_eighths(octree, program);
    hpi_octree_set_unsigned(octree, program, "enough", hpi_nearest_enough(e->desc.neighbors));
    hpi_octree_set(octree, program, "places", HPYR_OCTREE_PLACES);
}

static hpyr_result draw_lists(estimation *e) {
    hpi_nearest_search search = {.entry = "octree/normals/lists.frag.glsl", .set = set_search, .user = e};
    hpyr_result result = hpi_nearest_make(e->octree, e->points, e->desc.neighbors, &e->lists);
    if (result == HPYR_OK)
        result = hpi_nearest_find_fetches(e->octree, e->points, e->desc.neighbors, &search.fetches);
    return result == HPYR_OK ? hpi_nearest_draw(e->octree, &e->lists, e->points, &search) : result;
}

static hpyr_result draw_normals(estimation *e) {
    hpyr_octree *octree = e->octree;
    GLuint program;
    hpyr_result result = hpi_octree_program(octree, "octree/normals/planes.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind_vectors(octree, program, &octree->floats, octree->stride, e->all);
    hpi_octree_bind(octree, program, "sorted", 1, &e->sorted);
    hpi_nearest_bind(octree, program, 2, &e->lists);
    hpi_octree_set(octree, program, "count", e->points);
    hpi_octree_set(octree, program, "length", e->desc.neighbors);
    hpi_octree_set(octree, program, "rotations", ROTATIONS);
    glUniform1f(hpi_gl_location(octree->context, program, "", "line"), line);
    set_eighths(octree, program);
    return hpi_octree_draw(octree, program, &e->normals, 0, e->points);
}

/* ---- what was found ---- */

/* Reads the framebuffer that is bound. Waits. */
static void read_texels(estimation *e) {
    hpi_gl_pixels_read(e->octree->context, 0, 0, 1 << e->sorted.shift,
                       (GLsizei)((e->points - 1) >> e->sorted.shift) + 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, e->texels);
}

static hpyr_result read_plane(estimation *e, const hpi_list_plane *plane) {
    const hpyr_context *context = e->octree->context;
    if (!hpi_gl_target(context, plane->texture, 0, 1u << plane->shift, plane->rows))
        return hpi_gl_fail(context, HPYR_ERROR_GL, "normals: this GL cannot read its textures");
    read_texels(e);
    return HPYR_OK;
}

static hpyr_result read_normals(estimation *e) {
    hpyr_result result = read_plane(e, &e->normals);
    for (uint32_t i = 0; result == HPYR_OK && i < e->points; i++) {
        const uint32_t *texel = e->texels + (size_t)i * TEXEL_WORDS;
        float *normal = e->graph.normals + (size_t)texel[3] * HPI_NORMALS_FLOATS;
        memcpy(normal, texel, HPI_NORMALS_FLOATS * sizeof *normal);
        e->order[i] = texel[3];
        e->report.estimated += hpi_normals_is_decided(normal);
    }
    return result;
}

static hpyr_result read_lists(estimation *e) {
    const hpyr_context *context = e->octree->context;
    const uint32_t length = e->graph.neighbors;
    for (uint32_t layer = 0; layer < e->lists.layers; layer++) {
        const uint32_t first = layer * TEXEL_WORDS, left = length - first;
        GLuint framebuffer = hpi_gl_layers_framebuffer(context, e->lists.plane.texture, 0, layer, 1);
        if (!framebuffer)
            return hpi_gl_fail(context, HPYR_ERROR_GL, "normals: this GL cannot read its textures");
        read_texels(e);
        hpi_gl_framebuffers_delete(context, 1, &framebuffer);
        for (uint32_t i = 0; i < e->points; i++)
            memcpy(e->graph.lists + (size_t)e->order[i] * length + first, e->texels + (size_t)i * TEXEL_WORDS,
                   (left < TEXEL_WORDS ? left : TEXEL_WORDS) * sizeof *e->texels);
    }
    return HPYR_OK;
}

/* ---- sides ---- */

static hpyr_result turn_to_viewpoint(estimation *e) {
    hpyr_result result = read_plane(e, &e->sorted);
    for (uint32_t i = 0; result == HPYR_OK && i < e->points; i++) {
        float *normal = e->graph.normals + (size_t)e->order[i] * HPI_NORMALS_FLOATS, position[HPI_NORMALS_FLOATS];
        double towards = 0;
        memcpy(position, e->texels + (size_t)i * TEXEL_WORDS, sizeof position);
        for (int axis = 0; axis < HPI_NORMALS_FLOATS; axis++)
            towards += ((double)e->desc.viewpoint[axis] - (double)position[axis]) * (double)normal[axis];
        if (towards < 0)
            hpi_normals_reverse(normal);
    }
    return result;
}

static hpyr_result turn_along_tree(estimation *e) {
    hpi_normals_graph *graph = &e->graph;
    graph->lists = hpi_alloc(e->octree->context, (size_t)e->all * graph->neighbors * sizeof *graph->lists);
    graph->positions = hpi_alloc(e->octree->context, (size_t)e->all * VECTOR_BYTES);
    if (!graph->lists || !graph->positions)
        return out_of_memory(e);
    hpyr_result result = read_plane(e, &e->sorted);
    if (result != HPYR_OK)
        return result;
    for (uint32_t i = 0; i < e->points; i++)
        memcpy(&graph->positions[(size_t)e->order[i] * HPI_NORMALS_FLOATS], &e->texels[(size_t)i * TEXEL_WORDS],
               VECTOR_BYTES);
    result = read_lists(e);
    if (result == HPYR_OK && !hpi_normals_along_tree(e->octree->context, graph, &e->report.parts))
        result = out_of_memory(e);
    return result;
}

/* ---- all of it ---- */

static hpyr_result find_normals(estimation *e) {
    hpyr_result result = hpi_nearest_sort(e->octree, &e->sorted);
    if (result == HPYR_OK)
        result = hpi_octree_need(e->octree, HPYR_FORMAT_RGBA32UI, e->points, &e->normals);
    if (result == HPYR_OK)
        result = draw_lists(e);
    if (result == HPYR_OK)
        result = draw_normals(e);
    if (result != HPYR_OK)
        return result;
    e->texels =
        hpi_alloc(e->octree->context, ((size_t)e->sorted.rows << e->sorted.shift) * TEXEL_WORDS * sizeof *e->texels);
    e->order = hpi_alloc(e->octree->context, (size_t)e->points * sizeof *e->order);
    if (!e->texels || !e->order)
        return out_of_memory(e);
    result = read_normals(e);
    if (result == HPYR_OK && e->desc.orientation == HPYR_ORIENTATION_VIEWPOINT)
        result = turn_to_viewpoint(e);
    if (result == HPYR_OK && e->desc.orientation == HPYR_ORIENTATION_TREE)
        result = turn_along_tree(e);
    return result;
}

static void free_estimation(estimation *e) {
    hpi_list_plane_destroy(e->octree->context, &e->sorted);
    hpi_list_plane_destroy(e->octree->context, &e->lists.plane);
    hpi_list_plane_destroy(e->octree->context, &e->normals);
    hpi_free(e->octree->context, e->texels);
    hpi_free(e->octree->context, e->order);
    hpi_free(e->octree->context, e->graph.lists);
    hpi_free(e->octree->context, e->graph.positions);
    hpi_free(e->octree->context, e->graph.normals);
}

static hpyr_result estimate(estimation *e, uint32_t buffer, uint64_t offset) {
    hpyr_result result = HPYR_OK;
    e->graph = (hpi_normals_graph){.count = e->all, .neighbors = e->desc.neighbors};
    e->graph.normals = hpi_alloc_zeros(e->octree->context, (size_t)e->all, VECTOR_BYTES);
    if (!e->graph.normals)
        result = out_of_memory(e);
    if (result == HPYR_OK && e->points)
        result = find_normals(e);
    if (result == HPYR_OK) {
        const uint64_t bytes = (uint64_t)e->all * VECTOR_BYTES;
        e->report.undecided = e->all - e->report.estimated;
        result = hpi_gl_buffer_write(e->octree->context, buffer, offset, bytes, e->graph.normals, (uint32_t)bytes);
    }
    free_estimation(e);
    return result;
}

/* ---- public ---- */

static hpyr_result resolve(const hpyr_context *context, const hpyr_normals_desc *desc, hpyr_normals_desc *resolved) {
    *resolved = desc ? *desc : (hpyr_normals_desc){.neighbors = 0};
    if (!resolved->neighbors)
        resolved->neighbors = DEFAULT_NEIGHBORS;
    if (!resolved->orientation)
        resolved->orientation = HPYR_ORIENTATION_TREE;
    if (resolved->neighbors < 3 || resolved->neighbors > HPYR_NORMALS_MAX_NEIGHBORS)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "normals: %u neighbors; 3 to %d are allowed",
                           resolved->neighbors, HPYR_NORMALS_MAX_NEIGHBORS);
    if ((uint32_t)resolved->orientation > HPYR_ORIENTATION_UNORIENTED)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "normals: %d is no hpyr_orientation",
                           (int)resolved->orientation);
    for (int axis = 0; axis < HPI_NORMALS_FLOATS; axis++)
        if (!isfinite(resolved->viewpoint[axis]))
            return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "normals: the viewpoint is not finite");
    return HPYR_OK;
}

hpyr_result hpyr_normals_estimate(hpyr_octree *octree, const hpyr_normals_desc *desc, uint32_t buffer, uint64_t offset,
                                  hpyr_normals_report *report) {
    estimation e = {.octree = octree};
    hpi_gl_state state;
    uint64_t size;
    if (report)
        *report = (hpyr_normals_report){0};
    if (!octree)
        return HPYR_ERROR_INVALID_ARGUMENT;
    const hpyr_context *context = octree->context;
    hpyr_result result = hpi_octree_check_built(octree, "normals");
    if (result == HPYR_OK)
        result = resolve(context, desc, &e.desc);
    if (result == HPYR_OK)
        result = hpi_gl_check_offset(context, "normals", offset);
    if (result != HPYR_OK)
        return result;
    e.points = octree->report.points;
    e.all = e.points + octree->report.skipped;
    hpi_gl_state_enter(octree->context, &state);
    result = hpi_gl_buffer_holds(context, "normals", buffer, offset, (uint64_t)e.all * VECTOR_BYTES, &size);
    if (result == HPYR_OK && e.all)
        result = estimate(&e, buffer, offset);
    hpi_gl_target_release(context);
    result = hpi_gl_state_leave(octree->context, &state, result);
    if (result == HPYR_OK && report)
        *report = e.report;
    return result;
}
