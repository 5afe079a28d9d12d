/* modules.h - the checks of modules.  SPDX-License-Identifier: MIT */
#ifndef CHECK_MODULES_H
#define CHECK_MODULES_H

#include "check.h"

void check_layouts(check *c);
void check_discriminators(check *c);
void check_volumes(check *c);
void check_bits(check *c);
void check_extraction(check *c);
void check_drawing(check *c);
void check_voxelizers(check *c);
void check_isosurfaces(check *c);
void check_marching_cubes(check *c);
void check_scan(check *c);
void check_select(check *c);
void check_unique(check *c);
void check_partition(check *c);
void check_sort(check *c);
void check_gather(check *c);
void check_octrees(check *c);
void check_normals(check *c);
void check_poisson(check *c);
void check_quadtrees(check *c);
void check_features(check *c);
void check_flows(check *c);
void check_sparse(check *c);
void check_times(check *c);

#endif
