/* measure.h - times pyramids in turn, each after its lists were compared with the oracle's.  SPDX-License-Identifier: MIT */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "scene.h"
#include "turns.h"

/** Cells of a pyramid's row. Each extraction is of the whole list; DRAW is a traversal in a vertex shader, all points clipped. */
enum { PART = ROW_OWN, PICTURE, WIDTH, HEIGHT, DEPTH, FILL, DISCRIMINATOR, CLONES, TOTAL, LAYOUT, ORDER, BASE, COUNTS };
enum { BYTES = COUNTS + 1, PASSES, BUILD, FIND_TOTAL, BUFFER, TEXTURE, DOWNLOAD, DRAW, GPU_BUILD };
enum { LIST = GPU_BUILD + DRAW - BUILD + 1, MARK, STAGES = DRAW - BUILD + 1 };

/** Columns of LAYOUT, ORDER and BASE in every table. */
#define WAY_COLUMNS                                                                                                    \
    {LAYOUT, TEXT, "layout", "layout", 8}, {ORDER, TEXT, "order", "order", 8}, {                                       \
        BASE, TEXT, "base", "base", 9                                                                                  \
    }

extern const table pyramids_table;

typedef struct contender contender;

typedef struct group {
    contender *contenders; /* any number, over any scenes */
    size_t count;
    unsigned stages; /* bits 1 << stage, BUILD being 0; build and total are always among them */
    player *guests;  /* who else takes turns */
    size_t guest_count;
} group;

#define STAGES_ALL   ((1u << STAGES) - 1)
#define STAGES_LIST  7u /* build, total and buffer */
#define STAGES_PAPER (STAGES_LIST | 1u << (TEXTURE - BUILD))

/** Which pyramids a table has, of each layout and order: bits. */
enum {
    PYRAMIDS_BASES = 1,    /* with both bases */
    PYRAMIDS_DEFAULTS = 2, /* as a caller gets them who names a layout and nothing else but the order */
    PYRAMIDS_FORMATS = 4,  /* with each format of counts that it can have */
    PYRAMIDS_CUBES =
        8, /* of volumes. VOLUME, with both bases, and COLUMN read a 3D texture, the others the same cells flat-3D */
    PYRAMIDS_BITS = 16, /* BITS by default, in both orders */
    PYRAMIDS_PAPER = 32 /* and beside them the paper's layouts and LINE */
};

/** Adds those of one of these tables, whose size and clones come from the scene. Layouts that nobody wants are passed over. */
bool group_add(bench *b, group *g, scene *s, unsigned of);

/** Keeps a row of every pyramid; what the library refuses is a row with its reason. */
bool group_measure(bench *b, group *g);

void group_free(group *g);

/** Prints all rows from `first` on, those of each scene under a heading. */
void pyramids_print(const bench *b, size_t first);

/** Whether two rows are of one layout, order and base. Texts of cells are the same where they are equal. */
bool pyramids_same_way(const row *a, const row *b);
/** And of one scene. */
bool pyramids_same_scene(const row *a, const row *b);

#endif
