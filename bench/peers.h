/* peers.h - what the library is measured beside: the same by the CPU, as a user would write it, and by other libraries.
 * SPDX-License-Identifier: MIT
 *
 * One thread, no hand-written SIMD, compiled with -O3. Inputs and outputs do not overlap. */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include <histopyramid/flow_types.h>
#include <histopyramid/quadtree_types.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- lists ---- */

typedef struct peer_pair {
    uint32_t key, value;
} peer_pair;

/** Each sorts in place, pairs by their keys. */
void peer_qsort_keys(uint32_t *keys, size_t count);
void peer_qsort_pairs(peer_pair *pairs, size_t count);

/** C++'s, in std_sort.cpp: not there where the build has found no C++ compiler, and BENCH_HAS_CXX is not defined. */
void peer_std_sort_keys(uint32_t *keys, size_t count);
void peer_std_sort_pairs(peer_pair *pairs, size_t count);
void peer_std_stable_sort_keys(uint32_t *keys, size_t count);
void peer_std_stable_sort_pairs(peer_pair *pairs, size_t count);

/** Radix sort from the lowest digit on, which is stable. `spare` has room for `count`. A digit that is the same in all keys takes no
 *  pass: so keys of 16 bits take half the time. */
void peer_radix_keys(uint32_t *keys, uint32_t *spare, size_t count);
void peer_radix_pairs(peer_pair *pairs, peer_pair *spare, size_t count);

/** sums[i] becomes the sum of values 0 .. i - 1. Returns the sum of all. */
uint32_t peer_scan(const uint32_t *values, size_t count, uint32_t *sums);

/** The sum of all, modulo 2^32. */
uint32_t peer_reduce(const uint32_t *values, size_t count);

/** Writes the values from `least` on, in their order, and returns how many they are. */
size_t peer_select(const uint32_t *values, size_t count, uint32_t least, uint32_t *selected);

/** Counting sort: stable, into `bin_count` bins, of which offsets[bin] is where one begins, and offsets[bin_count] is `count`. */
void peer_partition(const uint32_t *keys, const uint32_t *bins, size_t count, uint32_t bin_count, uint32_t *offsets,
                    uint32_t *partitioned);

/** Of each run of equal neighbors the key and the number of them. Returns the number of runs. */
size_t peer_unique(const uint32_t *keys, size_t count, uint32_t *unique, uint32_t *lengths);

/** Record i of the output, of four words, becomes record positions[i] of the source. */
void peer_gather(const uint32_t *positions, size_t count, const uint32_t *source, uint32_t *output);

/* ---- sparse matrices ---- */

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

/* ---- point lists of pictures ---- */

/** Each writes the numbers of all texels of `rgba` whose alpha is at least `threshold` into `list`, which has room for as many as
 *  there are, in rising order, and returns how many that were. `count` is a multiple of 256. */
typedef uint32_t (*scan_fn)(const uint8_t *rgba, uint32_t count, uint8_t threshold, uint32_t *list);

/** if (a >= t) list[n++] = i; */
uint32_t scan_plain(const uint8_t *rgba, uint32_t count, uint8_t threshold, uint32_t *list);

/** Counts the active ones among 256 texels first, which compilers turn into SIMD, and goes through them only if there are any. */
uint32_t scan_by_256(const uint8_t *rgba, uint32_t count, uint8_t threshold, uint32_t *list);

/** The same in steps of 64. */
uint32_t scan_by_64(const uint8_t *rgba, uint32_t count, uint8_t threshold, uint32_t *list);

/* ---- discriminators ---- */

/* Each writes the numbers of the active bytes of a square image into `list`, in rising order, and returns how many they are. */

/** Those that a table of 256 marks: THRESHOLD, RANGES. */
size_t peer_marked(const uint8_t *image, uint32_t side, const uint8_t marks[256], uint32_t *list);

/** LOCAL_MAX, 3x3 for a `reach` of 1 and 5x5 for 2. */
size_t peer_local_max(const uint8_t *image, uint32_t side, int reach, uint32_t *list);

/** EDGE by SOBEL: those whose sum of squares is at least `least`. */
size_t peer_sobel(const uint8_t *image, uint32_t side, int64_t least, uint32_t *list);

