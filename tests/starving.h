/* starving.h - lets memory run out, in tests that are linked with starving.c.  SPDX-License-Identifier: MIT */
#ifndef TEST_STARVING_H
#define TEST_STARVING_H

#include "harness.h"

/** From now on `passing` allocations succeed, the next one fails, and those after it succeed. With `textures` these are
 *  textures that get their memory, else allocations by the context of the env. A `passing` below 0: none fails. */
void starving_begin(bool textures, int passing);

/** From now on nothing fails. */
void starving_end(void);

/** How many textures, buffers and framebuffers there are. */
uint32_t starving_objects(void);

/** Calls of the library that may run out of memory, and what is looked at after them. */
typedef struct starving {
    void *desk;                                                               /* of the three functions */
    hpyr_result (*attempt)(env *e, void *desk);                               /* nothing but the calls */
    void (*after)(env *e, void *desk, hpyr_result result, bool is_looked_at); /* destroys what they have made */
    int look_every;                     /* `is_looked_at` is true after so many failures, and after what did not fail */
    void (*before)(env *e, void *desk); /* or NULL */
} starving;

/** One allocation after the other fails, and then one texture after the other, until nothing fails any more: the calls must say so, and
 *  no object of GL's may be left. There must be as many places as the caller knows. */
void starving_check(env *e, const starving *s, int allocations, int textures);

#endif
