/* volume.h - the bits that a mesh was voxelized to, in CPU memory.  SPDX-License-Identifier: MIT */
#ifndef DICER_VOLUME_H
#define DICER_VOLUME_H

#include "common/voxels/pipeline.h"

/** Reads the volume of --voxelizer bits layer by layer, and sets bit x * strides[0] + y * strides[1] + z * strides[2] of
 *  `bits`, zeroed before, for each voxel. Fails where their number is not p->total. */
bool volume_read(const pipeline *p, uint8_t *bits, const uint64_t strides[3]);

#endif
