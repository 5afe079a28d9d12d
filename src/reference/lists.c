/* lists.c - the oracle's lists: scan, reduce, select, partition, sort, unique and gather, entry by entry.
 * SPDX-License-Identifier: MIT
 *
 * Source: MPI-I-2006-4-002, section 3, for select and partition. types.h defines the order of entries.
 *
 * A double holds every number of every type exactly, so entries are compared as doubles, and bits decide
 * only between -0 and +0 and between NaNs. The GPU library compares bits that it has mapped to integers. */
#include <histopyramid/reference/lists.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SUM_CHILDREN = 4, /* nodes that a node of the tree of sums has below it */
    BIN_LIMIT = 65536
};

#define SUM_TOO_LARGE UINT32_MAX /* what every sum becomes that UINT cannot hold */
#define SIGN_BIT      0x80000000u
#define FLOAT_NAN     0x7FC00000u

static bool is_valid(const hpyr_ref_list *list) {
    return list && list->type >= HPYR_LIST_TYPE_DEFAULT && list->type <= HPYR_LIST_TYPE_FLOAT;
}

static bool has_entries(const hpyr_ref_list *list) {
    return is_valid(list) && (list->entries || list->count == 0);
}

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double value_of(hpyr_list_type type, uint32_t entry) {
    if (type == HPYR_LIST_TYPE_FLOAT)
        return (double)float_of(entry);
    if (type == HPYR_LIST_TYPE_INT && entry >= SIGN_BIT)
        return (double)entry - 4294967296.0;
    return (double)entry;
}

/* After `found` entries of an output, the others become 0. */
static void clear_rest(uint32_t *output, uint32_t found, uint32_t count) {
    if (output && found < count)
        memset(output + found, 0, (size_t)(count - found) * sizeof *output);
}

/* ---- scan and reduce ---- */

/* A node of the tree of float sums has `span` entries, from `first` on. A node with a span of 1 is an
 * entry. */
static float sum_of_node(const hpyr_ref_list *list, uint64_t first, uint64_t span) {
    if (first >= list->count)
        return 0;
    if (span == 1)
        return float_of(list->entries[first]);
    uint64_t child_span = span / SUM_CHILDREN;
    float sum = sum_of_node(list, first, child_span);
    for (uint64_t k = 1; k < SUM_CHILDREN; k++)
        sum += sum_of_node(list, first + k * child_span, child_span);
    return sum;
}

static uint32_t bits_of_sum(float sum) {
    return isnan(sum) ? FLOAT_NAN : bits_of(sum);
}

/* Writes the sums of all entries below a node. `before` is the sum of all entries before the node. */
static void write_sums(const hpyr_ref_list *list, bool inclusive, uint64_t first, uint64_t span, float before,
                       uint32_t *sums) {
    if (first >= list->count)
        return;
    if (span == 1) {
        sums[first] = bits_of_sum(inclusive ? before + float_of(list->entries[first]) : before);
        return;
    }
    uint64_t child_span = span / SUM_CHILDREN;
    for (uint64_t k = 0; k < SUM_CHILDREN; k++) {
        write_sums(list, inclusive, first + k * child_span, child_span, before, sums);
        before += sum_of_node(list, first + k * child_span, child_span);
    }
}

static void scan_floats(const hpyr_ref_list *list, bool inclusive, uint32_t *sums, uint32_t *total) {
    uint64_t span = 1;
    while (span < list->count)
        span *= SUM_CHILDREN;
    if (sums)
        write_sums(list, inclusive, 0, span, 0, sums);
    if (total) /* +0 makes +0 of -0: else the sum of entries of -0 would depend on the number of levels */
        *total = bits_of_sum(0.0f + sum_of_node(list, 0, span));
}

static uint32_t uint_of_sum(hpyr_list_type type, uint64_t sum) {
    return type != HPYR_LIST_TYPE_INT && sum > SUM_TOO_LARGE ? SUM_TOO_LARGE : (uint32_t)sum;
}

/* The sum of 2^32 - 1 entries fits 64 bits. In them INT wraps around as it does in 32. */
static hpyr_result scan_integers(const hpyr_ref_list *list, bool inclusive, uint32_t *sums, uint32_t *total) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        uint64_t before = sum;
        sum += list->entries[i];
        if (sums)
            sums[i] = uint_of_sum(list->type, inclusive ? sum : before);
    }
    if (total)
        *total = uint_of_sum(list->type, sum);
    return list->type != HPYR_LIST_TYPE_INT && sum >= SUM_TOO_LARGE ? HPYR_ERROR_OVERFLOW : HPYR_OK;
}

