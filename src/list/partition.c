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

static hpyr_result refuse(const hpyr_list_scratch *scratch, const char *why) {
    return hpi_gl_fail(scratch->context, HPYR_ERROR_INVALID_ARGUMENT, "partition: %s", why);
}

/* ---- operands ---- */

static hpyr_result check_members(const hpyr_list_scratch *scratch, const hpyr_list_partition_desc *desc) {
    bool has_bins = hpi_list_is_given(&desc->bins), has_keys = hpi_list_is_given(&desc->keys);
    if (!desc->bin_count || desc->bin_count > MOST_BINS)
        return refuse(scratch, "bin_count must be 1 to 65536");
    if (has_bins == (desc->bounds != NULL) && (has_bins || desc->bin_count > 1))
        return refuse(scratch, "give either `bins` or `bounds`, not both or neither");
    if (!has_bins && !has_keys)
        return refuse(scratch, "there are no keys to compare with the bounds");
    if (!has_keys && hpi_list_is_given(&desc->partitioned_keys))
        return refuse(scratch, "there are no keys to write");
    if (hpi_list_is_given(&desc->values) && !hpi_list_is_given(&desc->partitioned_values))
        return refuse(scratch, "values, but no partitioned values");
    for (uint32_t i = 0; desc->bounds && i + 1 < desc->bin_count; i++)
        if (isnan(desc->bounds[i]) || (i && desc->bounds[i] < desc->bounds[i - 1]))
            return refuse(scratch, "a bound is NaN, or below the one before");
    return HPYR_OK;
}

/* Opens the bins, where they are given, and the keys. */
static hpyr_result open_keys(hpyr_list_scratch *scratch, const hpyr_list_partition_desc *desc, partition *p) {
    hpi_list_sorting *sorting = &p->sorting;
    sorting->mask = UINT32_MAX;
    sorting->most = desc->bin_count; /* the overflow bin */
    sorting->keys_alone = !hpi_list_is_given(&desc->partitioned_keys) && !hpi_list_is_given(&desc->partitioned_values);
    hpyr_result result = hpi_list_length_open(scratch, &desc->length, "partition", &sorting->length);
    if (result == HPYR_OK)
        result =
            hpi_list_input_open(scratch, &desc->bins, "partition: bins", sorting->length.count, 0, &sorting->input);
    if (result == HPYR_OK)
        result = hpi_list_input_open(scratch, &desc->keys, "partition: keys", sorting->length.count, 1, &p->keys);
    if (result == HPYR_OK && sorting->input.is_there && sorting->input.type != HPYR_LIST_UINT)
        return refuse(scratch, "bins must be of type UINT");
    return result;
}

static hpyr_result check_outputs(hpyr_list_scratch *scratch, const hpyr_list_partition_desc *desc, partition *p) {
    const uint32_t count = p->sorting.length.count;
    hpyr_result result = hpi_list_output_check(scratch, &desc->partitioned_keys, "partition: partitioned keys", count,
                                               p->keys.type, &p->outputs[0]);
    if (result == HPYR_OK)
        result = hpi_list_output_check(scratch, &desc->partitioned_values, "partition: partitioned values", count,
                                       p->values.is_there ? p->values.type : HPYR_LIST_UINT, &p->outputs[1]);
    if (result == HPYR_OK)
        result = hpi_list_output_check(scratch, &desc->offsets, "partition: offsets", desc->bin_count + 2,
                                       HPYR_LIST_UINT, &p->outputs[2]);
    return result == HPYR_OK ? hpi_list_outputs_apart(scratch, "partition", p->outputs, 3) : result;
}

/* ---- bounds ---- */

/* Creates a texture of the ordinals at which bins 1, 2.. begin. A bound that no entry can reach ends
 * the list, since neither can those behind it. Returns 0 without memory. */
static GLuint upload_bounds(hpyr_list_scratch *scratch, const hpyr_list_partition_desc *desc, hpyr_list_type type,
                            uint32_t *count) {
    const uint32_t bounds = desc->bin_count - 1, rows = bounds / BOUNDS_WIDTH + 1;
    uint32_t *ordinals = hpi_alloc_zeros(scratch->context, (size_t)rows * BOUNDS_WIDTH, sizeof *ordinals);
    if (!ordinals)
        return 0;
    for (*count = 0; *count < bounds; ++*count)
        if (!hpi_list_lower_bound(type, desc->bounds[*count], &ordinals[*count]))
            break;
    GLuint texture = hpi_gl_texture_create(scratch->context, HPYR_FORMAT_R32UI, BOUNDS_WIDTH, rows);
    if (texture) {
        hpi_gl_use_unpacking(scratch->context, HPI_ROWS_ANY);
        hpi_gl_texture_bind(scratch->context, HPI_INPUT_UNIT, GL_TEXTURE_2D, texture);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, BOUNDS_WIDTH, (GLsizei)rows, GL_RED_INTEGER, GL_UNSIGNED_INT, ordinals);
    }
    hpi_free(scratch->context, ordinals);
    return texture;
}

