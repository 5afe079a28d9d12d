/* list.h - sorts, scans, selects and gathers lists of numbers.
 * SPDX-License-Identifier: MIT
 *
 * A list is a sequence of 32-bit numbers in a buffer or a texture. Its numbers are its entries, and
 * the position of an entry is counted from 0. These operations exist:
 *
 *   | function             | result                                                            |
 *   |----------------------|-------------------------------------------------------------------|
 *   | hpyr_lists_scan      | the sum of all entries before each entry (prefix sums)            |
 *   | hpyr_lists_reduce    | the sum, minimum or maximum of all entries                        |
 *   | hpyr_lists_select    | the entries for which a condition holds, in their order           |
 *   | hpyr_lists_partition | the entries, bin after bin, and where each bin begins             |
 *   | hpyr_lists_sort      | the entries in ascending or descending order                      |
 *   | hpyr_lists_unique    | of neighbors that are equal, the first one, and how many they are |
 *   | hpyr_lists_gather    | whole records, in the order that a list of positions gives        |
 *
 *     input              3  1  4  1  5      inclusive scan     3  4  8  9 14
 *     sorted             1  1  3  4  5      exclusive scan     0  3  4  8  9
 *     unique of sorted   1  3  4  5         select >= 3        3  4  5
 *     firsts             0  2  3  4         run lengths        2  1  1  1
 *
 * Sort and partition are stable: entries that are equal keep their order.
 *
 * Nothing is read back, and no call waits. So a result can be the input of the next operation, and
 * even the length of a list may be a number that only the GPU knows: see hpyr_length.
 *
 * How to use it:
 *   - hpyr_lists_create once, for the longest list.
 *   - Fill the descriptor of an operation, and call its function, as often as you like.
 *   - Only if the CPU needs to know it: hpyr_lists_result tells the number that the last operation
 *     has found, for example how many entries were selected.
 *
 * These rules hold for all operations:
 *   - A member of a descriptor that is all zero is not there. Inputs must be there unless the table
 *     says what their absence means. Outputs that are not there are not written. A scan, a partition,
 *     a sort and a gather need an output; of the others hpyr_lists_result alone may tell the result.
 *   - An output gets `length.count` entries from its offset on, or from its first texel on. The
 *     rest of the buffer or texture stays as it is. Where the operation has found fewer, or the GPU
 *     knows that the list is shorter, the entries after the last one become 0.
 *   - Three outputs have a size of their own, which their tables tell: the one of a reduction and
 *     `count` get one entry, `offsets` gets bin_count + 2. They are written even if the list is empty.
 *   - An output may be an input of the same call, or overlap one, and may hold the number of the
 *     length: then it is replaced. Only a gather cannot write to the texture of its source. Two
 *     outputs must not overlap.
 *
 * OpenGL ES cannot read buffers in place, so it copies lists in buffers to the workspace first.
 * Not on GL 2.1, which has no integers: there hpyr_lists_create answers UNSUPPORTED, and
 * hpyr_caps.max_list_length is 0.
 *
 * Sources, and how they are cited here:
 *   - "the report": Ziegler, Tevs, Theobalt, Seidel, "GPU Point List Generation through Histogram
 *     Pyramids", report MPI-I-2006-4-002 of the Max Planck Institute for Informatics, 2006,
 *     https://pure.mpg.de/rest/items/item_1819167_4/component/file_1840866/content */
#ifndef HPYR_LIST_H
#define HPYR_LIST_H

#include <histopyramid/context.h>
#include <histopyramid/discriminator.h>
#include <histopyramid/pyramid.h>
#include <histopyramid/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where the entries of a list lie: in a buffer or in a texture of yours.
 *
 *  | member  | meaning                                                      | zero means                     |
 *  |---------|--------------------------------------------------------------|--------------------------------|
 *  | buffer  | GL's name of a buffer object with an entry every four bytes  | the list is in a texture       |
 *  | offset  | where entry 0 begins in the buffer: bytes, a multiple of 4   | 0                              |
 *  | texture | a 2D texture of R32UI or R32F. Entry i is the texel          | the list is in a buffer        |
 *  |         | (i % width, i / width)                                       |                                |
 *  | type    | what the bits of an entry mean                               | UINT, or FLOAT in an R32F      |
 *
 *  The type of an output may be 0. Otherwise it is FLOAT if the output gets entries of type FLOAT,
 *  and UINT or INT if not. So a texture of R32F gets entries of type FLOAT, one of R32UI all others:
 *  R32UI also holds the bits of INT. */
