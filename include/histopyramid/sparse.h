/* sparse.h - sparse matrices, made on the GPU from dense ones, multiplied and transposed.
 * SPDX-License-Identifier: MIT
 *
 * A dense matrix lies in a texture: row i of the matrix is row i of texels, and column j is texel j
 * of that row. So row 0 is the first one in the data that glTexImage2D takes. An element is the number
 * that a shader reads from one channel: 0 to 1 in R8, RGBA8 and R16.
 * A conversion lists the entries of the matrix: the elements a with |a| > epsilon. It writes them in
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
 * lists. A list is a hpyr_list (list.h): 32-bit numbers in a buffer or a texture of yours, four bytes
 * each.
 *
 * How to use it:
 *   - hpyr_sparse_create once for each size of dense matrix: conversions take this size only. Products
 *     and transpositions take sparse matrices of up to max(rows, columns) rows and columns.
 *   - hpyr_sparse_convert for each new dense matrix.
 *   - hpyr_sparse_multiply and hpyr_sparse_transpose take any CSR matrix on the GPU, a converted one
 *     or one that you have uploaded.
 *   - Only if the CPU needs to know it: hpyr_sparse_count tells the number of entries, and whether
 *     the dense matrix was all finite.
 *
 * Only hpyr_sparse_count waits, and only it and hpyr_sparse_try_count read anything back. The first
 * hpyr_sparse_create of a context may draw a texel, wait and read it, to find out how this GL reads.
 * Not on GL 2.1: there hpyr_sparse_create answers UNSUPPORTED.
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

/** A workspace: the memory that conversions, products and transpositions work in. It may be used for any
 *  number of them, one after the other. It holds no matrix: those are in lists of yours. */
typedef struct hpyr_sparse hpyr_sparse;

/** What a workspace is needed for, as bits of hpyr_sparse_desc.operations. */
typedef enum hpyr_sparse_operation {
    HPYR_SPARSE_OPERATION_CONVERT = 1,   /**< hpyr_sparse_convert. */
    HPYR_SPARSE_OPERATION_MULTIPLY = 2,  /**< hpyr_sparse_multiply. */
    HPYR_SPARSE_OPERATION_TRANSPOSE = 4, /**< hpyr_sparse_transpose. */
    HPYR_SPARSE_OPERATION_ALL = 7        /**< All of them. */
} hpyr_sparse_operation;

/** What a workspace is made for.
 *
 *  | member     | meaning                                                           | zero means      |
 *  |------------|-------------------------------------------------------------------|-----------------|
 *  | rows       | rows of the dense matrices                                        | an error        |
 *  | columns    | columns of the dense matrices                                     | an error        |
 *  | capacity   | most entries of a sparse matrix                                   | an error        |
 *  | operations | bits of hpyr_sparse_operation                                     | all operations  |
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
 *  | member   | meaning                                                       | zero means                |
 *  |----------|---------------------------------------------------------------|---------------------------|
 *  | rows     | number of rows                                                | an error                  |
 *  | columns  | number of columns                                             | an error                  |
 *  | capacity | entries that `indices` and `values` have room for             | hpyr_sparse_desc.capacity |
 *  | pointers | where each row begins, and the number of all entries: a list  | see below                 |
 *  |          | of rows + 1 UINT                                              |                           |
 *  | indices  | the column of each entry: a list of UINT                      | see below                 |
 *  | values   | the value of each entry: a list of FLOAT                      | see below                 |
 *
 *  The types of `pointers` and `indices` may be 0 or UINT, that of `values` 0 or FLOAT.
 *  As an output: a list may be zero. Then it is not written. `indices` and `values` must have room for
 *  `capacity` entries.
 *  As an input: a list that is zero is an error. If the last pointer is larger than `capacity`, only the
 *  first `capacity` entries are used. The pointers must ascend from 0 on. If they do not, or an index is
 *  not below `columns`, the results are undefined; but nothing outside of your lists is read or
 *  written. */
typedef struct hpyr_sparse_matrix {
    uint32_t rows, columns;
    uint32_t capacity;
    hpyr_list pointers, indices, values;
} hpyr_sparse_matrix;

