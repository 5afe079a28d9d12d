/* path.h - names of files.  SPDX-License-Identifier: MIT */
#ifndef DEMO_PATH_H
#define DEMO_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** The path of a file that `file` names: in the folder of `file`, unless `name` begins at the root. False where it does not fit. */
bool path_beside(const char *file, const char *name, char *out, size_t size);

/** What follows the last slash, unless nothing does. */
const char *path_last_part(const char *path);

/** Whether there is something before this ending, which is in lower case; the text may be in any. */
bool path_ends_with(const char *text, const char *ending);

/** The first of these endings, NULL after the last, that it has; or NULL. */
const char *path_ending(const char *text, const char *const *endings);

/** One line for what is no regular file, before it is opened: a pipe would wait for its writer. */
bool path_check_regular(const char *path);
/** Opens a regular file to read it, and tells how many bytes it has where `size` is not NULL. NULL with one line. */
FILE *path_open(const char *path, uint64_t *size);
bool path_is_directory(const char *path);

/** Whether a name is one that meshes have, or one that volumes have: FILE.nrrd, FILE.nhdr, FILE.raw:XxYxZ:TYPE. There need not be
 *  such a file. */
bool path_names_mesh(const char *path);
bool path_names_volume(const char *path);

#endif