typedef struct hpyr_list {
    uint32_t buffer;
    uint64_t offset;
    hpyr_texture texture;
    hpyr_list_type type;
} hpyr_list;

/** The length of the lists of an operation: a number that you know, or one that is on the GPU.
 *  At most one of `pyramid` and `buffer` may be given. Then the length is the smaller of `count` and
 *  that number, and the GPU alone finds out. No call waits for it.
 *
 *  | member  | meaning                                                          | zero means          |
 *  |---------|------------------------------------------------------------------|---------------------|
 *  | count   | number of entries; or the most that there can be. HPYR_ALL is    | the list is empty;  |
 *  |         | the capacity of the workspace                                    | with one of the     |
 *  |         |                                                                  | others an error     |
 *  | pyramid | the length is the total of this pyramid, which was built. A      | `count` is known    |
 *  |         | total that is an OVERFLOW counts as `count`                      |                     |
 *  | buffer  | the length is a uint32 in this buffer                            | `count` is known    |
 *  | offset  | where that number lies in the buffer: bytes, a multiple of 4     | 0                   |
 *
 *  Pointers: `pyramid` may be NULL. */
typedef struct hpyr_length {
    uint32_t count;
    hpyr_pyramid *pyramid;
    uint32_t buffer;
    uint64_t offset;
} hpyr_length;

/** The memory that operations work in. It may be used for any number of operations, one after the
 *  other. */
typedef struct hpyr_lists hpyr_lists;

/** The operations, as bits of hpyr_lists_desc.operations. */
typedef enum hpyr_list_operation {
    HPYR_LIST_OPERATION_SCAN = 1,   /**< hpyr_lists_scan and hpyr_lists_reduce. */
    HPYR_LIST_OPERATION_SELECT = 2, /**< hpyr_lists_select and hpyr_lists_unique. */
    HPYR_LIST_OPERATION_SORT = 4,   /**< hpyr_lists_sort and hpyr_lists_partition. */
    HPYR_LIST_OPERATION_GATHER = 8, /**< hpyr_lists_gather. */
    HPYR_LIST_OPERATION_ALL = 15    /**< All of them. */
} hpyr_list_operation;

/** What the workspace is made for.
 *
 *  | member     | meaning                                            | zero means     |
 *  |------------|----------------------------------------------------|----------------|
 *  | capacity   | entries of the longest list                        | an error       |
 *  | operations | bits of hpyr_list_operation: what it is needed for | all operations | */
typedef struct hpyr_lists_desc {
    uint32_t capacity;
    uint32_t operations;
} hpyr_lists_desc;

/** Returns the GL memory that the workspace takes, or 0 for a descriptor that
 *  hpyr_lists_create would refuse. Without `context` the number is that of GL 3.3
 *  without limits.
 *  Units: bytes.
 *  Pointers: `context` may be NULL.
 *  GL: no call. */
HPYR_API uint64_t hpyr_lists_bytes(const hpyr_context *context, const hpyr_lists_desc *desc);

/** Creates a workspace.
 *  Errors:
 *    INVALID_ARGUMENT: `capacity` is 0, or `operations` has a bit that is no hpyr_list_operation.
 *    UNSUPPORTED: GL 2.1 has no lists.
 *    TOO_LARGE: `capacity` is above hpyr_caps.max_list_length.
 *    GL: this GL cannot render to the layers of a sort.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_lists_create(hpyr_context *context, const hpyr_lists_desc *desc, hpyr_lists **out);

/** Destroys a workspace.
 *  GL: state restored. */
HPYR_API void hpyr_lists_destroy(hpyr_lists *lists);

