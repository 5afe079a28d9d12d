/* bits_engine.h - a hpyr_isosurface, and what its files share.
 * SPDX-License-Identifier: MIT
 *
 *     samples --128 a fragment--> signs --> counts of blocks --> two pyramids: vertices, triangles
 *                                   '-----> records of words, with ranks <--'
 *     vertex key   --pyramid--> block, word, edge          --> position, normal
 *     triangle key --pyramid--> block, word, cell, number  --> edges --records--> ranks
 *
 * The sign of a sample is one bit: inside or outside. A word has 32 signs, a block has four words,
 * which are one texel. The pyramids are the core's, in LINE order over the blocks.
 * docs/isosurface.md explains the whole. */
#ifndef HPI_ISOSURFACE_BITS_ENGINE_H
#define HPI_ISOSURFACE_BITS_ENGINE_H

#include "isosurface/field_samples.h"

#include "core/binding.h"
#include "core/output.h"
#include "core/traversal.h"

#include <histopyramid/isosurface.h>

enum {
    BLOCK = 128,          /* samples in a block, */
    SAMPLES_OF_WORD = 32, /* and in a word */
    BITS_UNIT = 3,        /* texture units of what passes read, behind those of a pyramid, */
    BOUNDS_UNIT = 5,      /* of them two of the bounds of words, */
    FIELD_UNIT = 7,       /* and of the field */
    EDGE_LAYERS = 4,      /* layers of records of edges: one for each word of a block, */
    CELL_LAYERS = 4,      /* and behind them as many for records of cells */
    RANK_SHIFT = 4,       /* the ranks of every 16 blocks are stored */
    RANK_BLOCKS = 1 << RANK_SHIFT
};

/* Counts of one block of four words. VERTICES_BEFORE packs three running sums, nine bits each: the
 * vertices of word 0, of words 0-1, and of words 0-2. TRIANGLES_BEFORE does the same for
 * triangles. */
enum { VERTICES, TRIANGLES, VERTICES_BEFORE, TRIANGLES_BEFORE, COUNT_TEXTURES };

/* The smallest and the largest sample of each word, as bits, four words a texel. */
enum { SMALLEST, LARGEST, BOUND_TEXTURES };

/* A pyramid over the blocks, whose GLSL has names that begin with `prefix`. */
typedef struct hpi_block_pyramid {
    hpyr_pyramid *pyramid;
    const char *prefix;
} hpi_block_pyramid;

/* Lists are as wide as the tiles of software rasterizers. So keys that are drawn in one tile follow
 * one another, lie near each other in space, and read much the same texels. Also, four triangles
 * that are packed into three texels must lie in one row. */
enum { LIST_WIDTH = 64 };

/* Lists of MESH are the whole mesh, which the caller's shaders read: see mesh.glsl. */
typedef enum hpi_list_kind { LIST_VERTICES, LIST_TRIANGLES, MESH_VERTICES, MESH_TRIANGLES, LIST_KINDS } hpi_list_kind;

/* Records as texels. Where texels are wider than records, `packed` has the same records without
 * gaps. */
typedef struct hpi_key_list {
    GLuint keys, packed, framebuffer;
    uint32_t rows;
} hpi_key_list;

typedef struct hpi_bits_engine {
    uint32_t row_shift, width, height; /* size in blocks; `width` is 1 << row_shift */
    uint32_t stride;                   /* from a row of samples to the next, in the last build */
    GLuint ranks;                      /* first vertex of every RANK_BLOCKS blocks */
    GLuint signs, records, edges_framebuffer, table, totals;
    GLuint counts[COUNT_TEXTURES];
    GLuint counts_framebuffer; /* counts and records of cells; counts alone where a pass has few targets, */
    GLuint cells_framebuffer;  /* and then this has the records */
    hpi_block_pyramid vertices, triangles, actives;
    GLuint active_counts;
    GLuint bounds[BOUND_TEXTURES], bounds_framebuffer; /* of the first hpyr_isosurface_rebuild */
    bool has_bounds;                                   /* they are those of the last build's field */
    GLuint copy; /* buffer with a copy of samples that cannot be read where they are */
    uint64_t copy_size;
    hpi_gl_texels wide; /* shows the samples of a buffer, 16 bytes a texel */
    GLuint total_buffer;
    hpi_gl_fence fence;
    bool has_totals, has_actives;
    bool has_textures;                       /* the lists of MESH are those of the last build */
    uint32_t totals_found[2], actives_found; /* vertices and triangles; active cells */
    hpi_key_list lists[LIST_KINDS];
    bool dense_triangles; /* this GL renders to texels of three words */
} hpi_bits_engine;

struct hpyr_isosurface {
    hpyr_context *context;
    hpyr_isosurface_desc desc; /* defaults resolved */
    hpi_field_grid grid;
    hpi_field field; /* of the last build */
    bool built;
    bool has_field; /* the last build of a field was no failure, so that it can be built with another isovalue */
    hpi_bits_engine bits;
    hpi_bound bound;
};

/* Every public function enters GL's state once. All functions of bits_*.c that draw are called inside of that. */

/* ---- bits_passes.c ---- */

/** Sets the uniforms of blocks.glsl and planes.glsl. */
void hpi_isosurface_set_blocks(const hpyr_isosurface *iso, GLuint program);

/** Length of a row of samples that is padded so that it can be read in runs of 16. */
uint64_t hpi_isosurface_padded(uint32_t width);

