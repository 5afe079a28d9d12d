/* mesh_file.h - meshes, and points, in files.  SPDX-License-Identifier: MIT */
#ifndef DEMO_MESH_FILE_H
#define DEMO_MESH_FILE_H

#include "common/files/outfile.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mesh_file_vertex {
    float position[3];
    float normal[3];
    uint8_t color[3];
} mesh_file_vertex;

/** Vertices are asked for one by one: there may be many, and no format needs all of one.
 *
 *  | field          | zero means                                       |
 *  |----------------|--------------------------------------------------|
 *  | triangle_count | points                                           |
 *  | indices        | three vertices a triangle, one after the other   |
 *  | comment        | none; one line, in formats that have comments    |
 *  | has_colors     | only positions and normals; only .ply has colors |  */
typedef struct mesh_file {
    size_t vertex_count, triangle_count;
    void (*vertex)(const void *user, size_t index, mesh_file_vertex *out);
    const void *user;
    const uint32_t *indices;
    const char *comment;
    bool has_colors;
} mesh_file;

/** By the ending of `path`:
 *
 *  | .ply | binary little-endian: float x y z, float nx ny nz, the colors where there are any, list uchar int vertex_indices |
 *  | .obj | text: v, vn, f; every vertex has its normal                                                       |
 *  | .stl | binary: a soup with the triangles' own normals                                                    |
 *
 *  Whatever else it ends in becomes a .ply. On failure nothing is left behind. */
bool mesh_file_write(const char *path, const mesh_file *m);

/** The .ply into a file that is open already. */
void mesh_file_put_ply(outfile *file, const mesh_file *m);

#endif
