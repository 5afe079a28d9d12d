/* output.h - the leaves in files.  SPDX-License-Identifier: MIT */
#ifndef QUADTREE_OUTPUT_H
#define QUADTREE_OUTPUT_H

#include "scene.h"

/** Writes a line `x,y,size,value` for each leaf, under one with these words. x and y are those of the lower left pixel, from the
 *  lower left corner of the image. `value` has a number from 0 to 255 of gray images, else red, green and blue and, where
 *  something is transparent, alpha, with a blank between two. */
bool output_csv(const subject *s, const char *path);

/** Writes a picture of the leaves with `scale` x `scale` pixels for each of the image. 0 is 4, or less so that no side is above 8192
 *  pixels or what this OpenGL has. */
bool output_png(scene *drawn, const scene_state *state, uint32_t scale, const char *path);

#endif
