/* sparse.h - sparse matrices, made on the GPU from dense ones, multiplied and transposed.
 * SPDX-License-Identifier: MIT
 *
 * A dense matrix lies in a texture: row i of the matrix is row i of texels, and column j is texel j
 * of that row. A conversion lists its entries: the elements a with |a| > epsilon. It writes them in
 * one of two forms, or in both.
 *
 *   - COO, coordinates: three lists with the row, the column and the value of each entry.
 *   - CSR, compressed sparse rows: the columns and the values, and for each row the number of the
 *     entry with which it begins. So row i has the entries pointers[i] .. pointers[i + 1] - 1.
 *
 *     dense        0  5  0  7       rows      0  0  2  2  2       pointers   0  2  2  5
 *                  0  0  0  0       columns   1  3  0  1  3
 *                  2  9  0  4       values    5  7  2  9  4
 *
 * Entries come row after row, in a row by their column. So the same matrix always gives the same
 * lists. All lists lie in buffers or textures of yours, as list.h says.
 *
 * How to use it:
 *   - hpyr_sparse_create once, for the largest matrices.
 *   - hpyr_sparse_convert for each new dense matrix.
 *   - hpyr_sparse_multiply and hpyr_sparse_transpose take any CSR matrix on the GPU, a converted one
 *     or one that you have uploaded.
 *   - Only if the CPU needs to know it: hpyr_sparse_count tells the number of entries, and whether
 *     the dense matrix was all finite.
 *
 * Nothing is read back, and no call waits, but for hpyr_sparse_count.
 * GL 2.1 has no integers, so there are no sparse matrices there: see hpyr_caps.max_list_length.
 *
 * Sources, and how they are cited here:
 *   - "the paper": Ziegler, Tevs, Theobalt, Seidel, "On-the-fly Point Clouds through Histogram
 *     Pyramids", Vision, Modeling and Visualization (VMV) 2006,
 *     http://www.tevs.eu/project_vmv06.html. Section 8.3 proposes such conversions. */
#ifndef HPYR_SPARSE_H
#define HPYR_SPARSE_H

#include <histopyramid/context.h>
#include <histopyramid/list.h>
#include <histopyramid/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The memory that conversions, products and transpositions work in. It may be used for any number
 *  of them, one after the other. */
typedef struct hpyr_sparse hpyr_sparse;

/** What the memory is needed for, as bits of hpyr_sparse_desc.operations. */
typedef enum hpyr_sparse_operation {
    HPYR_SPARSE_CONVERT = 1,   /**< hpyr_sparse_convert. */
    HPYR_SPARSE_MULTIPLY = 2,  /**< hpyr_sparse_multiply. */
    HPYR_SPARSE_TRANSPOSE = 4, /**< hpyr_sparse_transpose. */
    HPYR_SPARSE_ALL = 7        /**< All of them. */
} hpyr_sparse_operation;

/** What the memory is made for.
 *
 *  | member     | meaning                                                           | zero means      |
 *  |------------|-------------------------------------------------------------------|-----------------|
 *  | rows       | rows of a dense matrix                                            | an error        |
 *  | columns    | columns of a dense matrix                                         | an error        |
 *  | capacity   | entries of the largest sparse matrix                              | an error        |
 *  | operations | bits of hpyr_sparse_operation: what the memory is needed for      | all operations  |
 *
 *  Products and transpositions take matrices with any numbers of rows and columns up to the larger
 *  one of `rows` and `columns`, so that a transposed matrix can be multiplied, too. */
typedef struct hpyr_sparse_desc {
    uint32_t rows, columns;
    uint32_t capacity;
    uint32_t operations;
} hpyr_sparse_desc;

/** A sparse matrix on the GPU, in compressed sparse rows.
 *
 *  | member   | meaning                                                                    | zero means |
 *  |----------|----------------------------------------------------------------------------|------------|
 *  | rows     | number of rows                                                             | an error   |
 *  | columns  | number of columns                                                          | an error   |
 *  | capacity | entries that `indices` and `values` have room for                          | hpyr_sparse_desc.capacity |
 *  | pointers | rows + 1 entries of UINT: where each row begins; the last one is the number of all entries | an error as an input |
 *  | indices  | the column of each entry, of UINT                                          | an error as an input |
 *  | values   | the value of each entry, of FLOAT                                          | an error as an input |
 *
 *  The types of `pointers` and `indices` may be 0 or UINT, the one of `values` 0 or FLOAT.
 *  As an output: a list that is not there is not written.
 *  As an input: if the last pointer is larger than `capacity`, only the first `capacity` entries
 *  count. The pointers must ascend from 0 on. If they do not, or an index is not below `columns`,
 *  the results are undefined; but nothing outside of your lists is read or written. */
