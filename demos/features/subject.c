/* subject.c - an image, and a finder of its size.  SPDX-License-Identifier: MIT */
#include "subject.h"

#include "card.h"

#include "common/draw/image_texture.h"
#include "common/files/image.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t *read_pixels(subject *s, const char *path) {
    snprintf(s->name, sizeof s->name, "%s", path ? path : "card");
    if (path) {
        uint8_t *rgba = image_read(path, &s->size[0], &s->size[1]);
        if (!rgba)
            error_set("%s: %s", path, error_text());
        return rgba;
    }
    uint8_t *rgba = memory_zeroed((size_t)CARD_WIDTH * CARD_HEIGHT * 4);
    if (rgba)
        card_draw(rgba);
    s->size[0] = CARD_WIDTH;
    s->size[1] = CARD_HEIGHT;
    return rgba;
}

bool subject_load(subject *s, library *l, const char *path) {
    uint8_t *rgba = read_pixels(s, path);
    bool ok = rgba && finder_open(&s->finder, l, s->size[0], s->size[1]);
    s->texture = ok ? image_texture_create(l->gl, rgba, s->size[0], s->size[1], false) : 0;
    free(rgba);
    return s->texture != 0;
}

void subject_free(subject *s) {
    finder_close(&s->finder);
    if (s->texture)
        glDeleteTextures(1, &s->texture);
    memset(s, 0, sizeof *s);
}
