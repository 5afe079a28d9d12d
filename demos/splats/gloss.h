/* gloss.h - looks of splats of a mesh: light that they mirror, and strokes of a brush.  SPDX-License-Identifier: MIT */
#ifndef SPLATS_GLOSS_H
#define SPLATS_GLOSS_H

#include "splats/cloud.h"

/** Of the harmonics that are added. */
enum { GLOSS_DEGREE = 3 };

/** Makes a cloud of degree 0 one of GLOSS_DEGREE: each splat mirrors a lamp above and in front, and is brighter where it is seen at a
 *  grazing angle. Colors stay, or become those of a glaze, copper below and blue above. Normals are the splats' own z axes. False with one line where memory does not suffice. */
bool gloss_add(splat_cloud *c, bool has_colors);

/** Turns round flat splats about their thin axis, stretches them, gives each a tone of its own and keeps their areas; `stretch` of 1 leaves
 *  them as they are. The same cloud becomes the same strokes. */
void brush_cloud(splat_cloud *c, float stretch);

#endif