/** Returns the descriptor with all defaults filled in.
 *  Pointers: The result lives until hpyr_lists_destroy.
 *  GL: no call. */
HPYR_API const hpyr_lists_desc *hpyr_lists_resolved(const hpyr_lists *lists);

/** Tells the number that the last operation has found. Waits until the GPU has found it.
 *
 *  | operation | its number                                                    |
 *  |-----------|---------------------------------------------------------------|
 *  | scan      | the sum of all entries                                        |
 *  | reduce    | the result, as the 32 bits of its type                        |
 *  | select    | how many entries were selected                                |
 *  | unique    | how many runs there are                                       |
 *  | partition | how many entries are in the overflow bin                      |
 *
 *  Errors:
 *    NOT_BUILT: there was no operation, the last one failed, or it was a sort or a gather. These
 *      find no number. Nothing is wrong then, so the log gets an INFO and no ERROR.
 *    OVERFLOW: the sum of all entries is larger than 2^32 - 2; only for entries of UINT.
 *    HPYR_ERROR_GL: also if the GPU does not finish within a minute. You may ask again.
 *    After an error *result is 0.
 *  Cost: a stall until the operation is done.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_lists_result(hpyr_lists *lists, uint32_t *result);

/** Tells the same if the GPU has finished. It does not wait.
 *  Errors:
 *    NOT_READY: the GPU has not finished. *result is 0. Ask again later.
 *    All others: as hpyr_lists_result.
 *  Cost: no stall.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_lists_try_result(hpyr_lists *lists, uint32_t *result);

/** A scan.
 *
 *  | member    | meaning                                                          | zero means         |
 *  |-----------|------------------------------------------------------------------|--------------------|
 *  | input     | the numbers to add                                               | an error           |
 *  | output    | entry i becomes the sum of entries 0 .. i - 1                    | an error           |
 *  | inclusive | entry i becomes the sum of entries 0 .. i                        | its own is left out |
 *  | length    | number of entries                                                | the list is empty  | */
typedef struct hpyr_lists_scan_desc {
    hpyr_list input;
    hpyr_list output;
    bool inclusive;
    hpyr_length length;
} hpyr_lists_scan_desc;

/** Adds up a list: each entry of the output is the sum of all entries before it.
 *  Sums of UINT are exact up to 2^32 - 2. Larger ones become 2^32 - 1, and hpyr_lists_result answers
 *  OVERFLOW if the sum of all entries is one of them. Sums of INT wrap around, as additions of int in
 *  GLSL do. Sums of FLOAT are rounded; the order of the additions is always the same (docs/lists.md),
 *  so every driver that follows IEEE 754 gets the same numbers. Drivers may take numbers below
 *  FLT_MIN for 0.
 *  Errors:
 *    INVALID_ARGUMENT: the workspace is not for HPYR_LIST_OPERATION_SCAN; `length.count` is above its
 *      capacity; a member is missing, contradicts another one, or is out of range.
 *    BUFFER: a buffer is missing, mapped, or too small.
 *    TEXTURE: a texture is not what its hpyr_texture says, is no 2D texture of R32UI or R32F, or is
 *      too small.
 *    NOT_BUILT: `length.pyramid` was not built.
 *  Cost: reads each entry twice and writes it once, in some passes (docs/lists.md). No stall.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_lists_scan(hpyr_lists *lists, const hpyr_lists_scan_desc *desc);

/** A reduction.
 *
 *  | member    | meaning                            | zero means                      |
 *  |-----------|------------------------------------|---------------------------------|
 *  | input     | the entries                        | an error                        |
 *  | output    | its first entry becomes the result | only hpyr_lists_result tells it |
 *  | reduction | sum, minimum or maximum            | the sum                         |
 *  | length    | number of entries                  | the list is empty               | */
typedef struct hpyr_lists_reduce_desc {
    hpyr_list input;
    hpyr_list output;
    hpyr_list_reduction reduction;
    hpyr_length length;
} hpyr_lists_reduce_desc;

