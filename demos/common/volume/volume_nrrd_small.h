/* volume_nrrd_small.h - NRRD files without a library.  SPDX-License-Identifier: MIT */
#ifndef DEMO_VOLUME_NRRD_SMALL_H
#define DEMO_VOLUME_NRRD_SMALL_H

#include "common/files/error.h"
#include "common/volume/volume.h"

/** As volume_parse_nrrd, for builds of the demos that have no teem. Samples may be raw, text, or one member of gzip of less than 2 GB, in
 *  the file of the header or in one other. A file that is damaged is refused with one line, and *out has nothing to be freed. */
bool volume_parse_nrrd_small(const char *path, bool vectors, uint32_t max_side, warn_fn warn, volume *out);

#endif
