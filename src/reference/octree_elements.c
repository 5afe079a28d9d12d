/* octree_elements.c - the oracle's octree: vertices, edges and faces, and who shares them.  SPDX-License-Identifier: MIT
 *
 * Source: the paper, section III-D. It finds owners among neighbors; the oracle sorts the corners, edges and faces of
 * all nodes by where they are, so that those that are the same meet. */
#include "reference/octree.h"

#include <stdlib.h>

enum { CORNERS = 8, EDGES = 12, FACES = 6, MOST_OF_A_NODE = EDGES };

/* What a node has of one kind. */
typedef struct element_kind {
    uint32_t ones;           /* coordinates of a place that are 1 */
    uint32_t count;          /* number of places */
    hpyr_octree_array array; /* the nodes' array */
} element_kind;

static const element_kind corner_kind = {0, CORNERS, HPYR_OCTREE_ARRAY_VERTICES},
                          edge_kind = {1, EDGES, HPYR_OCTREE_ARRAY_EDGES},
                          face_kind = {2, FACES, HPYR_OCTREE_ARRAY_FACES};

/* A corner, edge or face of one node. A slot is its entry in the nodes' array, so slots are in the order of nodes. */
typedef struct occurrence {
    uint64_t position;
    uint32_t slot;
} occurrence;

/* Writes the places of a kind in their order. */
static void list_places(const element_kind *kind, uint32_t *places) {
    uint32_t count = 0;
    for (uint32_t place = 0; place < HPYR_OCTREE_PLACES; place++) {
        const octree_cell at = hpi_reference_octree_place(place);
        if ((uint32_t)((at.x == 1) + (at.y == 1) + (at.z == 1)) == kind->ones)
            places[count++] = place;
    }
}

/* The middle of the element in half cells of the depth. */
static uint64_t position_of(octree_cell cell, uint32_t place) {
    const octree_cell at = hpi_reference_octree_place(place);
    return (uint64_t)(2 * cell.x + at.x) << 40 | (uint64_t)(2 * cell.y + at.y) << 20 | (uint64_t)(2 * cell.z + at.z);
}

static int compare_occurrences(const void *a, const void *b) {
    const occurrence *x = a, *y = b;
    if (x->position != y->position)
        return x->position < y->position ? -1 : 1;
    return (x->slot > y->slot) - (x->slot < y->slot);
}

/* Writes for each slot of a depth the owner's slot: the first one at the same position. */
static bool find_owners(const hpyr_ref_octree *tree, const element_kind *kind, uint32_t depth, uint32_t *owners) {
    const uint32_t first = tree->report.first_node[depth], end = tree->report.first_node[depth + 1];
    uint32_t places[MOST_OF_A_NODE];
    size_t count = 0;
    occurrence *all = calloc((size_t)(end - first) * kind->count + 1, sizeof *all);
    if (!all)
        return false;
    list_places(kind, places);
    for (uint32_t node = first; node < end; node++) {
        const octree_cell cell = hpi_reference_octree_cell(tree->arrays[HPYR_OCTREE_ARRAY_KEYS][node], depth);
        for (uint32_t i = 0; i < kind->count; i++)
            all[count++] = (occurrence){position_of(cell, places[i]), node * kind->count + i};
    }
    qsort(all, count, sizeof *all, compare_occurrences);
    uint32_t owner = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || all[i].position != all[i - 1].position)
            owner = all[i].slot;
        owners[all[i].slot] = owner;
    }
    free(all);
    return true;
}

/* Numbers the elements of a kind. Owners come first, so a slot's owner has its number already. Afterwards `owners` has
 * the owner's slot of each element. */
static uint32_t number_elements(hpyr_ref_octree *tree, const element_kind *kind, uint32_t *owners, uint32_t *firsts) {
    const uint32_t *first_node = tree->report.first_node;
    uint32_t count = 0, *array = tree->arrays[kind->array];
    for (uint32_t depth = 0; depth < HPYR_OCTREE_MAX_DEPTH + 2; depth++) {
        firsts[depth] = count;
        for (uint32_t node = first_node[depth]; depth <= tree->report.depth && node < first_node[depth + 1]; node++)
            for (uint32_t slot = node * kind->count; slot < (node + 1) * kind->count; slot++) {
                const uint32_t owner = owners[slot];
                array[slot] = owner == slot ? count : array[owner];
                if (owner == slot)
                    owners[count++] = slot; /* count is at most slot, whose owner was read */
            }
    }
    return count;
}

/* Fills in a nodes' array. Returns the owner's slot of each element, or NULL where there is no memory. */
static uint32_t *share_kind(hpyr_ref_octree *tree, const element_kind *kind, uint32_t *firsts, uint32_t *count) {
    const uint64_t slots = (uint64_t)tree->report.nodes * kind->count;
    uint32_t *owners = calloc((size_t)slots + 1, sizeof *owners);
    bool is_done = owners && hpi_reference_octree_allocate(tree, kind->array, slots);
    for (uint32_t depth = 0; depth <= tree->report.depth && is_done; depth++)
        is_done = find_owners(tree, kind, depth, owners);
    if (is_done) {
        *count = number_elements(tree, kind, owners, firsts);
        return owners;
    }
    free(owners);
    return NULL;
}

