/* text.h - lines of text as triangles.  SPDX-License-Identifier: MIT */
#ifndef DEMO_TEXT_H
#define DEMO_TEXT_H

#include <stddef.h>

/** Triangles of a line of text, two floats a vertex, y up, the first baseline's left end at (0,0), capitals 7 units
 *  high. Returns the number of vertices, at most `capacity`. */
size_t draw_text(const char *text, float (*vertices)[2], size_t capacity);
float draw_text_width(const char *text);

#endif
