/* hostile21.h - the hostile caller of GL 2.1, behind the interface of hostile.h.  SPDX-License-Identifier: MIT */
#ifndef TEST_HOSTILE21_H
#define TEST_HOSTILE21_H

#include <stdbool.h>

typedef struct hostile21 hostile21;

hostile21 *hostile21_create(void);
void hostile21_destroy(hostile21 *h);
void hostile21_apply(hostile21 *h);
void hostile21_calm(hostile21 *h);
void hostile21_remove(hostile21 *h);
bool hostile21_contents_intact(hostile21 *h);

#endif
