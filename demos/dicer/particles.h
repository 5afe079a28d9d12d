/* particles.h - the cloud: a particle for every voxel, as a point or as a quad.  SPDX-License-Identifier: MIT */
#ifndef DICER_PARTICLES_H
#define DICER_PARTICLES_H

#include "common/draw/camera.h"
#include "common/draw/draw.h"
#include "common/voxels/pipeline.h"

/** The demo's .glsl files. */
extern const demo_shader_file dicer_shaders[];

typedef struct particles particles;

/** What is to be seen, and from where. */
typedef struct particle_scene {
    const pipeline *pipeline;
    const draw_mesh *mesh;
    const float *model; /* the transform of that run: 16 floats */
    const camera *look;
    const camera_matrices *matrices;
    int width, height;   /* of the viewport */
    int factor;          /* of its pixels for one of the screen's */
    uint32_t last;       /* slice to show */
    bool is_backdrop;    /* points are good enough, and a sixth of the vertices of quads */
    const float *tint;   /* four floats: replaces the colors by its alpha */
    uint32_t first_unit; /* texture units from there on are taken */
} particle_scene;

/** NULL on failure. */
particles *particles_create(const painter *painter);
void particles_destroy(particles *p);

/** Before particles_draw: the program of quads contains the GLSL of their pyramid. */
bool particles_prepare(particles *p, const painter *painter, const pipeline *from);

/** Points from the list in its buffer; quads, where the pipeline has them, straight from the pyramid of clones. */
hpyr_result particles_draw(const particles *p, const painter *painter, const particle_scene *scene);

#endif
