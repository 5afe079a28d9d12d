/* voxels_cells.c - a set of cells, so that point lists in different orders can be compared.  SPDX-License-Identifier: MIT */
#include "voxels_cells.h"

#include "common/draw/draw.h"
#include "common/platform/gl.h"
#include "common/platform/readback.h"

#include <stdlib.h>
#include <string.h>

bool cell_set_create(cell_set *set, const uint32_t grid[3]) {
    set->width = grid[0];
    set->height = grid[1];
    set->depth = grid[2];
    set->word_count = (size_t)grid[0] * grid[1] * (((size_t)grid[2] + 127) / 128) * 4;
    set->words = calloc(set->word_count, sizeof *set->words);
    return set->words || error_set("out of memory for a set of %ux%ux%u cells", (unsigned)grid[0], (unsigned)grid[1],
                                   (unsigned)grid[2]);
}

void cell_set_destroy(cell_set *set) {
    free(set->words);
    memset(set, 0, sizeof *set);
}

bool cell_set_read_volume(cell_set *set, const pipeline *p) {
    if (p->volume.format != HPYR_FORMAT_RGBA32UI || p->volume.width != set->width || p->volume.height != set->height ||
        (size_t)set->width * set->height * p->volume.depth * 4 != set->word_count)
        return error_set("the bits of the volume are not arranged as the benchmark reads them");
    const readback_source source = {GL_TEXTURE_2D_ARRAY, p->volume.name, 0, set->width, set->height, p->volume.depth};
    return (readback_texels(p->library->gl, &source, GL_RGBA_INTEGER, GL_UNSIGNED_INT, set->words) ||
            error_set("reading the volume's bits back: out of memory")) &&
           draw_check("reading the volume's bits back");
}

/* The word that holds the point's cell; NULL outside of the grid, and for a second output of a cell. */
static uint32_t *find(const cell_set *set, const hpyr_point *p) {
    if (p->x >= set->width || p->y >= set->height || p->z >= set->depth || p->remainder != 0)
        return NULL;
    size_t texel = ((size_t)(p->z / 128) * set->height + p->y) * set->width + p->x;
    return &set->words[texel * 4 + p->z / 32 % 4];
}

bool cell_set_add(cell_set *set, const hpyr_point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *word = find(set, &points[i]), bit = 1u << points[i].z % 32;
        if (!word || (*word & bit))
            return false;
        *word |= bit;
    }
    return true;
}

bool cell_set_tick_off(cell_set *set, const hpyr_point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *word = find(set, &points[i]), bit = 1u << points[i].z % 32;
        if (!word || !(*word & bit))
            return false;
        *word &= ~bit;
    }
    uint32_t left = 0;
    for (size_t i = 0; i < set->word_count; i++)
        left |= set->words[i];
    return left == 0;
}
