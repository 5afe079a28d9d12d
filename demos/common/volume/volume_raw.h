/* volume_raw.h - samples as they are, in files that tell nothing of them.  SPDX-License-Identifier: MIT */
#ifndef DEMO_VOLUME_RAW_H
#define DEMO_VOLUME_RAW_H

#include "common/volume/volume.h"

/** FILE.raw:XxYxZ:TYPE[:big] in its parts. */
bool volume_parse_raw(const char *text, volume_source *out);
bool volume_read_raw(const volume_source *source, volume *out);

/** Samples of `size` bytes each, of that order, in the order of this machine. */
void volume_order_bytes(void *samples, uint64_t count, size_t size, bool is_big_endian);

#endif
