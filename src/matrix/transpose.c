/* transpose.c - a sparse matrix by columns: a stable sort of its entries.  SPDX-License-Identifier: MIT
 *
 * Entries come row after row. Sorted by column, with their order kept, they come column after column, and in
 * a column by row. The sort finds where each column begins, too. */
#include "list/merge.h"
#include "matrix/sparse.h"

enum { POINTERS_UNIT = 0, LENGTH_UNIT = 3 };

typedef struct transposition {
    hpyr_sparse *sparse;
    const hpyr_sparse_transpose_desc *desc;
    hpyr_sparse_matrix matrix, transposed;
    hpi_list_sorting sorting;
    hpi_list_output outputs[HPI_SPARSE_OUTPUTS]; /* pointers, indices, values */
} transposition;

static hpyr_result check(transposition *t) {
    hpyr_sparse *sparse = t->sparse;
    hpyr_result result = hpi_sparse_check(sparse, &t->desc->matrix, "transpose: matrix", &t->matrix);
    if (result == HPYR_OK)
        result = hpi_sparse_check(sparse, &t->desc->transposed, "transpose: transposed", &t->transposed);
    if (result != HPYR_OK)
        return result;
    if (t->matrix.rows != t->transposed.columns || t->matrix.columns != t->transposed.rows ||
        t->matrix.capacity != t->transposed.capacity)
        return hpi_gl_fail(sparse->context, HPYR_ERROR_INVALID_ARGUMENT,
                           "transpose: %ux%u elements with room for %u entries cannot become %ux%u with room for %u",
                           t->matrix.rows, t->matrix.columns, t->matrix.capacity, t->transposed.rows,
                           t->transposed.columns, t->transposed.capacity);
    result = hpi_sparse_check_outputs(sparse, &t->transposed, "transposed", t->outputs);
    return result == HPYR_OK ? hpi_list_outputs_apart(sparse->lists, "transpose", t->outputs, HPI_SPARSE_OUTPUTS)
                             : result;
}

/* Columns that are too large come last. */
static hpyr_result sort(transposition *t, const hpi_list_input *pointers) {
    hpi_list_sorting *sorting = &t->sorting;
    sorting->most = t->matrix.columns;
    sorting->mask = UINT32_MAX;
    hpyr_result result = hpi_sparse_find_length(t->sparse, &t->matrix, pointers, &sorting->length);
    if (result == HPYR_OK)
        result = hpi_sparse_open(t->sparse, &t->matrix.indices, "transpose: indices", t->matrix.capacity, 0,
                                 &sorting->input);
    return result == HPYR_OK ? hpi_list_merge_sort(t->sparse->lists, sorting) : result;
}

/* Draws the row of each entry, and takes them in the order of the sort. */
static hpyr_result draw_rows(const transposition *t, const hpi_list_input *pointers) {
    hpyr_lists *lists = t->sparse->lists;
    const hpi_list_input rows = {.is_there = true, .type = HPYR_LIST_TYPE_UINT, .plane = lists->result};
    hpi_text defines = HPI_TEXT(lists->context);
    GLuint program;
    hpi_list_input_define(pointers, &defines);
    hpi_list_length_define(&t->sorting.length, &defines);
    hpyr_result result = hpi_list_program(lists, "matrix/rows.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    hpi_list_input_bind(lists, pointers, program, POINTERS_UNIT);
    hpi_list_length_bind(lists, &t->sorting.length, program, LENGTH_UNIT);
    glUniform1ui(hpi_gl_location(lists->context, program, "", "rows"), t->matrix.rows);
    result = hpi_list_draw(lists, program, &lists->result, hpi_list_texels(t->matrix.capacity));
    return result == HPYR_OK
               ? hpi_list_draw_sorted(lists, &t->sorting, HPI_SORTED_ENTRIES, &rows, &t->sparse->planes[SPARSE_INDICES])
               : result;
}

static hpyr_result draw_values(transposition *t) {
    hpyr_lists *lists = t->sparse->lists;
    hpi_list_input values;
    hpyr_result result =
        hpi_sparse_open(t->sparse, &t->matrix.values, "transpose: values", t->matrix.capacity, 0, &values);
    return result == HPYR_OK ? hpi_list_draw_sorted(lists, &t->sorting, HPI_SORTED_ENTRIES, &values,
                                                    &t->sparse->planes[SPARSE_VALUES])
                             : result;
}

/* All lists are drawn before the first one is written, which may replace an input. */
static hpyr_result transpose(hpyr_lists *lists, const void *given) {
    transposition t = *(const transposition *)given;
    hpyr_sparse *sparse = t.sparse;
    hpi_list_input pointers;
    hpyr_result result = check(&t);
    if (result == HPYR_OK)
        result = hpi_sparse_open(sparse, &t.matrix.pointers, "transpose: pointers", t.matrix.rows + 1, 1, &pointers);
    if (result == HPYR_OK)
        result = sort(&t, &pointers);
    if (result == HPYR_OK)
        result = draw_rows(&t, &pointers);
    if (result == HPYR_OK)
        result = draw_values(&t);
    if (result == HPYR_OK)
        result = hpi_list_draw_offsets(lists, &t.sorting, t.matrix.columns + 1, &sparse->lines);
    if (result == HPYR_OK)
        result = hpi_list_writers(lists, t.outputs, 3);
    if (result == HPYR_OK)
        result = hpi_list_write(lists, &sparse->lines, &t.outputs[0]);
    if (result == HPYR_OK)
        result = hpi_list_write(lists, &sparse->planes[SPARSE_INDICES], &t.outputs[1]);
    return result == HPYR_OK ? hpi_list_write(lists, &sparse->planes[SPARSE_VALUES], &t.outputs[2]) : result;
}

hpyr_result hpyr_sparse_transpose(hpyr_sparse *sparse, const hpyr_sparse_transpose_desc *desc) {
    const transposition t = {.sparse = sparse, .desc = desc};
    if (!sparse || !desc)
        return HPYR_ERROR_INVALID_ARGUMENT;
    return hpi_sparse_run(sparse, HPYR_SPARSE_OPERATION_TRANSPOSE, "transpose", NULL, transpose, &t);
}
