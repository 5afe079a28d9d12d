/* path.h - names of files.  SPDX-License-Identifier: MIT */
#ifndef DEMO_PATH_H
#define DEMO_PATH_H

#include <stdbool.h>
#include <stddef.h>

/** The path of a file that `file` names: in the folder of `file`, unless `name` begins at the root. False where it does not fit. */
bool path_beside(const char *file, const char *name, char *out, size_t size);

#endif
