/* volume_file.h - volumes in files; volume.h is what uses it.  SPDX-License-Identifier: MIT */
#ifndef DEMO_VOLUME_FILE_H
#define DEMO_VOLUME_FILE_H

#include "common/volume/volume.h"

/** FILE.raw:XxYxZ:TYPE[:big] in its parts. */
bool volume_parse_raw(const char *text, volume_source *out, char *error, size_t error_size);
bool volume_read_raw(const volume_source *source, volume *out, char *error, size_t error_size);
/** Through teem, in this process, for which some files may be too much. */
bool volume_parse_nrrd(const char *path, uint32_t max_side, volume_warn_fn warn, volume *out, char *error,
                       size_t error_size);
/** The same in a child process. */
bool volume_read_nrrd(const char *path, uint32_t max_side, volume_warn_fn warn, volume *out, char *error,
                      size_t error_size);

/** One line for a volume with a side over `max_side`, or without memory for it. */
bool volume_check_size(const char *name, const uint64_t size[3], size_t sample_bytes, uint32_t max_side, char *error,
                       size_t error_size);
/** One line for what is no regular file, before it is opened: a pipe would wait for its writer. */
bool volume_check_file(const char *path, char *error, size_t error_size);
/** Room for the samples of v->size and v->format. */
bool volume_allocate(volume *v, const char *name, char *error, size_t error_size);

#endif
