/* measure.h - times pyramids in turn, each after its lists were compared with the oracle's.  SPDX-License-Identifier: MIT */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "scene.h"

typedef struct contender contender;

typedef struct group {
    contender *contenders; /* any number, over any scenes */
    size_t count, capacity;
    unsigned stages; /* bits 1 << stage; build and total are always among them */

    /* What else takes its turn in every run, run 0 being checked and not counted; may be NULL. */
    bool (*interlude)(bench *b, void *user, uint32_t run);
    void *user;
    uint32_t runs; /* counted, after group_measure */
} group;

#define STAGES_ALL   ((1u << STAGES) - 1)
#define STAGES_LIST  (1u << STAGE_BUILD | 1u << STAGE_TOTAL | 1u << STAGE_BUFFER)
#define STAGES_PAPER (STAGES_LIST | 1u << STAGE_TEXTURE)

/** Adds a pyramid of `desc`, whose size and clones come from the scene. Layouts that nobody wants are passed over. */
bool group_add(bench *b, group *g, scene *s, hpyr_layout layout, hpyr_order order, hpyr_base base,
               hpyr_count_format counts);

/** Appends a row for every pyramid to b->rows; what the library refuses is a row with its reason. */
bool group_measure(bench *b, group *g);

void group_free(group *g);

#endif
