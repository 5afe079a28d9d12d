/* subject.h - an image, and a finder of its size.  SPDX-License-Identifier: MIT */
#ifndef FEATURES_SUBJECT_H
#define FEATURES_SUBJECT_H

#include "finder.h"

/** Zero it first, and free it after a failure too. */
typedef struct subject {
    char name[512]; /* of the file */
    uint32_t size[2];
    uint32_t texture; /* RGBA8 */
    finder finder;
} subject;

/** A PNG, a JPEG, or what else stb_image reads; NULL is a card with discs and squares. */
bool subject_load(subject *s, library *l, const char *path);
void subject_free(subject *s);

#endif
