/* sculptor.h - a cloud, its surface, and the edits that make another cloud of it (the paper: Zhou, Gong, Huang, Guo, Data-Parallel
 * Octrees for Surface Reconstruction, 2011, sections V-A and V-B).  SPDX-License-Identifier: MIT */
#ifndef SCULPT_SCULPTOR_H
#define SCULPT_SCULPTOR_H

#include "common/points/making.h"
#include "sculpt/edit.h"
#include "sculpt/measure.h"
#include "sculpt/view.h"

/** A cloud with its surface. */
typedef struct solid {
    clay cloud;
    point_buffers buffers;
    making made;
} solid;

/** A cloud that was, and how it was seen. */
typedef struct moment {
    clay cloud;
    view view;
} moment;

enum { SCULPTOR_PAST = 64, SCULPTOR_PAST_POINTS = 1 << 25, DRAG_DEPTH = 6 };

/** What stays when a cloud is exchanged, and what the next edit needs. */
typedef struct sculptor_state {
    uint32_t depth;   /* of the octree, 0 by the number of points */
    double screening; /* as in hpyr_poisson_desc */
    int normals;      /* of a stroke's points: a normals_way */
} sculptor_state;

/** Read its fields; change `state` and `view`. Zero it first, but for `library` and `state`. */
typedef struct sculptor {
    library *library;
    sculptor_state state;
    view view;
    solid now;
    moment past[SCULPTOR_PAST]; /* the oldest first */
    uint32_t past_count;
    bool is_coarse; /* the surface is that of a drag: sculptor_settle makes the one that is wanted */
    bool is_tried;  /* the cloud is that of sculptor_try */
    double edit_ms; /* of the last edit but for its surface */
    mesh_measures measures;
} sculptor;

/** One edit. Where it fails, one line stands in error_text() and all is as before. `warn` may be NULL. */
bool sculptor_edit(sculptor *s, const edit *e, warn_fn warn);

/** A pull or an affine map while a drag goes on: with the surface of DRAG_DEPTH at most. The next sculptor_try begins from the cloud
 *  before this one. */
bool sculptor_try(sculptor *s, const edit *e, warn_fn warn);

/** What was tried last stays, and its surface is made as deep as is wanted. */
bool sculptor_settle(sculptor *s);

/** The surface anew, after a change of `state`. */
bool sculptor_remake(sculptor *s);

/** All edits of a list. Where one fails, error_text() says in which line of `path`. */
bool sculptor_replay(sculptor *s, const edit_list *l, const char *path, warn_fn warn);

/** What the points' surface is made with. */
making_desc sculptor_making(const sculptor *s, const clay *c);

/** The width of a cell of the last depth. */
double sculptor_cell(const sculptor *s);

void sculptor_free(sculptor *s);

/* ---- for the edits ---- */

/** Another cloud's surface. Where that fails, what was there stays. */
bool solid_make(solid *s, library *l, const making_desc *desc, clay *c);
void solid_free(solid *s);

/** The function less its isovalue at places: below 0 inside. */
bool solid_evaluate(const solid *s, const float *places, uint32_t count, float *values);

/** A shape, or a file's points; `placing` has a place and a scale. */
bool sculptor_subject(library *l, const char *name, uint32_t points, const double placing[4], warn_fn warn, clay *out);

#endif
