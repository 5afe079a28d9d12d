/* hybrid.h - the paper's competitor: read back, scan on the CPU, upload.  SPDX-License-Identifier: MIT */
#ifndef DEMO_HYBRID_H
#define DEMO_HYBRID_H

#include "common/voxels/pipeline.h"

enum { HYBRID_READBACK, HYBRID_SCAN, HYBRID_UPLOAD, HYBRID_TOTAL, HYBRID_STAGE_COUNT };

typedef struct hybrid {
    int gl;
    uint32_t framebuffer, buffer;
    uint8_t *pixels;
    hpyr_point *points;
    uint32_t capacity;
    uint32_t count; /* points that the last run found */
} hybrid;

/** For a pipeline that has run: it tells the sizes. Zero the hybrid first; hybrid_destroy it after a failure too. */
bool hybrid_create(hybrid *h, const pipeline *p);
void hybrid_destroy(hybrid *h);

/** Milliseconds by stage (Ziegler et al. 2006, table 2). Fails where the count differs from the pipeline's. */
bool hybrid_run(hybrid *h, const pipeline *p, double ms[HYBRID_STAGE_COUNT]);

/** Medians of `runs` runs, each stage by itself, after one that does not count where runs > 1. */
bool hybrid_measure(hybrid *h, const pipeline *p, uint32_t runs, double ms[HYBRID_STAGE_COUNT]);

#endif
