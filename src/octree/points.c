/* points.c - the points of an octree: their cube, their keys and their order.
 * Source: Zhou et al. 2011, section III-B, steps 1 to 3 of listing 1.  SPDX-License-Identifier: MIT */
#include "octree/vectors.h"

#include <math.h>
#include <string.h>

enum { VECTOR_FLOATS = 3, FAN_OUT = 64 };

/* ---- cube ---- */

typedef struct bounds {
    float low[VECTOR_FLOATS], high[VECTOR_FLOATS];
    uint32_t skipped;
} bounds;

static float float_of_ordinal(uint32_t ordinal) {
    uint32_t bits = ordinal & 0x80000000u ? ordinal ^ 0x80000000u : ~ordinal;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static hpyr_result points_program(hpyr_octree *octree, uint32_t count, const void *user, GLuint *program) {
    (void)user;
    hpyr_result result = hpi_octree_program(octree, "octree/bounds.frag.glsl", "#define HPYR_OF_POINTS\n", program);
    if (result == HPYR_OK)
        hpi_octree_bind_vectors(octree, *program, &octree->floats, octree->stride, count);
    return result;
}

hpyr_result hpi_octree_find_bounds(hpyr_octree *octree, hpi_octree_first_fn first, const void *user, uint32_t count,
                                   uint32_t words[HPI_OCTREE_BOUND_WORDS]) {
    hpyr_result result = HPYR_OK;
    int target = 0;
    for (uint32_t left = count, pass = 0; result == HPYR_OK && (left > 1 || !pass); pass++, target = !target) {
        uint32_t pairs = (left - 1) / FAN_OUT + 1;
        GLuint program;
        result = hpi_octree_need(octree, HPYR_FORMAT_RGBA32UI, 2 * (uint64_t)pairs, &octree->pairs[target]);
        if (result == HPYR_OK)
            result = pass ? hpi_octree_program(octree, "octree/bounds.frag.glsl", "", &program)
                          : first(octree, count, user, &program);
        if (result != HPYR_OK)
            return result;
        if (pass)
            hpi_octree_bind(octree, program, "pairs", 1, &octree->pairs[!target]);
        hpi_octree_set(octree, program, "count", left);
        result = hpi_octree_draw(octree, program, &octree->pairs[target], 0, 2 * (uint64_t)pairs);
        left = pairs;
    }
    if (result != HPYR_OK)
        return result;
    if (!hpi_gl_target(octree->context, octree->pairs[!target].texture, 0, 2, 1))
        return hpi_gl_fail(octree->context, HPYR_ERROR_GL, "octree: this GL cannot render to its textures");
    hpi_gl_pixels_read(octree->context, 0, 0, 2, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, words);
    return HPYR_OK;
}

/* Finds the smallest and the largest coordinates. */
static hpyr_result find_bounds(hpyr_octree *octree, uint32_t count, bounds *found) {
    uint32_t words[HPI_OCTREE_BOUND_WORDS];
    hpyr_result result = hpi_octree_find_bounds(octree, points_program, NULL, count, words);
    if (result != HPYR_OK)
        return result;
    for (int axis = 0; axis < VECTOR_FLOATS; axis++) {
        found->low[axis] = float_of_ordinal(words[axis]);
        found->high[axis] = float_of_ordinal(words[4 + axis]);
    }
    found->skipped = words[3];
    return HPYR_OK;
}

static double extent_of(const bounds *found) {
    double extent = 0;
    for (int axis = 0; axis < VECTOR_FLOATS; axis++)
        extent = fmax(extent, (double)found->high[axis] - (double)found->low[axis]);
    return extent;
}

static hpyr_octree_cube cube_around(const bounds *found, double margin) {
    const double extent = extent_of(found), side = extent > 0 ? extent * margin : margin;
    hpyr_octree_cube cube;
    for (int axis = 0; axis < VECTOR_FLOATS; axis++)
        cube.origin[axis] = (float)(((double)found->low[axis] + (double)found->high[axis]) / 2 - side / 2);
    cube.side = (float)side;
    return cube;
}

static hpyr_result check_cube(const hpyr_octree *octree) {
    const hpyr_octree_cube *cube = &octree->report.cube;
    const float *o = cube->origin;
    if (isfinite(cube->side) && isfinite(o[0]) && isfinite(o[1]) && isfinite(o[2]) &&
        isnormal(hpi_octree_cells_per_unit(octree)))
        return HPYR_OK;
    return hpi_gl_fail(octree->context, HPYR_ERROR_INVALID_ARGUMENT,
                       "octree: a cube from %g %g %g on with a side of %g; these must be finite, and 2^%u / side a "
                       "normal float: scale the points",
                       (double)o[0], (double)o[1], (double)o[2], (double)cube->side, octree->desc.depth);
}

static hpyr_result find_cube(hpyr_octree *octree, const hpyr_octree_points *points) {
    hpyr_octree_report *report = &octree->report;
    bounds found = {0};
    double margin = points->margin != 0 ? points->margin : 1.1;
    report->cube = points->cube;
    if (points->count) {
        hpyr_result result = find_bounds(octree, points->count, &found);
        if (result != HPYR_OK)
            return result;
    }
    report->skipped = found.skipped;
    report->points = points->count - found.skipped;
    octree->extent = report->points ? extent_of(&found) : 0;
    for (int axis = 0; axis < VECTOR_FLOATS; axis++) {
        octree->low[axis] = report->points ? found.low[axis] : 0;
        octree->high[axis] = report->points ? found.high[axis] : 0;
    }
    if (points->cube.side == 0 && report->points)
        report->cube = cube_around(&found, margin);
    else if (points->cube.side == 0)
        report->cube = (hpyr_octree_cube){.side = (float)margin};
    return check_cube(octree);
}

/* ---- keys ---- */

static hpyr_result draw_keys(hpyr_octree *octree, uint32_t count) {
    GLuint program;
    hpyr_result result = hpi_octree_program(octree, "octree/keys.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind_vectors(octree, program, &octree->floats, octree->stride, count);
    hpi_octree_set_cells(octree, program);
    hpi_octree_set(octree, program, "depth", octree->desc.depth);
    return hpi_octree_draw(octree, program, &octree->keys, 0, count);
}

static hpyr_result sort_keys(hpyr_octree *octree, uint32_t count) {
    const hpyr_list keys = hpi_octree_list(&octree->keys);
    const hpyr_lists_sort_desc sort = {.keys = keys,
                                       .sorted_keys = keys,
                                       .sorted_values = hpi_octree_list(&octree->order),
                                       .bit_count = 3 * octree->desc.depth + 1,
                                       .length = {.count = count}};
    return hpyr_lists_sort(octree->lists, &sort);
}

static hpyr_result check_members(const hpyr_octree *octree, const hpyr_octree_points *points) {
    const hpyr_context *context = octree->context;
    const hpyr_octree_cube *cube = &points->cube;
    if (points->count > octree->desc.capacity)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "octree: %u points; it was made for %u", points->count,
                           octree->desc.capacity);
    for (int axis = 0; axis < VECTOR_FLOATS; axis++)
        if (!isfinite(cube->origin[axis]) || (cube->side == 0 && cube->origin[axis] != 0))
            return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                               "octree: the origin of a cube must be finite, and needs a side");
    if (!(cube->side >= 0))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "octree: a cube with a side of %g",
                           (double)cube->side);
    if (points->margin != 0 && (cube->side != 0 || !(points->margin >= 1) || !isfinite(points->margin)))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "octree: a margin of %g: it is 1 or more, and without a cube", points->margin);
    return HPYR_OK;
}

hpyr_result hpi_octree_sort_points(hpyr_octree *octree, const hpyr_octree_points *points) {
    hpyr_attribute vectors;
    hpyr_result result = check_members(octree, points);
    if (result == HPYR_OK)
        result = hpi_octree_check_vectors(octree, &points->positions, points->count, "octree: positions", &vectors);
    if (result != HPYR_OK)
        return result;
    octree->stride = vectors.stride;
    if (points->count)
        result = hpi_octree_copy_vectors(octree, &vectors, points->count, &octree->floats);
    if (result == HPYR_OK)
        result = find_cube(octree, points);
    if (result == HPYR_OK)
        result = hpi_octree_need(octree, HPYR_FORMAT_R32UI, points->count, &octree->keys);
    if (result == HPYR_OK)
        result = hpi_octree_need(octree, HPYR_FORMAT_R32UI, points->count, &octree->order);
    if (result == HPYR_OK && points->count)
        result = draw_keys(octree, points->count);
    return result == HPYR_OK && points->count ? sort_keys(octree, points->count) : result;
}
