/* occlusion.c - what lies inside, coarsely, for shading what little light reaches.  SPDX-License-Identifier: MIT */
#include "occlusion.h"

#include "common/draw/draw.h"
#include "common/files/error.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST = 64, /* cells a side: an update shall cost less than a surface */
    KINDS = 2     /* inside and outside; past the faces, where the border is, is neither, and in no light's way */
};

/* Cells that are nearly cubes, and no more than there are samples. */
static void choose_size(const volume *v, uint32_t size[3], float *cell) {
    float extent[3], longest = 0;
    for (int a = 0; a < 3; a++) {
        extent[a] = fabsf(v->spacing[a]) * (float)v->size[a];
        longest = fmaxf(longest, extent[a]);
    }
    *cell = 0;
    for (int a = 0; a < 3; a++) {
        float wanted = fminf(floorf(LONGEST * extent[a] / longest + 0.5f), (float)v->size[a]);
        size[a] = wanted > 1 ? (uint32_t)wanted : 1;
        *cell = fmaxf(*cell, 2 * extent[a] / longest / (float)size[a]);
    }
}

static bool resize(occlusion *o, const volume *v) {
    uint32_t size[3];
    float cell;
    choose_size(v, size, &cell);
    if (o->texture && memcmp(size, o->size, sizeof size) == 0) {
        o->cell = cell;
        return true;
    }
    occlusion_free(o);
    o->cell = cell;
    memcpy(o->size, size, sizeof size);
    o->cells = malloc((size_t)size[0] * size[1] * size[2] * KINDS);
    if (!o->cells)
        return error_set("out of memory for a picture");
    glGenTextures(1, &o->texture);
    glBindTexture(GL_TEXTURE_3D, o->texture);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    draw_border(o->gl, GL_TEXTURE_3D);
    glBindTexture(GL_TEXTURE_3D, 0);
    return true;
}

/* The sample in the middle of a cell. */
static uint32_t sample_of(uint32_t cell, uint32_t cells, uint32_t samples) {
    return (uint32_t)(((uint64_t)2 * cell + 1) * samples / (2 * (uint64_t)cells));
}

bool occlusion_update(occlusion *o, const volume *v, double iso) {
    if (!resize(o, v))
        return false;
    uint8_t *next = o->cells;
    for (uint32_t z = 0; z < o->size[2]; z++) {
        for (uint32_t y = 0; y < o->size[1]; y++) {
            uint64_t row =
                ((uint64_t)sample_of(z, o->size[2], v->size[2]) * v->size[1] + sample_of(y, o->size[1], v->size[1])) *
                v->size[0];
            for (uint32_t x = 0; x < o->size[0]; x++) {
                bool is_inside = volume_value(v, row + sample_of(x, o->size[0], v->size[0])) >= iso;
                *next++ = is_inside ? 255 : 0;
                *next++ = is_inside ? 0 : 255;
            }
        }
    }
    glBindTexture(GL_TEXTURE_3D, o->texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage3D(GL_TEXTURE_3D, 0, o->gl < 33 ? GL_LUMINANCE8_ALPHA8 : GL_RG8, (GLsizei)o->size[0], (GLsizei)o->size[1],
                 (GLsizei)o->size[2], 0, o->gl < 33 ? GL_LUMINANCE_ALPHA : GL_RG, GL_UNSIGNED_BYTE, o->cells);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    framebuffer_mipmaps(o->gl, GL_TEXTURE_3D);
    glBindTexture(GL_TEXTURE_3D, 0);
    return draw_check("shading the surface");
}

void occlusion_place(const volume *v, float matrix[9], float offset[3]) {
    memset(matrix, 0, 9 * sizeof *matrix);
    for (int a = 0; a < 3; a++) {
        int c = v->axes[a] ? v->axes[a] - 1 : a;
        float samples = (float)v->size[a];
        matrix[3 * c + a] = 1 / (v->spacing[a] * samples); /* column by column */
        offset[a] = 0.5f / samples - v->origin[a] / (v->spacing[a] * samples);
    }
}

void occlusion_free(occlusion *o) {
    int gl = o->gl;
    if (o->texture) /* else GL may not even be loaded */
        glDeleteTextures(1, &o->texture);
    free(o->cells);
    memset(o, 0, sizeof *o);
    o->gl = gl;
}
