/* subject.h - what is looked at: a flow, its seeds, and the streamlines from them.  SPDX-License-Identifier: MIT */
#ifndef FLOWSEEDS_SUBJECT_H
#define FLOWSEEDS_SUBJECT_H

#include "flows.h"
#include "lines.h"

#include "common/platform/library.h"
#include "common/volume/volume.h"

#include <histopyramid/flow.h>

/** Where lines begin. */
typedef enum seed_kind { SEEDS_CRITICAL, SEEDS_VORTICITY, SEEDS_BAND, SEEDS_GRID, SEED_KINDS } seed_kind;

/** What --seeds may be; NULL at the end. */
extern const char *const SEED_NAMES[];

enum { TIME_BUILD, TIME_SEEDS, TIME_LINES, TIME_COUNT };

/** Words for hpyr_flow_type without its bit. */
extern const char *const SUBJECT_TYPES[5];

/** Where a flow comes from. */
typedef struct flow_source {
    const char *path; /* of a file, which must stay where it is; NULL for a formula */
    int flow;         /* a flow_name */
    uint32_t size[3]; /* samples of a formula */
    double abc[3];    /* its parameters */
    bool is_periodic; /* a file, along all axes */
} flow_source;

/** What is asked for. NAN is not given: the subject chooses. */
typedef struct flow_wishes {
    int seeds; /* a seed_kind */
    double threshold, width;
    uint32_t lines, steps; /* lines: of all starts together, in both directions one each */
    double step;           /* length of a step; of the longest side of the box */
} flow_wishes;

/** Read its fields; change nothing. Zero it first. */
typedef struct subject {
    library *library;
    flow_source source;
    flow_wishes wishes;
    double threshold, width; /* as used; NAN where the seeds need none */
    uint32_t size[3];        /* samples */
    float spacing[3], origin[3], low[3], high[3];
    bool periodic[3];
    double fastest, most_curl, slowest; /* of the samples looked at */
    uint32_t vectors, speeds;           /* 3D textures of a file: RGB32F, R32F */
    hpyr_flow *flow;                    /* for the kind of seeds; NULL for SEEDS_GRID */
    hpyr_flow_seed *seeds;              /* all of them */
    uint32_t seed_count, seed_buffer;
    bool is_incomplete; /* there are more candidates for critical points than the library refines */
    lines lines;
    double ms[TIME_COUNT]; /* of the last run; NAN where not measured */
} subject;

/** subject_free it after a failure too. */
bool subject_load(subject *s, library *l, const painter *painter, const flow_source *source, const flow_wishes *wishes,
                  warn_fn warn);
void subject_free(subject *s);

/** Other wishes, or other parameters of a formula; the next run follows them. */
bool subject_change(subject *s, const flow_wishes *wishes, const double abc[3]);

/** Finds the seeds and traces the lines. */
bool subject_run(subject *s);

/** The formula's name or the file's path. */
const char *subject_name(const subject *s);

/** The largest threshold that makes sense for the seeds: the longest curl, or the largest speed. */
double subject_most(const subject *s);

/** How many seeds have each hpyr_flow_type, without its bit. */
void subject_count_types(const subject *s, uint32_t counts[5]);

/** By the ending of `path`:
 *
 *  | .csv | text: a row x,y,z,value,type,i,j,k for each seed, under a row of these names; types as SUBJECT_TYPES                  |
 *  | .ply | binary little-endian: the lines. A vertex is float x y z speed, an edge int vertex1 vertex2 joins two of them |
 *
 *  On failure nothing is left behind. */
bool subject_save(const char *path, const subject *s);

/* ---- samples.c: the vectors of a file ---- */

/** Makes 3D textures of vectors and of their lengths. */
bool samples_upload(const volume *v, uint32_t *vectors, uint32_t *speeds);

/** The smallest and the largest speed, and the longest curl, by the differences of HPYR_FLOW_KIND_VORTICITY. Numbers that are
 *  not finite are left out. */
void samples_survey(const float *vectors, const uint32_t size[3], const float spacing[3], const bool periodic[3],
                    double *slowest, double *fastest, double *most_curl);

/* ---- starts.c: where lines begin ---- */

/** Whether critical points were looked for, and none was found: lines begin in a grid then. */
bool starts_lack_points(const subject *s);

/** Writes up to `most` starts, and returns how many. Around each critical point they lie on a small ball, since at the point itself
 *  nothing flows; where there is no critical point they are a grid; of other seeds they are some in equal distances along the list. */
uint32_t starts_choose(const subject *s, uint32_t most, float (*starts)[4]);

/** Places in a regular grid in the box, about `wanted` of them, at most `most`: the first three of each `stride` floats. */
uint32_t starts_grid(const subject *s, uint32_t wanted, uint32_t most, float *places, size_t stride);

#endif
