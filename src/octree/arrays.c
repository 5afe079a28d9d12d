/* arrays.c - the arrays of an octree, as its users know them.
 * Source: Zhou et al. 2011, section III-A.  SPDX-License-Identifier: MIT
 *
 * The octree itself stores less: neighbors of eight siblings together, the first one of eight
 * children, and one bit for each element that a node owns. Arrays are computed when they are asked
 * for. */
#include "core/output.h"
#include "octree/elements.h"

#include "core/traversal.h"

enum { ENTRY = 4 };

/* What the items of an array are. */
typedef enum item { NODE, ELEMENT, POINT } item;

typedef struct array {
    item item;
    int item_kind, kind; /* of elements: of the items, and of the entries */
    uint32_t per_item;
} array;

static const array arrays[HPYR_OCTREE_ARRAYS] = {
    [HPYR_OCTREE_ARRAY_KEYS] = {NODE, HPI_OCTREE_NO_KIND, HPI_OCTREE_NO_KIND, 1},
    [HPYR_OCTREE_ARRAY_FIRST_POINTS] = {NODE, HPI_OCTREE_NO_KIND, HPI_OCTREE_NO_KIND, 1},
    [HPYR_OCTREE_ARRAY_POINT_COUNTS] = {NODE, HPI_OCTREE_NO_KIND, HPI_OCTREE_NO_KIND, 1},
    [HPYR_OCTREE_ARRAY_PARENTS] = {NODE, HPI_OCTREE_NO_KIND, HPI_OCTREE_NO_KIND, 1},
    [HPYR_OCTREE_ARRAY_CHILDREN] = {NODE, HPI_OCTREE_NO_KIND, HPI_OCTREE_NO_KIND, 8},
    [HPYR_OCTREE_ARRAY_NEIGHBORS] = {NODE, HPI_OCTREE_NO_KIND, HPI_OCTREE_NO_KIND, HPYR_OCTREE_PLACES},
    [HPYR_OCTREE_ARRAY_VERTICES] = {NODE, HPI_OCTREE_NO_KIND, HPI_OCTREE_VERTEX, 8},
    [HPYR_OCTREE_ARRAY_EDGES] = {NODE, HPI_OCTREE_NO_KIND, HPI_OCTREE_EDGE, 12},
    [HPYR_OCTREE_ARRAY_FACES] = {NODE, HPI_OCTREE_NO_KIND, HPI_OCTREE_FACE, 6},
    [HPYR_OCTREE_ARRAY_VERTEX_NODES] = {ELEMENT, HPI_OCTREE_VERTEX, HPI_OCTREE_NO_KIND, 8},
    [HPYR_OCTREE_ARRAY_EDGE_VERTICES] = {ELEMENT, HPI_OCTREE_EDGE, HPI_OCTREE_VERTEX, 2},
    [HPYR_OCTREE_ARRAY_FACE_EDGES] = {ELEMENT, HPI_OCTREE_FACE, HPI_OCTREE_EDGE, 4},
    [HPYR_OCTREE_ARRAY_POINT_ORDER] = {POINT, HPI_OCTREE_NO_KIND, HPI_OCTREE_NO_KIND, 1},
    [HPYR_OCTREE_ARRAY_POINT_NODES] = {POINT, HPI_OCTREE_NO_KIND, HPI_OCTREE_NO_KIND, 1}};

static bool has_elements(const array *a) {
    return a->item_kind != HPI_OCTREE_NO_KIND || a->kind != HPI_OCTREE_NO_KIND;
}

uint64_t hpyr_octree_entries(const hpyr_octree *octree, hpyr_octree_array which) {
    const hpyr_octree_report *report = hpyr_octree_last_report(octree);
    if (!report || (uint32_t)which >= HPYR_OCTREE_ARRAYS)
        return 0;
    const array *a = &arrays[which];
    const uint32_t elements[HPI_OCTREE_KINDS] = {report->vertices, report->edges, report->faces};
    if (has_elements(a) && !octree->is_shared)
        return 0;
    uint32_t items = a->item == NODE ? report->nodes : a->item == POINT ? report->points : elements[a->item_kind];
    return (uint64_t)items * a->per_item;
}

/* ---- draw ---- */

static void bind_elements(const hpyr_octree *octree, GLuint program, hpyr_octree_array which) {
    const array *a = &arrays[which];
    const hpi_list_plane *none = &octree->keys, *items = which == HPYR_OCTREE_ARRAY_POINT_ORDER ? &octree->order : none;
    int places[12] = {0}, others[12];
    uint32_t bits = 0, item_bits = 0;
    if (a->kind != HPI_OCTREE_NO_KIND)
        hpi_octree_places(a->kind, places, &bits);
    if (a->item_kind != HPI_OCTREE_NO_KIND)
        hpi_octree_places(a->item_kind, others, &item_bits);
    hpi_octree_bind(octree, program, "owned", 0, octree->is_shared ? &octree->owned : none);
    hpi_octree_bind(octree, program, "firsts", 1, a->kind != HPI_OCTREE_NO_KIND ? &octree->firsts[a->kind] : none);
    if (a->item_kind != HPI_OCTREE_NO_KIND)
        items = &octree->firsts[a->item_kind];
    hpi_octree_bind(octree, program, "item_firsts", 2, items);
    glUniform1iv(hpi_gl_location(octree->context, program, "", "places"), 12, places);
    hpi_octree_set_unsigned(octree, program, "kind", bits);
    hpi_octree_set_unsigned(octree, program, "item_kind", item_bits);
}

