/* voxelizer_object.h - the struct of a voxelizer, and what its kinds do.  SPDX-License-Identifier: MIT */
#ifndef HPI_VOLUME_VOXELIZER_OBJECT_H
#define HPI_VOLUME_VOXELIZER_OBJECT_H

#include "volume/setup.h"
#include "volume/setup_cpu.h"

enum { SLICES_OF_LAYER = 128, HPI_CHANNEL_PARTS = 2, HPI_TURNED_PARTS = 2 };

/** What SLICES needs on GL 2.1: a batch in CPU memory and in GL's. */
typedef struct hpi_slices_gl21 {
    hpi_cpu_batch batch;
    hpi_slice_lists lists;
    GLuint vertices, indices; /* buffers */
    GLuint planes;            /* texture of `rows` rows */
    uint32_t rows;
} hpi_slices_gl21;

/** One word of all columns, one bit a channel, where no logic operation combines words. Few render
 *  targets take two passes for it. */
typedef struct hpi_bits_channels {
    GLuint texture; /* four slices a layer; 0: words are drawn */
    uint32_t layers, targets;
    GLuint framebuffers[HPI_CHANNEL_PARTS]; /* draw into `targets` layers each */
    GLuint parities;                        /* SOLID: texture of one layer of the volume */
} hpi_bits_channels;

/** A volume of bits, seen along its columns. */
typedef struct hpi_bits_volume {
    hpyr_flat3d map;       /* its size only */
    bool has_totals;       /* a column has one more bit, behind its last slice: the parity of all its crossings */
    hpyr_texture texture;  /* 128 slices a layer */
    uint32_t group_layers; /* most layers that one pass draws */
    uint32_t group_count;
    GLuint *framebuffers; /* one for each group */
    bool is_drawn;        /* triangles are drawn into it */
    bool is_solid;        /* they flip all bits above them */
    bool is_empty;        /* none was since the last clear */
    hpi_bits_channels channels;
} hpi_bits_volume;

/** What SOLID needs to decide by six rays. */
typedef struct hpi_six_rays {
    hpi_bits_volume along[3]; /* parities along x, y, z */
    GLuint turned[2];         /* those along x and y as words along z, for one layer of the output at a time */
    GLuint framebuffers[2][HPI_TURNED_PARTS]; /* draw into these, all layers or half of them */
} hpi_six_rays;

struct hpyr_voxelizer {
    hpyr_context *context;
    hpyr_voxelizer_desc desc; /* defaults resolved */
    hpyr_flat3d map;
    hpyr_texture output;
    hpi_setup setups[SETUP_KINDS]; /* created if the fill needs them */
    /* SLICES */
    GLuint slices_program;
    hpi_slices_gl21 gl21;
    /* BITS */
    hpi_bits_volume bits;
    hpi_six_rays *six_rays; /* NULL if one ray decides */
};

hpyr_result hpi_volume_slices_create(hpyr_voxelizer *v);

/** Makes the flat-3D texture, which is all that GL 2.1 needs of it. */
hpyr_result hpi_volume_slices_create_output(hpyr_voxelizer *v);

/** Clears the volume and leaves it bound. */
hpyr_result hpi_volume_slices_clear(hpyr_voxelizer *v);

/** Draws the batch that setup has prepared into every slice of the volume, which is bound. */
hpyr_result hpi_volume_slices_draw(hpyr_voxelizer *v, uint32_t triangle_count);

/** SLICES on GL 2.1, where the CPU sets triangles up. */
hpyr_result hpi_volume_slices_gl21_create(hpyr_voxelizer *v);
void hpi_volume_slices_gl21_destroy(hpyr_voxelizer *v);
hpyr_result hpi_volume_slices_gl21_run(hpyr_voxelizer *v, const hpyr_mesh *given, const float *transform);
hpyr_result hpi_volume_count_skipped_gl21(const hpyr_voxelizer *v, const hpyr_mesh *given, const float *transform,
                                          uint32_t *skipped);

/* ---- voxelizer_bits.c ---- */

/** Number of bits in a column. */
uint32_t hpi_volume_bits_slices(const hpi_bits_volume *b);

