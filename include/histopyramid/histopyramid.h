/* histopyramid.h - the whole public API.  SPDX-License-Identifier: MIT
 *
 *     input texture --discriminator--> counts per cell --reduction--> pyramid of sums --traversal(key)--> (cell, remainder)
 *
 * The words and the mechanism: Ziegler, Tevs, Theobalt, Seidel, "On-the-fly Point Clouds through Histogram Pyramids" (2006).
 *
 * Conventions of every header: handles come from `_create` and go to `_destroy` (NULL is legal there); a zero in a
 * descriptor means the documented default; GL names and enums are uint32_t, so that you keep your own loader; the volume
 * is always [-1,1]^3, cell (i,j,k) of X x Y x Z spans -1+2i/X .. -1+2(i+1)/X and so on; texture row 0 is the bottom. */
#ifndef HPYR_HISTOPYRAMID_H
#define HPYR_HISTOPYRAMID_H

#include <histopyramid/context.h>
#include <histopyramid/discriminator.h>
#include <histopyramid/flat3d.h>
#include <histopyramid/isosurface.h>
#include <histopyramid/pyramid.h>
#include <histopyramid/texture.h>
#include <histopyramid/timer.h>
#include <histopyramid/voxelizer.h>

#endif
