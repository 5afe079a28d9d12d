/* features_object.h - what the files of features share.
 * SPDX-License-Identifier: MIT
 *
 * features_passes.c draws. features_blobs.c and features_respond.c compute responses, features_list.c
 * lists the peaks of these and writes records, features.c makes the objects and runs all of it. */
#ifndef HPI_IMAGE_FEATURES_OBJECT_H
#define HPI_IMAGE_FEATURES_OBJECT_H

#include "gl/state.h"
#include "list/lists.h"

#include <histopyramid/features.h>

enum {
    HPI_FEATURES_PACK = 4,     /* pixels of a texel of gray values; rows of a fragment of corners.frag.glsl */
    HPI_FEATURES_BLOCK = 16,   /* side of a block whose bits are a column: see cell.glsl */
    HPI_FEATURES_PART = 16,    /* side of a part of strongest.frag.glsl */
    HPI_FEATURES_RADIUS = 400, /* largest radius of a blur: 201 vectors of weights; OpenGL ES has 224 or more */
    HPI_FEATURES_SCALES = 16,
    HPI_FEATURES_UNIT = HPI_EXTRA_UNIT /* behind those of a pyramid */
};

/** The textures of a detector. Those that it does not need have no layers. */
typedef enum hpi_features_texture {
    HPI_FEATURES_GRAY,      /* see gray.frag.glsl; of corners, made when the format of an image is known */
    HPI_FEATURES_PACKED,    /* responses of a layer in blocks of 4x4 pixels, see blocks.glsl */
    HPI_FEATURES_BLURRED,   /* blobs: blurred along x only, in blocks, x and y exchanged */
    HPI_FEATURES_GAUSSIAN,  /* blobs: Gaussians 0, 2, 4 and so on, in blocks; GRAY has the others */
    HPI_FEATURES_RESPONSES, /* a layer for each size of blobs */
    HPI_FEATURES_BITS,      /* what peaks.frag.glsl draws */
    HPI_FEATURES_TEXTURES
} hpi_features_texture;

/** The lists of a detector. */
typedef enum hpi_features_plane {
    HPI_FEATURES_PARTS,     /* the strongest responses of parts of the image */
    HPI_FEATURES_STRONGEST, /* one entry, of all of it */
    HPI_FEATURES_KEYS,      /* of features, in the pyramid. First those that are kept, the strongest one first */
    HPI_FEATURES_VALUES,    /* responses of features, before they are sorted */
    HPI_FEATURES_RECORDS,   /* as records.frag.glsl draws them */
    HPI_FEATURES_PLANES
} hpi_features_plane;

struct hpyr_features {
    hpyr_context *context;
    hpyr_features_desc desc; /* with the defaults filled in */
    uint32_t layers;         /* of responses */
    GLuint textures[HPI_FEATURES_TEXTURES];
    bool has_codes; /* of corners: the texture of gray values is one of words */
    hpi_list_plane planes[HPI_FEATURES_PLANES];
    GLuint rows; /* a buffer for the responses of a layer */
    hpyr_pyramid *pyramid;
    hpyr_lists *lists;
    uint32_t kept, entries;       /* features that are kept; entries of the list that finds the strongest ones */
    uint32_t width, height;       /* of the last image */
    bool is_built, are_strongest; /* the keys that are kept, where more were found */
};

/** Half-open blocks of `size` that cover `count`. */
static inline uint32_t hpi_features_blocks(uint32_t count, uint32_t size) {
    return (count + size - 1) / size;
}

/* ---- features_passes.c ---- */

/** Logs that GL cannot render to a texture, and answers GL. */
hpyr_result hpi_features_no_target(const hpyr_features *features);

/** Makes a program with the defines and puts it to use. `defines` is freed. */
hpyr_result hpi_features_program(hpyr_features *features, const char *entry, hpi_text *defines, GLuint *program);

/** Binds an array texture of the detector to `unit` for the uniform u_<name>. */
void hpi_features_bind(const hpyr_features *features, GLuint program, const char *name, GLuint unit,
                       hpi_features_texture texture);
void hpi_features_set(const hpyr_features *features, GLuint program, const char *name, int32_t x, int32_t y);

/** Draws width x height texels of layers [first, first + count) of a texture with the program in use. A fragment takes so many
 *  texel fetches. */
hpyr_result hpi_features_draw(const hpyr_features *features, hpi_features_texture texture, uint32_t first,
                              uint32_t count, uint32_t width, uint32_t height, uint32_t fetches);

/** Draws the responses of a layer with the program in use. */
hpyr_result hpi_features_draw_responses(const hpyr_features *features, uint32_t layer);

/* ---- features_gray.c ---- */

/** Draws the gray values of an image into a texture. */
hpyr_result hpi_features_draw_gray(hpyr_features *features, const hpyr_texture *image, hpi_features_texture target);

/* ---- features_blobs.c ---- */

/** The standard deviation of Gaussian `i` of an image. */
double hpi_features_sigma(const hpyr_features_desc *desc, uint32_t i);

/** Pixels between the responses of the second differences that tell edges, for size `i`. `side` is the shorter one of the image. */
uint32_t hpi_features_step(const hpyr_features_desc *desc, uint32_t i, uint32_t side);

/** Computes the responses of blobs of an image. */
hpyr_result hpi_features_respond_blobs(hpyr_features *features, const hpyr_texture *image);

/* ---- features_respond.c ---- */

/** Computes the responses of an image, which was checked. */
hpyr_result hpi_features_respond(hpyr_features *features, const hpyr_texture *image);

/* ---- features_list.c ---- */

/** Lists the peaks of the responses, and sorts them. */
hpyr_result hpi_features_list(hpyr_features *features);

#endif
