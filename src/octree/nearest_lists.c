/* nearest_lists.c - lists of the points nearest to places, drawn by a program that finds them.  SPDX-License-Identifier: MIT */
#include "octree/nearest.h"

#include "octree/vectors.h"

#include "core/traversal.h"

#include <math.h>

/* ---- planes ---- */

hpyr_result hpi_nearest_make(const hpyr_octree *octree, uint32_t count, uint32_t neighbors, hpi_nearest_lists *lists) {
    hpi_list_plane *plane = &lists->plane;
    *lists = (hpi_nearest_lists){
        .count = count, .neighbors = neighbors, .layers = (neighbors - 1) / HPI_NEAREST_ENTRIES + 1};
    if (count > octree->context->caps.max_list_length)
        return hpi_gl_fail(octree->context, HPYR_ERROR_TOO_LARGE, "octree: %u lists; this GL allows %u", count,
                           octree->context->caps.max_list_length);
    *plane = hpi_list_plane_of(count);
    plane->texture =
        hpi_gl_array_create(octree->context, HPYR_FORMAT_RGBA32UI, 1u << plane->shift, plane->rows, lists->layers);
    return plane->texture ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

void hpi_nearest_bind(const hpyr_octree *octree, GLuint program, GLuint unit, const hpi_nearest_lists *lists) {
    const hpi_list_plane *plane = &lists->plane;
    hpi_list_bind(octree->lists, program, "lists", HPI_OCTREE_MORE_UNIT + unit, GL_TEXTURE_2D_ARRAY, plane->texture);
    glUniform2i(hpi_gl_location(octree->context, program, "", "lists_row"), (1 << plane->shift) - 1, plane->shift);
}

hpyr_result hpi_nearest_sort(hpyr_octree *octree, hpi_list_plane *sorted) {
    const uint32_t points = octree->report.points;
    GLuint program;
    hpyr_result result = hpi_octree_need(octree, HPYR_FORMAT_RGBA32UI, points, sorted);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/nearest/sorted.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind_vectors(octree, program, &octree->floats, octree->stride, points + octree->report.skipped);
    hpi_octree_bind(octree, program, "order", 1, &octree->order);
    hpi_octree_set(octree, program, "count", points);
    return hpi_octree_draw(octree, program, sorted, 0, points);
}

/* ---- how much a search looks at ---- */

/* Around a node that a surface crosses lie about nine times as many, and a list's last one is hardly ever farther away than these. */
uint32_t hpi_nearest_enough(uint32_t neighbors) {
    return (neighbors + 2) / 3;
}

static hpyr_result crowds_program(hpyr_octree *octree, uint32_t count, const void *user, GLuint *program) {
    hpyr_result result = hpi_octree_program(octree, "octree/nearest/crowds.frag.glsl", "", program);
    (void)count;
    (void)user;
    if (result == HPYR_OK)
        hpi_octree_use(octree, *program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT);
    return result;
}

static hpyr_result find_crowd(hpyr_octree *octree) {
    const hpyr_octree_report *report = &octree->report;
    const uint32_t *first = &report->first_node[report->depth];
    uint32_t words[HPI_OCTREE_BOUND_WORDS] = {
        0}; /* the fifth is the largest number of points of a node of the last depth */
    if (octree->crowd)
        return HPYR_OK;
    hpyr_result result = hpi_octree_find_bounds(octree, crowds_program, NULL, first[1] - first[0], words);
    if (result == HPYR_OK)
        octree->crowd = words[4];
    return result;
}

/* A search looks at about as many points as 27 nodes have that have fewer than `enough` points in each of eight children, or as many as
 * one of the last depth can have. Most searches end there or one depth further up, and at each depth no point is looked at twice. */
hpyr_result hpi_nearest_find_fetches(hpyr_octree *octree, uint32_t count, uint32_t neighbors, uint64_t *fetches) {
    const uint32_t points = octree->report.points, enough = hpi_nearest_enough(neighbors);
    *fetches = points;
    if (points <= hpi_gl_draw_budget() / count)
        return HPYR_OK;
    hpyr_result result = find_crowd(octree);
    const uint32_t most = octree->crowd > 8 * enough ? octree->crowd : 8 * enough;
    const uint64_t usual = 2 * HPYR_OCTREE_PLACES * (uint64_t)most;
    if (result == HPYR_OK && usual < *fetches)
        *fetches = usual;
    return result;
}

/* ---- draws ---- */

void hpi_nearest_set_cells(const hpyr_octree *octree, GLuint program) {
    const hpyr_context *context = octree->context;
    const float *origin = octree->report.cube.origin, coarse = fminf(hpi_octree_cells_per_unit(octree), 1);
    hpi_octree_set_cells(octree, program);
    glUniform1f(hpi_gl_location(context, program, "", "coarse"), coarse);
    glUniform3f(hpi_gl_location(context, program, "", "coarse_origin"), origin[0] * coarse, origin[1] * coarse,
                origin[2] * coarse);
}

static uint32_t outputs_of(const hpyr_octree *octree, const hpi_nearest_lists *lists) {
    const uint32_t most = octree->context->targets;
    return lists->layers < most ? lists->layers : most;
}

static hpyr_result make_program(hpyr_octree *octree, const hpi_nearest_lists *lists, const char *entry, uint32_t part,
                                GLuint *program) {
    hpi_text defines = HPI_TEXT(octree->context);
    hpi_gl_add_targets(&defines, lists->layers);
    hpi_text_print(&defines, "#define HPYR_OUTPUTS %u\n#define HPYR_PART %u\n", outputs_of(octree, lists), part);
    return hpi_list_program(octree->lists, entry, &defines, program);
}

hpyr_result hpi_nearest_programs(hpyr_octree *octree, const hpi_nearest_lists *lists, const char *entry) {
    const uint32_t outputs = outputs_of(octree, lists);
    hpyr_result result = HPYR_OK;
    GLuint program;
    for (uint32_t part = 0; result == HPYR_OK && part * outputs < lists->layers; part++)
        result = make_program(octree, lists, entry, part, &program);
    return result;
}

/* Draws into layers from the first one of a part on. */
static hpyr_result draw_layers(const hpyr_octree *octree, GLuint program, const hpi_nearest_lists *lists,
                               uint32_t first, uint32_t layers, uint32_t count, uint64_t fetches) {
    const hpyr_context *context = octree->context;
    const hpi_list_plane *plane = &lists->plane;
    const uint32_t width = 1u << plane->shift;
    GLuint framebuffer = hpi_gl_layers_framebuffer(context, plane->texture, 0, first, layers);
    if (!framebuffer)
        return hpi_gl_fail(context, HPYR_ERROR_GL, "octree: this GL cannot render to its textures");
    glUniform2i(hpi_gl_location(context, program, "", "target_row"), (GLint)(width - 1), plane->shift);
    hpi_gl_viewport(context, 0, 0, width, ((count - 1) >> plane->shift) + 1);
    hpi_gl_draw_bands(context, count * fetches);
    hpi_gl_framebuffers_delete(context, 1, &framebuffer);
    return HPYR_OK;
}

hpyr_result hpi_nearest_draw(hpyr_octree *octree, const hpi_nearest_lists *lists, uint32_t count,
                             const hpi_nearest_search *search) {
    const uint32_t outputs = outputs_of(octree, lists);
    hpyr_result result = HPYR_OK;
    for (uint32_t part = 0; result == HPYR_OK && part * outputs < lists->layers; part++) {
        const uint32_t first = part * outputs, left = lists->layers - first;
        GLuint program;
        result = make_program(octree, lists, search->entry, part, &program);
        if (result != HPYR_OK)
            return result;
        hpi_octree_use(octree, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT);
        hpi_nearest_set_cells(octree, program);
        search->set(octree, program, search->user);
        result = draw_layers(octree, program, lists, first, left < outputs ? left : outputs, count, search->fetches);
    }
    return result;
}
