/* field_scene.h - a field with its texture, the oracle's meshes of it, and the buffers that meshes are written to.
 * SPDX-License-Identifier: MIT */
#ifndef BENCH_FIELD_SCENE_H
#define BENCH_FIELD_SCENE_H

#include "store.h"

#include "bench.h"

/* Who makes a mesh: a hpyr_isosurface, or a hpyr_marching_cubes of either expansion. */
typedef enum mesh_expansion { MESH_FRAGMENT, MESH_VERTEX, MESH_GEOMETRY } mesh_expansion;

/* How a mesh is made. */
typedef struct mesh_form {
    mesh_expansion expansion;
    hpyr_mesh_form mesh;
    hpyr_edge_vertex vertex;
} mesh_form;

/** Samples over [-1,1]^3 of `function`, or what `source` says where that is NULL. */
typedef struct field_desc {
    const char *name;
    surface_field *function;
    uint32_t size[3];
    const volume_source *source;
} field_desc;

enum { MESH_VERTICES = 3 }; /* hpyr_edge_vertex indexes arrays */

typedef struct field_scene {
    store store;
    const char *name;
    volume volume;
    double iso;
    hpyr_texture texture; /* 3D */
    float *samples;       /* as the oracle takes them; the volume's own where they are floats */
    hpyr_mesh_statistics counts;
    hpyr_ref_isosurface *expected[MESH_VERTICES]; /* WELDED, with edges and cells */
    uint32_t *soup_order; /* triangles of `expected` as a pyramid has them; NULL until asked for */
    hpyr_order soup_of;
    uint32_t vertex_buffer, index_buffer;
} field_scene;

/** NULL with error_text(). Has the counts, and room for the soup. */
field_scene *field_scene_open(bench *b, const field_desc *desc);
void field_scene_close(field_scene *s);

/** Wipes the buffers: a mesh that was never written must not pass for right. */
bool field_scene_wipe(const field_scene *s);

/** Whether the buffers hold the oracle's mesh: indices equal, positions within 1e-5 of an edge, normals within 1e-3.
 *  `layout` is that of the pyramid that orders the triangles of VERTEX and GEOMETRY. */
bool field_scene_is_right(bench *b, field_scene *s, const mesh_form *form, hpyr_layout layout);

/** Frees what only the check needs. */
void field_scene_forget(field_scene *s);

#endif