/** Returns how many layers a group has, each a render target. */
uint32_t hpi_volume_bits_targets(const hpi_bits_volume *b, uint32_t group);

/** Most layers that one pass draws. */
uint32_t hpi_volume_bits_group(const hpyr_context *context);

/** Bytes of such a volume, into which triangles are drawn. `map`: with the totals, if it has them.
 *  `context` may be NULL. */
uint64_t hpi_volume_bits_bytes(const hpyr_context *context, const hpyr_flat3d *map, bool is_solid);

/** Allocates the volume; map, has_totals, is_drawn, is_solid and group_layers are set. Call hpi_volume_bits_destroy
 *  after a failure too. */
hpyr_result hpi_volume_bits_create(const hpyr_context *context, hpi_bits_volume *b);
void hpi_volume_bits_destroy(const hpyr_context *context, hpi_bits_volume *b);

/** Clears the volume and leaves a group of it bound. */
void hpi_volume_bits_clear(const hpyr_context *context, hpi_bits_volume *b);

/** Binds the layers of a group, and sets the viewport to all columns. Returns how many layers. */
uint32_t hpi_volume_bits_bind(const hpyr_context *context, const hpi_bits_volume *b, uint32_t group);

/** Draws the batch that a setup of `kind` has prepared for b->map into all layers. */
hpyr_result hpi_volume_bits_draw(hpyr_voxelizer *v, hpi_bits_volume *b, hpi_setup_kind kind, uint32_t triangle_count);

/** The program that draws triangles into `targets` targets of words, or of channels. */
hpyr_result hpi_volume_bits_program(const hpyr_voxelizer *v, const hpi_bits_volume *b, hpi_setup_kind kind,
                                    uint32_t targets, GLuint *program);

/** Draws one pass of it. The targets are bound, and hold slices [first, end). */
hpyr_result hpi_volume_bits_triangles(hpyr_voxelizer *v, const hpi_bits_volume *b, hpi_setup_kind kind, GLuint program,
                                      uint32_t first, uint32_t end, uint32_t triangle_count);

/* ---- voxelizer_channels.c ---- */

/** Whether bits are drawn as channels. `context` may be NULL. */
bool hpi_volume_has_channels(const hpyr_context *context);

/** What channels add to a volume of that size. */
uint64_t hpi_volume_channels_bytes(const hpyr_flat3d *map, bool is_solid);
hpyr_result hpi_volume_channels_create(const hpyr_context *context, hpi_bits_volume *b);
void hpi_volume_channels_destroy(const hpyr_context *context, hpi_bits_volume *b);

/** Comes after all draws: makes parities of the flips of SOLID. Does nothing to words. */
hpyr_result hpi_volume_channels_finish(const hpyr_voxelizer *v, const hpi_bits_volume *b);

/** Does what hpi_volume_bits_draw does. */
hpyr_result hpi_volume_channels_draw(hpyr_voxelizer *v, hpi_bits_volume *b, hpi_setup_kind kind,
                                     uint32_t triangle_count);

/* ---- six_rays.c ---- */

/** TOO_LARGE if a volume along one of the axes does not fit into this GL's textures. */
hpyr_result hpi_volume_six_rays_check(const hpyr_context *context, const hpyr_flat3d *map);
uint64_t hpi_volume_six_rays_bytes(const hpyr_context *context, const hpyr_flat3d *map);

/** Makes v->six_rays. Call hpi_volume_six_rays_destroy after a failure too. */
hpyr_result hpi_volume_six_rays_create(hpyr_voxelizer *v);
void hpi_volume_six_rays_destroy(hpyr_voxelizer *v);

/** Clears the three volumes and leaves one of them bound. */
void hpi_volume_six_rays_clear(hpyr_voxelizer *v);

/** Draws triangles [first, first + count) into the three volumes. */
hpyr_result hpi_volume_six_rays_draw(hpyr_voxelizer *v, const hpi_mesh_input *input, const float *transform,
                                     uint32_t first, uint32_t count);

/** Decides for every voxel, and writes the output. */
hpyr_result hpi_volume_six_rays_decide(hpyr_voxelizer *v);

#endif
