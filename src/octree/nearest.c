/* nearest.c - the points nearest to queries.  SPDX-License-Identifier: MIT
 *
 * histopyramid/reference/nearest.h defines what is computed. A pass finds the lists of a part of the queries, another one counts them
 * for the report, and what callers get is written by the passes that write arrays of octrees. */
#include <histopyramid/nearest.h>

#include "octree/nearest.h"
#include "octree/vectors.h"

#include <math.h>

enum {
    PART = 1 << 18, /* queries */
    NUMBER_BYTES = 4,
    FEW = 8,   /* points of a node that are looked at without going down further */
    MORE = 16, /* a search looks at no more than this part of the points, or draws become longer than they should */
    NO_RADIUS = 1 << 20, /* an exponent */
    SKIPPED_WORD = 3,
    FOUND_WORD = 7 /* see nearest/tally.frag.glsl */
};

#define SEARCH  "octree/nearest/search.frag.glsl"
#define TALLY   "octree/nearest/tally.frag.glsl"
#define NUMBERS "octree/nearest/numbers.frag.glsl"

/** Queries while they are answered. */
typedef struct answers {
    hpyr_octree *octree;
    hpyr_octree_nearest_desc desc;
    hpi_list_plane queries; /* a copy: R32F */
    hpi_nearest_lists lists;
    uint32_t first, count; /* the part that is answered now */
    bool is_counted;       /* there is a report */
    hpyr_octree_nearest_report report;
} answers;

