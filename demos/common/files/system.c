/* system.c - what of system.h is the same on all systems.  SPDX-License-Identifier: MIT */
#include "common/files/system.h"

bool system_same(const system_about *a, const system_about *b) {
    return a->identity[0] == b->identity[0] && a->identity[1] == b->identity[1];
}
