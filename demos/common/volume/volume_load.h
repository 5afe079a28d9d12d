/* volume_load.h - volumes by name: fields, NRRD and raw files.  SPDX-License-Identifier: MIT */
#ifndef DEMO_VOLUME_LOAD_H
#define DEMO_VOLUME_LOAD_H

#include "common/files/child.h"
#include "common/files/error.h"
#include "common/volume/volume.h"

/** Reads the name of a field, FILE.nrrd, FILE.nhdr, or FILE.raw:XxYxZ:TYPE[:big]; `size` is of fields alone. Opens nothing. False with
 *  one line for all other names but those of directories: a mesh is called that. */
bool volume_parse(const char *text, const uint32_t size[3], volume_source *out);

/** Whether there is such a file; true for a field. Reads nothing of it. False with one line; a directory is called that. */
bool volume_check_file(const volume_source *source);

/** Samples or reads. Refuses sides over `max_side` and more than this machine has memory for. What a file has that floats cannot
 *  hold exactly, directions that no axis runs along, and samples that are NaN are a call of `warn` each. */
bool volume_load(const volume_source *source, uint32_t max_side, warn_fn warn, volume *out, volume_facts *facts);

/** The same for a file of vectors: a .nrrd or .nhdr with a first axis of three numbers, such as `kinds: vector domain domain domain`. They
 *  become RGB32F. */
bool volume_load_vectors(const char *path, uint32_t max_side, warn_fn warn, volume *out);

/** How both read NRRD files in a process of their own; for child_serve. */
extern const child_task VOLUME_READER;

#endif
