/* edit.h - the language of edits: one edit a line.  SPDX-License-Identifier: MIT */
#ifndef SCULPT_EDIT_H
#define SCULPT_EDIT_H

#include "common/files/error.h"

#include <stdbool.h>
#include <stdint.h>

/** | edit                                            | what it does                                                                   |
 *  |-------------------------------------------------|--------------------------------------------------------------------------------|
 *  | make SHAPE [POINTS]                             | begins with a shape                                                            |
 *  | load FILE                                       | begins with the points of a file                                               |
 *  | view TURN RISE ZOOM                             | looks at all of the points, from there: degrees, and a factor                  |
 *  | normals across, normals near                    | of inserted points: across the stroke, or as the nearest points have them      |
 *  | stroke X Y X Y ...                              | inserts a sheet of points along a line of the picture, inside of the surface   |
 *  | rectangle X Y X Y, lasso X Y X Y X Y ...        | inserts points all over an area of the picture, inside of the surface          |
 *  | paste SHAPE or FILE [at X Y Z] [scale S]        | inserts another cloud                                                          |
 *  | erase X Y RADIUS [inserted]                     | takes points away that are seen in a circle                                    |
 *  | pull X Y Z RADIUS DX DY DZ                      | moves points around a place, less and less to the radius                       |
 *  | affine A11 A12 A13 T1 A21 ... T3                | moves all points: x' = A11 x + A12 y + A13 z + T1 and so on                    |
 *  | union, intersection, difference SHAPE or FILE [at X Y Z] [scale S] | with another solid                                          |
 *  | undo                                            | the cloud before the last edit of points                                       |
 *  | depth D                                         | of the octree, 2 to 10; 0 by the number of points                              |
 *  | save FILE                                       | saves the mesh as .ply, .obj or .stl                                           | */
typedef enum edit_kind {
    EDIT_MAKE,
    EDIT_LOAD,
    EDIT_VIEW,
    EDIT_NORMALS,
    EDIT_STROKE,
    EDIT_RECTANGLE,
    EDIT_LASSO,
    EDIT_PASTE,
    EDIT_ERASE,
    EDIT_PULL,
    EDIT_AFFINE,
    EDIT_UNION,
    EDIT_INTERSECTION,
    EDIT_DIFFERENCE,
    EDIT_UNDO,
    EDIT_DEPTH,
    EDIT_SAVE
} edit_kind;

/** Normals of the points of a stroke: across it, or as the nearest points have them. */
typedef enum normals_way { NORMALS_ACROSS, NORMALS_NEAR } normals_way;
extern const char *const NORMALS_NAMES[];

enum { EDIT_NUMBERS = 1024, EDIT_NAME = 1024 };

/** A place and a scale stand in the numbers, in this order, with their defaults where they are not given. */
typedef struct edit {
    edit_kind kind;
    char name[EDIT_NAME]; /* of a shape or a file, "" without one; `across`, `near`, `inserted` */
    double numbers[EDIT_NUMBERS];
    int count;
} edit;

/** A script. */
typedef struct edit_list {
    edit *edits;
    uint64_t *lines; /* where each stands */
    uint32_t count;
} edit_list;

/** The word that an edit begins with. */
const char *edit_name(edit_kind kind);

/** Reads one line. On failure one line stands in error_text(). */
bool edit_parse(const char *line, edit *out);

/** Reads all of a file; that fails where one line is no edit, or where the last line has no end, as if the file were cut off. */
bool edit_read(const char *path, edit_list *out);
void edit_list_free(edit_list *l);

#endif
