/* operands.c - what all operations on sparse matrices check, and read first.  SPDX-License-Identifier: MIT */
#include "matrix/sparse.h"

#include <stdio.h>

uint32_t hpi_sparse_side(const hpyr_sparse_desc *desc) {
    return desc->rows > desc->columns ? desc->rows : desc->columns;
}

hpyr_result hpi_sparse_check_type(const hpyr_sparse *sparse, const char *what, hpyr_list_type type, hpyr_list *list) {
    if (!hpi_list_is_given(list))
        return HPYR_OK;
    if (list->type != HPYR_LIST_TYPE_DEFAULT && list->type != type)
        return hpi_gl_fail(sparse->context, HPYR_ERROR_INVALID_ARGUMENT, "%s must be of type %s", what,
                           type == HPYR_LIST_TYPE_FLOAT ? "FLOAT" : "UINT");
    list->type = type;
    return HPYR_OK;
}

/* The lists of a matrix. */
static const struct {
    const char *name;
    hpyr_list_type type;
} parts[HPI_SPARSE_OUTPUTS] = {
    {"pointers", HPYR_LIST_TYPE_UINT}, {"indices", HPYR_LIST_TYPE_UINT}, {"values", HPYR_LIST_TYPE_FLOAT}};

enum { NAME_SIZE = 64 };

static void write_name(char name[NAME_SIZE], const char *what, int part) {
    snprintf(name, NAME_SIZE, "%s: %s", what, parts[part].name);
}

hpyr_result hpi_sparse_check(const hpyr_sparse *sparse, const hpyr_sparse_matrix *matrix, const char *what,
                             hpyr_sparse_matrix *resolved) {
    const hpyr_context *context = sparse->context;
    const uint32_t side = hpi_sparse_side(&sparse->desc);
    hpyr_list *const lists[] = {&resolved->pointers, &resolved->indices, &resolved->values};
    hpyr_result result = HPYR_OK;
    char name[NAME_SIZE];
    *resolved = *matrix;
    if (!resolved->capacity)
        resolved->capacity = sparse->desc.capacity;
    if (!matrix->rows || !matrix->columns || matrix->rows > side || matrix->columns > side)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: %ux%u elements; they must be 1 to %u", what,
                           matrix->rows, matrix->columns, side);
    if (resolved->capacity > sparse->desc.capacity)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: room for %u entries; the memory is for %u", what,
                           matrix->capacity, sparse->desc.capacity);
    for (int i = 0; i < HPI_SPARSE_OUTPUTS && result == HPYR_OK; i++) {
        write_name(name, what, i);
        result = hpi_sparse_check_type(sparse, name, parts[i].type, lists[i]);
    }
    return result;
}

hpyr_result hpi_sparse_check_outputs(hpyr_sparse *sparse, const hpyr_sparse_matrix *matrix, const char *what,
                                     hpi_list_output outputs[HPI_SPARSE_OUTPUTS]) {
    const hpyr_list *const lists[] = {&matrix->pointers, &matrix->indices, &matrix->values};
    hpyr_result result = HPYR_OK;
    char name[NAME_SIZE];
    for (int i = 0; i < HPI_SPARSE_OUTPUTS && result == HPYR_OK; i++) {
        write_name(name, what, i);
        result = hpi_list_output_check(sparse->lists, lists[i], name, i == 0 ? matrix->rows + 1 : matrix->capacity,
                                       parts[i].type, &outputs[i]);
    }
    return result;
}

hpyr_result hpi_sparse_open(hpyr_sparse *sparse, const hpyr_list *list, const char *what, uint32_t count, int slot,
                            hpi_list_input *input) {
    hpyr_result result = hpi_list_input_open(sparse->lists, list, what, count, slot, input);
    if (result == HPYR_OK && !input->is_there)
        result = hpi_gl_fail(sparse->context, HPYR_ERROR_INVALID_ARGUMENT, "%s are missing", what);
    return result;
}

hpyr_result hpi_sparse_find_length(hpyr_sparse *sparse, const hpyr_sparse_matrix *matrix,
                                   const hpi_list_input *pointers, hpi_list_length *length) {
    hpyr_lists *lists = sparse->lists;
    hpi_text defines = HPI_TEXT(lists->context);
    GLuint program;
    *length = (hpi_list_length){.count = matrix->capacity, .on_gpu = true};
    hpi_list_input_define(pointers, &defines);
    hpyr_result result = hpi_list_program(lists, "matrix/length.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    hpi_list_input_bind(lists, pointers, program, HPI_PYRAMID_UNIT);
    glUniform1i(hpi_gl_location(sparse->context, program, "", "last"), (GLint)matrix->rows);
    if (!hpi_gl_target(sparse->context, lists->length, 0, 1, 1))
        return hpi_gl_fail(sparse->context, HPYR_ERROR_GL, "sparse: this GL cannot render to R32UI");
    hpi_gl_draw_fullscreen(sparse->context);
    return HPYR_OK;
}

hpyr_result hpi_sparse_run(hpyr_sparse *sparse, hpyr_sparse_operation operation, const char *what, hpyr_lists *finds,
                           hpi_list_operation_fn run, const void *arguments) {
    if (!(sparse->desc.operations & (uint32_t)operation))
        return hpi_gl_fail(sparse->context, HPYR_ERROR_INVALID_ARGUMENT, "%s: the memory was not made for this", what);
    return hpi_list_run(finds ? finds : sparse->lists, HPYR_LIST_OPERATION_SCAN, what, finds, run, arguments);
}
