/* subject.c - an image, and a finder of its size.  SPDX-License-Identifier: MIT */
#include "subject.h"

#include "common/draw/image_texture.h"
#include "common/files/image.h"
#include "common/platform/gl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool subject_load(subject *s, library *l, const char *path, char *error, size_t error_size) {
    char reason[ERROR_SIZE];
    uint8_t *rgba = image_read(path, &s->size[0], &s->size[1], reason, sizeof reason);
    if (!rgba)
        return error_set(error, error_size, "%s: %s", path, reason);
    snprintf(s->name, sizeof s->name, "%s", path);
    bool ok = finder_open(&s->finder, l, s->size[0], s->size[1], error, error_size);
    s->texture = ok ? image_texture_create(l->gl, rgba, s->size[0], s->size[1], false, error, error_size) : 0;
    free(rgba);
    return s->texture != 0;
}

void subject_free(subject *s) {
    finder_close(&s->finder);
    if (s->texture)
        glDeleteTextures(1, &s->texture);
    memset(s, 0, sizeof *s);
}