/* ---- what elements know ---- */

/* The node whose last corner a vertex is comes first, the one whose first corner it is comes last. */
static hpyr_result share_vertices(hpyr_ref_octree *tree) {
    hpyr_octree_report *report = &tree->report;
    uint32_t *owners = share_kind(tree, &corner_kind, report->first_vertex, &report->vertices);
    free(owners);
    if (!owners ||
        !hpi_reference_octree_allocate(tree, HPYR_OCTREE_ARRAY_VERTEX_NODES, (uint64_t)report->vertices * CORNERS))
        return HPYR_ERROR_OUT_OF_MEMORY;
    uint32_t *nodes = tree->arrays[HPYR_OCTREE_ARRAY_VERTEX_NODES];
    for (size_t i = 0; i < (size_t)report->vertices * CORNERS; i++)
        nodes[i] = HPYR_OCTREE_NONE;
    for (uint32_t slot = 0; slot < report->nodes * CORNERS; slot++) {
        const uint32_t vertex = tree->arrays[HPYR_OCTREE_ARRAY_VERTICES][slot], corner = slot % CORNERS;
        nodes[(size_t)vertex * CORNERS + CORNERS - 1 - corner] = slot / CORNERS;
    }
    return HPYR_OK;
}

/* A corner of the edge's owner is an end of the edge if it differs from it only where the edge is 1. */
static bool is_end(uint32_t edge_place, uint32_t corner_place) {
    const octree_cell edge = hpi_reference_octree_place(edge_place), corner = hpi_reference_octree_place(corner_place);
    return (edge.x == 1 || edge.x == corner.x) && (edge.y == 1 || edge.y == corner.y) &&
           (edge.z == 1 || edge.z == corner.z);
}

/* An edge lies in a face if it has the coordinate that the face has and that is not 1. */
static bool is_side(uint32_t face_place, uint32_t edge_place) {
    const octree_cell face = hpi_reference_octree_place(face_place), edge = hpi_reference_octree_place(edge_place);
    return (face.x == 1 || face.x == edge.x) && (face.y == 1 || face.y == edge.y) && (face.z == 1 || face.z == edge.z);
}

typedef bool (*touches_fn)(uint32_t place, uint32_t smaller_place);

/* Writes for each element of a kind those smaller elements of its owner that touch it, in the order of their places. */
static void write_bounds(hpyr_ref_octree *tree, const element_kind *kind, const element_kind *smaller,
                         touches_fn touches, const uint32_t *owners, uint32_t count, uint32_t *bounds) {
    uint32_t places[MOST_OF_A_NODE], smaller_places[MOST_OF_A_NODE];
    list_places(kind, places);
    list_places(smaller, smaller_places);
    for (uint32_t element = 0; element < count; element++) {
        const uint32_t node = owners[element] / kind->count, place = places[owners[element] % kind->count];
        for (uint32_t i = 0; i < smaller->count; i++)
            if (touches(place, smaller_places[i]))
                *bounds++ = tree->arrays[smaller->array][(size_t)node * smaller->count + i];
    }
}

static hpyr_result share_edges(hpyr_ref_octree *tree) {
    hpyr_octree_report *report = &tree->report;
    hpyr_result result = HPYR_ERROR_OUT_OF_MEMORY;
    uint32_t *owners = share_kind(tree, &edge_kind, report->first_edge, &report->edges);
    if (owners && hpi_reference_octree_allocate(tree, HPYR_OCTREE_ARRAY_EDGE_VERTICES, (uint64_t)report->edges * 2)) {
        write_bounds(tree, &edge_kind, &corner_kind, is_end, owners, report->edges,
                     tree->arrays[HPYR_OCTREE_ARRAY_EDGE_VERTICES]);
        result = HPYR_OK;
    }
    free(owners);
    return result;
}

static hpyr_result share_faces(hpyr_ref_octree *tree) {
    hpyr_octree_report *report = &tree->report;
    hpyr_result result = HPYR_ERROR_OUT_OF_MEMORY;
    uint32_t *owners = share_kind(tree, &face_kind, report->first_face, &report->faces);
    if (owners && hpi_reference_octree_allocate(tree, HPYR_OCTREE_ARRAY_FACE_EDGES, (uint64_t)report->faces * 4)) {
        write_bounds(tree, &face_kind, &edge_kind, is_side, owners, report->faces,
                     tree->arrays[HPYR_OCTREE_ARRAY_FACE_EDGES]);
        result = HPYR_OK;
    }
    free(owners);
    return result;
}

hpyr_result hpi_reference_octree_share(hpyr_ref_octree *tree) {
    hpyr_result result = share_vertices(tree);
    if (result == HPYR_OK)
        result = share_edges(tree);
    return result == HPYR_OK ? share_faces(tree) : result;
}
