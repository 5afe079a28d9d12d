/* sparse.c - memory for sparse matrices.  SPDX-License-Identifier: MIT */
#include "matrix/sparse.h"

/* ---- descriptor ---- */

/* No GL has larger textures. Up to here the number of leaves has 32 bits. */
enum { MOST_SIDE = 1 << 16 };

static hpyr_result resolve(const hpyr_context *context, const hpyr_sparse_desc *desc, hpyr_sparse_desc *resolved) {
    *resolved = *desc;
    if (!resolved->operations)
        resolved->operations = HPYR_SPARSE_OPERATION_ALL;
    bool is_valid =
        desc->rows && desc->columns && desc->capacity && !(desc->operations & ~(uint32_t)HPYR_SPARSE_OPERATION_ALL);
    if (!context)
        return is_valid && hpi_sparse_side(desc) <= MOST_SIDE ? HPYR_OK : HPYR_ERROR_INVALID_ARGUMENT;
    if (!is_valid)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "sparse: %ux%u elements, %u entries, operations 0x%x: a size is 0, or there is no such "
                           "hpyr_sparse_operation",
                           desc->rows, desc->columns, desc->capacity, desc->operations);
    if (context->legacy)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED,
                           "sparse: GL 2.1 has no integers, so it has no sparse matrices");
    const uint32_t most = context->caps.max_texture_size < MOST_SIDE ? context->caps.max_texture_size : MOST_SIDE;
    if (hpi_sparse_side(desc) > most)
        return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE, "sparse: %ux%u elements; textures of this GL have up to %u",
                           desc->rows, desc->columns, most);
    if (desc->capacity > context->caps.max_list_length)
        return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE, "sparse: %u entries; this GL allows %u", desc->capacity,
                           context->caps.max_list_length);
    return HPYR_OK;
}

static hpyr_lists_desc lists_of(const hpyr_sparse_desc *desc) {
    const uint32_t lines = hpi_sparse_side(desc) + 1;
    return (hpyr_lists_desc){.capacity = desc->capacity > lines ? desc->capacity : lines,
                             .operations =
                                 HPYR_LIST_OPERATION_SCAN |
                                 (desc->operations & HPYR_SPARSE_OPERATION_TRANSPOSE ? HPYR_LIST_OPERATION_SORT : 0)};
}

static const hpyr_lists_desc counter_desc = {.capacity = 1, .operations = HPYR_LIST_OPERATION_SCAN};

/* Which planes the operations need. */
static bool needs_plane(const hpyr_sparse_desc *desc, hpi_sparse_plane plane) {
    return plane == SPARSE_INDICES ||
           desc->operations & (plane == SPARSE_ROWS ? HPYR_SPARSE_OPERATION_CONVERT
                                                    : HPYR_SPARSE_OPERATION_CONVERT | HPYR_SPARSE_OPERATION_TRANSPOSE);
}

/* Staging planes of inputs that list operations do not need. */
static int first_staging(const hpyr_sparse_desc *desc) {
    return desc->operations & HPYR_SPARSE_OPERATION_TRANSPOSE ? 2 : 1;
}

uint64_t hpyr_sparse_bytes(const hpyr_context *context, const hpyr_sparse_desc *desc) {
    hpyr_sparse_desc d;
    if (!desc || resolve(context, desc, &d) != HPYR_OK)
        return 0;
    const hpyr_lists_desc workspace = lists_of(&d);
    const uint64_t lists = hpyr_lists_bytes(context, &workspace);
    uint64_t bytes = lists + hpyr_lists_bytes(context, &counter_desc) +
                     hpi_list_plane_bytes(hpi_list_texels(hpi_sparse_side(&d) + 1));
    for (hpi_sparse_plane plane = SPARSE_INDICES; plane < SPARSE_PLANES; plane++)
        bytes += needs_plane(&d, plane) ? hpi_list_plane_bytes(hpi_list_texels(d.capacity)) : 0;
    bytes +=
        (uint64_t)(HPI_SPARSE_SLOTS - first_staging(&d)) * hpi_list_plane_bytes(hpi_list_texels(workspace.capacity));
    return lists ? bytes + hpi_sparse_finder_bytes(context, &d) : 0;
}

/* ---- life ---- */

const hpyr_sparse_desc *hpyr_sparse_resolved(const hpyr_sparse *sparse) {
    return sparse ? &sparse->desc : NULL;
}

static bool create_planes(hpyr_sparse *sparse) {
    const hpyr_context *context = sparse->context;
    const uint32_t texels = hpi_list_texels(sparse->desc.capacity);
    hpyr_lists *lists = sparse->lists;
    sparse->lines = hpi_list_plane_create(context, hpi_list_texels(hpi_sparse_side(&sparse->desc) + 1));
    bool is_whole = sparse->lines.texture;
    for (hpi_sparse_plane plane = SPARSE_INDICES; is_whole && plane < SPARSE_PLANES; plane++)
        if (needs_plane(&sparse->desc, plane)) {
            sparse->planes[plane] = hpi_list_plane_create(context, texels);
            is_whole = sparse->planes[plane].texture;
        }
    for (int slot = first_staging(&sparse->desc); is_whole && slot < HPI_SPARSE_SLOTS; slot++) {
        lists->staging[slot] = hpi_list_plane_create(context, hpi_list_texels(lists->desc.capacity));
        is_whole = lists->staging[slot].texture;
    }
    return is_whole;
}

static hpyr_result create_parts(hpyr_sparse *sparse) {
    const hpyr_lists_desc lists = lists_of(&sparse->desc);
    hpyr_result result = hpyr_lists_create(sparse->context, &lists, &sparse->lists);
    if (result == HPYR_OK)
        result = hpyr_lists_create(sparse->context, &counter_desc, &sparse->counter);
    if (result == HPYR_OK && !create_planes(sparse))
        result = HPYR_ERROR_OUT_OF_MEMORY;
    return result == HPYR_OK ? hpi_sparse_finder_create(sparse) : result;
}

hpyr_result hpyr_sparse_create(hpyr_context *context, const hpyr_sparse_desc *desc, hpyr_sparse **out) {
    hpi_gl_state state;
    hpyr_sparse_desc resolved;
    if (out)
        *out = NULL;
    if (!context || !desc || !out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(context, "sparse");
    if (result == HPYR_OK)
        result = resolve(context, desc, &resolved);
    if (result != HPYR_OK)
        return result;
    hpyr_sparse *sparse = hpi_alloc_zeros(context, 1, sizeof *sparse);
    if (!sparse)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for sparse matrices");
    hpi_gl_context_hold(context);
    sparse->context = context;
    sparse->desc = resolved;
    hpi_gl_state_enter(context, &state);
    result = hpi_gl_state_leave(context, &state, create_parts(sparse));
    if (result != HPYR_OK) {
        hpyr_sparse_destroy(sparse);
        return result;
    }
    *out = sparse;
    return HPYR_OK;
}

void hpyr_sparse_destroy(hpyr_sparse *sparse) {
    if (!sparse)
        return;
    hpyr_context *context = sparse->context;
    hpi_gl_warn_of_leaks(context, "sparse");
    hpi_sparse_finder_destroy(sparse);
    for (hpi_sparse_plane plane = SPARSE_INDICES; plane < SPARSE_PLANES; plane++)
        hpi_list_plane_destroy(context, &sparse->planes[plane]);
    hpi_list_plane_destroy(context, &sparse->lines);
    hpyr_lists_destroy(sparse->counter);
    hpyr_lists_destroy(sparse->lists);
    hpi_free(context, sparse);
    hpi_gl_context_release(context);
}
