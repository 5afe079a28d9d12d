/* subject.h - what is diced: a model file or the teapot, fitted into the volume.  SPDX-License-Identifier: MIT */
#ifndef DICER_SUBJECT_H
#define DICER_SUBJECT_H

#include "common/files/error.h"
#include "common/mesh/draw_mesh.h"
#include "common/mesh/mesh.h"

/** Zero it first. */
typedef struct subject {
    char *name; /* the path as given, or "teapot" */
    mesh mesh;
    mesh_fit fit;
    draw_mesh drawn; /* after subject_upload */
} subject;

/** Newell's teapot where `path` is NULL. `fits` brings a file's mesh to nine tenths of the volume. subject_free it after a
 *  failure too. */
bool subject_load(subject *s, const char *path, bool fits, warn_fn warn);
/** Into buffers of the OpenGL that is current. */
bool subject_upload(subject *s, int gl);
void subject_free(subject *s);

/** Whether nothing of the mesh is in the volume. */
bool subject_misses_volume(const subject *s);

#endif
