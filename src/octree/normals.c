/* normals.c - normals of the points of an octree.
 * Source: Hoppe et al. 1992, sections 3.2 and 3.3.  SPDX-License-Identifier: MIT
 *
 * The GPU searches for the nearest points and fits the planes. Which of its sides a normal points to
 * is decided on the CPU: a spanning tree grows one edge after the other. So all that was found is
 * read back, put into the order of the caller's points, and written to the caller's buffer. */
#include <histopyramid/normals.h>

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
    uint32_t points, all;   /* points in the octree, and those that it has skipped as well */
    uint32_t layers;        /* of the lists: four entries each */
    uint64_t fetches;       /* texel fetches of a point's list, about */
    hpi_list_plane sorted;  /* see sorted.frag.glsl */
    hpi_list_plane lists;   /* an array texture, with the rows of `sorted` */
    hpi_list_plane normals; /* see planes.frag.glsl */
    uint32_t *texels;       /* what was read last, in the octree's order */
    uint32_t *order;        /* the number of each point */
    hpi_normals_graph graph;
    hpyr_normals_report report;
} estimation;

static hpyr_result out_of_memory(const estimation *e) {
    return hpi_gl_fail(e->octree->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for the normals of %u points", e->all);
}

/* ---- passes ---- */

static hpyr_result make_planes(estimation *e) {
    const hpyr_octree *octree = e->octree;
    hpyr_result result = hpi_octree_need(octree, HPYR_FORMAT_RGBA32UI, e->points, &e->sorted);
    if (result == HPYR_OK)
        result = hpi_octree_need(octree, HPYR_FORMAT_RGBA32UI, e->points, &e->normals);
    if (result != HPYR_OK)
        return result;
    e->lists = (hpi_list_plane){.shift = e->sorted.shift, .rows = e->sorted.rows};
    e->lists.texture =
        hpi_gl_array_create(octree->context, HPYR_FORMAT_RGBA32UI, 1u << e->lists.shift, e->lists.rows, e->layers);
    return e->lists.texture ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

static hpyr_result draw_sorted(estimation *e) {
    hpyr_octree *octree = e->octree;
    GLuint program;
    hpyr_result result = hpi_octree_program(octree, "octree/normals/sorted.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind_vectors(octree, program, &octree->floats, octree->stride, e->all);
    hpi_octree_bind(octree, program, "order", 1, &octree->order);
    hpi_octree_set(octree, program, "count", e->points);
    return hpi_octree_draw(octree, program, &e->sorted, 0, e->points);
}

static hpyr_result crowds_program(hpyr_octree *octree, uint32_t count, GLuint *program) {
    hpyr_result result = hpi_octree_program(octree, "octree/normals/crowds.frag.glsl", "", program);
    (void)count;
    if (result == HPYR_OK)
        hpi_octree_use(octree, *program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT);
    return result;
}

/* Points of a node in which a search begins: about a third of a list. Around a node that a surface crosses lie about nine times as
 * many, and a list's last one is hardly ever farther away than these nodes. */
static uint32_t enough_of(const estimation *e) {
    return (e->desc.neighbors + 2) / 3;
}

/* A search looks at 27 nodes that have fewer than `enough` points in each of eight children, or as many as one of the last depth can
 * have. Most searches end there or one depth further up, and at each depth no point is looked at twice. */
static hpyr_result find_fetches(estimation *e) {
    const hpyr_octree_report *report = &e->octree->report;
    const uint32_t *first = &report->first_node[report->depth];
    uint32_t words[8] = {0}; /* the fifth is the largest number of points of a node of the last depth */
    e->fetches = e->points;
    if (e->points <= hpi_gl_draw_budget() / e->points)
        return HPYR_OK;
    hpyr_result result = hpi_octree_find_bounds(e->octree, crowds_program, first[1] - first[0], words);
    const uint32_t enough = enough_of(e), most = words[4] > 8 * enough ? words[4] : 8 * enough;
    const uint64_t usual = 2 * HPYR_OCTREE_PLACES * (uint64_t)most;
    if (usual < e->fetches)
        e->fetches = usual;
    return result;
}

/* Draws into `count` layers of the lists. */
static hpyr_result draw_layers(const estimation *e, GLuint program, uint32_t first, uint32_t count) {
    const hpyr_context *context = e->octree->context;
    const uint32_t width = 1u << e->lists.shift;
    GLuint framebuffer = hpi_gl_layers_framebuffer(context, e->lists.texture, 0, first, count);
    if (!framebuffer)
        return hpi_gl_fail(context, HPYR_ERROR_GL, "normals: this GL cannot render to its textures");
    glUniform2i(hpi_gl_location(context, program, "", "target_row"), (GLint)(width - 1), e->lists.shift);
    hpi_gl_viewport(context, 0, 0, width, ((e->points - 1) >> e->lists.shift) + 1);
    hpi_gl_draw_bands(context, e->points * e->fetches);
    hpi_gl_framebuffers_delete(context, 1, &framebuffer);
    return HPYR_OK;
}

/* Makes the largest side of the box around all points 2^62 to 2^63. So the squares of distances are finite, and those of
 * distances above 2^-125 of this side are above FLT_MIN, below which GPUs may take a number for 0. */
static int exponent_of_scale(const hpyr_octree *octree) {
    const int largest = FLT_MAX_EXP - 1, exponent = octree->extent > 0 ? EIGHTH + 62 - ilogb(octree->extent) : largest;
    return exponent < largest ? exponent : largest;
}

/* What lists and planes measure with. */
static void set_ways(const hpyr_octree *octree, GLuint program) {
    const hpyr_context *context = octree->context;
    const float *origin = octree->report.cube.origin, coarse = fminf(hpi_octree_cells_per_unit(octree), 1);
    glUniform2f(hpi_gl_location(context, program, "", "eighths"), 0.125f, -0.125f);
    glUniform1f(hpi_gl_location(context, program, "", "coarse"), coarse);
    glUniform3f(hpi_gl_location(context, program, "", "coarse_origin"), origin[0] * coarse, origin[1] * coarse,
                origin[2] * coarse);
}

/* Searches for the lists, and draws `outputs` layers of them, or as many as are left after the parts before. */
static hpyr_result draw_lists(estimation *e, uint32_t outputs, uint32_t part) {
    hpyr_octree *octree = e->octree;
    const hpyr_context *context = octree->context;
    const uint32_t left = e->layers - part * outputs;
    const int exponent = exponent_of_scale(octree);
    const double cell = ldexp(octree->report.cube.side, exponent - EIGHTH - (int)octree->desc.depth);
    hpi_text defines = HPI_TEXT(context);
    GLuint program;
    hpi_gl_add_targets(&defines, e->layers);
    hpi_text_print(&defines, "#define HPYR_OUTPUTS %u\n#define HPYR_PART %u\n", outputs, part);
    hpyr_result result = hpi_list_program(octree->lists, "octree/normals/lists.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_use(octree, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT);
    hpi_octree_bind(octree, program, "sorted", 0, &e->sorted);
    hpi_octree_bind(octree, program, "keys", 1, &octree->keys);
    hpi_octree_set_cells(octree, program);
    glUniform1f(hpi_gl_location(context, program, "", "scale"), ldexpf(1, exponent));
    glUniform1f(hpi_gl_location(context, program, "", "cell"), (float)fmin(cell, 1e30)); /* times 0 it must be 0 */
    set_ways(octree, program);
    hpi_octree_set_unsigned(octree, program, "enough", enough_of(e));
    hpi_octree_set(octree, program, "places", HPYR_OCTREE_PLACES);
    return draw_layers(e, program, part * outputs, left < outputs ? left : outputs);
}

/* Where a pass has not a target for each layer, each pass finds the whole list, and writes a part of it. */
static hpyr_result draw_all_lists(estimation *e) {
    const uint32_t most = e->octree->context->targets, outputs = e->layers < most ? e->layers : most;
    hpyr_result result = find_fetches(e);
    for (uint32_t part = 0; result == HPYR_OK && part * outputs < e->layers; part++)
        result = draw_lists(e, outputs, part);
    return result;
}

static hpyr_result draw_normals(estimation *e) {
    hpyr_octree *octree = e->octree;
    GLuint program;
    hpyr_result result = hpi_octree_program(octree, "octree/normals/planes.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind_vectors(octree, program, &octree->floats, octree->stride, e->all);
    hpi_octree_bind(octree, program, "sorted", 1, &e->sorted);
    hpi_list_bind(octree->lists, program, "lists", HPI_OCTREE_MORE_UNIT + 2, GL_TEXTURE_2D_ARRAY, e->lists.texture);
    hpi_octree_set(octree, program, "count", e->points);
    hpi_octree_set(octree, program, "length", e->desc.neighbors);
    hpi_octree_set(octree, program, "rotations", ROTATIONS);
    glUniform1f(hpi_gl_location(octree->context, program, "", "line"), line);
    set_ways(octree, program);
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
    for (uint32_t layer = 0; layer < e->layers; layer++) {
        const uint32_t first = layer * TEXEL_WORDS, left = length - first;
        GLuint framebuffer = hpi_gl_layers_framebuffer(context, e->lists.texture, 0, layer, 1);
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
    hpyr_result result = make_planes(e);
    if (result == HPYR_OK)
        result = draw_sorted(e);
    if (result == HPYR_OK)
        result = draw_all_lists(e);
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
    hpi_list_plane_destroy(e->octree->context, &e->lists);
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
    e.layers = (e.desc.neighbors - 1) / TEXEL_WORDS + 1;
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
