/* octree_object.h - what the files of the octree share.
 * SPDX-License-Identifier: MIT
 *
 * The nodes behind the root come in blocks of eight siblings, and everything is stored by blocks:
 * see walk.glsl for the array of all blocks, and level.glsl for what a depth has while it is built.
 * When all sizes are known, the depths are copied to the array. */
#ifndef HPI_OCTREE_OCTREE_OBJECT_H
#define HPI_OCTREE_OCTREE_OBJECT_H

#include "core/binding.h"
#include "list/lists.h"

#include <histopyramid/octree.h>

/* Texture units of passes. That of walk.glsl comes first. */
enum { HPI_OCTREE_UNIT = 0, HPI_OCTREE_MORE_UNIT };

/** The most texel fetches of a texel of a pass, but for those that look at the points of cells: octree/poisson/sum.frag.glsl. */
enum { HPI_OCTREE_FETCHES = 512 };

enum {
    HPI_OCTREE_BLOCK = 8,
    HPI_OCTREE_BLOCK_SHIFT = 3,
    HPI_OCTREE_BLOCK_TEXELS = 10,
    HPI_OCTREE_KINDS = 3 /* vertices, edges, faces */
};

/** A depth while it is built. Depth 0 has no block. Words stand one in a texel of R32UI. */
typedef struct hpi_octree_level {
    uint32_t blocks, parents;                  /* how many, and how many nodes have children */
    hpi_list_plane around, firsts, families;   /* see level.glsl */
    hpi_list_plane parts;                      /* see level_parts.frag.glsl */
    hpi_list_plane flags, ranks, parent_nodes; /* words: bits of nodes with children; how many stand before the
                                                * block; a list of these nodes */
} hpi_octree_level;

struct hpyr_octree {
    hpyr_context *context;
    hpyr_octree_desc desc; /* with the defaults filled in */
    hpyr_lists *lists;
    hpi_list_plane floats;      /* a copy of the caller's positions: R32F */
    uint32_t stride;            /* bytes from a position to the next one */
    hpi_list_plane pairs[2];    /* of bounds.frag.glsl */
    hpi_list_plane keys, order; /* words: keys of the points, sorted, and which points these are */
    hpi_octree_level levels[HPYR_OCTREE_MAX_DEPTH + 1];
    hpi_list_plane blocks;                          /* of all depths */
    hpi_list_plane owned, firsts[HPI_OCTREE_KINDS]; /* words, see array.frag.glsl */
    hpi_list_plane chunks[2];                       /* numbers on their way to callers: R32UI, R32F */
    hpi_list_plane packed;                          /* OpenGL ES: the same as a list */
    bool is_built, is_shared;
    bool is_lent; /* it belongs to a Poisson solution, whose caller may read it only */
    hpi_bound bound;
    hpyr_octree_report report;
    float low[3], high[3]; /* the box around all points; 0 where there are none */
    double extent;         /* its largest side */
    uint32_t crowd;        /* points of the fullest node of the last depth, or 0 where nobody has asked */
    hpi_list_plane sorted; /* see nearest/sorted.frag.glsl; for queries, from the first ones after a build on */
    bool is_sorted;
};

/* ---- passes.c ---- */

/** Makes a program of entry file `entry` and puts it to use. `define` is a line of GLSL or "". */
hpyr_result hpi_octree_program(hpyr_octree *octree, const char *entry, const char *define, GLuint *program);

/** Binds a plane to HPI_OCTREE_MORE_UNIT + unit, for the uniforms u_<name> and u_<name>_row. */
void hpi_octree_bind(const hpyr_octree *octree, GLuint program, const char *name, GLuint unit,
                     const hpi_list_plane *plane);

/** Makes a program with level.glsl that reads lists of depth `read`, and sets u_blocks. It takes
 *  HPI_OCTREE_LEVEL_UNITS units from HPI_OCTREE_MORE_UNIT on. */
enum { HPI_OCTREE_LEVEL_UNITS = 4 };
hpyr_result hpi_octree_use_level(hpyr_octree *octree, const char *entry, int read, uint32_t blocks, GLuint *program);

/** Draws into `target` how many bits of each of the first `count` words are set, of those in
 *  `counted`. */
hpyr_result hpi_octree_count_bits(hpyr_octree *octree, const hpi_list_plane *words, uint32_t counted, uint32_t count,
                                  const hpi_list_plane *target);

/** Lists those of the lowest 1 << shift bits of each word that are set: bit b of word w is place
 *  (w << shift) + b. `target` has room for all places, and octree->lists for as many entries.
 *  hpyr_lists_result tells their number. */
hpyr_result hpi_octree_select(hpyr_octree *octree, const hpi_list_plane *flags, uint32_t shift, uint32_t words,
                              const hpi_list_plane *target);

/** Sets uniforms u_<name>. */
void hpi_octree_set(const hpyr_octree *octree, GLuint program, const char *name, int64_t value);
void hpi_octree_set_unsigned(const hpyr_octree *octree, GLuint program, const char *name, uint32_t value);

