/* views.h - the four pictures of the paper's figure 1.  SPDX-License-Identifier: MIT */
#ifndef DICER_VIEWS_H
#define DICER_VIEWS_H

#include "panels.h"

#include "common/draw/camera.h"
#include "common/draw/draw.h"
#include "common/voxels/pipeline.h"

typedef struct views views;

/** What is to be seen. `pipeline` has run and has its list texture. */
typedef struct view_state {
    const draw_mesh *mesh;
    const pipeline *pipeline;
    float model[16]; /* the transform of that run */
    camera camera;   /* where from, and how near; target and radius follow the pictures' sizes */
    bool turns;      /* the model about the y axis: then there is room for all of its turn */
    uint32_t slice;
    double ms; /* of voxelize, build and extract, for the caption */
} view_state;

/** Keeps `painter`. NULL on failure. */
views *views_create(const painter *painter);
void views_destroy(views *v);

/** The camera that figure 1 looks through: a little from above and from the right, the mesh in full. */
camera views_default_camera(void);

/** Draws all four into `framebuffer`, side by side where it is wide, two by two else. `fine` doubles the resolution
 *  that is drawn at. */
bool views_draw(views *v, const view_state *state, uint32_t framebuffer, int width, int height, bool fine);

/** A slice that shows much: the one with the largest product of its voxel count and their bounding rectangle, the last
 *  of equals. */
uint32_t views_best_slice(const pipeline *p);

#endif
