/* pipeline.h - mesh, voxels, pyramid, point list.  SPDX-License-Identifier: MIT */
#ifndef DEMO_PIPELINE_H
#define DEMO_PIPELINE_H

#include "common/draw/gpu_timer.h"
#include "common/mesh/draw_mesh.h"
#include "common/platform/library.h"
#include "common/voxels/names.h"

/** Stages of a run; the first three run on the GPU alone. */
enum { STAGE_VOXELIZE, STAGE_BUILD, STAGE_EXTRACT, STAGE_DOWNLOAD, STAGE_TOTAL, STAGE_COUNT, GPU_STAGE_COUNT = 3 };

/** How far a run goes: the voxels and the number of points, the list of points, a copy of it in CPU memory. */
typedef enum pipeline_end { PIPELINE_COUNT, PIPELINE_LIST, PIPELINE_DOWNLOAD } pipeline_end;

/** Milliseconds; NAN where not measured. `gpu` is NAN throughout without usable GPU timestamps. */
typedef struct run_times {
    double wall[STAGE_COUNT];
    double gpu[GPU_STAGE_COUNT];
} run_times;

/** | field     | zero means                                                                   |
 *  |-----------|------------------------------------------------------------------------------|
 *  | grid      | an error; voxels along x, y, z                                               |
 *  | voxelizer | bits, or slices on OpenGL 2.1 and where the logic op fails the library's probe |
 *  | fill      | thin; slices have no other                                                   |
 *  | layout    | what the library takes: bits; on OpenGL 2.1 vec4 or rect                     |
 *  | quads     | the cloud is drawn as points from the list, else as squares from a pyramid   |
 *  | words     | messages say: grid, voxelizer, fill, layout                                  |
 *  | quads_may_go | quads that there is no room for are an error, else points take their place |
 *  | is_open   | the mesh has no holes; where it has, solid asks six rays. pipeline_run sets it to the mesh's |  */
typedef struct pipeline_desc {
    uint32_t grid[3];
    hpyr_voxelizer_kind voxelizer;
    hpyr_fill fill;
    hpyr_layout layout;
    bool quads;
    const pipeline_words *words;
    bool quads_may_go;
    bool is_open;
} pipeline_desc;

/** Clones of a point in the pyramid that quads are drawn from: the corners of two triangles. */
enum { PIPELINE_QUAD_CORNERS = 6 };

/** Everything that depends on the grid. Read its fields; change nothing. */
typedef struct pipeline {
    library *library;
    pipeline_desc desc; /* as used: no field is zero */
    hpyr_voxelizer *voxelizer;
    hpyr_discriminator *discriminator;
    hpyr_pyramid *pyramid;
    hpyr_pyramid *quads;               /* the same with a key for each corner, in the same order; NULL without quads */
    gpu_timer timers[GPU_STAGE_COUNT]; /* zero without usable GPU timestamps */
    hpyr_texture volume;               /* of slices flat-3D RGBA8, of bits an array of RGBA32UI or R32UI */
    hpyr_flat3d map;                   /* of bits only the size */
    uint32_t list_buffer;              /* `total` hpyr_points after a run, on OpenGL 2.1 four floats each */
    uint32_t list_capacity;
    hpyr_texture list_texture; /* the paper's 2D point list, RGBA32F, made on demand */
    hpyr_texture colors;       /* of the points, RGBA8, in the same places as in list_texture, made on demand */
    hpyr_texture normals;      /* RGBA32F, in the mesh's own coordinates */
    hpyr_point *points;        /* `total` after a run with download */
    uint32_t point_capacity;
    uint32_t total;
    struct slice_looks *looks;             /* where they come from on OpenGL 2.1, made on demand */
    bool has_list_texture, has_attributes; /* these are of the last run */
} pipeline;

/** Whether there is a voxelizer of bits, with all fills; else there are slices, which are thin. */
bool pipeline_has_bits(const library *l);

/** Refuses what OpenGL 2.1 cannot do, and a grid that this GL has no textures for, or no memory, in one line that names what is
 *  asked and allowed. */
bool pipeline_check(library *l, const pipeline_desc *desc);

/** Zero the pipeline first; pipeline_destroy it after a failure too. */
bool pipeline_create(pipeline *p, library *l, const pipeline_desc *desc);
void pipeline_destroy(pipeline *p);

/** GL memory of volume, pyramids and point list, in bytes. */
uint64_t pipeline_bytes(const pipeline *p);
/** Of the pyramid alone; without its bits where these are the volume's. */
uint64_t pipeline_pyramid_bytes(const pipeline *p);

/** Voxelizes, builds, extracts into list_buffer and downloads into points, as far as `end`. With fill solid, a mesh that is open
 *  where the last one was closed, or the other way round, makes all objects of the pipeline anew. `transform` may be NULL. A list
 *  that this machine has no memory for is refused in one line that names what is asked, allowed, and what does without. */
bool pipeline_run(pipeline *p, const draw_mesh *mesh, const float transform[16], pipeline_end end, run_times *times);

/** Builds the pyramid of quads from the voxels of the last run; nothing to do without quads. Its counts may not hold six times the
 *  points: then it fails or, where quads may go, drops them. */
bool pipeline_make_quads(pipeline *p);

/* ---- what is made of the points on demand ---- */

/** Extracts once more, into list_texture. */
bool pipeline_make_list_texture(pipeline *p);

/** Colors and normals of the points that the last run found; mesh and transform are those of that run. OpenGL 2.1 voxelizes once
 *  more for them, and takes them from the last triangle in the voxel, at the column's center, where OpenGL 3.3 takes the mesh's
 *  nearest point. */
bool pipeline_make_attributes(pipeline *p, const draw_mesh *mesh, const float transform[16]);

/** How many of the mesh's triangles a run skips. */
bool pipeline_count_skipped(pipeline *p, const draw_mesh *mesh, uint32_t *skipped);

/** Colors and normals in CPU memory, four values a point. Zero it first; attributes_free it after a failure too. */
typedef struct attributes {
    uint8_t *colors;
    float *normals;
} attributes;

bool attributes_read(attributes *a, const pipeline *p);
void attributes_free(attributes *a);

#endif
