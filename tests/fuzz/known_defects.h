/* known_defects.h - defects that somebody is mending: the fuzzers walk around those that are true here.
 * SPDX-License-Identifier: MIT
 *
 * A fuzzer that stops at a known defect finds no new one. With --known the fuzzers do not walk around any. Remove a line, and
 * the calls of fuzz_known() that name it, when its mend is merged. */
#ifndef FUZZ_KNOWN_DEFECTS_H
#define FUZZ_KNOWN_DEFECTS_H

#include <stdbool.h>

typedef enum fuzz_defect {
    DEFECT_HUGE_ENUMS,      /* enum values of 2^31 and more pass checks that compare them as int */
    DEFECT_LOST_CONTEXT,    /* calls that wait for the GPU never return where no GL context is current */
    DEFECT_FAR_VERTICES,    /* the oracle of THIN overflows at vertices far outside of the volume */
    DEFECT_FOREIGN_PROGRAM, /* bind takes a program with another pyramid's snippet, and GL reports an error */
    DEFECT_DELETED_PROGRAM, /* a build fails with a GL error where the current program is already deleted */
    DEFECT_STARVED_PROBES,  /* a failed allocation while a context is created looks like a GL that cannot */
    DEFECT_LOST_READS,      /* a total that cannot be read back is 0 and OK, and GL's error stays */
    DEFECT_ODD_SAMPLES_21,  /* normals beside samples that are not finite are NaN on GL 2.1 */
    DEFECT_FAR_SLICES,      /* SLICES loses a column next to an edge that ends far outside, BITS does not */
    DEFECTS
} fuzz_defect;

static const bool known_defects[DEFECTS] = {
    [DEFECT_HUGE_ENUMS] = true,      [DEFECT_LOST_CONTEXT] = true,    [DEFECT_FAR_VERTICES] = true,
    [DEFECT_FOREIGN_PROGRAM] = true, [DEFECT_DELETED_PROGRAM] = true, [DEFECT_STARVED_PROBES] = true,
    [DEFECT_LOST_READS] = true,      [DEFECT_ODD_SAMPLES_21] = true,  [DEFECT_FAR_SLICES] = true,
};

#endif
