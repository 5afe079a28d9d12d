/* points.h - points in CPU memory, with normals or without, from files or of a mesh.  SPDX-License-Identifier: MIT */
#ifndef DEMO_POINTS_H
#define DEMO_POINTS_H

#include "common/files/error.h"
#include "common/files/progress.h"
#include "common/mesh/mesh.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** All of them are finite. Zero it first. */
typedef struct point_set {
    double *given;    /* three coordinates a point as they were read; NULL after points_finish */
    float *positions; /* three coordinates a point, less the origin, times the scale */
    float *normals;   /* three numbers a point, 0 where a point has none; NULL where none has */
    double origin[3]; /* 0, unless points lie so far from there that floats would hold too little of them */
    double extent;    /* the largest one along an axis, as it was read */
    double scale; /* 1, or where squares of coordinates would be no floats, a power of two: then the extent is 1 to 2 */
    uint32_t count, capacity;
    uint32_t skipped; /* points that were left out, because a coordinate is NaN or infinite */
    uint32_t without; /* points that have no normal, or one that is 0 or not finite */
} point_set;

/** A format's reader takes this. */
typedef struct point_source {
    FILE *file;
    uint64_t size; /* bytes of it */
    const char *path;
    point_set *out;
    progress *bar; /* of hundred steps, or NULL */
    warn_fn warn;
} point_source;

/** Reads .ply, .obj, and text of numbers: .xyz, .pts and whatever else. `bar` and `warn` may be NULL. On failure one line stands in
 *  error_text(), and *out is empty. */
bool points_load(const char *path, point_set *out, progress *bar, warn_fn warn);

void point_set_free(point_set *s);

/** `count` points all over the mesh, as dense everywhere, each with the normal that the mesh has there. `noise` is the standard deviation
 *  of the points along each axis, in parts of the longest side of the mesh's box; normals have none. The same on every run. */
bool samples_make(const mesh *m, const char *name, uint32_t count, double noise, point_set *out);

/** Room for so many more. */
bool points_reserve(point_set *s, const char *path, uint64_t count, bool has_normals);

/** Adds a point, for which there must be room, or counts it as skipped. `normal` may be NULL. */
void points_add(point_set *s, const double position[3], const double normal[3]);

/** After the last one: finds the origin and the scale, and the positions as floats. */
bool points_finish(point_set *s, const char *path);

void points_bounds(const point_set *s, float low[3], float high[3]);

/** Whether they may surround something: false, with one line that says why, where they lie at one place, on a line or on a plane. */
bool points_check_shape(const point_set *s, const char *name);

/** Turns all normals. */
void points_flip(point_set *s);

/** So much of a file is read. */
void points_tell(progress *bar, uint64_t done, uint64_t total);
/** Something is odd about it, but no reason to stop. */
void points_warn(const point_source *s, const char *line);

bool points_read_ply(point_source *s);
bool points_read_obj(point_source *s);
bool points_read_numbers(point_source *s);

#endif
