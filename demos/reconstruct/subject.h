/* subject.h - what is looked at: points, and the surface that is made of them.  SPDX-License-Identifier: MIT */
#ifndef RECONSTRUCT_SUBJECT_H
#define RECONSTRUCT_SUBJECT_H

#include "common/draw/camera.h"
#include "common/files/progress.h"
#include "common/points/making.h"
#include "common/points/spread.h"

/** Where a scanner stood. */
typedef struct viewpoint {
    double place[3];
    bool is_given;
} viewpoint;

/** Where points come from, and their normals. */
typedef struct subject_source {
    const char *points;  /* a file of points; NULL: they lie on a mesh */
    const char *mesh;    /* a file of a mesh; NULL: the teapot */
    uint32_t samples;    /* points on the mesh */
    double noise;        /* of them, see samples_make */
    bool estimates;      /* normals are estimated even where there are some */
    bool flips;          /* all normals are turned */
    uint32_t neighbors;  /* of estimated normals, 0 by the points' noise */
    viewpoint viewpoint; /* which estimated normals look to */
} subject_source;

/** Where its normals are from. */
typedef enum normal_origin { NORMALS_GIVEN, NORMALS_ESTIMATED, NORMALS_BOTH } normal_origin;
extern const char *const NORMAL_ORIGINS[];

/** Zero it first. */
typedef struct subject {
    const char *name;      /* the path as given, or "teapot" */
    subject_source source; /* `flips` as the normals are now */
    point_set points;
    point_buffers buffers;
    normal_origin normals;
    uint32_t neighbors;    /* of which a normal was estimated, 0 where none was */
    uint32_t estimated;    /* points whose normals were estimated, */
    uint32_t undecided;    /* and those for which that failed: they have none */
    float low[3], high[3]; /* the points' box */
    spread spread;
    making made;
} subject;

/** Reads or makes the points and their normals, and puts them onto the GPU. Paths must stay where they are. subject_free it after a failure
 *  too. `bar` may be NULL. */
bool subject_load(subject *s, library *l, const subject_source *source, progress *bar, warn_fn warn);
void subject_free(subject *s);

/** The same points with their normals turned. */
bool subject_flip(subject *s, library *l);

/** From the front and a little from above: a picture of such a size has all of the turning points. With `is_z_up` z points up,
 *  else y. */
camera subject_camera(const subject *s, bool is_z_up, int width, int height);

/** World coordinates are (p - center) * scale, within [-1,1]. */
void subject_place(const subject *s, float center[3], float *scale);

#endif
