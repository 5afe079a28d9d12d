/* deform.h - the model before the impact: it spins, twists and pulses.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_DEFORM_H
#define HEARTBREAKER_DEFORM_H

#include "common/mesh/draw_mesh.h"

/** Motions are sums of these; 0 stands still. A heart beats, and turns so that it is seen from all sides. */
enum {
    MOTION_SPIN = 1,
    MOTION_TWIST = 2,
    MOTION_PULSE = 4,
    MOTION_HEARTBEAT = MOTION_SPIN + MOTION_PULSE,
    MOTION_ALL = MOTION_SPIN + MOTION_TWIST + MOTION_PULSE
};

/** A mesh that changes its shape: the fitted original, and as it is now. Zero it first. */
typedef struct deform {
    draw_mesh mesh;             /* what to draw and to voxelize; radius and center are those of the whole motion */
    float *rest, *rest_normals; /* three floats a vertex */
    float *now, *now_normals;
    uint32_t *indices;
    uint32_t vertex_count, triangle_count;
    float low, high; /* y of the mesh at rest */
    bool is_moved;   /* `now` is another shape than `rest` */
} deform;

bool deform_create(deform *s, const mesh *m, const mesh_fit *fit, int gl);
void deform_destroy(deform *s);

/** The shape at `time` seconds; positions and normals go to GL. Nothing to do where nothing moves and nothing moved before. */
bool deform_at(deform *s, int motion, double time);

/** Where a ray first meets the mesh as it is now; false where it misses. */
bool deform_pick(const deform *s, const float origin[3], const float direction[3], float point[3]);

#endif
