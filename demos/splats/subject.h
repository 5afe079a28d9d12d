/* subject.h - what is looked at: a file of splats, or a mesh that splats are made of.  SPDX-License-Identifier: MIT */
#ifndef SPLATS_SUBJECT_H
#define SPLATS_SUBJECT_H

#include "blend.h"
#include "store.h"

#include "common/draw/camera.h"
#include "common/files/error.h"
#include "common/mesh/mesh.h"
#include "common/platform/library.h"

/** Zero it first. */
typedef struct subject {
    bool is_mesh; /* else its splats are those of a file, and their number is fixed */
    mesh mesh;    /* else empty */
    splat_cloud cloud;
    splat_store store;
    float middle[3], radius; /* of the sphere to look at */
} subject;

/** Newell's teapot where `path` is NULL. `wanted` is about how many splats are made of a mesh, see cloud_mesh.h for `stretch`. subject_free it
 *  after a failure too. */
bool subject_load(subject *s, library *l, const char *path, uint32_t wanted, float stretch, warn_fn warn);
void subject_free(subject *s);

/** Other splats of the same mesh; the old ones stay where this fails. */
bool subject_make_splats(subject *s, library *l, uint32_t wanted, float stretch);

/** From the front and a little from above: a picture of such a size has all of a turning mesh, or most of a file's splats. Files
 *  of splats have y down, as cameras' pictures have; `turns_over` makes it y up, and of meshes y down. */
camera subject_camera(const subject *s, bool turns_over, int width, int height);

/** What a camera of subject_camera's sees, in a picture of so many pixels. */
void subject_look(const subject *s, const camera *from, bool turns_over, int width, int height, splat_camera *out);

#endif