/** Finds the sum, the minimum or the maximum of a list.
 *  Errors: as hpyr_lists_scan.
 *  Cost: reads each entry once. No stall.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_lists_reduce(hpyr_lists *lists, const hpyr_lists_reduce_desc *desc);

/** Which entries are selected. */
typedef enum hpyr_list_condition {
    HPYR_LIST_CONDITION_DEFAULT = 0,   /**< FLAGS. */
    HPYR_LIST_CONDITION_FLAGS = 1,     /**< Entry i is selected if entry i of `flags` is not 0. A float
                                      *   of -0 is 0, a NaN is not. */
    HPYR_LIST_CONDITION_THRESHOLD = 2, /**< Where value >= threshold. */
    HPYR_LIST_CONDITION_RANGE = 3,     /**< Where min <= value <= max. */
    HPYR_LIST_CONDITION_CUSTOM = 4     /**< Your GLSL decides. */
} hpyr_list_condition;

/** A selection.
 *
 *  | member    | used by          | meaning                                            | zero means               |
 *  |-----------|------------------|----------------------------------------------------|--------------------------|
 *  | input     |                  | the values                                         | FLAGS, CUSTOM: no values |
 *  | selected  |                  | gets the values that are selected                  | they are not written     |
 *  | positions |                  | gets the positions of the selected entries         | they are not written     |
 *  | count     |                  | its first entry gets how many are selected         | it is not written        |
 *  | condition |                  | which entries are selected                         | FLAGS                    |
 *  | flags     | FLAGS            | tells for each entry whether it is selected        | an error                 |
 *  | threshold | THRESHOLD        | smallest value that is selected                    | 0                        |
 *  | min, max  | RANGE            | smallest and largest value that is selected        | 0                        |
 *  | glsl      | CUSTOM           | your GLSL, see below                               | an error                 |
 *  | bind      | CUSTOM           | sets what your GLSL reads, see hpyr_bind_fn        | there is nothing to set  |
 *  | user      | CUSTOM           | is passed to `bind`                                | NULL                     |
 *  | length    |                  | number of entries                                  | the list is empty        |
 *
 *  A member that the condition does not use must be zero.
 *  Values and bounds are compared exactly: neither is rounded first. NaN is never selected by
 *  THRESHOLD and RANGE. In these comparisons -0 equals +0.
 *  `glsl` must define hpyr_select_at (glsl.h), which is called once or twice for each entry. If there
 *  is an `input`, it may call hpyr_value_at.
 *  Pointers: `glsl` may be NULL. `bind` may be NULL. */
typedef struct hpyr_lists_select_desc {
    hpyr_list input;
    hpyr_list selected;
    hpyr_list positions;
    hpyr_list count;
    hpyr_list_condition condition;
    hpyr_list flags;
    double threshold;
    double min, max;
    const char *glsl;
    hpyr_bind_fn bind;
    void *user;
    hpyr_length length;
} hpyr_lists_select_desc;

/** Writes the entries for which a condition holds one after the other, in their order (stream
 *  compaction). `selected` and `positions` get `length.count` entries each, of which those behind
 *  the last selected one become 0.
 *  Errors:
 *    INVALID_ARGUMENT: also if a bound is NaN, or `min` is above `max`.
 *    SHADER: your GLSL does not compile.
 *    All others: as hpyr_lists_scan.
 *  Cost: makes a bit of each of `length.count` entries; after a longer list also clears its bits. A
 *    hpyr_pyramid of these bits is built, whose base has a texel for each 128 entries that the workspace
 *    has room for. It is traversed once for every four entries that are written, or more often
 *    where few are selected. No stall. For GLSL of yours see hpyr_pyramid_build.
 *  GL: state restored.
 *  Source: the report, section 3. */
HPYR_API hpyr_result hpyr_lists_select(hpyr_lists *lists, const hpyr_lists_select_desc *desc);

