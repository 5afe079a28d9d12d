/* lists_gpu.c - the library's list operations as the bench calls them.  SPDX-License-Identifier: MIT */
#include "lists_gpu.h"

#include "gl/counts.h"

bool lists_gpu_exists(void) {
    return true;
}

unsigned long lists_gpu_draws(void) {
    return hpi_gl_draws;
}

static bool check(bench *b, hpyr_result result, const char *what) {
    return bench_check(b, "lists", result, what);
}

bool lists_gpu_open(bench *b, uint32_t capacity, uint32_t operations, hpyr_lists **lists) {
    hpyr_lists_desc desc = {0};
    desc.capacity = capacity;
    desc.operations = operations;
    return check(b, hpyr_lists_create(b->context, &desc, lists), "a workspace");
}

void lists_gpu_close(hpyr_lists *lists) {
    hpyr_lists_destroy(lists);
}

bool lists_gpu_sort(bench *b, hpyr_lists *lists, const list_buffers *buffers, uint32_t count, uint32_t bits) {
    hpyr_lists_sort_desc desc = {0};
    desc.keys.buffer = buffers->inputs[0];
    desc.values.buffer = buffers->inputs[1];
    desc.sorted_keys.buffer = buffers->outputs[0];
    desc.sorted_values.buffer = buffers->outputs[1];
    desc.bit_count = bits;
    desc.length.count = count;
    return check(b, hpyr_lists_sort(lists, &desc), "sort");
}

bool lists_gpu_scan(bench *b, hpyr_lists *lists, const list_buffers *buffers, uint32_t count) {
    hpyr_lists_scan_desc desc = {0};
    desc.input.buffer = buffers->inputs[0];
    desc.output.buffer = buffers->outputs[0];
    desc.length.count = count;
    return check(b, hpyr_lists_scan(lists, &desc), "scan");
}

bool lists_gpu_reduce(bench *b, hpyr_lists *lists, const list_buffers *buffers, uint32_t count) {
    hpyr_lists_reduce_desc desc = {0};
    desc.input.buffer = buffers->inputs[0];
    desc.output.buffer = buffers->outputs[0];
    desc.length.count = count;
    return check(b, hpyr_lists_reduce(lists, &desc), "reduce");
}

bool lists_gpu_select(bench *b, hpyr_lists *lists, const list_buffers *buffers, uint32_t count) {
    hpyr_lists_select_desc desc = {0};
    desc.input.buffer = buffers->inputs[0];
    desc.selected.buffer = buffers->outputs[0];
    desc.count.buffer = buffers->outputs[1];
    desc.condition = HPYR_LIST_CONDITION_THRESHOLD;
    desc.threshold = LISTS_LEAST;
    desc.length.count = count;
    return check(b, hpyr_lists_select(lists, &desc), "select");
}

bool lists_gpu_partition(bench *b, hpyr_lists *lists, const list_buffers *buffers, uint32_t count) {
    hpyr_lists_partition_desc desc = {0};
    desc.keys.buffer = buffers->inputs[0];
    desc.bins.buffer = buffers->inputs[1];
    desc.bin_count = LISTS_BINS;
    desc.partitioned_keys.buffer = buffers->outputs[0];
    desc.offsets.buffer = buffers->outputs[1];
    desc.length.count = count;
    return check(b, hpyr_lists_partition(lists, &desc), "partition");
}

bool lists_gpu_unique(bench *b, hpyr_lists *lists, const list_buffers *buffers, uint32_t count) {
    hpyr_lists_unique_desc desc = {0};
    desc.keys.buffer = buffers->inputs[0];
    desc.unique.buffer = buffers->outputs[0];
    desc.run_lengths.buffer = buffers->outputs[1];
    desc.length.count = count;
    return check(b, hpyr_lists_unique(lists, &desc), "unique");
}

bool lists_gpu_gather(bench *b, hpyr_lists *lists, const list_buffers *buffers, uint32_t count) {
    hpyr_lists_gather_desc desc = {0};
    desc.positions.buffer = buffers->inputs[0];
    desc.source.buffer = buffers->inputs[1];
    desc.source.format = HPYR_FORMAT_RGBA32UI;
    desc.source.count = count;
    desc.output.buffer = buffers->outputs[0];
    desc.output.format = HPYR_FORMAT_RGBA32UI;
    desc.length.count = count;
    return check(b, hpyr_lists_gather(lists, &desc), "gather");
}