/* Draws the numbers of bins of all keys, which are sorted then. */
static hpyr_result draw_bins(hpyr_list_scratch *scratch, const hpyr_list_partition_desc *desc, partition *p) {
    hpi_list_sorting *sorting = &p->sorting;
    hpi_text defines = HPI_TEXT(scratch->context);
    uint32_t count;
    GLuint program, bounds = upload_bounds(scratch, desc, p->keys.type, &count);
    if (!bounds)
        return hpi_gl_fail(scratch->context, HPYR_ERROR_OUT_OF_MEMORY, "partition: no memory for bounds");
    hpi_list_input_define(&p->keys, &defines);
    hpyr_result result = hpi_list_program(scratch, "list/bins.frag.glsl", &defines, &program);
    if (result == HPYR_OK) {
        hpi_list_input_bind(scratch, &p->keys, program, INPUT_UNIT);
        hpi_list_set_type(scratch, program, p->keys.type);
        hpi_list_bind(scratch, program, "bounds", BOUNDS_UNIT, GL_TEXTURE_2D, bounds);
        glUniform1ui(hpi_gl_location(scratch->context, program, "", "bound_count"), count);
        glUniform1ui(hpi_gl_location(scratch->context, program, "", "bins"), desc->bin_count);
        sorting->input = (hpi_list_input){.is_there = true, .type = HPYR_LIST_UINT, .plane = scratch->staging[0]};
        result = hpi_list_draw(scratch, program, &sorting->input.plane, hpi_list_texels(sorting->length.count));
    }
    hpi_gl_textures_delete(scratch->context, 1, &bounds);
    return result;
}

/* ---- outputs ---- */

static hpyr_result use_offsets(hpyr_list_scratch *scratch, const hpi_list_sorting *sorting, bool overflow,
                               GLuint *program) {
    hpi_text defines = HPI_TEXT(scratch->context);
    hpi_text_add(&defines, overflow ? "#define HPYR_COUNT_OVERFLOW\n" : "");
    hpi_list_length_define(&sorting->length, &defines);
    hpyr_result result = hpi_list_program(scratch, "list/offsets.frag.glsl", &defines, program);
    if (result != HPYR_OK)
        return result;
    hpi_list_bind_sorted(scratch, *program);
    hpi_list_length_bind(scratch, &sorting->length, *program, LENGTH_UNIT);
    glUniform1ui(hpi_gl_location(scratch->context, *program, "", "bins"), sorting->most);
    return HPYR_OK;
}

hpyr_result hpi_list_draw_offsets(hpyr_list_scratch *scratch, const hpi_list_sorting *sorting, uint32_t count,
                                  const hpi_list_plane *plane) {
    GLuint program;
    hpyr_result result = use_offsets(scratch, sorting, false, &program);
    return result == HPYR_OK ? hpi_list_draw(scratch, program, plane, hpi_list_texels(count)) : result;
}

static hpyr_result write_offsets(hpyr_list_scratch *scratch, const partition *p) {
    const uint32_t count = p->sorting.most + 2;
    hpi_list_plane plane;
    GLuint program;
    hpyr_result result = use_offsets(scratch, &p->sorting, true, &program);
    if (result == HPYR_OK)
        result = hpi_list_draw_found(scratch);
    if (result != HPYR_OK || !p->outputs[2].is_there)
        return result;
    plane = hpi_list_plane_create(scratch->context, hpi_list_texels(count));
    if (!plane.texture)
        return HPYR_ERROR_OUT_OF_MEMORY;
    result = hpi_list_draw_offsets(scratch, &p->sorting, count, &plane);
    if (result == HPYR_OK)
        result = hpi_list_write(scratch, &plane, &p->outputs[2]);
    hpi_list_plane_destroy(scratch->context, &plane);
    return result;
}

/* Draws both lists, and then writes them, since a list that is written may replace an input. */
static hpyr_result write_lists(hpyr_list_scratch *scratch, const partition *p) {
    const hpi_list_plane *planes[2] = {&scratch->result, hpi_list_second_result(scratch)};
    const hpi_list_input *values = p->values.is_there ? &p->values : NULL;
    hpyr_result result = HPYR_OK;
    if (p->outputs[0].is_there)
        result = hpi_list_draw_sorted(scratch, &p->sorting, HPI_SORTED_ENTRIES, &p->keys, planes[0]);
    if (result == HPYR_OK && p->outputs[1].is_there)
        result = hpi_list_draw_sorted(scratch, &p->sorting, values ? HPI_SORTED_ENTRIES : HPI_SORTED_POSITIONS, values,
                                      planes[1]);
    for (int i = 0; result == HPYR_OK && i < 2; i++)
        result = hpi_list_write(scratch, planes[i], &p->outputs[i]);
    return result;
}

/* ---- public ---- */

/* Values come after the sort: by then the place of the bins is free for a copy of them. */
static hpyr_result finish(hpyr_list_scratch *scratch, const hpyr_list_partition_desc *desc, partition *p) {
    const uint32_t count = p->sorting.length.count;
    hpyr_result result = hpi_list_input_open(scratch, &desc->values, "partition: values", count, 0, &p->values);
    if (result == HPYR_OK)
        result = check_outputs(scratch, desc, p);
    if (result == HPYR_OK)
        result = write_lists(scratch, p);
    return result == HPYR_OK ? write_offsets(scratch, p) : result;
}

static hpyr_result partition_entries(hpyr_list_scratch *scratch, const void *given) {
    const hpyr_list_partition_desc *desc = given;
    partition p = {0};
    hpyr_result result = check_members(scratch, desc);
    if (result == HPYR_OK)
        result = open_keys(scratch, desc, &p);
    if (result == HPYR_OK && !p.sorting.input.is_there)
        result = draw_bins(scratch, desc, &p);
    if (result == HPYR_OK)
        result = hpi_list_merge_sort(scratch, &p.sorting);
    return result == HPYR_OK ? finish(scratch, desc, &p) : result;
}

hpyr_result hpyr_list_partition(hpyr_list_scratch *scratch, const hpyr_list_partition_desc *desc) {
    return hpi_list_run(scratch, HPYR_LIST_SORT, "partition", true, partition_entries, desc);
}
