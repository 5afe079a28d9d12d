/* attributes.h - types and functions that the files of hpyr_voxelizer_attributes share.
 * SPDX-License-Identifier: MIT */
#ifndef HPI_VOLUME_ATTRIBUTES_H
#define HPI_VOLUME_ATTRIBUTES_H

#include "core/traversal.h"
#include "volume/voxelizer_object.h"

enum {
    WORD = 4,
    LIST_ROW = 1024, /* columns in a row of their list */
    LIST_ROWS = 1024,
    ROW_STEP = 16,  /* the number of rows of a list is a multiple of it */
    LOOK_WORDS = 8, /* words of looks a vertex */
    LOOK_TEXELS = 3 * LOOK_WORDS / 4,
    COLUMN_UNIT = 0, /* first unit of the pyramid over columns */
    LIST_UNIT = 1,   /* the list of columns; in fill THIN the planes */
    PYRAMID_UNIT = 2,
    TRIANGLE_UNIT = 5,
    LOOK_UNIT = 6,
    TEXTURE_UNIT = 7
};

/* All that one call holds, so that one function frees it. */
typedef struct hpi_attributes {
    hpyr_voxelizer *v;
    hpyr_context *context;
    hpyr_pyramid *pyramid; /* the caller's pyramid */
    bool thin;
    uint32_t list[2], rows;                    /* size of the lists; their rows that hold voxels */
    GLuint framebuffer, sampler;               /* framebuffer of the lists; sampler of textures */
    hpi_gl_borrowed lent[2];                   /* the lists */
    GLuint winner_framebuffer, winners, depth; /* see attributes.vert.glsl */
    hpi_setup setup;
    uint32_t batch, row; /* triangles in a batch, and in a row of `counts` */
    GLuint looks;
    hpi_gl_texels look_texels;
    uint32_t count; /* triangles of the batch that was set up */
    hpyr_texture counts, columns;
    hpyr_pyramid *triangle_pyramid, *column_pyramid;
    hpi_text pyramids; /* GLSL of the pyramids that a program traverses */
} hpi_attributes;

/** Captures records and looks of triangles [first, first + count) of the surface. */
hpyr_result hpi_volume_attributes_set_up(hpi_attributes *a, const hpyr_mesh_part *s, const hpi_mesh_input *input,
                                         const float *transform, uint32_t first, uint32_t count);

/** Draws the voxels of the batch that was set up into the lists. */
hpyr_result hpi_volume_attributes_draw(hpi_attributes *a, const hpyr_mesh_part *s);

/** Replaces `texture` and `pyramid` by a new texture of counts and a pyramid over them. */
hpyr_result hpi_volume_attributes_counts(hpi_attributes *a, hpyr_format format, uint32_t width, uint32_t height,
                                         hpyr_texture *texture, hpyr_pyramid **pyramid);

#endif
