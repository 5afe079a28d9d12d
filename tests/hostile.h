/* hostile.h - a caller that left GL in the worst possible state.  SPDX-License-Identifier: MIT */
#ifndef TEST_HOSTILE_H
#define TEST_HOSTILE_H

#include <stdbool.h>

typedef struct hostile hostile;

/** Makes the objects of the hostile caller; the state is GL's default before and after. `gl21`: he knows GL 2.1 only. */
hostile *hostile_create(bool gl21);
void hostile_destroy(hostile *h);

/** Sets every piece of state to something that breaks a pass which does not protect itself. */
void hostile_apply(hostile *h);

/** Back to GL's defaults, all but the program and what is bound to texture units. */
void hostile_calm(hostile *h);

/** Back to GL's defaults, all of it. */
void hostile_remove(hostile *h);

/** False, with a line on stderr, where somebody wrote into the hostile caller's buffers or textures. */
bool hostile_contents_intact(hostile *h);

#endif
