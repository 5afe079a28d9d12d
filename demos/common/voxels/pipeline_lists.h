/* pipeline_lists.h - what a pipeline makes of its points on demand: the 2D point list, colors and normals.  SPDX-License-Identifier: MIT */
#ifndef DEMO_PIPELINE_LISTS_H
#define DEMO_PIPELINE_LISTS_H

#include "common/voxels/pipeline.h"

/** Extracts once more, into list_texture. */
bool pipeline_make_list_texture(pipeline *p);

/** Colors and normals of the points that the last run found; mesh and transform are those of that run. OpenGL 2.1 voxelizes once
 *  more for them, and takes them from the last triangle in the voxel, at the column's center, where OpenGL 3.3 takes the mesh's
 *  nearest point. */
bool pipeline_make_attributes(pipeline *p, const draw_mesh *mesh, const float transform[16]);

/** How many of the mesh's triangles a run skips. */
bool pipeline_count_skipped(pipeline *p, const draw_mesh *mesh, uint32_t *skipped);

/** Colors and normals in CPU memory, four values a point. Zero it first; attributes_free it after a failure too. */
typedef struct attributes {
    uint8_t *colors;
    float *normals;
} attributes;

bool attributes_read(attributes *a, const pipeline *p);
void attributes_free(attributes *a);

#endif
