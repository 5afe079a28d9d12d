/* hybrid.c - the paper's competitor: read back, scan on the CPU, upload. Compiled with -O3.  SPDX-License-Identifier: MIT */
#include "common/voxels/hybrid.h"

#include "common/draw/draw.h"
#include "common/files/clock.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

bool hybrid_create(hybrid *h, const pipeline *p) {
    size_t bytes = (size_t)p->volume.width * p->volume.height * 4;
    h->capacity = p->total + 1;
    h->pixels = malloc(bytes);
    h->points = malloc((size_t)h->capacity * sizeof *h->points);
    if (!h->pixels || !h->points)
        return error_set("out of memory for %ux%u texels", (unsigned)p->volume.width, (unsigned)p->volume.height);
    memset(h->pixels, 0, bytes); /* so that the first run does not pay for fresh pages */
    h->gl = p->library->gl;
    h->framebuffer = framebuffer_of(h->gl, p->volume.name);
    if (!h->framebuffer)
        return error_set("OpenGL cannot read the volume of slices back");
    glGenBuffers(1, &h->buffer);
    glBindBuffer(GL_ARRAY_BUFFER, h->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)h->capacity * sizeof *h->points), NULL, GL_DYNAMIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return draw_check("preparing the CPU's scan");
}

void hybrid_destroy(hybrid *h) {
    if (h->framebuffer) { /* else GL may not even be loaded */
        framebuffer_delete(h->gl, &h->framebuffer);
        glDeleteBuffers(1, &h->buffer);
    }
    free(h->pixels);
    free(h->points);
    memset(h, 0, sizeof *h);
}

/* Most lines are empty. Counting first is a loop that compilers turn into SIMD, which makes the competitor twice as
 * fast. */
static uint32_t count_line(const uint8_t *texels, uint32_t width) {
    uint32_t count = 0;
    for (uint32_t x = 0; x < width; x++)
        count += texels[x * (size_t)4 + 3] == 255;
    return count;
}

/* The classic loop over the volume on the CPU (Ziegler et al. 2006, section 9, table 2): one thread, line by line, no hand-written
 * SIMD. Appends the cells with alpha 255 to at most `capacity` points, and returns how many there are. */
static uint32_t scan(const uint8_t *rgba, const hpyr_flat3d *map, hpyr_point *points, uint32_t capacity) {
    uint32_t count = 0;
    size_t texture_width = (size_t)map->width * map->tiles_x;
    for (uint32_t row = 0; row < map->height * map->tiles_y; row++) {
        uint32_t y = row % map->height, first_z = row / map->height * map->tiles_x;
        for (uint32_t tile = 0; tile < map->tiles_x && first_z + tile < map->depth; tile++) {
            const uint8_t *texels = rgba + (row * texture_width + (size_t)tile * map->width) * 4;
            if (count_line(texels, map->width) == 0)
                continue;
            for (uint32_t x = 0; x < map->width; x++) {
                if (texels[x * (size_t)4 + 3] == 255) {
                    if (count < capacity)
                        points[count] = (hpyr_point){x, y, first_z + tile, 0};
                    count++;
                }
            }
        }
    }
    return count;
}

bool hybrid_run(hybrid *h, const pipeline *p, double ms[HYBRID_STAGE_COUNT]) {
    framebuffer_bind(h->gl, h->framebuffer);
    glFinish();
    double begin = clock_ms();
    glReadPixels(0, 0, (GLsizei)p->volume.width, (GLsizei)p->volume.height, GL_RGBA, GL_UNSIGNED_BYTE, h->pixels);
    glFinish();
    double read = clock_ms();
    h->count = scan(h->pixels, &p->map, h->points, h->capacity);
    double scanned = clock_ms();
    uint32_t stored = h->count < h->capacity ? h->count : h->capacity;
    glBindBuffer(GL_ARRAY_BUFFER, h->buffer);
    glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)((size_t)stored * sizeof *h->points), h->points);
    glFinish();
    double end = clock_ms();
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    framebuffer_bind(h->gl, 0);
    ms[HYBRID_READBACK] = read - begin;
    ms[HYBRID_SCAN] = scanned - read;
    ms[HYBRID_UPLOAD] = end - scanned;
    ms[HYBRID_TOTAL] = end - begin;
    if (!draw_check("the CPU's scan"))
        return false;
    if (h->count != p->total) {
        return error_set("the CPU's scan finds %u points, the pyramid %u: one of them is wrong", (unsigned)h->count,
                         (unsigned)p->total);
    }
    return true;
}

bool hybrid_measure(hybrid *h, const pipeline *p, uint32_t runs, double ms[HYBRID_STAGE_COUNT]) {
    double *table = malloc((size_t)runs * HYBRID_STAGE_COUNT * sizeof *table), one[HYBRID_STAGE_COUNT];
    bool ok = (table || error_set("out of memory for %u runs", (unsigned)runs)) && (runs == 1 || hybrid_run(h, p, one));
    for (uint32_t run = 0; ok && run < runs; run++) {
        ok = hybrid_run(h, p, one);
        for (int i = 0; i < HYBRID_STAGE_COUNT; i++)
            table[(size_t)i * runs + run] = one[i];
    }
    for (int i = 0; ok && i < HYBRID_STAGE_COUNT; i++)
        ms[i] = median_of(table + (size_t)i * runs, runs);
    free(table);
    return ok;
}
