/* peers.h - list operations on the CPU, as a user would write them: what hpyr_list is measured beside.  SPDX-License-Identifier: MIT
 *
 * One thread, no hand-written SIMD, compiled with -O3. Inputs and outputs do not overlap. */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif
