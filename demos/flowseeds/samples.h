/* samples.h - the vectors of a file: on the GPU, and what they are.  SPDX-License-Identifier: MIT */
#ifndef FLOWSEEDS_SAMPLES_H
#define FLOWSEEDS_SAMPLES_H

#include "common/volume/volume.h"
#include "common/volume/volume_load.h"

/** Makes 3D textures of vectors and of their lengths. */
bool samples_upload(const volume *v, uint32_t *vectors, uint32_t *speeds);

/** The smallest and the largest speed, and the longest curl, by the differences of HPYR_FLOW_KIND_VORTICITY. Numbers that are
 *  not finite are left out. */
void samples_survey(const float *vectors, const uint32_t size[3], const float spacing[3], const bool periodic[3],
                    double *slowest, double *fastest, double *most_curl);

#endif
