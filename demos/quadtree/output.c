/* output.c - the leaves in files.  SPDX-License-Identifier: MIT */
#include "output.h"

#include "common/files/error.h"
#include "common/files/image.h"
#include "common/files/outfile.h"
#include "common/platform/gl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEFAULT_SCALE = 4, MOST_DEFAULT_SIDE = 8192 };

bool output_csv(const subject *s, const char *path) {
    static const char HEADING[] = "x,y,size,value\n";
    outfile *file = outfile_open(path);
    if (!file)
        return false;
    outfile_write(file, HEADING, sizeof HEADING - 1);
    for (uint32_t i = 0; i < s->leaf_count; i++) {
        const hpyr_quadtree_leaf *leaf = &s->leaves[i];
        char line[160];
        int length =
            snprintf(line, sizeof line, "%u,%u,%u", (unsigned)leaf->x, (unsigned)leaf->y, (unsigned)leaf->size);
        for (int c = 0; c < s->channels; c++)
            length += snprintf(line + length, sizeof line - (size_t)length, "%c%g", c == 0 ? ',' : ' ',
                               subject_number(leaf, c));
        line[length++] = '\n';
        outfile_write(file, line, (size_t)length);
    }
    return outfile_close(file, true);
}

/* The largest one up to 4 with which a picture has no side above `most`, but at least 1. */
static uint32_t default_scale(const uint32_t size[2], uint32_t most) {
    const uint32_t side = size[0] > size[1] ? size[0] : size[1], scale = most / side;
    return scale < 1 ? 1 : scale < MOST_DEFAULT_SCALE ? scale : MOST_DEFAULT_SCALE;
}

bool output_png(scene *drawn, const scene_state *state, uint32_t scale, const char *path) {
    const uint32_t *size = state->subject->size;
    scene_state leaves = *state;
    GLint largest = 0;
    memset(&leaves.view, 0, sizeof leaves.view);
    leaves.shown = SHOWN_LEAVES;
    leaves.raised = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    if (!scale)
        scale = default_scale(size, (uint32_t)largest < MOST_DEFAULT_SIDE ? (uint32_t)largest : MOST_DEFAULT_SIDE);
    const uint32_t width = size[0] * scale, height = size[1] * scale;
    if (width > (uint32_t)largest || height > (uint32_t)largest)
        return error_set("%s: %ux%u pixels; this OpenGL allows %dx%d: choose a smaller --scale", path, (unsigned)width,
                         (unsigned)height, (int)largest, (int)largest);
    uint8_t *rgb = scene_picture(drawn, &leaves, (int)width, (int)height);
    bool ok = rgb && image_write_png(path, rgb, width, height);
    free(rgb);
    return ok;
}