hpyr_result hpyr_ref_list_scan(const hpyr_ref_list *list, bool inclusive, uint32_t *sums, uint32_t *total) {
    if (!has_entries(list) || (!sums && !total))
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (list->type != HPYR_LIST_TYPE_FLOAT)
        return scan_integers(list, inclusive, sums, total);
    scan_floats(list, inclusive, sums, total);
    return HPYR_OK;
}

/* Compares two entries in ascending order: below 0 if `a` comes first, above 0 if `b` does, else 0. */
static int compare(hpyr_list_type type, uint32_t a, uint32_t b) {
    double x = value_of(type, a), y = value_of(type, b);
    if (isnan(x) && isnan(y)) {
        bool a_is_negative = a >= SIGN_BIT, b_is_negative = b >= SIGN_BIT;
        if (a_is_negative != b_is_negative)
            return a_is_negative ? 1 : -1;
        if (a_is_negative) /* in total order, the more bits a negative NaN has, the smaller it is */
            return (a < b) - (a > b);
        return (a > b) - (a < b);
    }
    if (isnan(x) || isnan(y))
        return isnan(x) ? 1 : -1;
    if (x != y)
        return x < y ? -1 : 1;
    return (signbit(y) != 0) - (signbit(x) != 0); /* -0 before +0 */
}

/* The extreme of no entry: the last number of the type for a minimum, the first for a maximum. */
static uint32_t extreme_of_none(hpyr_list_type type, bool is_minimum) {
    if (type == HPYR_LIST_TYPE_FLOAT)
        return bits_of(is_minimum ? INFINITY : -INFINITY);
    if (type == HPYR_LIST_TYPE_INT)
        return is_minimum ? SIGN_BIT - 1 : SIGN_BIT;
    return is_minimum ? UINT32_MAX : 0;
}

static uint32_t extreme_of(const hpyr_ref_list *list, bool is_minimum) {
    uint32_t extreme = extreme_of_none(list->type, is_minimum);
    for (uint32_t i = 0; i < list->count; i++) {
        int order = compare(list->type, list->entries[i], extreme);
        if (!isnan(value_of(list->type, list->entries[i])) && (is_minimum ? order < 0 : order > 0))
            extreme = list->entries[i];
    }
    return extreme;
}

hpyr_result hpyr_ref_list_reduce(const hpyr_ref_list *list, hpyr_list_reduction reduction, uint32_t *result) {
    if (!has_entries(list) || !result || reduction < HPYR_LIST_REDUCTION_DEFAULT ||
        reduction > HPYR_LIST_REDUCTION_MAXIMUM)
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (reduction == HPYR_LIST_REDUCTION_MINIMUM || reduction == HPYR_LIST_REDUCTION_MAXIMUM) {
        *result = extreme_of(list, reduction == HPYR_LIST_REDUCTION_MINIMUM);
        return HPYR_OK;
    }
    return hpyr_ref_list_scan(list, false, NULL, result);
}

/* ---- select and unique ---- */

hpyr_result hpyr_ref_list_select(const hpyr_ref_list *list, hpyr_ref_list_select_fn select_at, void *user,
                                 uint32_t *selected, uint32_t *positions, uint32_t *count) {
    if (!is_valid(list) || !select_at || (!selected && !positions && !count) || (selected && !has_entries(list)))
        return HPYR_ERROR_INVALID_ARGUMENT;
    uint32_t found = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t entry = list->entries ? list->entries[i] : 0;
        if (!select_at(i, entry, user))
            continue;
        if (selected)
            selected[found] = entry;
        if (positions)
            positions[found] = i;
        found++;
    }
    clear_rest(selected, found, list->count);
    clear_rest(positions, found, list->count);
    if (count)
        *count = found;
    return HPYR_OK;
}

typedef struct range {
    hpyr_list_type type;
    double min, max;
} range;

static bool is_in_range(uint32_t position, uint32_t entry, void *user) {
    (void)position;
    const range *r = user;
    double value = value_of(r->type, entry);
    return value >= r->min && value <= r->max;
}

hpyr_result hpyr_ref_list_select_range(const hpyr_ref_list *list, double min, double max, uint32_t *selected,
                                       uint32_t *positions, uint32_t *count) {
    if (!has_entries(list) || !(min <= max))
        return HPYR_ERROR_INVALID_ARGUMENT;
    range r = {list->type, min, max};
    return hpyr_ref_list_select(list, is_in_range, &r, selected, positions, count);
}

