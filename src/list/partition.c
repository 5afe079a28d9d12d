/* partition.c - lists cut into bins.
 * Source: Ziegler et al., MPI-I-2006-4-002, section 3 (binning).  SPDX-License-Identifier: MIT
 *
 * A partition is a sort by the number of the bin. Where a bin begins is then found by bisection. */
#include "list/bounds.h"
#include "list/merge.h"

#include <math.h>

enum { INPUT_UNIT = 1, BOUNDS_UNIT = 2, LENGTH_UNIT = 3, MOST_BINS = 65536, BOUNDS_WIDTH = 256 };

typedef struct partition {
    hpi_list_sorting sorting;
    hpi_list_input keys, values;
    hpi_list_output outputs[3]; /* keys, values, offsets */
} partition;

static hpyr_result refuse(const hpyr_lists *lists, const char *why) {
    return hpi_gl_fail(lists->context, HPYR_ERROR_INVALID_ARGUMENT, "partition: %s", why);
}

/* ---- operands ---- */

static hpyr_result check_members(const hpyr_lists *lists, const hpyr_lists_partition_desc *desc) {
    bool has_bins = hpi_list_is_given(&desc->bins), has_keys = hpi_list_is_given(&desc->keys);
    if (!desc->bin_count || desc->bin_count > MOST_BINS)
        return refuse(lists, "bin_count must be 1 to 65536");
    if (has_bins == (desc->bounds != NULL) && (has_bins || desc->bin_count > 1))
        return refuse(lists, "give either `bins` or `bounds`, not both or neither");
    if (!has_bins && !has_keys)
        return refuse(lists, "there are no keys to compare with the bounds");
    if (!has_keys && hpi_list_is_given(&desc->partitioned_keys))
        return refuse(lists, "there are no keys to write");
    if (hpi_list_is_given(&desc->values) && !hpi_list_is_given(&desc->partitioned_values))
        return refuse(lists, "values, but no partitioned values");
    for (uint32_t i = 0; desc->bounds && i + 1 < desc->bin_count; i++)
        if (isnan(desc->bounds[i]) || (i && desc->bounds[i] < desc->bounds[i - 1]))
            return refuse(lists, "a bound is NaN, or below the one before");
    return HPYR_OK;
}

/* Opens the bins, where they are given, and the keys. */
static hpyr_result open_keys(hpyr_lists *lists, const hpyr_lists_partition_desc *desc, partition *p) {
    hpi_list_sorting *sorting = &p->sorting;
    sorting->mask = UINT32_MAX;
    sorting->most = desc->bin_count; /* the overflow bin */
    sorting->keys_alone = !hpi_list_is_given(&desc->partitioned_keys) && !hpi_list_is_given(&desc->partitioned_values);
    hpyr_result result = hpi_list_length_open(lists, &desc->length, "partition", &sorting->length);
    if (result == HPYR_OK)
        result = hpi_list_input_open(lists, &desc->bins, "partition: bins", sorting->length.count, 0, &sorting->input);
    if (result == HPYR_OK)
        result = hpi_list_input_open(lists, &desc->keys, "partition: keys", sorting->length.count, 1, &p->keys);
    if (result == HPYR_OK && sorting->input.is_there && sorting->input.type != HPYR_LIST_TYPE_UINT)
        return refuse(lists, "bins must be of type UINT");
    return result;
}

static hpyr_result check_outputs(hpyr_lists *lists, const hpyr_lists_partition_desc *desc, partition *p) {
    const uint32_t count = p->sorting.length.count;
    hpyr_result result = hpi_list_output_check(lists, &desc->partitioned_keys, "partition: partitioned keys", count,
                                               p->keys.type, &p->outputs[0]);
    if (result == HPYR_OK)
        result = hpi_list_output_check(lists, &desc->partitioned_values, "partition: partitioned values", count,
                                       p->values.is_there ? p->values.type : HPYR_LIST_TYPE_UINT, &p->outputs[1]);
    if (result == HPYR_OK)
        result = hpi_list_output_check(lists, &desc->offsets, "partition: offsets", desc->bin_count + 2,
                                       HPYR_LIST_TYPE_UINT, &p->outputs[2]);
    return result == HPYR_OK ? hpi_list_outputs_apart(lists, "partition", p->outputs, 3) : result;
}

