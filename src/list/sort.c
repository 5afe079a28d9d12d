/* sort.c - stub. */
#include "list/operands.h"
#include "list/parts.h"
static uint64_t part_bytes(const hpyr_context *context, uint32_t capacity) { (void)context; (void)capacity; return 0; }
static hpyr_result part_create(hpyr_list_scratch *scratch) { (void)scratch; return HPYR_OK; }
static void part_destroy(hpyr_list_scratch *scratch) { (void)scratch; }
const hpi_list_part hpi_list_sort_part = {HPYR_LIST_SORT, part_bytes, part_create, part_destroy};
hpyr_result hpyr_list_sort(hpyr_list_scratch *scratch, const hpyr_list_sort_desc *desc) { (void)scratch; (void)desc; return HPYR_ERROR_UNSUPPORTED; }
hpyr_result hpyr_list_partition(hpyr_list_scratch *scratch, const hpyr_list_partition_desc *desc) { (void)scratch; (void)desc; return HPYR_ERROR_UNSUPPORTED; }