static bool is_flagged(uint32_t position, uint32_t entry, void *user) {
    (void)entry;
    const hpyr_ref_list *flags = user;
    return value_of(flags->type, flags->entries[position]) != 0;
}

hpyr_result hpyr_ref_list_select_flags(const hpyr_ref_list *list, const hpyr_ref_list *flags, uint32_t *selected,
                                       uint32_t *positions, uint32_t *count) {
    if (!list || !has_entries(flags) || list->count != flags->count)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_ref_list copy = *flags;
    return hpyr_ref_list_select(list, is_flagged, &copy, selected, positions, count);
}

hpyr_result hpyr_ref_list_unique(const hpyr_ref_list *list, uint32_t *unique, uint32_t *firsts, uint32_t *run_lengths,
                                 uint32_t *count) {
    if (!has_entries(list) || (!unique && !firsts && !run_lengths && !count))
        return HPYR_ERROR_INVALID_ARGUMENT;
    uint32_t runs = 0, end = 0;
    for (uint32_t first = 0; first < list->count; first = end) {
        while (end < list->count && list->entries[end] == list->entries[first])
            end++;
        if (unique)
            unique[runs] = list->entries[first];
        if (firsts)
            firsts[runs] = first;
        if (run_lengths)
            run_lengths[runs] = end - first;
        runs++;
    }
    clear_rest(unique, runs, list->count);
    clear_rest(firsts, runs, list->count);
    clear_rest(run_lengths, runs, list->count);
    if (count)
        *count = runs;
    return HPYR_OK;
}

/* ---- partition ---- */

/* The bin of a key is the number of bounds that are not above it. A search finds it. */
static uint32_t bin_by_bounds(const hpyr_ref_list_partition_desc *desc, double value) {
    if (isnan(value))
        return desc->bin_count;
    uint32_t below = 0, end = desc->bin_count - 1;
    while (below < end) {
        uint32_t middle = below + (end - below) / 2;
        if (desc->bounds[middle] <= value)
            below = middle + 1;
        else
            end = middle;
    }
    return below;
}

static uint32_t bin_of(const hpyr_ref_list_partition_desc *desc, uint32_t position) {
    if (desc->bins)
        return desc->bins[position] < desc->bin_count ? desc->bins[position] : desc->bin_count;
    return bin_by_bounds(desc, value_of(desc->keys.type, desc->keys.entries[position]));
}

static bool are_ascending(const double *bounds, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (isnan(bounds[i]) || (i > 0 && bounds[i] < bounds[i - 1]))
            return false;
    return true;
}

static bool is_valid_partition(const hpyr_ref_list_partition_desc *desc) {
    if (!desc || !is_valid(&desc->keys) || desc->bin_count == 0 || desc->bin_count > BIN_LIMIT)
        return false;
    if (!desc->partitioned_keys && !desc->partitioned_values && !desc->offsets)
        return false;
    if (desc->bins) /* then keys only go along */
        return !desc->bounds && (!desc->partitioned_keys || has_entries(&desc->keys));
    if (!desc->bounds && desc->bin_count > 1)
        return false;
    return has_entries(&desc->keys) && are_ascending(desc->bounds, desc->bin_count - 1);
}

hpyr_result hpyr_ref_list_partition(const hpyr_ref_list_partition_desc *desc) {
    if (!is_valid_partition(desc))
        return HPYR_ERROR_INVALID_ARGUMENT;
    uint32_t count = desc->keys.count, bins = desc->bin_count + 1; /* with the overflow bin */
    uint32_t *next = calloc((size_t)bins + 1, sizeof *next);       /* where the next entry of a bin goes */
    if (!next)
        return HPYR_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        next[bin_of(desc, i) + 1]++;
    for (uint32_t b = 1; b <= bins; b++)
        next[b] += next[b - 1];
    if (desc->offsets)
        memcpy(desc->offsets, next, ((size_t)bins + 1) * sizeof *next);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = next[bin_of(desc, i)]++;
        if (desc->partitioned_keys)
            desc->partitioned_keys[place] = desc->keys.entries[i];
        if (desc->partitioned_values)
            desc->partitioned_values[place] = desc->values ? desc->values[i] : i;
    }
    free(next);
    return HPYR_OK;
}

/* ---- sort ---- */

