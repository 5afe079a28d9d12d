/* mesh_download.h - copies a caller's mesh from its buffers to CPU memory.  SPDX-License-Identifier: MIT */
#ifndef HPI_VOLUME_MESH_DOWNLOAD_H
#define HPI_VOLUME_MESH_DOWNLOAD_H

#include "gl/state.h"
#include "volume/setup_cpu.h"

#include <histopyramid/voxelizer.h>

/** Reads a mesh that hpi_volume_check_mesh has accepted: its indices, and the vertices between the
 *  lowest and the highest index. hpi_volume_mesh_free it after a failure too. */
hpyr_result hpi_volume_mesh_download(const hpyr_context *context, const hpyr_mesh *mesh, hpi_cpu_mesh *out);
void hpi_volume_mesh_free(const hpyr_context *context, hpi_cpu_mesh *mesh);

#endif