/** Returns the GL memory that a workspace takes, or 0 for a descriptor that hpyr_sparse_create would
 *  refuse. Nothing is allocated later. Without `context` the number is that of a GL 3.3 with
 *  textures of 65 536 x 65 536.
 *  Units: bytes.
 *  Pointers: `context` may be NULL.
 *  GL: no call. */
HPYR_API uint64_t hpyr_sparse_bytes(const hpyr_context *context, const hpyr_sparse_desc *desc);

/** Creates a workspace.
 *  Errors:
 *    INVALID_ARGUMENT: a size is 0, or `operations` has a bit that is no hpyr_sparse_operation.
 *    UNSUPPORTED: GL 2.1 has no sparse matrices.
 *    TOO_LARGE: `rows` or `columns` is above the largest size of a texture; `capacity` is above
 *      hpyr_caps.max_list_length.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_sparse_create(hpyr_context *context, const hpyr_sparse_desc *desc, hpyr_sparse **out);

/** Destroys a workspace.
 *  GL: state restored. */
HPYR_API void hpyr_sparse_destroy(hpyr_sparse *sparse);

/** Returns the descriptor with all defaults filled in.
 *  Pointers: The result lives until hpyr_sparse_destroy.
 *  GL: no call. */
HPYR_API const hpyr_sparse_desc *hpyr_sparse_resolved(const hpyr_sparse *sparse);

/** A conversion.
 *
 *  | member  | meaning                                                            | zero means         |
 *  |---------|--------------------------------------------------------------------|--------------------|
 *  | dense   | the dense matrix: a 2D texture of `columns` x `rows` texels (those | an error           |
 *  |         | of hpyr_sparse_desc), in any format without integers               |                    |
 *  | epsilon | elements of a larger magnitude become entries; finite, not         | all that are not 0 |
 *  |         | negative                                                           |                    |
 *  | rows    | output: a list that gets the row of each entry                     | it is not written  |
 *  | sparse  | output: the sparse matrix. Its `rows` and `columns` must be those  | an error           |
 *  |         | of hpyr_sparse_desc                                                |                    |
 *
 *  For COO give `rows`, `sparse.indices` and `sparse.values`; for CSR the three lists of `sparse`. At
 *  least one list must be there. The numbers `sparse.rows` and `sparse.columns` must be there in any
 *  case. The type of `rows` may be 0 or UINT.
 *  hpyr_texture.channel says which channel of `dense` is read: 0 means alpha for four channels, else
 *  red. So for a photograph of RGBA8 choose another one: its alpha is 1 everywhere. */
typedef struct hpyr_sparse_convert_desc {
    hpyr_texture dense;
    double epsilon;
    hpyr_list rows;
    hpyr_sparse_matrix sparse;
} hpyr_sparse_convert_desc;

/** Lists the entries of a dense matrix.
 *  Shapes: rows, indices and values get `sparse.capacity` numbers; those after the last entry of the
 *    matrix become 0. Pointers get sparse.rows + 1.
 *  Order: row after row, in a row by column.
 *  Comparisons are exact: on the bits of the numbers, so denormal numbers count. Both zeros are 0.
 *  If the matrix has more than `sparse.capacity` entries, those that fit are written, and the
 *  pointers are those of the whole matrix. hpyr_sparse_count then answers TRUNCATED.
 *  An element that is NaN or infinite is listed as an entry. hpyr_sparse_count then answers
 *  NOT_FINITE.
 *  Errors:
 *    INVALID_ARGUMENT: the workspace is not for HPYR_SPARSE_OPERATION_CONVERT; `epsilon` is NaN, infinite or
 *      negative; `sparse.rows` or `sparse.columns` differ from the descriptor's; `sparse.capacity` is
 *      above the descriptor's; no list is there; two lists overlap; a list contradicts its type.
 *    BUFFER: a buffer is missing, mapped, or too small.
 *    TEXTURE: a texture is not what its hpyr_texture says; `dense` is no 2D texture, has another size
 *      than the matrix, or has integers; a list has no room for its entries.
 *  Cost: reads each element once; some small passes; writes each list once (docs/sparse.md). No
 *    stall.
 *  Lifetime: `dense` is read until the call returns.
 *  GL: state restored.
 *  Source: the paper, section 8.3. */
HPYR_API hpyr_result hpyr_sparse_convert(hpyr_sparse *sparse, const hpyr_sparse_convert_desc *desc);

