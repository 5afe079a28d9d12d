/* volume_raw.h - samples as they are, in files that tell nothing of them.  SPDX-License-Identifier: MIT */
#ifndef DEMO_VOLUME_RAW_H
#define DEMO_VOLUME_RAW_H

#include "common/volume/volume.h"

/** FILE.raw:XxYxZ:TYPE[:big] in its parts. */
bool volume_parse_raw(const char *text, volume_source *out);
bool volume_read_raw(const volume_source *source, volume *out);

#endif
