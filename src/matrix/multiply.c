/* multiply.c - a sparse matrix times a vector.  SPDX-License-Identifier: MIT
 *
 * Rows may be short or long, and a fragment that adds up a long row would hold up all others. So one
 * pass multiplies, four entries a fragment, whatever rows they are in. A pyramid adds up the products,
 * with nodes of 16 and of 256. A row is a range of entries: at each level it takes only the ends that no
 * larger node covers (shaders/matrix/row_sums.frag.glsl). Nothing is ever subtracted, so the sum of a row
 * is as exact as its own products allow. */
#include "matrix/sparse.h"

enum { INDICES_UNIT = 0, POINTERS_UNIT = 0, VALUES_UNIT, X_UNIT, LENGTH_UNIT, SUMS_UNIT = 1, ROWS_LENGTH_UNIT = 4 };

enum { SUM_LEVELS = 2 };

typedef struct product {
    hpyr_sparse *sparse;
    const hpyr_sparse_multiply_desc *desc;
    hpyr_sparse_matrix matrix;
    hpyr_list x, y;
    hpi_list_length length;
    hpi_list_output output;
} product;

static hpyr_result check(product *p) {
    hpyr_result result = hpi_sparse_check(p->sparse, &p->desc->matrix, "multiply", &p->matrix);
    p->x = p->desc->x;
    p->y = p->desc->y;
    if (result == HPYR_OK)
        result = hpi_sparse_check_type(p->sparse, "multiply: x", HPYR_LIST_TYPE_FLOAT, &p->x);
    if (result == HPYR_OK)
        result = hpi_sparse_check_type(p->sparse, "multiply: y", HPYR_LIST_TYPE_FLOAT, &p->y);
    if (result == HPYR_OK)
        result = hpi_list_output_check(p->sparse->lists, &p->y, "multiply: y", p->matrix.rows, HPYR_LIST_TYPE_FLOAT,
                                       &p->output);
    return result == HPYR_OK ? hpi_list_outputs_apart(p->sparse->lists, "multiply", &p->output, 1) : result;
}

static hpyr_result open_pointers(const product *p, hpi_list_input *pointers) {
    return hpi_sparse_open(p->sparse, &p->matrix.pointers, "multiply: pointers", p->matrix.rows + 1, 0, pointers);
}

static void define_place(const hpi_list_input *input, const char *name, hpi_text *defines) {
    if (input->view)
        hpi_text_print(defines, "#define HPYR_%s_IN_BUFFER\n", name);
}

static hpyr_result draw_products(const product *p) {
    hpyr_lists *lists = p->sparse->lists;
    const uint32_t capacity = p->matrix.capacity;
    hpi_list_input indices, values, x;
    hpi_text defines = HPI_TEXT(lists->context);
    GLuint program;
    hpyr_result result = hpi_sparse_open(p->sparse, &p->matrix.indices, "multiply: indices", capacity, 0, &indices);
    if (result == HPYR_OK)
        result = hpi_sparse_open(p->sparse, &p->matrix.values, "multiply: values", capacity, 1, &values);
    if (result == HPYR_OK)
        result = hpi_sparse_open(p->sparse, &p->x, "multiply: x", p->matrix.columns, 2, &x);
    if (result != HPYR_OK)
        return result;
    hpi_list_input_define(&indices, &defines);
    define_place(&values, "VALUES", &defines);
    define_place(&x, "X", &defines);
    hpi_list_length_define(&p->length, &defines);
    result = hpi_list_program(lists, "matrix/products.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    hpi_list_input_bind(lists, &indices, program, INDICES_UNIT);
    hpi_list_input_bind_as(lists, &values, "values", program, VALUES_UNIT);
    hpi_list_input_bind_as(lists, &x, "x", program, X_UNIT);
    hpi_list_length_bind(lists, &p->length, program, LENGTH_UNIT);
    glUniform1ui(hpi_gl_location(lists->context, program, "", "columns"), p->matrix.columns);
    return hpi_list_draw(lists, program, &p->sparse->planes[SPARSE_INDICES], hpi_list_texels(capacity));
}

static hpyr_result draw_rows(const product *p, const hpi_list_input *pointers) {
    static const char *const names[1 + SUM_LEVELS] = {"products", "sixteens", "blocks"};
    hpyr_lists *lists = p->sparse->lists;
    const hpi_list_plane *products = &p->sparse->planes[SPARSE_INDICES];
    hpi_text defines = HPI_TEXT(lists->context);
    GLuint program;
    hpi_list_input_define(pointers, &defines);
    hpi_list_length_define(&p->length, &defines);
    hpyr_result result = hpi_list_program(lists, "matrix/row_sums.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    hpi_list_input_bind(lists, pointers, program, POINTERS_UNIT);
    hpi_list_length_bind(lists, &p->length, program, ROWS_LENGTH_UNIT);
    for (GLuint level = 0; level <= SUM_LEVELS; level++) { /* a level that is not there is never read */
        const bool is_there = level && lists->sums[level].texture;
        hpi_list_bind_plane(lists, program, names[level], SUMS_UNIT + level, is_there ? &lists->sums[level] : products);
    }
    glUniform1ui(hpi_gl_location(lists->context, program, "", "rows"), p->matrix.rows);
    return hpi_list_draw(lists, program, &p->sparse->lines, hpi_list_texels(p->matrix.rows));
}

static hpyr_result multiply(hpyr_lists *lists, const void *given) {
    product p = *(const product *)given;
    const hpi_list_input products = {
        .is_there = true, .type = HPYR_LIST_TYPE_FLOAT, .plane = p.sparse->planes[SPARSE_INDICES]};
    hpi_list_input pointers;
    hpyr_result result = check(&p);
    if (result == HPYR_OK)
        result = open_pointers(&p, &pointers);
    if (result == HPYR_OK)
        result = hpi_sparse_find_length(p.sparse, &p.matrix, &pointers, &p.length);
    if (result == HPYR_OK)
        result = draw_products(&p);
    if (result == HPYR_OK)
        result = hpi_list_sum_floats(lists, &products, &p.length);
    if (result == HPYR_OK) /* again, for the indices took their place */
        result = open_pointers(&p, &pointers);
    if (result == HPYR_OK)
        result = draw_rows(&p, &pointers);
    return result == HPYR_OK ? hpi_list_write(lists, &p.sparse->lines, &p.output) : result;
}

hpyr_result hpyr_sparse_multiply(hpyr_sparse *sparse, const hpyr_sparse_multiply_desc *desc) {
    const product p = {.sparse = sparse, .desc = desc};
    if (!sparse || !desc)
        return HPYR_ERROR_INVALID_ARGUMENT;
    return hpi_sparse_run(sparse, HPYR_SPARSE_OPERATION_MULTIPLY, "multiply", NULL, multiply, &p);
}
