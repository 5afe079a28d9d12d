/* shapes.h - clouds that are made: exact samples of simple solids.  SPDX-License-Identifier: MIT */
#ifndef SCULPT_SHAPES_H
#define SCULPT_SHAPES_H

#include "sculpt/clay.h"

/** | shape  | what it is                                                                                                    |
 *  |--------|---------------------------------------------------------------------------------------------------------------|
 *  | sphere | radius 1 around the origin                                                                                    |
 *  | torus  | around y: the ring's radius is 0.7, the tube's 0.3                                                            |
 *  | caps   | two spheres of radius 0.5 beside each other on x, without the caps that face each other                       |
 *  | comb   | a bar along x with five fingers up y, and without the patches on which neighbors face each other near the tips | */
extern const char *const SHAPE_NAMES[];

enum { SHAPE_SPHERE, SHAPE_TORUS, SHAPE_CAPS, SHAPE_COMB };
enum { SHAPE_POINTS = 40000 };

/** A shape of about `points` points; all are anchors. False for an unknown name. */
bool shape_make(const char *name, uint32_t points, clay *out);

bool shape_is_known(const char *name);

#endif
