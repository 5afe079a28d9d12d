/* reference/lists.h - the CPU reference of list.h: the same operations in plain C.
 * SPDX-License-Identifier: MIT
 *
 * The reference is there to check results and for tests. Unlike the rest of the library, its
 * functions and structs may change at any release. Its CMake target is histopyramid::reference. It
 * needs no GL. Threads may call it at the same time.
 *
 * These rules hold for all functions:
 *   - An entry is 32 bits in a uint32_t, whatever its type is. What a type means, and how entries
 *     are compared, says hpyr_list_type. DEFAULT is UINT.
 *   - The array of an output has as many entries as the input, unless something else is said. If
 *     fewer are found, those after the last one become 0.
 *   - An output that is NULL is not wanted. There must be one output. An output must not overlap an
 *     input or another output.
 *   - A list without entries is allowed, and its array may be NULL.
 *
 * Sources, and how they are cited here:
 *   - "the report": Ziegler, Tevs, Theobalt, Seidel, "GPU Point List Generation through Histogram
 *     Pyramids", report MPI-I-2006-4-002 of the Max Planck Institute for Informatics, 2006,
 *     https://pure.mpg.de/rest/items/item_1819167_4/component/file_1840866/content */
#ifndef HPYR_REFERENCE_LISTS_H
#define HPYR_REFERENCE_LISTS_H

#include <histopyramid/export.h>
#include <histopyramid/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A list in CPU memory. */
typedef struct hpyr_ref_list {
    const uint32_t *entries; /**< The bits of the entries. */
    hpyr_list_type type;     /**< What these bits mean. */
    uint32_t count;          /**< Number of entries. */
} hpyr_ref_list;

/** Adds up a list: sums[i] becomes the sum of entries 0 .. i - 1, and of entry i if `inclusive`.
 *  *total becomes the sum of all entries. An empty list has the sum 0.
 *  UINT: sums are exact up to 2^32 - 2. Larger ones become 2^32 - 1.
 *  INT: sums wrap around.
 *  FLOAT: the sums are made in single precision by a tree, in which four entries, or four nodes,
 *    have one node above them. A missing entry or node is +0.
 *
 *      entries    e0 e1 e2 e3   e4 e5 e6 e7   e8 ..         S(node) = ((s0 + s1) + s2) + s3, where
 *                  \  \ /  /     \  \ /  /     \            s0 .. s3 are S of the four below
 *      nodes          n0            n1         n2 ..
 *                       \___________ | ________/            P(top) = +0
 *      top                          n                       P(child k) = ((P(node) + s0) + ..) + s(k-1)
 *
 *    S of an entry is the entry itself, and P of an entry is its exclusive sum. An inclusive sum is
 *    P + entry. The total is +0 + S(top). It may differ from the last inclusive sum, because the
 *    additions have another order. It is always the same, whatever the number of levels.
 *    No sum is -0. A sum that is NaN becomes 0x7FC00000; on a GPU it may be any NaN. A GPU may take
 *    denormal numbers for 0.
 *  Errors:
 *    INVALID_ARGUMENT: an argument is missing, or the type is out of range.
 *    OVERFLOW: the sum of all UINT is larger than 2^32 - 2. The outputs are written.
 *  Cost: O(entries) for integers, O(entries * log entries) for FLOAT. */
HPYR_API hpyr_result hpyr_ref_list_scan(const hpyr_ref_list *list, bool inclusive, uint32_t *sums, uint32_t *total);

/** Finds the sum, the minimum or the maximum of a list. *result gets the bits of its type.
 *  A sum is the total of hpyr_ref_list_scan. hpyr_list_reduction says what the minimum and the
 *  maximum of no entry are.
 *  Errors:
 *    INVALID_ARGUMENT: as hpyr_ref_list_scan, or `reduction` is out of range.
 *    OVERFLOW: as hpyr_ref_list_scan.
 *  Cost: as hpyr_ref_list_scan. */
HPYR_API hpyr_result hpyr_ref_list_reduce(const hpyr_ref_list *list, hpyr_list_reduction reduction, uint32_t *result);

/** Returns whether an entry is selected. `entry` has the bits of the entry, or is 0 if the list has
 *  no array. */
typedef bool (*hpyr_ref_list_select_fn)(uint32_t position, uint32_t entry, void *user);

/** Writes the entries that your function selects, and their positions, one after the other, in their
 *  order. *count becomes their number. Your function is called once for each entry.
 *  `list->entries` may be NULL if `selected` is NULL.
 *  Errors:
 *    INVALID_ARGUMENT: an argument is missing, or the type is out of range.
 *  Cost: O(entries).
 *  Source: the report, section 3. */
HPYR_API hpyr_result hpyr_ref_list_select(const hpyr_ref_list *list, hpyr_ref_list_select_fn select_at, void *user,
                                          uint32_t *selected, uint32_t *positions, uint32_t *count);

/** Selects the entries with min <= value <= max. In these comparisons -0 equals +0. NaN is
 *  never selected.
 *  Values and bounds are compared exactly. For THRESHOLD t pass t and INFINITY.
 *  Errors:
 *    INVALID_ARGUMENT: as hpyr_ref_list_select, or `entries` is NULL, a bound is NaN, or `min` is
 *      above `max`.
 *  Cost: O(entries). */
HPYR_API hpyr_result hpyr_ref_list_select_range(const hpyr_ref_list *list, double min, double max, uint32_t *selected,
                                                uint32_t *positions, uint32_t *count);