static uint32_t mask_of(const hpyr_ref_list_sort_desc *desc) {
    uint64_t end = desc->bit_count ? (uint64_t)desc->first_bit + desc->bit_count : 32;
    return (uint32_t)(((uint64_t)1 << end) - ((uint64_t)1 << desc->first_bit));
}

/* What is compared of a key, and where the key lies. */
typedef struct keyed {
    uint32_t compared, position;
} keyed;

static bool comes_before(const hpyr_ref_list_sort_desc *desc, uint32_t a, uint32_t b) {
    hpyr_list_type type = desc->keys.type;
    bool is_reversed = desc->descending && !isnan(value_of(type, a)) && !isnan(value_of(type, b));
    return is_reversed ? compare(type, b, a) < 0 : compare(type, a, b) < 0;
}

/* Merges first .. middle - 1 with middle .. end - 1. Of equal keys the one on the left goes first, so the
 * sort is stable. */
static void merge(const hpyr_ref_list_sort_desc *desc, const keyed *from, keyed *to, uint64_t first, uint64_t middle,
                  uint64_t end) {
    uint64_t left = first, right = middle;
    for (uint64_t i = first; i < end; i++)
        if (left < middle && (right == end || !comes_before(desc, from[right].compared, from[left].compared)))
            to[i] = from[left++];
        else
            to[i] = from[right++];
}

/* Merge sort from below: runs of 1, 2, 4 .. keys. Returns the array that has the sorted keys. */
static const keyed *sort_keys(const hpyr_ref_list_sort_desc *desc, keyed *from, keyed *to) {
    uint64_t count = desc->keys.count;
    uint32_t mask = mask_of(desc);
    for (uint32_t i = 0; i < count; i++)
        from[i] = (keyed){desc->keys.entries[i] & mask, i};
    for (uint64_t run = 1; run < count; run *= 2) {
        for (uint64_t first = 0; first < count; first += 2 * run) {
            uint64_t middle = first + run < count ? first + run : count;
            merge(desc, from, to, first, middle, middle + run < count ? middle + run : count);
        }
        keyed *merged = to;
        to = from;
        from = merged;
    }
    return from;
}

static bool is_valid_sort(const hpyr_ref_list_sort_desc *desc) {
    if (!desc || !has_entries(&desc->keys) || (!desc->sorted_keys && !desc->sorted_values))
        return false;
    bool has_bits = desc->first_bit != 0 || desc->bit_count != 0;
    bool is_uint = desc->keys.type == HPYR_LIST_TYPE_UINT || desc->keys.type == HPYR_LIST_TYPE_DEFAULT;
    return (is_uint || !has_bits) && (uint64_t)desc->first_bit + desc->bit_count <= 32;
}

hpyr_result hpyr_ref_list_sort(const hpyr_ref_list_sort_desc *desc) {
    if (!is_valid_sort(desc))
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = HPYR_ERROR_OUT_OF_MEMORY;
    keyed *keys = calloc((size_t)desc->keys.count + 1, sizeof *keys);
    keyed *other = calloc((size_t)desc->keys.count + 1, sizeof *other);
    if (!keys || !other)
        goto cleanup;
    const keyed *sorted = sort_keys(desc, keys, other);
    for (uint32_t i = 0; i < desc->keys.count; i++) {
        uint32_t position = sorted[i].position;
        if (desc->sorted_keys)
            desc->sorted_keys[i] = desc->keys.entries[position];
        if (desc->sorted_values)
            desc->sorted_values[i] = desc->values ? desc->values[position] : position;
    }
    result = HPYR_OK;
cleanup:
    free(keys);
    free(other);
    return result;
}

/* ---- gather ---- */

hpyr_result hpyr_ref_list_gather(const uint32_t *positions, uint32_t count, const void *source, uint32_t record_count,
                                 size_t record_bytes, void *output, uint32_t *outside) {
    if (record_bytes == 0 || (count > 0 && (!positions || !output)) || (record_count > 0 && !source))
        return HPYR_ERROR_INVALID_ARGUMENT;
    uint32_t missing = 0;
    for (uint32_t i = 0; i < count; i++) {
        unsigned char *to = (unsigned char *)output + i * record_bytes;
        if (positions[i] < record_count) {
            memcpy(to, (const unsigned char *)source + positions[i] * record_bytes, record_bytes);
        } else {
            memset(to, 0, record_bytes);
            missing++;
        }
    }
    if (outside)
        *outside = missing;
    return HPYR_OK;
}
