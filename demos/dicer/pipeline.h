/* pipeline.h - mesh, voxels, pyramid, point list.  SPDX-License-Identifier: MIT */
#ifndef DICER_PIPELINE_H
#define DICER_PIPELINE_H

#include "common/draw.h"
#include "common/error.h"

#include <histopyramid/histopyramid.h>

/** Stages of a run; the first three run on the GPU alone. */
enum { STAGE_VOXELIZE, STAGE_BUILD, STAGE_EXTRACT, STAGE_DOWNLOAD, STAGE_TOTAL, STAGE_COUNT, GPU_STAGE_COUNT = 3 };

/** The library on one GL context, and the last error that it logged. */
typedef struct library {
    hpyr_context *context;
    const hpyr_caps *caps;
    char logged[ERROR_SIZE];
} library;

bool library_open(library *l, char *error, size_t error_size);
void library_close(library *l);
/** True for HPYR_OK; else one line: what was done, the result, what the library logged. */
bool library_check(library *l, hpyr_result result, const char *what, char *error, size_t error_size);

/** Milliseconds; NAN where not measured. `gpu` is NAN throughout without usable GPU timestamps. */
typedef struct run_times {
    double wall[STAGE_COUNT];
    double gpu[GPU_STAGE_COUNT];
} run_times;

/** Everything that depends on the grid. Read its fields; change nothing. */
typedef struct pipeline {
    library *library;
    uint32_t grid[3];
    hpyr_voxelizer *voxelizer;
    hpyr_discriminator *discriminator;
    hpyr_pyramid *pyramid;
    hpyr_timer *timers[GPU_STAGE_COUNT]; /* NULL without usable GPU timestamps */
    hpyr_texture volume;                 /* flat-3D, RGBA8 */
    hpyr_flat3d map;
    uint32_t list_buffer; /* `total` hpyr_points after a run */
    uint32_t list_capacity;
    hpyr_texture list_texture; /* the paper's 2D point list, made on demand */
    hpyr_point *points;        /* `total` after a run with download */
    uint32_t point_capacity;
    uint32_t total;
} pipeline;

/** Refuses a grid that the GL has no flat-3D texture for, in one line that names the largest cube. */
bool pipeline_check_grid(library *l, const uint32_t grid[3], char *error, size_t error_size);

/** Zero the pipeline first; pipeline_destroy it after a failure too. */
bool pipeline_create(pipeline *p, library *l, const uint32_t grid[3], char *error, size_t error_size);
void pipeline_destroy(pipeline *p);

/** Voxelizes, builds, extracts into list_buffer and, where asked to, downloads into points. `transform` may be NULL. */
bool pipeline_run(pipeline *p, const draw_mesh *mesh, const float transform[16], bool download, run_times *times,
                  char *error, size_t error_size);

/** Extracts once more, into list_texture. */
bool pipeline_make_list_texture(pipeline *p, char *error, size_t error_size);

/** The whole flat-3D texture, RGBA8, row 0 first. To be freed by the caller. */
uint8_t *pipeline_read_volume(const pipeline *p, char *error, size_t error_size);

#endif