/** TEMPLATE of size x size codes: sums of differences up to `most`, which end early; and correlations from `least` on. */
size_t peer_differences(const uint8_t *image, uint32_t side, const uint8_t *pattern, uint32_t size, uint32_t most,
                        uint32_t *list);
size_t peer_correlation(const uint8_t *image, uint32_t side, const uint8_t *pattern, uint32_t size, float least,
                        uint32_t *list);

/* ---- seeds of flows ---- */

/** Writes the cells of a periodic cube of samples that a discriminator takes, three numbers each, x fastest; returns how many. A sample of
 *  vectors has four floats, of BAND one. `bounds`: of VORTICITY the threshold; of BAND the lowest and the highest. */
uint32_t flow_loop(hpyr_flow_kind kind, const float *samples, uint32_t side, float spacing, const float bounds[2],
                   uint32_t *cells);

/* ---- quadtrees ---- */

/** Memory for quadtrees of square RGBA8 images of a side that is a power of two, as large as the largest of them. */
typedef struct quadtree_peer quadtree_peer;

/** NULL where memory runs out. */
quadtree_peer *quadtree_peer_create(uint32_t side);
/** NULL is legal. */
void quadtree_peer_destroy(quadtree_peer *p);

/** Lists the leaves whose texels differ by no more than `tolerance` of 255, of which there is room for as many as texels. Returns their number. */
uint32_t quadtree_peer_run(quadtree_peer *p, const uint8_t *rgba, uint32_t tolerance, hpyr_quadtree_leaf *leaves);

/* ---- corners of images, by OpenCV ---- */

/** A gray image, and the corners that are looked for in it. */
typedef struct peer_corners {
    const uint8_t *gray;
    uint32_t width, height;
    float quality;    /* the smallest response, as a part of the strongest one */
    float *responses; /* gets those of all pixels; or NULL */
    uint8_t *are;     /* gets 1 where a corner is, else 0; or NULL */
} peer_corners;

/** Finds corners by cornerMinEigenVal (block and aperture 3, BORDER_REPLICATE), minMaxLoc, dilate and a comparison, on two threads.
 *  Returns how many there are. It is not there where the build has not found OpenCV, and BENCH_HAS_OPENCV is not defined. */
size_t peer_find_corners(const peer_corners *job);

/** Converts pixels of RGBA8 by cvtColor. */
void peer_convert_to_gray(const uint8_t *rgba, uint32_t width, uint32_t height, uint8_t *gray);

/** OpenCV's version. */
const char *peer_corners_version(void);

/* ---- nearest points, by nanoflann, on one thread; in nearest_peer.cpp, which is not there where the build has not found nanoflann, and
 * BENCH_HAS_NANOFLANN is not defined ---- */

/** nanoflann's k-d tree of points, three floats each, which stay the caller's and must live as long. NULL where memory runs out. */
typedef struct nearest_peer nearest_peer;
nearest_peer *nearest_peer_open(const float *points, size_t count);
/** NULL is legal. */
void nearest_peer_close(nearest_peer *p);

/** Finds the nearest points of each query, nearest first, and their squared distances. There are at least as many points. */
void nearest_peer_find(nearest_peer *p, const float *queries, size_t count, size_t neighbors, uint32_t *indices,
                       float *squares);

/** nanoflann's version, as 0x143 for 1.4.3. */
int nearest_peer_version(void);

/* ---- isosurfaces, by VTK, on two threads; in flying_edges.cpp, which is not there where the build has not found VTK, and BENCH_HAS_VTK is
 * not defined ---- */

/** VTK's Flying Edges, over a cube of samples over [-1,1]^3, which stay the caller's and must live as long. NULL where memory runs out. */
typedef struct flying_edges flying_edges;
flying_edges *flying_edges_open(const float *samples, uint32_t side);
/** NULL is legal. */
void flying_edges_close(flying_edges *f);

/** Makes the mesh of an isovalue, welded and with normals, and tells its numbers of vertices and triangles. */
void flying_edges_run(flying_edges *f, double isovalue, uint64_t *vertices, uint64_t *triangles);

/** VTK's version. */
const char *flying_edges_version(void);

#ifdef __cplusplus
}
#endif

#endif
