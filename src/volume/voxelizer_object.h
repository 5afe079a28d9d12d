/* voxelizer_object.h - the struct of a voxelizer, and what its kinds do.  SPDX-License-Identifier: MIT */
#ifndef HPI_VOLUME_VOXELIZER_OBJECT_H
#define HPI_VOLUME_VOXELIZER_OBJECT_H

#include "volume/setup.h"
#include "volume/setup_cpu.h"

enum { VOXELIZER_MAX_TARGETS = 8, SLICES_OF_LAYER = 128 };

/** What SLICES needs on GL 2.1: a batch in CPU memory and in GL's. */
typedef struct hpi_slices_gl21 {
    hpi_cpu_batch batch;
    hpi_slice_lists lists;
    GLuint vertices, indices; /* buffers */
    GLuint planes;            /* texture of `rows` rows */
    uint32_t rows;
} hpi_slices_gl21;

struct hpyr_voxelizer {
    hpyr_context *context;
    hpyr_voxelizer_desc desc; /* defaults resolved */
    hpyr_flat3d map;
    hpyr_texture output;
    hpi_setup setups[SETUP_KINDS]; /* created if the fill needs them */
    /* SLICES */
    GLuint slices_program;
    hpi_slices_gl21 gl21;
    /* BITS: one pass draws a group of at most eight layers */
    uint32_t group_count;
    GLuint *framebuffers;
};

hpyr_result hpi_volume_slices_create(hpyr_voxelizer *v);

/** Makes the flat-3D texture, which is all that GL 2.1 needs of it. */
hpyr_result hpi_volume_slices_create_output(hpyr_voxelizer *v);

/** Clears the volume and leaves it bound. */
hpyr_result hpi_volume_slices_clear(hpyr_voxelizer *v);

/** Draws the batch that setup has prepared into every slice of the volume, which is bound. */
void hpi_volume_slices_draw(hpyr_voxelizer *v, uint32_t triangle_count);

/** SLICES on GL 2.1, where the CPU sets triangles up. */
hpyr_result hpi_volume_slices_gl21_create(hpyr_voxelizer *v);
void hpi_volume_slices_gl21_destroy(hpyr_voxelizer *v);
hpyr_result hpi_volume_slices_gl21_run(hpyr_voxelizer *v, const hpyr_mesh *given, const float *transform);
hpyr_result hpi_volume_count_skipped_gl21(const hpyr_voxelizer *v, const hpyr_mesh *given, const float *transform,
                                          uint32_t *skipped);

hpyr_result hpi_volume_bits_create(hpyr_voxelizer *v);
hpyr_result hpi_volume_bits_clear(hpyr_voxelizer *v);

/** Draws the batch that a setup of `kind` has prepared into all layers. */
hpyr_result hpi_volume_bits_draw(hpyr_voxelizer *v, hpi_setup_kind kind, uint32_t triangle_count);

#endif
