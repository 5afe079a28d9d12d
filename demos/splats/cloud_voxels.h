/* cloud_voxels.h - how voxels of a mesh's surface become splats, without GL: the grid, where in its voxel a splat lies, and what it
 * looks like.  SPDX-License-Identifier: MIT */
#ifndef DEMO_CLOUD_VOXELS_H
#define DEMO_CLOUD_VOXELS_H

#include "common/mesh/mesh.h"
#include "splats/cloud.h"

#include <histopyramid/types.h>

/** How the mesh lies in the volume that is voxelized. */
mesh_fit voxels_fit(const mesh *m);

/** The search for the grid that has about as many voxels as splats are `wanted`. Each trial tells its voxels to grid_search_next. */
typedef struct grid_search {
    uint32_t wanted;
    uint32_t side; /* of the next trial's grid */
    uint32_t best; /* of the best grid of all trials */
    double least;  /* what `best` has too many or too few */
    int trials;
} grid_search;

grid_search grid_search_begin(uint32_t wanted);
/** Takes the number of voxels in a grid of `side`. False when the search is over. */
bool grid_search_next(grid_search *s, uint32_t total);

/** The middles of the voxels, three floats each. To be freed by the caller; NULL with one line where memory does not suffice. */
float *voxels_places(const hpyr_point *points, uint32_t count, uint32_t side);

/** The library interpolates a mesh's normals at the point that is nearest to a voxel's center, and makes their length 1. So it tells
 *  where that point is if the "normals" are (a, b, 1) for two of the coordinates: a is x / z of what comes back, b is y / z. Three
 *  floats a vertex, to be freed by the caller; NULL with one line where memory does not suffice. */
float *voxels_make_normals(const mesh *m, const mesh_fit *fit, int first, int second);
/** Takes what came back, four floats a voxel, into two coordinates of the places. */
void voxels_take_places(const float *normals, uint32_t count, uint32_t side, int first, int second, float *places);

/** Voxels as the library describes them: three floats a place, four bytes a color, four floats a normal. */
typedef struct voxel_list {
    uint32_t count, side;
    const float *places;
    const uint8_t *colors;
    const float *normals;
    bool has_colors; /* else they get some that go with their normals */
} voxel_list;

/** A flat splat for each voxel. False with one line, and an empty cloud, where memory does not suffice. */
bool voxels_make_cloud(const voxel_list *v, splat_cloud *c);

#endif
