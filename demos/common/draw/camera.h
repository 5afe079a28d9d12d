/* camera.h - an orbiting camera and the matrices that the demos need.  SPDX-License-Identifier: MIT */
#ifndef DEMO_CAMERA_H
#define DEMO_CAMERA_H

#include <stdbool.h>

/** Looks at `target` from a sphere around it; y is up. Angles in radians. */
typedef struct camera {
    float azimuth, elevation; /* 0, 0 looks along -z */
    float zoom;               /* 1 shows a sphere of `radius` in full */
    float radius;
    float target[3];
} camera;

typedef struct camera_matrices {
    float view[16], view_projection[16]; /* column by column */
    float eye[3];
    float pixels_per_unit; /* of a length that lies across the view at distance 1 */
    float near_plane;      /* what is nearer to the eye is not drawn */
    float depth[2];        /* of a fragment, 0 to 1: depth[0] + depth[1] / distance along the view */
} camera_matrices;

/** `drag` in pixels; a drag over 500 pixels turns by about 115 degrees. */
void camera_orbit(camera *c, float drag_x, float drag_y);
void camera_wheel(camera *c, float notches);
void camera_look(const camera *c, int width, int height, camera_matrices *out);

/** Sets the radius so that a box of these half sides about the target stays in every picture at this elevation and zoom 1, however
 *  it turns about y. */
void camera_fit(camera *c, const float half[3]);

/** One ring of what turns about the y axis through the target: its height above the target and its radius. */
typedef struct camera_ring {
    float height, radius;
} camera_ring;

/** Sets the radius, and the target's height, so that all rings fill a picture of this size and none leaves it at this elevation and
 *  zoom 1: as much room is left above as below. */
void camera_fit_rings(camera *c, const camera_ring *rings, int count, int width, int height);

/** Sets the radius so that the box with these corners fills a picture of this size and stays in it, as the camera stands. */
void camera_fit_corners(camera *c, const float low[3], const float high[3], int width, int height);

/** The ray through a point of the picture, in pixels from its lower left corner: from the eye, of unit length. */
void camera_ray(const camera *c, int width, int height, float x, float y, float origin[3], float direction[3]);

/** A turn by `angle` about y, after a uniform scale. */
void camera_turn_y(float angle, float scale, float out[16]);

#endif
