/* lists_gpu_none.c - stands for lists_gpu.c as long as the library has no lists: none of it is called but the first two.
 * SPDX-License-Identifier: MIT */
#include "lists_gpu.h"

bool lists_gpu_exists(void) {
    return false;
}

unsigned long lists_gpu_draws(void) {
    return 0;
}

bool lists_gpu_open(bench *b, uint32_t capacity, uint32_t operations, hpyr_list_scratch **scratch) {
    (void)capacity, (void)operations, (void)scratch;
    return error_set(b->error, sizeof b->error, "this library has no lists");
}

void lists_gpu_close(hpyr_list_scratch *scratch) {
    (void)scratch;
}

bool lists_gpu_sort(bench *b, hpyr_list_scratch *scratch, const list_buffers *buffers, uint32_t count, uint32_t bits) {
    (void)buffers, (void)count;
    return lists_gpu_open(b, bits, 0, &scratch);
}

#define NONE(name)                                                                                                     \
    bool name(bench *b, hpyr_list_scratch *scratch, const list_buffers *buffers, uint32_t count) {                     \
        return lists_gpu_sort(b, scratch, buffers, count, 0);                                                          \
    }
NONE(lists_gpu_scan)
NONE(lists_gpu_reduce)
NONE(lists_gpu_select)
NONE(lists_gpu_partition)
NONE(lists_gpu_unique)
NONE(lists_gpu_gather)
