/* engine.h - what makes a surface's mesh; surface.c is all that uses it.  SPDX-License-Identifier: MIT */
#ifndef ISOSURFACE_ENGINE_H
#define ISOSURFACE_ENGINE_H

#include "surface.h"

bool engine_create(surface *s);
void engine_destroy(surface *s);
/** The mesh of the last run where it is in no buffers. */
bool engine_download(surface *s, hpyr_mesh_vertex *vertices);

#endif