typedef struct hpyr_sparse_matrix {
    uint32_t rows, columns;
    uint32_t capacity;
    hpyr_list pointers, indices, values;
} hpyr_sparse_matrix;

/** Returns the GL memory that the object takes, or 0 for a descriptor that hpyr_sparse_create would
 *  refuse. If `context` is NULL, the number is that of GL 3.3 without limits.
 *  Units: bytes.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API uint64_t hpyr_sparse_bytes(const hpyr_context *context, const hpyr_sparse_desc *desc);

/** Creates the memory.
 *  Errors:
 *    INVALID_ARGUMENT: a size is 0, or `operations` has a bit that is no hpyr_sparse_operation.
 *    UNSUPPORTED: GL 2.1 has no sparse matrices.
 *    TOO_LARGE: `rows` or `columns` is above the largest size of a texture; `capacity` is above
 *      hpyr_caps.max_list_length.
 *  Lifetime: until hpyr_sparse_destroy.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_sparse_create(hpyr_context *context, const hpyr_sparse_desc *desc, hpyr_sparse **out);

/** Destroys the memory. NULL is allowed.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API void hpyr_sparse_destroy(hpyr_sparse *sparse);

/** Returns the descriptor with all defaults filled in. Returns NULL for NULL.
 *  Lifetime: valid until the object is destroyed.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API const hpyr_sparse_desc *hpyr_sparse_resolved(const hpyr_sparse *sparse);

/** A conversion.
 *
 *  | member  | meaning                                                            | zero means         |
 *  |---------|--------------------------------------------------------------------|--------------------|
 *  | dense   | the dense matrix: a 2D texture of hpyr_sparse_desc.columns x rows  | an error           |
 *  |         | texels, of R32F or any other format that is no integer             |                    |
 *  | epsilon | elements of a larger magnitude become entries; finite, not negative | all that are not 0 |
 *  | rows    | gets the row of each entry                                         | it is not written  |
 *  | sparse  | gets the columns and the values of the entries, and the pointers of | -                 |
 *  |         | the rows. Its `rows` and `columns` must be those of the descriptor |                    |
 *
 *  For COO give `rows`, `sparse.indices` and `sparse.values`; for CSR the three lists of `sparse`. At
 *  least one list must be there. */
typedef struct hpyr_sparse_convert_desc {
    hpyr_texture dense;
    float epsilon;
    hpyr_list rows;
    hpyr_sparse_matrix sparse;
} hpyr_sparse_convert_desc;

