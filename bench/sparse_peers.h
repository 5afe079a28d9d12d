/* sparse_peers.h - sparse matrices on the CPU, as a user would write them: what hpyr_sparse is measured beside.
 * SPDX-License-Identifier: MIT
 *
 * One thread, no hand-written SIMD, compiled with -O3. */
#ifndef BENCH_SPARSE_PEERS_H
#define BENCH_SPARSE_PEERS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A matrix in compressed sparse rows, with room for all of its entries. */
typedef struct peer_sparse {
    uint32_t rows, columns;
    uint32_t *pointers, *indices;
    float *values;
} peer_sparse;

/** Lists the elements with |a| > epsilon of `rows` rows, from row `first` on, into rows of `out`. Entries come from
 *  out->pointers[first] on. */
void peer_sparse_convert(const float *dense, uint32_t first, uint32_t rows, float epsilon, peer_sparse *out);
void peer_sparse_multiply(const peer_sparse *matrix, const float *x, float *y);
void peer_sparse_transpose(const peer_sparse *matrix, peer_sparse *out);

/** Eigen's, in sparse_eigen.cpp: not there where the build has found no Eigen, and BENCH_HAS_EIGEN is not defined. NULL or false where
 *  memory runs out. */
typedef struct eigen_matrices eigen_matrices;
eigen_matrices *eigen_open(const float *dense, uint32_t rows, uint32_t columns, float epsilon);
void eigen_close(eigen_matrices *m);
bool eigen_convert(eigen_matrices *m);
bool eigen_multiply(eigen_matrices *m, const float *x, float *y);
bool eigen_transpose(eigen_matrices *m);
/** Of the last of these two: its lists. */
peer_sparse eigen_converted(eigen_matrices *m);
peer_sparse eigen_transposed(eigen_matrices *m);

#ifdef __cplusplus
}
#endif

#endif