static uint32_t least_of(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* ---- uniforms ---- */

static void set_vector(const hpyr_octree *octree, GLuint program, const char *name, const float vector[3]) {
    glUniform3f(hpi_gl_location(octree->context, program, "", name), vector[0], vector[1], vector[2]);
}

/* A number of 1 to 2, and the power of two that it is multiplied with. */
static void set_number(const hpyr_octree *octree, GLuint program, const char *name, const char *exponent, double number,
                       int no_exponent) {
    int power = no_exponent + 1;
    const double part = number != 0 ? 2 * frexp(number, &power) : 1;
    glUniform1f(hpi_gl_location(octree->context, program, "", name), (float)part);
    hpi_octree_set(octree, program, exponent, power - 1);
}

static void set_measure(const hpyr_octree *octree, GLuint program) {
    set_vector(octree, program, "low", octree->low);
    set_vector(octree, program, "high", octree->high);
    hpi_octree_set_unsigned(octree, program, "sign", 0x80000000u);
    glUniform1f(hpi_gl_location(octree->context, program, "", "one"), 1);
}

static void bind_queries(const answers *a, GLuint program, GLuint unit) {
    hpi_octree_bind(a->octree, program, "queries", unit, &a->queries);
    hpi_octree_set(a->octree, program, "queries_stride", a->desc.queries.stride / NUMBER_BYTES);
    hpi_octree_set(a->octree, program, "first_query", a->first);
}

/* The box around all points in cells of the last depth. */
static void set_box(const hpyr_octree *octree, GLuint program) {
    const double cells = ldexp(1 / (double)octree->report.cube.side, (int)octree->desc.depth);
    float low[3], high[3];
    for (int axis = 0; axis < 3; axis++) {
        const double origin = octree->report.cube.origin[axis];
        low[axis] = (float)fmax(-1e30, fmin(1e30, (octree->low[axis] - origin) * cells));
        high[axis] = (float)fmax(-1e30, fmin(1e30, (octree->high[axis] - origin) * cells));
    }
    set_vector(octree, program, "low_cells", low);
    set_vector(octree, program, "high_cells", high);
}

/* ---- passes ---- */

static void set_search(const hpyr_octree *octree, GLuint program, const void *user) {
    const answers *a = user;
    hpi_octree_bind(octree, program, "sorted", 0, &octree->sorted);
    bind_queries(a, program, 1);
    hpi_octree_set(octree, program, "count", a->count);
    set_measure(octree, program);
    set_box(octree, program);
    set_number(octree, program, "cell", "cell_exponent", ldexp(octree->report.cube.side, -(int)octree->desc.depth), 0);
    set_number(octree, program, "radius", "radius_exponent", a->desc.radius, NO_RADIUS);
    hpi_octree_set_unsigned(octree, program, "few", FEW);
}

static hpyr_result draw_lists(answers *a) {
    hpi_nearest_search search = {.entry = SEARCH, .set = set_search, .user = a};
    const uint32_t points = a->octree->report.points;
    hpyr_result result = hpi_nearest_find_fetches(a->octree, a->count, a->desc.neighbors, &search.fetches);
    if (result != HPYR_OK)
        return result;
    search.fetches += points / MORE + HPI_OCTREE_FETCHES;
    return hpi_nearest_draw(a->octree, &a->lists, a->count, &search);
}

static hpyr_result tally_program(hpyr_octree *octree, uint32_t count, const void *user, GLuint *program) {
    const answers *a = user;
    hpyr_result result = hpi_octree_program(octree, TALLY, "", program);
    (void)count;
    if (result != HPYR_OK)
        return result;
    bind_queries(a, *program, 0);
    hpi_nearest_bind(octree, *program, 2, &a->lists);
    return HPYR_OK;
}

static hpyr_result count_found(answers *a) {
    uint32_t words[HPI_OCTREE_BOUND_WORDS] = {0};
    if (!a->is_counted)
        return HPYR_OK;
    hpyr_result result = hpi_octree_find_bounds(a->octree, tally_program, a, a->count, words);
    a->report.skipped += words[SKIPPED_WORD];
    a->report.found += words[FOUND_WORD];
    return result;
}

static hpyr_result numbers_program(const answers *a, bool of_distances, GLuint *program) {
    return hpi_octree_program(a->octree, NUMBERS, of_distances ? "#define HPYR_OF_DISTANCES\n" : "", program);
}

static hpyr_result write_numbers(answers *a, bool of_distances, GLuint buffer, uint64_t offset) {
    hpyr_octree *octree = a->octree;
    const uint32_t neighbors = a->desc.neighbors;
    const uint64_t count = (uint64_t)a->count * neighbors;
    const hpi_octree_numbers numbers = {.format = HPYR_FORMAT_R32UI, /* bits of floats, too */
                                        .per_item = neighbors,
                                        .count = count,
                                        .buffer = buffer,
                                        .offset = offset + (uint64_t)a->first * neighbors * NUMBER_BYTES};
    GLuint program;
    hpyr_result result = numbers_program(a, of_distances, &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind_vectors(octree, program, &octree->floats, octree->stride,
                            octree->report.points + octree->report.skipped);
    bind_queries(a, program, 1);
    hpi_nearest_bind(octree, program, 2, &a->lists);
    set_measure(octree, program);
    return hpi_octree_write(octree, program, &numbers);
}

/* ---- all of it ---- */

/* What may fail comes before anything is written: programs that are not ready, and memory. */
static hpyr_result prepare(answers *a) {
    hpyr_octree *octree = a->octree;
    const uint32_t part = least_of(PART, a->desc.count);
    GLuint program;
    hpyr_result result = hpi_octree_copy_vectors(octree, &a->desc.queries, a->desc.count, &a->queries);
    if (result == HPYR_OK)
        result = hpi_nearest_make(octree, part, a->desc.neighbors, &a->lists);
    if (result == HPYR_OK)
        result = hpi_octree_need(octree, HPYR_FORMAT_R32F, 1, &octree->floats); /* an empty octree has none */
    if (result == HPYR_OK)
        result = hpi_octree_need_chunk(octree, HPYR_FORMAT_R32UI, (uint64_t)part * a->desc.neighbors);
    if (result == HPYR_OK && a->is_counted)
        result = hpi_octree_program(octree, TALLY, "", &program);
    if (result == HPYR_OK)
        result = numbers_program(a, false, &program);
    if (result == HPYR_OK && a->desc.distances)
        result = numbers_program(a, true, &program);
    if (result == HPYR_OK)
        result = hpi_nearest_programs(octree, &a->lists, SEARCH);
    if (result == HPYR_OK && !octree->is_sorted)
        result = hpi_nearest_sort(octree, &octree->sorted);
    octree->is_sorted = octree->is_sorted || result == HPYR_OK;
    return result;
}

static hpyr_result answer_part(answers *a) {
    hpyr_result result = draw_lists(a);
    if (result == HPYR_OK)
        result = count_found(a);
    if (result == HPYR_OK)
        result = write_numbers(a, false, a->desc.indices, a->desc.indices_offset);
    if (result == HPYR_OK && a->desc.distances)
        result = write_numbers(a, true, a->desc.distances, a->desc.distances_offset);
    return result;
}

static hpyr_result answer(answers *a) {
    hpyr_result result = prepare(a);
    for (a->first = 0; result == HPYR_OK && a->first < a->desc.count; a->first += a->count) {
        a->count = least_of(PART, a->desc.count - a->first);
        result = answer_part(a);
    }
    hpi_list_plane_destroy(a->octree->context, &a->queries);
    hpi_list_plane_destroy(a->octree->context, &a->lists.plane);
    return result;
}

/* ---- public ---- */

static hpyr_result check_members(const hpyr_context *context, hpyr_octree_nearest_desc *desc) {
    if (!desc->neighbors)
        desc->neighbors = 1;
    if (desc->neighbors > HPYR_OCTREE_MAX_NEIGHBORS)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "nearest: %u neighbors; at most %d are allowed",
                           desc->neighbors, HPYR_OCTREE_MAX_NEIGHBORS);
    if (!(desc->radius >= 0) || !isfinite(desc->radius))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "nearest: a radius of %g", (double)desc->radius);
    if (!desc->distances && desc->distances_offset)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "nearest: distances_offset without distances");
    hpyr_result result = hpi_gl_check_offset(context, "nearest: indices", desc->indices_offset);
    return result == HPYR_OK ? hpi_gl_check_offset(context, "nearest: distances", desc->distances_offset) : result;
}

