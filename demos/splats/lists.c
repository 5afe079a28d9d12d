/* lists.c - the splats' order and centers in files.  SPDX-License-Identifier: MIT */
#include "lists.h"

#include "common/files/little_endian.h"
#include "common/files/memory.h"
#include "common/files/outfile.h"

#include <stdlib.h>

enum { PER_BLOCK = 4096 };

bool lists_save_order(const char *path, const scene *drawn, uint32_t count) {
    uint8_t block[4 * PER_BLOCK];
    uint32_t *order = memory_zeroed((size_t)count * sizeof *order);
    bool ok = order && scene_read_order(drawn, order);
    outfile *file = ok ? outfile_open(path) : NULL;
    for (size_t first = 0; file && first < count; first += PER_BLOCK) {
        uint8_t *end = block;
        for (size_t i = first; i < count && i < first + PER_BLOCK; i++)
            end = put_word(end, order[i]);
        outfile_write(file, block, (size_t)(end - block));
    }
    free(order);
    return file && outfile_close(file, true);
}

bool lists_save_positions(const char *path, const splat_cloud *c) {
    uint8_t block[12 * PER_BLOCK];
    outfile *file = outfile_open(path);
    for (size_t first = 0; file && first < c->count; first += PER_BLOCK) {
        uint8_t *end = block;
        for (size_t i = first; i < c->count && i < first + PER_BLOCK; i++)
            end = put_three_floats(end, c->centers + 3 * i);
        outfile_write(file, block, (size_t)(end - block));
    }
    return file && outfile_close(file, true);
}
