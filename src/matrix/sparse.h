/* sparse.h - the struct of the memory for sparse matrices, and what its operations share.  SPDX-License-Identifier: MIT */
#ifndef HPI_MATRIX_SPARSE_H
#define HPI_MATRIX_SPARSE_H

#include "list/operands.h"

#include <histopyramid/sparse.h>

/* Slots of inputs, see hpi_list_input_open, and what is read in them. */
enum { HPI_SPARSE_SLOTS = HPI_LIST_INPUTS };

/** The planes: the columns, the values and the rows of entries. A product has the products of entries in the first. */
typedef enum hpi_sparse_plane { SPARSE_INDICES, SPARSE_VALUES, SPARSE_ROWS, SPARSE_PLANES } hpi_sparse_plane;

/** The conversion's own: a pyramid over bits of leaves, 128 elements of a row each (shaders/matrix/leaf.glsl). */
typedef struct hpi_sparse_finder {
    hpyr_pyramid *pyramid;
    GLuint packed;   /* by leaves, layer 0 of even rows and layer 1 of odd ones: which elements are entries */
    GLuint wild;     /* by leaves of pairs of rows: whether an element is not finite */
    GLuint bits;     /* the leaves in the pyramid's order */
    GLuint suspects; /* by groups of leaves: the first one with an element that is not finite */
    uint32_t width, height;
    uint32_t row_leaves, leaves, pairs, groups;
    uint32_t room; /* entries that the last conversion could write */
} hpi_sparse_finder;

struct hpyr_sparse {
    hpyr_context *context;
    hpyr_sparse_desc desc; /* with the defaults filled in */
    hpyr_lists *lists;     /* what list operations need, and the inputs */
    hpyr_lists *counter;   /* of one entry: it brings what a conversion has found to the CPU */
    hpi_sparse_finder finder;
    hpi_list_plane planes[SPARSE_PLANES];
    hpi_list_plane lines; /* a number for each row or column, and one more */
};

/* ---- operands.c ---- */

/** Rows or columns, whichever are more. */
uint32_t hpi_sparse_side(const hpyr_sparse_desc *desc);

/** Checks a matrix that is an input or an output: sizes and types. Fills in its defaults.   INVALID_ARGUMENT. */
hpyr_result hpi_sparse_check(const hpyr_sparse *sparse, const hpyr_sparse_matrix *matrix, const char *what,
                             hpyr_sparse_matrix *resolved);

/** Takes `type` for the default of a list's type.   INVALID_ARGUMENT if it has another one. */
hpyr_result hpi_sparse_check_type(const hpyr_sparse *sparse, const char *what, hpyr_list_type type, hpyr_list *list);

/** Checks the three lists of an output. `outputs` get those of pointers, indices and values. `what` begins messages. */
enum { HPI_SPARSE_OUTPUTS = 3 };
hpyr_result hpi_sparse_check_outputs(hpyr_sparse *sparse, const hpyr_sparse_matrix *matrix, const char *what,
                                     hpi_list_output outputs[HPI_SPARSE_OUTPUTS]);

/** Opens an input that must be there. `what` begins messages, as "multiply: pointers". */
hpyr_result hpi_sparse_open(hpyr_sparse *sparse, const hpyr_list *list, const char *what, uint32_t count, int slot,
                            hpi_list_input *input);

/** Finds the length of a matrix's lists, from its pointers, which are open.   As hpi_list_program. */
hpyr_result hpi_sparse_find_length(hpyr_sparse *sparse, const hpyr_sparse_matrix *matrix,
                                   const hpi_list_input *pointers, hpi_list_length *length);

/** Begins a public call on the workspace: INVALID_ARGUMENT if the object is not for `operation`. */
hpyr_result hpi_sparse_run(hpyr_sparse *sparse, hpyr_sparse_operation operation, const char *what, hpyr_lists *finds,
                           hpi_list_operation_fn run, const void *arguments);

/* ---- convert.c ---- */

uint64_t hpi_sparse_finder_bytes(const hpyr_context *context, const hpyr_sparse_desc *desc);
hpyr_result hpi_sparse_finder_create(hpyr_sparse *sparse);
void hpi_sparse_finder_destroy(hpyr_sparse *sparse);

#endif
