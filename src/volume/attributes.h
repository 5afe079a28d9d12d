/* attributes.h - what the parts of hpyr_voxelizer_attributes share.  SPDX-License-Identifier: MIT */
#ifndef HPYR_VOLUME_ATTRIBUTES_H
#define HPYR_VOLUME_ATTRIBUTES_H

#include "core/traversal.h"
#include "volume/voxelizer_object.h"

enum {
    WORD = 4,
    LIST_ROW = 1024, /* columns in a row of their list */
    LIST_ROWS = 1024,
    ROW_STEP = 16,  /* a list has a multiple of it */
    LOOK_WORDS = 8, /* a vertex */
    LOOK_TEXELS = 3 * LOOK_WORDS / 4,
    SHEET_TEXELS = SETUP_RASTER_WORDS / 2, /* a triangle of columns_thin.glsl */
    COLUMN_UNIT = 0,                       /* units of the pyramid over columns, then of the caller's */
    LIST_UNIT = 1,                         /* columns; fill thin: planes */
    PYRAMID_UNIT = 2,
    TRIANGLE_UNIT = 5,
    LOOK_UNIT = 6,
    TEXTURE_UNIT = 7
};

/* What one call holds, so that one function frees it all. */
typedef struct hpi_attributes {
    hpyr_voxelizer *v;
    hpyr_context *context;
    hpyr_pyramid *pyramid; /* the caller's */
    bool thin;
    uint32_t list[2], rows;                    /* size of the lists; rows that keys lie in */
    GLuint framebuffer, sampler;               /* of the lists; of surfaces' textures */
    GLuint winner_framebuffer, winners, depth; /* see attributes.vert.glsl */
    hpi_setup setup;
    uint32_t batch, row; /* triangles at a time, and in a row of `counts` */
    GLuint looks, look_texture, plane_texture;
    hpyr_texture counts, columns;
    hpyr_pyramid *triangle_pyramid, *column_pyramid;
    hpi_text pyramids; /* GLSL of those that a program traverses */
} hpi_attributes;

/** Captures triangles [first, first + count) of the surface, whose vertex array is `array`: records, and what their corners
 *  look like. */
hpyr_result hpi_volume_attributes_set_up(hpi_attributes *a, const hpyr_surface *s, GLuint array, const float *transform,
                                         uint32_t first, uint32_t count);

/** Draws the voxels of the batch of `count` triangles that was set up into the lists. */
hpyr_result hpi_volume_attributes_draw(hpi_attributes *a, const hpyr_surface *s, uint32_t count);

/** A texture with a pyramid over its counts, in place of what `texture` and `pyramid` held. */
hpyr_result hpi_volume_attributes_counts(hpi_attributes *a, hpyr_format format, uint32_t width, uint32_t height,
                                         hpyr_texture *texture, hpyr_pyramid **pyramid);

#endif