/** A partition.
 *
 *  | member           | meaning                                                    | zero means              |
 *  |------------------|------------------------------------------------------------|-------------------------|
 *  | keys             | the entries                                                | `bins` must be there    |
 *  | values           | a number that goes with each entry                         | the entry's position    |
 *  | partitioned_keys | gets the keys, bin after bin                               | they are not written    |
 *  | partitioned_values | gets the values, in the same order                       | they are not written    |
 *  | bins             | the bin of each entry: a list of UINT                      | `bounds` decide         |
 *  | bounds           | bin_count - 1 ascending numbers: bin b has the keys        | `bins` decide           |
 *  |                  | bounds[b - 1] <= key < bounds[b]. NaN goes to the overflow bin | |
 *  | bin_count        | number of bins, at most 65 536                             | an error                |
 *  | offsets          | gets bin_count + 2 entries: the position of the first      | they are not written    |
 *  |                  | entry of each bin, of the overflow bin, and the length     |                         |
 *  | length           | number of entries                                          | the list is empty       |
 *
 *  An entry whose bin is bin_count or more goes to the overflow bin, which comes last.
 *  Give either `bins` or `bounds`. With a bin_count of 1 there are no bounds, so both may be absent.
 *  Pointers: `bounds` may be NULL. `bounds` has `bin_count - 1` entries. */
typedef struct hpyr_lists_partition_desc {
    hpyr_list keys;
    hpyr_list values;
    hpyr_list partitioned_keys;
    hpyr_list partitioned_values;
    hpyr_list bins;
    const double *bounds;
    uint32_t bin_count;
    hpyr_list offsets;
    hpyr_length length;
} hpyr_lists_partition_desc;

/** Puts the entries of a list into bins: writes all entries of bin 0, then those of bin 1, and so
 *  on. Entries of one bin keep their order.
 *  Errors:
 *    INVALID_ARGUMENT: also if `bins` and `bounds` are both given, if both are absent with a bin_count
 *      above 1, or a bound is NaN or below the one before.
 *    All others: as hpyr_lists_scan.
 *  Cost: a sort of the numbers of bins, which is faster for few bins (docs/lists.md), and a bisection
 *    for each offset. No stall.
 *  GL: state restored.
 *  Source: the report, section 3 (binning). */
HPYR_API hpyr_result hpyr_lists_partition(hpyr_lists *lists, const hpyr_lists_partition_desc *desc);

/** A sort.
 *
 *  | member        | meaning                                                          | zero means                |
 *  |---------------|------------------------------------------------------------------|---------------------------|
 *  | keys          | what is compared                                                 | an error                  |
 *  | values        | a number of any type that goes with each key                     | the position of the key   |
 *  | sorted_keys   | gets the keys in their order                                     | they are not written      |
 *  | sorted_values | gets the values, in the same order; of their type                | they are not written      |
 *  | first_bit     | lowest bit that is compared                                      | bit 0                     |
 *  | bit_count     | number of bits that are compared, from there on                  | all up to bit 31          |
 *  | descending    | the largest key comes first                                      | the smallest key comes first |
 *  | length        | number of entries                                                | the list is empty         |
 *
 *  Without `values` a sort gives the positions that hpyr_lists_gather takes. They are UINT.
 *  Bits can be chosen only for keys of UINT. Bits that are not compared go along. */
typedef struct hpyr_lists_sort_desc {
    hpyr_list keys;
    hpyr_list values;
    hpyr_list sorted_keys;
    hpyr_list sorted_values;
    uint32_t first_bit, bit_count;
    bool descending;
    hpyr_length length;
} hpyr_lists_sort_desc;

/** Sorts a list of keys, or of keys with values. The sort is stable in both directions: equal keys
 *  keep their order.
 *  Errors:
 *    INVALID_ARGUMENT: also if `first_bit` is above 31, `first_bit` + `bit_count` is above 32, or one
 *      of them is not 0 and the type is not UINT.
 *    All others: as hpyr_lists_scan.
 *  Cost: docs/lists.md counts passes and bytes. No stall.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_lists_sort(hpyr_lists *lists, const hpyr_lists_sort_desc *desc);

/** Finds runs of equal neighbors. A run is as many equal entries in a row as there are.
 *
 *  | member      | meaning                                          | zero means               |
 *  |-------------|--------------------------------------------------|--------------------------|
 *  | keys        | the entries, sorted if equal ones are to meet    | an error                 |
 *  | unique      | gets one entry of each run                       | they are not written     |
 *  | firsts      | gets the position at which each run begins       | they are not written     |
 *  | run_lengths | gets the number of entries in each run           | they are not written     |
 *  | count       | its first entry gets the number of runs          | it is not written        |
 *  | length      | number of entries                                | the list is empty        | */
