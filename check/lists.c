/* lists.c - checks operations of lists.  SPDX-License-Identifier: MIT */
#include "check.h"
#include "modules.h"

#include <string.h>

static const uint32_t LENGTHS[] = {1, 65, 5003, 70001};
enum { LENGTH_COUNT = sizeof LENGTHS / sizeof *LENGTHS };

static uint32_t *random_entries(check *c, hpyr_list_type type, uint32_t count, uint32_t below) {
    uint32_t *entries = check_memory(c, (size_t)count * 4);
    for (uint32_t i = 0; i < count; i++) {
        float number = (float)check_random(c, below) - (float)(below / 2); /* whole, so that sums are exact */
        int32_t whole = (int32_t)(check_random(c, below) - below / 2);
        if (type == HPYR_LIST_TYPE_UINT)
            entries[i] = check_random(c, below);
        else
            memcpy(&entries[i], type == HPYR_LIST_TYPE_INT ? (void *)&whole : (void *)&number, 4);
    }
    return entries;
}

static void check_entries(check *c, const char *what, const hpyr_list *list, const uint32_t *want, uint32_t count) {
    uint32_t *got = check_memory(c, (size_t)count * 4);
    check_read(c, list->buffer, 0, (size_t)count * 4, got);
    check_words(c, what, got, want, count);
}

/* What the last operation has found. */
static void check_number(check *c, hpyr_lists *lists, const char *what, uint32_t want) {
    uint32_t got = 0;
    if (CALL(c, hpyr_lists_result(lists, &got)))
        check_words(c, what, &got, &want, 1);
}

/* ---- operations on `count` entries of a type ---- */

typedef void (*operation)(check *c, hpyr_lists *lists, hpyr_list_type type, uint32_t count);

static void scan_of(check *c, hpyr_lists *lists, hpyr_list_type type, uint32_t count) {
    uint32_t *entries = random_entries(c, type, count, 100), *sums = check_memory(c, (size_t)count * 4), total;
    const hpyr_ref_list list = {entries, type, count};
    const hpyr_lists_scan_desc desc = {.input = check_list(c, type, entries, count),
                                       .output = check_list(c, type, NULL, count),
                                       .inclusive = count % 2,
                                       .length = {.count = count}};
    hpyr_ref_list_scan(&list, desc.inclusive, sums, &total);
    if (CALL(c, hpyr_lists_scan(lists, &desc))) {
        check_entries(c, "sums", &desc.output, sums, count);
        check_number(c, lists, "the sum", total);
    }
    for (hpyr_list_reduction reduction = HPYR_LIST_REDUCTION_SUM; reduction <= HPYR_LIST_REDUCTION_MAXIMUM;
         reduction++) {
        const hpyr_lists_reduce_desc reduce = {.input = desc.input, .reduction = reduction, .length = {.count = count}};
        hpyr_ref_list_reduce(&list, reduction, &total);
        if (CALL(c, hpyr_lists_reduce(lists, &reduce)))
            check_number(c, lists, "the reduction", total);
    }
}

static void select_of(check *c, hpyr_lists *lists, hpyr_list_type type, uint32_t count) {
    uint32_t *entries = random_entries(c, type, count, 100), found;
    uint32_t *selected = check_memory(c, (size_t)count * 4), *positions = check_memory(c, (size_t)count * 4);
    const hpyr_ref_list list = {entries, type, count};
    const hpyr_lists_select_desc desc = {.input = check_list(c, type, entries, count),
                                         .selected = check_list(c, type, NULL, count),
                                         .positions = check_list(c, HPYR_LIST_TYPE_UINT, NULL, count),
                                         .condition = HPYR_LIST_CONDITION_RANGE,
                                         .min = 10,
                                         .max = 30,
                                         .length = {.count = count}};
    hpyr_ref_list_select_range(&list, desc.min, desc.max, selected, positions, &found);
    if (CALL(c, hpyr_lists_select(lists, &desc))) {
        check_number(c, lists, "the number of selected entries", found);
        check_entries(c, "selected entries", &desc.selected, selected, found);
        check_entries(c, "positions", &desc.positions, positions, found);
    }
}

static void unique_of(check *c, hpyr_lists *lists, hpyr_list_type type, uint32_t count) {
    uint32_t *entries = random_entries(c, type, count, 2), found;
    uint32_t *unique = check_memory(c, (size_t)count * 4), *firsts = check_memory(c, (size_t)count * 4);
    uint32_t *lengths = check_memory(c, (size_t)count * 4);
    const hpyr_ref_list list = {entries, type, count};
    const hpyr_lists_unique_desc desc = {.keys = check_list(c, type, entries, count),
                                         .unique = check_list(c, type, NULL, count),
                                         .firsts = check_list(c, HPYR_LIST_TYPE_UINT, NULL, count),
                                         .run_lengths = check_list(c, HPYR_LIST_TYPE_UINT, NULL, count),
                                         .length = {.count = count}};
    hpyr_ref_list_unique(&list, unique, firsts, lengths, &found);
    if (CALL(c, hpyr_lists_unique(lists, &desc))) {
        check_number(c, lists, "the number of runs", found);
        check_entries(c, "unique entries", &desc.unique, unique, found);
        check_entries(c, "firsts", &desc.firsts, firsts, found);
        check_entries(c, "lengths of runs", &desc.run_lengths, lengths, found);
    }
}