/** Lists the entries of a dense matrix.
 *  Shapes: rows, indices and values get `sparse.capacity` entries; those behind the last entry of the
 *    matrix become 0. Pointers get rows + 1.
 *  Order: row after row, in a row by column.
 *  Comparisons are exact: on the bits of the numbers, so denormal numbers count. Both zeros are 0.
 *  If the matrix has more than `sparse.capacity` entries, those that fit are written, and the
 *  pointers are those of the whole matrix. hpyr_sparse_count then answers TRUNCATED.
 *  An element that is NaN or infinite is listed as an entry. hpyr_sparse_count then answers
 *  INVALID_ARGUMENT.
 *  Errors:
 *    INVALID_ARGUMENT: the object is not for HPYR_SPARSE_CONVERT; `epsilon` is NaN, infinite or
 *      negative; `sparse.rows` or `sparse.columns` differ from the descriptor's; `sparse.capacity` is
 *      above the descriptor's; no list is there; two lists overlap; a list contradicts its type.
 *    BUFFER: a buffer is missing, mapped, or too small.
 *    TEXTURE: a texture is not what its hpyr_texture says; `dense` is no 2D texture, has another size
 *      than the matrix, or has integers; a list has no room for its entries.
 *  Cost: reads each element once; some small passes; writes each list once (docs/sparse.md). No
 *    stall.
 *  GL: state restored.
 *  Source: the paper, section 8.3.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_sparse_convert(hpyr_sparse *sparse, const hpyr_sparse_convert_desc *desc);

/** Tells how many entries the last conversion has found, also if not all were written. Waits until
 *  the GPU has found them.
 *  Errors:
 *    NOT_BUILT: there was no conversion, or the last one failed.
 *    TRUNCATED: the matrix has more entries than the lists have room for. *count is the number of
 *      all.
 *    INVALID_ARGUMENT: an element of the dense matrix is NaN or infinite. The log tells in which row
 *      the first one is.
 *    HPYR_ERROR_GL: also if the GPU does not finish within a minute. You may ask again.
 *    After an error *count is 0.
 *  Cost: a stall until the conversion is done.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_sparse_count(hpyr_sparse *sparse, uint32_t *count);

/** Tells the same if the GPU has finished. It does not wait.
 *  Errors:
 *    NOT_READY: the GPU has not finished. *count is 0. Ask again later.
 *    All others: as hpyr_sparse_count.
 *  Cost: no stall.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_sparse_try_count(hpyr_sparse *sparse, uint32_t *count);

/** A product.
 *
 *  | member | meaning                                                | zero means |
 *  |--------|--------------------------------------------------------|------------|
 *  | matrix | the matrix A                                           | an error   |
 *  | x      | the vector x: `matrix.columns` entries of FLOAT        | an error   |
 *  | y      | gets the vector y = A x: `matrix.rows` entries of FLOAT | an error  | */
typedef struct hpyr_sparse_multiply_desc {
    hpyr_sparse_matrix matrix;
    hpyr_list x;
    hpyr_list y;
} hpyr_sparse_multiply_desc;

/** Multiplies a matrix with a vector.
 *  Products and sums are rounded to single precision. The order of the additions depends on the
 *  pointers alone, so it is always the same: long rows are added up by a tree. The type of x and y may
 *  be 0 or FLOAT. y may be x.
 *  Errors:
 *    INVALID_ARGUMENT: the object is not for HPYR_SPARSE_MULTIPLY; a size of the matrix is 0 or above
 *      those that the object is for; a list is missing, or contradicts its type.
 *    BUFFER, TEXTURE: as hpyr_sparse_convert.
 *  Cost: a pass over the entries, four a fragment, whatever rows they are in; small ones that add up
 *    sixteen products each, and sixteen of these sums; and a pass over the rows, four a fragment. A
 *    row adds up at most 30 products, 30 sums of sixteen, and one sum for every 256 of its entries
 *    (docs/sparse.md). No stall.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_sparse_multiply(hpyr_sparse *sparse, const hpyr_sparse_multiply_desc *desc);

/** A transposition.
 *
 *  | member     | meaning                                                         | zero means |
 *  |------------|-----------------------------------------------------------------|------------|
 *  | matrix     | the matrix                                                      | an error   |
 *  | transposed | gets the transposed matrix. Its `rows` must be the columns of `matrix`, | an error |
 *  |            | its `columns` the rows                                          |            | */
typedef struct hpyr_sparse_transpose_desc {
    hpyr_sparse_matrix matrix;
    hpyr_sparse_matrix transposed;
} hpyr_sparse_transpose_desc;

/** Transposes a matrix. The rows of the transposed matrix are the columns of the matrix, so the same
 *  lists are the matrix in compressed sparse columns (CSC): where each column begins, and the row and
 *  the value of each entry, column after column.
 *  Shapes: as hpyr_sparse_convert. Entries behind the last one become 0.
 *  Order: column after column. In a column the entries keep their order.
 *  An output may be an input, or overlap one.
 *  Errors:
 *    INVALID_ARGUMENT: the object is not for HPYR_SPARSE_TRANSPOSE; as hpyr_sparse_multiply; the sizes of
 *      `transposed` are not those of `matrix` in turn; its `capacity` is not that of `matrix`; no
 *      list of it is there, or two of them overlap.
 *    BUFFER, TEXTURE: as hpyr_sparse_convert.
 *  Cost: a sort of the entries by columns (docs/lists.md), and three more passes. No stall.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_sparse_transpose(hpyr_sparse *sparse, const hpyr_sparse_transpose_desc *desc);

#ifdef __cplusplus
}
#endif

#endif