typedef struct hpyr_lists_unique_desc {
    hpyr_list keys;
    hpyr_list unique;
    hpyr_list firsts;
    hpyr_list run_lengths;
    hpyr_list count;
    hpyr_length length;
} hpyr_lists_unique_desc;

/** Writes one entry of each run of equal neighbors, where the runs begin, and how long they are.
 *  Entries are equal if their bits are.
 *  Errors: as hpyr_lists_scan.
 *  Cost: as hpyr_lists_select.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_lists_unique(hpyr_lists *lists, const hpyr_lists_unique_desc *desc);

/** Records of a format that texture.h allows: in a buffer or in a texture of yours.
 *
 *  | member  | meaning                                                          | zero means                 |
 *  |---------|------------------------------------------------------------------|----------------------------|
 *  | buffer  | GL's name of a buffer object with records one after the other    | they are in a texture      |
 *  | offset  | where record 0 begins: bytes, a multiple of a record's size      | 0                          |
 *  | format  | what a record in the buffer is; 0 with a texture, which has its  | with a buffer, an error    |
 *  |         | own                                                              |                            |
 *  | texture | a 2D texture. Record i is the texel (i % width, i / width)       | they are in a buffer       |
 *  | count   | number of records of a gather's source; 0 of its output, which   | all texels of the texture; |
 *  |         | gets `length.count`                                              | with a buffer, an error    | */
typedef struct hpyr_records {
    uint32_t buffer;
    uint64_t offset;
    hpyr_format format;
    hpyr_texture texture;
    uint32_t count;
} hpyr_records;

/** A gather.
 *
 *  | member    | meaning                                                        | zero means         |
 *  |-----------|----------------------------------------------------------------|--------------------|
 *  | positions | record i of the output is record positions[i] of the source;   | an error           |
 *  |           | not of type FLOAT                                              |                    |
 *  | source    | the records to take                                            | an error           |
 *  | output    | gets `length.count` records of the source's format; its        | an error           |
 *  |           | `count` must be 0                                              |                    |
 *  | length    | number of positions                                            | the list is empty  | */
typedef struct hpyr_lists_gather_desc {
    hpyr_list positions;
    hpyr_records source;
    hpyr_records output;
    hpyr_length length;
} hpyr_lists_gather_desc;

/** Copies records in the order that a list of positions gives: it applies what a sort, a selection
 *  or unique has found to all the other data of your objects.
 *  A position outside of the source gives a record of zeros.
 *  Errors:
 *    INVALID_ARGUMENT: also if the formats differ, the output lies in the texture of the source, or the
 *      source is a buffer with a `count` of 0 and `length.count` is not 0.
 *    UNSUPPORTED: not on OpenGL ES; the source is a buffer with more records than
 *      hpyr_caps.max_buffer_texels, and its format has no texture that this GL can fill.
 *    TOO_LARGE: on OpenGL ES, the source is a buffer with more than 2048 records for each row of the
 *      largest texture.
 *    OUT_OF_MEMORY: on OpenGL ES, GL has no memory for a copy of a source in a buffer.
 *    All others: as hpyr_lists_scan.
 *  Cost: one pass for 2^20 records: reads a position and a record, and writes a record. No stall. If
 *    more than 2^20 records go to the buffer that they come from, a buffer of their size is made, and
 *    deleted again. OpenGL ES first copies a source in a buffer to a texture, which stays for the next
 *    call.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_lists_gather(hpyr_lists *lists, const hpyr_lists_gather_desc *desc);

#ifdef __cplusplus
}
#endif

#endif
