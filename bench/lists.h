/* lists.h - list operations in turn with what a user would do instead.  SPDX-License-Identifier: MIT */
#ifndef BENCH_LISTS_H
#define BENCH_LISTS_H

#include "turns.h"

static const turns LISTS_TURNS = {.least = 3, .most = 5, .budgets = 2, .warms = true};

/** All operations but sorts, which bench_lists begins with. */
bool lists_run_operations(bench *b);

#endif