/* ---- bounds ---- */

/* Creates a texture of the ordinals at which bins 1, 2.. begin. A bound that no entry can reach ends
 * the list, since neither can those behind it. Returns 0 without memory. */
static GLuint upload_bounds(hpyr_lists *lists, const hpyr_lists_partition_desc *desc, hpyr_list_type type,
                            uint32_t *count) {
    const uint32_t bounds = desc->bin_count - 1, rows = bounds / BOUNDS_WIDTH + 1;
    uint32_t *ordinals = hpi_alloc_zeros(lists->context, (size_t)rows * BOUNDS_WIDTH, sizeof *ordinals);
    if (!ordinals)
        return 0;
    for (*count = 0; *count < bounds; ++*count)
        if (!hpi_list_lower_bound(type, desc->bounds[*count], &ordinals[*count]))
            break;
    GLuint texture = hpi_gl_texture_create(lists->context, HPYR_FORMAT_R32UI, BOUNDS_WIDTH, rows);
    if (texture) {
        hpi_gl_use_unpacking(lists->context, HPI_ROWS_ANY);
        hpi_gl_texture_bind(lists->context, HPI_INPUT_UNIT, GL_TEXTURE_2D, texture);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, BOUNDS_WIDTH, (GLsizei)rows, GL_RED_INTEGER, GL_UNSIGNED_INT, ordinals);
    }
    hpi_free(lists->context, ordinals);
    return texture;
}

/* Draws the numbers of bins of all keys, which are sorted then. */
static hpyr_result draw_bins(hpyr_lists *lists, const hpyr_lists_partition_desc *desc, partition *p) {
    hpi_list_sorting *sorting = &p->sorting;
    hpi_text defines = HPI_TEXT(lists->context);
    uint32_t count;
    GLuint program, bounds = upload_bounds(lists, desc, p->keys.type, &count);
    if (!bounds)
        return hpi_gl_fail(lists->context, HPYR_ERROR_OUT_OF_MEMORY, "partition: no memory for bounds");
    hpi_list_input_define(&p->keys, &defines);
    hpyr_result result = hpi_list_program(lists, "list/bins.frag.glsl", &defines, &program);
    if (result == HPYR_OK) {
        hpi_list_input_bind(lists, &p->keys, program, INPUT_UNIT);
        hpi_list_set_type(lists, program, p->keys.type);
        hpi_list_bind(lists, program, "bounds", BOUNDS_UNIT, GL_TEXTURE_2D, bounds);
        glUniform1ui(hpi_gl_location(lists->context, program, "", "bound_count"), count);
        glUniform1ui(hpi_gl_location(lists->context, program, "", "bins"), desc->bin_count);
        sorting->input = (hpi_list_input){.is_there = true, .type = HPYR_LIST_TYPE_UINT, .plane = lists->staging[0]};
        result = hpi_list_draw(lists, program, &sorting->input.plane, hpi_list_texels(sorting->length.count));
    }
    hpi_gl_textures_delete(lists->context, 1, &bounds);
    return result;
}

/* ---- outputs ---- */

static hpyr_result use_offsets(hpyr_lists *lists, const hpi_list_sorting *sorting, bool overflow, GLuint *program) {
    hpi_text defines = HPI_TEXT(lists->context);
    hpi_text_add(&defines, overflow ? "#define HPYR_COUNT_OVERFLOW\n" : "");
    hpi_list_length_define(&sorting->length, &defines);
    hpyr_result result = hpi_list_program(lists, "list/offsets.frag.glsl", &defines, program);
    if (result != HPYR_OK)
        return result;
    hpi_list_bind_sorted(lists, *program);
    hpi_list_length_bind(lists, &sorting->length, *program, LENGTH_UNIT);
    glUniform1ui(hpi_gl_location(lists->context, *program, "", "bins"), sorting->most);
    return HPYR_OK;
}

