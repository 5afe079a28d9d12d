/* consumer_reference.c - links the CPU oracle alone: figure 8's kind of question, without GL.  SPDX-License-Identifier: MIT */
#include <histopyramid/reference/reference.h>
#include <stdio.h>

int main(void) {
    /* The marching cubes paper's 1D example: key 3 is cell 3, remainder 1, of 7. */
    const uint32_t counts[8] = {1, 1, 0, 3, 0, 1, 1, 0};
    const hpyr_flat3d map = {8, 1, 1, 1, 1};
    hpyr_ref_pyramid *pyramid = NULL;
    if (hpyr_ref_pyramid_create(counts, &map, HPYR_ORDER_LINE, &pyramid) != HPYR_OK)
        return 1;
    hpyr_point point = {0, 0, 0, 0};
    uint64_t total = 0;
    bool found =
        hpyr_ref_pyramid_total(pyramid, &total) == HPYR_OK && hpyr_ref_pyramid_select(pyramid, 3, &point) == HPYR_OK;
    hpyr_ref_pyramid_destroy(pyramid);
    printf("key 3 of %u: cell %u, remainder %u\n", (unsigned)total, (unsigned)point.x, (unsigned)point.remainder);
    return found && total == 7 && point.x == 3 && point.remainder == 1 ? 0 : 1;
}