/** Tells how many entries the last conversion has found, also if not all were written. Waits until
 *  the GPU has found them.
 *  Errors:
 *    NOT_BUILT: there was no conversion, or the last one failed.
 *    TRUNCATED: the matrix has more entries than `sparse.capacity`. *count is the number of all.
 *    NOT_FINITE: an element of the dense matrix is NaN or infinite. The lists were written all the
 *      same, and *count is the number of all entries. The log tells in which row the first such element
 *      is. If there are more entries than `sparse.capacity`, too, *count tells it.
 *    HPYR_ERROR_GL: also if the GPU does not finish within a minute. You may ask again.
 *    After an error *count is 0.
 *  Cost: a stall until the conversion is done.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_sparse_count(hpyr_sparse *sparse, uint32_t *count);

/** Tells the same if the GPU has finished. It does not wait.
 *  Errors:
 *    NOT_READY: the GPU has not finished. *count is 0. Ask again later.
 *    All others: as hpyr_sparse_count.
 *  Cost: no stall.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_sparse_try_count(hpyr_sparse *sparse, uint32_t *count);

/** A product.
 *
 *  | member | meaning                                                            | zero means |
 *  |--------|--------------------------------------------------------------------|------------|
 *  | matrix | the matrix A                                                       | an error   |
 *  | x      | the vector x: a list of `matrix.columns` FLOAT                     | an error   |
 *  | y      | output: the vector y = A x, a list of `matrix.rows` FLOAT          | an error   |
 *
 *  The types of `x` and `y` may be 0 or FLOAT. `y` may be `x`, or overlap it: then it is replaced. */
typedef struct hpyr_sparse_multiply_desc {
    hpyr_sparse_matrix matrix;
    hpyr_list x;
    hpyr_list y;
} hpyr_sparse_multiply_desc;

/** Multiplies a matrix with a vector.
 *  Products and sums are rounded to single precision. The order of the additions depends on the
 *  pointers alone, so it is always the same. A GPU may take denormal numbers for 0.
 *  Errors:
 *    INVALID_ARGUMENT: the workspace is not for HPYR_SPARSE_OPERATION_MULTIPLY; a size of the matrix is 0 or above
 *      those that the workspace is for; a list is missing, or contradicts its type.
 *    BUFFER, TEXTURE: as hpyr_sparse_convert.
 *  Cost: one pass multiplies, four entries per fragment, whatever rows they are in. Some small passes
 *    add up groups of 16 and of 256 products. One pass makes the sums of rows from these, four rows per
 *    fragment (docs/sparse.md). No stall.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_sparse_multiply(hpyr_sparse *sparse, const hpyr_sparse_multiply_desc *desc);

/** A transposition.
 *
 *  | member     | meaning                                                        | zero means |
 *  |------------|----------------------------------------------------------------|------------|
 *  | matrix     | the matrix                                                     | an error   |
 *  | transposed | output: the transposed matrix. Its `rows` must be the columns  | an error   |
 *  |            | of `matrix`, its `columns` the rows, its `capacity` the same   |            | */
typedef struct hpyr_sparse_transpose_desc {
    hpyr_sparse_matrix matrix;
    hpyr_sparse_matrix transposed;
} hpyr_sparse_transpose_desc;

/** Transposes a matrix. The rows of the transposed matrix are the columns of the matrix, so the same
 *  lists are the matrix in compressed sparse columns (CSC): where each column begins, and the row and
 *  the value of each entry, column after column.
 *  Shapes: as hpyr_sparse_convert.
 *  Order: column after column. In a column the entries keep their order.
 *  An output may be an input, or overlap one.
 *  Errors:
 *    INVALID_ARGUMENT: the workspace is not for HPYR_SPARSE_OPERATION_TRANSPOSE; as hpyr_sparse_multiply; the
 *      sizes of `transposed` are not those of `matrix`, swapped; its `capacity` is not that of `matrix`;
 *      no list of it is there, or two of them overlap.
 *    BUFFER, TEXTURE: as hpyr_sparse_convert.
 *  Cost: a sort of the entries by columns (docs/lists.md), and three more passes. No stall.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_sparse_transpose(hpyr_sparse *sparse, const hpyr_sparse_transpose_desc *desc);

#ifdef __cplusplus
}
#endif

#endif
