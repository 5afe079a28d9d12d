/* bits_engine.h - what the files of expansion FRAGMENT share.  SPDX-License-Identifier: MIT
 *
 *     samples --128 a fragment--> signs --> counts of blocks --> two pyramids: vertices, triangles
 *                                   '-----> records of words, with ranks <--'
 *     vertex key   --pyramid--> block, word, edge          --> position, normal
 *     triangle key --pyramid--> block, word, cell, number  --> edges --records--> ranks
 *
 * The discriminator's words are bits, the pyramids are the core's, in LINE order over the blocks. */
#ifndef HPYR_ISOSURFACE_BITS_ENGINE_H
#define HPYR_ISOSURFACE_BITS_ENGINE_H

#include "isosurface/isosurface.h"

enum {
    BLOCK = 128,
    BITS_UNIT = 3,
    FIELD_UNIT = 7,
    EDGE_LAYERS = 4,
    CELL_LAYERS = 4,
    RANK_SHIFT = 4,
    RANK_BLOCKS = 1 << RANK_SHIFT
};

/* What a block has, and what those of its words have that are before the second, third and fourth, nine bits each. */
enum { VERTICES, TRIANGLES, VERTICES_BEFORE, TRIANGLES_BEFORE, COUNT_TEXTURES };

/* A pyramid over the blocks, whose GLSL has names that begin with `prefix`. */
typedef struct hpi_block_pyramid {
    hpyr_pyramid *pyramid;
    const char *prefix;
} hpi_block_pyramid;

/* Rows of lists are as wide as the tiles of software rasterizers, so what a tile draws is near in space, too: keys that follow one
 * another read much the same texels. Four triangles that become three packed texels are of one row. */
enum { LIST_WIDTH = 64 };

typedef enum hpi_list_kind { LIST_VERTICES, LIST_TRIANGLES, LIST_KINDS } hpi_list_kind;

/* Keys as texels, and the same records without gaps, where they have some. */
typedef struct hpi_key_list {
    GLuint keys, packed, framebuffer;
    uint32_t rows;
} hpi_key_list;

typedef struct hpi_bits_engine {
    uint32_t row_shift, width, height; /* blocks in a row, as a power; texels */
    uint32_t stride;                   /* from a row of samples to the next, of the last build */
    GLuint ranks;                      /* of the first vertices of every RANK_BLOCKS blocks */
    GLuint signs, records, edges_framebuffer, table, totals;
    GLuint counts[COUNT_TEXTURES], counts_framebuffer;
    hpi_block_pyramid vertices, triangles, actives;
    GLuint active_counts;
    GLuint copy; /* buffer: of samples that cannot be read as they lie */
    uint64_t copy_size;
    GLuint wide; /* buffer texture: samples, 16 bytes a texel */
    GLuint total_buffer;
    hpi_gl_fence fence;
    bool has_totals, has_actives;
    uint32_t totals_found[2], actives_found; /* vertices, triangles */
    hpi_key_list lists[LIST_KINDS];
    bool dense_triangles; /* in texels of three words, which this GL renders to */
} hpi_bits_engine;

/** Uniforms of blocks.glsl and planes.glsl. */
void hpi_isosurface_set_blocks(const hpyr_isosurface *iso, GLuint program);

/** Samples in a row that is read 16 at once. */
uint64_t hpi_isosurface_padded(uint32_t width);

/** A full-screen program of that entry file, in use, with the GLSL of up to two pyramids and, where it includes field.glsl, the
 *  field's defines and what the caller gave. */
hpyr_result hpi_isosurface_program(hpyr_isosurface *iso, const char *entry, const char *more_defines,
                                   const hpi_block_pyramid *first, const hpi_block_pyramid *second, GLuint *program);

/** The same of one pyramid, which is bound from HPI_PYRAMID_UNIT on until hpi_core_release. */
hpyr_result hpi_isosurface_traverse(hpyr_isosurface *iso, const char *entry, const char *more_defines,
                                    const hpi_block_pyramid *keys, GLuint *program, hpi_gl_borrowed *borrowed);

/** Binds an own texture to a unit and to sampler `name` of the program in use. */
void hpi_isosurface_bind_texture(const hpyr_isosurface *iso, GLuint program, const char *name, GLuint unit,
                                 GLenum target, GLuint texture);

/** Rows of texels that hold blocks of the last build. */
uint32_t hpi_isosurface_block_rows(const hpyr_isosurface *iso);

/** Draws all blocks into a target that is bound, with the viewport to be set. */
void hpi_isosurface_draw_blocks(const hpyr_isosurface *iso);

/** Classification: signs of all samples. State. */
hpyr_result hpi_isosurface_write_signs(hpyr_isosurface *iso);

/** Pyramids and records. Enters and leaves. */
hpyr_result hpi_isosurface_index(hpyr_isosurface *iso);

/** Waits, or not, for the totals; then they are found. */
hpyr_result hpi_isosurface_totals(hpyr_isosurface *iso, bool patient);

/** Cells with triangles; waits. */
hpyr_result hpi_isosurface_actives(hpyr_isosurface *iso);

hpyr_result hpi_isosurface_write_mesh(hpyr_isosurface *iso, const hpyr_isosurface_output *output,
                                      hpyr_isosurface_report *report);
hpyr_result hpi_isosurface_read_mesh(hpyr_isosurface *iso, hpyr_mesh_vertex *vertices, uint64_t vertex_capacity,
                                     uint32_t *indices, uint64_t triangle_capacity, hpyr_isosurface_report *report);

/* ---- bits_lists.c ---- */

/* Where records go: a buffer object, or memory. */
typedef struct hpi_list_target {
    GLuint buffer;
    uintptr_t at; /* offset in the buffer, or address */
} hpi_list_target;

/** Finds out what this GL renders to. State. */
hpyr_result hpi_isosurface_lists_create(hpyr_isosurface *iso);
void hpi_isosurface_lists_destroy(hpyr_isosurface *iso);

/** Records at most in a list, which is whole triangles. */
uint32_t hpi_isosurface_list_capacity(const hpyr_context *context);

/** Makes room for so many records, or for the most there can be. State. */
hpyr_result hpi_isosurface_list_reserve(hpyr_isosurface *iso, hpi_list_kind kind, uint64_t records);

/** Binds the list for drawing, with the viewport on the rows of the first `records`. */
bool hpi_isosurface_list_target(hpyr_isosurface *iso, hpi_list_kind kind, uint32_t records);

/** The list's records become `to`'s from record `first` on. State. */
hpyr_result hpi_isosurface_list_send(hpyr_isosurface *iso, hpi_list_kind kind, uint32_t records,
                                     const hpi_list_target *to, uint64_t first);

#endif
