/* sparse.h - sparse matrices in turn with what a user would do instead.  SPDX-License-Identifier: MIT */
#ifndef BENCH_SPARSE_H
#define BENCH_SPARSE_H

#include "sparse_peers.h"

#include "lists.h"

/** A matrix on both sides, and room for what every way makes of it. */
typedef struct sparse_case {
    bench *b;
    list_row row;
    float *dense;
    peer_sparse expected, made; /* in CPU memory */
    peer_sparse turned, turned_made;
    float *x, *y, *expected_y;
    float *rows_read; /* of the texture, as many as a strip or all */
    uint32_t texture, framebuffer;
    uint32_t pointers, indices, values, in_x, out_y; /* buffers */
    uint32_t turned_pointers, turned_indices, turned_values;
    hpyr_sparse *sparse;
    eigen_matrices *eigen; /* or NULL */
} sparse_case;

/** Elements above it are entries. */
#define SPARSE_EPSILON 0.5f

/** Makes and frees all of it. `fill` is the share of elements that are entries. */
bool sparse_open(sparse_case *c, bench *b, uint32_t side, double fill);
void sparse_close(sparse_case *c);

#endif
