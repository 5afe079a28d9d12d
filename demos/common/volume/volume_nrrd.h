/* volume_nrrd.h - NRRD files, by teem.  SPDX-License-Identifier: MIT */
#ifndef DEMO_VOLUME_NRRD_H
#define DEMO_VOLUME_NRRD_H

#include "common/files/error.h"
#include "common/volume/volume.h"

/** Through teem, in this process, for which some files may be too much. With `vectors` a file must have three numbers a sample, along its
 *  first axis, else one. */
bool volume_parse_nrrd(const char *path, bool vectors, uint32_t max_side, warn_fn warn, volume *out);

#endif
