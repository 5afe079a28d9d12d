/* kept_programs.h - compiled programs in the user's cache folder, so that only the first start waits for the driver's compiler.
 * SPDX-License-Identifier: MIT
 *
 * The folder is $HISTOPYRAMID_CACHE; else `histopyramid` in the folder that the system has for caches. A file that cannot be written or
 * read is no error: the program is compiled. */
#ifndef DEMO_KEPT_PROGRAMS_H
#define DEMO_KEPT_PROGRAMS_H

#include <histopyramid/context.h>

/** For hpyr_context_desc; zero where there is no such folder, or $HISTOPYRAMID_CACHE is empty. */
hpyr_program_store kept_programs(void);

#endif
