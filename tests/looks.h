/* looks.h - meshes with colors, normals and textures, and what their voxels must look like.
 * SPDX-License-Identifier: MIT */
#ifndef TEST_LOOKS_H
#define TEST_LOOKS_H

#include "oracle.h"
#include "volumes.h"

/** A soup, what its vertices look like, and the buffers of both. */
typedef struct looks {
    soup s;
    uint8_t *colors;  /* four a vertex */
    float *normals;   /* three a vertex, not of unit length */
    float *texcoords; /* two a vertex */
    image texture;    /* 8x8, with pixels where it has one */
    hpyr_mesh_part gpu;
} looks;

/** What `gpu` has of it. */
enum { LOOKS_COLORS = 1, LOOKS_NORMALS = 2, LOOKS_TEXTURE = 4 };

/** Takes the soup. The texture is `level` of a mip chain. */
looks looks_make(soup s, int parts, int level);
void looks_free(looks *l);

/** The voxels of a volume in the order of their keys, and what the library says of them: four channels a key. */
typedef struct looked {
    uint32_t size[3], total;
    hpyr_point *points;
    uint8_t *colors;
    float *normals;
    double reach; /* voxels from a center to the mesh; 0 is the circumscribed sphere's */
    bool thin;    /* only what marks a voxel counts */
} looked;

/** Fails the test where a voxel does not look like the nearest points of the meshes, or not like nothing where none is
 *  near. Thin: of the triangles that mark it. */
void check_looked(const looked *r, const looks *list, size_t count, const float *transform);

/** A volume to draw meshes into, and the pyramid over it. */
typedef struct job {
    uint32_t size[3];
    hpyr_voxelizer_kind kind;
    hpyr_fill fill;
    hpyr_layout layout;
    hpyr_base base;
    const float *transform;
} job;

/** All that one call of hpyr_voxelizer_attributes needs but the lists. */
typedef struct stage {
    hpyr_voxelizer *voxelizer;
    hpyr_pyramid *pyramid;
    image volume; /* where bits are no input of the layout */
    hpyr_mesh_part surfaces[4];
    uint32_t count, total;
} stage;

void stage_make(env *e, stage *st, const job *j, const looks *list, uint32_t count);
void stage_free(stage *st);

/** A 2D texture with something in it; read_list reads all of it back into its pixels. */
image make_list(hpyr_format format, uint32_t width, uint32_t height);
void read_list(image *list);

/** Points, colors and normals of all voxels. */
looked run_job(env *e, const job *j, const looks *list, uint32_t count);
void looked_free(looked *r);

/** Fails the test where a voxel has no color or no normal. */
void check_none_blank(const looked *r);

/** run_job, check_looked; the number of points. */
uint32_t check_job(env *e, const job *j, const looks *list, uint32_t count);

#endif