hpyr_result hpi_list_draw_offsets(hpyr_lists *lists, const hpi_list_sorting *sorting, uint32_t count,
                                  const hpi_list_plane *plane) {
    GLuint program;
    hpyr_result result = use_offsets(lists, sorting, false, &program);
    return result == HPYR_OK ? hpi_list_draw(lists, program, plane, hpi_list_texels(count)) : result;
}

static hpyr_result write_offsets(hpyr_lists *lists, const partition *p) {
    const uint32_t count = p->sorting.most + 2;
    hpi_list_plane plane;
    GLuint program;
    hpyr_result result = use_offsets(lists, &p->sorting, true, &program);
    if (result == HPYR_OK)
        result = hpi_list_draw_found(lists);
    if (result != HPYR_OK || !p->outputs[2].is_there)
        return result;
    plane = hpi_list_plane_create(lists->context, hpi_list_texels(count));
    if (!plane.texture)
        return HPYR_ERROR_OUT_OF_MEMORY;
    result = hpi_list_draw_offsets(lists, &p->sorting, count, &plane);
    if (result == HPYR_OK)
        result = hpi_list_write(lists, &plane, &p->outputs[2]);
    hpi_list_plane_destroy(lists->context, &plane);
    return result;
}

/* Draws both lists, and then writes them, since a list that is written may replace an input. */
static hpyr_result write_lists(hpyr_lists *lists, const partition *p) {
    const hpi_list_plane *planes[2] = {&lists->result, hpi_list_second_result(lists)};
    const hpi_list_input *values = p->values.is_there ? &p->values : NULL;
    hpyr_result result = HPYR_OK;
    if (p->outputs[0].is_there)
        result = hpi_list_draw_sorted(lists, &p->sorting, HPI_SORTED_ENTRIES, &p->keys, planes[0]);
    if (result == HPYR_OK && p->outputs[1].is_there)
        result = hpi_list_draw_sorted(lists, &p->sorting, values ? HPI_SORTED_ENTRIES : HPI_SORTED_POSITIONS, values,
                                      planes[1]);
    for (int i = 0; result == HPYR_OK && i < 2; i++)
        result = hpi_list_write(lists, planes[i], &p->outputs[i]);
    return result;
}

/* ---- public ---- */

/* All programs by which outputs are written, before the first one is. */
static hpyr_result prepare_outputs(hpyr_lists *lists, const partition *p) {
    GLuint program;
    hpyr_result result = hpi_list_writers(lists, p->outputs, 3);
    for (int overflow = 0; lists->context->no_compile_wait && result == HPYR_OK && overflow < 2; overflow++)
        result = use_offsets(lists, &p->sorting, overflow, &program);
    return result;
}

/* Values come after the sort: by then the place of the bins is free for a copy of them. */
static hpyr_result finish(hpyr_lists *lists, const hpyr_lists_partition_desc *desc, partition *p) {
    const uint32_t count = p->sorting.length.count;
    hpyr_result result = hpi_list_input_open(lists, &desc->values, "partition: values", count, 0, &p->values);
    if (result == HPYR_OK)
        result = check_outputs(lists, desc, p);
    if (result == HPYR_OK)
        result = prepare_outputs(lists, p);
    if (result == HPYR_OK)
        result = write_lists(lists, p);
    return result == HPYR_OK ? write_offsets(lists, p) : result;
}

static hpyr_result partition_entries(hpyr_lists *lists, const void *given) {
    const hpyr_lists_partition_desc *desc = given;
    partition p = {0};
    hpyr_result result = check_members(lists, desc);
    if (result == HPYR_OK)
        result = open_keys(lists, desc, &p);
    if (result == HPYR_OK && !p.sorting.input.is_there)
        result = draw_bins(lists, desc, &p);
    if (result == HPYR_OK)
        result = hpi_list_merge_sort(lists, &p.sorting);
    return result == HPYR_OK ? finish(lists, desc, &p) : result;
}

hpyr_result hpyr_lists_partition(hpyr_lists *lists, const hpyr_lists_partition_desc *desc) {
    return hpi_list_run(lists, HPYR_LIST_OPERATION_SORT, "partition", true, partition_entries, desc);
}
