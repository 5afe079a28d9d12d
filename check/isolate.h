/* isolate.h - each check in a process of its own: a driver may crash or hang.  SPDX-License-Identifier: MIT */
#ifndef CHECK_ISOLATE_H
#define CHECK_ISOLATE_H

#include "check.h"

/** Where there are no processes to be had, the check runs in this one. */
bool isolate_is_possible(void);

/** Runs `arguments`, a program and its words that end with NULL, which prints its check_result as bytes: any number of RUNNING ones, and
 *  then its own. A process that crashes, or takes longer, is WRONG, and `result` says which part it was in. */
void isolate_run(char *const *arguments, double timeout, check_result *result);

#endif
