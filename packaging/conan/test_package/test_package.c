/* test_package.c - links both libraries; without a GL context the first says so.  SPDX-License-Identifier: MIT */
#include <histopyramid/histopyramid.h>
#include <histopyramid/reference/reference.h>
#include <stdio.h>

int main(void) {
    hpyr_context *context;
    hpyr_result result = hpyr_context_create(NULL, &context);
    printf("libhistopyramid %d: %s\n", hpyr_version(), hpyr_result_string(result));
    const uint32_t counts[4] = {1, 0, 2, 1};
    hpyr_ref_pyramid *pyramid;
    if (result != HPYR_ERROR_NO_CONTEXT ||
        hpyr_ref_pyramid_create(counts, &(hpyr_flat3d){4, 1, 1, 1, 1}, HPYR_ORDER_LINE, &pyramid) != HPYR_OK)
        return 1;
    uint64_t total = 0;
    result = hpyr_ref_pyramid_total(pyramid, &total);
    hpyr_ref_pyramid_destroy(pyramid);
    printf("the reference counts %u\n", (unsigned)total);
    return result == HPYR_OK && total == 4 ? 0 : 1;
}
