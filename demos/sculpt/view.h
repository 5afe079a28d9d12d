/* view.h - from where a cloud is seen, and what lies under a place of the picture.  SPDX-License-Identifier: MIT */
#ifndef SCULPT_VIEW_H
#define SCULPT_VIEW_H

#include "common/draw/camera.h"
#include "sculpt/clay.h"

/** Places of a picture are x, y: -1 to 1 is the square in its middle whose side is the shorter one of the picture, x to the right and y
 *  up. So they do not depend on the picture's size. */
typedef struct view {
    camera camera;   /* in a box where the points lie within -1 to 1 */
    float center[3]; /* the box's middle in the points' coordinates, */
    float scale;     /* and how much larger coordinates are there */
} view;

/** A wide picture goes on beyond -1 and 1; nothing is farther out than this. */
#define VIEW_EDGE 3.0

/** The same in the points' coordinates. */
typedef struct view_axes {
    double eye[3], right[3], up[3], forward[3];
    double tangent; /* x = 1 at distance 1 along `forward` is so far to the right */
} view_axes;

/** All of the points fill the picture at zoom 1. Angles and zoom stay; a zoom of 0 becomes 1. */
void view_fit(view *v, const clay *c);

/** Degrees, as --turn and --rise have them; 0 0 looks along -z. */
void view_turn(view *v, double turn, double rise, double zoom);

view_axes view_axes_of(const view *v);

/** The ray through a place: distance 1 along `forward`. */
void view_ray(const view_axes *a, double x, double y, double ray[3]);

/** Where a point is seen, and its distance along `forward`. */
void view_project(const view_axes *a, const float point[3], double *x, double *y, double *distance);

/** The distances of the box around the points. What is behind the eye is left out. */
void view_range(const view_axes *a, const clay *c, double *nearest, double *farthest);

#endif