/** Draws texels [first, end) of a plane, and some before and behind them in their rows: the program
 *  in use discards those if they matter. */
hpyr_result hpi_octree_draw(const hpyr_octree *octree, GLuint program, const hpi_list_plane *plane, uint64_t first,
                            uint64_t end);

/** Reads the first words of the framebuffer that is bound, which has them in one row. Waits. */
enum { HPI_OCTREE_MOST_WORDS = HPYR_OCTREE_MAX_DEPTH + 2 };
void hpi_octree_read_words(const hpyr_octree *octree, uint32_t count, uint32_t *words);

/** Numbers for a caller: R32UI or R32F. Items have `per_item` of them each; `first` and `count` are in
 *  numbers. */
typedef struct hpi_octree_numbers {
    hpyr_format format;
    uint32_t per_item;
    uint64_t first, count;
    GLuint buffer;
    uint64_t offset; /* bytes */
} hpi_octree_numbers;

/** Makes the plane that numbers are drawn into. Call it before textures are bound for the program. */
hpyr_result hpi_octree_need_chunk(hpyr_octree *octree, hpyr_format format, uint64_t count);

/** Draws numbers with a program that uses items.glsl, and copies them to the caller's buffer. Waits
 *  where hpi_gl_buffer_settle does. */
hpyr_result hpi_octree_write(hpyr_octree *octree, GLuint program, const hpi_octree_numbers *numbers);

/** A visit of all planes of an object: counts their bytes, or destroys them if `destroys` is a context. */
typedef struct hpi_plane_visit {
    const hpyr_context *destroys;
    uint64_t bytes;
} hpi_plane_visit;

/** A list of pointers to planes, of any length: NULL ends it. */
#define HPI_PLANES(...) ((hpi_list_plane *const[]){__VA_ARGS__, NULL})

/** Visits planes whose texels have so many bytes. */
void hpi_planes_visit(hpi_plane_visit *visit, uint32_t texel_bytes, hpi_list_plane *const *planes);

/** Makes a plane of so many texels, unless it has them. Its contents are lost then. Its format is
 *  one of 32-bit numbers.   OUT_OF_MEMORY, TOO_LARGE. */
hpyr_result hpi_octree_need(const hpyr_octree *octree, hpyr_format format, uint64_t texels, hpi_list_plane *plane);

/** Makes a workspace for lists of so many entries, unless there is. If that fails, the workspace
 *  that there is stays.          As hpyr_lists_create. */
hpyr_result hpi_octree_need_lists(hpyr_octree *octree, uint32_t entries);

/** A plane of words as a list of list.h. */
hpyr_list hpi_octree_list(const hpi_list_plane *words);

/* ---- octree.c ---- */

/** NO_CONTEXT, or NOT_BUILT if there is no octree. `what` begins the message. */
hpyr_result hpi_octree_check_built(const hpyr_octree *octree, const char *what);

/** Builds an octree that may be changed: its context is current, and it is not bound. */
hpyr_result hpi_octree_build(hpyr_octree *octree, const hpyr_octree_points *points);

/* ---- walk.c ---- */

/** Checks what a program with walk.glsl needs, which takes so many texture units from `unit` on. */
hpyr_result hpi_octree_check_program(const hpyr_context *context, const hpi_bound *bound, GLuint program,
                                     const char *prefix, GLuint unit, GLuint units);

/** Sets the uniforms of walk.glsl and binds its texture to `unit`. */
void hpi_octree_use(const hpyr_octree *octree, GLuint program, const char *prefix, GLuint unit);

/** The same with nodes that the octree had before. */
void hpi_octree_use_nodes(const hpyr_octree *octree, GLuint program, const char *prefix, GLuint unit,
                          const hpi_list_plane *blocks, const hpyr_octree_report *report);

/* ---- points.c ---- */

/** Sorts the points by their keys, and fills in the report's cube and numbers of points. */
hpyr_result hpi_octree_sort_points(hpyr_octree *octree, const hpyr_octree_points *points);

/** Finds the smallest words of `count` things, and behind them the largest; but the fourth of each are sums. `first` makes a program that
 *  writes such a pair for each 64 things, as octree/bounds.frag.glsl does. Waits. */
enum { HPI_OCTREE_BOUND_WORDS = 8 };
typedef hpyr_result (*hpi_octree_first_fn)(hpyr_octree *octree, uint32_t count, const void *user, GLuint *program);
hpyr_result hpi_octree_find_bounds(hpyr_octree *octree, hpi_octree_first_fn first, const void *user, uint32_t count,
                                   uint32_t words[HPI_OCTREE_BOUND_WORDS]);

/* ---- levels.c ---- */

/** Makes the nodes of all depths, and fills in the rest of the report. */
hpyr_result hpi_octree_make_nodes(hpyr_octree *octree);

#endif