/** Selects the entries whose flag is not 0. A flag of type FLOAT is 0 if it is +0 or -0. NaN is not
 *  0. `list->entries` may be NULL if `selected` is NULL.
 *  Errors:
 *    INVALID_ARGUMENT: as hpyr_ref_list_select, or the counts of both lists differ.
 *  Cost: O(entries). */
HPYR_API hpyr_result hpyr_ref_list_select_flags(const hpyr_ref_list *list, const hpyr_ref_list *flags,
                                                uint32_t *selected, uint32_t *positions, uint32_t *count);

/** A partition. The members have the same meaning as in hpyr_lists_partition_desc.
 *
 *  | member             | meaning                                                   | zero means           |
 *  |--------------------|-----------------------------------------------------------|----------------------|
 *  | keys               | the entries, and how many there are. Their array may be   | an error             |
 *  |                    | NULL if `bins` decide and partitioned keys are not wanted |                      |
 *  | values             | a number that goes with each entry                        | the entry's position |
 *  | bins               | the bin of each entry                                     | `bounds` decide      |
 *  | bounds             | bin_count - 1 ascending numbers                           | `bins` decide        |
 *  | bin_count          | number of bins, at most 65 536                            | an error             |
 *  | partitioned_keys   | gets the keys, bin after bin                              | they are not written |
 *  | partitioned_values | gets the values, in the same order                        | they are not written |
 *  | offsets            | gets bin_count + 2 entries: the position of the first     | they are not written |
 *  |                    | entry of each bin, of the overflow bin, and the length    |                      |
 *
 *  With `bounds`, bin b has the keys with bounds[b - 1] <= key < bounds[b]. The first bin has no lower
 *  bound, the last one no upper bound. Keys and bounds are compared exactly, and -0 equals +0. Equal
 *  bounds have an empty bin between them. NaN goes to the overflow bin.
 *  With `bins`, an entry whose bin is bin_count or more goes to the overflow bin.
 *  If there is one bin, `bins` and `bounds` may both be NULL. */
typedef struct hpyr_ref_list_partition_desc {
    hpyr_ref_list keys;
    const uint32_t *values;
    const uint32_t *bins;
    const double *bounds;
    uint32_t bin_count;
    uint32_t *partitioned_keys;
    uint32_t *partitioned_values;
    uint32_t *offsets;
} hpyr_ref_list_partition_desc;

/** Writes all entries of bin 0, then those of bin 1, and so on, and those of the overflow bin last.
 *  Entries of one bin keep their order.
 *  Errors:
 *    INVALID_ARGUMENT: an argument is missing, the type or `bin_count` is out of range, `bins` and
 *      `bounds` are both given, both are NULL with a `bin_count` above 1, or a bound is NaN or below
 *      the one before.
 *  Cost: O(entries * log bins + bins).
 *  Source: the report, section 3 (binning). */
HPYR_API hpyr_result hpyr_ref_list_partition(const hpyr_ref_list_partition_desc *desc);

/** A sort. The members have the same meaning as in hpyr_lists_sort_desc.
 *
 *  | member        | meaning                                         | zero means                   |
 *  |---------------|-------------------------------------------------|------------------------------|
 *  | keys          | what is compared                                | an error                     |
 *  | values        | a number that goes with each key                | the position of the key      |
 *  | first_bit     | lowest bit that is compared                     | bit 0                        |
 *  | bit_count     | number of bits that are compared, from there on | all up to bit 31             |
 *  | descending    | the largest key comes first                     | the smallest key comes first |
 *  | sorted_keys   | gets the keys in their order                    | they are not written         |
 *  | sorted_values | gets the values, in the same order              | they are not written         |
 *
 *  Bits can be chosen only for keys of UINT. */
typedef struct hpyr_ref_list_sort_desc {
    hpyr_ref_list keys;
    const uint32_t *values;
    uint32_t first_bit, bit_count;
    bool descending;
    uint32_t *sorted_keys;
    uint32_t *sorted_values;
} hpyr_ref_list_sort_desc;

/** Sorts a list of keys, or of keys with values. Equal keys keep their order, in both directions.
 *  Errors:
 *    INVALID_ARGUMENT: an argument is missing, the type is out of range, `first_bit` + `bit_count` is
 *      above 32, or bits are chosen for another type than UINT.
 *  Cost: O(entries * log entries). */
HPYR_API hpyr_result hpyr_ref_list_sort(const hpyr_ref_list_sort_desc *desc);

/** Finds runs of equal neighbors: entries are equal if their bits are.
 *  `unique` gets the entry of each run, `firsts` the position at which it begins, and `run_lengths`
 *  the number of its entries. *count becomes the number of runs.
 *  Errors:
 *    INVALID_ARGUMENT: an argument is missing, or the type is out of range.
 *  Cost: O(entries). */
HPYR_API hpyr_result hpyr_ref_list_unique(const hpyr_ref_list *list, uint32_t *unique, uint32_t *firsts,
                                          uint32_t *run_lengths, uint32_t *count);

/** Copies records in the order that a list of positions gives: record i of the output is record
 *  positions[i] of the source. A position outside of the source gives a record of zeros. *outside
 *  becomes the number of these positions; it may be NULL.
 *  Shapes: `positions` and `output` have `count` entries or records, `source` has `record_count`
 *    records.
 *  Units: `record_bytes` are the bytes of a record.
 *  Errors:
 *    INVALID_ARGUMENT: an argument is missing, or `record_bytes` is 0.
 *  Cost: O(count). */
HPYR_API hpyr_result hpyr_ref_list_gather(const uint32_t *positions, uint32_t count, const void *source,
                                          uint32_t record_count, size_t record_bytes, void *output, uint32_t *outside);

#ifdef __cplusplus
}
#endif

#endif
