/* names.h - how many objects GL holds, of each kind.  SPDX-License-Identifier: MIT */
#ifndef FUZZ_NAMES_H
#define FUZZ_NAMES_H

#include "harness.h"

enum { NAME_KINDS = 7 };

typedef struct names {
    uint32_t count[NAME_KINDS];
} names;

/** Counts the objects of the current context, by trying all names up to one that is new. */
names names_count(const env *e);

/** True where there are no more of them than before; otherwise says on stderr what there is more of. */
bool names_compare(const names *before, const names *after);

#endif