static void partition_of(check *c, hpyr_lists *lists, hpyr_list_type type, uint32_t count) {
    static const double BOUNDS[] = {-20, 0, 15, 40};
    enum { BINS = 3 };
    uint32_t *keys = random_entries(c, type, count, 100), offsets[BINS + 2];
    uint32_t *partitioned = check_memory(c, (size_t)count * 4), *positions = check_memory(c, (size_t)count * 4);
    const double *bounds = type == HPYR_LIST_TYPE_UINT ? BOUNDS + 1 : BOUNDS;
    uint32_t bins = type == HPYR_LIST_TYPE_UINT ? BINS - 1 : BINS;
    const hpyr_ref_list_partition_desc wanted = {.keys = {keys, type, count},
                                                 .bounds = bounds,
                                                 .bin_count = bins,
                                                 .partitioned_keys = partitioned,
                                                 .partitioned_values = positions,
                                                 .offsets = offsets};
    const hpyr_lists_partition_desc desc = {.keys = check_list(c, type, keys, count),
                                            .partitioned_keys = check_list(c, type, NULL, count),
                                            .partitioned_values = check_list(c, HPYR_LIST_TYPE_UINT, NULL, count),
                                            .bounds = bounds,
                                            .bin_count = bins,
                                            .offsets = check_list(c, HPYR_LIST_TYPE_UINT, NULL, bins + 2),
                                            .length = {.count = count}};
    hpyr_ref_list_partition(&wanted);
    if (CALL(c, hpyr_lists_partition(lists, &desc))) {
        check_entries(c, "offsets", &desc.offsets, offsets, bins + 2);
        check_entries(c, "keys", &desc.partitioned_keys, partitioned, count);
        check_entries(c, "positions", &desc.partitioned_values, positions, count);
    }
}

static void sort_of(check *c, hpyr_lists *lists, hpyr_list_type type, uint32_t count) {
    uint32_t *keys = random_entries(c, type, count, count % 2 ? UINT32_MAX : 100);
    uint32_t *sorted = check_memory(c, (size_t)count * 4), *positions = check_memory(c, (size_t)count * 4);
    const hpyr_ref_list_sort_desc wanted = {
        .keys = {keys, type, count}, .descending = count % 2, .sorted_keys = sorted, .sorted_values = positions};
    const hpyr_lists_sort_desc desc = {.keys = check_list(c, type, keys, count),
                                       .sorted_keys = check_list(c, type, NULL, count),
                                       .sorted_values = check_list(c, HPYR_LIST_TYPE_UINT, NULL, count),
                                       .descending = count % 2,
                                       .length = {.count = count}};
    hpyr_ref_list_sort(&wanted);
    if (CALL(c, hpyr_lists_sort(lists, &desc))) {
        check_entries(c, "keys", &desc.sorted_keys, sorted, count);
        check_entries(c, "positions", &desc.sorted_values, positions, count);
    }
}

/* Records of four words; `type` is of no use. Some positions lie outside. */
static void gather_of(check *c, hpyr_lists *lists, hpyr_list_type type, uint32_t count) {
    uint32_t records = count / 2 + 1, outside;
    uint32_t *source = random_entries(c, HPYR_LIST_TYPE_UINT, 4 * records, UINT32_MAX);
    uint32_t *positions = random_entries(c, HPYR_LIST_TYPE_UINT, count, records + records / 8 + 1),
             *want = check_memory(c, 16 * (size_t)count);
    const hpyr_lists_gather_desc desc = {
        .positions = check_list(c, HPYR_LIST_TYPE_UINT, positions, count),
        .source = {.buffer = check_buffer(c, source, 16 * (size_t)records),
                   .format = HPYR_FORMAT_RGBA32UI,
                   .count = records},
        .output = {.buffer = check_buffer(c, NULL, 16 * (size_t)count), .format = HPYR_FORMAT_RGBA32UI},
        .length = {.count = count}};
    const hpyr_list output = {.buffer = desc.output.buffer};
    (void)type;
    hpyr_ref_list_gather(positions, count, source, records, 16, want, &outside);
    if (CALL(c, hpyr_lists_gather(lists, &desc)))
        check_entries(c, "records", &output, want, 4 * count);
}

/* ---- */

static void check_types(check *c, operation of, hpyr_list_type last) {
    static const char *const NAMES[] = {"", "UINT", "INT", "FLOAT"};
    const hpyr_lists_desc desc = {.capacity = LENGTHS[LENGTH_COUNT - 1]};
    hpyr_lists *lists = NULL;
    if (!CALL(c, hpyr_lists_create(c->context, &desc, &lists)))
        return;
    for (hpyr_list_type type = HPYR_LIST_TYPE_UINT; type <= last; type++)
        for (int i = 0; i < LENGTH_COUNT; i++) {
            check_part(c, "%u of %s", (unsigned)LENGTHS[i], NAMES[type]);
            of(c, lists, type, LENGTHS[i]);
        }
    hpyr_lists_destroy(lists);
}

/* CHECK(operation, the last type that it takes) */
#define CHECK(name, last)                                                                                              \
    void check_##name(check *c) {                                                                                      \
        check_types(c, name##_of, last);                                                                               \
    }
CHECK(scan, HPYR_LIST_TYPE_FLOAT)
CHECK(select, HPYR_LIST_TYPE_FLOAT)
CHECK(unique, HPYR_LIST_TYPE_FLOAT)
CHECK(partition, HPYR_LIST_TYPE_FLOAT)
CHECK(sort, HPYR_LIST_TYPE_FLOAT)
CHECK(gather, HPYR_LIST_TYPE_UINT)