static hpyr_result check_buffers(const hpyr_octree *octree, const hpyr_octree_nearest_desc *desc) {
    const hpyr_context *context = octree->context;
    const uint64_t bytes = (uint64_t)desc->count * desc->neighbors * NUMBER_BYTES;
    uint64_t size;
    hpyr_result result =
        hpi_gl_buffer_holds(context, "nearest: indices", desc->indices, desc->indices_offset, bytes, &size);
    if (result != HPYR_OK || !desc->distances)
        return result;
    result = hpi_gl_buffer_holds(context, "nearest: distances", desc->distances, desc->distances_offset, bytes, &size);
    if (result == HPYR_OK && desc->indices == desc->distances &&
        desc->indices_offset < desc->distances_offset + bytes && desc->distances_offset < desc->indices_offset + bytes)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "nearest: indices and distances overlap");
    return result;
}

hpyr_result hpyr_octree_nearest(hpyr_octree *octree, const hpyr_octree_nearest_desc *desc,
                                hpyr_octree_nearest_report *report) {
    hpi_gl_state state;
    if (report)
        *report = (hpyr_octree_nearest_report){0};
    if (!octree || !desc)
        return HPYR_ERROR_INVALID_ARGUMENT;
    answers a = {.octree = octree, .desc = *desc, .is_counted = report != NULL};
    hpyr_result result = hpi_octree_check_built(octree, "nearest");
    if (result == HPYR_OK)
        result = check_members(octree->context, &a.desc);
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(octree->context, &state);
    result = hpi_octree_check_vectors(octree, &desc->queries, desc->count, "nearest: queries", &a.desc.queries);
    if (result == HPYR_OK && desc->count)
        result = check_buffers(octree, &a.desc);
    if (result == HPYR_OK && desc->count)
        result = answer(&a);
    hpi_gl_target_release(octree->context);
    result = hpi_gl_state_leave(octree->context, &state, result);
    if (result == HPYR_OK && report)
        *report = a.report;
    return result;
}
