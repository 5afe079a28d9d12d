/* gloss.h - light that a splat mirrors, which depends on where it is seen from: as spherical harmonics.  SPDX-License-Identifier: MIT */
#ifndef SPLATS_GLOSS_H
#define SPLATS_GLOSS_H

#include "splats/cloud.h"

/** Of the harmonics that are added. */
enum { GLOSS_DEGREE = 3 };

/** Makes a cloud of degree 0 one of GLOSS_DEGREE: each splat mirrors a lamp above and in front, and is brighter where it is seen at a
 *  grazing angle. Colors stay, or become those of a glaze, copper below and blue above. Normals are the splats' own z axes. False with one line where memory does not suffice. */
bool gloss_add(splat_cloud *c, bool has_colors);

#endif
