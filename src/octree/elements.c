/* elements.c - which nodes own vertices, edges and faces.
 * Source: Zhou et al. 2011, section III-D.  SPDX-License-Identifier: MIT */
#include "octree/elements.h"

#include "core/traversal.h"

static int coordinate(int place, int axis) {
    return axis == 0 ? place / 9 : axis == 1 ? place / 3 % 3 : place % 3;
}

/* How many coordinates of a place are 1: 0 for a corner, 1 for an edge, 2 for a face. */
static int kind_of(int place) {
    return (coordinate(place, 0) == 1) + (coordinate(place, 1) == 1) + (coordinate(place, 2) == 1);
}

int hpi_octree_places(int kind, int places[12], uint32_t *bits) {
    int count = 0;
    *bits = 0;
    for (int place = 0; place < HPYR_OCTREE_PLACES; place++)
        if (kind_of(place) == kind) {
            places[count++] = place;
            *bits |= UINT32_C(1) << place;
        }
    return count;
}

/* A neighbor shares what is at a place if it lies on the same side along each axis, or beside. */
static bool shares(int neighbor, int place) {
    for (int axis = 0; axis < 3; axis++)
        if (coordinate(neighbor, axis) != 1 && coordinate(neighbor, axis) != coordinate(place, axis))
            return false;
    return neighbor != HPYR_OCTREE_PLACES / 2;
}

static hpyr_result draw_owned(hpyr_octree *octree) {
    GLuint sharing[HPYR_OCTREE_PLACES] = {0}, program;
    for (int place = 0; place < HPYR_OCTREE_PLACES; place++)
        for (int neighbor = 0; neighbor < HPYR_OCTREE_PLACES; neighbor++)
            sharing[place] |= shares(neighbor, place) ? UINT32_C(1) << neighbor : 0;
    hpyr_result result = hpi_octree_program(octree, "octree/owned.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_use(octree, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT);
    hpi_octree_set(octree, program, "nodes", octree->report.nodes);
    hpi_octree_set(octree, program, "places", HPYR_OCTREE_PLACES);
    glUniform1uiv(hpi_gl_location(octree->context, program, "", "sharing"), HPYR_OCTREE_PLACES, sharing);
    return hpi_octree_draw(octree, program, &octree->owned, 0, octree->report.nodes);
}

/* Reads the index of the first element of each depth. */
static hpyr_result read_firsts(hpyr_octree *octree, int kind, uint32_t firsts[HPYR_OCTREE_MAX_DEPTH + 2]) {
    const uint32_t depths = octree->report.depth + 1;
    hpi_list_plane target = {0};
    GLuint program;
    hpyr_result result = /* so that a row has room for all depths */
        hpi_octree_need(octree, HPYR_FORMAT_R32UI, HPYR_OCTREE_MAX_DEPTH * HPYR_OCTREE_MAX_DEPTH, &target);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/first_elements.frag.glsl", "", &program);
    if (result == HPYR_OK) {
        hpi_octree_use(octree, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT);
        hpi_octree_bind(octree, program, "firsts", 0, &octree->firsts[kind]);
        result = hpi_octree_draw(octree, program, &target, 0, depths);
    }
    if (result == HPYR_OK)
        hpi_octree_read_words(octree, depths, firsts);
    hpi_list_plane_destroy(octree->context, &target);
    return result;
}

static hpyr_result number_elements(hpyr_octree *octree, int kind, uint32_t *total,
                                   uint32_t firsts[HPYR_OCTREE_MAX_DEPTH + 2]) {
    const hpyr_list words = hpi_octree_list(&octree->firsts[kind]);
    const hpyr_lists_scan_desc scan = {.input = words, .output = words, .length = {.count = octree->report.nodes}};
    int places[12];
    uint32_t bits;
    hpi_octree_places(kind, places, &bits);
    hpyr_result result =
        hpi_octree_count_bits(octree, &octree->owned, bits, octree->report.nodes, &octree->firsts[kind]);
    if (result == HPYR_OK)
        result = hpyr_lists_scan(octree->lists, &scan);
    if (result == HPYR_OK)
        result = hpyr_lists_result(octree->lists, total);
    if (result == HPYR_OK)
        result = read_firsts(octree, kind, firsts);
    for (uint32_t depth = 0; depth < HPYR_OCTREE_MAX_DEPTH + 2; depth++)
        if (octree->report.first_node[depth] == octree->report.nodes) /* there are no nodes from here on */
            firsts[depth] = *total;
    return result;
}

static hpyr_result share(hpyr_octree *octree) {
    hpyr_octree_report found = octree->report, *report = &found;
    uint32_t *const totals[] = {&report->vertices, &report->edges, &report->faces};
    uint32_t *const firsts[] = {report->first_vertex, report->first_edge, report->first_face};
    hpyr_result result = hpi_octree_need_lists(octree, report->nodes);
    if (result == HPYR_OK)
        result = hpi_octree_need(octree, HPYR_FORMAT_R32UI, report->nodes, &octree->owned);
    for (int kind = 0; result == HPYR_OK && kind < HPI_OCTREE_KINDS; kind++)
        result = hpi_octree_need(octree, HPYR_FORMAT_R32UI, report->nodes, &octree->firsts[kind]);
    if (result == HPYR_OK)
        result = draw_owned(octree);
    for (int kind = 0; result == HPYR_OK && kind < HPI_OCTREE_KINDS; kind++)
        result = number_elements(octree, kind, totals[kind], firsts[kind]);
    if (result != HPYR_OK)
        return result;
    octree->report = found;
    octree->is_shared = true;
    return HPYR_OK;
}

hpyr_result hpyr_octree_share(hpyr_octree *octree) {
    hpi_gl_state state;
    if (!octree)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_octree_check_built(octree, "octree");
    if (result != HPYR_OK || octree->is_shared)
        return result;
    hpi_gl_state_enter(octree->context, &state);
    result = share(octree);
    hpi_gl_target_release(octree->context);
    return hpi_gl_state_leave(octree->context, &state, result);
}
