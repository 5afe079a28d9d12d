/* hybrid.c - the paper's competitor: read back, scan on the CPU, upload.  SPDX-License-Identifier: MIT */
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

bool hybrid_run(hybrid *h, const pipeline *p, double ms[HYBRID_STAGE_COUNT]) {
    framebuffer_bind(h->gl, h->framebuffer);
    glFinish();
    double begin = clock_ms();
    glReadPixels(0, 0, (GLsizei)p->volume.width, (GLsizei)p->volume.height, GL_RGBA, GL_UNSIGNED_BYTE, h->pixels);
    glFinish();
    double read = clock_ms();
    h->count = hybrid_scan(h->pixels, &p->map, h->points, h->capacity);
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
