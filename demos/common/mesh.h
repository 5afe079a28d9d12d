/* mesh.h - triangle meshes in CPU memory: the teapot, model files.  SPDX-License-Identifier: MIT */
#ifndef DEMO_MESH_H
#define DEMO_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** An indexed mesh, counter-clockwise from outside. Three floats a position and a normal, four bytes RGBA a colour. */
typedef struct mesh {
    float *positions;
    float *normals;
    uint8_t *colours;
    uint32_t *indices;
    uint32_t vertex_count;
    uint32_t triangle_count;
} mesh;

/** Newell's teapot as glutSolidTeapot(0.6) places it, `divisions` x `divisions` quads a patch: 7 gives the paper's 3136
 *  triangles. False where memory runs out. */
bool mesh_make_teapot(mesh *out, uint32_t divisions);

/** Reads any file that assimp reads, node transforms applied, triangulated. On failure writes one line into `error` and
 *  leaves *out empty: unreadable, empty (no triangle), or non-finite meshes. */
bool mesh_load(const char *path, mesh *out, char *error, size_t error_size);

void mesh_free(mesh *m);

/** Axis-aligned bounds over all vertices that triangles use. */
void mesh_bounds(const mesh *m, float minimum[3], float maximum[3]);

/** Allocates all four arrays, zeroed. False, and *out empty, where memory runs out or a count is 0. */
bool mesh_allocate(mesh *out, uint32_t vertex_count, uint32_t triangle_count);

/** Gives vertices without a usable normal (zero or not finite) the area-weighted mean of their triangles' normals. */
void mesh_complete_normals(mesh *m);

/** Model coordinates to the volume's and back: volume = (model - centre) * scale. Doubles, because models may lie far
 *  from their origin. */
typedef struct mesh_fit {
    double centre[3];
    double scale;
} mesh_fit;

/** Takes coordinates as they are. */
mesh_fit mesh_fit_none(void);

/** The fit that centres the bounding box and makes its longest side `longest`. A mesh that is one point keeps its size.
 */
mesh_fit mesh_fit_box(const mesh *m, double longest);

/** Volume coordinates to model coordinates. */
void mesh_fit_back(const mesh_fit *fit, const double volume[3], float model[3]);

#endif