/** Makes a full-screen program of that entry file and uses it. It has the GLSL of up to two
 *  pyramids. If the file includes field.glsl, it also has the field's defines and the caller's
 *  GLSL. */
hpyr_result hpi_isosurface_program(hpyr_isosurface *iso, const char *entry, const char *more_defines,
                                   const hpi_block_pyramid *first, const hpi_block_pyramid *second, GLuint *program);

/** Does the same with one pyramid, and binds it from HPI_PYRAMID_UNIT on until hpi_core_loan_end. */
hpyr_result hpi_isosurface_traverse(hpyr_isosurface *iso, const char *entry, const char *more_defines,
                                    const hpi_block_pyramid *keys, GLuint *program, hpi_loan *borrowed);

/** Binds an own texture to a unit and to sampler `name` of the program in use. */
void hpi_isosurface_bind_texture(const hpyr_isosurface *iso, GLuint program, const char *name, GLuint unit,
                                 GLenum target, GLuint texture);

/** Number of rows of texels that hold blocks of the last build. */
uint32_t hpi_isosurface_block_rows(const hpyr_isosurface *iso);

/** Sets the viewport and draws all blocks, of which each takes so many texel fetches, into the framebuffer that is bound. */
void hpi_isosurface_draw_blocks(const hpyr_isosurface *iso, uint32_t fetches);

/* ---- bits_lists.c ---- */

/* Where records go: a buffer object, or CPU memory if `buffer` is 0. */
typedef struct hpi_list_target {
    GLuint buffer;
    uintptr_t at; /* offset in the buffer, or address in memory */
} hpi_list_target;

/** Finds out what this GL renders to. */
hpyr_result hpi_isosurface_lists_create(hpyr_isosurface *iso);
void hpi_isosurface_lists_destroy(hpyr_isosurface *iso);

/** Most records in a list. It is a multiple of 3, so that lists of a SOUP hold whole triangles. */
uint32_t hpi_isosurface_list_capacity(const hpyr_context *context, hpi_list_kind kind);

/** Records in a row of a list. */
uint32_t hpi_isosurface_list_width(hpi_list_kind kind);

/** Makes room for so many records, or for the most that a list can have. */
hpyr_result hpi_isosurface_list_reserve(hpyr_isosurface *iso, hpi_list_kind kind, uint64_t records);

/** Binds the list for drawing. The viewport covers the rows of the first `records`. False if GL
 *  cannot render to it. */
bool hpi_isosurface_list_target(hpyr_isosurface *iso, hpi_list_kind kind, uint32_t records);

/** Writes the list's records to `to`, from record `first` on. */
hpyr_result hpi_isosurface_list_send(hpyr_isosurface *iso, hpi_list_kind kind, uint32_t records,
                                     const hpi_list_target *to, uint64_t first);

/* ---- bits_engine.c ---- */

uint64_t hpi_isosurface_engine_bytes(const hpyr_context *context, const hpyr_field_grid *grid);

/** Makes all GL objects of a zeroed engine. After a failure, call hpi_isosurface_engine_destroy
 *  too. */
hpyr_result hpi_isosurface_engine_create(hpyr_isosurface *iso);
void hpi_isosurface_engine_destroy(hpyr_isosurface *iso);

/* ---- bits_classify.c, bits_index.c ---- */

/** Writes the signs of all samples of iso->field. What the last build has found is forgotten. */
hpyr_result hpi_isosurface_classify(hpyr_isosurface *iso);

/** The same for another isovalue of the field that was classified last, and only where the isovalue divides the samples of a word. */
hpyr_result hpi_isosurface_classify_again(hpyr_isosurface *iso, double isovalue);

/** Builds the pyramids and records from the signs. */
hpyr_result hpi_isosurface_index(hpyr_isosurface *iso);

/** Finds the totals. If `patient`, it waits for the GPU; else it may answer NOT_READY. */
hpyr_result hpi_isosurface_totals(hpyr_isosurface *iso, bool patient);

/** Counts the cells with triangles. Waits for the GPU. */
hpyr_result hpi_isosurface_actives(hpyr_isosurface *iso);

/* ---- bits_mesh.c ---- */

hpi_mesh_form hpi_isosurface_form(const hpyr_isosurface *iso);

/** The size of the mesh, once the totals are found. */
hpyr_mesh_counts hpi_isosurface_counts(const hpyr_isosurface *iso);

/** Write a mesh, and tell what there is and what fits. Without waiting `found` is what was asked for. */
hpyr_result hpi_isosurface_write_mesh(hpyr_isosurface *iso, const hpyr_mesh_output *output, hpyr_mesh_report *found);
hpyr_result hpi_isosurface_read_mesh(hpyr_isosurface *iso, hpyr_mesh_vertex *vertices, uint64_t vertex_capacity,
                                     uint32_t *indices, uint64_t triangle_capacity, hpyr_mesh_report *found);

/** Makes the lists of MESH. Waits for the totals. They may be of a field without cells. */
hpyr_result hpi_isosurface_fill_textures(hpyr_isosurface *iso);

/** Writes the arguments of an indirect draw into `buffer`, which has room for them. */
hpyr_result hpi_isosurface_write_command(hpyr_isosurface *iso, GLuint buffer, uint64_t offset);

/* ---- isosurface.c ---- */

/** NO_CONTEXT, NOT_BUILT. */
hpyr_result hpi_isosurface_check_built(const hpyr_isosurface *iso);

#endif