static hpyr_result use_program(hpyr_octree *octree, hpyr_octree_array which, GLuint *program) {
    hpi_text define = HPI_TEXT(octree->context);
    hpi_text_print(&define, "#define HPYR_ARRAY %d\n", (int)which);
    hpyr_result result = define.failed
                             ? hpi_gl_fail(octree->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a program")
                             : hpi_octree_program(octree, "octree/array.frag.glsl", hpi_text_get(&define), program);
    hpi_text_free(&define);
    if (result != HPYR_OK)
        return result;
    hpi_octree_use(octree, *program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT);
    bind_elements(octree, *program, which);
    hpi_octree_set_unsigned(octree, *program, "nodes", octree->report.nodes);
    return HPYR_OK;
}

static hpyr_result write_entries(hpyr_octree *octree, hpyr_octree_array which, uint64_t first, uint64_t count,
                                 GLuint buffer, uint64_t offset) {
    GLuint program;
    hpyr_result result = hpi_octree_need_chunk(octree, HPYR_FORMAT_R32UI, count);
    if (result == HPYR_OK)
        result = use_program(octree, which, &program);
    const hpi_octree_numbers numbers = {HPYR_FORMAT_R32UI, arrays[which].per_item, first, count, buffer, offset};
    return result == HPYR_OK ? hpi_octree_write(octree, program, &numbers) : result;
}

/* ---- public ---- */

static hpyr_result check_array(const hpyr_octree *octree, hpyr_octree_array which) {
    const hpyr_context *context = octree->context;
    hpyr_result result = hpi_octree_check_built(octree, "octree");
    if (result != HPYR_OK)
        return result;
    if ((uint32_t)which >= HPYR_OCTREE_ARRAYS)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "octree: %d is no hpyr_octree_array", (int)which);
    if (has_elements(&arrays[which]) && !octree->is_shared)
        return hpi_gl_fail(context, HPYR_ERROR_NOT_BUILT,
                           "octree: the array has elements; hpyr_octree_share finds them");
    return HPYR_OK;
}

hpyr_result hpyr_octree_extract_buffer(hpyr_octree *octree, hpyr_octree_array which, uint64_t first, uint64_t count,
                                       uint32_t buffer, uint64_t offset, hpyr_report *report) {
    hpi_gl_state state;
    hpyr_report found = {0};
    uint64_t room;
    if (report)
        *report = found;
    if (!octree)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = octree->context;
    hpyr_result result = check_array(octree, which);
    if (result == HPYR_OK)
        result = hpi_gl_check_offset(context, "octree", offset);
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(context, &state);
    result = hpi_gl_buffer_room(context, "octree", buffer, offset, &room);
    if (result == HPYR_OK)
        found = hpi_range(hpyr_octree_entries(octree, which), first, count, room / ENTRY);
    if (result == HPYR_OK && found.written)
        result = write_entries(octree, which, first, found.written, buffer, offset);
    hpi_gl_target_release(context);
    return hpi_range_answer(hpi_gl_state_leave(context, &state, result), &found, report);
}

hpyr_result hpyr_octree_download(hpyr_octree *octree, hpyr_octree_array which, uint64_t first, uint64_t count,
                                 uint32_t *entries, size_t capacity, hpyr_report *report) {
    hpi_gl_state state;
    hpyr_report found = {0};
    if (report)
        *report = found;
    if (!octree || (capacity && !entries))
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = octree->context;
    hpyr_result result = check_array(octree, which);
    if (result == HPYR_OK)
        found = hpi_range(hpyr_octree_entries(octree, which), first, count, capacity);
    if (result != HPYR_OK || !found.written)
        return hpi_range_answer(result, &found, report);
    const GLsizeiptr bytes = (GLsizeiptr)(found.written * ENTRY);
    hpi_gl_state_enter(context, &state);
    GLuint buffer = hpi_gl_read_buffer_create((uint64_t)bytes);
    result = write_entries(octree, which, first, found.written, buffer, 0);
    if (result == HPYR_OK)
        result = hpi_gl_buffer_read(context, buffer, 0, bytes, entries);
    hpi_gl_buffers_delete(context, 1, &buffer);
    hpi_gl_target_release(context);
    return hpi_range_answer(hpi_gl_state_leave(context, &state, result), &found, report);
}
