/* hostile.h - a caller that left GL in the worst possible state.  SPDX-License-Identifier: MIT */
#ifndef TEST_HOSTILE_H
#define TEST_HOSTILE_H

#include <stdbool.h>

typedef struct hostile hostile;

/** Makes the objects of the hostile caller; the state is GL's default before and after. He knows what the context has, or GL 2.1
 *  or OpenGL ES 3.0 alone: `gl` is what env_gl answers. */
hostile *hostile_create(int gl);
void hostile_destroy(hostile *h);

/** Sets every piece of state to something that breaks a pass which does not protect itself. */
void hostile_apply(hostile *h);

/** Pauses the transform feedback that runs on OpenGL ES, for calls that change the program: GL forbids that while it runs. */
void hostile_pause(hostile *h);

/** Back to GL's defaults, all but the program and what is bound to texture units. */
void hostile_calm(hostile *h);

/** Back to GL's defaults, all of it. */
void hostile_remove(hostile *h);

/** False, with a line on stderr, where somebody wrote into the hostile caller's buffers or textures. */
bool hostile_contents_intact(hostile *h);

#endif
