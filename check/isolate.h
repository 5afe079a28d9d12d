/* isolate.h - each check in a process of its own: a driver may crash or hang.  SPDX-License-Identifier: MIT */
#ifndef CHECK_ISOLATE_H
#define CHECK_ISOLATE_H

#include "check.h"

/** Runs a program. `arguments` are its name and its words, with NULL at the end. It prints check_results as bytes: RUNNING ones,
 *  and at last its own. A program that crashes, or takes longer, is WRONG, and `result` says which part it was in. */
void isolate_run(const char *const *arguments, double timeout, check_result *result);

#endif
