/* mesh_reading.h - what the readers of all formats of meshes share.  SPDX-License-Identifier: MIT */
#ifndef DEMO_MESH_READING_H
#define DEMO_MESH_READING_H

#include "common/files/error.h"
#include "common/mesh/mesh.h"

#include <stdio.h>

/** Room for so many, zeroed, as mesh_allocate makes it. False with one line where there are none, too many, or no memory for them. */
bool mesh_allocate_read(mesh *out, const char *path, uint64_t vertices, uint64_t triangles);

/** Adds triangles behind those that the mesh has parts for; neighbors that look alike share a part. There must be room for it. */
void mesh_add_part(mesh *m, uint64_t first, uint64_t count, int32_t texture, float gloss);

/** False with one line where no triangle has finite corners and an area. */
bool mesh_check_usable(const mesh *m, const char *path);

/** What follows the last slash of either kind. */
const char *mesh_last_part(const char *path);

/** A picture that a model names: as written, seen from the model's folder; else, for paths of another machine, the file of that name
 *  beside the model. False with the reason, which does not name it. */
bool mesh_read_texture(const char *model, const char *name, mesh_texture *out);

/** A library of materials that a Wavefront OBJ names, or the one of the model's own name. NULL, and a warning, where there is neither. */
FILE *mesh_open_library(const char *model, const char *name, warn_fn warn);

/** The gloss of a highlight as Phong's formula has it: its exponent, above 0, and how bright it is. */
float mesh_gloss(float exponent, float brightness);

/** A part of a color, from 0 to 1; what is beyond them is cut off. */
uint8_t mesh_byte(float value);

#endif
