/* hand.h - what the pointer does, as edits.  SPDX-License-Identifier: MIT */
#ifndef SCULPT_HAND_H
#define SCULPT_HAND_H

#include "frame/frame.h"
#include "sculpt/sculptor.h"

typedef enum hand_tool {
    TOOL_TURN, /* the camera */
    TOOL_STROKE,
    TOOL_RECTANGLE,
    TOOL_LASSO,
    TOOL_ERASE,
    TOOL_PULL,
    TOOL_SOLID /* a shape at the place that is clicked */
} hand_tool;
extern const char *const TOOL_NAMES[];

/** What a solid becomes; in the order of EDIT_PASTE and the three behind it in WAYS. */
extern const char *const WAY_NAMES[];

enum { HAND_PLACES = EDIT_NUMBERS / 2 };

/** The choices of the user. */
typedef struct hand_choice {
    int tool, shape, way; /* hand_tool; which of SHAPE_NAMES, of WAY_NAMES */
    double radius;        /* of erase, pull and solid, in the picture: 1 is half of its shorter side */
} hand_choice;

/** A drag. Zero it first. */
typedef struct hand {
    float line[2 * HAND_PLACES]; /* what is drawn over the picture */
    uint32_t line_count;
    double path[EDIT_NUMBERS]; /* the places of the pointer */
    int path_count;
    double grip[3]; /* the point of a pull */
    double size;    /* of its radius, in the points' coordinates */
} hand;

/** A step of a drag becomes an edit, or none yet. False where the drag is none of the tool's. */
bool hand_drag(hand *h, const hand_choice *choice, const sculptor *s, const demo_drag *d, edit *out, bool *has_edit);

#endif
